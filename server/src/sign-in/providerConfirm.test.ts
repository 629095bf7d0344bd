import { CONFIRM_MINUTES, messages, RETURN_PATH } from '@aapurti/contract/sign-in/providers';
import { securityMessages } from '@aapurti/contract/sign-in/security';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { type Answer, type Api, Caller, startApi } from '../../test/api.ts';
import { CLIENT, type IdentityProvider, type Person, startIdentityProvider } from '../../test/identityProvider.ts';
import { newMember } from '../../test/members.ts';
import { codeAt } from '../../test/secondFactor.ts';

/** The claims of a forged token that states a sign-in this many seconds ago. */
const askedAgo = (seconds: number) => (claims: Record<string, unknown>) => ({
  claims: { ...claims, auth_time: Math.floor(Date.now() / 1000) - seconds },
});

let now = 0;
let api: Api;
let admin: Caller;
let idp: IdentityProvider;
let provider: string;
beforeAll(async () => {
  api = await startApi({}, () => new Date(Date.now() + now));
  admin = await api.newAdmin();
  idp = await startIdentityProvider(`http://127.0.0.1:3000${RETURN_PATH}`);
  const form = { name: 'Stores', issuer: idp.issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret, required: false, trustMfa: false };
  const { body } = await admin.post('/api/provider/create', form);
  provider = body.data[0]._id;
});
afterAll(() => Promise.all([api.close(), idp.close()]));
beforeEach(() => {
  now = 0;
  idp.forge = null;
});

async function visit(who: Person | null, { url, state, secret }: { url: string; state: string; secret: string }) {
  idp.person = who;
  const returned = await idp.visit(url);
  expect(returned.state).toBe(state);
  return { ...returned, secret };
}

async function signIn(who: Person): Promise<Caller> {
  const { body } = await api.visitor.post('/api/auth/provider/start', { provider });
  const answer = await api.visitor.post('/api/auth/provider/finish', await visit(who, body));
  expect(answer.status).toBe(200);
  return new Caller(api.app, answer.body.token, { ...admin.user, id: answer.body.detail._id });
}

/** An administrator who accepted the invitation with the provider, and so has no password. */
async function withoutPassword(): Promise<{ caller: Caller; who: Person }> {
  const caller = await newMember(api, admin, 'administrator');
  const who = { sub: `person ${api.serial()}` };
  await api.ctx.db.execute(sql`update users set password_hash = null where id = ${caller.user.id}`);
  await api.ctx.db.execute(sql`insert into identities (idp_id, subject, user_id) values (${provider}, ${who.sub}, ${caller.user.id})`);
  return { caller: await signIn(who), who };
}

async function confirm(caller: Caller, who: Person | null): Promise<Answer> {
  const { status, body } = await caller.post('/api/auth/provider/confirm/start');
  expect(status).toBe(200);
  return caller.post('/api/auth/provider/confirm', await visit(who, body));
}

const makeKey = (caller: Caller, passWord = '') => caller.post('/api/keys', { name: 'ERP', scopes: ['orders:read'], days: 30, passWord });
const security = async (caller: Caller) => (await caller.get(`/api/auth/security/${caller.user.id}`)).body;

