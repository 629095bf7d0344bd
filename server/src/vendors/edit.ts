import { DOCUMENTS, IDENTITY_FIELDS, messages } from '@aapurti/contract/vendors/accounts';
import { SENSITIVE_FIELDS } from '@aapurti/contract/words/auditWords';
import { normaliseGstin } from '@aapurti/contract/ground/india';
import { checkUser, isUnregistered, type UserFields } from '@aapurti/contract/vendors/users';
import { say } from '@aapurti/contract/ground/template';
import sql from 'sql-template-tag';

import { recordAudit, recordChange } from '../audit/audit.ts';
import { linkVendors } from '../buyer-system/vendors.ts';
import type { Context } from '../context.ts';
import { type Database, isUniqueViolation } from '../database/database.ts';
import { idOf } from '../database/list.ts';
import { conflict, forbidden, notFound, refuseStale } from '../ground/refusal.ts';
import type { Upload } from '../http/multipart.ts';
import { queueMail } from '../mail/queue.ts';
import { compareConfirmed } from './compared.ts';
import { duplicateOf, type NewUser, sentSwitches, supplierTaken } from './create.ts';
import { addressesOf, askForEmail, replacedEmail } from '../sign-in/emailChanges.ts';
import { userTable, vendorTable } from './columns.ts';
import { placeProblems } from './geography.ts';
import { readControls } from '../settings/controls.ts';
import { BANK_FIELDS, changesOf, mailIdentity, requestChanges, supersedeRequest, tellBuyer, touchRequest } from './identity.ts';
import { alertOwners } from '../people/alerts.ts';
import { isProviderWord, refuseStaleProof } from '../sign-in/freshness.ts';
import { lockTop, ownsCompany, refuseLast, refuseLasting, refuseStandIn } from '../people/members.ts';
import { type CheckedDocuments, checkDocuments, keepDocuments, refuseFaults } from './documents.ts';
import { chosenPasswordProblem, hashPassword } from '../sign-in/passwords.ts';
import { endEmailLink, endResetLinks } from '../sign-in/resets.ts';
import { type Actor, isAdministrator } from '../ground/actor.ts';
import { announceChange, endSessions } from '../sign-in/sessions.ts';
import { endSentBack } from './sentBack.ts';
import { findUser, ownRecord, personalTexts, sharedGstin, toUser, type UserRow, visibleUser } from './users.ts';

export type Edit = { user: ReturnType<typeof toUser>; message: string } | { duplicate: string };

/**
 * Changes the submitted fields. A vendor's own change of confirmed identity fields becomes a request, and a change of its e-mail becomes an
 * e-mailed link; its other fields apply immediately. PAN, GSTIN and IFSC are checked only if the vendor changed them, so that an
 * administrator's entry does not block the form.
 */
export async function editAccount(
  ctx: Context,
  actor: Actor,
  id: string,
  body: NewUser & { updatedAt?: unknown },
  files: ReadonlyMap<string, Upload>,
): Promise<Edit> {
  const seen = await visibleUser(ctx, actor, id);
  if (actor.id !== id && !isAdministrator(actor)) throw forbidden();
  const documents = await checkDocuments(files);
  const switches = sentSwitches(isAdministrator(actor), body);
  const password = await newPassword(actor, seen, body);
  const sent = { id, body, files, documents, switches: switches.sent, otherErrors: { ...switches.errors, ...password.errors } };

  const outcome = await ctx.db.transaction(async (tx): Promise<{ after: UserRow; message: string } | { duplicate: string }> => {
    const inside = { ...ctx, db: tx };
    const change = await judgedChange(inside, actor, seen, { ...sent, passwordHash: password.hash });
    const duplicate = await storeChange(inside, actor, change, sent);
    if (duplicate !== null) return { duplicate };
    await endAccess(tx, actor, change);
    const asked = await askFirst(inside, actor, change);
    const after = await findUser(tx, sql`users.id = ${seen._id}`, seen.companyId);
    if (after === undefined) throw notFound();
    const shared = await recordAndTell(inside, actor, change, after);
    return { after, message: savedMessage([...waitingWords(asked, change.held.email), ...shared]) };
  });
  if ('duplicate' in outcome) return outcome;

  ctx.sessions.forget(seen._id);
  const { after, message } = outcome;
  return { user: id === actor.id ? await ownRecord(ctx, actor, after) : toUser(ctx, after, actor.id), message };
}

