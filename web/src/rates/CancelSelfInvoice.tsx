import { messages, type SelfInvoice, selfInvoices } from '@aapurti/contract/invoices/selfInvoices';

import { ReasonModal } from '../ui/ReasonModal.tsx';
import { call } from '../ground/api.ts';
import { renewed } from '../ground/callQuery.ts';
import { t } from '../words/words.ts';

interface CancelSelfInvoiceProps {
  record: Pick<SelfInvoice, '_id' | 'invoiceNumber'>;
  onClose: () => void;
}

/** Asks for the reason of a cancellation, after which the goods are due again. */
export function CancelSelfInvoice({ record: { _id, invoiceNumber }, onClose }: CancelSelfInvoiceProps) {
  return (
    <ReasonModal
      title={t('Cancel self-invoice {number}', { number: invoiceNumber })}
      consequence="A self-invoice is due for these goods again. Its number cannot be used again."
      confirm="Cancel self-invoice"
      missing={messages.cancelReason}
      onClose={onClose}
      onConfirm={async (reason) => {
        const { data } = await call(selfInvoices.cancel, { params: { id: _id }, body: { reason } });
        await renewed([selfInvoices.due]);
        return data.message;
      }}
    />
  );
}
