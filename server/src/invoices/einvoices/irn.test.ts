import { expect, test } from 'vitest';

import { irnsOf } from './irn.ts';

test.each([
  ['01AMBPG7773M002', '2022-12-01', 'SINV-CFY-00067', '706daeccda0ef6f818da78f3a2a05a1288731057373002289b46c3229289a2e7'],
  ['02AMBPG7773M002', '2024-03-31', '9sQ5E2', '2ecc42a8e81dcbbb56923e4bd046c861ce7374060bd31875ce35447e922c9399'],
])('the IRN of %s on %s with number %s equals the one of the signed sample', (gstin, date, number, irn) => {
  expect(irnsOf({ gstin, date, number })).toContain(irn);
  // Another financial year has another IRN.
  expect(irnsOf({ gstin, date: `${Number(date.slice(0, 4)) + 1}${date.slice(4)}`, number })).not.toContain(irn);
});

test('the financial year begins on 1 April', () => {
  const on = (date: string) => irnsOf({ gstin: '27AAPFU0939F1ZV', date, number: '1' });
  expect(on('2027-03-31')).toEqual(on('2026-04-01'));
  expect(on('2026-03-31')).not.toEqual(on('2026-04-01'));
  // The financial year is written 2099-00.
  expect(on('2099-04-01')).toHaveLength(1);
});

test('capital and small letters of a number give two IRNs', () => {
  expect(irnsOf({ gstin: '27AAPFU0939F1ZV', date: '2026-04-01', number: 'a/1' })).toHaveLength(2);
});
