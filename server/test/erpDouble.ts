import type { BuyerSystem, PullKind } from '../src/erp/port.ts';
import type { FakeErp } from './fakeErp.ts';

export interface LineGiven {
  item: string;
  quantity: number;
  price: number;
  /** The unit of purchase, and the number of pieces in it. */
  uom?: string;
  factor?: number;
  received?: number;
}

export interface OrderGiven {
  number: string;
  supplier: string;
  /** The time of the last change, in UTC or the site's own time: `2026-11-20 10:00:00`. */
  changed: string;
  lines: LineGiven[];
  state?: 'draft' | 'ordered' | 'cancelled';
}

/** A fake ERP. Every ERP's double receives the same data in that ERP's own terms, so one table compares the results of all adapters. */
export interface ErpDouble {
  name: string;
  fake: FakeErp;
  open(limits?: { timeout?: number; bytesMost?: number }): BuyerSystem;
  /** @returns its ID in the ERP. */
  addSupplier(given: { name: string; email: string | null; gstin: string | null }): string;
  addItem(given: { code: string; name: string; eans: string[]; isService?: boolean }): void;
  addOrder(given: OrderGiven): string;
  /** Cancels an order as the ERP does, after the order was in force. */
  cancel(order: string, changed: string): void;
  /** Amends an order as the ERP does: other lines, and in some ERPs another number. @returns the number afterwards. */
  amend(order: string, changed: string, lines: LineGiven[]): string;
  /** The quantity as this ERP writes it; it can be negative. */
  addReturn(given: { supplier: string; order: string; item: string; quantity: number; changed: string }): void;
  addPayment(given: { supplier: string; bills: { number: string; amount: number }[]; onAccount: number; changed: string }): void;
  /** Replaces the order's date by a value of another type. */
  spoil(order: string): void;
  /** Denies the API user read access to a kind. */
  deny(kind: PullKind): void;
  /** The ERP's name of each kind. */
  tables: Record<PullKind, string>;
  acknowledgement(order: string): unknown;
  /** The IDs of an order's lines. */
  linesOf(order: string): string[];
  /** The confirmed date of a line in the ERP. */
  promised(order: string, line: string): unknown;
  /** The notes on the order that ERP users read. */
  notes(order: string): string[];
  /** Removes a line from the order, as a clerk does. */
  dropLine(order: string, line: string): void;
  /** Receives goods of the first line, some of them rejected if the ERP records rejections. */
  receive(order: string, received: number, rejected: number): void;
  /** States the place of supply, if the ERP has a field for it. */
  place(order: string, code: string): void;
  /** States the payment terms by their name in the ERP. */
  terms(order: string, name: string): void;
  suppliersThere(): number;
}