/** The call, checked as far as possible without a lock. */
interface Sent {
  id: string;
  body: NewUser & { updatedAt?: unknown };
  files: ReadonlyMap<string, Upload>;
  documents: CheckedDocuments;
  switches: ReturnType<typeof sentSwitches>['sent'];
  otherErrors: Record<string, string>;
}

/** A change that the caller may make to the record in its current version. */
interface Change {
  before: UserRow;
  fields: UserFields;
  permission: { isAdmin: boolean; isActive: boolean };
  agreesTerms: boolean;
  /** The pending values, which await an approval or the opening of a link. */
  held: ReturnType<typeof heldBack>;
  /** The new password; null keeps the old one. */
  passwordHash: string | null;
  /** True if only a provider's word is behind a new password or e-mail. */
  byProvider: boolean;
  /** The company that the user becomes an owner or administrator of. */
  becomes: ReturnType<typeof newTop>;
  /** The fields and documents of the company that change. */
  company: readonly string[];
}

/** The first step: locks the record, and rejects changes that the caller may not make, or not without a fresh proof. */
async function judgedChange(
  { db: tx, ...ctx }: Context,
  actor: Actor,
  seen: UserRow,
  { id, body, files, documents, switches, otherErrors, passwordHash }: Sent & { passwordHash: string | null },
): Promise<Change> {
  await lockUser(tx, [seen._id, seen.companyId], switches.isAdmin === false || switches.isActive === false);
  const before = await findUser(tx, sql`users.id = ${idOf(id)}`, seen.companyId);
  if (before === undefined) throw notFound();
  refuseStale(before, body.updatedAt, toUser({ ...ctx, db: tx }, before, actor.id));
  const { isAdmin = before.isAdmin, isActive = before.isActive, agreesTerms = false } = switches;
  const permission = { isAdmin, isActive };
  const fields = checkedFields({ actor, before, body, files, documents, isAdmin: permission.isAdmin, otherErrors });
  if (before.isAdmin && before.isActive && !(permission.isAdmin && permission.isActive)) await refuseLastAdministrator(tx, before._id);
  const isOther = before._id !== actor.id;
  if (permission.isAdmin !== before.isAdmin || (before.isAdmin && isOther)) refuseStandIn(actor, 'administrator');
  // A person who knows the password or reads the e-mail controls the account permanently.
  const isSignIn = passwordHash !== null || fields.email.toLowerCase() !== before.email.toLowerCase();
  if (isOther && isSignIn) refuseLasting(actor);
  if (isSignIn) refuseStaleProof(actor, isOther ? 'company' : 'account');
  const byProvider = isSignIn && !isOther && (await isProviderWord(tx, actor, actor.fresh?.byProvider === true));
  const becomes = newTop(before, permission);
  if (becomes !== null) refuseStaleProof(actor, 'company');
  if (permission.isAdmin !== before.isAdmin) await refuseForMembers(tx, before._id);
  const company = changedCompanyFields(before, fields, documents);
  if (company.length > 0 && !ownsCompany(actor)) throw forbidden(messages.ownersOnly);
  const held = heldBack(actor, before, fields, (await readControls(tx)).bankTwoPeople);
  return { before, fields, permission, agreesTerms, held, passwordHash, byProvider, becomes, company };
}

/** Stores the immediate changes, with the documents. @returns the message if e-mail or mobile number are taken. */
async function storeChange(
  ctx: Context,
  actor: Actor,
  { before, fields, permission, agreesTerms, held }: Change,
  { id, body, documents: { documents } }: Sent,
): Promise<string | null> {
  const [tx, isBuyer] = [ctx.db, isAdministrator(actor)];
  const update = { ...permission, confirms: isBuyer && permission.isActive, agreesTerms };
  const duplicate =
    (held.email === null ? null : await duplicateOf(tx, fields, before._id)) ??
    (await updateUser(tx, before, { ...fields, ...held.stored }, update, isBuyer ? body.system_Vendor_id : undefined));
  if (duplicate !== null) return duplicate;
  if (before.sentBack && (actor.id === id || permission.isActive)) await endSentBack(tx, before.companyId);
  // Its supplier may have come from the ERP earlier.
  if (update.confirms) await linkVendors(tx, ctx.buyerSystem.source, before.companyId, actor);
  await keepDocuments(ctx, tx, { userId: before._id, companyId: before.companyId }, documents);
  if (documents.length > 0) await touchRequest(tx, before.companyId);
  return null;
}

