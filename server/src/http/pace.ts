declare module 'fastify' {
  interface FastifyInstance {
    pace: Pace;
  }
}

/** A company is refused at most 50 times a second: to refuse all that its programs can ask takes a process as long as to serve others. */
export const GAP_MS = 20;
/** Half of what proxies wait for an answer. */
export const WAIT_MS_MAX = 30_000;

/** Answers the calls past a company's limits one after another, so that whoever asks again at once delays only itself. */
export class Pace {
  readonly #waitingMax: number;
  #waiting = 0;
  /** When the last refusal is answered, by company. */
  readonly #last = new Map<string, number>();

  /** @param waitingMax more than so many do not wait: a connection may send its next call before the answer. */
  constructor(waitingMax: number) {
    this.#waitingMax = waitingMax;
  }

  /** Waits for the company's next turn to be refused, or until the connection closes. */
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
