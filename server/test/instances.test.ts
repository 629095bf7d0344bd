import { setTimeout as sleep } from 'node:timers/promises';

import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { onePerTurn } from '../src/erp/connect.ts';
import { embeddedBuyerSystem } from '../src/erp/embedded.ts';
import { keepHouse } from '../src/process/housekeeping.ts';
import { takeTurn } from '../src/process/lease.ts';
import { type Api, type Answer, Caller, startApi, statusesOf } from './api.ts';
import { DatabaseUnavailable } from '../src/database/open.ts';
import { solve } from './captcha.ts';
import { papers, registration } from './forms.ts';
import { addItem } from './items.ts';
import { startRoundRobin } from './roundRobin.ts';
import { setUp } from './secondFactor.ts';
import { workbookOf } from './workbook.ts';

// Two portals on one database, as behind a proxy: each must know what the other knows, and must not repeat what the other does.

const EAN = '8901030516320';
const SCHEME = { schemaName: 'Diwali', EANCode: EAN };

let one: Api;
let other: Api;
let admin: Caller;
beforeAll(async () => {
  one = await startApi({ rateLimits: true });
  other = await startApi({ rateLimits: true }, undefined, one);
  await addItem(one.ctx, { ean: EAN, name: 'Basmati Rice 1 kg' });
  admin = await one.newAdmin();
});
afterAll(async () => {
  await other.close();
  await one.close();
});

const onOther = (caller: Caller) => new Caller(other.app, caller.token, caller.user);
const alternately = <Result>(times: number, work: (api: Api, index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: times }, (_, index) => work(index % 2 === 0 ? one : other, index)));
/** A workbook of one product, as an upload requires it. */
const sheet = async () => ({
  name: 'products.xlsx',
  content: await workbookOf([
    ['EAN Code', 'Shelf Life in Days', 'Quantity', 'MRP', 'Percentage'],
    [EAN, 180, 5, 120, 22.5],
  ]),
});

test('a sign-in on one applies on the other, and a sign-out or deactivation applies there immediately', async () => {
  const [leaving, dismissed] = [await one.newVendor(), await one.newVendor()];
  for (const vendor of [leaving, dismissed])
    for (const caller of [vendor, onOther(vendor)]) expect((await caller.get('/api/product/get')).status).toBe(201);

  expect((await leaving.post('/api/auth/logout')).status).toBe(200);
  await expect.poll(async () => (await onOther(leaving).get('/api/product/get')).status).toBe(401);

  await admin.put(`/api/auth/edit/${dismissed.user.id}`, { isActive: 'false' });
  await expect
    .poll(async () => (await onOther(dismissed).get('/api/product/get')).body)
    .toEqual({ message: 'Sorry! Your status is inactive' });
  await onOther(admin).put(`/api/auth/edit/${dismissed.user.id}`, { isActive: 'true' });
  await expect.poll(async () => (await dismissed.get('/api/product/get')).status).toBe(201);
});

test('an API key revoked on one is rejected by the other immediately', async () => {
  const password = 'for two portals';
  const vendor = await one.newVendor({ password });
  const { body } = await vendor.post('/api/keys', { name: 'ERP', scopes: ['products:read'], days: 1, passWord: password });
  const [machine, onTheOther] = [new Caller(one.app, body.key), new Caller(other.app, body.key)];
  for (const caller of [machine, onTheOther]) expect((await caller.get('/api/product/get')).status).toBe(201);
  const [key] = (await vendor.get('/api/keys')).body;
  expect((await vendor.delete(`/api/keys/${key._id}`)).status).toBe(200);
  await expect.poll(async () => (await onTheOther.get('/api/product/get')).status).toBe(401);
});

