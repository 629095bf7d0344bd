// Why so long: one provider and its people, on one database.
import { generateKeyPairSync } from 'node:crypto';

import { messages, RETURN_PATH } from '@aapurti/contract/sign-in/providers';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { type Answer, type Api, Caller, startApi } from '../../test/api.ts';
import { CLIENT, type IdentityProvider, type Person, startIdentityProvider } from '../../test/identityProvider.ts';
import { newMember } from '../../test/members.ts';
import { codeAt, setUp } from '../../test/secondFactor.ts';
import { named } from './openId.ts';

let now = 0;
let api: Api;
let admin: Caller;
let idp: IdentityProvider;
let providerId: string;
beforeAll(async () => {
  api = await startApi({}, () => new Date(Date.now() + now));
  admin = await api.newAdmin();
  idp = await startIdentityProvider(`http://127.0.0.1:3000${RETURN_PATH}`);
  providerId = await add({});
});
afterAll(() => Promise.all([api.close(), idp.close()]));
beforeEach(() => {
  now = 0;
  idp.forge = null;
});

const form = (more: object) => ({
  name: 'Example Stores',
  issuer: idp.issuer,
  clientId: CLIENT.id,
  clientSecret: CLIENT.secret,
  domains: 'stores.example',
  required: false,
  trustMfa: false,
  ...more,
});
async function add(more: object): Promise<string> {
  const { status, body } = await admin.post('/api/provider/create', form(more));
  expect([status, body.message]).toEqual([200, messages.saved]);
  return String((body.data as { _id: string }[]).map(({ _id }) => Number(_id)).toSorted((one, other) => other - one)[0]);
}
async function change(more: object): Promise<Answer> {
  return admin.put(`/api/provider/edit/${providerId}`, more);
}
async function withSettings(more: object, back: object, run: () => Promise<void>): Promise<void> {
  expect((await change(more)).body.message).toBe(messages.saved);
  try {
    await run();
  } finally {
    expect((await change(back)).status).toBe(200);
  }
}

const person = (serial: number, more: Partial<Person> = {}): Person => ({
  sub: `person ${serial}`,
  email: `p${serial}@stores.example`,
  ...more,
});
interface Started {
  url: string;
  state: string;
  secret: string;
}
/** Visits the provider as this user. @returns the fields that the browser sends on its return. */
async function visit(who: Person | null, { url, state, secret }: Started) {
  idp.person = who;
  const returned = await idp.visit(url);
  expect(returned.state).toBe(state);
  return { ...returned, secret };
}
async function signIn(who: Person | null, tamper: (body: Record<string, unknown>) => object = (body) => body): Promise<Answer> {
  const { status, body } = await api.visitor.post('/api/auth/provider/start', { provider: providerId });
  expect(status).toBe(200);
  return api.visitor.post('/api/auth/provider/finish', tamper(await visit(who, body as Started)));
}
async function link(caller: Caller, who: Person): Promise<Answer> {
  const { status, body } = await caller.post(`/api/auth/provider/link/${providerId}`, { passWord: caller.user.password });
  expect([status, body]).toEqual([200, expect.objectContaining({ url: expect.any(String) })]);
  return caller.post('/api/auth/provider/link', await visit(who, body as Started));
}
/** A buyer user whose account is linked. */
async function linked(more: Partial<Person> = {}): Promise<{ caller: Caller; who: Person }> {
  const who = person(api.serial(), more);
  const caller = await newMember(api, admin, 'accounts');
  expect((await link(caller, who)).body).toEqual({ message: messages.linked });
  return { caller, who };
}
const sessionOf = ({ body }: Answer) => new Caller(api.app, String(body.token));
const refusals = async () =>
  (await admin.get('/api/audit/get', { action: 'session.refuse' })).body.map(({ after }: { after: object }) => after) as {
    reason: string;
    subject?: string;
  }[];

