import type { Overview } from '@aapurti/contract/home/dashboard';
import type { OrderLinks } from '@aapurti/contract/purchase-orders/orderLinks';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { makeOrder, orderLineOf } from '../demo/factories.ts';

let api: Api;
let admin: Caller;
beforeAll(async () => {
  api = await startApi();
  admin = await api.newAdmin();
});
afterAll(() => api.close());

let last = 0;
const number = () => String(9000 + ++last);
const RICE = 'Sona Masoori rice 1 kg';

/** 100 at 10.00 and 20 at 50.00, with 5 % of tax, of which 40 and none are accepted. */
const order = (owner: Caller, poNumber: string, line: object = {}) =>
  makeOrder(api.ctx, owner.user.id, poNumber, {
    lines: [
      orderLineOf({
        externalId: 'rice',
        itemName: RICE,
        quantity: '100',
        unitPrice: '10',
        receivedQuantity: '45',
        rejectedQuantity: '5',
        ...line,
      }),
      orderLineOf({ externalId: 'dal', itemCode: 'D-1', itemName: 'Toor dal', quantity: '20', unitPrice: '50' }),
    ],
  });

/** An order with 60 accepted pieces: the first 40 were agreed at 10.00, and later ones at 11.00. */
async function orderAtTwoPrices(owner: Caller, poNumber: string): Promise<string> {
  const orderId = await order(owner, poNumber, { receivedQuantity: '60', rejectedQuantity: '0' });
  await api.ctx.db.execute(sql`
    update purchase_order_lines set unit_price = 11, taxable = 1060, cgst = 26.5, sgst = 26.5, igst = 0, total = 1113,
      earlier_prices = '[{"until": "40", "unitPrice": "10", "discount": "0"}]' where order_id = ${orderId} and line = 1`);
  return orderId;
}

async function bill(vendor: Caller, orderId: string, quantity: number, invoiceNumber = number(), unitPrice = 10): Promise<string> {
  const lines = [{ orderId, line: 1, quantity, unitPrice }];
  const { sums } = (await vendor.post('/api/invoice/check', { lines, invoiceNumber })).body;
  const made = await vendor.post('/api/invoice/create', { invoiceNumber, ...sums, lines });
  expect([made.status, made.body.errors]).toEqual([200, undefined]);
  return made.body.data._id;
}

/** The value to invoice: on the dashboard, in the view of the list, on the page of an order and in the form that opens. */
async function left(vendor: Caller, orderId: string) {
  const { toInvoice } = ((await vendor.get('/api/dashboard/overview')).body as Overview).orders;
  const views = (await vendor.get('/api/dashboard/views', { list: 'order.search' })).body as {
    name: string;
    count: number;
    value: number;
  }[];
  const view = views.find(({ name }) => name === 'toInvoice');
  const listed = (await vendor.post('/api/purChaseOrder/serviceOrder', { stage: 'toInvoice' })).body.result as { _id: string }[];
  const { lines: page, totals } = (await vendor.get(`/api/purChaseOrder/links/${orderId}`)).body as OrderLinks;
  const form = (await vendor.get('/api/invoice/proposal', { orderId })).body as { lines: { quantity: number }[] };
  const units = form.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  expect([view?.count, view?.value, listed.length]).toEqual([toInvoice?.count, toInvoice?.value, toInvoice?.count]);
  expect([units, toInvoice?.value]).toEqual([page.reduce((total, { difference }) => total - Math.min(0, difference), 0), totals.toInvoice]);
  return [toInvoice?.first.map(({ poNumber, value }) => [poNumber, value]), units];
}

