import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { type Answer, type Api, type Caller, startApi } from './api.ts';
import { addItem } from './items.ts';
import { newMember } from './members.ts';
import { meanwhile } from './overlap.ts';
import { HEADINGS, row, upload } from './productSheet.ts';

// Products, their schemes, and the verification of a vendor or a user: calls that wait use the data after the wait.

const RICE = '8901030516320';

let api: Api;
let admin: Caller;
let vendor: Caller;
beforeAll(async () => {
  api = await startApi({ captcha: false }, () => new Date('2026-11-21T06:00:00Z'));
  admin = await api.newAdmin();
  await addItem(api.ctx, { ean: RICE, code: 'R-1', name: 'Rice' });
});
afterAll(() => api.close());
beforeEach(async () => {
  vendor = await api.newVendor();
});

const during = async (
  held: ReturnType<typeof sql>,
  call: () => Promise<Answer>,
  seen?: () => Promise<unknown>,
): Promise<Answer | undefined> => (await meanwhile(api, (tx) => tx.execute(held), [call], seen))[0];
const save = (more: object = {}) =>
  vendor.post('/api/product/create', {
    EANCode: RICE,
    shelfLifeDays: 9,
    quantity: 1,
    MRP: 100,
    percentage: 10,
    margin: 10,
    sellingPrice: 90,
    ...more,
  });
const scheme = async () =>
  (await vendor.post('/api/schema/create', { schemaName: 'Diwali', EANCode: RICE, quantity: 10, freeQuantity: 1, netPTR: '80' })).body.data;
const product = async () => (await vendor.get('/api/product/get')).body[0];
const lastBefore = async (action: string) =>
  (
    await api.ctx.db.one<{ before: Record<string, unknown> }>(
      sql`select before from audit_log where action = ${action} order by id desc limit 1`,
    )
  ).before;
test('a price that changes is not approved in the version displayed before', async () => {
  const { _id, updatedAt } = (await save()).body.data;
  const answer = await during(sql`update products set updated_at = clock_timestamp() where id = ${_id}`, () =>
    admin.put('/api/product/changeStatusPriceApproval', { productIdList: [_id], priceApproval: true, versions: { [_id]: updatedAt } }),
  );
  expect(answer?.status).toBe(409);
});

test('the log of a saved product has the values that it had just before', async () => {
  const { _id } = (await save()).body.data;
  await during(sql`update products set quantity = 5 where id = ${_id}`, () => save({ quantity: 7 }));
  expect(await lastBefore('product.edit')).toMatchObject({ quantity: 5 });
});

test('a file without a column keeps the latest value of the product', async () => {
  const { _id } = (await save({ remarks: 'Keep dry' })).body.data;
  const without = () => upload(vendor, [row(RICE, { Quantity: 7 }).slice(0, -1)], {}, HEADINGS.slice(0, -1));
  const answer = await during(sql`update products set remarks = 'Keep cool' where id = ${_id}`, without);
  expect([answer?.status, answer?.body.errors]).toEqual([200, undefined]);
  expect(await product()).toMatchObject({ quantity: 7, remarks: 'Keep cool' });
});

test('a scheme that another user changes is not changed on outdated values', async () => {
  const { _id, updatedAt } = await scheme();
  const answer = await during(sql`update schemes set updated_at = clock_timestamp() where id = ${_id}`, () =>
    vendor.put(`/api/schema/edit/${_id}`, { quantity: 12, updatedAt }),
  );
  expect(answer?.status).toBe(409);
});

test('a product gets the latest price of its scheme, by form and by file', async () => {
  const { _id } = await scheme();
  const lower = (price: number) => sql`update schemes set net_ptr = ${price} where id = ${_id}`;
  expect((await during(lower(70), () => save({ schemes: _id })))?.status).toBe(200);
  expect((await product()).netPTR).toBe(70);
  const answer = await during(lower(60), () => upload(vendor, [row(RICE, { 'Product Scheme': 'Diwali' })]));
  expect([answer?.status, answer?.body.errors]).toEqual([200, undefined]);
  expect((await product()).netPTR).toBe(60);
});

