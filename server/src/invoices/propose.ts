import { indianDay } from '@aapurti/contract/ground/fields';
import { lineSums } from '@aapurti/contract/invoices/invoiceFigures';
import {
  type InvoiceProposal,
  type invoiceLines,
  type ProposedLine,
  LINE_TERMS,
  type LineTerm,
} from '@aapurti/contract/invoices/invoiceLines';
import { Decimal } from '@aapurti/contract/ground/numbers';
import type { QueryOf } from '@aapurti/contract/ground/operation';
import sql, { type Sql } from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { idOf } from '../database/list.ts';
import { ownedBy } from '../access/owner.ts';
import { notFound } from '../ground/refusal.ts';
import { quantitiesOf } from '../purchase-orders/lines.ts';
import { keyOf } from './facts.ts';
import { type OrderedLine, orderedLines, type ResolvedLine, resolveLines, shownLine, shownSums } from './lines.ts';

type Asked = QueryOf<typeof invoiceLines.propose>;

interface Part extends Record<string, unknown> {
  orderId: string;
  vendorId: string;
  /** Null for the whole order. */
  line: number | null;
  /** The most to invoice of the line; null for everything that is left. */
  quantity: string | null;
  /** The quantity in transit: dispatched with notes that nobody has received yet. */
  onTheWay: string;
  receiptId: string | null;
}

/**
 * The lines of a dispatch note: the accepted quantities of its receipt, or the dispatched ones before it is received. Other notes in transit
 * count too, less the quantities received without a note. If the settings allow only accepted quantities, nothing in transit counts.
 */
const linesOfNote = (noteId: string, own: Sql) => sql`
  with receipt as (select id from receipts where note_id = ${noteId} and cancelled_at is null),
  carried as (
    select order_id, vendor_id, line, sum(quantity) as quantity from dispatch_lines join dispatch_notes on dispatch_notes.id = note_id
    where note_id = ${noteId} and ${own} and order_id is not null
      and exists (select from dispatch_goods where note_id = dispatch_notes.id and delivers) group by order_id, vendor_id, line)
  select order_id::text as "orderId", vendor_id::text as "vendorId", line, null as "receiptId",
    case when exists (select from receipt) then (
      select coalesce(sum(arrived.quantity - arrived.rejected), 0) from receipt_lines arrived
      where arrived.receipt_id in (select id from receipt) and arrived.order_id = carried.order_id and arrived.line = carried.line
    ) else quantity end as quantity,
    case when exists (select from receipt) or (select invoice_only_accepted from portal_settings) then 0 else greatest(0, (
      select coalesce(sum(sent.quantity), 0) from dispatch_lines sent join dispatch_goods goods using (note_id)
      where sent.order_id = carried.order_id and sent.line = carried.line and goods.delivers and goods.state <> 'cancelled'
        and (goods.state <> 'draft' or note_id = ${noteId})
        and not exists (select from receipts known where known.note_id = sent.note_id and known.cancelled_at is null)
    ) - (
      select coalesce(sum(arrived.quantity), 0) from receipt_lines arrived left join receipts known on known.id = arrived.receipt_id
      where arrived.order_id = carried.order_id and arrived.line = carried.line and known.note_id is null
    )) end as "onTheWay"
  from carried`;

/** The parts to invoice: the whole order, or the lines of a receipt or a dispatch note. */
async function partsOf(db: Database, own: Sql, asked: Asked): Promise<Part[]> {
  if (asked.receiptNumber !== null) {
    const order = asked.orderId === null ? sql`true` : sql`order_id = ${idOf(asked.orderId)}`;
    return db.rows<Part>(sql`
      select order_id::text as "orderId", vendor_id::text as "vendorId", line, sum(quantity - rejected) as quantity, 0 as "onTheWay",
        case when count(*) = 1 then min(id)::text end as "receiptId"
      from receipt_lines where code_key(number) = code_key(${asked.receiptNumber}::text) and ${own} and ${order} group by order_id, vendor_id, line`);
  }
  const carried = asked.noteId === null ? [] : await db.rows<Part>(linesOfNote(idOf(asked.noteId), own));
  if (carried.length > 0) return carried;
  const chosen =
    asked.noteId === null
      ? sql`id = ${idOf(asked.orderId ?? '')}`
      : sql`(vendor_id, code_key(number)) in (select vendor_id, code_key(po_number) from dispatch_notes where id = ${idOf(asked.noteId)} and issuer = 'vendor'
          and not exists (select from dispatch_goods where note_id = dispatch_notes.id and not delivers))`;
  return db.rows<Part>(sql`
    select id::text as "orderId", vendor_id::text as "vendorId", null::int as line, null::numeric as quantity, 0 as "onTheWay",
      null as "receiptId"
    from purchase_orders where ${chosen} and ${own}`);
}

