import { normalisePan, panProblem } from '@aapurti/contract/ground/india';
import { type BodyOf, commonCodes } from '@aapurti/contract/ground/operation';
import {
  checkedMain,
  checkedRegistration,
  messages,
  type Registration,
  registrationCodes,
  type RegistrationForm,
  type registrations,
  type WaitingRegistration,
} from '@aapurti/contract/registrations/registrations';
import { partyCode, validWords } from '@aapurti/contract/ground/registrationRules';
import sql, { type Sql } from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import { enteredBy, recordAudit, recordChange } from '../audit/audit.ts';
import { changedForm } from '../ground/changes.ts';
import type { Context } from '../context.ts';
import { columnMap } from '../database/columns.ts';
import type { Database } from '../database/database.ts';
import { findRow, findRows, idOf } from '../database/list.ts';
import { refuseOwnEntry, samePersons } from '../audit/fourEyes.ts';
import { compareAgain } from '../purchase-orders/lock.ts';
import { coded, conflict, invalidFields, notFound, refuseStale } from '../ground/refusal.ts';

const table = columnMap('registrations', {
  kind: ['kind', 'text'],
  gstin: ['gstin', 'text'],
  legalName: ['legal_name', 'text'],
  tradeName: ['trade_name', 'text'],
  address: ['address', 'text'],
  postalCode: ['postal_code', 'text'],
  stateCode: ['state_code', 'text'],
  validFrom: ['valid_from', 'date'],
  validTo: ['valid_to', 'date'],
});

/** A vendor must not learn of other vendors with its number. */
const alsoOf = (actor: Actor) => sql`
  (select coalesce(json_agg(json_build_object('_id', other.id::text, 'vendor_name', other.legal_name, 'vendor_Code', other.code) order by other.id), '[]')
    from vendors other
    where ${actor.isAdmin} and other.id <> registrations.vendor_id
      and exists (select from registrations theirs where theirs.gstin = registrations.gstin and theirs.vendor_id = other.id))`;

const listOf = (actor: Actor) => ({
  select: sql`
    registrations.id::text as _id, registrations.vendor_id::text as "userID", registrations.is_main as main, ${table.selected},
    registrations.confirmed_at is not null as confirmed, ${alsoOf(actor)} as "gstinAlsoOf", registrations.updated_at as "updatedAt"`,
  from: sql`registrations`,
});

function rowsOf(db: Database, actor: Actor, where: Sql): Promise<Registration[]> {
  return findRows(db, listOf(actor), sql`${where} order by is_main desc, registrations.id`);
}

/** The buyer's registrations, and those of a vendor: the caller's own, or the one that a buyer user names. */
export async function listRegistrations(
  { db }: Context,
  actor: Actor,
  userID: string | null,
): Promise<{ buyer: Registration[]; vendor: Registration[] }> {
  const vendorId = actor.vendorId ?? (userID === null ? null : idOf(userID));
  const buyer = await rowsOf(db, actor, sql`coalesce(registrations.vendor_id, 0) = 0`);
  const vendor = vendorId === null ? [] : await rowsOf(db, actor, sql`coalesce(registrations.vendor_id, 0) = ${vendorId}::bigint`);
  return { buyer, vendor };
}

const LISTED_MOST = 100;

export async function listWaiting({ db }: Context, actor: Actor): Promise<WaitingRegistration[]> {
  const rows = await rowsOf(
    db,
    actor,
    sql`registrations.id in (select id from registrations where confirmed_at is null and not is_main order by id limit ${LISTED_MOST})`,
  );
  const vendors = await db.rows<WaitingRegistration['vendor'] & Record<string, unknown>>(sql`
    select id::text as _id, legal_name as vendor_name, code as "vendor_Code" from vendors where id = any(${rows.map(({ userID }) => userID)}::bigint[])`);
  return rows.flatMap((row) => {
    const vendor = vendors.find(({ _id }) => _id === row.userID);
    return vendor === undefined ? [] : [{ ...row, vendor }];
  });
}

