import {
  AREAS,
  CALLS_A_MINUTE,
  COMPANY_CALLS_A_MINUTE,
  hasScope,
  KEY_PATTERN,
  KEYS_MAX,
  messages,
  type Scope,
  scopeOf,
  SCOPES,
} from '@aapurti/contract/integration/keys';
import { operations } from '@aapurti/contract/operations';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Api, Caller, startApi } from '../../test/api.ts';
import { newMember } from '../../test/members.ts';
import { KeyCalls, isWholeKey, newKey } from '../http/apiKeys.ts';

let api: Api;
let now = Date.now();
const password = 'for the keys of a mill';
const DAY_MS = 24 * 3_600_000;

beforeAll(async () => {
  api = await startApi({ captcha: false }, () => new Date(now));
});
afterAll(() => api.close());

interface Made {
  caller: Caller;
  key: string;
  id: string;
}

/** A key of this user, and a machine that calls with it. */
async function keyOf(owner: Caller, given: Record<string, unknown> = {}): Promise<Made> {
  const made = await owner.post('/api/keys', {
    name: 'ERP',
    scopes: ['orders:read', 'invoices:write'],
    days: 30,
    passWord: password,
    ...given,
  });
  expect([made.status, made.body.message]).toEqual([200, messages.created]);
  const [row] = (await owner.get('/api/keys')).body;
  return { caller: new Caller(api.app, `Bearer ${made.body.key}`, owner.user), key: made.body.key, id: row._id };
}

const entriesOf = (id: string) =>
  api.ctx.db.rows<{ action: string; after: Record<string, unknown> | null }>(sql`
    select action, after from audit_log where entity = 'key' and entity_id = ${id} order by id`);

test('a key has a checksum and a form that scanners recognise', () => {
  const key = newKey();
  expect(key).toMatch(new RegExp(`^${KEY_PATTERN.source}$`));
  expect(isWholeKey(key)).toBe(true);
  expect(isWholeKey(key.slice(0, -1) + (key.endsWith('0') ? '1' : '0'))).toBe(false);
});

describe('scopes', () => {
  test('each name an area, and write includes read', () => {
    expect(SCOPES).toHaveLength(Object.keys(AREAS).length * 2);
    expect(hasScope(['orders:write'], 'orders:read')).toBe(true);
    expect(hasScope(['orders:read'], 'orders:write')).toBe(false);
    expect(hasScope(['invoices:write'], 'orders:read')).toBe(false);
  });

  test.each([
    ['order.list', 'orders:read'],
    ['order.search', 'orders:read'],
    ['order.acknowledge', 'orders:write'],
    ['product.save', 'products:write'],
    ['payment.report', 'payments:read'],
    ['invoice.upload', 'invoices:write'],
    ['audit.export', 'log:read'],
    ['buyerReceipt.upload', 'erp:write'],
    ['member.list', null],
    ['auth.edit', null],
    ['key.create', null],
    ['secondFactor.off', null],
    ['paper.get', null],
  ])('of %s include %s', (id, scope) => {
    const operation = operations.find((each) => each.id === id);
    expect(operation === undefined ? id : scopeOf(operation)).toBe(scope);
  });

  test('have areas of operations that exist', () => {
    const first = new Set(operations.map(({ id }) => id.split('.')[0]));
    for (const { calls } of Object.values(AREAS)) for (const each of calls) expect([each, first.has(each)]).toEqual([each, true]);
  });

  test('are required for every operation, and an operation without one rejects keys', async () => {
    const vendor = await api.newVendor({ password });
    const holders = new Map<Scope, Caller>();
    for (const scope of SCOPES) holders.set(scope, (await keyOf(vendor, { scopes: [scope] })).caller);
    const calls = operations.filter(({ access }) => access !== 'anyone');
    for (const { id, method, path, access } of calls) {
      const needed = scopeOf({ id, method, access });
      const refused = [...holders].filter(([scope]) => needed === null || !hasScope([scope], needed));
      for (const [scope, caller] of refused.slice(0, 3).concat(refused.slice(-1))) {
        const { status, body } = await caller.ask(method, path.replace(/\{\w+\}/, '1'));
        expect([id, scope, status, body.message]).toEqual([id, scope, 403, needed === null ? messages.forPeople : messages.scope(needed)]);
      }
    }
  });
});

