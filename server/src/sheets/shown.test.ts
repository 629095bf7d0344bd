// Why so long: one table has what a file shows and what is read of it.
import type { DateOrders } from '@aapurti/contract/sheets/sheets';
import { describe, expect, test } from 'vitest';

import { relations, rowXml, sheetXml, workbook } from '../../test/workbook.ts';
import { codeColumn, dateColumn, decimalColumn, required } from './columns.ts';
import { type ReadOptions, readSheet } from './read.ts';

// Every value that a file shows is read, rejected by column, or named as not read. Each row is a file.

const range = { least: 0, most: 100_000_000, places: 2 };
const words = (heading: string, example: string | number) => ({ heading, example, note: '' });
const COLUMNS = {
  number: required(codeColumn(words('Invoice Number', 'X1'))),
  date: dateColumn({ ...words('Invoice Date', '31-12-2026'), isTodayIfEmpty: true }),
  value: decimalColumn({ ...words('Invoice Value', 1), range }),
  tax: decimalColumn({ ...words('IGST Value', 1), range }),
};
type Cells = (string | number | null)[];
const HEAD: Cells = ['Invoice Number', 'Invoice Date', 'Invoice Value'];
const ROW: Cells = ['A-1', '20-11-2026', 1050];
const READ = 'A-1 2026-11-20 1050';

async function read(content: Buffer, name = 'a.xlsx', options: ReadOptions = {}) {
  const rows: string[] = [];
  const take = (batch: readonly { value: { number: string; date: string | null; value: unknown } }[]) => {
    for (const { value } of batch) rows.push(`${value.number} ${value.date ?? 'today'} ${String(value.value)}`);
  };
  const { problem, errors, questions, report } = await readSheet({ name, content }, COLUMNS, take, { csvAllowed: true, ...options });
  return {
    rows,
    said: [
      ...(problem === null ? [] : [problem]),
      ...errors.list.map(({ row, column, message }) => `${row} ${column}: ${message}`),
      ...questions.map(({ kind, heading, column }) => `${kind} ${heading} ${column}`),
    ],
    notRead: report.notRead.map(({ kind, name: what, message }) => `${kind} ${what}: ${message}`),
  };
}

const xml = (rows: readonly Cells[]) => rows.map((cells, index) => rowXml(index + 1, cells)).join('');
const STYLES = (code: string) =>
  `<numFmts><numFmt numFmtId="200" formatCode="${code.replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="200"/></cellXfs>`;
const cellOf = (column: 'A' | 'B' | 'C', inner: string) =>
  xml([HEAD, ROW]).replace(new RegExp(`<c r="${column}2".*?</c>`), `<c r="${column}2" ${inner}`);

