import { showDate, showMoney } from '@aapurti/contract/ground/fields';
import { say } from '@aapurti/contract/ground/template';

import { harmless, typed } from './compose.ts';
import type { GatheredContents } from './gathered.ts';

/** The headings of the table of payments; the last three columns are numeric. */
export const PAID_HEADINGS = ['Invoice', 'Invoice Value', 'Notes and deductions', 'Paid'] as const;

type Told = GatheredContents['payments']['payments'][number];

/** The rows of a payment: each invoice with its requested, deducted and paid amounts, and the amount on account. */
export function paidRows({ invoice, amount, mode, paidOn, reference = null, invoices = [], onAccount }: Told): string[][] {
  const way = [
    mode === 'cheque' ? 'Cheque' : 'Online',
    ...(reference === null ? [] : [say('Reference {reference}', { reference: harmless(reference, '–') })]),
  ];
  const rowOf = (name: string, day: string | null, figures: readonly string[], paid: string) => [
    `${name}\n${showDate(day)}`,
    ...figures,
    [showMoney(paid), ...way].join('\n'),
  ];
  const rows = invoices.map(({ number, day, value, taken, paid }) =>
    rowOf(typed(number, '–'), day, [showMoney(value), showMoney(taken)], paid),
  );
  // An e-mail queued before the portal listed invoices has none.
  const rest = onAccount ?? (invoices.length === 0 ? amount : null);
  const name = invoice === null || onAccount !== undefined ? 'On account' : typed(invoice, '–');
  return rest === null ? rows : [...rows, rowOf(name, paidOn, ['', ''], rest)];
}
