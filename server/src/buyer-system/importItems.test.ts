import { eanCheckDigit } from '@aapurti/contract/ground/india';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { realItems } from '../../test/realItems.ts';
import { workbookOf } from '../../test/workbook.ts';

let api: Api;
let admin: Caller;
beforeAll(async () => {
  api = await startApi();
  admin = await api.newAdmin();
});
afterAll(() => api.close());

let serial = 0;
/** An EAN that no other test has. */
function newEan(): string {
  serial += 1;
  const body = `8909998${String(serial).padStart(5, '0')}`;
  return body + eanCheckDigit(body);
}
let ean: string;
beforeEach(() => {
  ean = newEan();
});

function load(content: Uint8Array | string, name = 'items.xlsx', query = '') {
  return admin.send('POST', `/api/buyerData/items${query}`, {}, { file: { name, content: Buffer.from(content) } });
}

async function loadRows(...rows: (string | number | null)[][]) {
  return load(await workbookOf(rows));
}

async function stored(code: string): Promise<Record<string, unknown>[]> {
  return (await admin.get('/api/buyerData/items', { EANCode: code })).body;
}

test('every column is stored unchanged, in any script, and nothing becomes a formula', async () => {
  const reply = await loadRows(
    [
      'Item Code',
      'EAN Code',
      'Item Name',
      'Brand Name',
      'Category',
      'HSN Code',
      'SKU Code',
      'UOM',
      'UOM Description',
      'UOM Conversion',
      'MRP',
    ],
    [`A-${ean}`, ean, `Tea & "चाय" 🍵 'n' <b>`, '=1+1', "=cmd|' /C calc'!A0", '0902', '@SKU', 'PAC', 'Packs', 12, '1,234.50'],
  );
  expect([reply.status, reply.body]).toEqual([
    200,
    { message: '1 added, 0 updated.', created: 1, updated: 0, remarks: [], totalRemarks: 0, report: expect.anything() as unknown },
  ]);
  expect(await stored(ean)).toMatchObject([
    {
      EANCode: ean,
      item_code: `A-${ean}`,
      item_name: `Tea & "चाय" 🍵 'n' <b>`,
      brandName: '=1+1',
      categoryName: "=cmd|' /C calc'!A0",
      HSNCode: '0902',
      SKUCode: '@SKU',
      itemUomCode: 'PAC',
      itemUomDescription: 'Packs',
      UOMConversation: 12,
      item_mrp: 1234.5,
    },
  ]);
});

test('EANs keep their leading zeros and replace a missing code', async () => {
  expect((await loadRows(['EAN Code', 'Item Name'], ['036000291452', 'Tissues'], [Number(ean), 'Tea'])).status).toBe(200);
  expect(await stored('036000291452')).toMatchObject([{ EANCode: '036000291452', item_code: '036000291452' }]);
  expect(await stored(ean)).toMatchObject([{ EANCode: ean, item_code: ean, item_mrp: null, UOMConversation: 1 }]);
});

test('two items can have the same EAN, but not the same code', async () => {
  const both = await loadRows(['EAN Code', 'Item Name', 'Item Code'], [ean, 'Old pack', `1-${ean}`], [ean, 'New pack', `2-${ean}`]);
  expect(both.body).toMatchObject({ created: 2, updated: 0 });
  const again = await loadRows(['EAN Code', 'Item Name', 'Item Code'], [ean, 'a', `1-${ean}`], [newEan(), 'b', `1-${ean}`]);
  expect(again.status).toBe(201);
  expect(again.body.errors).toEqual([{ row: 3, column: 'Item Code', message: `1-${ean} is already in row 2.` }]);
  const one = newEan();
  const twice = await loadRows(['EAN Code', 'Item Name'], [one, 'a'], [null, null], [one, 'b']);
  expect(twice.body.errors).toEqual([{ row: 4, column: 'EAN Code', message: `${one} is already in row 2.` }]);
});

test('a row with only an EAN means the one item that has it, with any leading zeros', async () => {
  const own = newEan();
  await loadRows(['EAN Code', 'Item Name', 'Item Code'], [own, 'Old name', `OWN-${own}`]);
  for (const form of [
    own,
    `0${own}`,
    `\u200e${own}\u00a0`,
    [...own].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join(''),
  ]) {
    const reply = await loadRows(['EAN Code', 'Item Name'], [form, `Named by ${form.length}`]);
    expect([form, reply.status, reply.body.created]).toEqual([form, 200, 0]);
  }
  expect(await stored(own)).toMatchObject([{ item_code: `OWN-${own}`, EANCode: own }]);
});

