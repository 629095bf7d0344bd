import { createReadStream, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, gunzipSync } from 'node:zlib';

import type pg from 'pg';
import { from } from 'pg-copy-streams';
import sql from 'sql-template-tag';

import { verifyBooks } from '../../payments/verify.ts';
import { migrate, refuseUnknown } from '../migrate.ts';
import type { OpenDatabase } from '../open.ts';
import type { Storage } from '../../files/storage.ts';
import { checkDigests, fileOf, type Manifest, readManifest, tableFile } from './manifest.ts';
import { type Layout, layoutOf } from './previous.ts';

export function refuseUsedFolder(dataDir: string): void {
  if (existsSync(join(dataDir, 'database')))
    throw new Error(`${dataDir} already contains a database: restore into an empty folder (DATA_DIR), and compare the two.`);
}

/**
 * Verifies a backup by its digests before anything is changed.
 * @throws Error if it is incomplete or from a newer release, or if the storage has files of this installation, which the copy would delete.
 */
export async function readBackup(storage: Storage, backup: string): Promise<Manifest> {
  const manifest = await readManifest(backup);
  await checkDigests(backup, manifest);
  await refuseUnknown((await layoutOf(manifest)).migrations);
  const folder = await settingOf(backup, manifest, 'files-folder');
  for await (const { name } of folder === undefined ? [] : storage.list(folder)) {
    throw new Error(`FILES_URL already has files of this installation, for example ${name}. Restore into another folder or prefix.`);
  }
  return manifest;
}

async function settingOf(backup: string, { tables }: Manifest, wanted: string): Promise<string | undefined> {
  const columns = tables.find(({ name }) => name === 'settings')?.columns ?? [];
  if (columns.length === 0) return undefined;
  const text = gunzipSync(await readFile(tableFile(backup, 'settings'))).toString();
  const rows = text.split('\n').map((line) => line.split('\t'));
  return rows.find((row) => row[columns.indexOf('name')] === wanted)?.[columns.indexOf('value')];
}

/**
 * Restores a verified backup: the migrations of its layout, its rows in one transaction, its files, and then later migrations.
 * @throws Error if the database is not empty, or the restored books differ from the rows.
 */
export async function restoreBackup(db: OpenDatabase, storage: Storage, backup: string, manifest: Manifest): Promise<void> {
  if (await db.first(sql`select from pg_class where relkind in ('r', 'p', 'v') and relnamespace = 'public'::regnamespace limit 1`)) {
    throw new Error('The database already has tables. Restore into an empty one.');
  }
  const layout = await layoutOf(manifest);
  await migrate(db, undefined, layout.migrations);
  await db.withClient(async (client) => {
    await client.query('begin');
    try {
      await client.query('set local statement_timeout = 0');
      await fillTables(client, backup, manifest, layout);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      throw error;
    }
  });
  await db.withClient(async (client) => {
    await client.query('set statement_timeout = 0');
    await client.query('analyze');
    await client.query('reset statement_timeout');
  });
  await putFiles(db, storage, backup, manifest);
  await migrate(db);
  const { differences } = await verifyBooks(db);
  if (differences.length > 0) throw new Error(`The account check found ${differences.length} differences in the restored data.`);
}

/** The tables are filled without triggers, which would count twice, and without foreign keys, which are circular. */
async function fillTables(client: pg.PoolClient, backup: string, { tables, sequences }: Manifest, { nameNow }: Layout): Promise<void> {
  const all = tables.map(({ name }) => `public.${nameNow(name)}`);
  const { rows: links } = await client.query<{ name: string; at: string; text: string }>(
    `select conname as name, conrelid::regclass::text as at, pg_get_constraintdef(oid) as text
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  for (const { name, at } of links) await client.query(`alter table ${at} drop constraint ${client.escapeIdentifier(name)}`);
  for (const table of all) await client.query(`alter table ${table} disable trigger user`);
  await client.query(`truncate ${all.join(', ')}`);
  for (const { name, columns, rows } of tables) {
    const stream = client.query(from(`copy public.${nameNow(name)} (${columns.join(', ')}) from stdin`));
    await pipeline(createReadStream(tableFile(backup, name)), createGunzip(), stream);
    if (stream.rowCount !== rows) throw new Error(`${stream.rowCount} rows of ${name} were read, but ${rows} were written.`);
  }
  // Queued e-mails may have been sent since the backup; none is sent twice.
  if (tables.some(({ name }) => name === 'mails')) {
    await client.query(`update public.mails set state = 'unknown', content = null, error = 'It waited when the backup was made.'
      where state in ('waiting', 'sending')`);
  }
  // The change feed starts again, because cursors of the other database are invalid here.
  await client.query(`delete from public.settings where name = 'change-feed'`);
  for (const { name, value, isCalled } of sequences) {
    await client.query('select setval($1::regclass, $2::bigint, $3)', [`public.${nameNow(name)}`, value, isCalled]);
  }
  for (const table of all) await client.query(`alter table ${table} enable trigger user`);
  for (const { name, at, text } of links) await client.query(`alter table ${at} add constraint ${client.escapeIdentifier(name)} ${text}`);
}

async function putFiles(db: OpenDatabase, storage: Storage, backup: string, { files }: Manifest): Promise<void> {
  const folder = (await db.first<{ value: string }>(sql`select value from settings where name = 'files-folder'`))?.value ?? '';
  const types = new Map(
    (await db.rows<{ id: string; type: string }>(sql`select id::text, media_type as type from files`)).map(({ id, type }) => [id, type]),
  );
  for (const { id } of files) {
    await storage.put(`${folder}/${id}`, await readFile(fileOf(backup, id)), types.get(id) ?? 'application/octet-stream');
  }
}
