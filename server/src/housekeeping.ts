import sql from 'sql-template-tag';
import type { Context } from './context.ts';
import { pruneRateLimits } from './http/rateLimits.ts';

const hour = 60 * 60_000;

/** What only takes up room once its time is over. Nothing relies on when it goes. */
const expired = [
  sql`delete from sessions where expires_at < now()`,
  sql`delete from password_resets where expires_at < now() - interval '1 day'`,
  sql`delete from idempotency_keys where created_at < now() - interval '24 hours'`,
  sql`delete from mails where state not in ('waiting', 'sending') and created_at < now() - interval '90 days'`,
];

/** Throws away, every hour, what has expired. Several server processes may do so at once. @returns what ends it. */
export function startHousekeeping({ db, files }: Pick<Context, 'db' | 'files'>): () => void {
  const timer = setInterval(() => {
    void Promise.allSettled([...expired.map((query) => db.execute(query)), pruneRateLimits(db), files.sweep()]).then((results) => {
      for (const result of results) if (result.status === 'rejected') console.error('Housekeeping failed:', result.reason);
    });
  }, hour);
  timer.unref();
  return () => clearInterval(timer);
}
