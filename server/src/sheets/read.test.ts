import { eanProblem, eanRemark } from '@aapurti/contract/ground/india';
import { MONEY } from '@aapurti/contract/ground/numbers';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';

import { rowXml, workbook, workbookOf } from '../../test/workbook.ts';
import { decimalColumn, digitsColumn, required, type RowOf, textColumn } from './columns.ts';
import type { SheetFile } from './file.ts';
import { Findings } from './findings.ts';
import { type ReadOptions, readSheet, refusalOf } from './read.ts';
import type { SheetRow } from './rows.ts';

const words = (heading: string) => ({ heading, example: 'x', note: '' });
const columns = {
  ean: required(digitsColumn({ ...words('EAN Code'), problem: eanProblem, remark: eanRemark })),
  name: required(textColumn(words('Item Name'))),
  mrp: decimalColumn({ ...words('MRP'), range: MONEY }),
};

async function read(content: SheetFile['content'] | string, { name = 'items.xlsx', ...options }: ReadOptions & { name?: string } = {}) {
  const rows: SheetRow<RowOf<typeof columns>>[] = [];
  const file = { name, content: typeof content === 'string' ? Buffer.from(content) : content };
  const reading = await readSheet(file, columns, (batch) => void rows.push(...batch), options);
  return { ...reading, taken: rows.map(({ row, value }) => [row, value.ean, value.name, value.mrp?.toFixed(2) ?? null]) };
}

const GOOD = '8901030516320';

/** A file that is read without errors. */
const NOTHING = await read(
  await workbookOf([
    ['EAN Code', 'Item Name'],
    [GOOD, 'Tea'],
  ]),
);

describe('headings', () => {
  test('can be in any order, case and punctuation, among unknown columns', async () => {
    const file = await workbookOf([
      ['Notes', 'mrp', '__proto__', 'ITEM_NAME*', 'constructor', 'EANCode'],
      ['x', 99.5, 'evil', 'Tea & "चाय" 🍵', 'evil', GOOD],
    ]);
    const { problem, taken, rows, errors } = await read(file);
    expect({ problem, taken, rows, errors: errors.list }).toEqual({
      problem: null,
      taken: [[2, GOOD, 'Tea & "चाय" 🍵', '99.50']],
      rows: 1,
      errors: [],
    });
    expect(({} as Record<string, unknown>)['evil']).toBeUndefined();
  });

  test('can be missing if optional, and blank rows can be before and between them', async () => {
    const file = await workbook({ rows: rowXml(3, ['EAN Code', 'Item Name']) + rowXml(4, [' ', '']) + rowXml(7, [GOOD, 'Tea']) });
    expect(await read(file)).toMatchObject({ problem: null, taken: [[7, GOOD, 'Tea', null]], rows: 1 });
  });

  test('that are required and missing are reported, and nothing is read', async () => {
    const { taken, errors } = await read(
      await workbookOf([
        ['EAN Code', 'MRP'],
        [GOOD, 5],
      ]),
    );
    expect(taken).toEqual([]);
    expect(errors).toMatchObject({ total: 1, list: [{ row: 1, column: 'Item Name', message: 'The column Item Name is missing.' }] });
  });

  test('that are repeated are reported', async () => {
    const { errors } = await read(
      await workbookOf([
        ['EAN Code', 'Item Name', 'ean code'],
        [GOOD, 'Tea', GOOD],
      ]),
    );
    expect(errors.list).toEqual([{ row: 1, column: 'EAN Code', message: 'The column EAN Code appears twice.' }]);
  });

  test('that are unknown, or without rows below, are reported', async () => {
    expect(
      (
        await read(
          await workbookOf([
            ['x', 'y'],
            [1, 2],
          ]),
        )
      ).problem,
    ).toBe('The first row must contain the column headings: EAN Code, Item Name and MRP.');
    expect((await read(await workbookOf([['EAN Code', 'Item Name']]))).problem).toBe('The sheet has no rows below its headings.');
    expect((await read(await workbookOf([]))).problem).toBe('The sheet has no rows below its headings.');
  });
});

