import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import sql from 'sql-template-tag';

import { type Answer, type Api, type Caller, startApi } from '../../test/api.ts';
import { newMember } from '../../test/members.ts';
import { meanwhile } from '../../test/overlap.ts';
import { workbookOf } from '../../test/workbook.ts';
import { verifyBooks } from '../payments/verify.ts';
import { makeOrder, orderLineOf } from '../demo/factories.ts';

let api: Api;
let admin: Caller;
let accounts: Caller;
let vendor: Caller;
let orderId: string;
beforeAll(async () => {
  api = await startApi();
  admin = await api.newAdmin();
  accounts = await newMember(api, admin, 'accounts');
  await admin.put('/api/settings', { payOnlyMatched: true });
});
const ordered = (more: object = {}, receivedQuantity = '100') =>
  makeOrder(api.ctx, vendor.user.id, 'PO/1', {
    orderedOn: '2026-10-01',
    lines: [orderLineOf({ externalId: 'rice', quantity: '100', receivedQuantity })],
    ...more,
  });
beforeEach(async () => {
  vendor = await api.newVendor();
  // An order of 100 at 100.00 with 5%, all received: 10,500.00 may be paid.
  orderId = await ordered();
});
afterAll(() => api.close());

interface Made {
  _id: string;
  invoiceNumber: string;
}
const sumsOf = async (quantity: number, order = orderId) => {
  const lines = [{ orderId: order, line: 1, quantity }];
  return { lines, ...(await vendor.post('/api/invoice/check', { lines })).body.sums };
};
const sendBill = async (quantity: number, more: object = {}): Promise<Answer> =>
  vendor.post('/api/invoice/create', { invoiceNumber: String(api.serial()), ...(await sumsOf(quantity)), ...more });
const bill = async (quantity: number, more: object = {}): Promise<Made> => (await sendBill(quantity, more)).body.data;
const edit = ({ _id }: Made, body: object, caller = vendor) => caller.put(`/api/invoice/edit/${_id}`, body);
const approve = ({ _id }: Made) => accounts.post('/api/invoice/approve', { invoiceIdList: [_id] });
const decide = (kind: 'release' | 'return', { _id }: Made) => accounts.post(`/api/invoice/${kind}/${_id}`, { reason: 'Agreed' });
const pay = ({ invoiceNumber }: Made, amount: number, caller = accounts) =>
  caller.post('/api/vendorPaymentReport/create', {
    ...(caller === vendor ? {} : { userID: vendor.user.id }),
    invoiceNumber,
    amount,
    paymentMode: 'online',
  });
const credit = (invoiceNumber: string, itemQuantity: number, more: object = {}) =>
  vendor.post('/api/creditMemo/AddUserCreditMemo', {
    vendorInvoiceRef: invoiceNumber,
    itemQuantity,
    amount: itemQuantity * 105,
    ...more,
  });
const states = async (...invoices: Made[]) =>
  Promise.all(invoices.map(async ({ _id }) => (await vendor.get(`/api/invoice/get/${_id}`)).body[0].matchState));
const ok = async (answer: Promise<Answer>) => {
  const { status, body } = await answer;
  expect([status, body.errors]).toEqual([200, undefined]);
};

// A memo refers to its invoice by ID.
test.each([
  ['its number', () => ({ invoiceNumber: String(api.serial()) })],
  ['its date', () => ({ invoiceDate: '2026-11-02' })],
])('goods that a memo took back are not billed again by an invoice that changes %s', async (_what, change) => {
  const first = await bill(100, { invoiceDate: '2026-11-01' });
  await ok(credit(first.invoiceNumber, 100, { vendorInvoiceRef_Date: '2026-11-01' }));
  const second = await bill(100);
  expect(await states(first, second)).toEqual(['matched', 'matched']);
  const changed: Made = (await edit(first, change())).body.data;
  expect(await states(first, second)).toEqual(['matched', 'matched']);
  // Approval and payment of the second invoice do not block correctly billed goods.
  await ok(approve(second));
  await ok(pay(second, 10_500));
  expect([(await approve(first)).status, (await pay(changed, 1)).status]).toEqual([409, 422]);
});

