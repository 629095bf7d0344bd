import sql from 'sql-template-tag';

import type { Database } from '../database/database.ts';
import { openWakeful, type Wakeful } from '../process/wakeful.ts';

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

/** Whoever stores a sheet wakes the job of its own process; what a process left that has died since waits this long at most. */
const LOOKS_MILLISECONDS = 60_000;

/** The background job that spreads, and ends after a chunk. Several server processes may run it on one database. */
export function openSpreading(db: Database): Wakeful {
  return openWakeful((goesOn) => spreadLog(db, goesOn), {
    every: LOOKS_MILLISECONDS,
    failed: 'Bringing the log of sheets up to date failed:',
  });
}
