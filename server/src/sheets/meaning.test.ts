import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Answer, type Api, type Caller, startApi } from '../../test/api.ts';
import { rowXml, workbook, workbookOf } from '../../test/workbook.ts';
import { nearness } from './headings.ts';
import { uncoded } from '../../test/uncoded.ts';

let api: Api;
let vendor: Caller;
beforeAll(async () => {
  api = await startApi({}, () => new Date('2026-12-28T12:00:00+05:30'));
});
afterAll(() => api.close());

type Row = (string | number | null)[];
const HEADINGS: Row = ['Invoice Number', 'Invoice Date', 'Invoice Value'];

async function send(content: Buffer, answers: Record<string, string> = {}): Promise<Answer> {
  vendor = await api.newVendor();
  return vendor.send('POST', '/api/invoice/excelUpload', answers, { file: { name: 'a.xlsx', content } });
}

const upload = async (rows: readonly Row[], answers?: Record<string, string>) => send(await workbookOf(rows), answers);
const dates = async (...texts: string[]) => upload([HEADINGS, ...texts.map((text, index): Row => [String(index + 1), text, 100])]);
const stored = async () =>
  (await vendor.get('/api/invoice/get', { page: 1, sortBy: 'invoiceNumber' })).body
    .map((each: Record<string, unknown>) => each['invoiceDate'])
    .toSorted();

describe('dates with slashes', () => {
  test('take the order of the whole column from one value above 12, wherever it is', async () => {
    expect((await dates('05/11/2026', '20/11/2026')).status).toBe(200);
    expect(await stored()).toEqual(['2026-11-05', '2026-11-20']);
    expect((await dates('05/11/2026', '11/20/2026')).status).toBe(200);
    expect(await stored()).toEqual(['2026-05-11', '2026-11-20']);
    expect((await dates('05/05/2026')).status).toBe(200);
  });

  test('without such a value, or with both orders, reject the file with a question', async () => {
    for (const texts of [
      ['05/11/2026'],
      ['05/11/2026', '20/11/2026', '11/20/2026'],
      ['20/11/2026', '11/20/2026'],
      ['05/11/2026', '20-11-2026'],
    ]) {
      const { status, body } = await dates(...texts);
      expect([status, body.questions]).toMatchObject([201, [{ kind: 'dateOrder', heading: 'Invoice Date', column: 'Invoice Date' }]]);
    }
  });

  test('follow the answer, and a value that contradicts it is an error', async () => {
    const rows: Row[] = [HEADINGS, ['1', '05/11/2026', 100]];
    expect((await upload(rows, { dateOrder: 'dayFirst' })).status).toBe(200);
    expect(await stored()).toEqual(['2026-11-05']);
    expect((await upload(rows, { dateOrder: 'monthFirst' })).status).toBe(200);
    expect(await stored()).toEqual(['2026-05-11']);
    const against = await upload([...rows, ['2', '20/11/2026', 100]], { dateOrder: 'monthFirst' });
    expect(uncoded(against.body.errors)).toEqual([
      { row: 3, column: 'Invoice Date', message: 'Invoice Date should be a date, for example 31-12-2026.' },
    ]);
    for (const dateOrder of ['yearFirst', '["dayFirst"]', '{"Invoice Date": "yearFirst"}', '{"Invoice Date": null}', '1'])
      expect([dateOrder, (await upload(rows, { dateOrder })).status]).toEqual([dateOrder, 422]);
  });

  test('have a separate answer for each of two columns', async () => {
    const head: Row = ['HSN', 'Rate', 'Valid From', 'Valid To'];
    const admin = await api.newAdmin();
    const load = async (answers: Record<string, string>) =>
      admin.send('POST', '/api/buyerData/gstRates', answers, {
        file: { name: 'a.xlsx', content: await workbookOf([head, ['7113', 3, '05/11/2026', '12/20/2026']]) },
      });
    expect((await load({})).body.questions).toMatchObject([{ kind: 'dateOrder', heading: 'Valid From' }]);
    expect((await load({ dateOrder: 'dayFirst' })).body.errors).toMatchObject([{ column: 'Valid To' }]);
    expect((await load({ dateOrder: '{"Valid From": "dayFirst"}' })).body).toMatchObject({ created: 1 });
    expect(await api.ctx.db.rows(sql`select valid_from::text, valid_to::text from gst_rates where valid_from = '2026-11-05'`)).toEqual([
      { valid_from: '2026-11-05', valid_to: '2026-12-20' },
    ]);
  });
});

