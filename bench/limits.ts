/**
 * The speed limits: every list with every sort, filter and page, searches, reports, saves and spreadsheet files, on a portal as in
 * production, over HTTP, with 100,000 and with 1,000,000 products and invoices. Fails if a limit is missed.
 *
 * Seeded data stays in the system's temp directory for the next run. `BENCH_SECONDS=0.2` measures everything for less than the default 2 s,
 * `BENCH_SIZES=10000` sets another size and `BENCH_ROWS=2000` smaller files: such runs are quick and only roughly right.
 * `BENCH_ONLY='product.list, sorted'` measures only the lists whose name and sort or filter match this regular expression, 'sheets' only
 * the files, 'rates' only the saves and the rates. Each size is measured on PostgreSQL 15 and on the embedded server;
 * `BENCH_SERVERS=embedded` skips the other one. The files and the comparison with the bare handler need the embedded server.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { startEmbedded } from '../server/src/database/embedded/embedded.ts';
import { verifyBooks } from '../server/src/payments/verify.ts';
import { calibrate } from './limits/calibrate.ts';
import { factsOf, TITLES, type Who } from './limits/facts.ts';
import { viewsOf } from './limits/lists.ts';
import { p95Of, type Page, type Portal, rate, type Rated, screen, slowest, type Timed } from './limits/measure.ts';
import { ratios } from './limits/ratios.ts';
import { saves } from './limits/saves.ts';
import { MANY, measureSheets, SOME } from './limits/sheets.ts';
import { type Limit, placeOf, printLimits, resultKey, type Server, SERVERS, shown } from './limits/table.ts';
import { startOldest } from './oldest.ts';
import { openSeeded } from './seed.ts';
import { endAll, percentile, settings, start } from './tools.ts';

const SIZES = (process.env['BENCH_SIZES'] ?? '100000,1000000').split(',').map(Number);
const SHEETS_SIZE = SIZES[0] ?? 0;
const ONLY = process.env['BENCH_ONLY'];
const IS_RATED = ONLY === undefined || ONLY === 'rates';
const MEASURED = SERVERS.filter((server) => (process.env['BENCH_SERVERS'] ?? SERVERS.join(',')).split(',').includes(server));

const limits: Limit[] = [];
const limit = (what: string, goals: Limit['goals'], isAbsolute = false) => {
  const made: Limit = { what, goals, isAbsolute, results: new Map() };
  limits.push(made);
  return made;
};
/** A limit in milliseconds for one connection. */
const p95 = (what: string, small: number, large: number) => {
  const { results } = limit(`${what}, p95`, [`${small} ms`, `${large} ms`], true);
  return (size: number, server: Server, times: readonly Timed[], isNoisy: boolean) => {
    if (times.length === 0) return;
    const worst = times.reduce((most, each) => (each.p95 > most.p95 ? each : most));
    const isGood = worst.p95 <= (placeOf(size) === 0 ? small : large);
    results.set(resultKey(size, server), { reached: `${worst.p95.toFixed(1)} ms: ${worst.name}`, isGood, isNoisy });
  };
};
/** A limit for the portal's rate as a fraction of the floor's rate. */
const ratio = (what: string, row: Rated['row'], least: number) => {
  const { results } = limit(what, [`≥ ${least}`, `≥ ${least}`]);
  return (size: number, server: Server, rates: readonly Rated[]) => {
    const worst = rates.filter((each) => each.row === row).reduce((most, each) => (each.ratio < most.ratio ? each : most));
    results.set(resultKey(size, server), {
      reached: `${worst.ratio.toFixed(2)}: ${worst.name}`,
      isGood: worst.ratio >= least,
      isNoisy: false,
    });
  };
};

const OF_LISTS = {
  first: p95('first page of any list, a vendor', 10, 20),
  any: p95('any list, any sort, any filter, any page of the first 10,000 rows, an administrator', 60, 300),
  vendorSearch: p95('search, a vendor', 20, 40),
  adminSearch: p95('search, an administrator', 60, 200),
  reports: p95('dashboard; outstanding; payment report', 50, 200),
};
const save = p95('save one record', 20, 20);
const OF_FLOOR = [
  ratio("vendor's newest page, 16 connections, rate against the bare handler", 'page', 0.7),
  ratio('create invoice, 16 connections, rate against the bare handler', 'create', 0.5),
  ratio("deep page and dashboard at 16 connections, outstanding at 8, rate against the floor's scanning SQL", 'scan', 2),
];
const rows = limit(`a sheet of ${shown(SOME)} products, rows a second against only parsing it`, ['≥ 0.15', null]);
const beside = limit("others' first page during that sheet, p95 against idle", ['≤ 4', null]);
const besideAbsolute = limit("others' first page during that sheet, p95", ['100 ms', null], true);
const memory = limit(`${shown(MANY)} rows in and out, memory`, ['350 MB', null]);

