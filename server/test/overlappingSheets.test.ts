import { messages } from '@aapurti/contract/memos/memoMessages';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import type { Database } from '../src/database/database.ts';
import { makeOrder, orderLineOf, orderOf } from '../src/demo/factories.ts';
import { storeOrders } from '../src/purchase-orders/store.ts';
import { type Answer, type Api, type Caller, startApi } from './api.ts';
import { addItem } from './items.ts';
import { meanwhile } from './overlap.ts';
import { workbookOf } from './workbook.ts';

// A file is checked against the data at the time it is stored, not at the time before it waited.

const RICE = '8901030516320';

let api: Api;
let admin: Caller;
let vendor: Caller;
let code: number;
let orderId: string;
beforeAll(async () => {
  api = await startApi({}, () => new Date('2026-11-23T06:00:00Z'));
  admin = await api.newAdmin();
  await addItem(api.ctx, { ean: RICE, code: 'R-1', name: 'Rice' });
});
afterAll(() => api.close());
beforeEach(async () => {
  code = 7000 + api.serial();
  vendor = await api.newVendor({ vendor_Code: code });
  orderId = await order('PO/1');
});

type Cells = (string | number | null)[];
const LINE = orderLineOf({ externalId: 'rice', itemCode: 'R-1', ean: RICE, quantity: '100', receivedQuantity: '100', hsnCode: null });
const order = (number: string) => makeOrder(api.ctx, vendor.user.id, number, { lines: [LINE] });
const sheet = async (caller: Caller, path: string, ...rows: Cells[]): Promise<Answer> =>
  caller.send('POST', `/api/${path}`, {}, { file: { name: 'sheet.xlsx', content: await workbookOf(rows) } });
const faultsOf = ({ status, body }: Answer) => [status, body.errors?.map(({ message }: { message: string }) => message)];
const lines = (id: string, quantity: number) => [{ orderId: id, line: 1, quantity }];
const bill = async (id: string, quantity: number) => {
  const { sums } = (await vendor.post('/api/invoice/check', { lines: lines(id, quantity) })).body;
  return vendor.post('/api/invoice/create', { invoiceNumber: String(api.serial()), ...sums, lines: lines(id, quantity) });
};
const locking = (table: string, id: string) => (tx: Database) =>
  tx.execute(sql`select from ${raw(table)} where id = ${id} for no key update`);
const isFree = async (table: string, id: string) =>
  (await api.ctx.db.rows(sql`select from ${raw(table)} where id = ${id} for no key update skip locked`)).length === 1;

const ORDER = ['Vendor Code', 'PO Number', 'PO Date', 'EAN Code', 'Item Code', 'Quantity', 'Price', 'Tax Rate %'];
const orderRow = (number: string, quantity: number): Cells => [code, number, '01-11-2026', RICE, 'R-1', quantity, 100, 5];

test('a file of orders leaves an order closed that is closed while it waits', async () => {
  const typed = await sheet(admin, 'buyerData/orders', ORDER, orderRow('PO/5', 10));
  expect(typed.status).toBe(200);
  const [answer] = await meanwhile(
    api,
    (tx) => tx.execute(sql`update purchase_orders set status = 'Closed' where vendor_id = ${vendor.user.id} and number = 'PO/5'`),
    [() => sheet(admin, 'buyerData/orders', ORDER, orderRow('PO/5', 20))],
  );
  expect(answer === undefined ? null : faultsOf(answer)).toEqual([
    201,
    [
      expect.stringMatching(
        /^Order PO\/5 is closed \(last changed on \S+\) and can no longer be changed\. Enter a new order for goods that are still needed\.$/,
      ),
    ],
  ]);
});

test('a file of orders finds an order that is entered while it waits, and keeps its number', async () => {
  const external = `${vendor.user.id}/PO/6`;
  const typed = orderOf(api.ctx, vendor.user.id, 'PO/6', { externalId: external, lines: [LINE] });
  const [answer] = await meanwhile(api, (tx) => storeOrders(tx, 'embedded', [typed]), [
    () => sheet(admin, 'buyerData/orders', ORDER, orderRow('po/6', 20)),
  ]);
  expect(answer?.body).toMatchObject({ created: 0, updated: 1 });
  const numbers = (await vendor.get('/api/purChaseOrder/get')).body.map(({ poNumber }: { poNumber: string }) => poNumber);
  expect(numbers.sort()).toEqual(['PO/1', 'PO/6']);
});

test('a file of confirmations waits for all of its orders before it locks an invoice', async () => {
  const made = (await bill(orderId, 10)).body.data;
  const other = await order('PO/2');
  await api.ctx.db.execute(sql`update purchase_order_lines set received_quantity = 0 where order_id in (${orderId}, ${other})`);
  const head = ['PO Number', 'Line', 'Confirmation'];
  const [answer] = await meanwhile(
    api,
    locking('purchase_orders', other),
    [() => sheet(vendor, 'orderAnswer/excelUpload', head, ['PO/1', 1, 'accept'], ['PO/2', 1, 'accept'])],
    async () => expect(await isFree('invoices', made._id)).toBe(true),
  );
  expect(answer?.body).toMatchObject({ updated: 2 });
});

