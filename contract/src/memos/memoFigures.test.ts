import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { figureRemarks, PROPOSED, proposeMemo, remarks, showsProposal } from './memoFigures.ts';
import { taxRateProblem } from '../ground/rateRules.ts';
import { memoForms } from './memos.ts';
import { Decimal, MONEY_MAX } from '../ground/numbers.ts';

const shown = (proposal: ReturnType<typeof proposeMemo>) =>
  proposal && PROPOSED.map((field) => proposal[field]?.toFixed(2) ?? '').join(' ');

test.each([
  // Quantity, price and rate; CGST, SGST, IGST and amount within a state, then between two.
  ['1', '1050.50', '5', '26.26 26.26  1103.02', '  52.53 1103.03'],
  ['1', '100.10', '5', '2.50 2.50  105.10', '  5.01 105.11'],
  ['1', '999.99', '18', '90.00 90.00  1179.99', '  180.00 1179.99'],
  ['2.5', '100', '40', '50.00 50.00  350.00', '  100.00 350.00'],
  ['0.125', '0.04', '0', '0.00 0.00  0.01', '  0.00 0.01'],
  ['3', '33.33', '', '   99.99', '   99.99'],
  ['0', '33.33', '5', '0.00 0.00  0.00', '  0.00 0.00'],
  ['', '33.33', '5', '   ', '   '],
  ['3', '', '5', '   ', '   '],
  ['999999999.999', '999999999999.99', '5', '   ', '   '],
])('a memo for %s at %s and %s %% gets the proposed taxes and amount', (itemQuantity, price, taxRate, within, between) => {
  const debit = { itemQuantity, unitPrice: price, taxRate };
  expect(shown(proposeMemo('debit', debit, false))).toBe(within);
  expect(shown(proposeMemo('debit', debit, true))).toBe(between);
  const credit = { itemQuantity, unitPrice: '7', priceDifference: price === '' ? '' : `-${price}`, taxRate };
  expect(shown(proposeMemo('credit', credit, false))).toBe(within);
});

test('a tax is proposed once its kind is known, and an amount without tax immediately', () => {
  expect(shown(proposeMemo('debit', { itemQuantity: 2, unitPrice: 10, taxRate: 5 }, null))).toBe('   ');
  expect(shown(proposeMemo('debit', { itemQuantity: 2, unitPrice: 10 }, null))).toBe('   20.00');
});

test.each(['abc', '1,000', '१२', '1e3', NaN, '12.', '1.234', '-1', true])(
  'a memo with a unit price of %s gets no proposal',
  (unitPrice) => {
    expect(proposeMemo('debit', { itemQuantity: 1, unitPrice, taxRate: 5 }, false)).toBeNull();
  },
);

describe('for any figures', () => {
  const scaled = (most: number, places: number) =>
    fc.integer({ min: 0, max: most }).map((digits) => new Decimal(digits).div(10 ** places).toFixed());
  const inputs = fc.record({
    itemQuantity: scaled(10_000_000, 3),
    unitPrice: scaled(1_000_000_000, 2),
    taxRate: scaled(100_000, 3),
  });

  test('the amount is the value and its taxes to the paisa, and each tax is right to half a paisa', () => {
    fc.assert(
      fc.property(inputs, fc.boolean(), (given, interState) => {
        const proposal = proposeMemo('debit', given, interState);
        if (proposal?.amount == null) return proposal !== null;
        const value = new Decimal(given.itemQuantity).times(given.unitPrice).toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
        const taxes = [proposal.CGST, proposal.SGST, proposal.IGST].map((tax) => tax ?? new Decimal(0));
        const sum = taxes.reduce((total, tax) => total.plus(tax), value);
        const heads = interState
          ? [[proposal.IGST, given.taxRate] as const]
          : [[proposal.CGST, new Decimal(given.taxRate).div(2)] as const];
        const exact = heads.every(([tax, rate]) => tax?.minus(value.times(rate).div(100)).abs().lte('0.005'));
        const split = interState
          ? proposal.CGST === null && proposal.SGST === null
          : proposal.CGST?.eq(proposal.SGST ?? -1) && proposal.IGST === null;
        return sum.eq(proposal.amount) && exact && split === true && proposal.amount.lte(MONEY_MAX);
      }),
    );
  });

  test('the proposal can be saved, and the fields then show it', () => {
    fc.assert(
      fc.property(inputs, fc.boolean(), (given, interState) => {
        // A rate that no law has is rejected earlier.
        fc.pre(taxRateProblem(new Decimal(given.taxRate)) === null);
        const proposal = proposeMemo('credit', { ...given, priceDifference: `-${given.unitPrice}` }, interState);
        const texts = Object.fromEntries(PROPOSED.map((field) => [field, proposal?.[field]?.toFixed(2) ?? '']));
        return (
          memoForms.credit.safeParse({ productName: 'Rice', ...given, ...texts }).success &&
          PROPOSED.every((field) => showsProposal(texts[field], proposal?.[field] ?? null)) &&
          PROPOSED.every((field) => showsProposal(proposal?.[field]?.toNumber() ?? null, proposal?.[field] ?? null))
        );
      }),
    );
  });
});

test('a field shows its proposal however the amount is written', () => {
  for (const text of ['26.2', '26.20', 26.2]) expect(showsProposal(text, new Decimal('26.2'))).toBe(true);
  for (const text of ['', null, '0', '0.00']) expect(showsProposal(text, null)).toBe(true);
  for (const text of ['26.21', '', 'abc', '26,2']) expect(showsProposal(text, new Decimal('26.2'))).toBe(false);
  expect(showsProposal('abc', null)).toBe(false);
});

test.each([
  [{ CGST: 5, SGST: '5.00', amount: 210 }, {}],
  [{ CGST: 5, SGST: '', amount: 210 }, { SGST: remarks.unequal }],
  [{ CGST: 5, SGST: 5, IGST: 10, amount: 220 }, { IGST: remarks.bothKinds }],
  [{ IGST: 10, amount: 10 }, { amount: remarks.tooMuch }],
  [{ amount: '0.00' }, { amount: remarks.zero }],
  [{ CGST: 'abc', amount: '' }, {}],
])('figures of a memo get their warnings: %j', (figures, expected) => {
  expect(figureRemarks(figures)).toEqual(expected);
});
