import { busy } from '../refusal.ts';

export interface Turn {
  who?: string;
  /** Aborted once the caller has gone: the work is not started. */
  signal?: AbortSignal | undefined;
}

/** A job that follows many others starts after a rest of so many times as long as the one before it took. */
const REST = 2;
const REST_MS_MAX = 2_000;

/**
 * Runs at most `atOnce` jobs at a time; the others wait in order of arrival. Past `waiting` of them, or `ofOne` of one caller, 503.
 * @param crowd from so many waiting jobs on, jobs rest between each other, which leaves the machine to other queues.
 */
export function boundedQueue(atOnce: number, waiting: number, ofOne = Number.POSITIVE_INFINITY, crowd = Number.POSITIVE_INFINITY) {
  let running = 0;
  const queue: (() => void)[] = [];
  const callers: string[] = [];
  /** Gives the slot to the next job, so that a newcomer cannot take it. */
  const handOn = () => {
    const next = queue.shift();
    if (next === undefined) running -= 1;
    else next();
  };
  return async function run<Result>(work: () => Promise<Result>, { who, signal }: Turn = {}): Promise<Result> {
    if (who !== undefined && callers.filter((each) => each === who).length >= ofOne) throw busy();
    if (running >= atOnce && queue.length >= waiting) throw busy();
    if (who !== undefined) callers.push(who);
    if (running < atOnce) running += 1;
    else await new Promise<void>((start) => queue.push(start));
    const started = performance.now();
    try {
      signal?.throwIfAborted();
      return await work();
    } finally {
      if (who !== undefined) callers.splice(callers.indexOf(who), 1);
      if (queue.length < crowd) handOn();
      else setTimeout(handOn, Math.min(REST * (performance.now() - started), REST_MS_MAX));
    }
  };
}
