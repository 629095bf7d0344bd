import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { makeOrder, orderLineOf, orderOf } from '../src/demo/factories.ts';
import { storeOrders } from '../src/purchase-orders/store.ts';
import { type Answer, type Api, type Caller, startApi, statusesOf } from './api.ts';
import { addItem } from './items.ts';
import { workbookOf } from './workbook.ts';

// Each kind of number identifies the same thing, in each notation and through each entry.

let api: Api;
let admin: Caller;
beforeAll(async () => {
  api = await startApi({}, () => new Date('2026-11-21T06:00:00Z'));
  admin = await api.newAdmin();
  await admin.put('/api/settings', { invoiceNumbers: 'rule46' });
});
afterAll(() => api.close());

const wide = (text: string) =>
  [...text].map((sign) => (/[!-~]/.test(sign) ? String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0) : sign)).join('');

/** The notations of a number that was pasted or typed elsewhere. */
const DISGUISES: readonly (readonly [string, (number: string) => string])[] = [
  ['as it is', (number) => number],
  ['small letters', (number) => number.toLowerCase()],
  ['a mark of direction', (number) => `\u200e${number.slice(0, 2)}\u200f${number.slice(2)}`],
  ['joiners and a byte order mark', (number) => `\ufeff${number.slice(0, 3)}\u200d\u200b${number.slice(3)}\u2060`],
  ['an isolate around it', (number) => `\u2068${number}\u2069`],
  ['blanks around it', (number) => `\u00a0${number} \u3000`],
  ['full-width forms', wide],
  ['a minus sign', (number) => number.replaceAll('-', '\u2212')],
  ['a dash', (number) => number.replaceAll('-', '\u2013')],
  ['a hyphen that does not break', (number) => number.replaceAll('-', '\u2011')],
];

/** The notations of numbers that may contain blanks. */
const BLANKS: typeof DISGUISES = [
  ['two blanks', (number) => number.replaceAll(' ', '  ')],
  ['a blank that does not break', (number) => number.replaceAll(' ', '\u00a0')],
  ['a thin blank', (number) => number.replaceAll(' ', '\u202f\u2009')],
];

/** Two leading zeros, if a GTIN has room for them. */
const ZEROS: typeof DISGUISES = [
  ['one zero more', (ean) => `0${ean}`],
  ['a zero less', (ean) => ean.replace(/^0/, '')],
];

let made = 0;
/** A number that no other test has. */
function fresh(): string {
  made += 1;
  return `AB-${String(made).padStart(3, '0')}/x`.toUpperCase();
}

async function upload(caller: Caller, url: string, rows: (string | number | null)[][]): Promise<Answer> {
  return caller.send('POST', url, {}, { file: { name: 'rows.xlsx', content: await workbookOf(rows) } });
}

const note = (DCNumber: string, more: Record<string, unknown> = {}) => ({ DCNumber, challanDate: '2026-11-20', ...more });
const invoice = (invoiceNumber: string, more: Record<string, unknown> = {}) => ({
  invoiceNumber,
  invoiceDate: '2026-11-20',
  invoiceValue: 100,
  ...more,
});
const typed = (userID: string, poNumber: string) => ({
  userID,
  poNumber,
  poDate: '2026-11-01',
  lines: [{ itemCode: 'X', itemName: 'Rice', quantity: 10, price: 5 }],
});

