import { indianDay, showDate, showMoney } from '@aapurti/contract/ground/fields';
import { advanceForm, payments } from '@aapurti/contract/payments/payments';
import { reportedPayments } from '@aapurti/contract/payments/reported';
import { orders } from '@aapurti/contract/purchase-orders/orders';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';

import { vendorChoice, VendorField } from '../choose/VendorField.tsx';
import { Form, FormSection } from '../form/Form.tsx';
import { tidyMoney } from '../form/money.ts';
import { NumberField } from '../form/NumberField.tsx';
import { SearchField } from '../form/SearchField.tsx';
import { TextArea } from '../form/TextField.tsx';
import { useContractForm } from '../form/useContractForm.ts';
import { textOf } from '../form/useField.tsx';
import { call } from '../ground/api.ts';
import { renewed } from '../ground/callQuery.ts';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Panel } from '../ui/Panel.tsx';
import { toast } from '../ui/toast.tsx';
import { useGoBack } from '../ui/useGoBack.ts';
import { urls } from '../urls.ts';
import { t } from '../words/words.ts';
import { forgetFigures } from './forgetFigures.ts';
import { MannerFields } from './MannerFields.tsx';

const schema = advanceForm.extend({ userID: vendorChoice });
/** The most orders to suggest. */
const OFFERED = 20;

/** Pays on account: an advance for an order, or the rest of the opening balance if there is no order. */
export function AdvancePage() {
  const goBack = useGoBack(urls.onAccount);
  const [today] = useState(() => indianDay(new Date()));
  const form = useContractForm({
    schema,
    defaults: {
      userID: '',
      orderId: '',
      amount: '',
      paymentDate: today,
      paymentMode: 'online',
      onlineKind: '',
      reference: '',
      accountLast4: '',
      Remarks: '',
    },
  });
  const userID = textOf(useWatch({ control: form.control, name: 'userID' }));

  async function search(code: string, signal: AbortSignal) {
    const { data } = await call(orders.search, { body: { userID, code }, query: { page: 1, pageSize: OFFERED }, signal });
    const options = data.result
      .filter(({ status }) => status === 'Open' || status === 'Acknowledged')
      .map(({ _id, poNumber, poDate, value: worth }) => ({
        value: _id,
        label: poNumber,
        note: [showDate(poDate), showMoney(worth)].join(' · '),
      }));
    return { options, total: options.length };
  }

  return (
    <>
      <PageHeader title="Pay in advance" breadcrumb={[{ label: 'On account', href: urls.onAccount }]} />
      <Panel>
        <Form
          form={form}
          access={payments.advance.access}
          submitLabel="Save"
          onCancel={goBack}
          onSubmit={async (body) => {
            const { data } = await call(payments.advance, { body });
            await forgetFigures();
            await renewed([reportedPayments.list]);
            toast.success(data.message);
            goBack();
          }}
        >
          <FormSection title="Order">
            <VendorField onChanged={() => form.setValue('orderId', '')} />
            <SearchField
              key={userID}
              name="orderId"
              label="PO Number"
              disabled={userID === ''}
              placeholder={userID === '' ? 'Choose the vendor first' : 'Type to search'}
              nothing="No orders are open."
              help="Leave blank to pay the opening balance."
              queryKey={[orders.search.id, 'choice', userID]}
              load={search}
            />
          </FormSection>
          <FormSection title="Payment">
            <NumberField
              name="amount"
              label="Amount"
              prefix="₹"
              required
              tidy={tidyMoney}
              help={t('Advances are limited under Settings > Controls.')}
            />
            <MannerFields />
            <TextArea name="Remarks" label="Remarks" rows={2} maxLength={1000} />
          </FormSection>
        </Form>
      </Panel>
    </>
  );
}
