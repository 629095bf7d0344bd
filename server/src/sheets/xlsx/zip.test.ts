import { describe, expect, test } from 'vitest';

import { centralHeader, sheetXml, workbookParts, zipOf } from '../../../test/workbook.ts';
import { BROKEN, CAPS, type RawRow } from '../cells.ts';
import { readXlsx } from './xlsx.ts';

async function rowsOf(file: Buffer): Promise<RawRow[]> {
  const rows: RawRow[] = [];
  for await (const batch of readXlsx(file, CAPS)) rows.push(...batch);
  return rows;
}

const [SHEET, TEXTS] = ['xl/worksheets/sheet1.xml', 'xl/sharedStrings.xml'];
const rows = '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1"><v>100</v></c></row>';
const sharedStrings = '<si><t>Tea</t></si><si><t>Rice</t></si>';
const properties = 'date1904="0"';

describe.each([
  ['deflated', true],
  ['stored', false],
])('a %s part', (_, compress) => {
  const made = (given: Parameters<typeof workbookParts>[0] = {}) =>
    zipOf(workbookParts({ rows, sharedStrings, properties, ...given }), compress);

  test.each([
    ['a number', SHEET, { rows: rows.replace('100', '900') }, ['Tea', 900]],
    ['what follows the cells', SHEET, { parts: { [SHEET]: sheetXml(rows).replace('0.7', '0.8') } }, ['Tea', 100]],
    ['a shared text', TEXTS, { sharedStrings: sharedStrings.replace('Tea', 'Sea') }, ['Sea', 100]],
    ['a shared text that no cell asks for', TEXTS, { sharedStrings: sharedStrings.replace('Rice', 'Dice') }, ['Tea', 100]],
    ['how days count', 'xl/workbook.xml', { properties: 'date1904="1"' }, ['Tea', 100]],
  ])('with a changed byte is rejected: %s', async (_name, path, changed, cells) => {
    const [right, file] = await Promise.all([made(), made(changed)]);
    expect(await rowsOf(file)).toEqual([{ row: 1, cells }]);
    file.writeUInt32LE(right.readUInt32LE(centralHeader(right, path) + 16), centralHeader(file, path) + 16);
    await expect(rowsOf(file)).rejects.toThrow(BROKEN);
  });

  test('without a checksum in its own header is compared with the one in the directory', async () => {
    const file = await made();
    for (let at = file.indexOf('PK\x03\x04'); at >= 0; at = file.indexOf('PK\x03\x04', at + 1)) file.writeUInt32LE(0, at + 14);
    expect(await rowsOf(file)).toEqual([{ row: 1, cells: ['Tea', 100] }]);
  });
});
