import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TestDatabase, createTestDatabase } from '../../test/database.ts';
import { migrate } from './migrate.ts';

let test_: TestDatabase;
let folder: string;

beforeEach(async () => {
  test_ = await createTestDatabase();
  // The copy contains the real migrations; these tests use their own.
  await test_.db.execute(sql`truncate schema_migrations`);
  folder = await mkdtemp(join(tmpdir(), 'aapurti-migrations-'));
});

afterEach(async () => {
  await test_.drop();
  await rm(folder, { recursive: true });
});

const put = (name: string, text: string) => writeFile(join(folder, name), text);
const run = () => migrate(test_.db, pathToFileURL(`${folder}/`));
const numbers = async () => (await test_.db.rows<{ n: number }>(sql`select n from steps order by n`)).map(({ n }) => n);

test('the template database has all migrations', async () => {
  expect(await test_.db.first(sql`select to_regclass('users') is not null as there`)).toEqual({ there: true });
});

test('migrations run in order, each once', async () => {
  await put('0002_more.sql', 'insert into steps values (2); insert into steps values (3);');
  await put('0001_first.sql', 'create table steps (n int); insert into steps values (1);');
  expect(await run()).toEqual(['0001_first.sql', '0002_more.sql']);
  expect(await run()).toEqual([]);
  await put('0003_last.sql', 'insert into steps values (4)');
  expect(await run()).toEqual(['0003_last.sql']);
  expect(await numbers()).toEqual([1, 2, 3, 4]);
});

test('a rewritten table is vacuumed, because index-only scans would otherwise not work', async () => {
  await put('0001_first.sql', 'create table steps (n int primary key)');
  await put('0002_many.sql', 'insert into steps select generate_series(1, 20000)');
  await run();
  await put('0003_anew.sql', 'alter table steps alter column n type bigint');
  await run();
  // The test counts vacuums instead of visible pages, because any transaction, even in another database, can delay the visibility of pages.
  expect(await test_.db.first(sql`select pg_stat_get_vacuum_count('steps'::regclass)::int as times`)).toEqual({ times: 1 });
});

test('several concurrent processes apply each migration once', async () => {
  await put('0001_first.sql', 'create table steps (n int); insert into steps values (1);');
  await put('0002_more.sql', 'insert into steps values (2); select pg_sleep(0.05);');
  await test_.db.execute(sql`drop table schema_migrations`);
  const applied = await Promise.all([run(), run(), run()]);
  expect(applied.flat().toSorted()).toEqual(['0001_first.sql', '0002_more.sql']);
  expect(await numbers()).toEqual([1, 2]);
});

test('a process waits for another that is running a migration', async () => {
  await put('0001_first.sql', 'create table steps (n int); create table held (n int);');
  await run();
  await put('0002_more.sql', 'create table more (n int); lock table held; insert into steps values (1);');
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const both = await test_.db.transaction(async (tx) => {
    await tx.execute(sql`lock table held`);
    const all = Promise.allSettled([run(), run()]);
    await expect.poll(() => test_.db.rows(waiting), { timeout: 15_000 }).toHaveLength(2);
    return { all };
  });
  expect(await both.all).toMatchObject([{ status: 'fulfilled' }, { status: 'fulfilled' }]);
  expect(await numbers()).toEqual([1]);
});

test('a failing migration is named and leaves nothing behind', async () => {
  await put('0001_first.sql', 'create table steps (n int)');
  await put('0002_wrong.sql', 'insert into steps values (1); insert into nowhere values (1);');
  await expect(run()).rejects.toThrow(/0002_wrong\.sql failed: relation "nowhere" does not exist/);
  expect(await numbers()).toEqual([]);
  await put('0002_wrong.sql', 'insert into steps values (5)');
  expect(await run()).toEqual(['0002_wrong.sql']);
});

test('an edited, an unknown and a wrongly named migration are rejected', async () => {
  await put('0001_first.sql', 'create table steps (n int)\n');
  await run();
  await put('0001_first.sql', 'create table steps (n int)\r\n');
  expect(await run()).toEqual([]);
  await put('0001_first.sql', 'create table steps (n bigint)\n');
  await expect(run()).rejects.toThrow(/0001_first\.sql was edited/);

  await rm(join(folder, '0001_first.sql'));
  await expect(run()).rejects.toThrow(/0001_first\.sql, which this release does not know/);

  await put('0001_first.sql', 'create table steps (n int)\n');
  await put('0001_again.sql', 'select 1');
  await expect(run()).rejects.toThrow(/0001_first\.sql: the name must be/);
});
