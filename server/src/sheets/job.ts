import type { SheetDone, SheetRefusal } from '@aapurti/contract/sheets';

import type { Actor } from '../actor.ts';
import type { Settings } from '../env.ts';
import type { SheetFile } from './file.ts';

/** Whose columns a sheet has, and who takes it in. */
export type SheetName = 'products' | 'invoices' | 'items' | 'orders' | 'receipts' | 'returns' | 'payments';

/** A sheet that somebody has sent, and what is to be done with it. */
export interface Job {
  readonly sheet: SheetName;
  readonly actor: Actor;
  /** Whose records its rows become; null where each row names its vendor, and where they are the buyer's. */
  readonly owner: string | null;
  readonly file: SheetFile;
  readonly csvAllowed: boolean;
  /** `mark` gives the workbook back with its faults marked; `check` and `mark` change nothing. */
  readonly todo: 'store' | 'check' | 'mark';
  /** Said instead of how many were stored. */
  readonly done: string | undefined;
  /** When it came, in milliseconds. */
  readonly now: number;
  /** As whose the buyer's items are stored. */
  readonly itemSource: string;
}

/** What becomes of it: the marked workbook, or what is said. */
export type Outcome = SheetDone | SheetRefusal | Uint8Array;

/** An error with its members, of which the way from thread to thread keeps only the message. */
export type Report = { readonly outcome: Outcome } | { readonly refusal: object } | { readonly failure: object };

/** What the thread is started with. */
export interface ThreadData {
  readonly url: string;
  readonly settings: Settings;
}