test.each([
  [
    'two stored items have it',
    (own: string) => [[`0${own}`, 'a', null]],
    (own: string) => `Several items have the EAN 0${own} (A-${own}, B-${own}). Enter the Item Code too.`,
  ],
  [
    'the row of another code has it',
    (own: string) => [
      [own, 'b', `A-${own}`],
      [`0${own}`, 'a', null],
    ],
    (own: string) => `Several items have the EAN 0${own} (A-${own}, B-${own}). Enter the Item Code too.`,
  ],
])('a row with only an EAN is rejected if %s', async (_, rows, message) => {
  const own = newEan();
  const heading = ['EAN Code', 'Item Name', 'Item Code'];
  await loadRows(heading, [own, 'Old pack', `A-${own}`], [`0${own}`, 'New pack', `B-${own}`]);
  const reply = await loadRows(heading, ...rows(own));
  expect(reply.status).toBe(201);
  expect(reply.body.errors.map((error: { message: string }) => error.message)).toContain(message(own));
});

test('two forms of an EAN without a code are one item of the file, and an EAN that a row with a code also has is rejected', async () => {
  const own = newEan();
  const twice = await loadRows(['EAN Code', 'Item Name'], [own, 'a'], [`0${own}`, 'b']);
  expect(twice.body.errors).toEqual([{ row: 3, column: 'EAN Code', message: `0${own} is already in row 2.` }]);
  const mixed = await loadRows(['EAN Code', 'Item Name', 'Item Code'], [own, 'a', null], [own, 'b', `C-${own}`]);
  expect(mixed.body.errors).toEqual([
    { row: 2, column: 'EAN Code', message: `Row 3 also has the EAN ${own}, with an Item Code. Enter the Item Code here too.` },
  ]);
  expect(await stored(own)).toEqual([]);
});

test('an item code in another form means the stored item', async () => {
  const own = newEan();
  const heading = ['EAN Code', 'Item Name', 'Item Code'];
  await loadRows(heading, [own, 'a', `Code-${own}`]);
  const reply = await loadRows(heading, [own, 'b', ` CODE\u2013${own}\u200f`]);
  expect(reply.body).toMatchObject({ created: 0, updated: 1 });
  expect(await stored(own)).toMatchObject([{ item_code: `Code-${own}`, item_name: 'b' }]);
});

test('a file with one wrong row stores no row', async () => {
  const other = newEan();
  const reply = await loadRows(
    ['EAN Code', 'Item Name', 'MRP', 'HSN Code'],
    [other, 'Tea', 5, '0902'],
    [ean, null, 'five', '09021'],
    [other, 'x', 5, ''],
  );
  expect(reply.status).toBe(201);
  expect(reply.body).toEqual({
    message: '1 row is valid, 2 have errors: rows 3 and 4. Nothing was saved.',
    errors: [
      { row: 3, column: 'Item Name', message: 'Item Name is required.' },
      { row: 3, column: 'HSN Code', message: 'An HSN code has 4, 6 or 8 digits; this one has 5.' },
      { row: 3, column: 'MRP', message: 'Invalid MRP. It should be number.' },
      { row: 4, column: 'EAN Code', message: `${other} is already in row 2.` },
    ],
    totalErrors: 4,
    report: expect.anything() as unknown,
  });
  expect(await stored(other)).toEqual([]);
});

test('an upload names the first 200 wrong rows and counts all', async () => {
  const rows = Array.from({ length: 300 }, () => {
    const right = newEan();
    return [right.slice(0, 12) + String((Number(right.slice(12)) + 1) % 10), 'Tea'];
  });
  const { body } = await loadRows(['EAN Code', 'Item Name'], [ean, 'Right'], ...rows);
  expect(body).toMatchObject({
    message: '1 row is valid, 300 have errors: rows 3 to 302. Nothing was saved.',
    totalErrors: 300,
  });
  expect(body.errors.map((error: { row: number }) => error.row)).toEqual(Array.from({ length: 200 }, (_, index) => index + 3));
});

