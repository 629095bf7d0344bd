import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { type Api, type Caller, startApi, statusesOf } from '../../test/api.ts';
import { papers, registration } from '../../test/forms.ts';
import { samplePdf } from '../demo/factories.ts';
import { keepHouse } from '../process/housekeeping.ts';

// Tests of what a signed-in user may do to its own profile, and of how long the data that it leaves is kept.

let api: Api;
let admin: Caller;
beforeAll(async () => {
  api = await startApi({ captcha: false, rateLimits: true });
  admin = await api.newAdmin();
});
afterAll(() => api.close());

const edit = (caller: Caller, body: object, whom = caller) => caller.put(`/api/auth/edit/${whom.user.id}`, body);
const sendPaper = (caller: Caller, title: string) =>
  caller.send('PUT', `/api/auth/edit/${caller.user.id}`, {}, { panpicture: { name: 'pan.pdf', content: samplePdf(title) } });
const profile = async (caller: Caller, whom = caller) => (await caller.get(`/api/auth/user/${whom.user.id}`)).body[0];

test('a vendor can request new bank or tax details ten times a day, and gets a message', async () => {
  const vendor = await api.newVendor();
  const ask = (accountNumber: number) => edit(vendor, { accountNumber: String(accountNumber) });
  for (let turn = 0; turn < 10; turn += 1) expect((await ask(7000 + turn)).status).toBe(200);
  const { status, body, headers } = await ask(7010);
  expect([status, body.message, Number(headers['retry-after']) > 80_000]).toEqual([
    429,
    'Bank and tax details can be changed at most ten times a day. Please try again in a moment.',
    true,
  ]);
  expect((await edit(vendor, { city: 'Pune' })).status).toBe(200);
  expect((await edit(admin, { accountNumber: '7010' }, vendor)).status).toBe(200);
});

describe('in one hour a user', () => {
  test.each([
    ['passwords', (caller: Caller, turn: number) => edit(caller, { passWord: `a-new-${turn}-password` })],
    ['e-mail addresses', (caller: Caller, turn: number) => edit(caller, { email: `new-${caller.user.id}-${turn}@example.org` })],
  ])('can change ten %s; an administrator who helps is not limited', async (_name, change) => {
    const vendor = await api.newVendor();
    for (let turn = 0; turn < 10; turn += 1) expect((await change(vendor, turn)).status).toBe(200);
    const { status, headers } = await change(vendor, 10);
    expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true]);
    // The form also sends the existing address with all other fields.
    expect((await edit(vendor, { city: 'Pune', email: (await profile(vendor)).email })).status).toBe(200);
    expect((await edit(admin, { passWord: 'another-1-password' }, vendor)).status).toBe(200);
  });

  test('can send 30 documents', async () => {
    const vendor = await api.newVendor();
    const send = () => vendor.send('PUT', `/api/auth/edit/${vendor.user.id}`, {}, papers());
    for (let turn = 0; turn < 7; turn += 1) expect((await send()).status).toBe(200);
    expect(statusesOf([await sendPaper(vendor, '29'), await sendPaper(vendor, '30'), await sendPaper(vendor, '31')])).toEqual([
      200, 200, 429,
    ]);
  });
});

test('90 password changes of one user at the same time do not make other users’ sign-ins fail', async () => {
  const other = await startApi();
  const [vendor, person] = [await other.newVendor(), await other.newAdmin()];
  const changes = Array.from({ length: 90 }, (_, turn) => edit(vendor, { passWord: `a-new-${turn}-password` }));
  const signIns = Array.from({ length: 5 }, () => other.signIn(person.user));
  expect(await Promise.all(signIns)).toHaveLength(5);
  expect(new Set(statusesOf(await Promise.all(changes)))).toEqual(new Set([200, 503]));
  await other.close();
});

