import { busy, type Refusal } from '../refusal.ts';

declare module 'fastify' {
  interface FastifyInstance {
    atWork: AtWork;
  }
}

/** Concurrent calls of a process, queued ones included. Past it a call is refused at once: a retry is faster than a longer queue. */
export const AT_WORK_MAX = 250;
/** A company's calls in progress, over all its users and keys, by their weights: a quarter, so that one company never fills a process. */
export const OF_COMPANY = Math.floor(AT_WORK_MAX / 4);
/** The part of it that all API keys of a company have together: machines must not shut out its people. */
const OF_KEYS = Math.floor(OF_COMPANY / 2);
/** Queued calls of one caller, such as a few screens opened at once. */
const WAITING_OF_ONE = 40;
/** More than a company's people, or its programs, have waiting: their calls take at most a third of the time that they could. */
const CROWD = 20;
/** A job of a crowd gives its place on after a rest of so many times as long as it took. */
const REST = 2;
const REST_MS_MAX = 10_000;
const RETRY_SECONDS = 1;

export interface Caller {
  /** A user's id, a key, or a visitor's network. */
  id: string;
  /** The company that the caller acts for; of a visitor, its network. */
  company: string;
  isKey?: boolean;
}

interface Turn {
  /** See `weightOf`. */
  weight?: number;
  /** Ends the wait when the connection closes. */
  signal?: AbortSignal;
}

/**
 * Limits concurrent calls of callers and companies. A body still being received does not count. A call holds at most one connection, so a
 * limit of running calls limits a share of the pool.
 */
export class AtWork {
  /** Connections of one caller. From 6 on it has two or more, so that an export does not block the caller's next page. */
  readonly share: number;
  /** Connections of one company: a third. */
  readonly companyShare: number;
  #count = 0;
  #shed = 0;
  readonly #companies = new Map<string, Company>();

  /** @param pool all connections, at least 3. */
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

  /** A 503 past the limits, to be checked before any work. */
  refusal(caller?: Caller, weight = 1): Refusal | undefined {
    const company = caller && this.#companies.get(caller.company);
    if (this.#count < AT_WORK_MAX && (caller === undefined || company === undefined || company.hasRoom(caller, weight))) return undefined;
    this.#shed += 1;
    return busy(RETRY_SECONDS);
  }

  /** Runs a call's work in the company's queue. @throws Refusal 503 past the limits. */
  async run<Result>(caller: Caller, work: () => Promise<Result>, { weight = 1, signal }: Turn = {}): Promise<Result> {
    const refusal = this.refusal(caller, weight);
    if (refusal !== undefined) throw refusal;
    const company = this.#companies.get(caller.company) ?? new Company(this.share, this.companyShare);
    this.#companies.set(caller.company, company);
    this.#count += 1;
    try {
      return await company.run(caller, work, { weight, ...(signal && { signal }) });
    } finally {
      this.#count -= 1;
      if (company.isIdle) this.#companies.delete(caller.company);
    }
  }
}

/** People, or API keys. */
interface Kind {
  /** Weights of the calls in progress, and of those of them that wait. */
  units: number;
  waiting: number;
  running: number;
}

interface Line {
  kind: Kind;
  units: number;
  running: number;
  waiting: { weight: number; start: () => void }[];
}

/** A company's calls. Its callers take turns, so that one of them with many calls does not delay the others. */
class Company {
  readonly #share: number;
  readonly #slots: number;
  readonly #people: Kind = { units: 0, waiting: 0, running: 0 };
  readonly #keys: Kind = { units: 0, waiting: 0, running: 0 };
  /** By caller; the one whose turn is next comes first. */
  readonly #lines = new Map<string, Line>();

  constructor(share: number, slots: number) {
    this.#share = share;
    this.#slots = slots;
  }

  get isIdle(): boolean {
    return this.#people.units + this.#keys.units === 0;
  }

  hasRoom({ id, isKey = false }: Caller, weight: number): boolean {
    const own = this.#lines.get(id)?.units ?? 0;
    return (
      this.#people.units + this.#keys.units + weight <= OF_COMPANY &&
      own + weight <= this.#share + WAITING_OF_ONE &&
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
    try {
      kind.waiting += weight;
      await new Promise<void>((start) => {
        line.waiting.push({ weight, start });
        this.#startNext();
      });
      const started = performance.now();
      try {
        signal?.throwIfAborted();
        return await work();
      } finally {
        const rest = kind.waiting < CROWD ? 0 : Math.min(REST * (performance.now() - started), REST_MS_MAX);
        if (rest > 0) setTimeout(() => this.#end(line), rest);
        else this.#end(line);
      }
    } finally {
      line.units -= weight;
      kind.units -= weight;
      if (line.units === 0) this.#lines.delete(id);
    }
  }

  #end(line: Line): void {
    line.running -= 1;
    line.kind.running -= 1;
    this.#startNext();
  }

  /** Starts what may run, a call of each caller in turn. */
  #startNext(): void {
    for (let next = this.#nextLine(); next !== undefined; next = this.#nextLine()) {
      const [id, line] = next;
      this.#lines.delete(id);
      this.#lines.set(id, line);
      const job = line.waiting.shift();
      line.running += 1;
      line.kind.running += 1;
      line.kind.waiting -= job?.weight ?? 0;
      job?.start();
    }
  }

  /** Keys leave the last connection to people. */
  #nextLine(): [string, Line] | undefined {
    if (this.#people.running + this.#keys.running >= this.#slots) return undefined;
    const areKeysFull = this.#keys.running >= Math.max(1, this.#slots - 1);
    return [...this.#lines].find(
      ([, { kind, running, waiting }]) => waiting.length > 0 && running < this.#share && !(kind === this.#keys && areKeysFull),
    );
  }
}
