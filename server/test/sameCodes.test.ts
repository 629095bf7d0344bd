import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { makeOrder, orderLineOf } from '../src/demo/factories.ts';
import { type Api, type Caller, startApi } from './api.ts';
import { FakeBuyerSystem, pulledOrder, pulledPayment } from './buyerSystem.ts';
import { workbookOf } from './workbook.ts';

// Tests that a refusal has the same code in the form, in a row of a file, and for a record of the buyer's system.

let api: Api;
let admin: Caller;
let vendor: Caller;
let code: number;
let number: string;
let order: string;
beforeAll(async () => {
  api = await startApi({}, () => new Date('2026-11-23T06:00:00Z'));
  admin = await api.newAdmin();
});
afterAll(() => api.close());
beforeEach(async () => {
  code = 7000 + api.serial();
  number = `SC/${code}`;
  vendor = await api.newVendor({ vendor_Code: code, system_Vendor_id: `SUP-${code}` });
  const lines = [orderLineOf({ itemCode: 'R-1', itemName: 'Rice', quantity: '12', unitPrice: '50' })];
  order = await makeOrder(api.ctx, vendor.user.id, number, { lines, orderedOn: '2026-11-10', deliverBy: '2026-12-01' });
});

type Cells = (string | number | null)[];
/** The codes of a file's rows. */
async function codesOf(path: string, rows: Cells[], by = admin): Promise<unknown> {
  const { body } = await by.send('POST', path, {}, { file: { name: 'sheet.xlsx', content: await workbookOf(rows) } });
  return (body.errors as { code?: string }[] | undefined)?.map((each) => each.code) ?? body.message;
}

