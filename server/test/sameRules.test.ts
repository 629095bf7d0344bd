// Why so long: one table lists each rule with its message by form, API and sheet.
import { indianDay, showDate } from '@aapurti/contract/ground/fields';
import { numberField, numberMessages } from '@aapurti/contract/settings/documentNumbers';
import { dispatchGoods } from '@aapurti/contract/dispatch-notes/dispatchGoods';
import { messages, typedLine } from '@aapurti/contract/buyer-system/buyerSystemSheets';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { makeOrder, orderLineOf } from '../src/demo/factories.ts';
import { type Api, Caller, startApi } from './api.ts';
import { workbookOf } from './workbook.ts';

// Tests that a fault has the same message in the form's schema, in the API, and in a file, which also names its column.

let api: Api;
let admin: Caller;
let vendor: Caller;
let order: string;
let number: string;
let code: number;
beforeAll(async () => {
  api = await startApi({}, () => new Date('2026-11-23T06:00:00Z'));
  admin = await api.newAdmin();
});
afterAll(() => api.close());
beforeEach(async () => {
  vendor = await api.newVendor();
  number = `SR/${api.serial()}`;
  const lines = [orderLineOf({ itemCode: 'R-1', itemName: 'Rice', quantity: '12', unitPrice: '50' })];
  order = await makeOrder(api.ctx, vendor.user.id, number, { lines, orderedOn: '2026-11-10', deliverBy: '2026-12-01' });
  ({ code } = await api.ctx.db.one<{ code: number }>(sql`select code from vendors where id = ${vendor.user.id}`));
});

type Cells = (string | number | null)[];

/** The only finding of a file: its column and message. */
async function loaded(path: string, head: string[], row: Cells, by = admin) {
  const content = await workbookOf([head, row]);
  const { body } = await by.send('POST', path, {}, { file: { name: 'sheet.xlsx', content } });
  const found = body.errors ?? body.remarks;
  return { found: (found as { column: string; message: string }[]).map(({ column, message }) => [column, message]), body };
}

describe('of a receipt', () => {
  const HEAD = ['Vendor Code', 'PO Number', 'Item Code', 'Receipt Number', 'Receipt Date', 'Quantity', 'Rejected', 'Reason', 'Remark'];
  interface Row {
    day?: string;
    quantity?: number;
    rejected?: number | null;
    reason?: [code: string, words: string] | null;
  }
  const ways = async ({ day = '2026-11-20', quantity = 10, rejected = null, reason = null }: Row) => {
    const line = { orderId: order, line: 1, quantity, rejected, reason: reason?.[0] ?? null };
    const receiptNumber = `SR/${api.serial()}`;
    const shown = day.split('-').toReversed().join('-');
    const cells = [code, number, 'R-1', receiptNumber, shown, quantity, rejected, reason?.[1] ?? null, null];
    const sheet = await loaded('/api/buyerData/receipts?dryRun=true', HEAD, cells);
    const typed = await admin.post('/api/receipts/create', { receiptNumber, receivedOn: day, lines: [line] });
    return { sheet: sheet.found, typed: typed.body };
  };
  const said = (body: { errors: Record<string, string> }) => Object.values(body.errors).map((text) => text.replace('Line 1: ', ''));

  test.each<[string, Row, string, string]>([
    [
      'the future',
      { day: '2026-11-24' },
      'Receipt Date',
      'The goods receipt is dated 24-11-2026, which is after today (23-11-2026). Correct the date.',
    ],
    [
      'a day before its order',
      { day: '2026-11-09' },
      'Receipt Date',
      'Order {number} is dated 10-11-2026. Its goods cannot be received before that date.',
    ],
    [
      'more rejected than arrived',
      { rejected: 11, reason: ['damaged', 'damaged'] },
      'Rejected',
      '11 rejected of 10 received. Correct the rejected or the received quantity.',
    ],
    ['no reason', { rejected: 2 }, 'Reason', 'Enter the reason for rejecting 2.'],
    ['another reason, not described', { rejected: 2, reason: ['other', 'other reason'] }, 'Remark', 'Describe the reason.'],
    [
      'a reason, and 0 rejected',
      { rejected: 0, reason: ['damaged', 'damaged'] },
      'Reason',
      'No quantity is rejected. Leave the reason blank.',
    ],
    ['a reason, and nothing rejected', { reason: ['damaged', 'damaged'] }, 'Reason', 'No quantity is rejected. Leave the reason blank.'],
  ])('%s', async (_, row, column, text) => {
    const message = text.replace('{number}', number);
    const { sheet, typed } = await ways(row);
    expect([sheet, said(typed)]).toEqual([[[column, message]], [message]]);
  });

  test.each([
    ["status = 'Cancelled'", () => `Order ${number} is cancelled, so its goods cannot be received. Ask the buyer for a new order.`],
    ["source = 'erpnext'", () => `Order ${number} comes from erpnext, which also sends its goods receipts. Enter the receipt there.`],
  ])('of an order with %s', async (change, message) => {
    await api.ctx.db.execute(
      change.startsWith('status')
        ? sql`update purchase_orders set status = 'Cancelled' where id = ${order}`
        : sql`update purchase_orders set source = 'erpnext' where id = ${order}`,
    );
    const { sheet, typed } = await ways({});
    expect([sheet, said(typed)]).toEqual([[['PO Number', message()]], [message()]]);
  });

  test('a number of more than 40 characters is rejected', async () => {
    const receiptNumber = 'G'.repeat(41);
    const cells = [code, number, 'R-1', receiptNumber, '20-11-2026', 1, null, null, null];
    const { found } = await loaded('/api/buyerData/receipts', HEAD, cells);
    const body = { receiptNumber, receivedOn: '2026-11-20', lines: [{ orderId: order, line: 1, quantity: 1 }] };
    const { errors } = (await admin.post('/api/receipts/create', body)).body;
    expect([found, errors]).toEqual([[['Receipt Number', 'At most 40 characters.']], { receiptNumber: 'At most 40 characters.' }]);
  });

  test('more than ordered is rejected with the open quantity', async () => {
    const { sheet, typed } = await ways({ quantity: 109 });
    const [text] = Object.values<string>(typed.errors);
    expect(text).toContain(`Line 1 of order ${number}: 12 are open and 109 accepted.`);
    expect(sheet).toEqual([['Quantity', text]]);
  });

  test('the order date and today are accepted', async () => {
    for (const day of ['2026-11-10', '2026-11-23']) {
      const { sheet, typed } = await ways({ day, quantity: 1 });
      expect([sheet, typed.message]).toEqual([[], 'Goods receipt saved.']);
    }
  });
});

