import {
  type dispatchGoods,
  goodsCodes,
  type GoodsForm,
  messages,
  type OpenLine,
  type SentGoods,
} from '@aapurti/contract/dispatch-notes/dispatchGoods';
import { type Batch, batchProblem, quantityProblem, returnProblem } from '@aapurti/contract/dispatch-notes/dispatchRules';
import type { DispatchKind } from '@aapurti/contract/dispatch-notes/movements';
import { MOVEMENTS } from '@aapurti/contract/dispatch-notes/movements';
import { Decimal } from '@aapurti/contract/ground/numbers';
import type { ParamsOf } from '@aapurti/contract/ground/operation';
import { say } from '@aapurti/contract/ground/template';
import sql, { type Sql } from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { idOf } from '../database/list.ts';
import { ownRows } from '../access/owner.ts';
import { orderLineTable, quantitiesOf, type StoredOrderLine } from '../purchase-orders/lines.ts';
import { FaultyLines, invalidParts, type LineFault, notFound } from '../ground/refusal.ts';
import { tolerancesOn } from '../settings/tolerances.ts';
import { shelfDays, TAKEN } from './goods.ts';

const OWN = ['line', 'itemCode', 'itemName', 'ean', 'uom', 'caseQuantity', 'mrp', 'quantity', 'unitPrice', 'discount', 'total'] as const;
const RATES = ['cgstRate', 'sgstRate', 'igstRate', 'cessRate'] as const;

/** An order line that a note may dispatch. */
export interface OrderLine extends Record<string, unknown>, Pick<StoredOrderLine, (typeof OWN)[number] | (typeof RATES)[number]> {
  orderId: string;
  poNumber: string;
  status: string;
  deliveryLocation: string | null;
  buyer: string | null;
  placeOfSupply: string | null;
  ordered: string;
  received: string;
  /** The quantity on other notes that are ready or dispatched. */
  sent: string;
  /** The total of the quantities dispatched by other notes and received without a note. */
  before: string;
  /** The quantity that the vendor's settled confirmation rejects. */
  rejected: string;
  /** The quantity that may still be dispatched, without the tolerance. */
  open: string;
  /** The quantity that receipts rejected, and the part of it that other notes of the buyer return. */
  refused: string;
  sentBack: string;
  /** The line's value, or else the item's. */
  hsnCode: string | null;
  category: string | null;
  days: number | null;
}

/**
 * The order lines that a condition on `head` names, with the quantity that may still be dispatched. A dispatched quantity and its receipt
 * count once; a receipt that names no note counts in addition. An upload or an ERP cannot name a note, so its receipts may cover dispatched
 * goods but not undispatched ones.
 */
export const orderLines = (where: Sql, noteId: string | null) => sql`
  select line.*, greatest(ordered - rejected - line.before, 0) as open
  from (select line.*, ready + greatest(received, sent - ready + apart) as before from (${countedLines(where, noteId)}) line) line
  order by "orderId"::bigint, line`;

