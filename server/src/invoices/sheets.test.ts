import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Answer, type Api, type Caller, startApi, statusesOf } from '../../test/api.ts';
import { takeSheet } from '../sheets/intake.ts';
import { invoiceIntake } from './upload.ts';
import { workbookOf } from '../../test/workbook.ts';
import { ownerOf } from '../demo/factories.ts';
import { uncoded } from '../../test/uncoded.ts';

let api: Api;
let admin: Caller;
beforeAll(async () => {
  api = await startApi();
  admin = await api.newAdmin();
});
afterAll(() => api.close());

type Row = (string | number | null)[];
const HEADINGS = ['PO Number', 'PO Date', 'Invoice Number', 'Invoice Date', 'Invoice Value', 'CGST Value', 'SGST Value', 'IGST Value'];
const row = (number: string, value: string | number = 118, ...taxes: Row): Row => [
  '0045',
  '01-11-2026',
  number,
  '2026-11-10',
  value,
  ...taxes,
];

function send(caller: Caller, content: Buffer, query = '', userID?: string): Promise<Answer> {
  const fields = userID === undefined ? {} : { userID };
  return caller.send('POST', `/api/invoice/excelUpload${query}`, fields, { file: { name: 'invoices.xlsx', content } });
}

async function upload(caller: Caller, rows: readonly Row[], query = '', userID?: string): Promise<Answer> {
  return send(caller, await workbookOf([HEADINGS, ...rows]), query, userID);
}

async function totals(vendor: Caller): Promise<unknown> {
  const { body } = await vendor.post('/api/purChaseOrder/purchase_payment', { status: 'OS' });
  return body.result.map(({ invoice, balance }: Record<string, unknown>) => [invoice, balance]);
}

test('rows become invoices with leading zeros, and the books count them', async () => {
  const vendor = await api.newVendor();
  const answer = await upload(vendor, [row('0007', '1,180.00', 90, 90), row('8', 50.5)]);
  expect(answer.body).toEqual({
    message: 'File Uploaded Successfully',
    created: 2,
    updated: 0,
    remarks: [],
    totalRemarks: 0,
    report: expect.anything() as unknown,
  });
  const { body, headers } = await vendor.get('/api/invoice/get', { page: 1 });
  expect(headers['x-total-count']).toBe('2');
  expect(body).toMatchObject([
    { invoiceNumber: '8', invoiceValue: 50.5, CGSTValue: null, paymentReceived: 0 },
    {
      PONumber: '0045',
      PODate: '2026-11-01',
      invoiceNumber: '0007',
      invoiceDate: '2026-11-10',
      invoiceValue: 1180,
      CGSTValue: 90,
      SGSTValue: 90,
    },
  ]);
  expect(await totals(vendor)).toEqual([[1230.5, 1230.5]]);
  const log = (await admin.get('/api/audit/get', { userID: vendor.user.id, entity: 'invoice', page: 1 })).body;
  expect(log.map(({ action }: { action: string }) => action)).toEqual(['invoice.upload', 'invoice.create', 'invoice.create']);
  expect(log[2].after).toMatchObject({ invoiceNumber: '0007', invoiceValue: 1180 });
});

test('a repeated or existing number is an error of its row, and nothing is saved', async () => {
  const vendor = await api.newVendor();
  await upload(vendor, [row('1')]);
  const rows = [row('2'), row('2'), row('1'), row('3', 0), row('x')];
  const expected = {
    message: '1 row is valid, 4 have errors: rows 3 to 6. Nothing was saved.',
    totalErrors: 4,
    report: expect.anything() as unknown,
    errors: [
      { row: 3, column: 'Invoice Number', message: '2 is already in row 2.', code: 'row_twice' },
      {
        row: 4,
        column: 'Invoice Number',
        message: 'Invoice number should not be same or Something went wrong',
        code: 'invoice_number_in_use',
      },
      { row: 5, column: 'Invoice Value', message: 'Invoice value is required. It should be number.' },
      { row: 6, column: 'Invoice Number', message: 'Invoice number is required. It should be number.', code: 'invoice_number_not_allowed' },
    ],
  };
  expect((await upload(vendor, rows, '?dryRun=true')).body).toEqual(expected);
  expect((await upload(vendor, rows)).body).toEqual(expected);
  expect(uncoded((await upload(vendor, [row('4'), row('1')])).body.errors)).toEqual([
    { row: 3, column: 'Invoice Number', message: 'Invoice number should not be same or Something went wrong' },
  ]);
  expect((await vendor.get('/api/invoice/get')).body.length).toBe(1);
  expect(await totals(vendor)).toEqual([[118, 118]]);
});