/** Sets the new password, and ends the sessions and links that do not outlive the change. */
async function endAccess(
  tx: Database,
  actor: Actor,
  { before, fields, permission, held, passwordHash, byProvider }: Change,
): Promise<void> {
  if (passwordHash !== null) {
    await tx.execute(sql`
      update users set password_hash = ${passwordHash}, password_by_provider = ${byProvider} where id = ${before._id}`);
    await endSessions(tx, before._id, actor.id === before._id ? actor.sessionId : null);
  }
  // A provider's session lasts as long as the account; a deactivated user must sign in there again.
  if (before.isActive && !permission.isActive)
    await tx.execute(sql`delete from sessions where user_id = ${before._id} and idp_id is not null`);
  // Links e-mailed to the old address, or for the old password, expire with it.
  await announceChange(tx, before._id);
  if (passwordHash !== null || (held.email === null && fields.email !== before.email)) await endResetLinks(tx, before._id);
  if (passwordHash !== null) await endEmailLink(tx, before._id);
}

/**
 * Requests the pending changes: a link to the new e-mail, an approval of identity fields.
 * @returns the names of the fields that await approval.
 */
async function askFirst(ctx: Context, actor: Actor, { before, fields, held, byProvider }: Change): Promise<readonly string[]> {
  const { db: tx } = ctx;
  if (held.email !== null) await askForEmail(ctx, actor, before, held.email, byProvider);
  else if (fields.email.toLowerCase() !== before.email.toLowerCase())
    await replacedEmail(tx, before._id, before.email, fields.email, byProvider);
  const asked = await requestChanges(ctx, actor, before, held.changes);
  if (isAdministrator(actor)) await supersedeRequest(tx, actor, before, changesOf(before, { ...fields, ...held.stored }));
  return asked;
}

/** The last step: logs the changes and notifies those concerned. @returns additional messages for the caller. */
async function recordAndTell(
  ctx: Context,
  actor: Actor,
  { before, passwordHash, becomes, company }: Change,
  after: UserRow,
): Promise<string[]> {
  const { db: tx } = ctx;
  const changed = await audit(tx, actor, before, after, { password: passwordHash !== null, company: company.length > 0 });
  await compareConfirmed(tx, before.companyId, before);
  const weighty = SENSITIVE_FIELDS.filter((field) => changed.includes(field));
  await tellBuyer(tx, actor, after, weighty);
  const identity = IDENTITY_FIELDS.filter((field) => changed.includes(field));
  if (before.identityConfirmed && identity.length > 0)
    await mailIdentity(ctx, after, 'changed', identity, await addressesOf(tx, before.companyId, before.email, after.email));
  await tell(ctx, before, after, passwordHash !== null);
  if (becomes !== null) await alertOwners(ctx, { kind: 'newOwner', vendorId: becomes.vendorId, by: actor.id, what: after._id });
  return actor.isAdmin && ['kind', 'gstin', 'pan'].some((field) => changed.includes(field)) ? sharedGstin(tx, after, after._id) : [];
}

async function tell(ctx: Context, before: UserRow, after: UserRow, password: boolean): Promise<void> {
  // The e-mail goes to the old address, because an attacker who changed both must not be the only one notified.
  const [userId, name, to] = [after._id, after.firstName, before.email];
  if (!before.isActive && after.isActive) {
    await queueMail(ctx, { kind: 'activation', userId, content: { name, url: `${ctx.settings.publicUrl}/login` } });
  }
  if (password) await queueMail(ctx, { kind: 'password', userId, to, content: { name } });
  if (before.email.toLowerCase() !== after.email.toLowerCase()) await queueMail(ctx, { kind: 'email', userId, to, content: { name } });
}

/** Hashed before the transaction; its problem is reported with those of the other fields. */
async function newPassword(actor: Actor, seen: UserRow, body: NewUser): Promise<{ hash: string | null; errors: Record<string, string> }> {
  if (body.password === undefined || body.password === '') return { hash: null, errors: {} };
  const personal = [...personalTexts({ ...seen }), ...personalTexts(body)];
  const problem = chosenPasswordProblem(body.password, personal);
  return problem === null
    ? { hash: await hashPassword(body.password, actor.id), errors: {} }
    : { hash: null, errors: { password: problem } };
}

/**
 * Locks the user and its company's first user, so that changes of a company are serialised; if an administrator might lose the role, also
 * all active administrators, in one order.
 */
async function lockUser(tx: Database, ids: readonly string[], stepsDown: boolean): Promise<void> {
  await tx.execute(
    sql`select 1 from users where id = any(${ids}::bigint[]) or (${stepsDown} and is_admin and is_active) order by id for update`,
  );
}

