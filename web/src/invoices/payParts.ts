import { showMoney } from '@aapurti/contract/ground/fields';
import { Decimal, parseDecimal } from '@aapurti/contract/ground/numbers';
import type { Invoice } from '@aapurti/contract/invoices/invoices';
import { amountProblem } from '@aapurti/contract/payments/payments';
import { messages } from '@aapurti/contract/payments/paymentMessages';

import type { GridProblem } from '../grid/columns.ts';
import { t } from '../words/words.ts';
import { isLimited } from './balance.ts';

/** The figures that limit the payment of an invoice. */
export interface Room {
  payable: number;
  /** The most payable to the vendor in total; null if the account sets no limit. */
  vendorPayable: number | null;
}

/** The proposed amounts for invoices of one vendor that are paid together: each in full, up to the limit of the vendor's account. */
export function proposedParts(rooms: readonly Room[]): string[] {
  const limits = rooms.flatMap(({ vendorPayable }) => vendorPayable ?? []);
  let left = limits.length === 0 ? null : new Decimal(Math.min(...limits));
  return rooms.map(({ payable }) => {
    const amount = left === null ? new Decimal(payable) : Decimal.max(0, Decimal.min(payable, left));
    left = left?.minus(amount) ?? null;
    return amount.isZero() ? '' : amount.toFixed(2);
  });
}

/** The figures of an invoice that decide its payable amount and the reason for a limit. */
export interface Figures extends Room {
  reason: string | null;
  held: number;
  /** The balance. */
  invoiceValue: number;
  invoiceTotal: number;
  notes: number;
  deductions: number;
}

/** An invoice with the amount to pay. */
export interface PayRow {
  /** The number of the row, from 1. */
  number: number;
  invoiceId: string;
  invoiceNumber: string;
  dueDate: string;
  value: number;
  /** Notes and deductions. */
  takenOff: number;
  balance: number;
  payable: number;
  /** The reason why less than the balance is payable; in the user's language. */
  why: string | null;
  proposed: string;
  amount: string;
}

type Paid = Pick<Invoice, '_id' | 'invoiceNumber' | 'dueDate'>;

/** The rows of invoices. Each proposes its payable amount, unless the user typed another one. */
export function payRows(invoices: readonly Paid[], figures: readonly Figures[], before: readonly PayRow[] = []): PayRow[] {
  const proposed = proposedParts(figures);
  return invoices.flatMap(({ _id: invoiceId, invoiceNumber, dueDate }, index) => {
    const [now, offer = ''] = [figures[index], proposed[index]];
    if (now === undefined) return [];
    const was = before.find((row) => row.invoiceId === invoiceId);
    const { payable, invoiceValue: balance, invoiceTotal: value } = now;
    const takenOff = new Decimal(now.notes).plus(now.deductions).toNumber();
    const why = payable < balance ? whyNotMore(now) : null;
    // An amount whose cell is closed now would count in the sum, and could not be taken back.
    const amount = was === undefined || was.amount === was.proposed || payable <= 0 ? offer : was.amount;
    return [{ number: index + 1, invoiceId, invoiceNumber, dueDate, value, takenOff, balance, payable, why, proposed: offer, amount }];
  });
}

/** The rows of a vendor's open invoices. They propose no amounts, and newer figures change no typed amount. */
export function openRows(invoices: readonly Paid[], figures: readonly Figures[], before: readonly PayRow[] = []): PayRow[] {
  const typed = new Map(before.map(({ invoiceId, amount }) => [invoiceId, amount]));
  // An amount whose cell is closed now would count in the sum, and could not be taken back.
  return payRows(invoices, figures).map((row) => ({ ...row, amount: row.payable > 0 ? (typed.get(row.invoiceId) ?? '') : '' }));
}

/** The problem with an amount; a blank amount pays nothing. */
export function payProblem({ amount, payable }: PayRow): GridProblem | null {
  if (amount === '') return null;
  const given = parseDecimal(amount);
  const isAmount = given !== null && given.gt(0) && given.decimalPlaces() <= 2;
  const message = isAmount ? amountProblem(amount, payable) : messages.amount;
  return message === null ? null : { column: 'amount', part: 0, message };
}

/** The sum of all rows. */
export const paidSum = (rows: readonly PayRow[]) => Decimal.sum(0, ...rows.map(({ amount }) => parseDecimal(amount) ?? 0));

/** The rows with an amount. */
export const paidRows = (rows: readonly PayRow[]) => rows.filter(({ amount }) => amount !== '');

/** The parts of a payment, as the call expects them. */
export function partsOf(rows: readonly PayRow[]): { invoiceId: string; amount: Decimal }[] {
  return paidRows(rows).map(({ invoiceId, amount }) => ({ invoiceId, amount: parseDecimal(amount) ?? new Decimal(0) }));
}

/** The reason why less than the balance is payable. */
function whyNotMore(figures: Figures): string {
  if (figures.reason !== null) return t(figures.reason);
  if (figures.invoiceValue <= 0) return t(messages.nothingLeft);
  if (isLimited(figures)) return t('Only {amount} is payable to the vendor in total.', { amount: showMoney(figures.vendorPayable) });
  return t('{amount} is held by claims.', { amount: showMoney(figures.held) });
}