describe('of an invoice', () => {
  const HEAD = ['Invoice Number', 'Invoice Date', 'Invoice Value', 'PO Number'];
  const PATH = '/api/invoice/excelUpload?dryRun=true';
  const create = (more: object) => vendor.post('/api/invoice/create', { invoiceNumber: '77', invoiceValue: 105, ...more });

  test('a date after today is rejected, also in the file of lines and in an edit', async () => {
    const message = 'The invoice is dated 24-11-2026, which is after today (23-11-2026). Correct the date.';
    expect((await create({ invoiceDate: '2026-11-24' })).body.errors).toEqual({ invoiceDate: message });
    expect((await loaded(PATH, HEAD, ['77', '24-11-2026', 105, null], vendor)).found).toEqual([['Invoice Date', message]]);
    const head = ['Invoice Number', 'Invoice Date', 'PO Number', 'Line', 'Quantity'];
    const lined = await loaded('/api/invoiceLine/excelUpload', head, ['77', '24-11-2026', number, 1, 1], vendor);
    expect(lined.found).toEqual([['Invoice Date', message]]);
    const { _id } = (await create({ invoiceDate: '2026-11-23' })).body.data;
    expect((await vendor.put(`/api/invoice/edit/${_id}`, { invoiceDate: '2026-11-24' })).body.errors).toEqual({ invoiceDate: message });
  });

  test('a number that is nearly the same gives a warning', async () => {
    await create({ invoiceNumber: '1042', invoiceDate: '2026-11-20' });
    const message = 'Invoice 1042 of 20-11-2026 has nearly the same number. Is this a different invoice?';
    expect((await loaded(PATH, HEAD, ['001042', '20-11-2026', 105, null], vendor)).found).toEqual([['Invoice Number', message]]);
    const form = await vendor.get('/api/invoice/numberRemark', { invoiceNumber: '001042', invoiceDate: '2026-11-20' });
    expect(form.body).toEqual({ remark: message });
    expect((await create({ invoiceNumber: '001042', invoiceDate: '2026-11-20' })).body.remarks).toEqual([message]);
  });

  test('a number that starts with 0 gives a warning where the e-invoice portal accepts it', async () => {
    await admin.put('/api/settings', { invoiceNumbers: 'rule46' });
    const message = 'The e-invoice portal does not accept numbers that start with 0.';
    const { found } = await loaded(PATH, HEAD, ['0077', '20-11-2026', 105, null], vendor);
    const typed = (await create({ invoiceNumber: '0077', invoiceDate: '2026-11-20' })).body;
    await admin.put('/api/settings', { invoiceNumbers: 'digits' });
    expect([found, typed.remarks]).toEqual([[['Invoice Number', message]], [message]]);
  });

  test.each(['digits', 'rule46'] as const)('an invalid number is rejected with the message of the setting %s', async (numbering) => {
    const { _id } = (await create({ invoiceNumber: '4711', invoiceDate: '2026-11-20' })).body.data;
    await admin.put('/api/settings', { invoiceNumbers: numbering });
    try {
      for (const wrong of ['7_8', '', '-7', 'x'.repeat(65), '7.5', 'ABCDEFGHIJKLMNOPQ']) {
        const said = numberMessages[numbering];
        expect(numberField(numbering).safeParse(wrong).error?.issues[0]?.message).toBe(said);
        const typed = (await vendor.post('/api/invoice/create', { invoiceNumber: wrong, invoiceValue: 'x' })).body.errors;
        expect(typed).toEqual({ invoiceNumber: said, invoiceValue: expect.any(String) });
        expect((await vendor.put(`/api/invoice/edit/${_id}`, { invoiceNumber: wrong })).body.errors).toEqual({ invoiceNumber: said });
        const sheet = await loaded(PATH, HEAD, [wrong, '20-11-2026', 105, null], vendor);
        expect([wrong, sheet.found]).toEqual([wrong, [['Invoice Number', said]]]);
        const head = ['Invoice Number', 'Invoice Date', 'PO Number', 'Line', 'Quantity'];
        const lined = await loaded('/api/invoiceLine/excelUpload', head, [wrong, '20-11-2026', number, 1, 1], vendor);
        expect([wrong, lined.found]).toEqual([wrong, [['Invoice Number', said]]]);
      }
    } finally {
      await admin.put('/api/settings', { invoiceNumbers: 'digits' });
    }
  });

  test('an existing number is rejected', async () => {
    const message = 'Invoice number should not be same or Something went wrong';
    await create({ invoiceDate: '2026-11-20' });
    expect((await create({ invoiceDate: '2026-11-20' })).body.errors).toEqual({ invoiceNumber: message });
    expect((await loaded(PATH, HEAD, ['77', '20-11-2026', 105, null], vendor)).found).toEqual([['Invoice Number', message]]);
  });

  test('a date more than a year ago gives a warning', async () => {
    const message = 'The invoice is dated 22-11-2025, more than a year ago.';
    expect((await loaded(PATH, HEAD, ['78', '22-11-2025', 105, null], vendor)).found).toEqual([['Invoice Date', message]]);
    expect((await create({ invoiceNumber: '78', invoiceDate: '2025-11-22' })).body.remarks).toEqual([message]);
  });

  test('a number with letters and an unknown order are rejected', async () => {
    const typed = (await create({ invoiceNumber: 'A/7', PONumber: 'NONE/1' })).body.errors;
    expect((await loaded(PATH, HEAD, ['A/7', '20-11-2026', 105, 'NONE/1'], vendor)).found).toEqual([
      ['Invoice Number', typed.invoiceNumber],
      ['PO Number', typed.PONumber],
    ]);
  });
});

