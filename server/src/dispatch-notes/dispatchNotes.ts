import {
  type DispatchNote,
  type DispatchNoteForm,
  dispatchNoteForm,
  type dispatchNotes,
  DISPATCH_PAGE_SIZE,
  isPlainNumber,
  messages,
} from '@aapurti/contract/dispatchNotes';
import { messages as goodsMessages } from '@aapurti/contract/dispatchGoods';
import { indianDay } from '@aapurti/contract/fields';
import type { BodyOf, QueryOf } from '@aapurti/contract/operation';
import sql, { empty, type Sql } from 'sql-template-tag';

import type { Actor } from '../actor.ts';
import { recordAudit, recordChange } from '../audit/audit.ts';
import { changedForm } from '../changes.ts';
import type { Context } from '../context.ts';
import { columnMap } from '../database/columns.ts';
import type { Database } from '../database/database.ts';
import { betweenDates, contains, type ListResult, listRows, type ListSpec, pageOf } from '../database/list.ts';
import { conflict, invalid, Refusal, refuseStale } from '../refusal.ts';
import { changedParties, partiesSelected, partyNames, resolveParties } from '../registrations/parties.ts';
import { ownedBy, ownerFor, ownRow } from '../owner.ts';
import { followEwayBill } from './ewayNumbers.ts';

/** The columns that a form fills. */
export const noteTable = columnMap('dispatch_notes', {
  DCNumber: ['number', 'text'],
  challanDate: ['challan_date', 'date'],
  PONumber: ['po_number', 'text'],
  PODate: ['po_date', 'date'],
  NumberOfCarton: ['cartons', 'integer'],
  TransporterDetails: ['transporter', 'text'],
  DriverName: ['driver_name', 'text'],
  DriverContact: ['driver_contact', 'text'],
  VehicleNumber: ['vehicle_number', 'text'],
  eWayBillNumber: ['eway_bill_number', 'text'],
  totalNoOfPackages: ['packages', 'integer'],
  netWeightInKgs: ['net_weight', 'numeric'],
  grossWeightInKgs: ['gross_weight', 'numeric'],
  deliveryLocation: ['delivery_location', 'text'],
  buyerRepresentativeId: ['buyer_representative_id', 'text'],
});

export const noteList = {
  select: sql`
    dispatch_notes.id::text as _id, dispatch_notes.vendor_id::text as "userID", ${noteTable.selected}, ${partiesSelected('dispatch_notes')},
    (select state from dispatch_goods where note_id = dispatch_notes.id) as state, dispatch_notes.created_at as "createdAt", dispatch_notes.updated_at as "updatedAt"`,
  from: sql`dispatch_notes`,
  key: sql`dispatch_notes.id`,
  sorts: {
    DCNumber: sql`lower(dispatch_notes.number)`,
    challanDate: sql`dispatch_notes.challan_date`,
    PONumber: { absentLast: sql`dispatch_notes.po_number` },
    PODate: { absentLast: sql`dispatch_notes.po_date` },
    NumberOfCarton: { absentLast: sql`dispatch_notes.cartons` },
    totalNoOfPackages: { absentLast: sql`dispatch_notes.packages` },
    netWeightInKgs: { absentLast: sql`dispatch_notes.net_weight` },
    grossWeightInKgs: { absentLast: sql`dispatch_notes.gross_weight` },
    // Their order is that of their entry.
    createdAt: sql`dispatch_notes.id`,
    updatedAt: sql`dispatch_notes.updated_at`,
  },
  days: { first: sql`min(dispatch_notes.challan_date)`, last: sql`max(dispatch_notes.challan_date)` },
};

/** A page of dispatch notes; a vendor's own, or an administrator's choice of vendor. */
export async function listDispatchNotes(ctx: Context, actor: Actor, query: QueryOf<typeof dispatchNotes.list>): Promise<ListResult> {
  return listRows(ctx.db, listOf(actor, query));
}

export function listOf(actor: Actor, query: QueryOf<typeof dispatchNotes.list>): ListSpec {
  return {
    scope: [ownedBy(sql`dispatch_notes.vendor_id`, actor, query.userID)],
    where: [contains(sql`lower(dispatch_notes.number)`, query.DCNumber), ...betweenDates(sql`dispatch_notes.challan_date`, query)],
    page: pageOf(query, { size: DISPATCH_PAGE_SIZE, day: 'challanDate' }),
    ...noteList,
  };
}

/** @throws Refusal 404 where it is not the caller's. */
export function ownNote(db: Database, actor: Actor, id: string, lock: Sql = empty): Promise<DispatchNote> {
  return ownRow(db, actor, id, noteList, lock);
}

/**
 * Adds a dispatch note: the vendor's own, or an administrator's for the vendor it names. Dated today where it has no date.
 * @throws Refusal 409 on a DC number that the vendor uses already, 422 on a PO number that is neither a number nor an order's.
 */
