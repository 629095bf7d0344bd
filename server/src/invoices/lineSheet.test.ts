import { messages } from '@aapurti/contract/invoices/invoices';
import { readXlsx } from 'hucre';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { workbookOf } from '../../test/workbook.ts';
import { gstinOf, makeOrder, orderLineOf, panOf } from '../demo/factories.ts';
import { uncoded } from '../../test/uncoded.ts';

let api: Api;
let admin: Caller;
let vendor: Caller;
let orderId: string;
beforeAll(async () => {
  api = await startApi({}, () => new Date('2026-11-23T06:00:00Z'));
  admin = await api.newAdmin();
});
afterAll(() => api.close());

const onlyAccepted = (invoiceOnlyAccepted: boolean) => admin.put('/api/settings', { invoiceOnlyAccepted });
const order = (number: string, more: Parameters<typeof makeOrder>[3] = {}) =>
  makeOrder(api.ctx, vendor.user.id, number, {
    orderedOn: '2026-11-01',
    lines: [
      orderLineOf({ externalId: 'rice', itemCode: 'R-1', itemName: 'Rice', quantity: '100', receivedQuantity: '92' }),
      orderLineOf({ externalId: 'wheat', itemCode: 'W-1', itemName: 'Wheat', quantity: '10', unitPrice: '20', receivedQuantity: '10' }),
      orderLineOf({ externalId: 'free', itemCode: 'W-1', itemName: 'Free wheat', quantity: '5', unitPrice: '0', receivedQuantity: '0' }),
    ],
    ...more,
  });
beforeEach(async () => {
  vendor = await api.newVendor();
  orderId = await order('PO/1');
});

type Cells = (string | number | null)[];
const HEAD = ['Invoice Number', 'Invoice Date', 'PO Number', 'Line', 'Quantity', 'Price', 'Discount', 'Invoice Value'];
const upload = async (rows: Cells[], { head = HEAD, query = '', caller = vendor, body = {} } = {}) => {
  const content = await workbookOf([head, ...rows]);
  const reply = await caller.send('POST', `/api/invoiceLine/excelUpload${query}`, body, { file: { name: 'lines.xlsx', content } });
  return { status: reply.status, ...reply.body };
};
const exported = async (query: Record<string, string> = {}) => {
  const { body } = await vendor.get('/api/invoiceLine/export', query);
  const [head = [], ...rows] = (await readXlsx(body as Buffer)).sheets[0]?.rows ?? [];
  return { body: body as Buffer, rows: rows.map((row) => Object.fromEntries(head.map((name, place) => [String(name), row[place]]))) };
};
const invoices = async () => (await vendor.get('/api/invoice/get')).body as { _id: string; invoiceNumber: string; updatedAt: string }[];
const invoice = async (number: string) => {
  const found = (await invoices()).find(({ invoiceNumber }) => invoiceNumber === number);
  if (found === undefined) throw new Error(`there is no invoice ${number}`);
  return { ...found, lines: (await vendor.get(`/api/invoice/lines/${found._id}`)).body };
};

