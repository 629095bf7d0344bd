import { busy } from '../refusal.ts';

/** Who wants something done; nobody keeps all others out of a queue. */
export interface Turn {
  who?: string;
  /** Of whoever has gone away while waiting: the work is not begun. */
  signal?: AbortSignal | undefined;
}

/**
 * Runs work of one kind, at most `atOnce` at a time; the rest wait in order of arrival.
 * Past `waiting` waiting ones, or `ofOne` of the same caller running or waiting, it refuses with 503: a server that says "busy" at once
 * serves more than one that answers everybody late.
 */
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
      // The place is handed to the next one rather than freed, so that a newcomer cannot take it in between.
      const next = queue.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
