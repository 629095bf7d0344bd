import type { ErpTakes } from '@aapurti/contract/buyer-system/erps';

import type { BuyerItem, KnownSupplier, PulledOrder, PulledPayment, PulledReturn } from './records.ts';

export interface Supplier {
  vendorCode: number;
  name: string;
  email: string | null;
  mobileNumber: string | null;
  pan: string | null;
  gstin: string | null;
}

/** A record that the adapter could not read. Administrators see it; the rest of its page is stored. */
export interface PulledFault {
  externalId: string;
  problem: string;
  raw: unknown;
}

export interface PulledPage<T> {
  rows: T[];
  faults: PulledFault[];
  /** A pull from this cursor gives what changed at it or later. */
  cursor: string;
}

/** Pages from `cursor` on (null: from the start), oldest change first. @throws BuyerSystemError */
export interface Pulls {
  suppliers: (cursor: string | null) => AsyncIterable<PulledPage<KnownSupplier>>;
  items: (cursor: string | null) => AsyncIterable<PulledPage<BuyerItem>>;
  orders: (cursor: string | null) => AsyncIterable<PulledPage<PulledOrder>>;
  returns: (cursor: string | null) => AsyncIterable<PulledPage<PulledReturn>>;
  payments: (cursor: string | null) => AsyncIterable<PulledPage<PulledPayment>>;
}
export type PullKind = keyof Pulls;

/** No answer, or an unusable one. The message is for administrators and holds no secrets. */
export class BuyerSystemError extends Error {
  override name = 'BuyerSystemError';
}

/** The settled answer of vendor and buyer to an order's lines. */
export interface SettledAnswer {
  externalId: string;
  number: string;
  /** The last promised day of a line, by the line's id in the ERP. */
  days: readonly { line: string; on: string }[];
  /** All of it in words, as plain sentences. `key` is of this answer alone, in ASCII without wildcards of SQL. Null: there is nothing to add. */
  note: { key: string; sentences: readonly string[] } | null;
}

/**
 * The buyer's ERP. A background job copies its records into the portal's tables, so the portal works while the ERP is down. Without an ERP,
 * administrators upload sheets.
 */
export interface BuyerSystem {
  /** The `source` of its rows: a system never changes rows of another. */
  readonly source: string;
  /** Idempotent: gives the id of the vendor's existing supplier. */
  createSupplier(vendor: Supplier): Promise<{ externalId: string }>;
  /** Absent where nothing is pulled. */
  readonly pulls?: Pulls;
  /** Finds items that are not pulled yet. */
  findItemsByEan?(ean: string): Promise<BuyerItem[]>;
  /** Idempotent. */
  acknowledgeOrder?(order: { externalId: string; number: string; reference: string | null; on: string }): Promise<void>;
  /** Idempotent. Lines that the ERP has no longer are left out: its next pull says so. */
  answerOrder?(answer: SettledAnswer): Promise<void>;
  /** The parts of this that it takes and states; absent where no ERP is connected. */
  readonly takes?: ErpTakes;
}

export type RunStart = 'started' | 'running' | 'nothing';

/** The background job that pulls records and sends acknowledgements and answers. */
export interface Pulling {
  /** Runs now and then periodically. */
  start(minutes: number): void;
  /** Starts a run in the background, unless one runs in any process or there is nothing to pull. */
  startNow(how?: { fromStart?: boolean }): Promise<RunStart>;
  /** Starts like `startNow`, and waits for the end. */
  run(how?: { fromStart?: boolean }): Promise<RunStart>;
  isRunning(): Promise<boolean>;
  /** Waits for the page that is being stored. */
  stop(): Promise<void>;
}
