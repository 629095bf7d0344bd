import { showMoney } from '@aapurti/contract/ground/fields';
import type { Payment } from '@aapurti/contract/payments/payments';
import type { ReportedPayment } from '@aapurti/contract/payments/reported';

import { remain } from '../ui/remaining.ts';
import { toast } from '../ui/toast.tsx';
import { urls } from '../urls.ts';
import { t } from '../words/words.ts';

/** Confirms a saved payment with a link to its page. A report that waits for the buyer has no page yet. */
export function saidPaid({ message, data }: { message: string; data: Payment | ReportedPayment }): void {
  toast.success(message);
  if (!('tenderType' in data)) return;
  const amount = showMoney(data.amount);
  const text =
    data.reference === null
      ? t('Payment of {amount}', { amount })
      : t('Payment {reference} of {amount}', { reference: data.reference, amount });
  remain('good', text, { link: { label: 'Open payment', href: urls.document('payment', data._id) } });
}
