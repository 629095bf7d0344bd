import { expect, test } from 'vitest';

import { moneyText, tidyMoney } from './money.ts';

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
