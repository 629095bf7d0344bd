import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Answer, type Api, Caller, startApi, statusesOf } from '../../test/api.ts';
import { codeAt, type Device, setUp, STEP } from '../../test/secondFactor.ts';
import { openBox } from '../database/box.ts';
import type { Database } from '../database/database.ts';
import { plainRecoveryCode } from './recoveryCodes.ts';
import { totpStep, totpUri } from './totp.ts';

const [MINUTE, DAY] = [60_000, 86_400_000];
const WRONG = 'Wrong code. Wait for the next one and try again.';
const DEAD = [401, { message: 'The sign-in took too long or failed too often. Enter your password again.' }];

let now = Date.now();
let api: Api;
let limited: Api;
beforeAll(async () => {
  const clock = () => new Date(now);
  [api, limited] = await Promise.all([startApi({}, clock), startApi({ rateLimits: true }, clock)]);
});
afterAll(() => Promise.all([api.close(), limited.close()]));

/** Enters the password, and then this code. */
async function challengeOf({ user }: Caller, at = api): Promise<string> {
  const { status, body } = await at.visitor.post('/api/auth/login', { email: user.email, passWord: user.password });
  expect([status, body]).toEqual([202, { message: 'Enter the code from your authenticator app.', challenge: expect.any(String) }]);
  return (body as { challenge: string }).challenge;
}
async function give(challenge: string, code: string) {
  const { status, body } = await api.visitor.post('/api/auth/login/code', { challenge, code });
  return [status, body];
}
async function signInWith(caller: Caller, code: string): Promise<number> {
  const [status] = await give(await challengeOf(caller), code);
  return status as number;
}
/** A vendor with two-step verification, one time step after the code of its set-up. */
async function careful(): Promise<Caller & { device: Device }> {
  const caller = await api.newVendor();
  const device = await setUp(caller, now);
  now += STEP;
  return Object.assign(caller, { device });
}
const security = async (caller: Caller) => (await caller.get(`/api/auth/security/${caller.user.id}`)).body;
const outbox = async () => (await api.visitor.get('/api/outbox')).body as { to: string; subject: string; text: string }[];
const mailsTo = async (email: string) =>
  (await outbox())
    .filter(({ to }) => to === email)
    .map(({ subject }) => subject)
    .sort();
const again = (caller: Caller, what: string, code: string) =>
  caller.post(`/api/auth/secondFactor/${what}`, { passWord: caller.user.password, code });

/** The response to a password that is right when a transaction begins, and no longer valid when it ends. */
async function whileLocked({ user }: Caller, change: (tx: Database) => Promise<unknown>): Promise<Answer> {
  const { db } = api.ctx;
  let isOver = false;
  let answer: Promise<Answer> | undefined;
  await db.transaction(async (tx) => {
    await tx.execute(sql`select from users where id = ${user.id} for no key update`);
    await change(tx);
    answer = api.visitor.post('/api/auth/login', { email: user.email, passWord: user.password }).finally(() => (isOver = true));
    const waits = () => db.first(sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
    await expect.poll(async () => isOver || (await waits()) !== undefined, { timeout: 30_000 }).toBe(true);
  });
  if (answer === undefined) throw new Error('nobody signed in');
  return answer;
}

describe('codes', () => {
  // The vectors are from appendix B of RFC 6238, for SHA-1: the last six of the eight digits.
  const seed = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  test.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [1_111_111_111, '050471', 37_037_037],
    [1_234_567_890, '005924', 41_152_263],
    [2_000_000_000, '279037', 66_666_666],
    [20_000_000_000, '353130', 666_666_666],
  ])('at %i s it is %s', (seconds, code, step) => {
    expect(totpStep(seed, code, new Date(seconds * 1000))).toBe(step);
    for (const shift of [-30, 30]) expect(totpStep(seed, code, new Date((seconds + shift) * 1000))).toBe(step);
    for (const shift of [-60, 60, -86_400, 86_400]) expect(totpStep(seed, code, new Date((seconds + shift) * 1000))).toBeNull();
  });

  test.each(['', '28708', '2870820', '28708x', '２８７０８２', '94287082'])('%j is not a code', (code) => {
    expect(totpStep(seed, code, new Date(59_000))).toBeNull();
  });

  test('the QR code identifies the portal by its host', () => {
    expect(totpUri(seed, { email: 'mill@aapurti.example', publicUrl: 'https://portal.example.in' })).toBe(
      `otpauth://totp/Aapurti%20portal.example.in:mill%40aapurti.example?issuer=Aapurti%20portal.example.in&secret=${seed}&algorithm=SHA1&digits=6&period=30`,
    );
  });

  test.each([
    ['k7x2m-9qf4w', 'k7x2m9qf4w'],
    [' K7X2M 9QF4W ', 'k7x2m9qf4w'],
    ['k7x2m–9qf4w', 'k7x2m9qf4w'],
    ['OiL2m-9qf4w', '0112m9qf4w'],
    ['k7x2m-9qf4', null],
    ['k7x2m-9qf4u', null],
    ['123456', null],
  ])('%j as a recovery code is %j', (typed, plain) => {
    expect(plainRecoveryCode(typed)).toBe(plain);
  });
});

