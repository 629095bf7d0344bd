import { appendFile, cp, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';

import { type Api, startApi } from '../../../test/api.ts';
import { createDatabase, dropDatabase } from '../../../test/database.ts';
import { makeFolder } from '../../../test/folder.ts';
import { verifyBooks } from '../../payments/verify.ts';
import type { Database } from '../database.ts';
import { actAs, makeDispatchNote, makeInvoice, makeMemo, makePayment } from '../../demo/factories.ts';
import { migrate } from '../migrate.ts';
import { type OpenDatabase, openDatabase } from '../open.ts';
import { openFolder } from '../../files/folder.ts';
import type { Storage } from '../../files/storage.ts';
import { openContext } from '../../openContext.ts';
import { makeBackup } from './backup.ts';
import { restore } from './commands.ts';
import { fileOf, MANIFEST, readManifest, tableFile } from './manifest.ts';
import { readBackup, restoreBackup } from './restore.ts';

let api: Api;
let storage: Storage;
let root: string;
/** A complete backup, made while nothing else ran. */
let backup: string;
const empty: { db: OpenDatabase; url: string }[] = [];

beforeAll(async () => {
  api = await startApi();
  root = await makeFolder('aapurti-backup-');
  storage = await openFolder(api.ctx.settings.filesUrl.slice('file:'.length));
  await writeSome(1);
  await api.ctx.db.execute(sql`update mails set state = 'sent', content = null`);
  backup = (await makeBackup(api.ctx.db, storage, join(root, 'quiet'))).folder;
});
afterAll(async () => {
  for (const { db, url } of empty) {
    await db.close();
    await dropDatabase(inject('databaseServer'), url);
  }
  await api.close();
  await rm(root, { recursive: true });
});

let target: { db: OpenDatabase; storage: Storage; files: string };
beforeEach(async () => {
  const url = await createDatabase(inject('databaseServer'));
  const db = await openDatabase({ url, max: 2 });
  empty.push({ db, url });
  const files = await mkdtemp(join(root, 'files-'));
  target = { db, files, storage: await openFolder(files) };
});

/** Restores like the command, into the empty database and folder of the test. */
async function restoreInto(folder: string) {
  await restoreBackup(target.db, target.storage, folder, await readBackup(target.storage, folder));
}

/** Creates a vendor with documents, invoices with payments, a memo and a challan. */
async function writeSome(turn: number) {
  const vendor = await api.newVendor({ vendor_name: `Mill\t${turn}\\N "quoted", हिन्दी` });
  const acting = await actAs(api.ctx, vendor.user.id);
  await makeInvoice(api.ctx, acting, `${turn}1`);
  await makePayment(api.ctx, acting, `${turn}1`, { Remarks: 'two\nlines' });
  await makeMemo(api.ctx, acting, 'credit', { priceDifference: '-5.25' });
  await makeDispatchNote(api.ctx, acting, `DC/${turn}`);
}

/** All rows of the tables in a backup, as text, in order. */
async function contents(db: Database, tables: readonly string[]) {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read, read only`);
    const all: Record<string, string> = {};
    for (const table of tables) {
      const { rows } = await tx.withClient((client) =>
        client.query<{ rows: string }>(
          `select coalesce(string_agg(each::text, E'\\n' order by each::text), '') as rows from ${table} each`,
        ),
      );
      all[table] = rows[0]?.rows ?? '';
    }
    return all;
  });
}

test('a restore brings back every row, every file and every number series', async () => {
  const { tables, files } = await readManifest(backup);
  const names = tables.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['users', 'files', 'invoices', 'payments', 'audit_log', 'settings', 'counters']));
  expect(names).not.toContain('sessions');
  await restoreInto(backup);
  expect(await contents(target.db, names)).toEqual(await contents(api.ctx.db, names));
  expect(files).toHaveLength(4);
  const folder = (await readdir(target.files))[0] ?? '';
  for (const { id, bytes } of files) {
    const content = await target.storage.get(`${folder}/${id}`);
    expect(content?.length).toBe(bytes);
    expect(await storage.get(`${folder}/${id}`)).toEqual(content);
  }
  // The restored portal continues: the tables count, number and reject as before.
  expect(await migrate(target.db)).toEqual([]);
  const ctx = await openContext(api.ctx.settings, target.db, empty.at(-1)?.url ?? '');
  const owner = await target.db.first<{ id: string }>(sql`select id::text from users order by users.id desc limit 1`);
  await makeInvoice(ctx, await actAs(ctx, owner?.id ?? ''), '999');
  await expect(makeInvoice(ctx, await actAs(ctx, owner?.id ?? ''), '999')).rejects.toThrow('Invoice');
  expect((await verifyBooks(target.db)).differences).toEqual([]);
  await expect(target.db.execute(sql`delete from audit_log`)).rejects.toThrow('append-only');
  await expect(target.db.execute(sql`update files set vendor_id = 0`)).rejects.toThrow('files_vendor_id_fkey');
  await ctx.sessions.close();
});

test('a backup made while vendors write is a consistent moment: the accounts agree, and every row has its file', async () => {
  let isOver = false;
  let turn = 100;
  const writers = Array.from({ length: 3 }, async () => {
    while (!isOver) await writeSome((turn += 1));
  });
  await expect.poll(() => turn, { timeout: 60_000 }).toBeGreaterThan(105);
  const { folder, manifest } = await makeBackup(api.ctx.db, storage, join(root, 'busy'));
  const before = turn;
  await expect.poll(() => turn, { timeout: 60_000 }).toBeGreaterThan(before + 2);
  isOver = true;
  await Promise.all(writers);

  // The check throws if the books differ from the rows.
  await restoreInto(folder);
  const count = async (db: Database, table: string) =>
    (await db.transaction((tx) => tx.withClient((client) => client.query(`select from ${table}`)))).rowCount;
  for (const { name, rows } of manifest.tables) expect([name, await count(target.db, name)]).toEqual([name, rows]);
  expect(await count(target.db, 'files')).toBe(manifest.files.length);
  expect(await count(target.db, 'invoices')).toBeLessThan((await count(api.ctx.db, 'invoices')) ?? 0);
  // A vendor and its documents are created in one transaction, so neither can exist alone.
  expect(
    await target.db.first(sql`select from users join vendors on vendors.id = users.vendor_id where pan_document is null`),
  ).toBeUndefined();
});

test('the copy does not send waiting e-mails again', async () => {
  await api.ctx.db.execute(sql`insert into mails (kind, user_id, content) select 'x', id, '{}' from users limit 1`);
  const { folder } = await makeBackup(api.ctx.db, storage, join(root, 'mail'));
  await api.ctx.db.execute(sql`delete from mails`);
  await restoreInto(folder);
  expect(await target.db.first(sql`select from mails where state in ('waiting', 'sending')`)).toBeUndefined();
  expect(await target.db.first(sql`select state from mails where kind = 'x'`)).toEqual({ state: 'unknown' });
});

test('an operator who names a wrong folder can name another, because no database was created in the meantime', async () => {
  const dataDir = await mkdtemp(join(root, 'data-'));
  await expect(restore({ ...api.ctx.settings, databaseUrl: undefined, dataDir, filesUrl: '' }, join(root, 'nothing'))).rejects.toThrow(
    'not a backup',
  );
  expect(await readdir(dataDir)).toEqual(['files']);
});

test('a restore next to the files of the same installation is rejected, because the copy would remove them', async () => {
  await expect(readBackup(storage, backup)).rejects.toThrow('FILES_URL already has files of this installation');
});

test('a restore never overwrites data', async () => {
  await target.db.execute(sql`create table somebodys (word text)`);
  await expect(restoreInto(backup)).rejects.toThrow('The database already has tables');
});

const harms: [string, (copy: string) => Promise<unknown>, RegExp][] = [
  ['cut short', (copy) => rm(join(copy, MANIFEST)), /has no manifest.json: it is not a backup, or the backup was interrupted/],
  ['with a table changed', (copy) => appendFile(tableFile(copy, 'users'), 'x'), /users.gz has changed since the backup/],
  ['without a table', (copy) => rm(tableFile(copy, 'invoices')), /invoices.gz cannot be read/],
  [
    'with a file that is another',
    async (copy) => {
      const [one, other] = (await readManifest(copy)).files;
      await rename(fileOf(copy, one?.id ?? ''), fileOf(copy, other?.id ?? ''));
    },
    /files.* cannot be read|files.* has changed since the backup/,
  ],
  [
    'of a newer release',
    (copy) => edit(copy, { migrations: [{ name: '9999_later.sql', checksum: 'x' }] }),
    /9999_later.sql, which this release does not know/,
  ],
  ['of another format', (copy) => edit(copy, { format: 2 }), /only backups of format/],
  [
    'that names what is no table',
    (copy) => edit(copy, { tables: [{ name: 'users; drop table users', columns: ['id'], rows: 0, sha256: '0'.repeat(64) }] }),
    /cannot be read/,
  ],
];

test.each(harms)('a backup %s is rejected before anything changes', async (_, harm, words) => {
  const copy = await mkdtemp(join(root, 'harmed-'));
  await cp(backup, copy, { recursive: true });
  await harm(copy);
  await expect(restoreInto(copy)).rejects.toThrow(words);
  expect(await target.db.first(sql`select from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`)).toBeUndefined();
  expect(await readdir(target.files)).toEqual([]);
});

test('a row without its file stops the backup, and the message names it', async () => {
  const { id } = (await api.ctx.db.first<{ id: string }>(sql`select id::text from files limit 1`)) ?? { id: '' };
  const missing: Storage = { ...storage, get: async (name) => (name.endsWith(id) ? undefined : storage.get(name)) };
  await expect(makeBackup(api.ctx.db, missing, join(root, 'missing'))).rejects.toThrow(`The bytes of file ${id} are missing`);
  const [folder = ''] = await readdir(join(root, 'missing'));
  await expect(readManifest(join(root, 'missing', folder))).rejects.toThrow('was interrupted');
});

async function edit(copy: string, changes: object) {
  const path = join(copy, MANIFEST);
  await writeFile(path, JSON.stringify({ ...(JSON.parse(await readFile(path, 'utf8')) as object), ...changes }));
}

test('a backup from before later migrations is upgraded: its tables are created as they were, filled, and then migrated', async () => {
  const url = await createDatabase(inject('databaseServer'));
  const old = { url, db: await openDatabase({ url, max: 2 }) };
  empty.unshift(old);
  const before = await api.ctx.db.rows<{ name: string; checksum: string }>(sql`select name, checksum from schema_migrations order by name`);
  // Migration 0017 introduces the counts.
  await migrate(
    old.db,
    undefined,
    before.filter(({ name }) => name < '0017'),
  );
  await old.db.execute(sql`
    insert into vendors (code, legal_name, address_line1, address_line2, postal_code, country_id, state, city)
    values (1, 'Old Mill', 'Plot 1', 'MIDC Road', '411001', 'IN', 'IN-MH', 'Pune')`);
  const { folder, manifest } = await makeBackup(old.db, storage, join(root, 'older'));
  expect(manifest.tables.map(({ name }) => name)).not.toContain('daily_counts');

  await restoreInto(folder);
  expect(await migrate(target.db)).toEqual([]);
  expect(await target.db.rows(sql`select legal_name from vendors`)).toEqual([{ legal_name: 'Old Mill' }]);
  expect(await target.db.rows(sql`select from daily_counts`)).toEqual([]);
});
