import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { makeOrder, orderLineOf } from '../src/demo/factories.ts';
import { verifyBooks } from '../src/payments/verify.ts';
import { type Api, type Caller, startApi } from './api.ts';
import { addItem } from './items.ts';
import { workbookOf } from './workbook.ts';

// An invoice is due by the terms that the buyer agreed in its order. Nothing that its vendor sends moves the due date.

const EAN = '8901030516320';

let api: Api;
let admin: Caller;
let vendor: Caller;
let code: number;
beforeAll(async () => {
  api = await startApi();
  admin = await api.newAdmin();
  await addItem(api.ctx, { ean: EAN, code: 'RICE', name: 'Rice' });
});
beforeEach(async () => {
  code = 6000 + api.serial();
  vendor = await api.newVendor({ vendor_Code: code, paymentTerms: '30 days' });
});
afterAll(() => api.close());

const LINES = [{ EANCode: EAN, quantity: '100', price: '100', taxRate: '5' }];
const typed = (more: object) => ({ poNumber: '9001', poDate: '2026-11-02', lines: LINES, ...more });
const orderOf = async (poNumber = '9001', caller = vendor) =>
  (await caller.get('/api/purChaseOrder/get', { poNumber, userID: vendor.user.id })).body[0];
const received = (number: string, paymentTerms: string, orderedOn = '2026-11-02') =>
  makeOrder(api.ctx, vendor.user.id, number, {
    orderedOn,
    paymentTerms,
    lines: [orderLineOf({ externalId: 'rice', quantity: '100', receivedQuantity: '100' })],
  });

async function bill(orderIds: string[], more: object = {}) {
  const lines = orderIds.map((orderId) => ({ orderId, line: 1, quantity: 1 }));
  const { sums } = (await vendor.post('/api/invoice/check', { lines })).body;
  const { status, body } = await vendor.post('/api/invoice/create', {
    invoiceNumber: String(api.serial()),
    invoiceDate: '2026-11-10',
    ...sums,
    lines,
    ...more,
  });
  expect([status, body.errors]).toEqual([200, undefined]);
  return body.data;
}
const dueOf = async ({ _id }: { _id: string }) => (await vendor.get(`/api/invoice/get/${_id}`)).body[0].dueDate;

async function load(paymentTerms: string) {
  const content = await workbookOf([
    ['Vendor Code', 'PO Number', 'PO Date', 'EAN Code', 'Quantity', 'Price', 'Tax Rate %', 'Payment Terms'],
    [code, '9001', '02-11-2026', EAN, 100, 100, 5, paymentTerms],
  ]);
  return admin.send('POST', '/api/buyerData/orders', {}, { file: { name: 'orders.xlsx', content } });
}

test.each<[string, (terms: string) => Promise<unknown>]>([
  ['typed', (paymentTerms) => admin.post('/api/buyerData/orders/create', typed({ userID: vendor.user.id, paymentTerms }))],
  ['uploaded', load],
  ['pulled from the ERP', (terms) => received('9001', terms)],
])('the terms of an order that is %s set the day on which its invoices fall due', async (_way, make) => {
  await make('45 days from the invoice');
  const order = await orderOf();
  expect(order.paymentTerms).toBe('45 days from the invoice');
  const invoice = await bill([order._id]);
  expect(invoice.dueDate).toBe('2026-12-25');
});

test('an edit or upload changes the terms and the open invoices; left blank, they are kept', async () => {
  await admin.post('/api/buyerData/orders/create', typed({ userID: vendor.user.id, paymentTerms: '45 days' }));
  const order = await orderOf();
  const invoice = await bill([order._id]);
  const edit = async (more: object) => {
    const { updatedAt } = await orderOf();
    const { status } = await admin.put(`/api/buyerData/orders/edit/${order._id}`, typed({ ...more, updatedAt }));
    expect(status).toBe(200);
  };
  await edit({ paymentTerms: '10 days' });
  expect(await dueOf(invoice)).toBe('2026-11-20');
  await edit({ paymentTerms: '' });
  expect([(await orderOf()).paymentTerms, await dueOf(invoice)]).toEqual(['10 days', '2026-11-20']);
  expect((await load('60 days')).status).toBe(200);
  expect(await dueOf(invoice)).toBe('2027-01-09');
  expect((await load('')).status).toBe(200);
  expect((await orderOf()).paymentTerms).toBe('60 days');
});