describe('a cell', () => {
  test.each<[string, 'A' | 'B' | 'C', string, string]>([
    ['a formula without result that makes a text', 'B', 't="str"><f>A1</f></c>', 'formula without a saved result'],
    ['a formula without result that makes a number', 'C', '><f>1+1</f><v/></c>', 'formula without a saved result'],
    ['an error', 'C', 't="e"><v>#REF!</v></c>', '2 Invoice Value: The cell shows the error #REF!.'],
    ['a truth value', 'C', 't="b"><v>1</v></c>', '2 Invoice Value: Invoice Value should be a number.'],
    ['a day with the time of another zone', 'B', 't="d"><v>2026-11-19T18:30:00Z</v></c>', '2 Invoice Date: Invoice Date should be a date'],
    ['a day as a plain number', 'B', '><v>46346</v></c>', '2 Invoice Date: Invoice Date should be a date'],
    ['a number of 16 digits', 'A', '><v>1234567890123456</v></c>', '2 Invoice Number: Spreadsheet programs keep only 15 digits'],
  ])('%s is refused', async (_, column, inner, message) => {
    const { rows, said } = await read(await workbook({ rows: cellOf(column, inner) }));
    expect([rows, said]).toEqual([[], [expect.stringContaining(message)]]);
  });

  test.each<[string, 'A' | 'B' | 'C', string, string]>([
    ['an empty result of a formula', 'B', 't="str"><f>A1</f><v></v></c>', 'A-1 today 1050'],
    ['a day of the format, with a time', 'B', 't="d"><v>2026-11-20T10:00:00</v></c>', READ],
    ['a number of 15 digits', 'A', '><v>123456789012345</v></c>', '123456789012345 2026-11-20 1050'],
  ])('%s is read', async (_, column, inner, row) => {
    expect(await read(await workbook({ rows: cellOf(column, inner) }))).toMatchObject({ rows: [row], said: [] });
  });

  test.each<[code: string, number: number, column: 'A' | 'C', read: string]>([
    ['0', 1042, 'A', '1042 2026-11-20 1050'],
    ['0', 1042.5, 'A', '2 Invoice Number: The cell shows 1043 but contains 1042.5.'],
    ['#,##0', 42, 'A', '42 2026-11-20 1050'],
    ['#,##0', 1042, 'A', '2 Invoice Number: The cell shows 1,042 but contains 1042.'],
    ['0.00', 1042, 'A', '2 Invoice Number: The cell shows 1042.00 but contains 1042.'],
    ['[<100]0;000', 1042, 'A', '2 Invoice Number: The cell contains 1042 but shows it in the number format [<100]0;000.'],
    ['[$₹-4009] #,##0.00', 1050, 'C', READ],
    ['_("₹"* #,##0.00_);_("₹"* \\(#,##0.00\\);_("₹"* "-"??_);_(@_)', 1050, 'C', READ],
    ['[>=100000]##\\,##\\,##0;##,##0', 1050, 'C', READ],
    ['#,##0,', 1_050_000, 'C', '2 Invoice Value: The cell contains 1050000 but shows it in the number format #,##0,.'],
    ['0.00,,"L"', 105_000, 'C', '2 Invoice Value: The cell contains 105000 but shows it in the number format 0.00,,"L".'],
    ['0.00" lakh"', 1.05, 'C', '2 Invoice Value: The cell contains 1.05 but shows it in the number format 0.00" lakh".'],
    ['0.00" करोड़"', 1.05, 'C', '2 Invoice Value: The cell contains 1.05 but shows it in the number format 0.00" करोड़".'],
    ['0\\0\\0', 5, 'C', '2 Invoice Value: The cell contains 5 but shows it in the number format 0\\0\\0.'],
    ['0" kg"', 1050, 'C', READ],
    ['"PB/26-27/"0000', 42, 'A', 'PB/26-27/0042 2026-11-20 1050'],
    ['00"-"00"/"0000', 26_270_042, 'A', '26-27/0042 2026-11-20 1050'],
    [';;;', 1050, 'C', '2 Invoice Value: The cell contains 1050 but shows it in the number format ;;;.'],
  ])('in the format %s, %d of column %s', async (code, number, column, expected) => {
    const { rows, said } = await read(await workbook({ rows: cellOf(column, `s="1"><v>${number}</v></c>`), styles: STYLES(code) }));
    expect([...rows, ...said]).toEqual([expect.stringContaining(expected)]);
  });

  test.each<[code: string, text: string, read: string]>([
    ['"INV-"@', '0042', 'INV-0042 2026-11-20 1050'],
    ['0;0;0;"INV/"@"/26"', '0042', 'INV/0042/26 2026-11-20 1050'],
    ['_("₹"* #,##0.00_);_(@_)', 'A-1', READ],
    ['\\#@', '42', '#42 2026-11-20 1050'],
    ['@', 'A-1', READ],
    ['dd/mm/yyyy', 'A-1', READ],
    [';;;', 'A-1', '2 Invoice Number: The number format hides the text of the cell. Format the column as text and enter it again.'],
  ])('in the format %s, the text %s', async (code, text, expected) => {
    const inline = cellOf('A', `s="1" t="inlineStr"><is><t>${text}</t></is></c>`);
    const shared = cellOf('A', 's="1" t="s"><v>0</v></c>');
    for (const file of [{ rows: inline }, { rows: shared, sharedStrings: `<si><t>${text}</t></si>` }]) {
      const { rows, said } = await read(await workbook({ ...file, styles: STYLES(code) }));
      expect([...rows, ...said]).toEqual([expected]);
    }
  });

  test.each<[code: string, read: string]>([
    ['dd/mm/yyyy', READ],
    ['[$-4000439]d mmmm yyyy', READ],
    ['d-mmm', READ],
    [
      'mmm-yy',
      '2 Invoice Date: The cell contains 20-11-2026 but does not show the day. Format the column as text and enter the full date.',
    ],
    [
      'mmmm" d "yyyy',
      '2 Invoice Date: The cell contains 20-11-2026 but does not show the day. Format the column as text and enter the full date.',
    ],
  ])('in the format %s, a day', async (code, expected) => {
    const { rows, said } = await read(await workbook({ rows: cellOf('B', 's="1"><v>46346</v></c>'), styles: STYLES(code) }));
    expect([...rows, ...said]).toEqual([expected]);
  });

  test('the phonetic guide of an Asian text is not part of it', async () => {
    const inner = 't="inlineStr"><is><t>A-</t><rPh sb="0" eb="1"><t>x</t></rPh><r><t>1</t></r></is></c>';
    expect((await read(await workbook({ rows: cellOf('A', inner) }))).rows).toEqual([READ]);
  });

  test.each<[string, Cells, string]>([
    ['digits of Hindi in a date', ['A-1', '२०/११/२०२६', 1050], '2 Invoice Date: Invoice Date should be a date, for example 31-12-2026.'],
    ['digits of Hindi in an amount', ['A-1', '20-11-2026', '१०५०'], '2 Invoice Value: Invoice Value should be a number.'],
    ['blanks that do not break in an amount', ['A-1', '20-11-2026', '₹\u00a01,05,000.50'], 'A-1 2026-11-20 105000.5'],
    ['blanks as grouping', ['A-1', '20-11-2026', '1\u00a0050'], '2 Invoice Value: Invoice Value should be a number.'],
    ['a debit', ['A-1', '20-11-2026', '1,050.00 Dr'], '2 Invoice Value: Invoice Value should be a number.'],
    ['parentheses of a negative amount', ['A-1', '20-11-2026', '(1,050.00)'], '2 Invoice Value: Invoice Value should be a number.'],
    ['an apostrophe before its number', ["'0042", '20-11-2026', 1050], '0042 2026-11-20 1050'],
    ['marks of direction', ['\u200eA-1', '20/11/2026\u200e', '\u200e1050'], READ],
    ['full-width digits and dashes that do not break', ['A-1', '20\u201111\u20112026', '１０５０'], READ],
    ['raised digits', ['A-1', '20-11-2026', '10²'], '2 Invoice Value: Invoice Value should be a number.'],
    ['an error as text', ['#N/A', '20-11-2026', 1], '2 Invoice Number: The cell shows the error #N/A.'],
    ['a narrow column', ['A-1', '########', 1], '2 Invoice Date: The cell shows only #. Widen the column'],
    ['a year of two digits', ['A-1', '20/11/26', 1], '2 Invoice Date: Invoice Date should be a date, for example 31-12-2026.'],
    ['a zone of time', ['A-1', '2026-11-20T18:30:00Z', 1], '2 Invoice Date: Invoice Date should be a date, for example 31-12-2026.'],
  ])('with %s', async (_, cells, expected) => {
    const { rows, said } = await read(await workbook({ rows: xml([HEAD, cells]) }));
    expect([...rows, ...said]).toEqual([expect.stringContaining(expected)]);
  });
});

