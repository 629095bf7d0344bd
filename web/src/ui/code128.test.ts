import { expect, test } from 'vitest';

import { bars, code128 } from './code128.ts';

const STOP = '1100011101011';

test('an EAN packs its digits in pairs and ends with the stop pattern', () => {
  const modules = code128('8901030516320') ?? '';
  // Start, six pairs, a switch of sets, the last digit, the check symbol: eleven modules each.
  expect(modules).toHaveLength(10 * 11 + STOP.length);
  expect(modules.endsWith(STOP)).toBe(true);
});

test.each(['', 'चावल', 'a\tb', 'x'.repeat(49)])('%j can not be encoded', (text) => {
  expect(code128(text)).toBeNull();
});

test('each run of ones is a bar', () => {
  expect(bars('1101000111')).toEqual([
    [0, 2],
    [3, 1],
    [7, 3],
  ]);
});
