import { CsvError } from 'csv-parse';
import { describe, expect, test, vi } from 'vitest';

import { type Caps, CAPS, type RawRow } from '../cells.ts';
import { readCsv, separatorOf } from './csv.ts';

async function rowsOf(content: string | Buffer, caps: Partial<Caps> = {}): Promise<RawRow[]> {
  const rows: RawRow[] = [];
  for await (const batch of readCsv(Buffer.from(content), { ...CAPS, ...caps }))
    rows.push(...batch.map(({ row, cells }) => ({ row, cells })));
  return rows;
}

test('everything is text, empty values are null, and digits keep their zeros', async () => {
  expect(await rowsOf('EAN Code,Item Name,MRP\r\n0036000291452,"Tea & ""Coffee"" चाय 🍵",\r\n')).toEqual([
    { row: 1, cells: ['EAN Code', 'Item Name', 'MRP'] },
    { row: 2, cells: ['0036000291452', 'Tea & "Coffee" चाय 🍵'] },
  ]);
});

test('rows are numbered as in a spreadsheet program: a value of two lines is in one row, and a blank line is a row', async () => {
  expect(await rowsOf('a,b\n"one\ntwo",x\n\n,\nlast,y')).toEqual([
    { row: 1, cells: ['a', 'b'] },
    { row: 2, cells: ['one\ntwo', 'x'] },
    { row: 5, cells: ['last', 'y'] },
  ]);
});

test('a byte order mark is not part of the first heading', async () => {
  expect(await rowsOf('\ufeffEAN Code\n1')).toEqual([
    { row: 1, cells: ['EAN Code'] },
    { row: 2, cells: ['1'] },
  ]);
});

test.each([
  ['a,b,c', ','],
  ['a;b;c', ';'],
  ['a\tb', '\t'],
  ['"a,b,c,d";e', ';'],
  ['a', ','],
  ['\n\na;b\n1,2,3,4,5', ';'],
  ['Orders of November\n\na;b', ';'],
])('the separator of %j is %j', (start, separator) => {
  expect(separatorOf(start)).toBe(separator);
});

test('semicolons and tabs separate values too', async () => {
  expect(await rowsOf('a;b\n1,5;2')).toEqual([
    { row: 1, cells: ['a', 'b'] },
    { row: 2, cells: ['1,5', '2'] },
  ]);
  expect((await rowsOf('a\tb\n1\t2'))[1]?.cells).toEqual(['1', '2']);
});

test('a quotation mark inside a value can stand alone', async () => {
  expect((await rowsOf('name\nPipe 5" long'))[1]?.cells).toEqual(['Pipe 5" long']);
});

test('rows longer and shorter than the headings are read as they are', async () => {
  expect((await rowsOf('a,b\n1\n1,2,3')).map(({ cells }) => cells.length)).toEqual([2, 1, 3]);
});

test.each<[string, string, RawRow[]]>([
  [
    'blank lines and blanks of every width',
    'a,b\n\n,\n,,,\n""\nx\n\n\n',
    [
      { row: 1, cells: ['a', 'b'] },
      { row: 6, cells: ['x'] },
    ],
  ],
  [
    'blank lines before the headings',
    '\n\na,b,c\n1,2\n',
    [
      { row: 3, cells: ['a', 'b', 'c'] },
      { row: 4, cells: ['1', '2'] },
    ],
  ],
  [
    'shorter and longer rows in turn, some over several lines',
    'a,b,c\r\n1\r\n"x\r\n\r\ny",2\r\n1,2,3,4\r\n\r\n,,3\r\n1,,\r\n1,2,3',
    [
      { row: 1, cells: ['a', 'b', 'c'] },
      { row: 2, cells: ['1'] },
      { row: 3, cells: ['x\r\n\r\ny', '2'] },
      { row: 4, cells: ['1', '2', '3', '4'] },
      { row: 6, cells: [null, null, '3'] },
      { row: 7, cells: ['1'] },
      { row: 8, cells: ['1', '2', '3'] },
    ],
  ],
])('%s are read without an error made for each', async (_, content, rows) => {
  const stacks = vi.spyOn(Error, 'captureStackTrace');
  try {
    expect(await rowsOf(content)).toEqual(rows);
    expect(stacks.mock.calls.filter(([made]) => made instanceof CsvError)).toEqual([]);
  } finally {
    stacks.mockRestore();
  }
});

test('letters that are split between two chunks of the file are complete', async () => {
  const text = 'चाय '.repeat(20_000);
  const rows = await rowsOf(`a\n${Array.from({ length: 10 }, () => text.slice(0, 30_000)).join('\n')}`);
  expect(rows.slice(1).every(({ cells }) => cells[0] === text.slice(0, 30_000))).toBe(true);
  expect(rows).toHaveLength(11);
});

describe('a rejected text file', () => {
  test.each([
    ['Latin letters', Buffer.from('name\ncafé', 'latin1'), /not in UTF-8.*CSV UTF-8/],
    ['UTF-16', Buffer.from('\ufeffname\ncafé', 'utf16le'), /not in UTF-8/],
    ['UTF-16 without a mark', Buffer.from('name\nabc', 'utf16le'), /not in UTF-8/],
    ['binary data', Buffer.from([0x61, 0, 0, 0, 0x62]), 'This is not a text file or an .xlsx file.'],
    ['an open quotation mark', 'a,b\n"open,x\n1,2', /quotation mark.*never closed/],
    ['an open quotation mark in a large file', `a\n"${'x\n'.repeat(600_000)}`, 'Row 2 contains more than 1 MB of text, or a quotation'],
    [
      'a row of 1 MB without a quotation mark',
      `a\n\n1,2\n${'x'.repeat(1_100_000)}`,
      'Row 4 contains more than 1 MB of text, or a quotation',
    ],
    ['a long cell', `a\n${'x'.repeat(32_768)}`, 'Cell A2 contains more than 32,767 characters.'],
    ['many columns', `a${',b'.repeat(100)}`, /more than 100 columns: cell CW1 is filled/],
  ])('has %s', async (_, content, message) => {
    await expect(rowsOf(content)).rejects.toThrow(message);
  });

  test('has too many rows', async () => {
    await expect(rowsOf('a\n1\n2\n3', { rows: 2 })).rejects.toThrow('more than 2 rows');
  });
});

test('a text file with more rows than a sheet can have is rejected, even if most are blank', async () => {
  await expect(rowsOf(`EAN Code${'\n'.repeat(1_048_576)}1`)).rejects.toThrow('The sheet has more than 2,00,000 rows. Please split it.');
});
