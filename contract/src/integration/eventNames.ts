import type { Followed } from './changeFeed.ts';

/** The names of the kinds of records. */
export const EVENT_NAMES = {
  order: 'Purchase orders',
  invoice: 'Invoices',
  payment: 'Payments',
  accountEntry: 'Account entries',
  product: 'Products',
  debitMemo: 'Debit memos',
  creditMemo: 'Credit memos',
  dispatchNote: 'Dispatch notes',
  receipt: 'Goods receipts',
  selfInvoice: 'Self-invoices',
} as const satisfies Record<Followed, string>;
