import { messages } from '@aapurti/contract/people/members';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { newMember } from '../../test/members.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi({ captcha: false });
});
afterAll(() => api.close());

/** Invites an address. @returns the secret in the mailed link. */
async function invited(sender: Caller, body: object = {}, email = `clerk${api.serial()}@example.org`) {
  expect((await sender.post('/api/members/invitations', { email, role: 'reader', ...body })).status).toBe(200);
  const mails = (await api.visitor.get('/api/outbox')).body as { to: string; text: string }[];
  return { email, secret: /\/invitation\/([\w-]+)/.exec(mails.find(({ to }) => to === email)?.text ?? '')?.[1] ?? '' };
}
const accept = (secret: string) =>
  api.visitor.post('/api/invitations/accept', {
    secret,
    firstName: 'Meera',
    lastName: 'Shah',
    mobileNumber: String(8_700_000_000 + api.serial()),
    passWord: 'a clerk of the mill',
  });
async function memberId(caller: Caller, whom: Caller): Promise<string> {
  const { members } = (await caller.get('/api/members')).body as { members: { _id: string; userId: string }[] };
  return String(members.find(({ userId }) => userId === whom.user.id)?._id);
}

test('an invitation from a user who may still send it can be accepted', async () => {
  const owner = await api.newVendor();
  const { secret } = await invited(await newMember(api, owner, 'owner'));
  expect((await accept(secret)).status).toBe(200);
});

/** The ways in which the second owner or administrator, who sent the invitation, loses that right. */
const LOSSES: Record<string, (first: Caller, second: Caller, id: string) => Promise<{ status: number }>> = {
  'has another role': (first, _, id) => first.put(`/api/members/${id}`, { role: 'reader' }),
  'was removed': (first, _, id) => first.delete(`/api/members/${id}`),
  'has left': (_, second, id) => second.delete(`/api/members/${id}`),
  'was deactivated': async (_, second) => (await api.newAdmin()).put(`/api/auth/edit/${second.user.id}`, { isActive: false }),
  'works for a vendor that was deactivated': async (first) =>
    (await api.newAdmin()).put(`/api/auth/edit/${first.user.id}`, { isActive: false }),
};

test.each(Object.keys(LOSSES))('an invitation from an owner who %s ends permanently', async (what) => {
  const first = await api.newVendor();
  const second = await newMember(api, first, 'owner');
  const [{ secret, email }, byFirst] = [await invited(second), what.includes('vendor') ? null : await invited(first)];
  expect((await LOSSES[what]?.(first, second, await memberId(first, second)))?.status).toBe(200);
  expect((await api.visitor.post('/api/invitations/get', { secret })).body.message).toBe(messages.dead);
  const refused = await accept(secret);
  expect([refused.status, refused.body.message]).toEqual([409, messages.dead]);
  // The invitation stays invalid even if the right is restored.
  await api.ctx.db.execute(sql`update users set is_active = true where id in (${first.user.id}, ${second.user.id})`);
  await api.ctx.db.execute(sql`
    insert into memberships (user_id, vendor_id, role) values (${second.user.id}, ${first.user.id}, 'owner')
    on conflict (user_id, vendor_id) do update set role = 'owner'`);
  expect((await accept(secret)).status).toBe(409);
  expect((await first.get('/api/members')).body.invitations.map((each: { email: string }) => each.email)).not.toContain(email);
  // Invitations from other users stay valid.
  if (byFirst !== null) expect((await accept(byFirst.secret)).status).toBe(200);
});

test.each(['auditor', 'removed', 'inactive'])('of a buyer administrator who is now %s end, for the buyer and for vendors', async (what) => {
  const [first, vendor] = [await api.newAdmin(), await api.newVendor()];
  const second = await newMember(api, first, 'administrator');
  const links = [await invited(second, { role: 'buyer' }), await invited(second, { role: 'owner', userID: vendor.user.id })];
  const id = await memberId(first, second);
  const { status } =
    what === 'removed'
      ? await first.delete(`/api/members/${id}`)
      : what === 'inactive'
        ? await first.put(`/api/auth/edit/${second.user.id}`, { isActive: false })
        : await first.put(`/api/members/${id}`, { role: 'auditor' });
  expect(status).toBe(200);
  for (const { secret } of links) expect((await accept(secret)).status).toBe(409);
});

test('an invitation written while its sender lost the right is invalid too', async () => {
  const owner = await api.newVendor();
  const second = await newMember(api, owner, 'owner');
  const { secret } = await invited(second);
  // The invitation commits after the change of the role in this sequence.
  const [kept] = await api.ctx.db.rows<{ secret_hash: Buffer; email: string }>(sql`
    select secret_hash, email from invitations where invited_by = ${second.user.id}`);
  expect((await owner.put(`/api/members/${await memberId(owner, second)}`, { role: 'reader' })).status).toBe(200);
  await api.ctx.db.execute(sql`
    insert into invitations (vendor_id, email, role, secret_hash, invited_by, expires_at)
    values (${owner.user.id}, ${kept?.email}, 'owner', ${kept?.secret_hash}, ${second.user.id}, now() + interval '1 day')`);
  expect((await accept(secret)).status).toBe(409);
});

