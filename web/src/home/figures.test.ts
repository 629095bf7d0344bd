import { expect, test } from 'vitest';

import { tiles, windowStart } from './figures.ts';

const NOW = new Date('2026-11-21T06:00:00Z');
const labels = (isAdmin: boolean) => tiles(isAdmin, NOW).flatMap(({ total, beside }) => [total.label, ...beside.map((each) => each.label)]);

test('administrators have three figures of users, and everybody else has none', () => {
  expect(labels(true).slice(0, 3)).toEqual(['Total Users', 'Active Users', 'Inactive Users']);
  expect(labels(true).slice(3)).toEqual(labels(false));
});

test('the figures of the last ten days link to the entries of those days', () => {
  const beside = tiles(false, NOW).flatMap((tile) => tile.beside);
  const href = (count: string) => beside.find((figure) => figure.count === count)?.href;
  expect(href('last10DayDebitDetail')).toBe('/invoices/debit?startDate=2026-11-12');
  expect(href('last10DayCreditDetail')).toBe('/invoices/credit?startDate=2026-11-12');
});

test('the last ten days are today and the nine days before, in India', () => {
  expect(windowStart(NOW)).toBe('2026-11-12');
  expect(windowStart(new Date('2026-11-21T20:00:00Z'))).toBe('2026-11-13');
});
