import type { DocumentKind } from '@aapurti/contract/comments/comments';
import { say } from '@aapurti/contract/ground/template';

import { harmless } from './compose.ts';

const NAMED: Readonly<Record<DocumentKind, (number: string) => string>> = {
  purchaseOrder: (number) => say('purchase order {number}', { number }),
  dispatchNote: (number) => say('dispatch note {number}', { number }),
  receipt: (number) => say('goods receipt {number}', { number }),
  invoice: (number) => say('invoice {number}', { number }),
  purchaseReturn: (number) => say('purchase return {number}', { number }),
  debitMemo: (number) => say('debit memo {number}', { number }),
  creditMemo: (number) => say('credit memo {number}', { number }),
  payment: (number) => say('payment {number}', { number }),
  product: (number) => say('product {number}', { number }),
  vendor: (number) => say('vendor {number}', { number }),
};

/** A document by its kind and number, within a sentence. */
export function namedDocument({ documentKind, number }: { documentKind: DocumentKind; number: string }): string {
  return NAMED[documentKind](harmless(number, '–'));
}