test('a change of a scheme waits for its products before it locks the scheme', async () => {
  const { _id } = await scheme();
  const made = (await save({ schemes: _id })).body.data;
  const answer = await during(
    sql`select from products where id = ${made._id} for update`,
    () => vendor.put(`/api/schema/edit/${_id}`, { netPTR: '75' }),
    async () => expect(await api.ctx.db.rows(sql`select from schemes where id = ${_id} for update skip locked`)).toHaveLength(1),
  );
  expect(answer?.status).toBe(200);
});

test('a vendor that changes is not linked to a supplier on outdated values', async () => {
  const { id } = vendor.user;
  const source = api.ctx.buyerSystem.source;
  await api.ctx.db.execute(sql`insert into buyer_suppliers (source, external_id, name) values (${source}, ${`S-${id}`}, 'Mill')`);
  await api.ctx.db.execute(sql`update vendors set supplier_id = null where id = ${id}`);
  const { updatedAt } = (await admin.get(`/api/auth/user/${id}`)).body[0];
  const held = sql`
    with held as (select from users where id = ${id} for update)
    update vendors set updated_at = clock_timestamp() where id = ${id} and exists (select from held)`;
  const answer = await during(held, () =>
    admin.post('/api/identity/matches', { source, externalId: `S-${id}`, vendorId: id, link: true, updatedAt }),
  );
  expect(answer?.status).toBe(409);
});

const provider = (more: object) => {
  const secret = { clientId: 'portal', clientSecret: 'a secret of it' };
  return { name: 'Stores', issuer: `https://id${api.serial()}.example`, ...secret, required: false, trustMfa: false, ...more };
};
const newProvider = sql`
  with top as (select id from memberships where vendor_id is null and role = 'administrator' order by id for update)
  insert into idps (vendor_id, name, issuer, client_id, domains, required, trust_mfa, saved_by)
  select null, 'Other', 'https://taken.example', 'portal' || count(*), array['taken.example'], false, false, (select min(id) from users where is_admin) from top`;

test('a domain that another provider enters is taken, for new and changed providers', async () => {
  const domains = 'taken.example';
  const added = await during(newProvider, () => admin.post('/api/provider/create', provider({ domains })));
  expect(added?.status).toBe(422);
  await api.ctx.db.execute(sql`delete from idps`);
  expect((await admin.post('/api/provider/create', provider({}))).status).toBe(200);
  const { id } = await api.ctx.db.one<{ id: string }>(sql`select max(id)::text as id from idps`);
  const changed = await during(newProvider, () => admin.put(`/api/provider/edit/${id}`, { domains }));
  expect(changed?.status).toBe(422);
  await api.ctx.db.execute(sql`delete from idps`);
});

test('a session started by a provider ends with its link, removed by the user or an administrator', async () => {
  await admin.post('/api/provider/create', provider({}));
  const { id } = await api.ctx.db.one<{ id: string }>(sql`select max(id)::text as id from idps`);
  const person = await newMember(api, admin, 'accounts');
  const link = sql`insert into identities (idp_id, subject, user_id) values (${id}, 'me', ${person.user.id})`;
  const begins = sql`
    with held as (select id from users where id = ${person.user.id} for share)
    insert into sessions (token_hash, user_id, membership_id, created_at, last_seen_at, expires_at, idp_id, proved_at)
    select sha256('another'), user_id, membership_id, created_at, last_seen_at, expires_at, ${id}, created_at
    from sessions where user_id = (select id from held) limit 1`;
  for (const unlink of [
    () => person.delete(`/api/auth/provider/link/${id}`),
    () => admin.post(`/api/auth/provider/unlink/${person.user.id}`),
  ]) {
    await api.ctx.db.execute(link);
    expect((await during(begins, unlink))?.status).toBe(200);
    expect(await api.ctx.db.rows(sql`select from sessions where idp_id = ${id}`)).toEqual([]);
  }
});
