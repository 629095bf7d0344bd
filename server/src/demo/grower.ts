import { indianDay } from '@aapurti/contract/ground/fields';
import { selfInvoices } from '@aapurti/contract/invoices/selfInvoices';
import { receipts } from '@aapurti/contract/receipts/receipts';
import sql from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import { issueSelfInvoice } from '../invoices/reverse-charge/selfInvoices.ts';
import type { KnownOrder } from '../purchase-orders/store.ts';
import { enterReceipt } from '../receipts/receipts.ts';
import { placeOf } from './buyer.ts';
import { orderLineOf, orderOf } from './factories.ts';
import { DAY, type Step } from './steps.ts';

const NUMBER = 'PO/NSK/26-27/0106';
const ORDERED = 27;
/** The days ago and the kilograms of each delivery, oldest first. */
const DELIVERIES = [
  { number: 'GRN-0869', days: 18, quantity: 250 },
  { number: 'GRN-0879', days: 3, quantity: 150 },
] as const;

const dayOf = (ctx: Context, ago: number) => indianDay(new Date(ctx.clock().getTime() - ago * DAY));

/** The order of a grower without a GST registration: cashew nuts in shell, for which the buyer pays the tax. */
export function growersOrder(ctx: Context, ownerId: string): { days: number; order: KnownOrder } {
  const line = orderLineOf({
    externalId: '1',
    itemCode: 'RAW-014',
    itemName: 'Cashew nuts in shell',
    ean: null,
    hsnCode: '08013100',
    uom: 'KGS',
    quantity: '400',
    caseQuantity: null,
    unitPrice: '118',
    mrp: null,
    rate: '5',
    interState: true,
  });
  const order = orderOf(ctx, ownerId, NUMBER, {
    orderedOn: dayOf(ctx, ORDERED),
    deliverBy: dayOf(ctx, 2),
    acknowledgedOn: dayOf(ctx, ORDERED - 1),
    deliveryLocation: placeOf('foods'),
    lines: [line],
  });
  return { days: ORDERED, order };
}

/** Both deliveries arrive; the first has its self-invoice, and that of the second is due. */
export function growerSteps(ctx: Context, buyer: Actor): Step[] {
  const orderId = async () => (await ctx.db.one<{ id: string }>(sql`select id::text from purchase_orders where number = ${NUMBER}`)).id;
  const [first] = DELIVERIES;
  return [
    ...DELIVERIES.map(({ number, days, quantity }) => ({
      days,
      run: async (at: Context) => {
        const lines = [{ orderId: await orderId(), line: 1, quantity }];
        await enterReceipt(at, buyer, receipts.create.body.parse({ receiptNumber: number, receivedOn: dayOf(ctx, days), lines }));
      },
    })),
    {
      days: first.days - 1,
      run: async (at: Context) => {
        const body = { orderId: await orderId(), receiptNumber: first.number };
        await issueSelfInvoice(at, buyer, selfInvoices.create.body.parse(body));
      },
    },
  ];
}
