import { messages } from '@aapurti/contract/people/members';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Api, Caller, startApi } from '../../test/api.ts';
import { papers, registration } from '../../test/forms.ts';
import { addItem } from '../../test/items.ts';
import { newMember } from '../../test/members.ts';

const EAN = '8901030516320';
const PRICE = { EANCode: EAN, shelfLifeDays: 9, quantity: 1, MRP: 100, percentage: 10, margin: 10, sellingPrice: 90 };
/** Half an hour before 1 December in India. */
let now = new Date('2026-11-30T18:00:00Z').getTime();
let api: Api;
beforeAll(async () => {
  api = await startApi({ captcha: false }, () => new Date(now));
  await addItem(api.ctx, { ean: EAN, name: 'Basmati Rice 1 kg' });
});
afterAll(() => api.close());

const membersOf = async (caller: Caller) =>
  (await caller.get('/api/members')).body as {
    members: { _id: string; userId: string }[];
    delegations: { _id: string; from: string; to: string; fromDay: string; toDay: string }[];
  };

async function delegate(owner: Caller, { from, to, days = ['2026-12-01', '2026-12-02'] }: { from: Caller; to: Caller; days?: string[] }) {
  const { members } = await membersOf(owner);
  const [giver, taker] = [from, to].map(({ user }) => members.find(({ userId }) => userId === user.id)?._id ?? '0');
  return owner.post('/api/members/delegations', { from: giver, to: taker, fromDay: days[0], toDay: days[1] });
}

const priceOf = async (vendor: Caller, by = vendor, userID?: string) => {
  const { status, body } = await by.post('/api/product/create', userID === undefined ? PRICE : { ...PRICE, userID });
  expect([status, body.message]).toEqual([200, body.message]);
  const product = await api.ctx.db.first<{ id: string }>(sql`select id::text from products where vendor_id = ${vendor.user.id}`);
  return product?.id ?? '';
};
const approve = (by: Caller, id: string) => by.put('/api/product/changeStatusPriceApproval', { productIdList: [id], priceApproval: true });

describe('a delegated role', () => {
  test('applies from midnight to midnight in India, and ends with the role or manually', async () => {
    const owner = await api.newVendor();
    const [clerk, reader] = [await newMember(api, owner, 'billing'), await newMember(api, owner, 'reader')];
    expect((await delegate(owner, { from: clerk, to: reader })).status).toBe(200);
    const invoice = async (invoiceNumber: string) => (await reader.post('/api/invoice/create', { invoiceNumber, invoiceValue: 5 })).status;
    expect(await invoice('1')).toBe(403);
    now = new Date('2026-11-30T18:30:00Z').getTime();
    expect(await invoice('2')).toBe(200);
    now = new Date('2026-12-01T05:00:00Z').getTime();
    const anew = await api.signIn(owner.user);
    const [entry] = (await membersOf(anew)).delegations;
    expect(entry).toMatchObject({ fromDay: '2026-12-01', toDay: '2026-12-02' });
    expect((await anew.delete(`/api/members/delegations/${entry?._id}`)).status).toBe(200);
    expect(await invoice('3')).toBe(403);

    expect((await delegate(anew, { from: clerk, to: reader })).status).toBe(200);
    expect(await invoice('4')).toBe(200);
    const member = (await membersOf(anew)).members.find(({ userId }) => userId === clerk.user.id);
    expect((await anew.delete(`/api/members/${member?._id}`)).status).toBe(200);
    expect(await invoice('5')).toBe(403);
  });

  test('ends at midnight in India', async () => {
    now = new Date('2027-01-05T05:00:00Z').getTime();
    const owner = await api.newVendor();
    const [clerk, reader] = [await newMember(api, owner, 'billing'), await newMember(api, owner, 'reader')];
    expect((await delegate(owner, { from: clerk, to: reader, days: ['2027-01-05', '2027-01-05'] })).status).toBe(200);
    const invoice = (invoiceNumber: string) => reader.post('/api/invoice/create', { invoiceNumber, invoiceValue: 5 });
    now = new Date('2027-01-05T15:00:00Z').getTime();
    expect((await invoice('1')).status).toBe(200);
    now = new Date('2027-01-05T18:30:00Z').getTime();
    expect((await invoice('2')).status).toBe(403);
  });

  test('needs two members of one company, and future dates', async () => {
    const [owner, other] = [await api.newVendor(), await api.newVendor()];
    const clerk = await newMember(api, owner, 'billing');
    expect((await delegate(owner, { from: clerk, to: other, days: ['2090-01-01', '2090-01-02'] })).status).toBe(404);
    expect((await delegate(owner, { from: clerk, to: clerk, days: ['2090-01-01', '2090-01-02'] })).status).toBe(422);
    const past = await delegate(owner, { from: clerk, to: owner, days: ['2020-01-02', '2020-01-03'] });
    expect([past.status, Object.keys(past.body.errors)]).toEqual([422, ['toDay']]);
    const turned = await delegate(owner, { from: clerk, to: owner, days: ['2090-01-02', '2090-01-01'] });
    expect([turned.status, Object.keys(turned.body.errors)]).toEqual([422, ['toDay']]);
  });
});

