import { DUE_SOON_DAYS, type Invoice } from '@aapurti/contract/invoices/invoices';

import type { Tone } from '../ui/StatusBadge.tsx';

type Paid = Pick<Invoice, 'invoiceValue' | 'paymentReceived'>;

/** The balance is in paise, so that nothing is lost between two decimals. */
export function balanceOf({ invoiceValue, paymentReceived }: Paid): number {
  return (Math.round(invoiceValue * 100) - Math.round(paymentReceived * 100)) / 100;
}

/**
 * A settled invoice is quiet; one that is late, or due soon, says so before it says that a part is paid.
 * @param today as `dueDate`, YYYY-MM-DD
 */
export function stateOf(invoice: Paid & Pick<Invoice, 'dueDate'>, today: string): { word: string; tone: Tone } {
  if (balanceOf(invoice) <= 0) return { word: 'Paid', tone: 'neutral' };
  if (invoice.dueDate < today) return { word: 'Overdue', tone: 'bad' };
  if (daysBetween(today, invoice.dueDate) <= DUE_SOON_DAYS) return { word: 'Due soon', tone: 'warn' };
  return { word: invoice.paymentReceived > 0 ? 'Part paid' : 'Open', tone: 'good' };
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}
