/** What the benches share: the portal and its floor as processes of their own, and figures. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

import { startEmbedded } from '../server/src/database/embedded.ts';
import { migrate } from '../server/src/database/migrate.ts';
import { type OpenDatabase, openDatabase } from '../server/src/database/open.ts';
import type { Settings } from '../server/src/env.ts';

export interface Bench {
  folder: string;
  databaseUrl: string;
  db: OpenDatabase;
  /** Starts a file of this folder as a process and hands it a message; it answers with where it listens. */
  start(file: string, message: object): Promise<{ url: string; child: ChildProcess }>;
}

/** Runs a bench on a database of its own, and leaves nothing behind. */
export async function onBench(work: (bench: Bench) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'aapurti-bench-'));
  const children: ChildProcess[] = [];
  const embedded = await startEmbedded({ dataDir: folder });
  try {
    const db = await openDatabase({ url: embedded.url, max: 4 });
    await migrate(db);
    const start = async (file: string, message: object) => {
      const child = spawn(process.execPath, [await bundle(file)], {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        env: { ...process.env, NODE_ENV: 'production' },
      });
      children.push(child);
      await new Promise((ready) => child.once('spawn', ready));
      child.send(message);
      const address = await new Promise<AddressInfo>((ready, fail) => {
        child.once('message', (given) => ready(given as AddressInfo));
        child.once('exit', (code) => fail(new Error(`${file} ended with ${code}`)));
      });
      return { url: `http://127.0.0.1:${address.port}`, child };
    };
    await work({ folder, databaseUrl: embedded.url, db, start });
    await db.close();
  } finally {
    for (const child of children) child.kill();
    await embedded.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Bundled as the production build is: run from source, a loader's helpers would stand in every closure of the hot path. The thread
 * that reads sheets lies below the bundle, where the server looks for it.
 */
async function bundle(file: string): Promise<string> {
  const outdir = fileURLToPath(new URL('../server/dist-bench', import.meta.url));
  const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));
  await build({
    entryPoints: [
      { in: source(file), out: file.replace('.ts', '') },
      { in: source('../server/src/spreadsheets/worker.ts'), out: 'spreadsheets/worker' },
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
  return join(outdir, file.replace('.ts', '.js'));
}

/** Of a portal in production on the bench's database. */
export function settings({ folder, databaseUrl }: Bench): Settings {
  return {
    production: true,
    dataDir: folder,
    databaseUrl,
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
  };
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** The value that this share of all is not above. */
export function percentile(values: readonly number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
}
