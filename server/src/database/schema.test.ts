import { readFile } from 'node:fs/promises';

import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { schemaOf } from './schema.ts';

let own: TestDatabase;
beforeAll(async () => {
  own = await createTestDatabase();
});
afterAll(() => own.drop());

const SCHEMA = new URL('schema.sql', import.meta.url);

test('the migrations create schema.sql (if not, run npm run schema)', async () => {
  expect((await schemaOf(own.db)).split('\n')).toEqual((await readFile(SCHEMA, 'utf8')).replaceAll('\r\n', '\n').split('\n'));
});

const changes = {
  'a column': sql`alter table items add column colour text`,
  'a default': sql`alter table items alter column source drop default`,
  'a check': sql`alter table invoices drop constraint invoices_paid`,
  'a foreign key': sql`alter table payments drop constraint payments_invoice`,
  'an index': sql`drop index items_ean`,
  'a trigger': sql`drop trigger payments_placed_added on payments`,
  'a function': sql`create or replace function financial_year(day date) returns integer language sql immutable parallel safe return 0`,
  'a view': sql`drop view account_entries`,
  'a sequence': sql`create sequence further`,
  'how full pages are': sql`alter table invoices reset (fillfactor)`,
};

test.each(Object.entries(changes))('a difference of %s is found', async (_, change) => {
  const before = await schemaOf(own.db);
  await expect(
    own.db.transaction(async (tx) => {
      await tx.execute(change);
      expect(await schemaOf(tx)).not.toBe(before);
      throw new Error('taken back');
    }),
  ).rejects.toThrow('taken back');
});