describe('merged cells', () => {
  const merged = async (refs: readonly string[], rows: readonly Cells[], headings: Cells = HEAD) => {
    const cells = refs.map((ref) => `<mergeCell ref="${ref}"/>`).join('');
    const part = sheetXml(xml([headings, ...rows])).replace('</sheetData>', `</sheetData><mergeCells>${cells}</mergeCells>`);
    return read(await workbook({ parts: { 'xl/worksheets/sheet1.xml': part } }));
  };
  const second: Cells = ['A-2', null, 7];
  const fault = (row: number, column: string, ref: string) => [
    `${row} ${column}: ${ref} are merged into one cell. Unmerge them and fill in each cell.`,
  ];

  test.each<[string, string[], Cells[], string[]]>([
    ['over two rows', ['B2:B3'], [ROW, second], fault(3, 'Invoice Date', 'B2:B3')],
    ['over three columns', ['A2:C2'], [ROW], fault(2, 'Invoice Number', 'A2:C2')],
    ['in one column of one row', ['C2:D2'], [ROW], []],
    ['over a row and the blank one below', ['A2:A3', 'B2:B3', 'C2:C3'], [ROW, [null, null, null]], []],
    ['in the total at the end', ['A3:B3'], [ROW, ['Total', null, 1050]], []],
    ['of a heading over its own column and the blank row below', ['A1:A2'], [[null, null, null], ROW], []],
  ])('%s', async (_, refs, rows, said) => {
    expect((await merged(refs, rows)).said).toEqual(said);
  });
});

