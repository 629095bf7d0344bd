import { LINKED_STEPS, type NextOfInvoice } from '@aapurti/contract/comments/linkedSteps';

import type { Action } from '../ui/ActionMenu.tsx';
import { urls } from '../urls.ts';
import { t } from '../words/words.ts';

/** The next step of an invoice in a chain as a button. `userID` is its vendor. */
export function invoiceAction({ step, invoice }: NextOfInvoice, userID: string): Action {
  const { documentId: _id, number: invoiceNumber } = invoice;
  const href = urls.document('invoice', _id);
  const actions = {
    correct: { label: t('Correct invoice {invoiceNumber}', { invoiceNumber }), href },
    review: { label: t('Review invoice {invoiceNumber}', { invoiceNumber }), href },
    approve: { label: t('Approve invoice {invoiceNumber}', { invoiceNumber }), href },
    pay: { label: 'Record payment', href: urls.paymentFor({ _id, invoiceNumber, userID }) },
  } as const;
  return { ...actions[step], access: LINKED_STEPS[step] };
}