describe('a sign-in', () => {
  test('starts a session in the company of the provider, and is logged', async () => {
    const { caller, who } = await linked();
    const answer = await signIn(who);
    expect([answer.status, answer.body.detail._id, answer.body.detail.membership.company]).toEqual([
      200,
      caller.user.id,
      expect.any(String),
    ]);
    expect((await sessionOf(answer).get('/api/auth/sessions')).status).toBe(200);
    const mails = await api.ctx.db.rows(
      sql`select content ->> 'provider' as provider from mails where user_id = ${caller.user.id} and kind = 'providerLinked'`,
    );
    expect(mails).toEqual([{ provider: 'Example Stores' }]);
    const [entry] = (await admin.get('/api/audit/get', { action: 'session.start' })).body;
    expect([entry.entityId, entry.after.provider]).toEqual([caller.user.id, 'Example Stores']);
  });

  test('belongs to the account even after its e-mail at the provider has changed', async () => {
    const { caller, who } = await linked();
    const answer = await signIn({ ...who, email: 'another@elsewhere.example' });
    expect([answer.status, answer.body.detail._id]).toEqual([200, caller.user.id]);
  });

  test('works in two tabs at the same time, once each', async () => {
    const { who } = await linked();
    const starts = await Promise.all([1, 2].map(() => api.visitor.post('/api/auth/provider/start', { provider: providerId })));
    const [one, two] = [await visit(who, starts[0]?.body), await visit(who, starts[1]?.body)];
    const finish = async (body: object) => (await api.visitor.post('/api/auth/provider/finish', body)).status;
    // A return is valid only in the tab that started it.
    expect(await finish({ ...one, secret: two.secret })).toBe(409);
    expect([await finish(two), await finish(one)]).toEqual([200, 200]);
    expect([await finish(one), await finish(two)]).toEqual([409, 409]);
  });

  test('must start again after ten minutes', async () => {
    const { who } = await linked();
    const { body } = await api.visitor.post('/api/auth/provider/start', { provider: providerId });
    const returned = await visit(who, body as Started);
    now = 10 * 60_000;
    expect((await api.visitor.post('/api/auth/provider/finish', returned)).body).toEqual({ message: messages.over });
  });

  test('works with a key that the provider has rotated to', async () => {
    const { who } = await linked();
    expect((await signIn(who)).status).toBe(200);
    idp.rotate();
    expect((await signIn(who)).status).toBe(200);
  });

  test.each([
    [45, 200],
    [90, 403],
  ])('with a token that expired %i s ago returns %i', async (seconds, status) => {
    const { who } = await linked();
    idp.forge = (claims) => ({ claims: { ...claims, exp: Math.floor(Date.now() / 1000) - seconds } });
    expect((await signIn(who)).status).toBe(status);
  });

  test('asks for the code if two-step verification is on, unless the provider did and the settings allow it', async () => {
    const { caller, who } = await linked({ amr: ['pwd', 'mfa'] });
    const { secret } = await setUp(caller);
    const asked = await signIn(who);
    expect([asked.status, asked.body.message]).toEqual([202, 'Enter the code from your authenticator app.']);
    now = 60_000;
    const given = await api.visitor.post('/api/auth/login/code', {
      challenge: asked.body.challenge,
      code: codeAt(secret, Date.now() + now),
    });
    expect([given.status, given.body.detail._id]).toEqual([200, caller.user.id]);
    await withSettings({ trustMfa: true }, { trustMfa: false }, async () => {
      expect((await signIn(who)).status).toBe(200);
      expect((await signIn({ ...who, amr: ['pwd'] })).status).toBe(202);
    });
  });

  test('ends when the account is deactivated or the membership removed', async () => {
    const caller = await api.newAdmin();
    const who = person(api.serial());
    expect((await link(caller, who)).status).toBe(200);
    const first = sessionOf(await signIn(who));
    expect((await admin.put(`/api/auth/edit/${caller.user.id}`, { isActive: false })).status).toBe(200);
    expect((await first.get('/api/auth/sessions')).status).toBe(401);
    expect((await sessionOf(await signIn(who)).get('/api/auth/sessions')).status).toBe(403);

    const { caller: member, who: other } = await linked();
    const second = sessionOf(await signIn(other));
    const { members } = (await admin.get('/api/members')).body as { members: { _id: string; userId: string }[] };
    const membership = members.find(({ userId }) => userId === member.user.id)?._id;
    expect((await admin.delete(`/api/members/${membership}`)).status).toBe(200);
    expect((await second.get('/api/auth/sessions')).status).toBe(401);
    expect((await signIn(other)).body).toEqual({ message: messages.notMember });
  });
});

