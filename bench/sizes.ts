/**
 * The portal at three sizes, and at the largest against the floor: see `scenarios.ts`. Every size has a database server and a portal of
 * its own; they and the floor are asked in turn, so that whatever else the machine does meets all of them.
 *
 * `BENCH_SIZES=10000,100000` measures other sizes, `BENCH_SECONDS=0.5` each call for less time, `BENCH_ONLY=dashboard` only calls with
 * that in their name. With `BENCH_DATA=folder` what was seeded and measured there stays: the tables are of all of it, and a run measures
 * what is not in its `results.json` yet, so that `BENCH_MINUTES=3` does the whole in pieces.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';

import { verifyBooks } from '../server/src/books/verify.ts';
import { type Facts, factsOf } from './facts.ts';
import type { Floor } from './floor.ts';
import { type Asked, load } from './load.ts';
import { type Measured, printTables } from './sizesTable.ts';
import { RATIOS, type Scenario } from './scenario.ts';
import { scenarios } from './scenarios.ts';
import { openSeeded, type SeededDatabase } from './seed.ts';
import { endAll, percentile, settings, start } from './tools.ts';
import { seedItems } from './uploads.ts';
import { UPLOADED } from './writes.ts';

const SIZES = (process.env['BENCH_SIZES'] ?? '10000,100000,1000000').split(',').map(Number);
const MILLISECONDS = Number(process.env['BENCH_SECONDS'] ?? 1) * 1000;
/** Many short ones: what else the machine does comes in bursts, and so meets all of them. */
const ROUNDS = 8;
/**
 * Calls after which a process takes no less time for one than before: V8 has compiled by then what they have in common. Of each list's
 * own part too: what is measured first of a list took twice the time of what came after it.
 */
const WARMING = { all: 16_000, list: 3_000, listMilliseconds: 1_500 };
const asked = process.env['BENCH_ONLY'];
const ONLY = asked === undefined ? undefined : new RegExp(asked, 'i');
const MINUTES = Number(process.env['BENCH_MINUTES'] ?? Infinity);
const CONNECTIONS = [1, 16] as const;
/** Milliseconds of an answer from which on one round has to do. */
const SLOW = 300;
/** So many keep the cores busy with what slow plain SQL there is. */
const SLOW_CONNECTIONS = Math.max(2, availableParallelism());
const POOL = 10;

interface Target {
  size: number;
  isFloor: boolean;
  url: string;
  pid: number;
  ask: (scenario: Scenario, n: number) => Asked;
}

const kept = process.env['BENCH_DATA'];
const folder = kept ?? (await mkdtemp(join(tmpdir(), 'aapurti-bench-')));
await mkdir(folder, { recursive: true });
const databases: SeededDatabase[] = [];
/** The paths of which something was measured. */
const warmed = new Set<string>();
const results = await readFile(join(folder, 'results.json'), 'utf8').then(
  (text) => JSON.parse(text) as Record<string, Measured>,
  (): Record<string, Measured> => ({}),
);
try {
  const targets = await startTargets();
  for (const target of targets) await warm(target);
  for (const scenario of scenarios) {
    if (ONLY === undefined ? isMeasured(scenario) : !ONLY.test(scenario.name)) continue;
    if (performance.now() > MINUTES * 60_000) {
      console.log('The time is over; the next run goes on from here.');
      break;
    }
    const found = await measure(scenario, targets);
    results[scenario.name] = found;
    await writeFile(join(folder, 'results.json'), JSON.stringify(results, null, 1));
    console.log(`${scenario.name}: ${summary(found)}`);
  }
  const known = scenarios.flatMap(({ name }) => results[name] ?? []);
  const differences = [];
  for (const { db } of databases) differences.push(...(await verifyBooks(db)).differences);
  const isReached = printTables(known, differences.length);
  if (!isReached) process.exitCode = 1;
} finally {
  await endAll();
  for (const database of databases) await database.stop();
  if (kept === undefined) await rm(folder, { recursive: true, force: true });
}

