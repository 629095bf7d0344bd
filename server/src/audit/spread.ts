import sql from 'sql-template-tag';

import type { Database } from '../database/database.ts';

/** Whether sheets have left entries to the log that are not in it yet (0024_sheet_log.sql). */
export const IS_WAITING = sql`exists (select from sheet_log)`;

/**
 * Brings into the log what has been left to it until now, a chunk of a sheet after the other, each in a transaction of its own.
 * Whoever asks while others do so waits for them: when it ends, all is there.
 * @param goesOn is asked before each; false ends it early.
 */
export async function spreadLog(db: Database, goesOn = () => true): Promise<void> {
  let spread = 1;
  // Deleting is what spreads them. One that somebody else is at is waited for, and found gone.
  while (spread > 0 && goesOn()) {
    spread = await db.execute(sql`delete from sheet_log where id = (select id from sheet_log order by sheet_log.id limit 1 for update)`);
  }
}

/** The background job that spreads. Several server processes may run it on one database. */
export interface Spreading {
  start(): void;
  /** Something has been left to the log: looks now, where the job runs. */
  wake(): void;
  /** Ends after the chunk that is being spread; the next start, or another process, goes on with the rest. */
  stop(): Promise<void>;
}

/** Whoever stores a sheet wakes the job of its own process; what a process left that has died since waits this long at most. */
const LOOKS_MILLISECONDS = 60_000;

export function openSpreading(db: Database): Spreading {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let isAsked = false;
  let running: Promise<void> | undefined;

  /** One run at a time; who asks meanwhile gets another one after it. */
  function wake(): void {
    isAsked = true;
    if (timer === undefined || isStopped || running !== undefined) return;
    running = (async () => {
      while (isAsked && !isStopped) {
        isAsked = false;
        await spreadLog(db, () => !isStopped);
      }
    })()
      .catch((error: unknown) => console.error('Bringing the log of sheets up to date failed:', error))
      .finally(() => {
        running = undefined;
      });
  }

  return {
    start() {
      timer = setInterval(wake, LOOKS_MILLISECONDS);
      timer.unref();
      wake();
    },
    wake,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