test('a key calls in the role of its creator, and the log names the key', async () => {
  const vendor = await api.newVendor({ password });
  const { caller, id, key } = await keyOf(vendor);
  expect((await caller.get('/api/invoice/get')).status).toBe(201);
  const form = { PONumber: '1', PODate: '2026-04-01', invoiceNumber: '501', invoiceDate: '2026-04-02', invoiceValue: '118' };
  const made = await caller.post('/api/invoice/create', form);
  expect([made.status, made.body.errors]).toEqual([200, undefined]);
  const admin = await api.newAdmin({ password });
  const [entry] = (await admin.get('/api/audit/get', { entity: 'invoice', entityId: made.body.data._id })).body;
  expect(entry.actor).toMatch(/ \(API key “ERP”\)$/);
  const own = (await vendor.get(`/api/audit/history/${made.body.data._id}`, { entity: 'invoice' })).body;
  expect(own[0].actor).toMatch(/ \(API key “ERP”\)$/);
  const [row] = (await vendor.get('/api/keys')).body;
  expect(row).toMatchObject({ _id: id, name: 'ERP', prefix: key.slice(0, 13), state: 'active', own: true, addresses: [] });
  expect(row.lastUsedAt).not.toBeNull();
  expect(JSON.stringify(row)).not.toContain(key);
  const stored = await api.ctx.db.first<{ text: string }>(sql`select to_jsonb(api_keys)::text as text from api_keys where id = ${id}`);
  expect(stored?.text).not.toContain(key.slice(20));
});

test('a key can never do more than its creator can do now', async () => {
  const owner = await api.newVendor({ password });
  const second = await newMember(api, owner, 'owner');
  await api.ctx.db.execute(
    sql`update users set password_hash = (select password_hash from users where id = ${owner.user.id}) where id = ${second.user.id}`,
  );
  const { caller } = await keyOf(second);
  expect((await caller.post('/api/invoice/create', {})).status).toBe(422);
  const membership = (await owner.get('/api/members')).body.members.find(({ userId }: { userId: string }) => userId === second.user.id);
  await owner.put(`/api/members/${membership._id}`, { role: 'reader' });
  expect((await caller.post('/api/invoice/create', {})).status).toBe(403);
  expect((await caller.get('/api/invoice/get')).status).toBe(201);
  await owner.delete(`/api/members/${membership._id}`);
  expect((await caller.get('/api/invoice/get')).body.message).toBe(messages.invalid);
});

test('a revoked key, an expired one, and one of an inactive user no longer work', async () => {
  const vendor = await api.newVendor({ password });
  const revoked = await keyOf(vendor);
  const expired = await keyOf(vendor, { days: 1 });
  expect((await revoked.caller.get('/api/invoice/get')).status).toBe(201);
  expect((await vendor.delete(`/api/keys/${revoked.id}`)).body.message).toBe(messages.revoked);
  expect(await revoked.caller.get('/api/invoice/get')).toMatchObject({ status: 401, body: { message: messages.invalid } });
  expect((await vendor.delete(`/api/keys/${revoked.id}`)).status).toBe(404);
  await revoked.caller.get('/api/invoice/get');
  const entries = await entriesOf(revoked.id);
  expect(entries.map(({ action }) => action)).toEqual(['key.create', 'key.revoke', 'key.refuse']);
  expect(entries[2]?.after).toEqual({ reason: 'not valid any more', address: '127.0.0.1' });

  const before = now;
  now += DAY_MS + 1000;
  expect((await expired.caller.get('/api/invoice/get')).status).toBe(401);
  now = before;
  const states = (await (await api.signIn(vendor.user)).get('/api/keys')).body.map(({ state }: { state: string }) => state);
  expect(states).toEqual(['active', 'revoked']);
  const garbage = new Caller(api.app, newKey());
  expect(await garbage.get('/api/invoice/get')).toMatchObject({ status: 401, body: { message: messages.invalid } });
  await api.ctx.db.execute(sql`update users set is_active = false where id = ${vendor.user.id}`);
  api.ctx.sessions.forget(vendor.user.id);
  expect((await expired.caller.get('/api/invoice/get')).status).toBe(403);
});

