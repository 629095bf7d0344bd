import type { BuyerSystem, PullKind } from '../src/erp/port.ts';
import type { FakeErp } from './fakeErp.ts';

export interface LineGiven {
  item: string;
  quantity: number;
  price: number;
  /** The unit of purchase, and how many pieces it is. */
  uom?: string;
  factor?: number;
  received?: number;
}

export interface OrderGiven {
  number: string;
  supplier: string;
  /** When it changed last, UTC or the site's own time: `2026-11-20 10:00:00`. */
  changed: string;
  lines: LineGiven[];
  state?: 'draft' | 'ordered' | 'cancelled';
}

/** A made ERP that is filled with the same things in the words of each: what the adapters make of them is compared in one table. */
export interface ErpDouble {
  name: string;
  fake: FakeErp;
  open(limits?: { timeout?: number; bytesMost?: number }): BuyerSystem;
  /** @returns its id there. */
  addSupplier(given: { name: string; email: string | null; gstin: string | null }): string;
  addItem(given: { code: string; name: string; eans: string[]; isService?: boolean }): void;
  addOrder(given: OrderGiven): string;
  /** Cancels as the ERP does it, after the order was in force. */
  cancel(order: string, changed: string): void;
  /** Amends as the ERP does it: other lines, perhaps another number. @returns its number then. */
  amend(order: string, changed: string, lines: LineGiven[]): string;
  /** The quantity as this ERP writes it, which may be below zero. */
  addReturn(given: { supplier: string; order: string; item: string; quantity: number; changed: string }): void;
  addPayment(given: { supplier: string; bills: { number: string; amount: number }[]; onAccount: number; changed: string }): void;
  /** Puts something of another type in place of the order's day. */
  spoil(order: string): void;
  /** The API user may not read it. */
  deny(kind: PullKind): void;
  /** The ERP's name of each kind. */
  tables: Record<PullKind, string>;
  acknowledgement(order: string): unknown;
  /** The ids of its lines. */
  linesOf(order: string): string[];
  /** The day that the ERP holds as promised for a line. */
  promised(order: string, line: string): unknown;
  /** The notes that people of the ERP read beside the order. */
  notes(order: string): string[];
  /** A clerk takes a line out of the order. */
  dropLine(order: string, line: string): void;
  /** Goods of the first line arrive, and what of them is rejected, where the ERP keeps that. */
  receive(order: string, received: number, rejected: number): void;
  /** States the place of supply where the ERP has a field for it. */
  place(order: string, code: string): void;
  /** States the payment terms by the name that they have in the ERP. */
  terms(order: string, name: string): void;
  suppliersThere(): number;
}
