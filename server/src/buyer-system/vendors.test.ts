import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { type Api, type Caller, startApi, statusesOf } from '../../test/api.ts';
import { FakeBuyerSystem, pulledOrder } from '../../test/buyerSystem.ts';
import { papers, registration } from '../../test/forms.ts';
import { gstinOf as gstOf, panOf } from '../demo/factories.ts';

let api: Api;
let admin: Caller;
let vendor: Caller;
let supplier: string;
let system: FakeBuyerSystem;
beforeAll(async () => {
  api = await startApi();
  admin = await api.newAdmin();
});
afterAll(() => api.close());

let serial = 0;
beforeEach(async () => {
  serial += 1;
  supplier = `SUP-${serial}`;
  system = new FakeBuyerSystem(`fake${serial}`);
  api.ctx.buyerSystem = system;
  vendor = await api.newVendor({ system_Vendor_id: supplier });
});

const run = () => api.ctx.pulling.run();

const gstinOf = async ({ user }: Caller) => (await admin.get(`/api/auth/user/${user.id}`)).body[0].GST as string;
const idOf = async ({ user }: Caller) => (await admin.get(`/api/auth/user/${user.id}`)).body[0].system_Vendor_id as string | null;
const offer = (externalId: string, given: { email?: string; gstin?: string | null }) =>
  system.records.suppliers.push({ name: `Supplier ${externalId}`, email: null, gstin: null, externalId, ...given });
interface Match {
  supplier: { externalId: string; source: string };
  vendor: { _id: string; updatedAt: string };
}
const matches = async () => (await admin.get('/api/identity/matches')).body.matches as Match[];
const matchesOf = async ({ user }: Caller) => (await matches()).filter(({ vendor: { _id } }) => _id === user.id);
const decide = ({ supplier: { source, externalId }, vendor: { _id, updatedAt } }: Match, link: boolean) =>
  admin.post('/api/identity/matches', { source, externalId, vendorId: _id, link, updatedAt });

describe('a supplier is linked automatically', () => {
  test('to the one confirmed vendor with its GST number, even if the portal itself gave an ID before', async () => {
    const [byNumber, embedded] = [await api.newVendor(), await api.newVendor()];
    await api.ctx.db.execute(sql`insert into suppliers (email, name) values (lower(${embedded.user.email}), 'x')`);
    await api.ctx.db.execute(sql`
      update vendors set supplier_id = (select 'S-' || lpad(id::text, 5, '0') from suppliers where email = lower(${embedded.user.email}))
      where id = ${embedded.user.id}`);
    offer(`${supplier}-n`, { gstin: (await gstinOf(byNumber)).toLowerCase() });
    offer(`${supplier}-e`, { gstin: await gstinOf(embedded) });
    await run();
    expect([await idOf(byNumber), await idOf(embedded)]).toEqual([`${supplier}-n`, `${supplier}-e`]);
    const counted = sql`select rows_read as read, rows_stored as stored from buyer_pulls where source = ${system.source} and kind = 'suppliers'`;
    expect(await api.ctx.db.first(counted)).toEqual({ read: 2, stored: 2 });
    const log = (await admin.get('/api/audit/get', { userID: byNumber.user.id, action: 'user.sync', page: 1 })).body;
    expect(log).toEqual([expect.objectContaining({ actor: '', after: { system_Vendor_id: `${supplier}-n` } })]);
  });

  test('to no vendor that has typed a competitor’s GST number', async () => {
    const [competitor, thief] = [await api.newVendor(), await api.newVendor()];
    const [{ panNo, GST } = {}] = (await competitor.get('/api/auth/user')).body as Record<string, string>[];
    await thief.put(`/api/auth/edit/${thief.user.id}`, { panNo, GST });
    offer(`${supplier}-c`, { gstin: GST ?? null });
    await run();
    expect([await idOf(thief), await idOf(competitor)]).toEqual([null, `${supplier}-c`]);
  });

  test.each(['activated', 'approved'])('as soon as the vendor is %s after its supplier was imported', async (how) => {
    const gstin = gstOf(panOf(api.serial()), '27');
    const late = await api.newVendor(how === 'activated' ? { gstin, isActive: false } : {});
    offer(`${supplier}-l`, { gstin });
    await run();
    expect(await idOf(late)).toBeNull();
    if (how === 'activated') {
      expect((await admin.put(`/api/auth/edit/${late.user.id}`, { isActive: true })).status).toBe(200);
    } else {
      await late.put(`/api/auth/edit/${late.user.id}`, { GST: gstin, panNo: gstin.slice(2, 12) });
      const { requests } = (await admin.get('/api/identity/requests')).body as {
        requests: { _id: string; updatedAt: string; vendor: { _id: string } }[];
      };
      const { _id, updatedAt } = requests.find(({ vendor: { _id: id } }) => id === late.user.id) ?? {};
      expect((await admin.put(`/api/identity/requests/${_id}`, { approve: true, updatedAt })).status).toBe(200);
    }
    expect(await idOf(late)).toBe(`${supplier}-l`);
    const [entry] = (await admin.get('/api/audit/get', { userID: late.user.id, action: 'user.sync' })).body;
    expect(entry).toMatchObject({ actor: expect.stringMatching(/\S/), after: { system_Vendor_id: `${supplier}-l` } });
  });

  test.each([
    'its e-mail alone',
    'a GST number of two accounts',
    'a GST number of an inactive account',
    'a vendor nobody confirmed',
    'two suppliers',
  ])('but not by %s: an administrator decides', async (why) => {
    const one = await api.newVendor();
    const gstin = await gstinOf(one);
    const id = `${supplier}-${api.serial()}`;
    if (why === 'its e-mail alone') offer(id, { email: one.user.email.toUpperCase() });
    else offer(id, { gstin });
    if (why === 'two suppliers') offer(`${id}b`, { gstin });
    if (why === 'a GST number of two accounts') await api.newVendor({ gstin });
    if (why === 'a GST number of an inactive account') await api.newVendor({ gstin, isActive: false });
    if (why === 'a vendor nobody confirmed') {
      await api.ctx.db.execute(sql`update vendors set identity_confirmed_at = null where id = ${one.user.id}`);
    }
    await run();
    expect(await idOf(one)).toBeNull();
    const [match] = await matchesOf(one);
    expect(match).toMatchObject({ supplier: { externalId: id }, vendor: { identityConfirmed: why !== 'a vendor nobody confirmed' } });
    const waiting = (await admin.get('/api/identity/waiting')).body.matches as number;
    expect(waiting).toBe((await matches()).length);
    if (match === undefined) return;
    expect((await decide(match, true)).status).toBe(200);
    expect(await idOf(one)).toBe(id);
    expect(await matchesOf(one)).toEqual([]);
    const log = (await admin.get('/api/audit/get', { userID: one.user.id, action: 'user.sync' })).body;
    expect(log).toMatchObject([{ actor: expect.stringMatching(/\S/), after: { system_Vendor_id: id } }]);
  });
});

