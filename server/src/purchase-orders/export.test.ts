import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { plainRows } from '../../test/workbook.ts';
import { makeOrder, orderLineOf } from '../demo/factories.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

test('the list can be downloaded as an .xlsx file with the filtered rows', async () => {
  const vendor = await api.newVendor({ vendor_name: '=Mill' });
  await makeOrder(api.ctx, vendor.user.id, 'PO/1', {
    orderedOn: '2026-11-03',
    paid: '10',
    lines: [orderLineOf({ receivedQuantity: '10' })],
  });
  await makeOrder(api.ctx, vendor.user.id, 'XY/2', { status: 'Cancelled' });
  const rowsOf = async (caller: Caller, query = {}) => {
    const { status, headers, body } = await caller.get('/api/purChaseOrder/export', query);
    expect([status, headers['content-disposition']]).toEqual([200, 'attachment; filename="purchase-orders.xlsx"']);
    return plainRows(body);
  };
  const [heads, ...rows] = await rowsOf(vendor);
  expect(heads).toEqual(['PO Number', 'PO Date', 'Items', 'Value', 'Status', 'Delivery', 'Payment']);
  expect(rows.map((row) => row[0])).toEqual(['XY/2', 'PO/1']);
  expect(rows[1]?.slice(2)).toEqual([1, 1050, 'Open', 'Delivered', 'Partial']);
  expect((await rowsOf(vendor, { code: 'po/' })).length).toBe(2);
  const all = await rowsOf(await api.newAdmin(), { userID: vendor.user.id });
  expect([all[0]?.[2], all[1]?.[2]]).toEqual(['Vendor', '=Mill']);
});