/** The limit that applies to a page of a list. */
function limitOf({ view: { list, kind, who }, place }: Page): keyof typeof OF_LISTS {
  if ((list === 'outstanding' || list === 'payment report') && place === 'first' && kind !== 'both') return 'reports';
  if (kind === 'search' && place === 'first') return who === 'vendor' ? 'vendorSearch' : 'adminSearch';
  return who === 'vendor' ? 'first' : 'any';
}

const noise: string[] = [];
async function checkMachine(when: string): Promise<boolean> {
  let { measured, expected, isQuiet } = await calibrate();
  // A newly seeded database finishes its background writes within a minute.
  for (let wait = 0; !isQuiet && when.startsWith('before') && wait < 6; wait += 1) {
    await sleep(10_000);
    ({ measured, expected, isQuiet } = await calibrate());
  }
  noise.push(`| ${when} | ${expected.toFixed(0)} ms | ${measured.toFixed(0)} ms | ${isQuiet ? 'quiet' : 'noisy'} |`);
  console.log(`the machine is ${isQuiet ? 'quiet' : 'noisy'}: a loop of ${expected.toFixed(0)} ms took ${measured.toFixed(0)} ms`);
  return !isQuiet;
}

/** Medians by list and by sort or filter; the slower one of both sort directions. */
const details = new Map<string, Map<string, number[]>>();
/** The figures of everything that was measured in full. */
const measured: string[] = [];

if (ONLY !== 'sheets') for (const size of SIZES) for (const server of MEASURED) await measureSize(size, server);
if (ONLY === undefined || ONLY === 'sheets') await sheets();
printDetails();
console.log('\n| the machine | a loop takes undisturbed | it took | |\n|---|--:|--:|---|');
for (const line of noise) console.log(line);
const missed = printLimits(limits, SIZES, MEASURED);
console.log(`\n${missed === 0 ? 'Every limit that counts is reached.' : `${missed} limits are missed.`}`);
if (missed > 0) process.exitCode = 1;

async function measureSize(size: number, server: Server): Promise<void> {
  const where = whereOf(size, server);
  const folder = join(tmpdir(), `aapurti-limits-${size}-${server === 'embedded' ? '' : `${server}-`}${await seedVersion()}`);
  const database = await openSeeded(size, server === 'embedded' ? await startEmbedded({ dataDir: folder }) : await startOldest(folder));
  try {
    const facts = await factsOf(database);
    const { url } = await start('portal.ts', settings({ folder, databaseUrl: database.url }));
    const portal: Portal = { size, url, facts };
    const before = await checkMachine(`before ${where}`);
    const lists = await measureLists(portal, where);
    const saved: Timed[] = [];
    for (const { name, ask } of IS_RATED ? saves : []) saved.push(await p95Of(portal, name, (n) => ask(facts, n)));
    const after = await checkMachine(`after the absolute times of ${where}`);
    for (const [name, times] of lists) OF_LISTS[name](size, server, times, before || after);
    save(size, server, saved, before || after);
    const rated = IS_RATED ? await rate(portal, database.url, await ratios()) : [];
    if (rated.length > 0) for (const each of OF_FLOOR) each(size, server, rated);
    for (const each of [...lists.values()].flat().concat(saved)) {
      measured.push(`| ${where} | ${each.name} | ${each.p50.toFixed(1)} ms | ${each.p95.toFixed(1)} ms | |`);
    }
    for (const each of rated) {
      measured.push(`| ${where} | ${each.name} | ${each.portal.toFixed(0)}/s | ${each.floor.toFixed(0)}/s | ${each.ratio.toFixed(2)} |`);
    }
    const { differences } = await verifyBooks(database.db);
    if (differences.length > 0) throw new Error(`the books have differences: ${JSON.stringify(differences.slice(0, 3))}`);
  } finally {
    await endAll();
    await database.stop();
  }
}

function whereOf(size: number, server: Server): string {
  return `${shown(size)} on ${server === 'embedded' ? 'the embedded server' : `PostgreSQL ${server}`}`;
}

