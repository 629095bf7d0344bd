import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

import type pg from 'pg';
import { to } from 'pg-copy-streams';

import type { Database } from '../database.ts';
import type { Storage } from '../../files/storage.ts';
import { ownVersion } from '../../process/version.ts';
import { fileOf, FORMAT, MANIFEST, type Manifest, tableFile } from './manifest.ts';

const AT_ONCE = 4;

/** Migrations are recorded in the manifest; sessions, links and counts must not be copied. */
const LEFT_OUT = [
  'schema_migrations',
  'sessions',
  'password_resets',
  'sign_in_challenges',
  'rate_limits',
  'mass_reads',
  'leases',
  'changes',
];

/**
 * Writes a backup into a new folder in `parent` while the portal runs: all tables by COPY from one snapshot, then the files of their rows,
 * which never change. It needs no PostgreSQL programs, and any later major version can read it.
 * @throws Error if a file is missing; the backup then has no manifest.
 */
export async function makeBackup(db: Database, storage: Storage, parent: string): Promise<{ folder: string; manifest: Manifest }> {
  const now = new Date();
  const folder = join(parent, `aapurti-${now.toISOString().replaceAll(':', '-').replace(/\..*/, 'Z')}`);
  await mkdir(parent, { recursive: true });
  await mkdir(folder, { mode: 0o700 });
  for (const inside of ['tables', 'files']) await mkdir(join(folder, inside), { mode: 0o700 });

  const { held, ids, filesFolder } = await db.withClient(async (client) => {
    await client.query('begin isolation level repeatable read, read only');
    try {
      await client.query('set local statement_timeout = 0');
      return await readTables(client, folder);
    } finally {
      await client.query('rollback');
    }
  });
  const files = await copyFiles(storage, folder, filesFolder, ids);
  const manifest: Manifest = { format: FORMAT, portal: ownVersion(), ...held, files };
  await writeFile(join(folder, `${MANIFEST}.part`), JSON.stringify(manifest, null, 2), { mode: 0o600, flush: true });
  await rename(join(folder, `${MANIFEST}.part`), join(folder, MANIFEST));
  return { folder, manifest };
}

async function readTables(client: pg.PoolClient, folder: string) {
  const ask = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) => (await client.query<Row>(text, values)).rows;
  const [moment] = await ask<{ at: Date; postgres: string }>(`select now() as at, current_setting('server_version') as postgres`);
  const migrations = await ask<{ name: string; checksum: string }>('select name, checksum from schema_migrations order by name');
  // Generated columns cannot be written back.
  const listed = await ask<{ name: string; columns: string[] }>(
    `select relname as name, array_agg(attname::text order by attnum) as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid
     where relkind = 'r' and relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped and attgenerated = ''
       and relname <> all ($1::text[])
     group by relname order by relname`,
    [LEFT_OUT],
  );
  const tables: Manifest['tables'] = [];
  for (const { name, columns } of listed) {
    const stream = client.query(to(`copy public.${name} (${columns.join(', ')}) to stdout`));
    tables.push({ name, columns, ...(await store(stream, tableFile(folder, name))) });
  }
  const sequences: Manifest['sequences'] = [];
  for (const { name } of await ask<{ name: string }>(
    `select relname as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace order by relname`,
  )) {
    // Sequences are read after the tables and outside the snapshot, so they are never behind.
    const [state] = await ask<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from public.${name}`,
    );
    if (state !== undefined) sequences.push({ name, ...state });
  }
  const ids = await ask<{ id: string; bytes: number }>('select id::text, bytes from files order by id');
  const [setting] = await ask<{ value: string }>(`select value from settings where name = 'files-folder'`);
  const held = { at: (moment?.at ?? new Date()).toISOString(), postgres: moment?.postgres ?? '', migrations, tables, sequences };
  return { held, ids, filesFolder: setting?.value ?? '' };
}

/** The digest covers the compressed bytes; rows are counted by their lines. */
async function store(stream: Readable, path: string): Promise<{ rows: number; sha256: string }> {
  let rows = 0;
  const hash = createHash('sha256');
  const count = async function* (pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      for (let index = piece.indexOf(10); index !== -1; index = piece.indexOf(10, index + 1)) rows += 1;
      yield piece;
    }
  };
  const digest = async function* (pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      hash.update(piece);
      yield piece;
    }
  };
  await pipeline(stream, count, createGzip(), digest, createWriteStream(path, { mode: 0o600, flush: true }));
  return { rows, sha256: hash.digest('hex') };
}

async function copyFiles(storage: Storage, folder: string, filesFolder: string, rows: readonly { id: string; bytes: number }[]) {
  const files: Manifest['files'] = [];
  const left = [...rows];
  const copy = async () => {
    for (let row = left.shift(); row !== undefined; row = left.shift()) {
      const { id, bytes } = row;
      const content = await storage.get(`${filesFolder}/${id}`);
      if (content === undefined) throw new Error(`The bytes of file ${id} are missing: FILES_URL does not have them.`);
      if (content.length !== bytes) throw new Error(`File ${id} has ${content.length} bytes, but its row states ${bytes}.`);
      await writeFile(fileOf(folder, id), content, { mode: 0o600, flush: true });
      files.push({ id, bytes, sha256: createHash('sha256').update(content).digest('hex') });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, copy));
  return files.sort((one, other) => one.id.localeCompare(other.id));
}
