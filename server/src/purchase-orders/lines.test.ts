import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Answer, type Api, startApi } from '../../test/api.ts';
import { meanwhile } from '../../test/overlap.ts';
import type { Database } from '../database/database.ts';
import { makeOrder, orderLineOf } from '../demo/factories.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

test('a call without a page returns orders with at most 10,000 lines, and links to the others', async () => {
  const vendor = await api.newVendor();
  const lines = Array.from({ length: 2_600 }, () => orderLineOf());
  for (let number = 1; number <= 8; number += 1) await makeOrder(api.ctx, vendor.user.id, String(number), { lines });
  const seen: string[] = [];
  const sizes: number[] = [];
  const paths = { GET: '/api/purChaseOrder/get', POST: '/api/purChaseOrder/serviceOrder' } as const;
  let next: string | undefined = paths.GET;
  while (next !== undefined) {
    const { body, headers }: Answer = await vendor.get(next);
    seen.push(...body.map(({ poNumber }: { poNumber: string }) => poNumber));
    sizes.push(body.length);
    next = /^<(.+)>; rel="next"$/.exec(String(headers['link']))?.[1];
  }
  expect(sizes).toEqual([3, 3, 2]);
  expect(seen).toEqual(['8', '7', '6', '5', '4', '3', '2', '1']);
  const searched = await vendor.post(paths.POST);
  expect([searched.body.result.length, searched.headers['link'], searched.headers['x-total-count']]).toEqual([
    3,
    `</api/purChaseOrder/serviceOrder?startAfter=${searched.body.result[2]._id}>; rel="next"`,
    '8',
  ]);
  expect((await vendor.post(`${paths.POST}?page=3&pageSize=3`)).headers['link']).toBeUndefined();
});

test('each line field that the ERP sends is saved in its column and shown', async () => {
  const vendor = await api.newVendor();
  const line = {
    externalId: 'X-1',
    itemCode: 'I-1',
    itemName: 'Basmati',
    ean: '8901030516320',
    secondEan: '8901030516337',
    hsnCode: '10063020',
    skuCode: 'SKU-1',
    uom: 'BAG',
    quantity: '101',
    caseQuantity: '12',
    receivedQuantity: '33',
    rejectedQuantity: '3',
    mrp: '125.5',
    unitPrice: '100.25',
    discountRate: '1.5',
    discount: '152',
    taxable: '9973.25',
    cgstRate: '2.5',
    sgstRate: '2.25',
    igstRate: '1.25',
    cessRate: '0.75',
    cgst: '249.33',
    sgst: '224.4',
    igst: '124.67',
    cess: '74.8',
    total: '10646.45',
    acceptance: 'sale' as const,
  };
  const id = await makeOrder(api.ctx, vendor.user.id, 'FULL', { lines: [line] });
  const [stored] = await api.ctx.db.rows<{ row: Record<string, unknown> }>(
    sql`select to_jsonb(each) as row from purchase_order_lines each where order_id = ${id}`,
  );
  const columns = Object.entries(line).map(([field, value]) => [field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value]);
  const row = Object.fromEntries(Object.entries(stored?.row ?? {}).map(([column, value]) => [column, String(value)]));
  // These columns store what was confirmed and agreed in the portal, next to the values from the system.
  const kept = { confirmed_quantity: 'null', stated_price: 'null', earlier_prices: '' };
  expect(row).toEqual({ ...Object.fromEntries(columns), order_id: id, line: '1', ...kept });
  const [order] = (await vendor.get('/api/purChaseOrder/get', { poNumber: 'FULL' })).body;
  expect(order.listOfItems).toEqual([
    {
      itemCode: 'I-1',
      itemName: 'Basmati',
      EANCode: '8901030516320',
      secondaryBarcode: '8901030516337',
      SKUCode: 'SKU-1',
      hsnCode: '10063020',
      uom: 'BAG',
      UQC: 'BAG',
      itemQuantityInCart: 101,
      receivedQuantity: 33,
      caseQuantity: 12,
      acceptance: 'sale',
      confirmedQuantity: null,
      agreedQuantity: 101,
      packed: [],
      earlierPrices: [],
      itemSellingPrice: 125.5,
      itemPrice: 100.25,
      totalCost: 10646.45,
      GSTCode: 'IGST6',
      GSTInPer: 6,
      discInPer: 1.5,
      discAMt: 152,
      CGSTInPer: 2.5,
      taxAMT: 673.2,
      salesOrderTaxModel: {
        taxableAmount: 9973.25,
        taxAmount: 598.4,
        cgstTaxAmt: 249.33,
        sgstTaxAmt: 224.4,
        igstTaxAmt: 124.67,
        gstCess: 0.75,
        gstCessAmount: 74.8,
        tax: { sgstPercent: 2.25, igstPercent: 1.25 },
      },
    },
  ]);
});

test('a price agreed while the ERP sends the order is kept', async () => {
  const { user } = await api.newVendor();
  const line = { externalId: 'rice', quantity: '100', receivedQuantity: '100', hsnCode: null };
  const orderId = await makeOrder(api.ctx, user.id, 'PO/1', { lines: [orderLineOf(line)] });
  const agreed = (tx: Database) =>
    tx.execute(sql`
    with held as (select from purchase_orders where id = ${orderId} for no key update)
    update purchase_order_lines set stated_price = unit_price, unit_price = 90 where order_id = ${orderId} and exists (select from held)`);
  await meanwhile(api, agreed, [
    () => makeOrder(api.ctx, user.id, 'PO/1', { version: '2', lines: [orderLineOf({ ...line, itemName: 'Rice, new' })] }),
  ]);
  expect(await api.ctx.db.one(sql`select unit_price::int as price from purchase_order_lines where order_id = ${orderId}`)).toEqual({
    price: 90,
  });
});