describe('the contents of a file besides its rows', () => {
  test('include a total row at the end; one in the middle is a row', async () => {
    const end = await upload([HEADINGS, ['1', '20-11-2026', 100], ['2', '20-11-2026', 50], ['Grand Total', null, 150]]);
    expect(end.body).toMatchObject({ created: 2, report: { notRead: [{ kind: 'row', name: 'row 4', message: 'A total at the end.' }] } });
    const middle = await upload([HEADINGS, ['Sub-total:', null, 100], ['2', '20-11-2026', 50]]);
    expect(middle.body.errors).toMatchObject([{ row: 2, column: 'Invoice Number' }]);
    const named = await upload([
      ['S.No', ...HEADINGS],
      [1, '1', '20-11-2026', 100],
      ['Total', null, null, 100],
    ]);
    expect(named.body.report.notRead).toMatchObject([{ name: 'row 3' }, { name: 'S.No' }]);
  });

  test('reject a row with a value that is struck through', async () => {
    const styles = '<fonts><font/><font><strike/></font></fonts><cellXfs><xf fontId="0"/><xf fontId="1"/></cellXfs>';
    const cells = rowXml(2, ['1', '20-11-2026']).replace('</row>', '<c r="C2" s="1"><v>100</v></c></row>');
    const { body } = await send(await workbook({ rows: rowXml(1, HEADINGS) + cells, styles }));
    expect(body.errors).toMatchObject([{ row: 2, column: 'Invoice Value', message: expect.stringContaining('struck through') as string }]);
  });

  test('include a heading without a similar column; a date heading is asked about if today is the default', async () => {
    const { body } = await upload([
      ['Invoice Number', 'Invoice Value', 'Posted'],
      ['1', 100, '20-11-2026'],
    ]);
    expect(body.questions).toMatchObject([{ heading: 'Posted', column: 'Invoice Date' }]);
    const other = await upload([
      ['Invoice Number', 'Invoice Value', 'Truck'],
      ['1', 100, 'MH12AB1234'],
    ]);
    expect(other.body).toMatchObject({ created: 1, report: { notRead: [{ kind: 'column', name: 'Truck' }] } });
  });

  test('answers assign columns and do nothing else', async () => {
    const rows: Row[] = [
      ['Invoice Number', 'Inv Date', 'Invoice Value', 'Date'],
      ['1', '20-11-2026', 100, '21-11-2026'],
    ];
    const say = (headings: unknown) => upload(rows, { headings: typeof headings === 'string' ? headings : JSON.stringify(headings) });
    expect((await say({ 'Inv Date': 'Invoice Date', Date: null })).body).toMatchObject({
      created: 1,
      report: { notRead: [{ name: 'Date' }] },
    });
    expect(await stored()).toEqual(['2026-11-20']);
    expect((await say({ 'Inv Date': 'Invoice Date', Date: 'Invoice Date' })).body.message).toContain(
      'The column Invoice Date appears twice.',
    );
    expect((await say({ 'Inv Date': 'Balance' })).body.message).toBe('Balance is not a column of this sheet.');
    expect((await say({ 'Inv Date': null, Date: null })).body.created).toBe(1);
    for (const wrong of ['no JSON', '[1]', '{"a": 1}', '"a"']) expect((await say(wrong)).status).toBe(422);
  });
});

test.each([
  ['Inv Date', 'Invoice Date', true],
  ['Invoice Dt.', 'Invoice Date', true],
  ['IGST Amount', 'IGST Value', true],
  ['Rejected Qty', 'Rejected', true],
  ['Batch No', 'Batch', true],
  ['Challan Date', 'Date of Delivery Challan', true],
  ['DC No.', 'DC Number', true],
  ['GRN No', 'Receipt Number', true],
  ['PO#', 'PO Number', true],
  ['Barcode', 'EAN Code', true],
  ['Expiry Date', 'Best Before', true],
  ['Mfg Date', 'Made On', true],
  ['Quantiy', 'Quantity', true],
  ['Item Name', 'Item Code', false],
  ['Rejected Value', 'Rejected', false],
  ['Batch Date', 'Batch', false],
  ['CGST', 'SGST Value', false],
  ['Receipt Date', 'Receipt Number', false],
  ['Vehicle', 'Invoice Value', false],
  ['__proto__', 'Invoice Date', false],
  ['', 'Invoice Date', false],
])('%s is near %s: %s', (found, known, isNear) => {
  expect(nearness(found, known) > 0).toBe(isNear);
});
