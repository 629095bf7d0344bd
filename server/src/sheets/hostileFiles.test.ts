/** Malicious files, and files that are not spreadsheets: each as a vendor uploads it, with the resulting message. */
import { setTimeout as sleep } from 'node:timers/promises';

import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { addItem } from '../../test/items.ts';
import { centralHeader, rowXml, sheetXml, workbook, workbookOf, workbookParts, zipOf } from '../../test/workbook.ts';

let api: Api;
let vendor: Caller;
const EAN = '8901030516320';
const HEADINGS = ['EAN Code', 'Shelf Life in Days', 'Quantity', 'MRP', 'Percentage'];
const RIGHT = [EAN, 1, 1, 100, 10];

beforeAll(async () => {
  api = await startApi();
  vendor = await api.newVendor();
  await addItem(api.ctx, { ean: EAN, name: 'Rice' });
});
afterAll(() => api.close());

function send(content: Uint8Array | string, name = 'products.xlsx') {
  return vendor.send('POST', '/api/product/excelUpload', {}, { file: { name, content: Buffer.from(content) } });
}

const headings = rowXml(1, HEADINGS);
const compound = (more: Buffer) => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600), more]);
const PASSWORD = Buffer.from('EncryptedPackage', 'utf16le');
/** A part that unpacks to `megabytes`, which takes a thousandth of that in the zip file. */
const zeros = (megabytes: number, text = ' ') => text.repeat((megabytes * 1024 * 1024) / text.length);

const BROKEN = 'The file is damaged or incomplete. Please save it again and upload it again.';
const TOO_MUCH = 'The file is too large to be read. Please split it.';
/** The flag of a password, with DEFLATE as the method. */
const ENCRYPTED = 1 + 8 * 0x1_00_00;
/** The file with another number in the zip directory's entry of the sheet. */
function forged(file: Buffer, place: number, value: number): Buffer {
  file.writeUInt32LE(value, centralHeader(file, 'xl/worksheets/sheet1.xml') + place);
  return file;
}

const BAD: [string, () => Promise<Uint8Array | string>, string | RegExp][] = [
  ['an empty file', async () => '', 'The file is empty.'],
  ['a text file', async () => 'EAN Code,MRP\n1,2', 'This is not an .xlsx file. Upload an .xlsx file.'],
  ['an .xls', async () => compound(Buffer.alloc(0)), 'This is an old .xls file. Please save it as .xlsx without a password.'],
  ['a workbook with a password', async () => compound(PASSWORD), 'This file has a password. Please save it as .xlsx without a password.'],
  ['a zip file cut off', async () => (await workbookOf([HEADINGS, RIGHT])).subarray(0, 700), BROKEN],
  ['a zip file that is no workbook', () => zipOf({ 'a.txt': 'x' }), 'This is not an .xlsx file.'],
  ['no rows', () => workbookOf([HEADINGS]), 'The sheet has no rows below its headings.'],
  ['no headings', () => workbookOf([[1, 2]]), /^The first row must contain the column headings: EAN Code, /],
  ['a required column that is missing', () => workbookOf([HEADINGS.slice(0, 3), RIGHT.slice(0, 3)]), 'The column MRP is missing.'],
  [
    'a heading of __proto__',
    () =>
      workbookOf([
        ['__proto__', 'constructor'],
        ['x', 'y'],
      ]),
    /^The first row must contain the column headings/,
  ],
  [
    'a bomb of one cell',
    () => workbook({ rows: `${headings}<row r="2"><c r="A2" t="inlineStr"><is><t>${zeros(64, 'x')}</t></is></c></row>` }),
    /32,767 characters|too much/,
  ],
  [
    'a bomb of rows',
    () =>
      zipOf({
        ...workbookParts(),
        'xl/worksheets/sheet1.xml': sheetXml(headings + zeros(400, '<row r="2"><c r="A2"><v>1</v></c></row>'.padEnd(64))),
      }),
    /too large to be read|more than 2,00,000 rows|damaged/,
  ],
  ['a part that hides its size', async () => forged(await workbook({ rows: headings }), 24, 1_000), BROKEN],
  ['a part of a gigabyte, unread', async () => forged(await workbook({ rows: headings }), 24, 1024 ** 3), TOO_MUCH],
  ['a part with another sum', async () => forged(await workbook({ rows: headings }), 16, 4711), BROKEN],
  [
    'a part with a password',
    async () => forged(await workbook({ rows: headings }), 8, ENCRYPTED),
    /^The file has a password. Please save it as .xlsx/,
  ],
  [
    'as many rows as a sheet can have',
    () => workbook({ rows: headings + '<row><c><v>1</v></c></row>'.repeat(1_048_575) }),
    'The sheet has more than 2,00,000 rows. Please split it.',
  ],
  [
    'a million number formats',
    () => workbook({ rows: headings, styles: `<numFmts>${'<numFmt numFmtId="200" formatCode="yyyy"/>'.repeat(1_000_000)}</numFmts>` }),
    BROKEN,
  ],
  ['a million styles', () => workbook({ rows: headings, styles: `<cellXfs>${'<xf numFmtId="0"/>'.repeat(1_000_000)}</cellXfs>` }), BROKEN],
  [
    'millions of short shared texts',
    () => workbook({ rows: headings, sharedStrings: '<si><t>a</t></si>'.repeat(4_000_000) }),
    'The file contains too much text to be read. Please split it.',
  ],
  [
    'an entity of its own',
    () =>
      zipOf({
        ...workbookParts(),
        'xl/worksheets/sheet1.xml': `<!DOCTYPE x [<!ENTITY a "aaaa">]>${sheetXml('<row><c t="str"><v>&a;</v></c></row>').replace(/^<\?.*?\?>/, '')}`,
      }),
    BROKEN,
  ],
  ['elements in elements', () => workbook({ rows: headings + '<a>'.repeat(100) + '</a>'.repeat(100) }), BROKEN],
  ['a comment without end', () => workbook({ rows: `${headings}<!--${'a'.repeat(2 ** 21)}-->` }), BROKEN],
  [
    'A1 and XFD1048576',
    () => workbook({ rows: `${headings}<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>` }),
    /more than 100 columns: cell XFD1048576 is filled/,
  ],
];

