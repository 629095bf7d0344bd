/** Measures a portal over HTTP: absolute times on one connection, and rates compared with the floor's. */
import { load } from '../load.ts';
import { median, percentile, start } from '../tools.ts';
import type { Asked } from '../load.ts';
import type { Facts } from './facts.ts';
import { type ListView, PAGE_SIZE, PAGED_ROWS } from './lists.ts';
import { differenceOf, type Ratio } from './ratios.ts';

/** The measuring time for everything that has a limit. */
const MILLISECONDS = Number(process.env['BENCH_SECONDS'] ?? 2) * 1000;
/** The number of requests for every view and page after the first, before the slowest ones are measured again; slow pages get fewer. */
const SCREENED = { usually: 4, slow: 1 };
/** The number of slowest pages of each limit that are measured again. */
const SLOWEST = 4;
const CONNECTIONS = 16;
const ROUNDS = 4;
/** If a response of the floor takes longer than this in milliseconds, fewer rounds are enough. */
const SLOW = 300;

export interface Portal {
  size: number;
  url: string;
  facts: Facts;
}

export interface Timed {
  name: string;
  /** Percentiles in milliseconds. */
  p50: number;
  p95: number;
}

/** The response times on one connection that sends one request after another. @throws Error for a status other than 200 or 201. */
async function timesOf(url: string, ask: (n: number) => Asked, milliseconds: number, least: number): Promise<number[]> {
  const { times, failed } = await load(url, ask, { connections: 1, milliseconds, least });
  if (failed !== '') throw new Error(failed);
  return times;
}

export async function p95Of({ url }: Portal, name: string, ask: (n: number) => Asked): Promise<Timed> {
  await timesOf(url, ask, MILLISECONDS / 8, 3);
  const times = await timesOf(url, ask, MILLISECONDS, 10);
  return { name, p50: median(times), p95: percentile(times, 0.95) };
}

export interface Page {
  view: ListView;
  place: 'first' | 'second' | 'middle' | 'last';
  number: number;
  /** The median milliseconds of a few requests. */
  median: number;
}

/** Sends a few requests for each page of a view: only the first page of vendors' lists, all four of administrators' lists. */
export async function screen({ url }: Portal, view: ListView): Promise<Page[]> {
  const rows = Math.min(await totalOf(url, view.ask(1, 0)), PAGED_ROWS);
  const last = Math.max(1, Math.ceil(rows / PAGE_SIZE));
  const places =
    view.who === 'vendor' || view.kind === 'both'
      ? { first: 1 }
      : { first: 1, second: Math.min(2, last), middle: Math.ceil(last / 2), last };
  const pages: Page[] = [];
  for (const [place, number] of Object.entries(places) as [Page['place'], number][]) {
    const known = pages.find((page) => page.number === number);
    const times = known === undefined ? await screened(url, (n) => view.ask(number, n)) : [known.median];
    pages.push({ view, place, number, median: median(times) });
  }
  return pages;
}

async function screened(url: string, ask: (n: number) => Asked): Promise<number[]> {
  // The first request may wait for the table's pages to be read from disk.
  const [, ...second] = await timesOf(url, ask, 0, 1 + SCREENED.slow);
  return median(second) > 50 ? second : [...second, ...(await timesOf(url, ask, 0, SCREENED.usually - SCREENED.slow))];
}

async function totalOf(url: string, { method, path, body, token = '' }: Asked): Promise<number> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: token, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const total = answer.headers.get('x-total-count');
  if (!answer.ok || total === null) throw new Error(`${path} answered ${answer.status}: ${(await answer.text()).slice(0, 500)}`);
  await answer.arrayBuffer();
  return Number(total);
}

/** The slowest pages, measured in full; the slowest of these first. */
export async function slowest(portal: Portal, pages: readonly Page[]): Promise<Timed[]> {
  const found: Timed[] = [];
  for (const { view, place, number } of [...pages].sort((a, b) => b.median - a.median).slice(0, SLOWEST)) {
    found.push(await p95Of(portal, `${view.list}, ${view.how}, ${place} page`, (n) => view.ask(number, n)));
  }
  return found.sort((a, b) => b.p95 - a.p95);
}

export interface Rated {
  name: string;
  row: Ratio['row'];
  /** Requests per second. */
  portal: number;
  floor: number;
  ratio: number;
}

/** The rates of the portal and the floor, alternating, at 16 connections or at the ratio's own number. */
export async function rate(portal: Portal, databaseUrl: string, all: readonly Ratio[]): Promise<Rated[]> {
  const floors = Object.fromEntries(all.map(({ floor }, index) => [`s${index}`, floor]));
  const { url, child } = await start('floor.ts', { url: databaseUrl, connections: 10, floors });
  try {
    const found: Rated[] = [];
    for (const [place, ratio] of all.entries()) found.push(await rateOne(portal, ratio, `${url}/s${place}`));
    return found;
  } finally {
    child.kill();
  }
}

async function rateOne({ url, facts }: Portal, ratio: Ratio, floor: string): Promise<Rated> {
  const { name, row, ask, values, connections = CONNECTIONS } = ratio;
  const difference = await differenceOf(ratio, facts, { portal: url, floor });
  if (difference !== '') throw new Error(difference);
  const { origin, pathname } = new URL(floor);
  const rates = { portal: [] as number[], floor: [] as number[] };
  let calls = 0;
  const run = async (side: keyof typeof rates, milliseconds: number, atOnce = connections) => {
    // The values are prepared in advance, because the load generator shares its core with the measured process.
    const prepared = side === 'portal' ? [] : await prepare(values, facts, row === 'create' ? milliseconds : 0);
    const next = (): Asked => {
      calls += 1;
      if (side === 'portal') return ask(facts, calls);
      return { method: 'POST', path: pathname, body: takeFrom(prepared, calls, row === 'create') };
    };
    const target = side === 'portal' ? url : origin;
    const { times, seconds, failed } = await load(target, next, { connections: atOnce, milliseconds });
    if (failed !== '') throw new Error(`${name}: ${failed}`);
    rates[side].push(times.length / seconds);
    return median(times);
  };
  await run('portal', MILLISECONDS / ROUNDS);
  const isSlow = (await run('floor', MILLISECONDS / ROUNDS, 1)) > SLOW;
  for (const side of ['portal', 'floor'] as const) rates[side] = [];
  for (let round = 0; round < (isSlow ? 1 : ROUNDS); round += 1) {
    const sides = ['portal', 'floor'] as const;
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) await run(side, MILLISECONDS / ROUNDS);
  }
  const [mine, bare] = [median(rates.portal), median(rates.floor)];
  return { name, row, portal: mine, floor: bare, ratio: mine / bare };
}

/** A write needs new values each time. */
async function prepare(values: Ratio['values'], facts: Facts, milliseconds: number): Promise<unknown[][]> {
  const most = milliseconds === 0 ? facts.writers.length : 200 + milliseconds * 6;
  const found: unknown[][] = [];
  for (let n = 0; n < most; n += 1) found.push(await values(facts, n));
  return found;
}

function takeFrom(prepared: unknown[][], n: number, once: boolean): unknown[] {
  const values = once ? prepared.pop() : prepared[n % prepared.length];
  if (values === undefined) throw new Error('the floor is faster than its values were made for');
  return values;
}