test('of fields: that of the first rule; a value that cannot be read has none', async () => {
  const refusal = async (answer: ReturnType<Caller['post']>) => {
    const { status, body } = await answer;
    return [status, ...Object.keys(body), body.code];
  };
  const ruled = (name: string) => [422, 'message', 'errors', 'code', name];
  const plain = [422, 'message', 'errors', undefined];
  const strict = { ...(await admin.get('/api/controls')).body, preset: 'strict' };
  const limits = (document: unknown, day: unknown) => ({
    ...strict,
    ...Object.fromEntries(
      ['Administrator', 'Accounts', 'Approver'].flatMap((role) => [
        [`limit${role}`, document],
        [`dayLimit${role}`, day],
      ]),
    ),
  });
  expect(await refusal(admin.put('/api/controls', limits(10, null)))).toEqual(ruled('limit_needed'));
  expect(await refusal(admin.put('/api/controls', limits(10, 9)))).toEqual(ruled('day_limit_below_document'));
  expect(await refusal(admin.put('/api/controls', { ...limits(10, 9), limitAccounts: null }))).toEqual(ruled('day_limit_below_document'));
  expect(await refusal(admin.put('/api/controls', { ...limits(10, 9), limitAdministrator: null }))).toEqual(ruled('limit_needed'));
  expect(await refusal(admin.put('/api/controls', { ...limits(10, 9), limitAccounts: 'x' }))).toEqual(plain);
  expect(await refusal(admin.put('/api/controls', limits('x', null)))).toEqual(plain);
  const setOff = (more: object) => admin.post('/api/account/allocations/create', { invoiceId: '1', amount: 1, ...more });
  expect(await refusal(setOff({ paymentId: '1', memoId: '2' }))).toEqual(ruled('one_credit_only'));
  expect(await refusal(setOff({}))).toEqual(ruled('one_credit_only'));
  expect(await refusal(setOff({ amount: 'x' }))).toEqual(plain);
  for (const kind of ['Debit', 'Credit']) {
    const path = `/api/${kind.toLowerCase()}Memo/AddUser${kind}Memo`;
    expect(await refusal(vendor.post(path, {}))).toEqual(ruled('memo_empty'));
    expect(await refusal(vendor.post(path, { productName: 'Rice', taxRate: 0.05 }))).toEqual(ruled('tax_rate_not_valid'));
    expect(await refusal(vendor.post(path, { productName: 'Rice', taxRate: 0.05, amount: 'x' }))).toEqual(plain);
  }
  const confirm = (line: unknown, quantity: unknown = 1) => admin.post(`/api/buyerData/orders/confirm/${order}`, { line, quantity });
  for (const line of [undefined, 0, 1.5, 'x', 9]) expect(await refusal(confirm(line))).toEqual(ruled('no_order_line'));
  expect(await refusal(confirm(0, -1))).toEqual(plain);
  const lines = (...rates: unknown[]) => ({ lines: rates.map((taxRate) => ({ orderId: order, line: 1, quantity: 1, taxRate })) });
  expect(await refusal(vendor.post('/api/invoice/check', lines(0.05, 0.18)))).toEqual(ruled('tax_rate_not_valid'));
  expect(await refusal(vendor.post('/api/invoice/check', lines(0.05, 'x')))).toEqual(plain);
  const typed = { itemCode: 'X-1', itemName: 'Rice', quantity: 1, price: 10, taxRate: 0.18 };
  const created = (ordered: object[], userID = vendor.user.id) =>
    admin.post('/api/buyerData/orders/create', { userID, poNumber: 'T/1', poDate: '2026-11-20', lines: ordered });
  expect(await refusal(created([typed]))).toEqual(ruled('tax_rate_not_valid'));
  expect(await refusal(created([{ ...typed, taxRate: 18 }, typed]))).toEqual(ruled('tax_rate_not_valid'));
  expect(await refusal(created([{ ...typed, quantity: 'x' }]))).toEqual(plain);
  const opening = (amount: unknown) =>
    admin.post('/api/account/openingBalances/create', { userID: vendor.user.id, amount, day: '2026-11-20', reason: 'Old ledger' });
  expect(await refusal(opening(0))).toEqual(ruled('opening_row_wrong'));
  expect(await refusal(opening('x'))).toEqual(plain);
  const gstRate = (more: object) =>
    admin.post('/api/buyerData/gstRates/create', { hsnPrefix: '990098', rate: 5, validFrom: '2026-01-01', ...more });
  expect(await refusal(gstRate({ rate: 0.18 }))).toEqual(ruled('rate_not_valid'));
  expect(await refusal(gstRate({ validTo: '2025-12-31' }))).toEqual(ruled('rate_not_valid'));
  expect(await refusal(gstRate({ validTo: '2025-12-31', condition: 'x' }))).toEqual(plain);
  const registration = { kind: 'regular', GST: '', legalName: 'Mill', address: '1 Road, Pune', postalCode: '411001' };
  expect(await refusal(vendor.post('/api/registrations', registration))).toEqual(ruled('registration_wrong'));
  const { body: own } = await vendor.get('/api/registrations');
  const { _id, GST } = own.vendor[0];
  const dates = { validFrom: '2026-11-02', validTo: '2026-11-01' };
  expect(await refusal(admin.put(`/api/registrations/${_id}`, dates))).toEqual(ruled('registration_wrong'));
  expect(await refusal(vendor.post('/api/registrations', { ...registration, GST, legalName: '' }))).toEqual(plain);
  const statement = (more: object) => vendor.put('/api/account/statements/2026-10/answer', { answer: 'differs', closing: 5, ...more });
  expect(await refusal(statement({}))).toEqual(ruled('reason_needed'));
  expect(await refusal(statement({ closing: 'x' }))).toEqual(plain);
  const bill = (line: object) =>
    vendor.post('/api/invoice/create', { invoiceNumber: '1', invoiceValue: 1, lines: [{ quantity: 1, ...line }] });
  expect(await refusal(bill({ orderId: order, line: 9 }))).toEqual(ruled('no_order_line'));
  expect(await refusal(bill({ orderId: '999999', line: 1 }))).toEqual(ruled('no_order_line'));
  expect(await refusal(bill({}))).toEqual(ruled('invoice_line_without_item'));
  expect(await refusal(bill({ orderId: order, line: 1, discount: 51 }))).toEqual(ruled('discount_above_price'));
  expect(await refusal(bill({ orderId: order, line: 1, receiptId: '999999' }))).toEqual(ruled('receipt_of_other_line'));
  expect(await refusal(bill({ orderId: order, line: 1, unitPrice: 999_999_999, quantity: 999_999_999 }))).toEqual(
    ruled('invoice_line_too_high'),
  );
  const nobody = { userID: '999999', invoiceNumber: '1', invoiceValue: 1 };
  expect(await refusal(admin.post('/api/invoice/create', nobody))).toEqual(ruled('unknown_vendor'));
  expect(await refusal(admin.post('/api/invoice/create', { ...nobody, invoiceValue: 'x' }))).toEqual(plain);
});

test('of values that cannot be read: none; the response has only its message and the fields', async () => {
  const { status, body } = await vendor.post('/api/invoice/create', { invoiceNumber: '1', invoiceValue: 'x', CGSTValue: -1 });
  const invoiceValue = 'Invoice value is required. It should be number.';
  expect([status, body]).toEqual([
    422,
    { message: invoiceValue, errors: { invoiceValue, CGSTValue: 'Invalid CGST. It should be number.' } },
  ]);
});

