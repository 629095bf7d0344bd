import { connect, type Socket } from 'node:net';

import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { AT_WORK_MAX } from '../src/http/atWork.ts';
import { GAP_MS } from '../src/http/pace.ts';
import { type Answer, type Api, type Caller, startApi, statusesOf } from './api.ts';
import { addItem } from './items.ts';
import { row, upload, withCheckDigit } from './productSheet.ts';

// Strangers and slow readers attack a portal, and no other user may notice.

let api: Api;
let vendor: Caller;
let admin: Caller;
let url: string;
const sockets = new Set<Socket>();

beforeAll(async () => {
  api = await startApi();
  vendor = await api.newVendor();
  admin = await api.newAdmin();
  // The limits are those of production, but shorter.
  api.app.server.headersTimeout = 2_000;
  url = await api.app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
});
afterAll(() => api.close());

/** Opens connections that have sent this and nothing since. */
function open(count: number, sent = ''): Promise<Socket[]> {
  return Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<Socket>((resolve, reject) => {
          const socket = connect(Number(new URL(url).port), '127.0.0.1', () => {
            if (sent !== '') socket.write(sent);
            resolve(socket);
          });
          socket.on('error', reject);
          socket.once('close', () => sockets.delete(socket));
          sockets.add(socket);
        }),
    ),
  );
}

const page = async () => (await fetch(`${url}/api/product/get`, { headers: { authorization: vendor.token ?? '' } })).status;
const head = (method: string, path: string, more: string, caller = vendor) =>
  `${method} ${path} HTTP/1.1\r\nhost: x\r\nauthorization: ${caller.token}\r\n${more}`;

test('500 connections that send nothing block no one, and are closed', async () => {
  await open(500);
  expect(await page()).toBe(201);
  for (const socket of sockets) socket.resume();
  await expect.poll(() => sockets.size, { timeout: 60_000 }).toBe(0);
  expect(await page()).toBe(201);
});

test('200 connections that send their headers letter by letter do not block others', async () => {
  await open(200, 'GET /api/product/get HTTP/1.1\r\nhost: x\r\nx-');
  const trickle = setInterval(() => {
    for (const socket of sockets) socket.write('a');
  }, 100);
  expect(await page()).toBe(201);
  for (const socket of sockets) socket.resume();
  await expect.poll(() => sockets.size, { timeout: 60_000 }).toBe(0);
  clearInterval(trickle);
});

test('300 bodies and 100 uploads that never end block nothing else and do not count as work', async () => {
  await open(300, head('POST', '/api/invoice/create', 'content-type: application/json\r\ncontent-length: 900\r\n\r\n{"invoiceNumber":'));
  const start = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\nPK';
  const type = 'content-type: multipart/form-data; boundary=b\r\ncontent-length: 9000000\r\n\r\n';
  await open(100, head('POST', '/api/product/excelUpload', `${type}${start}`));
  for (let call = 0; call < 20; call += 1) expect(await page()).toBe(201);
  const made = await vendor.post('/api/invoice/create', { invoiceNumber: '1', invoiceValue: '1180.00' });
  expect(made.status).toBe(200);
});

test('slow readers of exports hold two database connections, and release them when they disconnect', async () => {
  // Random letters compress badly, so the export exceeds what the system buffers for a reader.
  await api.ctx.db.execute(sql`
    insert into items (item_code, ean, item_name, category_name)
    select n, '8901030516320', 'Rice ' || n, (select string_agg(md5(random()::text || n || m), '') from generate_series(1, 60) m) from generate_series(1, 12000) n`);
  const exporting = async () => {
    const found = await api.ctx.db.first<{ count: number }>(sql`
      select count(*) from pg_stat_activity where datname = current_database() and query like 'fetch %' and state = 'idle in transaction'`);
    return found?.count;
  };
  const readers = await open(2, head('GET', '/api/buyerData/items/export', '\r\n', admin));
  for (const reader of readers) reader.once('data', () => reader.pause());
  await expect.poll(exporting, { timeout: 60_000 }).toBe(2);
  const third = await fetch(`${url}/api/buyerData/items/export`, { headers: { authorization: admin.token ?? '' } });
  expect([third.status, third.headers.get('retry-after')]).toEqual([503, '5']);
  for (let call = 0; call < 20; call += 1) expect(await page()).toBe(201);
  for (const reader of readers) reader.destroy();
  await expect.poll(exporting, { timeout: 50_000 }).toBe(0);
});

