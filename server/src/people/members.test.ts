import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Api, Caller, startApi, statusesOf } from '../../test/api.ts';
import { newMember } from '../../test/members.ts';
import { makeInvoice, ownerOf } from '../demo/factories.ts';

const DAY = 24 * 3_600_000;
let now = Date.now();
let api: Api;
beforeAll(async () => {
  api = await startApi({ captcha: false }, () => new Date(now));
});
afterAll(() => api.close());

interface Row {
  _id: string;
  userId: string;
  email: string;
  role: string;
  updatedAt: string;
}

const peopleOf = async (caller: Caller, query = {}) =>
  (await caller.get('/api/members', query)).body as { company: string; members: Row[]; invitations: (Row & { expired: boolean })[] };
const memberOf = async (caller: Caller, { user }: Caller) => (await peopleOf(caller)).members.find(({ userId }) => userId === user.id);

async function linkTo(address: string): Promise<string> {
  const mails = (await api.visitor.get('/api/outbox')).body as { to: string; text: string }[];
  const [, secret = ''] = /\/invitation\/([\w-]+)/.exec(mails.find(({ to }) => to === address)?.text ?? '') ?? [];
  return secret;
}

/** Invites an unused address. @returns the secret in the mailed link. */
async function invited(owner: Caller, role = 'billing', email = `clerk${api.serial()}@example.org`) {
  expect((await owner.post('/api/members/invitations', { email, role })).status).toBe(200);
  await expect.poll(() => linkTo(email)).not.toBe('');
  return { email, secret: await linkTo(email) };
}

const newPerson = () => ({
  firstName: 'Meera',
  lastName: 'Shah',
  mobileNumber: String(8_700_000_000 + api.serial()),
  passWord: 'a clerk of the mill',
});

async function joined(owner: Caller, role = 'billing') {
  const { email, secret } = await invited(owner, role);
  expect((await api.visitor.post('/api/invitations/accept', { secret, ...newPerson() })).status).toBe(200);
  return api.signIn({ id: '', email, password: 'a clerk of the mill' });
}

