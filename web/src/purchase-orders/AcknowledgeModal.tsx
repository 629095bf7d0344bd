import { accounts } from '@aapurti/contract/vendors/accounts';
import { links } from '@aapurti/contract/purchase-orders/orderLinks';
import { acknowledgementForm, orders, type PurchaseOrder } from '@aapurti/contract/purchase-orders/orders';
import { Modal, Text } from '@mantine/core';
import { useRef } from 'react';

import { call } from '../ground/api.ts';
import { renewed } from '../ground/callQuery.ts';
import { Form } from '../form/Form.tsx';
import { TextField } from '../form/TextField.tsx';
import { useContractForm } from '../form/useContractForm.ts';
import { toast } from '../ui/toast.tsx';
import { t } from '../words/words.ts';

/** Acknowledges the order, optionally with the vendor's own reference. */
export function AcknowledgeModal({ order, onClose }: { order: PurchaseOrder; onClose: () => void }) {
  const form = useContractForm({ schema: acknowledgementForm, defaults: { reference: '' } });
  const renew = () => renewed([orders.list, orders.search, links.get, accounts.counts]);

  /** If the order cannot be acknowledged, the page shows an outdated one. */
  const tried = useRef(false);
  function close() {
    if (tried.current) void renew();
    onClose();
  }

  return (
    <Modal opened onClose={close} title={t('Acknowledge purchase order')}>
      <Form
        form={form}
        guarded={false}
        submitLabel="Acknowledge"
        onCancel={close}
        onReload={close}
        onSubmit={async ({ reference }) => {
          const { _id, updatedAt } = order;
          tried.current = true;
          const { data } = await call(orders.acknowledge, { params: { id: _id }, body: { reference, updatedAt } });
          toast.success(data.message);
          await renew();
          onClose();
        }}
      >
        <Text>{t('The buyer is notified that you have seen this order and will deliver it.')}</Text>
        <TextField name="reference" label="Your reference" help="For example: your sales order number. Optional." maxLength={100} />
      </Form>
    </Modal>
  );
}
