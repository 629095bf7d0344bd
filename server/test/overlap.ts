import sql from 'sql-template-tag';
import { expect } from 'vitest';

import type { Database } from '../src/database/database.ts';
import type { Api } from './api.ts';

/** Waits until this many statements wait for a lock. */
export async function waiting(api: Api, count: number): Promise<void> {
  const blocked = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(() => api.ctx.db.rows(blocked), { timeout: 15_000 }).toHaveLength(count);
}

/**
 * Starts calls one after another while a transaction is open, each once the previous one waits for a lock. @param hold locks or changes the
 * rows that the calls need. @param seen inspects the locks while the calls wait.
 */
export async function meanwhile<Result>(
  api: Api,
  hold: (tx: Database) => Promise<unknown>,
  calls: readonly (() => Promise<Result>)[],
  seen: () => Promise<unknown> = () => Promise.resolve(),
): Promise<Result[]> {
  const { all } = await api.ctx.db.transaction(async (tx) => {
    await hold(tx);
    const begun: Promise<Result>[] = [];
    for (const call of calls) {
      const one = call();
      // `all` reports a call that fails before the transaction ends.
      one.catch(() => null);
      begun.push(one);
      await waiting(api, begun.length);
    }
    await seen();
    return { all: Promise.all(begun) };
  });
  return all;
}
