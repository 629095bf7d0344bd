declare module 'fastify' {
  interface FastifyInstance {
    pace: Pace;
  }
}

/**
 * A company gets at most 50 refusals per second, because refusing everything that its programs can send would take as much of a process as
 * serving others.
 */
export const GAP_MS = 20;
/** Half the time that proxies wait for a response. */
export const WAIT_MS_MAX = 30_000;

/** Responds one after another to the calls above a company's limits, so that a caller who retries immediately delays only itself. */
export class Pace {
  readonly #waitingMax: number;
  #waiting = 0;
  /** The time of the last refusal's response, by company. */
  readonly #last = new Map<string, number>();

  /** @param waitingMax the most calls that wait; a connection may send its next call before the response. */
  constructor(waitingMax: number) {
    this.#waitingMax = waitingMax;
  }

  /** Waits for the company's next turn, or until the connection closes. */
  async wait(company: string, signal: AbortSignal): Promise<void> {
    if (signal.aborted || this.#waiting >= this.#waitingMax) return;
    const now = performance.now();
    for (const [each, turn] of this.#last) if (turn <= now) this.#last.delete(each);
    const turn = Math.min((this.#last.get(company) ?? now) + GAP_MS, now + WAIT_MS_MAX);
    this.#last.set(company, turn);
    this.#waiting += 1;
    await new Promise<void>((over) => {
      const timer = setTimeout(over, turn - now);
      signal.addEventListener('abort', () => (clearTimeout(timer), over()), { once: true });
    });
    this.#waiting -= 1;
  }
}
