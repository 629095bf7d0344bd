import fc from 'fast-check';
import { expect, test } from 'vitest';

import { bars, code128, GS1_TEXT, gs1Words, symbols128, symbolsGs1 } from './code128.ts';

const STOP = '1100011101011';

/** Values as other encoders produce them; the last but one is the check symbol. */
test.each([
  ['381009290312', [105, 38, 10, 9, 29, 3, 12, 84, 106]],
  ['8901030516320', [105, 89, 1, 3, 5, 16, 32, 100, 16, 89, 106]],
  ['PO123456', [104, 48, 47, 99, 12, 34, 56, 67, 106]],
  ['PJJ123C', [104, 48, 42, 42, 17, 18, 19, 35, 55, 106]],
  ['12', [105, 12, 14, 106]],
  ['1', [104, 17, 18, 106]],
  // A pair of digits between letters does not justify two changes of the code set; five digits at the end justify one.
  ['A12B', [104, 33, 17, 18, 34, 52, 106]],
  ['A12345', [104, 33, 17, 99, 23, 45, 64, 106]],
])('the barcode of %s has the expected symbols', (text, values) => {
  expect(symbols128(text)).toEqual(values);
});

test('an EAN packs its digits in pairs and ends with the stop pattern', () => {
  const modules = code128('8901030516320') ?? '';
  // The start, six pairs, a code set change, the last digit and the check symbol have eleven modules each.
  expect(modules).toHaveLength(10 * 11 + STOP.length);
  expect(modules.endsWith(STOP)).toBe(true);
});

test.each(['', 'चावल', 'a\tb', '₹5', 'x'.repeat(49)])('the barcode cannot encode %j', (text) => {
  expect(code128(text)).toBeNull();
});

/** Decodes code set by code set, as a scanner does. */
function decode(values: readonly number[]): string {
  let set = values[0];
  let text = '';
  for (const value of values.slice(1, -2)) {
    if (set === 105 && value === 100) set = 104;
    else if (set === 104 && value === 99) set = 105;
    else text += set === 105 ? String(value).padStart(2, '0') : String.fromCharCode(value + 32);
  }
  return text;
}

test('a scanner reads back every encoded text, and the barcode has no more symbols than one code set alone needs', () => {
  const letters = fc.constantFrom(...Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)), ...'0123456789'.repeat(8));
  fc.assert(
    fc.property(fc.string({ unit: letters, minLength: 1, maxLength: 48 }), (text) => {
      const values = symbols128(text) ?? [];
      expect(decode(values)).toBe(text);
      expect(values.length).toBeLessThanOrEqual(text.length + 3);
      if (/^(\d\d)+$/.test(text)) expect(values).toHaveLength(text.length / 2 + 3);
      expect(code128(text)).toHaveLength(values.length * 11 + 2);
    }),
  );
});

test('every symbol is eleven modules, starts with a bar and ends with a gap', () => {
  // These strings together contain every data value.
  const modules = Array.from({ length: 95 }, (_, index) => code128(String.fromCharCode(32 + index))?.slice(11, 22));
  for (const pattern of modules) expect(pattern).toMatch(/^1[01]{9}0$/);
  expect(new Set(modules).size).toBe(95);
});

test('each run of ones is a bar', () => {
  expect(bars('1101000111')).toEqual([
    [0, 2],
    [3, 1],
    [7, 3],
  ]);
});

test.each([
  // Start C, FNC1, pairs, check and stop, computed by hand from the General Specifications.
  [[['00', '106141412345678908']], [105, 102, 0, 10, 61, 41, 41, 23, 45, 67, 89, 8, -1, 106], '(00)106141412345678908'],
  // A batch has no fixed length, so FNC1 separates it from the next element; the last element needs no separator.
  [
    [
      ['10', 'AB'],
      ['37', '12'],
    ],
    [105, 102, 10, 100, 33, 34, 102, 99, 37, 12, -1, 106],
    '(10)AB(37)12',
  ],
  [
    [
      ['02', '08901030516320'],
      ['37', '12'],
    ],
    [105, 102, 2, 8, 90, 10, 30, 51, 63, 20, 37, 12, -1, 106],
    '(02)08901030516320(37)12',
  ],
  [
    [
      ['15', '270630'],
      ['10', 'B-7'],
    ],
    [105, 102, 15, 27, 6, 30, 10, 100, 34, 13, 23, -1, 106],
    '(15)270630(10)B-7',
  ],
] as [[string, string][], number[], string][])('the GS1-128 barcode of %j has the expected symbols and text', (elements, values, words) => {
  const sum = values.slice(0, -2).reduce((total, value, index) => total + value * Math.max(index, 1), 0);
  expect(symbolsGs1(elements)).toEqual(values.map((value) => (value === -1 ? sum % 103 : value)));
  expect(gs1Words(elements)).toBe(words);
});

test.each([
  ['B-7/26', true],
  ['B 7', false],
  ['B#7', false],
  ['x'.repeat(21), false],
  ['', false],
])('a GS1-128 barcode can hold the batch %j: %s', (text, right) => {
  expect(GS1_TEXT.test(text)).toBe(right);
});
