/** How the answers of a portal keep their pace as its tables grow. */
import type { Database } from '../server/src/database/database.ts';
import { startSession } from '../server/src/accounts/sessions.ts';
import type { OpenDatabase } from '../server/src/database/open.ts';
import { anotherDatabase } from './moneySeed.ts';
import { type Bench, median, settings } from './tools.ts';

/** The slowest of the largest size against the smallest. */
export const GROWTH_GOAL = 1.5;
const SAMPLES = Number(process.env['BENCH_SAMPLES'] ?? 150);
const WARM_UP = 20;

export interface Asked {
  method: 'GET' | 'POST';
  path: string;
  body?: object;
}

export interface Screen<Facts> {
  name: string;
  who: 'admin' | 'vendor';
  /** Of a size's database, and a number that counts the calls. */
  ask: (facts: Facts, sample: number) => Asked;
}

export interface Grown<Facts> {
  /** Ids of users, whose sessions ask. */
  admin: string;
  vendor: string;
  facts: Facts;
}

interface Growth<Facts> {
  name: string;
  sizes: readonly number[];
  seed: (db: OpenDatabase, size: number) => Promise<Grown<Facts>>;
  screens: readonly Screen<Facts>[];
  /** Of the table, before the sizes. */
  title: string;
  reached: (ok: boolean) => string;
}

export const tokenOf = (db: Database, user: string) => startSession(db, user, { now: new Date(), address: null, userAgent: null });

/** The sizes are asked in turn, so that whatever else the machine does meets all of them. */
export async function measureGrowth<Facts>(bench: Bench, { name, sizes, seed, screens, title, reached }: Growth<Facts>): Promise<void> {
  const portals = [];
  for (const size of sizes) {
    const { db, url } = await anotherDatabase(bench.databaseUrl, bench.db, `${name}_${size}`);
    const { admin, vendor, facts } = await seed(db, size);
    const tokens = { admin: await tokenOf(db, admin), vendor: await tokenOf(db, vendor) };
    await db.close();
    portals.push({ facts, tokens, ...(await bench.start('portal.ts', settings({ ...bench, databaseUrl: url }))) });
  }
  console.log(`\n| ${title} | ${sizes.map((size) => size.toLocaleString('en')).join(' | ')} | ratio (goal ${GROWTH_GOAL}) | |`);
  console.log(`|---|${sizes.map(() => '---|').join('')}---|---|`);
  for (const screen of screens) {
    const times = portals.map(() => [] as number[]);
    for (let sample = -WARM_UP; sample < SAMPLES; sample += 1) {
      for (const [place, { url, facts, tokens }] of portals.entries()) {
        const time = await timed(url, screen.ask(facts, sample + WARM_UP), tokens[screen.who]);
        if (sample >= 0) times[place]?.push(time);
      }
    }
    const medians = times.map(median);
    const ratio = (medians.at(-1) ?? 0) / (medians[0] ?? 1);
    const figures = medians.map((each) => each.toFixed(2)).join(' | ');
    console.log(`| ${screen.name}, ${screen.who} | ${figures} | ${ratio.toFixed(2)} | ${reached(ratio <= GROWTH_GOAL)} |`);
  }
  for (const { child } of portals) child.kill();
}

async function timed(url: string, { method, path, body }: Asked, token: string): Promise<number> {
  const started = performance.now();
  const answer = await fetch(url + path, {
    method,
    headers: { authorization: token, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  await answer.text();
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
  return performance.now() - started;
}
