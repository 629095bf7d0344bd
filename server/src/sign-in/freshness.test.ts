// Why so long: the table has a row for every call that may ask for a fresh sign-in or the password.
import { PASSWORD_REQUIRED } from '@aapurti/contract/ground/operation';
import { operations } from '@aapurti/contract/operations';
import { securityMessages as messages } from '@aapurti/contract/sign-in/security';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { type Answer, type Api, Caller, startApi } from '../../test/api.ts';
import { newMember } from '../../test/members.ts';
import { setUp } from '../../test/secondFactor.ts';
import { asksProof } from '../http/openapi/answers.ts';
import { startSession } from './sessions.ts';

const MINUTE = 60_000;
let now = 0;
let api: Api;
let owner: Caller;
let admin: Caller;
beforeAll(async () => {
  api = await startApi({ captcha: false, rateLimits: true }, () => new Date(Date.now() + now));
});
afterAll(() => api.close());
beforeEach(async () => {
  now = 0;
  await api.ctx.db.execute(sql`delete from rate_limits`);
  [owner, admin] = [await api.newVendor(), await api.newAdmin()];
});

type More = { currentPassWord?: string };
interface Row {
  by: 'owner' | 'admin';
  /** Creates the record that the call needs while the sign-in is fresh. @returns the call. */
  prepare: (caller: Caller) => Promise<(more: More, asked?: Caller) => Promise<Answer>>;
}

const email = () => `person${api.serial()}@example.org`;
const EVENTS = ['order'];
const hook = () => ({ url: `https://example.com/${api.serial()}`, events: EVENTS });
async function memberId(caller: Caller, whom: Caller): Promise<string> {
  const { members } = (await caller.get('/api/members')).body as { members: { _id: string; userId: string }[] };
  return String(members.find(({ userId }) => userId === whom.user.id)?._id);
}
async function addProvider(by: Caller): Promise<string> {
  const made = await api.ctx.db.one<{ id: string }>(sql`
    insert into idps (name, issuer, client_id, saved_by) values ('Stores', 'https://login.example', ${`client ${api.serial()}`}, ${by.user.id})
    returning id::text`);
  return made.id;
}
const call =
  (caller: Caller, method: 'post' | 'put', url: string, body: () => object) =>
  (more: More, asked: Caller = caller): Promise<Answer> =>
    asked[method](url, { ...body(), ...more });
const editOf = (url: (caller: Caller) => string, body: (caller: Caller) => object) => async (caller: Caller) =>
  call(caller, 'put', url(caller), () => body(caller));
const newUser = () => ({
  firstName: 'Asha',
  lastName: 'Rao',
  email: email(),
  mobileNumber: String(9_000_000_000 + api.serial()),
  vendor_name: 'Stores',
  address_Line1: '1 Road',
  address_Line2: '2 Road',
  postal_Code: '411001',
  country_id: 'IN',
  state: 'IN-MH',
  city: 'Pune',
});

