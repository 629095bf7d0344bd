import { randomBytes } from 'node:crypto';

import { messages } from '@aapurti/contract/vendors/accounts';
import sql from 'sql-template-tag';

import { recordAudit } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { invalid, Refusal } from '../ground/refusal.ts';
import { LINK_MINUTES } from '../mail/messages.ts';
import { claimMail, queueMail } from '../mail/queue.ts';
import { chosenPasswordProblem, hashPassword } from './passwords.ts';
import { endSessions, hashToken } from './sessions.ts';
import { personalTexts } from '../vendors/users.ts';

/** A single-use link that sets a password; earlier ones expire. Only the secret's hash is stored. */
export async function newResetLink(ctx: Context, userId: string, purpose: keyof typeof LINK_MINUTES): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  const now = ctx.clock();
  await ctx.db.transaction(async (tx) => {
    await endResetLinks(tx, userId);
    await tx.execute(sql`
      insert into password_resets (secret_hash, user_id, expires_at)
      values (${hashToken(secret)}, ${userId}, ${now}::timestamptz + make_interval(mins => ${LINK_MINUTES[purpose]}))`);
  });
  return `${ctx.settings.publicUrl}/password-reset/${secret}`;
}

export async function endResetLinks(db: Database, userId: string): Promise<void> {
  await db.execute(sql`delete from password_resets where user_id = ${userId}`);
}

/** @returns whether there was a link. */
export async function endEmailLink(db: Database, userId: string): Promise<boolean> {
  return (await db.execute(sql`delete from email_changes where user_id = ${userId} and changed_at is null`)) > 0;
}

/** The specification requires 401 for an unknown e-mail, so the route limits attempts. */
export async function sendResetLink(ctx: Context, email: string): Promise<void> {
  const user = await ctx.db.first<{ id: string; email: string; first_name: string }>(sql`
    select id::text, email, first_name from users where lower(email) = lower(${email.trim()})`);
  if (user === undefined) throw new Refusal(401, messages.userNotFound);
  const mail = await ctx.db.transaction(async (tx) => {
    const url = await newResetLink({ ...ctx, db: tx }, user.id, 'reset');
    return claimMail(tx, { kind: 'reset', userId: user.id, to: user.email, content: { name: user.first_name, url } });
  });
  if (!(await ctx.mail.sendNow(mail))) throw new Refusal(400, messages.resetFailed);
}

/**
 * Sets a password by a link's secret, once, and ends all sessions. The mailbox proves the person's identity, unless a provider's word has
 * set it.
 * @returns the user's e-mail.
 */
export async function resetPassword(ctx: Context, secret: string, password: string): Promise<string> {
  const live = sql`secret_hash = ${hashToken(secret)} and used_at is null and expires_at > ${ctx.clock()}`;
  // This comes before the costly hash, so that guessing secrets costs nothing.
  const owner = await ctx.db.first<Record<string, unknown>>(sql`
    select email, legal_name as vendor_name, mobile_number as "mobileNumber"
    from password_resets join users on users.id = user_id join vendors on vendors.id = coalesce(company_id, users.id) where ${live}`);
  if (owner === undefined) throw new Refusal(401, messages.resetLinkDead);
  const problem = chosenPasswordProblem(password, personalTexts(owner));
  if (problem !== null) throw invalid({ password: problem });
  const passwordHash = await hashPassword(password);
  const user = await ctx.db.transaction(async (tx) => {
    const used = await tx.first<{ user_id: string }>(sql`
      update password_resets set used_at = ${ctx.clock()} where ${live} returning user_id::text`);
    if (used === undefined) throw new Refusal(401, messages.resetLinkDead);
    await endSessions(tx, used.user_id, null);
    await endEmailLink(tx, used.user_id);
    await recordAudit(tx, { actor: null, ownerId: used.user_id, action: 'user.reset', entity: 'user', entityId: used.user_id });
    const changed = await tx.one<{ id: string; email: string; first_name: string }>(sql`
      update users set password_hash = ${passwordHash}, password_by_provider = email_by_provider where id = ${used.user_id} returning id::text, email, first_name`);
    const { id, email, first_name: name } = changed;
    await queueMail({ ...ctx, db: tx }, { kind: 'password', userId: id, to: email, content: { name } });
    return changed;
  });
  ctx.sessions.forget(user.id);
  return user.email;
}
