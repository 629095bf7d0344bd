import sql from 'sql-template-tag';

import { sealSecret } from '../../src/integration/sending.ts';
import { newSecret } from '../../src/integration/signature.ts';
import { hashToken } from '../../src/sign-in/sessions.ts';
import type { Caller } from '../api.ts';
import { newMember } from '../members.ts';
import { bare, type Requests, type Setting, several } from './setting.ts';

/** The requests about a vendor's members, invitations, delegations, keys and webhooks. */
export async function peopleRequests({ api, vendor, ids }: Setting): Promise<Requests> {
  const own = await membershipOf(ids, vendor);
  const colleague = await membershipOf(ids, await newMember(api, vendor, 'reader'));
  const leaving = await several(24, async () => membershipOf(ids, await newMember(api, vendor, 'reader')));
  const secrets = Array.from({ length: 80 }, (_, index) => `invitation ${index} of ${vendor.user.id}`);
  const invitations = await several(secrets.length, async (place) => invite(ids, vendor, secrets[place] ?? ''));
  const delegate = async (from: string, to: string) =>
    ids(sql`
      insert into delegations (from_membership, to_membership, from_day, to_day)
      select ${from}, ${to}, '2090-01-01', '2090-01-02' from generate_series(1, 30) returning id::text`);
  const [delegations, ownDelegations] = [await delegate(colleague, own), await delegate(own, colleague)];
  const [key = '', ...keys] = await ids(sql`
    insert into api_keys (vendor_id, user_id, membership_id, name, prefix, key_hash, scopes, created_at, expires_at)
    select ${vendor.user.id}, ${vendor.user.id}, ${own}, 'Key ' || n, 'aap_live_', sha256(('key ' || n)::bytea), '{orders:read}',
           now(), now() + interval '1 day'
    from generate_series(1, 24) n returning id::text`);
  const [webhook = '', ...webhooks] = await ids(sql`
    insert into webhooks (vendor_id, user_id, url, events, on_since, created_at)
    select ${vendor.user.id}, ${vendor.user.id}, 'https://hooks.invalid/' || n, '{order}', now(), now() from generate_series(1, 30) n returning id::text`);
  for (const id of [webhook, ...webhooks])
    await api.ctx.db.execute(sql`update webhooks set secret = ${sealSecret(api.ctx, id, newSecret())} where id = ${id}`);
  // The last invitations stay valid: their links are unused, and no request withdraws them.
  const withdrawn = invitations.slice(0, 39);
  const [secret = '', ...usable] = secrets.slice(40);
  return {
    'key.list': () => ({ query: { userID: vendor.user.id } }),
    'key.create': () => ({ body: { name: 'ERP', scopes: ['orders:read'], days: 30, passWord: vendor.user.password } }),
    'key.replace': () => ({ id: key, body: { passWord: vendor.user.password } }),
    'key.revoke': () => ({ id: keys.pop() ?? '' }),
    'webhook.list': () => ({ query: { userID: vendor.user.id } }),
    'webhook.create': () => ({ body: { url: 'https://erp.example.com/hooks', events: ['invoice'] } }),
    'webhook.edit': () => ({ id: webhook, body: { url: 'https://127-0-0-1.invalid/hooks', events: ['order'], on: true } }),
    'webhook.rotate': () => ({ id: webhook }),
    'webhook.remove': () => ({ id: webhooks.pop() ?? '' }),
    'webhook.test': () => ({ id: webhook }),
    'webhook.deliveries': () => ({ id: webhook }),
    'webhook.replay': () => ({ id: webhook }),
    'change.list': () => ({ query: { userID: vendor.user.id, limit: '5' } }),
    'member.list': () => ({ query: { userID: vendor.user.id } }),
    'member.edit': () => ({ id: colleague, body: { role: 'orders' } }),
    'member.remove': () => ({ id: leaving.pop() ?? '' }),
    'invitation.create': () => ({ body: { email: `new${api.serial()}@example.org`, role: 'reader', userID: vendor.user.id } }),
    'invitation.resend': () => ({ id: invitations[39] ?? '' }),
    'invitation.withdraw': () => ({ id: withdrawn.pop() ?? '' }),
    'delegation.create': () => ({ body: { from: colleague, to: own, fromDay: '2090-01-01', toDay: '2090-01-02' } }),
    'delegation.end': () => ({ id: delegations.pop() ?? '' }),
    'leave.list': bare,
    'leave.create': () => ({ body: { to: colleague, fromDay: '2090-01-01', toDay: '2090-01-02' } }),
    'leave.end': () => ({ id: ownDelegations.pop() ?? '' }),
    'invitation.get': () => ({ body: { secret } }),
    'invitation.accept': () => ({
      body: {
        secret: usable.pop() ?? '',
        firstName: 'Meera',
        lastName: 'Shah',
        mobileNumber: String(6_000_000_000 + api.serial()),
        passWord: 'of a new person',
      },
    }),
    'company.list': bare,
    'company.enter': () => ({ id: own }),
  };
}

async function membershipOf(ids: Setting['ids'], { user }: Caller): Promise<string> {
  const [id = ''] = await ids(sql`select min(id)::text as id from memberships where user_id = ${user.id}`);
  return id;
}

async function invite(ids: Setting['ids'], vendor: Caller, secret: string): Promise<string> {
  const hash = hashToken(secret);
  const [id = ''] = await ids(sql`
    insert into invitations (vendor_id, email, role, secret_hash, invited_by, expires_at)
    values (${vendor.user.id}, ${`${hash.toString('hex').slice(0, 12)}@example.org`}, 'reader', ${hash}, ${vendor.user.id}, now() + interval '1 day')
    returning id::text`);
  return id;
}