test('rows become invoices with lines and totals, are matched against accepted quantities, and are logged one by one', async () => {
  const reply = await upload([
    ['101', '20-11-2026', 'PO/1', 1, 50, null, null, null],
    ['102', '21-11-2026', 'PO/1', 1, 43, null, null, null],
    ['101', null, 'PO/1', 2, 10, 18, 30, null],
    [null, null, 'PO/1', 3, null, null, null, null],
  ]);
  expect(reply).toMatchObject({ status: 200, created: 2, updated: 0 });
  // The message is the one that the form shows before an invoice is sent.
  expect(reply.remarks).toContainEqual({
    row: 3,
    column: 'Quantity',
    message: 'Line 1: invoiced 43 and 50 before (invoice 101), accepted 92.',
  });
  expect(reply.remarks).toContainEqual({
    row: 3,
    column: 'Invoice Number',
    message: 'Invoice 102 has one problem. Correct it or ask the buyer.',
  });
  expect(JSON.stringify(reply.remarks)).not.toContain('Invoice 101 has');
  expect(await invoice('101')).toMatchObject({
    invoiceDate: '2026-11-20',
    PONumber: 'PO/1',
    invoiceValue: 5407.5,
    CGSTValue: 128.75,
    SGSTValue: 128.75,
    lines: [
      { no: 1, orderId, line: 1, quantity: 50, unitPrice: 100, taxable: 5000, taxRate: 5 },
      { no: 2, line: 2, quantity: 10, unitPrice: 18, discount: 30, taxable: 150 },
    ],
  });
  expect(await invoice('102')).toMatchObject({ matchState: 'exception', lines: [{ quantity: 43 }] });
  const { body: log } = await admin.get('/api/audit/get', { entity: 'invoice', userID: vendor.user.id });
  const actions = log.map(({ action }: { action: string }) => action);
  expect([actions[0], actions.filter((action: string) => action === 'invoice.create').length]).toEqual(['invoice.uploadLines', 2]);
  expect(JSON.stringify((await vendor.get('/api/changes')).body)).toContain((await invoice('102'))._id);
});

test('uninvoiced accepted goods can be downloaded and filled in, and a downloaded invoice can be uploaded changed', async () => {
  expect((await exported()).rows).toMatchObject([
    { 'Invoice Number': null, 'PO Number': 'PO/1', Line: 1, 'Item Code': 'R-1', 'To Invoice': 92, Quantity: null, Price: 100 },
    { Line: 2, 'To Invoice': 10 },
  ]);
  await upload([
    ['101', null, 'PO/1', 1, 90, null, null, null],
    ['101', null, 'PO/1', 2, 10, null, null, null],
  ]);
  expect((await exported()).rows).toMatchObject([{ Line: 1, 'To Invoice': 2 }]);
  const { _id: invoiceId, updatedAt } = await invoice('101');
  const { body, rows } = await exported({ invoiceId });
  expect(rows).toMatchObject([
    { 'Invoice Number': '101', Line: 1, 'To Invoice': 92, Quantity: 90, 'Invoice Value': 9660 },
    { Line: 2, Quantity: 10 },
  ]);
  const same = await vendor.send('POST', '/api/invoiceLine/excelUpload', {}, { file: { name: 'lines.xlsx', content: body } });
  expect([same.status, same.body.updated]).toEqual([200, 0]);
  expect(await invoice('101')).toMatchObject({ updatedAt });
  const stale = await upload([['101', null, 'PO/1', 1, 80, null, null, 9660]]);
  expect(stale.errors).toMatchObject([
    { row: 2, column: 'Invoice Value', message: expect.stringContaining('₹9,660.00 on the invoice; the lines add up to ₹8,400.00.') },
  ]);
  expect(await upload([['101', null, 'PO/1', 1, 80, null, null, null]])).toMatchObject({ status: 200, created: 0, updated: 1 });
  expect(await invoice('101')).toMatchObject({ invoiceValue: 8400, CGSTValue: 200, lines: [{ quantity: 80 }] });
});

test('the download has services that the buyer confirmed, and no goods of a cancelled order', async () => {
  const service = await order('PO/2', {
    lines: [orderLineOf({ externalId: 'loading', itemCode: 'L-1', itemName: 'Loading', quantity: '10', receivedQuantity: '0' })],
  });
  const listed = async () => (await exported()).rows.map((row) => [row['PO Number'], row['Line'], row['To Invoice']]);
  const goods = [
    ['PO/1', 1, 92],
    ['PO/1', 2, 10],
  ];
  expect(await listed()).toEqual(goods);
  await api.ctx.db.execute(sql`update purchase_order_lines set acceptance = 'order', confirmed_quantity = 4 where order_id = ${service}`);
  expect(await listed()).toEqual([...goods, ['PO/2', 1, 4]]);
  await api.ctx.db.execute(sql`update purchase_orders set status = 'Cancelled' where id = ${orderId}`);
  expect(await listed()).toEqual([['PO/2', 1, 4]]);
});

