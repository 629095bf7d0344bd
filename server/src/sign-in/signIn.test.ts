import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { addItem } from '../../test/items.ts';

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
const FAILED = { message: 'These credentials do not match our records.' };

let now = Date.now();
let api: Api;
let limited: Api;
beforeAll(async () => {
  [api, limited] = await Promise.all([startApi({}, () => new Date(now)), startApi({ rateLimits: true })]);
});
afterAll(() => Promise.all([api.close(), limited.close()]));

const login = (email: unknown, passWord: unknown) => api.visitor.post('/api/auth/login', { email, passWord });
const own = (caller: Caller) => caller.get(`/api/auth/user/${caller.user.id}`);

describe('signing in', () => {
  test('returns a token and the user, for the e-mail in upper and lower case', async () => {
    const { user } = await api.newVendor();
    const { status, body } = await login(` ${user.email.toUpperCase()} `, user.password);
    expect(status).toBe(200);
    expect(body).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      detail: expect.objectContaining({ _id: user.id, isAdmin: false, isActive: true }),
    });
    expect(Object.keys(body.detail)).not.toContain('accessToken');
  });

  test('never uses a session that someone else has prepared', async () => {
    const [{ user }, other] = [await api.newVendor(), await api.newVendor()];
    const prepared = 'p'.repeat(43);
    const body = { email: user.email, passWord: user.password };
    for (const given of [prepared, other.token ?? '']) {
      const headers = { authorization: given, cookie: `token=${given}; session=${given}` };
      const signedIn = await api.visitor.ask('POST', `/api/auth/login?token=${given}`, { body: { ...body, token: given }, headers });
      expect([signedIn.status, signedIn.body.detail._id]).toEqual([200, user.id]);
      expect([given, prepared, other.token]).not.toContain(signedIn.body.token);
    }
    expect((await api.visitor.ask('GET', '/api/auth/user', { headers: { authorization: prepared } })).status).toBe(401);
    expect((await own(other)).body[0]._id).toBe(other.user.id);
  });

  test('a wrong password and an unknown e-mail get the same answer', async () => {
    const { user } = await api.newVendor();
    for (const [email, password] of [
      [user.email, `${user.password} `],
      [user.email, user.password.toUpperCase()],
      [user.email, ''],
      ['nobody@example.com', user.password],
      ['', ''],
      [`${user.email}' or true --`, 'x'],
    ]) {
      const { status, body } = await login(email, password);
      expect([status, body]).toEqual([401, FAILED]);
    }
  });

  test('is impossible for an account whose password was never set', async () => {
    const serial = api.serial();
    const { user } = await api.newVendor();
    await api.ctx.db.execute(sql`update users set password_hash = null, email = ${`unset${serial}@example.com`} where id = ${user.id}`);
    for (const password of ['', user.password, 'null']) expect((await login(`unset${serial}@example.com`, password)).body).toEqual(FAILED);
  });

  test.each([{}, { email: 'a@b.de' }, { passWord: 'x' }, { email: 1, passWord: 2 }, { email: ['a@b.de'], passWord: {} }])(
    '%j is a field error',
    async (body) => {
      const { status, body: answer } = await api.visitor.post('/api/auth/login', body);
      expect(status).toBe(422);
      expect(Object.keys(answer.errors).every((field) => ['email', 'passWord'].includes(field))).toBe(true);
    },
  );

  test('lets an inactive user read only the own record', async () => {
    const { user } = await api.newVendor({ isActive: false });
    const caller = await api.signIn(user);
    expect((await own(caller)).body[0]).toMatchObject({ _id: user.id, isActive: false });
    const { status, body } = await caller.get('/api/product/get');
    expect([status, body]).toEqual([403, { message: 'Sorry! Your status is inactive' }]);
  });
});

