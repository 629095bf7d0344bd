import { IDENTITY_FIELDS, messages as accountMessages, type IdentityField, type IdentityValues } from '@aapurti/contract/vendors/accounts';
import { fieldWords } from '@aapurti/contract/words/auditWords';
import { identityCodes, type IdentityRequest, messages } from '@aapurti/contract/vendors/identity';
import { indianDay, showDate } from '@aapurti/contract/ground/fields';
import { sayWords } from '@aapurti/contract/ground/template';
import { mayCall } from '@aapurti/contract/access/roles';
import { type UserFields, userRemarks } from '@aapurti/contract/vendors/users';
import sql, { join, raw } from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import { recordAudit, withGivers } from '../audit/audit.ts';
import { linkVendors } from '../buyer-system/vendors.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { idOf } from '../database/list.ts';
import { refuseOwnEntry, samePersons } from '../audit/fourEyes.ts';
import type { AccountContents } from '../mail/messages.ts';
import type { GatheredContents } from '../mail/gathered.ts';
import { queueMail, tell } from '../mail/queue.ts';
import { readControls } from '../settings/controls.ts';
import { conflict, forbidden, invalid, notFound, Refusal, tooMany } from '../ground/refusal.ts';
import { compareConfirmed } from './compared.ts';
import { vendorTable } from './columns.ts';
import { addressesOf, entryOf } from '../sign-in/emailChanges.ts';
import { findUser, othersWithGstin, toUser, type UserRow } from './users.ts';

/** The fields that determine the account to be paid. */
export const BANK_FIELDS: readonly IdentityField[] = ['bankName', 'accountNumber', 'IFSCCode'];

const LISTED_MOST = 100;
const REQUESTS_A_DAY = 10;

const fieldsOf = (values: IdentityValues) => IDENTITY_FIELDS.filter((field) => field in values);
const wordsOf = (values: IdentityValues) => sayWords(fieldsOf(values).map(fieldWords));
const pick = (from: UserRow, fields: readonly IdentityField[]): IdentityValues =>
  Object.fromEntries(fields.map((field) => [field, from[field]]));

export function changesOf(before: UserRow, fields: UserFields): IdentityValues {
  return Object.fromEntries(IDENTITY_FIELDS.filter((field) => fields[field] !== before[field]).map((field) => [field, fields[field]]));
}

/** Adds changes to the pending request; the caller has locked the user's row. @returns the names of the requested fields. */
export async function requestChanges(ctx: Context, actor: Actor, user: UserRow, changes: IdentityValues): Promise<string[]> {
  const fresh = fieldsOf(changes);
  if (fresh.length === 0) return [];
  const waiting = user.pendingIdentity?.changes ?? {};
  const words = fresh.map(fieldWords);
  if (fresh.every((field) => field in waiting && waiting[field] === changes[field])) return words;
  // The kind and the number belong together: a new number replaces pending values of both.
  const { kind: _, ...others } = waiting;
  const all = { ...('gstin' in changes ? others : waiting), ...changes };
  const previous = pick(user, fieldsOf(all));
  await refuseTooMany(ctx, user.companyId);
  const before = await ctx.db.first<{ enteredBy: string[] }>(sql`
    update identity_requests set state = 'superseded', decided_by = ${actor.id}, decided_at = clock_timestamp()
    where vendor_id = ${user.companyId} and state = 'pending' returning entered_by::text[] as "enteredBy"`);
  const enteredBy = [...new Set([...(before?.enteredBy ?? []), actor.id, ...actor.standsInFor])];
  await ctx.db.execute(sql`
    insert into identity_requests (vendor_id, changes, previous, requested_by, entered_by)
    values (${user.companyId}, ${JSON.stringify(all)}::jsonb, ${JSON.stringify(previous)}::jsonb, ${actor.id}, ${enteredBy}::bigint[])`);
  await recordAudit(ctx.db, { ...entryOf(actor, user.companyId), action: 'user.identity.ask', before: previous, after: all });
  await tellBuyer(ctx.db, actor, user, fresh, true);
  const { by } = await personOf(ctx.db, actor);
  const addresses = await addressesOf(ctx.db, user.companyId, user.email);
  await mailIdentity(ctx, user, 'asked', fresh, addresses, { by: actor.vendorId === null ? null : by });
  return words;
}