test('calls under way end when a key is revoked, later ones are rejected, and the log says so once', async () => {
  const { caller, id } = await keyOf(await api.newVendor({ password }));
  const vendor = await api.signIn(caller.user);
  let isRevoked = false;
  const machines = Array.from({ length: 8 }, async () => {
    for (;;) {
      const isLate = isRevoked;
      const { status, body } = await caller.get('/api/invoice/get', { page: 1 });
      expect([201, 401]).toContain(status);
      if (isLate) return { status, body: body as { message: string } };
    }
  });
  expect((await vendor.delete(`/api/keys/${id}`)).status).toBe(200);
  isRevoked = true;
  for (const late of await Promise.all(machines))
    expect(late).toEqual({ status: 401, body: { message: messages.invalid, code: 'not_signed_in' } });
  expect((await entriesOf(id)).map(({ action }) => action).toSorted()).toEqual(['key.create', 'key.refuse', 'key.revoke']);
});

test.each([
  [{ scopes: ['orders:read'] }, messages.scope('invoices:write'), 'scope invoices:write'],
  [{ addresses: ['203.0.113.7'] }, messages.wrongAddress, 'address'],
])('a key with %j cannot write an invoice, and the log says why', async (given, message, reason) => {
  const { caller, id, key } = await keyOf(await api.newVendor({ password }), given);
  const refused = await caller.post('/api/invoice/create', {});
  expect([refused.status, refused.body]).toEqual([403, { message, code: 'not_allowed' }]);
  const entry = (await entriesOf(id)).at(-1);
  expect(entry).toEqual({ action: 'key.refuse', after: { reason, address: '127.0.0.1' } });
  expect(JSON.stringify(entry)).not.toContain(key);
});

test('a key in an address is rejected, whatever else is right, and the log says so', async () => {
  const vendor = await api.newVendor({ password });
  const { caller, key, id } = await keyOf(vendor);
  const answer = await caller.get('/api/invoice/get', { invoiceNumber: key });
  expect([answer.status, answer.body.message]).toEqual([400, messages.inAddress]);
  expect(JSON.stringify(answer)).not.toContain(key);
  expect((await api.visitor.get(`/api/invoice/get?key=${key}`)).status).toBe(400);
  expect((await entriesOf(id)).at(-1)?.after).toMatchObject({ reason: 'in the address of a call' });
});

test.each([
  [['127.0.0.1'], 201],
  [['127.0.0.0/8'], 201],
  [['2001:db8::/32', '127.0.0.1'], 201],
  [['203.0.113.7'], 403],
  [['2001:db8::/32'], 403],
])('a call to a key with the addresses %j gets the status %i', async (addresses, status) => {
  const { caller } = await keyOf(await api.newVendor({ password }), { addresses });
  const answer = await caller.get('/api/invoice/get');
  expect([answer.status, answer.body.message]).toEqual([status, status === 403 ? messages.wrongAddress : undefined]);
});

test('replacing a key creates a new one, and the old one works for seven more days', async () => {
  const vendor = await api.newVendor({ password });
  const old = await keyOf(vendor);
  expect((await old.caller.get('/api/invoice/get')).status).toBe(201);
  const replaced = await vendor.post(`/api/keys/${old.id}/replace`, { passWord: password });
  expect([replaced.status, replaced.body.message]).toEqual([200, messages.replaced]);
  const fresh = new Caller(api.app, replaced.body.key);
  expect([(await old.caller.get('/api/invoice/get')).status, (await fresh.get('/api/invoice/get')).status]).toEqual([201, 201]);
  const before = now;
  now += 7 * DAY_MS + 1000;
  expect([(await old.caller.get('/api/invoice/get')).status, (await fresh.get('/api/invoice/get')).status]).toEqual([401, 201]);
  expect(await (await api.signIn(vendor.user)).post(`/api/keys/${old.id}/replace`, { passWord: password })).toMatchObject({
    status: 409,
    body: { message: messages.over },
  });
  now = before;
});

