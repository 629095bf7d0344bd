import { expect, test } from 'vitest';

import { moneyText, pastedFigure, tidyMoney } from './money.ts';

test.each([
  ['12', '12.00'],
  [' 12.5 ', '12.50'],
  ['12.345', '12.345'],
  ['twelve', 'twelve'],
  ['', ''],
])('%j is tidied to %j', (typed, tidied) => expect(tidyMoney(typed)).toBe(tidied));

test.each([
  [118, '118.00'],
  [0, '0.00'],
  [999999999999.99, '999999999999.99'],
  [null, ''],
  [undefined, ''],
])('%j stands in a field as %j', (amount, text) => expect(moneyText(amount)).toBe(text));

test.each([
  ['₹12,34,567.00', '1234567.00'],
  [' 1,234 ', '1234'],
  ['1234.5', null],
  ['1,2', null],
  ['8909,Rice', null],
])('%j pasted is the figure %j', (pasted, figure) => expect(pastedFigure(pasted)).toBe(figure));
