import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, open, readFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Cluster, openCluster, PASSWORD_FILES } from './cluster.ts';
import { lockDirectory } from './directory-lock.ts';
import { type PostgresPrograms, findPostgres, withoutOtherSettings } from './postgres-programs.ts';
import { endLeftover } from './postmaster.ts';

export interface Embedded {
  url: string;
  stop(): Promise<void>;
}

const name = 'aapurti';
const startMilliseconds = 20_000;
const stopMilliseconds = 4_000;
const leastWaitMilliseconds = 200;
const mostWaitMilliseconds = 5_000;

/** A transient failure: the memory or port of a stopped server is not free yet, or another program took the port. */
const passing = /pre-existing shared memory block|could not bind|"postmaster\.pid" already exists/;

/**
 * Starts PostgreSQL in `dataDir`, creating the cluster if needed. It listens on 127.0.0.1 only and ends with this process.
 * @param durable false for throw-away data: a power cut may lose everything.
 * @throws DirectoryInUse, or Error for the operator.
 */
export async function startEmbedded({ dataDir, durable = true }: { dataDir: string; durable?: boolean }): Promise<Embedded> {
  const directory = resolve(dataDir);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const unlock = await lockDirectory(directory);
  try {
    const programs = await findPostgres(directory);
    // This comes first, because a leftover server writes to its files until it ends.
    await endLeftover(join(directory, 'database'));
    const cluster = await openCluster(programs, directory);
    const server = await keepRunning({ programs, cluster, durable, log: join(directory, 'database.log') });
    return {
      url: address(name, cluster.password, server.port, name),
      async stop() {
        await server.stop();
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** The URL of the server that another process runs in `dataDir`; it ends with that process. @throws Error if none runs. */
export async function findEmbedded(dataDir: string): Promise<string> {
  const [, , , port] = (await readFile(join(dataDir, 'database', 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const password = await readFile(join(dataDir, PASSWORD_FILES.portal), 'utf8').catch(() => '');
  if (!Number(port) || !password) throw new Error(`No database runs in ${dataDir}.`);
  return address(name, password, Number(port), name);
}

interface Start {
  programs: PostgresPrograms;
  cluster: Cluster;
  durable: boolean;
  log: string;
}

/**
 * Restarts a server that crashed, on the same port, so that requests fail for only a second. It retries indefinitely, for example while the
 * disk is full.
 */
async function keepRunning(start: Start) {
  const { child: first, port } = await startServer(start, freePort);
  let stopping = false;
  let running: Promise<ChildProcess | undefined> = Promise.resolve(watch(first));

  function watch(child: ChildProcess) {
    const again = () => {
      if (stopping) return;
      console.error(`The embedded database ended unexpectedly (${child.signalCode ?? child.exitCode}) and is started again.`);
      running = startAgain();
    };
    if (hasEnded(child)) again();
    else child.once('exit', again);
    return child;
  }

  async function startAgain() {
    let said = '';
    for (let wait = leastWaitMilliseconds; !stopping; wait = Math.min(wait * 2, mostWaitMilliseconds)) {
      try {
        // The PID may be another program's by now, or an operator may have started a server by hand.
        await endLeftover(start.cluster.folder);
        const { child } = await startServer(start, () => port);
        return watch(child);
      } catch (error) {
        const { message } = error as Error;
        if (message !== said) console.error(message);
        said = message;
        await sleep(wait);
      }
    }
    return undefined;
  }

  return {
    port,
    async stop() {
      stopping = true;
      const last = await running;
      if (last) await stopServer(last);
    },
  };
}

async function startServer(start: Start, choosePort: () => number | Promise<number>) {
  const deadline = Date.now() + startMilliseconds;
  for (;;) {
    const port = await choosePort();
    const child = await spawnServer(start, port);
    try {
      await ready(child, start, port);
      return { child, port };
    } catch (error) {
      await stopServer(child);
      if (!passing.test((error as Error).message) || Date.now() > deadline) throw error;
      await sleep(200);
    }
  }
}

async function spawnServer({ programs, cluster, durable, log }: Start, port: number) {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Failed statements may hold personal data; the caller reports them.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    jit: 'off',
    // keepRunning starts it again. PostgreSQL 18 itself hangs if its recovery ends in another panic, for example on a full disk.
    restart_after_crash: 'off',
    // Large uploads need this: with less memory, backends write out pages and WAL themselves.
    shared_buffers: '256MB',
    wal_buffers: '16MB',
    wal_init_zero: 'off',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  const [program = '', ...prefix] = programs.postgres;
  const options = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  const output = await open(log, 'w', 0o600);
  const child = spawn(program, [...prefix, '-D', cluster.folder, '-p', `${port}`, ...options], {
    stdio: ['ignore', output.fd, output.fd],
    env: withoutOtherSettings(),
    // Ctrl-C signals the whole group; running requests still need the database.
    detached: true,
  });
  child.on('error', () => undefined);
  await output.close();
  child.unref();
  const killWithUs = () => child.kill('SIGINT');
  process.once('exit', killWithUs);
  child.once('exit', () => process.off('exit', killWithUs));
  return child;
}

/** Waits as long as the server lives, because recovery after a power cut may take long. */
async function ready(child: ChildProcess, { cluster, log }: Start, port: number) {
  for (;;) {
    if (hasEnded(child)) {
      const words = (await readFile(log, 'utf8')).trim().slice(-2000);
      throw new Error(`The embedded database did not start: ${words || 'it printed no message.'}`);
    }
    const client = await connectSuperuser(cluster, port);
    if (client === undefined) {
      await sleep(20);
      continue;
    }
    try {
      return await makeDatabase(client, cluster.password);
    } finally {
      await client.end();
    }
  }
}

/**
 * Connects with the superuser's own password. In an older cluster, the superuser still has the portal's password and gets its own here.
 * @returns undefined while the server does not respond yet.
 * @throws Error if neither password is right.
 */
async function connectSuperuser({ password, superuserPassword }: Cluster, port: number): Promise<pg.Client | undefined> {
  for (const each of [superuserPassword, password]) {
    const client = new pg.Client({ connectionString: address('postgres', each, port, 'postgres') });
    client.on('error', () => undefined);
    try {
      await client.connect();
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code === '28P01') continue;
      return undefined;
    }
    if (each !== superuserPassword) await client.query(`alter role postgres password ${client.escapeLiteral(superuserPassword)}`);
    return client;
  }
  throw new Error(
    `The embedded database was created with different passwords from those in ${Object.values(PASSWORD_FILES).join(' and ')}.`,
  );
}

/** The portal's role is not a superuser, so that SQL injection cannot reach the machine. */
async function makeDatabase(client: pg.Client, password: string) {
  const { rows } = await client.query(`select from pg_database where datname = '${name}'`);
  if (rows.length > 0) return;
  await client.query(`drop role if exists ${name}`);
  await client.query(`create role ${name} login createdb password ${client.escapeLiteral(password)}`);
  await client.query(`create database ${name} owner ${name}`);
}

async function stopServer(child: ChildProcess) {
  if (hasEnded(child)) return;
  const ended = new Promise((done) => child.once('exit', done));
  child.ref();
  child.kill('SIGINT');
  const impatient = setTimeout(() => child.kill('SIGQUIT'), stopMilliseconds);
  await ended;
  clearTimeout(impatient);
}

function hasEnded(child: ChildProcess) {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

function address(user: string, password: string, port: number, database: string) {
  return `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;
}

/** A free port on 127.0.0.1. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}