function countedLines(where: Sql, noteId: string | null): Sql {
  const { ordered, received, withheld, rejected: refused } = quantitiesOf('line');
  return sql`
  select head.id::text as "orderId", head.number as "poNumber", head.status, head.delivery_location as "deliveryLocation",
    head.buyer_registration_id::text as buyer, head.place_of_supply as "placeOfSupply",
    ${orderLineTable.selected('line', [...OWN, ...RATES])}, ${ordered} as ordered, ${received} as received, item.category_name as category,
    coalesce(line.hsn_code, item.hsn_code) as "hsnCode",
    ${shelfDays(sql`item.category_name`)} as days,
    coalesce(notes.sent, 0) as sent, coalesce(notes.ready, 0) as ready,
    coalesce((
      select sum(arrived.quantity) from receipt_lines arrived join receipts on receipts.id = arrived.receipt_id
      where arrived.order_id = head.id and arrived.line = line.line and not exists (
        select from dispatch_lines part
        where part.note_id = receipts.note_id and part.order_id = arrived.order_id and part.line = arrived.line)), 0) as apart,
    ${withheld} as rejected, ${refused} as refused,
    coalesce((
      select sum(part.quantity) from dispatch_lines part join dispatch_goods goods using (note_id)
      where part.order_id = head.id and part.line = line.line and goods.kind in ('return', 'return_memo') and goods.state in ${TAKEN}
        and part.note_id is distinct from ${noteId}::bigint), 0) as "sentBack"
  from purchase_orders head join purchase_order_lines line on line.order_id = head.id
  left join lateral (select category_name, hsn_code from items where code_key(item_code) = code_key(line.item_code) order by id limit 1) item on true
  left join lateral (
    select sum(greatest(note.quantity, arrived.quantity)) as sent, sum(note.quantity) filter (where note.state = 'ready') as ready
    from (
      select part.note_id, goods.state, sum(part.quantity) as quantity from dispatch_lines part join dispatch_goods goods using (note_id)
      where part.order_id = head.id and part.line = line.line and goods.delivers and goods.state in ${TAKEN}
        and part.note_id is distinct from ${noteId}::bigint group by part.note_id, goods.state) note
    left join lateral (
      select sum(part.quantity) as quantity from receipts join receipt_lines part on part.receipt_id = receipts.id
      where receipts.note_id = note.note_id and part.order_id = head.id and part.line = line.line) arrived on true) notes on true
  where ${where}`;
}

/** The lines of an order with their remaining quantities. @throws Refusal 404 if the order is not the caller's. */
export async function openLines(ctx: Context, actor: Actor, { id }: ParamsOf<typeof dispatchGoods.open>): Promise<OpenLine[]> {
  const own = sql`head.id = ${idOf(id)} and ${ownRows(sql`head.vendor_id`, actor)}`;
  const found = await ctx.db.rows<OrderLine>(orderLines(own, null));
  if (found.length === 0 && (await ctx.db.first(sql`select from purchase_orders head where ${own}`)) === undefined) throw notFound();
  return found.map(({ orderId, poNumber, line, itemCode, itemName, hsnCode, uom, days, ...each }) => {
    const [ordered, received, sent] = [each.ordered, each.received, each.sent].map(Number) as [number, number, number];
    const open = Number(each.open);
    const returnable = Decimal.max(new Decimal(each.refused).minus(each.sentBack), 0).toNumber();
    const openValue = ordered === 0 ? 0 : new Decimal(each.total).times(each.open).div(each.ordered).toDecimalPlaces(2).toNumber();
    const [caseQuantity, mrp] = [each.caseQuantity, each.mrp].map((value) => (value === null ? null : Number(value))) as [
      number | null,
      number | null,
    ];
    return {
      orderId,
      poNumber,
      line,
      itemCode,
      itemName,
      hsnCode,
      uom,
      ordered,
      received,
      sent,
      open,
      returnable,
      openValue,
      caseQuantity,
      mrp,
      shelfDays: days,
    };
  });
}

/**
 * The lines of the orders of a note, which the caller has locked, so that two simultaneous dispatches cannot both take the remaining
 * quantity.
 */
export function linesOfOrders(tx: Database, vendorId: string, noteId: string, orderIds: readonly string[]): Promise<OrderLine[]> {
  return tx.rows<OrderLine>(orderLines(sql`head.id = any(${orderIds.map(idOf)}::bigint[]) and head.vendor_id = ${vendorId}`, noteId));
}

export interface Sending extends Batch {
  orderId: string | null;
  line: number | null;
  quantity: Decimal;
}

/** The goods of an order that movements of this kind carry. */
const isReturn = (kind: DispatchKind) => MOVEMENTS[kind].goods === 'rejected';

