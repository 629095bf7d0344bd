import type { Translate } from '@aapurti/contract/ground/template';

/** An entry of a vendor's account, as its statement names it. */
export interface NamedEntry {
  kind: 'opening' | 'invoice' | 'payment' | 'credit' | 'debit' | 'deduction' | 'concession' | 'reversal';
  /** The number of the invoice; for an opening balance, the number of its document in the old books. */
  number: string | null;
  /** The mode of a payment; null for every other entry. */
  mode: string | null;
  reference: string | null;
  memoId: string | null;
  memoNumber: string | null;
  /** The invoice that the memo names. */
  memoInvoice: string | null;
}

/** Messages of an entry with an invoice and of one without. */
const PAYMENT_WORDS = {
  payment: [
    'Payment ({mode}{isStated, select, yes {, {reference}} other {}}) for invoice {invoice}',
    'Payment ({mode}{isStated, select, yes {, {reference}} other {}}) on account',
  ],
  reversal: [
    'Reversal of a payment ({mode}{isStated, select, yes {, {reference}} other {}}) for invoice {invoice}',
    'Reversal of a payment ({mode}{isStated, select, yes {, {reference}} other {}}) on account',
  ],
} as const;
const MEMO_WORDS = {
  credit: ['Credit memo {memo} for invoice {invoice}', 'Credit memo {memo} on account'],
  debit: ['Debit memo {memo} for invoice {invoice}', 'Debit memo {memo} on account'],
  deduction: ['Deduction {memo} for invoice {invoice}', 'Deduction {memo} on account'],
  concession: ['Credit memo {memo} of the buyer for invoice {invoice}', 'Credit memo {memo} of the buyer on account'],
  reversal: ['Reversal of memo {memo} for invoice {invoice}', 'Reversal of memo {memo} on account'],
} as const;

/** One line of a statement in the reader's language: its kind, its number, and its invoice. */
export function entryWords(entry: NamedEntry, t: Translate): string {
  const { kind, number, mode, reference, memoId, memoNumber, memoInvoice } = entry;
  if (kind === 'invoice') return t('Invoice {number}', { number });
  if (mode !== null) {
    const [settling, onAccount] = PAYMENT_WORDS[kind === 'reversal' ? 'reversal' : 'payment'];
    const isStated = reference === null ? 'no' : 'yes';
    return t(number === null ? onAccount : settling, { mode: t(mode), isStated, reference, invoice: number });
  }
  if (memoId !== null && kind !== 'opening' && kind !== 'payment') {
    const [about, onAccount] = MEMO_WORDS[kind];
    return t(memoInvoice === null ? onAccount : about, { memo: memoNumber ?? t('No. {id}', { id: memoId }), invoice: memoInvoice });
  }
  if (kind === 'reversal')
    return number === null ? t('Reversal of the opening balance') : t('Reversal of opening document {number}', { number });
  return number === null ? t('Opening balance') : t('Opening balance of document {number}', { number });
}