test('accepted goods are listed at the order value until they are invoiced', async () => {
  const vendor = await api.newVendor();
  const orderId = await order(vendor, 'TI/1');
  expect(await left(vendor, orderId)).toEqual([[['TI/1', 420]], 40]);
  const first = await bill(vendor, orderId, 30);
  expect(await left(vendor, orderId)).toEqual([[['TI/1', 105]], 10]);
  await bill(vendor, orderId, 10);
  expect(await left(vendor, orderId)).toEqual([[], 0]);
  // An invoice that was sent back invoices nothing, and the end of the order does not take the goods away.
  expect((await admin.post(`/api/invoice/return/${first}`, { reason: 'Wrong price', lines: [] })).status).toBe(200);
  await api.ctx.db.execute(sql`update purchase_orders set status = 'Closed' where id = ${orderId}`);
  expect(await left(vendor, orderId)).toEqual([[['TI/1', 315]], 30]);
});

test('goods taken back by a credit memo can be invoiced again, and returned goods cannot', async () => {
  const vendor = await api.newVendor();
  const orderId = await order(vendor, 'TI/2');
  const invoiceNumber = number();
  await bill(vendor, orderId, 40, invoiceNumber);
  const memo = { vendorInvoiceRef: invoiceNumber, itemQuantity: 4, amount: '42', productName: RICE };
  expect((await vendor.post('/api/creditMemo/AddUserCreditMemo', memo)).status).toBe(200);
  expect(await left(vendor, orderId)).toEqual([[['TI/2', 42]], 4]);
  const back = { externalId: 'B-1', source: 'embedded', po: 'TI/2', quantity: 3 };
  await api.ctx.db.execute(sql`
    insert into purchase_returns (vendor_id, source, external_id, item_name, po_number, received_quantity, returned_quantity)
    values (${vendor.user.id}, ${back.source}, ${back.externalId}, ${RICE}, ${back.po}, 0, ${back.quantity})`);
  expect(await left(vendor, orderId)).toEqual([[['TI/2', 10.5]], 1]);
});

test('the first pieces are listed at the price before its change, and later ones at the current price', async () => {
  const vendor = await api.newVendor();
  const orderId = await orderAtTwoPrices(vendor, 'TI/3');
  // 40 at 10.00 and 20 at 11.00.
  expect(await left(vendor, orderId)).toEqual([[['TI/3', 651]], 60]);
  await bill(vendor, orderId, 30);
  expect(await left(vendor, orderId)).toEqual([[['TI/3', 336]], 30]);
});

test('goods invoiced below their price count as invoiced, and the rest is listed at the order price', async () => {
  const vendor = await api.newVendor();
  const orderId = await order(vendor, 'TI/7');
  await bill(vendor, orderId, 30, number(), 9);
  expect(await left(vendor, orderId)).toEqual([[['TI/7', 105]], 10]);
});

test('the form bills pieces that a memo took back at the price agreed for them', async () => {
  const vendor = await api.newVendor();
  const orderId = await orderAtTwoPrices(vendor, 'TI/8');
  const invoiceNumber = number();
  await bill(vendor, orderId, 40, invoiceNumber);
  const memo = { vendorInvoiceRef: invoiceNumber, itemQuantity: 4, amount: '42', productName: RICE };
  expect((await vendor.post('/api/creditMemo/AddUserCreditMemo', memo)).status).toBe(200);
  // 4 at 10.00 and 20 at 11.00.
  expect(await left(vendor, orderId)).toEqual([[['TI/8', 273]], 24]);
  const { lines, sums } = (await vendor.get('/api/invoice/proposal', { orderId })).body;
  expect(lines).toMatchObject([
    { quantity: 4, unitPrice: 10 },
    { quantity: 20, unitPrice: 11 },
  ]);
  const made = await vendor.post('/api/invoice/create', { invoiceNumber: number(), ...sums, lines });
  expect(made.body.data).toMatchObject({ invoiceValue: 273, matchState: 'matched' });
  expect(await left(vendor, orderId)).toEqual([[], 0]);
});