test('an invoice, a return and a memo cannot refer to an invoice dated after today', async () => {
  const message = 'The invoice is dated 24-11-2026, which is after today (23-11-2026). Correct the date.';
  const head = ['Vendor Code', 'Return Number', 'Invoice Date', 'Product Name', 'Quantity Purchased', 'Quantity Returned'];
  const returned = (day: string) => loaded('/api/buyerData/returns', head, [code, `SR/${api.serial()}`, day, 'Rice', 10, 1]);
  expect([(await returned('24-11-2026')).found, (await returned('23-11-2026')).found]).toEqual([[['Invoice Date', message]], []]);
  for (const kind of ['debit', 'credit']) {
    const title = kind === 'debit' ? 'DebitMemo' : 'CreditMemo';
    const create = (day: string) =>
      vendor.post(`/api/${kind}Memo/AddUser${title}`, { productName: 'Rice', vendorInvoiceRef: '7', vendorInvoiceRef_Date: day });
    expect((await create('2026-11-24')).body.errors).toEqual({ vendorInvoiceRef_Date: message });
    const { _id } = (await create('2026-11-23')).body.data;
    const edited = await vendor.put(`/api/${kind}Memo/ChangeUser${title}/${_id}`, { vendorInvoiceRef_Date: '2026-11-24' });
    expect(edited.body.errors).toEqual({ vendorInvoiceRef_Date: message });
  }
});

