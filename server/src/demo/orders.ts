import { indianDay } from '@aapurti/contract/ground/fields';
import { eanCheckDigit } from '@aapurti/contract/ground/india';
import { Decimal } from '@aapurti/contract/ground/numbers';
import sql from 'sql-template-tag';

import type { PulledLine } from '../erp/records.ts';
import type { Context } from '../context.ts';
import { sendAnswers } from '../purchase-orders/answers.ts';
import { type KnownOrder, storeOrders } from '../purchase-orders/store.ts';
import { placeOf } from './buyer.ts';
import { orderLineOf, orderOf } from './factories.ts';
import { ordersBilled } from './money.ts';
import { DAY, type Story } from './steps.ts';
import { type DemoVendor, isOld, orderAt, people, type Who } from './vendors.ts';
import { ordersTraded } from './trades.ts';

/** Orders for invoices in the portal, a week before each. The older ones are complete, the newer ones in transit. */
function invoiced(invoices: readonly { number: string; days: number }[]): Story[] {
  return invoices.map(({ number, days }, index) => {
    const left = invoices.length - index;
    const story = { number, days, lines: 1 + ((index * 4) % 9), reference: index % 3 === 1 ? `SO-${2600 + index}` : null };
    if (left > 5) return { ...story, status: 'Closed', arrived: 'all' };
    return { ...story, status: 'Open', arrived: left > 2 ? 'all' : 'some' };
  });
}

/** The order of `account.ts`, with an advance, short supply and a dispute. */
export const ACCOUNT_ORDER = 'PO/2026-27/0107';
/** The order of `chain.ts`, with one delivery in transit and one draft dispatch note. */
export const CHAIN_ORDER = 'PO/2026-27/0115';
export const SENT_ORDER = 'PO/2026-27/0121';
export const DRAFT_ORDER = 'PO/2026-27/0125';

/** Orders without an invoice. */
const OTHERS: readonly Story[] = [
  { number: 'PO/2026-27/0098', days: 61, lines: 2, status: 'Cancelled', arrived: 'none' },
  { number: 'PO/2026-27/0103', days: 35, lines: 6, status: 'Closed', arrived: 'some', reference: null, paid: 1 },
  { number: 'PO/2026-27/0111', days: 13, lines: 15, status: 'Open', arrived: 'some', reference: 'Lorry of Thursday', paid: 0.3 },
  { number: CHAIN_ORDER, days: 12, lines: 4, status: 'Open', arrived: 'none', quantities: [100, 60, 48, 30] },
  { number: 'PO 2026 117', days: 8, lines: 3, status: 'Open', arrived: 'none', reference: null },
  { number: 'PO/2026-27/0118', days: 5, lines: 4, status: 'Cancelled', arrived: 'none' },
  { number: SENT_ORDER, days: 4, lines: 8, status: 'Open', arrived: 'none', reference: 'SO-2719' },
  { number: 'PO/2026-27/0124', days: 2, lines: 12, status: 'Open', arrived: 'none' },
  { number: DRAFT_ORDER, days: 1, lines: 1, status: 'Open', arrived: 'none' },
  { number: 'PO/2026-27/0127', days: 0, lines: 5, status: 'Open', arrived: 'none' },
  { number: ACCOUNT_ORDER, days: 24, lines: 3, status: 'Open', arrived: 'none', reference: null, quantities: [240, 120, 160] },
];

interface Goods {
  itemCode: string;
  itemName: string;
  ean: string;
  hsnCode: string | null;
  skuCode: string | null;
  uom: string | null;
  mrp: string;
  unitPrice: string;
}

/** The value in rupees of an order without an invoice. */
const USUAL = 42_500;

/** Purchase orders of all vendors in date order, in every status, for the vendors' own products. */
export async function loadOrders(
  ctx: Context,
  vendors: readonly DemoVendor[],
  others: readonly { days: number; order: KnownOrder }[],
): Promise<void> {
  const made = [...others];
  for (const vendor of vendors) {
    const goods = await goodsOf(ctx, vendor);
    const bills = isOld(vendor) ? ordersBilled(vendor.who) : [];
    const stories = isOld(vendor) ? [...invoiced(bills), ...OTHERS] : ordersTraded(vendor);
    for (const [place, story] of stories.entries()) {
      const lines = linesOf(vendor, goods, story, place, bills[place]?.taxable ?? USUAL + 8000 * (place % 7));
      made.push({ days: story.days, order: orderFrom(ctx, vendor, story, lines) });
    }
  }
  const inTime = made.sort((one, other) => other.days - one.days).map(({ order }, index) => ({ ...order, externalId: idAt(index) }));
  await ctx.db.transaction((tx) => storeOrders(tx, ctx.buyerSystem.source, inTime));
  await ctx.db.execute(sql`update purchase_orders set created_at = ordered_on + time '11:00', updated_at = ordered_on + time '11:00'`);
}

