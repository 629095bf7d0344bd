import fc from 'fast-check';
import { expect, test } from 'vitest';

import { Decimal } from '../ground/numbers.ts';
import { amountProblem } from './payments.ts';
import { messages } from './paymentMessages.ts';

test.each([
  ['100.00', '100', null],
  ['100.01', '100', 'Payment value should not be more then 100.00'],
  ['0.01', '0', "You don't have any payment left for this invoice."],
  ['', '0', "You don't have any payment left for this invoice."],
  ['', '100', null],
  ['1,000', '100', null],
  ['999999999999.99', '999999999999.98', 'Payment value should not be more then 999999999999.98'],
])('a payment of %s with %s outstanding has the problem %s', (amount, left, problem) => {
  expect(amountProblem(amount, left)).toBe(problem);
});

const paise = fc.bigInt({ min: 0n, max: 99_999_999_999_999n });
const rupees = (amount: bigint) => new Decimal(amount.toString()).div(100).toFixed(2);

test('an amount fits exactly if the remaining balance is not negative', () => {
  fc.assert(
    fc.property(paise, paise, (amount, left) => {
      const problem = amountProblem(rupees(amount), rupees(left));
      expect(problem).toBe(left === 0n ? messages.nothingLeft : amount > left ? messages.tooMuch(rupees(left)) : null);
    }),
  );
});