describe('a session that one ends is over on the other, though nothing else of one reaches the database', () => {
  const secretFor = async (email: string) => {
    await one.visitor.post('/api/auth/forgetPassword', { email });
    const mails = (await one.visitor.get('/api/outbox')).body as { to: string; text: string }[];
    return /password-reset\/([\w-]{43})$/m.exec(mails.find(({ to }) => to === email)?.text ?? '')?.[1] ?? '';
  };
  const asAdmin = (method: 'post' | 'put', path: (id: string) => string, body = {}) => ({
    prepare: async ({ user }: Caller) => path(user.id),
    end: (_caller: Caller, prepared: string) => admin[method](prepared, body),
  });
  interface Way {
    prepare?: (caller: Caller) => Promise<string>;
    end: (caller: Caller, prepared: string) => Promise<Answer>;
    status?: number;
  }
  test.each<[string, Way]>([
    ['signing out', { end: (caller) => caller.post('/api/auth/logout') }],
    [
      'ending one device',
      {
        prepare: async (caller) => (await caller.get('/api/auth/sessions')).body[0]._id,
        end: (caller, id) => caller.delete(`/api/auth/sessions/${id}`),
      },
    ],
    ['ending all devices', { end: (caller) => caller.post('/api/auth/sessions/end', { all: true }) }],
    ['an administrator who ends them', asAdmin('post', (id) => `/api/auth/sessions/end/${id}`)],
    ['an administrator who sets a password', asAdmin('put', (id) => `/api/auth/edit/${id}`, { passWord: 'a-new-1-password' })],
    ['an administrator who deactivates', { ...asAdmin('put', (id) => `/api/auth/edit/${id}`, { isActive: 'false' }), status: 403 }],
    [
      'a password reset by mail',
      {
        prepare: ({ user }) => secretFor(user.email),
        end: (_caller, secret) => one.visitor.put(`/api/auth/edit/${secret}`, { passWord: 'a-new-1-password' }),
      },
    ],
    [
      'an administrator who takes off the second factor',
      {
        prepare: async (caller) => {
          await setUp(caller);
          return caller.user.id;
        },
        end: (_caller, id) => admin.post(`/api/auth/secondFactor/reset/${id}`),
      },
    ],
    [
      'a second factor set up from another device',
      {
        prepare: async ({ user }) => (await one.signIn(user)).token ?? '',
        end: async ({ user }, token) => {
          await setUp(new Caller(one.app, token, user));
          return one.visitor.get('/healthz');
        },
      },
    ],
  ])('%s', async (_name, { prepare, end, status = 401 }) => {
    const caller = await one.newVendor();
    const prepared = (await prepare?.(caller)) ?? '';
    const page = async () => (await onOther(caller).get('/api/product/get')).status;
    for (let call = 0; call < 2; call += 1) expect(await page()).toBe(201);
    const execute = one.ctx.db.execute.bind(one.ctx.db);
    one.ctx.db.execute = (query) => (query.text.includes('pg_notify') ? Promise.reject(new DatabaseUnavailable('gone')) : execute(query));
    try {
      expect((await end(caller, prepared)).status).toBe(200);
      await expect.poll(page).toBe(status);
    } finally {
      one.ctx.db.execute = execute;
    }
  });
});

test('one Idempotency-Key sent to both at the same time creates one record', async () => {
  const vendor = await one.newVendor();
  const answers = await alternately(10, (api) =>
    new Caller(api.app, vendor.token).post('/api/schema/create', SCHEME, { 'idempotency-key': 'same' }),
  );
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(answers[0]?.status).toBe(200);
  expect((await vendor.get('/api/schema/get', { page: 1 })).headers['x-total-count']).toBe('1');
});

test('scheme numbers are one sequence without gaps', async () => {
  const vendor = await one.newVendor();
  const answers = await alternately(20, (api) => new Caller(api.app, vendor.token).post('/api/schema/create', SCHEME));
  const numbers = answers.map(({ body }: Answer) => body.data.schemaNumber as number).sort((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => (numbers[0] ?? 0) + index));
});

test('sign-in attempts are counted together', async () => {
  const vendor = await one.newVendor();
  const answers = [];
  for (let index = 0; index < 24; index += 1) {
    const { visitor } = index % 2 === 0 ? one : other;
    answers.push(await visitor.post('/api/auth/login', { email: vendor.user.email, passWord: 'wrong password' }));
  }
  expect(statusesOf(answers)).toEqual([...Array.from({ length: 20 }, () => 401), 429, 429, 429, 429]);
});

test('a captcha issued by one is accepted by the other, once', async () => {
  const captcha = await solve((await one.visitor.get('/api/captcha')).body);
  const answers = await alternately(2, (api, index) =>
    api.visitor.send('POST', '/api/auth/create', registration(7000 + index, { captcha }), papers()),
  );
  expect(answers.filter(({ body }) => body.message === 'User created successfully')).toHaveLength(1);
});

