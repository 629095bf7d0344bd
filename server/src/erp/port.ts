import type { BuyerItem, KnownSupplier, PulledOrder, PulledPayment, PulledReturn } from './records.ts';

/** A vendor, as the buyer's system needs it to know a supplier. */
export interface Supplier {
  vendorCode: number;
  name: string;
  email: string | null;
  mobileNumber: string | null;
  pan: string | null;
  gstin: string | null;
}

/** A record that the adapter could not make sense of: named to administrators; the rest of its page is taken over. */
export interface PulledFault {
  externalId: string;
  problem: string;
  raw: unknown;
}

/** One answer of the system: what is in it, what of it makes no sense, and from where to go on after it is stored. */
export interface PulledPage<T> {
  rows: T[];
  faults: PulledFault[];
  /** The mark up to which everything has come: asked with it again, the system gives what changed at it or later. */
  cursor: string;
}

/** What the portal pulls. Each gives pages, oldest change first, from `cursor` on (null: from the start), and throws `BuyerSystemError`. */
export interface Pulls {
  suppliers: (cursor: string | null) => AsyncIterable<PulledPage<KnownSupplier>>;
  items: (cursor: string | null) => AsyncIterable<PulledPage<BuyerItem>>;
  orders: (cursor: string | null) => AsyncIterable<PulledPage<PulledOrder>>;
  returns: (cursor: string | null) => AsyncIterable<PulledPage<PulledReturn>>;
  payments: (cursor: string | null) => AsyncIterable<PulledPage<PulledPayment>>;
}
export type PullKind = keyof Pulls;

/** The system did not answer, or not in a way that can be used. The message is for administrators: what was asked, what came. No secrets. */
export class BuyerSystemError extends Error {
  override name = 'BuyerSystemError';
}

/**
 * The buyer's ERP. What the portal shows of it (items, orders, returns, payments) it reads from its own tables, so it works while that
 * system is down: a background job pulls and stores under the system's source name; the embedded one is fed by the sheets that an
 * administrator loads. What the portal tells the system are the calls below.
 */
export interface BuyerSystem {
  /** Under which its rows are kept: one system never touches another's. */
  readonly source: string;
  /** Creates the supplier, or finds the one made for this vendor before: asking twice gives the same id. */
  createSupplier(vendor: Supplier): Promise<{ externalId: string }>;
  /** Absent where nothing is pulled. */
  readonly pulls?: Pulls;
  /** Asks for items the portal has not pulled yet. */
  findItemsByEan?(ean: string): Promise<BuyerItem[]>;
  /** Tells the buyer that the vendor has seen the order; telling twice does no harm. Absent where there is nobody to tell. */
  acknowledgeOrder?(order: { externalId: string; number: string; reference: string | null; on: string }): Promise<void>;
}

export type RunStart = 'started' | 'running' | 'nothing';

/** The background job that takes over what the buyer's system has, and tells it what happened here. */
export interface Pulling {
  /** From now on, every so many minutes, and once at the start. */
  start(minutes: number): void;
  /** Starts a run now, unless one is under way in this or another process, or there is nothing to pull. It goes on in the background. */
  startNow(how?: { fromStart?: boolean }): Promise<RunStart>;
  /** The same, and waits for its end. */
  run(how?: { fromStart?: boolean }): Promise<RunStart>;
  isRunning(): Promise<boolean>;
  /** Ends after the page that is being stored. */
  stop(): Promise<void>;
}
