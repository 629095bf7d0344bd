import { messages as goodsMessages } from '@aapurti/contract/dispatch-notes/dispatchGoods';
import { indianDay, showDate, showNumber } from '@aapurti/contract/ground/fields';
import type { BodyOf } from '@aapurti/contract/ground/operation';
import {
  beyondOrder,
  differenceWords,
  messages,
  type OfOrder,
  receivedDayProblem,
  receivedProblem,
  type Receipt,
  type receipts,
  receiptCodes,
} from '@aapurti/contract/receipts/receipts';
import { rejectionWords } from '@aapurti/contract/receipts/rejectionWords';
import { say } from '@aapurti/contract/ground/template';
import sql from 'sql-template-tag';

import { textsOf } from '../ground/texts.ts';
import type { Actor } from '../ground/actor.ts';
import { recordAudit } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import { insertLines } from '../database/columns.ts';
import type { Database } from '../database/database.ts';
import { idOf } from '../database/list.ts';
import { EMBEDDED, RECEIVED } from '../erp/embedded.ts';
import { ownedBy } from '../access/owner.ts';
import { refuseOtherSites, sitesFor } from '../access/ownSites.ts';
import { held, lock, withIds } from '../purchase-orders/lock.ts';
import { beyondMost } from '../purchase-orders/overDelivery.ts';
import { countReceipts, differencesOf } from '../purchase-orders/received.ts';
import { keepPaper } from '../dispatch-notes/keptPapers.ts';
import { coded, conflict, notFound, Refusal, refuseStale, together } from '../ground/refusal.ts';
import { tell } from '../mail/queue.ts';
import { LINES_MOST } from '../mail/rejectedGoods.ts';
import { receiptLineTable } from './lines.ts';
import { receiptList, unitValue } from './list.ts';
import { returnRejected } from './returns.ts';

type StoredPhoto = Omit<Receipt['photos'][number], 'url'> & { fileId: string };

/** @throws Refusal 404 if the receipt is not the caller's. */
export async function receiptOf(
  { files }: Pick<Context, 'files'>,
  db: Database,
  actor: Actor,
  id: string,
  locked = sql``,
): Promise<Receipt> {
  const owned = ownedBy(sql`receipts.vendor_id`, actor, null) ?? sql`true`;
  const found = await db.first<{
    record: Omit<Receipt, 'lines' | 'remarks' | 'differences' | 'photos'> & {
      lines: (Receipt['lines'][number] & { ofOrder: OfOrder | null })[];
      photos: StoredPhoto[];
      differences: Receipt['differences'];
    };
  }>(sql`
    select to_json(record) as record from (select ${receiptList.select}, receipts.gate_entry_at as "gateEntryAt", receipts.remark, receipts.cancel_reason as "cancelReason",
      (select concat_ws(' ', first_name, last_name) from users where users.id = receipts.entered_by) as "enteredBy",
      (select coalesce(json_agg(json_build_object(${receiptLineTable.json('line', ['orderId', 'line', 'quantity', 'rejected', 'reason', 'remark', 'batch'])},
          'poNumber', orders.number, 'itemName', ordered.item_name, 'EANCode', ordered.ean, 'uom', ordered.uom, 'accepted', line.quantity - line.rejected, 'unitValue', ${unitValue},
          'ofOrder', case when ordered.received_quantity > ordered.quantity and receipts.cancelled_at is null then
            json_build_object('line', ordered.line, 'received', ordered.received_quantity, 'rejected', ordered.rejected_quantity, 'ordered', ordered.quantity)
          end) order by line.id), '[]')
        from receipt_lines line join purchase_orders orders on orders.id = line.order_id
        left join purchase_order_lines ordered on ordered.order_id = line.order_id and ordered.line = line.line
        where line.receipt_id = receipts.id) as lines,
      (select coalesce(json_agg(json_build_object('_id', photo.id::text, 'name', original_name, 'fileId', file_id, 'createdAt', photo.created_at)
          order by photo.id), '[]')
        from receipt_photos photo join files on files.id = file_id where photo.receipt_id = receipts.id) as photos,
      ${differences} as differences
    from receipts ${receiptList.join} where receipts.id = ${idOf(id)} and ${owned} ${locked}) record`);
  if (found === undefined) throw notFound();
  const { lines, photos, differences: differing, ...receipt } = found.record;
  const different = differing.flatMap((each) => differenceWords(each) ?? []);
  const remarks = [
    ...new Set([...different, ...lines.flatMap(({ ofOrder, poNumber }) => (ofOrder === null ? [] : beyondOrder(poNumber, ofOrder)))]),
  ];
  const shown = photos.map(({ fileId, ...photo }) => ({ ...photo, url: files.link(fileId) }));
  return { ...receipt, lines: lines.map(({ ofOrder: _ofOrder, ...line }) => line), remarks, differences: differing, photos: shown };
}

