import { expect, test } from 'vitest';

import { Refusal } from '../ground/refusal.ts';
import { boundedQueue } from './queue.ts';

/** Work that ends when the test ends it. */
function held() {
  const ends: (() => void)[] = [];
  let running = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, (running += 1));
    await new Promise<void>((end) => ends.push(end));
    running -= 1;
  };
  const finishAll = async () => {
    while (ends.length > 0) {
      ends.shift()?.();
      await new Promise(setImmediate);
    }
  };
  return { work, finishAll, most: () => most };
}

test('at most the limit runs at the same time, and everything runs in the end', async () => {
  const run = boundedQueue(2, 10);
  const { work, finishAll, most } = held();
  // The loop runs twice, because a place released more than once would only show afterwards.
  for (let round = 0; round < 2; round += 1) {
    const all = Promise.all(Array.from({ length: 7 }, () => run(work)));
    await finishAll();
    await all;
  }
  expect(most()).toBe(2);
});

test('a full queue rejects calls with 503 and Retry-After', async () => {
  const run = boundedQueue(1, 1);
  const { work, finishAll } = held();
  const accepted = [run(work), run(work)];
  const refused = await run(work).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Refusal);
  expect(refused).toMatchObject({ status: 503, retryAfterSeconds: 2 });
  await finishAll();
  await Promise.all(accepted);
});

test('one user or company cannot fill the queue', async () => {
  const run = boundedQueue(1, 10, [2, 3]);
  const { work, finishAll } = held();
  const accepted = [run(work, { who: ['1', 'mill'] }), run(work, { who: ['1', 'mill'] })];
  await expect(run(work, { who: ['1', 'mill'] })).rejects.toMatchObject({ status: 503 });
  accepted.push(run(work, { who: ['2', 'mill'] }));
  await expect(run(work, { who: ['3', 'mill'] })).rejects.toMatchObject({ status: 503 });
  accepted.push(run(work, { who: ['4', 'other'] }), run(work));
  await finishAll();
  await Promise.all(accepted);
  const again = run(work, { who: ['1', 'mill'] });
  await finishAll();
  await again;
});

test('a call whose client has disconnected while waiting is not run', async () => {
  const run = boundedQueue(1, 10);
  const { work, finishAll } = held();
  const first = run(work);
  const gone = new AbortController();
  let isDone = false;
  const second = run(async () => void (isDone = true), { signal: gone.signal });
  const ended = second.catch((error: unknown) => error);
  gone.abort();
  await finishAll();
  await first;
  expect(await ended).toMatchObject({ name: 'AbortError' });
  expect(isDone).toBe(false);
});

test('failed work frees its place', async () => {
  const run = boundedQueue(1, 0);
  await expect(run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await expect(run(() => Promise.resolve('fine'))).resolves.toBe('fine');
});
