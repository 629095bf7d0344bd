import { expect, test } from 'vitest';

import { type Facts, SEARCHED } from '../bench/limits/facts.ts';
import { viewsOf } from '../bench/limits/lists.ts';
import { ratios } from '../bench/limits/ratios.ts';

test('the benchmark of limits has values for every filter and the statements of its ratios', async () => {
  const caller = { id: '1', token: '' };
  const words = Object.fromEntries(SEARCHED.map((name) => [name, ['text']])) as unknown as Facts['words'];
  const facts = { vendor: caller, admin: caller, invoice: '1', words } as Facts;
  const asked = viewsOf(facts).map(({ ask }) => ask(1, 0).path);
  expect(asked.length).toBeGreaterThan(1_000);
  expect(asked.some((path) => path.includes('productName=text'))).toBe(true);
  expect((await ratios()).map(({ floor }) => floor)).not.toContain('');
});
