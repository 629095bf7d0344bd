import { afterAll, beforeAll, expect, test } from 'vitest';

import { addItem } from '../../test/items.ts';
import { hasScanner, textOf } from '../../test/scanner.ts';
import { makeOrder, orderLineOf } from '../demo/factories.ts';
import { type Api, type Caller, startApi } from '../../test/api.ts';

let api: Api;
let admin: Caller;
beforeAll(async () => {
  api = await startApi({ captcha: false });
  admin = await api.newAdmin();
  await addItem(api.ctx, { ean: '8901030516320', name: 'Rice' });
});
afterAll(() => api.close());

const load = (path: string, rows: readonly string[]) =>
  admin.send('POST', `/api/buyerData/${path}`, {}, { file: { name: 'rows.csv', content: Buffer.from(rows.join('\n')) } });
const status = async () => (await admin.get('/api/buyerData/codeLists')).body;
const ITEMS = [
  'EAN Code,Item Name,HSN Code,UOM',
  '8901030516337,Rice,10063020,kg',
  '8901030516344,Tea,09023020,Khokha',
  '8906000000014,Salt,,',
];
async function remarksOf() {
  const { status: answered, body } = await load('items', ITEMS);
  expect([answered, body.errors]).toEqual([200, undefined]);
  return body.remarks;
}

const NO_CODE = 'Khokha has no unit code and is shown as OTH on GST documents. Choose its code under GST Rates > Units.';

test('the usual units are known, and any other gives a warning at its row', async () => {
  expect((await status())[0]).toEqual({ list: 'units', rows: 0, loadedAt: null });
  expect(await remarksOf()).toEqual([{ row: 3, column: 'UOM', message: NO_CODE }]);
  const { body } = await load('units', ['Unit,UQC', 'Kg.,KGS', 'Khokha,BOX', 'KG,KGS']);
  expect(body).toMatchObject({ created: 3, updated: 0 });
  expect(await remarksOf()).toEqual([]);
  // Spellings that are missing in a buyer's list are still known.
  expect((await load('units', ['Unit,UQC', 'Peti,CTN'])).body).toMatchObject({ created: 1 });
  expect(await remarksOf()).toEqual([{ row: 3, column: 'UOM', message: NO_CODE }]);
  await load('units', ['Unit,UQC', 'Khokha,BOX']);
  expect((await load('units', ['Unit,UQC', 'Peti,CASE'])).body.errors).toEqual([
    { row: 2, column: 'UQC', message: 'Choose UQC from the list in the template.' },
  ]);
});

test('the code of an unknown unit is asked for once and used on orders, challans, e-way bills, invoices and items', async () => {
  const vendor = await api.newVendor();
  const codeOf = async () => (await vendor.get('/api/purChaseOrder/get', { poNumber: 'U/1' })).body[0].listOfItems[0].UQC as string;
  const lines = [orderLineOf({ uom: ' dibbi ', quantity: '5000', unitPrice: '100' })];
  const order = await makeOrder(api.ctx, vendor.user.id, 'U/1', { lines });
  expect(await codeOf()).toBe('OTH');
  const asked = async () => (await admin.get('/api/buyerData/units/unknown')).body as { uom: string; count: number }[];
  expect(await asked()).toContainEqual({ uom: 'dibbi', count: 1 });

  const remember = (body: object, caller = admin) => caller.put('/api/buyerData/units/remember', body);
  expect((await remember({ uom: 'dibbi', UQC: 'TIN' })).body.errors).toEqual({ UQC: 'Choose a unit code of GST documents.' });
  expect((await remember({ uom: ' . ', UQC: 'BOX' })).body.errors).toEqual({
    uom: 'Enter the name of the unit, in at most 20 characters.',
  });
  expect((await remember({ uom: 'x'.repeat(21), UQC: 'BOX' })).status).toBe(422);
  expect((await remember({ uom: 'dibbi', UQC: 'BOX' }, vendor)).status).toBe(403);
  expect(await codeOf()).toBe('OTH');

  const { status: saved, body } = await remember({ uom: 'Dibbi.', UQC: 'BOX' });
  expect([saved, body.message]).toEqual([200, 'Dibbi. is shown as BOX on GST documents from now on.']);
  expect(await asked()).not.toContainEqual(expect.objectContaining({ uom: 'dibbi' }));
  expect(await codeOf()).toBe('BOX');
  const note = (await vendor.post('/api/desPatchNote/create', { DCNumber: 'U/1', VehicleNumber: 'MH12AB1234' })).body.data._id as string;
  const place = { shipToAddress: 'Gate 3', shipToPlace: 'Bhiwandi', shipToPin: '421302', shipToState: '27', distance: 180 };
  const goods = { kind: 'challan', mode: 'road', ...place, lines: [{ orderId: order, line: 1, quantity: 5000 }] };
  expect((await vendor.put(`/api/dispatchGoods/save/${note}`, goods)).body.data.lines).toMatchObject([{ UQC: 'BOX' }]);
  await vendor.post(`/api/dispatchGoods/move/${note}`, { move: 'ready' });
  const file = await vendor.post('/api/ewayBill/file', { noteIds: [note] });
  expect(JSON.parse(String(file.body)).billLists[0].itemList).toMatchObject([{ qtyUnit: 'BOX' }]);
  const line = { itemName: 'Rice', uom: 'DIBBI', quantity: 1, unitPrice: 100, taxRate: 5 };
  const form = { invoiceNumber: '77', invoiceDate: '2026-01-01', invoiceValue: 105, CGSTValue: 2.5, SGSTValue: 2.5, lines: [line] };
  const invoice = (await vendor.post('/api/invoice/create', form)).body.data._id as string;
  const pdf = (await vendor.get(`/api/paper/${invoice}`, { kind: 'invoice' })).body as Buffer;
  if (hasScanner) expect(textOf(pdf)).toContain('UQC BOX');
  const log = await admin.get('/api/audit/get', { entity: 'codeList', action: 'codeList.unit' });
  expect(log.body[0]).toMatchObject({ entityId: 'DIBBI', after: { uom: 'Dibbi.', UQC: 'BOX' } });
});