test('changed terms must be acknowledged again, and the order shows the previous ones', async () => {
  await admin.post('/api/buyerData/orders/create', typed({ userID: vendor.user.id, paymentTerms: '45 days' }));
  const { _id, updatedAt } = await orderOf();
  expect((await vendor.post(`/api/purChaseOrder/acknowledge/${_id}`, { updatedAt })).status).toBe(200);
  const now = await orderOf();
  await admin.put(`/api/buyerData/orders/edit/${_id}`, typed({ paymentTerms: '90 days', updatedAt: now.updatedAt }));
  const { status, paymentTerms, withdrawn } = await orderOf();
  expect([status, paymentTerms, withdrawn.terms.paymentTerms]).toEqual(['Open', '90 days', '45 days']);
});

const write = (by: Caller, changes: object) => by.put(`/api/auth/edit/${vendor.user.id}`, changes);
const agree = (paymentTerms: string) => write(admin, { paymentTerms, agreesTerms: true });

test('an order without terms has the agreed ones: other terms of the vendor, before or after invoicing, move no due date', async () => {
  expect((await write(vendor, { paymentTerms: 'immediate' })).body.data).toMatchObject({
    paymentTerms: 'immediate',
    agreedTerms: '30 days',
  });
  // An administrator who changes another field does not agree to anything.
  expect((await write(admin, { city: 'Nashik' })).body.data).toMatchObject({ paymentTerms: 'immediate', agreedTerms: '30 days' });
  await admin.post('/api/buyerData/orders/create', typed({ userID: vendor.user.id }));
  const order = await orderOf();
  expect(order.paymentTerms).toBe('30 days');
  const invoice = await bill([order._id]);
  await write(vendor, { paymentTerms: '90 days' });
  expect([await dueOf(invoice), (await bill([order._id])).dueDate]).toEqual(['2026-12-10', '2026-12-10']);
  expect((await agree('90 days')).body.data).toMatchObject({ agreedTerms: '90 days' });
  await admin.post('/api/buyerData/orders/create', typed({ userID: vendor.user.id, poNumber: '9002' }));
  expect([(await orderOf('9002')).paymentTerms, await dueOf(invoice)]).toEqual(['90 days', '2026-12-10']);
});

test('an invoice without an order, or with an order without terms, falls due by the agreed terms', async () => {
  await agree('');
  await write(vendor, { paymentTerms: 'immediate' });
  await admin.post('/api/buyerData/orders/create', typed({ userID: vendor.user.id }));
  const order = await orderOf();
  const other = await vendor.post('/api/invoice/create', { invoiceNumber: '77', invoiceDate: '2026-11-10', invoiceValue: 100 });
  const invoice = await bill([order._id]);
  expect([order.paymentTerms, invoice.dueDate, other.body.data.dueDate]).toEqual([null, '2026-12-10', '2026-12-10']);
  await agree('10 days');
  expect([await dueOf(invoice), await dueOf(other.body.data)]).toEqual(['2026-11-20', '2026-11-20']);
});

const agreed = () => api.ctx.db.one(sql`select agreed_terms as terms, credit_days as days from vendors where id = ${vendor.user.id}`);
const unconfirmed = () =>
  api.ctx.db.execute(sql`update vendors set identity_confirmed_at = null, agreed_terms = null where id = ${vendor.user.id}`);

test('an administrator explicitly agrees to the terms of a registration, on activation or later', async () => {
  await unconfirmed();
  await write(vendor, { paymentTerms: 'immediate' });
  expect((await write(admin, { isActive: true, paymentTerms: 'immediate', agreesTerms: true })).status).toBe(200);
  expect(await agreed()).toEqual({ terms: 'immediate', days: 0 });
});

test('activation, other fields or the same terms without the confirmation agree to nothing that a vendor entered', async () => {
  await unconfirmed();
  await write(vendor, { paymentTerms: 'immediate' });
  for (const changes of [
    { isActive: true },
    { city: 'Nashik' },
    { paymentTerms: 'immediate' },
    { paymentTerms: 'immediate', agreesTerms: 'false' },
  ])
    expect((await write(admin, changes)).status).toBe(200);
  expect(await agreed()).toEqual({ terms: null, days: null });
});

test('a vendor cannot agree for the buyer, in its profile or registration', async () => {
  expect((await write(vendor, { paymentTerms: 'immediate', agreesTerms: true })).body.data).toMatchObject({ agreedTerms: '30 days' });
  expect(await agreed()).toEqual({ terms: '30 days', days: 30 });
});

test('an agreement must include its terms: without them, or for an outdated record, it is rejected', async () => {
  const [{ updatedAt }] = (await admin.get(`/api/auth/user/${vendor.user.id}`)).body;
  await write(vendor, { paymentTerms: 'immediate' });
  const bare = await write(admin, { agreesTerms: true });
  expect([bare.status, bare.body.errors]).toEqual([422, { paymentTerms: 'Send the payment terms that you agree to.' }]);
  expect((await write(admin, { paymentTerms: '30 days', agreesTerms: true, updatedAt })).status).toBe(409);
  expect(await agreed()).toEqual({ terms: '30 days', days: 30 });
});

