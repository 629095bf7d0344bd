import fc from 'fast-check';
import { expect, test } from 'vitest';

import { Decimal } from '../ground/numbers.ts';
import { percentageFor, priceFrom, priceOf } from './pricing.ts';

/** MRP, percentage, margin and transfer price; the first three rows are the vectors of india-facts section 8. */
const FIGURES = [
  ['120', '22.5', '27.00', '93.00'],
  ['45', '33.333', '15.00', '30.00'],
  ['99', '0', '0.00', '99.00'],
  ['99', '100', '99.00', '0.00'],
  // Half a paisa is rounded up: 0.30 × 15% = 0.045.
  ['0.30', '15', '0.05', '0.25'],
  ['999999999999.99', '50', '500000000000.00', '499999999999.99'],
] as const;

test.each(FIGURES)('an MRP of %s at %s percent has margin %s and transfer price %s', (mrp, percentage, margin, transferPrice) => {
  const price = priceFrom(new Decimal(mrp), new Decimal(percentage));
  expect([price.margin.toFixed(2), price.transferPrice.toFixed(2)]).toEqual([margin, transferPrice]);
});

test.each([
  ['120', '27', '22.5'],
  ['45', '15', '33.33'],
  ['99999', '33333', '33.33333'],
  ['0', '0', '0'],
])(
  'an MRP of %s with a margin of %s has the percentage %s, in the fewest decimals that lead back to the margin',
  (mrp, margin, percentage) => {
    expect(percentageFor(new Decimal(mrp), new Decimal(margin)).toString()).toBe(percentage);
  },
);

test('a margin typed by hand converts to a percentage and back, to the paisa', () => {
  const paise = fc.bigInt({ min: 1n, max: 99_999_999_999_999n });
  fc.assert(
    fc.property(paise, paise, (one, other) => {
      const [mrp, margin] = [one > other ? one : other, one > other ? other : one].map((each) => new Decimal(each.toString()).div(100));
      if (mrp === undefined || margin === undefined) return;
      const back = priceFrom(mrp, percentageFor(mrp, margin));
      expect(back.margin.minus(margin).abs().lte('0.01')).toBe(true);
      expect(back.margin.plus(back.transferPrice).eq(mrp)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

const amount = (text: string | null) => (text === null ? null : new Decimal(text));
const priceOfTexts = (mrp: string, percentage: string | null, margin: string | null, transferPrice: string | null) => {
  const found = priceOf({
    mrp: new Decimal(mrp),
    percentage: amount(percentage),
    margin: amount(margin),
    transferPrice: amount(transferPrice),
  });
  return 'errors' in found ? found.errors : Object.values(found.price).map(String);
};

test.each([
  ['120', '22.5', '27', '93', ['120', '22.5', '27', '93']],
  ['120', '22.5', '27.01', '92.99', ['120', '22.5', '27', '93']],
  ['120', '22.5', null, null, ['120', '22.5', '27', '93']],
  ['120', null, '27', null, ['120', '22.5', '27', '93']],
  ['120', null, null, '93', ['120', '22.5', '27', '93']],
  ['45', null, '15', '30.01', ['45', '33.33', '15', '30']],
  ['0', null, null, '0', ['0', '0', '0', '0']],
] as const)(
  'missing figures follow from MRP %s, percentage %s, margin %s and transfer price %s',
  (mrp, percentage, margin, price, whole) => {
    expect(priceOfTexts(mrp, percentage, margin, price)).toEqual(whole);
  },
);

test.each([
  ['120', null, null, null, { percentage: 'Percentage, Margin or Transfer Price is required.' }],
  ['120', '22.5', '27.02', '93', { margin: 'Margin should be 27.00: MRP x percentage / 100.' }],
  ['120', '22.5', '27', '90', { transferPrice: 'Transfer Price should be 93.00: MRP minus margin.' }],
  ['120', null, '27', '90', { transferPrice: 'Transfer Price should be 93.00: MRP minus margin.' }],
  ['120', null, '121', null, { margin: 'Margin cannot exceed the MRP.' }],
  ['120', null, null, '121', { transferPrice: 'Transfer Price cannot exceed the MRP.' }],
] as const)(
  'the figures of MRP %s, percentage %s, margin %s and transfer price %s have the expected errors',
  (mrp, percentage, margin, price, errors) => {
    expect(priceOfTexts(mrp, percentage, margin, price)).toEqual(errors);
  },
);

/** Amounts of any size, with many small ones, because these often contain half a paisa. */
const paiseOf = fc.oneof(fc.nat(9_999), fc.nat(999_999_999), fc.bigInt({ min: 0n, max: 99_999_999_999_999n }).map(String));
const percentageOf = fc.oneof(
  fc.tuple(fc.nat(100), fc.constant(0)),
  fc.tuple(fc.nat(10_000), fc.constant(2)),
  fc.tuple(fc.nat(100_000_000), fc.constant(6)),
);

test('a product’s figures are right exactly if they follow from MRP and percentage, within a paisa', () => {
  fc.assert(
    fc.property(
      paiseOf,
      percentageOf,
      fc.constantFrom(-2, -1, 0, 0, 0, 1, 2),
      fc.constantFrom(-2, -1, 0, 0, 1, 2),
      (paise, [units, places], more, rest) => {
        const mrp = new Decimal(paise).div(100);
        const percentage = new Decimal(units).div(10 ** places);
        const right = priceFrom(mrp, percentage);
        const margin = right.margin.plus(more / 100);
        const transferPrice = right.transferPrice.plus(rest / 100);
        fc.pre(!margin.isNegative() && !transferPrice.isNegative());
        const found = priceOf({ mrp, percentage, margin, transferPrice });
        const isWrong = Math.abs(more) > 1 || Math.abs(rest) > 1 || margin.gt(mrp) || transferPrice.gt(mrp);
        const price = [mrp, percentage, right.margin, right.transferPrice].map(String);
        expect('errors' in found ? 'errors' : Object.values(found.price).map(String)).toEqual(isWrong ? 'errors' : price);
      },
    ),
    { numRuns: 2_000 },
  );
});