/** Each request sends e-mails to the vendor and the administrators. */
async function refuseTooMany({ db, settings }: Context, vendorId: string): Promise<void> {
  if (!settings.rateLimits) return;
  const { made, seconds } = await db.one<{ made: number; seconds: number }>(sql`
    select count(*)::int as made, coalesce(extract(epoch from min(requested_at) + interval '1 day' - now()), 0)::float8 as seconds
    from (select requested_at from identity_requests where vendor_id = ${vendorId} and requested_at > now() - interval '1 day'
          order by id desc limit ${REQUESTS_A_DAY}) latest`);
  if (made >= REQUESTS_A_DAY) throw tooMany(Math.max(1, Math.ceil(seconds)), messages.tooMany);
}

/** An administrator's direct change of a pending field voids the request. */
export async function supersedeRequest(tx: Database, actor: Actor, user: UserRow, changed: IdentityValues): Promise<void> {
  const waiting = user.pendingIdentity?.changes;
  const touched = new Set(
    fieldsOf(changed).flatMap((field) => (field === 'kind' || field === 'gstin' ? (['kind', 'gstin'] as const) : [field])),
  );
  if (waiting === undefined || ![...touched].some((field) => field in waiting)) return;
  await closeRequest(tx, user.companyId, 'superseded', actor, null);
}

/** Documents were replaced, and users with the request on screen have not seen the new ones. */
export async function touchRequest(tx: Database, vendorId: string): Promise<void> {
  await tx.execute(sql`update identity_requests set updated_at = clock_timestamp() where vendor_id = ${vendorId} and state = 'pending'`);
}

type Outcome = 'approved' | 'refused' | 'withdrawn' | 'superseded';

async function closeRequest(
  tx: Database,
  vendorId: string,
  state: Outcome,
  actor: Pick<Actor, 'id'>,
  reason: string | null,
): Promise<void> {
  await tx.execute(sql`
    update identity_requests set state = ${state}, decided_by = ${actor.id}, decided_at = clock_timestamp(), reason = ${reason}
    where vendor_id = ${vendorId} and state = 'pending'`);
}

interface Pending extends Record<string, unknown> {
  _id: string;
  userId: string;
  enteredBy: string[];
  changes: IdentityValues;
  requestedAt: string;
  updatedAt: string;
  /** Null until it is approved, and if it applies with the approval. */
  appliesAt: string | null;
  approvedBy: string | null;
}

const pendingColumns = sql`
  id::text as _id, vendor_id::text as "userId", ${withGivers(sql`entered_by`, sql`requested_at`)}::text[] as "enteredBy", changes, approved_by::text as "approvedBy",
  to_json(applies_at) #>> '{}' as "appliesAt", to_json(requested_at) #>> '{}' as "requestedAt", to_json(updated_at) #>> '{}' as "updatedAt"`;

/** Pending requests, oldest first. */
export async function listRequests(ctx: Context, actor: Actor): Promise<{ total: number; requests: IdentityRequest[] }> {
  const waiting = await ctx.db.rows<Pending & { total: number }>(sql`
    select ${pendingColumns}, count(*) over ()::int as total from identity_requests where state = 'pending' order by id limit ${LISTED_MOST}`);
  const requests: IdentityRequest[] = [];
  for (const { _id, userId, changes, requestedAt, updatedAt, appliesAt } of waiting) {
    const row = await findUser(ctx.db, sql`users.id = ${userId}`);
    if (row === undefined) continue;
    const { vendor_name, vendor_Code, email, isActive, panDocument, gstDocument, cancelledCheque, certiOfIncorporation } = toUser(
      ctx,
      row,
      actor.id,
    );
    const remarks = userRemarks({ ...row, ...changes });
    requests.push({
      _id,
      vendor: { _id: userId, vendor_name, vendor_Code, email, isActive },
      previous: pick(row, fieldsOf(changes)),
      changes,
      remarks: Object.fromEntries(Object.entries(remarks).filter(([field]) => (IDENTITY_FIELDS as readonly string[]).includes(field))),
      gstinAlsoOf: await othersWithGstin(
        ctx.db,
        { kind: changes.kind ?? row.kind, gstin: changes.gstin ?? null, pan: changes.pan ?? row.pan },
        userId,
      ),
      papers: { panDocument, gstDocument, cancelledCheque, certiOfIncorporation },
      requestedAt,
      updatedAt,
      appliesAt,
    });
  }
  return { total: waiting[0]?.total ?? 0, requests };
}

