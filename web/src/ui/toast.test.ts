import { expect, test } from 'vitest';

import { remaining } from './remaining.ts';
import { toast } from './toast.tsx';

test('an error and a message too long for three seconds stay on the page', () => {
  toast.success('One two three four five six seven eight');
  expect(remaining.get()).toEqual([]);
  toast.success('One two three four five six seven eight nine');
  toast.error('No.');
  expect(remaining.get().map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
    'good: One two three four five six seven eight nine',
    'bad: No.',
  ]);
});
