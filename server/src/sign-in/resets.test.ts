import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { papers, registration } from '../../test/forms.ts';

const MINUTE = 60_000;
const NEW = 'monsoon-harvest-7';
const DEAD = [401, { message: 'This link has expired or was already used. Request a new one.' }];

let now = Date.now();
let api: Api;
let noMail: Api;
beforeAll(async () => {
  // No server listens on port 9, so that every e-mail fails.
  [api, noMail] = await Promise.all([startApi({}, () => new Date(now)), startApi({ smtpUrl: 'smtp://127.0.0.1:9' })]);
});
afterAll(() => Promise.all([api.close(), noMail.close()]));

const ask = (email: string) => api.visitor.post('/api/auth/forgetPassword', { email });
const set = async (secret: string, body: object = { passWord: NEW }) => {
  const answer = await api.visitor.put(`/api/auth/edit/${secret}`, body);
  return [answer.status, answer.body];
};
const login = async (email: string, passWord: string) => (await api.visitor.post('/api/auth/login', { email, passWord })).status;
const mailsTo = async (email: string) =>
  (await api.visitor.get('/api/outbox')).body.filter((mail: { to: string }) => mail.to === email) as {
    subject: string;
    text: string;
    html: string;
  }[];

/** The secret in the newest e-mail to this address. */
async function secretFor(email: string): Promise<string> {
  const [mail] = await mailsTo(email);
  const secret = /^http:\/\/127\.0\.0\.1:3000\/password-reset\/([\w-]{43})$/m.exec(mail?.text ?? '')?.[1];
  if (secret === undefined) throw new Error(`no link in ${mail?.text}`);
  expect(mail?.html).toContain(secret);
  return secret;
}
async function forget(who: Caller) {
  expect((await ask(who.user.email)).status).toBe(200);
  return secretFor(who.user.email);
}