test('of an owner or administrator cannot be used to make the rights permanent', async () => {
  now = new Date('2027-04-01T05:00:00Z').getTime();
  const [owner, admin] = [await api.newVendor(), await api.newAdmin()];
  const [clerk, reader, second, buyer] = [
    await newMember(api, owner, 'billing'),
    await newMember(api, owner, 'reader'),
    await newMember(api, owner, 'orders'),
    await newMember(api, admin, 'buyer'),
  ];
  const days = ['2027-04-01', '2027-04-02'];
  await owner.post('/api/members/invitations', { email: `open${api.serial()}@example.com`, role: 'billing' });
  const invitation = (await owner.get('/api/members')).body.invitations[0]._id as string;
  expect((await delegate(owner, { from: owner, to: clerk, days })).status).toBe(200);
  expect((await delegate(admin, { from: admin, to: buyer, days })).status).toBe(200);
  const idOf = async (of: Caller) => (await membersOf(owner)).members.find(({ userId }) => userId === of.user.id)?._id ?? '';
  const [boss, own, other] = [await idOf(owner), await idOf(clerk), await idOf(reader)];
  const refused = [
    await clerk.put(`/api/members/${own}`, { role: 'owner' }),
    await clerk.put(`/api/members/${own}`, { role: 'orders' }),
    await clerk.put(`/api/members/${other}`, { role: 'owner' }),
    await clerk.put(`/api/members/${boss}`, { role: 'reader' }),
    await clerk.delete(`/api/members/${boss}`),
    await clerk.post('/api/members/invitations', { email: `own${api.serial()}@example.com`, role: 'owner' }),
    await delegate(clerk, { from: owner, to: clerk, days: ['2027-04-01', '2099-12-31'] }),
    await buyer.post('/api/members/invitations', { email: `own${api.serial()}@example.com`, role: 'administrator' }),
    await buyer.send('PUT', `/api/auth/edit/${owner.user.id}`, { isAdmin: true }, {}),
    await buyer.send('POST', '/api/auth/create', registration(api.serial(), { isAdmin: true }), papers()),
    await buyer.send('PUT', `/api/auth/edit/${admin.user.id}`, { passWord: 'a rather long new one' }, {}),
  ];
  expect(refused.map(({ status, body }) => [status, body.message])).toEqual(refused.map(() => [403, messages.standIn]));
  const password = owner.user.password;
  const key = { name: 'ERP', scopes: ['invoices:read'], days: 365, passWord: password };
  const hook = { url: 'https://erp.example.com/hooks', events: ['invoice'] };
  const made = (await owner.post('/api/webhooks', hook)).body._id as string;
  const provider = {
    name: 'Own',
    issuer: 'https://login.example',
    clientId: 'own',
    domains: 'example.com',
    required: false,
    trustMfa: false,
  };
  const lasting = [
    // The calls grant a role of a third user, or of a vendor, permanently.
    await delegate(clerk, { from: reader, to: clerk, days: ['2027-04-01', '2099-12-31'] }),
    await buyer.post('/api/members/invitations', { email: buyer.user.email, role: 'billing', userID: owner.user.id }),
    // The invitee of a lesser role may be the delegate with another address.
    await buyer.post('/api/members/invitations', { email: `own${api.serial()}@example.com`, role: 'billing', userID: owner.user.id }),
    await clerk.post('/api/members/invitations', { email: `own${api.serial()}@example.com`, role: 'reader' }),
    await clerk.post(`/api/members/invitations/${invitation}/resend`),
    await clerk.put(`/api/members/${other}`, { role: 'dispatch' }),
    await buyer.put(`/api/members/${other}`, { role: 'dispatch' }),
    await delegate(clerk, { from: second, to: reader, days: ['2027-04-01', '2099-12-31'] }),
    await clerk.post('/api/keys', key),
    await clerk.post('/api/webhooks', hook),
    await clerk.put(`/api/webhooks/${made}`, { ...hook, url: 'https://mine.example.com/hooks', on: true }),
    await clerk.post(`/api/webhooks/${made}/secret`),
    await buyer.post('/api/provider/create', { ...provider, defaultRole: 'administrator' }),
    await buyer.send('PUT', `/api/auth/edit/${owner.user.id}`, { passWord: 'a rather long new one' }, {}),
    await buyer.send('PUT', `/api/auth/edit/${reader.user.id}`, { email: `mine${api.serial()}@example.com` }, {}),
    await buyer.post(`/api/auth/secondFactor/reset/${owner.user.id}`),
    await buyer.post(`/api/auth/secondFactor/reset/${admin.user.id}`),
  ];
  expect(lasting.map(({ status, body }) => [status, body.message])).toEqual(lasting.map(() => [403, messages.lasting]));
  // The delegate can do everything else that an owner can.
  expect((await clerk.put(`/api/webhooks/${made}`, { ...hook, on: false })).status).toBe(200);
  expect((await buyer.send('PUT', `/api/auth/edit/${owner.user.id}`, { city: 'Nashik' }, {})).status).toBe(200);
  expect((await clerk.post('/api/leave', { to: other, fromDay: days[0], toDay: days[1] })).status).toBe(200);
  expect((await clerk.delete(`/api/members/invitations/${invitation}`)).status).toBe(200);
  expect((await clerk.delete(`/api/members/${await idOf(second)}`)).status).toBe(200);
  expect((await buyer.send('POST', '/api/auth/create', registration(api.serial()), papers())).status).toBe(200);
});