describe('a heading that is merged over columns', () => {
  const headed = async (ref: string, rows: readonly Cells[]) => {
    const part = sheetXml(xml(rows)).replace('</sheetData>', `</sheetData><mergeCells><mergeCell ref="${ref}"/></mergeCells>`);
    return read(await workbook({ parts: { 'xl/worksheets/sheet1.xml': part } }));
  };

  test.each<[string, string, readonly Cells[], string[]]>([
    [
      'whose values are in the second of them',
      'B1:C1',
      [
        ['Invoice Number', 'Invoice Date', null, 'Invoice Value'],
        ['A-1', null, '20-11-2026', 1050],
      ],
      [
        '1 Invoice Date: B1:C1 are merged into one heading above several filled columns. Unmerge them and give each column a heading.',
        'A-1 today 1050',
      ],
    ],
    [
      'that are blank but for the first',
      'B1:C1',
      [
        ['Invoice Number', 'Invoice Date', null, 'Invoice Value'],
        ['A-1', '20-11-2026', null, 1050],
      ],
      [READ],
    ],
    [
      'with headings of its own below',
      'A1:B1',
      [
        ['Invoice', null, 'Invoice Value'],
        ['Number', 'Date', null],
        ['A-1', '20-11-2026', 1050],
      ],
      [
        '1 Invoice Number: The column Invoice Number is missing.',
        '1 Invoice Date: Column B has dates but no heading. Enter Invoice Date above it, or the heading of its contents.',
        'heading Invoice Invoice Number',
      ],
    ],
  ])('%s', async (_, ref, rows, expected) => {
    const found = await headed(ref, rows);
    expect([...found.said, ...found.rows].toSorted()).toEqual(expected.toSorted());
  });
});

