/**
 * A working day in a few minutes: 64 connections that read, write, sign in, upload and export at once, for BENCH_MIXED_SECONDS (600);
 * then ten times as many as a portal works on at a time, and 64 again. Memory stays flat, nobody waits ten times as long as most, what is
 * too much is sent away at once, and what comes after is served as before.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sql from 'sql-template-tag';

import { verifyBooks } from '../server/src/books/verify.ts';
import { type Facts, factsOf } from './facts.ts';
import { type Asked, load, type Loaded } from './load.ts';
import { pick } from './scenario.ts';
import { scenarios } from './scenarios.ts';
import { openSeeded } from './seed.ts';
import { METRICS_TOKEN, endAll, median, percentile, report, settings, start } from './tools.ts';
import { formOf, seedItems, sheetOf } from './uploads.ts';

const SECONDS = Number(process.env['BENCH_MIXED_SECONDS'] ?? 600);
const BURST_SECONDS = Math.min(20, SECONDS / 10);
const SIZE = 10_000;
const UPLOADED = 100;
const BURST = 2_500;
const GOALS = { spread: 10, memory: 1.2 } as const;
/** The portal's pool, and the connection by which it hears of changes. */
const CONNECTIONS = 10 + 1;

const named = (name: string) => {
  const found = scenarios.find((each) => each.name === name);
  if (found === undefined) throw new Error(`there is no call ${name}`);
  return found;
};
const reads = scenarios.filter(({ goal, same }) => (goal === 'read' || goal === 'scan') && same !== null);
const writes = ['create an invoice', 'save a product', 'add a payment'].map(named);
const sheet = formOf(await sheetOf(UPLOADED));

/** Who does what, on how many of the 64 connections. */
const KINDS: readonly { name: string; connections: number; ask: (facts: Facts, n: number) => Asked }[] = [
  { name: 'read', connections: 52, ask: (facts, n) => pick(reads, n).ask(facts, n) },
  { name: 'write', connections: 6, ask: (facts, n) => pick(writes, n).ask(facts, n) },
  { name: 'sign in', connections: 2, ask: (facts, n) => named('sign in').ask(facts, n) },
  {
    name: `upload ${UPLOADED} products`,
    connections: 2,
    ask: (facts, n) => ({ method: 'POST', path: '/api/product/excelUpload', body: sheet, token: pick(facts.uploaders.portal, n).token }),
  },
  {
    name: 'export',
    connections: 2,
    ask: (facts, n) => ({ method: 'GET', path: '/api/product/export', token: pick(facts.uploaders.floor, n).token }),
  },
];

const folder = await mkdtemp(join(tmpdir(), 'aapurti-bench-'));
try {
  const database = await openSeeded(SIZE, folder);
  await seedItems(database.db, UPLOADED);
  const facts = await factsOf(database);
  const { url } = await start('portal.ts', settings({ folder, databaseUrl: database.url }));
  /** Each second's memory in MB, and the most connections that the portal had to its database. */
  const seen = { memory: [] as number[], connections: 0 };
  const look = async () => {
    const text = await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text();
    seen.memory.push(Number(/kind="resident",pid="\d+"} (\d+)/.exec(text)?.[1]) / 2 ** 20);
    const found = await database.db.first<{ count: number }>(sql`
      select count(*) from pg_stat_activity where datname = current_database() and application_name in ('aapurti', 'aapurti-notices')`);
    seen.connections = Math.max(seen.connections, (found?.count ?? 0) - database.db.pool.totalCount);
  };
  const watch = setInterval(() => void look().catch(() => undefined), 1_000);

  const work = (seconds: number): Promise<Loaded[]> =>
    Promise.all(
      KINDS.map(({ ask, connections }) => load(url, (n) => ask(facts, n), { connections, milliseconds: seconds * 1000, mayBeBusy: true })),
    );
  const done = await work(SECONDS);
  const steady = [...seen.memory];
  const burst = await load(url, (n) => pick(reads, n).ask(facts, n), {
    connections: BURST,
    milliseconds: BURST_SECONDS * 1000,
    mayBeBusy: true,
  });
  const after = await work(BURST_SECONDS);
  clearInterval(watch);
  for (const { failed } of [...done, burst, ...after]) if (failed !== '') throw new Error(failed);
  const { differences } = await verifyBooks(database.db);

  console.log(`\n| 64 connections for ${SECONDS} s | connections | answers | a second | p50 ms | p99 ms | p99 / p50 | 503 |`);
  console.log('|---|---|---|---|---|---|---|---|');
  const spreads = done.map(({ times, seconds, busy }, place) => {
    const [p50, p99] = [median(times), percentile(times, 0.99)];
    const { name, connections } = KINDS[place] ?? { name: '', connections: 0 };
    const figures = [
      connections,
      times.length,
      (times.length / seconds).toFixed(1),
      p50.toFixed(1),
      p99.toFixed(1),
      (p99 / p50).toFixed(1),
      busy,
    ];
    console.log(`| ${name} | ${figures.join(' | ')} |`);
    return p99 / p50;
  });
  // The first part of the time is the warming up.
  const part = Math.max(1, Math.floor(steady.length / 5));
  const [first, last] = [median(steady.slice(part, 2 * part)), median(steady.slice(-part))];
  const refused = [...done, ...after].reduce((sum, { busy }) => sum + busy, 0);
  const [before, again] = [median(done[0]?.times ?? []), median(after[0]?.times ?? [])];
  const mb = (value: number) => `${value.toFixed(0)} MB`;
  report(`Bounded, at ${SIZE.toLocaleString('en')} products and invoices`, [
    {
      what: 'p99 against p50, of whatever is done',
      goal: `under ${GOALS.spread}`,
      reached: Math.max(...spreads).toFixed(1),
      good: Math.max(...spreads) < GOALS.spread,
    },
    {
      what: 'memory, the second fifth of the time and the last',
      goal: `grows at most ${GOALS.memory}`,
      reached: `${mb(first)}, ${mb(last)}`,
      good: last <= first * GOALS.memory,
    },
    { what: 'memory at most, the burst included', goal: '', reached: mb(Math.max(...seen.memory)), good: true },
    {
      what: 'connections of the database',
      goal: `at most ${CONNECTIONS}`,
      reached: String(seen.connections),
      good: seen.connections <= CONNECTIONS,
    },
    { what: 'answers 503 with 64 connections, before and after the burst', goal: '0', reached: String(refused), good: refused === 0 },
    {
      what: `${BURST.toLocaleString('en')} connections for ${BURST_SECONDS} s: sent away with 503, answered, p99 of these`,
      goal: 'some, some',
      reached: `${burst.busy}, ${burst.times.length}, ${percentile(burst.times, 0.99).toFixed(0)} ms`,
      good: burst.busy > 0 && burst.times.length > 0,
    },
    {
      what: 'p50 of reads before the burst and right after',
      goal: 'at most 1.5 times',
      reached: `${before.toFixed(1)}, ${again.toFixed(1)} ms`,
      good: again <= before * 1.5,
    },
    { what: 'differences of the books afterwards', goal: '0', reached: String(differences.length), good: differences.length === 0 },
  ]);
  await endAll();
  await database.stop();
} finally {
  await endAll();
  await rm(folder, { recursive: true, force: true });
}