/** Locks the row. @throws Refusal 404 if it is not the caller's. */
async function ownRegistration(tx: Database, actor: Actor, id: string): Promise<Registration> {
  const own = actor.vendorId === null ? sql`true` : sql`registrations.vendor_id = ${actor.vendorId}`;
  const found = await findRow<Registration>(
    tx,
    listOf(actor),
    sql`registrations.id = ${idOf(id)} and ${own} for no key update of registrations`,
  );
  if (found === undefined) throw notFound();
  return found;
}

/** The PAN inside the numbers of a party; null if none is known, or for the buyer, which may consist of several companies. */
async function panOf(db: Database, vendorId: string | null): Promise<string | null> {
  if (vendorId === null) return null;
  const vendor = await db.first<{ pan: string | null }>(sql`select pan from vendors where id = ${idOf(vendorId)}`);
  if (vendor === undefined) throw coded(422, 'This user does not exist.', { field: 'userID', code: commonCodes.unknownVendor });
  return vendor.pan === null || panProblem(vendor.pan) !== null ? null : normalisePan(vendor.pan);
}

/**
 * @throws Refusal 422 if a vendor would have a number although its profile says that it has none, and could then choose between the two.
 */
async function refuseUnregistered(tx: Database, vendorId: string | null, { gstin }: Pick<RegistrationForm, 'gstin'>): Promise<void> {
  if (vendorId === null || gstin === null) return;
  const unregistered = await tx.first(sql`select from vendors where id = ${vendorId} and kind = 'unregistered'`);
  if (unregistered !== undefined) throw coded(422, messages.profileUnregistered, { field: 'kind', code: registrationCodes.profile });
}

/** @throws Refusal 422 if the same party has the same number on any of these dates. */
async function refuseOverlap(tx: Database, vendorId: string | null, form: Dated, self: string | null): Promise<void> {
  const other = await tx.first<{ code: string; validFrom: string | null; validTo: string | null }>(sql`
    select code, valid_from::text as "validFrom", valid_to::text as "validTo" from registrations
    where coalesce(vendor_id, 0) = ${vendorId ?? '0'}::bigint and code = coalesce(${form.gstin}, 'URP') and id is distinct from ${self}::bigint
      and daterange(valid_from, valid_to, '[]') && daterange(${form.validFrom}, ${form.validTo}, '[]')
    order by valid_from nulls first limit 1`);
  if (other !== undefined)
    throw coded(422, messages.overlap(other.code, validWords(other)), {
      field: other.validFrom === null ? 'gstin' : 'validFrom',
      code: registrationCodes.overlap,
    });
}
type Dated = Pick<RegistrationForm, 'gstin' | 'validFrom' | 'validTo'>;

const stored = (form: RegistrationForm): RegistrationForm => ({
  ...form,
  stateCode: form.gstin === null ? form.stateCode : form.gstin.slice(0, 2),
});

/** A vendor's registration awaits confirmation; an administrator's is confirmed immediately. */
export async function addRegistration(ctx: Context, actor: Actor, body: BodyOf<typeof registrations.create>): Promise<Registration> {
  const { userID, ...given } = body;
  return ctx.db.transaction(async (tx) => {
    const vendorId = actor.vendorId ?? userID;
    const checked = checkedRegistration(await panOf(tx, vendorId)).safeParse(given);
    if (!checked.success) throw invalidFields(checked.error.issues);
    const form = stored(checked.data);
    await refuseUnregistered(tx, vendorId, form);
    await refuseOverlap(tx, vendorId, form, null);
    const { id } = await tx.one<{ id: string }>(sql`
      insert into registrations (vendor_id, ${table.names}, confirmed_at, created_by)
      values (${vendorId}::bigint, ${table.values(form)}, case when ${actor.isAdmin} then now() end, ${actor.id})
      returning id::text`);
    const added = await ownRegistration(tx, actor, id);
    await recordAudit(tx, { ...entryOf(actor, added), action: 'registration.create', after: logged(added) });
    return added;
  });
}

