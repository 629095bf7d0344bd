// Why so long: one table lists the number formats that a workbook may show a code in.
import { describe, expect, test } from 'vitest';

import { centralHeader, relations, rowXml, sheetXml, workbook, workbookParts, zipOf } from '../../../test/workbook.ts';
import { BATCH_TEXT, BROKEN, type Caps, CAPS, type RawRow } from '../cells.ts';
import { dateOfSerial, serialOfDate } from '../dates.ts';
import { kindOfFormat, shownBy } from './formats.ts';
import { readXlsx } from './xlsx.ts';

async function rowsOf(file: Buffer, caps: Partial<Caps> = {}): Promise<RawRow[]> {
  const rows: RawRow[] = [];
  for await (const batch of readXlsx(file, { ...CAPS, ...caps })) rows.push(...batch);
  return rows;
}

/** The cells of the only row. */
async function cellsOf(...given: Parameters<typeof workbook>) {
  return (await rowsOf(await workbook(...given)))[0]?.cells;
}

describe('cells', () => {
  test('have shared texts, with rich text joined and phonetic hints left out', async () => {
    const sharedStrings =
      '<si><t>Tea &amp; Coffee "चाय" 🍵</t></si><si><r><rPr><b/></rPr><t xml:space="preserve">Basmati </t></r><r><t>Rice</t></r><rPh sb="0" eb="1"><t>ignored</t></rPh></si><si><t/></si>';
    const rows =
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c><c r="D1"><v>1</v></c></row>';
    expect(await cellsOf({ rows, sharedStrings })).toEqual(['Tea & Coffee "चाय" 🍵', 'Basmati Rice', null, 1]);
  });

  test('have inline texts with digits and leading zeros kept as text', async () => {
    const rows =
      '<row r="1"><c r="A1" t="inlineStr"><is><t>0036000291452</t></is></c><c r="B1" t="inlineStr"><is><r><t>a</t></r><r><t><![CDATA[<b>]]></t></r></is></c></row>';
    expect(await cellsOf({ rows })).toEqual(['0036000291452', 'a<b>']);
  });

  test('have numbers as a spreadsheet program shows them', async () => {
    const numbers = ['8901030516320', '37.049999999999997', '8.90103051632E12', '-0.5', '1E-3', '0.30000000000000004', '1234567890123456'];
    const rows = `<row r="1">${numbers.map((text) => `<c><v>${text}</v></c>`).join('')}</row>`;
    expect(await cellsOf({ rows })).toEqual([
      8901030516320,
      37.05,
      { number: 8901030516320, format: '0E+0' },
      -0.5,
      { number: 0.001, format: '0E+0' },
      0.3,
      1234567890123456,
    ]);
  });

  test('with a formula have its result when the file was saved', async () => {
    const rows =
      '<row r="1"><c r="A1"><f>B1*2</f><v>12.5</v></c><c r="B1" t="str"><f>"a"&amp;"b"</f><v>ab</v></c><c r="C1" t="str"><f>""</f><v></v></c><c r="D1"><f>B1*2</f></c><c r="E1" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>';
    const cells = await cellsOf({ rows });
    expect(cells?.slice(0, 3)).toEqual([12.5, 'ab', null]);
    expect(cells?.[3]).toEqual({ error: expect.stringContaining('formula without a saved result') as string });
    expect(cells?.[4]).toEqual({ error: 'The cell shows the error #DIV/0!.' });
  });

  test('can be booleans, ISO dates and escaped characters', async () => {
    const rows =
      '<row r="1"><c t="b"><v>1</v></c><c t="b"><v>0</v></c><c t="d"><v>2026-02-03T00:00:00</v></c><c t="str"><v>a_x000D_b</v></c><c t="inlineStr"><is><t>_x005F_x000D_</t></is></c></row>';
    expect(await cellsOf({ rows })).toEqual([true, false, { date: '2026-02-03' }, 'a\rb', '_x000D_']);
  });

  const styles =
    '<numFmts><numFmt numFmtId="164" formatCode="dd\\-mm\\-yyyy"/><numFmt numFmtId="165" formatCode="0.00"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs>';
  const dates = '<row r="1"><c s="1"><v>46056</v></c><c s="2"><v>46056.75</v></c><c s="3"><v>46056</v></c><c s="0"><v>46056</v></c></row>';

  test('with a number are dates by their style', async () => {
    expect(await cellsOf({ rows: dates, styles })).toEqual([
      { date: '2026-02-03' },
      { date: '2026-02-03' },
      { number: 46056, format: '0.00' },
      46056,
    ]);
  });

  test('with a number are percentages by their style, as shown', async () => {
    const percents = '<cellXfs><xf numFmtId="0"/><xf numFmtId="10"/></cellXfs>';
    const rows = '<row r="1"><c r="A1" s="1"><v>0.22500000000000001</v></c><c r="B1" s="1"><f>A1</f><v>7.0000000000000007E-2</v></c></row>';
    expect(await cellsOf({ rows, styles: percents })).toEqual(['22.5%', '7%']);
  });

  test.each(['date1904="1"', 'date1904="true"'])('days count from 1904 with %s', async (properties) => {
    expect((await cellsOf({ rows: dates, styles, properties }))?.[0]).toEqual({ date: '2030-02-04' });
  });
});

