import { openingBalances, openingForm } from '@aapurti/contract/payments/account';
import { indianDay } from '@aapurti/contract/ground/fields';
import { useState } from 'react';

import { vendorChoice, VendorField } from '../choose/VendorField.tsx';
import { DateField } from '../form/DateField.tsx';
import { Form, FormSection } from '../form/Form.tsx';
import { NumberField } from '../form/NumberField.tsx';
import { TextArea } from '../form/TextField.tsx';
import { useContractForm } from '../form/useContractForm.ts';
import { call } from '../ground/api.ts';
import { renewed } from '../ground/callQuery.ts';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Panel } from '../ui/Panel.tsx';
import { toast } from '../ui/toast.tsx';
import { useGoBack } from '../ui/useGoBack.ts';
import { urls } from '../urls.ts';
import { forgetFigures } from './forgetFigures.ts';

const schema = openingForm.extend({ userID: vendorChoice });

/** Enters the opening balance of a vendor; with separation of duties, another user accepts it. */
export function OpeningBalancePage() {
  const goBack = useGoBack(urls.onAccount);
  const [today] = useState(() => indianDay(new Date()));
  const form = useContractForm({ schema, defaults: { userID: '', amount: '', day: today, reason: '' } });
  return (
    <>
      <PageHeader title="Add opening balance" breadcrumb={[{ label: 'On account', href: urls.onAccount }]} />
      <Panel>
        <Form
          form={form}
          access={openingBalances.create.access}
          submitLabel="Save"
          onCancel={goBack}
          onSubmit={async (body) => {
            const { data } = await call(openingBalances.create, { body });
            await forgetFigures();
            await renewed([openingBalances.list]);
            toast.success(data.message);
            goBack();
          }}
        >
          <FormSection>
            <VendorField />
            <NumberField
              name="amount"
              label="Amount"
              prefix="₹"
              required
              help="The amount payable to the vendor. Use a minus sign if the vendor owes you."
            />
            <DateField name="day" label="Date" />
            <TextArea
              name="reason"
              label="Reason"
              required
              rows={2}
              maxLength={500}
              help="For example: closing balance of the old ledger."
            />
          </FormSection>
        </Form>
      </Panel>
    </>
  );
}
