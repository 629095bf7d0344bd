import { say } from '../ground/template.ts';

/** Debit and credit memos are two forms of one record: they differ in sign, in address, and in the credit's price difference. */
export const MEMO_KINDS = ['debit', 'credit'] as const;
export type MemoKind = (typeof MEMO_KINDS)[number];

/** 'Debit Memo', as screens and messages call it. */
export const memoTitles: Readonly<Record<MemoKind, string>> = { debit: 'Debit Memo', credit: 'Credit Memo' };

/**
 * The name of a memo in error messages: 'Debit Memo D-7 (₹944.00)', or with its date if it has no number. Amount and date are formatted.
 */
export const memoName = (kind: MemoKind, number: string | null, date: string, amount: string) =>
  number === null
    ? say('{kind} of {date} ({amount})', { kind: memoTitles[kind], date, amount })
    : say('{kind} {number} ({amount})', { kind: memoTitles[kind], number, amount });

export const messages = {
  created: (kind: MemoKind) => say('{kind} created successfully.', { kind: memoTitles[kind] }),
  updated: (kind: MemoKind) => say('{kind} updated successfully.', { kind: memoTitles[kind] }),
  deleted: (kind: MemoKind) => say('{kind} deleted successfully.', { kind: memoTitles[kind] }),
  accepted: (kind: MemoKind) => say('{kind} accepted.', { kind: memoTitles[kind] }),
  reversed: (kind: MemoKind) => say('{kind} reversed.', { kind: memoTitles[kind] }),
  issuer: 'The issuer must be the vendor or the buyer.',
  kind: 'The kind must be gst or commercial.',
  future: (day: string, today: string) => say('The memo is dated {day}, which is after today ({today}). Correct the date.', { day, today }),
  commercialTaxes: (taxes: string) =>
    say('A commercial note has no taxes, but this one has {taxes}. Remove them, or choose a GST note.', { taxes }),
  tooLate: (last: string, number: string) =>
    say('The last day for a GST note on invoice {number} was {last}. Save it as a commercial note, without taxes.', { number, last }),
  /** Rupees as ₹1.00. */
  aboveInvoice: (amount: string, left: string, number: string) =>
    say('{amount} exceeds the {left} left on invoice {number} after earlier memos and claims. Lower the amount.', { amount, left, number }),
  aboveLine: (no: number, number: string, quantity: string, left: string) =>
    say('Line {no} of invoice {number}: {quantity} exceeds the {left} left after earlier memos and claims. Lower the quantity.', {
      no,
      number,
      quantity,
      left,
    }),
  noLine: (no: number, number: string) => say('Invoice {number} does not have a line {no}. Select one of its lines.', { number, no }),
  belowGoods: (amount: string, cost: string, number: string) =>
    say('The goods cost {cost} on invoice {number}, but the memo is for {amount}. Credit the full cost, or remove the quantities.', {
      cost,
      number,
      amount,
    }),
  /** `claims` lists each claim by number and amount. */
  answers: (number: string, claims: readonly string[]) =>
    say('The buyer has an open claim on invoice {number} ({claims}). Enter the claim that this memo settles, or "none".', {
      number,
      claims,
    }),
  /** `number` of the invoice; null if the memo names none. */
  noClaim: (claim: string, number: string | null) =>
    number === null
      ? say('The memo does not refer to an invoice, so claim {claim} is not open for it. Select the invoice first, or enter "none".', {
          claim,
        })
      : say('Claim {claim} is not open for invoice {number}. Enter an open claim of this invoice, or "none".', { claim, number }),
  /** `document`, here and below, is the name from `memoName`. */
  rests: (document: string) =>
    say(
      '{document} can no longer be changed, because a payment, an approval or the other party’s decision is based on it. Reverse it instead.',
      { document },
    ),
  isAnswered: (document: string) =>
    say('{document} was settled by a credit memo of the vendor. Reverse that credit memo instead.', { document }),
  /** `claim` is the name of the claim, as `document` is that of the memo. */
  settles: (document: string, claim: string) =>
    say('{document} settles part of {claim}, and the rest has been accepted. The buyer must reverse {claim} first.', {
      document,
      claim,
    }),
  ofBuyer: (document: string) =>
    say('{document} was issued by the buyer: only buyer users can change it. Ask the buyer to do so.', { document }),
  ofVendor: (document: string) =>
    say('{document} was issued by the vendor: only the vendor can change it. Ask the vendor to do so.', { document }),
  ofReturn: (document: string) => say('{document} is a claim from a return. It ends when the return is cancelled.', { document }),
  notOpen: (document: string) => say('{document} is not waiting for a decision. Reload the page to see its status.', { document }),
  ownEntry: (document: string) => say('{document}: you entered it, so someone else must accept it.', { document }),
  notYours: (document: string) =>
    say('{document}: only the other party can decide on it. Ask that party to accept or reverse it.', { document }),
  isReversed: (document: string) => say('{document} has already been reversed. Enter a new memo if one is needed.', { document }),
  isSettled: (document: string, amount: string, left: string, number: string) =>
    say('{document} raised invoice {number} by {amount}, but only {left} is still unpaid. Reverse the payment first.', {
      document,
      number,
      amount,
      left,
    }),
  noReason: 'Enter the reason for reversing the memo.',
  empty: 'This memo is empty. Enter at least the product name.',
  rested: (numbers: readonly string[]) =>
    say(
      'Approved or paid invoices ({numbers}) stay within the accepted quantity only because of this memo. It cannot be reduced or deleted.',
      { numbers },
    ),
  /** `days` are the invoices' dates, for example 31-03-2026, 01-04-2026. */
  several: (number: string, days: readonly string[]) =>
    say('The vendor has several invoices with the number {number}, dated {days}. Enter the date of the invoice.', { number, days }),
} as const;

/** Names of the reasons for rejecting a memo, for programs. */
export const memoCodes = {
  several: 'several_invoices',
  tooLate: 'gst_note_too_late',
  commercialTaxes: 'commercial_note_has_taxes',
  aboveInvoice: 'note_above_invoice',
  aboveLine: 'note_above_line',
  belowGoods: 'note_below_goods',
  answers: 'claim_to_answer',
  noClaim: 'claim_not_open',
  rests: 'memo_rests',
  notYours: 'memo_of_other_side',
  ownEntry: 'own_entry',
  notOpen: 'memo_not_open',
  empty: 'memo_empty',
  isSettled: 'invoice_is_settled',
  future: 'memo_in_future',
  invoiceFuture: 'invoice_in_future',
} as const;
