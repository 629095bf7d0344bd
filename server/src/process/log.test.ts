import { rm } from 'node:fs/promises';
import pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest';
import { type TestDatabase, createTestDatabase } from '../../test/database.ts';
import { openPortals, type Portals } from '../../test/portals.ts';
import { makeFolder } from '../../test/folder.ts';

// Each test starts a whole process, which takes time on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

const PATIENT = { timeout: 60_000 };
let given: TestDatabase;
let dataDir: string;
let portals: Portals;

beforeAll(async () => {
  given = await createTestDatabase();
  dataDir = await makeFolder('aapurti-log-');
  portals = openPortals({ DATABASE_URL: given.url, DATA_DIR: dataDir });
});
afterEach(() => portals.kill());
afterAll(async () => {
  await given.drop();
  await rm(dataDir, { recursive: true });
});

test('an uncaught error is logged and does not end other requests', async () => {
  const planted = `process.on('SIGUSR2', () => {
    setImmediate(() => { throw new Error('thrown from nowhere'); });
    void Promise.reject(new Error('nobody looked'));
  })`;
  const { child, address, output, ended } = portals.start([], {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(planted)}`,
  });
  const url = await address();
  child.kill('SIGUSR2');
  await expect.poll(output, PATIENT).toContain('An error was not caught: Error: thrown from nowhere');
  await expect.poll(output, PATIENT).toContain('A promise was rejected without a handler: Error: nobody looked');
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

test('the process reports that it is not ready while its database is away, and ready afterwards', async () => {
  const url = await portals.start([]).address();
  const ready = async () => (await fetch(`${url}/readyz`)).status;
  expect(await ready()).toBe(200);
  const database = new URL(given.url).pathname.slice(1);
  const server = new pg.Client({ connectionString: inject('databaseServer') });
  await server.connect();
  await server.query(`alter database ${database} allow_connections false`);
  await server.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`);
  await expect.poll(ready, PATIENT).toBe(503);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  await server.query(`alter database ${database} allow_connections true`);
  await expect.poll(ready, PATIENT).toBe(200);
  await server.end();
});

test('the production log has JSON lines, identifies each request and reveals no secret', async () => {
  const password = 'quite-a-secret-word';
  const { child, output, ended } = portals.start(['--production'], {
    PUBLIC_URL: 'http://127.0.0.1:1',
    SMTP_URL: 'smtp://mailer:hush-of-the-mailer@127.0.0.1:1',
    METRICS_TOKEN: 'hush-of-the-metrics',
    LOG_REQUESTS: 'on',
    ADMIN_EMAIL: 'secrets@example.in',
    ADMIN_PASSWORD: password,
  });
  await expect.poll(output, PATIENT).toContain(' s after the start');
  const url = /listening at (http:[^"\s]+)/.exec(output())?.[1] ?? '';
  const send = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const email = 'secrets@example.in';
  const { token } = (await (await send('/api/auth/login', { email, passWord: password })).json()) as { token: string };
  await send('/api/auth/login', { email, passWord: `${password}-wrong` });
  await send('/api/auth/login', `{"passWord":"${password}"`);
  await send('/api/auth/forgetPassword', { email });
  await fetch(`${url}/api/files/x?expires=1&signature=hush-of-the-link`);
  // A row violates this constraint, and PostgreSQL quotes the whole row.
  await given.db.execute(sql`alter table dispatch_notes add constraint planted check (number <> 'broken')`);
  const vendor = await given.db.first<{ id: string }>(sql`select id::text from users`);
  const form = { DCNumber: 'broken', DriverName: 'hush-of-the-driver', userID: vendor?.id };
  const broken = await send('/api/desPatchNote/create', form, { authorization: token });
  const { requestId } = (await broken.json()) as { requestId: string };
  expect(broken.status).toBe(500);
  const last = '"route":"/api/desPatchNote/create","status":500';
  await expect.poll(output, PATIENT).toContain(last);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);

  const lines = output().trim().split('\n');
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number), time: expect.any(Number) });
  // The log contains the error and the response to the call, both with the request number that the caller received.
  expect(lines.filter((line) => line.includes(requestId))).toHaveLength(2);
  expect(output()).toContain('planted');
  const mails = JSON.stringify(await given.db.rows(sql`select content from mails`));
  const links = [...mails.matchAll(/[\w-]{30,}/g)].map(([secret]) => secret);
  for (const secret of [password, token, 'hush-of', ...links]) expect(output()).not.toContain(secret);
});