describe.each([...DISGUISES, ...BLANKS])('an order and its number with %s', (_, disguised) => {
  test('are one order in form, file, ERP, filter, search and reference', async () => {
    const vendor = await api.newVendor({ vendor_Code: 70_000 + api.serial() });
    const { id } = vendor.user;
    const [{ code }] = (await api.ctx.db.rows<{ code: number }>(sql`select code from vendors where id = ${id}`)) as [{ code: number }];
    const number = fresh().replace('/', '/ ');
    const other = disguised(number);
    expect((await admin.post('/api/buyerData/orders/create', typed(id, number))).status).toBe(200);
    expect((await admin.post('/api/buyerData/orders/create', typed(id, other))).body.errors).toEqual({
      poNumber: `This vendor already has order ${number} of 01-11-2026 for ₹50.00. Enter another number, or change that order.`,
    });
    const sheet = await upload(admin, '/api/buyerData/orders', [
      ['Vendor Code', 'PO Number', 'PO Date', 'Item Code', 'Item Name', 'Quantity', 'Price'],
      [code, other, '01-11-2026', 'X', 'Rice', 20, 5],
      [code, number, '01-11-2026', 'Y', 'Salt', 1, 5],
    ]);
    expect(sheet.body).toMatchObject({ created: 0, updated: 1 });
    const erp = await storeOrders(api.ctx.db, 'erpnext', [orderOf(api.ctx, id, other)]);
    expect([...erp.refused.values()].map(({ problem }) => problem)).toEqual([
      `Order ${other}: another order of this vendor has the same number.`,
    ]);

    const orders = (await vendor.get('/api/purChaseOrder/get')).body;
    expect(orders).toMatchObject([{ poNumber: number, listOfItems: [{ itemQuantityInCart: 20 }, { itemQuantityInCart: 1 }] }]);
    expect((await vendor.get('/api/purChaseOrder/get', { poNumber: other })).body).toHaveLength(1);
    expect((await vendor.post('/api/purChaseOrder/serviceOrder', { code: other })).body.result).toHaveLength(1);
    expect((await vendor.get('/api/search', { q: other })).body).toMatchObject([{ kind: 'order', number }]);
    expect((await admin.get('/api/receipts/find', { code: other })).body).toMatchObject([{ poNumbers: [number] }]);

    const sent = await vendor.post('/api/desPatchNote/create', note(`N${made}`, { PONumber: other }));
    expect([sent.status, sent.body.errors]).toEqual([200, undefined]);
    const billed = await vendor.post('/api/invoice/create', invoice(`I${made}`, { PONumber: other }));
    expect([billed.status, billed.body.errors]).toEqual([200, undefined]);
    expect((await vendor.get(`/api/purChaseOrder/links/${orders[0]._id}`)).body).toMatchObject({
      invoices: [{ invoiceNumber: `I${made}` }],
    });
    const about = { documentKind: 'purchaseOrder', documentId: orders[0]._id };
    expect((await vendor.get('/api/documents/linked', about)).body.linked).toMatchObject([{ number: `N${made}` }, { number: `I${made}` }]);
    const received = await upload(admin, '/api/buyerData/receipts', [
      ['Vendor Code', 'PO Number', 'Item Code', 'Receipt Number', 'Receipt Date', 'Quantity'],
      [code, other, disguised('X'), other, '18-11-2026', 4],
    ]);
    expect(received.body).toMatchObject({ created: 1 });
    const again = await upload(admin, '/api/buyerData/receipts', [
      ['Vendor Code', 'PO Number', 'Item Code', 'Receipt Number', 'Receipt Date', 'Quantity'],
      [code, number, 'X', number, '18-11-2026', 5],
    ]);
    expect(again.body).toMatchObject({ created: 0, updated: 1 });
  });
});

describe.each([...DISGUISES, ...BLANKS])('a dispatch note and its number with %s', (_, disguised) => {
  test('are one dispatch note in form, filter, search and gate entry', async () => {
    const vendor = await api.newVendor();
    const number = fresh().replace('/', '/ ');
    const other = disguised(number);
    await makeOrder(api.ctx, vendor.user.id, `P${made}`, { lines: [orderLineOf({})] });
    expect((await vendor.post('/api/desPatchNote/create', note(number, { PONumber: `P${made}` }))).status).toBe(200);
    expect((await vendor.post('/api/desPatchNote/create', note(other))).status).toBe(409);
    expect((await vendor.get('/api/desPatchNote/get', { DCNumber: other })).body).toMatchObject([{ DCNumber: number }]);
    expect((await vendor.get('/api/search', { q: other })).body).toMatchObject([{ kind: 'dispatchNote', number }]);
    expect((await admin.get('/api/receipts/find', { code: other })).body).toMatchObject([{ DCNumber: number }]);
  });
});

describe.each(DISGUISES)('an invoice and its number with %s', (_, disguised) => {
  test('are one invoice in form, file, filter, search, payment and memo', async () => {
    const vendor = await api.newVendor();
    const number = fresh();
    const other = disguised(number);
    expect((await vendor.post('/api/invoice/create', invoice(number))).status).toBe(200);
    expect((await vendor.post('/api/invoice/create', invoice(other))).status).toBe(409);
    const sheet = await upload(vendor, '/api/invoice/excelUpload', [
      ['Invoice Number', 'Invoice Date', 'Invoice Value'],
      [other, '20-11-2026', 100],
    ]);
    expect(sheet.body.errors).toMatchObject([{ row: 2, column: 'Invoice Number' }]);
    expect((await vendor.get('/api/invoice/get', { invoiceNumber: other })).body).toMatchObject([{ invoiceNumber: number }]);
    expect((await vendor.get('/api/search', { q: other })).body).toMatchObject([{ kind: 'invoice', number }]);
    const value = await admin.get(`/api/invoice/getInvoiceValue/${encodeURIComponent(other)}`, { userID: vendor.user.id });
    expect([value.status, value.body.message]).toEqual([200, undefined]);
    const paid = await admin.post('/api/vendorPaymentReport/create', {
      userID: vendor.user.id,
      invoiceNumber: other,
      amount: 40,
      paymentMode: 'online',
    });
    expect([paid.status, paid.body.errors]).toEqual([200, undefined]);
    expect((await vendor.get('/api/invoice/get')).body).toMatchObject([{ invoiceNumber: number, paymentReceived: 40 }]);
  });
});