describe('rows', () => {
  test('with errors are reported by row and column, and correct rows are read', async () => {
    const file = await workbookOf([
      ['EAN Code', 'Item Name', 'MRP'],
      [GOOD, 'Tea', 5],
      ['8901030516321', null, 'five'],
      [null, 'Coffee', 5],
      [8901030516320, '=1+1', '5'],
    ]);
    const { taken, rows, errors } = await read(file);
    expect(taken).toEqual([
      [2, GOOD, 'Tea', '5.00'],
      [5, GOOD, '=1+1', '5.00'],
    ]);
    expect(rows).toBe(4);
    expect(errors.list).toEqual([
      { row: 3, column: 'EAN Code', message: "The EAN code's check digit should be 0. Please check every digit." },
      { row: 3, column: 'Item Name', message: 'Item Name is required.' },
      { row: 3, column: 'MRP', message: 'MRP should be a number.' },
      { row: 4, column: 'EAN Code', message: 'EAN Code is required.' },
    ]);
  });

  test('with errors are listed up to 200, and all are counted', async () => {
    const bad = Array.from({ length: 500 }, (_, index) => ['8901030516321', `Tea ${index}`]);
    const { errors } = await read(await workbookOf([['EAN Code', 'Item Name'], ...bad]));
    expect(errors.total).toBe(500);
    expect(errors.list).toHaveLength(200);
    expect(errors.list.at(-1)?.row).toBe(201);
  });

  test.each([
    [[7], 'row 7'],
    [[3, 4], 'rows 3 and 4'],
    [[5, 2, 3, 4], 'rows 2 to 5'],
    [[2, 4, 5, 9, 10, 11, 12, 20], 'rows 2, 4, 5, 9 to 12 and 20'],
    [[2, 4, 6, 8, 10, 12, 13, 14], 'rows 2, 4, 6, 8, 10 and 3 more'],
  ])('the rows with errors %j are reported as "%s"', (rows, named) => {
    const errors = new Findings();
    for (const row of rows) errors.add(row, 'MRP', 'wrong');
    const refusal = refusalOf({ ...NOTHING, rows: 907, errors });
    const have = rows.length === 1 ? 'has' : 'have';
    expect(refusal?.message).toBe(`${907 - rows.length} rows are valid, ${rows.length} ${have} errors: ${named}. Nothing was saved.`);
  });

  test('with unusual values are accepted with a warning', async () => {
    const { taken, remarks } = await read(
      await workbookOf([
        ['EAN Code', 'Item Name'],
        ['2000000000001', 'Loose rice'],
      ]),
    );
    expect(taken).toHaveLength(1);
    expect(remarks.list).toMatchObject([{ row: 2, column: 'EAN Code' }]);
  });

  test('can get errors from the caller', async () => {
    const file = {
      name: 'a.xlsx',
      content: await workbookOf([
        ['EAN Code', 'Item Name'],
        [GOOD, 'Tea'],
      ]),
    };
    const { errors } = await readSheet(file, columns, (rows, found) => {
      for (const { row } of rows) found.add(row, 'EAN Code', 'This is stored already.');
    });
    expect(errors.list).toEqual([{ row: 2, column: 'EAN Code', message: 'This is stored already.' }]);
  });

  test('that make the caller throw an error do not affect the next file', async () => {
    const file = {
      name: 'a.xlsx',
      content: await workbookOf([
        ['EAN Code', 'Item Name'],
        [GOOD, 'Tea'],
      ]),
    };
    await expect(readSheet(file, columns, () => Promise.reject(new Error('the disk is full')))).rejects.toThrow('the disk is full');
    expect((await read(file.content)).taken).toHaveLength(1);
  });
});

describe('files', () => {
  test('can be written by other programs, and two are read at the same time', async () => {
    const content = await writeXlsx({
      sheets: [
        {
          name: 'Items',
          rows: [['EAN Code', 'Item Name', 'MRP'], ...Array.from({ length: 3000 }, (_, index) => [GOOD, `Tea ${index}`, index / 100])],
        },
      ],
    });
    const [one, other] = await Promise.all([read(Buffer.from(content)), read(Buffer.from(content))]);
    expect(one.taken).toHaveLength(3000);
    expect(one.taken[2999]).toEqual([3001, GOOD, 'Tea 2999', '29.99']);
    expect(other.taken).toEqual(one.taken);
  });

  test('can be text where it is allowed', async () => {
    const text = '\ufeffEAN Code;Item Name\r\n036000291452;"Tissues; soft"\r\n8.90E+12;Tea\r\n';
    const { taken, errors } = await read(text, { name: 'Items.CSV', csvAllowed: true });
    expect(taken).toEqual([[2, '036000291452', 'Tissues; soft', null]]);
    expect(errors.list).toEqual([
      {
        row: 3,
        column: 'EAN Code',
        message: 'The spreadsheet program shortened this number to 8.90E+12. Format the column as text and enter it again.',
      },
    ]);
  });

  const compound = (more: string) =>
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(512), Buffer.from(more, 'utf16le')]);

  test.each([
    ['an empty file', '', {}, 'The file is empty.'],
    [
      'text under the name of a workbook',
      'EAN Code,Item Name',
      { csvAllowed: true },
      'This is not an .xlsx file. Upload an .xlsx or .csv file.',
    ],
    ['text where only workbooks are taken', 'EAN Code', { name: 'a.csv' }, 'This is not an .xlsx file. Upload an .xlsx file.'],
    ['an old workbook', compound('Workbook'), {}, 'This is an old .xls file. Please save it as .xlsx without a password.'],
    [
      'a workbook with a password',
      compound('EncryptedPackage'),
      {},
      'This file has a password. Please save it as .xlsx without a password.',
    ],
    ['a file above the limit', 'x'.repeat(2_000_000), { caps: { bytes: 1_048_576 } }, 'The file is larger than 1 MB. Please split it.'],
    ['half a signature', 'PK', {}, 'This is not an .xlsx file. Upload an .xlsx file.'],
  ])('%s are rejected by name', async (_, content, options, problem) => {
    expect(await read(content, options)).toMatchObject({ problem, taken: [], rows: 0 });
  });

  test.each([
    ['in one line', ','.repeat(40_000_000)],
    ['in one record of many lines', `"\n"${','.repeat(200_000)}`.repeat(200)],
  ])('of text with tens of millions of values %s are rejected before they use up the memory', async (_, values) => {
    const { problem } = await read(`EAN Code,Item Name\n${values}\n`, { csvAllowed: true, name: 'a.csv' });
    expect(problem).toMatch(/millions of columns/);
  });

  test('with millions of short texts are rejected before they use up the memory', async () => {
    const shared = '<si><t>ab</t></si>'.repeat(4_000_000);
    const { problem } = await read(await workbook({ sharedStrings: shared }));
    expect(problem).toMatch(/too much text/);
  });
});