test('a link to a supplier of the ERP does not agree to what the vendor entered', async () => {
  await unconfirmed();
  await write(vendor, { paymentTerms: 'immediate' });
  const [{ updatedAt }] = (await admin.get(`/api/auth/user/${vendor.user.id}`)).body;
  const { source } = api.ctx.buyerSystem;
  await api.ctx.db.execute(sql`insert into buyer_suppliers (source, external_id, name) values (${source}, 'terms-1', 'Mill')`);
  const body = { source, externalId: 'terms-1', vendorId: vendor.user.id, link: true, updatedAt };
  expect((await admin.post('/api/identity/matches', body)).status).toBe(200);
  expect(await agreed()).toEqual({ terms: null, days: null });
});

test('an order keeps the terms that it has, and a vendor that changes its own moves no due date', async () => {
  await admin.post('/api/buyerData/orders/create', typed({ userID: vendor.user.id }));
  const order = await orderOf();
  expect(order.paymentTerms).toBe('30 days');
  const invoice = await bill([order._id]);
  const { status } = await vendor.put(`/api/auth/edit/${vendor.user.id}`, { paymentTerms: 'immediate' });
  expect(status).toBe(200);
  expect([(await orderOf()).paymentTerms, await dueOf(invoice)]).toEqual(['30 days', '2026-12-10']);
  expect((await bill([order._id])).dueDate).toBe('2026-12-10');
});

test('an order without terms has none after an edit or upload either, whatever its vendor has entered since', async () => {
  await agree('');
  await admin.post('/api/buyerData/orders/create', typed({ userID: vendor.user.id }));
  const { _id, paymentTerms } = await orderOf();
  expect(paymentTerms).toBeNull();
  await agree('1 day');
  const { updatedAt } = await orderOf();
  const edited = await admin.put(`/api/buyerData/orders/edit/${_id}`, typed({ deliverBy: '2026-12-01', updatedAt }));
  expect([edited.status, edited.body.data.paymentTerms]).toEqual([200, null]);
  expect([(await load('')).status, (await orderOf()).paymentTerms]).toEqual([200, null]);
  // A file cannot set the terms of an order that has ended either.
  await admin.post(`/api/buyerData/orders/cancel/${_id}`, { updatedAt: (await orderOf()).updatedAt });
  expect((await load('60 days')).body.errors).toMatchObject([{ row: 2 }]);
});

test('terms without a number of days mean thirty, whatever the vendor has', async () => {
  await vendor.put(`/api/auth/edit/${vendor.user.id}`, { paymentTerms: 'immediate' });
  const id = await received('9001', 'As in the contract');
  expect((await bill([id])).dueDate).toBe('2026-12-10');
});

test('an invoice’s date, terms or other order number change nothing', async () => {
  const slow = await received('9002', '60 days');
  await received('9003', '5 days');
  const said = { dueDate: '2026-11-11', paymentTerms: '1 day', agreedDue: '2026-11-11', PONumber: '9003' };
  const invoice = await bill([slow], said);
  expect(invoice.dueDate).toBe('2027-01-09');
  expect((await vendor.put(`/api/invoice/edit/${invoice._id}`, { ...said, remarks: 'Soon, please' })).body.data.dueDate).toBe('2027-01-09');
});

test('an invoice of two orders falls due by the later one, and one dated before its order not earlier than the order allows', async () => {
  const [slow, fast] = [await received('9002', '60 days'), await received('9003', '5 days')];
  expect((await bill([fast, slow])).dueDate).toBe('2027-01-09');
  expect((await bill([slow], { invoiceDate: '2026-10-01' })).dueDate).toBe('2027-01-01');
});

test('an invoice without lines has the terms of its order, even of one that arrives later', async () => {
  const form = { invoiceNumber: String(api.serial()), invoiceDate: '2026-11-10', invoiceValue: 105, PONumber: '9001' };
  const { data } = (await vendor.post('/api/invoice/create', form)).body;
  expect(data.dueDate).toBe('2026-12-10');
  await received('9001', '60 days');
  expect(await dueOf(data)).toBe('2027-01-09');
  expect((await vendor.put(`/api/invoice/edit/${data._id}`, { PONumber: '' })).body.data.dueDate).toBe('2026-12-10');
  expect((await verifyBooks(api.ctx.db)).differences).toEqual([]);
});
