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
  /** A pull from this cursor returns records changed at it or later. */
  cursor: string;
}

/** Pages from `cursor` on (null from the start), oldest change first. @throws BuyerSystemError */
export interface Pulls {
  suppliers: (cursor: string | null) => AsyncIterable<PulledPage<KnownSupplier>>;
  items: (cursor: string | null) => AsyncIterable<PulledPage<BuyerItem>>;
  orders: (cursor: string | null) => AsyncIterable<PulledPage<PulledOrder>>;
  returns: (cursor: string | null) => AsyncIterable<PulledPage<PulledReturn>>;
  payments: (cursor: string | null) => AsyncIterable<PulledPage<PulledPayment>>;
}
export type PullKind = keyof Pulls;

/** No response, or an unusable one. The message is for administrators and contains no secrets. */
export class BuyerSystemError extends Error {
  override name = 'BuyerSystemError';
}

/** The settled confirmation of an order's lines, agreed by vendor and buyer. */
export interface SettledAnswer {
  externalId: string;
  number: string;
  /** The last confirmed day of a line, by the line's id in the ERP. */
  days: readonly { line: string; on: string }[];
  /**
   * The whole confirmation as plain sentences. `key` is unique to this confirmation, in ASCII without SQL wildcards. Null if nothing needs
   * adding.
   */
  note: { key: string; sentences: readonly string[] } | null;
}

/**
 * The buyer's ERP. A background job copies its records into the portal's tables, so the portal works while the ERP is down. Without an ERP,
 * administrators upload files.
 */
export interface BuyerSystem {
  /** The `source` of its rows: a system never changes rows of another source. */
  readonly source: string;
  /** Idempotent: returns the id of the vendor's existing supplier. */
  createSupplier(vendor: Supplier): Promise<{ externalId: string }>;
  /** Absent if nothing is pulled. */
  readonly pulls?: Pulls;
  /** Finds items that were not pulled yet. */
  findItemsByEan?(ean: string): Promise<BuyerItem[]>;
  /** Idempotent. */
  acknowledgeOrder?(order: { externalId: string; number: string; reference: string | null; on: string }): Promise<void>;
  /** Idempotent. Lines that no longer exist in the ERP are left out, because its next pull reports that. */
  answerOrder?(answer: SettledAnswer): Promise<void>;
  /** The parts that the ERP accepts and reports; absent if no ERP is connected. */
  readonly takes?: ErpTakes;
}

export type RunStart = 'started' | 'running' | 'nothing';

/** The background job that pulls records and sends acknowledgements and confirmations. */
export interface Pulling {
  /** Runs immediately and then periodically. */
  start(minutes: number): void;
  /** Starts a run in the background, unless one is running in any process or there is nothing to pull. */
  startNow(how?: { fromStart?: boolean }): Promise<RunStart>;
  /** Starts a run like `startNow`, and waits for its end. */
  run(how?: { fromStart?: boolean }): Promise<RunStart>;
  isRunning(): Promise<boolean>;
  /** Waits until the current page is stored. */
  stop(): Promise<void>;
}