describe('the setup of two-step verification', () => {
  test('requires the password and a first code, shows ten recovery codes once, and sends an e-mail', async () => {
    const vendor = await api.newVendor();
    expect(await security(vendor)).toEqual({
      onSince: null,
      codesLeft: 0,
      required: false,
      sessions: 1,
      linked: false,
      confirmAt: null,
      confirmedUntil: null,
    });
    const refused = await vendor.post('/api/auth/secondFactor/start', { passWord: 'not the password' });
    expect([refused.status, refused.body.errors]).toEqual([422, { passWord: 'Wrong password.' }]);
    const { body } = await vendor.post('/api/auth/secondFactor/start', { passWord: vendor.user.password });
    expect(body).toEqual({ secret: expect.stringMatching(/^[A-Z2-7]{32}$/), uri: expect.stringContaining(`secret=${body.secret}`) });
    // Starting the set-up does not turn it on.
    expect([(await api.signIn(vendor.user)).token === null, (await security(vendor)).onSince]).toEqual([false, null]);
    const wrong = await vendor.post('/api/auth/secondFactor/confirm', { code: codeAt(body.secret, now + DAY) });
    expect([wrong.status, wrong.body.errors]).toEqual([422, { code: WRONG }]);
    const code = codeAt(body.secret, now);
    const on = await vendor.post('/api/auth/secondFactor/confirm', { code: `${code.slice(0, 3)} ${code.slice(3)}` });
    expect(on.status).toBe(200);
    expect(new Set(on.body.codes).size).toBe(10);
    for (const each of on.body.codes) expect(each).toMatch(/^[0-9a-hj-km-np-tv-z]{5}-[0-9a-hj-km-np-tv-z]{5}$/);
    expect(await security(vendor)).toMatchObject({ onSince: new Date(now).toISOString(), codesLeft: 10 });
    expect(await mailsTo(vendor.user.email)).toEqual(['Two-step verification is on']);
    // The code that turned it on cannot be used to sign in.
    expect(await signInWith(vendor, code)).toBe(422);
  });

  test('ends the other sessions, and a sign-in whose password was correct before it was on', async () => {
    const vendor = await api.newVendor();
    const other = await api.signIn(vendor.user);
    await setUp(vendor, now);
    expect([(await other.get('/api/auth/sessions')).status, (await vendor.get('/api/auth/sessions')).body]).toMatchObject([
      401,
      { length: 1 },
    ]);
    const late = await api.newVendor();
    const answer = await whileLocked(late, (tx) =>
      tx.execute(sql`
      insert into second_factors (user_id, secret, on_since) values (${late.user.id}, 'x', ${new Date(now)})`),
    );
    expect([answer.status, answer.body.token]).toEqual([401, undefined]);
  });

  test('can take half an hour', async () => {
    const vendor = await api.newVendor();
    const { body } = await vendor.post('/api/auth/secondFactor/start', { passWord: vendor.user.password });
    now += 30 * MINUTE + 1000;
    const { status, body: late } = await vendor.post('/api/auth/secondFactor/confirm', { code: codeAt(body.secret, now) });
    expect([status, late.message]).toEqual([409, 'The setup took too long. Please start again.']);
  });

  test('on another device needs a code of the current one, and ends the old codes', async () => {
    const vendor = await careful();
    const start = (more: object) => vendor.post('/api/auth/secondFactor/start', { passWord: vendor.user.password, ...more });
    expect((await start({})).status).toBe(409);
    expect((await start({ code: '000000' })).status).toBe(422);
    const { body } = await start({ code: codeAt(vendor.device.secret, now) });
    now += STEP;
    // The old device is valid until the new one is confirmed.
    expect(await signInWith(vendor, codeAt(vendor.device.secret, now))).toBe(200);
    expect((await vendor.post('/api/auth/secondFactor/confirm', { code: codeAt(body.secret, now) })).status).toBe(200);
    now += STEP;
    expect(await signInWith(vendor, codeAt(vendor.device.secret, now))).toBe(422);
    expect(await signInWith(vendor, vendor.device.codes[0] ?? '')).toBe(422);
    expect(await signInWith(vendor, codeAt(body.secret, now))).toBe(200);
  });

  test('keeps secrets encrypted and codes hashed, and logs neither', async () => {
    const vendor = await careful();
    const { secret, codes } = vendor.device;
    await signInWith(vendor, codes[0] ?? '');
    const rows = await api.ctx.db.rows<{ text: string }>(sql`
      select second_factors::text as text from second_factors union all select recovery_codes::text from recovery_codes
      union all select audit_log::text from audit_log union all select outbox::text from outbox`);
    for (const hidden of [secret, ...codes, ...codes.map((code) => code.replace('-', ''))]) {
      const hex = Buffer.from(hidden).toString('hex');
      expect(rows.filter(({ text }) => text.includes(hidden) || text.includes(hex))).toEqual([]);
    }
    const [{ sealed } = { sealed: Buffer.of() }] = await api.ctx.db.rows<{ sealed: Buffer }>(sql`
      select secret as sealed from second_factors where user_id = ${vendor.user.id}`);
    const box = await openBox(api.ctx.db, 'second-factor');
    expect(box.open(sealed, vendor.user.id)).toBe(secret);
    expect(() => box.open(sealed, '1')).toThrow(/authenticate/);
    const changed = Buffer.from(sealed);
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    expect(() => box.open(changed, vendor.user.id)).toThrow(/authenticate/);
    const other = await openBox(api.ctx.db, 'something-else');
    expect(() => other.open(sealed, vendor.user.id)).toThrow(/authenticate/);
  });
});

