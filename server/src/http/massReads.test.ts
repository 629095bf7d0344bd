import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { actAs, makeInvoice } from '../demo/factories.ts';
import { addRead } from './massReads.ts';

let api: Api;
let vendor: Caller;
let admin: Caller;
beforeAll(async () => {
  api = await startApi({ captcha: false });
  [vendor, admin] = [await api.newVendor(), await api.newAdmin()];
  const acting = await actAs(api.ctx, vendor.user.id);
  for (const number of ['101', '102', '103']) await makeInvoice(api.ctx, acting, number);
});
afterAll(() => api.close());

const entries = (who: Caller) =>
  api.ctx.db.rows(sql`
    select action, entity_id as list, vendor_id::text as vendor, after from audit_log where entity = 'list' and actor_id = ${who.user.id} order by id`);

test('a download of a list is logged with user, filters and rows, for a vendor and for the buyer, and appears in the audit log', async () => {
  expect((await vendor.get('/api/invoice/export', { invoiceNumber: '102' })).status).toBe(200);
  expect((await admin.get('/api/invoice/export', { userID: vendor.user.id })).status).toBe(200);
  await expect
    .poll(() => entries(vendor))
    .toMatchObject([
      {
        action: 'list.download',
        list: 'invoice.export',
        vendor: vendor.user.id,
        after: { invoiceNumber: '102', rows: 1, list: expect.any(String) },
      },
    ]);
  await expect
    .poll(() => entries(admin))
    .toMatchObject([{ action: 'list.download', vendor: null, after: { userID: vendor.user.id, rows: 3 } }]);
  const { body } = await admin.get('/api/audit/get', { entity: 'list', actorID: vendor.user.id });
  expect(body).toMatchObject([{ action: 'list.download', after: { rows: 1 } }]);
  // A template contains no stored data.
  expect((await vendor.get('/api/invoice/template')).status).toBeLessThan(500);
  expect(await entries(vendor)).toHaveLength(1);
});

test('the names of filters can neither hide an entry nor make it long', async () => {
  const one = await api.newVendor();
  const filters = {
    rows: '0',
    list: 'nothing',
    invoiceNumber: '9'.repeat(60),
    ...Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`x${n}`, 'y'.repeat(500)])),
  };
  expect((await one.get('/api/invoice/export', filters)).status).toBeLessThan(500);
  const found = await entries(one);
  expect(found.length).toBeLessThanOrEqual(1);
  for (const { after } of found as { after: Record<string, unknown> }[]) {
    expect(after['list']).not.toBe('nothing');
    expect(JSON.stringify(after).length).toBeLessThan(20_000);
  }
});

test('the rows that a user reads of a list are logged past each limit once per day, over pages and keys', async () => {
  const [one, other] = [await api.newVendor(), await api.newVendor()];
  const day = new Date('2026-11-25T06:00:00Z');
  const read = (who: Caller, list: string, rows: number, now = day, vendorId: string | null = who.user.id) =>
    addRead(api.ctx.db, { id: who.user.id, vendorId }, list, { rows, now });
  const told: number[] = [];
  for (let page = 0; page < 103; page += 1) {
    const rows = await read(one, 'invoice.list', 1_000);
    if (rows !== null) told.push(rows);
  }
  expect(told).toEqual([2_000, 11_000, 101_000]);
  // Other users, companies, lists and days are counted separately; a day ends at midnight in India.
  expect(await read(other, 'invoice.list', 1_000)).toBeNull();
  expect(await read(other, 'order.search', 1_000)).toBeNull();
  expect(await read(other, 'invoice.list', 1_000, day, null)).toBeNull();
  expect(await read(other, 'invoice.list', 1)).toBe(1_001);
  expect(await read(one, 'invoice.list', 999, new Date('2026-11-25T18:31:00Z'))).toBeNull();
  expect(await read(one, 'invoice.list', 2, new Date('2026-11-25T18:32:00Z'))).toBe(1_001);
});

test('concurrent calls of two processes add up: one of them passes the limit', async () => {
  const reader = await api.newVendor();
  const second = await startApi({ captcha: false }, undefined, api);
  const actor = { id: reader.user.id, vendorId: reader.user.id };
  const now = api.ctx.clock();
  const calls = Array.from({ length: 20 }, (_, n) =>
    addRead((n % 2 === 0 ? api : second).ctx.db, actor, 'invoice.list', { rows: 60, now }),
  );
  const told = (await Promise.all(calls)).filter((rows) => rows !== null);
  await second.close();
  expect(told).toEqual([1_020]);
});

test('short reads of two processes add up: the limit is passed at most 49 rows late by each', async () => {
  const reader = await api.newVendor();
  const second = await startApi({ captcha: false }, undefined, api);
  const actor = { id: reader.user.id, vendorId: reader.user.id };
  let read = 0;
  let told: number | null = null;
  while (told === null && read < 2_000) {
    told = await addRead((read % 14 === 0 ? api : second).ctx.db, actor, 'invoice.list', { rows: 7, now: api.ctx.clock() });
    read += 7;
  }
  await second.close();
  expect(read).toBeGreaterThan(1_000);
  expect(read).toBeLessThanOrEqual(1_000 + 2 * 49 + 7);
});

test('a list that is read page by page through the API is logged once, not for each page', async () => {
  const reader = await api.newVendor();
  const acting = await actAs(api.ctx, reader.user.id);
  await makeInvoice(api.ctx, acting, '1');
  await api.ctx.db.execute(sql`
    insert into invoices (vendor_id, number, invoice_date, value) select ${reader.user.id}, 1000 + n, '2026-04-02', 118 from generate_series(1, 1200) n`);
  for (let page = 1; page <= 12; page += 1)
    expect((await reader.get('/api/invoice/get', { page: String(page), pageSize: '100' })).status).toBe(200);
  await expect
    .poll(() => entries(reader))
    .toMatchObject([{ action: 'list.read', list: 'invoice.list', after: { rows: 1_100, page: '11', pageSize: '100' } }]);
});

test('records that are read one by one, by their IDs, are logged like rows of a list', async () => {
  const reader = await api.newVendor();
  const acting = await actAs(api.ctx, reader.user.id);
  await makeInvoice(api.ctx, acting, '1');
  const [{ _id: id }] = (await reader.get('/api/invoice/get')).body as [{ _id: string }];
  // A call for a missing record does not count as a read.
  expect((await reader.get('/api/invoice/get/999999999')).status).toBe(404);
  for (let read = 0; read < 1_000; read += 1) expect((await reader.get(`/api/invoice/get/${id}`)).status).toBe(200);
  expect(await entries(reader)).toEqual([]);
  expect((await reader.get(`/api/invoice/get/${id}`)).status).toBe(200);
  await expect.poll(() => entries(reader)).toMatchObject([{ action: 'list.read', list: 'invoice.get', after: { rows: 1_001 } }]);
});