/** Every call that asks, by its ID, with what it asks for. */
const TABLE: Record<string, Row> = {
  'auth.edit the own password': {
    by: 'owner',
    prepare: editOf(
      ({ user }) => `/api/auth/edit/${user.id}`,
      () => ({ passWord: 'another long passphrase' }),
    ),
  },
  'auth.edit the own e-mail': {
    by: 'owner',
    prepare: editOf(
      ({ user }) => `/api/auth/edit/${user.id}`,
      () => ({ email: email() }),
    ),
  },
  'auth.edit an administrator’s own e-mail': {
    by: 'admin',
    prepare: editOf(
      ({ user }) => `/api/auth/edit/${user.id}`,
      () => ({ email: email() }),
    ),
  },
  'auth.edit another’s password': {
    by: 'admin',
    prepare: editOf(
      () => `/api/auth/edit/${owner.user.id}`,
      () => ({ passWord: 'another long passphrase' }),
    ),
  },
  'auth.edit another’s e-mail': {
    by: 'admin',
    prepare: editOf(
      () => `/api/auth/edit/${owner.user.id}`,
      () => ({ email: email() }),
    ),
  },
  'auth.edit to make an administrator': {
    by: 'admin',
    prepare: editOf(
      () => `/api/auth/edit/${owner.user.id}`,
      () => ({ isAdmin: true, isActive: true }),
    ),
  },
  'auth.edit to activate an administrator': {
    by: 'admin',
    async prepare(caller) {
      const other = await api.newAdmin();
      expect((await caller.put(`/api/auth/edit/${other.user.id}`, { isActive: false })).status).toBe(200);
      return call(caller, 'put', `/api/auth/edit/${other.user.id}`, () => ({ isActive: true }));
    },
  },
  'auth.create an administrator': {
    by: 'admin',
    prepare: async (caller) => call(caller, 'post', '/api/auth/create', () => ({ ...newUser(), isAdmin: true, isActive: true })),
  },
  'secondFactor.reset of another': {
    by: 'admin',
    async prepare(caller) {
      await setUp(owner);
      return call(caller, 'post', `/api/auth/secondFactor/reset/${owner.user.id}`, () => ({}));
    },
  },
  'webhook.create': { by: 'owner', prepare: async (caller) => call(caller, 'post', '/api/webhooks', hook) },
  'webhook.create of the buyer': { by: 'admin', prepare: async (caller) => call(caller, 'post', '/api/webhooks', hook) },
  'webhook.edit the address': {
    by: 'owner',
    async prepare(caller) {
      const { body } = await caller.post('/api/webhooks', hook());
      return call(caller, 'put', `/api/webhooks/${body._id}`, () => ({ ...hook(), on: true }));
    },
  },
  'webhook.rotate': {
    by: 'owner',
    async prepare(caller) {
      const { body } = await caller.post('/api/webhooks', hook());
      return call(caller, 'post', `/api/webhooks/${body._id}/secret`, () => ({}));
    },
  },
  'provider.create': {
    by: 'admin',
    prepare: async (caller) =>
      call(caller, 'post', '/api/provider/create', () => ({
        name: 'Stores',
        issuer: 'https://login.example',
        clientId: `client ${api.serial()}`,
        required: false,
        trustMfa: false,
      })),
  },
  'provider.edit': {
    by: 'admin',
    async prepare(caller) {
      const id = await addProvider(caller);
      return call(caller, 'put', `/api/provider/edit/${id}`, () => ({ name: 'Another' }));
    },
  },
  'member.edit to make an owner': {
    by: 'owner',
    async prepare(caller) {
      const id = await memberId(caller, await newMember(api, caller, 'reader'));
      return call(caller, 'put', `/api/members/${id}`, () => ({ role: 'owner' }));
    },
  },
  'member.edit to make an administrator': {
    by: 'admin',
    async prepare(caller) {
      const id = await memberId(caller, await newMember(api, caller, 'buyer'));
      return call(caller, 'put', `/api/members/${id}`, () => ({ role: 'administrator' }));
    },
  },
  'invitation.create of an owner': {
    by: 'owner',
    prepare: async (caller) => call(caller, 'post', '/api/members/invitations', () => ({ email: email(), role: 'owner' })),
  },
  'invitation.create of a lesser role': {
    by: 'owner',
    prepare: async (caller) => call(caller, 'post', '/api/members/invitations', () => ({ email: email(), role: 'reader' })),
  },
  'invitation.create of a person who pays': {
    by: 'admin',
    prepare: async (caller) => call(caller, 'post', '/api/members/invitations', () => ({ email: email(), role: 'accounts' })),
  },
  'invitation.resend of a lesser role': {
    by: 'owner',
    async prepare(caller) {
      expect((await caller.post('/api/members/invitations', { email: email(), role: 'reader' })).status).toBe(200);
      const [{ _id }] = (await caller.get('/api/members')).body.invitations;
      return call(caller, 'post', `/api/members/invitations/${_id}/resend`, () => ({}));
    },
  },
  'invitation.resend of an owner': {
    by: 'owner',
    async prepare(caller) {
      expect((await caller.post('/api/members/invitations', { email: email(), role: 'owner' })).status).toBe(200);
      const [{ _id }] = (await caller.get('/api/members')).body.invitations;
      return call(caller, 'post', `/api/members/invitations/${_id}/resend`, () => ({}));
    },
  },
  'delegation.create of an owner’s role': {
    by: 'owner',
    async prepare(caller) {
      const [from, to] = [await memberId(caller, caller), await memberId(caller, await newMember(api, caller, 'reader'))];
      return call(caller, 'post', '/api/members/delegations', () => ({ from, to, fromDay: '2099-01-01', toDay: '2099-01-02' }));
    },
  },
  'leave.create of an owner': {
    by: 'owner',
    async prepare(caller) {
      const to = await memberId(caller, await newMember(api, caller, 'reader'));
      return call(caller, 'post', '/api/leave', () => ({ to, fromDay: '2099-01-01', toDay: '2099-01-02' }));
    },
  },
  'controls.save': {
    by: 'admin',
    prepare: async (caller) => call(caller, 'put', '/api/controls', () => ({ limitAccounts: 1000 + api.serial() })),
  },
  'controls.decide': {
    by: 'admin',
    async prepare(caller) {
      const other = await api.newAdmin();
      const { at } = await api.ctx.db.one<{ at: string }>(sql`
        update portal_settings set waiting_controls = '{"bankWaitHours": 1}', waiting_controls_by = array[${other.user.id}::bigint],
          waiting_controls_at = clock_timestamp() returning to_json(waiting_controls_at) #>> '{}' as at`);
      return call(caller, 'put', '/api/controls/waiting', () => ({ approve: true, at }));
    },
  },
  'settings.save of a control': {
    by: 'admin',
    async prepare(caller) {
      const { invoiceOnlyAccepted } = (await caller.get('/api/settings')).body;
      return call(caller, 'put', '/api/settings', () => ({ invoiceOnlyAccepted: !invoiceOnlyAccepted }));
    },
  },
};
const callerOf = ({ by }: Row) => (by === 'owner' ? owner : admin);
const required = { code: PASSWORD_REQUIRED, message: messages.passwordRequired };