describe('a rejected sign-in reveals nothing in its message and log entry', () => {
  const other = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const cases: [string, string, NonNullable<IdentityProvider['forge']>][] = [
    ['a token that nobody signed', 'signature', () => ({ alg: 'none' })],
    ['one that somebody else signed', 'signature', () => ({ key: other() })],
    ['one for another application', 'audience', (claims) => ({ claims: { ...claims, aud: 'another' } })],
    ['one for several applications', 'audience', (claims) => ({ claims: { ...claims, aud: [CLIENT.id, 'another'] } })],
    ['one of another issuer', 'tenant', (claims) => ({ claims: { ...claims, iss: 'https://elsewhere.example' } })],
    ['an old nonce', 'nonce', (claims) => ({ claims: { ...claims, nonce: 'of yesterday' } })],
    ['no nonce', 'invalid', (claims) => ({ claims: { ...claims, nonce: undefined } })],
    ['one that ended', 'expired', (claims) => ({ claims: { ...claims, exp: 1_700_000_000 } })],
    ['one that is not yet good', 'expired', (claims) => ({ claims: { ...claims, nbf: Math.floor(Date.now() / 1000) + 90 } })],
  ];
  test.each(cases)('%s: %s', async (_, reason, forge) => {
    const { who } = await linked();
    idp.forge = forge;
    const answer = await signIn(who);
    expect([answer.status, answer.body]).toEqual([403, { message: messages[reason as 'nonce'] }]);
    expect((await refusals())[0]).toMatchObject({ provider: 'Example Stores', reason, address: '127.0.0.1' });
  });

  test('if it was cancelled, or has another issuer or code', async () => {
    const { who } = await linked();
    expect((await signIn(null)).body).toEqual({ message: messages.cancelled });
    expect((await signIn(who, (body) => ({ ...body, code: 'made up' }))).body).toEqual({ message: messages.invalid });
    expect((await signIn(who, (body) => ({ ...body, iss: 'https://elsewhere.example' }))).body).toEqual({ message: messages.invalid });
    expect((await signIn(who, (body) => ({ ...body, state: 'made up' }))).body).toEqual({ message: messages.over });
    expect((await refusals()).slice(0, 3).map(({ reason }) => reason)).toEqual(['invalid', 'invalid', 'cancelled']);
  });

  test('with the e-mail of an account, with the same message as an unknown user', async () => {
    const owner = await newMember(api, admin, 'buyer');
    const before = await api.ctx.db.first(sql`select count(*) from identities`);
    const [known, unknown] = [await signIn(person(9001, { email: owner.user.email })), await signIn(person(9002))];
    expect([known.status, known.body]).toEqual([403, { message: messages.notLinked }]);
    expect(unknown.body).toEqual(known.body);
    expect(await api.ctx.db.first(sql`select count(*) from identities`)).toEqual(before);
    expect((await refusals())[1]).toMatchObject({ reason: 'notLinked', subject: 'person 9001' });
  });

  test('if it links another user’s account, or one outside the domains', async () => {
    const { who } = await linked();
    const caller = await newMember(api, admin, 'accounts');
    const taken = await link(caller, who);
    expect([taken.status, taken.body]).toEqual([409, { message: messages.otherAccount }]);
    const outside = await link(caller, person(api.serial(), { email: 'p@elsewhere.example' }));
    expect([outside.status, outside.body]).toEqual([403, { message: messages.domainRefused }]);
    const unproved = await link(caller, person(api.serial(), { email_verified: false } as Partial<Person>));
    expect(unproved.status).toBe(200);
  });

  test('if it links without the password, to another company’s provider, or for another user', async () => {
    const [caller, vendor] = [await newMember(api, admin, 'accounts'), await api.newVendor()];
    const wrong = await caller.post(`/api/auth/provider/link/${providerId}`, { passWord: 'wrong' });
    expect([wrong.status, wrong.body.errors]).toEqual([422, { passWord: 'Wrong password.' }]);
    expect((await vendor.post(`/api/auth/provider/link/${providerId}`, { passWord: vendor.user.password })).status).toBe(404);
    const { body } = await caller.post(`/api/auth/provider/link/${providerId}`, { passWord: caller.user.password });
    const returned = await visit(person(api.serial()), body as Started);
    expect((await vendor.post('/api/auth/provider/link', returned)).body).toEqual({ message: messages.over });
    expect((await api.visitor.post('/api/auth/provider/finish', returned)).body).toEqual({ message: messages.over });
  });

  test('an account of Entra ID is identified by tenant and object ID, of the issuer’s tenant', () => {
    const issuer = 'https://login.microsoftonline.com/11111111-aaaa/v2.0';
    const claims = { sub: 'pairwise', tid: '11111111-AAAA', oid: 'o1' };
    expect(named(issuer, claims).subject).toBe('11111111-AAAA:o1');
    expect(() => named(issuer, { ...claims, tid: '2222' })).toThrow(messages.tenant);
    expect(() => named(issuer, { sub: 'pairwise' })).toThrow(messages.invalid);
    // Other providers let anyone have these claims.
    expect(named('https://login.example', claims).subject).toBe('pairwise');
  });
});

