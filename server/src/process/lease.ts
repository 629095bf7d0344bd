import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

import sql from 'sql-template-tag';

import type { Database } from '../database/database.ts';

const LEASE_SECONDS = 60;

/** Another process holds the lease, so writing must stop. */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
}

export interface Lease {
  /** Renews it in a transaction, which blocks a takeover until the commit. @throws LeaseLost */
  hold(tx: Database): Promise<void>;
  readonly lost: boolean;
  release(): Promise<void>;
}

/**
 * Takes a named lease, for work that one process does at a time; null while another holds it. It renews itself, and expires by the database
 * clock if its holder dies.
 */
export async function takeLease(db: Database, name: string, seconds = LEASE_SECONDS): Promise<Lease | null> {
  const holder = `${hostname()} ${process.pid} ${randomUUID()}`;
  const until = sql`clock_timestamp() + make_interval(secs => ${seconds}::float8)`;
  const taken = await db.execute(sql`
    insert into leases as held (name, holder, expires_at) values (${name}, ${holder}, ${until})
    on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at
      -- An end beyond any lease dates from before the clock was set back.
      where held.expires_at not between clock_timestamp() and ${until} + interval '2 hours'`);
  if (taken === 0) return null;
  let lost = false;
  const renew = (on: Database) => on.execute(sql`update leases set expires_at = ${until} where name = ${name} and holder = ${holder}`);
  const timer = setInterval(
    () => {
      renew(db).then(
        (renewed) => (lost ||= renewed === 0),
        () => undefined,
      );
    },
    (seconds * 1000) / 3,
  );
  timer.unref();
  return {
    async hold(tx) {
      if ((await renew(tx)) === 1) return;
      lost = true;
      throw new LeaseLost('Another process has taken over.');
    },
    get lost() {
      return lost;
    },
    async release() {
      clearInterval(timer);
      await db.execute(sql`delete from leases where name = ${name} and holder = ${holder}`);
    },
  };
}

const ASK_AGAIN_MS = 100;

/** Runs work under a lease, and waits while another process holds it. @throws Error (`late`) after `patience` ms, with nothing done. */
export async function whileHolding<Result>(
  db: Database,
  name: string,
  work: () => Promise<Result>,
  { patience, late, seconds = 20 }: { patience: number; late: string; seconds?: number },
): Promise<Result> {
  const end = Date.now() + patience;
  let lease = await takeLease(db, name, seconds);
  while (lease === null) {
    if (Date.now() > end) throw new Error(late);
    await sleep(ASK_AGAIN_MS);
    lease = await takeLease(db, name, seconds);
  }
  try {
    return await work();
  } finally {
    await lease.release().catch(() => undefined);
  }
}

/** True for the first process that asks in each period of `seconds`. */
export async function takeTurn(db: Database, name: string, seconds: number): Promise<boolean> {
  const until = sql`clock_timestamp() + make_interval(secs => ${seconds}::float8)`;
  // "excluded" dates from before the wait for the process that was first.
  const taken = await db.execute(sql`
    insert into leases as turn (name, holder, expires_at) values (${name}, ${hostname()}, ${until})
    on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at
      where turn.expires_at not between clock_timestamp() and ${until}`);
  return taken === 1;
}

export async function isHeld(db: Database, name: string): Promise<boolean> {
  return (await db.first(sql`select from leases where name = ${name} and expires_at >= clock_timestamp()`)) !== undefined;
}
