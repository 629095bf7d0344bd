import { expect, test } from 'vitest';

import { financialYear, followingNumber } from './numberSeries.ts';

test.each([
  ['2026-03-31', 2025],
  ['2026-04-01', 2026],
  ['2026-12-31', 2026],
  ['2027-01-01', 2026],
  ['2099-04-01', 2099],
])('the day %s is in the financial year that begins in %i', (day, year) => {
  expect(financialYear(day)).toBe(year);
});

// Challans have a table of their own, because their series starts again every year.
test.each([
  ['GRN/0099', '2026-03-31', '2026-03-31', 'GRN/0100'],
  ['GRN/0099', '2026-03-31', '2026-04-01', 'GRN/0100'],
  ['GRN-26-27-009', '2026-05-01', '2026-05-02', 'GRN-26-27-010'],
  ['GRN-25-26-009', '2026-03-31', '2026-04-01', 'GRN-26-27-001'],
  ['0041/26-27', '2026-05-01', '2026-05-02', '0042/26-27'],
  ['99', '2026-05-01', '2026-05-02', '100'],
  ['A9007199254740993', '2026-05-01', '2026-05-02', 'A9007199254740994'],
  ['GRN/12/B', '2026-05-01', '2026-05-02', 'GRN/13/B'],
  ['GRN/26-27', '2026-05-01', '2026-05-02', null],
  ['माल/१२', '2026-05-01', '2026-05-02', null],
])('the number after %s of %s, on %s, is %s', (number, before, day, next) => {
  expect(followingNumber({ number, day: before }, day, { yearly: false })).toBe(next);
});
