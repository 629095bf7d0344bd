import { messages as accountMessages } from '@aapurti/contract/vendors/accounts';
import { messages } from '@aapurti/contract/people/members';
import { securityMessages } from '@aapurti/contract/sign-in/security';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Api, Caller, startApi } from '../../test/api.ts';
import { newMember } from '../../test/members.ts';
import { meanwhile } from '../../test/overlap.ts';
import { codeAt, setUp, STEP } from '../../test/secondFactor.ts';
import { startSession } from './sessions.ts';

const SET = 'a password of the provider';
let api: Api;
let admin: Caller;
beforeAll(async () => {
  api = await startApi();
  admin = await api.newAdmin();
});
afterAll(() => api.close());

/** A new session from the company's provider, which can start one for any user. */
async function byProvider(vendorId: string | null, { user }: Caller): Promise<Caller> {
  const { id: idpId } = await api.ctx.db.one<{ id: string }>(sql`
    insert into idps (vendor_id, name, issuer, client_id, saved_by)
    values (${vendorId}, 'Mill login', 'https://login.example', ${`client ${api.serial()}`}, ${admin.user.id}) returning id::text`);
  const at = api.ctx.clock();
  const proved = { at, via: { idpId, mfa: false }, secondFactor: null };
  const token = await startSession(api.ctx.db, user.id, { now: at, address: null, userAgent: null, proved });
  await api.ctx.db.execute(sql`update sessions set confirmed_at = ${at} where user_id = ${user.id} and idp_id = ${idpId}`);
  return new Caller(api.app, token, user);
}

/** A user of a vendor, with a session of the vendor's provider. */
async function person() {
  const vendor = await api.newVendor();
  const own = await newMember(api, vendor, 'billing');
  return { vendor, own, session: await byProvider(vendor.user.id, own) };
}

const setPassword = async (caller: Caller, passWord = SET) => (await caller.put(`/api/auth/edit/${caller.user.id}`, { passWord })).status;
const login = async ({ user }: Caller, passWord: string) =>
  (await api.visitor.post('/api/auth/login', { email: user.email, passWord })).status;

async function mailed(email: string, path: string): Promise<string> {
  const mails = (await api.visitor.get('/api/outbox')).body as { to: string; text: string }[];
  const secret = new RegExp(`/${path}/([\\w-]+)`).exec(
    mails.find(({ to, text }) => to === email && text.includes(`/${path}/`))?.text ?? '',
  )?.[1];
  if (secret === undefined) throw new Error(`no link to ${path} was mailed to ${email}`);
  return secret;
}

/** Adds the user to another company, with a mailed invitation that the session accepts. */
async function join(inviter: Caller, session: Caller, role: string, email = session.user.email) {
  expect((await inviter.post('/api/members/invitations', { email, role })).status).toBe(200);
  return session.post('/api/invitations/accept', { secret: await mailed(email, 'invitation') });
}

test('a user with an own password joins another company and keeps password and two-step verification', async () => {
  const { own, vendor } = await person();
  const { secret } = await setUp(own, Date.now() - STEP);
  const session = await byProvider(vendor.user.id, own);
  // The provider's session has the user's own password, so it acts for the user.
  expect((await session.put(`/api/auth/edit/${own.user.id}`, { passWord: SET, currentPassWord: own.user.password })).status).toBe(200);
  expect((await join(await api.newVendor(), session, 'reader')).body).toEqual({ message: messages.accepted });
  const asked = await api.visitor.post('/api/auth/login', { email: own.user.email, passWord: SET });
  expect([asked.status, asked.body.message]).toEqual([202, securityMessages.codeNeeded]);
  const chosen = await api.visitor.post('/api/auth/login/code', { challenge: asked.body.challenge, code: codeAt(secret, Date.now()) });
  expect(chosen.body.companies).toHaveLength(2);
});

test('a password set through a vendor’s provider opens only its company, until a link in an e-mail resets it', async () => {
  const { own, session } = await person();
  expect(await setPassword(session)).toBe(200);
  expect(await login(own, SET)).toBe(200);
  expect((await join(admin, session, 'accounts')).body).toEqual({ message: messages.acceptedAnew });
  expect(await login(own, SET)).toBe(401);
  // The provider still opens its own company, and cannot set the password again.
  expect((await session.get('/api/auth/companies')).body).toHaveLength(2);
  expect(await setPassword(session)).toBe(403);
  expect((await api.visitor.post('/api/auth/forgetPassword', { email: own.user.email })).status).toBe(200);
  const secret = await mailed(own.user.email, 'password-reset');
  expect((await api.visitor.put(`/api/auth/edit/${secret}`, { passWord: 'a passphrase of my own' })).status).toBe(200);
  expect(await login(own, 'a passphrase of my own')).toBe(202);
  // The next company requires nothing more.
  const { body } = await api.visitor.post('/api/auth/login', { email: own.user.email, passWord: 'a passphrase of my own' });
  const entered = await api.visitor.post('/api/auth/login/company', { challenge: body.challenge, company: body.companies[0]._id });
  const whole = new Caller(api.app, entered.body.token, own.user);
  expect((await join(await api.newVendor(), whole, 'reader')).body).toEqual({ message: messages.accepted });
  expect(await login(own, 'a passphrase of my own')).toBe(202);
});