/** Locks the vendor, then reads its request. @throws Refusal 404, or 409 if it is not pending. */
async function lockRequest(tx: Database, id: string, ownedBy: string | null): Promise<{ request: Pending; user: UserRow }> {
  const found = await tx.first<{ userId: string; state: string }>(sql`
    select users.id::text as "userId" from users where id = (select vendor_id from identity_requests where id = ${idOf(id)}) for update`);
  if (found === undefined || (ownedBy !== null && found.userId !== ownedBy)) throw notFound();
  const request = await tx.first<Pending>(
    sql`select ${pendingColumns} from identity_requests where id = ${idOf(id)} and state = 'pending'`,
  );
  const user = await findUser(tx, sql`users.id = ${found.userId}`);
  if (user === undefined) throw notFound();
  if (request === undefined) {
    const ended = await tx.one<{ changes: IdentityValues; state: string; at: string }>(
      sql`select changes, state, decided_at as at from identity_requests where id = ${idOf(id)}`,
    );
    const state = ended.state === 'refused' ? 'rejected' : ended.state;
    const text = messages.decided(user.vendor_name, wordsOf(ended.changes), state, showDate(indianDay(new Date(ended.at))));
    throw conflict(text, { code: identityCodes.decided });
  }
  return { request, user };
}

interface Decision {
  approve: boolean;
  reason?: string | undefined;
  updatedAt: string;
}

/** @returns the outcome of the request, as text. */
export async function decide(ctx: Context, actor: Actor, id: string, { approve, reason = '', updatedAt }: Decision): Promise<string> {
  if (!approve && reason === '') throw invalid({ reason: messages.reason }, 422, identityCodes.reason);
  return ctx.db.transaction(async (tx) => {
    const { request, user } = await lockRequest(tx, id, null);
    const own = (await samePersons(tx, actor))('identityApproval');
    const { vendor_name: vendor } = user;
    const words = wordsOf(request.changes);
    if (request.enteredBy.some((person) => own.includes(person)))
      await refuseOwnEntry(tx, actor, 'identityApproval', messages.own(vendor, words, showInstant(new Date(request.requestedAt))));
    if (request.updatedAt !== updatedAt)
      throw conflict(messages.changed(vendor, words, showInstant(new Date(request.updatedAt))), { code: identityCodes.changed });
    if (approve && request.appliesAt !== null)
      throw conflict(messages.approvedAlready(vendor, showInstant(new Date(request.appliesAt))), { code: identityCodes.approvedAlready });
    const fields = fieldsOf(request.changes);
    const inside = { ...ctx, db: tx };
    if (approve) {
      const hours = await waitingHours(tx, fields);
      if (hours > 0) return letWait(inside, actor, { request, user, hours });
      await applyRequest(inside, actor, request, user);
      return messages.approved;
    }
    await closeRequest(tx, user._id, 'refused', actor, reason);
    await recordAudit(tx, {
      ...entryOf(actor, user._id),
      action: 'user.identity.refuse',
      before: pick(user, fields),
      after: { ...request.changes, reason },
    });
    await mailIdentity(inside, user, 'refused', fields, await addressesOf(tx, user._id, user.email), { reason });
    return messages.refused;
  });
}

/** The hours until approved values apply: new bank details wait if the controls require two users for them. */
async function waitingHours(db: Database, fields: readonly IdentityField[]): Promise<number> {
  const controls = await readControls(db);
  return controls.bankTwoPeople && fields.some((field) => BANK_FIELDS.includes(field)) ? controls.bankWaitHours : 0;
}

interface Approved {
  request: Pending;
  user: UserRow;
  hours: number;
}

/** The approved values apply later; until then the request can still be rejected or withdrawn. */
async function letWait(ctx: Context, actor: Actor, { request, user, hours }: Approved): Promise<string> {
  const fields = fieldsOf(request.changes);
  const appliesAt = new Date(ctx.clock().getTime() + hours * 3_600_000);
  await ctx.db.execute(sql`
    update identity_requests set approved_by = ${actor.id}, approved_at = ${ctx.clock()}, applies_at = ${appliesAt}, updated_at = clock_timestamp()
    where id = ${request._id}`);
  await recordAudit(ctx.db, {
    ...entryOf(actor, user._id),
    action: 'user.identity.approve',
    before: pick(user, fields),
    after: { ...request.changes, appliesAt: appliesAt.toISOString() },
  });
  await tellBuyer(ctx.db, actor, user, fields, true);
  const from = showInstant(appliesAt);
  await mailIdentity(ctx, user, 'waits', fields, await addressesOf(ctx.db, user._id, user.email), { from });
  return messages.approvedLater(from);
}

