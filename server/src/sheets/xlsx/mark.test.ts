import { buffer } from 'node:stream/consumers';

import { MONEY } from '@aapurti/contract/ground/numbers';
import { readXlsx as readByOther, writeXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import yauzl from 'yauzl';

import { relations, rowXml, sheetXml, workbook, workbookOf, workbookParts, zipOf } from '../../../test/workbook.ts';
import { BROKEN, CAPS } from '../cells.ts';
import { decimalColumn, digitsColumn, required, textColumn } from '../columns.ts';
import { Findings } from '../findings.ts';
import { markFaults, markXlsx } from './mark.ts';
import { readSheet } from '../read.ts';
import { RowReader } from '../rows.ts';
import { templateOf } from '../template.ts';
import { readXlsx } from './xlsx.ts';

const words = (heading: string, example: string | number = 'x') => ({ heading, example, note: '' });
const columns = {
  ean: required(digitsColumn(words('EAN Code', '8901030516320'))),
  name: required(textColumn(words('Item Name'))),
  mrp: decimalColumn({ ...words('MRP', 5), range: MONEY }),
};
const EAN = '8901030516320';

/** The errors of a workbook, found without a thread. */
async function faultsOf(content: Buffer): Promise<Findings> {
  const reader = new RowReader(columns);
  for await (const batch of readXlsx(content, CAPS)) reader.read(batch);
  return reader.errors;
}

/** The workbook with these errors marked, or with its own. */
async function mark(content: Buffer, faults?: Findings): Promise<Buffer> {
  const found = faults ?? (await faultsOf(content));
  return buffer(markXlsx(content, found, CAPS));
}

/** A workbook's first sheet as another program reads it: its values, and which cells are red. */
async function look(content: Buffer) {
  const { sheets } = await readByOther(content, { readStyles: true });
  const red = [...(sheets[0]?.cells ?? [])]
    .filter(([, { style }]) => JSON.stringify(style?.fill ?? null).includes('FFC7CB'))
    .map(([at]) => at);
  return { rows: sheets[0]?.rows, red: red.sort(), sheet: sheets[0], sheets };
}

async function partsOf(content: Buffer): Promise<Record<string, string>> {
  const zip = await yauzl.fromBufferPromise(content);
  const parts: Record<string, string> = {};
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    parts[entry.fileName] = Buffer.concat(chunks).toString();
  }
  return parts;
}

const HEADINGS = ['EAN Code', 'Item Name', 'MRP'];

test('cells with errors are red, and a last column has the messages', async () => {
  const marked = await mark(
    await workbookOf([HEADINGS, [EAN, 'Tea', 5], ['12x', 'Coffee', 'five'], [null, 'Salt', 7], [EAN, null, 1.234]]),
  );
  const { rows, red } = await look(marked);
  expect(rows).toEqual([
    ['EAN Code', 'Item Name', 'MRP', 'Errors'],
    [EAN, 'Tea', 5, null],
    ['12x', 'Coffee', 'five', 'EAN Code should be digits only. MRP should be a number.'],
    [null, 'Salt', 7, 'EAN Code is required.'],
    [EAN, null, 1.234, 'Item Name is required. MRP should have at most 2 decimal places, not 1.234.'],
  ]);
  expect(red).toEqual(['0,3', '2,0', '2,2', '2,3', '3,0', '3,3', '4,1', '4,2', '4,3']);
});

