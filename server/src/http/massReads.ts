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

/** A process writes the rows that it has counted when there are so many: a write for each list read would slow short pages down. */
const WRITTEN_TOGETHER = 50;

interface Count {
  /** Rows of the day in the database, as this process saw them last. */
  stored: number;
  /** Rows that this process has still to write: they are lost when it is killed. */
  pending: number;
}

/** The counts of a day, by person, company and list, for each database that this process reads. */
const days = new WeakMap<Database, { day: string; counts: Map<string, Count> }>();

/**
 * Counts the rows that a person reads of a list for a company on a day in India. The sum is in the database, so that processes add up. Where
 * several of them serve one person, each can be 49 rows late; one alone is not late. A process that ends loses as many.
 * @returns the rows of the day where they have passed the next bound, else null.
 */
export async function addRead(
  db: Database,
  { id, vendorId }: Pick<Actor, 'id' | 'vendorId'>,
  list: string,
  { rows, now }: { rows: number; now: Date },
): Promise<number | null> {
  const day = indianDay(now);
  const key = `${id} ${vendorId} ${list}`;
  let today = days.get(db);
  if (today?.day !== day) days.set(db, (today = { day, counts: new Map() }));
  const count = today.counts.get(key) ?? { stored: 0, pending: 0 };
  const isFirst = !today.counts.has(key);
  today.counts.set(key, count);
  count.pending += rows;
  if (!isFirst && count.pending < WRITTEN_TOGETHER && !passesBound(count.stored, count.stored + count.pending)) return null;

  const { pending } = count;
  count.pending = 0;
  const { after } = await db.one<{ after: number }>(sql`
    insert into mass_reads as known (user_id, vendor_id, list, day, rows) values (${id}, ${vendorId}, ${list}, ${day}, ${pending})
    on conflict (user_id, vendor_id, list) do update
      set rows = excluded.rows + case when known.day = excluded.day then known.rows else 0 end, day = excluded.day
    returning rows::float8 as after`);
  count.stored = Math.max(count.stored, after);
  return passesBound(after - pending, after) ? after : null;
}

function passesBound(before: number, after: number): boolean {
  return LOGGED_ROWS.some((bound) => before <= bound && after > bound);
}

interface Read {
  operation: Operation;
  /** The filters of the caller. */
  filters: object;
  rows: number;
}

/** Puts a read into the audit log: a download, or one that passed a bound. */
export type RecordRead = (db: Database, actor: Actor, action: 'list.download' | 'list.read', read: Read) => Promise<void>;