test('an invoice saved without lines can get lines, which must add up to its value', async () => {
  await vendor.post('/api/invoice/create', {
    invoiceNumber: '7',
    invoiceDate: '2026-11-20',
    invoiceValue: 1050,
    CGSTValue: 25,
    SGSTValue: 25,
  });
  expect((await upload([['7', '20-11-2026', 'PO/1', 1, 9, null, null, null]])).errors).toMatchObject([
    { row: 2, column: 'Invoice Value', message: expect.stringContaining('the lines add up to ₹945.00') },
    { row: 2, column: 'CGST Value', message: expect.stringContaining('₹25.00 on the invoice; the lines add up to ₹22.50') },
    { row: 2, column: 'SGST Value', message: expect.stringContaining('₹25.00 on the invoice; the lines add up to ₹22.50') },
  ]);
  expect(await upload([['7', '20-11-2026', 'PO/1', 1, 10, null, null, null]])).toMatchObject({ status: 200, updated: 1 });
  expect(await invoice('7')).toMatchObject({
    invoiceValue: 1050,
    matchState: expect.not.stringMatching('unmatched'),
    lines: [{ quantity: 10 }],
  });
});

test('a line can name a goods receipt instead of its order', async () => {
  const receive = (receiptNumber: string, line: number, quantity: number) =>
    admin.post('/api/receipts/create', { receiptNumber, receivedOn: '2026-11-22', lines: [{ orderId, line, quantity }] });
  expect((await receive('GRN/1', 1, 5)).status).toBe(200);
  const head = ['Invoice Number', 'PO Number', 'Receipt Number', 'Quantity', 'Line'];
  expect(await upload([['8', null, 'GRN/1', 5, null]], { head })).toMatchObject({ status: 200, created: 1 });
  const { lines } = await invoice('8');
  expect(lines).toMatchObject([{ orderId, line: 1, quantity: 5, itemName: 'Rice' }]);
  expect(lines[0].receiptId).not.toBeNull();
  expect(uncoded((await upload([['9', 'PO/1', 'GRN/1', 5, 2]], { head })).errors)).toEqual([
    { row: 2, column: 'Receipt Number', message: 'Line not found in goods receipt GRN/1.' },
  ]);
});

test('a line without an order names its item, and an invoice can have several orders', async () => {
  await order('PO/2');
  const head = ['Invoice Number', 'PO Number', 'Line', 'Item Name', 'HSN Code', 'Quantity', 'Price', 'Tax Rate'];
  const made = await upload(
    [
      ['11', 'PO/1', 2, null, null, 1, null, null],
      ['11', 'PO/2', 2, null, null, 1, null, null],
      ['11', null, null, 'Freight', '996511', 1, 100, 18],
    ],
    { head },
  );
  expect(made).toMatchObject({ status: 200, created: 1 });
  expect(await invoice('11')).toMatchObject({
    PONumber: null,
    lines: [{ poNumber: 'PO/1' }, { poNumber: 'PO/2' }, { itemName: 'Freight', taxRate: 18 }],
  });
});

test('a dry run saves nothing and returns the findings, and an Idempotency-Key saves once', async () => {
  const rows: Cells[] = [['1', null, 'PO/1', 1, 93, null, null, null]];
  const dry = await upload(rows, { query: '?dryRun=true' });
  expect([dry.created, dry.remarks.map(({ message }: { message: string }) => message)]).toEqual([
    1,
    expect.arrayContaining(['Line 1: invoiced 93, accepted 92.']),
  ]);
  expect(await invoices()).toEqual([]);
  const content = await workbookOf([HEAD, ...rows]);
  const once = () =>
    vendor.send('POST', '/api/invoiceLine/excelUpload', {}, { file: { name: 'lines.xlsx', content } }, { 'idempotency-key': 'bills' });
  expect((await once()).body.created).toBe(1);
  expect((await once()).body.created).toBe(1);
  expect(await invoices()).toHaveLength(1);
});

