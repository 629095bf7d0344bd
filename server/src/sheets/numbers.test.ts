import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { workbook } from '../../test/workbook.ts';
import { BROKEN, CAPS, type Cell } from './cells.ts';
import { readXlsx } from './xlsx/xlsx.ts';

const DAMAGED = 'The cell has a damaged value. Open the file in a spreadsheet program, enter the value again and save it.';

async function rowsOf(...given: Parameters<typeof workbook>): Promise<(readonly Cell[])[]> {
  const rows: (readonly Cell[])[] = [];
  for await (const batch of readXlsx(await workbook(...given), CAPS)) rows.push(...batch.map(({ cells }) => cells));
  return rows;
}

// The numbers are read both from the usual XML and tag by tag; text that is not a number must be rejected by both.
describe.each([
  ['a plain cell', (text: string, type: string) => `<c r="A1"${type}><v>${text}</v></c>`],
  ['a cell of other tags', (text: string, type: string) => `<c${type} r='A1'><v >${text}</v></c>`],
])('%s', (_, cellOf) => {
  const read = (text: string, type = '') => rowsOf({ rows: `<row r="1">${cellOf(text, type)}</row>` });

  test.each([
    ['5', 5],
    [' 5\n', 5],
    ['+5', 5],
    ['-0.5', -0.5],
    ['5.', 5],
    ['.5', 0.5],
    ['007', 7],
    ['1E+3', 1000],
    ['1.5e-3', 0.0015],
    ['8.90103051632E12', 8901030516320],
  ])('%j is a number', async (text, number) => {
    // Columns of codes reject values in scientific notation.
    const cell = /e/i.test(text) ? { number, format: '0E+0' } : number;
    expect(await read(text)).toEqual([[cell]]);
    expect(await read(text, ' t="n"')).toEqual([[cell]]);
  });

  const none = ['0x10', '0b11', '0o17', 'Infinity', '-Infinity', 'INF', 'NaN', ' ', '\u00a05', '５', '1_000', '1,234.5', '1 2', '1.2.3'];
  test.each([...none, '-', '.', 'E5', '1E', '1E5.5', '--1', '1-', '1E400', '-1E400', 'abc'])('%j is a damaged cell', async (text) => {
    expect(await read(text)).toEqual([[{ error: DAMAGED }]]);
    expect(await read(text, ' t="n"')).toEqual([[{ error: DAMAGED }]]);
  });

  test.each(['zz', '', 'N', 'ss', 'n '])('a value of type %j is damaged too, and no value is empty', async (type) => {
    expect(await read('100', ` t="${type}"`)).toEqual([[{ error: DAMAGED }]]);
    expect(await read('', ` t="${type}"`)).toEqual([]);
  });

  test.each(['0x0', 'Infinity', '\u00a00'])('there is no shared text %j', async (text) => {
    const rows = `<row r="1">${cellOf(text, ' t="s"')}</row>`;
    await expect(rowsOf({ rows, sharedStrings: '<si><t>Tea</t></si>' })).rejects.toThrow(BROKEN);
  });
});

test('a number is read in whatever way its cell is written', async () => {
  const text = fc.string({ unit: fc.constantFrom(...'0159.+-Ee', 'x', ' '), minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 100 }), async (texts) => {
      const rows = texts.map((each) => `<row><c r="A1"><v>${each}</v></c><c r='B1'><v>${each}</v></c></row>`).join('');
      for (const [plain, other] of await rowsOf({ rows })) expect(plain).toEqual(other);
    }),
    { numRuns: 50 },
  );
});
