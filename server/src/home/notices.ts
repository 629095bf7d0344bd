import { type Notice, type notices, NOTICES_PAGE } from '@aapurti/contract/home/notices';
import type { BodyOf, QueryOf } from '@aapurti/contract/ground/operation';
import sql, { empty, type Sql } from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import type { Database } from '../database/database.ts';
import { noticeWords } from './noticeWords.ts';

/** The notifications of the caller's current membership, without the kinds that the user has turned off. */
const ownOf = (actor: Actor): Sql =>
  sql`member_id = ${actor.membershipId} and kind not in (select kind from notices_off where user_id = ${actor.id})`;

interface Row {
  [column: string]: unknown;
  _id: string;
  createdAt: string;
  isRead: boolean;
}

export async function listNotices(
  db: Database,
  actor: Actor,
  { before }: QueryOf<typeof notices.list>,
): Promise<{ unread: number; notices: Notice[]; more: boolean }> {
  const rows = await db.rows<Row & Parameters<typeof noticeWords>[0]>(sql`
    select id::text as _id, kind, content, created_at as "createdAt", read_at is not null as "isRead"
    from notices where ${ownOf(actor)} ${before === undefined ? empty : sql`and id < ${before}`} order by id desc limit ${NOTICES_PAGE + 1}`);
  return {
    unread: await unreadOf(db, actor),
    notices: rows.slice(0, NOTICES_PAGE).map(({ _id, kind, content, createdAt, isRead }) => ({
      _id,
      kind,
      createdAt: new Date(createdAt).toISOString(),
      isRead,
      ...noticeWords({ kind, content } as Parameters<typeof noticeWords>[0]),
    })),
    more: rows.length > NOTICES_PAGE,
  };
}

/** @returns the number that is still unread. */
export async function readNotices(db: Database, actor: Actor, { upTo, alone }: BodyOf<typeof notices.read>): Promise<number> {
  await db.execute(sql`
    update notices set read_at = clock_timestamp() where ${ownOf(actor)} and read_at is null and id ${alone ? sql`=` : sql`<=`} ${upTo}`);
  return unreadOf(db, actor);
}

async function unreadOf(db: Database, actor: Actor): Promise<number> {
  const { unread } = await db.one<{ unread: number }>(
    sql`select count(*)::int as unread from notices where ${ownOf(actor)} and read_at is null`,
  );
  return unread;
}