test.skipIf(realItems() === null)('each of 264 real EANs with one changed digit is rejected', async () => {
  const rows = (realItems() ?? []).map((item, index) => {
    const place = index % 13;
    return [item.ean.slice(0, place) + String((Number(item.ean[place]) + 1 + (index % 9)) % 10) + item.ean.slice(place + 1), item.name];
  });
  // An item code that starts with 2 would be the buyer's own code.
  const wrong = rows.filter(([code]) => !code?.startsWith('2'));
  const { body } = await loadRows(['EAN Code', 'Item Name'], ...wrong);
  expect(body.totalErrors).toBe(wrong.length);
});

test('the buyer’s own codes are accepted with a warning, unless they are too short to be codes', async () => {
  const own = `2${ean.slice(1)}`;
  const reply = await loadRows(['EAN Code', 'Item Name'], [own, 'Loose rice']);
  expect(reply.body).toMatchObject({ created: 1, remarks: [{ row: 2, column: 'EAN Code' }] });
  expect((await loadRows(['EAN Code', 'Item Name'], ['2345', 'Loose dal'])).body.errors[0].message).toMatch(/8, 12, 13 or 14 digits/);
});

test('a second upload updates the items', async () => {
  await loadRows(['EAN Code', 'Item Name', 'MRP'], [ean, 'Old name', 10]);
  const reply = await loadRows(['EAN Code', 'Item Name', 'MRP'], [ean, 'New name', 12.5], [newEan(), 'Another', 1]);
  expect(reply.body).toMatchObject({ message: '1 added, 1 updated.', created: 1, updated: 1 });
  expect(await stored(ean)).toMatchObject([{ item_name: 'New name', item_mrp: 12.5 }]);
});

test('a dry run reports the effect and stores nothing', async () => {
  const file = await workbookOf([
    ['EAN Code', 'Item Name'],
    [ean, 'Tea'],
  ]);
  expect((await load(file, 'items.xlsx', '?dryRun=true')).body).toMatchObject({ message: '1 would be added, 0 updated.', created: 1 });
  expect(await stored(ean)).toEqual([]);
});

test('5,000 rows are stored, two loads of them at once end well, and the load is in the audit log', async () => {
  const rows = Array.from({ length: 5_000 }, (_, index) => `${newEan()},Item ${index},${index % 900}.50`);
  const sheet = `EAN Code,Item Name,MRP\n${rows.join('\n')}`;
  const replies = await Promise.all([load(sheet, 'many.csv'), load(sheet, 'many.csv')]);
  expect(replies.map(({ body }) => Number(body.created)).sort((one, other) => one - other)).toEqual([0, 5_000]);
  expect(replies.map(({ body }) => Number(body.updated))).toEqual([0, 0]);
  const [entry] = (await admin.get('/api/audit/get', { entity: 'item', page: 1 })).body;
  expect(entry).toMatchObject({ action: 'item.import', entityId: 'many.csv' });
});

test.each([
  ['text.xlsx', 'EAN Code,Item Name', 'This is not an .xlsx file. Upload an .xlsx or .csv file.'],
  [
    'old.xls',
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]),
    'This is an old .xls file. Please save it as .xlsx without a password.',
  ],
  ['cut.xlsx', 'PK\u0003\u0004cut off', 'The file is damaged or incomplete. Please save it again and upload it again.'],
  ['headings.csv', 'EAN Code\n8901030516320', 'The column Item Name is missing.'],
])('%s is rejected with a clear message', async (name, content, message) => {
  const { status, body } = await load(content, name);
  expect([status, body.message]).toEqual([201, message]);
});

test('a file name cannot do harm', async () => {
  expect((await load(`EAN Code,Item Name\n${ean},Tea`, '../../a\0b‮.csv')).status).toBe(200);
});

test('a call without a file, and a caller other than an administrator, get an error', async () => {
  expect((await admin.send('POST', '/api/buyerData/items', {})).body.errors).toEqual({ file: 'Choose a .csv or .xlsx file.' });
  const vendor = await api.newVendor();
  expect((await vendor.send('POST', '/api/buyerData/items', {})).status).toBe(403);
  expect((await vendor.get('/api/buyerData/items')).status).toBe(403);
});
