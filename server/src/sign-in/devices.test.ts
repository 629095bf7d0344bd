import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Api, Caller, startApi } from '../../test/api.ts';
import { codeAt, setUp, STEP } from '../../test/secondFactor.ts';
import { openSessions } from './sessions.ts';

const HOUR = 3_600_000;
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1';

let now = Date.now();
let api: Api;
beforeAll(async () => {
  api = await startApi({}, () => new Date(now));
});
afterAll(() => api.close());

async function signInFrom({ user }: Caller, remoteAddress: string, passWord = user.password) {
  const { status, body } = await api.visitor.ask('POST', '/api/auth/login', {
    payload: { email: user.email, passWord },
    remoteAddress,
    headers: { 'user-agent': PHONE },
  });
  return { status, body, caller: new Caller(api.app, body.token ?? null, user) };
}
const sessionsOf = async (caller: Caller) => (await caller.get('/api/auth/sessions')).body as Record<string, unknown>[];
const signInsOf = async (caller: Caller) => (await caller.get('/api/auth/signIns')).body as Record<string, unknown>[];
const isLive = async (caller: Caller) => (await caller.get('/api/auth/getAllUser')).status === 200;

describe('sessions', () => {
  test('are listed with their origin, this one first, without expired ones', async () => {
    const laptop = await api.newVendor();
    now += 12 * HOUR;
    const { caller: tablet } = await signInFrom(laptop, '10.1.0.2');
    const { caller: phone } = await signInFrom(laptop, '10.1.0.1');
    const listed = await sessionsOf(tablet);
    expect(listed).toEqual([
      {
        _id: expect.any(String),
        createdAt: expect.any(String),
        lastSeenAt: expect.any(String),
        address: '10.1.0.2',
        userAgent: PHONE,
        current: true,
      },
      expect.objectContaining({ address: '10.1.0.1', current: false }),
    ]);
    expect((await sessionsOf(phone)).map(({ address }) => address)).toEqual(['10.1.0.1', '10.1.0.2']);
    expect(JSON.stringify(listed)).not.toContain(phone.token);
  });

  test('can be ended only by their user', async () => {
    const laptop = await api.newVendor();
    const { caller: phone } = await signInFrom(laptop, '10.1.0.3');
    const [, other] = await sessionsOf(laptop);
    const stranger = await api.newVendor();
    for (const [who, id] of [
      [stranger, other?.['_id']],
      [laptop, '999999999'],
      [laptop, 'x'],
    ] as const)
      expect((await who.delete(`/api/auth/sessions/${String(id)}`)).status).toBe(404);
    expect(await isLive(phone)).toBe(true);
    expect((await laptop.delete(`/api/auth/sessions/${String(other?.['_id'])}`)).status).toBe(200);
    expect([await isLive(phone), await isLive(laptop)]).toEqual([false, true]);
  });

  test('can be ended at once, with or without this one', async () => {
    const laptop = await api.newVendor();
    const { caller: phone } = await signInFrom(laptop, '10.1.0.4');
    expect(await isLive(phone)).toBe(true);
    expect((await laptop.post('/api/auth/sessions/end')).body).toEqual({ message: 'One device is signed out.' });
    expect([await isLive(phone), await isLive(laptop)]).toEqual([false, true]);
    expect((await laptop.post('/api/auth/sessions/end')).body).toEqual({ message: 'No other device was signed in.' });
    expect((await laptop.post('/api/auth/sessions/end', { all: 'yes' })).status).toBe(422);
    const { caller: again } = await signInFrom(laptop, '10.1.0.4');
    expect((await laptop.post('/api/auth/sessions/end', { all: true })).body).toEqual({ message: '2 devices are signed out.' });
    expect([await isLive(again), await isLive(laptop)]).toEqual([false, false]);
  });

  test('of a user can be ended by an administrator, which is logged', async () => {
    const [vendor, admin] = [await api.newVendor(), await api.newAdmin()];
    expect(await isLive(vendor)).toBe(true);
    expect((await admin.post(`/api/auth/sessions/end/${vendor.user.id}`)).status).toBe(200);
    expect([await isLive(vendor), await isLive(admin)]).toEqual([false, true]);
    const { body } = await admin.get('/api/audit/get', { entity: 'user', entityId: vendor.user.id });
    expect(body[0]).toMatchObject({ action: 'session.endAll', after: { sessions: 1 } });
    expect((await admin.post('/api/auth/sessions/end/999999999')).status).toBe(404);
  });

  test('that another server process remembers end there too', async () => {
    const vendor = await api.newVendor();
    const elsewhere = await openSessions(api.ctx.db, api.url, () => new Date(now), api.ctx.settings);
    try {
      let token = '';
      // A remembered session no longer follows the table, which is the case once the process listens for announcements.
      const setRights = (isAdmin: boolean) => api.ctx.db.execute(sql`update users set is_admin = ${isAdmin} where id = ${vendor.user.id}`);
      await expect
        .poll(async () => {
          token = (await api.signIn(vendor.user)).token ?? '';
          await setRights(false);
          await elsewhere.find(token);
          await setRights(true);
          return (await elsewhere.find(token))?.isAdmin;
        })
        .toBe(false);
      expect((await vendor.post('/api/auth/sessions/end', { all: true })).status).toBe(200);
      await expect.poll(() => elsewhere.find(token)).toBeNull();
    } finally {
      await elsewhere.close();
    }
  });
});

describe('sign-ins', () => {
  test('are shown to their user, including failed ones, newest first', async () => {
    const vendor = await api.signIn((await api.newVendor()).user);
    await signInFrom(vendor, '203.0.113.7', 'wrong wrong');
    const { secret, codes } = await setUp(vendor, now);
    now += STEP;
    const { body: asked } = await signInFrom(vendor, '10.2.0.1');
    await signInFrom(vendor, '10.2.0.2');
    const give = (code: string, challenge = asked.challenge) => api.visitor.post('/api/auth/login/code', { challenge, code });
    await give('000000');
    expect((await signInsOf(vendor))[1]).toMatchObject({ address: '10.2.0.1', result: 'wrong-code' });
    await give(codeAt(secret, now));
    const { body: last } = await signInFrom(vendor, '10.2.0.3');
    await give(codes[0] ?? '', last.challenge);
    const shown = await signInsOf(vendor);
    expect(shown.map(({ result, secondFactor }) => [result, secondFactor])).toEqual([
      ['signed-in', 'recovery code'],
      ['code-asked', null],
      ['signed-in', 'code'],
      ['wrong-password', null],
      ['signed-in', null],
    ]);
    expect(shown[3]).toEqual({
      _id: expect.any(String),
      at: expect.any(String),
      address: '203.0.113.7',
      userAgent: PHONE,
      result: 'wrong-password',
      secondFactor: null,
    });
  });

  test('are limited to the last fifty, and no user sees those of others or of unknown e-mails', async () => {
    const [vendor, admin] = [await api.signIn((await api.newVendor()).user), await api.signIn((await api.newAdmin()).user)];
    await api.visitor.post('/api/auth/login', { email: 'nobody@example.com', passWord: 'wrong wrong' });
    for (let tries = 0; tries < 50; tries += 1) await signInFrom(vendor, '10.3.0.1', `wrong ${tries}`);
    const shown = await signInsOf(vendor);
    expect([shown.length, new Set(shown.map(({ result }) => result))]).toEqual([50, new Set(['wrong-password'])]);
    expect(await signInsOf(admin)).toHaveLength(1);
  });
});