/**
 * Changes the submitted fields and keeps the others. Only kind, trade name and dates of a main registration can be changed here, because
 * the profile has the other fields.
 * @throws Refusal 409 for a vendor once it is confirmed.
 */
export async function editRegistration(
  ctx: Context,
  actor: Actor,
  id: string,
  body: BodyOf<typeof registrations.edit>,
): Promise<Registration> {
  return ctx.db.transaction(async (tx) => {
    const before = await ownRegistration(tx, actor, id);
    if (!actor.isAdmin && before.confirmed)
      throw conflict(messages.isConfirmed(partyCode(before)), { code: registrationCodes.isConfirmed });
    const { updatedAt, ...sent } = body;
    refuseStale(before, updatedAt);
    const form = before.main
      ? { ...before, ...changedForm(checkedMain, before, { ...sent, gstin: before.gstin }) }
      : stored(changedForm(checkedRegistration(await panOf(tx, before.userID)), before, sent));
    if (!before.main && before.gstin === null) await refuseUnregistered(tx, before.userID, form);
    await refuseOverlap(tx, before.userID, form, before._id);
    // The last editor cannot confirm the registration.
    const author = actor.isAdmin ? sql`created_by` : sql`${actor.id}::bigint`;
    await tx.execute(sql`
      update registrations set (${table.names}, created_by, updated_at) = (${table.values(form)}, ${author}, clock_timestamp())
      where id = ${before._id}`);
    const after = await ownRegistration(tx, actor, id);
    await recordChange(tx, { ...entryOf(actor, after), action: 'registration.edit' }, logged(before), logged(after));
    await compareAgain(tx, { open: naming(before._id) });
    return after;
  });
}

export async function confirmRegistration(ctx: Context, actor: Actor, id: string, updatedAt: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const before = await ownRegistration(tx, actor, id);
    refuseStale(before, updatedAt);
    if (before.confirmed) return;
    const { persons } = await tx.one<{ persons: string[] }>(sql`
      select created_by::text || ${enteredBy('registration', sql`registrations.id`, { only: sql`registrations.created_by` })} as persons from registrations where id = ${before._id}`);
    const own = (await samePersons(tx, actor))('identityApproval');
    if (persons.some((person) => own.includes(person))) await refuseOwnEntry(tx, actor, 'identityApproval', messages.own);
    if (before.main) throw conflict(messages.isMain(partyCode(before)), { code: registrationCodes.isMain });
    await refuseUnregistered(tx, before.userID, before);
    await tx.execute(sql`
      update registrations set confirmed_at = clock_timestamp(), updated_at = clock_timestamp() where id = ${before._id}`);
    await recordAudit(tx, { ...entryOf(actor, before), action: 'registration.confirm', after: { gstin: before.gstin, kind: before.kind } });
    await compareAgain(tx, { open: naming(before._id) });
  });
}

export async function removeRegistration(ctx: Context, actor: Actor, id: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const before = await ownRegistration(tx, actor, id);
    if (before.main) throw conflict(messages.isMain(partyCode(before)), { code: registrationCodes.isMain });
    if (!actor.isAdmin && before.confirmed)
      throw conflict(messages.isConfirmed(partyCode(before)), { code: registrationCodes.isConfirmed });
    try {
      await tx.transaction((savepoint) => savepoint.execute(sql`delete from registrations where id = ${before._id}`));
    } catch (error) {
      throw (error as { code?: string }).code === '23503'
        ? conflict(messages.inUse(partyCode(before)), { code: registrationCodes.inUse })
        : error;
    }
    await recordAudit(tx, { ...entryOf(actor, before), action: 'registration.delete', before: logged(before) });
  });
}

const naming = (id: string) => sql`${id}::bigint in (vendor_registration_id, buyer_registration_id)`;

/** The warning about others with the number is not part of the record. */
function logged(row: Registration): Record<string, unknown> {
  return { ...row, gstinAlsoOf: undefined };
}

function entryOf(actor: Actor, { _id, userID }: Registration) {
  return { actor, ownerId: userID, entity: 'registration', entityId: _id } as const;
}