test('cancelled orders, excess quantities and unfinished services are not listed', async () => {
  const vendor = await api.newVendor();
  const orderId = await order(vendor, 'TI/4', { receivedQuantity: '130', rejectedQuantity: '0' });
  expect(await left(vendor, orderId)).toEqual([[['TI/4', 1050]], 100]);
  await api.ctx.db.execute(
    sql`update purchase_order_lines set acceptance = 'order', received_quantity = 0 where order_id = ${orderId} and line = 1`,
  );
  expect(await left(vendor, orderId)).toEqual([[], 0]);
  await api.ctx.db.execute(sql`update purchase_order_lines set confirmed_quantity = 25 where order_id = ${orderId} and line = 1`);
  expect(await left(vendor, orderId)).toEqual([[['TI/4', 262.5]], 25]);
  await api.ctx.db.execute(sql`update purchase_orders set status = 'Cancelled' where id = ${orderId}`);
  expect(((await vendor.get('/api/dashboard/overview')).body as Overview).orders.toInvoice).toEqual({ count: 0, value: 0, first: [] });
});

test('an invoice without lines for the order reduces its value, and free goods are not listed', async () => {
  const vendor = await api.newVendor();
  const orderId = await order(vendor, '450006');
  const value = async () => {
    const { toInvoice } = ((await vendor.get('/api/dashboard/overview')).body as Overview).orders;
    const { totals, receipts } = (await vendor.get(`/api/purChaseOrder/links/${orderId}`)).body as OrderLinks;
    expect([totals.toInvoice, receipts.map((receipt) => receipt.toInvoice)]).toEqual([toInvoice?.value, [totals.toInvoice > 0]]);
    return [toInvoice?.count, toInvoice?.value];
  };
  await api.ctx.db.execute(sql`
    insert into receipt_lines (external_id, vendor_id, order_id, line, number, received_on, quantity)
    values ('L1', ${vendor.user.id}, ${orderId}, 1, 'GR-1', '2026-11-18', 40)`);
  const bare = async (invoiceValue: number, PONumber = '450006') =>
    expect(await vendor.post('/api/invoice/create', { invoiceNumber: number(), invoiceValue, PONumber })).toMatchObject({ status: 200 });
  await bare(100, '4500066');
  expect(await value()).toEqual([1, 420]);
  await bare(200);
  expect(await value()).toEqual([1, 220]);
  // The rest is the rounding of an invoice.
  await bare(219.5);
  expect(await value()).toEqual([0, 0]);
  await bare(1000);
  expect(await value()).toEqual([0, 0]);
  await api.ctx.db.execute(sql`delete from invoices where vendor_id = ${vendor.user.id}`);
  expect(await value()).toEqual([1, 420]);
  await api.ctx.db.execute(sql`
    update purchase_order_lines set unit_price = 0, taxable = 0, cgst = 0, sgst = 0, igst = 0, total = 0 where order_id = ${orderId}`);
  expect(await value()).toEqual([0, 0]);
});

test('vendors see only their own orders to invoice, and the buyer chooses a vendor', async () => {
  const [vendor, other] = [await api.newVendor(), await api.newVendor()];
  await order(vendor, 'TI/5');
  const found = async (caller: Caller, body: object) =>
    (await caller.post('/api/purChaseOrder/serviceOrder', { stage: 'toInvoice', ...body })).body.result.length;
  expect([await found(vendor, {}), await found(other, { userID: vendor.user.id })]).toEqual([1, 0]);
  expect([await found(admin, { userID: vendor.user.id }), await found(admin, { userID: other.user.id })]).toEqual([1, 0]);
  const refused = {
    status: 422,
    body: { code: 'vendor_not_chosen', errors: { userID: 'Choose a vendor to see the orders to invoice.' } },
  };
  expect(await admin.post('/api/purChaseOrder/serviceOrder', { stage: 'toInvoice' })).toMatchObject(refused);
  expect(await admin.get('/api/purChaseOrder/totals', { stage: 'toInvoice' })).toMatchObject({ status: 422 });
  const seen = (query: string) => admin.get(`/api/dashboard/overview${query}`);
  expect((await seen('')).body.orders.toInvoice).toBeNull();
  expect((await seen(`?userID=${vendor.user.id}`)).body.orders.toInvoice).toMatchObject({ count: 1, value: 420 });
});
