import { MAIL_KINDS } from '@aapurti/contract/mail';
import sql, { type Sql } from 'sql-template-tag';

import type { Database } from '../database/database.ts';
import { storableJson } from '../database/storable.ts';
import type { GatheredContents } from './gathered.ts';
import { type AccountContents, LINK_MINUTES } from './messages.ts';

type Contents = AccountContents & GatheredContents;

/** Without `to`, it goes to the user's address at the time of sending. */
export type QueuedMail = { [K in keyof Contents]: { kind: K; userId: string; to?: string; content: Contents[K] } }[keyof Contents];

/** Queues mails, with their notices, in the transaction of the change that they report. Switchable ones of one kind and user share a mail. */
export async function queueMails(db: Database, queued: readonly QueuedMail[]): Promise<void> {
  if (queued.length === 0) return;
  const rows = queued.map(({ kind, userId, to, content }) => ({ kind, userId, to, content, minutes: minutesOf(kind) }));
  await db.execute(sql`
    with queued as (
      insert into mails (kind, user_id, recipient, content, expires_at)
      select kind, "userId", "to", content, clock_timestamp() + make_interval(mins => minutes)
      from jsonb_to_recordset(${storableJson(rows)}::jsonb) as mail(kind text, "userId" bigint, "to" text, content jsonb, minutes int)
      returning kind, user_id, content
    ) ${noticesOf(sql`queued`)}`);
}

/** Queues one mail and wakes the job after the call. `ctx.db` is the transaction. */
export async function queueMail(
  ctx: { db: Database; mail: { wake(): void }; afterwards: (work: () => Promise<unknown>) => void },
  mail: QueuedMail,
): Promise<void> {
  await queueMails(ctx.db, [mail]);
  ctx.afterwards(async () => ctx.mail.wake());
}

/** As part of the statement that inserts the record, before `noticesOf` it. `made` selects user and content. */
export function mailOfMade(kind: keyof GatheredContents, made: Sql): Sql {
  return sql`insert into mails (user_id, content, kind) select made.*, ${kind} from (${made}) made returning kind, user_id, content`;
}

/**
 * Tells the same in the portal: a vendor's mail to all its members, that of one of the buyer's people to that person. `queued` is a row
 * source with kind, user and content of mails.
 */
export function noticesOf(queued: Sql): Sql {
  return sql`
    insert into notices (member_id, kind, content)
    select member.id, kind, content from ${queued} queued join memberships member
      on member.vendor_id = queued.user_id or member.vendor_id is null and member.user_id = queued.user_id
    where kind = any(${Object.keys(MAIL_KINDS)}::text[])`;
}

/** Adds a mail that the caller sends itself with `ctx.mail.sendNow`, since a person waits. @returns its id. */
export async function claimMail(db: Database, { kind, userId, to, content }: QueuedMail): Promise<string> {
  const row = await db.one<{ id: string }>(sql`
    insert into mails (kind, user_id, recipient, content, state, tries, tried_at)
    values (${kind}, ${userId}, ${to ?? null}, ${storableJson(content)}::jsonb, 'sending', 1, clock_timestamp()) returning id::text`);
  return row.id;
}

export function byOwner<Row extends { ownerId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const own = new Map<string, Row[]>();
  for (const row of rows) {
    const others = own.get(row.ownerId);
    if (others === undefined) own.set(row.ownerId, [row]);
    else others.push(row);
  }
  return own;
}

function minutesOf(kind: QueuedMail['kind']): number | null {
  return kind in LINK_MINUTES ? LINK_MINUTES[kind as keyof typeof LINK_MINUTES] : null;
}
