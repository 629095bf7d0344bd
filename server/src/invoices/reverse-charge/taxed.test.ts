import { indianDay } from '@aapurti/contract/ground/fields';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { type Api, type Caller, startApi, statusesOf } from '../../../test/api.ts';
import { newMember } from '../../../test/members.ts';
import { meanwhile } from '../../../test/overlap.ts';
import { workbookOf } from '../../../test/workbook.ts';
import type { Database } from '../../database/database.ts';
import { gstinOf, makeOrder, orderLineOf, samplePdf } from '../../demo/factories.ts';
import { uncoded } from '../../../test/uncoded.ts';

let api: Api;
let admin: Caller;
let accounts: Caller;
let farmer: Caller;
beforeAll(async () => {
  api = await startApi({ captcha: false });
  admin = await api.newAdmin();
  accounts = await newMember(api, admin, 'accounts');
  await admin.put('/api/settings', { reverseCharge: '10063020 Rice' });
});
beforeEach(async () => {
  farmer = await api.newVendor({ kind: 'unregistered', gstin: '', vendorType: 'Farmer' });
});
afterAll(() => api.close());

const daysAgo = (days: number) => indianDay(new Date(Date.now() - days * 86_400_000));
const rice = (quantity = '100', externalId = 'rice') => orderLineOf({ externalId, quantity });

/** An order with 40 received while the vendor was not registered. */
async function arrived(lines = [rice()]) {
  const poNumber = `PO/T${api.serial()}`;
  const orderId = await makeOrder(api.ctx, farmer.user.id, poNumber, { placeOfSupply: '27', lines, orderedOn: daysAgo(5) });
  const receiptNumber = await received(orderId, 40, daysAgo(2));
  return { orderId, poNumber, receiptNumber };
}
async function received(orderId: string, quantity: number, receivedOn = daysAgo(0), line = 1) {
  const receiptNumber = `R/${api.serial()}`;
  const made = await admin.post('/api/receipts/create', { receiptNumber, receivedOn, lines: [{ orderId, line, quantity }] });
  expect([made.status, made.body.errors]).toEqual([200, undefined]);
  return receiptNumber;
}
async function registers() {
  const [{ panNo }] = (await farmer.get('/api/auth/user')).body as [{ panNo: string }];
  const proof = { gstpicture: { name: 'gst.pdf', content: samplePdf('certificate') } };
  const edited = await admin.send('PUT', `/api/auth/edit/${farmer.user.id}`, { kind: 'regular', GST: gstinOf(panNo, '27') }, proof);
  expect([edited.status, edited.body.errors]).toEqual([200, undefined]);
}
const issue = ({ orderId, receiptNumber }: { orderId: string; receiptNumber: string }) =>
  accounts.post('/api/selfInvoice/create', { orderId, receiptNumber });
/** Bills quantities of lines at the order's price, with the taxes of the date. */
async function bill(
  orderId: string,
  quantities: readonly (readonly [line: number, quantity: number])[],
  head: object = {},
  caller = farmer,
) {
  const lines = quantities.map(([line, quantity]) => ({ orderId, line, quantity }));
  const { sums } = (await caller.post('/api/invoice/check', { lines, ...head })).body;
  const made = await caller.post('/api/invoice/create', { invoiceNumber: String(api.serial()), ...sums, lines, ...head });
  expect([made.status, made.body.errors]).toEqual([200, undefined]);
  return made.body.data as { _id: string; invoiceNumber: string; matchState: string };
}
/** The faults, except for the order's statement that the vendor is unregistered. */
const codesOf = async ({ _id }: { _id: string }) =>
  ((await admin.get(`/api/invoice/match/${_id}`)).body.findings as { code: string; outcome: string }[]).flatMap(({ code, outcome }) =>
    outcome === 'fault' && code !== 'vendor_registration_differs' ? [code] : [],
  );
const TWICE = 'tax_on_self_invoice';

test('goods received before a registration are invoiced without tax, and goods received after it with tax', async () => {
  const given = await arrived();
  expect((await issue(given)).status).toBe(200);
  await registers();
  await received(given.orderId, 20);
  const before = await bill(given.orderId, [[1, 40]], { invoiceDate: daysAgo(1) });
  const after = await bill(given.orderId, [[1, 20]]);
  expect([await codesOf(before), await codesOf(after)]).toEqual([[], []]);
});

