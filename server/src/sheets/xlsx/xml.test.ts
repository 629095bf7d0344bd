import fc from 'fast-check';
import { expect, test } from 'vitest';

import { sheetXml } from '../../../test/workbook.ts';
import { BROKEN, type Cell, CAPS } from '../cells.ts';
import { readSharedStrings } from './sharedStrings.ts';
import { readRows } from './xlsx.ts';
import { readXml } from './xml.ts';

async function* cut(bytes: Buffer, places: readonly number[]) {
  const ends = [...new Set(places.map((place) => place % (bytes.length + 1)))].toSorted((one, other) => one - other);
  for (const [index, end] of [...ends, bytes.length].entries()) yield bytes.subarray(index === 0 ? 0 : ends[index - 1], end);
}

const places = fc.array(fc.nat(), { maxLength: 30 });

test('UTF-8 has the same meaning however it is split, and a byte order mark counts only at the beginning', async () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '₹', 'चा', '🍵', '\ufeff'), maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(text, fc.boolean(), places, async (given, isMarked, at) => {
      let read = '';
      const bytes = Buffer.from(`${isMarked ? '\ufeff' : ''}<a>${given}</a>`);
      await readXml(cut(bytes, at), { wantsText: () => true, close: (_, piece) => void (read = piece) });
      expect(read).toBe(given);
    }),
  );
});

test('bytes that are not UTF-8 are an error however they are split', async () => {
  const bytes = Buffer.concat([Buffer.from('<a>₹'), Buffer.from([0xe2, 0x82]), Buffer.from('a</a>')]);
  for (let at = 0; at < bytes.length; at += 1) await expect(readXml(cut(bytes, [at]), {})).rejects.toThrow(BROKEN);
});

test('cells are the same however they are split, plain ones among texts of any script', async () => {
  const figure = fc.constantFrom('0', '7', '46056', '37.049999999999997', '26.25', '0.1', '-5', '1E-7', '999999999999999', '8901030516320');
  const cell = fc.oneof(
    figure.map((value) => `<c r="A1"><v>${value}</v></c>`),
    fc.constantFrom('<c r="B1" t="s"><v>0</v></c>', '<c r="B1" s="1" t="s"><v>2</v></c>', "<c r='B1' t='s'><v>1</v></c>", '<c r="C1"/>'),
    fc.constantFrom('a', '₹', 'चाय').map((text) => `<c r="D1" t="inlineStr"><is><t>${text}</t></is></c>`),
  );
  const rowsOf = async (xml: string, at: readonly number[]) => {
    const found: (readonly Cell[])[] = [];
    const strings = await readSharedStrings(cut(Buffer.from('<sst><si><t>a</t></si><si><t>b</t></si><si><t>ग</t></si></sst>'), at), CAPS);
    const archive = {
      has: () => true,
      read: () => cut(Buffer.from(xml), at) as AsyncGenerator<Buffer>,
      parts: () => [],
      close: () => undefined,
    };
    const workbook = {
      path: '',
      sheet: 'sheet',
      styles: '',
      from1904: false,
      formats: [],
      strings,
      sheets: [],
      struckStrings: new Set<number>(),
    };
    for await (const batch of readRows(archive, workbook, CAPS)) found.push(...batch.map(({ cells }) => cells));
    return found;
  };
  const expected = (xml: string): Cell => {
    const text = xml.replaceAll(/<[^>]*>/g, '');
    if (/t=.inlineStr/.test(xml)) return text;
    if (/t=.s./.test(xml)) return ['a', 'b', 'ग'][Number(text)] ?? null;
    if (text.includes('E')) return { number: Number(text), format: '0E+0' };
    return text === '' ? null : Number(Number(text).toPrecision(15));
  };
  await fc.assert(
    fc.asyncProperty(fc.array(cell, { maxLength: 12 }), places, async (cells, at) => {
      const rows = await rowsOf(sheetXml(cells.map((each) => `<row>${each}</row>`).join('')), at);
      expect(rows.map((row) => row.at(-1))).toEqual(cells.map(expected).filter((value) => value !== null));
    }),
    { numRuns: 300 },
  );
});