describe('a second sheet', () => {
  const other = async (first: readonly Cells[], name: string, state: string, rows: readonly Cells[]) =>
    read(
      await workbook({
        rows: xml(first),
        parts: {
          'xl/workbook.xml': `<workbook xmlns:r="r"><sheets><sheet name="Data" sheetId="1" r:id="rId1"/><sheet name="${name}" ${state} sheetId="2" r:id="rId9"/></sheets></workbook>`,
          'xl/_rels/workbook.xml.rels': relations([
            ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
            ['rId9', 'worksheet', 'worksheets/sheet2.xml'],
          ]),
          'xl/worksheets/sheet2.xml': sheetXml(xml(rows)),
        },
      }),
    );
  const SAME = 'It has the same headings. Upload it in a separate file.';

  test.each<[string, string, string, readonly Cells[], string[]]>([
    ['hidden, with the headings', 'Old', 'state="hidden"', [HEAD, ROW], [`sheet Old: Hidden. ${SAME}`]],
    ['very hidden, with the headings', 'Old', 'state="veryHidden"', [HEAD, ROW], [`sheet Old: Hidden. ${SAME}`]],
    ['hidden, with other data', 'Old', 'state="hidden"', [['x'], [1]], ['sheet Old: Hidden. Another sheet was read.']],
    ["the template's lists", 'Lists', 'state="hidden"', [['x'], ['y']], []],
    ['shown, without headings', 'More', '', [ROW], ['sheet More: Another sheet was read.']],
    ['empty', 'More', '', [], []],
  ])('%s', async (_, name, state, rows, notRead) => {
    expect(await other([HEAD, ROW], name, state, rows)).toEqual({ rows: [READ], said: [], notRead });
  });

  test('is read if the first has only headings', async () => {
    expect((await other([HEAD], 'More', '', [HEAD, ROW])).rows).toEqual([READ]);
  });
});