/**
 * Proposes the accepted lines of an order, a receipt or a dispatch note that are not invoiced yet, with the prices of the order and the taxes
 * of a day. The lines of a dispatch note count before its receipt, too.
 * @throws Refusal 404 if the caller has no such document.
 */
export async function proposeInvoice(ctx: Context, actor: Actor, asked: Asked): Promise<InvoiceProposal> {
  const own = ownedBy(sql`vendor_id`, actor, asked.userID) ?? sql`true`;
  const parts = await partsOf(ctx.db, own, asked);
  const [first] = parts;
  // Another vendor can have a receipt with the same number.
  if (first === undefined) throw notFound();
  const mine = parts.filter(({ vendorId }) => vendorId === first.vendorId);
  const owner = first.vendorId;
  const ordered = await orderedLines(ctx.db, owner, [...new Set(mine.map(({ orderId }) => orderId))]);
  const kept = await keptOf(
    ctx.db,
    ordered.map(({ orderId }) => orderId),
  );
  const open = ordered.flatMap((each) => {
    const part = mine.find(({ orderId, line }) => orderId === each.orderId && (line === null || line === each.line));
    if (part === undefined) return [];
    const from = new Decimal(kept.get(keyOf(each)) ?? 0);
    const left = new Decimal(each.billable).plus(part.onTheWay).minus(from);
    const quantity = part.quantity === null ? left : Decimal.min(part.quantity, left);
    return quantity.lte(0) ? [] : atOnePrice(each, from, quantity).map((one) => ({ each, ...one, receiptId: part.receiptId }));
  });
  const day = asked.day ?? indianDay(ctx.clock());
  const head = ordered[0];
  const lines = await resolveLines(
    ctx,
    ctx.db,
    open.map(({ each, quantity, unitPrice, discount, receiptId }) => ({
      ...BLANK,
      orderId: each.orderId,
      line: new Decimal(each.line),
      quantity,
      unitPrice,
      discount,
      receiptId,
    })),
    { owner, day, vendorGST: null, buyerGST: null, ...(head && { vendorGST: head.vendorGST, buyerGST: head.buyerGST }) },
  );
  const sums = lineSums(lines.map(({ figures }) => figures));
  return {
    userID: owner,
    PONumber: head?.poNumber ?? null,
    PODate: head?.orderedOn ?? null,
    vendorGST: head?.vendorGST ?? null,
    buyerGST: head?.buyerGST ?? null,
    lines: lines.map(proposedLine),
    sums: shownSums(sums),
  };
}

/** The invoiced quantities of the orders' lines less the goods that memos take back, as the goods to invoice count them. */
async function keptOf(db: Database, orderIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db.rows<{ orderId: string; line: number; kept: string }>(sql`
    select order_id::text as "orderId", line, ${quantitiesOf('line').kept} as kept
    from purchase_order_lines line where order_id = any(${[...new Set(orderIds)]}::bigint[])`);
  return new Map(rows.map((each) => [keyOf(each), each.kept]));
}

/** Splits the rest of an order line by price: pieces accepted before a price change keep their price. @param kept the pieces before it */
function atOnePrice(
  line: OrderedLine,
  kept: Decimal,
  quantity: Decimal,
): { quantity: Decimal; unitPrice: Decimal | null; discount: Decimal | null }[] {
  let from = kept;
  const end = from.plus(quantity);
  const parts = line.earlierPrices.flatMap(({ until, unitPrice, discount }) => {
    const part = Decimal.min(until, end).minus(from);
    if (part.lte(0)) return [];
    from = from.plus(part);
    const taken = part.times(discount).toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
    return [{ quantity: part, unitPrice: new Decimal(unitPrice), discount: taken }];
  });
  return end.gt(from) ? [...parts, { quantity: end.minus(from), unitPrice: null, discount: null }] : parts;
}

const BLANK = Object.fromEntries(LINE_TERMS.map((field) => [field, null])) as Record<LineTerm, null>;

function proposedLine(resolved: ResolvedLine, index: number): ProposedLine {
  const { ordered } = resolved;
  return { ...shownLine(resolved, index), accepted: Number(ordered?.accepted ?? 0), invoiced: Number(ordered?.invoiced ?? 0) };
}
