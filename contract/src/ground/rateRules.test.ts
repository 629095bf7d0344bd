import { describe, expect, test } from 'vitest';

import { indianDay } from './fields.ts';
import { Decimal } from './numbers.ts';
import { type Condition, type DatedRate, highestRateOn, rateMessages, rateOf, rateProblem, ratesOn } from './rateRules.ts';

const row = (
  hsnPrefix: string,
  rate: number,
  validFrom: string,
  validTo: string | null = null,
  condition: Condition = 'any',
): DatedRate => ({
  hsnPrefix,
  condition,
  rate,
  cessRate: 0,
  validFrom,
  validTo,
});

const TABLE = [
  row('10', 18, '2025-09-22'),
  row('1006', 5, '2025-09-22', null, 'prepacked'),
  row('1006', 0, '2025-09-22', null, 'loose'),
  row('100610', 0, '2025-09-22'),
  row('0405', 12, '2017-07-01', '2025-09-21'),
  row('0405', 5, '2025-09-22'),
  row('2403', 28, '2025-09-22', '2026-01-31'),
  row('2403', 40, '2026-02-01'),
  row('24031921', 18, '2026-02-01'),
  row('3401', 18, '2023-04-01', '2024-02-29'),
  row('3401', 5, '2024-03-01', '2026-03-31'),
  row('3401', 18, '2026-04-01'),
  row('2008', 5, '2025-09-22', null, 'prepacked'),
  row('0713', 5, '2025-09-22'),
  row('0713', 0, '2025-09-22', null, 'loose'),
];

/** The HSN code, the date and the packing; then the rate, or the reason why there is none. */
test.each([
  // The longest prefix applies, whatever the order of the rows is.
  ['1001', '2026-11-22', null, 18],
  ['10', '2026-11-22', null, 18],
  ['10063020', '2026-11-22', 'prepacked', 5],
  ['10063020', '2026-11-22', 'loose', 0],
  ['10063020', '2026-11-22', null, 'depends'],
  ['10061010', '2026-11-22', null, 0],
  ['10061010', '2026-11-22', 'prepacked', 0],
  ['100', '2026-11-22', null, 18],
  // 24031921 is not a prefix of 240319.
  ['240319', '2026-11-22', null, 40],
  ['24031921', '2026-11-22', null, 18],
  ['24031921', '2025-12-31', null, 28],
  // The first and last days of the rates.
  ['04051000', '2025-09-21', null, 12],
  ['04051000', '2025-09-22', null, 5],
  ['2403', '2026-01-31', null, 28],
  ['2403', '2026-02-01', null, 40],
  ['3401', '2024-02-28', null, 18],
  ['3401', '2024-02-29', null, 18],
  ['3401', '2024-03-01', null, 5],
  ['3401', '2026-03-31', null, 5],
  ['3401', '2026-04-01', null, 18],
  // A row for loose goods next to a row for any packing.
  ['07136000', '2026-11-22', 'prepacked', 5],
  ['07136000', '2026-11-22', 'loose', 0],
  ['07136000', '2026-11-22', null, 'depends'],
  // The table has no row for loose goods.
  ['20081920', '2026-11-22', 'prepacked', 5],
  ['20081920', '2026-11-22', 'loose', 'unknown'],
  ['20081920', '2026-11-22', null, 'depends'],
  // The HSN code is unknown.
  ['8471', '2026-11-22', null, 'unknown'],
  ['04051000', '2017-06-30', null, 'unknown'],
  ['3401', '2023-03-31', null, 'unknown'],
  ['0', '2026-11-22', null, 'unknown'],
  [null, '2026-11-22', 'loose', 'unknown'],
] as const)('the rate of HSN %s on %s, packed %s, is %s', (hsn, day, condition, expected) => {
  for (const table of [TABLE, TABLE.toReversed()]) {
    const found = rateOf(table, hsn, day, condition);
    expect(found.kind === 'rate' ? found.rate.rate : found.kind).toBe(expected);
  }
});

