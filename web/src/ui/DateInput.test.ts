import { expect, test } from 'vitest';

import { readDay } from './DateInput.tsx';

test.each([
  ['05-01-2026', '2026-01-05'],
  ['5/1/26', '2026-01-05'],
  ['05.01.2026', '2026-01-05'],
  ['05012026', '2026-01-05'],
  ['2026-01-05', '2026-01-05'],
  ['', ''],
  ['31-02-2026', '31-02-2026'],
  ['05-01-202', '05-01-202'],
  ['tomorrow', 'tomorrow'],
])('the typed date %j is read as %j', (typed, expected) => {
  expect(readDay(typed)).toBe(expected);
});
