import { busy } from '../refusal.ts';

export interface Turn {
  who?: string;
  /** Aborted once the caller has gone: the work is not started. */
  signal?: AbortSignal | undefined;
}

/** Runs at most `atOnce` jobs at a time; the others wait in order of arrival. Past `waiting` of them, or `ofOne` of one caller, 503. */
export function boundedQueue(atOnce: number, waiting: number, ofOne = Number.POSITIVE_INFINITY) {
  let running = 0;
  const queue: (() => void)[] = [];
  const callers: string[] = [];
  return async function run<Result>(work: () => Promise<Result>, { who, signal }: Turn = {}): Promise<Result> {
    if (who !== undefined && callers.filter((each) => each === who).length >= ofOne) throw busy();
    if (running >= atOnce && queue.length >= waiting) throw busy();
    if (who !== undefined) callers.push(who);
    if (running < atOnce) running += 1;
    else await new Promise<void>((start) => queue.push(start));
    try {
      signal?.throwIfAborted();
      return await work();
    } finally {
      if (who !== undefined) callers.splice(callers.indexOf(who), 1);
      // Hands the slot on, so that a newcomer cannot take it.
      const next = queue.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
