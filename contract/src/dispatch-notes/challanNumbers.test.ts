import { expect, test } from 'vitest';

import { nextChallanNumber } from './challanNumbers.ts';

test.each([
  ['DC/25-26/051', '2026-03-30', '2026-03-31', 'DC/25-26/052'],
  ['DC/25-26/051', '2026-03-31', '2026-04-01', 'DC/26-27/001'],
  ['DC/2025-26/0999', '2026-03-31', '2026-04-01', 'DC/2026-27/0001'],
  ['051/25-26', '2026-03-31', '2026-03-31', '052/25-26'],
  ['051/25-26', '2026-03-31', '2026-04-01', '001/26-27'],
  ['CH2526-99', '2026-03-31', '2026-03-31', 'CH2526-100'],
  ['CH2526-99', '2026-03-31', '2026-04-01', 'CH2627-01'],
  // A number without a year can be used again in the next financial year.
  ['DC-118', '2026-03-31', '2026-04-01', 'DC-001'],
  ['118', '2026-05-01', '2026-05-02', '119'],
  ['DC/99-00/009', '2100-03-31', '2100-04-01', 'DC/00-01/001'],
  // The digits that look like the year are the serial number.
  ['DC/2526', '2026-02-01', '2026-02-02', null],
  ['DC-26', '2026-05-01', '2026-05-02', 'DC-27'],
  // The seventeenth character ends the series.
  ['ABCDEFGHIJKLM999', '2026-05-01', '2026-05-02', null],
  ['ABCDEFGHIJKLM998', '2026-05-01', '2026-05-02', 'ABCDEFGHIJKLM999'],
  ['DC 118', '2026-05-01', '2026-05-02', null],
  ['CHALLAN', '2026-05-01', '2026-05-02', null],
])('the challan number after %s of %s, on %s, is %s', (number, before, day, next) => {
  expect(nextChallanNumber({ number, day: before }, day)).toBe(next);
});

test('the first challan number of a vendor contains the financial year', () => {
  expect([nextChallanNumber(null, '2026-03-31'), nextChallanNumber(null, '2026-04-01')]).toEqual(['DC/25-26/001', 'DC/26-27/001']);
});