/** At all these sizes, by an earlier run. */
function isMeasured({ name }: Scenario): boolean {
  return SIZES.every((size) => results[name]?.figures.some((each) => each.size === size && !each.isFloor));
}

/** A portal of each size, the smallest first, and last the floor of the largest. */
async function startTargets(): Promise<Target[]> {
  const targets: Target[] = [];
  for (const size of SIZES) {
    const data = join(folder, String(size));
    const database = await openSeeded(size, data);
    databases.push(database);
    await seedItems(database.db, UPLOADED);
    const facts = await factsOf(database);
    const { url, child } = await start('portal.ts', settings({ folder: data, databaseUrl: database.url }));
    targets.push({ size, isFloor: false, url, pid: child.pid ?? 0, ask: (scenario, n) => scenario.ask(facts, n) });
    if (size !== SIZES.at(-1)) continue;
    const floors = Object.fromEntries(scenarios.map(({ floor }, place): [string, Floor] => [`s${place}`, floor]));
    const floor = await start('floor.ts', { url: database.url, connections: POOL, floors });
    targets.push({ size, isFloor: true, url: floor.url, pid: floor.child.pid ?? 0, ask: (scenario, n) => askFloor(scenario, facts, n) });
  }
  return targets;
}

function askFloor(scenario: Scenario, facts: Facts, n: number): Asked {
  const { kind } = scenario.floor;
  const values = scenario.values(facts, n);
  const path = `/s${scenarios.indexOf(scenario)}`;
  if (kind === 'write') return { method: 'POST', path, body: { values } };
  const query = `${path}?${encodeURIComponent(JSON.stringify(values))}`;
  const body = scenario.send?.(facts, n);
  return body === undefined ? { method: 'GET', path: query } : { method: 'POST', path: query, body };
}

/** What is measured first would else be of a process that has only just begun: its first calls take eight times as long as later ones. */
async function warm(target: Target): Promise<void> {
  const first = scenarios.slice(0, 3);
  let calls = 0;
  while (calls < WARMING.all) {
    for (const scenario of first) {
      const { times, failed } = await load(target.url, (n) => target.ask(scenario, n), { connections: POOL, milliseconds: 200 });
      if (failed !== '') throw new Error(failed);
      calls += times.length;
    }
  }
}

/** Whether nothing of its list was measured before, by the portal's path. */
function isFirstOf(scenario: Scenario, targets: readonly Target[]): boolean {
  const portal = targets.find(({ isFloor }) => !isFloor);
  const [path = ''] = portal?.ask(scenario, 0).path.split('?') ?? [];
  const isNew = !warmed.has(path);
  warmed.add(path);
  return isNew;
}

