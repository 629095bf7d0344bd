import { showMoney, signed } from '@aapurti/contract/ground/fields';

import { urls } from '../urls.ts';
import { t } from '../words/words.ts';
import type { Problem } from './Problems.tsx';

/** The differences of a problem with their signs: the formatted quantity, and rupees if there are any. */
export function figuresOf(units: number, quantity: string, amount: number): Pick<Problem, 'units' | 'amount'> {
  return { units: signed(units, quantity), ...(amount === 0 ? {} : { amount: signed(amount, showMoney(Math.abs(amount))) }) };
}

/** An invoice that is an exception or was sent back, worded for each party. */
export function stoppedInvoice(
  kind: 'exception' | 'returned',
  { _id, invoiceNumber }: { _id: string; invoiceNumber: string },
  isAdmin: boolean,
): Problem {
  const actions = [{ label: isAdmin ? 'Review' : 'Correct', href: urls.document('invoice', _id) }];
  return kind === 'exception'
    ? {
        tone: 'bad',
        title: t('Invoice {invoiceNumber} is an exception', { invoiceNumber }),
        text: t(isAdmin ? 'Payment is blocked until it is corrected or released.' : 'It can be approved after you correct it.'),
        actions,
      }
    : {
        tone: 'bad',
        title: t('Invoice {invoiceNumber} was sent back', { invoiceNumber }),
        text: t(isAdmin ? 'The vendor has to correct it.' : 'Correct it and send it again.'),
        actions,
      };
}