/** Measures all pages a few times, and then the slowest ones of each limit in full. */
async function measureLists(portal: Portal, where: string): Promise<Map<keyof typeof OF_LISTS, Timed[]>> {
  const { facts } = portal;
  const views = viewsOf(facts).filter(({ list, how }) => ONLY === undefined || new RegExp(ONLY).test(`${list}, ${how}`));
  const pages: Page[] = [];
  const started = performance.now();
  for (const view of views) pages.push(...(await screen(portal, view)));
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(`${where}: ${views.length} sorts and filters of lists, ${pages.length} pages, in ${seconds} s`);
  for (const page of pages) note(where, page);
  const found = new Map<keyof typeof OF_LISTS, Timed[]>();
  for (const name of Object.keys(OF_LISTS) as (keyof typeof OF_LISTS)[]) {
    found.set(
      name,
      await slowest(
        portal,
        pages.filter((page) => limitOf(page) === name),
      ),
    );
  }
  const dashboards: Timed[] = [];
  for (const who of ONLY === undefined ? (['vendor', 'admin'] as const satisfies Who[]) : []) {
    const asked = { method: 'GET', path: '/api/auth/getCountDetail', token: facts[who].token } as const;
    dashboards.push(await p95Of(portal, `dashboard, ${TITLES[who]}`, () => asked));
  }
  found.set('reports', [...dashboards, ...(found.get('reports') ?? [])]);
  return found;
}

function note(where: string, { view, place, median }: Page): void {
  const name = view.kind === 'both' ? view.how.replace(/, sorted by .*/, ', under any sort') : view.how;
  const row = details.get(`${view.list}, ${name}`) ?? new Map<string, number[]>();
  details.set(`${view.list}, ${name}`, row);
  const column = `${where} ${view.who} ${place}`;
  row.set(column, [...(row.get(column) ?? []), median]);
}

function printDetails(): void {
  console.log(
    '\n| size and server | measured for longer | p50, or the rate | p95, or the rate of the floor | ratio |\n|--:|---|--:|--:|--:|',
  );
  for (const line of measured) console.log(line);
  const measuredOn = SIZES.flatMap((size) => MEASURED.map((server) => whereOf(size, server)));
  const heads = measuredOn.map((where) => `${where}: a vendor's first page | an administrator's first, second, middle, last page`);
  console.log(`\n| median ms | ${heads.join(' | ')} |\n|---|${measuredOn.map(() => '--:|--:|').join('')}`);
  for (const [name, row] of details) {
    const figure = (where: string, who: Who, place: string) => {
      const medians = row.get(`${where} ${who} ${place}`);
      return medians === undefined ? '–' : percentile(medians, 1).toFixed(1);
    };
    const columns = measuredOn.map((where) => {
      const pages = ['first', 'second', 'middle', 'last'].map((place) => figure(where, 'admin', place));
      return `${figure(where, 'vendor', 'first')} | ${pages.join(' / ')}`;
    });
    console.log(`| ${name} | ${columns.join(' | ')} |`);
  }
}

async function sheets(): Promise<void> {
  const before = await checkMachine('before the sheets');
  const { rate: reached, idle, meanwhile, memory: peak } = await measureSheets();
  const noisy = before || (await checkMachine('after the sheets'));
  const set = (of: Limit, text: string, isGood: boolean) =>
    of.results.set(resultKey(SHEETS_SIZE, 'embedded'), { reached: text, isGood, isNoisy: noisy });
  set(rows, reached.toFixed(2), reached >= 0.15);
  set(beside, `${(meanwhile / idle).toFixed(1)} (idle ${idle.toFixed(1)} ms)`, meanwhile <= 4 * idle);
  set(besideAbsolute, `${meanwhile.toFixed(1)} ms`, meanwhile <= 100);
  set(memory, `${peak.in.toFixed(0)} MB in, ${peak.out.toFixed(0)} MB out`, Math.max(peak.in, peak.out) <= 350);
}

/** Another schema or seed needs another database. */
async function seedVersion(): Promise<string> {
  const migrations = fileURLToPath(new URL('../server/src/database/migrations/', import.meta.url));
  const files = [
    ...(await readdir(migrations)).sort().map((name) => join(migrations, name)),
    fileURLToPath(new URL('seed.ts', import.meta.url)),
  ];
  const hash = createHash('sha256');
  for (const file of files) hash.update(await readFile(file));
  return hash.digest('hex').slice(0, 8);
}