async function measure(scenario: Scenario, targets: readonly Target[]): Promise<Measured> {
  const floor = targets.find(({ isFloor }) => isFloor);
  const largest = targets.findLast(({ isFloor }) => !isFloor);
  const difference = floor === undefined || largest === undefined ? '' : await differenceOf(scenario, largest, floor).catch(String);
  const all = targets.map((target) => ({
    target,
    calls: 0,
    isSlow: false,
    of: CONNECTIONS.map(() => ({ times: [] as number[], rates: [] as number[], seconds: 0, cpu: 0, failed: '' })),
  }));
  const run = async (each: (typeof all)[number], connections: number, milliseconds: number) => {
    const { target } = each;
    const before = await cpuOf(target.pid);
    const { times, seconds, failed } = await load(target.url, () => target.ask(scenario, (each.calls += 1)), {
      connections,
      milliseconds,
      least: 1,
    });
    return { times, seconds, failed, cpu: (await cpuOf(target.pid)) - before };
  };
  // The database plans a statement anew for the first few calls of each connection. What takes long needs no such care.
  const isNew = isFirstOf(scenario, targets);
  for (const each of all) {
    const { times } = await run(each, 1, MILLISECONDS / 8);
    each.isSlow = percentile(times, 0.5) > SLOW;
    if (each.isSlow) continue;
    await run(each, scenario.most ?? POOL, MILLISECONDS / 4);
    const begun = performance.now();
    const isCold = () => isNew && each.calls < WARMING.list && performance.now() - begun < WARMING.listMilliseconds;
    while (isCold()) await run(each, scenario.most ?? POOL, 200);
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [place, connections] of CONNECTIONS.entries()) {
      // Who goes first changes from round to round.
      for (const each of round % 2 === 0 ? all : all.toReversed()) {
        const sum = each.of[place];
        // A round takes longer than its time where one call does.
        if (sum === undefined || sum.seconds * 1000 >= MILLISECONDS || (each.isSlow && round > 0)) continue;
        const isScan = each.isSlow && each.target.isFloor && scenario.goal !== 'write';
        const most = scenario.most ?? (isScan ? SLOW_CONNECTIONS : connections);
        const { times, seconds, cpu, failed } = await run(each, Math.min(connections, most), MILLISECONDS / ROUNDS);
        sum.times.push(...times);
        sum.rates.push(times.length / seconds);
        sum.seconds += seconds;
        sum.cpu += cpu;
        sum.failed ||= failed;
      }
    }
  }
  const figures = all.map(({ target, of }) => ({
    size: target.size,
    isFloor: target.isFloor,
    by: of.map(({ times, rates, cpu, failed }) => ({
      // Of the rounds, as else what the machine did in one of them would be taken for the server's.
      rate: percentile(rates, 0.5),
      p50: percentile(times, 0.5),
      p99: percentile(times, 0.99),
      cpu: (cpu * 1000) / times.length,
      failed: difference || failed,
    })),
  }));
  return { name: scenario.name, kind: scenario.goal, ratioGoal: RATIOS[scenario.goal], growthGoal: scenario.growth, figures };
}

function summary({ figures }: Measured): string {
  return figures
    .map(
      ({ size, isFloor, by }) =>
        `${isFloor ? 'floor' : size} ${by.map(({ rate, p50, failed }) => `${failed ? `FAILED ${failed} ` : ''}${Math.round(rate)}/s ${p50.toFixed(2)} ms`).join(' ')}`,
    )
    .join(' | ');
}

/** Seconds that a process has had of the machine so far, all its threads together. */
async function cpuOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name, in brackets, may hold blanks.
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (user + system) / 100;
}

/** Of two that answer differently no ratio means anything. */
async function differenceOf(scenario: Scenario, portal: Target, floor: Target): Promise<string> {
  if (scenario.same === null) return '';
  const answer = async (target: Target) => essenceOf(scenario, await answerOf(target.url, target.ask(scenario, 0)));
  const [mine, bare] = await Promise.all([answer(portal), answer(floor)]);
  return mine === bare ? '' : `portal and floor answer differently: ${mine} ${bare}`;
}

async function answerOf(url: string, { method, path, body, token }: Asked): Promise<{ total: string | null; body: unknown }> {
  const answer = await fetch(url + path, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: token }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 500)}`);
  return { total: answer.headers.get('x-total-count'), body: JSON.parse(text) };
}

function essenceOf({ same }: Scenario, { total, body }: { total: string | null; body: unknown }): string {
  // Bare, or the only thing in an object.
  const list = (Array.isArray(body) ? body : Object.values(body as object)[0]) as Record<string, unknown>[];
  if (same === 'whole') return JSON.stringify([Number(total), list.map((row) => wholeOf({ ...row, total: undefined }))]);
  if (same === 'records') return JSON.stringify([Number(total), list.map((row) => row['_id'] ?? row['vendorId'])]);
  const figures = Object.entries(Object.assign({}, ...list) as Record<string, number>);
  return JSON.stringify(figures.filter(([name]) => name !== 'total').sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** With names in one order, and points in time written in one way. */
function wholeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(wholeOf);
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([name, each]) => [name, wholeOf(each)] as const);
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  }
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d[ T]\d\d:/.test(value) ? new Date(value).toISOString() : value;
}
