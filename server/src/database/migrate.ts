import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import sql from 'sql-template-tag';
import type { Database } from './database.ts';

const landed = new URL('migrations/', import.meta.url);

const lockKey = 4_170_511;

/** The first migrations of layouts that this version reads only from a backup. */
const BEFORE = ['0001_start.sql', '0001_accounts.sql'];
const TOO_OLD = `This database was made by an earlier version, before the first release, and this version does not upgrade it. It was not changed.
To carry it over, run npm run backup -- <folder> with the version that made it, and then npm run restore -- <backup> with this one,
with DATA_DIR set to an empty folder or DATABASE_URL to an empty database.`;

interface Migration {
  name: string;
  text: string;
  checksum: string;
}

/**
 * Applies `NNNN_*.sql` in order, each in its own transaction, and records a checksum. Several processes may run it at once, also behind a
 * pooler.
 * @param only the migrations of a backup, whose rows are restored before later migrations run.
 * @returns the names applied now.
 * @throws Error if an applied one was edited, is unknown to this release, or fails.
 */
export async function migrate(db: Database, directory: URL = landed, only?: readonly Omit<Migration, 'text'>[]): Promise<string[]> {
  const landedHere = await readMigrations(directory);
  const wanted = only && new Map(only.map(({ name, checksum }) => [name, checksum]));
  if (wanted) check(landedHere, wanted);
  const migrations = landedHere.filter(({ name }) => wanted?.has(name) ?? true);
  const applied = [];
  let known = await readApplied(db);
  check(migrations, known);
  const isUpgrade = known.size > 0;
  for (const migration of migrations) {
    if (known.has(migration.name)) continue;
    if (await applyOnce(db, migration)) applied.push(migration.name);
  }
  known = await readApplied(db);
  check(migrations, known);
  if (isUpgrade && applied.length > 0) {
    await tidyRewritten(db).catch((error: unknown) => console.error('Rewritten tables could not be vacuumed:', error));
  }
  return applied;
}

/** @throws Error if this release lacks one of the migrations or has changed it. */
export async function refuseUnknown(had: readonly Omit<Migration, 'text'>[]): Promise<void> {
  check(await readMigrations(landed), new Map(had.map(({ name, checksum }) => [name, checksum])));
}

/** The migrations up to the one with this name. */
export async function migrationsTo(last: string): Promise<Omit<Migration, 'text'>[]> {
  const migrations = (await readMigrations(landed)).filter(({ name }) => name <= last);
  return migrations.map(({ name, checksum }) => ({ name, checksum }));
}

/** A rewritten table has no visibility map, so index-only scans read the heap until a vacuum. */
async function tidyRewritten(db: Database): Promise<void> {
  const tables = await db.rows<{ name: string }>(sql`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relallvisible = 0 and pg_relation_size(oid) > 131072`);
  await db.withClient(async (client) => {
    await client.query('set statement_timeout = 0');
    for (const { name } of tables) await client.query(`vacuum analyze ${name}`);
    await client.query('reset statement_timeout');
  });
}

function applyOnce(db: Database, { name, text, checksum }: Migration) {
  return db.transaction(async (tx) => {
    // Index builds, and waiting for another process, take longer than a request may.
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`select pg_advisory_xact_lock(${lockKey})`);
    await tx.execute(sql`create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
    if (await tx.first(sql`select from schema_migrations where name = ${name}`)) return false;
    try {
      await tx.withClient((client) => client.query(text));
    } catch (error) {
      throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
    }
    await tx.execute(sql`insert into schema_migrations (name, checksum) values (${name}, ${checksum})`);
    return true;
  });
}

function check(migrations: Migration[], known: Map<string, string>) {
  if (BEFORE.some((name) => known.has(name))) throw new Error(TOO_OLD);
  const expected = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  for (const [name, checksum] of known) {
    if (!expected.has(name)) {
      throw new Error(`The database has migration ${name}, which this release does not know: start a newer release.`);
    }
    if (expected.get(name) !== checksum) {
      throw new Error(`Migration ${name} was edited after it was applied: put it back, and add a new one instead.`);
    }
  }
}

async function readApplied(db: Database): Promise<Map<string, string>> {
  const exists = await db.first<{ exists: boolean }>(sql`select to_regclass('schema_migrations') is not null as exists`);
  if (!exists?.exists) return new Map();
  const rows = await db.rows<{ name: string; checksum: string }>(sql`select name, checksum from schema_migrations`);
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

async function readMigrations(directory: URL): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).toSorted();
  const numbers = names.map((name) => /^(\d{4})_\w+\.sql$/.exec(name)?.[1]);
  const odd = names.find((_, index) => numbers[index] === undefined || numbers.indexOf(numbers[index]) !== index);
  if (odd !== undefined) throw new Error(`Migration ${odd}: the name must be NNNN_words.sql with a number of its own.`);
  return Promise.all(
    names.map(async (name) => {
      // A checkout on Windows may have CRLF.
      const text = (await readFile(new URL(name, directory), 'utf8')).replaceAll('\r\n', '\n');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}