test('a row with all cells struck through is reported and not read', async () => {
  const struck = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><r><rPr><strike/></rPr><t>${text}</t></r></is></c>`;
  const old = `<row r="3">${struck('A3', 'A-2')}${struck('B3', '20-11-2026')}${struck('C3', '99')}</row>`;
  expect(await read(await workbook({ rows: `${xml([HEAD, ROW])}${old}` }))).toEqual({
    rows: [READ],
    said: [],
    notRead: ['row row 3: Struck through. Remove the strikethrough from cells that should be read.'],
  });
});

describe('a text file', () => {
  const csv = (text: string | Buffer) => read(Buffer.from(text), 'a.csv');
  const head = HEAD.join(',');
  const row = ROW.join(',');

  test.each<[string, string, string[]]>([
    ['semicolons', `${HEAD.join(';')}\n${ROW.join(';')}`, [READ]],
    ['semicolons and decimals after commas', `${HEAD.join(';')}\nA-1;20-11-2026;1050,5`, ['A-1 2026-11-20 1050.5']],
    [
      'semicolons and a comma before three digits',
      `${HEAD.join(';')}\nA-1;20-11-2026;2,500\nA-2;20-11-2026;12,500.50\n`,
      ['A-2 2026-11-20 12500.5', '2 Invoice Value: 2,500 may be 2500 or 2.500. Enter it without a comma, or with a decimal point.'],
    ],
    ['tabs', `${HEAD.join('\t')}\n${ROW.join('\t')}`, [READ]],
    ['bars', `${HEAD.join('|')}\n${ROW.join('|')}`, [READ]],
    ['a line that names the tab', `sep=\t\r\n${HEAD.join('\t')}\r\n${ROW.join('\t')}`, [READ]],
    ['a line that names the separator between quotation marks', `"sep=;"\r\n${HEAD.join(';')}\r\n${ROW.join(';')}`, [READ]],
    ['an apostrophe before a number', `${head}\n'0042,20-11-2026,1\n`, ['0042 2026-11-20 1']],
    ['a byte order mark and a line that names the separator', `\ufeffsep=;\r\n${HEAD.join(';')}\r\n${ROW.join(';')}`, [READ]],
    ['commas at the end of all lines', `${head},,\n${row},,\n,,,,\n`, [READ]],
    ['commas at the end of the rows alone', `${head}\n${row},\n`, [READ]],
    ['a value split at its comma, and a comma at the end', `${head}\nA-1,20-11-2026,1,050,\n`, ['2 Invoice Value: The row has 5 values']],
    [
      'a value split at its comma, in a row without its last value',
      `${head},IGST Value\nA-1,20-11-2026,1,050\n`,
      ['2 Invoice Value: 1,050 seems to be one value. Enter it without commas, or put it in quotation marks.'],
    ],
    [
      'one split in lakhs, in a row without its last values',
      `${head},IGST Value,Remarks,More\nA-1,20-11-2026,1,20,000.50\n`,
      ['2 Invoice Value: 1,20,000.50 seems to be one value.'],
    ],
    [
      'a split value whose rest its column refuses',
      `Invoice Number,Invoice Value,Invoice Date,IGST Value\nA-1,1,200,20-11-2026\n`,
      ['2 Invoice Value: 1,200 seems'],
    ],
    [
      'two numbers that may be one, beside a row that lacks its last value',
      `${head},IGST Value\nA-1,20-11-2026,999,180\nA-2,20-11-2026,900\nA-3,20-11-2026,900,\nA-4,20-11-2026,99,18\n`,
      [
        'A-1 2026-11-20 999',
        'A-2 2026-11-20 900',
        'A-3 2026-11-20 900',
        'A-4 2026-11-20 99',
        '2 Invoice Value: 999 and 180 can be two values, or 999,180 can be one. Add commas to row 3 up to the last heading, and put values with commas in quotation marks.',
      ],
    ],
    [
      'the same two numbers where no row lacks a value',
      `${head},IGST Value\nA-1,20-11-2026,999,180\nA-2,20-11-2026,900,\n`,
      ['A-1 2026-11-20 999', 'A-2 2026-11-20 900'],
    ],
    [
      'a value between quotation marks, in a row without its last value',
      `${head},IGST Value\nA-1,20-11-2026,"1,050"\n`,
      ['A-1 2026-11-20 1050'],
    ],
    ['numbers between semicolons that commas would split', `${HEAD.join(';')};IGST Value\nA-1;20-11-2026;1;050\n`, ['A-1 2026-11-20 1']],
    ['a value beyond the headings', `${head}\n${row},9\n`, ['2 Invoice Number: The row has 4 values under 3 headings.']],
    ['curly quotation marks of a formula', `${head}\n=“0050”,20-11-2026,1\n`, ['0050 2026-11-20 1']],
    [
      'scientific notation',
      `${head}\n8.91E+12,20-11-2026,1\n`,
      ['2 Invoice Number: The spreadsheet program shortened this number to 8.91E+12.'],
    ],
  ])('with %s', async (_, text, expected) => {
    const { rows, said } = await csv(text);
    expect([...rows, ...said]).toEqual(expected.map((each) => expect.stringContaining(each)));
  });

  test('in another encoding is rejected', async () => {
    for (const encoded of [Buffer.from(`\ufeff${head}\n${row}`, 'utf16le'), Buffer.from(`${head}\ncaf\xe9,,1`, 'latin1')])
      expect((await csv(encoded)).said).toEqual([expect.stringContaining('The file is not in UTF-8.')]);
  });
});

