import {
  type DispatchNote,
  type DispatchNoteForm,
  dispatchNoteForm,
  type dispatchNotes,
  DISPATCH_PAGE_SIZE,
  isPlainNumber,
  messages,
  noteCodes,
} from '@aapurti/contract/dispatch-notes/dispatchNotes';
import { goodsCodes, messages as goodsMessages } from '@aapurti/contract/dispatch-notes/dispatchGoods';
import { indianDay } from '@aapurti/contract/ground/fields';
import type { BodyOf, QueryOf } from '@aapurti/contract/ground/operation';
import sql, { type Sql } from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import { recordAudit, recordChange } from '../audit/audit.ts';
import { changedForm } from '../ground/changes.ts';
import type { Context } from '../context.ts';
import { type Database, isUniqueViolation } from '../database/database.ts';
import { betweenDates, containsCode, type ListResult, listRows, type ListSpec, pageOf } from '../database/list.ts';
import { held } from '../purchase-orders/lock.ts';
import { conflict, invalid, Refusal, refuseStale } from '../ground/refusal.ts';
import { changedParties, partyNames, resolveParties } from '../registrations/parties.ts';
import { ownedBy, ownerFor } from '../access/owner.ts';
import { atSite } from '../access/ownSites.ts';
import { followEwayBill, refuseUsedBill } from './ewayNumbers.ts';
import { keepPaper } from './keptPapers.ts';
import { noteList, noteTable, ownNote, refuseOtherSide } from './notes.ts';
import { refuseReceived } from './received.ts';

/** A page of dispatch notes: the vendor's own, or those of the vendor that an administrator chooses. */
export async function listDispatchNotes(ctx: Context, actor: Actor, query: QueryOf<typeof dispatchNotes.list>): Promise<ListResult> {
  return listRows(ctx.db, listOf(actor, query));
}

/** The notes for the orders that a condition names. Notes without lines count by the order number they name. */
const notesOf = (orders: Sql) => sql`
  select note_id from dispatch_lines join purchase_orders orders on orders.id = order_id where ${orders}
  union all
  select note.id from purchase_orders orders join dispatch_notes note on note.vendor_id = orders.vendor_id and code_key(note.po_number) = code_key(orders.number)
  where ${orders} and not exists (select from dispatch_lines where note_id = note.id)`;

export function listOf(actor: Actor, query: QueryOf<typeof dispatchNotes.list>): ListSpec {
  const at = atSite(sql`orders.site_id`, actor, query.site);
  const owned = ownedBy(sql`orders.vendor_id`, actor, query.userID);
  return {
    scope: [ownedBy(sql`dispatch_notes.vendor_id`, actor, query.userID)],
    where: [
      containsCode(sql`dispatch_notes.number`, query.DCNumber),
      ...betweenDates(sql`dispatch_notes.challan_date`, query),
      query.state === undefined
        ? null
        : sql`exists (select from dispatch_goods where note_id = dispatch_notes.id and dispatch_goods.state = ${query.state})`,
      query.issuer === undefined ? null : sql`dispatch_notes.issuer = ${query.issuer}`,
      at === null ? null : sql`dispatch_notes.id in (${notesOf(owned === null ? at : sql`${at} and ${owned}`)})`,
    ],
    page: pageOf(query, { size: DISPATCH_PAGE_SIZE, day: 'challanDate' }),
    ...noteList,
  };
}

/**
 * Adds a dispatch note: the vendor's own, or an administrator's for the vendor it names. A missing date becomes today.
 * @throws Refusal 409 if the vendor already uses the DC number in the financial year, 422 if the PO number is neither a number nor an
 * order's, or if the e-way bill belongs to another note.
 */
export async function addDispatchNote(
  ctx: Pick<Context, 'db' | 'clock'>,
  actor: Actor,
  body: BodyOf<typeof dispatchNotes.create>,
): Promise<DispatchNote> {
  return ctx.db.transaction(async (tx) => {
    const owner = await ownerFor(tx, actor, body.userID);
    await checkOrderNumber(tx, owner, body.PONumber);
    const today = indianDay(ctx.clock());
    const { vendor, buyer } = await resolveParties(tx, owner, body.challanDate ?? today, body);
    const row = await tx.first<{ id: string }>(sql`
      insert into dispatch_notes (vendor_id, issuer, ${noteTable.names}, ${partyNames})
      values (${owner}, ${actor.isAdmin ? body.issuer : 'vendor'}, ${valuesOf(body, today)}, ${vendor}::bigint, ${buyer}::bigint)
      on conflict do nothing
      returning id::text`);
    if (row === undefined) throw numberInUse();
    await refuseUsedBill(tx, owner, body.eWayBillNumber, row.id);
    const note = await ownNote(tx, actor, row.id);
    await recordAudit(tx, { ...entryOf(actor, note), action: 'dispatchNote.create', after: { ...note } });
    return note;
  });
}