test('text that is not a number is rejected with the message of the form', async () => {
  const invoice = { invoiceNumber: '7', invoiceValue: 'x', CGSTValue: 'x', SGSTValue: 'x', IGSTValue: 'x' };
  const form = (await vendor.post('/api/invoice/create', invoice)).body.errors;
  const head = ['Invoice Number', 'Invoice Date', 'PO Number', 'Invoice Value', 'CGST Value', 'SGST Value', 'IGST Value'];
  const sheet = await loaded('/api/invoice/excelUpload', head, ['7', '20-11-2026', null, 'x', 'x', 'x', 'x'], vendor);
  expect(Object.fromEntries(sheet.found)).toEqual({
    'Invoice Value': form.invoiceValue,
    'CGST Value': form.CGSTValue,
    'SGST Value': form.SGSTValue,
    'IGST Value': form.IGSTValue,
  });
  expect(form.invoiceValue).toBe('Invoice value is required. It should be number.');
  for (const [field, heading] of [
    ['invoiceNumber', 'Invoice Number'],
    ['PONumber', 'PO Number'],
  ] as const) {
    const given = { invoiceNumber: '7', PONumber: '', invoiceValue: 5, [field]: '1.5' };
    const { errors } = (await vendor.post('/api/invoice/create', given)).body;
    const cells = [given.invoiceNumber, '20-11-2026', given.PONumber, 5, null, null, null];
    const { found } = await loaded('/api/invoice/excelUpload', head, cells, vendor);
    expect([errors, found]).toEqual([{ [field]: errors[field] }, [[heading, errors[field]]]]);
  }
  const lacking = await loaded('/api/invoice/excelUpload', head, ['5', '20-11-2026', null, null, null, null, null], vendor);
  expect(lacking.found).toEqual([['Invoice Value', form.invoiceValue]]);
});

test('an EAN that is not the buyer’s item is rejected in form and file, whatever its check digit', async () => {
  const head = ['EAN Code', 'Shelf Life in Days', 'Quantity', 'MRP', 'Percentage'];
  for (const EANCode of ['8901030516399', '4006381333931', '12345']) {
    const figures = { shelfLifeDays: 9, quantity: 1, MRP: 100, percentage: 10, margin: 10, sellingPrice: 90 };
    const { errors } = (await vendor.post('/api/product/create', { EANCode, ...figures })).body;
    const sheet = await loaded('/api/product/excelUpload', head, [EANCode, 9, 1, 100, 10], vendor);
    expect([errors, sheet.found]).toEqual([{ EANCode: 'No Match Found.' }, [['EAN Code', 'No Match Found.']]]);
  }
  const wrong = { EANCode: '12345', shelfLifeDays: 'x', quantity: 'x', MRP: 'x', percentage: 'x', margin: 'x', sellingPrice: 'x' };
  const form = (await vendor.post('/api/product/create', wrong)).body.errors;
  const all = [...head, 'Margin', 'Transfer Price'];
  const sheet = await loaded('/api/product/excelUpload', all, ['4006381333931', 'x', 'x', 'x', 'x', 'x', 'x'], vendor);
  expect(Object.fromEntries(sheet.found)).toEqual({
    'Shelf Life in Days': form.shelfLifeDays,
    Quantity: form.quantity,
    MRP: form.MRP,
    Percentage: form.percentage,
    Margin: form.margin,
    'Transfer Price': form.sellingPrice,
  });
});

test.each(['890103O516320', 'RICE-5KG', '8901030516320A', '８９O'])(
  'letters in the EAN of a product (%s) are rejected in form, API and file with the same message',
  async (ean) => {
    const own = { shelfLifeDays: 1, quantity: 1, MRP: 10, percentage: 10, margin: 1, sellingPrice: 9 };
    const typed = (await vendor.post('/api/product/create', { ...own, EANCode: ean })).body.errors;
    const head = ['EAN Code', 'Shelf Life in Days', 'Quantity', 'MRP', 'Percentage'];
    const sheet = await loaded('/api/product/excelUpload', head, [ean, 1, 1, 10, 10], vendor);
    expect(sheet.found).toEqual([['EAN Code', typed.EANCode]]);
    expect(typed).toEqual({ EANCode: expect.any(String) });
    expect((await vendor.get('/api/product/get')).body).toEqual([]);
  },
);

