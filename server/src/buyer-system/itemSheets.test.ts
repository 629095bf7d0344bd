import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { workbookOf } from '../../test/workbook.ts';

let api: Api;
let admin: Caller;
beforeAll(async () => {
  api = await startApi();
  admin = await api.newAdmin();
});
afterAll(() => api.close());

const mark = (name: string, content: Buffer) => admin.send('POST', '/api/buyerData/items/marked', {}, { file: { name, content } });

async function rowsOf(content: unknown) {
  return (await readXlsx(content as Buffer)).sheets[0]?.rows;
}

test('the template names the columns of an upload, and creates no item if it is uploaded unchanged', async () => {
  const { headers, body } = await admin.get('/api/buyerData/items/template');
  expect(headers['content-disposition']).toBe('attachment; filename="sampleItemSheet.xlsx"');
  expect((await rowsOf(body))?.[0]?.slice(0, 3)).toEqual(['EAN Code', 'Item Name', 'Item Code']);
  const reply = await admin.send('POST', '/api/buyerData/items', {}, { file: { name: 'a.xlsx', content: body } });
  expect([reply.status, reply.body.message]).toEqual([201, 'The sheet has no rows below its headings except the example of the template.']);
});

test('an export contains the filtered items, and uploading it again changes nothing', async () => {
  const file = await workbookOf([
    ['EAN Code', 'Item Name', 'Item Code', 'HSN Code', 'UOM Conversion', 'MRP'],
    ['036000291452', '=Exported tea', 'EXP-1', '0902', 12, 37.05],
    ['8901030516320', 'Exported salt', 'EXP-2', null, null, null],
    ['8901030516320', 'Kept', 'EXP-3', null, null, null],
  ]);
  const upload = (content: Buffer) => admin.send('POST', '/api/buyerData/items', {}, { file: { name: 'a.xlsx', content } });
  expect((await upload(file)).status).toBe(200);
  const filters = { itemName: 'exported', sortBy: 'EANCode', sortOrder: 'asc' };
  const { headers, body } = await admin.get('/api/buyerData/items/export', filters);
  expect(headers['content-disposition']).toBe('attachment; filename="items.xlsx"');
  expect((await rowsOf(body))?.slice(1)).toEqual([
    ['036000291452', '=Exported tea', 'EXP-1', null, null, '0902', null, null, null, 12, 37.05],
    ['8901030516320', 'Exported salt', 'EXP-2', null, null, null, null, null, null, 1, null],
  ]);
  const before = (await admin.get('/api/buyerData/items', filters)).body;
  expect((await upload(body)).body).toMatchObject({ created: 0, updated: 0 });
  expect((await admin.get('/api/buyerData/items', filters)).body).toEqual(before);
});

test('a file with errors comes back with its errors marked, and a text file as an .xlsx file', async () => {
  const workbook = await mark(
    'a.xlsx',
    await workbookOf([
      ['EAN Code', 'Item Name'],
      ['12x', 'Tea'],
    ]),
  );
  expect((await rowsOf(workbook.body))?.[1]).toEqual(['12x', 'Tea', 'EAN Code should be digits only.']);
  const text = await mark('a.csv', Buffer.from('EAN Code,Item Name\n8901030516320,\n'));
  expect((await rowsOf(text.body))?.[1]).toEqual(['8901030516320', null, 'Item Name is required.']);
});

test('a file that is not a spreadsheet cannot be marked, and the message says so', async () => {
  const { status, body } = await mark('a.xlsx', Buffer.from('text'));
  expect([status, body.message]).toEqual([201, 'This is not an .xlsx file. Upload an .xlsx or .csv file.']);
});
