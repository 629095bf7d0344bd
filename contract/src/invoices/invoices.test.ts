import { expect, test } from 'vitest';

import { invoiceDateRemark, invoiceDayProblem } from './invoices.ts';

test.each([
  ['2026-11-24', null],
  ['2025-11-24', null],
  ['2025-11-23', 'The invoice is dated 23-11-2025, more than a year ago.'],
  ['1900-01-01', 'The invoice is dated 01-01-1900, more than a year ago.'],
  ['', null],
  ['2026-02-31', null],
])('an invoice dated %j gets the warning %s', (day, remark) => {
  expect(invoiceDateRemark(day, '2026-11-24')).toBe(remark);
});

test.each([
  ['2026-11-24', null],
  ['2026-11-25', 'The invoice is dated 25-11-2026, which is after today (24-11-2026). Correct the date.'],
  ['2062-11-24', 'The invoice is dated 24-11-2062, which is after today (24-11-2026). Correct the date.'],
  [null, null],
])('an invoice dated %j gets the problem %s', (day, problem) => {
  expect(invoiceDayProblem(day, '2026-11-24')).toBe(problem);
});