test('a user without a password creates and replaces keys and sets up two-step verification after confirming at the provider', async () => {
  const { caller, who } = await withoutPassword();
  expect(await security(caller)).toMatchObject({ confirmAt: 'Stores', confirmedUntil: null });
  for (const passWord of ['', 'guessed'])
    expect((await makeKey(caller, passWord)).body.errors).toEqual({
      passWord: passWord === '' ? messages.confirmFirst : securityMessages.wrongPassword,
    });
  expect((await confirm(caller, who)).body).toEqual({ message: messages.confirmed });
  expect(await security(caller)).toMatchObject({ confirmAt: 'Stores', confirmedUntil: expect.any(String) });
  const made = await makeKey(caller);
  expect([made.status, made.body.key]).toEqual([200, expect.stringMatching(/^aap_live_/)]);
  expect((await new Caller(api.app, made.body.key).get('/api/invoice/get')).status).toBe(403);
  const [{ _id }] = (await caller.get('/api/keys')).body;
  expect((await caller.post(`/api/keys/${_id}/replace`, { passWord: '' })).status).toBe(200);
  // A typed password is checked.
  expect((await makeKey(caller, 'guessed')).body.errors).toEqual({ passWord: securityMessages.wrongPassword });
  const { body } = await caller.post('/api/auth/secondFactor/start', { passWord: '' });
  const set = await caller.post('/api/auth/secondFactor/confirm', { code: codeAt(body.secret, Date.now()) });
  expect(set.status).toBe(200);
  const [entry] = (await admin.get('/api/audit/get', { action: 'session.confirm' })).body;
  expect([entry.entityId, entry.after.provider]).toEqual([caller.user.id, 'Stores']);
});

test('a confirmation is valid for ten minutes in the confirmed session', async () => {
  const { caller, who } = await withoutPassword();
  const other = await signIn(who);
  await confirm(caller, who);
  expect((await makeKey(other)).body.errors).toEqual({ passWord: messages.confirmFirst });
  now = CONFIRM_MINUTES * 60_000 - 5_000;
  expect((await makeKey(caller)).status).toBe(200);
  now += 10_000;
  expect((await makeKey(caller)).body.errors).toEqual({ passWord: messages.confirmFirst });
});

test.each([
  ['does not say when it asked', (claims: Record<string, unknown>) => ({ claims: { ...claims, auth_time: undefined } }), messages.notAsked],
  ['has asked an hour ago', askedAgo(3_600), messages.notAsked],
  ['has asked before the start, by more than clocks differ', askedAgo(90), messages.notAsked],
  ['asked just now', askedAgo(0), messages.confirmed],
])('the confirmation by a provider that %s', async (_, forge, message) => {
  const { caller, who } = await withoutPassword();
  idp.forge = forge;
  expect((await confirm(caller, who)).body).toEqual({ message });
  expect((await makeKey(caller)).status).toBe(message === messages.confirmed ? 200 : 422);
});

test('another provider account, a cancelled confirmation, and one that another user or a sign-in started are rejected', async () => {
  const [{ caller, who }, other] = [await withoutPassword(), await withoutPassword()];
  expect(await confirm(caller, other.who)).toMatchObject({ status: 403, body: { message: messages.notYou } });
  expect((await confirm(caller, null)).body).toEqual({ message: messages.cancelled });
  const begun = (await caller.post('/api/auth/provider/confirm/start')).body;
  const returned = await visit(who, begun);
  expect((await other.caller.post('/api/auth/provider/confirm', returned)).body).toEqual({ message: messages.over });
  expect((await api.visitor.post('/api/auth/provider/finish', returned)).body).toEqual({ message: messages.over });
  const signingIn = (await api.visitor.post('/api/auth/provider/start', { provider })).body;
  expect((await caller.post('/api/auth/provider/confirm', await visit(who, signingIn))).body).toEqual({ message: messages.over });
  expect((await makeKey(caller)).body.errors).toEqual({ passWord: messages.confirmFirst });
  const [entry] = (await admin.get('/api/audit/get', { action: 'session.refuse' })).body;
  expect(entry.after).toMatchObject({ provider: 'Stores', reason: 'cancelled' });
});

test('a session that a password started uses the password and cannot be confirmed', async () => {
  expect(await security(admin)).toMatchObject({ confirmAt: null, confirmedUntil: null });
  expect(await admin.post('/api/auth/provider/confirm/start')).toMatchObject({ status: 409, body: { message: messages.byPassword } });
  expect((await makeKey(admin)).body.errors).toEqual({ passWord: securityMessages.noPassword });
  expect((await makeKey(admin, admin.user.password)).status).toBe(200);
});