test('of receipts', async () => {
  const HEAD = ['Vendor Code', 'PO Number', 'Item Code', 'Receipt Number', 'Receipt Date', 'Quantity', 'Rejected'];
  const ways = async (receivedOn: string, quantity: number, rejected: number | null = null) => {
    const receiptNumber = `G${api.serial()}`;
    const cells = [code, number, 'R-1', receiptNumber, receivedOn.split('-').toReversed().join('-'), quantity, rejected];
    const line = { orderId: order, line: 1, quantity, rejected };
    const form = await admin.post('/api/receipts/create', { receiptNumber, receivedOn, lines: [line] });
    return [await codesOf('/api/buyerData/receipts?dryRun=true', [HEAD, cells]), form.body.code];
  };
  expect(await ways('2026-11-24', 1)).toEqual([['receipt_day'], 'receipt_day']);
  expect(await ways('2026-11-09', 1)).toEqual([['receipt_day'], 'receipt_day']);
  expect(await ways('2026-11-20', 1, 2)).toEqual([['rejected_quantity_wrong'], 'rejected_quantity_wrong']);
  expect(await ways('2026-11-20', 1000)).toEqual([['receipt_above_order'], 'receipt_above_order']);
  await api.ctx.db.execute(sql`update purchase_orders set status = 'Cancelled' where id = ${order}`);
  expect(await ways('2026-11-20', 1)).toEqual([['order_is_cancelled'], 'order_is_cancelled']);
  const twice = [code, number, 'R-1', 'G', '20-11-2026', 0, null];
  const other = [code + 100_000, number, 'R-1', 'G', '20-11-2026', 0, null];
  const noItem = [code, number, 'X-1', 'G', '20-11-2026', 0, null];
  expect(await codesOf('/api/buyerData/receipts', [HEAD, twice, twice, other, noItem])).toEqual([
    'row_twice',
    'unknown_vendor',
    'no_order_line',
  ]);
});

test('of payments, even if the ERP sends them', async () => {
  const HEAD = ['Vendor Code', 'Payment Reference', 'Payment Date', 'Amount', 'Invoice Number', 'Kind', 'PO Number'];
  await vendor.post('/api/invoice/create', { invoiceNumber: '9', invoiceValue: 100 });
  const form = { userID: vendor.user.id, invoiceNumber: '9', paymentMode: 'online' };
  const ways = async (reference: string, amount: number, day = '2026-11-23') => [
    await codesOf('/api/buyerData/payments', [HEAD, [code, reference, day.split('-').toReversed().join('-'), amount, '9', null, null]]),
    (await admin.post('/api/vendorPaymentReport/create', { ...form, reference, amount, paymentDate: day })).body.code,
  ];
  expect(await ways('U1', 101)).toEqual([['payment_above_payable'], 'payment_above_payable']);
  expect(await ways('U1', 1, '2026-11-24')).toEqual([['payment_in_future'], 'payment_in_future']);
  expect((await admin.post('/api/vendorPaymentReport/create', { ...form, reference: 'U2', amount: 1 })).status).toBe(200);
  expect(await ways('U2', 2)).toEqual([['reference_in_use'], 'reference_in_use']);
  const row = (...cells: Cells) => codesOf('/api/buyerData/payments', [HEAD, [code, 'U3', '23-11-2026', 1, ...cells]]);
  expect(await row('10', null, null)).toEqual(['unknown_invoice']);
  expect(await row(null, 'advance', 'SC/none')).toEqual(['unknown_order']);
  expect(await row('9', 'advance', number)).toEqual(['row_of_other_kind']);
  const system = new FakeBuyerSystem(`codes${code}`);
  api.ctx.buyerSystem = system;
  const supplier = `SUP-${code}`;
  system.records.payments = [
    pulledPayment({ externalId: 'P1', supplier, amount: '5.00', invoiceNumber: '10' }),
    pulledPayment({ externalId: 'P2', supplier: 'SUP-none', amount: '5.00', invoiceNumber: '9' }),
    pulledPayment({ externalId: 'P3', supplier, amount: 'x' }),
  ];
  system.records.orders = [
    pulledOrder({ supplier, externalId: 'O1', number: 'A' }),
    pulledOrder({ supplier, externalId: 'O2', number: 'a' }),
  ];
  await api.ctx.pulling.run();
  const { body } = await admin.get('/api/buyerData/faults');
  expect(Object.fromEntries(body.map((fault: { externalId: string; code: string }) => [fault.externalId, fault.code]))).toEqual({
    P1: 'unknown_invoice',
    P2: 'unknown_vendor',
    P3: 'record_not_readable',
    O2: 'order_number_in_use',
  });
});