test.each([
  [1, false, '1900-01-01'],
  [59, false, '1900-02-28'],
  [60, false, null],
  [61, false, '1900-03-01'],
  [0, false, null],
  [0, true, '1904-01-01'],
  [46056.9999999, false, '2026-02-04'],
  [109_574, false, '2199-12-31'],
  [109_575, false, null],
  [-1, false, null],
])('day %d, from 1904: %s, is %s', (serial, from1904, date) => {
  expect(dateOfSerial(serial, from1904)).toBe(date);
});

test.each([
  ['2026-02-03', 46056],
  ['1900-03-01', 61],
  ['1900-02-28', null],
  ['2026-02-30', null],
  ['soon', null],
])('the number of %s is %j', (date, serial) => {
  expect(serialOfDate(date)).toBe(serial);
});

test.each([
  [14, undefined, 'date'],
  [22, undefined, 'date'],
  [20, undefined, 'plain'],
  [2, undefined, 'plain'],
  [9, undefined, 'percent'],
  [10, undefined, 'percent'],
  [164, '0.0%', 'percent'],
  [164, '0 "%"', 'plain'],
  [164, '0 \\%', 'plain'],
  [164, 'dd/mm/yyyy;@', 'date'],
  [164, '[$-409]d-mmm-yy', 'date'],
  [164, 'mmm', 'date'],
  [164, 'h:mm AM/PM', 'plain'],
  [164, '[h]:mm', 'plain'],
  [164, '[mm]:ss', 'plain'],
  [164, '"day" 0', 'plain'],
  [164, '0 \\d', 'plain'],
  [164, '[Red]#,##0.00', 'plain'],
  [164, 'General', 'plain'],
])('a number of format %d %s is %s', (id, code, expected) => {
  expect(kindOfFormat(id, code)).toBe(expected);
});

test.each([
  ['0000000', 1042, '0001042'],
  ['00000;@', 42, '00042'],
  ['"INV-"0000', 42, 'INV-0042'],
  ['\\I\\N\\V-0000', 42, 'INV-0042'],
  ['"PO/26-27/"0000', 12, 'PO/26-27/0012'],
  ['0000"/26-27"', 12, '0012/26-27'],
  ['"INV-"General', 42, 'INV-42'],
  ['General"/A"', 42, '42/A'],
  ['000-000', 1042, '001-042'],
  ['#-00', 12345, '123-45'],
  ['[Red]0000', 42, '0042'],
  ['[$-4009]0000', 42, '0042'],
  ['0;-0;"none"', 0, null],
  ['#', 0, ''],
  ['0000', 123456, '123456'],
  ['#,##0', 1042, null],
  ['0.00', 1042, null],
  ['0.00E+00', 1042, null],
  ['[>999]0-0;0', 1042, null],
  ['# ?/?', 1042, null],
  ['0,', 1042, null],
  ['0%', 1042, null],
  ['0*-', 1042, null],
  ['"INV"', 1042, null],
  ['h:mm', 1042, null],
  ['[5]', 1042, null],
  ['0000', 4.5, null],
  ['0000', -4, null],
])('the format %s shows %d as %j', (code, value, shown) => {
  expect(shownBy(code, value)).toBe(shown);
});

