import { DOCUMENTS, messages } from '@aapurti/contract/accounts';
import { fieldWords, SENSITIVE_FIELDS } from '@aapurti/contract/auditWords';
import { checkUser, type UserFields } from '@aapurti/contract/users';
import sql from 'sql-template-tag';

import { recordAudit, recordChange } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { idOf } from '../database/list.ts';
import { conflict, notFound, refuseStale } from '../refusal.ts';
import type { Upload } from '../http/multipart.ts';
import { queueMail, queueMails } from '../mail/queue.ts';
import { duplicateOf, type NewUser, sentSwitches } from './create.ts';
import { placeProblems } from './geography.ts';
import { type CheckedPapers, checkPapers, keepPapers, refuseFaults } from './papers.ts';
import { chosenPasswordProblem, hashPassword } from './passwords.ts';
import { endResetLinks } from './resets.ts';
import type { Actor } from '../actor.ts';
import { announceChange, endSessions } from './sessions.ts';
import { findUser, personalTexts, toUser, type UserRow, visibleUser } from './users.ts';

export type Edit = { user: ReturnType<typeof toUser> } | { duplicate: string };

/**
 * Changes what was sent and leaves the rest. A vendor's own edit is refused for a wrong PAN, GSTIN or IFSC only where it changed
 * it: what an administrator recorded as it is does not lock the vendor out of the form.
 */
export async function editAccount(
  ctx: Context,
  actor: Actor,
  id: string,
  body: NewUser & { updatedAt?: unknown },
  files: ReadonlyMap<string, Upload>,
): Promise<Edit> {
  const seen = await visibleUser(ctx, actor, id);
  const papers = await checkPapers(files);
  const switches = sentSwitches(actor.isAdmin, body);
  const password = await newPassword(seen, body);
  const otherErrors = { ...switches.errors, ...password.errors };

  const outcome = await ctx.db.transaction(async (tx): Promise<{ after: UserRow } | { duplicate: string }> => {
    await lockUser(tx, id, switches.sent.isAdmin === false || switches.sent.isActive === false);
    const before = await findUser(tx, sql`id = ${idOf(id)}`);
    if (before === undefined) throw notFound();
    refuseStale(before, body.updatedAt, toUser(ctx, before));
    const permission = { isAdmin: before.isAdmin, isActive: before.isActive, ...switches.sent };
    const fields = checkedFields({ actor, before, body, files, papers, isAdmin: permission.isAdmin, otherErrors });
    if (before.isAdmin && before.isActive && !(permission.isAdmin && permission.isActive)) await refuseLastAdministrator(tx, before._id);
    const duplicate = await updateUser(tx, before, fields, permission, actor.isAdmin ? body.system_Vendor_id : undefined);
    if (duplicate !== null) return { duplicate };
    await keepPapers(ctx, tx, before._id, papers.papers);
    if (password.hash !== null) {
      await tx.execute(sql`update users set password_hash = ${password.hash} where id = ${before._id}`);
      await endSessions(tx, before._id, actor.id === before._id ? actor.sessionId : null);
    }
    // A link on its way to the old address, or for the old password, is not to outlive it.
    if (password.hash !== null || fields.email !== before.email) await endResetLinks(tx, before._id);
    await announceChange(tx, before._id);
    const after = await findUser(tx, sql`id = ${before._id}`);
    if (after === undefined) throw notFound();
    const changed = await audit(tx, actor, before, after, password.hash !== null);
    await tellAdministrators(tx, actor, after, changed);
    await tell({ ...ctx, db: tx }, before, after, password.hash !== null);
    return { after };
  });
  if ('duplicate' in outcome) return outcome;

  ctx.sessions.forget(seen._id);
  return { user: toUser(ctx, outcome.after) };
}

async function tell(ctx: Context, before: UserRow, after: UserRow, password: boolean): Promise<void> {
  const [userId, name] = [after._id, after.firstName];
  if (!before.isActive && after.isActive) {
    await queueMail(ctx, { kind: 'activation', userId, content: { name, url: `${ctx.settings.publicUrl}/login` } });
  }
  // To the old address: whoever took an account over and changed both must not be the only one who hears of it.
  const to = before.email;
  if (password) await queueMail(ctx, { kind: 'password', userId, to, content: { name } });
  if (before.email.toLowerCase() !== after.email.toLowerCase()) await queueMail(ctx, { kind: 'email', userId, to, content: { name } });
}

/** Hashed before the transaction, which should not wait for it. Its problem is told together with those of the other fields. */
async function newPassword(seen: UserRow, body: NewUser): Promise<{ hash: string | null; errors: Record<string, string> }> {
  if (body.password === undefined || body.password === '') return { hash: null, errors: {} };
  const personal = [...personalTexts({ ...seen }), ...personalTexts(body)];
  const problem = chosenPasswordProblem(body.password, personal);
  return problem === null ? { hash: await hashPassword(body.password), errors: {} } : { hash: null, errors: { password: problem } };
}

/**
 * Locks the user's row. Where an administrator might step down, all active administrators' too and in one order, so that two cannot
 * do it at once, nor wait for each other.
 */
