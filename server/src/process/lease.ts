import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

import sql from 'sql-template-tag';

import type { Database } from '../database/database.ts';

/** Long enough for a slow statement between two renewals, short enough that a dead holder's work goes on soon. */
const LEASE_SECONDS = 60;

/** Somebody else has it by now: whoever held it must not write any more. */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
}

export interface Lease {
  /** Renews it as part of a transaction, which whoever would take it over then waits for. @throws LeaseLost when it is somebody else's. */
  hold(tx: Database): Promise<void>;
  /** True once a renewal found that it is somebody else's. */
  readonly lost: boolean;
  release(): Promise<void>;
}

/**
 * Takes a named lease, so that of all server processes one at a time does some work; null while another holds it. It renews itself; a
 * holder that died loses it by the database's clock.
 */
export async function takeLease(db: Database, name: string, seconds = LEASE_SECONDS): Promise<Lease | null> {
  const holder = `${hostname()} ${process.pid} ${randomUUID()}`;
  const until = sql`clock_timestamp() + make_interval(secs => ${seconds}::float8)`;
  const taken = await db.execute(sql`
    insert into leases as held (name, holder, expires_at) values (${name}, ${holder}, ${until})
    on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at 
      -- One that ends later than any can was taken before the clock was set back: else a dead holder would keep it for a day.
      where held.expires_at not between clock_timestamp() and ${until} + interval '2 hours'`);
  if (taken === 0) return null;
  let lost = false;
  const renew = (on: Database) => on.execute(sql`update leases set expires_at = ${until} where name = ${name} and holder = ${holder}`);
  const timer = setInterval(
    () => {
      renew(db).then(
        (renewed) => (lost ||= renewed === 0),
        // The next one may get through; until then nothing is known.
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

/** How long whoever waits for a lease lets its holder be before asking again. */
const ASK_AGAIN_MS = 100;

/**
 * Does some work while nobody else does any under the same name, in whatever process: who comes meanwhile waits. A holder that died is
 * waited for until its lease ends.
 * @throws Error where its turn does not come within so many milliseconds: nothing was done then.
 */
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
    // Nobody renews it any more, so it ends by itself where it cannot be given back.
    await lease.release().catch(() => undefined);
  }
}

/** True for the first of all processes that asks, and again for the first after so many seconds: for what is due now and then, once in all. */
export async function takeTurn(db: Database, name: string, seconds: number): Promise<boolean> {
  const taken = await db.execute(sql`
    insert into leases as turn (name, holder, expires_at)
    values (${name}, ${hostname()}, clock_timestamp() + make_interval(secs => ${seconds}::float8))
    on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at
      where turn.expires_at not between clock_timestamp() and excluded.expires_at`);
  return taken === 1;
}

/** True while somebody holds it. */
export async function isHeld(db: Database, name: string): Promise<boolean> {
  return (await db.first(sql`select from leases where name = ${name} and expires_at >= clock_timestamp()`)) !== undefined;
}
