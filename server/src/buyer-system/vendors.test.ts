import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { FakeBuyerSystem, pulledOrder } from '../../test/buyerSystem.ts';

let api: Api;
let vendor: Caller;
let supplier: string;
let system: FakeBuyerSystem;
beforeAll(async () => {
  api = await startApi();
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

test('vendors without an id get that of the supplier with their GST number, else with their e-mail', async () => {
  const byNumber = await api.newVendor();
  const byMail = await api.newVendor();
  const embedded = await api.newVendor();
  const other = await api.newVendor();
  await api.ctx.db.execute(sql`insert into suppliers (email, name) values (lower(${embedded.user.email}), 'x')`);
  await api.ctx.db.execute(sql`
    update users set system_vendor_id = (select 'S-' || lpad(id::text, 5, '0') from suppliers where email = lower(${embedded.user.email}))
    where id = ${embedded.user.id}`);
  const numbers = await api.ctx.db.rows<{ gstin: string }>(sql`select gstin from users where id = ${byNumber.user.id}`);
  const known = { name: 'Somebody', email: null, gstin: null };
  system.records.suppliers.push(
    { ...known, externalId: `${supplier}-n`, gstin: numbers[0]?.gstin?.toLowerCase() ?? null, email: byMail.user.email },
    { ...known, externalId: `${supplier}-m`, email: byMail.user.email.toUpperCase() },
    { ...known, externalId: `${supplier}-e`, email: embedded.user.email },
    { ...known, externalId: `${supplier}-x`, email: 'unknown@example.com' },
  );
  await run();
  const ids = async (callers: Caller[]) =>
    (
      await api.ctx.db.rows<{ id: string | null }>(sql`
        select system_vendor_id as id from users where id = any(${callers.map(({ user }) => user.id)}::bigint[]) order by users.id`)
    ).map(({ id }) => id);
  expect(await ids([byNumber, byMail, embedded, other])).toEqual([`${supplier}-n`, `${supplier}-m`, `${supplier}-e`, null]);
  const counted = sql`select rows_read as read, rows_stored as stored from buyer_pulls where source = ${system.source} and kind = 'suppliers'`;
  expect(await api.ctx.db.first(counted)).toEqual({ read: 4, stored: 3 });
  const admin = await api.newAdmin();
  const log = (await admin.get('/api/audit/get', { userID: byMail.user.id, action: 'user.sync', page: 1 })).body;
  expect(log).toEqual([expect.objectContaining({ actor: '', after: { system_Vendor_id: `${supplier}-m` } })]);
});

test('who is not let in yet is no supplier, and takes no orders from whoever is', async () => {
  const [own] = await api.ctx.db.rows<{ gstin: string }>(sql`select gstin from users where id = ${vendor.user.id}`);
  const stranger = await api.newVendor({ gstin: own?.gstin });
  await api.ctx.db.execute(sql`update users set is_active = false where id = ${stranger.user.id}`);
  system.records.suppliers.push({ name: 'Somebody', email: stranger.user.email, gstin: own?.gstin ?? null, externalId: `${supplier}-s` });
  await run();
  const found = sql`select system_vendor_id as id from users where id = ${stranger.user.id}`;
  expect(await api.ctx.db.first(found)).toEqual({ id: null });
  await api.ctx.db.execute(sql`update users set system_vendor_id = ${supplier} where id = ${stranger.user.id}`);
  system.records.orders.push(pulledOrder({ supplier, number: '1' }));
  await run();
  expect((await vendor.get('/api/purChaseOrder/get')).body).toMatchObject([{ poNumber: '1' }]);
});