describe('a user’s own leave', () => {
  test('delegates the role to a colleague for its days, and only that user can end it', async () => {
    now = new Date('2027-03-01T05:00:00Z').getTime();
    const owner = await api.newVendor();
    const [clerk, reader] = [await newMember(api, owner, 'billing'), await newMember(api, owner, 'reader')];
    const { body } = await clerk.get('/api/leave');
    expect(body.colleagues.map(({ name, role }: { name: string; role: string }) => [name, role])).toContainEqual([
      'Meera reader',
      'reader',
    ]);
    const to = body.colleagues.find(({ role }: { role: string }) => role === 'reader')._id;
    const past = await clerk.post('/api/leave', { to, fromDay: '2027-02-01', toDay: '2027-02-02' });
    expect([past.status, Object.keys(past.body.errors)]).toEqual([422, ['toDay']]);
    expect((await clerk.post('/api/leave', { to, fromDay: '2027-03-01', toDay: '2027-03-02' })).status).toBe(200);
    const invoice = async (invoiceNumber: string) => (await reader.post('/api/invoice/create', { invoiceNumber, invoiceValue: 5 })).status;
    expect(await invoice('1')).toBe(200);
    const [entered] = (await reader.get('/api/leave')).body.delegations;
    expect(entered).toMatchObject({ from: body.own, to, fromDay: '2027-03-01', toDay: '2027-03-02' });
    expect((await reader.delete(`/api/leave/${entered._id}`)).status).toBe(404);
    expect((await clerk.delete(`/api/leave/${entered._id}`)).status).toBe(200);
    expect(await invoice('2')).toBe(403);
  });

  test('cannot delegate to a user of another company or to oneself', async () => {
    now = new Date('2027-03-01T05:00:00Z').getTime();
    const [owner, stranger] = [await api.newVendor(), await api.newVendor()];
    const [own, theirs] = [(await owner.get('/api/leave')).body.own, (await stranger.get('/api/leave')).body.own];
    expect((await owner.post('/api/leave', { to: theirs, fromDay: '2027-03-01', toDay: '2027-03-02' })).status).toBe(404);
    expect((await owner.post('/api/leave', { to: own, fromDay: '2027-03-01', toDay: '2027-03-02' })).status).toBe(422);
  });
});

