import { indianDay, showDate } from '@aapurti/contract/ground/fields';
import { taxOn } from '@aapurti/contract/ground/gst';
import { Decimal } from '@aapurti/contract/ground/numbers';
import sql from 'sql-template-tag';

import type { Context } from '../context.ts';
import { makeChallan } from './dispatch.ts';
import { makeInvoice, makePayment } from './factories.ts';
import { DAY, type Step } from './steps.ts';
import type { DemoVendor, Old } from './vendors.ts';

/** The invoice's age in days, its value without tax, and its payments: days ago, mode, and the part of the value. */
type DemoInvoice = readonly [days: number, amount: string, ...payments: readonly (readonly [days: number, mode: string, part: number])[]];

/** Oldest first: some are paid in full, some in part, some late, and one vendor's invoice is so old that it needs a call. */
const INVOICES: Readonly<Record<Old, readonly DemoInvoice[]>> = {
  mill: [
    [128, '184250.00', [95, 'cheque', 0.5]],
    [112, '96400.00', [80, 'online', 1]],
    [97, '142800.50', [66, 'online', 1]],
    [84, '211975.00', [52, 'online', 0.6]],
    [73, '58120.00', [41, 'cheque', 1]],
    [66, '164310.75'],
    [54, '127450.00', [22, 'online', 0.4]],
    [47, '89990.00', [15, 'online', 1]],
    [38, '203340.00'],
    [27, '76215.50', [4, 'cheque', 0.25]],
    [18, '155080.00'],
    [13, '98760.00', [2, 'online', 1]],
    [11, '134499.00'],
    [10, '112250.00'],
  ],
  foods: [
    [141, '45600.00', [100, 'online', 1]],
    [118, '73250.00', [70, 'cheque', 0.75]],
    [92, '38940.25', [50, 'online', 1]],
    [79, '61780.00'],
    [63, '52115.00', [20, 'online', 0.5]],
    [44, '84300.00', [12, 'online', 1]],
    [33, '29875.00'],
    [21, '67420.00', [6, 'cheque', 0.3]],
    [14, '41050.00'],
    [12, '58660.00'],
    [11, '36990.00'],
  ],
};

const FIRST_NUMBER = { mill: 2601, foods: 8101 } as const;
const FIRST_ORDER = { mill: 450_001, foods: 460_001 } as const;

/** The number of the vendor's invoice at this position in the list. */
export const numberAt = (who: Old, place: number) => String(FIRST_NUMBER[who] + place);

const taxOf = ({ rate, interState }: DemoVendor<Old>, amount: string) => taxOn(new Decimal(amount), rate, interState);

function valueOf(vendor: DemoVendor<Old>, amount: string): Decimal {
  const tax = taxOf(vendor, amount);
  return new Decimal(amount).plus(tax.CGSTValue).plus(tax.SGSTValue).plus(tax.IGSTValue);
}

/** The order for an invoice, dated a week earlier. */
interface Billed {
  number: string;
  days: number;
  taxable: number;
}

export function ordersBilled(who: Old): Billed[] {
  return INVOICES[who].map(([days, amount], index) => ({
    number: String(FIRST_ORDER[who] + index),
    days: days + 7,
    taxable: Number(amount),
  }));
}

/** The invoices of one vendor, each with the challan for its goods. */
export function invoiceSteps(vendor: DemoVendor<Old>): Step[] {
  const orders = ordersBilled(vendor.who);
  return INVOICES[vendor.who].map(([days, amount], index) => ({
    days,
    run: async (at) => {
      const order = { PONumber: orders[index]?.number, PODate: indianDay(new Date(at.clock().getTime() - 7 * DAY)) };
      const value = valueOf(vendor, amount);
      await makeInvoice(at, vendor.actor, numberAt(vendor.who, index), { ...order, invoiceValue: value, ...taxOf(vendor, amount) });
      await makeChallan(at, vendor, { order, place: index + 1, value: value.toNumber() });
    },
  }));
}

/** The payments of one vendor's invoices. */
export function paymentSteps(vendor: DemoVendor<Old>): Step[] {
  return INVOICES[vendor.who].flatMap(([days, amount, ...paid], index) =>
    paid.map(([ago, paymentMode, part]) => ({
      days: ago,
      run: (at: Context) =>
        makePayment(at, vendor.actor, numberAt(vendor.who, index), {
          amount: valueOf(vendor, amount).times(part).toDecimalPlaces(2),
          paymentMode,
          Remarks: paymentMode === 'cheque' ? `Cheque ${String(100_000 + days * 7)}` : `NEFT of ${showDate(indianDay(at.clock()))}`,
        }),
    })),
  );
}

const REASONS = ['Torn bags', 'Short shelf life', 'Weight below the label', null, 'Damaged in transit', 'Wrong pack size', 'Leaking packs'];

/** Some packs of one of the vendor's products are returned from every second invoice a few days later. */
export async function loadReturns(ctx: Context, { who, actor }: DemoVendor<Old>): Promise<void> {
  const numbers = INVOICES[who].map((_, place) => numberAt(who, place));
  await ctx.db.execute(sql`
    insert into purchase_returns (source, external_id, vendor_id, po_number, po_date, invoice_number, invoice_date, item_name,
      received_quantity, returned_quantity, remarks)
    select ${ctx.buyerSystem.source}, ${`RET-${who}-`} || invoices.number, ${actor.id}, invoices.po_number, invoices.po_date, invoices.number,
      invoices.invoice_date, product.name, 40 + 12 * place, 1 + place % 4 * 3, (${REASONS}::text[])[1 + place % 7]
    from (select *, row_number() over (order by invoice_date, id)::int as place from invoices where vendor_id = ${actor.id} and number = any(${numbers}::text[])) invoices
    join (select name, row_number() over (order by id)::int as place from products where vendor_id = ${actor.id}) product using (place)
    where place % 2 = 0 order by place`);
}
