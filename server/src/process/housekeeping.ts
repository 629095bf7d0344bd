import { FEED_DAYS } from '@aapurti/contract/integration/changeFeed';
import { DELIVERY_DAYS } from '@aapurti/contract/integration/webhooks';
import sql, { raw, type Sql } from 'sql-template-tag';
import type { Database } from '../database/database.ts';
import { recordRun } from './jobs.ts';
import { takeTurn } from './lease.ts';

const hour = 60 * 60_000;

interface House {
  db: Database;
  files: { sweep(): Promise<unknown> };
}

/** Expired rows; nothing depends on the time of their deletion. */
const expired = [
  sql`delete from sessions where expires_at < now()`,
  sql`delete from sign_in_challenges where expires_at < now()`,
  sql`delete from idp_attempts where expires_at < now()`,
  sql`delete from idp_proofs where expires_at < now()`,
  // Owners can review attempts for half a year; attempts for unknown e-mails are deleted after a day.
  sql`delete from sign_ins where at < now() - interval '180 days' or (user_id is null and at < now() - interval '1 day')`,
  sql`delete from email_changes where changed_at is null and expires_at < now() - interval '1 day'`,
  sql`delete from password_resets where expires_at < now() - interval '1 day'`,
  sql`delete from idempotency_keys where created_at < now() - interval '3 days'`,
  // A document is kept permanently if an activation or approval happened while it was the current one.
  sql`delete from files where replaced_at < now() - interval '90 days' and not exists (
    select from audit_log where entity = 'user' and entity_id = files.vendor_id::text and at between files.created_at and files.replaced_at
      and (after ->> 'isActive' = 'true' or action = 'user.identity.approve'))`,
  sql`delete from mails where state not in ('waiting', 'sending') and created_at < now() - interval '90 days'`,
  sql`delete from notices where created_at < now() - interval '90 days'`,
  sql`delete from changes where at < now() - make_interval(days => ${FEED_DAYS + 1})`,
  sql`delete from webhook_deliveries where at < now() - make_interval(days => ${DELIVERY_DAYS + 1})`,
  deleteUnconfirmed(),
];

/** Registrations older than 90 days that were never activated, edited or used, with their documents and e-mails. Their log entries stay. */
function deleteUnconfirmed(): Sql {
  const theirs = raw('in (select id from unconfirmed)');
  return sql`
    with unconfirmed as (
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

/** The time is below an hour, so that an early timer does not find the previous run still counted. */
const turnSeconds = (0.9 * hour) / 1000;

/** The hourly work of one domain. */
type Task = () => Promise<unknown>;

/** Runs hourly, in one of all processes. @returns the function that stops it. */
export function startHousekeeping(ctx: House, tasks: readonly Task[]): () => void {
  const timer = setInterval(() => {
    void keepHouse(ctx, tasks).catch((error: unknown) => console.error('Housekeeping could not start:', error));
  }, hour);
  timer.unref();
  return () => clearInterval(timer);
}

/** @returns false if another process has done so within the hour. */
export async function keepHouse({ db, files }: House, tasks: readonly Task[] = []): Promise<boolean> {
  if (!(await takeTurn(db, 'housekeeping', turnSeconds))) return false;
  const results = await Promise.allSettled([
    ...expired.map((query) => db.execute(query)),
    pruneRateLimits(db),
    files.sweep(),
    ...tasks.map((task) => task()),
  ]);
  for (const result of results) if (result.status === 'rejected') console.error('Housekeeping failed:', result.reason);
  await recordRun(
    db,
    'housekeeping',
    results.every(({ status }) => status === 'fulfilled'),
  );
  return true;
}

/** Skips locked rows, so it never waits. @returns the number of deleted rows. */
export function pruneRateLimits(db: Database): Promise<number> {
  return db.execute(sql`
    delete from rate_limits where key in (select key from rate_limits where resets_at <= now() for update skip locked)`);
}