test('the table has every call that can ask for the password', () => {
  const asking = operations.filter(asksProof).map(({ id }) => id);
  expect(new Set(Object.keys(TABLE).map((name) => name.split(' ')[0]))).toEqual(new Set(asking));
});

// This test comes first, because the outbox shows only the newest e-mails.
test('a reset link needs no password and no fresh sign-in', async () => {
  now = 16 * MINUTE;
  expect((await api.visitor.post('/api/auth/forgetPassword', { email: owner.user.email })).status).toBe(200);
  const mails = (await api.visitor.get('/api/outbox')).body as { to: string; text: string }[];
  const secret = /password-reset\/([\w-]+)/.exec(
    mails.find(({ to, text }) => to === owner.user.email && text.includes('password-reset'))?.text ?? '',
  )?.[1];
  expect((await api.visitor.put(`/api/auth/edit/${secret}`, { passWord: 'another long passphrase' })).status).toBe(200);
});

describe.each(Object.entries(TABLE))('%s', (_, row) => {
  test('is allowed within 15 minutes of the sign-in, and afterwards requires the password', async () => {
    const caller = callerOf(row);
    const done = await row.prepare(caller);
    now = 16 * MINUTE;
    const asked = await done({});
    expect([asked.status, asked.body]).toEqual([403, required]);
    const blank = await done({ currentPassWord: '  ' });
    expect([blank.status, blank.body.code]).toEqual([403, PASSWORD_REQUIRED]);
    const wrong = await done({ currentPassWord: 'guessed' });
    expect([wrong.status, wrong.body.errors]).toEqual([422, { currentPassWord: messages.wrongPassword }]);
    expect((await done({ currentPassWord: caller.user.password })).status).toBe(200);
  });

  test('is allowed after a fresh sign-in, but not in a session that changed the company since an old one', async () => {
    const caller = callerOf(row);
    const done = await row.prepare(caller);
    now = 16 * MINUTE;
    const [own] = (await caller.get('/api/auth/companies')).body;
    const changed = await caller.post(`/api/auth/companies/${own._id}`);
    const renewed = new Caller(api.app, changed.body.token, caller.user);
    expect((await done({}, renewed)).body).toEqual(required);
    now = 14 * MINUTE;
    expect((await done({}, renewed)).status).toBe(200);
  });
});