describe('a provider that is required', () => {
  test('lets a password only link the account, except for an administrator without a link', async () => {
    const member = await newMember(api, admin, 'accounts');
    await withSettings({ required: true }, { required: false }, async () => {
      const session = await api.signIn(member.user);
      expect((await session.get('/api/auth/companies')).body).toMatchObject({ message: messages.linkFirst, provider: 'required' });
      const links = await session.get('/api/auth/provider/links');
      expect(links.body).toEqual([{ _id: providerId, name: 'Example Stores', linkedAt: null, required: true }]);
      const who = person(api.serial());
      expect((await link(session, who)).status).toBe(200);
      expect((await session.get('/api/auth/sessions')).status).toBe(200);
      expect((await sessionOf(await signIn(who)).get('/api/auth/sessions')).status).toBe(200);
      // The password still leads only to the linking page.
      expect((await (await api.signIn(member.user)).get('/api/auth/sessions')).status).toBe(403);
      expect((await session.delete(`/api/auth/provider/link/${providerId}`)).body).toEqual({ message: messages.required });
      expect((await (await api.signIn(admin.user)).get('/api/provider/get')).status).toBe(200);
    });
  });

  test('keeps one administrator for emergencies', async () => {
    const second = await newMember(api, admin, 'administrator');
    await withSettings({ required: true }, { required: false }, async () => {
      const who = person(api.serial());
      expect((await link(second, who)).status).toBe(200);
      const last = await link(admin, person(api.serial()));
      expect([last.status, last.body]).toEqual([409, { message: messages.lastEmergency }]);
      const { members } = (await second.get('/api/members')).body as { members: { _id: string; userId: string; updatedAt: string }[] };
      const own = members.find(({ userId }) => userId === admin.user.id);
      expect((await second.delete(`/api/members/${own?._id}`)).body).toEqual({ message: messages.lastEmergency });
    });
    // Both administrators are linked while it is not required, so it can no longer be required.
    const both = await link(admin, person(api.serial()));
    expect(both.status).toBe(200);
    const refused = await change({ required: true });
    expect([refused.status, refused.body.errors]).toEqual([422, { required: messages.emergency }]);
    const linkedNow = async () => (await admin.get(`/api/auth/security/${admin.user.id}`)).body.linked;
    expect(await linkedNow()).toBe(true);
    expect((await admin.post(`/api/auth/provider/unlink/${admin.user.id}`)).body).toEqual({ message: messages.unlinked });
    expect(await linkedNow()).toBe(false);
  });
});

