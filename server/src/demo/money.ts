import { indianDay, showDate } from '@aapurti/contract/ground/fields';
import { taxOn } from '@aapurti/contract/ground/gst';
import { Decimal } from '@aapurti/contract/ground/numbers';
import sql from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import { makeInvoice, makePayment } from './factories.ts';

/** The days since its date, its value without tax, and its payments: how many days ago, how, and the part of the value. */
type DemoInvoice = readonly [days: number, amount: string, ...payments: readonly (readonly [days: number, mode: string, part: number])[]];

/** Oldest first: some paid in full, some in part, some late, one a vendor so old that it needs a call. */
const INVOICES: Record<'mill' | 'foods', readonly DemoInvoice[]> = {
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
    [9, '98760.00', [2, 'online', 1]],
    [5, '134499.00'],
    [1, '112250.00'],
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
    [12, '41050.00'],
    [6, '58660.00'],
    [2, '36990.00'],
  ],
};

const FIRST_NUMBER = { mill: 2601, foods: 8101 } as const;
const FIRST_ORDER = 450_001;

export interface DemoVendor {
  who: keyof typeof INVOICES;
  actor: Actor;
  /** GST in percent of what it sells most, and whether the buyer is in another state. */
  rate: string;
  interState: boolean;
}

/** Invoices and payments of both vendors in the order of their days, and what the buyer sent back. */
export async function loadMoney(ctx: Context, vendors: readonly DemoVendor[]): Promise<void> {
  const today = ctx.clock();
  const daysAgo = (days: number) => new Date(today.getTime() - days * 86_400_000);
  const events = vendors.flatMap((vendor) =>
    INVOICES[vendor.who].flatMap(([days, amount, ...paid], index) => {
      const number = String(FIRST_NUMBER[vendor.who] + index);
      const tax = taxOn(new Decimal(amount), vendor.rate, vendor.interState);
      const value = new Decimal(amount).plus(tax.CGSTValue).plus(tax.SGSTValue).plus(tax.IGSTValue);
      const order = { PONumber: String(FIRST_ORDER + index), PODate: indianDay(daysAgo(days + 7)) };
      const add = (at: Context) => makeInvoice(at, vendor.actor, number, { ...order, invoiceValue: value, ...tax });
      const payments = paid.map(([ago, paymentMode, part]) => ({
        days: ago,
        run: (at: Context) =>
          makePayment(at, vendor.actor, number, {
            amount: value.times(part).toDecimalPlaces(2),
            paymentMode,
            Remarks: paymentMode === 'cheque' ? `Cheque ${String(100_000 + days * 7)}` : `NEFT of ${showDate(indianDay(daysAgo(ago)))}`,
          }),
      }));
      return [{ days, run: add }, ...payments];
    }),
  );
  // The events run by day, so that the newest ids have the newest dates.
  for (const { days, run } of events.sort((one, other) => other.days - one.days)) await run({ ...ctx, clock: () => daysAgo(days) });
  await ctx.db.execute(sql`update invoices set created_at = created_at - (${indianDay(today)}::date - invoice_date) * interval '1 day'`);
  await ctx.db.execute(sql`update payments set created_at = created_at - (${indianDay(today)}::date - paid_on) * interval '1 day'`);
  for (const vendor of vendors) await loadReturns(ctx, vendor);
}

const REASONS = ['Torn bags', 'Short shelf life', 'Weight below the label', null, 'Damaged in transit', 'Wrong pack size', 'Leaking packs'];

/** Some packs of one of the vendor's products came back from every second invoice a few days later. */
async function loadReturns(ctx: Context, { who, actor }: DemoVendor): Promise<void> {
  await ctx.db.execute(sql`
    insert into purchase_returns (source, external_id, vendor_id, po_number, po_date, invoice_number, invoice_date, item_name,
      received_quantity, returned_quantity, remarks)
    select ${ctx.buyerSystem.source}, ${`RET-${who}-`} || invoices.number, ${actor.id}, invoices.po_number, invoices.po_date, invoices.number,
      invoices.invoice_date, product.name, 40 + 12 * place, 1 + place % 4 * 3, (${REASONS}::text[])[1 + place % 7]
    from (select *, row_number() over (order by id)::int as place from invoices where vendor_id = ${actor.id}) invoices
    join (select name, row_number() over (order by id)::int as place from products where vendor_id = ${actor.id}) product using (place)
    where place % 2 = 0 order by place`);
}
