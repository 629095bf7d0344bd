import { describe, expect, test } from 'vitest';

import { batchProblem, isSscc, mayMove, nextSscc, quantityProblem } from './dispatchRules.ts';
import { Decimal } from '../ground/numbers.ts';

describe('quantities of a dispatch note', () => {
  test.each<[here: string, ordered: string, before: string, tolerance: string, problem: string | null, rejected?: string]>([
    ['60', '100', '0', '0', null, '40'],
    ['61', '100', '0', '0', 'Line 2: 61 dispatched here, 100 ordered and 40 of them rejected. At most 60 more can be sent.', '40'],
    ['1', '100', '60', '0', 'Line 2: 1 dispatched here and 60 before, 100 ordered and 40 of them rejected. Remove it.', '40'],
    ['0.001', '100', '0', '2', 'Line 2: 0.001 dispatched here, 100 ordered and 100 of them rejected. Remove it.', '100'],
    ['0.001', '100', '0', '0', 'Line 2: 0.001 dispatched here, 100 ordered and 120 of them rejected. Remove it.', '120'],
    ['100', '100', '0', '0', null],
    ['101', '100', '0', '0', 'Line 2: 101 dispatched here, 100 ordered. At most 100 more can be sent.'],
    ['102', '100', '0', '2', null],
    ['7', '100', '96', '2', 'Line 2: 7 dispatched here and 96 before, 100 ordered. At most 6 more can be sent with the tolerance of 2%.'],
    ['6', '100', '96', '2', null],
    ['0.001', '100', '102', '2', 'Line 2: 0.001 dispatched here and 102 before, 100 ordered. Remove it.'],
    ['0.001', '100', '130', '2', 'Line 2: 0.001 dispatched here and 130 before, 100 ordered. Remove it.'],
    // 1.001 × 102% is 1.02102; the rest below a gram is ignored.
    ['1.021', '1.001', '0', '2', null],
    ['1.022', '1.001', '0', '2', 'Line 2: 1.022 dispatched here, 1.001 ordered. At most 1.021 more can be sent with the tolerance of 2%.'],
  ])(
    'a vendor who sends %s of %s, after %s, within %s %% gets the right problem',
    (here, ordered, before, tolerance, problem, rejected = '0') => {
      const open = {
        ordered: new Decimal(ordered),
        rejected: new Decimal(rejected),
        before: new Decimal(before),
        tolerance: new Decimal(tolerance),
      };
      expect(quantityProblem(2, new Decimal(here), open)).toBe(problem);
    },
  );
});

describe('batches of a dispatch note', () => {
  const dairy = { category: 'Dairy', days: 90 };
  const none = { category: null, days: null };
  test.each<[string, Parameters<typeof batchProblem>[1], Parameters<typeof batchProblem>[2], string | null]>([
    ['no dates, no rule', { batch: null, madeOn: null, bestBefore: null }, none, null],
    ['a rule of 0 days', { batch: null, madeOn: null, bestBefore: null }, { category: 'Salt', days: 0 }, null],
    ['exactly enough', { batch: 'B7', madeOn: '2026-11-01', bestBefore: '2027-02-21' }, dairy, null],
    [
      'a day short',
      { batch: 'B7', madeOn: null, bestBefore: '2027-02-20' },
      dairy,
      'Line 1, batch B7: 89 days left on arrival (23-11-2026). Dairy must have at least 90.',
    ],
    [
      'no date where one is needed',
      { batch: null, madeOn: null, bestBefore: null },
      { category: null, days: 30 },
      'Line 1: enter the best-before date. These goods must have at least 30 days left on arrival.',
    ],
    ['good until the day of arrival', { batch: 'B7', madeOn: null, bestBefore: '2026-11-23' }, none, null],
    [
      'expired on arrival',
      { batch: 'B7', madeOn: null, bestBefore: '2026-11-22' },
      none,
      'Line 1, batch B7: expired on arrival (best before 22-11-2026, arrives on 23-11-2026).',
    ],
    [
      'best before its manufacture',
      { batch: 'B7', madeOn: '2027-01-01', bestBefore: '2026-12-31' },
      none,
      'Line 1, batch B7: best-before date 31-12-2026 is not after the manufacturing date.',
    ],
    [
      'made after arrival',
      { batch: null, madeOn: '2026-11-24', bestBefore: null },
      none,
      'Line 1: manufactured on 24-11-2026, after arrival.',
    ],
  ])('the check of a batch finds the right problem: %s', (_, batch, rule, problem) => {
    expect(batchProblem(1, batch, rule, '2026-11-23')).toBe(problem);
  });
});

test.each([
  ['106141412345678908', true],
  ['106141412345678907', false],
  ['10614141234567890', false],
  ['', false],
])('the check digit of SSCC %s is right: %s', (text, right) => {
  expect(isSscc(text)).toBe(right);
});

test('a dispatch note can be cancelled only before it has arrived', () => {
  const states = ['draft', 'ready', 'left', 'arrived', 'closed', 'cancelled'] as const;
  expect(states.filter((state) => mayMove(state, 'cancel'))).toEqual(['draft', 'ready', 'left']);
  expect(states.filter((state) => mayMove(state, 'leave'))).toEqual(['ready']);
});

test.each([
  ['106141412345678908', '106141412345678915'],
  ['106141412345679998', '106141412345680000'],
  ['999999999999999999', null],
])('the SSCC after %s is %s', (sscc, next) => {
  expect(nextSscc(sscc)).toBe(next);
  if (next !== null) expect(isSscc(next)).toBe(true);
});