test('of invoices, with and without lines', async () => {
  const HEAD = ['Invoice Number', 'Invoice Date', 'PO Number', 'Invoice Value', 'CGST Value', 'SGST Value', 'IGST Value'];
  const ways = async (
    invoiceNumber: string,
    invoiceDate: string,
    invoiceValue: number,
    IGSTValue: number | null,
    PONumber: string | null,
  ) => [
    await codesOf(
      '/api/invoice/excelUpload',
      [HEAD, [invoiceNumber, invoiceDate.split('-').toReversed().join('-'), PONumber, invoiceValue, null, null, IGSTValue]],
      vendor,
    ),
    (await vendor.post('/api/invoice/create', { invoiceNumber, invoiceDate, invoiceValue, IGSTValue, PONumber })).body.code,
  ];
  await vendor.post('/api/invoice/create', { invoiceNumber: '9', invoiceDate: '2026-11-20', invoiceValue: 100 });
  expect(await ways('9', '2026-11-21', 5, null, null)).toEqual([['invoice_number_in_use'], 'invoice_number_in_use']);
  expect(await ways('10', '2026-11-24', 5, null, null)).toEqual([['invoice_in_future'], 'invoice_in_future']);
  expect(await ways('10', '2026-11-21', 5, 6, null)).toEqual([['taxes_above_value'], 'taxes_above_value']);
  expect(await ways('10', '2026-11-21', 5, null, 'SC/99')).toEqual([['unknown_order'], 'unknown_order']);
  const LINES = ['Invoice Number', 'Invoice Date', 'PO Number', 'Line', 'Quantity', 'Invoice Value'];
  const line = (...cells: Cells) => codesOf('/api/invoiceLine/excelUpload', [LINES, ['11', '20-11-2026', ...cells]], vendor);
  expect(await line('SC-none', 1, 1, null)).toEqual(['unknown_order']);
  expect(await line(number, 9, 1, null)).toEqual(['no_order_line']);
  expect(await line(number, 1, 1, 5)).toEqual(['sums_differ']);
});

test('of lines of dispatch notes, and of confirmations', async () => {
  const HEAD = ['DC Number', 'PO Number', 'Line', 'Quantity'];
  const note = await vendor.post('/api/desPatchNote/create', { DCNumber: 'D1', challanDate: '2026-11-20' });
  const form = await vendor.put(`/api/dispatchGoods/save/${note.body.data._id}`, {
    kind: 'challan',
    lines: [{ orderId: order, line: 1, quantity: 1000 }],
  });
  const row = (...cells: Cells) => codesOf('/api/dispatchLine/excelUpload', [HEAD, ['D2', ...cells]], vendor);
  expect([await row(number, 1, 1000), form.body.code]).toEqual([['dispatch_above_order'], 'dispatch_above_order']);
  expect(await row(number, 9, 1)).toEqual(['no_order_line']);
  const ANSWER = ['PO Number', 'Line', 'Confirmation', 'Quantity', 'Date', 'Price', 'Reason'];
  const answer = { decision: 'change', promises: [{ quantity: 12, date: '2026-11-01' }], reason: 'price' };
  const sent = await vendor.post(`/api/orderAnswer/send/${order}`, { lines: [{ line: 1, ...answer }] });
  const loaded = await codesOf('/api/orderAnswer/excelUpload', [ANSWER, [number, 1, 'change', 12, '01-11-2026', null, 'Price']], vendor);
  expect([loaded, sent.body.code]).toEqual([['confirmation_wrong'], 'confirmation_wrong']);
});

test('of opening balances and rates; a cell that cannot be read has none', async () => {
  const HEAD = ['Vendor Code', 'Kind', 'Number', 'Amount', 'Date', 'Cut-off Date', 'Reason'];
  const row = (...cells: Cells) => codesOf('/api/buyerData/openings?dryRun=true', [HEAD, [code, ...cells]]);
  expect(await row('Invoice', '1', -5, '20-11-2026', null, null)).toEqual(['opening_row_wrong']);
  expect(await row('Invoice', '1', 5, '20-11-2026', '19-11-2026', null)).toEqual(['opening_after_cut_off']);
  expect(await row(null, null, 5, '24-11-2026', null, 'Old ledger')).toEqual(['opening_balance_in_future']);
  expect(await row('Invoice', '1', 'x', '20-11-2026', null, null)).toEqual([undefined]);
  const RATES = ['HSN', 'Rate', 'Valid From', 'Valid To'];
  const rate = { hsnPrefix: '990099', rate: 5, validFrom: '2026-01-01' };
  expect((await admin.post('/api/buyerData/gstRates/create', rate)).status).toBe(200);
  const form = await admin.post('/api/buyerData/gstRates/create', { ...rate, validFrom: '2026-02-01' });
  expect([await codesOf('/api/buyerData/gstRates', [RATES, ['990099', 5, '01-02-2026', null]]), form.body.code]).toEqual([
    ['rate_overlaps'],
    'rate_overlaps',
  ]);
  expect(await codesOf('/api/buyerData/gstRates', [RATES, ['990098', 5, '01-02-2026', '01-01-2026']])).toEqual(['rate_not_valid']);
});