test('an invitation continues in the name of an owner who sent it again', async () => {
  const owner = await api.newVendor();
  const second = await newMember(api, owner, 'owner');
  const { email } = await invited(second);
  const [{ _id }] = (await owner.get('/api/members')).body.invitations;
  expect((await owner.post(`/api/members/invitations/${_id}/resend`)).status).toBe(200);
  expect((await owner.delete(`/api/members/${await memberId(owner, second)}`)).status).toBe(200);
  const mails = (await api.visitor.get('/api/outbox')).body as { to: string; text: string }[];
  const secrets = mails.filter(({ to }) => to === email).map(({ text }) => /\/invitation\/([\w-]+)/.exec(text)?.[1] ?? '');
  const statuses = await Promise.all(secrets.map(async (secret) => (await accept(secret)).status));
  expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 409]);
});

test('an invitation from a vendor does not activate a user whom the buyer has deactivated', async () => {
  const [owner, admin] = [await api.newVendor(), await api.newAdmin()];
  const clerk = await newMember(api, owner, 'reader');
  expect((await admin.put(`/api/auth/edit/${clerk.user.id}`, { isActive: false })).status).toBe(200);
  expect((await owner.delete(`/api/members/${await memberId(owner, clerk)}`)).status).toBe(200);
  const { secret } = await invited(owner, { role: 'owner' }, clerk.user.email);
  expect((await accept(secret)).status).toBe(200);
  const session = await api.signIn({ ...clerk.user, password: 'a clerk of the mill' });
  expect((await session.get('/api/invoice/get')).status).toBe(403);
  expect((await admin.put(`/api/auth/edit/${clerk.user.id}`, { isActive: true })).status).toBe(200);
  expect((await session.get('/api/invoice/get')).status).toBe(201);
});

test('an invitation for an SSO provider ends with the provider', async () => {
  const admin = await api.newAdmin();
  const provider = await api.ctx.db.one<{ id: string }>(sql`
    insert into idps (name, issuer, client_id, saved_by) values ('Stores', 'https://login.example', 'aapurti', ${admin.user.id}) returning id::text`);
  const { secret, email } = await invited(admin, { role: 'buyer' });
  await api.ctx.db.execute(sql`update invitations set idp_id = ${provider.id} where email = ${email}`);
  expect((await api.visitor.post('/api/invitations/get', { secret })).status).toBe(200);
  expect((await admin.delete(`/api/provider/remove/${provider.id}`)).status).toBe(200);
  expect((await accept(secret)).status).toBe(409);
});

test('an invitation replaced by another owner belongs to that owner', async () => {
  const first = await api.newVendor();
  const second = await newMember(api, first, 'owner');
  const { email } = await invited(first);
  const { secret: bySecond } = await invited(second, {}, email);
  const { email: another } = await invited(second);
  await invited(first, {}, another);
  expect((await first.delete(`/api/members/${await memberId(first, second)}`)).status).toBe(200);
  expect((await accept(bySecond)).status).toBe(409);
  expect((await first.get('/api/members')).body.invitations.map((each: { email: string }) => each.email)).toEqual([another]);
});

describe('an invitation for an SSO provider', () => {
  const provided = async () => {
    const admin = await api.newAdmin();
    const { id } = await api.ctx.db.one<{ id: string }>(sql`
      insert into idps (name, issuer, client_id, saved_by) values ('Stores', ${`https://login${api.serial()}.example`}, 'aapurti', ${admin.user.id})
      returning id::text`);
    const { email, secret } = await invited(admin, { role: 'buyer' });
    await api.ctx.db.execute(sql`update invitations set idp_id = ${id} where email = ${email}`);
    return { admin, id, email, secret };
  };
  const found = async (email: string) => (await api.ctx.db.rows(sql`select from invitations where email = ${email}`)).length;

  test('ends if the provider gets another issuer', async () => {
    const { admin, id, email } = await provided();
    const form = { issuer: `https://elsewhere${api.serial()}.example`, clientSecret: 'another secret' };
    expect((await admin.put(`/api/provider/edit/${id}`, form)).status).toBe(200);
    expect(await found(email)).toBe(0);
  });

  test.each(['invited again', 'sent again'])('continues without the provider if the user has %s', async (how) => {
    const { admin, id, email } = await provided();
    const { invitations } = (await admin.get('/api/members')).body as { invitations: { _id: string; email: string }[] };
    const own = invitations.find((each) => each.email === email)?._id;
    if (how === 'invited again') await invited(admin, { role: 'buyer' }, email);
    else expect((await admin.post(`/api/members/invitations/${own}/resend`)).status).toBe(200);
    expect((await admin.delete(`/api/provider/remove/${id}`)).status).toBe(200);
    expect(await found(email)).toBe(1);
  });
});
