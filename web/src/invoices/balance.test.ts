import { expect, test } from 'vitest';

import { balanceOf, stateOf } from './balance.ts';

test.each([
  [100, 0, 100, 'Open'],
  [100.1, 33.4, 66.7, 'Part paid'],
  [0.3, 0.3, 0, 'Paid'],
  [9_999_999_999.99, 0.01, 9_999_999_999.98, 'Part paid'],
])('of %d with %d paid, %d is left: %s', (invoiceValue, paymentReceived, balance, word) => {
  expect(balanceOf({ invoiceValue, paymentReceived })).toBe(balance);
  expect(stateOf({ invoiceValue, paymentReceived }).word).toBe(word);
});
