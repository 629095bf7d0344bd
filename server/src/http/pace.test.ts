import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { GAP_MS, Pace, WAIT_MS_MAX } from './pace.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The waits of companies, and how many of each are over. */
function waits(pace: Pace) {
  const over = new Map<string, number>();
  return {
    over: (company: string) => over.get(company) ?? 0,
    ask(company: string, count: number, closed?: AbortSignal) {
      for (let call = 0; call < count; call += 1)
        void pace.wait(company, closed ?? new AbortController().signal).then(() => over.set(company, (over.get(company) ?? 0) + 1));
    },
  };
}

test('a company gets one rejection in 20 ms, however many calls it makes, and another company does not wait for it', async () => {
  const calls = waits(new Pace(1_000));
  calls.ask('greedy', 200);
  calls.ask('other', 1);
  await vi.advanceTimersByTimeAsync(GAP_MS);
  expect([calls.over('greedy'), calls.over('other')]).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(1_000 - GAP_MS);
  expect(calls.over('greedy')).toBe(1_000 / GAP_MS);
});

test('a company that calls again after each response is no faster', async () => {
  const pace = new Pace(1_000);
  let answers = 0;
  void (async () => {
    for (; answers < 1_000; answers += 1) await pace.wait('greedy', new AbortController().signal);
  })();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(answers).toBe(1_000 / GAP_MS);
});

test('no call waits longer than half a minute, a client that has left does not wait, and at most the connections wait', async () => {
  const calls = waits(new Pace(5_000));
  calls.ask('greedy', 1_600);
  await vi.advanceTimersByTimeAsync(WAIT_MS_MAX);
  expect(calls.over('greedy')).toBe(1_600);
  const gone = Array.from({ length: 20 }, () => new AbortController());
  for (const { signal } of gone) calls.ask('other', 1, signal);
  for (const each of gone) each.abort();
  await vi.advanceTimersByTimeAsync(0);
  expect(calls.over('other')).toBe(20);
  const few = waits(new Pace(3));
  few.ask('greedy', 10);
  await vi.advanceTimersByTimeAsync(0);
  expect(few.over('greedy')).toBe(7);
});
