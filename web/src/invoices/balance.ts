import type { Invoice } from '@aapurti/contract/invoices';

import type { Tone } from '../ui/StatusBadge.tsx';

type Paid = Pick<Invoice, 'invoiceValue' | 'paymentReceived'>;

/** In paise, so that nothing is lost between two decimals. */
export function balanceOf({ invoiceValue, paymentReceived }: Paid): number {
  return (Math.round(invoiceValue * 100) - Math.round(paymentReceived * 100)) / 100;
}

/** What is settled is quiet. */
export function stateOf(invoice: Paid): { word: string; tone: Tone } {
  if (balanceOf(invoice) <= 0) return { word: 'Paid', tone: 'neutral' };
  return invoice.paymentReceived > 0 ? { word: 'Part paid', tone: 'warn' } : { word: 'Open', tone: 'good' };
}