describe('of an ended order', () => {
  const HEAD = ['Vendor Code', 'PO Number', 'PO Date', 'Deliver By', 'Status', 'Item Code', 'Item Name', 'Quantity', 'Price'];
  let poNumber: string;
  const sheet = (status: string | null, quantity: number, path = '/api/buyerData/orders') =>
    loaded(path, HEAD, [code, poNumber, '20-11-2026', null, status, 'X-1', 'Rice', quantity, 10]);

  test.each([
    ['Closed', 'close', { reason: 'Enough' }],
    ['Cancelled', 'cancel', {}],
  ])('%s: no change, no reopening and no other end, by form and by file', async (status, end, body) => {
    poNumber = `SR/${api.serial()}`;
    const lines = [{ itemCode: 'X-1', itemName: 'Rice', quantity: 5, price: 10 }];
    const head = { poNumber, poDate: '2026-11-20', lines };
    const { _id } = (await admin.post('/api/buyerData/orders/create', { ...head, userID: vendor.user.id })).body.data;
    expect((await admin.post(`/api/buyerData/orders/${end}/${_id}`, body)).status).toBe(200);
    const stored = () =>
      api.ctx.db.rows(sql`
      select head.status, head.version, head.updated_at::text, line.* from purchase_orders head
      join purchase_order_lines line on line.order_id = head.id where head.id = ${_id}`);
    const before = await stored();
    const message = `Order ${poNumber} is ${status.toLowerCase()} (last changed on ${showDate(indianDay(new Date()))}) and can no longer be changed. Enter a new order for goods that are still needed.`;
    expect((await admin.put(`/api/buyerData/orders/edit/${_id}`, head)).body.message).toBe(message);
    const other = status === 'Closed' ? 'Cancelled' : 'Closed';
    for (const [said, quantity] of [
      [status, 6],
      ['Open', 5],
      [null, 5],
      [other, 5],
    ] as const) {
      expect((await sheet(said, quantity)).found).toEqual([['PO Number', message]]);
      expect((await sheet(said, quantity, '/api/buyerData/orders?dryRun=true')).found).toEqual([['PO Number', message]]);
    }
    // The rows add another line, which is the same line twice.
    const twice = [1, 2].map(() => [code, poNumber, '20-11-2026', null, status, 'X-1', 'Rice', 5, 10]);
    const file = { name: 'sheet.xlsx', content: await workbookOf([HEAD, ...twice]) };
    expect((await admin.send('POST', '/api/buyerData/orders', {}, { file })).body.errors).toMatchObject([{ message }]);
    expect((await sheet(status, 5)).body).toMatchObject({ created: 0, updated: 0 });
    expect(await stored()).toEqual(before);
  });
});

describe('of a closed order', () => {
  const HEAD = ['Vendor Code', 'PO Number', 'PO Date', 'Status', 'Item Code', 'Item Name', 'Quantity', 'Price'];
  const lines = [{ itemCode: 'X-1', itemName: 'Rice', quantity: 5, price: 10 }];
  const row = (poNumber: string, status: string | null): Cells => [code, poNumber, '20-11-2026', status, 'X-1', 'Rice', 5, 10];
  async function typed(): Promise<{ poNumber: string; id: string }> {
    const poNumber = `SR/${api.serial()}`;
    const made = await admin.post('/api/buyerData/orders/create', { poNumber, poDate: '2026-11-20', lines, userID: vendor.user.id });
    return { poNumber, id: made.body.data._id };
  }
  const stored = (poNumber: string) =>
    api.ctx.db.first(sql`
      select status, closed_reason from purchase_orders where vendor_id = ${vendor.user.id} and code_key(number) = code_key(${poNumber})`);

  test('form and API require a reason, and a file, which has none, cannot close an open order', async () => {
    const { poNumber, id } = await typed();
    for (const body of [{}, { reason: ' ' }])
      expect((await admin.post(`/api/buyerData/orders/close/${id}`, body)).body.errors).toEqual({ reason: messages.closeReason });
    const key = await admin.post('/api/keys', { name: 'ERP', scopes: ['erp:write'], days: 30, passWord: admin.user.password });
    const program = new Caller(api.app, key.body.key);
    for (const by of [admin, program])
      for (const path of ['/api/buyerData/orders', '/api/buyerData/orders?dryRun=true'])
        for (const name of [poNumber, poNumber.toLowerCase()])
          expect((await loaded(path, HEAD, row(name, 'Closed'), by)).found).toEqual([['Status', messages.closedByFile(name)]]);
    expect(await stored(poNumber)).toEqual({ status: 'Open', closed_reason: null });
    expect((await loaded('/api/buyerData/orders', HEAD, row(poNumber, 'Open'))).found).toEqual([]);
    expect((await admin.post(`/api/buyerData/orders/close/${id}`, { reason: 'Enough' })).status).toBe(200);
    expect(await stored(poNumber)).toEqual({ status: 'Closed', closed_reason: 'Enough' });
    // The status has the form that the export uses.
    expect((await loaded('/api/buyerData/orders', HEAD, row(poNumber, 'Closed'))).body).toMatchObject({ created: 0, updated: 0 });
  });

  test('a file cannot close an acknowledged order either; an order that ended before its import is saved', async () => {
    const { poNumber, id } = await typed();
    expect((await vendor.post(`/api/purChaseOrder/acknowledge/${id}`, {})).status).toBe(200);
    expect((await loaded('/api/buyerData/orders', HEAD, row(poNumber, 'Closed'))).found).toEqual([
      ['Status', messages.closedByFile(poNumber)],
    ]);
    const old = `SR/${api.serial()}`;
    expect((await loaded('/api/buyerData/orders', HEAD, row(old, 'Closed'))).body).toMatchObject({ created: 1 });
    expect(await stored(old)).toEqual({ status: 'Closed', closed_reason: null });
  });
});