describe('a forgotten password', () => {
  test('is not reset for an unknown e-mail, which the response states', async () => {
    for (const email of ['nobody@example.com', '', 'nobody']) {
      const { status, body } = await ask(email);
      expect([status, body]).toEqual([401, { message: 'User not fount.' }]);
    }
  });

  test('gets the specified message if the e-mail cannot be sent', async () => {
    const { user } = await noMail.newVendor();
    const { status, body } = await noMail.visitor.post('/api/auth/forgetPassword', { email: user.email });
    expect([status, body]).toEqual([400, { message: 'Something went wrong. Can not send reset link. Please try latter ' }]);
  });

  test('is replaced through the link in the e-mail, once, which ends every session', async () => {
    const vendor = await api.newVendor();
    const { status, body } = await ask(` ${vendor.user.email.toUpperCase()} `);
    expect([status, Object.keys(body)]).toEqual([200, ['message']]);
    const secret = await secretFor(vendor.user.email);
    expect(JSON.stringify(body)).not.toContain(secret);
    expect((await vendor.get('/api/auth/user')).status).toBe(200);
    expect(await set(secret)).toEqual([200, { message: 'Password changed successfully', data: null }]);
    expect((await vendor.get('/api/auth/user')).status).toBe(401);
    expect([await login(vendor.user.email, vendor.user.password), await login(vendor.user.email, NEW)]).toEqual([401, 200]);
    expect(await set(secret, { passWord: 'another-harvest-8' })).toEqual(DEAD);
    expect(await login(vendor.user.email, NEW)).toBe(200);
    await expect.poll(async () => (await mailsTo(vendor.user.email))[0]?.subject).toBe('Your password was changed');
  });

  test('is set by only one of two that use one link at the same time', async () => {
    const secret = await forget(await api.newVendor());
    const [one, other] = await Promise.all([set(secret), set(secret, { passWord: 'another-harvest-8' })]);
    expect(new Set([one[0], other[0]])).toEqual(new Set([200, 401]));
  });

  test('can be replaced for 30 minutes', async () => {
    const [early, late] = [await api.newVendor(), await api.newVendor()];
    const [first, second] = [await forget(early), await forget(late)];
    now += 30 * MINUTE - 1000;
    expect((await set(first))[0]).toBe(200);
    now += 1000;
    expect(await set(second)).toEqual(DEAD);
  });

  test('can be replaced only through the latest link', async () => {
    const vendor = await api.newVendor();
    const [older, newer] = [await forget(vendor), await forget(vendor)];
    expect(await set(older)).toEqual(DEAD);
    expect((await set(newer))[0]).toBe(200);
  });

  test('changed in another way makes the link invalid', async () => {
    const vendor = await api.newVendor();
    const secret = await forget(vendor);
    expect((await vendor.put(`/api/auth/edit/${vendor.user.id}`, { passWord: NEW })).status).toBe(200);
    expect(await set(secret, { passWord: 'another-harvest-8' })).toEqual(DEAD);
  });

  test('is all that the link changes, and an invalid password does not use it up', async () => {
    const vendor = await api.newVendor({ isActive: false });
    const secret = await forget(vendor);
    for (const passWord of ['short', 'password123', vendor.user.email]) {
      const [status, body] = await set(secret, { passWord });
      expect([status, Object.keys(body.errors)]).toEqual([422, ['passWord']]);
    }
    expect((await set(secret, { passWord: NEW, firstName: 'Changed', isAdmin: true, isActive: true, email: 'thief@example.com' }))[0]).toBe(
      200,
    );
    const caller = await api.signIn({ ...vendor.user, password: NEW });
    expect((await caller.get(`/api/auth/user/${vendor.user.id}`)).body[0]).toMatchObject({
      firstName: 'Asha',
      isAdmin: false,
      isActive: false,
      email: vendor.user.email,
    });
  });

  test('a user ID without a session returns 401, whatever else is sent', async () => {
    const vendor = await api.newVendor();
    for (const body of [{ passWord: NEW }, { passWord: 'short' }, { firstName: 'X' }, { firstName: 'X', passWord: NEW }, {}]) {
      expect((await set(vendor.user.id, body))[0]).toBe(401);
    }
    expect(await login(vendor.user.email, vendor.user.password)).toBe(200);
    expect((await set('', { passWord: NEW }))[0]).toBe(401);
  });

  test('only the hash of a secret is stored', async () => {
    const secret = await forget(await api.newVendor());
    const rows = await api.ctx.db.rows<{ text: string }>(sql`select password_resets::text as text from password_resets`);
    expect(rows.some(({ text }) => text.includes(secret) || text.includes(Buffer.from(secret).toString('hex')))).toBe(false);
  });
});

describe('an account added without a password', () => {
  test('gets an e-mail with a link that sets one, valid for three days', async () => {
    const admin = await api.newAdmin();
    const fields = registration(api.serial(), { passWord: '', isActive: true });
    const { status, body } = await admin.send('POST', '/api/auth/create', fields, papers(), { 'idempotency-key': 'add-without-password' });
    expect([status, body.message]).toEqual([200, 'User created successfully']);
    const secret = await secretFor(String(fields['email']));
    now += 71 * 60 * MINUTE;
    expect((await set(secret))[0]).toBe(200);
    expect(await login(String(fields['email']), NEW)).toBe(200);
  });

  test('is added even if the e-mail fails, which is tried again and shown in the log', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    const admin = await noMail.newAdmin();
    const { status, body } = await admin.send('POST', '/api/auth/create', registration(noMail.serial(), { passWord: '' }), papers());
    expect([status, body.message]).toEqual([200, 'User created successfully']);
    await noMail.ctx.mail.flush();
    expect(log.mock.calls.filter(([line]) => String(line).includes('(invitation) was not sent'))).toHaveLength(1);
    log.mockRestore();
    const waiting = await noMail.ctx.db.first(sql`select state, tries from mails where kind = 'invitation'`);
    expect(waiting).toEqual({ state: 'waiting', tries: 1 });
  });

  test('cannot be added by a visitor', async () => {
    const open = await startApi({ captcha: false });
    try {
      const { status, body } = await open.visitor.send('POST', '/api/auth/create', registration(1, { passWord: '' }), papers());
      expect([status, Object.keys(body.errors)]).toEqual([422, ['passWord']]);
    } finally {
      await open.close();
    }
  });
});