test('during too many calls others are rejected before their body is read, and accepted again right after', async () => {
  // The exports before it are still being logged.
  await expect.poll(() => api.app.atWork.inProgress).toBe(0);
  let leave = () => {};
  const held = new Promise<void>((resolve) => (leave = resolve));
  const others = Array.from({ length: AT_WORK_MAX - 1 }, (_, call) =>
    api.app.atWork.run({ id: `other ${call}`, company: `other ${call}` }, () => held),
  );
  expect(await page()).toBe(201);
  let answer: Promise<number> | undefined;
  await api.ctx.db.transaction(async (tx) => {
    await tx.execute(sql`lock table products in access exclusive mode`);
    // This reader takes the last free place.
    answer = page();
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(() => api.ctx.db.first(waiting), { timeout: 30_000 }).toEqual({});
    const away = await vendor.get('/api/product/get');
    expect([away.status, away.headers['retry-after'], away.body]).toMatchObject([
      503,
      '1',
      { message: 'The server is busy. Please try again.' },
    ]);
    // The server does not wait for the rest of a body of which only the start was sent.
    const [socket] = await open(1, head('POST', '/api/invoice/create', 'content-type: application/json\r\ncontent-length: 900\r\n\r\n{'));
    const said = await new Promise<string>((resolve) => socket?.once('data', (text) => resolve(text.toString())));
    expect(said).toMatch(/^HTTP\/1.1 503 /);
    for (const path of ['/healthz', '/readyz', '/metrics']) expect((await fetch(`${url}${path}`)).status).toBe(200);
    expect(await (await fetch(`${url}/metrics`)).text()).toMatch(/aapurti_http_shed_total\{pid="\d+"\} 2\n/);
  });
  expect(await answer).toBe(201);
  expect(await page()).toBe(201);
  leave();
  await Promise.all(others);
});