/** The lines whose received quantity differs from the dispatched one; none for a cancelled receipt. */
const differences = sql`(
  select coalesce(json_agg(json_build_object('poNumber', orders.number, 'line', counted.line, 'uom', ordered.uom, 'sent', counted.sent,
    'received', counted.received, 'unitValue', ${unitValue}) order by orders.number, counted.line), '[]')
  from (${differencesOf(sql`receipt.id = receipts.id`)}) counted
  join purchase_orders orders on orders.id = counted.order_id
  left join purchase_order_lines ordered on ordered.order_id = counted.order_id and ordered.line = counted.line)`;

interface Ordered extends Record<string, unknown> {
  id: string;
  vendorId: string;
  number: string;
  source: string;
  status: string;
  orderedOn: string;
  siteId: string | null;
  lines: number[];
}

/**
 * Enters a goods receipt. A quantity above the order is accepted only after the buyer has confirmed it in the order; rejected pieces do not
 * count, and become a purchase return. The dispatch note becomes arrived, whatever its state was.
 * @throws Refusal 403 for another site; 422 with the problem of each line; 409 if the number, the note or an uploaded receipt of the orders
 * shows that the goods were already received.
 */
export async function enterReceipt(ctx: Context, actor: Actor, body: BodyOf<typeof receipts.create>): Promise<Receipt> {
  const today = indianDay(ctx.clock());
  refuseDay(receivedDayProblem(body.receivedOn, [], today));
  refuse(body.lines.map((line) => problem(receivedProblem(line)?.message, receiptCodes.rejected)));
  return ctx.db.transaction(async (tx) => {
    const ids = [...new Set(body.lines.map(({ orderId }) => idOf(orderId)))];
    // The lock is the one of imports and invoices, so that received quantities are complete while they are counted.
    const orders = await tx.rows<Ordered>(sql`
      select id::text, vendor_id::text as "vendorId", number, source, status, ordered_on as "orderedOn", site_id::text as "siteId",
        (select array_agg(line) from purchase_order_lines where order_id = purchase_orders.id) as lines
      from purchase_orders where id = any(${ids}::bigint[]) order by purchase_orders.id ${held('purchase_orders')}`);
    const known = new Map(orders.map((order) => [order.id, order]));
    const [first] = orders;
    refuse(
      body.lines.map(({ orderId, line }) => {
        const order = known.get(orderId);
        if (order === undefined) return problem(messages.noLine(orderId), receiptCodes.noLine);
        if (!order.lines.includes(line)) return problem(messages.notInOrder(order.number, line), receiptCodes.noLine);
        if (order.source !== EMBEDDED) return problem(messages.fromErp(order.number, order.source), receiptCodes.ofErp);
        if (order.status === 'Cancelled') return problem(messages.orderCancelled(order.number), receiptCodes.orderCancelled);
        return order.vendorId === first?.vendorId ? null : problem(messages.otherVendor(order.number), receiptCodes.otherVendor);
      }),
    );
    refuseDay(receivedDayProblem(body.receivedOn, orders, today));
    if (first === undefined) throw notFound();
    const noteId = await ownNote(tx, first.vendorId, body.noteId);
    await refuseOtherSites(tx, actor, 'receiving', [...ids, ...(await ordersOf(tx, noteId))]);
    const siteId = siteOf(actor, orders, body.siteId);
    if (body.siteId !== null && (await tx.first(sql`select from buyer_sites where id = ${idOf(body.siteId)}`)) === undefined) {
      throw coded(422, 'This site does not exist.', { field: 'siteId', code: receiptCodes.unknownSite });
    }
    await refuseTwice(tx, first.vendorId, ids, body.receiptNumber, noteId);
    const { id } = await tx.one<{ id: string }>(sql`
      insert into receipts (vendor_id, number, site_id, note_id, gate_entry_at, received_on, remark, entered_by)
      values (${first.vendorId}, ${body.receiptNumber}, ${siteId}, ${noteId}, ${body.gateEntryAt}, ${body.receivedOn}, ${body.remark}, ${actor.id})
      returning id::text`);
    const lines = body.lines.map((line, index) => ({
      ...line,
      source: RECEIVED,
      externalId: `${id}/${index + 1}`,
      number: body.receiptNumber,
      receivedOn: body.receivedOn,
      reason: line.rejected > 0 ? line.reason : null,
    }));
    await insertLines(tx, receiptLineTable, { vendor_id: first.vendorId, receipt_id: id }, lines);
    await returnRejected(tx, sql`receipt_id = ${id}`);
    await countReceipts(tx, ids);
    await refuseBeyond(tx, id, ids);
    if (noteId !== null) await noteArrived(tx, ctx, actor, { ownerId: first.vendorId, noteId, arrivedOn: body.receivedOn });
    const after = await receiptOf(ctx, tx, actor, id);
    await tellDifferences(tx, first.vendorId, after);
    await recordAudit(tx, {
      actor,
      ownerId: first.vendorId,
      action: 'receipt.create',
      entity: 'receipt',
      entityId: id,
      after: logged(after),
    });
    return after;
  });
}

