import { execFile } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';

import { to } from 'pg-copy-streams';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';

import { createDatabase, dropDatabase } from '../../../test/database.ts';
import { makeFolder } from '../../../test/folder.ts';
import { verifyBooks } from '../../payments/verify.ts';
import { migrate } from '../migrate.ts';
import { type OpenDatabase, openDatabase } from '../open.ts';
import { openFolder } from '../../files/folder.ts';
import { MANIFEST, type Manifest, readManifest, tableFile } from './manifest.ts';
import { readBackup, restoreBackup } from './restore.ts';

/** A backup from the last version before the migrations were folded: two vendors with records of every kind, and two pairs of twins. */
const MADE = fileURLToPath(new URL('previous.test.tgz', import.meta.url));
/** Rows that no longer exist: the usual units are now a table in the program. */
const GONE: Readonly<Record<string, RegExp>> = { code_lists: /^units\t/ };
const NAMES: Readonly<Record<string, string>> = { goods_receipts: 'receipt_lines' };

let root: string;
let backup: string;
let url: string;
let db: OpenDatabase;
beforeEach(async () => {
  root = await makeFolder('aapurti-previous-');
  backup = await mkdtemp(join(root, 'backup-'));
  await promisify(execFile)('tar', ['-xzf', MADE, '-C', backup]);
  url = await createDatabase(inject('databaseServer'));
  db = await openDatabase({ url, max: 2 });
});
afterEach(async () => {
  await db.close();
  await dropDatabase(inject('databaseServer'), url);
  await rm(root, { recursive: true });
});

async function restore() {
  const storage = await openFolder(join(root, 'files'));
  await restoreBackup(db, storage, backup, await readBackup(storage, backup));
}

/**
 * The rows that the last version had too: it did not count invoices by month, and did not notify anyone of comments and short deliveries.
 */
const KEPT: Readonly<Record<string, string>> = {
  daily_counts: `where list <> 'billed'`,
  event_receivers: `where kind not in ('comments', 'differences')`,
};

const sorted = (rows: string) => rows.split('\n').toSorted();

test('a backup of the previous version is restored with every row, every value and every file', async () => {
  const { tables, sequences } = await readManifest(backup);
  await restore();
  for (const { name, columns } of tables.filter((table) => !['mails', 'settings'].includes(table.name))) {
    const now = NAMES[name] ?? name;
    const rows = await db.withClient(async (client) => {
      // The backup was made in UTC; a server may print timestamps in another time zone.
      await client.query(`set time zone 'UTC'`);
      return text(client.query(to(`copy (select ${columns.join(', ')} from ${now} ${KEPT[now] ?? ''}) to stdout`)));
    });
    const before = sorted(gunzipSync(await readFile(tableFile(backup, name))).toString());
    expect([name, sorted(rows)]).toEqual([name, before.filter((row) => GONE[name]?.test(row) !== true)]);
  }
  expect(await db.first(sql`select count(*)::int as count from mails where state = 'unknown'`)).toEqual({ count: 10 });
  expect(await readdir(join(root, 'files'), { recursive: true })).toHaveLength(2);
  for (const { name, value } of sequences) {
    const sequence = NAMES[name.replace(/_id_seq$/, '')] === undefined ? name : `${NAMES[name.replace(/_id_seq$/, '')]}_id_seq`;
    const last = await db.withClient(async (client) => (await client.query(`select last_value::text as value from ${sequence}`)).rows);
    expect([name, last]).toEqual([name, [{ value }]]);
  }
});

test('a restored portal continues: no migration is pending, the accounts agree, and rows follow the rules of this version', async () => {
  await restore();
  expect(await migrate(db)).toEqual([]);
  const { checked, differences } = await verifyBooks(db);
  expect([checked.invoices, differences]).toEqual([3, []]);
  const twins = await db.rows(sql`select number, twin from dispatch_notes order by dispatch_notes.id`);
  expect(twins).toEqual([
    { number: 'dc/7', twin: 0 },
    { number: 'DC-1', twin: 0 },
    { number: 'DC\u20111', twin: 1 },
  ]);
  await expect(
    db.execute(sql`insert into dispatch_notes (vendor_id, number, challan_date) values (1, 'dc-1', '2026-11-02')`),
  ).rejects.toThrow('dispatch_notes_number');
  await expect(db.execute(sql`delete from vendors where id = 1`)).rejects.toThrow('foreign key');
});

test('the file of balances has each vendor before and after, and the controls stay unchanged', async () => {
  await restore();
  expect(await db.rows(sql`select preset, duties, pay_only_matched as matched, advance_percent as advances from portal_settings`)).toEqual([
    { preset: 'entered', duties: false, matched: false, advances: null },
  ]);
  const carried = await db.rows<{ before: string; after: string; credits: string }>(sql`
    select carried.before, carried.after, credits, invoiced.value - paid.amount as expected, books.balance
    from carried_balances carried join vendor_books books using (vendor_id)
      cross join lateral (select coalesce(sum(value), 0.00) as value from invoices where invoices.vendor_id = carried.vendor_id) invoiced
      cross join lateral (select coalesce(sum(amount), 0.00) as amount from payments where payments.vendor_id = carried.vendor_id) paid`);
  expect(carried.length).toBeGreaterThan(0);
  expect(
    carried.filter((row) => 'expected' in row && 'balance' in row && (row.before !== row.expected || row.after !== row.balance)),
  ).toEqual([]);
});

type Migrations = Manifest['migrations'];
const others: [string, (migrations: Migrations) => Migrations][] = [
  ['of a version before the last', (migrations) => migrations.slice(0, -1)],
  ['without one of the changes between', (migrations) => migrations.filter(({ name }) => name !== '0100_sites.sql')],
  ['of a version that took another way', (migrations) => [...migrations.slice(0, -1), { name: '0154_other.sql', checksum: 'x' }]],
  ['of a version after the last', (migrations) => [...migrations, { name: '0159_later.sql', checksum: 'x' }]],
];

test.each(others)('a backup of that layout %s is rejected with a clear message before anything changes', async (_, change) => {
  const manifest = JSON.parse(await readFile(join(backup, MANIFEST), 'utf8')) as Manifest;
  await writeFile(join(backup, MANIFEST), JSON.stringify({ ...manifest, migrations: change(manifest.migrations) }));
  await expect(restore()).rejects.toThrow('start the last version before this one with the data');
  expect(await db.first(sql`select from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`)).toBeUndefined();
});