describe('separation of duties', () => {
  test('counts every user who has entered a price since its last approval', async () => {
    const [vendor, one, two, three] = [await api.newVendor(), await api.newAdmin(), await api.newAdmin(), await api.newAdmin()];
    const id = await priceOf(vendor, one, vendor.user.id);
    expect(
      (await two.post('/api/product/create', { ...PRICE, percentage: 20, margin: 20, sellingPrice: 80, userID: vendor.user.id })).status,
    ).toBe(200);
    expect([(await approve(one, id)).status, (await approve(two, id)).status]).toEqual([403, 403]);
    expect((await approve(three, id)).status).toBe(200);
    expect((await two.post('/api/product/create', { ...PRICE, userID: vendor.user.id })).status).toBe(200);
    expect((await approve(two, id)).status).toBe(403);
    expect((await approve(one, id)).status).toBe(200);
  });

  test('for bank details also counts the user who entered part of the request for the vendor', async () => {
    now = Date.now();
    const [vendor, admin, two] = [await api.newVendor(), await api.newAdmin(), await api.newAdmin()];
    // An owner of the vendor who is also a buyer user.
    const both = await newMember(api, vendor, 'owner');
    await api.ctx.db.execute(sql`insert into memberships (user_id, vendor_id, role) values (${both.user.id}, null, 'administrator')`);
    const change = (by: Caller, fields: object) => by.put(`/api/auth/edit/${by.user.id}`, fields);
    expect((await change(both, { accountNumber: '4711' })).status).toBe(200);
    expect((await change(vendor, { bankName: 'HDFC Bank' })).status).toBe(200);
    const buyers = (await both.get('/api/auth/companies')).body.find(({ role }: { role: string }) => role === 'administrator');
    const token = (await both.post(`/api/auth/companies/${buyers._id}`)).body.token as string;
    const asBuyer = new Caller(api.app, token, both.user);
    const { requests } = (await admin.get('/api/identity/requests')).body;
    const request = requests.find((each: { vendor: { _id: string } }) => each.vendor._id === vendor.user.id);
    expect(request.changes).toEqual({ accountNumber: '4711', bankName: 'HDFC Bank' });
    const decide = (by: Caller) => by.put(`/api/identity/requests/${request._id}`, { approve: true, updatedAt: request.updatedAt });
    const refused = await decide(asBuyer);
    expect([refused.status, refused.body.message]).toEqual([
      403,
      expect.stringMatching(
        /^You entered the new details of .+ \(Bank name and Account number\), which have been pending since \S+, \S+\. Someone else must decide on them\.$/,
      ),
    ]);
    expect((await decide(two)).status).toBe(200);
  });

  test('explains what to do if there is no other user', async () => {
    const alone = await startApi({ captcha: false }, () => new Date());
    await addItem(alone.ctx, { ean: EAN, name: 'Basmati Rice 1 kg' });
    const [vendor, admin] = [await alone.newVendor(), await alone.newAdmin()];
    await alone.ctx.db.execute(sql`update users set is_active = false where is_admin and id <> ${admin.user.id}`);
    expect((await admin.post('/api/product/create', { ...PRICE, userID: vendor.user.id })).status).toBe(200);
    const product = await alone.ctx.db.first<{ id: string }>(sql`select id::text from products where vendor_id = ${vendor.user.id}`);
    const words = 'You entered the price of Basmati Rice 1 kg. Someone else must approve it.';
    const toDo = `${words} No one else can do this yet: invite a second administrator or an approver under People.`;
    const refusal = async () => (await approve(admin, product?.id ?? '')).body.message;
    expect(await refusal()).toBe(toDo);
    const approver = await newMember(alone, admin, 'approver');
    await alone.ctx.db.execute(sql`update memberships set limit_amount = 10 where user_id = ${approver.user.id}`);
    expect(await refusal()).toBe(toDo);
    await alone.ctx.db.execute(sql`update memberships set limit_amount = 90 where user_id = ${approver.user.id}`);
    expect(await refusal()).toBe(words);
    await alone.close();
  });

  test('prevents users from approving a price that they entered', async () => {
    const [vendor, one, two] = [await api.newVendor(), await api.newAdmin(), await api.newAdmin()];
    const id = await priceOf(vendor, one, vendor.user.id);
    const refused = await approve(one, id);
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'You entered the price of Basmati Rice 1 kg. Someone else must approve it.',
    ]);
    expect((await approve(two, id)).status).toBe(200);
  });

  test('prevents approval of one’s own entry through a delegation', async () => {
    const [vendor, admin] = [await api.newVendor(), await api.newAdmin()];
    const auditor = await newMember(api, admin, 'auditor');
    const approver = await newMember(api, admin, 'approver');
    const today = '2090-01-01';
    now = new Date(`${today}T05:00:00Z`).getTime();
    const [boss, absent, present] = [await api.signIn(admin.user), await api.signIn(auditor.user), await api.signIn(approver.user)];
    const id = await priceOf(await api.signIn(vendor.user), boss, vendor.user.id);
    expect((await approve(absent, id)).status).toBe(403);
    expect((await delegate(boss, { from: admin, to: auditor, days: [today, today] })).status).toBe(200);
    const refused = await approve(absent, id);
    expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('You entered the price')]);
    expect((await approve(present, id)).status).toBe(200);
  });

  test('limits a delegate to the approval limit of the absent colleague', async () => {
    const [vendor, admin] = [await api.newVendor(), await api.newAdmin()];
    const limited = await newMember(api, admin, 'approver');
    await api.ctx.db.execute(sql`update memberships set limit_amount = 89.99 where user_id = ${limited.user.id}`);
    const today = '2091-01-01';
    now = new Date(`${today}T05:00:00Z`).getTime();
    const [boss, standIn] = [await api.signIn(admin.user), await api.signIn(limited.user)];
    const id = await priceOf(await api.signIn(vendor.user), boss, vendor.user.id);
    expect((await delegate(boss, { from: admin, to: limited, days: [today, today] })).status).toBe(200);
    const refused = await approve(standIn, id);
    expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('You entered the price')]);
    await api.ctx.db.execute(sql`update memberships set limit_amount = 90 where user_id = ${limited.user.id}`);
    api.ctx.sessions.forget(limited.user.id);
    expect((await approve(standIn, id)).status).toBe(200);
  });

  test('lets an approver approve up to the limit', async () => {
    const [vendor, admin] = [await api.newVendor(), await api.newAdmin()];
    const approver = await newMember(api, admin, 'approver');
    const member = (await membersOf(admin)).members.find(({ userId }) => userId === approver.user.id);
    const id = await priceOf(vendor);
    expect((await admin.put(`/api/members/${member?._id}`, { role: 'approver', limitAmount: '89.99' })).status).toBe(200);
    const refused = await approve(approver, id);
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'The price of Basmati Rice 1 kg is above your limit of ₹89.99. Ask an administrator.',
    ]);
    expect((await admin.put(`/api/members/${member?._id}`, { role: 'approver', limitAmount: 90 })).status).toBe(200);
    expect((await approve(approver, id)).status).toBe(200);
  });
});