describe('rows and columns', () => {
  test.each<[string, readonly Cells[], string[], string[]]>([
    ['a total with its word in another column', [HEAD, ROW, [null, 'Total', 1050]], [READ], ['row row 3: A total at the end.']],
    ...['कुल', 'कुल राशि', 'कुल योग :-', 'महायोग', 'जोड़', 'जोड़', 'Total Amount', 'G. Total', 'TOTAL (₹) =', 'Grand Total Rs.'].flatMap(
      (word): [string, readonly Cells[], string[], string[]][] => [
        [`a total that starts with ${word}`, [HEAD, ROW, [word, null, 1050]], [READ], ['row row 3: A total at the end.']],
        [`a total with ${word} in its second column`, [HEAD, ROW, [null, word, 1050]], [READ], ['row row 3: A total at the end.']],
      ],
    ),
    ['a number that starts with the word', [HEAD, ['कुल्लू-1', '20-11-2026', 7]], ['कुल्लू-1 2026-11-20 7'], []],
    ['the headings again, as on each page of a print', [HEAD, ROW, HEAD, ROW], [READ, READ], ['row row 3: The headings are repeated.']],
    [
      'the headings below the letterhead of the company',
      [['Sharma Mills'], ['Date', null, '25/11/2026'], ['List of invoices'], HEAD, ROW],
      [READ],
      ['row rows 1 to 3: Above the headings.'],
    ],
    ['a total without a word', [HEAD, ROW, [null, null, 1050]], [READ, '3 Invoice Number: Invoice Number is required.'], []],
    ['an item that has the word in its name', [HEAD, ['Total Detergent', '20-11-2026', 7]], ['Total Detergent 2026-11-20 7'], []],
    [
      'dates without a heading where an absent date means today',
      [['Invoice Number', null, 'Invoice Value'], ROW],
      ['A-1 today 1050', '1 Invoice Date: Column B has dates but no heading. Enter Invoice Date above it, or the heading of its contents.'],
      ['column B: It has values but no heading.'],
    ],
    [
      'odd dates under another heading',
      [
        ['Invoice Number', 'Raised', 'Invoice Value'],
        ['A-1', 'Fri 20 Nov 26', 1050],
      ],
      ['A-1 today 1050', 'heading Raised Invoice Date'],
      ['column Raised: No column of this sheet has this heading.'],
    ],
  ])('%s', async (_, rows, expected, notRead) => {
    const found = await read(await workbook({ rows: xml(rows) }));
    expect([[...found.rows, ...found.said], found.notRead]).toEqual([expected, notRead]);
  });

  test('a column of zero width is reported as hidden', async () => {
    const part = sheetXml(xml([HEAD, ROW])).replace('<sheetData>', '<cols><col min="3" max="3" width="0"/></cols><sheetData>');
    const { notRead } = await read(await workbook({ parts: { 'xl/worksheets/sheet1.xml': part } }));
    expect(notRead).toEqual(['column Invoice Value: The column is hidden but was read.']);
  });
});

test('two columns of dates show two orders', async () => {
  const columns = { made: dateColumn(words('Made On', '31-12-2026')), best: dateColumn(words('Best Before', '31-12-2026')) };
  const content = await workbook({
    rows: xml([
      ['Made On', 'Best Before'],
      ['25/11/2026', '11/26/2027'],
      ['05/11/2026', '12/05/2027'],
    ]),
  });
  const days: unknown[] = [];
  const once = (options: ReadOptions) => readSheet({ name: 'a.xlsx', content }, columns, (rows) => void days.push(...rows), options);
  const { orders, questions } = await once({});
  expect([questions, [...orders]]).toEqual([[], [['best', 'monthFirst']]]);
  days.length = 0;
  await once({ orders });
  expect(days).toEqual([
    { row: 2, value: { made: '2026-11-25', best: '2027-11-26' } },
    { row: 3, value: { made: '2026-11-05', best: '2027-12-05' } },
  ]);
});