describe('signing in with a code', () => {
  test('returns the usual response once the code is given, and reveals nothing before the password is correct', async () => {
    const vendor = await careful();
    const wrong = await api.visitor.post('/api/auth/login', { email: vendor.user.email, passWord: 'wrong wrong' });
    expect([wrong.status, wrong.body]).toEqual([401, { message: 'These credentials do not match our records.' }]);
    const [status, body] = await give(await challengeOf(vendor), codeAt(vendor.device.secret, now));
    expect([status, Object.keys(body)]).toEqual([200, ['token', 'detail']]);
    expect((await new Caller(api.app, body.token, vendor.user).get('/api/product/get')).status).toBe(201);
  });

  test('accepts the codes of the steps before and after, and none of another day', async () => {
    const vendor = await careful();
    for (const shift of [-2, 2, -DAY / STEP, DAY / STEP])
      expect(await signInWith(vendor, codeAt(vendor.device.secret, now + shift * STEP))).toBe(422);
    now += 2 * STEP;
    expect(await signInWith(vendor, codeAt(vendor.device.secret, now - STEP))).toBe(200);
    expect(await signInWith(vendor, codeAt(vendor.device.secret, now + STEP))).toBe(200);
    // A code older than the last one used is invalid.
    expect(await signInWith(vendor, codeAt(vendor.device.secret, now))).toBe(422);
  });

  test('works with recovery codes on a server whose clock is a day off, and with codes once it is correct', async () => {
    const vendor = await careful();
    const right = now;
    now += DAY;
    expect(await signInWith(vendor, codeAt(vendor.device.secret, right))).toBe(422);
    expect(await signInWith(vendor, vendor.device.codes[3] ?? '')).toBe(200);
    now = right;
    expect(await signInWith(vendor, codeAt(vendor.device.secret, right))).toBe(200);
  });

  test('uses a code once, even if two send it at the same time', async () => {
    const vendor = await careful();
    const code = codeAt(vendor.device.secret, now);
    const challenges = [await challengeOf(vendor), await challengeOf(vendor), await challengeOf(vendor), await challengeOf(vendor)];
    const replies = await Promise.all(challenges.map((challenge) => api.visitor.post('/api/auth/login/code', { challenge, code })));
    expect(statusesOf(replies)).toEqual([200, 422, 422, 422]);
    expect(await signInWith(vendor, code)).toBe(422);
  });

  test('uses a challenge for one sign-in, even at the same time, and a challenge is not a session', async () => {
    const vendor = await careful();
    const challenge = await challengeOf(vendor);
    const codes = [codeAt(vendor.device.secret, now), ...vendor.device.codes.slice(0, 3)];
    const replies = await Promise.all(codes.map((code) => api.visitor.post('/api/auth/login/code', { challenge, code })));
    expect(statusesOf(replies)).toEqual([200, 401, 401, 401]);
    // Codes that came too late are not used up.
    const spent = replies.findIndex(({ status }) => status === 200) === 0 ? 0 : 1;
    expect((await security(vendor)).codesLeft).toBe(10 - spent);
    expect((await new Caller(api.app, challenge).get('/api/auth/user')).status).toBe(401);
  });

  test('must finish within five minutes', async () => {
    const vendor = await careful();
    const [early, late] = [await challengeOf(vendor), await challengeOf(vendor)];
    now += 5 * MINUTE - 1000;
    expect((await give(early, codeAt(vendor.device.secret, now)))[0]).toBe(200);
    now += 1000;
    expect(await give(late, codeAt(vendor.device.secret, now + STEP))).toEqual(DEAD);
  });

  test('rejects a code of another user', async () => {
    const [vendor, thief] = [await careful(), await careful()];
    const challenge = await challengeOf(vendor);
    for (const code of [codeAt(thief.device.secret, now), thief.device.codes[0] ?? '']) expect((await give(challenge, code))[0]).toBe(422);
    expect((await security(thief)).codesLeft).toBe(10);
  });

  test('ends after five wrong codes, and when the password is changed', async () => {
    const vendor = await careful();
    const right = () => codeAt(vendor.device.secret, now);
    const challenge = await challengeOf(vendor);
    const wrong = await Promise.all(
      Array.from({ length: 9 }, () => api.visitor.post('/api/auth/login/code', { challenge, code: '000000' })),
    );
    expect(statusesOf(wrong)).toEqual([401, 401, 401, 401, 422, 422, 422, 422, 422]);
    expect(await give(challenge, right())).toEqual(DEAD);
    const other = await challengeOf(vendor);
    expect((await vendor.put(`/api/auth/edit/${vendor.user.id}`, { passWord: 'monsoon-harvest-7' })).status).toBe(200);
    expect(await give(other, right())).toEqual(DEAD);
    for (const nothing of ['', 'garbage']) expect(await give(nothing, right())).toEqual(DEAD);
  });

  test('is limited to a few guesses, however many challenges one gets', async () => {
    const vendor = await limited.newVendor();
    const { secret } = await setUp(vendor, now);
    now += STEP;
    const guess = (challenge: string, code: string, remoteAddress: string) =>
      limited.visitor.ask('POST', '/api/auth/login/code', { payload: { challenge, code }, remoteAddress });
    const statuses: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      const challenge = await challengeOf(vendor, limited);
      for (let tries = 0; tries < 4; tries += 1) statuses.push((await guess(challenge, '000000', '10.0.0.9')).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), ...Array.from({ length: 6 }, () => 429)]);
    const challenge = await challengeOf(vendor, limited);
    // Even the right code is rejected from there; it is accepted from the owner's address.
    expect((await guess(challenge, codeAt(secret, now), '10.0.0.9')).status).toBe(429);
    expect((await guess(challenge, codeAt(secret, now), '10.0.0.10')).status).toBe(200);
  });

  test('uses a recovery code once, in any spelling, and sends an e-mail about it', async () => {
    const vendor = await careful();
    const [code = '', other = ''] = vendor.device.codes;
    expect(await signInWith(vendor, ` ${code.toUpperCase().replace('-', ' ')}`)).toBe(200);
    const [status, body] = await give(await challengeOf(vendor), code);
    const used = [422, { code: 'This recovery code is wrong or was already used.' }];
    expect([status, body.errors]).toEqual(used);
    // The text is too short for a recovery code, but is not an app code either.
    const [shortStatus, shortBody] = await give(await challengeOf(vendor), 'wrong-code');
    expect([shortStatus, shortBody.errors]).toEqual(used);
    const renewed = await again(vendor, 'codes', code);
    expect([renewed.status, renewed.body.errors]).toEqual(used);
    const challenges = [await challengeOf(vendor), await challengeOf(vendor), await challengeOf(vendor)];
    const replies = await Promise.all(challenges.map((challenge) => api.visitor.post('/api/auth/login/code', { challenge, code: other })));
    expect(statusesOf(replies)).toEqual([200, 422, 422]);
    expect((await security(vendor)).codesLeft).toBe(8);
    expect(await mailsTo(vendor.user.email)).toEqual([
      'A recovery code was used',
      'A recovery code was used',
      'Two-step verification is on',
    ]);
  });

  test('is still required after a password reset by e-mail', async () => {
    const vendor = await careful();
    await api.visitor.post('/api/auth/forgetPassword', { email: vendor.user.email });
    const mail = (await outbox()).find(({ to, subject }) => to === vendor.user.email && subject === 'Reset your password');
    const secret = /password-reset\/([\w-]{43})/.exec(mail?.text ?? '')?.[1];
    expect((await api.visitor.put(`/api/auth/edit/${secret}`, { passWord: 'monsoon-harvest-7' })).status).toBe(200);
    const anew = new Caller(api.app, null, { ...vendor.user, password: 'monsoon-harvest-7' });
    expect(await signInWith(anew, codeAt(vendor.device.secret, now))).toBe(200);
  });
});