describe('sheets', () => {
  const second = { 'xl/worksheets/sheet2.xml': sheetXml(rowXml(1, ['visible'])) };
  const twoSheets = (state: string) => ({
    'xl/workbook.xml': `<workbook xmlns:rel="x"><sheets><sheet name="A" sheetId="1" state="${state}" rel:id="rId1"/><sheet name="B" sheetId="2" rel:id="rId2"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
      ['rId2', 'worksheet', '/xl/worksheets/sheet2.xml'],
    ]),
  });

  test.each(['hidden', 'veryHidden'])('are skipped if the first one is %s', async (state) => {
    expect(await cellsOf({ rows: rowXml(1, ['not this']), parts: { ...second, ...twoSheets(state) } })).toEqual(['visible']);
  });

  test('are skipped if a chart is before the table', async () => {
    const chart = relations([
      ['rId1', 'chartsheet', 'chartsheets/sheet1.xml'],
      ['rId2', 'worksheet', 'worksheets/sheet2.xml'],
    ]);
    expect(await cellsOf({ parts: { ...second, ...twoSheets('visible'), 'xl/_rels/workbook.xml.rels': chart } })).toEqual(['visible']);
  });

  test('that are all hidden cannot be read', async () => {
    const parts = { 'xl/workbook.xml': '<workbook xmlns:r="x"><sheets><sheet state="hidden" r:id="rId1"/></sheets></workbook>' };
    await expect(cellsOf({ parts })).rejects.toThrow('The file has no visible sheet.');
  });

  test('can be elsewhere in the file, with names in another case and prefixed elements', async () => {
    const file = await zipOf({
      '_rels/.rels': relations([['x', 'officeDocument', '/Book/Main.xml']]),
      'book/main.xml': '<x:workbook xmlns:x="m" xmlns:r="r"><x:sheets><x:sheet r:id="a"/></x:sheets></x:workbook>',
      'Book/_rels/Main.xml.rels': relations([['a', 'worksheet', '../sheets/S.xml']]),
      'Sheets/s.xml':
        '<x:worksheet xmlns:x="m"><x:sheetData><x:row r="3"><x:c r="B3"><x:v>7</x:v></x:c></x:row></x:sheetData></x:worksheet>',
    });
    expect(await rowsOf(file)).toEqual([{ row: 3, cells: [null, 7] }]);
  });

  test('can have rows and cells without addresses; blank ones are skipped', async () => {
    const rows =
      '<row><c><v>1</v></c></row><row r="5"><c r="C5" s="1"/><c><v>2</v></c></row><row/><row><c r="B7" t="s"/></row><row><c><v>3</v></c></row>';
    expect(await rowsOf(await workbook({ rows }))).toEqual([
      { row: 1, cells: [1] },
      { row: 5, cells: [null, null, null, 2] },
      { row: 8, cells: [3] },
    ]);
  });

  test('with many rows are read completely in batches', async () => {
    const rows = Array.from({ length: 1234 }, (_, index) => rowXml(index + 1, [index, 'x'])).join('');
    const read = await rowsOf(await workbook({ rows }));
    expect(read).toHaveLength(1234);
    expect(read.at(-1)).toEqual({ row: 1234, cells: [1233, 'x'] });
  });
});

describe('tens of thousands of shared texts', () => {
  const COUNT = 20_000;
  const texts = Array.from({ length: COUNT }, (_, index) => `Basmati rice, pack ${index}`);
  const sharedStrings = texts.map((text) => `<si><t>${text}</t></si>`).join('');
  const cellOf = (place: number, isPlain: boolean) =>
    isPlain ? `<c r="A1" t="s"><v>${place}</v></c>` : `<c t='s' r='A1'><v>${place}</v></c>`;
  const rowsAt = (places: readonly number[], isPlain = true) =>
    places.map((place, index) => `<row r="${index + 1}">${cellOf(place, isPlain)}<c r="B1"><v>${index}</v></c></row>`).join('');
  const inOrder = texts.map((_, index) => index);

  test.each([
    ['in their order', inOrder],
    ['backwards', inOrder.toReversed()],
    ['in no order, many of them again', inOrder.map((place) => (place * 7919) % 10_007)],
    ['the last one alone', [COUNT - 1]],
  ])('%s, each in its cell', async (_, places) => {
    for (const isPlain of [true, false]) {
      const rows = await rowsOf(await workbook({ sharedStrings, rows: rowsAt(places, isPlain) }));
      expect(rows.map(({ cells }) => cells)).toEqual(places.map((place, index) => [texts[place], index]));
    }
  });

  test.each(['20000', '-1', '1.5', '1E-7'])('have no number %s', async (number) => {
    const rows = `${rowsAt([0, 5])}<row r="9"><c r="A9" t="s"><v>${number}</v></c></row>`;
    await expect(rowsOf(await workbook({ sharedStrings, rows }))).rejects.toThrow(BROKEN);
  });

  test.each([
    ['<si><t>cut off', BROKEN],
    [`<si><t>${'a'.repeat(32_768)}</t></si>`, 'A cell contains more than 32,767 characters.'],
  ])('that no cell uses make the file invalid if damaged', async (end, message) => {
    const file = await workbook({ sharedStrings: sharedStrings + end, rows: rowsAt(inOrder.slice(0, 100)) });
    await expect(rowsOf(file)).rejects.toThrow(message);
  });

  test('with a part shorter than stated are rejected', async () => {
    const file = await workbook({ sharedStrings, rows: rowsAt([0]) });
    forgeSize(file, 'xl/sharedStrings.xml', 10_000_000);
    await expect(rowsOf(file)).rejects.toThrow(BROKEN);
  });
});

describe('refused', () => {
  test.each([
    [
      'a cell far outside',
      { rows: '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>' },
      {},
      /more than 100 columns: cell XFD1048576 is filled/,
    ],
    ['too many rows', { rows: [1, 2, 3, 4].map((row) => rowXml(row, ['x'])).join('') }, { rows: 2 }, /more than 2 rows/],
    ['a long inline text', { rows: rowXml(1, ['a'.repeat(32_768)]) }, {}, 'Cell A1 contains more than 32,767 characters.'],
    ['a long shared text', { sharedStrings: `<si><t>${'a'.repeat(32_768)}</t></si>` }, {}, 'A cell contains more than 32,767 characters.'],
    [
      'a rich text without end',
      { sharedStrings: `<si>${`<r><t>${'a'.repeat(500)}</t></r>`.repeat(1000)}` },
      {},
      'A cell contains more than 32,767 characters.',
    ],
    [
      'a text without end',
      { rows: `<row r="1"><c t="str"><v>${'a'.repeat(2 ** 21)}</v></c></row>` },
      {},
      'A cell contains more than 32,767 characters.',
    ],
    ['a comment without end', { rows: `<!--${'a'.repeat(2 ** 21)}-->` }, {}, BROKEN],
    ['a format without end', { styles: `<numFmts><numFmt numFmtId="200" formatCode="${'y'.repeat(2 ** 21)}"/></numFmts>` }, {}, BROKEN],
    ['attributes without end', { rows: `<row ${Array.from({ length: 200_000 }, (_, i) => `a${i}="1"`).join(' ')}/>` }, {}, BROKEN],
    ['more than may be unpacked', { rows: `<!--${'a'.repeat(70_000)}-->` }, { unpacked: 50_000 }, /too large to be read/],
    ['elements in elements', { rows: '<a>'.repeat(100) + '</a>'.repeat(100) }, {}, BROKEN],
    ['a text that is not shared', { rows: '<row r="1"><c t="s"><v>5</v></c></row>', sharedStrings: '' }, {}, BROKEN],
    ['an address that is none', { rows: '<row r="1"><c r="11"><v>1</v></c></row>' }, {}, BROKEN],
    ['a column beyond the last', { rows: '<row r="1"><c r="XFE1"><v>1</v></c></row>' }, {}, BROKEN],
    ['a row beyond the last', { rows: '<row r="1048577"/>' }, {}, BROKEN],
    [
      'an entity of its own',
      {
        parts: {
          'xl/worksheets/sheet1.xml':
            '<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet><sheetData><row><c><v>&a;</v></c></row></sheetData></worksheet>',
        },
      },
      {},
      BROKEN,
    ],
    ['XML that breaks off', { parts: { 'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row>' } }, {}, BROKEN],
    ['text that is not UTF-8', { parts: { 'xl/worksheets/sheet1.xml': Buffer.from('<worksheet>\xff</worksheet>', 'latin1') } }, {}, BROKEN],
  ] as const)('%s', async (_, given, caps, message) => {
    await expect(rowsOf(await workbook(given), caps)).rejects.toThrow(message);
  });

  test('a zip bomb of as many rows as a sheet can have, after the 200,001st', async () => {
    const bomb = await workbook({ rows: '<row><c><v>1</v></c></row>'.repeat(1_048_576) });
    expect(bomb.length).toBeLessThan(1_000_000);
    await expect(rowsOf(bomb)).rejects.toThrow('The sheet has more than 2,00,000 rows. Please split it.');
  });

  test('a cell of a gigabyte without unpacking it, and one with a wrong size within the first megabytes', async () => {
    const file = await workbook({ rows: `<row><c t="str"><v>${'a'.repeat(8 * 1024 ** 2)}</v></c></row>` });
    await expect(rowsOf(file)).rejects.toThrow('A cell contains more than 32,767 characters.');
    forgeSize(file, 'xl/worksheets/sheet1.xml', 1024 ** 3);
    await expect(rowsOf(file)).rejects.toThrow('The file is too large to be read.');
  });

  test('a file with the maximum number of blank rows has no rows', async () => {
    const file = await workbook({ rows: `${rowXml(1, ['x'])}${'<row/>'.repeat(1_048_575)}` });
    expect(await rowsOf(file)).toEqual([{ row: 1, cells: ['x'] }]);
  });

  describe('a long text that many cells share', () => {
    const length = 30_000;
    const shared = {
      sharedStrings: `<si><t>${'A'.repeat(length)}</t></si>`,
      rows: `<row>${'<c t="s"><v>0</v></c>'.repeat(10)}</row>`.repeat(100),
    };

    test('is read in batches of limited size', async () => {
      let rows = 0;
      for await (const batch of readXlsx(await workbook(shared), CAPS)) {
        rows += batch.length;
        const characters = batch
          .flatMap(({ cells }) => cells)
          .reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 0), 0);
        expect(characters).toBeLessThan(BATCH_TEXT + 10 * length);
      }
      expect(rows).toBe(100);
    });

    test('is rejected once all of it is too large', async () => {
      await expect(rowsOf(await workbook(shared), { text: 50 * 10 * length })).rejects.toThrow('The file contains too much text');
    });
  });

  test('a number format that would take a quarter of an hour to read is rejected', async () => {
    const styles = `<numFmts><numFmt numFmtId="200" formatCode="${'['.repeat(900_000)}"/></numFmts><cellXfs><xf numFmtId="200"/></cellXfs>`;
    expect(await cellsOf({ rows: rowXml(1, ['a']), styles })).toEqual(['a']);
  });

  test.each([
    ['styles', { styles: `<cellXfs>${'<xf numFmtId="0"/>'.repeat(200_000)}</cellXfs>` }],
    ['formats', { styles: `<numFmts>${Array.from({ length: 200_000 }, (_, id) => `<numFmt numFmtId="${id}"/>`).join('')}</numFmts>` }],
    ['formats under one number', { styles: `<numFmts>${'<numFmt numFmtId="200" formatCode="yyyy"/>'.repeat(200_000)}</numFmts>` }],
    ['sheets', { parts: { 'xl/workbook.xml': `<workbook><sheets>${'<sheet/>'.repeat(20_000)}</sheets></workbook>` } }],
    ['relations', { parts: { '_rels/.rels': `<Relationships>${'<Relationship/>'.repeat(20_000)}</Relationships>` } }],
  ])('more %s than any program writes', async (_, given) => {
    await expect(rowsOf(await workbook({ rows: rowXml(1, ['a']), ...given }))).rejects.toThrow(BROKEN);
  });

  test('a zip file that is not an .xlsx file, with its type', async () => {
    await expect(rowsOf(await zipOf({ 'a.txt': 'x' }))).rejects.toThrow('This is not an .xlsx file.');
    const ods = await zipOf({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<x/>' });
    await expect(rowsOf(ods)).rejects.toThrow('This is an OpenDocument file. Please save it as .xlsx.');
    const xlsb = await zipOf({ '_rels/.rels': relations([['a', 'officeDocument', 'xl/workbook.bin']]), 'xl/workbook.bin': 'x' });
    await expect(rowsOf(xlsb)).rejects.toThrow('This is an .xlsb file. Please save it as .xlsx.');
  });

  test('a file that is cut off anywhere', async () => {
    const whole = await workbook({ rows: rowXml(1, ['a']) });
    for (const share of [0.1, 0.5, 0.9, 0.99]) await expect(rowsOf(whole.subarray(0, whole.length * share))).rejects.toThrow(BROKEN);
  });

  test('a part with a wrong size', async () => {
    const file = await workbook({ rows: Array.from({ length: 2000 }, (_, index) => rowXml(index + 1, ['x'])).join('') });
    forgeSize(file, 'xl/worksheets/sheet1.xml', 1000);
    await expect(rowsOf(file)).rejects.toThrow(BROKEN);
  });

  test('a part shorter than stated', async () => {
    const file = await workbook({ rows: rowXml(1, ['x']) });
    for (const path of ['xl/worksheets/sheet1.xml', 'xl/workbook.xml']) {
      forgeSize(file, path, 100_000);
      await expect(rowsOf(file)).rejects.toThrow(BROKEN);
    }
  });

  test('parts that share their bytes, whichever is read', async () => {
    const file = await workbook({
      rows: rowXml(1, ['x']),
      parts: { 'xl/media/a.png': 'a'.repeat(5000), 'xl/media/b.png': 'b'.repeat(5000) },
    });
    const [one, other] = ['xl/media/a.png', 'xl/media/b.png'].map((path) => centralHeader(file, path) + 42) as [number, number];
    file.writeUInt32LE(file.readUInt32LE(one), other);
    await expect(rowsOf(file)).rejects.toThrow(BROKEN);
  });

  test('a zip file with a password', async () => {
    const file = await zipOf(workbookParts());
    file[centralHeader(file, 'xl/workbook.xml') + 8] = 1;
    await expect(rowsOf(file)).rejects.toThrow('The file has a password. Please save it as .xlsx without a password.');
  });
});

function forgeSize(file: Buffer, path: string, size: number): void {
  file.writeUInt32LE(size, centralHeader(file, path) + 24);
}