test('goods with a self-invoice cannot be invoiced with tax: at once, in parts, in two lines, or by the buyer', async () => {
  const given = await arrived();
  expect((await issue(given)).status).toBe(200);
  await registers();
  const whole = await bill(given.orderId, [[1, 40]]);
  expect([whole.matchState, await codesOf(whole)]).toEqual(['exception', [TWICE]]);
  await admin.delete(`/api/invoice/delete/${whole._id}`);
  await received(given.orderId, 20);
  const parts = [await bill(given.orderId, [[1, 15]]), await bill(given.orderId, [[1, 6]])];
  expect(await Promise.all(parts.map(codesOf))).toEqual([[], [TWICE]]);
  for (const { _id } of parts) await admin.delete(`/api/invoice/delete/${_id}`);
  const lines = await bill(given.orderId, [
    [1, 20],
    [1, 1],
  ]);
  expect(await codesOf(lines)).toEqual([TWICE]);
  await admin.delete(`/api/invoice/delete/${lines._id}`);
  const typed = await bill(given.orderId, [[1, 21]], { userID: farmer.user.id }, admin);
  expect(await codesOf(typed)).toEqual([TWICE]);
});

test('goods with a self-invoice cannot be invoiced with tax on another order line with the same item', async () => {
  const given = await arrived([rice('30'), rice('70', 'more')]);
  expect((await issue(given)).status).toBe(200);
  await registers();
  expect(await codesOf(await bill(given.orderId, [[2, 10]]))).toEqual([TWICE]);
});

test('goods invoiced with tax get no self-invoice until their invoice is sent back', async () => {
  const given = await arrived();
  await registers();
  const taxed = await bill(given.orderId, [[1, 40]]);
  const refused = await issue(given);
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining(taxed.invoiceNumber)]);
  expect((await accounts.post(`/api/invoice/return/${taxed._id}`, { reason: 'Without tax' })).status).toBe(200);
  expect((await issue(given)).status).toBe(200);
  // The vendor sends it again unchanged.
  await farmer.put(`/api/invoice/edit/${taxed._id}`, { lines: [{ orderId: given.orderId, line: 1, quantity: 40 }] });
  expect(await codesOf(taxed)).toEqual([TWICE]);
});

test('if a part is invoiced with tax, exactly the rest can get self-invoices', async () => {
  const given = await arrived();
  await registers();
  const more = await received(given.orderId, 20);
  const taxed = await bill(given.orderId, [[1, 21]]);
  expect((await issue(given)).status).toBe(409);
  await farmer.put(`/api/invoice/edit/${taxed._id}`, {
    invoiceValue: 2100,
    CGSTValue: 50,
    SGSTValue: 50,
    lines: [{ orderId: given.orderId, line: 1, quantity: 20 }],
  });
  expect((await issue(given)).status).toBe(200);
  expect(await codesOf(taxed)).toEqual([]);
  // Goods received after the registration need no self-invoice.
  expect((await issue({ ...given, receiptNumber: more })).status).toBe(409);
});

