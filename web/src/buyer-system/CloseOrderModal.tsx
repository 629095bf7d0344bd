import { buyerOrders, closing } from '@aapurti/contract/buyer-system/buyerSystemSheets';
import type { PurchaseOrder } from '@aapurti/contract/purchase-orders/orders';
import { Modal, Text } from '@mantine/core';

import { call } from '../ground/api.ts';
import { Form } from '../form/Form.tsx';
import { TextArea } from '../form/TextField.tsx';
import { useContractForm } from '../form/useContractForm.ts';
import { toast } from '../ui/toast.tsx';
import { t } from '../words/words.ts';

interface CloseOrderModalProps {
  order: PurchaseOrder;
  onClose: () => void;
  onClosed: () => Promise<void>;
}

/** Closes an order of which no more is expected, with the reason that its vendor reads. */
export function CloseOrderModal({ order, onClose, onClosed }: CloseOrderModalProps) {
  const form = useContractForm({ schema: closing, defaults: { reason: '' } });
  return (
    <Modal opened onClose={onClose} title={t('Close order {poNumber}', { poNumber: order.poNumber })}>
      <Form
        form={form}
        guarded={false}
        submitLabel="Close order"
        onCancel={onClose}
        onReload={onClose}
        onSubmit={async ({ reason }) => {
          const { data } = await call(buyerOrders.close, { params: { id: order._id }, body: { reason, updatedAt: order.updatedAt } });
          toast.success(data.message);
          await onClosed();
        }}
      >
        <Text>{t('Quantities not yet received are no longer expected. The vendor receives your reason by e-mail.')}</Text>
        <TextArea name="reason" label="Reason" required maxLength={500} />
      </Form>
    </Modal>
  );
}
