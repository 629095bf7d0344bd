import { indianDay } from '@aapurti/contract/ground/fields';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { hasScanner, textOf } from '../../test/scanner.ts';
import { workbookOf } from '../../test/workbook.ts';
import { gstinOf, makeOrder, orderLineOf, samplePdf } from '../demo/factories.ts';
import { uncoded } from '../../test/uncoded.ts';

const BECAUSE = 'but a vendor without GST registration or in the composition scheme charges no tax. Set the taxes to 0.';
const noTax = (taxes: string) => expect.stringMatching(new RegExp(`^The taxes of invoice \\d+ are ₹${taxes}, ${BECAUSE}$`));
const noTaxOfMemo = (taxes: string) => `The taxes of the memo are ₹${taxes}, ${BECAUSE}`;

let api: Api;
let admin: Caller;
let farmer: Caller;
beforeAll(async () => {
  api = await startApi({ captcha: false });
  admin = await api.newAdmin();
});
beforeEach(async () => {
  farmer = await api.newVendor({ kind: 'unregistered', gstin: '', vendorType: 'Farmer' });
});
afterAll(() => api.close());

const create = (body: object, caller = farmer) =>
  caller.post('/api/invoice/create', { invoiceNumber: String(api.serial()), invoiceValue: 105, ...body });

test('a farmer’s goods are ordered with a rate, received, invoiced and approved without tax', async () => {
  const line = { externalId: 'rice', quantity: '100', receivedQuantity: '100' };
  const orderId = await makeOrder(api.ctx, farmer.user.id, 'PO/F1', { lines: [orderLineOf(line)] });
  const lines = [{ orderId, line: 1, quantity: 100 }];
  const { body } = await farmer.post('/api/invoice/check', { lines });
  expect(body.sums).toEqual({ invoiceValue: 10_000, CGSTValue: 0, SGSTValue: 0, IGSTValue: 0 });
  expect(body.findings).toEqual([]);
  const made = await farmer.post('/api/invoice/create', { invoiceNumber: '501', ...body.sums, lines });
  expect(made.body.errors ?? made.body.data).toMatchObject({ matchState: 'matched', vendorGST: 'URP', balance: 10_000 });
  // The vendor sends the same bill again.
  expect((await farmer.post('/api/invoice/create', { invoiceNumber: '501', ...body.sums, lines })).status).toBe(409);
  // The same goods are not accepted under another number either.
  const again = await farmer.post('/api/invoice/create', { invoiceNumber: '502', ...body.sums, lines });
  expect(again.body.data.matchState).toBe('exception');
  const paper = await farmer.get(`/api/paper/${made.body.data._id}`, { kind: 'invoice' });
  expect(paper.status).toBe(200);
  if (hasScanner) {
    const words = textOf(paper.body as Buffer);
    expect(words).toContain('Unregistered');
    expect(words).toContain('Bill of supply');
    expect(words).not.toMatch(/GSTIN null|CGST/);
  }
});

test.each([
  ['CGST and SGST', { CGSTValue: 2.5, SGSTValue: 2.5 }, { CGSTValue: noTax('5.00') }],
  ['IGST', { IGSTValue: 5 }, { IGSTValue: noTax('5.00') }],
  ['a paisa of SGST', { SGSTValue: '0.01' }, { SGSTValue: noTax('0.01') }],
])('%s is rejected on an invoice, new and changed, and from an administrator', async (_tax, taxes, errors) => {
  for (const answer of [await create(taxes), await create({ ...taxes, userID: farmer.user.id }, admin)])
    expect([answer.status, answer.body.errors]).toEqual([422, errors]);
  const { data } = (await create({})).body;
  const edited = await farmer.put(`/api/invoice/edit/${data._id}`, taxes);
  expect([edited.status, edited.body.errors]).toEqual([422, errors]);
  expect((await farmer.get('/api/invoice/get')).body).toMatchObject([{ CGSTValue: null, SGSTValue: null, IGSTValue: null }]);
});

