/** The real server as a separate process that can be killed and started again, with the same data folder and port. */
import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, createWriteStream } from 'node:fs';
import { readFile, readdir, readlink } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { findEmbedded } from '../../server/src/database/embedded/embedded.ts';

const MAIN = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url));
/** The time within which the portal must be available again; after it, the portal counts as unable to recover on its own. */
export const PATIENCE_MS = 90_000;

export class Portal {
  readonly folder: string;
  readonly port: number;
  readonly log: string;
  readonly #env: Record<string, string>;
  #child: ChildProcess | undefined;
  #deaths = 0;

  private constructor(folder: string, log: string, port: number, env: Record<string, string>) {
    this.folder = folder;
    this.port = port;
    this.log = log;
    this.#env = env;
  }

  static async start(folder: string, log: string, env: Record<string, string> = {}): Promise<Portal> {
    const portal = new Portal(folder, log, await freePort(), env);
    portal.launch();
    await portal.ready();
    return portal;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** The number of unexpected exits of the server. */
  get deaths(): number {
    return this.#deaths;
  }

  launch(): void {
    const output = createWriteStream(this.log, { flags: 'a' });
    const child = spawn(process.execPath, ['--enable-source-maps', MAIN], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env['PATH'],
        NODE_ENV: 'production',
        DATA_DIR: this.folder,
        PORT: String(this.port),
        DEMO: 'false',
        // A single address signs in, registers and uploads for all vendors.
        RATE_LIMITS: 'false',
        CAPTCHA: 'false',
        ...this.#env,
      },
    });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => output.write(text));
    this.#child = child;
    // The run leaves no server behind, however it ends.
    const killWithUs = () => child.kill('SIGKILL');
    process.once('exit', killWithUs);
    child.once('exit', () => process.off('exit', killWithUs));
    child.once('exit', (code, signal) => {
      if (this.#child !== child) return;
      this.#deaths += 1;
      appendFileSync(this.log, `── the server ended by itself (${signal ?? code})\n`);
    });
  }

  /** Kills the process, as a power cut or the kernel's OOM killer would. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  }

  /** Waits for readiness. @throws Error if the server does not report it in time. */
  async ready(): Promise<void> {
    const deadline = performance.now() + PATIENCE_MS;
    while (performance.now() < deadline) {
      const answer = await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
      await answer?.arrayBuffer();
      if (answer?.status === 200) return;
      await sleep(50);
    }
    throw new Error(`The server is not ready after ${PATIENCE_MS / 1000} s:\n${(await readFile(this.log, 'utf8')).slice(-2000)}`);
  }

  /** The process ID of the embedded database. */
  async postmaster(): Promise<number> {
    return Number.parseInt(await readFile(join(this.folder, 'database', 'postmaster.pid'), 'utf8'), 10);
  }

  /** The process ID of a backend that serves a database connection. */
  async backend(): Promise<number | undefined> {
    const main = await this.postmaster();
    for (const pid of await readdir('/proc')) {
      const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      if (!words.startsWith('postgres: aapurti')) continue;
      const cluster = await readlink(`/proc/${pid}/cwd`).catch(() => '');
      if (cluster === (await readlink(`/proc/${main}/cwd`).catch(() => '-'))) return Number(pid);
    }
    return undefined;
  }

  /** The process ID of one of several workers. */
  async worker(): Promise<number | undefined> {
    for (const pid of await readdir('/proc')) {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      const parent = Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2]);
      if (parent !== this.pid) continue;
      if ((await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).includes(MAIN)) return Number(pid);
    }
    return undefined;
  }

  databaseUrl(): Promise<string> {
    return findEmbedded(this.folder);
  }
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}
