import type { DocumentKind } from '@aapurti/contract/comments/comments';
import { type DispatchState, STATE_WORDS } from '@aapurti/contract/dispatch-notes/dispatchRules';
import type { MatchState } from '@aapurti/contract/invoices/invoices';
import { MATCH_NAMES } from '@aapurti/contract/invoices/matchNames';
import type { Memo } from '@aapurti/contract/memos/memos';
import type { OrderStatus } from '@aapurti/contract/purchase-orders/orders';
import type { ReceiptState } from '@aapurti/contract/receipts/receipts';

import type { Tone } from '../ui/StatusBadge.tsx';

/** The label and colour of a status. */
export interface Status {
  word: string;
  tone: Tone;
}
type Words<State extends string> = Readonly<Record<State, Status>>;

/** The statuses of an order. */
const ORDER_WORDS: Words<OrderStatus> = {
  Open: { word: 'Open', tone: 'warn' },
  Acknowledged: { word: 'Acknowledged', tone: 'good' },
  Closed: { word: 'Closed', tone: 'neutral' },
  Cancelled: { word: 'Cancelled', tone: 'bad' },
};

/** The statuses of a dispatch note. */
export const NOTE_WORDS: Words<DispatchState> = {
  draft: { word: STATE_WORDS.draft, tone: 'neutral' },
  ready: { word: STATE_WORDS.ready, tone: 'warn' },
  left: { word: STATE_WORDS.left, tone: 'warn' },
  arrived: { word: STATE_WORDS.arrived, tone: 'good' },
  closed: { word: STATE_WORDS.closed, tone: 'good' },
  cancelled: { word: STATE_WORDS.cancelled, tone: 'bad' },
};

/** The results of counting the goods of a receipt. */
export const RECEIPT_WORDS: Words<ReceiptState> = {
  accepted: { word: 'Accepted', tone: 'good' },
  rejected: { word: 'Partly rejected', tone: 'warn' },
  cancelled: { word: 'Cancelled', tone: 'neutral' },
};

/** The statuses of the match. */
export const MATCH_WORDS: Words<MatchState> = {
  unmatched: { word: MATCH_NAMES.unmatched, tone: 'neutral' },
  matched: { word: MATCH_NAMES.matched, tone: 'good' },
  exception: { word: MATCH_NAMES.exception, tone: 'bad' },
  released: { word: MATCH_NAMES.released, tone: 'neutral' },
  returned: { word: MATCH_NAMES.returned, tone: 'warn' },
  approved: { word: MATCH_NAMES.approved, tone: 'good' },
};

/** The statuses of a memo. */
export const MEMO_WORDS: Words<Memo['status']> = {
  open: { word: 'Waiting', tone: 'warn' },
  accepted: { word: 'Accepted', tone: 'good' },
  answered: { word: 'Settled', tone: 'neutral' },
  reversed: { word: 'Reversed', tone: 'neutral' },
};

/** The statuses of a payment. */
export const PAYMENT_WORDS: Words<'paid' | 'reversed' | 'reversal'> = {
  paid: { word: 'Paid', tone: 'good' },
  reversed: { word: 'Reversed', tone: 'neutral' },
  reversal: { word: 'Reversal', tone: 'neutral' },
};

const OF_KIND: Readonly<Record<DocumentKind, Readonly<Record<string, Status>>>> = {
  purchaseOrder: ORDER_WORDS,
  dispatchNote: NOTE_WORDS,
  receipt: RECEIPT_WORDS,
  invoice: { ...MATCH_WORDS, paid: PAYMENT_WORDS.paid },
  purchaseReturn: {},
  debitMemo: MEMO_WORDS,
  creditMemo: MEMO_WORDS,
  payment: PAYMENT_WORDS,
  product: {},
  vendor: {},
};

/** The status of a linked document; null if it has none. */
export function statusOf(kind: DocumentKind, state: string | null): Status | null {
  return state === null ? null : (OF_KIND[kind][state] ?? null);
}