interface Given extends Pick<Sent, 'body' | 'files' | 'documents' | 'otherErrors'> {
  actor: Actor;
  before: UserRow;
  isAdmin: boolean;
}

const COMPANY_FIELDS = Object.keys(vendorTable.fields) as (keyof typeof vendorTable.fields)[];

function changedCompanyFields(before: UserRow, fields: UserFields, { documents }: CheckedDocuments): string[] {
  const changed = COMPANY_FIELDS.filter((field) => (fields[field] ?? null) !== (before[field] ?? null));
  return [...changed, ...documents.map(({ slot }) => slot).filter((slot) => slot !== 'avatar')];
}

/** The record after the change: the submitted fields over the stored ones. @throws Refusal with every error. */
function checkedFields({ actor, before, body, files, documents, isAdmin, otherErrors }: Given): UserFields {
  const merged: Record<string, unknown> = { ...before };
  for (const [field, value] of Object.entries(body)) if (field in before && value !== undefined) merged[field] = value;
  const stored = new Set<string>(DOCUMENTS.filter((document) => before[document.link] !== null).map((document) => document.slot));
  if (isUnregistered(merged) !== (before.kind === 'unregistered')) stored.delete('gstpicture');
  const checked = checkUser(merged, {
    isVendor: !isAdmin,
    strict: false,
    hasDocument: (slot) => files.has(slot) || stored.has(slot),
  });
  const strict = isAdministrator(actor) ? {} : changedFormatProblems(before, withPending(before, merged));
  const errors = { ...placeProblems(merged), ...strict, ...checked.errors, ...otherErrors };
  refuseFaults(errors, documents);
  if (checked.fields === null) throw new Error('a user without errors has fields');
  return checked.fields;
}

/** Pending values in place of stored ones: a new GSTIN matches the PAN that was requested before. */
function withPending(before: UserRow, merged: Record<string, unknown>): Record<string, unknown> {
  const code = (value: unknown) => normaliseGstin(typeof value === 'string' ? value : '');
  const isKept = (field: string) => code(merged[field]) === code(before[field as keyof UserRow]);
  // The kind belongs to the number.
  const stays = Object.entries(before.pendingIdentity?.changes ?? {}).filter(
    ([field]) => isKept(field) && (field !== 'kind' || isKept('gstin')),
  );
  return { ...merged, ...Object.fromEntries(stays) };
}

/**
 * The fields that an edit defers: a vendor's confirmed identity fields and its e-mail. New bank details that an administrator enters for a
 * vendor also await a second user if the controls say so, whether or not the vendor is confirmed yet.
 */
function heldBack(actor: Actor, before: UserRow, fields: UserFields, bankTwoPeople: boolean) {
  const all = changesOf(before, fields);
  const held = isAdministrator(actor)
    ? bankTwoPeople && !before.isAdmin
      ? BANK_FIELDS
      : []
    : before.identityConfirmed
      ? IDENTITY_FIELDS
      : [];
  const changes = Object.fromEntries(held.filter((field) => field in all).map((field) => [field, all[field]]));
  const email = isAdministrator(actor) || fields.email.toLowerCase() === before.email.toLowerCase() ? null : fields.email;
  const stored: Partial<UserFields> = Object.fromEntries(
    IDENTITY_FIELDS.filter((field) => field in changes).map((field) => [field, before[field]]),
  );
  return { changes, email, stored: email === null ? stored : { ...stored, email: before.email } };
}

function waitingWords(asked: readonly string[], email: string | null): string[] {
  const approval = asked.length === 0 ? [] : [say('{fields}: waiting for an administrator’s approval.', { fields: asked })];
  const link = email === null ? [] : [say('Open the link sent to {email} to change your e-mail address.', { email })];
  return [...approval, ...link];
}

function savedMessage(more: readonly string[]): string {
  return messages.savedWith(messages.updated, more);
}

function changedFormatProblems(before: UserRow, merged: Record<string, unknown>): Record<string, string> {
  const { errors } = checkUser(merged, { isVendor: false, strict: true, hasDocument: () => true });
  const tax = ['pan', 'gstin', 'IFSCCode'] as const;
  const changed = tax.filter((field) => (merged[field] ?? '') !== (before[field] ?? ''));
  return Object.fromEntries(Object.entries(errors ?? {}).filter(([field]) => (changed as string[]).includes(field)));
}