/** The number of statements that wait for a lock. */
const waiting = async () =>
  (
    await api.ctx.db.first<{ count: number }>(sql`
    select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
  )?.count;

test('a caller with a hundred calls at the same time gets its share of connections, and others are served', async () => {
  const other = await api.newVendor();
  const [share, atOnce] = [api.app.atWork.share, 100];
  const refusedAfter: number[] = [];
  let answers: Promise<Answer[]> | undefined;
  await api.ctx.db.transaction(async (tx) => {
    await tx.execute(sql`lock table products in access exclusive mode`);
    const started = performance.now();
    answers = Promise.all(
      Array.from({ length: atOnce }, async () => {
        const answer = await vendor.get('/api/product/get');
        if (answer.status === 503) refusedAfter.push(performance.now() - started);
        return answer;
      }),
    );
    await expect.poll(waiting).toBe(share);
    for (let call = 0; call < 20; call += 1) expect((await other.get('/api/invoice/get')).status).toBe(201);
    expect(await waiting()).toBeLessThanOrEqual(share);
  });
  const statuses = statusesOf((await answers) ?? []);
  expect(new Set(statuses)).toEqual(new Set([201, 503]));
  // The calls were rejected one after another; a timer may fire a millisecond early.
  for (const [index, after] of refusedAfter.sort((one, next) => one - next).entries())
    expect(after).toBeGreaterThanOrEqual((index + 1) * (GAP_MS - 1));
  expect((await vendor.get('/api/product/get')).status).toBe(201);
});

test('saves during the vendor’s own upload wait at most 2 s for its products and then return 503; nothing is lost', async () => {
  const [own, other] = [await api.newVendor(), await api.newVendor()];
  const eans = Array.from({ length: 8 }, (_, index) => withCheckDigit(`890778${String(index).padStart(6, '0')}`));
  for (const ean of eans) await addItem(api.ctx, { ean, name: `Item ${ean}` });
  const [added = '', ...listed] = eans;
  await upload(
    own,
    listed.map((ean) => row(ean)),
  );
  const save = (who: Caller, EANCode: string) =>
    who.post('/api/product/create', {
      EANCode,
      quantity: 7,
      shelfLifeDays: 9,
      MRP: '300',
      percentage: '10',
      margin: '30',
      sellingPrice: '270',
    });

  let uploaded: Promise<Answer> | undefined;
  await api.ctx.db.transaction(async (tx) => {
    // The upload locks its products in the order of their IDs, and waits for the last one while it has locked all others.
    await tx.execute(sql`select from products where vendor_id = ${own.user.id} order by id desc limit 1 for update`);
    uploaded = upload(
      own,
      listed.map((ean) => row(ean, { Quantity: 6 })),
    );
    const waits = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(() => api.ctx.db.first(waits), { timeout: 60_000 }).toEqual({});
    const saves = Promise.all(listed.slice(0, -1).map((ean) => save(own, ean)));
    for (const ean of listed) expect((await save(other, ean)).status).toBe(200);
    expect((await save(own, added)).status).toBe(200);
    expect(new Set(statusesOf(await saves))).toEqual(new Set([503]));
  });
  expect((await uploaded)?.body).toMatchObject({ created: 0, updated: listed.length });
  expect((await save(own, listed[0] ?? '')).status).toBe(200);
  const products = (await own.get('/api/product/get')).body as { EANCode: string; quantity: number }[];
  const saved = new Set([added, listed[0]]);
  expect(Object.fromEntries(products.map(({ EANCode, quantity }) => [EANCode, quantity]))).toEqual(
    Object.fromEntries(eans.map((ean) => [ean, saved.has(ean) ? 7 : 6])),
  );
});

test('a visitor’s address has its share of the process too', async () => {
  const { share } = api.app.atWork;
  let answers: Promise<Answer[]> | undefined;
  await api.ctx.db.transaction(async (tx) => {
    await tx.execute(sql`lock table sign_ins in access exclusive mode`);
    const wrong = { email: vendor.user.email, passWord: 'wrong password' };
    answers = Promise.all(Array.from({ length: 20 }, () => api.visitor.post('/api/auth/login', wrong)));
    await expect.poll(waiting).toBe(share);
    expect((await vendor.get('/api/product/get')).status).toBe(201);
  });
  expect(new Set(statusesOf((await answers) ?? []))).toEqual(new Set([401]));
});

test('a call that waits for a lock is rejected before the statement timeout', async () => {
  const { body } = await vendor.post('/api/invoice/create', { invoiceNumber: '77', invoiceValue: '1180.00' });
  await api.ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select from invoices where id = ${body.data._id} for update`);
    // This statement runs for 10 seconds; the waiting call must return long before.
    const sleep = api.ctx.db.execute(sql`select pg_sleep(10)`).then(
      () => 'slept',
      () => 'cancelled',
    );
    const away = vendor.put(`/api/invoice/edit/${body.data._id}`, { narration: 'new' });
    const first = await Promise.race([sleep, away]);
    expect(first).toMatchObject({
      status: 503,
      headers: { 'retry-after': '2' },
      body: { message: 'The server is busy. Please try again.' },
    });
    // The test cancels the statement instead of waiting for its end.
    await tx.execute(
      sql`select pg_cancel_backend(pid) from pg_stat_activity where datname = current_database() and query like 'select pg_sleep(10)%'`,
    );
    expect(await sleep).toBe('cancelled');
  });
});
