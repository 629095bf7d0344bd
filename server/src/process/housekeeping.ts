import sql, { raw, type Sql } from 'sql-template-tag';
import type { Database } from '../database/database.ts';
import { recordRun } from './jobs.ts';
import { takeTurn } from './lease.ts';

const hour = 60 * 60_000;

interface House {
  db: Database;
  files: { sweep(): Promise<unknown> };
}

/** What only takes up room once its time is over. Nothing relies on when it goes. */
const expired = [
  sql`delete from sessions where expires_at < now()`,
  sql`delete from sign_in_challenges where expires_at < now()`,
  // The owner has had half a year to look at them; a try at an e-mail that nobody has is of use to nobody.
  sql`delete from sign_ins where at < now() - interval '180 days' or (user_id is null and at < now() - interval '1 day')`,
  sql`delete from email_changes where changed_at is null and expires_at < now() - interval '1 day'`,
  sql`delete from password_resets where expires_at < now() - interval '1 day'`,
  sql`delete from idempotency_keys where created_at < now() - interval '3 days'`,
  // The log names it by its id; it stays for good where somebody was activated, or a request approved, while it was the current one.
  sql`delete from files where replaced_at < now() - interval '90 days' and not exists (
    select from audit_log where entity = 'user' and entity_id = files.vendor_id::text and at between files.created_at and files.replaced_at
      and (after ->> 'isActive' = 'true' or action = 'user.identity.approve'))`,
  sql`delete from mails where state not in ('waiting', 'sending') and created_at < now() - interval '90 days'`,
  deleteUnconfirmed(),
];

/**
 * Registrations of 90 days ago that nobody has activated nor touched, and whose owner has never signed in: with them, their papers and
 * mails. The log, which outlives what it is about, keeps that there was one.
 */
function deleteUnconfirmed(): Sql {
  const theirs = raw('in (select id from unconfirmed)');
  return sql`
    with unconfirmed as materialized (
      select id from users where not is_active and not is_admin and created_at < now() - interval '90 days'
        and exists (select from audit_log where entity = 'user' and entity_id = users.id::text and action = 'user.register')
        and not exists (select from audit_log where vendor_id = users.id and action not in ('user.register', 'user.paper'))),
    resets as (delete from password_resets where user_id ${theirs}),
    tries as (delete from sign_ins where user_id ${theirs}),
    told as (delete from mails where user_id ${theirs}),
    off as (delete from mails_off where user_id ${theirs}),
    papers as (delete from files where vendor_id ${theirs}),
    companies as (delete from vendors where id ${theirs})
    delete from users where id ${theirs}`;
}

/** A timer that is a little early must not find the last turn still on. */
const turnSeconds = (0.9 * hour) / 1000;

/** Throws away, every hour, what has expired; of all server processes one does. @returns what ends it. */
export function startHousekeeping(ctx: House): () => void {
  const timer = setInterval(() => {
    void keepHouse(ctx).catch((error: unknown) => console.error('Housekeeping could not start:', error));
  }, hour);
  timer.unref();
  return () => clearInterval(timer);
}

/** Once, unless another process has done so within the hour. @returns whether it did. */
export async function keepHouse({ db, files }: House): Promise<boolean> {
  if (!(await takeTurn(db, 'housekeeping', turnSeconds))) return false;
  const results = await Promise.allSettled([...expired.map((query) => db.execute(query)), pruneRateLimits(db), files.sweep()]);
  for (const result of results) if (result.status === 'rejected') console.error('Housekeeping failed:', result.reason);
  await recordRun(
    db,
    'housekeeping',
    results.every(({ status }) => status === 'fulfilled'),
  );
  return true;
}

/** Deletes expired counts. Skips locked rows, so that it never waits. @returns how many it deleted. */
export function pruneRateLimits(db: Database): Promise<number> {
  return db.execute(sql`
    delete from rate_limits where key in (select key from rate_limits where resets_at <= now() for update skip locked)`);
}