/** Notifies the vendor of rejected, short and excess quantities, line by line. */
async function tellDifferences(tx: Database, vendorId: string, { _id, receiptNumber, DCNumber, lines }: Receipt): Promise<void> {
  const found = await tx.one<{ all: Receipt['differences'] }>(sql`select ${differences} as all from receipts where id = ${_id}`);
  const rejected = lines.flatMap((line) => rejectionWords(line) ?? []);
  const different = found.all.flatMap((each) => differenceWords(each) ?? []);
  const words = [...different.slice(0, LINES_MOST), ...rejected.slice(0, LINES_MOST)];
  if (words.length === 0) return;
  const receipt = {
    id: _id,
    number: receiptNumber,
    note: DCNumber ?? '',
    rejects: rejected.length > 0,
    differs: different.length > 0,
    differences: words,
    texts: textsOf(words),
  };
  await tell(tx, [{ kind: 'differences', vendorId, content: { count: 1, receipts: [receipt] } }]);
}

/** @throws Refusal 422 for lines whose accepted quantity would exceed the order, with the open quantity. */
async function refuseBeyond(tx: Database, id: string, orderIds: readonly string[]): Promise<void> {
  const given = await tx.rows<{ orderId: string; itemCode: string; accepted: number }>(sql`
    select arrived.order_id::text as "orderId", item_code as "itemCode", sum(arrived.quantity - arrived.rejected)::float8 as accepted
    from receipt_lines arrived join purchase_order_lines line on line.order_id = arrived.order_id and line.line = arrived.line
    where receipt_id = ${id} group by arrived.order_id, item_code`);
  const own = new Map(given.map(({ orderId, itemCode, accepted }) => [`${orderId}/${itemCode}`, accepted]));
  const told = (await beyondMost(tx, sql`select unnest(${orderIds}::bigint[])`)).flatMap(
    ({ orderId, itemCode, poNumber, line, accepted, most }) => {
      const more = own.get(`${orderId}/${itemCode}`) ?? 0;
      const open = Number(Math.max(0, most - (accepted - more)).toFixed(3));
      return more > 0 ? [messages.beyond(poNumber, line, open, more)] : [];
    },
  );
  if (told.length > 0) throw coded(422, together(told), { field: 'lines', code: receiptCodes.beyond });
}

/**
 * Reverses the quantities of a receipt and keeps the record.
 * @throws Refusal 403 for another site, 409 if it was changed or cancelled in the meantime.
 */
