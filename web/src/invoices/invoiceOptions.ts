import { showDate, showMoney } from '@aapurti/contract/ground/fields';
import { type Invoice, invoices } from '@aapurti/contract/invoices/invoices';

import { call } from '../ground/api.ts';
import { MATCH_WORDS } from '../document/statusWords.ts';
import { t } from '../words/words.ts';

/**
 * The invoice options, with details that distinguish them. A number of two financial years appears once; the form then asks which invoice is
 * meant.
 */
export function invoiceOptions(found: readonly Invoice[]): { value: string; label: string; note: string }[] {
  const notes = new Map<string, string[]>();
  for (const invoice of found) {
    const { invoiceNumber, invoiceDate, invoiceValue, matchState } = invoice;
    const balance = t('balance {amount}', { amount: showMoney(invoice.balance) });
    // Most suggested invoices are unpaid, so only other states are named.
    const state = matchState === 'returned' || matchState === 'exception' ? [t(MATCH_WORDS[matchState].word)] : [];
    const note = [showDate(invoiceDate), showMoney(invoiceValue), balance, ...state].join(' · ');
    notes.set(invoiceNumber, [...(notes.get(invoiceNumber) ?? []), note]);
  }
  return [...notes].map(([number, [note = '', ...more]]) => ({
    value: number,
    label: number,
    note: more.length === 0 ? note : t('{count, plural, one {# invoice} other {# invoices}}', { count: more.length + 1 }),
  }));
}

/** The most invoices to suggest. */
const SUGGESTED = 10;

/** The search for a vendor's invoices; it finds nothing until the vendor is known. */
export function searchInvoices(userID: string) {
  return {
    queryKey: [invoices.list.id, 'choice', userID, 'all'],
    load: async (search: string, signal: AbortSignal) => {
      if (userID === '') return { options: [], total: 0 };
      const { data, total } = await call(invoices.list, {
        query: { userID, invoiceNumber: search, page: 1, pageSize: SUGGESTED },
        signal,
      });
      return { options: invoiceOptions(data), total: total ?? data.length };
    },
  };
}