test('an invoice with tax but no lines cannot refer to an order with a self-invoice: form, edit, file, administrator', async () => {
  const given = await arrived();
  expect((await issue(given)).status).toBe(200);
  await registers();
  const body = { invoiceValue: 4200, CGSTValue: 100, SGSTValue: 100, PONumber: given.poNumber.toLowerCase() };
  const number = () => String(api.serial());
  for (const reply of [
    await farmer.post('/api/invoice/create', { invoiceNumber: number(), ...body }),
    await farmer.post('/api/invoice/create', { invoiceNumber: number(), ...body, lines: [] }),
    await admin.post('/api/invoice/create', { invoiceNumber: number(), ...body, userID: farmer.user.id }),
  ])
    expect([reply.status, reply.body.errors]).toEqual([422, { CGSTValue: expect.stringContaining('self-invoice') }]);
  const other = (await farmer.post('/api/invoice/create', { invoiceNumber: number(), ...body, PONumber: null })).body.data;
  const edited = await farmer.put(`/api/invoice/edit/${other._id}`, { PONumber: given.poNumber });
  expect([edited.status, edited.body.errors]).toEqual([422, { CGSTValue: expect.stringContaining('self-invoice') }]);
  const content = await workbookOf([
    ['Invoice Number', 'Invoice Date', 'Invoice Value', 'CGST Value', 'SGST Value', 'PO Number'],
    [number(), daysAgo(0), 4200, 100, 100, given.poNumber],
  ]);
  const sheet = await farmer.send('POST', '/api/invoice/excelUpload', {}, { file: { name: 'bills.xlsx', content } });
  expect(uncoded(sheet.body.errors)).toEqual([{ row: 2, column: 'PO Number', message: expect.stringContaining('self-invoice') }]);
  // The vendor's own bill has no tax.
  const bare = { invoiceNumber: number(), invoiceValue: 4000, PONumber: given.poNumber };
  expect((await farmer.post('/api/invoice/create', bare)).status).toBe(200);
});

test('no self-invoice is issued for goods of such an invoice', async () => {
  const given = await arrived();
  await registers();
  const body = { invoiceNumber: String(api.serial()), invoiceValue: 4200, CGSTValue: 100, SGSTValue: 100, PONumber: given.poNumber };
  const { data } = (await farmer.post('/api/invoice/create', body)).body;
  const refused = await issue(given);
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining(data.invoiceNumber)]);
  await farmer.delete(`/api/invoice/delete/${data._id}`);
  expect(statusesOf([await issue(given)])).toEqual([200]);
});

/** Issues a self-invoice in a transaction that is still open. */
const issuing =
  ({ orderId }: { orderId: string }) =>
  async (tx: Database) => {
    await tx.execute(sql`select from purchase_orders where id = ${orderId} for no key update`);
    await tx.execute(sql`
      insert into self_invoices (vendor_id, number, invoice_date, order_id, receipt_number, received_on, taxable, cgst, sgst, igst, cess)
      values (${farmer.user.id}, ${`M/${api.serial()}`}, ${daysAgo(0)}, ${orderId}, 'M', ${daysAgo(2)}, 1, 0, 0, 0, 0)`);
  };

test('an invoice with tax waits for a self-invoice that is issued at the same time', async () => {
  const given = await arrived();
  await registers();
  const body = { invoiceNumber: String(api.serial()), invoiceValue: 4200, CGSTValue: 100, SGSTValue: 100, PONumber: given.poNumber };
  const [reply] = await meanwhile(api, issuing(given), [() => farmer.post('/api/invoice/create', body)]);
  expect(reply?.status).toBe(422);
});

test('a file of invoices waits for a self-invoice and then saves nothing', async () => {
  const given = await arrived();
  await registers();
  const number = String(api.serial());
  const content = await workbookOf([
    ['Invoice Number', 'Invoice Date', 'Invoice Value', 'CGST Value', 'SGST Value', 'PO Number'],
    [number, daysAgo(0), 4200, 100, 100, given.poNumber],
  ]);
  const upload = () => farmer.send('POST', '/api/invoice/excelUpload', {}, { file: { name: 'bills.xlsx', content } });
  const [reply] = await meanwhile(api, issuing(given), [upload]);
  expect(uncoded(reply?.body.errors)).toEqual([expect.objectContaining({ row: 2 })]);
  expect((await farmer.get('/api/invoice/get')).status).toBe(201);
});

test('invoices without lines of an unregistered vendor are checked against the order value without tax', async () => {
  const codes = async (bare: number, quantity: number) => {
    const { orderId, poNumber } = await arrived();
    const head = { invoiceNumber: String(api.serial()), invoiceValue: bare, PONumber: poNumber };
    expect((await farmer.post('/api/invoice/create', head)).status).toBe(200);
    return codesOf(await bill(orderId, [[1, quantity]]));
  };
  expect(await codes(2000, 20)).toEqual([]);
  expect(await codes(2150, 20)).toEqual(['order_value_exceeded']);
  expect(await codes(4000, 1)).toEqual(['order_value_exceeded']);
  expect(await codes(200, 40)).toEqual(['order_value_exceeded']);
});
