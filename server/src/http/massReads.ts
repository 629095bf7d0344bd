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

/** The limits on rows of one list, or on records by id, that a user with all keys reads in a day; exceeding each one adds a log entry. */
const LOGGED_ROWS = [1_000, 10_000, 100_000, 1_000_000] as const;

/** A process writes its counted rows once there are this many, because a write for each list read would slow short pages down. */
const WRITTEN_TOGETHER = 50;

interface Count {
  /** The day's rows in the database, as this process last read them. */
  stored: number;
  /** Rows that this process has not written yet; they are lost if it is killed. */
  pending: number;
}

/** The day's counts by user, company and list, for each database that this process reads. */
const days = new WeakMap<Database, { day: string; counts: Map<string, Count> }>();

/**
 * Counts the rows that a user reads of a list for a company on a day in India. The total is in the database, so that processes add up. If
 * several processes serve one user, each can be 49 rows late; a single one is never late. A killed process loses as many.
 * @returns the day's rows if they have passed the next limit, otherwise null.
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

/** Logs a read in the audit log: a download, or one that passed a limit. */
export type RecordRead = (db: Database, actor: Actor, action: 'list.download' | 'list.read', read: Read) => Promise<void>;
