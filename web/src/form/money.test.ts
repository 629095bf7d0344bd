import { expect, test } from 'vitest';

import { grouped, moneyText, placeAfter, plainFigure, tidyMoney, ungrouped } from './money.ts';

test.each([
  ['12', '12.00'],
  [' 12.5 ', '12.50'],
  ['12.345', '12.345'],
  ['twelve', 'twelve'],
  ['', ''],
])('a typed amount %j becomes %j', (typed, tidied) => expect(tidyMoney(typed)).toBe(tidied));

test.each([
  [118, '118.00'],
  [0, '0.00'],
  [999999999999.99, '999999999999.99'],
  [null, ''],
  [undefined, ''],
])('a field shows the amount %j as %j', (amount, text) => expect(moneyText(amount)).toBe(text));

test.each([
  ['₹12,34,567.00', '1234567.00'],
  [' 1,234 ', '1234'],
  ['1234.5', '1234.5'],
  ['12,50,000.00', '1250000.00'],
  ['1,250,000', '1250000'],
  ['Rs. 500/-', '500'],
  ['INR 1,200.50', '1200.50'],
  ['₹ 12.5 lakh', '1250000'],
  ['0.07 Lakhs', '7000'],
  ['3 Cr', '30000000'],
  ['1.25 crore', '12500000'],
  ['1,2', null],
  ['12,5', null],
  ['8909,Rice', null],
  ['12 lakh 5', null],
  ['-5', null],
  ['', null],
])('the pasted text %j becomes the figure %j', (pasted, figure) => expect(plainFigure(pasted)).toBe(figure));

test.each([
  ['', ''],
  ['7', '7'],
  ['999', '999'],
  ['1000', '1,000'],
  ['12500.', '12,500.'],
  ['1250000.05', '12,50,000.05'],
  ['-100000', '-1,00,000'],
  ['999999999999.99', '9,99,99,99,99,999.99'],
  ['1000x', '1000x'],
  ['12,5', '12,5'],
])('the typed figure %j appears as %j', (plain, shown) => {
  expect(grouped(plain)).toBe(shown);
  if (!plain.includes(',')) expect(ungrouped(shown)).toBe(plain);
});

test.each([
  // Typed at the end, in the middle, and a deleted comma.
  ['12,50', '12,5', 4, '1,250', 5],
  ['91,250', '91,250', 1, '91,250', 1],
  ['1250,000', '12,50,000', 2, '12,50,000', 2],
  ['12,345', '12,345', 3, '12,345', 4],
])('the cursor stays after the same digit when commas move: %j', (text, _before, characters, shown, index) => {
  expect(grouped(ungrouped(text))).toBe(shown);
  expect(placeAfter(shown, characters)).toBe(index);
});