test('a difference in cess alone makes packing matter', () => {
  const table = [row('2202', 28, '2017-07-01'), { ...row('2202', 28, '2017-07-01', null, 'loose'), cessRate: 12 }];
  expect(rateOf(table, '220210', '2018-01-01', null).kind).toBe('depends');
});

/** A financial year ends at midnight in India, which is 18:30 UTC. */
test.each([
  ['2026-03-31T18:29:59.999Z', 5],
  ['2026-03-31T18:30:00.000Z', 18],
  ['2025-09-21T18:29:59.999Z', 5],
  ['2024-02-29T18:29:59.999Z', 18],
  ['2024-02-29T18:30:00.000Z', 5],
])('a document dated at %s has the rate %s %%', (instant, expected) => {
  expect(rateOf(TABLE, '34011190', indianDay(new Date(instant)), null)).toMatchObject({ rate: { rate: expected } });
});

test.each([
  ['2017-06-30', [], null],
  ['2017-07-01', ['0', '0.25', '3', '5', '12', '18', '28'], 28],
  ['2025-09-21', ['0', '0.25', '3', '5', '12', '18', '28'], 28],
  ['2025-09-22', ['0', '0.25', '1.5', '3', '5', '18', '40'], 40],
  ['2026-01-31', ['0', '0.25', '1.5', '3', '5', '18', '40'], 40],
  ['2026-02-01', ['0', '0.25', '1.5', '3', '5', '18', '40'], 40],
])('the rates on %s are %j', (day, rates, highest) => {
  expect([ratesOn(day), highestRateOn(day)]).toEqual([rates, highest]);
});

describe('a rate that is entered', () => {
  const NEW = ['0', '0.25', '1.5', '3', '5', '18', '40'];
  const problem = (hsnPrefix: string, rate: string, validFrom: string, validTo: string | null, notification: string | null = null) =>
    rateProblem({ hsnPrefix, rate: new Decimal(rate), validFrom, validTo, notification });
  test.each([
    ['1006', '5', '2025-09-22', null, null],
    ['1006', '5.00', '2017-07-01', null, null],
    ['1006', '12', '2017-07-01', '2025-09-21', null],
    ['1006', '12', '2017-07-01', '2025-09-22', { field: 'validTo', message: rateMessages.endsOn('12', '2025-09-22') }],
    ['1006', '12', '2017-07-01', null, { field: 'validTo', message: rateMessages.endsOn('12', '2025-09-22') }],
    ['1006', '12', '2025-09-22', null, { field: 'rate', message: rateMessages.notAmong('12', '2025-09-22', NEW) }],
    ['1006', '40', '2025-09-21', null, { field: 'rate', message: expect.stringContaining('0, 0.25, 3, 5, 12, 18 and 28') }],
    ['2402', '28', '2017-07-01', '2026-01-31', null],
    ['2402', '28', '2025-09-22', null, { field: 'validTo', message: rateMessages.endsOn('28', '2026-02-01') }],
    ['2402', '28', '2026-02-01', null, { field: 'rate', message: rateMessages.notAmong('28', '2026-02-01', NEW) }],
    ['8703', '28', '2025-09-22', '2026-01-31', { field: 'rate', message: rateMessages.notAmong('28', '2025-09-22', NEW) }],
    ['1006', '5', '2017-06-30', null, { field: 'validFrom', message: rateMessages.beforeGst }],
    [
      '1006',
      '5',
      '2026-03-01',
      '2026-02-28',
      { field: 'validTo', message: 'The last day 28-02-2026 is before the first day 01-03-2026. Correct one of them.' },
    ],
    ['1006', '5', '2028-02-29', '2028-02-29', null],
  ])('is checked against the rates of the law: %s, %s %% from %s to %s: %j', (prefix, rate, from, to, expected) => {
    expect(problem(prefix, rate, from, to)).toEqual(expected);
  });

  test('may differ from the law if its notification is named', () => {
    expect(problem('2106', '8', '2027-04-01', null, '3/2027-CT(R)')).toBeNull();
  });
});
