import { indianDay } from '@aapurti/contract/ground/fields';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { papers, registration } from '../../test/forms.ts';
import { newMember } from '../../test/members.ts';

let api: Api;
let owner: Caller;
let second: Caller;
let admin: Caller;
beforeAll(async () => {
  api = await startApi({ captcha: false });
});
afterAll(() => api.close());
beforeEach(async () => {
  owner = await api.newVendor();
  second = await newMember(api, owner, 'owner');
  admin = await api.newAdmin();
});

/** True for each user who received an e-mail of this kind. */
async function alerted(kind: string, ...people: Caller[]): Promise<boolean[]> {
  const told = await api.ctx.db.rows<{ id: string }>(sql`select user_id::text as id from mails where kind = ${kind}`);
  return people.map(({ user }) => told.some(({ id }) => id === user.id));
}
const hook = { url: 'https://example.com/hook', events: ['order'] };
const provider = (more: object = {}) => ({
  name: 'Mill login',
  issuer: 'https://login.example',
  clientId: `client ${api.serial()}`,
  required: false,
  trustMfa: false,
  ...more,
});
async function memberId(caller: Caller, whom: Caller): Promise<string> {
  const { members } = (await caller.get('/api/members')).body as { members: { _id: string; userId: string }[] };
  return String(members.find(({ userId }) => userId === whom.user.id)?._id);
}

test('every owner is notified of a webhook and its new address, and no one else', async () => {
  const [reader, other] = [await newMember(api, owner, 'reader'), await api.newVendor()];
  const { body } = await owner.post('/api/webhooks', hook);
  expect(await alerted('newWebhook', owner, second, reader, other, admin)).toEqual([true, true, false, false, false]);
  await api.ctx.db.execute(sql`delete from mails`);
  expect((await owner.put(`/api/webhooks/${body._id}`, { ...hook, on: false })).status).toBe(200);
  expect(await alerted('newWebhook', owner, second)).toEqual([false, false]);
  expect((await owner.put(`/api/webhooks/${body._id}`, { ...hook, url: 'https://elsewhere.example/', on: true })).status).toBe(200);
  expect(await alerted('newWebhook', owner, second)).toEqual([true, true]);
});

test('the other owners are notified of a key, and its creator at the earlier e-mail address', async () => {
  const made = await owner.post('/api/keys', { name: 'ERP', scopes: ['orders:read'], days: 30, passWord: owner.user.password });
  expect(made.status).toBe(200);
  expect(await alerted('newKey', owner, second, admin)).toEqual([false, true, false]);
  expect(await alerted('keyCreated', owner, second)).toEqual([true, false]);
});

test('the owners of its company are notified of a provider, even if only its issuer changes', async () => {
  const colleague = await newMember(api, admin, 'administrator');
  const made = await admin.post('/api/provider/create', provider({ userID: owner.user.id }));
  expect(await alerted('newProvider', owner, second, admin)).toEqual([true, true, false]);
  expect((await admin.post('/api/provider/create', provider())).status).toBe(200);
  expect(await alerted('newProvider', admin, colleague)).toEqual([true, true]);
  await api.ctx.db.execute(sql`delete from mails`);
  const stored = (made.body.data as { _id: string; userID: string | null }[]).find(({ userID }) => userID === owner.user.id);
  expect((await admin.put(`/api/provider/edit/${stored?._id}`, { name: 'Mill' })).status).toBe(200);
  expect(await alerted('newProvider', owner)).toEqual([false]);
  expect((await admin.put(`/api/provider/edit/${stored?._id}`, { issuer: 'https://other.example' })).status).toBe(200);
  expect(await alerted('newProvider', owner, second)).toEqual([true, true]);
});

test('every other owner is notified of a new owner: by a role, and by an invitation', async () => {
  const clerk = await newMember(api, owner, 'reader');
  expect((await owner.put(`/api/members/${await memberId(owner, clerk)}`, { role: 'owner' })).status).toBe(200);
  expect(await alerted('newOwner', owner, second, clerk)).toEqual([true, true, false]);
  await api.ctx.db.execute(sql`delete from mails`);
  const known = await api.newVendor();
  expect((await owner.post('/api/members/invitations', { email: known.user.email, role: 'owner' })).status).toBe(200);
  const mails = (await api.visitor.get('/api/outbox')).body as { to: string; text: string }[];
  const secret = /\/invitation\/([\w-]+)/.exec(mails.find(({ to }) => to === known.user.email)?.text ?? '')?.[1];
  expect((await known.post('/api/invitations/accept', { secret })).status).toBe(200);
  expect(await alerted('newOwner', owner, second, clerk, known, admin)).toEqual([true, true, true, false, false]);
});

