import { afterAll, beforeAll, expect, test } from 'vitest';

import { addItem } from '../../test/items.ts';
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
  '8901030516344,Tea,09023020,Peti',
  '8906000000014,Salt,,',
];
async function remarksOf() {
  const { status: answered, body } = await load('items', ITEMS);
  expect([answered, body.errors]).toEqual([200, undefined]);
  return body.remarks;
}

test('units are shipped, and one that is not among them is remarked by its row', async () => {
  expect((await status())[0]).toEqual({ list: 'units', rows: 60, loadedAt: null });
  expect(await remarksOf()).toEqual([
    { row: 3, column: 'UOM', message: 'Peti is not in the list of units and is shown as OTH on GST documents.' },
  ]);
  const { body } = await load('units', ['Unit,UQC', 'Kg.,KGS', 'Peti,BOX', 'KG,KGS']);
  expect(body).toMatchObject({ created: 2, updated: 1 });
  expect(await remarksOf()).toEqual([]);
  expect((await load('units', ['Unit,UQC', 'Peti,CASE'])).body.errors).toEqual([
    { row: 2, column: 'UQC', message: 'UQC should be one of: the list in the template.' },
  ]);
});

test('HSN codes are asked only once a list is loaded, which replaces the one before', async () => {
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
  // The code of the template's example is one like any other where its words are not there.
  expect((await load('hsnCodes', ['HSN Code', '10063020'])).body).toMatchObject({ created: 0, updated: 1 });
  expect((await status())[1]).toMatchObject({ rows: 1 });
});

test('an IFSC code that is not in the loaded list is remarked', async () => {
  const vendor = await api.newVendor();
  const remark = async (ifsc: string) => (await vendor.get('/api/codeLists/remark', { ifsc })).body.remark;
  expect(await remark('HDFC0002854')).toBeNull();
  expect((await load('ifscCodes', ['IFSC Code,Branch', 'HDFC0002854,Pune'])).body.created).toBe(1);
  expect(await remark('HDFC0002854')).toBeNull();
  expect(await remark('PUNB0000000')).toBe('PUNB0000000 is not in the list of IFSC codes. Please check every character.');
  expect(await remark('')).toBeNull();
});

test('lists are loaded in the size that they have', async () => {
  const codes = Array.from({ length: 180_000 }, (_, n) => `BANK0${String(n).padStart(6, '0')}`);
  expect((await load('ifscCodes', ['IFSC Code', ...codes])).body).toMatchObject({ created: 180_000, updated: 0 });
  const log = await admin.get('/api/audit/get', { entity: 'codeList', action: 'codeList.ifsc' });
  expect(log.body[0]).toMatchObject({ entityId: 'rows.csv', after: { created: 180_000, updated: 0 } });
});
