import { listCodes, type ListPreference, type lists, type ListView, messages } from '@aapurti/contract/settings/lists';
import type { BodyOf } from '@aapurti/contract/ground/operation';
import sql, { type Sql } from 'sql-template-tag';

import { type Actor, isAdministrator } from '../ground/actor.ts';
import type { Database } from '../database/database.ts';
import { idOf } from '../database/list.ts';
import { coded, notFound } from '../ground/refusal.ts';

/** The most entries of each kind for one user, so that a user cannot fill the database. */
const MOST = 200;

const viewColumns = (actor: Actor): Sql => sql`id::text as _id, list, name, shared, columns, query, user_id = ${actor.id} as own`;

/** Shared views are for buyer users, because their names and filters may reveal other vendors. */
export async function readPreferences(db: Database, actor: Actor): Promise<{ lists: ListPreference[]; views: ListView[] }> {
  const preferences = await db.rows<ListPreference & Record<string, unknown>>(sql`
    select list, columns, page_size as "pageSize" from list_preferences where user_id = ${actor.id} order by list`);
  const views = await db.rows<ListView & Record<string, unknown>>(sql`
    select ${viewColumns(actor)} from list_views where user_id = ${actor.id} or (shared and ${actor.isAdmin}::boolean) order by shared, lower(name), id`);
  return { lists: preferences, views };
}

/** @throws Refusal 422 above the limit. */
export async function prefer(db: Database, actor: Actor, body: BodyOf<typeof lists.prefer>): Promise<ListPreference> {
  const { list, columns, pageSize } = body;
  const stored = await db.execute(sql`
    insert into list_preferences (user_id, list, columns, page_size)
    select ${actor.id}::bigint, ${list}, ${columns}::text[], ${pageSize}::smallint
    where exists (select from list_preferences where user_id = ${actor.id} and list = ${list})
      or (select count(*) from list_preferences where user_id = ${actor.id}) < ${MOST}
    on conflict (user_id, list) do update set columns = excluded.columns, page_size = excluded.page_size`);
  if (stored === 0) throw coded(422, messages.tooMany, { code: listCodes.tooMany });
  return body;
}

/** @throws Refusal 403 if a user other than an administrator shares a view, 422 above the limit. */
export async function saveView(db: Database, actor: Actor, body: BodyOf<typeof lists.saveView>): Promise<ListView> {
  const { list, name, shared, columns, query } = body;
  if (shared && !isAdministrator(actor)) throw coded(403, messages.sharing, { code: listCodes.sharing });
  const stored = await db.first<ListView & Record<string, unknown>>(sql`
    insert into list_views (user_id, list, name, shared, columns, query)
    select ${actor.id}::bigint, ${list}, ${name}, ${shared}::boolean, ${columns}::text[], ${query}
    where exists (select from list_views where user_id = ${actor.id} and list = ${list} and name = ${name})
      or (select count(*) from list_views where user_id = ${actor.id}) < ${MOST}
    on conflict (user_id, list, name) do update
      set shared = excluded.shared, columns = excluded.columns, query = excluded.query
    returning ${viewColumns(actor)}`);
  if (stored === undefined) throw coded(422, messages.tooMany, { code: listCodes.tooMany });
  return stored;
}

/** @throws Refusal 404 for a view that is not the caller's, unless it is shared and an administrator calls. */
export async function removeView(db: Database, actor: Actor, id: string): Promise<void> {
  const removed = await db.execute(sql`
    delete from list_views where id = ${idOf(id)} and (user_id = ${actor.id} or (shared and ${isAdministrator(actor)}::boolean))`);
  if (removed === 0) throw notFound();
}