test('the sessions of such a password end, including the one that joins', async () => {
  const { own, session } = await person();
  expect(await setPassword(session)).toBe(200);
  const signedIn = await api.visitor.post('/api/auth/login', { email: own.user.email, passWord: SET });
  const laundered = new Caller(api.app, signedIn.body.token, own.user);
  // Changing it again does not make it the user's own password.
  expect(await setPassword(laundered, 'another of the same')).toBe(200);
  expect((await join(await api.newVendor(), laundered, 'reader')).body).toEqual({ message: messages.acceptedAnew });
  expect((await laundered.get('/api/auth/companies')).status).toBe(401);
  expect(await login(own, 'another of the same')).toBe(401);
});

test('a password is not the user’s own if the provider set the e-mail address and it was reset by e-mail', async () => {
  const { own, session } = await person();
  const mailbox = `stolen${api.serial()}@example.org`;
  const move = async (caller: Caller, email: string) => {
    expect((await caller.put(`/api/auth/edit/${own.user.id}`, { email })).status).toBe(200);
    expect((await api.visitor.post('/api/identity/email', { secret: await mailed(email, 'confirm-email') })).status).toBe(200);
  };
  await move(session, mailbox);
  expect((await api.visitor.post('/api/auth/forgetPassword', { email: mailbox })).status).toBe(200);
  const secret = await mailed(mailbox, 'password-reset');
  expect((await api.visitor.put(`/api/auth/edit/${secret}`, { passWord: SET })).status).toBe(200);
  const signedIn = await api.visitor.post('/api/auth/login', { email: mailbox, passWord: SET });
  await move(new Caller(api.app, signedIn.body.token, own.user), own.user.email);
  const again = await api.visitor.post('/api/auth/login', { email: own.user.email, passWord: SET });
  expect((await join(admin, new Caller(api.app, again.body.token, own.user), 'accounts')).body).toEqual({ message: messages.acceptedAnew });
  expect(await login(own, SET)).toBe(401);
});

test('two-step verification, an e-mail link and a setup that a provider session started end too', async () => {
  const { own, session } = await person();
  const started = await session.post('/api/auth/secondFactor/start', { passWord: '' });
  expect((await session.post('/api/auth/secondFactor/confirm', { code: codeAt(started.body.secret, Date.now()) })).status).toBe(200);
  const mailbox = `stolen${api.serial()}@example.org`;
  expect((await session.put(`/api/auth/edit/${own.user.id}`, { email: mailbox })).status).toBe(200);
  const link = await mailed(mailbox, 'confirm-email');
  expect((await join(await api.newVendor(), session, 'reader')).body).toEqual({ message: messages.acceptedAnew });
  expect((await session.get(`/api/auth/security/${own.user.id}`)).body).toMatchObject({ onSince: null, codesLeft: 0 });
  expect((await api.visitor.post('/api/identity/email', { secret: link })).status).toBe(409);

  const other = await person();
  const begun = await other.session.post('/api/auth/secondFactor/start', { passWord: '' });
  await join(await api.newVendor(), other.session, 'reader');
  const confirmed = await other.session.post('/api/auth/secondFactor/confirm', { code: codeAt(begun.body.secret, Date.now()) });
  expect([confirmed.status, confirmed.body.message]).toEqual([409, securityMessages.setUpOver]);
});

test('the buyer’s provider does not open vendors, or a company that a removed user is invited to', async () => {
  const clerk = await newMember(api, admin, 'accounts');
  const session = await byProvider(null, clerk);
  expect(await setPassword(session)).toBe(200);
  expect((await join(await api.newVendor(), session, 'reader')).body).toEqual({ message: messages.acceptedAnew });
  expect(await login(clerk, SET)).toBe(401);

  const gone = await person();
  const started = await gone.session.post('/api/auth/secondFactor/start', { passWord: '' });
  await gone.session.post('/api/auth/secondFactor/confirm', { code: codeAt(started.body.secret, Date.now()) });
  const { members } = (await gone.vendor.get('/api/members')).body as { members: { _id: string; userId: string }[] };
  const membership = members.find(({ userId }) => userId === gone.own.user.id)?._id;
  expect((await gone.vendor.delete(`/api/members/${membership}`)).status).toBe(200);
  const { email } = gone.own.user;
  expect((await admin.post('/api/members/invitations', { email, role: 'buyer' })).status).toBe(200);
  const whom = {
    firstName: 'Asha',
    lastName: 'Rao',
    mobileNumber: String(9_100_000_000 + api.serial()),
    passWord: 'a passphrase of my own',
  };
  const taken = await api.visitor.post('/api/invitations/accept', { secret: await mailed(email, 'invitation'), ...whom });
  expect(taken.body).toEqual({ message: messages.accepted });
  expect(await login(gone.own, 'a passphrase of my own')).toBe(200);
});

