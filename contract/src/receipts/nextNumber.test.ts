import { expect, test } from 'vitest';

import { nextNumber } from './nextNumber.ts';

test.each([
  ['GRN/0099', 'GRN/0100'],
  ['GRN-26-27-009', 'GRN-26-27-010'],
  ['99', '100'],
  ['007', '008'],
  ['A9007199254740993', 'A9007199254740994'],
  ['GRN/12/B', null],
  ['माल/१२', null],
  ['9'.repeat(40), null],
  ['9'.repeat(39), `1${'0'.repeat(39)}`],
])('%s is followed by %s', (last, next) => {
  expect(nextNumber(last, 40)).toBe(next);
});