test('everything else is kept: other sheets, formulas, formats, widths and notes', async () => {
  const given = Buffer.from(
    await writeXlsx({
      sheets: [
        { name: 'Hidden', hidden: true, rows: [['EAN Code'], ['x']] },
        {
          name: 'Items',
          columns: [{ width: 22 }, { width: 33 }, { width: 11 }],
          rows: [HEADINGS, ['x', 'Tea', 5]],
          cells: new Map([
            ['1,2', { value: 5, formula: '2+3', formulaResult: 5, style: { numFmt: '0.00', font: { bold: true } } }],
            ['1,0', { value: 'x', style: { font: { italic: true }, numFmt: '@' }, comment: { text: 'ask Asha' } }],
          ]),
        },
        { name: 'Notes', rows: [['keep me']] },
      ],
    }),
  );
  const marked = await mark(given);
  const before = await partsOf(given);
  const after = await partsOf(marked);
  const changed = Object.keys(before).filter((path) => before[path] !== after[path]);
  expect(changed.sort()).toEqual(['xl/styles.xml', 'xl/worksheets/sheet2.xml']);
  expect(Object.keys(after).sort()).toEqual(Object.keys(before).sort());
  const { sheets } = await readByOther(marked, { readStyles: true });
  expect(sheets[1]?.rows[1]).toEqual(['x', 'Tea', 5, 'EAN Code should be digits only.']);
  expect(sheets[1]?.cells?.get('1,0')).toMatchObject({ style: { font: { italic: true }, numFmt: '@' }, comment: { text: 'ask Asha' } });
  expect(sheets[1]?.cells?.get('1,2')).toMatchObject({ formula: '2+3', style: { numFmt: '0.00', font: { bold: true } } });
  expect(sheets[1]?.columns?.map(({ width }) => width)).toEqual([22, 33, 11, 60]);
});

test('earlier marks are removed, and a marked file is read as if it had none', async () => {
  const once = await mark(await workbookOf([HEADINGS, ['x', 'Tea', 5], [EAN, 'Salt', 'y'], [EAN, 'Rice', 1]]));
  expect((await faultsOf(once)).list).toEqual([
    { row: 2, column: 'EAN Code', message: 'EAN Code should be digits only.' },
    { row: 3, column: 'MRP', message: 'MRP should be a number.' },
  ]);
  const found = new Findings();
  found.add(3, 'Item Name', 'No such item.');
  const { rows, red } = await look(await mark(once, found));
  expect(red).toEqual(['0,3', '2,1', '2,3']);
  expect(rows?.map((row) => row[3])).toEqual(['Errors', null, 'Item Name: No such item.', null]);
});

test('errors of the headings are in the first row', async () => {
  const { rows, red } = await look(
    await mark(
      await workbookOf([
        ['EAN Code', 'MRP', 'mrp'],
        [EAN, 5, 6],
      ]),
    ),
  );
  expect(rows?.[0]?.[3]).toBe('Errors: Item Name: The column Item Name is missing. MRP: The column MRP appears twice.');
  expect(red).toEqual(['0,1', '0,3']);
});