/**
 * The company that the form makes the user an administrator or, after working for the buyer, again an owner of; null if none. Others may
 * have become its owners meanwhile.
 */
function newTop(before: UserRow, { isAdmin, isActive }: { isAdmin: boolean; isActive: boolean }): { vendorId: string | null } | null {
  if (isAdmin) return isActive && !(before.isAdmin && before.isActive) ? { vendorId: null } : null;
  return before.isAdmin ? { vendorId: before.companyId } : null;
}

async function refuseLastAdministrator(tx: Database, id: string): Promise<void> {
  await lockTop(tx, null);
  const isOne = await tx.first(sql`select from memberships where user_id = ${id} and role = 'administrator'`);
  if (isOne !== undefined) await refuseLast(tx, null, id, messages.lastAdministrator);
}

/** The permission in the user form applies to a user with one company, the user's own. */
async function refuseForMembers(tx: Database, id: string): Promise<void> {
  const member = await tx.first(sql`
    select from users where id = ${id} and (company_id is not null or (select count(*) from memberships where user_id = users.id) <> 1)`);
  if (member !== undefined) throw conflict(messages.permissionOfMember);
  // A link for a new password would go there.
  const mailbox = await tx.first(sql`select from users where id = ${id} and email_by_provider and not is_admin`);
  if (mailbox !== undefined) throw conflict(messages.byProvider);
}

/** @returns the message if e-mail or mobile number are taken, also concurrently. */
async function updateUser(
  tx: Database,
  before: UserRow,
  fields: UserFields,
  { isAdmin, isActive, confirms, agreesTerms }: Change['permission'] & { confirms: boolean; agreesTerms: boolean },
  systemVendorId: unknown,
): Promise<string | null> {
  const external = typeof systemVendorId === 'string' && systemVendorId !== '' ? systemVendorId : before.system_Vendor_id;
  try {
    await tx.transaction(async (savepoint) => {
      await savepoint.execute(sql`
        update users set (${userTable.names}, is_admin, is_active, updated_at) = (${userTable.values(fields)}, ${isAdmin}, ${isActive}, clock_timestamp())
        where id = ${before._id}`);
      await savepoint.execute(sql`
        update vendors set (${vendorTable.names}, supplier_id, updated_at) = (${vendorTable.values(fields)}, ${external}, clock_timestamp()),
          identity_confirmed_at = case when ${confirms} then coalesce(identity_confirmed_at, clock_timestamp()) else identity_confirmed_at end, agreed_terms = case when ${agreesTerms} then ${fields.paymentTerms} else agreed_terms end
        where id = ${before.companyId}`);
      if (before.isAdmin !== isAdmin) {
        // The membership belongs to its own company or to the buyer; an invited user keeps it.
        await savepoint.execute(sql`
          update memberships set vendor_id = users.vendor_id, role = case when is_admin then 'administrator' else 'owner' end,
            limit_amount = null, site_ids = null, updated_at = clock_timestamp()
          from users
          where users.id = ${before._id} and company_id is null and user_id = users.id
            and memberships.vendor_id is not distinct from case when is_admin then users.id end`);
      }
    });
    return null;
  } catch (error) {
    if (isUniqueViolation(error, 'vendors_supplier')) throw supplierTaken();
    if (!isUniqueViolation(error)) throw error;
    const duplicate = await duplicateOf(tx, fields, before._id);
    if (duplicate === null) throw error;
    return duplicate;
  }
}

async function audit(
  tx: Database,
  actor: Actor,
  before: UserRow,
  after: UserRow,
  { password, company }: { password: boolean; company: boolean },
): Promise<string[]> {
  // The company's history is that of its first user.
  const entry = { actor, ownerId: before.companyId, entity: 'user', entityId: company ? before.companyId : before._id } as const;
  // Pending changes have an entry of their own, and confirmation is part of activation.
  const untold = { pendingIdentity: null, pendingEmail: null, identityConfirmed: null, sentBack: null };
  const changed = await recordChange(tx, { ...entry, action: 'user.edit' }, { ...before, ...untold }, { ...after, ...untold });
  // The history of the user itself has the replaced e-mail, where `signInsGiven` looks for it.
  if (changed.includes('email') && entry.entityId !== before._id) {
    const emails = { before: { email: before.email }, after: { email: after.email } };
    await recordAudit(tx, { ...entry, entityId: before._id, action: 'user.edit', ...emails });
  }
  if (password) await recordAudit(tx, { ...entry, entityId: before._id, action: 'user.password' });
  return changed;
}
