import pg from 'pg';
import sql from 'sql-template-tag';

import { within } from '../within.ts';
import type { Database } from './database.ts';
import { DatabaseUnavailable, type OpenDatabase, openDatabase } from './open.ts';

/** For reads that a replica may answer: reports and exports. What changes anything goes to the primary. */
export interface Reports extends Database {
  /** Whether the replica is asked at the moment. */
  isOnReplica(): boolean;
  close(): Promise<void>;
}

/** How long a question waits until the replica has what was stored before it; more, and it lags too much. */
const CATCH_UP_MS = 2_000;
const ASK_AGAIN_MS = 20;
/** A replica that is gone, or lags, is looked for so often; until it is well the primary is asked. */
const LOOK_MS = 5_000;
const SILENT = 'it does not answer.';

/** Where there is no replica. */
export function withoutReplica(primary: Database): Reports {
  return { ...primary, isOnReplica: () => false, close: () => Promise.resolve() };
}

/**
 * Reads from a streaming replica, and never less than the primary had when the question came: the replica is asked once it has come that
 * far, so that nobody misses what he has just written, through whichever process. Where it is gone or more than two seconds behind,
 * the primary answers.
 */
export function openReplica(primary: Database, { url, max, prepared }: { url: string; max: number; prepared: boolean }): Reports {
  let replica: OpenDatabase | null = null;
  let isWell = false;
  let closed = false;

  function lose(reason: string): void {
    if (isWell) console.error(`The database's replica is not asked for now: ${reason}`);
    isWell = false;
  }

  async function look(): Promise<void> {
    if (isWell || closed) return;
    try {
      replica ??= await openDatabase({ url, max, prepared });
      isWell = await hasCaughtUp(primary, replica);
    } catch {
      // Gone, as before.
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

/** Whether it comes within its time as far as the primary is now. @throws Error where it is no replica. */
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
    // One that was promoted goes its own way by now.
    if (found?.there === null) throw new DatabaseUnavailable('it is no replica.');
    if (found?.there === true) return true;
    if (Date.now() > end) return false;
    await new Promise((again) => setTimeout(again, ASK_AGAIN_MS));
  }
}

/** It went away, does not answer, or stopped a read for the sake of what it has to take over (40001). The primary may know better. */
function isReplicasOwn(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.code === '40001';
  return error instanceof DatabaseUnavailable || (error as Error).message === SILENT;
}