test('HSN codes are checked only once a list is uploaded, which replaces the previous one', async () => {
  expect((await status())[1]).toEqual({ list: 'hsn', rows: 0, loadedAt: null });
  expect((await load('hsnCodes', ['HSN Code,Description', '10063020,Basmati rice', '0902,Tea'])).body).toMatchObject({
    created: 2,
    updated: 0,
  });
  expect((await status())[1]).toMatchObject({ rows: 2, loadedAt: expect.stringMatching(/^\d{4}-/) });
  expect(await remarksOf()).toEqual([{ row: 3, column: 'HSN Code', message: '09023020 is not in the list of HSN codes.' }]);
  const order = ['Vendor Code,PO Number,PO Date,EAN Code,HSN Code,Quantity,Price'];
  const [{ vendor_Code: code }] = (await (await api.newVendor()).get('/api/auth/user')).body;
  const sheet = await load('orders', [
    ...order,
    `${code},1,01-11-2026,8901030516320,0902,1,5`,
    `${code},1,01-11-2026,8901030516320,0903,1,5`,
  ]);
  expect([sheet.status, sheet.body.remarks]).toEqual([
    200,
    [{ row: 3, column: 'HSN Code', message: '0903 is not in the list of HSN codes.' }],
  ]);
  expect((await load('hsnCodes', ['HSN Code', '10063020', '0902', '0902'])).body.errors).toEqual([
    { row: 4, column: 'HSN Code', message: '0902 is already in row 3.' },
  ]);
  expect((await status())[1]).toMatchObject({ rows: 2 });
  // The code of the template's example is an ordinary code if the example's words are missing.
  expect((await load('hsnCodes', ['HSN Code', '10063020'])).body).toMatchObject({ created: 0, updated: 1 });
  expect((await status())[1]).toMatchObject({ rows: 1 });
});

test('an IFSC code that is not in the uploaded list gives a warning', async () => {
  const vendor = await api.newVendor();
  const remark = async (ifsc: string) => (await vendor.get('/api/codeLists/remark', { ifsc })).body.remark;
  expect(await remark('HDFC0002854')).toBeNull();
  expect((await load('ifscCodes', ['IFSC Code,Branch', 'HDFC0002854,Pune'])).body.created).toBe(1);
  expect(await remark('HDFC0002854')).toBeNull();
  expect(await remark('PUNB0000000')).toBe('PUNB0000000 is not in the list of IFSC codes. Please check every character.');
  expect(await remark('')).toBeNull();
});

test('lists of real size can be uploaded', async () => {
  const codes = Array.from({ length: 180_000 }, (_, n) => `BANK0${String(n).padStart(6, '0')}`);
  expect((await load('ifscCodes', ['IFSC Code', ...codes])).body).toMatchObject({ created: 180_000, updated: 0 });
  const log = await admin.get('/api/audit/get', { entity: 'codeList', action: 'codeList.ifsc' });
  expect(log.body[0]).toMatchObject({ entityId: 'rows.csv', after: { created: 180_000, updated: 0 } });
});
