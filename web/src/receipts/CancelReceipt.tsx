import { showDate, showNumber } from '@aapurti/contract/ground/fields';
import { type Receipt, receipts } from '@aapurti/contract/receipts/receipts';
import { Modal, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod';

import { linkedDocuments } from '@aapurti/contract/comments/linkedDocuments';

import { Form } from '../form/Form.tsx';
import { TextArea } from '../form/TextField.tsx';
import { useContractForm } from '../form/useContractForm.ts';
import { call } from '../ground/api.ts';
import { toast } from '../ui/toast.tsx';
import { t } from '../words/words.ts';

const reasoned = z.object({ reason: receipts.cancel.body.shape.reason });

interface CancelReceiptProps {
  receipt: Pick<Receipt, '_id' | 'receiptNumber' | 'receivedOn' | 'quantity' | 'updatedAt'>;
  onClose: () => void;
}

/** Asks for the reason, and reverses what a receipt counted. */
export function CancelReceipt({ receipt, onClose }: CancelReceiptProps) {
  const client = useQueryClient();
  const form = useContractForm({ schema: reasoned, defaults: { reason: '' } });
  return (
    <Modal opened onClose={onClose} title={t('Cancel goods receipt {number}', { number: receipt.receiptNumber })}>
      <Form
        form={form}
        guarded={false}
        submitLabel="Cancel goods receipt"
        onCancel={onClose}
        onReload={onClose}
        onSubmit={async ({ reason }) => {
          const { data } = await call(receipts.cancel, { params: { id: receipt._id }, body: { reason, updatedAt: receipt.updatedAt } });
          await Promise.all(
            [receipts.list, receipts.get, linkedDocuments.get].map(({ id }) => client.invalidateQueries({ queryKey: [id] })),
          );
          toast.success(data.message);
          onClose();
        }}
      >
        <Text>
          {t('The quantity received on {day} ({count} in all) is reversed. The cancelled receipt stays on record.', {
            day: showDate(receipt.receivedOn),
            count: showNumber(receipt.quantity),
          })}
        </Text>
        <TextArea name="reason" label="Reason" required maxLength={500} />
      </Form>
    </Modal>
  );
}
