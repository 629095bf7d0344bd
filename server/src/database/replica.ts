import pg from 'pg';
import sql from 'sql-template-tag';

import { within } from '../ground/within.ts';
import type { Database } from './database.ts';
import { DatabaseUnavailable, type OpenDatabase, openDatabase } from './open.ts';

/** The database for reads that a replica may answer: reports and exports. */
export interface Reports extends Database {
  isOnReplica(): boolean;
  close(): Promise<void>;
}

const CATCH_UP_MS = 2_000;
const ASK_AGAIN_MS = 20;
const LOOK_MS = 5_000;
const SILENT = 'it does not answer.';

export function withoutReplica(primary: Database): Reports {
  return { ...primary, isOnReplica: () => false, close: () => Promise.resolve() };
}

/**
 * Reads from a replica once it has replayed the primary's current position. If the replica is gone or two seconds behind, the primary
 * responds.
 */
export function openReplica(primary: Database, { url, max, prepared }: { url: string; max: number; prepared: boolean }): Reports {
  let replica: OpenDatabase | null = null;
  let isWell = false;
  let closed = false;

  function lose(reason: string): void {
    if (isWell) console.error(`The replica of the database is not used for now: ${reason}`);
    isWell = false;
  }

  async function look(): Promise<void> {
    if (isWell || closed) return;
    try {
      replica ??= await openDatabase({ url, max, prepared });
      isWell = await hasCaughtUp(primary, replica);
    } catch {
      // The replica is still unavailable.
    }
    if (closed) await replica?.close();
  }
  let looking = look();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, LOOK_MS);
  timer.unref();

  async function read<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
    if (!isWell || replica === null) return work(primary);
    try {
      if (await hasCaughtUp(primary, replica)) return await work(replica);
      lose('it lags.');
    } catch (error) {
      if (!isReplicasOwn(error)) throw error;
      lose((error as Error).message);
    }
    return work(primary);
  }

  return {
    rows: (query) => read((db) => db.rows(query)),
    first: (query) => read((db) => db.first(query)),
    one: (query) => read((db) => db.one(query)),
    withClient: (work) => read((db) => db.withClient(work)),
    execute: (query) => primary.execute(query),
    transaction: (work) => primary.transaction(work),
    isOnReplica: () => isWell,
    async close() {
      closed = true;
      clearInterval(timer);
      await looking;
      if (!replica?.pool.ending) await replica?.close();
    },
  };
}

/**
 * Waits until the replica reaches the primary's current position, and returns whether it did so in time.
 * @throws DatabaseUnavailable if it is not a replica.
 */
async function hasCaughtUp(primary: Database, replica: Database): Promise<boolean> {
  const now = await primary.first<{ place: string }>(sql`select pg_current_wal_flush_lsn()::text as place`);
  const end = Date.now() + CATCH_UP_MS;
  for (;;) {
    const found = await within(
      CATCH_UP_MS,
      replica.first<{ there: boolean | null }>(sql`
        select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() >= ${now?.place}::pg_lsn end as there`),
      SILENT,
    );
    // A promoted replica diverges.
    if (found?.there === null) throw new DatabaseUnavailable('it is not a replica.');
    if (found?.there === true) return true;
    if (Date.now() > end) return false;
    await new Promise((again) => setTimeout(again, ASK_AGAIN_MS));
  }
}

/** The replica is unreachable or silent, or a read was cancelled by replay (40001). The primary can respond. */
function isReplicasOwn(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.code === '40001';
  return error instanceof DatabaseUnavailable || (error as Error).message === SILENT;
}