describe('of a confirmation', () => {
  const HEAD = ['PO Number', 'Line', 'Confirmation', 'Quantity', 'Date', 'Price', 'Reason'];
  const send = (line: object) => vendor.post(`/api/orderAnswer/send/${order}`, { lines: [{ line: 1, reason: 'price', ...line }] });

  test('an invalid price is rejected', async () => {
    const { errors } = (await send({ decision: 'change', price: 'x' })).body;
    const { found } = await loaded('/api/orderAnswer/excelUpload', HEAD, [number, 1, 'change', null, null, 'x', 'Price'], vendor);
    expect([found, Object.values(errors).join()]).toEqual([
      [['Price', 'Invalid price. It should be a number.']],
      expect.stringContaining('Invalid price. It should be a number.'),
    ]);
  });

  test('more than 20 deliveries are rejected', async () => {
    const promises = Array.from({ length: 21 }, (_, index) => ({ quantity: 0.5, date: `2026-12-${String(index + 1).padStart(2, '0')}` }));
    const { errors } = (await send({ decision: 'change', promises })).body;
    const rows = promises.map(({ date }) => [number, 1, null, 0.5, date.split('-').toReversed().join('-'), null, null]);
    const file = { name: 'sheet.xlsx', content: await workbookOf([HEAD, ...rows]) };
    const { body } = await vendor.send('POST', '/api/orderAnswer/excelUpload', {}, { file });
    const message = 'A line can have at most 20 deliveries.';
    expect(Object.values(errors).join()).toContain(message);
    expect((body.errors as { message: string }[]).some((each) => each.message.includes(message))).toBe(true);
  });
});