describe('the token', () => {
  test('can be sent bare or after Bearer', async () => {
    const vendor = await api.newVendor();
    for (const authorization of [`Bearer ${vendor.token}`, `bearer ${vendor.token}`, `${vendor.token}`]) {
      const { status, body } = await api.visitor.ask('GET', `/api/auth/user/${vendor.user.id}`, { headers: { authorization } });
      expect([status, body[0]?.accessToken]).toEqual([200, vendor.token]);
    }
  });

  test.each(['', 'garbage', 'Bearer', 'Bearer null', 'null', 'undefined', 'Basic YTpi', 'x'.repeat(10_000), "' or 1=1 --", '\u00e9'])(
    '%.20j is not valid',
    async (authorization) => {
      const { status, body } = await api.visitor.ask('GET', '/api/auth/user', { headers: { authorization } });
      expect([status, body]).toEqual([401, { message: 'Please sign in.', code: 'not_signed_in' }]);
    },
  );

  test('is stored as a hash only', async () => {
    const { token } = await api.newVendor();
    const rows = await api.ctx.db.rows<{ text: string }>(sql`select sessions::text as text from sessions`);
    const hex = Buffer.from(token ?? '').toString('hex');
    expect(rows.filter(({ text }) => text.includes(token ?? '') || text.includes(hex))).toEqual([]);
  });

  test('is invalid after signing out, and other devices stay signed in', async () => {
    const phone = await api.newVendor();
    const laptop = await api.signIn(phone.user);
    expect((await own(phone)).status).toBe(200);
    const { status, body } = await phone.post('/api/auth/logout');
    expect([status, body]).toEqual([200, { message: 'You have logged out.' }]);
    expect((await own(phone)).status).toBe(401);
    expect((await phone.post('/api/auth/logout')).status).toBe(401);
    expect((await own(laptop)).status).toBe(200);
  });

  test('expires after 12 hours without use', async () => {
    const vendor = await api.newVendor();
    for (let use = 0; use < 3; use += 1) {
      now += 12 * HOUR - MINUTE;
      expect((await own(vendor)).status).toBe(200);
    }
    now += 12 * HOUR;
    expect((await own(vendor)).status).toBe(401);
  });

  test('expires after 7 days even if it is used', async () => {
    const vendor = await api.newVendor();
    const end = now + 7 * DAY;
    while (now + 10 * HOUR < end) {
      now += 10 * HOUR;
      expect((await own(vendor)).status).toBe(200);
    }
    now = end;
    expect((await own(vendor)).status).toBe(401);
  });
});

describe('signed in on another device', () => {
  const form = { schemaName: 'Diwali', EANCode: '8901030516320' };
  beforeAll(() => addItem(api.ctx, { ean: form.EANCode, name: 'Basmati Rice 1 kg' }));
  const token = async (caller: Caller) => (await own(caller)).body[0].accessToken as unknown;

  test('accessToken is the calling token in the newest session, otherwise null, and absent for other users', async () => {
    const phone = await api.newVendor();
    expect(await token(phone)).toBe(phone.token);
    const laptop = await api.signIn(phone.user);
    expect([await token(phone), await token(laptop)]).toEqual([null, laptop.token]);
    const admin = await api.newAdmin();
    expect(Object.keys((await admin.get(`/api/auth/user/${phone.user.id}`)).body[0])).not.toContain('accessToken');
    expect(Object.keys((await admin.get('/api/auth/user')).body[0])).not.toContain('accessToken');
  });

  test('the newest session is the latest one, not the one whose ID sorts last as text', async () => {
    await api.ctx.db.execute(sql`select setval(pg_get_serial_sequence('sessions', 'id'), 999998)`);
    const phone = await api.newVendor();
    const laptop = await api.signIn(phone.user);
    expect([await token(phone), await token(laptop)]).toEqual([null, laptop.token]);
  });

  test('a scheme is rejected with 412 in the older session; other calls work in both', async () => {
    const phone = await api.newVendor();
    const laptop = await api.signIn(phone.user);
    const { status, body } = await phone.post('/api/schema/create', form);
    expect([status, body]).toEqual([412, { message: 'You are logged in from another device. Please login again' }]);
    expect((await phone.get('/api/schema/get')).status).toBe(201);
    expect((await laptop.post('/api/schema/create', form)).status).toBe(200);
  });

  test('the older session is current again once the newer one has signed out', async () => {
    const phone = await api.newVendor();
    const laptop = await api.signIn(phone.user);
    await laptop.post('/api/auth/logout');
    expect(await token(phone)).toBe(phone.token);
  });

  test('the older session is current again once the newer one has expired', async () => {
    const phone = await api.newVendor();
    await api.signIn(phone.user);
    now += 7 * HOUR;
    expect(await token(phone)).toBeNull();
    now += 6 * HOUR;
    expect(await token(phone)).toBe(phone.token);
    expect((await phone.post('/api/schema/create', form)).status).toBe(200);
  });
});

