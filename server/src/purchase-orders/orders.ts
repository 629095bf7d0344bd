import { indianDay, showDate } from '@aapurti/contract/ground/fields';
import { type BodyOf, PAGE_SIZE_MAX, type QueryOf } from '@aapurti/contract/ground/operation';
import {
  acknowledgeCodes,
  messages,
  type orders,
  orderSearchCodes,
  type PurchaseOrder,
  type STAGES,
} from '@aapurti/contract/purchase-orders/orders';
import sql, { type Sql } from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import { recordChange } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { containsCode, type ListResult, listRows, type ListSpec, pageOf, type PageQuery, readTotals } from '../database/list.ts';
import { acceptRest } from './answerTerms.ts';
import { hasLineLeft, ordersToInvoice, quantitiesOf, taxRateOf, waitsForBuyer } from './lines.ts';
import { compareAgain, held } from './lock.ts';
import { coded, refuseStale } from '../ground/refusal.ts';
import { ownedBy, vendorAsked, ownRow } from '../access/owner.ts';
import { atSite } from '../access/ownSites.ts';
import { uqcOf } from '../rates/units.ts';
import { partiesSelected } from '../registrations/parties.ts';

const aLine = sql`line`;

const uqc = uqcOf(sql`line.uom`);

const packed = sql`(
  select coalesce(json_agg(json_build_object('quantity', part.quantity, 'cartons', part.cartons, 'batch', part.batch, 'bestBefore', part.best_before,
    'netContent', part.net_content, 'countryOfOrigin', part.country_of_origin) order by part.note_id, part.no), '[]')
  from dispatch_lines part join dispatch_goods goods using (note_id)
  where part.order_id = line.order_id and part.line = line.line and goods.delivers and goods.state in ('ready', 'left', 'arrived', 'closed'))`;

/** A line in the form of `listOfItems`. */
const lineColumns = sql`
  line.item_code as "itemCode", line.item_name as "itemName", line.ean as "EANCode", line.second_ean as "secondaryBarcode",
  line.sku_code as "SKUCode", line.hsn_code as "hsnCode", line.uom, ${uqc} as "UQC", line.quantity as "itemQuantityInCart",
  line.received_quantity as "receivedQuantity", line.acceptance, line.confirmed_quantity as "confirmedQuantity",
  greatest(0, line.quantity - ${quantitiesOf('line').withheld}) as "agreedQuantity", ${packed} as packed, line.case_quantity as "caseQuantity", line.mrp as "itemSellingPrice",
  line.unit_price as "itemPrice",
  case when line.earlier_prices = '[]' then '[]' else (
    select json_agg(json_build_object('until', (tier ->> 'until')::numeric, 'unitPrice', (tier ->> 'unitPrice')::numeric))
    from jsonb_array_elements(line.earlier_prices) tier) end as "earlierPrices", line.total as "totalCost",
  case when line.igst_rate > 0 then 'IGST' else 'GST' end || ${taxRateOf(aLine)} as "GSTCode", ${taxRateOf(aLine)} as "GSTInPer",
  line.discount_rate as "discInPer", line.discount as "discAMt", line.cgst_rate as "CGSTInPer",
  line.cgst + line.sgst + line.igst + line.cess as "taxAMT",
  json_build_object('taxableAmount', line.taxable, 'taxAmount', line.cgst + line.sgst + line.igst, 'cgstTaxAmt', line.cgst,
    'sgstTaxAmt', line.sgst, 'igstTaxAmt', line.igst, 'gstCess', line.cess_rate, 'gstCessAmount', line.cess,
    'tax', json_build_object('sgstPercent', line.sgst_rate, 'igstPercent', line.igst_rate)) as "salesOrderTaxModel"`;

const aFirst = sql`first`;

/** The first-line columns that the header of an order repeats; an order may have no lines. */
const firstColumns = sql`
  first.ean as "EANCode", first.hsn_code as "HSNCode", first.item_name as "ItemName", first.ean as "PrimaryBarCode",
  first.sku_code as "SKUCode", coalesce(first.quantity, 0) as "purchaseQty", first.case_quantity as "caseQuantity", first.mrp as "MRP",
  round((first.mrp - first.unit_price) * 100 / nullif(first.mrp, 0), 2) as "BuyerMarginPer",
  round(first.mrp - first.unit_price, 2) as "buyerMarginAmt", coalesce(first.unit_price, 0) as "billingPrice",
  ${taxRateOf(aFirst)} as "taxRate", coalesce(first.sgst, 0) as "SGSTAmt", coalesce(first.cgst, 0) as "CGSTAmt",
  coalesce(first.igst, 0) as "IGSTAmt", coalesce(first.total, 0) as "totalPrice", first.second_ean as "secondaryBarcode"`;