const FREE = ['Invoice Number', 'Invoice Date', 'PO Number', 'Line', 'Quantity', 'Price', 'Item Code', 'HSN Code', 'CGST Value'];
test.each<[string[], Cells, string, string]>([
  [HEAD, [null, null, 'PO/1', 1, 5], 'Invoice Number', 'Invoice number is required. It should be number.'],
  [HEAD, ['1', null, 'PO/1', 1, null], 'Quantity', 'Quantity is required.'],
  [HEAD, ['1', null, 'PO/1', 1, 0], 'Quantity', 'Quantity should be a number above 0, at most three decimals.'],
  [HEAD, ['A/1', null, 'PO/1', 1, 5], 'Invoice Number', 'Invoice number is required. It should be number.'],
  [HEAD, ['1', null, 'PO/9', 1, 5], 'PO Number', 'This vendor has no order with PO Number PO/9.'],
  [HEAD, ['1', null, 'PO/theirs', 1, 5], 'PO Number', 'This vendor has no order with PO Number PO/theirs.'],
  [HEAD, ['1', null, 'PO/1', 9, 5], 'Line', 'Order PO/1 does not have a line 9. Select one of its lines.'],
  [HEAD, ['1', null, null, null, 5], 'Item Name', 'Line 1: enter the item or an order line.'],
  [
    HEAD,
    ['1', null, 'PO/1', 1, 1, 100, 101],
    'Discount',
    'Line 1: the discount of ₹101.00 exceeds the price of ₹100.00. Correct one of them.',
  ],
  [
    HEAD,
    ['1', null, 'PO/1', 1, 999_999_999, 999_999_999],
    'Quantity',
    'Line 1: ₹9,99,99,99,98,00,00,00,000.00 exceeds the ₹9,99,99,99,99,999.99 that an invoice can have. Correct the quantity or the price.',
  ],
  [FREE, ['1', null, 'PO/1', null, 5, null, 'w-1'], 'Line', 'Several lines of order PO/1 match: 2 and 3. Enter the line number.'],
  [FREE, ['1', null, 'PO/1', 1, 5, null, 'W-1'], 'Line', 'Line 1 of order PO/1 does not exist or has another item.'],
])('%j %j is a fault at its row, and nothing is stored', async (head, cells, column, message) => {
  const other = await api.newVendor();
  await makeOrder(api.ctx, other.user.id, 'PO/theirs');
  const reply = await upload([['99', null, 'PO/1', 2, 1], cells], { head });
  expect(uncoded([reply.status, reply.errors])).toEqual([201, [{ row: 3, column, message }]]);
  expect(await invoices()).toEqual([]);
});

test('every line with an error is reported by its row in the file and its line in the form', async () => {
  const over = await upload([
    ['1', null, 'PO/1', 1, 1, 10, 11],
    ['1', null, 'PO/1', 2, 1, 10, 1],
    ['1', null, 'PO/1', 3, 1, 10, 12],
  ]);
  expect(over.errors.map(({ row }: { row: number }) => row)).toEqual([2, 4]);
  const lines = [1, 2].map((line) => ({ orderId, line, quantity: 1, discount: 999 }));
  const typed = await vendor.post('/api/invoice/create', { invoiceNumber: '5', invoiceValue: 1, lines });
  expect(typed.body.errors.lines).toBe(
    ['100.00', '20.00']
      .map((price, index) => `Line ${index + 1}: the discount of ₹999.00 exceeds the price of ₹${price}. Correct one of them.`)
      .join(' '),
  );
});

