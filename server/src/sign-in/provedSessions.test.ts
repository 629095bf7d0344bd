import { messages } from '@aapurti/contract/sign-in/providers';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { type Api, Caller, startApi } from '../../test/api.ts';
import { codeAt, setUp } from '../../test/secondFactor.ts';
import { startSession } from './sessions.ts';

const DAY_MS = 24 * 3_600_000;
let now = 0;
let api: Api;
beforeAll(async () => {
  api = await startApi({}, () => new Date(Date.now() + now));
});
afterAll(() => api.close());
beforeEach(() => {
  now = 0;
});

async function addProvider(vendorId: string | null, savedBy: Caller): Promise<string> {
  const made = await api.ctx.db.one<{ id: string }>(sql`
    insert into idps (vendor_id, name, issuer, client_id, saved_by)
    values (${vendorId}, 'Mill login', 'https://login.example', ${`client ${api.serial()}`}, ${savedBy.user.id}) returning id::text`);
  return made.id;
}

async function membershipOf(caller: Caller, vendorId: string | null, role: string): Promise<string> {
  const made = await api.ctx.db.one<{ id: string }>(sql`
    insert into memberships (user_id, vendor_id, role) values (${caller.user.id}, ${vendorId}, ${role})
    on conflict (user_id, vendor_id) do update set role = excluded.role returning id::text`);
  return made.id;
}

/** A user of a vendor who has just signed in with the vendor's provider, and who is also an administrator of the buyer. */
async function byProviderOfVendor() {
  const [admin, vendor] = [await api.newAdmin(), await api.newVendor()];
  const provider = await addProvider(vendor.user.id, admin);
  const own = await membershipOf(vendor, vendor.user.id, 'owner');
  const buyers = await membershipOf(vendor, null, 'administrator');
  const at = api.ctx.clock();
  const proved = { at, via: { idpId: provider, mfa: false }, secondFactor: null };
  const token = await startSession(api.ctx.db, vendor.user.id, { now: at, address: null, userAgent: null, membershipId: own, proved });
  return { admin, provider, own, buyers, vendor, session: new Caller(api.app, token, vendor.user) };
}

async function enter(caller: Caller, membership: string) {
  const answer = await caller.post(`/api/auth/companies/${membership}`);
  return { answer, next: new Caller(api.app, String(answer.body.token), caller.user) };
}

test('a session of a vendor’s provider opens no other company, even after choosing its own again', async () => {
  const { session, own, buyers } = await byProviderOfVendor();
  const direct = await enter(session, buyers);
  expect([direct.answer.status, direct.answer.body.message]).toEqual([403, messages.otherCompany]);
  const home = await enter(session, own);
  expect(home.answer.status).toBe(200);
  const afterwards = await enter(home.next, buyers);
  expect([afterwards.answer.status, afterwards.answer.body.message]).toEqual([403, messages.otherCompany]);
  // The rejected change has not ended any session.
  expect((await home.next.get('/api/auth/companies')).status).toBe(200);
});

test('it still ends with the provider after choosing the company again', async () => {
  const { admin, session, own, provider } = await byProviderOfVendor();
  const { next } = await enter((await enter(session, own)).next, own);
  expect((await next.get('/api/auth/companies')).status).toBe(200);
  expect((await admin.delete(`/api/provider/remove/${provider}`)).status).toBe(200);
  expect((await next.get('/api/auth/companies')).status).toBe(401);
});

test('a membership that moves to the buyer ends the sessions of the vendor’s provider and the vendor’s keys', async () => {
  const admin = await api.newAdmin();
  const vendor = await api.newVendor();
  const provider = await addProvider(vendor.user.id, admin);
  const at = api.ctx.clock();
  const token = await startSession(api.ctx.db, vendor.user.id, {
    now: at,
    address: null,
    userAgent: null,
    proved: { at, via: { idpId: provider, mfa: false }, secondFactor: null },
  });
  const session = new Caller(api.app, token, vendor.user);
  const made = await vendor.post('/api/keys', { name: 'ERP', scopes: ['orders:read'], days: 30, passWord: vendor.user.password });
  const key = new Caller(api.app, made.body.key);
  expect([(await session.get('/api/auth/companies')).status, (await key.get('/api/purchaseOrder/get')).status]).not.toContain(401);
  expect((await admin.put(`/api/auth/edit/${vendor.user.id}`, { isAdmin: true })).status).toBe(200);
  expect((await session.get('/api/auth/companies')).status).toBe(401);
  expect((await key.get('/api/purchaseOrder/get')).status).toBe(401);
});

test('a password opens every company of the user', async () => {
  const { vendor, own, buyers } = await byProviderOfVendor();
  const password = await startSession(api.ctx.db, vendor.user.id, {
    now: api.ctx.clock(),
    address: null,
    userAgent: null,
    membershipId: own,
  });
  const { answer, next } = await enter(new Caller(api.app, password, vendor.user), buyers);
  expect(answer.status).toBe(200);
  expect((await enter(next, own)).answer.status).toBe(200);
});

test('seven days after the sign-in, every session that came from it has ended', async () => {
  const owner = await api.newVendor();
  const other = await api.newVendor();
  const elsewhere = await membershipOf(owner, other.user.id, 'reader');
  const own = await membershipOf(owner, owner.user.id, 'owner');
  let caller = owner;
  // The clock of the token: one change every ten hours, so that it is never idle.
  for (let hours = 10; hours < 7 * 24; hours += 10) {
    now = hours * 3_600_000;
    const { answer, next } = await enter(caller, hours % 20 === 0 ? own : elsewhere);
    expect([hours, answer.status]).toEqual([hours, 200]);
    caller = next;
  }
  now = 7 * DAY_MS - 60_000;
  expect((await caller.get('/api/auth/companies')).status).toBe(200);
  now = 7 * DAY_MS + 60_000;
  expect((await caller.get('/api/auth/companies')).status).toBe(401);
  expect((await enter(caller, own)).answer.status).toBe(401);
});

test('a change of the company keeps the time and the code of the sign-in', async () => {
  const owner = await api.newVendor();
  const other = await api.newVendor();
  const { secret } = await setUp(owner);
  const elsewhere = await membershipOf(owner, other.user.id, 'reader');
  const own = await membershipOf(owner, owner.user.id, 'owner');
  now = 60_000;
  const asked = await api.visitor.post('/api/auth/login', { email: owner.user.email, passWord: owner.user.password });
  const choice = await api.visitor.post('/api/auth/login/code', {
    challenge: asked.body.challenge,
    code: codeAt(secret, Date.now() + now),
  });
  const chosen = await api.visitor.post('/api/auth/login/company', { challenge: choice.body.challenge, company: own });
  const stored = () =>
    api.ctx.db.one(sql`select second_factor, proved_at, idp_id from sessions where user_id = ${owner.user.id} order by id desc limit 1`);
  const before = await stored();
  expect(before).toMatchObject({ second_factor: 'code', idp_id: null });
  now = 3_600_000;
  expect((await enter(new Caller(api.app, chosen.body.token, owner.user), elsewhere)).answer.status).toBe(200);
  expect(await stored()).toEqual(before);
});