test('two rows with one number in two spellings are an error, and two payments of one transfer are one', async () => {
  const vendor = await api.newVendor({ vendor_Code: 70_000 + api.serial() });
  const [{ code }] = (await api.ctx.db.rows<{ code: number }>(sql`select code from vendors where id = ${vendor.user.id}`)) as [
    { code: number },
  ];
  const twice = await upload(vendor, '/api/invoice/excelUpload', [
    ['Invoice Number', 'Invoice Date', 'Invoice Value'],
    ['A-7', '20-11-2026', 100],
    ['a\u20117', '20-11-2026', 100],
  ]);
  expect(twice.body.errors).toMatchObject([{ row: 3, column: 'Invoice Number' }]);
  await vendor.post('/api/invoice/create', invoice('A-7'));
  const HEAD = ['Vendor Code', 'Payment Reference', 'Payment Date', 'Amount', 'Invoice Number'];
  const pay = (reference: string, number: string, amount: number) =>
    upload(admin, '/api/buyerData/payments', [HEAD, [code, reference, '20-11-2026', amount, number]]);
  expect((await pay('UTR N-1', 'A-7', 30)).body).toMatchObject({ created: 1, updated: 0 });
  expect((await pay('utr\u00a0 n\u20131\u200e', 'ａ－７', 30)).body).toMatchObject({ created: 0, updated: 0 });
  expect((await vendor.get('/api/invoice/get')).body).toMatchObject([{ invoiceNumber: 'A-7', paymentReceived: 30 }]);
});

describe.each(ZEROS)('an EAN and its form with %s', (_, disguised) => {
  test('are one item in lookup, search, product, scheme, file and order', async () => {
    const vendor = await api.newVendor();
    const ean = `0${String(12_345_670_000 + made).slice(0, 11)}`;
    made += 1;
    const whole = `${ean}${checkDigit(ean)}`;
    const other = disguised(whole);
    await addItem(api.ctx, { ean: whole, name: `Atta ${made}`, code: `ATTA-${made}` });
    expect((await vendor.get(`/api/product/getProductByEANCode/${other}`)).body).toMatchObject([{ EANCode: whole }]);
    const save = (EANCode: string) =>
      vendor.post('/api/product/create', {
        EANCode,
        quantity: 7,
        shelfLifeDays: 9,
        MRP: '300',
        percentage: '10',
        margin: '30',
        sellingPrice: '270',
      });
    expect((await save(whole)).status).toBe(200);
    expect((await save(other)).status).toBe(200);
    expect((await vendor.get('/api/product/get')).body).toMatchObject([{ EANCode: whole }]);
    expect((await vendor.get('/api/product/get', { EANCode: other })).body).toHaveLength(1);
    expect((await admin.get('/api/product/get', { EANCode: other })).body).toHaveLength(1);
    expect((await admin.get('/api/buyerData/items', { EANCode: other })).body).toHaveLength(1);
    expect((await vendor.get('/api/search', { q: other })).body).toMatchObject([{ kind: 'product', number: whole }]);
    const order = await admin.post('/api/buyerData/orders/create', {
      ...typed(vendor.user.id, `E${made}`),
      lines: [{ EANCode: other, quantity: 1, price: 5 }],
    });
    expect([order.status, order.body.errors]).toEqual([200, undefined]);
    expect((await vendor.get('/api/purChaseOrder/get')).body).toMatchObject([{ listOfItems: [{ itemCode: `ATTA-${made}` }] }]);
    const scheme = { schemaName: `Offer ${made}`, EANCode: other, quantity: 10, freeQuantity: 1, nararation: 'Buy 10 get 1' };
    expect((await vendor.post('/api/schema/create', scheme)).status).toBe(200);
    expect((await vendor.get(`/api/schema/getByEan/${whole}`)).body).toMatchObject([{ schemaName: scheme.schemaName }]);
    expect((await vendor.get(`/api/schema/getByEan/${other}`)).body).toMatchObject([{ schemaName: scheme.schemaName }]);
  });
});

function checkDigit(body: string): string {
  const sum = [...body].reverse().reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return String((10 - (sum % 10)) % 10);
}

