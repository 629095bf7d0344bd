import { busy } from '../ground/refusal.ts';

export interface Turn {
  /** The names that share the queue, for example a user and its company: each may have as many queued jobs as `ofEach` says. */
  who?: readonly string[];
  /** Aborted once the caller has gone; the work is then not started. */
  signal?: AbortSignal | undefined;
}

/**
 * Runs at most `atOnce` jobs at a time; the others wait in order of arrival. More than `waiting` of them, or `ofEach` of one name, get 503.
 */
export function boundedQueue(atOnce: number, waiting: number, ofEach: readonly number[] = []) {
  let running = 0;
  const queue: (() => void)[] = [];
  const counts = ofEach.map((most) => ({ most, held: new Map<string, number>() }));
  /** Gives the slot to the next job, so that a newcomer cannot take it. */
  const handOn = () => {
    const next = queue.shift();
    if (next === undefined) running -= 1;
    else next();
  };
  return async function run<Result>(work: () => Promise<Result>, { who = [], signal }: Turn = {}): Promise<Result> {
    const own = counts.flatMap(({ most, held }, index) => {
      const name = who[index];
      return name === undefined ? [] : [{ name, most, held }];
    });
    const add = (by: number) => {
      for (const { name, held } of own) held.set(name, (held.get(name) ?? 0) + by);
      for (const { name, held } of own) if (held.get(name) === 0) held.delete(name);
    };
    if (own.some(({ name, most, held }) => (held.get(name) ?? 0) >= most)) throw busy();
    if (running >= atOnce && queue.length >= waiting) throw busy();
    add(1);
    if (running < atOnce) running += 1;
    else await new Promise<void>((start) => queue.push(start));
    try {
      signal?.throwIfAborted();
      return await work();
    } finally {
      add(-1);
      handOn();
    }
  };
}