type Approver = Pick<Actor, 'id' | 'vendorId' | 'key'>;

async function applyRequest(ctx: Context, actor: Approver, request: Pending, user: UserRow): Promise<void> {
  const { db: tx } = ctx;
  const fields = fieldsOf(request.changes);
  await closeRequest(tx, user._id, 'approved', actor, null);
  const assignments = fields.map((field) => sql`${raw(vendorTable.fields[field][0])} = ${request.changes[field]}`);
  // Values that the buyer requested before the first activation do not confirm the vendor.
  await tx.execute(sql`
    update vendors set ${join(assignments)}, updated_at = clock_timestamp(),
      identity_confirmed_at = case when identity_confirmed_at is not null then clock_timestamp() end
    where id = ${user._id}`);
  await linkVendors(tx, ctx.buyerSystem.source, user._id, actor);
  await compareConfirmed(tx, user._id, user);
  await tellBuyer(tx, actor, user, fields);
  await recordAudit(tx, {
    ...entryOf(actor, user._id),
    action: request.appliesAt === null ? 'user.identity.approve' : 'user.identity.apply',
    before: pick(user, fields),
    after: request.changes,
  });
  await mailIdentity(ctx, user, 'approved', fields, await addressesOf(tx, user._id, user.email));
}

/** Applies the approved values whose waiting time is over. */
export async function applyDueRequests(ctx: Context): Promise<void> {
  const due = await ctx.db.rows<{ id: string }>(sql`
    select id::text from identity_requests where state = 'pending' and applies_at <= ${ctx.clock()} order by identity_requests.id`);
  for (const { id } of due) {
    await ctx.db.transaction(async (tx) => {
      // It may have been rejected, withdrawn or replaced meanwhile.
      const found = await lockRequest(tx, id, null).catch((error: unknown) => {
        if (error instanceof Refusal) return null;
        throw error;
      });
      if (found === null || found.request.approvedBy === null) return;
      await applyRequest({ ...ctx, db: tx }, { id: found.request.approvedBy, vendorId: null }, found.request, found.user);
    });
  }
}

/** The format "27-11-2026, 14:30". */
const showInstant = (at: Date) => `${showDate(indianDay(at))}, ${new Date(at.getTime() + 19_800_000).toISOString().slice(11, 16)}`;

export async function withdraw(ctx: Context, actor: Actor, id: string): Promise<void> {
  if (!mayCall('people', actor.roles)) throw forbidden(accountMessages.ownersOnly);
  await ctx.db.transaction(async (tx) => {
    const { request, user } = await lockRequest(tx, id, actor.vendorId ?? actor.id);
    await closeRequest(tx, user._id, 'withdrawn', actor, null);
    await recordAudit(tx, { ...entryOf(actor, user._id), action: 'user.identity.withdraw', after: request.changes });
  });
}

export async function mailIdentity(
  ctx: Context,
  user: UserRow,
  outcome: AccountContents['identity']['outcome'],
  fields: readonly IdentityField[],
  addresses: readonly string[],
  more: Pick<AccountContents['identity'], 'by' | 'reason' | 'from'> = {},
): Promise<void> {
  const content = { name: user.firstName, outcome, fields: fields.map(fieldWords), ...more };
  for (const to of addresses) await queueMail(ctx, { kind: 'identity', userId: user._id, to, content });
}

/** Notifies buyer users, except the actor, of new bank and tax details and documents. */
export async function tellBuyer(tx: Database, actor: Approver, user: UserRow, changed: readonly string[], waits = false): Promise<void> {
  if (changed.length === 0) return;
  const content = {
    vendor: user.vendor_name,
    userId: user.companyId,
    ...(await personOf(tx, actor)),
    fields: changed.map(fieldWords),
    ...(waits ? { waits } : {}),
  };
  await tell(tx, [{ kind: 'changes', vendorId: null, butId: actor.id, content }]);
}

/** Names the user who acts and, because users choose their names, the user's company. */
async function personOf(db: Database, { id, vendorId }: Approver): Promise<Pick<GatheredContents['changes'], 'by' | 'side'>> {
  const { by } = await db.one<{ by: string }>(sql`select trim(first_name || ' ' || last_name) as by from users where id = ${id}`);
  return { by, side: vendorId === null ? 'Buyer user' : 'Vendor user' };
}