describe('two spellings of a number at the same time', () => {
  test('create one dispatch note, one invoice and one order', async () => {
    const vendor = await api.newVendor();
    const notes = await Promise.all(
      DISGUISES.slice(0, 5).map(([, disguised]) => vendor.post('/api/desPatchNote/create', note(disguised('AT-ONCE')))),
    );
    expect(statusesOf(notes)).toEqual([200, 409, 409, 409, 409]);
    const bills = await Promise.all(
      DISGUISES.slice(5).map(([, disguised]) => vendor.post('/api/invoice/create', invoice(disguised('AT-ONCE')))),
    );
    expect(statusesOf(bills)).toEqual([200, 409, 409, 409, 409]);
    const orders = await Promise.all(
      DISGUISES.slice(3, 7).map(([, disguised]) => admin.post('/api/buyerData/orders/create', typed(vendor.user.id, disguised('AT-ONCE')))),
    );
    expect(statusesOf(orders)).toEqual([200, 422, 422, 422]);
  });

  test('create one product', async () => {
    const vendor = await api.newVendor();
    await addItem(api.ctx, { ean: '0036000291452', name: 'Tissues' });
    const save = (EANCode: string) =>
      vendor.post('/api/product/create', {
        EANCode,
        quantity: 7,
        shelfLifeDays: 9,
        MRP: '300',
        percentage: '10',
        margin: '30',
        sellingPrice: '270',
      });
    const saved = await Promise.all(['0036000291452', '036000291452', '00036000291452'].map(save));
    expect(saved.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await vendor.get('/api/product/get')).body).toHaveLength(1);
  });
});

test('a number is saved as entered, without invisible characters; codes with a fixed alphabet are saved plain', async () => {
  const vendor = await api.newVendor();
  const stored = await vendor.post(
    '/api/desPatchNote/create',
    note('\u200eDc\u20137\u00a0b\u2069', {
      VehicleNumber: '\u202aKA 12 AP 1235\u202c',
      DriverContact: '\u202a98220\u200e41576\u202c',
      eWayBillNumber: '\u200f１２３４５６７８９０１２',
    }),
  );
  expect(stored.body.data).toMatchObject({
    DCNumber: 'Dc\u20137 b',
    VehicleNumber: 'KA 12 AP 1235',
    DriverContact: '9822041576',
    eWayBillNumber: '123456789012',
  });
  const memo = { productName: 'Rice', buyerPORef: '\u200ePo\u20137\u00a0b\u2069', vendorInvoiceRef: '\u200ea\u2060-7' };
  expect((await vendor.post('/api/debitMemo/AddUserDebitMemo', memo)).body.data).toMatchObject({
    buyerPORef: 'Po\u20137 b',
    vendorInvoiceRef: 'a-7',
  });
  expect((await vendor.post('/api/invoice/create', invoice('\u200eＩＮＶ\u20138'))).body.data).toMatchObject({ invoiceNumber: 'INV-8' });
});

test.each<[string, (vendor: Caller, mobile: string) => Promise<Answer>]>([
  ['a vendor’s own form', (vendor, mobileNumber) => vendor.put(`/api/auth/edit/${vendor.user.id}`, { mobileNumber })],
  ['the buyer’s form', (vendor, mobileNumber) => admin.put(`/api/auth/edit/${vendor.user.id}`, { mobileNumber })],
])('a pasted mobile number sheds its invisible signs in %s, and is another’s in any disguise', async (_, save) => {
  const [vendor, other] = [await api.newVendor(), await api.newVendor()];
  const number = String(7_700_000_000 + api.serial());
  const pasted = `\u202a${number.slice(0, 5)}\u200e\u00ad${wide(number.slice(5))}\u2069\ufeff`;
  expect((await save(vendor, pasted)).status).toBe(200);
  const mobileOf = async (who: Caller) => (await who.get('/api/auth/user')).body[0].mobileNumber as string;
  expect(await mobileOf(vendor)).toBe(number);
  expect((await save(other, `\u200f${number}\u200b`)).body.message).toBe('Mobile number already exists.');
  expect((await save(other, '\u202a\u202c')).status).toBe(422);
});

test('a vehicle number of a dispatch note loses its invisible characters', async () => {
  const vendor = await api.newVendor();
  const { _id } = (await vendor.post('/api/desPatchNote/create', note('DC-V1'))).body.data;
  const order = await makeOrder(api.ctx, vendor.user.id, 'PO-V1', { lines: [orderLineOf({})] });
  const vehicles = [{ number: '\u202aKA\u200b12\u00a0AP\u00ad1235\u202c' }, { number: '\u200e\u2060' }];
  const goods = { kind: 'challan', lines: [{ orderId: order, line: 1, quantity: 1 }], vehicles };
  const { body } = await vendor.put(`/api/dispatchGoods/save/${_id}`, goods);
  expect(body).toMatchObject({ data: { vehicles: [{ number: 'KA12 AP1235' }, { number: null }] } });
});

test('numbers that differ in a visible character are two numbers', async () => {
  const vendor = await api.newVendor();
  const numbers = ['DC-7', 'DC7', 'DC/7', 'DC 7', 'DC-07', 'DC_7', 'DC--7'];
  for (const number of numbers)
    expect([number, (await vendor.post('/api/desPatchNote/create', note(number))).status]).toEqual([number, 200]);
});
