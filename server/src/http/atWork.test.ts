import { setImmediate } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { AtWork } from './atWork.ts';

test.each([
  [3, 1],
  [4, 1],
  [5, 1],
  [6, 2],
  [8, 2],
  [10, 2],
  [12, 3],
  [25, 6],
  [90, 22],
])('of %i connections one caller holds at most %i, and others get in meanwhile', async (pool, share) => {
  const atWork = new AtWork(pool);
  let running = 0;
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const calls = Array.from({ length: share + 20 }, () =>
    atWork.run('greedy', () => {
      running += 1;
      return ended;
    }),
  );
  await setImmediate();
  expect(running).toBe(share);
  expect(running).toBeLessThanOrEqual(pool / 3);
  expect(await atWork.run('other', async () => 'done')).toBe('done');
  end();
  await Promise.all(calls);
  expect(running).toBe(share + 20);
});