describe('too many attempts', () => {
  const attempts = (email: string, times: number, remoteAddress: string) =>
    Promise.all(
      Array.from({ length: times }, () =>
        limited.visitor.ask('POST', '/api/auth/login', { payload: { email, passWord: 'wrong wrong' }, remoteAddress }),
      ),
    );

  test('a hundred attempts end in 429 or 503 with Retry-After, in any case of the e-mail; the user elsewhere gets in', async () => {
    const { user } = await limited.newVendor();
    const replies = (await Promise.all([attempts(user.email, 50, '10.0.0.1'), attempts(user.email.toUpperCase(), 50, '10.0.0.1')])).flat();
    const count = (status: number) => replies.filter((reply) => reply.status === status).length;
    expect(count(401)).toBe(20);
    expect(count(401) + count(429) + count(503)).toBe(100);
    // One address can have a limited number of running and waiting calls; all others get 503 before an attempt is counted.
    expect(count(503)).toBeLessThanOrEqual(100 - limited.app.atWork.share - 40);
    const refused = replies.filter(({ status }) => status !== 401);
    for (const { headers, body } of refused) {
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      expect(body.message).toMatch(/\S/);
    }
    // Even the right password reveals nothing from that address.
    const guessed = await limited.visitor.ask('POST', '/api/auth/login', {
      payload: { email: user.email, passWord: user.password },
      remoteAddress: '10.0.0.1',
    });
    expect(guessed.status).toBe(429);
    expect((await limited.signIn(user)).token).toBeTruthy();
  });

  test('one address is limited over all accounts', async () => {
    const replies = [];
    for (let account = 0; account < 6; account += 1) replies.push(...(await attempts(`nobody${account}@example.com`, 20, '10.0.0.2')));
    expect(replies.map(({ status }) => status).filter((status) => status === 429)).toHaveLength(20);
    expect(replies.at(-1)?.status).toBe(429);
  });

  test('registrations are limited', async () => {
    const statuses = [];
    for (let attempt = 0; attempt < 61; attempt += 1)
      statuses.push((await limited.visitor.ask('POST', '/api/auth/create', { payload: {}, remoteAddress: '10.0.0.3' })).status);
    expect([new Set(statuses.slice(0, 60)), statuses.at(-1)]).toEqual([new Set([422]), 429]);
  });

  test('registrations of one e-mail are limited over all addresses', async () => {
    const attempt = (address: number) =>
      limited.visitor.ask('POST', '/api/auth/create', { payload: { email: 'me@example.com' }, remoteAddress: `10.0.4.${address}` });
    const replies = await Promise.all(Array.from({ length: 21 }, (_, address) => attempt(address)));
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(1);
  });

  test.each(['forgetPassword', 'reset'])('%s is limited', async (what) => {
    const { user } = await limited.newVendor();
    const payload = what === 'reset' ? { passWord: 'monsoon-harvest-7' } : { email: user.email };
    const [method, url] = what === 'reset' ? (['PUT', '/api/auth/edit/guessed'] as const) : (['POST', '/api/auth/forgetPassword'] as const);
    const statuses = [];
    for (let attempt = 0; attempt < 61; attempt += 1)
      statuses.push((await limited.visitor.ask(method, url, { payload, remoteAddress: '10.0.0.5' })).status);
    expect(statuses[0]).toBe(what === 'reset' ? 401 : 200);
    expect(statuses.at(-1)).toBe(429);
  });

  test('attempts do not count if the settings turn the limits off', async () => {
    const replies = await Promise.all(Array.from({ length: 30 }, () => login('nobody@example.com', 'wrong wrong')));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([401]));
  });
});