describe('an invitation', () => {
  async function invite(role: string, email: string): Promise<string> {
    expect((await admin.post('/api/members/invitations', { email, role })).status).toBe(200);
    return secretFor(email);
  }
  async function secretFor(email: string): Promise<string> {
    const mails = (await api.visitor.get('/api/outbox')).body as { to: string; text: string }[];
    return /\/invitation\/([\w-]+)/.exec(mails.find(({ to }) => to === email)?.text ?? '')?.[1] ?? '';
  }
  async function proofFor(invitation: string, who: Person): Promise<Answer> {
    const { status, body } = await api.visitor.post('/api/auth/provider/invitation', { provider: providerId, invitation });
    expect(status).toBe(200);
    return api.visitor.post('/api/auth/provider/proof', await visit(who, body as Started));
  }
  const details = () => ({ firstName: 'Asha', lastName: 'Rao', mobileNumber: String(9_100_000_000 + api.serial()) });

  test('can be accepted with the provider instead of a password', async () => {
    const email = `asha${api.serial()}@stores.example`;
    const secret = await invite('buyer', email);
    expect((await api.visitor.post('/api/invitations/get', { secret })).body).toMatchObject({
      providers: [{ _id: providerId, name: 'Example Stores' }],
      required: false,
    });
    const who = person(api.serial(), { given_name: 'Asha', family_name: 'Rao' });
    const { body } = await proofFor(secret, who);
    expect(body).toEqual({ proof: expect.any(String), firstName: 'Asha', lastName: 'Rao' });
    const accept = { secret, proof: body.proof, ...details() };
    expect((await api.visitor.post('/api/invitations/accept', { ...accept, firstName: '' })).status).toBe(422);
    expect((await api.visitor.post('/api/invitations/accept', accept)).status).toBe(200);
    const answer = await signIn(who);
    expect([answer.status, answer.body.detail.email]).toEqual([200, email]);
    expect((await api.visitor.post('/api/auth/login', { email, passWord: '' })).status).toBe(401);
  });

  test('requires the provider if the company does, and accepts no proof of another company', async () => {
    const email = `ravi${api.serial()}@stores.example`;
    const secret = await invite('buyer', email);
    await withSettings({ required: true }, { required: false }, async () => {
      const refused = await api.visitor.post('/api/invitations/accept', { secret, ...details(), passWord: 'a long enough passphrase' });
      expect([refused.status, refused.body.errors]).toEqual([422, { passWord: messages.byProviderOnly }]);
    });
    const madeUp = await api.visitor.post('/api/invitations/accept', { secret, ...details(), proof: 'made up' });
    expect([madeUp.status, madeUp.body]).toEqual([409, { message: messages.over }]);
  });

  test('is sent by e-mail to new users of the domains, with the role of the settings', async () => {
    await withSettings({ defaultRole: 'auditor' }, { defaultRole: '' }, async () => {
      const who = person(api.serial(), { email: `new${api.serial()}@stores.example` });
      expect((await signIn(who)).body).toEqual({ message: messages.notLinked });
      const secret = await secretFor(String(who.email));
      expect((await api.visitor.post('/api/invitations/get', { secret })).body).toMatchObject({ email: who.email, role: 'auditor' });
      const outside = person(api.serial(), { email: `new${api.serial()}@elsewhere.example` });
      expect((await signIn(outside)).body).toEqual({ message: messages.notLinked });
      expect(await secretFor(String(outside.email))).toBe('');
      // The user who set it up may no longer invite anyone.
      const saver = await newMember(api, admin, 'auditor');
      await api.ctx.db.execute(sql`update idps set saved_by = ${saver.user.id} where id = ${providerId}`);
      const late = person(api.serial(), { email: `new${api.serial()}@stores.example` });
      expect((await signIn(late)).body).toEqual({ message: messages.notLinked });
      expect(await secretFor(String(late.email))).toBe('');
    });
  });
});

