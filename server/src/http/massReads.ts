import type { Operation } from '@aapurti/contract/ground/operation';
import { indianDay } from '@aapurti/contract/ground/fields';
import sql from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import type { Database } from '../database/database.ts';

declare module 'fastify' {
  interface FastifyInstance {
    recordRead: RecordRead;
  }
}

/** Rows of one list, or records by their ids, that a person, with all its keys, reads in a day: past each of them the log gets an entry. */
const LOGGED_ROWS = [1_000, 10_000, 100_000, 1_000_000] as const;

/**
 * Counts the rows that a person reads of a list for a company on a day in India, in the database, so that processes add up.
 * @returns the rows of the day where they have passed the next bound, else null.
 */
export async function addRead(
  db: Database,
  { id, vendorId }: Pick<Actor, 'id' | 'vendorId'>,
  list: string,
  { rows, now }: { rows: number; now: Date },
): Promise<number | null> {
  const { after } = await db.one<{ after: number }>(sql`
    insert into mass_reads as known (user_id, vendor_id, list, day, rows) values (${id}, ${vendorId}, ${list}, ${indianDay(now)}, ${rows})
    on conflict (user_id, vendor_id, list) do update
      set rows = excluded.rows + case when known.day = excluded.day then known.rows else 0 end, day = excluded.day
    returning rows::float8 as after`);
  const before = after - rows;
  return LOGGED_ROWS.some((bound) => before <= bound && after > bound) ? after : null;
}

interface Read {
  operation: Operation;
  /** The filters of the caller. */
  filters: object;
  rows: number;
}

/** Puts a read into the audit log: a download, or one that passed a bound. */
export type RecordRead = (db: Database, actor: Actor, action: 'list.download' | 'list.read', read: Read) => Promise<void>;
