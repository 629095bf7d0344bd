import type { MailKind } from '@aapurti/contract/mail/mail';
import sql, { type Sql } from 'sql-template-tag';

import type { Database } from '../database/database.ts';
import { storableJson } from '../database/storable.ts';
import type { GatheredContents } from './gathered.ts';
import { type AccountContents, LINK_MINUTES } from './messages.ts';

/** An e-mail about an account, to one user. Without `to`, it goes to the user's address at the time of sending. */
export type QueuedMail = {
  [K in keyof AccountContents]: { kind: K; userId: string; to?: string; content: AccountContents[K] };
}[keyof AccountContents];

/**
 * An event of a vendor, or of the buyer (null). The user `butId` is not notified. With `orderId`, buyer users limited to sites are notified
 * only if the order is delivered to one of those sites. The members in `memberIds` are always notified, and with `namedOnly` nobody else
 * is; another event notifies `butMemberIds`.
 */
export type ToldEvent = {
  [K in MailKind]: {
    kind: K;
    vendorId: string | null;
    butId?: string;
    orderId?: string;
    memberIds?: readonly string[];
    namedOnly?: boolean;
    butMemberIds?: readonly string[];
    content: GatheredContents[K];
  };
}[MailKind];

/** Queues e-mails in the transaction of the change that they report. */
export async function queueMails(db: Database, queued: readonly QueuedMail[]): Promise<void> {
  if (queued.length === 0) return;
  const rows = queued.map(({ kind, userId, to, content }) => ({ kind, userId, to, content, minutes: minutesOf(kind) }));
  await db.execute(sql`
    insert into mails (kind, user_id, recipient, content, expires_at)
    select kind, "userId", "to", content, clock_timestamp() + make_interval(mins => minutes)
    from jsonb_to_recordset(${storableJson(rows)}::jsonb) as mail(kind text, "userId" bigint, "to" text, content jsonb, minutes int)`);
}

/** Queues one e-mail and wakes the job after the call. `ctx.db` is the transaction. */
export async function queueMail(
  ctx: { db: Database; mail: { wake(): void }; afterwards: (work: () => Promise<unknown>) => void },
  mail: QueuedMail,
): Promise<void> {
  await queueMails(ctx.db, [mail]);
  ctx.afterwards(async () => ctx.mail.wake());
}

/**
 * Notifies the recipients in the settings of events, in the transaction of the change. Events of one kind to one receiver share an e-mail.
 */
export async function tell(db: Database, events: readonly ToldEvent[]): Promise<void> {
  if (events.length === 0) return;
  await db.execute(sql`
    with events as (
      select kind, "vendorId" as vendor_id, "butId" as but_id, "orderId" as order_id, coalesce("memberIds", '{}') as member_ids,
        coalesce("namedOnly", false) as named_only, coalesce("butMemberIds", '{}') as but_member_ids, content
      from jsonb_to_recordset(${storableJson(events)}::jsonb) as event(kind text, "vendorId" bigint, "butId" bigint, "orderId" bigint,
        "memberIds" bigint[], "namedOnly" boolean, "butMemberIds" bigint[], content jsonb)
    ), ${toldOf(sql`events`)}
    select`);
}

/**
 * CTEs that send notifications of `events`, a row source with the columns that `tell` gives them: e-mails to members and to other
 * addresses, and notifications in the portal.
 */
function toldOf(events: Sql): Sql {
  const settings = sql`
    ${events} event join event_receivers told on told.kind = event.kind and told.side = case when event.vendor_id is null then 'buyer' else 'vendor' end`;
  const actsFor = (member: Sql) => sql`(event.order_id is null or ${member}.site_ids is null
    or (select site_id from purchase_orders where purchase_orders.id = event.order_id) = any(${member}.site_ids))`;
  const receivers = (roles: Sql) => sql`
    ${settings}
    join memberships member on member.vendor_id = event.vendor_id or event.vendor_id is null and member.vendor_id is null
    join users on users.id = member.user_id
    where (member.vendor_id is not null or users.is_active) and member.user_id is distinct from event.but_id
      and member.id <> all(event.but_member_ids) and (member.id = any(event.member_ids) or not event.named_only and ${actsFor(sql`member`)} and (
        member.role = any(${roles})
        or member.role in ('owner', 'administrator') and ${roles} <> '{}' and not exists (
          select from memberships other
          where (other.vendor_id = event.vendor_id or event.vendor_id is null and other.vendor_id is null) and other.role = any(${roles})
            and ${actsFor(sql`other`)})))`;
  return sql`
    mailed as (
      insert into mails (kind, user_id, member_id, content)
      select event.kind, member.user_id, member.id, event.content from ${receivers(sql`told.mail_roles`)}
    ), mailed_outside as (
      insert into mails (kind, recipient, content)
      select event.kind, address, event.content from ${settings}, unnest(told.addresses) address where not event.named_only
    ), noticed as (
      insert into notices (member_id, kind, content)
      select member.id, event.kind, event.content from ${receivers(sql`told.notice_roles`)}
    )`;
}

/** Adds an e-mail that the caller sends itself with `ctx.mail.sendNow`, because a user waits for it. @returns its id. */
export async function claimMail(db: Database, { kind, userId, to, content }: QueuedMail): Promise<string> {
  const row = await db.one<{ id: string }>(sql`
    insert into mails (kind, user_id, recipient, content, state, tries, tried_at)
    values (${kind}, ${userId}, ${to ?? null}, ${storableJson(content)}::jsonb, 'sending', 1, clock_timestamp()) returning id::text`);
  return row.id;
}

export function byOwner<Row extends { ownerId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  return grouped(rows, ({ ownerId }) => ownerId);
}

export function grouped<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const others = groups.get(keyOf(row));
    if (others === undefined) groups.set(keyOf(row), [row]);
    else others.push(row);
  }
  return groups;
}

function minutesOf(kind: QueuedMail['kind']): number | null {
  return kind in LINK_MINUTES ? LINK_MINUTES[kind as keyof typeof LINK_MINUTES] : null;
}