/** Own goods have no order and state their own name; all other goods belong to an order. @returns the first error of each line. */
export function ownGoodsProblems(kind: DispatchKind, sent: readonly SentGoods[]): LineFault[] {
  const isOwn = MOVEMENTS[kind].goods === 'own';
  return sent.flatMap(({ orderId, line, itemName, hsnCode, taxable }, index): LineFault[] => {
    const no = index + 1;
    const fault = (field: string, text: string, code: string = goodsCodes.ownGoods) => [{ no, field, text, code }];
    if (!isOwn) return orderId === null || line === null ? fault('poNumber', messages.noOrder(no), goodsCodes.noOrder) : [];
    if (orderId !== null || line !== null) return fault('poNumber', messages.ofOrder(no), goodsCodes.ofOrder);
    if (itemName === null) return fault('itemName', messages.goodsName(no));
    if (hsnCode === null) return fault('hsnCode', messages.goodsHsn(no));
    return taxable === null ? fault('taxable', messages.goodsValue(no)) : [];
  });
}

/**
 * The problems of a note's lines, in line order. Own goods, which have no order, have none.
 * @param today the date whose tolerance applies.
 * @param arrival the expected date of arrival.
 */
export async function lineProblems(
  tx: Database,
  sent: readonly Sending[],
  known: readonly OrderLine[],
  { kind, today, arrival }: { kind: DispatchKind; today: string; arrival: string },
): Promise<LineFault[]> {
  const [usual] = await tolerancesOn(tx, today, null);
  const tolerance = new Decimal(usual?.quantity ?? 0);
  const byKey = new Map(known.map((line) => [`${line.orderId}/${line.line}`, line]));
  const first = sent.map((line) => byKey.get(`${line.orderId}/${line.line}`)).find((line) => line !== undefined);
  const sums = new Map<string, Decimal>();
  for (const { orderId, line, quantity } of sent) {
    const key = `${orderId}/${line}`;
    sums.set(key, (sums.get(key) ?? new Decimal(0)).plus(quantity));
  }
  const faults: LineFault[] = [];
  for (const [place, each] of sent.entries()) {
    if (each.orderId === null) continue;
    const no = place + 1;
    const key = `${each.orderId}/${each.line}`;
    const line = byKey.get(key);
    const fault = (field: string, code: string, text: string | null) =>
      text === null ? undefined : faults.push({ no, field, text, code });
    if (line === undefined) fault('line', goodsCodes.noOrder, messages.noLine(no, each.line ?? 0));
    else if (isReturn(kind)) {
      const here = sums.get(key);
      sums.delete(key);
      const [arrived, rejected, before] = [line.received, line.refused, line.sentBack].map((value) => new Decimal(value)) as [
        Decimal,
        Decimal,
        Decimal,
      ];
      fault('quantity', goodsCodes.aboveRejected, here === undefined ? null : returnProblem(no, here, { arrived, rejected, before }));
    } else if (line.status !== 'Open')
      fault(
        'poNumber',
        goodsCodes.notOpen,
        say('Line {no}: order {poNumber} is {status}.', { no, poNumber: line.poNumber, status: line.status.toLowerCase() }),
      );
    else if (first !== undefined && placeOf(line) !== placeOf(first))
      fault(
        'poNumber',
        goodsCodes.otherPlace,
        say('Line {no}: order {poNumber} has a different delivery location from order {poNumber3}. Create a separate dispatch note.', {
          no,
          poNumber: line.poNumber,
          poNumber3: first.poNumber,
        }),
      );
    else {
      const here = sums.get(key);
      // Several batches of a line are reported once.
      sums.delete(key);
      const [ordered, rejected, before] = [line.ordered, line.rejected, line.before].map((value) => new Decimal(value)) as [
        Decimal,
        Decimal,
        Decimal,
      ];
      const open = { ordered, rejected, before, tolerance };
      fault('quantity', goodsCodes.aboveOrder, here === undefined ? null : quantityProblem(no, here, open));
      fault('bestBefore', goodsCodes.batch, batchProblem(no, each, line, arrival));
    }
  }
  return faults;
}

/** A note has only one ship-to address. */
const placeOf = ({ deliveryLocation, buyer }: OrderLine) => JSON.stringify([(deliveryLocation ?? '').trim().toLowerCase(), buyer]);

export function refuse(problems: readonly string[], field: keyof GoodsForm): void {
  if (problems.length > 0) throw invalidParts(field, problems, goodsCodes.parts);
}

export function refuseLines(faults: readonly LineFault[]): void {
  if (faults.length > 0) throw new FaultyLines(faults);
}
