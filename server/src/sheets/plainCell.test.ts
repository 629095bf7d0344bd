import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { expect, test } from 'vitest';

import { PlainCell } from './plainCell.ts';
import { columnNumber } from './xlsx.ts';

/** What a parser of all XML sees in it; null where it is not one whole element. */
function parsed(xml: string) {
  const attributes: Record<string, string> = {};
  const tags: string[] = [];
  let text = '';
  const parser = new SaxesParser();
  parser.on('opentag', (tag) => {
    if (tags.length === 0) Object.assign(attributes, tag.attributes);
    tags.push(tag.name);
  });
  parser.on('text', (piece) => {
    text += piece;
  });
  parser.on('error', (error) => {
    throw error;
  });
  try {
    parser.write(xml).close();
  } catch {
    return null;
  }
  const { r = '', s = '-1', t = 'n', ...others } = attributes;
  const figure = { figure: Number(text), length: text.length };
  return { tags: tags.join(), column: columnNumber(r), style: Number(s), isShared: t === 's', ...figure, others: Object.keys(others) };
}

function plain(xml: string) {
  const cell = new PlainCell();
  // The scanner puts a 0 behind the text.
  const end = cell.read(
    Uint16Array.from(`${xml}\0`, (character) => character.charCodeAt(0)),
    0,
  );
  if (end < 0) return null;
  const { column, style, isShared, figure, length } = cell;
  return { end, column, style, isShared, figure, length };
}

const pieces = [
  '<c r="',
  'B',
  'AZ',
  '17',
  '"',
  ' s="',
  '3',
  ' t="',
  's',
  'n',
  '>',
  '<v>',
  '4.5E-7',
  '-0.5',
  '999999999999999',
  '99999999999999.5',
  '12',
  '</v>',
  '</c>',
  '/>',
  ' ',
  '&',
  "'",
];
const right = fc
  .tuple(fc.constantFrom('A', 'B', 'ZZ'), fc.constantFrom('', ' s="0"', ' s="12"'), fc.constantFrom('', ' t="s"', ' t="n"'), fc.nat())
  .map(([column, style, type, figure]) => [
    '<c r="',
    column,
    '7"',
    style,
    type,
    ...(figure % 5 > 0 ? ['><v>', `${figure}`, '</v></c>'] : ['/>']),
  ]);

test('what it takes is what a parser of all XML sees', () => {
  const changed = fc
    .tuple(right, fc.nat(), fc.constantFrom(...pieces), fc.nat(2))
    .map(([all, at, piece, cut]) => [...all.slice(0, at % all.length), piece, ...all.slice((at % all.length) + cut)]);
  let taken = 0;
  fc.assert(
    fc.property(fc.oneof(right, changed, fc.array(fc.constantFrom(...pieces), { maxLength: 14 })), (all) => {
      const xml = all.join('');
      const found = plain(xml);
      // Columns that no sheet has are refused by the reader.
      if (found === null || found.column > 16_384) return;
      taken += 1;
      const { end, ...cell } = found;
      expect(parsed(xml.slice(0, end))).toMatchObject({ ...cell, tags: cell.length === 0 ? 'c' : 'c,v', others: [] });
    }),
    { numRuns: 5_000 },
  );
  expect(taken).toBeGreaterThan(1_000);
});

test('every cell as programs write it is taken, and none before its end has come', () => {
  fc.assert(
    fc.property(right, (all) => {
      const xml = all.join('');
      expect(plain(`${xml}<c`)).toMatchObject({ end: xml.length });
      for (let length = 0; length < xml.length; length += 1) expect(plain(xml.slice(0, length))).toBeNull();
    }),
  );
});

test.each([
  '<cr="A1"><v>1</v></c>',
  '<c r="7"><v>1</v></c>',
  '<c r="A1" s="1" s="2"><v>1</v></c>',
  '<c r="A1" t="str"><v>1</v></c>',
  '<c r="A1"><v>1</v><v>2</v></c>',
  '<c r="A1"><v></v></c>',
  `<c r="A1"><v>${'1'.repeat(40)}</v></c>`,
  '<c r="A1"><f>1+1</f><v>2</v></c>',
])('%s is left to the scanner', (xml) => {
  expect(plain(xml)).toBeNull();
});
