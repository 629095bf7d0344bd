import { describe, expect, test } from 'vitest';

import { answerProblem, asOrdered, type LineAnswer, needsBuyer, type Ordered } from './answerRules.ts';
import { Decimal } from '../ground/numbers.ts';

const ordered: Ordered = { line: 3, quantity: new Decimal(200), price: new Decimal('50'), deliverBy: '2026-12-01' };
const today = '2026-11-23';

type Given = Partial<Omit<LineAnswer, 'promises' | 'rejected' | 'price'>> & {
  promises?: readonly [number | string, string][];
  rejected?: number;
  price?: number | string;
};

function answer({ promises = [], rejected = 0, price, ...given }: Given): LineAnswer {
  return {
    decision: 'change',
    substituteEAN: null,
    reason: 'late',
    remark: null,
    ...given,
    promises: promises.map(([quantity, date]) => ({ quantity: new Decimal(quantity), date })),
    rejected: new Decimal(rejected),
    price: price === undefined ? null : new Decimal(price),
  };
}

const whole: readonly [number, string][] = [[200, '2026-12-05']];

test.each<[string, Given, string | null]>([
  ['the whole quantity later', { promises: whole }, null],
  [
    'a part in two deliveries, the rest rejected',
    {
      promises: [
        [120, '2026-12-01'],
        [30, '2026-12-09'],
      ],
      rejected: 50,
    },
    null,
  ],
  ['more than ordered', { promises: [[210, '2026-12-01']], reason: 'pack_size' }, null],
  ['another price', { promises: [[200, '2026-12-01']], price: 52, reason: 'price' }, null],
  ['a rejection', { decision: 'reject', reason: 'discontinued' }, null],
  ['a part alone', { promises: [[120, '2026-12-01']] }, 'Line 3: 120 of 200 confirmed; 80 neither confirmed nor rejected.'],
  ['a missing gram', { promises: [['199.999', '2026-12-01']] }, 'Line 3: 199.999 of 200 confirmed; 0.001 neither confirmed nor rejected.'],
  [
    'confirmed and rejected beyond the order',
    { promises: [[180, '2026-12-01']], rejected: 30 },
    'Line 3: 180 confirmed and 30 rejected exceed the ordered quantity of 200.',
  ],
  ['a confirmed quantity of 0', { promises: [[0, '2026-12-01']] }, 'Line 3: each quantity must be more than 0.'],
  ['no confirmed delivery', {}, 'Line 3: enter a quantity and date for each delivery.'],
  ['a confirmed date in the past', { promises: [[200, '2026-11-22']] }, 'Line 3: 22-11-2026 is in the past.'],
  ['a confirmed date of today', { promises: [[200, '2026-11-23']], reason: 'other', remark: 'Early' }, null],
  ['no reason', { promises: whole, reason: null }, 'Line 3: enter the reason for the change.'],
  ['no reason to reject', { decision: 'reject', reason: null }, 'Line 3: enter the reason for rejecting it.'],
  ['another reason without words', { promises: whole, reason: 'other' }, 'Line 3: describe the reason.'],
  ['no change', { promises: [[200, '2026-12-01']], price: '50.0000' }, 'Line 3: no change entered. Accept the line instead.'],
])('the check of a confirmed line finds the right problem: %s', (_, given, problem) =>
  expect(answerProblem(ordered, answer(given), today)).toBe(problem),
);

test('a line whose due date is past cannot be accepted as ordered', () => {
  const late = { ...ordered, deliverBy: '2026-11-01' };
  const accepted = { ...answer({ decision: 'accept', reason: null }), promises: asOrdered(late) };
  expect(answerProblem(late, accepted, today)).toBe('Line 3: 01-11-2026 is in the past. Change the line and enter a new delivery date.');
  expect(asOrdered({ ...ordered, deliverBy: null })).toEqual([]);
});

describe('a change needs the approval of the buyer', () => {
  const none = { daysLate: 0, quantityLess: 0, quantityMore: 0, priceMore: 0 };
  const some = { daysLate: 3, quantityLess: 5, quantityMore: 2, priceMore: 1 };
  test.each<[string, Given, typeof none, boolean]>([
    ['never for a rejection', { decision: 'reject' }, none, false],
    ['never for an acceptance', { decision: 'accept' }, none, false],
    ['never for an earlier day', { promises: [[200, '2026-11-28']] }, none, false],
    ['never for a lower price', { promises: [[200, '2026-12-01']], price: '49.9999' }, none, false],
    ['for one day later', { promises: [[200, '2026-12-02']] }, none, true],
    ['not for a day within the tolerance', { promises: [[200, '2026-12-04']] }, some, false],
    ['for a day beyond the tolerance', { promises: [[200, '2026-12-05']] }, some, true],
    [
      'for the last of several deliveries',
      {
        promises: [
          [190, '2026-12-01'],
          [10, '2026-12-05'],
        ],
      },
      some,
      true,
    ],
    ['not for 5% less', { promises: [[190, '2026-12-01']], rejected: 10 }, some, false],
    ['for more than 5% less', { promises: [['189.999', '2026-12-01']], rejected: 10.001 }, some, true],
    ['not for 2% more', { promises: [[204, '2026-12-01']] }, some, false],
    ['for more than 2% more', { promises: [['204.001', '2026-12-01']] }, some, true],
    ['not for 1% of the price', { promises: [[200, '2026-12-01']], price: '50.5' }, some, false],
    ['for more than 1% of the price', { promises: [[200, '2026-12-01']], price: '50.5001' }, some, true],
    ['for another product', { promises: [[200, '2026-12-01']], substituteEAN: '96385074' }, some, true],
  ])('depending on the tolerances: %s', (_, given, tolerances, needs) =>
    expect(needsBuyer(ordered, answer(given), tolerances)).toBe(needs),
  );

  test('for any price of free goods', () => {
    const free = { ...ordered, price: new Decimal(0) };
    expect(needsBuyer(free, answer({ promises: [[200, '2026-12-01']], price: '0.01' }), { ...some, priceMore: 100 })).toBe(true);
  });
});
