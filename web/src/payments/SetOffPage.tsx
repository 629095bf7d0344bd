import { allocations, messages } from '@aapurti/contract/payments/account';
import { payments } from '@aapurti/contract/payments/payments';
import { messages as paymentMessages } from '@aapurti/contract/payments/paymentMessages';
import { requiredText, showDate, showMoney } from '@aapurti/contract/ground/fields';
import { requiredNumber } from '@aapurti/contract/ground/numbers';
import { AMOUNT, invoices } from '@aapurti/contract/invoices/invoices';
import { useSearch } from '@tanstack/react-router';
import { useWatch } from 'react-hook-form';
import * as z from 'zod';

import { vendorChoice, VendorField } from '../choose/VendorField.tsx';
import { Form, FormSection } from '../form/Form.tsx';
import { tidyMoney } from '../form/money.ts';
import { NumberField } from '../form/NumberField.tsx';
import { SearchField } from '../form/SearchField.tsx';
import { SelectField } from '../form/SelectField.tsx';
import { useContractForm } from '../form/useContractForm.ts';
import { textOf } from '../form/useField.tsx';
import { call } from '../ground/api.ts';
import { renewed } from '../ground/callQuery.ts';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Panel } from '../ui/Panel.tsx';
import { toast } from '../ui/toast.tsx';
import { useGoBack } from '../ui/useGoBack.ts';
import { urls } from '../urls.ts';
import { asTyped, t } from '../words/words.ts';
import { forgetFigures } from './forgetFigures.ts';
import { useCredits } from './useCredits.ts';

const schema = z.object({
  userID: vendorChoice,
  credit: requiredText(messages.credit),
  invoiceId: requiredText(paymentMessages.invoiceNumber),
  amount: requiredNumber(AMOUNT, { required: messages.setOffAmount, invalid: messages.setOffAmount }),
});
/** The most invoices to suggest. */
const OFFERED = 20;

/** Sets off part of a credit on account against an invoice, and stays open for the next one. */
export function SetOffPage() {
  const goBack = useGoBack(urls.onAccount);
  const given: Record<string, string> = useSearch({ strict: false });
  const form = useContractForm({
    schema,
    defaults: { userID: given['userID'] ?? '', credit: given['credit'] ?? '', invoiceId: '', amount: '' },
  });
  const userID = textOf(useWatch({ control: form.control, name: 'userID' }));
  const credits = useCredits(userID, userID !== '');
  const options = (credits.data ?? []).map(({ key, name, number, day, left }) => ({
    value: key,
    label: asTyped([t('{kind} {number}', { kind: name, number }), showDate(day), showMoney(left)].join(' · ')),
  }));

  async function search(text: string, signal: AbortSignal) {
    const { data, total } = await call(invoices.list, {
      query: { userID, invoiceNumber: text, state: 'open', page: 1, pageSize: OFFERED },
      signal,
    });
    const found = data.map(({ _id, invoiceNumber, invoiceDate, balance }) => ({
      value: _id,
      label: invoiceNumber,
      note: [showDate(invoiceDate), t('balance {amount}', { amount: showMoney(balance) })].join(' · '),
    }));
    return { options: found, total: total ?? found.length };
  }

  return (
    <>
      <PageHeader title="Set off a credit" breadcrumb={[{ label: 'On account', href: urls.onAccount }]} />
      <Panel>
        <Form
          form={form}
          access={allocations.create.access}
          submitLabel="Set off"
          onCancel={goBack}
          onSubmit={async ({ credit, invoiceId, amount }) => {
            const [kind = '', id = ''] = credit.split(' ');
            const { data } = await call(allocations.create, { body: { [kind]: id, invoiceId, amount } });
            await Promise.all([forgetFigures(), renewed([allocations.list, payments.report])]);
            toast.success(data.message);
            form.reset({ userID, credit, invoiceId: '', amount: '' });
          }}
        >
          <FormSection title="Credit">
            <VendorField onChanged={() => form.reset({ ...form.getValues(), credit: '', invoiceId: '' })} />
            <SelectField
              name="credit"
              label="Credit"
              required
              disabled={userID === ''}
              options={options}
              loading={credits.isLoading}
              help={
                credits.data?.length === 0
                  ? 'This vendor has no credit on account.'
                  : 'Each option shows the amount that is still on account.'
              }
            />
          </FormSection>
          <FormSection title="Invoice">
            <SearchField
              key={userID}
              name="invoiceId"
              label="Invoice Number"
              required
              disabled={userID === ''}
              placeholder={userID === '' ? 'Choose the vendor first' : 'Type to search'}
              nothing="No invoices are outstanding."
              queryKey={[invoices.list.id, 'choice', userID, 'byId']}
              load={search}
            />
            <NumberField name="amount" label="Amount" prefix="₹" required tidy={tidyMoney} />
          </FormSection>
        </Form>
      </Panel>
    </>
  );
}
