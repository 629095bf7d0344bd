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
export type Outcome = SheetDone | SheetRefusal | Buffer;

/** What the thread says: every second that it is at work, and in the end what came of the job. */
export type Report =
  | { readonly isAlive: true }
  | { readonly outcome: SheetDone | SheetRefusal | Uint8Array }
  | { readonly refusal: { status: number; message: string; more: Refused } }
  | { readonly failure: Failure };

interface Refused {
  errors?: Record<string, string>;
  extra?: Record<string, unknown>;
  retryAfterSeconds?: number;
}

/** Of an error what tells others how to answer it. */
export interface Failure {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly code: string | undefined;
  readonly isLost: boolean | undefined;
}

/** What the thread is started with. */
export interface ThreadData {
  readonly url: string;
  readonly settings: Settings;
}

/** What of some bytes may be handed over to another thread rather than copied: nothing where they share their memory with others. */
export function handedOver(bytes: Uint8Array): ArrayBuffer[] {
  return bytes.length === bytes.buffer.byteLength ? [bytes.buffer as ArrayBuffer] : [];
}
