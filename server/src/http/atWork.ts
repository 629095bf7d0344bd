import { busy, type Refusal } from './errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The calls that this app works on. */
    atWork: AtWork;
  }
}

/**
 * How many calls a process works on at a time, those included that wait for a connection of the database or for their turn at something
 * slow. More than all of those queues hold together, and what a process is through with in a fraction of a second: past it, whoever is
 * sent away at once and comes again is served sooner than one who would wait here.
 */
export const AT_WORK_MAX = 250;
const RETRY_SECONDS = 1;

/** Counts the calls at work. Bodies on their way in and answers on their way out are not among them: they may be as slow as they like. */
export class AtWork {
  #count = 0;
  #shed = 0;

  /** How many calls were sent away. */
  get shed(): number {
    return this.#shed;
  }

  /** A 503 while there are too many: to be asked before anything is done for a call. */
  refusal(): Refusal | undefined {
    if (this.#count < AT_WORK_MAX) return undefined;
    this.#shed += 1;
    return busy(RETRY_SECONDS);
  }

  /** Works on a call whose body is here. @throws Refusal 503 where too many others are at work by now. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    const refusal = this.refusal();
    if (refusal !== undefined) throw refusal;
    this.#count += 1;
    try {
      return await work();
    } finally {
      this.#count -= 1;
    }
  }
}
