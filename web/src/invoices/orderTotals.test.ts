import { expect, test } from 'vitest';

import { sumOf, totalsOf } from './orderTotals.ts';

const line = { uom: 'BAG', ordered: 144, credited: 0.1, difference: 3.9, differenceValue: 588.84 };
const other = { uom: 'bag', ordered: 144, credited: 0.2, difference: -4, differenceValue: -0.04 };
const names = ['ordered', 'credited', 'difference'] as const;

test('quantities are added up exactly, but only those of one unit', () => {
  expect(totalsOf([line, other], names)).toEqual({ ordered: 288, credited: 0.3, difference: -0.1 });
  const mixed = { ordered: null, credited: null, difference: null };
  expect(totalsOf([line, { ...other, uom: 'PAC' }], names)).toEqual(mixed);
  expect(totalsOf([line, { ...other, uom: null }], names)).toEqual(mixed);
  expect(totalsOf([], names)).toEqual(mixed);
});

test('rupees are added up exactly', () => {
  expect(sumOf([line, other], 'differenceValue')).toBe(588.8);
});
