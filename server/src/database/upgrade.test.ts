import sql from 'sql-template-tag';
import { afterAll, beforeEach, expect, inject, test } from 'vitest';

import { createDatabase, dropDatabase } from '../../test/database.ts';
import { openInstalled } from './installed.ts';
import { migrate } from './migrate.ts';
import { type OpenDatabase, openDatabase } from './open.ts';

const made: { url: string; db: OpenDatabase }[] = [];
let url: string;
let db: OpenDatabase;
beforeEach(async () => {
  url = await createDatabase(inject('databaseServer'));
  db = await openDatabase({ url, max: 2 });
  made.push({ url, db });
});
afterAll(async () => {
  for (const each of made) {
    await each.db.close();
    await dropDatabase(inject('databaseServer'), each.url);
  }
});

const settings = () => ({ databaseUrl: url, databasePool: 2, preparedStatements: true, dataDir: '' });

/** Creates the database as an earlier version did whose tables came from this first migration. */
async function putEarlier(first: string) {
  await db.withClient((client) =>
    client.query(`
      create table schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now());
      create table invoices (number text); insert into invoices values ('7');`),
  );
  await db.execute(sql`insert into schema_migrations (name, checksum) values (${first}, 'x'), ('0155_webhook_versions.sql', 'y')`);
}

const contents = () =>
  db.rows(sql`
    select relname as name, (select string_agg(name, ', ' order by name) from schema_migrations) as migrations from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`);

test.each(['0001_start.sql', '0001_accounts.sql'])(
  'data of a version that began with %s is rejected with a clear message and left unchanged',
  async (first) => {
    await putEarlier(first);
    const before = await contents();
    for (const start of [() => migrate(db), () => openInstalled(settings())]) {
      await expect(start()).rejects.toThrow(
        /npm run backup -- <folder> with the version that made it, and then npm run restore -- <backup> with this one/,
      );
    }
    await expect(migrate(db)).rejects.toThrow(
      /It was not changed\.[^]*DATA_DIR set to an empty folder or DATABASE_URL to an empty database/,
    );
    expect(await contents()).toEqual(before);
    expect(await db.rows(sql`select number from invoices`)).toEqual([{ number: '7' }]);
  },
);

test('data of this version starts without the message, at its first start and at the second', async () => {
  const installed = await openInstalled(settings());
  await installed.close();
  await (await openInstalled(settings())).close();
  expect(await db.first(sql`select from schema_migrations where name = '0001_accounts.sql'`)).toBeUndefined();
  expect(await migrate(db)).toEqual([]);
});

test('a backup can be made of data of an earlier version without that version', async () => {
  await putEarlier('0001_accounts.sql');
  const installed = await openInstalled(settings(), { asItIs: true });
  await installed.close();
});