test('a row above the accepted quantity over all invoices of the file is an error if the controls reject it', async () => {
  await onlyAccepted(true);
  const reply = await upload([
    ['1', null, 'PO/1', 1, 50, null, null, null],
    ['2', null, 'PO/1', 1, 43, null, null, null],
  ]);
  expect(reply.errors).toMatchObject([
    { row: 3, column: 'Quantity', message: expect.stringMatching(/^Line 1: invoiced 43 and 50 before/) },
  ]);
  expect(await invoices()).toEqual([]);
  await onlyAccepted(false);
});

test('the rows of an invoice must have the same header values, and a paid invoice keeps its lines', async () => {
  const two = await upload([
    ['1', '20-11-2026', 'PO/1', 1, 5, null, null, null],
    ['1', '21-11-2026', 'PO/1', 2, 5, null, null, null],
  ]);
  expect(uncoded(two.errors)).toEqual([
    { row: 3, column: 'Invoice Date', message: 'Invoice Date differs from row 2, which belongs to the same document.' },
  ]);
  await upload([['1', '20-11-2026', 'PO/1', 1, 10, null, null, null]]);
  const pay = { userID: vendor.user.id, invoiceNumber: '1', amount: 10, paymentMode: 'online' };
  expect((await admin.post('/api/vendorPaymentReport/create', pay)).status).toBe(200);
  expect((await upload([['1', '20-11-2026', 'PO/1', 1, 9, null, null, null]])).errors).toContainEqual({
    row: 2,
    column: 'Invoice Value',
    code: 'invoice_has_payments',
    message: messages.paid('1', messages.paidWith('₹10.00', '23-11-2026', null)),
  });
});

test('an administrator uploads for a vendor, and an invoice of another vendor is not found', async () => {
  expect(await upload([['1', null, 'PO/1', 1, 5]], { caller: admin, body: { userID: vendor.user.id } })).toMatchObject({ created: 1 });
  const { _id: invoiceId } = await invoice('1');
  const other = await api.newVendor();
  expect((await other.get('/api/invoiceLine/export', { invoiceId })).status).toBe(404);
  expect((await upload([['1', null, 'PO/1', 1, 5]], { caller: other })).errors).toMatchObject([{ column: 'PO Number' }]);
});

test('an upload without the invoice number column is rejected, and the file is returned with its errors marked', async () => {
  expect(uncoded((await upload([['PO/1', 1]], { head: ['PO Number', 'Line'] })).errors)).toEqual([
    { row: 1, column: 'Invoice Number', message: 'The column Invoice Number is missing.' },
  ]);
  const content = await workbookOf([HEAD, ['1', null, 'PO/1', 9, 5]]);
  const marked = await vendor.send('POST', '/api/invoiceLine/excelUpload/marked', {}, { file: { name: 'lines.xlsx', content } });
  expect(JSON.stringify((await readXlsx(marked.body as Buffer)).sheets)).toContain(
    'Order PO/1 does not have a line 9. Select one of its lines.',
  );
});

const ONE_HEAD = ['Invoice Number', 'PO Number', 'Line', 'Quantity', 'Price', 'Invoice Value'];
/** The value rounded to the rupee fits taxes that differ by some paise. */
const ROUNDED = 526;
test.each([
  { heading: 'Invoice Date', cells: ['20-11-2026', '21-11-2026'], field: 'invoiceDate', stored: ['2026-11-20', '2026-11-21'] },
  { heading: 'CGST Value', cells: [12.51, 12.53], field: 'CGSTValue', stored: [12.51, 12.53] },
  { heading: 'SGST Value', cells: [12.51, 12.53], field: 'SGSTValue', stored: [12.51, 12.53] },
  { heading: 'IGST Value', cells: [25.03, 25.05], field: 'IGSTValue', stored: [25.03, 25.05] },
  { heading: 'IRN', cells: ['a'.repeat(64), 'b'.repeat(64)], field: 'IRN', stored: ['a'.repeat(64), 'b'.repeat(64)] },
  { heading: 'Remarks', cells: ['By truck', 'By rail'], field: 'remarks', stored: ['By truck', 'By rail'] },
])('$heading of the header is saved, and changing it alone changes the invoice', async ({ heading, cells, field, stored }) => {
  if (heading === 'IGST Value') {
    await order('PO/3', { lines: [orderLineOf({ externalId: 'far', quantity: '100', receivedQuantity: '92', interState: true })] });
  }
  const row = (cell: string | number): Cells => ['301', heading === 'IGST Value' ? 'PO/3' : 'PO/1', 1, 5, 100.1, ROUNDED, cell];
  const head = [...ONE_HEAD, heading];
  for (const [index, cell] of cells.entries()) {
    expect(await upload([row(cell)], { head })).toMatchObject({ status: 200, created: index === 0 ? 1 : 0, updated: index });
    expect(await invoice('301')).toMatchObject({ invoiceValue: ROUNDED, [field]: stored[index] });
    // The same file again changes nothing.
    expect(await upload([row(cell)], { head })).toMatchObject({ status: 200, created: 0, updated: 0 });
  }
});