test('every owner is notified of a user with an owner’s rights during a leave, and no one of a lesser role', async () => {
  const [clerk, reader] = [await newMember(api, owner, 'dispatch'), await newMember(api, owner, 'reader')];
  const [from, lesser, to] = [await memberId(owner, second), await memberId(owner, clerk), await memberId(owner, reader)];
  const day = indianDay(new Date());
  const delegate = (giver: string, taker: string) =>
    owner.post('/api/members/delegations', { from: giver, to: taker, fromDay: day, toDay: day });
  expect((await delegate(lesser, to)).status).toBe(200);
  expect((await delegate(from, await memberId(owner, owner))).status).toBe(200);
  expect(await alerted('newOwner', owner, second, reader)).toEqual([false, false, false]);
  expect((await delegate(from, to)).status).toBe(200);
  expect(await alerted('newOwner', owner, second, reader, clerk)).toEqual([true, true, false, false]);
});

test('every other active administrator is notified of a new administrator, but not the new one', async () => {
  const gone = await api.newAdmin();
  expect((await admin.put(`/api/auth/edit/${gone.user.id}`, { isActive: false })).status).toBe(200);
  await api.ctx.db.execute(sql`delete from mails`);
  expect((await admin.put(`/api/auth/edit/${owner.user.id}`, { isAdmin: true, isActive: true })).status).toBe(200);
  expect(await alerted('newOwner', admin, gone, second, owner)).toEqual([true, false, false, false]);
  await api.ctx.db.execute(sql`delete from mails`);
  expect((await admin.put(`/api/auth/edit/${gone.user.id}`, { isActive: true })).status).toBe(200);
  expect(await alerted('newOwner', admin, owner, gone)).toEqual([true, true, false]);
});

test('the administrators are notified of an account created as an administrator', async () => {
  const made = await admin.send('POST', '/api/auth/create', registration(api.serial(), { isAdmin: true, isActive: true }), papers());
  expect(made.status).toBe(200);
  expect(await alerted('newOwner', admin, owner, second)).toEqual([true, false, false]);
});

test('the choice of a company shows the buyer, not the vendor that first invited the user', async () => {
  await api.ctx.db.execute(sql`update portal_settings set buyer_name = 'Annapurna Retail'`);
  const clerk = await newMember(api, owner, 'reader');
  await api.ctx.db.execute(sql`insert into memberships (user_id, role) values (${clerk.user.id}, 'buyer')`);
  const companies = (await clerk.get('/api/auth/companies')).body as { company: string; role: string }[];
  expect(companies.find(({ role }) => role === 'buyer')?.company).toBe('Annapurna Retail');
  expect(companies.find(({ role }) => role === 'reader')?.company).toBe((await owner.get('/api/auth/companies')).body[0].company);
  const asked = await api.visitor.post('/api/auth/login', { email: clerk.user.email, passWord: clerk.user.password });
  expect(asked.body.companies.map(({ company }: { company: string }) => company)).toContain('Annapurna Retail');
  const own = (await admin.get('/api/auth/companies')).body[0].company;
  expect(own).not.toBe('Annapurna Retail');
});

test('the other owners are notified of an administrator who becomes one again, and the change requires the password', async () => {
  const made = (isAdmin: boolean, more: object = {}) => admin.put(`/api/auth/edit/${owner.user.id}`, { isAdmin, ...more });
  expect((await made(true)).status).toBe(200);
  await api.ctx.db.execute(sql`delete from mails`);
  await api.ctx.db.execute(sql`update sessions set proved_at = proved_at - interval '1 hour' where user_id = ${admin.user.id}`);
  expect((await made(false)).body.code).toBe('password_required');
  expect((await made(false, { currentPassWord: admin.user.password })).status).toBe(200);
  expect(await alerted('newOwner', owner, second, admin)).toEqual([false, true, false]);
});
