import { type SelfInvoice, selfInvoices } from '@aapurti/contract/invoices/selfInvoices';
import { Modal, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';

import { Form } from '../form/Form.tsx';
import { TextArea } from '../form/TextField.tsx';
import { useContractForm } from '../form/useContractForm.ts';
import { call } from '../ground/api.ts';
import { toast } from '../ui/toast.tsx';
import { t } from '../words/words.ts';

interface CancelSelfInvoiceProps {
  record: Pick<SelfInvoice, '_id' | 'invoiceNumber'>;
  onClose: () => void;
}

/** Asks for the reason of a cancellation, after which the goods are due again. */
export function CancelSelfInvoice({ record: { _id, invoiceNumber }, onClose }: CancelSelfInvoiceProps) {
  const client = useQueryClient();
  const form = useContractForm({ schema: selfInvoices.cancel.body, defaults: { reason: '' } });
  return (
    <Modal opened onClose={onClose} title={t('Cancel self-invoice {number}', { number: invoiceNumber })}>
      <Form
        form={form}
        guarded={false}
        submitLabel="Cancel self-invoice"
        onCancel={onClose}
        onSubmit={async (body) => {
          const { data } = await call(selfInvoices.cancel, { params: { id: _id }, body });
          await client.invalidateQueries({ queryKey: [selfInvoices.due.id] });
          toast.success(data.message);
          onClose();
        }}
      >
        <Text>{t('A self-invoice is due for these goods again. The number stays used.')}</Text>
        <TextArea name="reason" label="Reason" required maxLength={500} />
      </Form>
    </Modal>
  );
}
