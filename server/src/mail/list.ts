import type { mail } from '@aapurti/contract/mail/mail';
import type { QueryOf } from '@aapurti/contract/ground/operation';
import sql, { type Sql } from 'sql-template-tag';

import type { Database } from '../database/database.ts';
import { contains, type ListResult, listRows, pageOf } from '../database/list.ts';

/** Newest first, without content, which may be secret. */
export function listMails(db: Database, query: QueryOf<typeof mail.list>): Promise<ListResult> {
  return listRows(db, {
    select: sql`
      mails.id::text as _id, mails.created_at as "createdAt", coalesce(recipient, users.email, '') as "to", kind, mails.state, tries,
      case when mails.state = 'waiting' then due_at end as "dueAt", error`,
    from: sql`mails`,
    join: sql`left join users on users.id = mails.user_id`,
    where: [query.state === undefined ? null : sql`mails.state = ${query.state}`, sentTo(query.to)],
    key: sql`mails.id`,
    sorts: { createdAt: sql`mails.id` },
    page: pageOf(query),
  });
}

/** The address of a mail is its own or, where it has none, its user's. */
function sentTo(to: string | undefined): Sql | null {
  const own = contains(sql`lower(recipient)`, to);
  return own && sql`(${own} or recipient is null and user_id in (select id from users where ${contains(sql`lower(email)`, to)}))`;
}