describe('files of other programs', () => {
  const rowsOf = async (content: Buffer) => (await look(await mark(content))).rows;

  test('can have rows and cells without addresses, blank rows before, and elements with a prefix', async () => {
    const sheet = [
      '<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:dimension ref="A2:C3"/><x:sheetData>',
      '<x:row/><x:row spans="1:3"><x:c t="inlineStr"><x:is><x:t>Item Name</x:t></x:is></x:c><x:c t="inlineStr"><x:is><x:t>EAN Code</x:t></x:is></x:c></x:row>',
      '<x:row spans="1:3"><x:c/><x:c><x:v>1.5</x:v></x:c></x:row></x:sheetData></x:worksheet>',
    ];
    const marked = await mark(await workbook({ parts: { 'xl/worksheets/sheet1.xml': sheet.join('') } }));
    const xml = (await partsOf(marked))['xl/worksheets/sheet1.xml'];
    expect(xml).toContain('<x:dimension ref="A2:C3"/>');
    expect(xml).toContain('<x:cols><x:col min="3" max="3" width="60" customWidth="1"/></x:cols><x:sheetData><x:row/><x:row r="2">');
    expect(xml).toMatch(/<x:row r="3"><x:c r="A3" s="\d"\/><x:c r="B3" s="\d"><x:v>1.5<\/x:v><\/x:c><x:c r="C3" s="\d" t="inlineStr">/);
    expect((await faultsOf(marked)).total).toBe(2);
  });

  test('can have no styles', async () => {
    const parts = workbookParts({ rows: rowXml(1, HEADINGS) + rowXml(2, ['x', 'Tea', 5]) });
    const types =
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>';
    const bare = {
      ...parts,
      '[Content_Types].xml': types,
      'xl/_rels/workbook.xml.rels': relations([['rId1', 'worksheet', 'worksheets/sheet1.xml']]),
    };
    const marked = await mark(await zipOf(bare));
    const after = await partsOf(marked);
    expect(after['[Content_Types].xml']).toContain('<Override PartName="/xl/styles.xml"');
    expect(after['xl/_rels/workbook.xml.rels']).toContain('Target="/xl/styles.xml"');
    expect((await look(marked)).red).toEqual(['0,3', '1,0', '1,3']);
  });

  test('can have a width for all columns to the end, and a column format for a missing cell', async () => {
    const sheet = `<worksheet><cols><col min="1" max="1" width="9" style="1"/><col min="2" max="16384" width="12"/></cols><sheetData>${rowXml(1, HEADINGS)}${rowXml(2, [null, 'Tea'])}</sheetData></worksheet>`;
    const styles = '<cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="49" applyNumberFormat="1"><alignment wrapText="1"/></xf></cellXfs>';
    const after = await partsOf(await mark(await workbook({ styles, parts: { 'xl/worksheets/sheet1.xml': sheet } })));
    expect(after['xl/worksheets/sheet1.xml']).toContain(
      '<cols><col min="1" max="1" width="9" style="1"/><col min="2" max="3" width="12"/><col min="4" max="4" width="60" customWidth="1"/><col min="5" max="16384" width="12"/></cols>',
    );
    expect(after['xl/worksheets/sheet1.xml']).toContain('<c r="A2" s="3"/>');
    expect(after['xl/styles.xml']).toContain(
      '<xf numFmtId="49" applyNumberFormat="1" fillId="2" applyFill="1"><alignment wrapText="1"/></xf></cellXfs>',
    );
  });

  test('include the portal’s own template', async () => {
    const rows = await rowsOf(
      await templateOf({ ...columns, mrp: decimalColumn({ ...words('MRP', 5), range: MONEY }) }, { sheet: 'Items' }).then(withFault),
    );
    expect(rows?.at(-1)).toEqual(['x', 'Tea', null, 'EAN Code should be digits only.']);
  });

  async function withFault(template: Buffer): Promise<Buffer> {
    const parts = await partsOf(template);
    const sheet = parts['xl/worksheets/sheet1.xml'] ?? '';
    return zipOf({ ...parts, 'xl/worksheets/sheet1.xml': sheet.replace('</sheetData>', `${rowXml(3, ['x', 'Tea'])}</sheetData>`) });
  }
});

test('messages may contain any text', async () => {
  const found = new Findings();
  found.add(2, '', 'a < b & "c" \u0001');
  found.add(2, 'Nowhere', '=1+1');
  found.add(2, 'MRP', 'x'.repeat(40_000));
  const { rows, red } = await look(await mark(await workbookOf([HEADINGS, [EAN, 'Tea', 5]]), found));
  expect(rows?.[1]?.[3]).toMatch(/^a < b & "c"  ?Nowhere: =1\+1 MRP: x+…$/);
  expect(red).toEqual(['0,3', '1,2', '1,3']);
});

test('thousands of errors are all marked', async () => {
  const count = 20_000;
  const rows = Array.from({ length: count }, (_, index) => rowXml(index + 2, ['x', `Tea ${index}`, 'y'])).join('');
  const marked = await mark(await workbook({ rows: rowXml(1, HEADINGS) + rows }));
  const { rows: read } = await look(marked);
  expect(read?.filter((row) => row[3] === 'EAN Code should be digits only. MRP should be a number.')).toHaveLength(count);
});

