import { randomInt } from 'node:crypto';

import { messages, VENDOR_CODE_LIMIT } from '@aapurti/contract/vendors/accounts';
import { checkUser, type UserFields } from '@aapurti/contract/vendors/users';
import { flag, isBlank } from '@aapurti/contract/ground/fields';
import sql from 'sql-template-tag';

import { recordAudit } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { invalid } from '../ground/refusal.ts';
import { queueMail } from '../mail/queue.ts';
import { firstMembers, userTable, vendorTable } from './columns.ts';
import { placeProblems } from './geography.ts';
import { alertOwners } from '../people/alerts.ts';
import { refuseStaleProof } from '../sign-in/freshness.ts';
import { refuseStandIn } from '../people/members.ts';
import { type CheckedDocuments, keepDocuments, refuseFaults } from './documents.ts';
import { chosenPasswordProblem, hashPassword } from '../sign-in/passwords.ts';
import { newResetLink } from '../sign-in/resets.ts';
import type { Actor } from '../ground/actor.ts';
import { personalTexts, sharedGstin } from './users.ts';

export interface NewUser extends Record<string, unknown> {
  password?: string | undefined;
  isAdmin?: unknown;
  isActive?: unknown;
  agreesTerms?: unknown;
  vendor_Code?: unknown;
  system_Vendor_id?: unknown;
  captcha?: unknown;
}

/** An administrator's switches; blank counts as absent. Other users' switches are ignored. */
export function sentSwitches(byAdmin: boolean, body: NewUser) {
  const sent: { isAdmin?: boolean; isActive?: boolean; agreesTerms?: boolean } = {};
  const errors: Record<string, string> = {};
  for (const name of byAdmin ? (['isAdmin', 'isActive', 'agreesTerms'] as const) : []) {
    if (isBlank(body[name])) continue;
    const parsed = flag.safeParse(body[name]);
    if (parsed.success) sent[name] = parsed.data;
    else errors[name] = parsed.error.issues[0]?.message ?? '';
  }
  // An agreement names its terms, so that it never covers terms that the vendor entered meanwhile.
  if (sent.agreesTerms === true && body['paymentTerms'] === undefined) errors['paymentTerms'] = messages.termsToAgree;
  return { sent, errors };
}

export type Creation = { id: string; vendorCode: number; message: string } | { duplicate: string };

/**
 * Registration by a visitor (strict formats, captcha, never administrator nor active), or "Add User" by an administrator, who may leave the
 * password empty to invite by a link. Documents are already checked, because decoding takes seconds and this may run in a transaction.
 */
export async function createAccount(ctx: Context, actor: Actor | null, body: NewUser, documents: CheckedDocuments): Promise<Creation> {
  const byAdmin = actor !== null;
  const switches = sentSwitches(byAdmin, body);
  const { isAdmin = false, isActive = false, agreesTerms = false } = switches.sent;
  if (actor !== null && isAdmin) {
    refuseStandIn(actor, 'administrator');
    refuseStaleProof(actor, 'company');
  }
  const checked = checkUser(body, { isVendor: !isAdmin, strict: !byAdmin, hasDocument: documents.has });
  const errors: Record<string, string> = { ...placeProblems(body), ...checked.errors, ...switches.errors };
  const password = body.password ?? '';
  const isInvited = byAdmin && password === '';
  const passwordError = isInvited ? null : chosenPasswordProblem(password, personalTexts(body));
  if (passwordError !== null) errors['password'] = passwordError;
  if (!byAdmin && ctx.settings.captcha && isBlank(body.captcha)) errors['captcha'] = messages.captcha;
  refuseFaults(errors, documents);
  if (checked.fields === null) throw new Error('a user without errors has fields');
  const fields = checked.fields;

  // This comes last, so that a form with errors does not use the answer up.
  const answer = typeof body.captcha === 'string' ? body.captcha : '';
  if (!byAdmin && !(await ctx.captcha.claim(ctx.db, answer))) throw invalid({ captcha: messages.captcha });
  const passwordHash = password === '' ? null : await hashPassword(password);

  const given = body.system_Vendor_id;
  const systemVendorId = byAdmin && typeof given === 'string' && given !== '' ? given : null;

  const created = await ctx.db.transaction(async (tx) => {
    const added = await insertUser(tx, fields, {
      passwordHash,
      isAdmin,
      isActive,
      agreesTerms,
      proposedCode: proposedCode(body.vendor_Code),
      systemVendorId,
    });
    if ('duplicate' in added) return added;
    await keepDocuments(ctx, tx, { userId: added.id, companyId: added.id }, documents.documents);
    await recordAudit(tx, {
      actor,
      ownerId: added.id,
      action: byAdmin ? 'user.create' : 'user.register',
      entity: 'user',
      entityId: added.id,
      after: { ...fields, isAdmin, isActive, vendor_Code: added.vendorCode, system_Vendor_id: systemVendorId },
    });
    const { email: to, firstName: name, vendor_name: company } = fields;
    const inside = { ...ctx, db: tx };
    if (isAdmin) await alertOwners(inside, { kind: 'newOwner', vendorId: null, by: actor?.id ?? null, what: added.id });
    if (!byAdmin) await queueMail(inside, { kind: 'registration', userId: added.id, to, content: { name, company } });
    if (passwordHash === null) {
      const url = await newResetLink(inside, added.id, 'invitation');
      await queueMail(inside, { kind: 'invitation', userId: added.id, to, content: { name, url } });
    }
    return added;
  });
  if ('duplicate' in created) return created;
  const shared = byAdmin ? await sharedGstin(ctx.db, fields, created.id) : [];
  return { ...created, message: messages.savedWith(messages.created, shared) };
}