describe('of a payment', () => {
  const HEAD = ['Vendor Code', 'Payment Reference', 'Payment Date', 'Amount', 'Invoice Number'];
  const pay = (amount: number, day = '23-11-2026', invoice: string | null = '9') =>
    loaded('/api/buyerData/payments', HEAD, [code, `UTR ${api.serial()}`, day, amount, invoice]);
  const type = (amount: number, more: object = {}) =>
    admin.post('/api/vendorPaymentReport/create', { userID: vendor.user.id, invoiceNumber: '9', amount, paymentMode: 'online', ...more });
  beforeEach(() => vendor.post('/api/invoice/create', { invoiceNumber: '9', invoiceValue: 100 }));

  test('a date after today is rejected', async () => {
    const message = 'The payment is dated 24-11-2026, which is after today (23-11-2026). Correct the date.';
    expect((await pay(1, '24-11-2026', null)).found).toEqual([['Payment Date', message]]);
    expect((await type(1, { paymentDate: '2026-11-24' })).body.errors).toEqual({ paymentDate: message });
  });

  test('an invalid mode is rejected', async () => {
    const head = [...HEAD, 'Payment Mode'];
    const { found } = await loaded('/api/buyerData/payments', head, [code, `UTR ${api.serial()}`, '23-11-2026', 1, '9', 'barter']);
    const { paymentMode } = (await type(1, { paymentMode: 'barter' })).body.errors;
    expect(found).toEqual([['Payment Mode', paymentMode]]);
  });

  test('the channel of an online payment and the account are checked alike', async () => {
    const head = [...HEAD, 'Payment Mode', 'Online by', 'Paid to Account'];
    const sheet = async (...more: (string | null)[]) =>
      (await loaded('/api/buyerData/payments', head, [code, `UTR ${api.serial()}`, '23-11-2026', 1, '9', ...more])).found;
    const form = async (more: object) => (await type(1, more)).body.errors;
    const { onlineKind } = await form({ paymentMode: 'cheque', onlineKind: 'neft' });
    expect(await sheet('cheque', 'neft', null)).toEqual([['Online by', onlineKind]]);
    expect(await sheet('online', 'barter', null)).toEqual([['Online by', (await form({ onlineKind: 'barter' })).onlineKind]]);
    for (const digits of ['123', '12a4']) {
      const { accountLast4 } = await form({ accountLast4: digits });
      expect([accountLast4, await sheet('online', 'upi', digits)]).toEqual([accountLast4, [['Paid to Account', accountLast4]]]);
    }
    expect(await sheet('online', 'upi', '0042')).toEqual([]);
  });

  describe('with a reference that a payment of the vendor has', () => {
    const PATH = '/api/buyerData/payments';
    const sheet = (reference: string, invoice = '9', path = PATH, by = admin) =>
      loaded(path, HEAD, [code, reference, '23-11-2026', 10, invoice], by);
    const used = (reference: string) =>
      `Payment reference ${reference} is already used for this vendor. Enter another one, or reverse the payment that has it.`;
    const paid = async () =>
      (await api.ctx.db.one<{ paid: string }>(sql`select sum(paid)::text as paid from invoices where vendor_id = ${vendor.user.id}`)).paid;

    test.each(['UTR/7-A', 'utr/7-a', ' UTR/7\u2011A\u200e', 'ＵＴＲ／７－Ａ'])('entered first, then in a file as %j', async (reference) => {
      expect((await type(10, { reference: 'UTR/7-A' })).status).toBe(200);
      const key = await admin.post('/api/keys', { name: 'ERP', scopes: ['erp:write'], days: 30, passWord: admin.user.password });
      for (const path of [`${PATH}?dryRun=true`, PATH])
        for (const by of [admin, new Caller(api.app, key.body.key)])
          expect((await sheet(reference, '9', path, by)).body.errors).toMatchObject([
            {
              row: 2,
              column: 'Payment Reference',
              message: expect.stringMatching(/^Payment reference .* is already used for this vendor\. Enter another one/),
            },
          ]);
      expect((await type(10, { reference })).body.message).toMatch(/is already used/);
      expect(await paid()).toBe('10.00');
    });

    test('in a file first, then entered; the file again is the same payment, and another file changes nothing', async () => {
      await vendor.post('/api/invoice/create', { invoiceNumber: '10', invoiceValue: 100 });
      expect((await sheet('UTR-8')).body).toMatchObject({ created: 1 });
      expect((await sheet('UTR-8')).body).toMatchObject({ created: 0, updated: 0 });
      expect((await sheet('UTR-8', '10')).found).toEqual([
        [
          'Payment Reference',
          'Payment UTR-8 of ₹10.00 is recorded with other details, dated 23-11-2026. Correct the row, or reverse that payment and upload it again.',
        ],
      ]);
      expect((await type(10, { reference: 'utr-8' })).body.errors).toEqual({ reference: used('utr-8') });
      expect(await paid()).toBe('10.00');
    });

    test('of a reversed payment, or of another vendor, can be used', async () => {
      const { _id } = (await type(10, { reference: 'UTR-9' })).body.data;
      const other = await api.newVendor();
      await other.post('/api/invoice/create', { invoiceNumber: '9', invoiceValue: 100 });
      const elsewhere = { userID: other.user.id, invoiceNumber: '9', amount: 10, paymentMode: 'online', reference: 'UTR-10' };
      expect((await admin.post('/api/vendorPaymentReport/create', elsewhere)).status).toBe(200);
      expect((await sheet('UTR-9')).found).toEqual([['Payment Reference', used('UTR-9')]]);
      await admin.post(`/api/vendorPaymentReport/reverse/${_id}`, { reason: 'Returned' });
      expect((await sheet('UTR-9')).body).toMatchObject({ created: 1 });
      expect((await sheet('UTR-10')).body).toMatchObject({ created: 1 });
    });
  });

  test('more than the outstanding amount, and any amount on a paid invoice, is rejected', async () => {
    const { amount } = (await type(100.01)).body.errors;
    expect((await pay(100.01)).found).toEqual([['Amount', amount]]);
    await type(100);
    const { amount: nothing } = (await type(1)).body.errors;
    expect((await pay(1)).found).toEqual([['Amount', nothing]]);
  });

  test('a payment that the settings do not allow is rejected', async () => {
    await admin.put('/api/settings', { payOnlyMatched: true });
    await api.ctx.db.execute(sql`update invoices set match_state = 'exception' where vendor_id = ${vendor.user.id}`);
    const { invoiceNumber } = (await type(50)).body.errors;
    expect((await pay(50)).found).toEqual([['Invoice Number', invoiceNumber]]);
    await admin.put('/api/settings', { payOnlyMatched: false });
    expect((await pay(50)).body).toMatchObject({ created: 1 });
  });
});