describe('a provider of a vendor', () => {
  test('is found by the domain, opens only that company, and signs no one in to another', async () => {
    const vendor = await api.newVendor();
    const elsewhere = await startIdentityProvider(`http://127.0.0.1:3000${RETURN_PATH}`);
    const buyers = [idp, providerId] as const;
    try {
      idp = elsewhere;
      providerId = await add({ userID: vendor.user.id, domains: 'vendor.example', name: 'Vendor' });
      const who = person(api.serial(), { email: 'owner@vendor.example' });
      expect((await link(vendor, who)).status).toBe(200);
      expect((await api.visitor.post('/api/auth/provider/start', { provider: providerId })).status).toBe(404);
      const unknown = await api.visitor.post('/api/auth/provider/start', { email: 'x@nobody.example' });
      expect([unknown.status, unknown.body.errors]).toEqual([422, { email: messages.unknownCompany }]);
      const { body } = await api.visitor.post('/api/auth/provider/start', { email: 'Anybody@Vendor.example' });
      expect(new URL(body.url).searchParams.get('login_hint')).toBe('Anybody@Vendor.example');
      const answer = await api.visitor.post('/api/auth/provider/finish', await visit(who, body as Started));
      expect([answer.status, answer.body.detail._id]).toEqual([200, vendor.user.id]);

      const second = await api.newVendor();
      const added = await api.ctx.db.first<{ id: string }>(sql`
        insert into memberships (user_id, vendor_id, role) values (${vendor.user.id}, ${second.user.id}, 'reader') returning id::text`);
      const entered = await sessionOf(answer).post(`/api/auth/companies/${added?.id}`);
      expect([entered.status, entered.body.message]).toEqual([403, messages.otherCompany]);
      // The visitor's page names only the buyer's providers.
      expect((await api.visitor.get('/api/site')).body).toMatchObject({
        providers: [{ _id: buyers[1], name: 'Example Stores' }],
        vendorProviders: true,
      });
    } finally {
      await admin.delete(`/api/provider/remove/${providerId}`);
      [idp, providerId] = buyers;
      await elsewhere.close();
    }
  });
});