test('an older invoice grows while a newer one is approved', async () => {
  const [first, second] = [await bill(1), await bill(99)];
  const more = await sumsOf(100);
  const answers = await meanwhile(api, (tx) => tx.execute(sql`select from purchase_orders where id = ${orderId} for no key update`), [
    () => edit(first, more),
    () => approve(second),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await states(first, second)).toEqual(['exception', 'approved']);
  expect((await pay(first, 1)).status).toBe(422);
});

test('an invoice that moves to another order while it is released gets the remaining quantity of that order', async () => {
  const other = await makeOrder(api.ctx, vendor.user.id, 'PO/2', {
    lines: [orderLineOf({ externalId: 'rice', quantity: '100', receivedQuantity: '100' })],
  });
  const moving = await bill(101);
  const lines = [{ orderId: other, line: 1, quantity: 100 }];
  const { sums } = (await vendor.post('/api/invoice/check', { lines })).body;
  const second: Made = (await vendor.post('/api/invoice/create', { invoiceNumber: String(api.serial()), ...sums, lines })).body.data;
  expect(await states(moving, second)).toEqual(['exception', 'matched']);
  const moved = await sumsOf(100, other);
  const answers = await meanwhile(api, (tx) => tx.execute(sql`select from purchase_orders where id = ${orderId} for no key update`), [
    () => edit(moving, moved),
    () => decide('release', moving),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await states(moving, second)).toEqual(['released', 'exception']);
});

test('an edited invoice loses its release and is matched again', async () => {
  const [first, second] = [await bill(100), await bill(10)];
  await ok(decide('release', second));
  await ok(approve(second));
  const grown = await edit(second, { ...(await sumsOf(100)) });
  // An approval prevents a vendor's edit; an invoice that is only released becomes an exception again.
  expect(grown.status).toBe(409);
  const third = await bill(10);
  await ok(decide('release', third));
  await ok(edit(third, await sumsOf(50)));
  expect(await states(first, third)).toEqual(['exception', 'exception']);
  expect((await pay(third, 1)).status).toBe(422);
});

test('a memo that a paid invoice depends on cannot be deleted or changed', async () => {
  const first = await bill(100);
  const memo = (await credit(first.invoiceNumber, 100)).body.data;
  const second = await bill(100);
  await ok(approve(second));
  await ok(pay(second, 10_500));
  expect((await vendor.delete(`/api/creditMemo/removeUserCreditMemo/${memo._id}`)).status).toBe(409);
  for (const change of [{ itemQuantity: 1 }, { amount: 1 }, { vendorInvoiceRef: 'X' }])
    expect((await vendor.put(`/api/creditMemo/ChangeUserCreditMemo/${memo._id}`, change)).status).toBe(409);
  await ok(edit(first, { invoiceNumber: String(api.serial()) }));
  expect(await states(first)).toEqual(['matched']);
  expect((await edit(first, await sumsOf(99))).status).toBe(409);
});

test.each([
  ['the payment waits for who cancels', true],
  ['who cancels waits for the payment', false],
])('an order is cancelled while its invoice is paid: %s', async (_what, isCancelledFirst) => {
  const made = await bill(100);
  // The buyer's system cancels the order, because users cannot cancel one with accepted goods.
  const cancel = () => ordered({ version: '2', status: 'Cancelled' });
  const paying = async () => (await pay(made, 10_500)).status;
  const calls: (() => Promise<string | number>)[] = isCancelledFirst ? [cancel, paying] : [paying, cancel];
  const done = await meanwhile(api, (tx) => tx.execute(sql`select from invoices where id = ${made._id} for no key update`), calls);
  expect(done).toEqual(isCancelledFirst ? [orderId, 422] : [200, orderId]);
  expect(await states(made)).toEqual(['exception']);
  expect((await sendBill(1)).body.data.matchState).toBe('exception');
});

test('a file and the form invoice the same goods at the same time, and only one of them matches', async () => {
  const head = ['Invoice Number', 'PO Number', 'Line', 'Quantity', 'Price'];
  const content = await workbookOf([head, [String(api.serial()), 'PO/1', 1, 100, 100]]);
  const answers = await meanwhile(api, (tx) => tx.execute(sql`select from purchase_orders where id = ${orderId} for no key update`), [
    () => vendor.send('POST', '/api/invoiceLine/excelUpload', {}, { file: { name: 'a.xlsx', content } }),
    () => sendBill(100),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const all: { matchState: string }[] = (await vendor.get('/api/invoice/get')).body;
  expect(all.map(({ matchState }) => matchState).sort()).toEqual(['exception', 'matched']);
});

test('a sent-back invoice with its vendor’s own payment is saved again', async () => {
  await ok(admin.put('/api/settings', { payOnlyMatched: false }));
  const first = await bill(100);
  await ok(pay(first, 10_500, vendor));
  await ok(decide('return', first));
  const second = await bill(100);
  expect(await states(first, second)).toEqual(['returned', 'matched']);
  for (const change of [{ remarks: 'x' }, await sumsOf(100)]) await edit(first, change);
  expect(await states(second)).toEqual(['matched']);
  expect(await states(first)).not.toEqual(['matched']);
  // A payment reported by the vendor is not a payment by the buyer, so it gives no precedence.
  const [third, fourth] = [await bill(60), await bill(1)];
  await ok(pay(third, 1, vendor));
  await ok(pay(fourth, 105, vendor));
  await ok(admin.put('/api/settings', { payOnlyMatched: true }));
  expect(await states(second, third, fourth)).toEqual(['matched', 'exception', 'exception']);
});

test('an invoice that is deleted and created again counts after those invoiced in the meantime', async () => {
  const first = await bill(60);
  const second = await bill(60);
  expect(await states(first, second)).toEqual(['matched', 'exception']);
  await ok(vendor.delete(`/api/invoice/delete/${first._id}`));
  expect(await states(second)).toEqual(['matched']);
  const again = await bill(60, { invoiceNumber: first.invoiceNumber });
  expect(await states(second, again)).toEqual(['matched', 'exception']);
});

test('an order reduced after its invoice was paid leaves nothing for other invoices', async () => {
  const first = await bill(60);
  await ok(approve(first));
  await ok(pay(first, 6_300));
  const second = await bill(40);
  expect(await states(first, second)).toEqual(['approved', 'matched']);
  await ordered({ version: '2' }, '50');
  expect(await states(first, second)).toEqual(['exception', 'exception']);
  expect((await pay(second, 1)).status).toBe(422);
  // A return of the paid invoice, which is rejected, has no effect either, and neither has one of the other.
  expect((await decide('return', first)).status).toBe(409);
  await ok(decide('return', second));
  expect((await sendBill(1)).body.data.matchState).toBe('exception');
});

test('the books of all these invoices agree', async () => {
  expect((await verifyBooks(api.ctx.db)).differences).toEqual([]);
});