describe('turning it off, and new codes', () => {
  test.each(['off', 'codes'])('%s requires the password and an unused code', async (what) => {
    const vendor = await careful();
    const code = codeAt(vendor.device.secret, now);
    const wrong = await vendor.post(`/api/auth/secondFactor/${what}`, { passWord: 'wrong wrong', code });
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['passWord']]);
    for (const bad of ['000000', codeAt(vendor.device.secret, now - STEP), 'k7x2m-9qf4w']) {
      const { status, body } = await again(vendor, what, bad);
      expect([status, Object.keys(body.errors)]).toEqual([422, ['code']]);
    }
    expect((await again(vendor, what, code)).status).toBe(200);
  });

  test('afterwards requires only the password again', async () => {
    const vendor = await careful();
    expect((await again(vendor, 'off', vendor.device.codes[0] ?? '')).status).toBe(200);
    expect(await security(vendor)).toMatchObject({ onSince: null, codesLeft: 0 });
    expect((await api.signIn(vendor.user)).token).toBeTruthy();
    expect(await mailsTo(vendor.user.email)).toContain('Two-step verification is off');
  });

  test('new recovery codes end the old ones', async () => {
    const vendor = await careful();
    const { body } = await again(vendor, 'codes', codeAt(vendor.device.secret, now));
    expect(body.codes).toHaveLength(10);
    expect(await signInWith(vendor, vendor.device.codes[5] ?? '')).toBe(422);
    expect(await signInWith(vendor, body.codes[5])).toBe(200);
  });

  test('limits guesses of the password on an unlocked device', async () => {
    const vendor = await limited.newVendor();
    const statuses: number[] = [];
    for (let tries = 0; tries < 11; tries += 1)
      statuses.push((await vendor.post('/api/auth/secondFactor/start', { passWord: `guess ${tries}` })).status);
    expect([new Set(statuses.slice(0, 10)), statuses.at(-1)]).toEqual([new Set([422]), 429]);
  });
});

