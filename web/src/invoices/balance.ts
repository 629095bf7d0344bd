import { DUE_SOON_DAYS, type Invoice } from '@aapurti/contract/invoices/invoices';

import { showMoney } from '@aapurti/contract/ground/fields';
import type { Tone } from '../ui/StatusBadge.tsx';

type Settled = Pick<Invoice, 'balance' | 'paymentReceived' | 'notes' | 'deductions'>;

/**
 * The state of an invoice for its badge. An overdue or soon due invoice shows that before a partial payment.
 * @param today as `dueDate`, YYYY-MM-DD
 */
export function stateOf(invoice: Settled & Pick<Invoice, 'dueDate'>, today: string): { word: string; tone: Tone } {
  if (invoice.balance <= 0) return { word: 'Paid', tone: 'neutral' };
  if (invoice.dueDate < today) return { word: 'Overdue', tone: 'bad' };
  if (daysBetween(today, invoice.dueDate) <= DUE_SOON_DAYS) return { word: 'Due soon', tone: 'warn' };
  const isPart = invoice.paymentReceived > 0 || invoice.notes > 0 || invoice.deductions > 0;
  return { word: isPart ? 'Part paid' : 'Open', tone: 'good' };
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

interface Limited {
  vendorPayable: number | null;
  /** The balance, including the amount held by claims. */
  invoiceValue: number;
  held: number;
}

/** True if the vendor's total balance limits the payable amount below the invoice balance without claims. */
export function isLimited<T extends Limited>(figures: T): figures is T & { vendorPayable: number } {
  const { vendorPayable, invoiceValue, held } = figures;
  return vendorPayable !== null && vendorPayable < invoiceValue - held;
}

/** The amounts that memos and deductions take off an invoice; empty if there are none. */
export function takenOff({ notes, deductions }: Pick<Invoice, 'notes' | 'deductions'>) {
  return [
    ...(notes === 0 ? [] : [{ label: 'Notes', value: showMoney(notes) }]),
    ...(deductions === 0 ? [] : [{ label: 'Deductions', value: showMoney(deductions) }]),
  ];
}