describe('two columns of dates', () => {
  const columns = { made: dateColumn(words('Made On', '31-12-2026')), best: dateColumn(words('Best Before', '31-12-2026')) };
  const [UNCLEAR, DAY, MONTH, BOTH] = [['05/11/2026'], ['20/11/2026'], ['11/20/2026'], ['20/11/2026', '11/20/2026']];
  const [DAYS, MONTHS] = [{ 'Made On': 'dayFirst' }, { 'Made On': 'monthFirst' }] as const;
  const WRONG = 'Best Before should be a date, for example 31-12-2026.';

  test.each<[made: string[], best: string[], DateOrders | null, expected: string[]]>([
    [UNCLEAR, MONTH, null, ['? Made On']],
    [UNCLEAR, MONTH, DAYS, ['2026-11-05 2026-11-20']],
    [UNCLEAR, MONTH, MONTHS, ['2026-05-11 2026-11-20']],
    [UNCLEAR, MONTH, { ' made ON': 'dayFirst' }, ['2026-11-05 2026-11-20']],
    [UNCLEAR, DAY, DAYS, ['2026-11-05 2026-11-20']],
    [UNCLEAR, DAY, MONTHS, ['2026-05-11 2026-11-20']],
    [UNCLEAR, UNCLEAR, null, ['? Made On', '? Best Before']],
    [UNCLEAR, UNCLEAR, DAYS, ['? Best Before']],
    [UNCLEAR, UNCLEAR, { ...DAYS, 'Best Before': 'monthFirst' }, ['2026-11-05 2026-05-11']],
    [UNCLEAR, BOTH, DAYS, ['? Best Before']],
    // An answer for all columns applies to all; one that contradicts what a column shows is an error.
    [UNCLEAR, UNCLEAR, 'dayFirst', ['2026-11-05 2026-11-05']],
    [UNCLEAR, MONTH, 'dayFirst', [WRONG]],
    [UNCLEAR, MONTH, { ...DAYS, 'Best Before': 'dayFirst' }, [WRONG]],
    [UNCLEAR, MONTH, { 'Packed On': 'dayFirst' }, ['Packed On is not a column of this sheet.']],
    [UNCLEAR, MONTH, { '': 'dayFirst' }, [' is not a column of this sheet.']],
    [UNCLEAR, MONTH, {}, ['? Made On']],
  ])('%j and %j, with the answer %j: %j', async (made, best, dateOrder, expected) => {
    const rows = best.map((date, index): Cells => [made[index] ?? null, date]);
    const content = await workbook({ rows: xml([['Made On', 'Best Before'], ...rows]) });
    let found: string[] = [];
    const once = (options: ReadOptions) => {
      found = [];
      const take = (batch: readonly { value: { made: string | null; best: string | null } }[]) =>
        void found.push(...batch.map(({ value }) => `${value.made} ${value.best}`));
      return readSheet({ name: 'a.xlsx', content }, columns, take, { dateOrder, ...options });
    };
    const first = await once({});
    const { problem, questions, errors } = first.orders.size === 0 ? first : await once({ orders: first.orders });
    const asked = questions.map(({ kind, heading }) => `${kind === 'dateOrder' ? '?' : kind} ${heading}`);
    const said = [...(problem === null ? [] : [problem]), ...asked, ...errors.list.map(({ message }) => message)];
    expect(said.length > 0 ? said : found).toEqual(expected);
  });
});

describe('all questions are asked at once', () => {
  test.each<[string, Cells, string[]]>([
    [
      'a heading and the order of its dates',
      ['Invoice Number', 'Inv Date', 'Invoice Value'],
      ['heading Inv Date Invoice Date', 'dateOrder Inv Date Invoice Date'],
    ],
    [
      'a missing heading and the order of dates',
      ['Inv No', 'Invoice Date', 'Invoice Value'],
      ['heading Inv No Invoice Number', 'dateOrder Invoice Date Invoice Date'],
    ],
    [
      'a missing heading and dates under another',
      ['Inv No', 'Raised', 'Invoice Value'],
      ['heading Inv No Invoice Number', 'heading Raised Invoice Date', 'dateOrder Raised Invoice Date'],
    ],
  ])('%s', async (_, headings, questions) => {
    const content = await workbook({ rows: xml([headings, ['A-1', '05/11/2026', 1050]]) });
    expect((await read(content)).said.filter((text) => !text.includes('is missing'))).toEqual(questions);
    const pairs = questions.flatMap((text) =>
      [...text.matchAll(/^heading (.*) (Invoice .*)$/g)].map(([, from = '', to = '']) => [from, to]),
    );
    const meant: Record<string, string> = Object.fromEntries(pairs);
    expect(await read(content, 'a.xlsx', { headings: meant, dateOrder: 'monthFirst' })).toMatchObject({
      rows: ['A-1 2026-05-11 1050'],
      said: [],
    });
  });
});