const BILL = ['Invoice Number', 'PO Number', 'Line', 'Quantity', 'Price'];

// The memo is for the invoice's full value, or for more. A memo that did not wait would find no invoice, so both amounts would be saved.
describe.each([
  [10_500, 200],
  [10_500.01, 422],
])('a memo of %d', (amount, status) => {
  const credit = (vendorInvoiceRef: string) =>
    vendor.post('/api/creditMemo/AddUserCreditMemo', { vendorInvoiceRef, productName: 'Basmati Rice 1 kg', itemQuantity: 100, amount });
  async function outcome(answers: readonly Answer[]): Promise<void> {
    expect(answers.map((each) => each.status)).toEqual([200, status]);
    const [invoice] = (await vendor.get('/api/invoice/get')).body;
    const memos = (await vendor.get('/api/creditMemo/getAllUserCreditMemo')).body;
    expect(memos.map(({ invoiceId }: { invoiceId: string | null }) => invoiceId)).toEqual(status === 200 ? [invoice._id] : []);
    const errors = { amount: messages.aboveInvoice('₹10,500.01', '₹10,500.00', invoice.invoiceNumber) };
    if (status === 422) expect(answers[1]?.body.errors).toEqual(errors);
  }

  test('waits for an invoice of a file that has its invoice number', async () => {
    const invoiceNumber = String(api.serial());
    const answers = await meanwhile(api, locking('purchase_orders', orderId), [
      () => sheet(vendor, 'invoiceLine/excelUpload', BILL, [invoiceNumber, 'PO/1', 1, 100, 100]),
      () => credit(invoiceNumber),
    ]);
    await outcome(answers);
  });

  test('waits for an invoice that gets its invoice number', async () => {
    const { data } = (await bill(orderId, 100)).body;
    const invoiceNumber = String(api.serial());
    const answers = await meanwhile(api, locking('purchase_orders', orderId), [
      () => vendor.put(`/api/invoice/edit/${data._id}`, { invoiceNumber }),
      () => credit(invoiceNumber),
    ]);
    await outcome(answers);
  });
});

test('a file of invoices waits for all of its orders before it locks an invoice', async () => {
  const made = (await bill(orderId, 10)).body.data;
  const other = await order('PO/2');
  const [answer] = await meanwhile(
    api,
    locking('purchase_orders', other),
    [() => sheet(vendor, 'invoiceLine/excelUpload', BILL, [made.invoiceNumber, 'PO/1', 1, 20, 100], ['77', 'PO/2', 1, 10, 100])],
    async () => expect(await isFree('invoices', made._id)).toBe(true),
  );
  expect(answer?.body).toMatchObject({ created: 1, updated: 1 });
});

const GOODS = ['DC Number', 'PO Number', 'Line', 'Quantity'];
const draft = async (quantity: number) => {
  const { _id, DCNumber } = (await vendor.post('/api/desPatchNote/create', { DCNumber: `DC/${api.serial()}` })).body.data;
  await api.ctx.db.execute(sql`update purchase_order_lines set received_quantity = 0 where order_id = ${orderId}`);
  const saved = await vendor.put(`/api/dispatchGoods/save/${_id}`, { kind: 'challan', lines: lines(orderId, quantity) });
  expect(saved.status).toBe(200);
  return { id: _id as string, number: DCNumber as string };
};

test('a file of goods locks the orders before it waits for a dispatch note', async () => {
  const { id, number } = await draft(60);
  const [answer] = await meanwhile(
    api,
    locking('dispatch_notes', id),
    [() => sheet(vendor, 'dispatchLine/excelUpload', GOODS, [number, 'PO/1', 1, 50])],
    async () => expect(await isFree('purchase_orders', orderId)).toBe(false),
  );
  expect(answer?.body).toMatchObject({ updated: 1 });
});

test('a file of goods saves the latest values of a dispatch note that changes while it waits', async () => {
  const { id, number } = await draft(60);
  const changed = async (tx: Database) => {
    await locking('dispatch_notes', id)(tx);
    await tx.execute(sql`update dispatch_lines set quantity = 50 where note_id = ${id}`);
  };
  const [answer] = await meanwhile(api, changed, [() => sheet(vendor, 'dispatchLine/excelUpload', GOODS, [number, 'PO/1', 1, 60])]);
  expect(answer?.body).toMatchObject({ updated: 1 });
  expect((await vendor.get(`/api/dispatchGoods/get/${id}`)).body.lines).toMatchObject([{ quantity: 60 }]);
});
