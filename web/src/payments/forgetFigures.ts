import { accounts } from '@aapurti/contract/vendors/accounts';
import { invoices } from '@aapurti/contract/invoices/invoices';
import { payments } from '@aapurti/contract/payments/payments';

import { outdated } from '../ground/callQuery.ts';

/** Ids of the calls that show figures of invoices and payments. */
export const FIGURES = [invoices.list, invoices.get, payments.report, payments.numbers, payments.balance, accounts.counts]
  .map(({ id }): string => id)
  // Two calls are listed by name: their contract would be loaded by every screen that shows a figure.
  .concat('invoice.lines', 'invoice.match');

/** Invalidates the queries that show invoice and payment figures; they reload when they are next shown. */
export async function forgetFigures(): Promise<void> {
  await outdated(FIGURES.map((id) => ({ id })));
}