describe('an invitation', () => {
  test('makes a new user a member who acts for the company within the role', async () => {
    const owner = await api.newVendor();
    const invoice = await makeInvoice(api.ctx, ownerOf(owner.user.id), '901');
    const { email, secret } = await invited(owner);
    expect((await api.visitor.post('/api/invitations/get', { secret })).body).toEqual({
      company: expect.stringContaining('Traders'),
      email,
      role: 'billing',
      sites: null,
      known: false,
      providers: [],
      required: false,
    });
    const { status, body } = await api.visitor.post('/api/invitations/accept', {
      secret,
      ...newPerson(),
      mobileNumber: '12',
      passWord: 'x',
    });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['mobileNumber', 'passWord']]);
    expect((await api.visitor.post('/api/invitations/accept', { secret, ...newPerson() })).status).toBe(200);
    const again = await api.visitor.post('/api/invitations/accept', { secret, ...newPerson() });
    expect([again.status, again.body.message]).toEqual([409, 'This invitation was used or withdrawn, or has expired. Ask for a new one.']);

    const answer = await api.visitor.post('/api/auth/login', { email, passWord: 'a clerk of the mill' });
    expect(answer.body.detail).toMatchObject({
      firstName: 'Meera',
      membership: { vendorId: owner.user.id, roles: ['billing'], several: false },
    });
    const clerk = new Caller(api.app, answer.body.token);
    expect((await clerk.get('/api/invoice/get')).body.map(({ _id }: Row) => _id)).toEqual([invoice._id]);
    const made = await clerk.post('/api/invoice/create', { invoiceNumber: '902', invoiceValue: 118 });
    expect([made.status, made.body.data.userID]).toEqual([200, owner.user.id]);
    const refused = await clerk.post('/api/desPatchNote/create', { DCNumber: 'DC/1' });
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'You can view dispatch notes but not change them. Ask an owner of your company.',
    ]);
    const logged = await api.ctx.db.first(sql`
      select vendor_id::text as owner, actor_id::text as who from audit_log where entity = 'invoice' and entity_id = ${made.body.data._id}`);
    expect(logged).toEqual({ owner: owner.user.id, who: answer.body.detail._id });
  });

  test('ends after seven days, when replaced by another link, and when withdrawn', async () => {
    const owner = await api.newVendor();
    const late = await invited(owner);
    now += 7 * DAY + 1000;
    const anew = await api.signIn(owner.user);
    expect((await peopleOf(anew)).invitations).toMatchObject([{ email: late.email, expired: true }]);
    expect((await api.visitor.post('/api/invitations/get', late)).status).toBe(409);
    const id = (await peopleOf(anew)).invitations[0]?._id ?? '';
    expect((await anew.post(`/api/members/invitations/${id}/resend`)).status).toBe(200);
    await expect.poll(() => linkTo(late.email)).not.toBe(late.secret);
    const secret = await linkTo(late.email);
    expect((await api.visitor.post('/api/invitations/get', { secret })).status).toBe(200);
    expect((await anew.delete(`/api/members/invitations/${id}`)).status).toBe(200);
    expect((await api.visitor.post('/api/invitations/accept', { secret, ...newPerson() })).status).toBe(409);
  });

  test('for an address with an account can be accepted only by its user, who then has two companies', async () => {
    const [owner, accountant, third] = [await api.newVendor(), await api.newVendor(), await api.newVendor()];
    const { secret } = await invited(owner, 'reader', accountant.user.email);
    const visitor = await api.visitor.post('/api/invitations/accept', { secret, ...newPerson() });
    expect([visitor.status, visitor.body.message]).toEqual([
      409,
      `${accountant.user.email} already has an account. Sign in to it, then open the link again.`,
    ]);
    expect((await third.post('/api/invitations/accept', { secret })).status).toBe(409);
    expect((await accountant.post('/api/invitations/accept', { secret })).status).toBe(200);
    const twice = await owner.post('/api/members/invitations', { email: accountant.user.email.toUpperCase(), role: 'reader' });
    expect([twice.status, twice.body.errors]).toEqual([422, { email: 'This user is already a member.' }]);

    const login = await api.visitor.post('/api/auth/login', { email: accountant.user.email, passWord: accountant.user.password });
    expect([login.status, login.body.message]).toEqual([202, 'Choose the company that you act for.']);
    const { challenge, companies } = login.body;
    expect(companies.map(({ role }: Row) => role).sort()).toEqual(['owner', 'reader']);
    const [reading] = companies.filter(({ role }: Row) => role === 'reader');
    const [elsewhere] = (await peopleOf(third)).members;
    const ofOthers = await api.visitor.post('/api/auth/login/company', { challenge, company: elsewhere?._id });
    expect(ofOthers.status).toBe(404);
    const chosen = await api.visitor.post('/api/auth/login/company', { challenge, company: reading._id });
    expect([chosen.status, chosen.body.detail.membership]).toEqual([
      200,
      { company: reading.company, vendorId: owner.user.id, roles: ['reader'], siteIds: [], boundRoles: [], several: true, language: 'en' },
    ]);
    expect((await api.visitor.post('/api/auth/login/company', { challenge, company: reading._id })).status).toBe(401);

    const caller = new Caller(api.app, chosen.body.token);
    expect((await caller.post('/api/invoice/create', { invoiceNumber: '1', invoiceValue: 1 })).status).toBe(403);
    const own = (await caller.get('/api/auth/companies')).body.find(({ current }: { current: boolean }) => !current);
    const home = await caller.post(`/api/auth/companies/${own._id}`);
    expect([home.status, home.body.detail.membership.roles]).toEqual([200, ['owner']]);
    expect((await caller.get('/api/auth/companies')).status).toBe(401);
    expect((await new Caller(api.app, home.body.token).post('/api/invoice/create', { invoiceNumber: '1', invoiceValue: 1 })).status).toBe(
      200,
    );
  });

  test('accepted twice at the same time creates one member', async () => {
    const [owner, known] = [await api.newVendor(), await api.newVendor()];
    const stranger = await invited(owner);
    const accept = () => api.visitor.post('/api/invitations/accept', { secret: stranger.secret, ...newPerson() });
    expect(statusesOf(await Promise.all([accept(), accept()]))).toEqual([200, 409]);
    const { secret } = await invited(owner, 'reader', known.user.email);
    const answers = await Promise.all([1, 2].map(() => known.post('/api/invitations/accept', { secret })));
    expect(statusesOf(answers)).toEqual([200, 409]);
    expect((await peopleOf(owner)).members).toHaveLength(3);
  });

  test('offers only roles of its side', async () => {
    const [owner, admin] = [await api.newVendor(), await api.newAdmin()];
    for (const [who, role, status] of [
      [owner, 'administrator', 422],
      [admin, 'owner', 422],
      [admin, 'auditor', 200],
      [owner, 'dispatch', 200],
      [owner, 'king', 422],
    ] as const) {
      const email = `some${api.serial()}@example.org`;
      expect([role, (await who.post('/api/members/invitations', { email, role })).status]).toEqual([role, status]);
    }
    const email = `some${api.serial()}@example.org`;
    expect((await admin.post('/api/members/invitations', { email, role: 'owner', userID: owner.user.id })).status).toBe(200);
    expect((await peopleOf(owner)).invitations.map((each) => each.email)).toContain(email);
  });
});