test('a user’s documents can have 500 MB in total, which an administrator sees on the profile', async () => {
  const vendor = await api.newVendor();
  const before = (await profile(admin, vendor)).paperBytes as number;
  expect(before).toBeGreaterThan(1000);
  await api.ctx.db.execute(sql`
    insert into files (id, vendor_id, kind, media_type, original_name, bytes)
    values (gen_random_uuid(), ${vendor.user.id}, 'pan', 'application/pdf', 'old.pdf', ${500 * 1024 * 1024 - before})`);
  const message = 'The limit for documents is reached. Replaced documents are removed after 90 days; contact the buyer for help.';
  const stored = (await profile(vendor)).panDocument.split('?')[0];
  expect(await sendPaper(vendor, 'one more')).toMatchObject({ status: 413, body: { message, errors: { panpicture: message } } });
  expect((await profile(vendor)).panDocument.split('?')[0]).toBe(stored);
  expect((await profile(admin, vendor)).paperBytes).toBe(500 * 1024 * 1024);
  expect((await profile(vendor)).paperBytes).toBeUndefined();
});

describe('the nightly cleanup', () => {
  beforeEach(() => api.ctx.db.execute(sql`delete from leases where name = 'housekeeping'`));
  const register = async () => {
    const sent = registration(api.serial());
    const { status, body } = await api.visitor.send('POST', '/api/auth/create', sent, papers());
    expect(status).toBe(200);
    const id = body.data._id as string;
    await api.ctx.db.execute(sql`update users set created_at = now() - interval '91 days' where id = ${id}`);
    return { id, email: String(sent['email']), password: String(sent['passWord']) };
  };

  test('removes a document 90 days after it was replaced, unless someone approved the account while it was current', async () => {
    const vendor = await api.newVendor();
    for (const title of ['second', 'third', 'fourth']) expect((await sendPaper(vendor, title)).status).toBe(200);
    const ofVendor = sql`vendor_id = ${vendor.user.id} and kind = 'pan'`;
    const ids = (await api.ctx.db.rows<{ id: string }>(sql`select id from files where ${ofVendor} order by created_at`)).map(
      ({ id }) => id,
    );
    const days = [
      [200, 150],
      [150, 91],
      [91, 89],
    ] as const;
    for (const [place, [created, replaced]] of days.entries()) {
      await api.ctx.db.execute(sql`
        update files set created_at = now() - make_interval(days => ${created}), replaced_at = replaced_at - make_interval(days => ${replaced})
        where id = ${ids[place]}`);
    }
    await api.ctx.db.execute(sql`
      insert into audit_log (at, vendor_id, action, entity, entity_id, before, after)
      values (now() - interval '160 days', ${vendor.user.id}, 'user.edit', 'user', ${vendor.user.id}, '{"isActive": false}', '{"isActive": true}')`);
    await keepHouse(api.ctx);
    const left = await api.ctx.db.rows<{ id: string }>(sql`select id from files where ${ofVendor} order by created_at`);
    expect(left.map(({ id }) => id)).toEqual([ids[0], ids[2], ids[3]]);
  });

  test('removes a registration that no one has confirmed in 90 days, with its documents, unless someone has changed it', async () => {
    const [forgotten, visited, refused, recent] = [await register(), await register(), await register(), await register()];
    await api.signIn(visited);
    await admin.put(`/api/auth/edit/${refused.id}`, { city: 'Nashik' });
    await api.ctx.db.execute(sql`update users set created_at = now() - interval '89 days' where id = ${recent.id}`);
    await api.visitor.post('/api/auth/login', { email: forgotten.email, passWord: 'wrong password' });
    await keepHouse(api.ctx);
    const all = [forgotten, visited, refused, recent].map(({ id }) => id);
    const left = await api.ctx.db.rows<{ id: string }>(sql`select id::text from users where id = any(${all}::bigint[]) order by users.id`);
    expect(left.map(({ id }) => id)).toEqual(all.slice(1));
    expect(await api.ctx.db.rows(sql`select from files where vendor_id = ${forgotten.id}`)).toEqual([]);
    const log = await admin.get('/api/audit/get', { entity: 'user', entityId: forgotten.id });
    expect(log.body).toMatchObject([{ action: 'user.register' }]);
  });
});
