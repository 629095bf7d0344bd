import type { Operation } from '@aapurti/contract/operation';
import { indianDay } from '@aapurti/contract/fields';

import type { Actor } from '../actor.ts';
import { recordAudit } from '../audit/audit.ts';
import type { Database } from '../database/database.ts';

declare module 'fastify' {
  interface FastifyInstance {
    massReads: MassReads;
  }
}

/** Rows of one list that a person, with all its keys, reads in a day: past each of them the log gets an entry. */
const LOGGED_ROWS = [1_000, 10_000, 100_000, 1_000_000] as const;
const FILTERS_MOST = 40;
const FILTER_LENGTH = 200;

/** Counts the rows that people read of each list on a day in India, in this process. */
export class MassReads {
  #day = '';
  readonly #rows = new Map<string, number>();

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
  /** What the caller has filtered by. */
  filters: object;
  rows: number;
}

/** Logs that somebody downloaded a list, or read much of it, with its filters and how many rows. */
export async function recordRead(
  db: Database,
  actor: Actor,
  action: 'list.download' | 'list.read',
  { operation, filters, rows }: Read,
): Promise<void> {
  const given = Object.entries(filters)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .slice(0, FILTERS_MOST)
    .map(([name, value]) => [
      name.slice(0, FILTER_LENGTH),
      (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, FILTER_LENGTH),
    ]);
  await recordAudit(db, {
    actor,
    ownerId: actor.vendorId,
    action,
    entity: 'list',
    entityId: operation.id,
    after: { ...Object.fromEntries(given), list: operation.summary, rows },
  });
}