describe('the cells that were read', () => {
  const columnsOf = (content: Buffer, name: string) => readSheet({ name, content }, columns, () => undefined, { csvAllowed: true });

  test('of an .xlsx file', async () => {
    const content = await workbookOf([HEADINGS, ['x', 'Tea', 5]]);
    const { errors } = await columnsOf(content, 'a.xlsx');
    const { red } = await look((await markFaults({ name: 'a.xlsx', content }, errors)) as Buffer);
    expect(red).toEqual(['0,3', '1,0', '1,3']);
  });

  test('a text file is returned as an .xlsx file with the same rows', async () => {
    const file = { name: 'items.csv', content: Buffer.from('EAN Code;Item Name\n\n036000291452;"=1+1"\nx;Tea\n') };
    const { errors } = await columnsOf(file.content, file.name);
    const { rows, red } = await look((await markFaults(file, errors, { csvAllowed: true })) as Buffer);
    expect(rows).toEqual([
      ['EAN Code', 'Item Name', 'Errors'],
      [null, null, null],
      ['036000291452', '=1+1', null],
      ['x', 'Tea', 'EAN Code should be digits only.'],
    ]);
    expect(red).toEqual(['0,2', '3,0', '3,2']);
  });
});

describe('a file larger than any program writes is not marked', () => {
  const sheet = (cols: string, cells: string) =>
    `<worksheet><cols>${cols}</cols><sheetData>${rowXml(1, HEADINGS)}<row>${cells}</row></sheetData></worksheet>`;
  const bad = '<c t="str"><v>x</v></c><c/>';

  test.each([
    ['widths', { parts: { 'xl/worksheets/sheet1.xml': sheet('<col min="1" max="1" style="1"/>'.repeat(20_000), bad) } }],
    ['cells in a row', { parts: { 'xl/worksheets/sheet1.xml': sheet('', `${bad}<c r="A2"/>`.repeat(20_000)) } }],
    ['elements in the styles', { styles: `<cellXfs><xf/></cellXfs>${'<a/>x'.repeat(350_000)}` }],
    ['formats of numbers', { styles: `<numFmts>${'<numFmt numFmtId="200" formatCode="yyyy"/>'.repeat(200_000)}</numFmts>` }],
  ])('%s', async (_, given) => {
    const faults = new Findings();
    faults.add(2, 'EAN Code', 'x');
    await expect(mark(await workbook({ rows: rowXml(1, HEADINGS), ...given }), faults)).rejects.toThrow(BROKEN);
  });
});

describe('a file that cannot be marked is rejected by name', () => {
  const refused = async (content: Buffer, caps = {}) => markFaults({ name: 'a.xlsx', content }, new Findings(), { caps });

  test.each([
    ['text', Buffer.from('EAN Code'), {}, 'This is not an .xlsx file. Upload an .xlsx file.'],
    ['half a zip file', Buffer.from('504b0304', 'hex'), {}, 'The file is damaged or incomplete. Please save it again and upload it again.'],
    ['a file above the limit', Buffer.alloc(2 * 1024 ** 2), { bytes: 1024 ** 2 }, 'The file is larger than 1 MB. Please split it.'],
  ])('%s', async (_, content, caps, message) => {
    expect(await refused(content, caps)).toEqual({ message, errors: [], totalErrors: 0 });
  });

  test('with more data than can be unpacked', async () => {
    const bomb = await workbook({ rows: `<!--${'a'.repeat(70_000)}-->` });
    expect(await refused(bomb, { unpacked: 50_000 })).toMatchObject({ message: expect.stringMatching(/too large to be read/) as string });
  });

  test('with a sheet that is damaged after its cells', async () => {
    const xml = sheetXml(rowXml(1, HEADINGS)).replace('</worksheet>', '<a></b></worksheet>');
    expect(await refused(await workbook({ parts: { 'xl/worksheets/sheet1.xml': xml } }))).toMatchObject({
      message: expect.stringMatching(/damaged/) as string,
    });
  });
});