/** The newest order with many lines is confirmed in part: some lines accepted, some changed within tolerance, some proposed otherwise. */
export async function answerSome(ctx: Context, { who, actor }: DemoVendor): Promise<void> {
  const lines = await ctx.db.rows<{ id: string; line: number; quantity: string; price: string; day: string }>(sql`
    select orders.id::text, line, quantity, unit_price as price, orders.deliver_by as day
    from purchase_order_lines join purchase_orders orders on orders.id = order_id
    where orders.vendor_id = ${actor.id} and orders.number = ${orderAt(who, 'PO/2026-27/0124')} order by line`);
  const [first, second, third, fourth] = lines;
  if (first === undefined || second === undefined || third === undefined || fourth === undefined) return;
  const later = indianDay(new Date(ctx.clock().getTime() + 15 * DAY));
  const half = new Decimal(third.quantity).div(2);
  const line = { promises: [], rejectedQuantity: null, price: null, substituteEAN: null, reason: null, remark: null };
  await sendAnswers(ctx, actor, first.id, {
    lines: [
      { ...line, line: first.line, decision: 'accept' },
      {
        ...line,
        line: second.line,
        decision: 'change',
        promises: [{ quantity: new Decimal(second.quantity), date: second.day }],
        price: new Decimal(second.price).plus(2),
        reason: 'price',
        remark: 'The mill price rose on Monday',
      },
      {
        ...line,
        line: third.line,
        decision: 'change',
        promises: [
          { quantity: half, date: third.day },
          { quantity: half, date: later },
        ],
        reason: 'late',
      },
      { ...line, line: fourth.line, decision: 'reject', reason: 'discontinued' },
    ],
    updatedAt: undefined,
  });
}

/** Padded, because orders are stored in the order of their ids. */
function idAt(place: number): string {
  return `DEMO-${String(place + 1).padStart(4, '0')}`;
}

function orderFrom(ctx: Context, vendor: DemoVendor, story: Story, lines: PulledLine[]): KnownOrder {
  const day = (ago: number) => indianDay(new Date(ctx.clock().getTime() - ago * DAY));
  const value = lines.reduce((sum, line) => sum.plus(line.total), new Decimal(0));
  const seen = story.reference !== undefined;
  return orderOf(ctx, vendor.actor.id, orderAt(vendor.who, story.number), {
    orderedOn: day(story.days),
    deliverBy: day(story.days - 10),
    status: story.status,
    acknowledgedOn: seen ? day(Math.max(0, story.days - 1)) : null,
    acknowledgementReference: story.reference ?? null,
    paid: value.times(story.paid ?? 0).toFixed(2),
    deliveryLocation: placeOf(vendor.who),
    vendorAddress: addressOf(vendor.who),
    lines,
  });
}

function addressOf(who: Who): string {
  const { vendor_name: name, address_Line1: line, city, postal_Code: pin } = people[who];
  return `${name}, ${line}, ${city} ${pin}`;
}

/**
 * Cases of the vendor's goods worth about this many rupees without tax, and never more, so that the payments of the invoice cover the
 * order.
 */
function linesOf({ rate, interState }: DemoVendor, goods: readonly Goods[], story: Story, place: number, rupees: number): PulledLine[] {
  return Array.from({ length: story.lines }, (_, index) => {
    const item = goods[(place * 3 + index) % goods.length];
    if (item === undefined) throw new Error('the demo’s vendors have products');
    const pieces = [12, 24, 10, 6, 20][(place + index) % 5] ?? 12;
    const cases = Math.max(1, Math.floor(rupees / story.lines / (Number(item.unitPrice) * pieces)));
    const quantity = String(story.quantities?.[index] ?? cases * pieces);
    const isHere = story.arrived === 'all' || (story.arrived === 'some' && index < story.lines / 2);
    return orderLineOf({
      ...item,
      externalId: String(index + 1),
      // A carton's code: the code of its pieces after the packing level.
      secondEan: index % 3 === 0 ? cartonCode(item.ean) : null,
      quantity,
      caseQuantity: index % 7 === 5 ? null : String(pieces),
      // The last line of the received half is one case short.
      receivedQuantity: isHere ? String(story.arrived === 'some' && index > 0 ? (cases - 1) * pieces : cases * pieces) : '0',
      rate: index === 6 ? null : index % 5 === 4 ? '18' : rate,
      interState,
    });
  });
}

function cartonCode(ean: string): string | null {
  const body = `1${ean.slice(0, 12)}`;
  return ean.length === 13 ? body + eanCheckDigit(body) : null;
}

/** The vendor's products as the buyer orders them; among the older vendors' products is one with a Hindi name. */
async function goodsOf(ctx: Context, vendor: DemoVendor): Promise<Goods[]> {
  const hindi = await ctx.db.rows<Goods>(sql`
    select item_code as "itemCode", item_name as "itemName", ean, hsn_code as "hsnCode", sku_code as "skuCode", uom_code as uom, mrp,
      round(mrp * 0.8, 2) as "unitPrice"
    from items where item_name like 'आम%' and mrp is not null order by id limit 1`);
  const own = await ctx.db.rows<Goods>(sql`
    select items.item_code as "itemCode", products.name as "itemName", products.ean, products.hsn_code as "hsnCode",
      products.sku_code as "skuCode", products.uom, products.mrp, products.transfer_price as "unitPrice"
    from products join items on items.id = products.item_id where products.vendor_id = ${vendor.actor.id} order by products.id`);
  return isOld(vendor) ? [...own.slice(0, 3), ...hindi, ...own.slice(3)] : own;
}
