import { busy, type Refusal } from '../ground/refusal.ts';

declare module 'fastify' {
  interface FastifyInstance {
    atWork: AtWork;
  }
}

/**
 * The most concurrent calls of a process, including queued ones. Further calls are rejected immediately, because a retry is faster than a
 * longer queue.
 */
export const AT_WORK_MAX = 250;
/**
 * The most calls in progress for a company, over all its users and keys, by weight: a quarter, so that one company never fills a process.
 */
export const OF_COMPANY = Math.floor(AT_WORK_MAX / 4);
/** The part of that limit for all API keys of a company, so that machines cannot shut out its users. */
const OF_KEYS = Math.floor(OF_COMPANY / 2);
/** The most queued calls of one caller, enough for a few screens opened together. */
const WAITING_OF_ONE = 40;
/** While calls of other companies are in progress, a call frees its place only after a pause of this multiple of its own duration. */
const REST = 2;
/** The pause has a limit, so that a user whose two exports have just ended gets the next page soon. */
const REST_MS_MAX = 2_000;
const RETRY_SECONDS = 1;

export interface Caller {
  /** A user's id, a key, or a visitor's network. */
  id: string;
  /** The company that the caller acts for; of a visitor, its network. */
  company: string;
  isKey?: boolean;
}

interface Turn {
  /** The weight; see `weightOf`. */
  weight?: number;
  /** Ends the wait when the connection closes. */
  signal?: AbortSignal;
}

/**
 * Limits concurrent calls of callers and companies. A body that is still being received does not count. A call holds at most one
 * connection, so a limit on running calls limits a share of the pool.
 */
export class AtWork {
  /**
   * The most connections of one caller. From 6 connections on this is at least two, so that an export does not block the caller's next
   * page.
   */
  readonly share: number;
  /** The most connections of one company: a third. */
  readonly companyShare: number;
  #count = 0;
  #shed = 0;
  readonly #companies = new Map<string, Company>();

  /** @param pool the total number of connections, at least 3. */
  constructor(pool: number) {
    this.companyShare = Math.floor(pool / 3);
    this.share = Math.max(Math.min(2, this.companyShare), Math.floor(pool / 4));
  }

  get inProgress(): number {
    return this.#count;
  }

  get shed(): number {
    return this.#shed;
  }

  /** A 503 above the limits, to be checked before any work. */
  refusal(caller?: Caller, weight = 1): Refusal | undefined {
    const company = caller && this.#companies.get(caller.company);
    if (this.#count < AT_WORK_MAX && (caller === undefined || company === undefined || company.hasRoom(caller, weight))) return undefined;
    this.#shed += 1;
    return busy(RETRY_SECONDS);
  }

  /** Runs a call's work in the company's queue. @throws Refusal 503 above the limits. */
  async run<Result>(caller: Caller, work: () => Promise<Result>, { weight = 1, signal }: Turn = {}): Promise<Result> {
    const refusal = this.refusal(caller, weight);
    if (refusal !== undefined) throw refusal;
    const company = this.#companies.get(caller.company) ?? this.#open(caller.company);
    this.#count += 1;
    try {
      return await company.run(caller, work, { weight, ...(signal && { signal }) });
    } finally {
      this.#count -= 1;
    }
  }

  #open(name: string): Company {
    const company: Company = new Company({
      share: this.share,
      slots: this.companyShare,
      isAlone: () => [...this.#companies.values()].every((other) => other === company || other.calls === 0),
      onIdle: () => this.#companies.delete(name),
    });
    this.#companies.set(name, company);
    return company;
  }
}

/** Users or API keys. */
interface Kind {
  /** Weights of the calls in progress. */
  units: number;
  /** The occupied places, including those of calls in their pause. */
  running: number;
}

interface Line {
  kind: Kind;
  units: number;
  running: number;
  waiting: (() => void)[];
}

interface Places {
  share: number;
  slots: number;
  /** No other company has a call in progress. */
  isAlone: () => boolean;
  onIdle: () => void;
}

/** A company's calls. Its callers take turns, so that one caller with many calls does not delay the others. */
class Company {
  readonly #places: Places;
  #calls = 0;
  readonly #people: Kind = { units: 0, running: 0 };
  readonly #keys: Kind = { units: 0, running: 0 };
  /** The queues by caller; the first one has the next turn. */
  readonly #lines = new Map<string, Line>();

  constructor(places: Places) {
    this.#places = places;
  }

  /** The calls in progress, without those in their pause. */
  get calls(): number {
    return this.#calls;
  }

  hasRoom({ id, isKey = false }: Caller, weight: number): boolean {
    const own = this.#lines.get(id)?.units ?? 0;
    return (
      this.#people.units + this.#keys.units + weight <= OF_COMPANY &&
      own + weight <= this.#places.share + WAITING_OF_ONE &&
      (!isKey || this.#keys.units + weight <= OF_KEYS)
    );
  }

  async run<Result>(
    { id, isKey = false }: Caller,
    work: () => Promise<Result>,
    { weight, signal }: Turn & { weight: number },
  ): Promise<Result> {
    const line = this.#lines.get(id) ?? { kind: isKey ? this.#keys : this.#people, units: 0, running: 0, waiting: [] };
    this.#lines.set(id, line);
    const { kind } = line;
    line.units += weight;
    kind.units += weight;
    this.#calls += 1;
    await new Promise<void>((start) => {
      line.waiting.push(start);
      this.#startNext();
    });
    const started = performance.now();
    try {
      signal?.throwIfAborted();
      return await work();
    } finally {
      line.units -= weight;
      kind.units -= weight;
      this.#calls -= 1;
      const rest = this.#places.isAlone() ? 0 : Math.min(REST * (performance.now() - started), REST_MS_MAX);
      if (rest < 1) this.#end(id, line);
      else setTimeout(() => this.#end(id, line), rest);
    }
  }

  #end(id: string, line: Line): void {
    line.running -= 1;
    line.kind.running -= 1;
    if (line.units + line.running === 0) this.#lines.delete(id);
    if (this.#lines.size === 0) this.#places.onIdle();
    this.#startNext();
  }

  /** Starts the calls that may run, one of each caller in turn. */
  #startNext(): void {
    for (let next = this.#nextLine(); next !== undefined; next = this.#nextLine()) {
      const [id, line] = next;
      this.#lines.delete(id);
      this.#lines.set(id, line);
      line.running += 1;
      line.kind.running += 1;
      line.waiting.shift()?.();
    }
  }

  /** API keys leave the last connection to users. */
  #nextLine(): [string, Line] | undefined {
    if (this.#people.running + this.#keys.running >= this.#places.slots) return undefined;
    const areKeysFull = this.#keys.running >= Math.max(1, this.#places.slots - 1);
    return [...this.#lines].find(
      ([, { kind, running, waiting }]) => waiting.length > 0 && running < this.#places.share && !(kind === this.#keys && areKeysFull),
    );
  }
}