export async function addDispatchNote(ctx: Context, actor: Actor, body: BodyOf<typeof dispatchNotes.create>): Promise<DispatchNote> {
  return ctx.db.transaction(async (tx) => {
    const owner = await ownerFor(tx, actor, body.userID);
    await checkOrderNumber(tx, owner, body.PONumber);
    const today = indianDay(ctx.clock());
    const { vendor, buyer } = await resolveParties(tx, owner, body.challanDate ?? today, body);
    const row = await tx.first<{ id: string }>(sql`
      insert into dispatch_notes (vendor_id, ${noteTable.names}, ${partyNames})
      values (${owner}, ${valuesOf(body, today)}, ${vendor}::bigint, ${buyer}::bigint)
      on conflict (vendor_id, upper(number)) do nothing
      returning id::text`);
    if (row === undefined) throw numberInUse();
    const note = await ownNote(tx, actor, row.id);
    await recordAudit(tx, { ...entryOf(actor, note), action: 'dispatchNote.create', after: { ...note } });
    return note;
  });
}

/**
 * Changes what was sent and leaves the rest, the date too where it is emptied.
 * @throws Refusal 409 when stale or on a DC number in use, 422 on a new PO number that is neither a number nor an order's.
 */
export async function editDispatchNote(
  ctx: Context,
  actor: Actor,
  id: string,
  body: BodyOf<typeof dispatchNotes.edit>,
): Promise<DispatchNote> {
  return ctx.db.transaction(async (tx) => {
    const before = await ownNote(tx, actor, id, sql`for update of dispatch_notes`);
    const { updatedAt, ...sent } = body;
    refuseStale(before, updatedAt);
    const form = changedForm(dispatchNoteForm, before, sent);
    if (FIXED.some((field) => (form[field] ?? before[field]) !== before[field]) && (await hasLeft(tx, before._id)))
      throw conflict(goodsMessages.leftFixed, { data: before });
    // The buyer may have renumbered or removed the order since.
    if (form.PONumber !== before.PONumber) await checkOrderNumber(tx, before.userID, form.PONumber);
    const day = form.challanDate ?? before.challanDate;
    const parties = await changedParties(tx, before.userID, { ...before, day: before.challanDate }, { ...form, day });
    try {
      await tx.execute(sql`
        update dispatch_notes set (${noteTable.names}, ${partyNames}, updated_at)
          = (${valuesOf(form, before.challanDate)}, ${parties ?? partyNames}, clock_timestamp())
        where id = ${before._id}`);
    } catch (error) {
      throw (error as { constraint?: string }).constraint === 'dispatch_notes_number' ? numberInUse() : error;
    }
    const after = await ownNote(tx, actor, id);
    await followEwayBill(ctx, tx, before, after);
    await recordChange(tx, { ...entryOf(actor, before), action: 'dispatchNote.edit' }, before, after);
    return after;
  });
}

/** Deletes a dispatch note; 404 as for a read. */
export async function removeDispatchNote(ctx: Context, actor: Actor, id: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const before = await ownNote(tx, actor, id, sql`for update of dispatch_notes`);
    if (await hasLeft(tx, before._id)) throw conflict(goodsMessages.notDeletable);
    await tx.execute(sql`delete from dispatch_notes where id = ${before._id}`);
    await recordAudit(tx, { ...entryOf(actor, before), action: 'dispatchNote.delete', before: { ...before } });
  });
}

/** What a note that has left keeps: its papers state it. */
const FIXED = ['DCNumber', 'challanDate', 'PONumber', 'vendorGST', 'buyerGST'] as const;

async function hasLeft(db: Database, id: string): Promise<boolean> {
  const goods = await db.first<{ state: string }>(sql`select state from dispatch_goods where note_id = ${id}`);
  return goods !== undefined && goods.state !== 'draft' && goods.state !== 'ready';
}

/** Section 5.7 wants a number; where the buyer numbers orders with letters, exactly that of one of the vendor's orders is as good. */
async function checkOrderNumber(db: Database, owner: string, number: string | null): Promise<void> {
  if (number === null || isPlainNumber(number)) return;
  const order = await db.first(sql`select id from purchase_orders where vendor_id = ${owner} and number = ${number}`);
  if (order === undefined) throw invalid({ PONumber: messages.PONumber });
}

const numberInUse = () => new Refusal(409, messages.createFailed, { errors: { DCNumber: messages.numberInUse } });

function valuesOf(form: DispatchNoteForm, otherwise: string): Sql {
  return noteTable.values({ ...form, challanDate: form.challanDate ?? otherwise });
}

function entryOf(actor: Actor, note: DispatchNote) {
  return { actor, ownerId: note.userID, entity: 'dispatchNote', entityId: note._id } as const;
}
