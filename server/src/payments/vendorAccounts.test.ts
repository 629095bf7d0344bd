import type { VendorAccount } from '@aapurti/contract/payments/vendorAccounts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { actAs, makeInvoice } from '../demo/factories.ts';

const AT = new Date('2026-11-10T06:00:00Z');
let api: Api;
let vendor: Caller;
let other: Caller;
let admin: Caller;
beforeAll(async () => {
  api = await startApi({}, () => AT);
  [vendor, other, admin] = [await api.newVendor(), await api.newVendor(), await api.newAdmin()];
  const acting = await actAs(api.ctx, vendor.user.id);
  for (const [number, invoiceDate] of [
    ['1', '2026-08-01'],
    ['2', '2026-11-09'],
    ['3', '2026-08-02'],
    ['4', '2026-08-03'],
  ] as const)
    await makeInvoice(api.ctx, acting, number, { invoiceDate });
  await api.ctx.db.execute(
    sql`update invoices set match_state = case number when '3' then 'exception' when '4' then 'returned' else 'matched' end`,
  );
});
afterAll(() => api.close());

const rows = async (query = {}) => (await admin.get('/api/vendor/get', query)).body as VendorAccount[];
const one = async (id: string) => (await rows()).find(({ _id }) => _id === id);

test('a vendor’s row has the same figures as the outstanding report and the dashboard', async () => {
  const report = (await admin.post('/api/purChaseOrder/purchase_payment', { status: 'OS', userID: vendor.user.id })).body.result;
  const summary = (await admin.get('/api/dashboard/overview', { userID: vendor.user.id })).body;
  const row = await one(vendor.user.id);
  expect(row).toMatchObject({ owed: report[0].owed, overdue: summary.overdue.amount, exceptions: 1, isActive: true, waitingSince: null });
  // The invoice that was sent back is not agreed, so it is neither payable nor overdue.
  expect(row).toMatchObject({ owed: 3540, overdue: 2360 });
});

test('an invoice due today is not overdue', async () => {
  await api.ctx.db.execute(sql`update invoices set agreed_due = '2026-11-10' where number = '1'`);
  expect(await one(vendor.user.id)).toMatchObject({ overdue: 1180, exceptions: 1 });
  await api.ctx.db.execute(sql`update invoices set agreed_due = null where number = '1'`);
});

test('vendors awaiting activation are listed with their date, and administrators are not listed', async () => {
  await api.ctx.db.execute(sql`update users set is_active = false where id = ${other.user.id}`);
  const waiting = await rows({ status: 'waiting' });
  expect(waiting.map(({ _id }) => _id)).toEqual([other.user.id]);
  expect(waiting[0]?.waitingSince).not.toBeNull();
  expect((await rows()).map(({ _id }) => _id)).not.toContain(admin.user.id);
});

test('vendors are sorted by exceptions and by waiting time, those without either last', async () => {
  const first = async (sortBy: string, sortOrder: string) => (await rows({ sortBy, sortOrder }))[0]?._id;
  expect([await first('exceptions', 'desc'), await first('exceptions', 'asc')]).toEqual([vendor.user.id, other.user.id]);
  for (const sortOrder of ['asc', 'desc']) expect(await first('waitingSince', sortOrder)).toBe(other.user.id);
});

test('the overdue invoices of the list are those counted in the overdue figure', async () => {
  const { overdue } = (await one(vendor.user.id)) ?? {};
  const { body } = await admin.get('/api/invoice/totals', { state: 'overdue', userID: vendor.user.id });
  expect(body).toMatchObject({ count: 2, balance: overdue });
});

test('a vendor can read neither the list nor the count of other vendors', async () => {
  expect((await vendor.get('/api/vendor/get')).status).toBe(403);
  expect((await vendor.get('/api/vendor/totals')).status).toBe(403);
  const counted = (await vendor.get('/api/dashboard/views', { list: 'vendor.list' })).body;
  expect(counted).toEqual([{ name: 'all', count: 1, value: 3540 }]);
  expect((await api.visitor.get('/api/vendor/get')).status).toBe(401);
});