test('tax in lines is rejected, whatever rate they state', async () => {
  const line = { externalId: 'rice', quantity: '100', receivedQuantity: '100' };
  const orderId = await makeOrder(api.ctx, farmer.user.id, 'PO/F2', { lines: [orderLineOf(line)] });
  const lines = [{ orderId, line: 1, quantity: 10, taxRate: 18 }];
  const answer = await create({ lines, invoiceValue: 1180, IGSTValue: 180 });
  expect([answer.status, answer.body.errors]).toEqual([
    422,
    { invoiceValue: expect.stringMatching(/1,000/), IGSTValue: expect.stringMatching(/180\.00 .*₹0\.00/) },
  ]);
  expect((await create({ lines, invoiceValue: 1000 })).body.data).toMatchObject({ IGSTValue: null, matchState: 'matched' });
});

test('a file is rejected by row and column, and nothing is saved', async () => {
  const content = await workbookOf([
    ['Invoice Number', 'Invoice Date', 'Invoice Value', 'CGST Value', 'SGST Value', 'IGST Value'],
    ['1', '2026-11-10', 105, null, null, null],
    ['2', '2026-11-10', 105, null, 2.5, null],
    ['3', '2026-11-10', 105, null, null, 5],
  ]);
  const { status, body } = await farmer.send('POST', '/api/invoice/excelUpload', {}, { file: { name: 'bills.xlsx', content } });
  expect(uncoded([status, body.errors])).toEqual([
    201,
    [
      { row: 3, column: 'SGST Value', message: noTax('2.50') },
      { row: 4, column: 'IGST Value', message: noTax('5.00') },
    ],
  ]);
  expect((await farmer.get('/api/invoice/get')).body).toEqual([]);
});

test.each([
  ['debit', 'Debit'],
  ['credit', 'Credit'],
])('a %s memo has no tax either, whichever party enters it', async (kind, name) => {
  const body = { productName: 'Rice', vendorInvoiceRef: '1', amount: 105, IGST: 5 };
  for (const answer of [
    await farmer.post(`/api/${kind}Memo/AddUser${name}Memo`, body),
    await admin.post(`/api/${kind}Memo/AddUser${name}Memo`, { ...body, userID: farmer.user.id }),
  ])
    expect([answer.status, answer.body.errors]).toEqual([422, { IGST: noTaxOfMemo('5.00') }]);
  const { data } = (await farmer.post(`/api/${kind}Memo/AddUser${name}Memo`, { ...body, IGST: 0 })).body;
  expect((await farmer.put(`/api/${kind}Memo/ChangeUser${name}Memo/${data._id}`, { IGST: 5 })).status).toBe(422);
});

test('a vendor that becomes registered charges tax from that day on, and not earlier', async () => {
  const [{ panNo }] = (await farmer.get('/api/auth/user')).body as [{ panNo: string }];
  const GST = gstinOf(panNo, '27');
  const proof = { gstpicture: { name: 'gst.pdf', content: samplePdf('certificate') } };
  expect((await admin.send('PUT', `/api/auth/edit/${farmer.user.id}`, { kind: 'regular', GST }, proof)).status).toBe(200);
  const taxes = { CGSTValue: 2.5, SGSTValue: 2.5 };
  const dayBefore = indianDay(new Date(Date.now() - 86_400_000));
  const now = await create(taxes);
  expect(now.body.errors ?? now.body.data).toMatchObject({ vendorGST: GST });
  const earlier = await create({ ...taxes, invoiceDate: dayBefore });
  expect([earlier.status, earlier.body.errors]).toEqual([422, { CGSTValue: noTax('5.00') }]);
  expect((await create({ ...taxes, invoiceDate: dayBefore, vendorGST: GST })).body.errors).toEqual({ vendorGST: expect.any(String) });
  // Moving the date of a correct invoice does not work either.
  const moved = await farmer.put(`/api/invoice/edit/${now.body.data._id}`, { invoiceDate: dayBefore });
  expect([moved.status, moved.body.errors]).toEqual([422, { CGSTValue: noTax('5.00') }]);
});

/** A vendor registered under the composition scheme. */
async function newComposition() {
  const vendor = await api.newVendor();
  const { body } = await admin.get('/api/registrations', { userID: vendor.user.id });
  const { _id, GST } = body.vendor[0];
  expect((await admin.put(`/api/registrations/${_id}`, { kind: 'composition' })).status).toBe(200);
  return { vendor, _id, GST: GST as string };
}