test.each(BAD)('%s is rejected with a clear message, and affects no other user', async (_, make, message) => {
  const [answer, page] = await Promise.all([send(await make()), vendor.get('/api/product/get', { page: 1 })]);
  expect([answer.status, answer.body.errors.length <= 2]).toEqual([201, true]);
  expect(answer.body.message).toMatch(message);
  expect(page.status).toBe(201);
  const marked = await vendor.send(
    'POST',
    '/api/product/excelUpload/marked',
    {},
    { file: { name: 'a.xlsx', content: Buffer.from(await make()) } },
  );
  expect([200, 201]).toContain(marked.status);
});

test('__proto__ beside the headings, formulas and their texts do no harm', async () => {
  const rows = `${rowXml(1, [...HEADINGS, '__proto__', 'Remarks'])}<row r="2">${[`"${EAN}"`, 1, 1, '10*10', 10]
    .map(
      (value, index) =>
        `<c r="${'ABCDE'[index]}2" t="str"><f>${value}</f><v>${index === 3 ? 100 : String(value).replaceAll('"', '')}</v></c>`,
    )
    .join('')}<c r="F2" t="inlineStr"><is><t>x</t></is></c><c r="G2" t="inlineStr"><is><t>=cmd|' /C calc'!A0</t></is></c></row>`;
  expect((await send(await workbook({ rows }))).body).toMatchObject({ created: 1 });
  expect((await vendor.get('/api/product/get')).body).toMatchObject([{ MRP: 100, remarks: "=cmd|' /C calc'!A0" }]);
  const exported = (await vendor.get('/api/product/export')).body;
  expect((await send(exported)).body).toMatchObject({ updated: 1 });
});

test('a file that is too large, a missing file and a body that is not a form are rejected', async () => {
  const large = await send(Buffer.alloc(50 * 1024 * 1024 + 1));
  expect([large.status, large.body]).toEqual([
    413,
    { message: 'The file is larger than 50 MB. Please split it.', errors: { file: 'The file is larger than 50 MB. Please split it.' } },
  ]);
  const none = await vendor.send('POST', '/api/product/excelUpload', {});
  expect([none.status, none.body.errors]).toEqual([422, { file: 'Choose an .xlsx file.' }]);
  expect((await vendor.post('/api/product/excelUpload', { file: 'x' })).status).toBe(422);
  expect((await vendor.ask('POST', '/api/product/excelUpload', { payload: 'x', headers: { 'content-type': 'text/plain' } })).status).toBe(
    415,
  );
  const other = await vendor.send('POST', '/api/product/excelUpload', {}, { other: { name: 'a.xlsx', content: Buffer.from('x') } });
  expect(other.status).toBe(400);
  const query = await vendor.send('POST', '/api/product/excelUpload?dryRun=perhaps', {});
  expect(query.body.errors).toEqual({ dryRun: 'Must be true or false.' });
});

test.each([
  ['without a filename', 'name="file"', [400, 'The part file has no filename. Please send it as a file.']],
  ['of bytes without a filename', 'name="file"\r\ncontent-type: application/octet-stream', [422, 'Choose an .xlsx file.']],
  ['without a name', 'filename="a.xlsx"', [400, 'A part of the form has no name.']],
])('a part %s is rejected', async (_, heading, expected) => {
  const payload = `--x\r\ncontent-disposition: form-data; ${heading}\r\n\r\nPK\x03\x04 and more\r\n--x--\r\n`;
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const { status, body } = await vendor.ask('POST', '/api/product/excelUpload', { payload, headers });
  expect([status, body.message]).toEqual(expected);
});

test('an upload whose client has disconnected is not saved', async () => {
  const other = await api.newVendor();
  const address = await api.app.listen({ port: 0, host: '127.0.0.1' });
  const gone = new AbortController();
  const form = new FormData();
  const rows = Array.from({ length: 30_000 }, (_, index) => rowXml(index + 2, [`${index}`, 1, 1, 100, 10]));
  form.set('file', new Blob([new Uint8Array(await workbook({ rows: headings + rows.join('') }))]), 'a.xlsx');
  const url = `${address}/api/product/excelUpload`;
  const answer = fetch(url, { method: 'POST', headers: { authorization: other.token ?? '' }, body: form, signal: gone.signal });
  const failed = answer.catch((error: unknown) => error);
  // The loop waits until its transaction has begun.
  for (;;) {
    const { count } = (await api.ctx.db.first<{ count: number }>(sql`
      select count(*)::int from pg_stat_activity where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`)) ?? {
      count: 0,
    };
    if (count > 0) break;
    await sleep(5);
  }
  gone.abort();
  expect(await failed).toMatchObject({ name: 'AbortError' });
  // The next upload starts as soon as the other one has ended.
  expect((await send(await workbookOf([HEADINGS, RIGHT]))).status).toBe(200);
  expect((await other.get('/api/product/get')).body).toEqual([]);
});
