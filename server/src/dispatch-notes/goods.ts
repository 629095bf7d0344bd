import type { DispatchGoods } from '@aapurti/contract/dispatch-notes/dispatchGoods';
import { nextSscc } from '@aapurti/contract/dispatch-notes/dispatchRules';
import type { LoggedLoad } from '@aapurti/contract/dispatch-notes/loggedGoods';
import { remarksOnGoods } from '@aapurti/contract/dispatch-notes/noteRemarks';
import { say } from '@aapurti/contract/ground/template';
import sql, { type Sql } from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import type { Database } from '../database/database.ts';
import { findRow, idOf } from '../database/list.ts';
import { ownRows } from '../access/owner.ts';
import { lock, withIds } from '../purchase-orders/lock.ts';
import { uqcOf } from '../rates/units.ts';
import { notFound, stale } from '../ground/refusal.ts';
import { dispatchLineTable, loggedLine, packageLineTable } from './lines.ts';
import { noteTable } from './notes.ts';

const lines = sql`(
  select coalesce(json_agg(json_build_object(${dispatchLineTable.json('part')}, 'poNumber', purchase_orders.number,
    'siteId', purchase_orders.site_id::text,
    'UQC', ${uqcOf(sql`uom`)}) order by no), '[]')
  from dispatch_lines part left join purchase_orders on purchase_orders.id = order_id where note_id = dispatch_notes.id)`;

const packages = sql`(
  select coalesce(json_agg(json_build_object('no', no, 'kind', kind, 'parent', parent_no, 'sscc', sscc, 'grossKg', gross_kg, 'lines', (
      select coalesce(json_agg(json_build_object(${packageLineTable.json('part', ['no', 'quantity'])}) order by line_no), '[]')
      from dispatch_package_lines part where package_id = dispatch_packages.id)) order by no), '[]')
  from dispatch_packages where note_id = dispatch_notes.id)`;

const papers = sql`(
  select coalesce(json_agg(json_build_object('no', no, 'madeAt', made_at) order by no), '[]') from dispatch_papers
  where note_id = dispatch_notes.id)`;

const list = {
  select: sql`
    dispatch_notes.id::text as _id, dispatch_notes.vendor_id::text as "userID", dispatch_notes.number as "DCNumber", goods.state, dispatch_notes.issuer,
    coalesce(goods.kind, case dispatch_notes.issuer when 'buyer' then 'return' else 'invoice' end) as kind, goods.invoice_id::text as "invoiceId",
    (select number from invoices where id = goods.invoice_id) as "invoiceNumber", goods.expected_on as "expectedOn",
    goods.from_address as "fromAddress", goods.from_place as "fromPlace", goods.from_pin as "fromPin", goods.from_state as "fromState",
    goods.from_gstin as "fromGSTIN", goods.ship_to_name as "shipToName", goods.ship_to_address as "shipToAddress",
    goods.ship_to_place as "shipToPlace", goods.ship_to_pin as "shipToPin", goods.ship_to_state as "shipToState",
    goods.ship_to_gstin as "shipToGSTIN", goods.distance, goods.mode, goods.transporter_id as "transporterId",
    goods.transport_document as "transportDocument", goods.transport_document_on as "transportDocumentOn",
    coalesce(goods.vehicles, '[]') as vehicles, ${lines} as lines, ${packages} as packages,
    dispatch_notes.eway_bill_number as "eWayBillNumber", goods.eway_valid_until as "ewayValidUntil",
    coalesce(goods.part_b_changed, false) as "partBChanged", goods.eway_made_at as "ewayMadeAt",
    coalesce(goods.eway_cancelled, '{}') as "ewayCancelled", goods.left_at as "leftAt", goods.arrived_on as "arrivedOn",
    ${papers} as papers,
    goods.updated_at as "updatedAt",
    (select max(sscc) from dispatch_packages where vendor_id = dispatch_notes.vendor_id and sscc is not null) as "nextSscc",
    (select row_to_json(head) from (select ${noteTable.selected}) head) as note`,
  from: sql`dispatch_notes left join dispatch_goods goods on goods.note_id = dispatch_notes.id`,
};

/** The orders of the lines, each once. */
export const ordersOf = (all: readonly { orderId: string | null }[]) => [...new Set(all.flatMap(({ orderId }) => orderId ?? []))];

/** The goods of a note; `state` is null for a note without lines. @throws Refusal 404 if the note is not the caller's. */
export async function goodsOf(db: Database, actor: Actor, id: string): Promise<DispatchGoods> {
  const owned = ownRows(sql`dispatch_notes.vendor_id`, actor);
  type Row = Omit<DispatchGoods, 'remarks'> & { note: Parameters<typeof remarksOnGoods>[0] };
  const found = await findRow<Row>(db, list, sql`dispatch_notes.id = ${idOf(id)} and ${owned}`);
  if (found === undefined) throw notFound();
  const { note, ...goods } = found;
  return { ...goods, nextSscc: goods.nextSscc === null ? null : nextSscc(goods.nextSscc), remarks: remarksOnGoods(note, goods) };
}

/**
 * The goods of a note, read after locking the orders of its present and future lines, and then the note.
 * @param orderIds the orders of the submitted lines; the caller checks their owner.
 * @throws Refusal 409 if the note has got other orders meanwhile.
 */
export async function lockedGoods(tx: Database, actor: Actor, id: string, orderIds: readonly string[] = []): Promise<DispatchGoods> {
  const owned = ownRows(sql`vendor_id`, actor);
  const orders = await lock(
    tx,
    'purchase_orders',
    sql`(${withIds(orderIds.map(idOf))} or id in (select order_id from dispatch_lines where note_id = ${idOf(id)})) and ${owned}`,
  );
  await lock(tx, 'dispatch_notes', sql`id = ${idOf(id)} and ${owned}`);
  const goods = await goodsOf(tx, actor, id);
  if (goods.lines.some(({ orderId }) => orderId !== null && !orders.includes(orderId))) throw stale(goods);
  return goods;
}

/** Statuses in which the quantities of a note count, so that no other note can dispatch them. */
export const TAKEN = sql`('ready', 'left', 'arrived', 'closed')`;

/** The minimum days of an item's category, or else those for all other categories; null if no minimum is set. */
export const shelfDays = (category: Sql) => sql`(
  select days from shelf_lives where category is null or lower(category) = lower(${category}) order by category is null limit 1)`;

/** The goods for the audit log: one value for each line and package, and one for the vehicles. */
export function loggedGoods({
  lines: sent,
  packages: packed,
  vehicles,
  nextSscc: proposed,
  papers: printed,
  ewayCancelled,
  remarks,
  ...head
}: DispatchGoods): Record<string, unknown> {
  void proposed;
  void printed;
  void remarks;
  return {
    ...head,
    ewayCancelled: ewayCancelled.join(', '),
    vehicles:
      vehicles.length === 0
        ? null
        : vehicles.map(({ number, over, lines: share }): LoggedLoad => ({ kind: 'vehicle', number, over, share })),
    ...Object.fromEntries(sent.map((line) => [say('Line {no}', { no: line.no }), loggedLine(line)])),
    ...Object.fromEntries(
      packed.map(({ no, kind, sscc, lines: share }): [string, LoggedLoad] => [
        say('Package {number}', { number: no }),
        { kind, number: sscc, over: false, share },
      ]),
    ),
  };
}
