import sql from 'sql-template-tag';
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
  sql`delete from mails where state not in ('waiting', 'sending') and created_at < now() - interval '90 days'`,
];

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