describe('an administrator', () => {
  test('can mark a pair as different, which is then neither proposed nor linked again', async () => {
    const [one, two] = [await api.newVendor(), await api.newVendor()];
    await api.ctx.db.execute(sql`update vendors set gstin = ${await gstinOf(one)} where id = ${two.user.id}`);
    offer(`${supplier}-x`, { gstin: await gstinOf(one) });
    await run();
    const [match] = await matchesOf(two);
    expect(match && (await decide(match, false)).status).toBe(200);
    expect(await matchesOf(two)).toEqual([]);
    await api.ctx.db.execute(sql`update vendors set gstin = null where id = ${one.user.id}`);
    offer(`${supplier}-x`, { gstin: await gstinOf(two) });
    await run();
    expect(await idOf(two)).toBeNull();
  });

  test('cannot link a record that was changed since it was read, or a supplier that another vendor has', async () => {
    const [one, two] = [await api.newVendor(), await api.newVendor()];
    await api.ctx.db.execute(sql`update vendors set gstin = ${await gstinOf(one)} where id = ${two.user.id}`);
    offer(`${supplier}-y`, { gstin: await gstinOf(one) });
    await run();
    const [first] = await matchesOf(one);
    const [second] = await matchesOf(two);
    if (first === undefined || second === undefined) throw new Error('both wait');
    await two.put(`/api/auth/edit/${two.user.id}`, { city: 'Nashik' });
    expect((await decide(second, true)).status).toBe(409);
    expect((await decide(first, true)).status).toBe(200);
    const [now] = await matchesOf(two);
    expect(now).toMatchObject({ linkedTo: { _id: one.user.id } });
    expect(now && (await decide(now, true)).status).toBe(409);
    expect(await idOf(two)).toBeNull();
  });

  test('cannot give one supplier to two vendors', async () => {
    const other = await api.newVendor();
    const taken = await admin.put(`/api/auth/edit/${other.user.id}`, { system_Vendor_id: supplier });
    expect([taken.status, Object.keys(taken.body.errors)]).toEqual([422, ['system_Vendor_id']]);
    const added = await admin.send('POST', '/api/auth/create', registration(api.serial(), { system_Vendor_id: supplier }), papers());
    expect([added.status, Object.keys(added.body.errors)]).toEqual([422, ['system_Vendor_id']]);
    const free = `${supplier}-free`;
    const both = await Promise.all(
      [other, await api.newVendor()].map(({ user }) => admin.put(`/api/auth/edit/${user.id}`, { system_Vendor_id: free })),
    );
    expect(statusesOf(both)).toEqual([200, 422]);
  });
});

test('sees that orders belong to the vendor with the supplier', async () => {
  system.records.orders.push(pulledOrder({ supplier, number: '1' }));
  await run();
  expect((await vendor.get('/api/purChaseOrder/get')).body).toMatchObject([{ poNumber: '1' }]);
});
