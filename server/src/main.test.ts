import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type TestDatabase, createTestDatabase } from '../test/database.ts';
import { refuseDemo } from './demo/mark.ts';
import { DEMO_SIGN_INS } from './demo/signIns.ts';
import { openPortals, type Portals } from '../test/portals.ts';
import { plainUser } from '../test/plainUser.ts';
import { makeFolder } from '../test/folder.ts';

// Each test starts whole processes, which takes time on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

let given: TestDatabase;
let dataDir: string;
let portal: Portals['start'];
let portals: Portals;

beforeAll(async () => {
  given = await createTestDatabase();
  dataDir = await makeFolder('aapurti-main-');
  portals = openPortals({ DATABASE_URL: given.url, DATA_DIR: dataDir });
  portal = portals.start;
});
afterEach(() => portals.kill());
afterAll(async () => {
  await given.drop();
  await rm(dataDir, { recursive: true });
});

const addressOf = (url: string) => ({ host: new URL(url).hostname, port: Number(new URL(url).port) });
const refuses = (url: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(addressOf(url), () => resolve(false)).on('error', () => resolve(true));
    socket.on('connect', () => socket.destroy());
  });

test('it finishes running calls on SIGTERM, rejects new ones and exits with 0', async () => {
  const { child, address, ended } = portal([]);
  const url = await address();
  let answer: Promise<Response> | undefined;
  await given.db.transaction(async (tx) => {
    // The request waits until this transaction ends.
    await tx.execute(sql`lock table users in access exclusive mode`);
    const body = JSON.stringify({ email: 'nobody@example.in', passWord: 'some password' });
    answer = fetch(`${url}/api/auth/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(() => given.db.first(waiting), { timeout: 30_000 }).toEqual({});
    child.kill('SIGTERM');
    await expect.poll(() => refuses(url), { timeout: 30_000 }).toBe(true);
  });
  expect((await answer)?.status).toBe(401);
  expect(await ended).toBe(0);
});

test('a request that never ends does not keep it', async () => {
  const { child, address, ended } = portal([]);
  const socket = connect(addressOf(await address()));
  socket.on('error', () => undefined);
  socket.write('POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{');
  await new Promise((resolve) => socket.once('ready', resolve));
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

test('a command without its folder, or an unknown one, lists the commands and exits with 1', async () => {
  for (const [args, named] of [
    [['--backup'], '--backup <value>'],
    [['--restore'], '--restore <value>'],
    [['--help'], '--help'],
    [['folder'], 'folder'],
  ] as const) {
    const { output, ended } = portal([...args]);
    expect(await ended).toBe(1);
    expect(output()).toContain(named);
    expect(output()).toContain('npm run backup -- <folder>');
    expect(output()).not.toMatch(/^\s+at /m);
  }
});

test('wrong settings are all named, and it exits with 1', async () => {
  const { output, ended } = portal(['--production'], { PORT: 'high', SMTP_URL: 'mail' });
  expect(await ended).toBe(1);
  expect(output()).toMatch(/^\s*These settings are wrong:\n- PORT .*\n- PUBLIC_URL .*\n- SMTP_URL .*\n$/);
});

test('errors that an operator can correct are reported without a stack', async () => {
  const { output, ended } = portal([], { DATABASE_URL: 'postgres://127.0.0.1:1/none' });
  expect(await ended).toBe(1);
  expect(output().trim()).toBe('The database does not respond. connect ECONNREFUSED 127.0.0.1:1');
});

test('--admin makes an administrator, once, from two lines or the environment', async () => {
  const typed = portal(['--admin']);
  typed.child.stdin.end('boss@example.in\nlong enough\n');
  expect(await typed.ended).toBe(0);
  expect(typed.output()).toContain('boss@example.in can now sign in as an administrator.');
  expect(typed.output()).not.toContain('long enough');

  const again = portal(['--admin'], { ADMIN_EMAIL: 'BOSS@example.in', ADMIN_PASSWORD: 'other enough' });
  expect(await again.ended).toBe(1);
  expect(again.output()).toContain('Another user already has the e-mail BOSS@example.in');

  const short = portal(['--admin']);
  short.child.stdin.end('boss2@example.in\nshort\n');
  expect(await short.ended).toBe(1);
  expect(short.output()).toContain('Password should have at least 8 characters.');

  const common = portal(['--admin']);
  common.child.stdin.end('boss2@example.in\nPassword@123\n');
  expect(await common.ended).toBe(1);
  expect(common.output()).toContain('This password is too easy to guess. Choose another.');

  const { address } = portal([], { ADMIN_EMAIL: 'second@example.in', ADMIN_PASSWORD: 'long enough' });
  const url = await address();
  for (const email of ['boss@example.in', 'second@example.in']) {
    const body = JSON.stringify({ email, passWord: 'long enough' });
    const reply = await fetch(`${url}/api/auth/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    expect(reply.status).toBe(200);
  }
});

test('--verify-books says what differs from the rows, and exits with 1 only then', async () => {
  await given.db.execute(plainUser({ email: 'mill@example.in', code: 1 }));
  await given.db.execute(sql`
    insert into invoices (vendor_id, number, invoice_date, value) select id, '7', '2026-01-01', 1180.10 from vendors where code = 1`);
  const clean = portal(['--verify-books']);
  expect(await clean.ended).toBe(0);
  expect(clean.output()).toContain('1 invoices and 0 payments recomputed: 0 differences.');

  await given.db.execute(sql`update invoices set paid = 0.01`);
  const planted = portal(['--verify-books']);
  expect(await planted.ended).toBe(1);
  expect(planted.output()).toMatch(
    /paid of an invoice, invoice \d+: kept 0.01 \/ 0.00 \/ 0.00 \/ 0, recomputed 0.00 \/ 0.00 \/ 0.00 \/ 0\n/,
  );
  expect(await given.db.first(sql`select paid from invoices`)).toEqual({ paid: '0.01' });
});

test('production refuses to start on a database that was filled with the demo', async () => {
  const demo = await createTestDatabase();
  const tried = portal([], { DATABASE_URL: demo.url, DEMO: 'true' });
  await tried.address();
  tried.child.kill('SIGTERM');
  expect(await tried.ended).toBe(0);
  const production = { DATABASE_URL: demo.url, DEMO: '', PUBLIC_URL: 'http://127.0.0.1:1', SMTP_URL: 'smtp://127.0.0.1:1' };
  const refused = portal(['--production'], { ...production, WORKERS: '2' });
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toContain('Begin clean: set DATA_DIR to a new folder, or DATABASE_URL to an empty database.');

  // Either one is enough: the mark without the accounts, or the accounts without the mark.
  await demo.db.execute(sql`update users set email = 'x' || id || '@example.in'`);
  await expect(refuseDemo(demo.db)).rejects.toThrow('filled with the demo');
  await demo.db.execute(sql`delete from settings where name = 'demo'`);
  await refuseDemo(demo.db);
  await demo.db.execute(sql`update users set email = ${DEMO_SIGN_INS[0].email} where id = (select min(id) from users where is_admin)`);
  await expect(refuseDemo(demo.db)).rejects.toThrow('filled with the demo');
  await demo.drop();
});
