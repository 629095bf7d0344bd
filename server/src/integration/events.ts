import sql from 'sql-template-tag';

import { removedFrom } from './changes.ts';
import type { Database } from '../database/database.ts';

/** The number of feed rows read at a time. */
const PAGE = 1000;

/**
 * Turns the changes after the cursor into deliveries for every active webhook that subscribes to them, in the feed's order. A record that
 * changes again replaces its pending message, under a new id, so that each record waits at most once. Each message about a record has a
 * higher version than the earlier ones. As in the feed, a change counts once every transaction that began before it has ended.
 * @returns whether there may be more
 */
export async function fanOut(db: Database): Promise<boolean> {
  const { rows } = await db.one<{ rows: number }>(sql`
    with cursor as (
      select transaction_id, change_id, pg_snapshot_xmin(pg_current_snapshot()) as running from webhook_cursor for update),
    page as (
      select changes.* from changes, cursor
      where (changes.transaction_id, changes.id) > (cursor.transaction_id, cursor.change_id) and changes.transaction_id < running
      order by changes.transaction_id, changes.id limit ${PAGE}),
    next as (
      (select transaction_id, id from page order by transaction_id desc, id desc limit 1)
      -- A cursor of another cluster, whose backup this is, may be ahead.
      union all select running, 0 from cursor where transaction_id > running),
    latest as (
      select distinct on (entity, record_id) transaction_id, id, at, entity, record_id, vendor_id from page
      order by entity, record_id, transaction_id desc, id desc),
    -- The cursor's lock makes this order that of all versions: ids of changes follow the clock, not the feed.
    numbered as materialized (select latest.*, nextval('webhook_versions') as version from latest),
    made as (
      insert into webhook_deliveries (webhook_id, entity, record_id, vendor_id, removed, version, at)
      select webhooks.id, latest.entity, latest.record_id, latest.vendor_id, ${removedFrom(sql`latest.entity`, sql`latest.record_id`)}, latest.version, at
      from numbered latest join webhooks on latest.entity = any(events) and on_since is not null
        -- Also what had begun and not ended when it was turned on. In another cluster, whose backup this is, the time alone counts.
        and (at >= on_since or not pg_visible_in_snapshot(transaction_id, on_from)) and (webhooks.vendor_id is null or webhooks.vendor_id = latest.vendor_id)
      where webhooks.vendor_id is null or exists (select from users where id = webhooks.vendor_id and is_active)
      order by transaction_id, latest.id
      on conflict (webhook_id, entity, record_id) where state = 'waiting' do update set removed = excluded.removed, version = excluded.version,
        at = excluded.at, message_id = excluded.message_id, tries = 0, due_at = excluded.due_at, status = null, error = null),
    moved as (update webhook_cursor set transaction_id = next.transaction_id, change_id = next.id from next)
    select count(*)::int as rows from page`);
  return rows === PAGE;
}

/** Starts following the feed now if nobody has followed it. Call it in the transaction that turns a webhook on, before turning it on. */
export async function startFollowing(tx: Database): Promise<void> {
  await tx.execute(sql`select from webhook_cursor for update`);
  await tx.execute(sql`
    update webhook_cursor set transaction_id = pg_snapshot_xmin(pg_current_snapshot()), change_id = 0
    where not exists (select from webhooks where on_since is not null)`);
}