/** The columns of an order without its lines, with its states; they require the joins `arrivals` and `settled`. */
const headColumns = sql`
  vendors.legal_name as "vendorName", purchase_orders.number as "poNumber", purchase_orders.ordered_on as "poDate",
  purchase_orders.deliver_by as "deliverBy", purchase_orders.payment_terms as "paymentTerms", purchase_orders.line_count as "totalPurchaseItems", purchase_orders.value,
  case when purchase_orders.status = 'Open' and purchase_orders.acknowledged_on is not null then 'Acknowledged'
    else purchase_orders.status end as status,
  case when settled.amount >= purchase_orders.value then 'Paid' when settled.amount > 0 then 'Partial' else 'Unpaid' end as "paymentStatus",
  case when arrivals.complete then 'Delivered' when arrivals.some then 'Partial' else 'Pending' end as "deliveryStatus"`;

/** The party that has to decide about a line; null if neither has, or the order is closed. */
const awaited = sql`(
  select case when bool_or(state = 'proposed') then 'buyer' when bool_or(state in ('countered', 'declined')) then 'vendor' end
  from order_answers where order_id = purchase_orders.id and is_current and purchase_orders.status = 'Open')`;

const settled = sql`
  cross join lateral (
    select greatest(purchase_orders.paid, coalesce(sum(invoices.paid), 0)) as amount
    from invoices where invoices.vendor_id = purchase_orders.vendor_id and code_key(invoices.po_number) = code_key(purchase_orders.number)) settled`;

const arrived = sql`
  coalesce(bool_and(line.received_quantity >= line.quantity), false) as complete, coalesce(bool_or(line.received_quantity > 0), false) as some`;

const vendor = sql`join vendors on vendors.id = purchase_orders.vendor_id`;

export const orderList = {
  select: sql`
    purchase_orders.id::text as _id, purchase_orders.vendor_id::text as "userID", ${headColumns},
    purchase_orders.acknowledged_on as "acknowledgedOn", purchase_orders.acknowledgement_reference as "acknowledgementReference",
    purchase_orders.closed_reason as "closedReason",
    case when purchase_orders.acknowledged_on is null then (
      select json_build_object('acknowledgedOn', acknowledged_on, 'reference', reference, 'withdrawnAt', withdrawn_at, 'terms', terms)
      from withdrawn_acknowledgements where order_id = purchase_orders.id order by withdrawn_at desc limit 1) end as withdrawn,
    ${awaited} as awaits, ${firstColumns}, '/api/purChaseOrder/packingLabel/' || purchase_orders.id as "packingLabel",
    purchase_orders.document_url as "documentUpload", purchase_orders.delivery_location as "deliveryLocation",
    purchase_orders.site_id::text as "siteId", (select name from buyer_sites where id = purchase_orders.site_id) as site,
    purchase_orders.vendor_address as "vendorAddress", ${partiesSelected('purchase_orders')},
    purchase_orders.place_of_supply as "placeOfSupply", arrivals.items as "listOfItems",
    purchase_orders.source = 'embedded' as "keptHere", purchase_orders.updated_at as "updatedAt"`,
  from: sql`purchase_orders`,
  join: sql`
    ${vendor} ${settled}
    left join purchase_order_lines first on first.order_id = purchase_orders.id and first.line = 1
    cross join lateral (
      select ${arrived}, coalesce(json_agg((select row_to_json(item) from (select ${lineColumns}) item) order by line.line), '[]') as items
      from purchase_order_lines line where line.order_id = purchase_orders.id) arrivals`,
  key: sql`purchase_orders.id`,
  sorts: {
    poNumber: sql`lower(purchase_orders.number)`,
    poDate: sql`purchase_orders.ordered_on`,
    totalPurchaseItems: sql`purchase_orders.line_count`,
    value: sql`purchase_orders.value`,
    updatedAt: sql`purchase_orders.updated_at`,
  },
};

interface Asked extends PageQuery {
  userID: string | null;
  /** Part of the number. */
  code?: string | null;
  /** The whole number. */
  poNumber?: string | undefined;
  awaits?: 'buyer' | 'vendor' | undefined;
  stage?: (typeof STAGES)[number] | undefined;
  site?: string | undefined;
}

/** The most lines in a response without a page: each is about 600 bytes, and an order may have thousands. */
const LINES_MAX = 10_000;

/**
 * A page of orders with all their lines: the vendor's own, or those of the vendor that an administrator chooses. Without a page, it is the
 * first orders with at most LINES_MAX lines in total, and at least one.
 */
export async function listOrders(ctx: Context, actor: Actor, asked: Asked): Promise<ListResult> {
  const spec = listOf(ctx, actor, asked);
  const { page } = spec;
  const limit = page.number === null ? await ordersWithin(ctx.db, spec, LINES_MAX) : page.limit;
  return listRows(ctx.db, { ...spec, page: { ...page, limit } });
}

/** The number of leading orders with at most this many lines in total: at least one, and whole pages, so that further pages can follow. */
async function ordersWithin(db: Database, spec: ListSpec, most: number): Promise<number> {
  const { body } = await listRows(db, { ...spec, select: sql`purchase_orders.line_count as lines`, join: sql`` });
  let lines = 0;
  const counts = JSON.parse(body.text) as { lines: number }[];
  const beyond = counts.findIndex((order) => (lines += order.lines) > most);
  if (beyond === -1) return spec.page.limit;
  return beyond < PAGE_SIZE_MAX ? Math.max(1, beyond) : beyond - (beyond % PAGE_SIZE_MAX);
}