interface Insert {
  passwordHash: string | null;
  isAdmin: boolean;
  isActive: boolean;
  agreesTerms: boolean;
  proposedCode: number | null;
  systemVendorId: string | null;
}

function proposedCode(given: unknown): number | null {
  const text = typeof given === 'number' || typeof given === 'string' ? String(given).trim() : '';
  return /^\d{1,9}$/.test(text) && Number(text) < VENDOR_CODE_LIMIT ? Number(text) : null;
}

/** The proposed code if it is free, or else random ones, which are longer once the numbers below 100000 seem used up. */
function* codes(proposed: number | null): Generator<number> {
  if (proposed !== null) yield proposed;
  for (let attempt = 0; attempt < 20; attempt += 1) yield randomInt(VENDOR_CODE_LIMIT);
  for (let attempt = 0; attempt < 20; attempt += 1) yield randomInt(VENDOR_CODE_LIMIT, 1_000_000_000);
}

/** Inserts company and user; only a taken code is tried again. */
async function insertUser(
  tx: Database,
  fields: UserFields,
  insert: Insert,
): Promise<{ id: string; vendorCode: number } | { duplicate: string }> {
  for (const code of codes(insert.proposedCode)) {
    const row = await tx.first<{ id: string }>(sql`
      insert into vendors (code, ${vendorTable.names}, supplier_id, identity_confirmed_at, agreed_terms)
      values (${code}, ${vendorTable.values(fields)}, ${insert.systemVendorId}, case when ${insert.isActive}::boolean then clock_timestamp() end,
        ${insert.agreesTerms ? fields.paymentTerms : null})
      on conflict do nothing returning id::text`);
    if (row === undefined) {
      const supplier = await tx.first(sql`select from vendors where supplier_id = ${insert.systemVendorId}`);
      if (supplier !== undefined) throw supplierTaken();
      continue;
    }
    const added = await tx.first(sql`
      with added as (
        insert into users (id, ${userTable.names}, password_hash, is_admin, is_active)
        values (${row.id}, ${userTable.values(fields)}, ${insert.passwordHash}, ${insert.isAdmin}, ${insert.isActive})
        on conflict do nothing returning id, vendor_id, is_admin
      ), joined as (${firstMembers(sql`added`)})
      select id from added`);
    if (added !== undefined) return { id: row.id, vendorCode: code };
    await tx.execute(sql`delete from vendors where id = ${row.id}`);
    const duplicate = await duplicateOf(tx, fields, null);
    if (duplicate !== null) return { duplicate };
  }
  throw new Error('no free vendor code was found in 40 tries');
}

export const supplierTaken = () => invalid({ system_Vendor_id: messages.supplierTaken });

/** The message if another user has the e-mail (in any case) or the mobile number. */
export async function duplicateOf(
  db: Database,
  fields: Pick<UserFields, 'email' | 'mobileNumber'>,
  ownId: string | null,
): Promise<string | null> {
  const taken = await db.first<{ email: boolean; mobile: boolean }>(sql`
    select coalesce(bool_or(lower(email) = lower(${fields.email})), false) as email,
           coalesce(bool_or(mobile_number = ${fields.mobileNumber}), false) as mobile
    from users where (lower(email) = lower(${fields.email}) or mobile_number = ${fields.mobileNumber}) and id is distinct from ${ownId}`);
  return taken?.email ? messages.duplicateEmail : taken?.mobile ? messages.duplicateMobile : null;
}
