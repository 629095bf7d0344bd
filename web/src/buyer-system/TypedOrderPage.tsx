import { buyerOrders, type TypedOrder, typedOrder } from '@aapurti/contract/buyer-system/buyerSystemSheets';
import { accounts } from '@aapurti/contract/vendors/accounts';
import { indianDay, isIsoDate } from '@aapurti/contract/ground/fields';
import { orders, type PurchaseOrder } from '@aapurti/contract/purchase-orders/orders';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';

import { FormPage } from '../form/FormPage.tsx';
import { urls } from '../urls.ts';
import { vendorChoice, VendorField } from '../choose/VendorField.tsx';
import { call, messageOf } from '../ground/api.ts';
import { renewed } from '../ground/callQuery.ts';
import { DateField } from '../form/DateField.tsx';
import { Form, FormSection } from '../form/Form.tsx';
import { SelectField } from '../form/SelectField.tsx';
import { TextField } from '../form/TextField.tsx';
import { useContractForm } from '../form/useContractForm.ts';
import { textOf } from '../form/useField.tsx';
import { PartyFields } from '../registrations/PartyFields.tsx';
import { useSupply } from '../registrations/useSupply.ts';
import { CloseOrderModal } from '../purchase-orders/CloseOrderModal.tsx';
import { Button } from '../ui/Button.tsx';
import { ConfirmModal } from '../ui/ConfirmModal.tsx';
import { toast } from '../ui/toast.tsx';
import { useGoBack } from '../ui/useGoBack.ts';
import { DeliveryLocationField } from './DeliveryLocationField.tsx';
import { OrderLinesField } from './OrderLinesField.tsx';
import { orderValues } from './typedValues.ts';
import { placeOptions } from '../registrations/placeOptions.ts';
import { t } from '../words/words.ts';

const list = { label: 'Buyer Data', href: urls.buyerOrders };

/** Adds a purchase order for a vendor; /buyer-data/orders/edit/{id} changes one. */
export function TypedOrderPage() {
  return (
    <FormPage title="Create order" list={list} operation={buyerOrders.get}>
      {(record) => <TypedOrderForm record={record} />}
    </FormPage>
  );
}

const forVendor = typedOrder.extend({ userID: vendorChoice });

/** A purchase order that buyer users enter: a new one, or the given open one. */
function TypedOrderForm({ record }: { record?: PurchaseOrder | undefined }) {
  const goBack = useGoBack(urls.buyerOrders);
  const [defaults] = useState(() => orderValues(record));
  const [asking, setAsking] = useState(false);
  const [closing, setClosing] = useState(false);
  const form = useContractForm({ schema: record === undefined ? forVendor : typedOrder, defaults });
  const typed = useWatch({ control: form.control, name: ['userID', 'poDate', 'vendorGST', 'buyerGST', 'placeOfSupply'] });
  const [chosen = '', date = '', vendorGST = '', buyerGST = '', place = ''] = typed.map(textOf);
  const vendorId = record?.userID ?? chosen;
  const day = dayOf(date);
  const { supply, words } = useSupply({ vendorId, day, vendorGST, buyerGST, placeOfSupply: place === '' ? null : place });

  const refresh = () => renewed([orders.search, orders.list, buyerOrders.get, accounts.counts]);

  async function save(order: TypedOrder) {
    const body = { ...order };
    const reply =
      record === undefined
        ? await call(buyerOrders.create, { body: { ...body, userID: textOf(form.getValues('userID')) } })
        : await call(buyerOrders.edit, { params: { id: record._id }, body: { ...body, updatedAt: record.updatedAt } });
    await refresh();
    toast.success(reply.data.message);
    goBack();
  }

  async function cancel() {
    if (record === undefined) return;
    try {
      const { data } = await call(buyerOrders.cancel, { params: { id: record._id } });
      form.reset(form.getValues());
      await refresh();
      toast.success(data.message);
      goBack();
    } catch (error) {
      toast.error(messageOf(error));
    }
  }

  return (
    <>
      <Form
        form={form}
        access={buyerOrders.edit.access}
        siteId={record?.siteId}
        onSubmit={save}
        onCancel={goBack}
        onReload={() => void refresh()}
        secondary={
          record !== undefined && (
            <>
              <Button label="Close order" variant="default" onClick={() => setClosing(true)} />
              <Button label="Cancel order" variant="default" onClick={() => setAsking(true)} />
            </>
          )
        }
      >
        <FormSection title="Order">
          {record === undefined && <VendorField help="Vendor for this order" />}
          <TextField name="poNumber" label="PO Number" required mono maxLength={100} />
          <DateField name="poDate" label="PO Date" required />
          <DateField name="deliverBy" label="Deliver By" />
          <TextField
            name="paymentTerms"
            label="Payment Terms"
            help={record === undefined ? 'For example: 30 days. If blank, the vendor’s terms apply.' : 'For example: 30 days'}
            maxLength={500}
          />
          <DeliveryLocationField />
          <PartyFields vendorId={vendorId} day={day} />
          <SelectField
            name="placeOfSupply"
            label="Place of Supply"
            options={placeOptions()}
            placeholder="State of the buyer’s GST registration"
            {...(words === null ? {} : { help: words })}
          />
        </FormSection>
        <OrderLinesField supply={supply} isStored={record !== undefined} />
      </Form>
      {closing && record !== undefined && (
        <CloseOrderModal
          order={record}
          onClose={() => setClosing(false)}
          onClosed={() => {
            form.reset(form.getValues());
            goBack();
          }}
        />
      )}
      <ConfirmModal opened={asking} onClose={() => setAsking(false)} onConfirm={cancel} title="Cancel order" confirm="Cancel order">
        {t('The vendor sees it as cancelled, and it can no longer be changed.')}
      </ConfirmModal>
    </>
  );
}

/** Today while the date is blank. */
function dayOf(date: string): string {
  return isIsoDate(date) ? date : indianDay(new Date());
}