const { received } = quantitiesOf('line');
const isOpen = sql`purchase_orders.status = 'Open'`;
const isExpected = sql`${isOpen} and ${hasLineLeft(sql`purchase_orders.id`, received)}`;

/** @param today the date in India @param vendorId the vendor whose orders are listed, if it is one */
const STAGE: Readonly<Record<(typeof STAGES)[number], (today: string, vendorId: string | null) => Sql>> = {
  unconfirmed: () => sql`${isOpen} and purchase_orders.acknowledged_on is null`,
  toConfirm: () =>
    sql`${isOpen} and (purchase_orders.acknowledged_on is null and not ${waitsForBuyer(sql`purchase_orders.id`)} or ${awaited} = 'vendor')`,
  dueThisWeek: (today) => sql`purchase_orders.deliver_by between ${today}::date and ${today}::date + 6 and ${isExpected}`,
  toInvoice: (_, vendorId) => sql`purchase_orders.id in (select id from ${ordersToInvoice(vendorId)} left_to_invoice)`,
  late: (today) => sql`purchase_orders.deliver_by < ${today}::date and ${isExpected}`,
};

/** The number of orders that match a search, and their value. */
export function totalOrders(ctx: Context, actor: Actor, asked: QueryOf<typeof orders.totals>) {
  return readTotals(ctx.db, listOf(ctx, actor, asked), orderSums);
}

export const orderSums = { value: sql`purchase_orders.value` };

export function listOf(ctx: Pick<Context, 'clock'>, actor: Actor, { code, poNumber, awaits, stage, site, ...asked }: Asked): ListSpec {
  const page = pageOf(asked);
  if (stage === 'toInvoice' && actor.isAdmin && asked.userID === null) {
    throw coded(422, messages.toInvoiceOf, { field: 'userID', code: orderSearchCodes.noVendor });
  }
  const searched = code !== null && code !== undefined && asked.sortBy === undefined && asked.sortOrder === undefined;
  return {
    scope: [ownedBy(sql`purchase_orders.vendor_id`, actor, asked.userID)],
    where: [
      containsCode(sql`purchase_orders.number`, code ?? undefined),
      awaits === undefined ? null : sql`${awaited} = ${awaits}`,
      stage === undefined ? null : STAGE[stage](indianDay(ctx.clock()), vendorAsked(actor, asked.userID)),
      atSite(sql`purchase_orders.site_id`, actor, site),
      poNumber === undefined || poNumber === '' ? null : sql`code_key(purchase_orders.number) = code_key(${poNumber}::text)`,
    ],
    page: searched ? { ...page, sortBy: 'exact', descending: true } : page,
    ...orderList,
    ...(searched ? { sorts: { exact: sql`(code_key(purchase_orders.number) = code_key(${code}::text))` } } : {}),
  };
}

/** The columns of the screen, without the lines. */
export function exportList(ctx: Pick<Context, 'clock'>, actor: Actor, asked: QueryOf<typeof orders.export>): ListSpec {
  return {
    ...listOf(ctx, actor, asked),
    select: headColumns,
    join: sql`${vendor} ${settled}
      cross join lateral (select ${arrived} from purchase_order_lines line where line.order_id = purchase_orders.id) arrivals`,
  };
}

/**
 * Marks an open order as seen by its vendor. The background job then informs the buyer's system.
 * @throws Refusal 409 if it is not open, is already acknowledged, or was amended since `updatedAt`; 404 if it is not the caller's.
 */
export async function acknowledgeOrder(
  ctx: Context,
  actor: Actor,
  id: string,
  { reference, updatedAt }: BodyOf<typeof orders.acknowledge>,
): Promise<PurchaseOrder> {
  return ctx.db.transaction(async (tx) => {
    const before = await ownOrder(tx, actor, id, held('purchase_orders'));
    if (before.status === 'Acknowledged')
      throw coded(409, messages.acknowledgedAlready(before.poNumber, showDate(before.acknowledgedOn ?? '')), {
        code: acknowledgeCodes.already,
      });
    if (before.status !== 'Open') throw coded(409, messages.notOpen(before.poNumber, before.status), { code: acknowledgeCodes.notOpen });
    refuseStale(before, updatedAt);
    await acceptRest(tx, actor, before);
    await tx.execute(sql`
      update purchase_orders set acknowledged_on = ${indianDay(ctx.clock())}, acknowledgement_reference = ${reference},
        updated_at = clock_timestamp()
      where id = ${before._id}`);
    await compareAgain(tx, { orders: [before._id] });
    const after = await ownOrder(tx, actor, id);
    const entry = { actor, ownerId: after.userID, action: 'order.acknowledge', entity: 'purchaseOrder', entityId: after._id } as const;
    await recordChange(tx, entry, { ...before, withdrawn: null }, { ...after, withdrawn: null });
    return after;
  });
}

/** One order with all its lines. @throws Refusal 404 if it is not the caller's. */
export function ownOrder(db: Database, actor: Actor, id: string, lock: Sql = sql``): Promise<PurchaseOrder> {
  return ownRow(db, actor, id, orderList, lock);
}