describe('a role', () => {
  test('ends with the next call when it is changed, and a removed member is signed out', async () => {
    const owner = await api.newVendor();
    const clerk = await joined(owner, 'billing');
    const invoice = { invoiceNumber: '7', invoiceValue: 10 };
    expect((await clerk.post('/api/invoice/create', invoice)).status).toBe(200);
    const member = (await peopleOf(owner)).members.find(({ email }) => email === clerk.user.email);
    expect((await owner.put(`/api/members/${member?._id}`, { role: 'reader', updatedAt: member?.updatedAt })).status).toBe(200);
    const refused = await clerk.post('/api/invoice/create', { ...invoice, invoiceNumber: '8' });
    expect([refused.status, refused.body.message]).toEqual([403, 'You can view invoices but not send them. Ask an owner of your company.']);
    expect((await clerk.get('/api/members')).status).toBe(403);
    const stale = await owner.put(`/api/members/${member?._id}`, { role: 'owner', updatedAt: member?.updatedAt });
    expect(stale.status).toBe(409);
    expect((await owner.delete(`/api/members/${member?._id}`)).status).toBe(200);
    expect((await clerk.get('/api/invoice/get')).status).toBe(401);
    const login = await api.visitor.post('/api/auth/login', { email: clerk.user.email, passWord: clerk.user.password });
    expect([login.status, login.body.message]).toEqual([
      403,
      'You no longer belong to any company. Ask an owner of your company to invite you again.',
    ]);
    const { secret } = await invited(owner, 'reader', clerk.user.email);
    expect((await api.visitor.post('/api/invitations/accept', { secret, ...newPerson() })).status).toBe(200);
    expect((await api.signIn(clerk.user)).token).not.toBeNull();
  });

  test('of the last owner or the last administrator cannot be removed', async () => {
    const [owner, other] = [await api.newVendor(), await api.newVendor()];
    const own = await memberOf(owner, owner);
    for (const answer of [await owner.put(`/api/members/${own?._id}`, { role: 'reader' }), await owner.delete(`/api/members/${own?._id}`)])
      expect([answer.status, answer.body.message]).toEqual([409, 'This is the last owner. Give another user the owner role first.']);
    expect((await other.delete(`/api/members/${own?._id}`)).status).toBe(404);
    await api.ctx.db.execute(sql`update users set is_active = false where is_admin`);
    const admin = await api.newAdmin();
    const itself = await memberOf(admin, admin);
    const answer = await admin.delete(`/api/members/${itself?._id}`);
    expect([answer.status, answer.body.message]).toEqual([
      409,
      'This is the last administrator. Give another user the administrator role first.',
    ]);
  });

  test('remains with one of two owners who remove it from each other at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const one = await api.newVendor();
      const two = await newMember(api, one, 'owner');
      const [first, second] = [await memberOf(one, one), await memberOf(one, two)];
      const answers = await Promise.all([
        one.put(`/api/members/${second?._id}`, { role: 'reader' }),
        two.put(`/api/members/${first?._id}`, { role: 'reader' }),
      ]);
      expect([200, 403]).toEqual(statusesOf(answers));
      const owners = await api.ctx.db.rows(sql`select from memberships where vendor_id = ${one.user.id} and role = 'owner'`);
      expect(owners).toHaveLength(1);
    }
  });

  test.each(['each other', 'themselves'])('remains with one of two owners who remove %s at the same time', async (whom) => {
    const one = await api.newVendor();
    const two = await newMember(api, one, 'owner');
    const [first, second] = [await memberOf(one, one), await memberOf(one, two)];
    const [gone, goes] = whom === 'themselves' ? [first, second] : [second, first];
    const answers = await Promise.all([one.delete(`/api/members/${gone?._id}`), two.delete(`/api/members/${goes?._id}`)]);
    expect(statusesOf(answers)[0]).toBe(200);
    expect([401, 403, 409]).toContain(statusesOf(answers)[1]);
    expect(await api.ctx.db.rows(sql`select from memberships where vendor_id = ${one.user.id} and role = 'owner'`)).toHaveLength(1);
  });

  test('remains with one of the last two administrators who remove it from each other at the same time', async () => {
    await api.ctx.db.execute(sql`update users set is_active = false where is_admin`);
    const [one, two] = [await api.newAdmin(), await api.newAdmin()];
    const [first, second] = [await memberOf(one, one), await memberOf(one, two)];
    const answers = await Promise.all([
      one.put(`/api/members/${second?._id}`, { role: 'auditor' }),
      two.put(`/api/members/${first?._id}`, { role: 'auditor' }),
    ]);
    expect(statusesOf(answers)).toEqual([200, 403]);
    const left = await api.ctx.db.rows(sql`
      select from memberships join users on users.id = user_id where memberships.vendor_id is null and role = 'administrator' and is_active`);
    expect(left).toHaveLength(1);
  });

  test('does not outlast the vendor: if it is inactive, so are all its members', async () => {
    const [owner, admin] = [await api.newVendor(), await api.newAdmin()];
    const clerk = await newMember(api, owner, 'billing');
    expect((await clerk.get('/api/invoice/get')).status).toBe(201);
    expect((await admin.put(`/api/auth/edit/${owner.user.id}`, { isActive: false })).status).toBe(200);
    const refused = await clerk.get('/api/invoice/get');
    expect([refused.status, refused.body.message]).toEqual([403, 'Sorry! Your status is inactive']);
  });

  test('other than owner can change the user’s own name but not the company', async () => {
    const owner = await api.newVendor();
    const clerk = await newMember(api, owner, 'orders');
    const url = `/api/auth/edit/${clerk.user.id}`;
    const renamed = await clerk.send('PUT', url, { firstName: 'Asmita' });
    expect([renamed.status, renamed.body.data.firstName]).toEqual([200, 'Asmita']);
    const refused = await clerk.send('PUT', url, { accountNumber: '99' });
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'You can view the company’s details but not change them. Ask an owner of your company.',
    ]);
    const second = await newMember(api, owner, 'owner');
    const asked = await second.send('PUT', `/api/auth/edit/${second.user.id}`, { accountNumber: '990011' });
    expect([asked.status, asked.body.data.pendingIdentity.changes]).toEqual([200, { accountNumber: '990011' }]);
    const { body } = await owner.get(`/api/auth/user/${owner.user.id}`);
    expect(body[0].pendingIdentity.changes).toEqual({ accountNumber: '990011' });
  });

  test('of the buyer other than administrator cannot change users', async () => {
    const [admin, vendor] = [await api.newAdmin(), await api.newVendor()];
    const buyer = await newMember(api, admin, 'buyer');
    expect((await buyer.put(`/api/auth/edit/${vendor.user.id}`, { city: 'Nashik' })).status).toBe(403);
    await buyer.put(`/api/auth/edit/${buyer.user.id}`, { isAdmin: true, isActive: true });
    expect((await buyer.post('/api/auth/createUser', {})).status).toBe(403);
    expect((await buyer.get('/api/audit/get')).status).toBe(200);
  });
});

test('e-mails for a company go to its owners, and not to former members', async () => {
  const [first, admin] = [await api.newVendor(), await api.newAdmin()];
  const second = await newMember(api, first, 'owner');
  const mailsOf = async ({ user }: Caller) =>
    ((await api.visitor.get('/api/outbox')).body as { to: string; subject: string }[]).filter(({ to }) => to === user.email).length;
  const pay = async (invoiceNumber: string) => {
    await makeInvoice(api.ctx, ownerOf(first.user.id), invoiceNumber);
    const paid = { userID: first.user.id, invoiceNumber, amount: 1, paymentMode: 'online' };
    expect((await admin.post('/api/vendorPaymentReport/create', paid)).status).toBe(200);
    return [await mailsOf(first), await mailsOf(second)];
  };
  const before = await pay('1');
  const gone = await memberOf(second, first);
  expect((await second.delete(`/api/members/${gone?._id}`)).status).toBe(200);
  const after = await pay('2');
  expect(before[0]).toBeGreaterThan(0);
  expect([before[1], after[0], after[1]]).toEqual([1, before[0], 2]);
});
