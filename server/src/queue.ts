import { busy } from './http/errors.ts';

/**
 * Runs work of one kind, at most `atOnce` at a time; the rest wait in order of arrival.
 * Past `waiting` waiting ones it refuses with 503: a server that says "busy" at once serves more than one that answers everybody late.
 */
export function boundedQueue(atOnce: number, waiting: number) {
  let running = 0;
  const queue: (() => void)[] = [];
  return async function run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running < atOnce) running += 1;
    else if (queue.length >= waiting) throw busy();
    else await new Promise<void>((start) => queue.push(start));
    try {
      return await work();
    } finally {
      // The place is handed to the next one rather than freed, so that a newcomer cannot take it in between.
      const next = queue.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
