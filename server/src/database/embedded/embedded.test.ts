import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, chown, mkdtemp, readFile, readlink, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type Embedded, startEmbedded } from './embedded.ts';

// Each test starts whole servers, which takes time on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

const isRoot = process.getuid?.() === 0;
const isLinux = process.platform === 'linux';
let dataDir: string;
let running: Embedded | undefined;
const children: ChildProcess[] = [];

const start = async () => (running = await startEmbedded({ dataDir, durable: false }));
const stop = async () => {
  await running?.stop();
  running = undefined;
};

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'aapurti-embedded-'));
  const { url } = await start();
  await ask(url, 'create table kept (word text)');
  await stop();
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await stop();
});

afterAll(() => rm(dataDir, { recursive: true }));

async function ask(url: string, query: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(query)).rows;
  } finally {
    await client.end();
  }
}

/** Starts another process with its own embedded database. @returns the URL, or the error output of the process. */
function startOwner(directory: string, { prefix = [] as string[], path = '' } = {}) {
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  const script = fileURLToPath(new URL('../../../test/embedded.owner.ts', import.meta.url));
  const [program, ...args] = [...prefix, process.execPath, '--import', tsx, script, directory];
  const env = { ...process.env, TMPDIR: tmpdir(), PATH: [path, process.env.PATH].filter(Boolean).join(delimiter) };
  const owner = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'], env });
  children.push(owner);
  const said = new Promise<string>((resolve) => {
    let complaint = '';
    owner.stderr.on('data', (chunk) => (complaint += chunk));
    owner.stdout.once('data', (chunk) => resolve(String(chunk).trim()));
    owner.once('close', () => resolve(complaint));
  });
  return { owner, said };
}

const serverPid = async () => Number.parseInt(await readFile(join(dataDir, 'database', 'postmaster.pid'), 'utf8'), 10);

/** A process that has ended may be listed until its parent collects it, but it no longer has a working directory. */
const hasEnded = (pid: number) =>
  readlink(`/proc/${pid}/cwd`).then(
    () => false,
    () => true,
  );

/** Provides a PATH on which a program exists but fails. */
async function withFailing(program: string, work: (path: string) => Promise<void>) {
  const path = await mkdtemp(join(tmpdir(), 'aapurti-fake-'));
  try {
    await writeFile(join(path, program), '#!/bin/sh\nexit 1\n');
    await chmod(join(path, program), 0o755);
    await work(path);
  } finally {
    await rm(path, { recursive: true });
  }
}

const ended = (child: ChildProcess) => new Promise((resolve) => child.once('exit', resolve));

test('the portal connects as an ordinary user with a password that only the owner can read', async () => {
  const { url } = await start();
  expect(await ask(url, 'select usesuper from pg_user where usename = current_user')).toEqual([{ usesuper: false }]);
  const wrong = new URL(url);
  wrong.password = 'guess';
  await expect(ask(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/);
  if (process.platform !== 'win32') expect((await stat(join(dataDir, 'database.password'))).mode & 0o777).toBe(0o600);
});

test('the superuser has a password of its own, even in an older directory', async () => {
  const asSuperuser = (url: string, password: string) => {
    const address = new URL(url);
    [address.username, address.password, address.pathname] = ['postgres', password, '/postgres'];
    return ask(address.href, 'select usesuper from pg_user where usename = current_user');
  };
  const file = join(dataDir, 'database.superuser');
  const first = await start();
  const portals = new URL(first.url).password;
  const own = await readFile(file, 'utf8');
  if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await asSuperuser(first.url, own)).toEqual([{ usesuper: true }]);
  await expect(asSuperuser(first.url, portals)).rejects.toThrow(/password authentication failed/);

  // The cluster gets its earlier form, with one password for both roles.
  const address = new URL(first.url);
  [address.username, address.password, address.pathname] = ['postgres', own, '/postgres'];
  await ask(address.href, `alter role postgres password '${portals}'`);
  await stop();
  await rm(file);
  const again = await start();
  expect(new URL(again.url).password).toBe(portals);
  await expect(asSuperuser(again.url, portals)).rejects.toThrow(/password authentication failed/);
  expect(await asSuperuser(again.url, await readFile(file, 'utf8'))).toEqual([{ usesuper: true }]);

  // Neither password is correct.
  await stop();
  const [right, wrong] = [await readFile(file, 'utf8'), 'another'];
  await writeFile(file, wrong);
  await expect(start()).rejects.toThrow(/created with different passwords from those in database.password and database.superuser/);
  await writeFile(file, right);
});

test('letters of any script count as letters, whatever the settings of the machine', async () => {
  const { url } = await start();
  await ask(url, 'create extension if not exists pg_trgm');
  const [row] = await ask(url, `select lower('ÄÉ') as lower, cardinality(show_trgm('चावल')) > 0 as hindi`);
  expect(row).toEqual({ lower: 'äé', hindi: true });
});

test('the start after a kill -9 of the process has all committed data', async () => {
  const { owner, said } = startOwner(dataDir);
  await ask(await said, `insert into kept values ('before the kill')`);
  owner.kill('SIGKILL');
  await ended(owner);
  const { url } = await start();
  expect(await ask(url, `select word from kept where word = 'before the kill'`)).toHaveLength(1);
});