describe('of a tax rate', () => {
  const HEAD = ['Vendor Code', 'PO Number', 'PO Date', 'Item Code', 'Item Name', 'Quantity', 'Price', 'Tax Rate %'];

  test.each([
    [0.05, '0.05% is not a GST rate. Enter 5 for 5%.'],
    [0.18, '0.18% is not a GST rate. Enter 18 for 18%.'],
    [0.25, null],
    [0.1, null],
    [0, null],
    [5, null],
  ])('%d on an order and on an invoice: %s', async (taxRate, message) => {
    const line = { itemCode: 'X-1', itemName: 'Rice', quantity: 1, price: 10, taxRate };
    const form = typedLine.safeParse(line).error?.issues[0]?.message ?? null;
    const typed = await admin.post('/api/buyerData/orders/create', {
      userID: vendor.user.id,
      poNumber: `SR/${api.serial()}`,
      poDate: '2026-11-20',
      lines: [line],
    });
    const sheet = await loaded('/api/buyerData/orders?dryRun=true', HEAD, [code, 'SR/T', '20-11-2026', 'X-1', 'Rice', 1, 10, taxRate]);
    const memo = await vendor.post('/api/debitMemo/AddUserDebitMemo', { productName: 'Rice', taxRate });
    expect(memo.body.errors?.taxRate ?? null).toBe(message);
    const lined = await vendor.post('/api/invoice/check', { lines: [{ orderId: order, line: 1, quantity: 1, taxRate }] });
    const head = ['Invoice Number', 'PO Number', 'Line', 'Quantity', 'Tax Rate'];
    const billed = await loaded('/api/invoiceLine/excelUpload?dryRun=true', head, ['88', number, 1, 1, taxRate], vendor);
    if (message === null)
      expect([form, typed.status, sheet.found, lined.status, billed.body.errors]).toEqual([null, 200, [], 200, undefined]);
    else {
      expect([form, typed.body.errors.lines, lined.body.errors.lines]).toEqual([message, `Line 1: ${message}`, `Line 1: ${message}`]);
      expect([sheet.found, billed.found]).toEqual([[['Tax Rate %', message]], [['Tax Rate', `Line 1: ${message}`]]]);
    }
  });

  test('dates that another rate has are rejected', async () => {
    const rate = { hsnPrefix: '7113', rate: 3, validFrom: '2026-11-01' };
    await admin.post('/api/buyerData/gstRates/create', rate);
    const { validFrom } = (await admin.post('/api/buyerData/gstRates/create', { ...rate, validFrom: '2026-11-02' })).body.errors;
    const sheet = await loaded('/api/buyerData/gstRates', ['HSN', 'Rate', 'Valid From'], ['7113', 3, '02-11-2026']);
    expect(sheet.found).toEqual([['Valid From', validFrom]]);
  });
});

test('an invalid place of supply is rejected', async () => {
  const message = 'Enter the GST code of a state of India, or its ISO 3166-2 code. For example: 27 or IN-MH.';
  const line = { itemCode: 'X-1', itemName: 'Rice', quantity: 1, price: 10 };
  const body = { userID: vendor.user.id, poNumber: `SR/${api.serial()}`, poDate: '2026-11-20', lines: [line] };
  expect((await admin.post('/api/buyerData/orders/create', { ...body, placeOfSupply: '98' })).body.errors).toEqual({
    placeOfSupply: message,
  });
  const head = ['Vendor Code', 'PO Number', 'PO Date', 'Item Code', 'Item Name', 'Quantity', 'Price', 'Place of Supply'];
  const sheet = await loaded('/api/buyerData/orders', head, [code, 'SR/P', '20-11-2026', 'X-1', 'Rice', 1, 10, '98']);
  expect(sheet.found).toEqual([['Place of Supply', message]]);
  const named = await admin.post('/api/buyerData/orders/create', { ...body, placeOfSupply: 'IN-KA' });
  expect(named.body.data.placeOfSupply).toBe('29');
});

test.each([
  ['27AAPFU0939F1ZV', null],
  ['27aapfu0939f1zv', null],
  ['27AAPFU0939F1ZW', "The transporter ID's check character should be V. Please check every character."],
  ['27AAPFU0939F1Z', 'A transporter ID has 15 characters: a GST number or TRANSIN.'],
  ['XXAAPFU0939F1ZV', 'A transporter ID has 15 characters: a GST number or TRANSIN.'],
])('transporter %s: %s', async (transporterId, message) => {
  const { transporterId: field } = dispatchGoods.transport.body.shape;
  expect(field.safeParse(transporterId).error?.issues[0]?.message ?? null).toBe(message);
  const { _id } = (await vendor.post('/api/desPatchNote/create', { DCNumber: `SR/${api.serial()}` })).body.data;
  const goods = { kind: 'challan', lines: [{ orderId: order, line: 1, quantity: 1 }], transporterId };
  const { body } = await vendor.put(`/api/dispatchGoods/save/${_id}`, goods);
  expect(body.errors?.transporterId ?? null).toBe(message);
});
