import { createHmac } from 'node:crypto';
import { MAIL_KINDS, type MailKind, type MailSwitches, messages } from '@aapurti/contract/mail/mail';
import sql from 'sql-template-tag';

import { recordChange } from '../audit/audit.ts';
import type { Database } from '../database/database.ts';
import { installationSecret, isSameText } from '../database/secret.ts';
import { countAttempts, type Counted, limits } from '../http/rateLimits.ts';
import { Refusal } from '../ground/refusal.ts';

type Switched = 'mails' | 'notices';

const tables = { mails: sql`mails_off`, notices: sql`notices_off` };
const KINDS = Object.keys(MAIL_KINDS) as MailKind[];

export function isSwitchable(kind: string): kind is MailKind {
  return Object.hasOwn(MAIL_KINDS, kind);
}

export async function switchesOf(db: Database, what: Switched, userId: string): Promise<MailSwitches> {
  const off = await db.rows<{ kind: string }>(sql`select kind from ${tables[what]} where user_id = ${userId}`);
  const isOff = new Set(off.map(({ kind }) => kind));
  return Object.fromEntries(KINDS.map((kind) => [kind, !isOff.has(kind)])) as MailSwitches;
}

/** Absent kinds stay unchanged. Queued e-mails are checked again before they are sent. */
export async function changeSwitches(
  db: Database,
  what: Switched,
  actor: { id: string } | null,
  userId: string,
  sent: { readonly [K in MailKind]?: boolean | undefined },
): Promise<MailSwitches> {
  return db.transaction(async (tx) => {
    // Serialised, so that the log has the previous values.
    await tx.execute(sql`select from users where id = ${userId} for no key update`);
    const before = await switchesOf(tx, what, userId);
    const on = KINDS.filter((kind) => sent[kind] === true);
    const off = KINDS.filter((kind) => sent[kind] === false);
    await tx.execute(sql`delete from ${tables[what]} where user_id = ${userId} and kind = any(${on}::text[])`);
    await tx.execute(sql`
      insert into ${tables[what]} (user_id, kind) select ${userId}::bigint, unnest(${off}::text[]) on conflict do nothing`);
    const after = await switchesOf(tx, what, userId);
    // The view of notifications belongs to each user, like the columns of lists.
    if (what === 'mails')
      await recordChange(tx, { actor, ownerId: userId, action: 'user.mails', entity: 'user', entityId: userId }, before, after);
    return after;
  });
}

/** The link never expires, because e-mails are read late. */
export async function unsubscribeUrl(db: Database, publicUrl: string, userId: string, kind: MailKind): Promise<string> {
  const signature = signatureOf(await installationSecret(db, SECRET), userId, kind);
  return `${publicUrl}/unsubscribe/${userId}.${kind}.${signature}`;
}

/** Writes only if it turns something off, because anybody may repeat it. @throws Refusal 404 for an invalid link, limited by address. */
export async function unsubscribe(ctx: Counted, token: string, address: string): Promise<void> {
  const [userId = '', kind = '', signature = ''] = token.split('.');
  const expected = signatureOf(await installationSecret(ctx.db, SECRET), userId, kind);
  if (!isSwitchable(kind) || !isSameText(signature, expected)) {
    await countAttempts(ctx, limits.unsubscribe, { address });
    throw new Refusal(404, messages.deadLink);
  }
  if ((await switchesOf(ctx.db, 'mails', userId))[kind]) await changeSwitches(ctx.db, 'mails', null, userId, { [kind]: false });
}

const SECRET = 'unsubscribe';

function signatureOf(secret: string, userId: string, kind: string): string {
  return createHmac('sha256', secret).update(`${userId}.${kind}`).digest('base64url');
}
