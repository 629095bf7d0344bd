/**
 * How long an installation of the first schema, with 100,000 products and as many invoices, is away while it is upgraded: at most 60 s, and
 * its books agree afterwards. Also checks that no row of any table was lost.
 */
import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import sql from 'sql-template-tag';

import { verifyBooks } from '../server/src/books/verify.ts';
import { startEmbedded } from '../server/src/database/embedded.ts';
import { migrate } from '../server/src/database/migrate.ts';
import { type OpenDatabase, openDatabase } from '../server/src/database/open.ts';
import { FIRST_SCHEMA, seed } from './seed.ts';

const SIZE = Number(process.env['BENCH_SIZES'] ?? 100_000);
const MOST_SECONDS = 60;

const MIGRATIONS = new URL('../server/src/database/migrations/', import.meta.url);

const tablesOf = (db: OpenDatabase) =>
  db.rows<{ name: string }>(sql`
  select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations' order by 1`);

async function countsOf(db: OpenDatabase, tables: readonly { name: string }[]): Promise<string[]> {
  const counts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await db.withClient((client) => client.query<{ count: number }>(`select count(*)::int as count from ${name}`));
    counts.push(`${name} ${rows[0]?.count}`);
  }
  return counts;
}

const folder = await mkdtemp(join(tmpdir(), 'aapurti-upgrade-'));
const first = join(folder, 'first');
await mkdir(first);
for (const name of await readdir(MIGRATIONS)) if (name <= FIRST_SCHEMA) await cp(new URL(name, MIGRATIONS), join(first, name));
const embedded = await startEmbedded({ dataDir: join(folder, 'data') });
const db = await openDatabase({ url: embedded.url, max: 4 });
try {
  await migrate(db, pathToFileURL(`${first}/`));
  await seed(db, SIZE, true);
  const tables = await tablesOf(db);
  const before = await countsOf(db, tables);

  const started = performance.now();
  const applied = await migrate(db);
  const seconds = (performance.now() - started) / 1000;
  const after = new Set(await countsOf(db, tables));
  const changed = before.filter((count) => !after.has(count));
  const checking = performance.now();
  const { checked, differences } = await verifyBooks(db);
  const verified = (performance.now() - checking) / 1000;
  const steps = await db.rows<{ name: string; seconds: number }>(sql`
    select name, extract(epoch from applied_at - lag(applied_at) over (order by applied_at))::float8 as seconds from schema_migrations
    order by applied_at`);
  for (const { name, seconds: took } of steps.filter((step) => applied.includes(step.name)))
    console.log(`${name}: begun ${took.toFixed(1)} s after the one before`);

  const isGood = seconds <= MOST_SECONDS && differences.length === 0 && changed.length === 0;
  console.log(`
| upgrade of ${SIZE.toLocaleString('en')} products and invoices | measured | goal |
|---|---:|---:|
| ${applied.length} migrations | ${seconds.toFixed(1)} s | ${MOST_SECONDS} s |
| differences in the books of ${checked.invoices.toLocaleString('en')} invoices (${verified.toFixed(1)} s) | ${differences.length} | 0 |
| rows of ${tables.length} tables, ${before.filter((count) => !count.endsWith(' 0')).length} of them with rows | ${changed.length === 0 ? 'the same' : `not so before: ${changed.join(', ')}`} | the same |
`);
  if (!isGood) process.exitCode = 1;
} finally {
  await db.close();
  await embedded.stop();
  await rm(folder, { recursive: true, force: true });
}
