import { busy, type Refusal } from '../refusal.ts';

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
/** Of them, those of one user: whoever asks for a hundred things at once does not keep everybody else out. */
export const AT_WORK_OF_ONE = 100;
const RETRY_SECONDS = 1;

/** Counts the calls at work. Bodies on their way in and answers on their way out are not among them: they may be as slow as they like. */
export class AtWork {
  #count = 0;
  #shed = 0;
  readonly #of = new Map<string, number>();

  /** How many calls were sent away. */
  get shed(): number {
    return this.#shed;
  }

  /** A 503 while there are too many: to be asked before anything is done for a call. */
  refusal(): Refusal | undefined {
    return this.#count < AT_WORK_MAX ? undefined : this.#sendAway();
  }

  /**
   * A call whose body is here is worked on from now until it leaves.
   * @param user whose call it is, where somebody is signed in.
   * @throws Refusal 503 where too many others, or too many of this user, are at work by now: then there is nothing to leave.
   */
  enter(user: string | undefined): void {
    const own = user === undefined ? 0 : (this.#of.get(user) ?? 0);
    const refusal = own < AT_WORK_OF_ONE ? this.refusal() : this.#sendAway();
    if (refusal !== undefined) throw refusal;
    this.#count += 1;
    if (user !== undefined) this.#of.set(user, own + 1);
  }

  leave(user: string | undefined): void {
    this.#count -= 1;
    if (user === undefined) return;
    const left = (this.#of.get(user) ?? 1) - 1;
    if (left === 0) this.#of.delete(user);
    else this.#of.set(user, left);
  }

  #sendAway(): Refusal {
    this.#shed += 1;
    return busy(RETRY_SECONDS);
  }
}
