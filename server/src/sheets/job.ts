import type { Texts } from '@aapurti/contract/ground/template';
import type { SheetDone, SheetRefusal } from '@aapurti/contract/sheets/sheets';

import type { Actor } from '../ground/actor.ts';
import type { Settings } from '../ground/env.ts';
import type { SheetFile } from './file.ts';
import type { Answers } from './places.ts';

export type SheetName =
  | 'products'
  | 'invoices'
  | 'items'
  | 'orders'
  | 'answers'
  | 'dispatchLines'
  | 'invoiceLines'
  | 'receipts'
  | 'returns'
  | 'payments'
  | 'openings'
  | 'rates'
  | 'units'
  | 'hsn'
  | 'ifsc';

/** An uploaded sheet, and the task for the thread. */
export interface Job {
  readonly sheet: SheetName;
  readonly actor: Actor;
  /** The vendor of its rows; null if each row names its vendor, and for the buyer's records. */
  readonly owner: string | null;
  readonly file: SheetFile;
  readonly csvAllowed: boolean;
  /** The answers to the questions of the sheet. */
  readonly answers: Answers;
  /** Stores the sheet once under this Idempotency-Key of the caller. */
  readonly once?: { readonly key: string; readonly operation: string };
  /** `check` and `mark` store nothing; `mark` returns the workbook with its faults marked. */
  readonly todo: 'store' | 'check' | 'mark';
  /** The message that replaces the number of stored rows. */
  readonly done: string | undefined;
  /** The time limit in milliseconds. */
  readonly now: number;
  /** The source under which the buyer's items are stored. */
  readonly itemSource: string;
}

export type Outcome = SheetDone | SheetRefusal | Uint8Array;

/** Errors are plain objects, because errors lose their members between threads. */
export type Report = { readonly outcome: Outcome; readonly texts: Texts } | { readonly refusal: object } | { readonly failure: object };

export interface ThreadData {
  readonly url: string;
  readonly settings: Settings;
}
