import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { describe, expect, test } from 'vitest';

import { rowXml, workbook } from '../../test/workbook.ts';
import type { Column, Columns } from './columns.ts';
import { readSheet } from './read.ts';

const SOURCE = fileURLToPath(new URL('../', import.meta.url));

/** The exports of every server file that builds text columns. */
const sheets = await Promise.all(
  readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('sheets/'))
    .map((path) => `${SOURCE}${path}`)
    .filter((path) => /import[^;]*\b(?:textColumn|digitsColumn)\b/.test(readFileSync(path, 'utf8')))
    .map(async (path) => Object.values((await import(/* @vite-ignore */ path)) as Record<string, unknown>)),
);

function* columnsIn(value: unknown): Generator<Column<unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  if ('heading' in value && 'read' in value) yield value as Column<unknown>;
  else if (Object.getPrototypeOf(value) === Object.prototype) for (const each of Object.values(value)) yield* columnsIn(each);
}

const columns = [...new Set(sheets.flat().flatMap((value) => [...columnsIn(value)]))];
/** A column with a fixed set of words contains no codes. */
const codes = columns.filter(({ format, options }) => format === 'text' && options === undefined);
const byHeading = codes.map((column) => [column.heading, column] as const);

/** The errors that an upload finds in a cell of a column; the other columns are empty. */
async function faultsOf(column: Column<unknown>, cell: string, styles?: string): Promise<string> {
  const only: Columns = { only: column };
  const file = await workbook({
    rows: rowXml(1, [column.heading]) + `<row r="2">${cell}</row>`,
    ...(styles === undefined ? {} : { styles }),
  });
  const { errors, problem } = await readSheet({ name: 'a.xlsx', content: file }, only, () => undefined);
  return problem ?? errors.list.map(({ column: heading, message }) => `${heading}: ${message}`).join(' ');
}

const number = (value: string) => `<c r="A2" s="1"><v>${value}</v></c>`;
const text = (value: string) => `<c r="A2" t="inlineStr"><is><t>${value}</t></is></c>`;
const format = (code: string) =>
  `<numFmts><numFmt numFmtId="164" formatCode="${code}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs>`;
const AS_TEXT = 'Format the column as text and enter it again.';

test('the table has the code columns of every file', () => {
  const headings = codes.map(({ heading }) => heading);
  for (const one of ['PO Number', 'Invoice Number', 'Item Code', 'EAN Code', 'SKU Code', 'Batch', 'Receipt Number', 'Return Number'])
    expect(headings).toContain(one);
  for (const one of ['Payment Reference', 'DC Number', 'HSN Code', 'HSN', 'IFSC Code', 'Vendor Code', 'IRN', 'Unit'])
    expect(headings).toContain(one);
  expect(
    columns.filter(({ heading, format: kind }) => /\b(?:Code|Number|Reference|Batch|GST Registration)$/.test(heading) && kind !== 'text'),
  ).toEqual([]);
});

describe.each(byHeading)('%s', (_, column) => {
  test.each([
    ['a number of 16 digits', number('1234567890123456'), undefined],
    ['a number of 18 digits', number('450001234567890121'), undefined],
    ['a number of 19 digits, as a program writes it', number('1.234567890123457e+18'), undefined],
    ['a number in scientific notation', number('4.50001E+14'), undefined],
    ['a number shown in scientific notation', number('10000000000'), '<cellXfs><xf numFmtId="0"/><xf numFmtId="11"/></cellXfs>'],
    ['a number shown in scientific notation of its own', number('10000000000'), format('0.0##E+0')],
    ['a text in scientific notation', text('4.50001E+14'), undefined],
    ['a text in scientific notation without decimals', text('1E+10'), undefined],
    ['a text in scientific notation with a comma', text('4,50001e+14'), undefined],
    ['a number with grouped digits', number('1042'), format('#,##0')],
    ['a number in a format with a condition', number('1042'), format('[&gt;999]0-0;0')],
  ])('%s is rejected, with what to do', async (__, cell, styles) => {
    const found = await faultsOf(column, cell, styles);
    expect(found).toContain(`${column.heading}: `);
    expect(found).toContain(AS_TEXT);
  });

  test('18 digits of text are never cut', async () => {
    const read = column.read('450001234567890121');
    // A column may reject them, for example as too long, but never as cut off.
    if ('error' in read) expect(read.error).not.toContain(AS_TEXT);
    else expect(read.value).toBe('450001234567890121');
  });
});

test.each([
  'PO Number',
  'Invoice Number',
  'Item Code',
  'Receipt Number',
  'Payment Reference',
  'DC Number',
  'Return Number',
  'Batch',
  'SKU Code',
])('%s keeps 18 digits of text', (heading) => {
  for (const column of codes.filter((each) => each.heading === heading))
    expect(column.read('450001234567890121')).toMatchObject({ value: '450001234567890121' });
});
