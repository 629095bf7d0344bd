import { boundedQueue } from '../process/queue.ts';
import { busy, type Refusal } from '../refusal.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The calls that this app works on. */
    atWork: AtWork;
  }
}

/** Calls at work in a process, queued ones included. Past it a call is refused at once: a retry is served sooner than a longer queue. */
export const AT_WORK_MAX = 250;
/** Calls of one caller that may wait for their turn: a few screens opened at once. */
const WAITING_OF_ONE = 40;
const RETRY_SECONDS = 1;

interface Caller {
  calls: number;
  inTurn: ReturnType<typeof boundedQueue>;
}

/**
 * The calls at work. A body on its way in does not count: it may be as slow as it likes. A call at work holds at most one connection, so
 * a bound of calls bounds the share of the pool that one caller can hold.
 */
export class AtWork {
  /** Calls of one caller that run at the same time. */
  readonly share: number;
  #count = 0;
  #shed = 0;
  readonly #callers = new Map<string, Caller>();

  /** @param pool the most connections of the database. */
  constructor(pool: number) {
    // Fewer would do for pages of milliseconds; two at least, or a user's own export would block the user's next page.
    this.share = Math.max(2, Math.floor(pool / 4));
  }

  /** How many calls were refused. */
  get shed(): number {
    return this.#shed;
  }

  /**
   * A 503 while there are too many, of all callers or of this one: to be asked before anything is done for a call.
   * @param who a user's id, or a visitor's address.
   */
  refusal(who?: string): Refusal | undefined {
    const own = who === undefined ? 0 : (this.#callers.get(who)?.calls ?? 0);
    return this.#count < AT_WORK_MAX && own < this.share + WAITING_OF_ONE ? undefined : this.#refuse();
  }

  /**
   * Runs a call's work, in turn with the caller's other calls.
   * @param signal ends the wait once the connection is gone: nobody would read the answer.
   * @throws Refusal 503 where too many calls, or too many of this caller, are at work.
   */
  async run<Result>(who: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const refusal = this.refusal(who);
    if (refusal !== undefined) throw refusal;
    const caller = this.#callers.get(who) ?? { calls: 0, inTurn: boundedQueue(this.share, WAITING_OF_ONE) };
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
