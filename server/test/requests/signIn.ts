import sql from 'sql-template-tag';

import { hashToken } from '../../src/sign-in/sessions.ts';
import type { Api, Caller } from '../api.ts';
import { papers, registration } from '../forms.ts';
import { newMember } from '../members.ts';
import { setUp } from '../secondFactor.ts';
import { bare, type Requests, type Setting, several } from './setting.ts';

export async function signInRequests({ api, vendor, ids }: Setting): Promise<Requests> {
  const registered = await api.newVendor({ isActive: false });
  const idps = await ids(sql`
    insert into idps (name, issuer, client_id, saved_by) select 'Provider ' || n, 'http://127.0.0.1:9', 'client ' || n, ${vendor.user.id}
    from generate_series(1, 40) n returning id::text`);
  const [idp = ''] = idps;
  const linkedUsers = await ids(sql`
    with people as (
      insert into users (email, mobile_number, first_name, last_name, is_active, company_id)
      select 'linked' || n || '@example.org', (6000000000 + n)::text, 'Linked', 'Person', true, ${vendor.user.id} from generate_series(1, 24) n
      returning id)
    insert into identities (idp_id, subject, user_id) select ${idp}, id::text, id from people returning user_id::text as id`);
  let clients = 0;
  const provider = { name: 'Provider', issuer: 'https://login.example', required: false, trustMfa: false };
  const returned = { body: { state: 'made up', secret: 'made up' } };
  const careful = await api.newVendor();
  const { codes } = await setUp(careful);
  const challenges = await several(codes.length, async () => (await signInAs(api, careful)).challenge);
  const withoutDevice = await api.newVendor();
  await setUp(withoutDevice);
  const [theirs, others] = [await askForAccount(api, vendor.user.id), await askForAccount(api, withoutDevice.user.id)];
  const secrets = await several(24, async () => emailSecret(api, (await newMember(api, vendor, 'reader')).user.id));
  await api.ctx.db.execute(
    sql`insert into buyer_suppliers (source, external_id, name) values ('embedded', 'S-1', 'Mill') on conflict do nothing`,
  );
  // Sign-ins of a user with two companies, who must choose one.
  const elsewhere = await api.newVendor();
  await api.ctx.db.execute(
    sql`insert into memberships (user_id, vendor_id, role) values (${elsewhere.user.id}, ${vendor.user.id}, 'billing')`,
  );
  const choices = await several(8, async () => {
    const { challenge, companies } = await signInAs(api, elsewhere);
    return { challenge, company: companies?.[0]?._id ?? '' };
  });
  const lost = await api.signIn(vendor.user);
  const [lostSession] = (await lost.get('/api/auth/sessions')).body as { _id: string }[];
  return {
    'auth.login': () => ({ body: { email: vendor.user.email, passWord: vendor.user.password } }),
    'auth.login.code': () => ({ body: { challenge: challenges.pop(), code: codes.pop() } }),
    'security.get': () => ({ id: vendor.user.id }),
    'secondFactor.start': () => ({ body: { passWord: vendor.user.password } }),
    'secondFactor.confirm': () => ({ body: { code: '000000' } }),
    'secondFactor.newCodes': () => ({ body: { passWord: vendor.user.password, code: '000000' } }),
    'secondFactor.off': () => ({ body: { passWord: vendor.user.password, code: '000000' } }),
    'secondFactor.reset': () => ({ id: withoutDevice.user.id }),
    'provider.list': bare,
    'provider.create': () => ({ body: { ...provider, clientId: `new client ${(clients += 1)}` } }),
    'provider.edit': () => ({ id: idp, body: { name: 'Another name' } }),
    'provider.remove': () => ({ id: idps.pop() ?? '' }),
    'provider.check': () => ({ id: idp }),
    'auth.provider.start': () => ({ body: { email: 'somebody@nowhere.example' } }),
    'auth.provider.finish': () => returned,
    'auth.provider.links': bare,
    // The provider does not exist, because an existing one would be asked for its configuration.
    'auth.provider.startLink': () => ({ id: '99999', body: { passWord: vendor.user.password } }),
    'auth.provider.finishLink': () => returned,
    'auth.provider.startConfirm': bare,
    'auth.provider.finishConfirm': () => returned,
    'auth.provider.unlink': () => ({ id: idp }),
    'auth.provider.unlinkUser': () => ({ id: linkedUsers.pop() ?? '' }),
    'auth.provider.startInvitation': () => ({ body: { provider: idp, invitation: 'made up' } }),
    'auth.provider.finishInvitation': () => returned,
    'session.signIns': bare,
    'session.list': bare,
    'session.end': () => ({ id: lostSession?._id ?? '' }),
    'session.endAll': bare,
    'session.endOf': () => ({ id: withoutDevice.user.id }),
    'identity.requests': bare,
    'identity.decide': () => ({ id: others._id, body: { approve: true, updatedAt: others.updatedAt } }),
    'identity.withdraw': () => ({ id: theirs._id }),
    'identity.confirmEmail': () => ({ body: { secret: secrets.pop() ?? '' } }),
    'identity.keepEmail': bare,
    'identity.matches': bare,
    'identity.decideMatch': () => ({
      body: { source: 'embedded', externalId: 'S-1', vendorId: withoutDevice.user.id, link: false, updatedAt: '' },
    }),
    'identity.waiting': bare,
    'auth.login.company': () => ({ body: choices.pop() ?? {} }),
    'auth.logout': bare,
    'auth.create': () => ({ body: registration(api.serial()), files: papers() }),
    'auth.createUser': () => ({ body: { vendor_name: 'Mill', vendor_Code: 7 } }),
    'auth.getCountDetail': bare,
    'auth.getAllUser': bare,
    'auth.user.list': bare,
    'auth.user.get': () => ({ id: vendor.user.id }),
    'auth.edit': () => ({ id: vendor.user.id, body: { city: 'Nashik' } }),
    'auth.sendBack': () => ({ id: registered.user.id, body: { reason: 'No stamp' } }),
    'auth.getCountry': bare,
    'auth.getState': () => ({ id: 'IN' }),
    'auth.syncCall': bare,
    'auth.forgetPassword': () => ({ body: { email: vendor.user.email } }),
    'captcha.challenge': bare,
  };
}

/** The response to the e-mail and password of a user who must enter more. */
async function signInAs(api: Api, { user }: Caller): Promise<{ challenge: string; companies?: { _id: string }[] }> {
  return (await api.visitor.post('/api/auth/login', { email: user.email, passWord: user.password })).body;
}

/** A pending request for another bank account. */
async function askForAccount(api: Api, userId: string): Promise<{ _id: string; updatedAt: string }> {
  const made = await api.ctx.db.first<{ _id: string; updatedAt: string }>(sql`
    insert into identity_requests (vendor_id, changes, previous, requested_by, entered_by)
    values (${userId}, '{"accountNumber": "42"}', '{"accountNumber": "1"}', ${userId}, array[${userId}]::bigint[])
    returning id::text as _id, to_json(updated_at) #>> '{}' as "updatedAt"`);
  if (made === undefined) throw new Error('an inserted request has an id');
  return made;
}

/** The secret of a link that changes the user's e-mail address. */
async function emailSecret(api: Api, userId: string): Promise<string> {
  const secret = `secret of ${userId}`;
  await api.ctx.db.execute(sql`
    insert into email_changes (user_id, email, old_email, secret_hash, expires_at)
    values (${userId}, ${`new${userId}@example.com`}, 'old@example.com', ${hashToken(secret)}, now() + interval '1 day')`);
  return secret;
}
