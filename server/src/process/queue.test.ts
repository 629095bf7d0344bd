import { expect, test, vi } from 'vitest';

import { Refusal } from '../refusal.ts';
import { boundedQueue } from './queue.ts';

/** Work that ends when told to. */
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

test('no more than the bound run at once, and all of them run', async () => {
  const run = boundedQueue(2, 10);
  const { work, finishAll, most } = held();
  // Twice, as a place given back more than once would show only afterwards.
  for (let round = 0; round < 2; round += 1) {
    const all = Promise.all(Array.from({ length: 7 }, () => run(work)));
    await finishAll();
    await all;
  }
  expect(most()).toBe(2);
});

test('past the bound of waiting ones it refuses with 503 and Retry-After', async () => {
  const run = boundedQueue(1, 1);
  const { work, finishAll } = held();
  const accepted = [run(work), run(work)];
  const refused = await run(work).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Refusal);
  expect(refused).toMatchObject({ status: 503, retryAfterSeconds: 2 });
  await finishAll();
  await Promise.all(accepted);
});

test('one caller fills no queue', async () => {
  const run = boundedQueue(1, 10, 2);
  const { work, finishAll } = held();
  const accepted = [run(work, { who: '1' }), run(work, { who: '1' })];
  await expect(run(work, { who: '1' })).rejects.toMatchObject({ status: 503 });
  accepted.push(run(work, { who: '2' }), run(work));
  await finishAll();
  await Promise.all(accepted);
  const again = run(work, { who: '1' });
  await finishAll();
  await again;
});

test('who went away while waiting has nothing done', async () => {
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

test('work that fails gives its place back', async () => {
  const run = boundedQueue(1, 0);
  await expect(run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await expect(run(() => Promise.resolve('fine'))).resolves.toBe('fine');
});

test('where many wait, the next starts after twice the time of the one before it', async () => {
  vi.useFakeTimers();
  const run = boundedQueue(1, 10, Infinity, 2);
  let started = 0;
  const work = async () => {
    started += 1;
    await new Promise((end) => setTimeout(end, 100));
  };
  const all = Promise.all([run(work), run(work), run(work), run(work)]);
  const startedBy: number[] = [];
  for (let time = 0; time < 900; time += 100) {
    await vi.advanceTimersByTimeAsync(99);
    startedBy.push(started);
    await vi.advanceTimersByTimeAsync(1);
  }
  await all;
  vi.useRealTimers();
  // Three and then two wait after the first two; one after the third.
  expect(startedBy).toEqual([1, 1, 1, 2, 2, 2, 3, 4, 4]);
});
