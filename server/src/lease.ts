import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';

import sql from 'sql-template-tag';

import type { Database } from './database/database.ts';

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
    on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at where held.expires_at < clock_timestamp()`);
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

/** True while somebody holds it. */
export async function isHeld(db: Database, name: string): Promise<boolean> {
  return (await db.first(sql`select from leases where name = ${name} and expires_at >= clock_timestamp()`)) !== undefined;
}
