import { boundedQueue } from '../process/queue.ts';
import { busy, type Refusal } from '../refusal.ts';

declare module 'fastify' {
  interface FastifyInstance {
    atWork: AtWork;
  }
}

/** Concurrent calls of a process, queued ones included. Past it a call is refused at once: a retry is faster than a longer queue. */
export const AT_WORK_MAX = 250;
/** Queued calls of one caller, such as a few screens opened at once. */
const WAITING_OF_ONE = 40;
/** More than browsers and programs of one person have waiting: its calls take at most a third of the time that they could. */
const CROWD_OF_ONE = 20;
const RETRY_SECONDS = 1;

interface Caller {
  calls: number;
  inTurn: ReturnType<typeof boundedQueue>;
}

/**
 * Limits concurrent calls. A body still being received does not count. A call holds at most one connection, so a limit of calls limits a
 * caller's share of the pool.
 */
export class AtWork {
  readonly share: number;
  #count = 0;
  #shed = 0;
  readonly #callers = new Map<string, Caller>();

  /**
   * No caller holds more than a third of the connections.
   * @param pool all connections, at least 3. From 6 on a caller has two or more, so that an export does not block the caller's next page.
   */
  constructor(pool: number) {
    this.share = Math.max(Math.min(2, Math.floor(pool / 3)), Math.floor(pool / 4));
  }

  get shed(): number {
    return this.#shed;
  }

  /** A 503 past the limits, to be checked before any work. `who` is a user's id or a visitor's network. */
  refusal(who?: string): Refusal | undefined {
    const own = who === undefined ? 0 : (this.#callers.get(who)?.calls ?? 0);
    return this.#count < AT_WORK_MAX && own < this.share + WAITING_OF_ONE ? undefined : this.#refuse();
  }

  /** Runs a call's work in the caller's queue; `signal` ends the wait when the connection closes. @throws Refusal 503 past the limits. */
  async run<Result>(who: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const refusal = this.refusal(who);
    if (refusal !== undefined) throw refusal;
    const caller = this.#callers.get(who) ?? { calls: 0, inTurn: boundedQueue(this.share, WAITING_OF_ONE, Infinity, CROWD_OF_ONE) };
    this.#count += 1;
    caller.calls += 1;
    this.#callers.set(who, caller);
    try {
      return await caller.inTurn(work, { signal });
    } finally {
      this.#count -= 1;
      caller.calls -= 1;
      if (caller.calls === 0) this.#callers.delete(who);
    }
  }

  #refuse(): Refusal {
    this.#shed += 1;
    return busy(RETRY_SECONDS);
  }
}
