import { rm } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';

import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { createTestDatabase, isPrepared, type TestDatabase } from '../../test/database.ts';
import { openPortals, type Portal, type Portals } from '../../test/portals.ts';
import { makeFolder } from '../../test/folder.ts';

vi.setConfig({ testTimeout: 90_000 });

const admin = { email: 'boss@example.in', passWord: 'namaste everyone' };
let database: TestDatabase;
let dataDir: string;
let portals: Portals;
let portal: Portal;
let url: string;

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await makeFolder('aapurti-workers-');
  portals = openPortals({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    WORKERS: '2',
    DATABASE_POOL: '3',
    DATABASE_PREPARED: isPrepared() ? 'on' : 'off',
  });
  portal = portals.start([], { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.passWord });
  url = await portal.address();
});
afterAll(async () => {
  portals.kill();
  await database.drop();
  await rm(dataDir, { recursive: true });
});

/** Sends each call on a new connection, so that the workers take turns. */
function ask(method: string, path: string, { token, body }: { token?: string; body?: object } = {}) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const headers = { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: token }) };
    const sent = request(`${url}${path}`, { method, headers, agent: false }, (reply) => {
      let text = '';
      reply.on('data', (chunk: Buffer) => (text += chunk.toString()));
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, text }));
    });
    sent.once('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
  });
}
const signIn = async () => (JSON.parse((await ask('POST', '/api/auth/login', { body: admin })).text) as { token: string }).token;
const statuses = async (token: string) => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask('GET', '/api/product/get', { token })));
  return [...new Set(answers.map(({ status }) => status))];
};

/** The process IDs of the workers, from their metrics. */
async function workers(): Promise<number[]> {
  const { text } = await ask('GET', '/metrics');
  return [...text.matchAll(/uptime_seconds\{pid="(\d+)"\}/g)].map(([, pid]) => Number(pid));
}
/** The number of responses of each worker. */
async function answered(): Promise<number[]> {
  const { text } = await ask('GET', '/metrics');
  return [...text.matchAll(/http_responses_total\{status="201",pid="\d+"\} (\d+)/g)].map(([, count]) => Number(count));
}

test('both workers respond, know users who signed in on the other, and forget users who signed out there', async () => {
  expect(await workers()).toHaveLength(2);
  const token = await signIn();
  expect(await statuses(token)).toEqual([201]);
  const counts = await answered();
  expect(counts).toHaveLength(2);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(8);
  expect((await ask('POST', '/api/auth/logout', { token })).status).toBe(200);
  // PostgreSQL sends the notification with the commit, but the other worker may read it only after this one has responded.
  await expect.poll(() => statuses(token)).toEqual([401]);
});

test('a killed worker is started again, and the other responds in the meantime', async () => {
  const token = await signIn();
  const [killed = 0, other = 0] = await workers();
  process.kill(killed, 'SIGKILL');
  await expect.poll(() => portal.output(), { timeout: 30_000 }).toContain(`Worker ${killed} ended (SIGKILL) and is started again`);
  expect(await statuses(token)).toEqual([201]);
  await expect.poll(async () => (await workers()).length, { timeout: 60_000 }).toBe(2);
  const now = await workers();
  expect(now).toContain(other);
  expect(now).not.toContain(killed);
  expect(await statuses(token)).toEqual([201]);
});

test('database connections stay within the limit of the settings', async () => {
  const token = await signIn();
  // The number of calls is four times the pool size; more could wait until they are rejected on a slow machine.
  const calls = Array.from({ length: 24 }, () => ask('GET', '/api/product/get?page=1', { token }));
  expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([201]));
  const connections = await database.db.first<{ count: number }>(sql`
    select count(*) from pg_stat_activity where datname = current_database() and application_name like 'aapurti%' and pid <> pg_backend_pid()`);
  // Each worker has three connections and one that listens; their parent has the same; and the test has its own, with the same name.
  expect(connections?.count).toBeLessThanOrEqual(2 * (3 + 1) + 4 + database.db.pool.totalCount);
});

test('running calls finish on SIGTERM, new ones are rejected, and all workers end', async () => {
  const token = await signIn();
  const pids = await workers();
  let answer: ReturnType<typeof ask> | undefined;
  await database.db.transaction(async (tx) => {
    await tx.execute(sql`lock table products in access exclusive mode`);
    answer = ask('GET', '/api/product/get', { token });
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(() => database.db.first(waiting), { timeout: 30_000 }).toEqual({});
    portal.child.kill('SIGTERM');
    const refuses = () =>
      new Promise<boolean>((resolve) => {
        const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port) }, () => resolve(false)).on('error', () =>
          resolve(true),
        );
        socket.on('connect', () => socket.destroy());
      });
    await expect.poll(refuses, { timeout: 30_000 }).toBe(true);
  });
  expect((await answer)?.status).toBe(201);
  expect(await portal.ended).toBe(0);
  for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

test('a failure to start is reported once, and the process exits with 1', async () => {
  const taken = portals.start([], { PORT: '1', HOST: '192.0.2.1' });
  expect(await taken.ended).toBe(1);
  expect(taken.output()).toContain('A worker ended at its start (1).');
});
