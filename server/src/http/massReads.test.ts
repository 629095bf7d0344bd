import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { actAs, makeInvoice } from '../demo/factories.ts';
import { MassReads } from './massReads.ts';

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

test('a download of a list is logged with who, filters and rows, for a vendor and for the buyer, and shows in the audit log', async () => {
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
  // Nothing of what is stored is in a template.
  expect((await vendor.get('/api/invoice/template')).status).toBeLessThan(500);
  expect(await entries(vendor)).toHaveLength(1);
});

test('what a caller names its filters neither hides an entry nor makes it long', async () => {
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

test('rows that a person reads of a list are logged past each bound once a day, over pages and keys', () => {
  const reads = new MassReads(async () => undefined);
  const day = new Date('2026-11-25T06:00:00Z');
  const told: number[] = [];
  for (let page = 0; page < 1_100; page += 1) {
    const rows = reads.add('1', 'invoice.list', 100, day);
    if (rows !== null) told.push(rows);
  }
  expect(told).toEqual([1_100, 10_100, 100_100]);
  // Others, other lists and another day are counted apart; a day ends at midnight in India.
  expect(reads.add('2', 'invoice.list', 1_000, day)).toBeNull();
  expect(reads.add('2', 'order.search', 1_000, day)).toBeNull();
  expect(reads.add('2', 'invoice.list', 1, day)).toBe(1_001);
  expect(reads.add('1', 'invoice.list', 999, new Date('2026-11-25T18:31:00Z'))).toBeNull();
  expect(reads.add('1', 'invoice.list', 2, new Date('2026-11-25T18:32:00Z'))).toBe(1_001);
});

test('a list that is paged through by the API is logged once, not at each page', async () => {
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

test('records that are read one by one, by their ids, are logged like rows of a list', async () => {
  const reader = await api.newVendor();
  const acting = await actAs(api.ctx, reader.user.id);
  await makeInvoice(api.ctx, acting, '1');
  const [{ _id: id }] = (await reader.get('/api/invoice/get')).body as [{ _id: string }];
  // An absent record is not read.
  expect((await reader.get('/api/invoice/get/999999999')).status).toBe(404);
  for (let read = 0; read < 1_000; read += 1) expect((await reader.get(`/api/invoice/get/${id}`)).status).toBe(200);
  expect(await entries(reader)).toEqual([]);
  expect((await reader.get(`/api/invoice/get/${id}`)).status).toBe(200);
  await expect.poll(() => entries(reader)).toMatchObject([{ action: 'list.read', list: 'invoice.get', after: { rows: 1_001 } }]);
});
