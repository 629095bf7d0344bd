import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Api, startApi } from '../../test/api.ts';
import { dayIn, finished, rupeesIn, said, saidIn } from './said.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

test.each([
  ['0', '₹0.00'],
  ['-0.5', '-₹0.50'],
  ['100000', '₹1,00,000.00'],
  ['-12345678.90', '-₹1,23,45,678.90'],
  ['9999999999999.99', '₹99,99,99,99,99,999.99'],
])('an amount of a statement, %s, appears as %s', async (amount, shown) => {
  const { text } = await api.ctx.db.one<{ text: string }>(sql`
    select ${said('{amount} of {vendor}', { amount: rupeesIn(sql`${amount}::numeric`), vendor: sql`'{"rupees": "1"}'::text` })} as text`);
  expect(finished(text)).toBe(`${shown} of {"rupees": "1"}`);
});

test('a date of a statement appears like every other date, even inside a nested message', async () => {
  const days = saidIn('from {from}', { from: dayIn(sql`date '2026-04-01'`) });
  const { text } = await api.ctx.db.one<{ text: string }>(sql`
    select ${said('{days}, closed on {day}, {none}', { days, day: dayIn(sql`date '2026-12-31'`), none: dayIn(sql`null`) })} as text`);
  expect(finished(text)).toBe('from 01-04-2026, closed on 31-12-2026, –');
});