test('the user’s own two-step verification stays if a provider has set the password', async () => {
  const { own, vendor } = await person();
  const { secret } = await setUp(own, Date.now() - STEP);
  const session = await byProvider(vendor.user.id, own);
  expect(await setPassword(session)).toBe(200);
  const moved = await session.post('/api/auth/secondFactor/start', { passWord: '', code: codeAt(secret, Date.now()) });
  expect(moved.status).toBe(200);
  expect((await join(await api.newVendor(), session, 'reader')).body).toEqual({ message: messages.acceptedAnew });
  expect((await session.get(`/api/auth/security/${own.user.id}`)).body.onSince).not.toBeNull();
  // A link to the user's own mailbox sets a password of the user, which the next company trusts.
  expect((await api.visitor.post('/api/auth/forgetPassword', { email: own.user.email })).status).toBe(200);
  const link = await mailed(own.user.email, 'password-reset');
  expect((await api.visitor.put(`/api/auth/edit/${link}`, { passWord: 'a passphrase of my own' })).status).toBe(200);
  expect(await login(own, 'a passphrase of my own')).toBe(202);
});

test('a password set through an e-mail address that the buyer’s provider gave an administrator ends too', async () => {
  const other = await newMember(api, admin, 'administrator');
  const session = await byProvider(null, other);
  const mailbox = `stolen${api.serial()}@example.org`;
  expect((await session.put(`/api/auth/edit/${other.user.id}`, { email: mailbox })).status).toBe(200);
  expect((await api.visitor.post('/api/auth/forgetPassword', { email: mailbox })).status).toBe(200);
  expect((await api.visitor.put(`/api/auth/edit/${await mailed(mailbox, 'password-reset')}`, { passWord: SET })).status).toBe(200);
  const signedIn = await api.visitor.post('/api/auth/login', { email: mailbox, passWord: SET });
  const again = new Caller(api.app, signedIn.body.token, other.user);
  expect((await join(await api.newVendor(), again, 'reader', mailbox)).body).toEqual({ message: messages.acceptedAnew });
  expect((await api.visitor.post('/api/auth/login', { email: mailbox, passWord: SET })).status).toBe(401);
});

test('the form cannot make an administrator of a user whose e-mail address the vendor’s provider may have set', async () => {
  const vendor = await api.newVendor();
  const session = await byProvider(vendor.user.id, vendor);
  expect((await session.put(`/api/auth/edit/${vendor.user.id}`, { email: `stolen${api.serial()}@example.org` })).status).toBe(200);
  const made = await admin.put(`/api/auth/edit/${vendor.user.id}`, { isAdmin: true, isActive: true });
  expect([made.status, made.body.message]).toEqual([409, accountMessages.byProvider]);
  // The database itself ends the provider's password, however the user's membership changes.
  expect(await setPassword(session)).toBe(200);
  await api.ctx.db.execute(sql`update memberships set vendor_id = null, role = 'administrator' where user_id = ${vendor.user.id}`);
  expect(await login(vendor, SET)).toBe(401);
});

test('a password that a provider session sets while the user joins does not last, whichever is first', async () => {
  const [one, two, other] = [await person(), await person(), await api.newVendor()];
  const { db } = api.ctx;
  const joins = (tx: typeof db, { own }: typeof one) =>
    tx.execute(sql`insert into memberships (user_id, vendor_id, role) values (${own.user.id}, ${other.user.id}, 'reader')`);
  expect(await meanwhile(api, (tx) => joins(tx, one), [() => setPassword(one.session)])).toEqual([403]);
  expect(await login(one.own, SET)).toBe(401);
  const sets = (tx: typeof db) =>
    tx.execute(sql`update users set password_hash = 'x', password_by_provider = true where id = ${two.own.user.id}`);
  await meanwhile(api, sets, [() => joins(db, two)]);
  expect(await db.one(sql`select password_hash from users where id = ${two.own.user.id}`)).toEqual({ password_hash: null });
});
