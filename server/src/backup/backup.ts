import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

import type pg from 'pg';
import { to } from 'pg-copy-streams';

import type { Database } from '../database/database.ts';
import type { Storage } from '../files/storage.ts';
import { fileOf, FORMAT, MANIFEST, type Manifest, tableFile } from './manifest.ts';

const AT_ONCE = 4;

/** The list of migrations, which is in the manifest, and what a copy must not have: who is signed in, who asked for what just now. */
const LEFT_OUT = ['schema_migrations', 'sessions', 'password_resets', 'sign_in_challenges', 'rate_limits', 'leases'];

/**
 * Writes a backup into a new folder inside `parent`, beside the running portal: all tables as of one moment, each by COPY in one
 * snapshot, then the files that their rows name, which never change and are there before their row is. Needs no more rights than the
 * portal has and no program of PostgreSQL's, and can be read by any later major version of it.
 * @throws Error where a row's file is missing, or anything can not be written; then there is no manifest.
 */
export async function makeBackup(db: Database, storage: Storage, parent: string): Promise<{ folder: string; manifest: Manifest }> {
  const now = new Date();
  const folder = join(parent, `aapurti-${now.toISOString().replaceAll(':', '-').replace(/\..*/, 'Z')}`);
  // Whoever can read it can read every vendor's papers and bank details, and what signs links to them.
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
  const manifest: Manifest = { format: FORMAT, portal: await ownVersion(), ...held, files };
  await writeFile(join(folder, `${MANIFEST}.part`), JSON.stringify(manifest, null, 2), { mode: 0o600, flush: true });
  await rename(join(folder, `${MANIFEST}.part`), join(folder, MANIFEST));
  return { folder, manifest };
}

async function readTables(client: pg.PoolClient, folder: string) {
  const ask = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) => (await client.query<Row>(text, values)).rows;
  const [moment] = await ask<{ at: Date; postgres: string }>(`select now() as at, current_setting('server_version') as postgres`);
  const migrations = await ask<{ name: string; checksum: string }>('select name, checksum from schema_migrations order by name');
  // What the database computes itself can not be written back.
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
    // Read after the tables and outside any snapshot: never behind what the tables hold.
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

/** Compressed; the digest is of what lies on the disk, the rows are counted by their lines. */
async function store(stream: Readable, path: string): Promise<{ rows: number; sha256: string }> {
  let rows = 0;
  const hash = createHash('sha256');
  const counted = new Transform({
    transform(piece: Buffer, _encoding, done) {
      for (let place = piece.indexOf(10); place !== -1; place = piece.indexOf(10, place + 1)) rows += 1;
      done(null, piece);
    },
  });
  const hashed = new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece);
      done(null, piece);
    },
  });
  await pipeline(stream, counted, createGzip(), hashed, createWriteStream(path, { mode: 0o600, flush: true }));
  return { rows, sha256: hash.digest('hex') };
}

async function copyFiles(storage: Storage, folder: string, filesFolder: string, rows: readonly { id: string; bytes: number }[]) {
  const files: Manifest['files'] = [];
  const left = [...rows];
  const copy = async () => {
    for (let row = left.shift(); row !== undefined; row = left.shift()) {
      const { id, bytes } = row;
      const content = await storage.get(`${filesFolder}/${id}`);
      if (content === undefined) throw new Error(`The bytes of file ${id} are lost: its row is there, and it is not in FILES_URL.`);
      if (content.length !== bytes) throw new Error(`File ${id} has ${content.length} bytes, and its row says ${bytes}.`);
      await writeFile(fileOf(folder, id), content, { mode: 0o600, flush: true });
      files.push({ id, bytes, sha256: createHash('sha256').update(content).digest('hex') });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, copy));
  return files.sort((one, other) => one.id.localeCompare(other.id));
}

/** The release that this is, of the package that lies two folders above the bundle and the source alike. */
async function ownVersion(): Promise<string> {
  for (const place of ['../package.json', '../../package.json']) {
    const text = await readFile(new URL(place, import.meta.url), 'utf8').catch(() => undefined);
    if (text !== undefined) return (JSON.parse(text) as { version?: string }).version ?? '';
  }
  return '';
}