test('a vendor in the composition scheme invoices goods of a taxed order without tax', async () => {
  const { vendor, GST } = await newComposition();
  const line = { externalId: 'rice', quantity: '100', receivedQuantity: '100' };
  const orderId = await makeOrder(api.ctx, vendor.user.id, 'PO/C1', { lines: [orderLineOf(line)] });
  const lines = [{ orderId, line: 1, quantity: 100 }];
  const made = await create({ invoiceValue: 10_000, lines }, vendor);
  expect(made.body.errors ?? made.body.data).toMatchObject({ matchState: 'matched', vendorGST: GST, balance: 10_000 });
});

test('tax of a vendor in the composition scheme is rejected in invoices, new and changed, files and memos', async () => {
  const { vendor, GST } = await newComposition();
  for (const answer of [
    await create({ IGSTValue: 5 }, vendor),
    await create({ IGSTValue: 5, vendorGST: GST }, vendor),
    await create({ IGSTValue: 5, userID: vendor.user.id }, admin),
  ])
    expect([answer.status, answer.body.errors]).toEqual([422, { IGSTValue: noTax('5.00') }]);
  const { data } = (await create({}, vendor)).body;
  const edited = await vendor.put(`/api/invoice/edit/${data._id}`, { SGSTValue: 2.5 });
  expect([edited.status, edited.body.errors]).toEqual([422, { SGSTValue: noTax('2.50') }]);
  const content = await workbookOf([
    ['Invoice Number', 'Invoice Date', 'Invoice Value', 'CGST Value'],
    ['1', '2026-11-10', 105, 2.5],
  ]);
  const sheet = await vendor.send('POST', '/api/invoice/excelUpload', {}, { file: { name: 'bills.xlsx', content } });
  expect(uncoded(sheet.body.errors)).toEqual([{ row: 2, column: 'CGST Value', message: noTax('2.50') }]);
  const memo = await vendor.post('/api/debitMemo/AddUserDebitMemo', { productName: 'Rice', vendorInvoiceRef: '1', amount: 105, CGST: 5 });
  expect([memo.status, memo.body.errors]).toEqual([422, { CGST: noTaxOfMemo('5.00') }]);
});

test('a memo follows the registration of its invoice: tax cannot be added later, and charged tax can be credited', async () => {
  const untaxed = (await create({})).body.data;
  const [{ panNo }] = (await farmer.get('/api/auth/user')).body as [{ panNo: string }];
  const proof = { gstpicture: { name: 'gst.pdf', content: samplePdf('certificate') } };
  await admin.send('PUT', `/api/auth/edit/${farmer.user.id}`, { kind: 'regular', GST: gstinOf(panNo, '27') }, proof);
  const body = { productName: 'Rice', amount: 50, CGST: 1, SGST: 1 };
  const added = await farmer.post('/api/debitMemo/AddUserDebitMemo', {
    ...body,
    invoiceId: untaxed._id,
    vendorInvoiceRef: untaxed.invoiceNumber,
  });
  expect([added.status, added.body.errors]).toEqual([422, { CGST: noTaxOfMemo('2.00') }]);

  const [ended, begins] = [5, 4].map((days) => indianDay(new Date(Date.now() - days * 86_400_000)));
  const { vendor, _id, GST } = await newComposition();
  await admin.put(`/api/registrations/${_id}`, { kind: 'regular', validTo: ended });
  const next = {
    userID: vendor.user.id,
    kind: 'composition',
    GST,
    legalName: 'Mill',
    address: '1 Road, Pune',
    postalCode: '411001',
    validFrom: begins,
  };
  const other = await admin.post('/api/registrations', next);
  expect([other.status, other.body.errors]).toEqual([200, undefined]);
  const taxed = (await create({ CGSTValue: 2.5, SGSTValue: 2.5, invoiceDate: ended }, vendor)).body.data;
  const credit = { ...body, invoiceId: taxed._id, vendorInvoiceRef: taxed.invoiceNumber };
  const credited = await vendor.post('/api/creditMemo/AddUserCreditMemo', credit);
  expect(credited.body.errors ?? credited.body.data).toMatchObject({ CGST: 1 });
  expect((await vendor.post('/api/creditMemo/AddUserCreditMemo', body)).body.errors).toMatchObject({ CGST: noTaxOfMemo('2.00') });
});
