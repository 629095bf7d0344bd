/** The parts that the benches share: the portal and the floor as separate processes, and figures. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

import { startEmbedded } from '../server/src/database/embedded/embedded.ts';
import { migrate } from '../server/src/database/migrate.ts';
import { type OpenDatabase, openDatabase } from '../server/src/database/open.ts';
import type { Settings } from '../server/src/ground/env.ts';

export interface Bench {
  folder: string;
  databaseUrl: string;
  db: OpenDatabase;
  start: typeof start;
}

const children = new Set<ChildProcess>();

/** Starts a file of this folder as a process and sends it a message; the process replies with its address. `endAll` ends it. */
export async function start(file: string, message: object): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [await bundle(file)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  children.add(child);
  child.once('exit', () => children.delete(child));
  await new Promise((ready) => child.once('spawn', ready));
  child.send(message);
  const address = await new Promise<AddressInfo>((ready, fail) => {
    child.once('message', (given) => ready(given as AddressInfo));
    child.once('exit', (code) => fail(new Error(`${file} ended with ${code}`)));
  });
  return { url: `http://127.0.0.1:${address.port}`, child };
}

export async function endAll(): Promise<void> {
  await Promise.all([...children].map((child) => new Promise((ended) => child.once('exit', ended).kill())));
}

/** Runs a bench on a new database, and removes it afterwards. */
export async function onBench(work: (bench: Bench) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'aapurti-bench-'));
  const embedded = await startEmbedded({ dataDir: folder });
  try {
    const db = await openDatabase({ url: embedded.url, max: 4 });
    await migrate(db);
    await work({ folder, databaseUrl: embedded.url, db, start });
    await db.close();
  } finally {
    await endAll();
    await embedded.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Bundles a file like the production build: from source, a loader's helpers would be in every closure of the hot path. The upload worker is
 * below the bundle, where the server looks for it.
 */
async function bundle(file: string): Promise<string> {
  const outdir = fileURLToPath(new URL('../server/dist-bench', import.meta.url));
  const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));
  await build({
    entryPoints: [
      { in: source(file), out: file.replace('.ts', '') },
      { in: source('../server/src/sheets/worker.ts'), out: 'sheets/worker' },
    ],
    outdir,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    alias: { '@aapurti/contract': source('../contract/src') },
    logLevel: 'warning',
  });
  // A migration that has been removed since the last run must not be applied.
  await rm(join(outdir, 'migrations'), { recursive: true, force: true });
  await cp(source('../server/src/database/migrations'), join(outdir, 'migrations'), { recursive: true });
  return join(outdir, file.replace('.ts', '.js'));
}

/** The token with which a bench reads a portal's metrics. */
export const METRICS_TOKEN = 'figures-of-the-bench';

/** The settings of a portal in production, on the bench's database. */
export function settings({ folder, databaseUrl }: { folder: string; databaseUrl: string | undefined }): Settings {
  return {
    production: true,
    dataDir: folder,
    databaseUrl,
    workers: 1,
    databasePool: 10,
    preparedStatements: true,
    port: 0,
    host: '127.0.0.1',
    publicUrl: 'http://127.0.0.1',
    trustProxy: false,
    log: true,
    smtpUrl: undefined,
    mailFrom: 'Aapurti <portal@aapurti.example>',
    filesUrl: `file:${join(folder, 'files')}`,
    demo: false,
    rateLimits: true,
    captcha: true,
    admin: undefined,
    adminSecondFactor: false,
    buyerPullMinutes: 15,
    metricsToken: METRICS_TOKEN,
  };
}

/** Prints figures and their goals as a table; the process fails if a goal is missed. */
export function report(title: string, results: readonly { what: string; goal: string; reached: string; good: boolean }[]): void {
  console.log(`\n| ${title} | goal | reached |\n|---|---|---|`);
  for (const { what, goal, reached, good } of results) console.log(`| ${what} | ${goal} | ${reached}${good ? '' : ' (missed)'} |`);
  if (!results.every(({ good }) => good)) process.exitCode = 1;
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** The percentile of the values: the given share of them is not above it. */
export function percentile(values: readonly number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
}