describe('the settings of providers', () => {
  test('never show the secret, which is stored encrypted and not logged', async () => {
    const { body } = await admin.get('/api/provider/get');
    expect(body[0]).toMatchObject({ hasSecret: true, domains: 'stores.example', userID: null, defaultRole: null });
    expect(JSON.stringify(body)).not.toContain(CLIENT.secret);
    expect(JSON.stringify((await admin.get('/api/audit/get', { entity: 'provider' })).body)).not.toContain(CLIENT.secret);
    const stored = await api.ctx.db.first<{ secret: Buffer }>(sql`select client_secret as secret from idps where id = ${providerId}`);
    expect(stored?.secret.toString('latin1')).not.toContain(CLIENT.secret);
  });

  test.each([
    [{ issuer: 'stores.example' }, 'issuer', messages.issuer],
    [{ issuer: 'http://stores.example' }, 'issuer', messages.issuer],
    [{ issuer: 'https://user@stores.example' }, 'issuer', messages.issuer],
    [{ issuer: 'https://login.microsoftonline.com/common/v2.0' }, 'issuer', messages.issuerTenant],
    [{ domains: 'stores' }, 'domains', messages.domain('stores')],
    [{ defaultRole: 'owner' }, 'defaultRole', messages.role],
    [{ defaultRole: 'king' }, 'defaultRole', messages.role],
    [{ defaultRole: 'buyer', domains: '' }, 'domains', messages.domainsFirst],
    [{ name: ' ' }, 'name', messages.name],
  ])('%j is rejected', async (given, field, message) => {
    const { status, body } = await change(given);
    expect([status, body.errors]).toEqual([422, { [field]: message }]);
  });

  test('reject what another provider uses, and an outdated edit', async () => {
    const again = await admin.post('/api/provider/create', form({ domains: '' }));
    expect([again.status, again.body.errors]).toEqual([422, { clientId: messages.taken }]);
    const domain = await admin.post('/api/provider/create', form({ clientId: 'another' }));
    expect([domain.status, domain.body.errors]).toEqual([422, { domains: messages.domainTaken('stores.example') }]);
    expect((await change({ name: 'Stores', updatedAt: '2020-01-01T00:00:00.000Z' })).status).toBe(409);
  });

  test('check that the issuer responds and is the one that was entered', async () => {
    expect((await admin.post(`/api/provider/check/${providerId}`)).body).toEqual({ message: messages.answers });
    const dead = await add({ issuer: 'http://127.0.0.1:9', domains: '' });
    expect((await admin.post(`/api/provider/check/${dead}`)).body.errors).toEqual({ issuer: messages.noAnswer });
    expect((await api.visitor.post('/api/auth/provider/start', { provider: dead })).body).toMatchObject({ message: messages.unreachable });
    await admin.delete(`/api/provider/remove/${dead}`);
    // The same server under another name states the first name in its configuration.
    const another = await add({ issuer: idp.issuer.replace('127.0.0.1', 'localhost'), domains: '' });
    expect((await admin.post(`/api/provider/check/${another}`)).body.errors).toEqual({ issuer: messages.otherIssuer });
    await admin.delete(`/api/provider/remove/${another}`);
  });

  test('end the sessions of a removed provider', async () => {
    // The administrator was linked above, so the session came from the provider and is replaced.
    admin = await api.signIn(admin.user);
    const { who } = await linked();
    const session = sessionOf(await signIn(who));
    const { body } = await admin.delete(`/api/provider/remove/${providerId}`);
    expect(body).toEqual({ message: messages.removed, data: [] });
    expect((await session.get('/api/auth/sessions')).status).toBe(401);
    expect((await signInStarts()).status).toBe(404);
    providerId = await add({});
    // Removing the provider has removed the link.
    expect((await signIn(who)).body).toEqual({ message: messages.notLinked });
  });

  test('end the administrator’s own session that the removed provider started', async () => {
    const colleague = await newMember(api, admin, 'administrator');
    const who = person(api.serial());
    expect((await link(colleague, who)).status).toBe(200);
    const session = sessionOf(await signIn(who));
    expect((await session.delete(`/api/provider/remove/${providerId}`)).status).toBe(200);
    expect((await session.get('/api/auth/sessions')).status).toBe(401);
    providerId = await add({});
  });

  test('end links and sessions when the issuer changes', async () => {
    const { who } = await linked();
    const session = sessionOf(await signIn(who));
    expect((await change({ issuer: 'http://127.0.0.1:9', clientSecret: CLIENT.secret })).status).toBe(200);
    expect((await session.get('/api/auth/sessions')).status).toBe(401);
    expect((await change({ issuer: idp.issuer, clientSecret: CLIENT.secret })).status).toBe(200);
    expect((await signIn(who)).body).toEqual({ message: messages.notLinked });
  });
  const signInStarts = () => api.visitor.post('/api/auth/provider/start', { provider: providerId });
});