test('a dry run saves nothing, and unusual taxes give a warning', async () => {
  const vendor = await api.newVendor();
  const { body } = await upload(vendor, [row('1', 118, 9, 8), row('2', 1180, 9, 9, 18)], '?dryRun=true');
  expect(body).toMatchObject({
    message: '2 would be added, 0 updated.',
    totalRemarks: 2,
    remarks: [
      { row: 2, column: 'SGST Value' },
      { row: 3, column: 'IGST Value' },
    ],
  });
  expect((await vendor.get('/api/invoice/get')).status).toBe(201);
});

test('a number that the vendor uses between check and save is an error of its row', async () => {
  const vendor = await api.newVendor();
  const actor = ownerOf(vendor.user.id);
  const intake = invoiceIntake(api.ctx, actor, actor.id, 'digits');
  const store: typeof intake.store = async (...sheet) => {
    const saved = await vendor.post('/api/invoice/create', { invoiceNumber: '2', invoiceValue: 50, invoiceDate: '2026-11-10' });
    expect(saved.status).toBe(200);
    return intake.store(...sheet);
  };
  const file = { name: 'a.xlsx', content: await workbookOf([HEADINGS, row('1'), row('2'), row('3')]) };
  const answer = await takeSheet(api.ctx.db, file, { ...intake, store }, { dryRun: false });
  expect(answer).toMatchObject({
    errors: [{ row: 3, column: 'Invoice Number', message: 'Invoice number should not be same or Something went wrong' }],
  });
  expect(await totals(vendor)).toEqual([[50, 50]]);
});

test('only one of two concurrent uploads of the same numbers is saved', async () => {
  const [vendor, other] = [await api.newVendor(), await api.newVendor()];
  const rows = Array.from({ length: 50 }, (_, index) => row(String(index)));
  const answers = await Promise.all([
    upload(vendor, rows),
    upload(vendor, rows),
    upload(other, rows),
    upload(admin, rows, '', other.user.id),
  ]);
  expect(statusesOf(answers)).toEqual([200, 200, 201, 201]);
  expect(await totals(vendor)).toEqual([[5900, 5900]]);
  expect((await other.get('/api/invoice/get')).body.length).toBe(50);
});

test('the template creates no invoice, an export has those of the list, and errors are marked in the file', async () => {
  const vendor = await api.newVendor();
  const template = await vendor.get('/api/invoice/download');
  expect(template.headers['content-disposition']).toBe('attachment; filename="sampleInvoiceSheet.xlsx"');
  expect((await send(vendor, template.body)).body.message).toMatch(/no rows below its headings except the example/);
  await upload(vendor, [row('11'), row('12'), row('21')]);
  const exported = await vendor.get('/api/invoice/export', { invoiceNumber: '1' });
  expect(exported.status).toBe(200);
  // The file rejects the existing invoices by number, which proves that it read them row by row.
  expect((await send(vendor, exported.body)).body.errors.map(({ message }: { message: string }) => message)).toEqual([
    'Invoice number should not be same or Something went wrong',
    'Invoice number should not be same or Something went wrong',
  ]);
  const marked = await vendor.send('POST', '/api/invoice/excelUpload/marked', {}, { file: { name: 'a.xlsx', content: exported.body } });
  expect([marked.status, marked.body.subarray(0, 2).toString()]).toEqual([200, 'PK']);
});