test('two files of the same products on both at the same time create each product once', async () => {
  const vendor = await one.newVendor();
  const answers = await alternately(2, async (api) =>
    new Caller(api.app, vendor.token).send('POST', '/api/product/excelUpload', {}, { file: await sheet() }),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(new Set(answers.map(({ body }) => `${body.created} added, ${body.updated} updated`))).toEqual(
    new Set(['1 added, 0 updated', '0 added, 1 updated']),
  );
});

test('a vendor is created in the ERP once, even if both are asked at the same time', async () => {
  const made: string[] = [];
  for (const { ctx } of [one, other]) {
    const system = {
      ...embeddedBuyerSystem(ctx.db),
      // The supplier is created as in an ERP: looked up first, and created after a delay if it does not exist.
      async createSupplier({ name }: { name: string }) {
        const known = made.includes(name);
        await sleep(30);
        if (!known) made.push(name);
        return { externalId: `S ${name}` };
      },
    };
    ctx.buyerSystem = onePerTurn(system, ctx.db);
  }
  const vendor = { vendor_name: 'Shree Mills', vendor_Code: 4711 };
  const answers = await alternately(6, (api) => new Caller(api.app, admin.token).post('/api/auth/createUser', vendor));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(made).toEqual(['Shree Mills']);
  for (const { ctx } of [one, other]) ctx.buyerSystem = embeddedBuyerSystem(ctx.db);
});

test('only one syncs at a time, and if it dies the other continues when its lease has ended', async () => {
  let pages = 0;
  let goOn = () => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  async function* suppliers() {
    pages += 1;
    await held;
    yield { rows: [], faults: [], cursor: '1' };
  }
  async function* nothing() {}
  for (const { ctx } of [one, other]) {
    const pulls = { suppliers, items: nothing, orders: nothing, returns: nothing, payments: nothing };
    ctx.buyerSystem = { ...embeddedBuyerSystem(ctx.db), pulls };
  }
  const starts = await alternately(4, ({ ctx }) => ctx.pulling.startNow());
  expect(starts.sort()).toEqual(['running', 'running', 'running', 'started']);
  await expect.poll(() => pages).toBe(1);
  for (const { ctx } of [one, other]) expect(await ctx.pulling.isRunning()).toBe(true);
  goOn();
  await expect.poll(() => one.ctx.pulling.isRunning()).toBe(false);

  // The lease is in the state that a killed process leaves: nothing renews it.
  await one.ctx.db.execute(
    sql`insert into leases (name, holder, expires_at) values ('pull of embedded', 'dead', clock_timestamp() + interval '1 second')`,
  );
  expect(await other.ctx.pulling.run()).toBe('running');
  await expect.poll(() => other.ctx.pulling.run(), { timeout: 20_000 }).toBe('started');
  expect(pages).toBe(2);
  for (const { ctx } of [one, other]) ctx.buyerSystem = embeddedBuyerSystem(ctx.db);
});

test('only one of the two runs the cleanup in an hour', async () => {
  await one.ctx.db.execute(sql`insert into idempotency_keys (caller_id, key, operation, body_digest, status, reply, created_at)
    values (0, 'old', 'x', '', 200, '', now() - interval '30 days')`);
  expect((await alternately(6, ({ ctx }) => keepHouse(ctx))).filter(Boolean)).toHaveLength(1);
  expect(await one.ctx.db.first(sql`select from idempotency_keys where key = 'old'`)).toBeUndefined();
  await one.ctx.db.execute(sql`update leases set expires_at = now() - interval '1 second' where name = 'housekeeping'`);
  expect(await keepHouse(other.ctx)).toBe(true);
});

test('a process that waited for the first one does not take the same turn', async () => {
  const turn = await one.ctx.db.transaction(async (tx) => {
    await tx.execute(sql`insert into leases (name, holder, expires_at) values ('turn', 'one', now() + interval '900 seconds')`);
    const waiting = takeTurn(other.ctx.db, 'turn', 900);
    const blocked = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(() => one.ctx.db.first(blocked)).toBeDefined();
    await tx.execute(sql`update leases set expires_at = clock_timestamp() + interval '900 seconds' where name = 'turn'`);
    return { waiting };
  });
  expect(await turn.waiting).toBe(false);
});

test('behind a proxy that alternates between them, a vendor signs in, uploads, edits and reads its own writes', async () => {
  const urls = await Promise.all([one, other].map(({ app }) => app.listen({ port: 0, host: '127.0.0.1' })));
  const proxy = await startRoundRobin(urls);
  const { user } = await one.newVendor();
  const ask = async (method: string, path: string, body?: object | FormData, token = '') => {
    const isForm = body instanceof FormData;
    const answer = await fetch(`${proxy.url}${path}`, {
      method,
      headers: { authorization: token, ...(isForm ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    const given: Answer['body'] = await answer.json();
    return { status: answer.status, body: given, total: answer.headers.get('x-total-count') };
  };
  const { token } = (await ask('POST', '/api/auth/login', { email: user.email, passWord: user.password })).body;
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array((await sheet()).content)]), 'products.xlsx');
  expect((await ask('POST', '/api/product/excelUpload', form, token)).body).toMatchObject({ created: 1 });
  for (let index = 1; index <= 6; index += 1) {
    const made = await ask('POST', '/api/invoice/create', { invoiceNumber: String(index), invoiceValue: '1180.00' }, token);
    expect(made.status).toBe(200);
    const read = await ask('GET', `/api/invoice/get?page=1`, undefined, token);
    expect([read.total, read.body[0].invoiceNumber]).toEqual([String(index), String(index)]);
  }
  expect((await ask('POST', '/api/auth/logout', {}, token)).status).toBe(200);
  await expect.poll(async () => (await ask('GET', '/api/product/get', undefined, token)).status).toBe(401);
  await proxy.close();
});
