import { DUE_SOON_DAYS, type Invoice } from '@aapurti/contract/invoices/invoices';

import { showMoney } from '@aapurti/contract/ground/fields';
import type { Tone } from '../ui/StatusBadge.tsx';

type Settled = Pick<Invoice, 'balance' | 'paymentReceived' | 'notes' | 'deductions'>;

/**
 * A settled invoice is quiet; one that is late, or due soon, says so before it says that a part is paid.
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
  /** The balance, of which claims hold a part. */
  invoiceValue: number;
  held: number;
}

/** True where less is payable to the vendor in all than the balance of the invoice, as far as no claim holds it. */
export function isLimited<T extends Limited>(figures: T): figures is T & { vendorPayable: number } {
  const { vendorPayable, invoiceValue, held } = figures;
  return vendorPayable !== null && vendorPayable < invoiceValue - held;
}

/** The figures that memos and deductions take off an invoice; nothing where there is none. */
export function takenOff({ notes, deductions }: Pick<Invoice, 'notes' | 'deductions'>) {
  return [
    ...(notes === 0 ? [] : [{ label: 'Notes', value: showMoney(notes) }]),
    ...(deductions === 0 ? [] : [{ label: 'Deductions', value: showMoney(deductions) }]),
  ];
}