test('the value in the header is saved, and changing it alone changes the invoice', async () => {
  for (const [index, value] of [525.52, ROUNDED].entries()) {
    const rows: Cells[] = [['301', 'PO/1', 1, 5, 100.1, value]];
    expect(await upload(rows, { head: ONE_HEAD })).toMatchObject({ status: 200, created: index === 0 ? 1 : 0, updated: index });
    expect(await invoice('301')).toMatchObject({ invoiceValue: value });
    expect(await upload(rows, { head: ONE_HEAD })).toMatchObject({ status: 200, created: 0, updated: 0 });
  }
});

test('a row can name the vendor’s GST registration that issued the invoice', async () => {
  const pan = panOf(800 + api.serial());
  const own = ['27', '24'].map((state) => gstinOf(pan, state));
  vendor = await api.newVendor({ pan, gstin: own[0] });
  const added = { kind: 'regular', GST: own[1], legalName: 'Mill', address: 'Plot 4', postalCode: '382445', userID: vendor.user.id };
  expect((await admin.post('/api/registrations', added)).status).toBe(200);
  await order('PO/1');
  const head = [...ONE_HEAD.slice(0, 5), 'Vendor GST Registration'];
  // Each vendor numbers its own invoices.
  for (const GST of own) {
    expect(await upload([['301', 'PO/1', 1, 5, 100, GST]], { head })).toMatchObject({ status: 200, created: 1 });
    expect(await upload([['301', 'PO/1', 1, 5, 100, GST]], { head })).toMatchObject({ status: 200, created: 0, updated: 0 });
  }
  const stored = (await vendor.get('/api/invoice/get')).body as { vendorGST: string }[];
  expect(stored.map(({ vendorGST }) => vendorGST).sort()).toEqual(own.toSorted());
});

test('a row can name the buyer’s GST registration, and changing it alone changes the invoice', async () => {
  // The settings apply only on this invoice's date, so they do not affect the other tests.
  const day = { validFrom: '2026-11-19', validTo: '2026-11-19' };
  const buyers = ['27', '24'].map((state) => gstinOf('AAPFU0939F', state));
  for (const GST of buyers) {
    const added = { ...day, kind: 'regular', GST, legalName: 'Buyer', address: 'Plot 4', postalCode: '382445' };
    expect((await admin.post('/api/registrations', added)).status).toBe(200);
  }
  const head = [...ONE_HEAD.slice(0, 5), 'Invoice Date', 'Buyer GST Registration'];
  for (const [index, GST] of buyers.entries()) {
    const rows: Cells[] = [['301', 'PO/1', 1, 5, 100, '19-11-2026', GST]];
    expect(await upload(rows, { head })).toMatchObject({ status: 200, created: index === 0 ? 1 : 0, updated: index });
    expect(await invoice('301')).toMatchObject({ buyerGST: GST });
    expect(await upload(rows, { head })).toMatchObject({ status: 200, created: 0, updated: 0 });
  }
});
