import { expect, test } from 'vitest';

import { stateOf } from './balance.ts';

const TODAY = '2026-11-23';

test.each([
  [100, 0, '2026-12-23', 100, 'Open'],
  [100, 0, '2026-11-30', 100, 'Open'],
  [100, 0, '2026-11-29', 100, 'Due soon'],
  [100, 40, '2026-11-23', 60, 'Due soon'],
  [100, 40, '2026-11-22', 60, 'Overdue'],
  [100.1, 33.4, '2027-01-01', 66.7, 'Part paid'],
  [0.3, 0.3, '2026-01-01', 0, 'Paid'],
  [9_999_999_999.99, 0.01, '2027-01-01', 9_999_999_999.98, 'Part paid'],
])('an invoice of %d with %d paid and due on %s has %d left and the status %s', (_value, paymentReceived, dueDate, balance, word) => {
  expect(stateOf({ balance, paymentReceived, notes: 0, deductions: 0, dueDate }, TODAY).word).toBe(word);
});

test('memos reduce the balance', () => {
  expect(stateOf({ balance: 60, paymentReceived: 0, notes: 40, deductions: 0, dueDate: '2027-01-01' }, TODAY).word).toBe('Part paid');
  expect(stateOf({ balance: 0, paymentReceived: 0, notes: 100, deductions: 0, dueDate: '2027-01-01' }, TODAY).word).toBe('Paid');
});