async function lockUser(tx: Database, id: string, stepsDown: boolean): Promise<void> {
  await tx.execute(sql`select 1 from users where id = ${idOf(id)} or (${stepsDown} and is_admin and is_active) order by id for update`);
}

interface Sent {
  actor: Actor;
  before: UserRow;
  body: NewUser;
  files: ReadonlyMap<string, Upload>;
  papers: CheckedPapers;
  isAdmin: boolean;
  otherErrors: Record<string, string>;
}

/** The record as it is to be: what was sent over what is stored. @throws Refusal with every fault. */
function checkedFields({ actor, before, body, files, papers, isAdmin, otherErrors }: Sent): UserFields {
  const merged: Record<string, unknown> = { ...before };
  for (const [field, value] of Object.entries(body)) if (field in before && value !== undefined) merged[field] = value;
  const stored = new Set<string>(DOCUMENTS.filter((document) => before[document.link] !== null).map((document) => document.slot));
  const checked = checkUser(merged, {
    isVendor: !isAdmin,
    strict: false,
    hasDocument: (slot) => files.has(slot) || stored.has(slot),
  });
  const strict = actor.isAdmin ? {} : changedFormatProblems(before, merged);
  const errors = { ...placeProblems(merged), ...strict, ...checked.errors, ...otherErrors };
  refuseFaults(errors, papers);
  if (checked.fields === null) throw new Error('a user without errors has fields');
  return checked.fields;
}

function changedFormatProblems(before: UserRow, merged: Record<string, unknown>): Record<string, string> {
  const { errors } = checkUser(merged, { isVendor: false, strict: true, hasDocument: () => true });
  const tax = ['pan', 'gstin', 'IFSCCode'] as const;
  const changed = tax.filter((field) => (merged[field] ?? '') !== (before[field] ?? ''));
  return Object.fromEntries(Object.entries(errors ?? {}).filter(([field]) => (changed as string[]).includes(field)));
}

async function refuseLastAdministrator(tx: Database, id: string): Promise<void> {
  const another = await tx.first(sql`select 1 from users where is_admin and is_active and id <> ${id}`);
  if (another === undefined) throw conflict(messages.lastAdministrator);
}

/** PostgreSQL's code for a value that must be unique and is not. */
const UNIQUE_VIOLATION = '23505';

/** Stores the fields. Returns the message where e-mail or mobile number are somebody's, also of one who took them at the same moment. */
async function updateUser(
  tx: Database,
  before: UserRow,
  fields: UserFields,
  permission: { isAdmin: boolean; isActive: boolean },
  systemVendorId: unknown,
): Promise<string | null> {
  const external = typeof systemVendorId === 'string' && systemVendorId !== '' ? systemVendorId : before.system_Vendor_id;
  const update = sql`
    update users set email = ${fields.email}, mobile_number = ${fields.mobileNumber}, first_name = ${fields.firstName},
      middle_name = ${fields.middleName}, last_name = ${fields.lastName}, is_admin = ${permission.isAdmin}, is_active = ${permission.isActive},
      vendor_name = ${fields.vendor_name}, vendor_type = ${fields.vendorType}, vendor_address_code = ${fields.vendor_Address_code},
      address_line1 = ${fields.address_Line1}, address_line2 = ${fields.address_Line2}, postal_code = ${fields.postal_Code},
      country_id = ${fields.country_id}, state = ${fields.state}, city = ${fields.city}, pan = ${fields.pan}, gstin = ${fields.gstin},
      bank_name = ${fields.bankName}, account_number = ${fields.accountNumber}, ifsc_code = ${fields.IFSCCode},
      payment_terms = ${fields.paymentTerms}, shipping_terms = ${fields.shippingTerms}, system_vendor_id = ${external},
      updated_at = clock_timestamp()
    where id = ${before._id}`;
  try {
    await tx.transaction((savepoint) => savepoint.execute(update));
    return null;
  } catch (error) {
    if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
    const duplicate = await duplicateOf(tx, fields, before._id);
    if (duplicate === null) throw error;
    return duplicate;
  }
}

async function audit(tx: Database, actor: Actor, before: UserRow, after: UserRow, password: boolean): Promise<string[]> {
  const entry = { actor, ownerId: before._id, entity: 'user', entityId: before._id } as const;
  const changed = await recordChange(tx, { ...entry, action: 'user.edit' }, before, after);
  if (password) await recordAudit(tx, { ...entry, action: 'user.password' });
  return changed;
}

/** Of new bank and tax details and documents: where money goes is looked at before it goes. Who changed them knows. */
async function tellAdministrators(tx: Database, actor: Actor, user: UserRow, changed: readonly string[]): Promise<void> {
  const fields = SENSITIVE_FIELDS.filter((field) => changed.includes(field)).map(fieldWords);
  if (fields.length === 0) return;
  const others = await tx.rows<{ id: string }>(sql`
    select id::text from users where is_admin and is_active and id <> ${actor.id} order by id`);
  const by = actor.id === user._id ? 'The vendor itself' : 'An administrator';
  await queueMails(
    tx,
    others.map(({ id }) => ({ kind: 'changes', userId: id, content: { vendor: user.vendor_name, userId: user._id, by, fields } })),
  );
}
