import { inEnglish } from '@aapurti/contract/ground/template';
import hindi from '@aapurti/contract/words/hindi.json' with { type: 'json' };
import { translator } from '@aapurti/contract/words/translate';
import { expect, test } from 'vitest';

import { entryWords, type NamedEntry } from './entryWords.ts';

const inHindi = translator(hindi, 'hi');
const bare = { number: null, mode: null, reference: null, memoId: null, memoNumber: null, memoInvoice: null };
const memo = { ...bare, memoId: '7', memoNumber: 'CN/9', memoInvoice: '12', number: 'CN/9' };

test.each<[NamedEntry, string]>([
  [{ ...bare, kind: 'invoice', number: '12' }, 'Invoice 12'],
  [{ ...bare, kind: 'payment', mode: 'online', reference: 'UTR 7', number: '12' }, 'Payment (online, UTR 7) for invoice 12'],
  [{ ...bare, kind: 'payment', mode: 'cheque' }, 'Payment (cheque) on account'],
  [{ ...bare, kind: 'reversal', mode: 'online', number: '12' }, 'Reversal of a payment (online) for invoice 12'],
  [{ ...memo, kind: 'credit' }, 'Credit memo CN/9 for invoice 12'],
  [{ ...memo, kind: 'credit', memoNumber: null, memoInvoice: null }, 'Credit memo No. 7 on account'],
  [{ ...memo, kind: 'reversal' }, 'Reversal of memo CN/9 for invoice 12'],
  [{ ...bare, kind: 'opening' }, 'Opening balance'],
  // The number is the memo's in the old books, not an invoice's.
  [{ ...bare, kind: 'opening', number: 'CN/3' }, 'Opening balance of document CN/3'],
  [{ ...bare, kind: 'reversal', number: 'CN/3' }, 'Reversal of opening document CN/3'],
])('%j is one sentence in each language', (entry, words) => {
  expect(entryWords(entry, inEnglish)).toBe(words);
  expect(
    entryWords(entry, inHindi)
      .match(/[A-Za-z]{3,}/g)
      ?.filter((word) => word !== 'UTR') ?? [],
  ).toEqual([]);
});