test.runIf(isLinux)('the server stops by itself when its process is killed', async () => {
  const { owner, said } = startOwner(dataDir);
  await said;
  const pid = await serverPid();
  owner.kill('SIGKILL');
  await expect.poll(() => hasEnded(pid), { timeout: 60_000 }).toBe(true);
});

test.runIf(isLinux)('the next start stops a server that a killed process left behind', async () => {
  // Nothing ends the server earlier if setpriv fails.
  await withFailing('setpriv', async (path) => {
    const { owner, said } = startOwner(dataDir, { path });
    await said;
    const pid = await serverPid();
    owner.kill('SIGKILL');
    await ended(owner);
    expect(await hasEnded(pid)).toBe(false);
    await start();
    expect(await hasEnded(pid)).toBe(true);
    expect(await serverPid()).not.toBe(pid);
  });
});

test('while one process uses the directory, a second start is rejected and does no harm', async () => {
  const { url } = await start();
  await expect(startEmbedded({ dataDir })).rejects.toThrow(`${dataDir} is in use by another process (${process.pid})`);
  expect(await startOwner(dataDir).said).toMatch(/in use by another process .* set DATA_DIR/);
  expect(await ask(url, 'select 1 as alive')).toEqual([{ alive: 1 }]);
});

test('one of several processes that start at the same time after a kill gets the directory', async () => {
  const { owner, said } = startOwner(dataDir);
  await said;
  owner.kill('SIGKILL');
  await ended(owner);
  const starts = await Promise.allSettled([1, 2, 3].map(() => startEmbedded({ dataDir, durable: false })));
  const started = starts.filter((each) => each.status === 'fulfilled');
  for (const each of started) await each.value.stop();
  expect(started).toHaveLength(1);
});

test('the number of a dead server, now of another program, stops neither', async () => {
  if (process.platform === 'win32') return;
  const stranger = spawn('sleep', ['60']);
  children.push(stranger);
  await writeFile(join(dataDir, 'database', 'postmaster.pid'), `${stranger.pid}\n${join(dataDir, 'database')}\n1\n1\n`);
  const { url } = await start();
  expect(await ask(url, 'select 1 as alive')).toEqual([{ alive: 1 }]);
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
});

test('a server that dies is started again under the same address', async () => {
  const { url } = await start();
  process.kill(await serverPid(), 'SIGKILL');
  await expect.poll(() => ask(url, 'select 1 as alive').catch(() => []), { timeout: 60_000 }).toEqual([{ alive: 1 }]);
});

test.runIf(isLinux)('a crash of one server process ends the whole server, which starts again', async () => {
  const { url } = await start();
  const pid = await serverPid();
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query('select pg_backend_pid() as pid');
  process.kill(rows[0].pid, 'SIGKILL');
  await expect.poll(() => ask(url, 'select 1 as alive').catch(() => []), { timeout: 60_000 }).toEqual([{ alive: 1 }]);
  expect(await serverPid()).not.toBe(pid);
});

test('a directory of another PostgreSQL version, or without its password, is rejected with a clear message', async () => {
  const version = join(dataDir, 'database', 'PG_VERSION');
  const right = await readFile(version, 'utf8');
  await writeFile(version, '17\n');
  await expect(start()).rejects.toThrow(/was made by PostgreSQL 17, and this release comes with 18.*DATABASE_URL/);
  await writeFile(version, right);

  const password = join(dataDir, 'database.password');
  await rename(password, `${password}.away`);
  await expect(start()).rejects.toThrow(/database\.password is missing/);
  await rename(`${password}.away`, password);
});

test('a machine that the npm packages do not support gets the advice to set DATABASE_URL', async () => {
  const arch = Object.getOwnPropertyDescriptor(process, 'arch');
  Object.defineProperty(process, 'arch', { value: 'vax', configurable: true });
  try {
    await expect(start()).rejects.toThrow(/-vax\) is not installed.*DATABASE_URL/);
  } finally {
    if (arch) Object.defineProperty(process, 'arch', arch);
  }
});

test.runIf(isLinux && isRoot)('root runs the server as nobody if namespaces are forbidden, and later as itself again', async () => {
  await withFailing('unshare', async (path) => {
    const { owner, said } = startOwner(dataDir, { path });
    await ask(await said, `insert into kept values ('as nobody')`);
    expect((await stat(join(dataDir, 'database'))).uid).toBe(65534);
    owner.stdin.end();
    await ended(owner);
    const { url } = await start();
    expect((await stat(join(dataDir, 'database'))).uid).toBe(0);
    expect(await ask(url, `select word from kept where word = 'as nobody'`)).toHaveLength(1);
  });
});

test.runIf(isLinux && isRoot)('an ordinary user can run the server', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'aapurti-ordinary-'));
  try {
    await chown(directory, 65534, 65534);
    const prefix = ['setpriv', '--reuid', '65534', '--regid', '65534', '--clear-groups'];
    const { owner, said } = startOwner(directory, { prefix });
    expect(await ask(await said, 'select 1 as alive')).toEqual([{ alive: 1 }]);
    expect((await stat(join(directory, 'database'))).uid).toBe(65534);
    owner.stdin.end();
    await ended(owner);
  } finally {
    await rm(directory, { recursive: true, maxRetries: 20 });
  }
});