export async function cancelReceipt(
  ctx: Context,
  actor: Actor,
  id: string,
  { reason, updatedAt }: BodyOf<typeof receipts.cancel>,
): Promise<Receipt> {
  return ctx.db.transaction(async (tx) => {
    const lines = await tx.rows<{ orderId: string }>(sql`
      select distinct order_id::text as "orderId" from receipt_lines where receipt_id = ${idOf(id)}`);
    const orderIds = lines.map(({ orderId }) => orderId);
    await lock(tx, 'purchase_orders', withIds(orderIds));
    const before = await receiptOf(ctx, tx, actor, id, held('receipts'));
    await refuseOtherSites(tx, actor, 'receiving', orderIds);
    refuseCancelled(before);
    refuseStale(before, updatedAt, before);
    await tx.execute(sql`
      update receipts set cancelled_at = ${ctx.clock()}, cancel_reason = ${reason}, updated_at = clock_timestamp() where id = ${before._id}`);
    await tx.execute(sql`update receipt_lines set quantity = 0, rejected = 0, reason = null where receipt_id = ${before._id}`);
    await returnRejected(tx, sql`receipt_id = ${before._id}`);
    await countReceipts(tx, orderIds);
    const after = await receiptOf(ctx, tx, actor, id);
    const entry = { actor, ownerId: before.userID, entity: 'receipt', entityId: before._id } as const;
    await recordAudit(tx, {
      ...entry,
      action: 'receipt.cancel',
      before: logged(before),
      after: { ...logged(after), cancelReason: reason },
    });
    return after;
  });
}

/** @throws Refusal 409 for a cancelled receipt, which cannot change any more. */
export function refuseCancelled(receipt: Receipt): void {
  if (!receipt.isCancelled) return;
  const text = messages.isCancelled(receipt.receiptNumber, showDate(indianDay(new Date(receipt.updatedAt))), receipt.cancelReason ?? '');
  throw conflict(text, { code: receiptCodes.isCancelled, data: receipt });
}

const logged = ({ receiptNumber, receivedOn, DCNumber, lines, quantity, rejected }: Receipt) => ({
  receiptNumber,
  receivedOn,
  DCNumber,
  lines: lines.length,
  quantity,
  rejected,
});

function refuseDay(problem: string | null): void {
  if (problem !== null) throw coded(422, problem, { field: 'receivedOn', code: receiptCodes.day });
}

interface Problem {
  text: string;
  code: string;
}
const problem = (text: string | undefined, code: string): Problem | null => (text === undefined ? null : { text, code });

/** @param problems by line, in the sequence of the lines. @throws Refusal 422 with the code of the first problem. */
function refuse(problems: readonly (Problem | null)[]): void {
  const wrong = problems.flatMap((each, index) => (each === null ? [] : [{ ...each, text: messages.ofLine(index + 1, each.text) }]));
  const [first] = wrong;
  if (first === undefined) return;
  throw coded(422, together(wrong.map(({ text }) => text)), { field: 'lines', code: first.code });
}

/** The site that received the goods: the chosen one, or else the only one of the orders. @throws Refusal 422 for a site outside the caller's role. */
function siteOf(actor: Actor, orders: readonly Ordered[], given: string | null): string | null {
  const own = sitesFor(actor, 'receiving');
  const [ordered = null, another] = new Set(orders.map(({ siteId }) => siteId));
  const siteId = given === null ? (another === undefined ? ordered : null) : idOf(given);
  if (own === null) return siteId;
  if (siteId === null) throw coded(422, messages.noSite, { field: 'siteId', code: receiptCodes.noSite });
  if (!own.includes(siteId)) throw coded(422, messages.otherSite, { field: 'siteId', code: receiptCodes.otherSite });
  return siteId;
}

/** The orders whose goods a dispatch note carries. */
async function ordersOf(db: Database, noteId: string | null): Promise<string[]> {
  if (noteId === null) return [];
  const orders = await db.rows<{ id: string }>(sql`select distinct order_id::text as id from dispatch_lines where note_id = ${noteId}`);
  return orders.map(({ id }) => id);
}

