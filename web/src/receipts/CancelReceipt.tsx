import { linkedDocuments } from '@aapurti/contract/comments/linkedDocuments';
import { showDate, showNumber } from '@aapurti/contract/ground/fields';
import { messages, type Receipt, receipts } from '@aapurti/contract/receipts/receipts';

import { ReasonModal } from '../ui/ReasonModal.tsx';
import { call } from '../ground/api.ts';
import { renewed } from '../ground/callQuery.ts';
import { t } from '../words/words.ts';

interface CancelReceiptProps {
  receipt: Pick<Receipt, '_id' | 'receiptNumber' | 'receivedOn' | 'quantity' | 'updatedAt'>;
  onClose: () => void;
}

/** Asks for the reason, then reverses the quantities of a receipt. */
export function CancelReceipt({ receipt, onClose }: CancelReceiptProps) {
  return (
    <ReasonModal
      title={t('Cancel goods receipt {number}', { number: receipt.receiptNumber })}
      consequence={t('The quantity received on {day} ({count} in all) is reversed. The cancelled receipt stays on record.', {
        day: showDate(receipt.receivedOn),
        count: showNumber(receipt.quantity),
      })}
      confirm="Cancel goods receipt"
      missing={messages.cancelReason}
      onClose={onClose}
      onConfirm={async (reason) => {
        const { data } = await call(receipts.cancel, { params: { id: receipt._id }, body: { reason, updatedAt: receipt.updatedAt } });
        await renewed([receipts.list, receipts.get, linkedDocuments.get]);
        return data.message;
      }}
    />
  );
}
