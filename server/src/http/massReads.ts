import type { Operation } from '@aapurti/contract/ground/operation';
import { indianDay } from '@aapurti/contract/ground/fields';

import type { Actor } from '../ground/actor.ts';
import type { Database } from '../database/database.ts';

declare module 'fastify' {
  interface FastifyInstance {
    massReads: MassReads;
  }
}

/** Rows of one list, or records by their ids, that a person, with all its keys, reads in a day: past each of them the log gets an entry. */
const LOGGED_ROWS = [1_000, 10_000, 100_000, 1_000_000] as const;

/** Counts the rows that people read of each list on a day in India, in this process. */
export class MassReads {
  readonly record: RecordRead;
  #day = '';
  readonly #rows = new Map<string, number>();

  constructor(record: RecordRead) {
    this.record = record;
  }

  /** @returns the rows of the day where they have passed the next bound, else null. */
  add(userId: string, list: string, rows: number, now: Date): number | null {
    const day = indianDay(now);
    if (day !== this.#day) {
      this.#day = day;
      this.#rows.clear();
    }
    const key = `${userId} ${list}`;
    const before = this.#rows.get(key) ?? 0;
    this.#rows.set(key, before + rows);
    return LOGGED_ROWS.some((bound) => before <= bound && before + rows > bound) ? before + rows : null;
  }
}

interface Read {
  operation: Operation;
  /** The filters of the caller. */
  filters: object;
  rows: number;
}

/** Puts a read into the audit log: a download, or one that passed a bound. */
export type RecordRead = (db: Database, actor: Actor, action: 'list.download' | 'list.read', read: Read) => Promise<void>;
