import { type AnswerTolerances, answerTolerances, tolerancesForm } from '@aapurti/contract/settings/answerTolerances';
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useVendors } from '../choose/VendorField.tsx';
import { call } from '../ground/api.ts';
import { callQuery } from '../ground/callQuery.ts';
import { queryClient } from '../ground/queries.ts';
import { Form, FormSection } from '../form/Form.tsx';
import { NumberField } from '../form/NumberField.tsx';
import { TextArea } from '../form/TextField.tsx';
import { useContractForm } from '../form/useContractForm.ts';
import { Button } from '../ui/Button.tsx';
import { DROPDOWN } from '../ui/dropdown.ts';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { Panel } from '../ui/Panel.tsx';
import { toast } from '../ui/toast.tsx';
import { SETTING_LABELS, SettingsPart } from './SettingsPart.tsx';
import { SettingsFrame } from './SettingsFrame.tsx';
import { shownOptions, t } from '../words/words.ts';
import { useAct } from '../ui/useStep.ts';

const LABELS = SETTING_LABELS.orders;

/** Changes of an order line that vendors may make without approval, by default and for one vendor, and reminders of unconfirmed orders. */
export function AnswerTolerancesPage() {
  const { data: vendors = [] } = useVendors();
  const [userID, setUserID] = useState('');
  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...callQuery(answerTolerances.get, { query: { userID } }),
    gcTime: 0,
    staleTime: Infinity,
  });
  return (
    <SettingsFrame title="Order confirmations">
      <Panel title="Changes accepted without approval">
        <Select
          {...DROPDOWN}
          label={t('Applies to')}
          description={t('Leave blank to set the defaults for vendors without their own tolerances.')}
          placeholder={t('All vendors')}
          data={shownOptions(vendors)}
          value={userID === '' ? null : userID}
          onChange={(chosen) => setUserID(chosen ?? '')}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('All vendors') }}
          nothingFoundMessage={t('No match')}
          limit={300}
          maw="26rem"
          mb="lg"
        />
        {data !== undefined ? (
          <TolerancesForm key={userID} userID={userID} record={data} />
        ) : (
          <NotLoaded query={{ error, isPending, isFetching, refetch }} sign />
        )}
      </Panel>
      <SettingsPart part="orders" title="Reminders">
        <FormSection>
          <NumberField
            name="orderReminderDays"
            label={LABELS.orderReminderDays}
            required
            suffix="working days"
            help="Enter 0 to turn this off."
          />
          <NumberField
            name="orderEscalationDays"
            label={LABELS.orderEscalationDays}
            required
            suffix="working days"
            help="Enter 0 to turn this off."
          />
          <TextArea
            name="holidays"
            label={LABELS.holidays}
            maxLength={5000}
            help="One holiday per line, for example: 26-01-2027 Republic Day. Sundays never count."
          />
        </FormSection>
      </SettingsPart>
    </SettingsFrame>
  );
}

function TolerancesForm({ userID, record }: { userID: string; record: AnswerTolerances }) {
  const { own, ...defaults } = record;
  const form = useContractForm({ schema: tolerancesForm, defaults: { ...defaults } });

  const remove = useAct(
    () => call(answerTolerances.remove, { params: { id: userID } }),
    [],
    ({ message, data }) => {
      form.reset({ ...data });
      queryClient.setQueryData([answerTolerances.get.id, userID], data);
      toast.success(message);
    },
  );

  return (
    <Form
      form={form}
      access={answerTolerances.save.access}
      onSubmit={async (body) => {
        const { data } = await call(answerTolerances.save, { body: { ...body, userID } });
        queryClient.setQueryData([answerTolerances.get.id, userID], data.data);
        toast.success(data.message);
      }}
      secondary={own && <Button label="Use the defaults" variant="default" onClick={() => remove.mutate()} />}
    >
      <FormSection rows>
        <NumberField
          name="daysLate"
          label="Late delivery (days)"
          required
          help="Enter 0 to send every later date to the buyer for approval."
        />
        <NumberField name="quantityLess" label="Short supply" required suffix="%" />
        <NumberField name="quantityMore" label="Over-delivery" required suffix="%" />
        <NumberField name="priceMore" label="Price increase" required suffix="%" />
      </FormSection>
    </Form>
  );
}