/**
 * Changes the fields that were sent and keeps the others; an empty date also keeps the old one.
 * @throws Refusal 409 if the note is stale or received or the DC number is in use, 422 if a new PO number is neither a number nor an
 * order's, or if the e-way bill belongs to another note.
 */
export async function editDispatchNote(
  ctx: Context,
  actor: Actor,
  id: string,
  body: BodyOf<typeof dispatchNotes.edit>,
): Promise<DispatchNote> {
  return ctx.db.transaction(async (tx) => {
    const before = await ownNote(tx, actor, id, held('dispatch_notes'));
    refuseOtherSide(actor, before);
    const { updatedAt, ...sent } = body;
    refuseStale(before, updatedAt);
    await refuseReceived(tx, before._id, before);
    const form = changedForm(dispatchNoteForm, before, sent);
    if (FIXED.some((field) => (form[field] ?? before[field]) !== before[field]) && (await hasLeft(tx, before._id)))
      throw conflict(goodsMessages.leftFixed, { code: goodsCodes.left, data: before });
    // The buyer may have renumbered or removed the order since then.
    if (form.PONumber !== before.PONumber) await checkOrderNumber(tx, before.userID, form.PONumber);
    const day = form.challanDate ?? before.challanDate;
    const parties = await changedParties(tx, before.userID, { ...before, day: before.challanDate }, { ...form, day });
    try {
      await tx.execute(sql`
        update dispatch_notes set (${noteTable.names}, ${partyNames}, updated_at)
          = (${valuesOf(form, before.challanDate)}, ${parties ?? partyNames}, clock_timestamp())
        where id = ${before._id}`);
    } catch (error) {
      throw isUniqueViolation(error, 'dispatch_notes_number') || isUniqueViolation(error, 'dispatch_notes_number_buyer')
        ? numberInUse()
        : error;
    }
    const after = await ownNote(tx, actor, id);
    // Older notes may share an e-way bill number.
    if (after.eWayBillNumber !== before.eWayBillNumber) await refuseUsedBill(tx, before.userID, after.eWayBillNumber, before._id);
    await followEwayBill(ctx, tx, before, after);
    await keepPaper(ctx, tx, actor, before._id);
    await recordChange(tx, { ...entryOf(actor, before), action: 'dispatchNote.edit' }, before, after);
    return after;
  });
}

/** Deletes a dispatch note. @throws Refusal 404 as for a read, 409 if it was dispatched or received. */
export async function removeDispatchNote(ctx: Context, actor: Actor, id: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const before = await ownNote(tx, actor, id, held('dispatch_notes'));
    refuseOtherSide(actor, before);
    await refuseReceived(tx, before._id, before);
    if (await hasLeft(tx, before._id)) throw conflict(goodsMessages.notDeletable, { code: goodsCodes.left });
    // A cancelled receipt still records the note with which the goods came.
    if ((await tx.first(sql`select from receipts where note_id = ${before._id}`)) !== undefined)
      throw conflict(goodsMessages.wasReceived, { code: goodsCodes.received });
    await tx.execute(sql`delete from dispatch_notes where id = ${before._id}`);
    await recordAudit(tx, { ...entryOf(actor, before), action: 'dispatchNote.delete', before: { ...before } });
  });
}

/** The fields that a note keeps after dispatch, because its documents state them. */
const FIXED = ['DCNumber', 'challanDate', 'PONumber', 'vendorGST', 'buyerGST'] as const;

async function hasLeft(db: Database, id: string): Promise<boolean> {
  const goods = await db.first<{ state: string }>(sql`select state from dispatch_goods where note_id = ${id}`);
  return goods !== undefined && goods.state !== 'draft' && goods.state !== 'ready';
}

/** Section 5.7 requires a number. If the buyer's order numbers have letters, the number of one of the vendor's orders is valid too. */
async function checkOrderNumber(db: Database, owner: string, number: string | null): Promise<void> {
  if (number === null || isPlainNumber(number)) return;
  const order = await db.first(
    sql`select from purchase_orders where vendor_id = ${owner} and code_key(number) = code_key(${number}::text)`,
  );
  if (order === undefined) throw invalid({ PONumber: messages.PONumber }, 422, noteCodes.order);
}

const numberInUse = () =>
  new Refusal(409, messages.createFailed, { errors: { DCNumber: messages.numberInUse }, extra: { code: noteCodes.numberInUse } });

function valuesOf(form: DispatchNoteForm, otherwise: string): Sql {
  return noteTable.values({ ...form, challanDate: form.challanDate ?? otherwise });
}

function entryOf(actor: Actor, note: DispatchNote) {
  return { actor, ownerId: note.userID, entity: 'dispatchNote', entityId: note._id } as const;
}
