import fc from 'fast-check';
import { expect, test } from 'vitest';

import { amountText, Decimal, figureText, smallWhole } from './numbers.ts';

const figure = fc
  .tuple(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), fc.nat(18))
  .map(([digits, places]) => new Decimal(digits.toString()).div(new Decimal(10).pow(places)));
const amount = fc.oneof(fc.nat(9_999), fc.nat(10 ** 9), fc.nat(10 ** 11)).map((paise) => new Decimal(paise).div(100));
const some = fc.oneof(figure, amount);
const odd = [0, -0, '0.01', '0.1', '1e-7', '1e-8', '9999999.99', 9_999_999, 10_000_000, -1, '0.005', Number.NaN, Number.POSITIVE_INFINITY];

test('a small number in units of its last place', () => {
  fc.assert(
    fc.property(some, fc.constantFrom(1, 100, 10_000, 10_000_000), (value, units) => {
      const whole = value.times(units);
      const isSmall = !value.isNegative() && value.lt(10_000_000) && whole.isInteger();
      expect(smallWhole(value, units)).toBe(isSmall ? whole.toNumber() : null);
    }),
    { numRuns: 3_000 },
  );
  const found = odd.map((value) => smallWhole(new Decimal(value), 100));
  expect(found).toEqual([0, null, 1, 10, null, null, 999_999_999, 999_999_900, null, null, null, null, null]);
});

test('texts of numbers are those that decimals have', () => {
  const same = (value: Decimal) => {
    expect([amountText(value), figureText(value)]).toEqual([value.toFixed(2), value.toFixed()]);
  };
  fc.assert(fc.property(some, same), { numRuns: 3_000 });
  for (const value of odd) same(new Decimal(value));
});
