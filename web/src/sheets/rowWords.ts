/**
 * The messages about the rows of a sheet, complete for each kind of record. `valid` is for a sheet in which several rows form one record,
 * whose check counts records.
 */
export interface RowWords {
  upload: string;
  saved: string;
  valid?: string;
}

/** The message about valid rows if each row is a record. */
export const VALID_ROWS = '{count, plural, one {# row is} other {# rows are}} valid: {created} new, {updated} changed.';

export const ROW_WORDS = {
  items: {
    upload: 'Upload {count, plural, one {# item} other {# items}}',
    saved: '{count, plural, one {# item is} other {# items are}} saved: {created} new, {updated} changed.',
  },
  orders: {
    upload: 'Upload {count, plural, one {# order} other {# orders}}',
    saved: '{count, plural, one {# order is} other {# orders are}} saved: {created} new, {updated} changed.',
    valid: '{count, plural, one {# order is} other {# orders are}} valid: {created} new, {updated} changed.',
  },
  receipts: {
    upload: 'Upload {count, plural, one {# receipt} other {# receipts}}',
    saved: '{count, plural, one {# receipt is} other {# receipts are}} saved: {created} new, {updated} changed.',
  },
  returns: {
    upload: 'Upload {count, plural, one {# return} other {# returns}}',
    saved: '{count, plural, one {# return is} other {# returns are}} saved: {created} new, {updated} changed.',
  },
  payments: {
    upload: 'Upload {count, plural, one {# payment} other {# payments}}',
    saved: '{count, plural, one {# payment is} other {# payments are}} saved: {created} new, {updated} changed.',
  },
  openingBalances: {
    upload: 'Upload {count, plural, one {# opening balance} other {# opening balances}}',
    saved: '{count, plural, one {# opening balance is} other {# opening balances are}} saved: {created} new, {updated} changed.',
  },
  dispatchNotes: {
    upload: 'Upload {count, plural, one {# dispatch note} other {# dispatch notes}}',
    saved: '{count, plural, one {# dispatch note is} other {# dispatch notes are}} saved: {created} new, {updated} changed.',
    valid: '{count, plural, one {# dispatch note is} other {# dispatch notes are}} valid: {created} new, {updated} changed.',
  },
  invoices: {
    upload: 'Upload {count, plural, one {# invoice} other {# invoices}}',
    saved: '{count, plural, one {# invoice is} other {# invoices are}} saved: {created} new, {updated} changed.',
    valid: '{count, plural, one {# invoice is} other {# invoices are}} valid: {created} new, {updated} changed.',
  },
  products: {
    upload: 'Upload {count, plural, one {# product} other {# products}}',
    saved: '{count, plural, one {# product is} other {# products are}} saved: {created} new, {updated} changed.',
  },
  confirmations: {
    upload: 'Upload {count, plural, one {# confirmation} other {# confirmations}}',
    saved: '{count, plural, one {# confirmation is} other {# confirmations are}} saved: {created} new, {updated} changed.',
  },
  units: {
    upload: 'Upload {count, plural, one {# unit} other {# units}}',
    saved: '{count, plural, one {# unit is} other {# units are}} saved: {created} new, {updated} changed.',
  },
  codes: {
    upload: 'Upload {count, plural, one {# code} other {# codes}}',
    saved: '{count, plural, one {# code is} other {# codes are}} saved: {created} new, {updated} changed.',
  },
  rates: {
    upload: 'Upload {count, plural, one {# rate} other {# rates}}',
    saved: '{count, plural, one {# rate is} other {# rates are}} saved: {created} new, {updated} changed.',
  },
} as const satisfies Readonly<Record<string, RowWords>>;

/** A kind of record in a sheet. */
export type RowKind = keyof typeof ROW_WORDS;
