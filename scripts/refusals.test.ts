import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { tableOfRefusals } from './refusals.ts';

test('the table of refusals is what the sources refuse', () => {
  const table = tableOfRefusals();
  expect(table.split('\n').length).toBeGreaterThan(500);
  expect(table).toBe(readFileSync(join(import.meta.dirname, 'refusals.txt'), 'utf8'));
}, 120_000);
