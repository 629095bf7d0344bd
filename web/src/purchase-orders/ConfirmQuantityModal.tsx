import { buyerOrders, messages } from '@aapurti/contract/buyer-system/buyerSystemSheets';
import { showNumber } from '@aapurti/contract/ground/fields';
import { QUANTITY, requiredNumber } from '@aapurti/contract/ground/numbers';
import { links } from '@aapurti/contract/purchase-orders/orderLinks';
import { orders, type PurchaseOrder } from '@aapurti/contract/purchase-orders/orders';
import { Modal, Text } from '@mantine/core';
import { useWatch } from 'react-hook-form';
import * as z from 'zod';

import { Form } from '../form/Form.tsx';
import { NumberField } from '../form/NumberField.tsx';
import { SelectField } from '../form/SelectField.tsx';
import { useContractForm } from '../form/useContractForm.ts';
import { call } from '../ground/api.ts';
import { renewed } from '../ground/callQuery.ts';
import { toast } from '../ui/toast.tsx';
import { asTyped, t } from '../words/words.ts';

const confirming = z.object({
  line: z.string().min(1, messages.noSuchLine),
  quantity: requiredNumber(QUANTITY, { required: messages.confirmQuantity, invalid: messages.confirmQuantity }),
});

/** Confirms the finished quantity of a service, or the quantity that may be received beyond the order, which amends it. */
export function ConfirmQuantityModal({ order, onClose }: { order: PurchaseOrder; onClose: () => void }) {
  const lines = order.listOfItems;
  const form = useContractForm({ schema: confirming, defaults: { line: lines.length === 1 ? '1' : '', quantity: '' } });
  const chosen = useWatch({ control: form.control, name: 'line' });
  const line = lines[Number(chosen) - 1];
  return (
    <Modal opened onClose={onClose} title={t('Confirm quantity')}>
      <Form
        form={form}
        guarded={false}
        submitLabel="Confirm quantity"
        onCancel={onClose}
        onReload={onClose}
        onSubmit={async ({ line: no, quantity }) => {
          const body = { line: Number(no), quantity, updatedAt: order.updatedAt };
          const { data } = await call(buyerOrders.confirm, { params: { id: order._id }, body });
          await renewed([orders.list, orders.search, links.get]);
          toast.success(data.message);
          onClose();
        }}
      >
        <SelectField
          name="line"
          label="Line"
          required
          options={lines.map(({ itemName }, index) => ({ value: String(index + 1), label: asTyped(`${index + 1}. ${itemName}`) }))}
        />
        {line !== undefined && (
          <Text size="sm" data-span="full">
            {line.acceptance === 'order'
              ? t('Enter the completed quantity. It can then be invoiced. Ordered: {ordered}.', {
                  ordered: showNumber(line.itemQuantityInCart),
                })
              : t('Enter the maximum quantity that can be received. It can be above the ordered quantity of {ordered}.', {
                  ordered: showNumber(line.itemQuantityInCart),
                })}
            {line.confirmedQuantity !== null && (
              <> {t('Confirmed so far: {quantity}.', { quantity: showNumber(line.confirmedQuantity) })}</>
            )}
          </Text>
        )}
        <NumberField name="quantity" label="Confirmed quantity" required />
      </Form>
    </Modal>
  );
}
