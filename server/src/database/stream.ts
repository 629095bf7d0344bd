import type pg from 'pg';
import type { Sql } from 'sql-template-tag';

import type { Database } from './database.ts';

/**
 * All rows of a query from one snapshot, in batches fetched on demand; each batch is emptied after use. A connection is held until the end.
 */
export async function* streamRows<Row extends pg.QueryResultRow>(db: Database, query: Sql, batch = 500): AsyncGenerator<Row[]> {
  const { client, giveBack } = await lend(db);
  try {
    await client.query('begin isolation level repeatable read, read only');
    await client.query({ text: `declare listed no scroll cursor for ${query.text}`, values: query.values });
    for (;;) {
      const { rows } = await client.query<Row>(`fetch ${batch} from listed`);
      const isLast = rows.length < batch;
      if (rows.length > 0) yield rows;
      // A retained result would keep later batches in memory until a full collection.
      rows.length = 0;
      if (isLast) break;
    }
  } finally {
    await client.query('rollback').catch(() => undefined);
    await giveBack();
  }
}

/** A client for as long as needed; `withClient` lends one for a single piece of work. */
async function lend(db: Database): Promise<{ client: pg.PoolClient; giveBack: () => Promise<void> }> {
  let end = () => {};
  const wanted = new Promise<void>((resolve) => {
    end = resolve;
  });
  let work: Promise<void> = Promise.resolve();
  const client = await new Promise<pg.PoolClient>((resolve, reject) => {
    work = db.withClient((lent) => {
      resolve(lent);
      return wanted;
    });
    work.catch(reject);
  });
  return {
    client,
    async giveBack() {
      end();
      await work;
    },
  };
}