test('calls that do not create lasting access require no password', async () => {
  const id = await memberId(owner, await newMember(api, owner, 'reader'));
  const { body } = await owner.post('/api/webhooks', hook());
  const { url } = (await owner.get('/api/webhooks')).body[0];
  now = 16 * MINUTE;
  expect((await owner.put(`/api/auth/edit/${owner.user.id}`, { firstName: 'Asmita' })).status).toBe(200);
  expect((await owner.put(`/api/members/${id}`, { role: 'dispatch' })).status).toBe(200);
  expect((await owner.put(`/api/webhooks/${body._id}`, { url, events: EVENTS, on: false })).status).toBe(200);
});

test('a stolen token cannot set up two-step verification to continue from there', async () => {
  await setUp(owner);
  now = 16 * MINUTE;
  for (const [path, body] of [
    ['start', { passWord: '', code: '123456' }],
    ['off', { passWord: '', code: '123456' }],
    ['codes', { passWord: '', code: '123456' }],
    ['start', { passWord: 'guessed', code: '123456' }],
  ] as const)
    expect((await owner.post(`/api/auth/secondFactor/${path}`, body)).body.errors).toHaveProperty('passWord');
  expect((await owner.post('/api/auth/secondFactor/confirm', { code: '123456' })).status).toBe(409);
  expect((await admin.post(`/api/auth/secondFactor/reset/${owner.user.id}`)).body).toEqual(required);
});

test('password guesses are limited', async () => {
  now = 16 * MINUTE;
  const guess = () => owner.put(`/api/auth/edit/${owner.user.id}`, { city: 'Pune', currentPassWord: 'guessed' });
  const statuses = [];
  for (let count = 0; count < 11; count += 1) statuses.push((await guess()).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429]);
  const right = await owner.put(`/api/auth/edit/${owner.user.id}`, { city: 'Pune', currentPassWord: owner.user.password });
  expect(right.status).toBe(429);
});

test('an API key cannot make any of these calls', async () => {
  const made = await admin.post('/api/keys', { name: 'ERP', scopes: ['orders:write'], days: 30, passWord: admin.user.password });
  const key = new Caller(api.app, made.body.key, admin.user);
  for (const row of Object.values(TABLE)) {
    const done = await row.prepare(callerOf(row));
    expect((await done({ currentPassWord: admin.user.password }, key)).status).toBe(403);
  }
});

describe('a session of a vendor’s provider', () => {
  async function byProvider(caller: Caller): Promise<Caller> {
    const provider = await api.ctx.db.one<{ id: string }>(sql`
      insert into idps (vendor_id, name, issuer, client_id, saved_by)
      values (${caller.user.id}, 'Mill', 'https://login.example', ${`client ${api.serial()}`}, ${admin.user.id}) returning id::text`);
    const at = api.ctx.clock();
    const proved = { at, via: { idpId: provider.id, mfa: false }, secondFactor: null };
    const token = await startSession(api.ctx.db, caller.user.id, { now: at, address: null, userAgent: null, proved });
    return new Caller(api.app, token, caller.user);
  }
  const setPassword = (caller: Caller, more: More = {}) =>
    caller.put(`/api/auth/edit/${caller.user.id}`, { passWord: 'another long passphrase', ...more });

  test('can change only accounts of users of that company', async () => {
    expect((await setPassword(await byProvider(owner))).status).toBe(200);
  });

  test('cannot change the account of a user of another company, which a password would give access to', async () => {
    await api.ctx.db.execute(sql`insert into memberships (user_id, role) values (${owner.user.id}, 'administrator')`);
    const session = await byProvider(owner);
    const refused = await setPassword(session);
    expect([refused.status, refused.body]).toEqual([403, { code: PASSWORD_REQUIRED, message: messages.otherCompanies }]);
    expect((await session.put(`/api/auth/edit/${owner.user.id}`, { email: email() })).status).toBe(403);
    // A confirmation at the provider does not allow it either.
    await api.ctx.db.execute(sql`update sessions set confirmed_at = ${api.ctx.clock()} where user_id = ${owner.user.id}`);
    expect((await setPassword(session)).status).toBe(403);
    const factor = await session.post('/api/auth/secondFactor/start', { passWord: '' });
    expect([factor.status, factor.body.errors]).toEqual([422, { passWord: messages.otherCompanies }]);
    // The company's own settings belong to the company.
    expect((await session.post('/api/webhooks', hook())).status).toBe(200);
    expect((await setPassword(session, { currentPassWord: owner.user.password })).status).toBe(200);
  });
});
