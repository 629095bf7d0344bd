import { randomBytes } from 'node:crypto';

import { messages as accountMessages } from '@aapurti/contract/vendors/accounts';
import { messages } from '@aapurti/contract/vendors/identity';
import sql from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import { recordAudit } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import { type Database, isUniqueViolation } from '../database/database.ts';
import { LINK_MINUTES } from '../mail/messages.ts';
import { queueMail } from '../mail/queue.ts';
import { conflict } from '../ground/refusal.ts';
import { endEmailLink, endResetLinks } from './resets.ts';
import { hashToken } from './sessions.ts';
import type { UserRow } from '../vendors/users.ts';

/** Old addresses still receive notifications of new bank details, because an attacker changes the e-mail first. */
const OLD_ADDRESS_DAYS = 30;

export const entryOf = (actor: { id: string } | null, userId: string) =>
  ({ actor, ownerId: userId, entity: 'user', entityId: userId }) as const;

/**
 * E-mails a link to the new address and a notification to the present one. An earlier link expires.
 * @param byProvider `isProviderWord`
 */
export async function askForEmail(ctx: Context, actor: Actor, user: UserRow, email: string, byProvider: boolean): Promise<void> {
  const secret = randomBytes(32).toString('base64url');
  await endEmailLink(ctx.db, user._id);
  await ctx.db.execute(sql`
    insert into email_changes (user_id, email, old_email, secret_hash, expires_at)
    values (${user._id}, ${email}, ${user.email}, ${hashToken(secret)},
            ${ctx.clock()}::timestamptz + make_interval(mins => ${LINK_MINUTES.emailLink}))`);
  if (byProvider) await ctx.db.execute(sql`update users set email_by_provider = true where id = ${user._id}`);
  await recordAudit(ctx.db, { ...entryOf(actor, user._id), action: 'user.email.ask', before: { email: user.email }, after: { email } });
  const [userId, name] = [user._id, user.firstName];
  const url = `${ctx.settings.publicUrl}/confirm-email/${secret}`;
  await queueMail(ctx, { kind: 'emailLink', userId, to: email, content: { name, url } });
  await queueMail(ctx, { kind: 'emailAsked', userId, to: user.email, content: { name } });
}

export async function keepEmail(ctx: Context, actor: Actor): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    if (await endEmailLink(tx, actor.id)) await recordAudit(tx, { ...entryOf(actor, actor.id), action: 'user.email.keep' });
  });
}

/** Records an address that an administrator replaced; a pending change becomes void. */
export async function replacedEmail(db: Database, userId: string, oldEmail: string, email: string, byProvider: boolean): Promise<void> {
  await endEmailLink(db, userId);
  await db.execute(sql`update users set email_by_provider = ${byProvider} where id = ${userId}`);
  await db.execute(sql`
    insert into email_changes (user_id, email, old_email, expires_at, changed_at)
    values (${userId}, ${email}, ${oldEmail}, clock_timestamp(), clock_timestamp())`);
}

/** Opening the link changes the e-mail, once. */
export async function confirmEmail(ctx: Context, secret: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const isLive = sql`secret_hash = ${hashToken(secret)} and expires_at > ${ctx.clock()}`;
    // The user's row is locked first, as in every other transaction.
    await tx.execute(sql`select from users where id = (select user_id from email_changes where ${isLive}) for update`);
    const change = await tx.first<{ userId: string; email: string }>(sql`
      update email_changes set changed_at = clock_timestamp(), secret_hash = null where ${isLive}
      returning user_id::text as "userId", email`);
    if (change === undefined) throw conflict(messages.emailLinkDead);
    const { userId, email } = change;
    const user = await tx.one<{ email: string; name: string }>(sql`select email, first_name as name from users where id = ${userId}`);
    try {
      await tx.transaction((savepoint) =>
        savepoint.execute(sql`update users set email = ${email}, updated_at = clock_timestamp() where id = ${userId}`),
      );
    } catch (error) {
      throw isUniqueViolation(error, 'users_email') ? conflict(accountMessages.duplicateEmail) : error;
    }
    await endResetLinks(tx, userId);
    await recordAudit(tx, { ...entryOf(null, userId), action: 'user.email', before: { email: user.email }, after: { email } });
    await queueMail({ ...ctx, db: tx }, { kind: 'email', userId, to: user.email, content: { name: user.name } });
  });
}

/** The addresses that are notified of a vendor's new bank details: the given ones, its owners', and recently replaced ones. */
export async function addressesOf(db: Database, vendorId: string, ...emails: string[]): Promise<string[]> {
  const old = await db.rows<{ email: string }>(sql`
    select email from users where id in (select user_id from memberships where vendor_id = ${vendorId} and role = 'owner')
    union all
    select old_email from email_changes
    where user_id = ${vendorId} and changed_at > clock_timestamp() - make_interval(days => ${OLD_ADDRESS_DAYS})`);
  return [...new Map([...emails, ...old.map(({ email }) => email)].map((email) => [email.toLowerCase(), email])).values()];
}
