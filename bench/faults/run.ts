/**
 * `npm run faults`: kills, starves and disconnects the real server under load at least a hundred times. After each fault, every
 * acknowledged write must exist once, with its entry in the audit log; the books and the files must agree with the rows; and the server
 * must recover without help. Exits with 1 on any other result.
 *
 * `--quick` runs each fault once, `--only server-kill,disk-full` only the named ones, `--times 50` each that many times, `--seed 7` the
 * same sequence again.
 */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';

import { build } from '../../scripts/build.mjs';
import { keepResults } from '../results.ts';
import { type Fault, FAULTS } from './faults.ts';
import { Random } from './random.ts';
import { obstacle, openSite, type Site } from './sites.ts';

const { values } = parseArgs({
  options: { quick: { type: 'boolean' }, only: { type: 'string' }, times: { type: 'string' }, seed: { type: 'string' } },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e6));
const names = values.only?.split(',') ?? FAULTS.map(({ name }) => name);
const unknown = names.filter((name) => !FAULTS.some((fault) => fault.name === name));
if (unknown.length > 0)
  throw new Error(`There is no fault ${unknown.join(', ')}. There are: ${FAULTS.map(({ name }) => name).join(', ')}.`);

interface Row {
  name: string;
  times: number;
  acknowledged: number;
  retried: number;
  lost: number;
  doubled: number;
  books: number;
  files: number;
  odd: number;
  longest: number;
}

const rows: Row[] = [];
const skipped: string[] = [];
let isGood = true;
const complain = (what: string) => {
  isGood = false;
  console.log(`  ✘ ${what}`);
};

let current: Site | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // The site unmounts its disks when it ends.
  process.once(signal, () => void (current?.end() ?? Promise.resolve()).finally(() => process.exit(1)));
}
console.log(`Seed ${seed}.`);
await build({ only: ['server'] });
const wanted = FAULTS.filter(({ name }) => names.includes(name));
for (const kind of new Set(wanted.map(({ site }) => site))) {
  const here = wanted.filter(({ site }) => site === kind);
  const missing = await obstacle(kind);
  if (missing !== null) {
    skipped.push(...here.map(({ name }) => `${name} is skipped: ${missing}.`));
    continue;
  }
  const site = await openSite(kind, new Random(seed));
  current = site;
  try {
    for (const fault of here) rows.push(await suffer(site, fault));
    await leave(site);
  } catch (error) {
    for (const answer of new Set(site.ledger.odd)) complain(answer);
    complain(`${(error as Error).message}\n${(await readFile(site.portal.log, 'utf8').catch(() => '')).slice(-3000)}`);
  } finally {
    current = undefined;
    await site.end();
  }
}
const printed = print();
if (rows.length === FAULTS.length && !values.quick && values.times === undefined) await keepResults('faults', printed);
if (!isGood) process.exitCode = 1;

async function suffer(site: Site, fault: Fault): Promise<Row> {
  const { load, ledger, portal, random } = site;
  const times = values.times === undefined ? (values.quick ? 1 : fault.times) : Number(values.times);
  const before = { acknowledged: ledger.acknowledged, retried: ledger.retried, odd: ledger.odd.length };
  const row: Row = { name: fault.name, times, acknowledged: 0, retried: 0, lost: 0, doubled: 0, books: 0, files: 0, odd: 0, longest: 0 };
  for (let turn = 0; turn < times; turn += 1) {
    const deaths = portal.deaths;
    load.start(fault.writers);
    await sleep(random.between(200, 1500));
    await fault.inject(site, turn);
    const recovery = await load.probe();
    await sleep(200);
    await load.drain();
    const found = await site.compare();
    row.lost += found.lost;
    row.doubled += found.doubled;
    row.books += found.books;
    row.files += found.files;
    row.longest = Math.max(row.longest, recovery);
    for (const said of found.said) complain(`${fault.name} ${turn + 1}: ${said}`);
    if (portal.deaths > deaths) complain(`${fault.name} ${turn + 1}: the server ended by itself`);
    console.log(`${fault.name} ${turn + 1} of ${times}: serves again after ${(recovery / 1000).toFixed(1)} s`);
  }
  row.acknowledged = ledger.acknowledged - before.acknowledged;
  row.retried = ledger.retried - before.retried;
  const odd = ledger.odd.slice(before.odd);
  row.odd = odd.length;
  for (const answer of new Set(odd)) complain(`${fault.name}: ${answer}`);
  return row;
}

/** The checks that only make sense at the end: files that housekeeping leaves, and defects that the server met and survived. */
async function leave(site: Site): Promise<void> {
  const left = await site.sweep();
  if (left > 0) complain(`${left} files of no row are left by housekeeping`);
  for (const said of (await site.compare()).said) complain(`after housekeeping: ${said}`);
  const log = await readFile(site.portal.log, 'utf8');
  for (const line of new Set(log.match(/^(An error was not caught|A promise was rejected).*$/gm))) complain(`the server's log: ${line}`);
}

/** Prints the table. @returns its text. */
function print(): string {
  const total: Row = { name: 'all', times: 0, acknowledged: 0, retried: 0, lost: 0, doubled: 0, books: 0, files: 0, odd: 0, longest: 0 };
  for (const row of rows) {
    for (const column of ['times', 'acknowledged', 'retried', 'lost', 'doubled', 'books', 'files', 'odd'] as const)
      total[column] += row[column];
    total.longest = Math.max(total.longest, row.longest);
  }
  const lines = [...rows, total].map((row) => {
    const counts = [row.times, row.acknowledged, row.retried, row.lost, row.doubled, row.books, row.files, row.odd];
    return `| ${row.name} | ${counts.join(' | ')} | ${(row.longest / 1000).toFixed(1)} s |`;
  });
  const heads = '| fault | times | acknowledged | retried | lost | doubled | books | files | odd answers | longest recovery |';
  const table = [heads, '|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|', ...lines].join('\n');
  console.log(`\n${table}`);
  for (const line of skipped) console.log(line);
  console.log(
    `\nSeed ${seed}. ${isGood ? 'Nothing is lost, and nothing is there twice.' : 'Not everything is as it should be: see above.'}`,
  );
  return table;
}