test.each([
  [{ name: ' ' }, 'name', messages.name],
  [{ name: 'x'.repeat(61) }, 'name', messages.nameLong],
  [{ scopes: [] }, 'scopes', messages.scopes],
  [{ scopes: ['all'] }, 'scopes', messages.scopes],
  [{ days: 366 }, 'days', messages.days],
  [{ days: 0 }, 'days', messages.days],
  [{ addresses: ['office'] }, 'addresses', messages.addresses],
  [{ addresses: ['10.0.0.0/33'] }, 'addresses', messages.addresses],
  [{ passWord: 'wrong' }, 'passWord', 'Wrong password.'],
  [{ passWord: '' }, 'passWord', 'Enter your password.'],
])('a key with %j cannot be created', async (wrong, field, message) => {
  const vendor = await api.newVendor({ password });
  const body = { name: 'ERP', scopes: ['orders:read'], days: 30, passWord: password, ...wrong };
  expect(await vendor.post('/api/keys', body)).toMatchObject({ status: 422, body: { errors: { [field]: message } } });
  expect((await vendor.get('/api/keys')).body).toEqual([]);
});

test('a company has a limited number of keys', async () => {
  const vendor = await api.newVendor({ password });
  await keyOf(vendor);
  await api.ctx.db.execute(sql`
    insert into api_keys (vendor_id, user_id, membership_id, name, prefix, key_hash, scopes, created_at, expires_at)
    select vendor_id, user_id, membership_id, name, prefix, sha256(('spare ' || n)::bytea), scopes, created_at, expires_at
    from api_keys, generate_series(2, ${KEYS_MAX}) n where vendor_id = ${vendor.user.id}`);
  const body = { name: 'ERP', scopes: ['orders:read'], days: 30, passWord: password };
  expect(await vendor.post('/api/keys', body)).toMatchObject({ status: 409, body: { message: messages.many } });
});

const counted = (at: number, weight = 1, company = 'vendor 1') => ({ company, weight, now: at });

test('calls of a key are limited per minute', () => {
  const calls = new KeyCalls();
  for (let count = 0; count < CALLS_A_MINUTE; count += 1) calls.count('1', counted(1000));
  expect(() => calls.count('1', counted(2000))).toThrow('Too many calls with this API key. Please try again in a moment.');
  calls.count('2', counted(2000));
  calls.count('1', counted(61_000));
});

test('the calls of all keys of a company are limited together, some calls count more, and other companies keep their limit', () => {
  const calls = new KeyCalls();
  const keys = Array.from({ length: KEYS_MAX }, (_, key) => String(key));
  // Half of the calls are ordinary and half are heavy.
  const each = COMPANY_CALLS_A_MINUTE / KEYS_MAX / 5;
  for (const key of keys)
    for (let count = 0; count < each; count += 1) {
      calls.count(key, counted(1000));
      calls.count(key, counted(1000, 4));
    }
  for (const key of keys)
    expect(() => calls.count(key, counted(2000))).toThrow(
      'Too many calls with the API keys of this company. Please try again in a moment.',
    );
  calls.count('of another', counted(2000, 4, 'vendor 2'));
  calls.count('of the buyer', counted(2000, 4, 'buyer'));
  calls.count('1', counted(61_000));
});

test('a key past its own limit uses nothing of its company’s limit', () => {
  const calls = new KeyCalls();
  for (let count = 0; count < 10 * COMPANY_CALLS_A_MINUTE; count += 1)
    try {
      calls.count('1', counted(1000));
    } catch {
      // The key continues despite the refusal.
    }
  for (let count = 0; count < CALLS_A_MINUTE; count += 1) calls.count('2', counted(2000));
});
