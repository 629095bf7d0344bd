import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import type { TestProject } from 'vitest/node';

import { migrate } from '../src/database/migrate.ts';
import { openDatabase } from '../src/database/open.ts';
import { createDatabase, on } from './database.ts';

const BIN = '/usr/lib/postgresql/15/bin';
const USER = 'portal';
const password = randomBytes(18).toString('hex');
const run = promisify(execFile);

/** Neither program runs as root, so they run as the user that Debian creates for PostgreSQL. */
async function serverUser(): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {};
  const idOf = async (which: string) => Number((await run('id', [which, 'postgres'])).stdout);
  return { uid: await idOf('-u'), gid: await idOf('-g') };
}

/** A PostgreSQL 15, a streaming replica, and a PgBouncer in transaction mode in front of it; all are removed afterwards. */
export default async function setup({ provide }: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'aapurti-scaling-'));
  // The servers' user must be able to write to it.
  await chmod(folder, 0o777);
  const user = await serverUser();
  const children: ChildProcess[] = [];
  const start = (program: string, ...args: string[]) => {
    // The process starts in its own folder, because its user may have no access to the folder of the tests.
    const child = spawn(program, args, { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    children.push(child);
    return child;
  };
  const finish = (program: string, ...args: string[]) =>
    run(program, args, { ...user, cwd: folder, env: { ...process.env, PGPASSWORD: password } });
  const serve = async (data: string) => {
    const port = await freePort();
    const settings = {
      port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      max_connections: 200,
      fsync: 'off',
      timezone: 'Asia/Kolkata',
      hot_standby_feedback: 'on',
      // The tests check failed statements themselves, so the log omits them.
      log_min_messages: 'panic',
    };
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const child = start(join(BIN, 'postgres'), '-D', data, ...options);
    const url = `postgres://${USER}:${password}@127.0.0.1:${port}/postgres`;
    await ready(url, child);
    return { url, port, pid: child.pid ?? 0 };
  };

  await writeFile(join(folder, 'password'), password, { mode: 0o644 });
  const [data, copy] = [join(folder, 'data'), join(folder, 'copy')];
  const asUser = ['--username', USER, '--pwfile', join(folder, 'password'), '--auth', 'scram-sha-256'];
  await finish(join(BIN, 'initdb'), '--pgdata', data, ...asUser, '--encoding', 'UTF8', '--locale', 'C.UTF-8', '--no-sync');
  const primary = await serve(data);
  const template = await createDatabase(primary.url);
  const db = await openDatabase({ url: template });
  await migrate(db);
  await db.close();
  const from = ['--host', '127.0.0.1', '--port', String(primary.port), '--username', USER];
  await finish(join(BIN, 'pg_basebackup'), '--pgdata', copy, ...from, '--write-recovery-conf', '--checkpoint', 'fast', '--no-sync');
  const replica = await serve(copy);

  const port = await freePort();
  const config = join(folder, 'pgbouncer.ini');
  await writeFile(
    config,
    `[databases]
* = host=127.0.0.1 port=${primary.port} user=${USER} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_client_conn = 1000
default_pool_size = 10
`,
    { mode: 0o644 },
  );
  const pooler = `postgres://${USER}:${password}@127.0.0.1:${port}/postgres`;
  await ready(pooler, start('/usr/sbin/pgbouncer', '--quiet', config));

  provide('databaseServer', primary.url);
  provide('databaseTemplate', template);
  provide('databasePooler', pooler);
  provide('databaseReplica', on(replica.url, replica.url));
  provide('databaseReplicaProcess', replica.pid);
  return async () => {
    for (const child of children.reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = once(child, 'exit');
      // The signal makes PostgreSQL shut down immediately, regardless of connections.
      child.kill('SIGINT');
      await ended;
    }
    await rm(folder, { recursive: true, force: true });
  };
}

async function ready(url: string, child: ChildProcess) {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${child.spawnargs.join(' ')} ended with ${child.exitCode}`);
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('select 1');
      return;
    } catch {
      await sleep(50);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

async function freePort() {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}