async function ownNote(db: Database, vendorId: string, noteId: string | null): Promise<string | null> {
  if (noteId === null) return null;
  await lock(db, 'dispatch_notes', sql`id = ${idOf(noteId)} and vendor_id = ${vendorId}`);
  const note = await db.first<{ id: string; state: string | null; number: string; delivers: boolean }>(sql`
    select dispatch_notes.id::text, dispatch_notes.number, goods.state, issuer = 'vendor' and goods.delivers is not false as delivers from dispatch_notes left join dispatch_goods goods on goods.note_id = dispatch_notes.id
    where dispatch_notes.id = ${idOf(noteId)} and dispatch_notes.vendor_id = ${vendorId}`);
  const refused = (text: string, code: string) => coded(422, text, { field: 'noteId', code });
  if (note === undefined) throw refused('This vendor has no such dispatch note.', receiptCodes.unknownNote);
  if (note.state === 'cancelled')
    throw refused(say('Dispatch note {number} is cancelled.', { number: note.number }), receiptCodes.noteCancelled);
  if (!note.delivers) throw refused(goodsMessages.notDelivered(note.number), receiptCodes.noteNotDelivered);
  return note.id;
}

/** @throws Refusal 409 naming the earlier receipt, found by its number, by the dispatch note, or among uploaded receipts. */
async function refuseTwice(
  db: Database,
  vendorId: string,
  orderIds: readonly string[],
  number: string,
  noteId: string | null,
): Promise<void> {
  const earlier = await db.first<{ number: string; receivedOn: string; note: string | null; isLoaded: boolean; quantity: string }>(sql`
    select receipts.number, received_on as "receivedOn", note.number as note, false as "isLoaded", '0' as quantity
    from receipts left join dispatch_notes note on note.id = note_id and note_id = ${noteId}::bigint
    where receipts.vendor_id = ${vendorId} and cancelled_at is null and (code_key(receipts.number) = code_key(${number}::text) or note_id = ${noteId}::bigint)
    union all
    select number, received_on, null, true, sum(quantity)::text from receipt_lines
    where order_id = any(${orderIds}::bigint[]) and receipt_id is null and code_key(number) = code_key(${number}::text) and quantity > 0
    group by number, received_on
    limit 1`);
  if (earlier === undefined) return;
  const receipt = say('receipt {number} of {receivedOn}', { number: earlier.number, receivedOn: showDate(earlier.receivedOn) });
  throw earlier.note !== null
    ? coded(
        409,
        say('Dispatch note {note} has already been received with {receipt}. Cancel that receipt first if it is wrong.', {
          note: earlier.note,
          receipt,
        }),
        {
          code: receiptCodes.noteReceived,
        },
      )
    : coded(
        409,
        earlier.isLoaded
          ? say('An uploaded file already contains {receipt} for {quantity}. Upload that receipt again to change it.', {
              receipt,
              quantity: showNumber(earlier.quantity),
            })
          : say('This vendor already has {receipt}. Enter another number, or cancel that receipt first.', { receipt }),
        { code: receiptCodes.numberInUse },
      );
}

interface Arrived {
  ownerId: string;
  noteId: string;
  arrivedOn: string;
}

/** Marks a note's goods as dispatched and arrived, because received goods are both, even if nobody recorded it. */
async function noteArrived(
  tx: Database,
  ctx: Pick<Context, 'clock' | 'settings'>,
  actor: Actor,
  { ownerId, noteId, arrivedOn }: Arrived,
): Promise<void> {
  const before = await tx.first<{ state: string }>(sql`
    select state from dispatch_goods where note_id = ${noteId} and state in ('draft', 'ready', 'left')`);
  if (before === undefined) return;
  await tx.execute(sql`
    update dispatch_goods set state = 'arrived', left_at = coalesce(left_at, ${ctx.clock()}::timestamptz), arrived_on = ${arrivedOn},
      updated_at = clock_timestamp()
    where note_id = ${noteId}`);
  try {
    await keepPaper(ctx, tx, actor, noteId);
  } catch (error) {
    // A note without room for its printed documents must not block the receipt of its goods.
    if (!(error instanceof Refusal)) throw error;
  }
  const entry = { actor, ownerId, entity: 'dispatchNote', entityId: noteId } as const;
  const left = { state: 'left', arrivedOn: null };
  if (before.state !== 'left') {
    await recordAudit(tx, { ...entry, action: 'dispatchNote.leave', before: { state: before.state, arrivedOn: null }, after: left });
  }
  await recordAudit(tx, { ...entry, action: 'dispatchNote.arrive', before: left, after: { state: 'arrived', arrivedOn } });
}