describe('an administrator', () => {
  test('resets it for a user who lost the device, who is signed out everywhere and notified by e-mail; it is logged', async () => {
    const [vendor, admin] = [await careful(), await api.newAdmin()];
    const { body: seen } = await admin.get(`/api/auth/security/${vendor.user.id}`);
    expect(Object.keys(seen)).toEqual(['onSince', 'codesLeft', 'required', 'sessions', 'linked', 'confirmAt', 'confirmedUntil']);
    const { status, body } = await admin.post(`/api/auth/secondFactor/reset/${vendor.user.id}`);
    expect([status, body.message]).toEqual([200, expect.stringContaining('was reset')]);
    expect((await vendor.get('/api/auth/user')).status).toBe(401);
    expect((await api.signIn(vendor.user)).token).toBeTruthy();
    expect(await mailsTo(vendor.user.email)).toContain('Your two-step verification was reset');
    const { body: log } = await admin.get('/api/audit/get', { entity: 'user', entityId: vendor.user.id });
    expect(log[0]).toMatchObject({ action: 'secondFactor.reset', before: null, after: null });
    expect((await admin.post(`/api/auth/secondFactor/reset/${vendor.user.id}`)).status).toBe(409);
    expect((await admin.post('/api/auth/secondFactor/reset/999999999')).status).toBe(404);
  });

  test('cannot reset the own one without a code', async () => {
    const admin = await api.newAdmin();
    await setUp(admin, now);
    const { status, body } = await admin.post(`/api/auth/secondFactor/reset/${admin.user.id}`);
    expect([status, body.message]).toEqual([409, 'To turn off your own two-step verification, use your profile and a code.']);
  });
});
