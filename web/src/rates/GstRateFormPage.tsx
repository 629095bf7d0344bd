import { gstRates, checkedRate, type GstRate } from '@aapurti/contract/rates/gstRates';
import { parseDecimal } from '@aapurti/contract/ground/numbers';
import { CONDITION_WORDS, CONDITIONS } from '@aapurti/contract/ground/rateRules';
import { useState } from 'react';
import type * as z from 'zod';

import { FormPage } from '../form/FormPage.tsx';
import { urls } from '../urls.ts';
import { call } from '../ground/api.ts';
import { outdated } from '../ground/callQuery.ts';
import { DateField } from '../form/DateField.tsx';
import { Form, FormSection } from '../form/Form.tsx';
import { mergeValues, useNewerRecord } from '../form/newer.ts';
import { NewerRecord } from '../form/NewerRecord.tsx';
import { NumberField } from '../form/NumberField.tsx';
import { SelectField } from '../form/SelectField.tsx';
import { TextField } from '../form/TextField.tsx';
import { useContractForm, type Values } from '../form/useContractForm.ts';
import { toast } from '../ui/toast.tsx';
import { useGoBack } from '../ui/useGoBack.ts';
import { t } from '../words/words.ts';

/** Adds a rate; /gst-rates/edit/{id} changes one. */
export function GstRateFormPage() {
  return (
    <FormPage title="Add GST Rate" list={{ label: 'GST Rates', href: urls.gstRates }} operation={gstRates.get}>
      {(record) => <GstRateForm record={record} />}
    </FormPage>
  );
}

const LABELS = {
  hsnPrefix: 'HSN',
  condition: 'Goods',
  rate: 'Rate',
  cessRate: 'Cess Rate',
  validFrom: 'Valid From',
  validTo: 'Valid To',
  notification: 'GST notification',
} as const;
const FIELDS = Object.keys(LABELS) as (keyof typeof LABELS)[];

const GOODS = CONDITIONS.map((value) => ({ value, label: CONDITION_WORDS[value] }));

const valuesOf = (rate: GstRate): Values => Object.fromEntries(FIELDS.map((name) => [name, String(rate[name] ?? '')]));
const NEW: Values = { ...Object.fromEntries(FIELDS.map((name) => [name, ''])), condition: 'any', cessRate: '0' };

/** A new rate, or the given one. */
function GstRateForm({ record }: { record?: GstRate | undefined }) {
  const goBack = useGoBack(urls.gstRates);
  const [defaults] = useState(() => (record === undefined ? NEW : valuesOf(record)));
  const { base, merge, offers } = useNewerRecord(record, valuesOf, (was, is, mine) =>
    mergeValues(valuesOf(was), valuesOf(is), mine, LABELS),
  );
  const form = useContractForm({ schema: checkedRate, defaults, remarks: (values) => correctionRemark(values, base) });

  async function save(body: z.output<typeof checkedRate>) {
    const reply =
      base === undefined
        ? await call(gstRates.create, { body })
        : await call(gstRates.edit, { params: { id: base._id }, body: { ...body, updatedAt: base.updatedAt } });
    await outdated([gstRates.list]);
    toast.success(reply.data.message);
    goBack();
  }

  const isNew = record === undefined;
  return (
    <Form form={form} access={gstRates.edit.access} onSubmit={save} onCancel={goBack} {...offers(form)}>
      <FormSection title={isNew ? 'Goods' : t('Goods: {condition}', { condition: CONDITION_WORDS[record.condition] })}>
        <TextField
          name="hsnPrefix"
          label={LABELS.hsnPrefix}
          required
          mono
          inputMode="numeric"
          maxLength={8}
          readOnly={!isNew}
          help="The first 2, 4, 6 or 8 digits. If several rates match a code, the one with the most digits applies."
        />
        {isNew && <SelectField name="condition" label={LABELS.condition} required options={GOODS} />}
      </FormSection>
      <FormSection title="Rate">
        <NumberField name="rate" label={LABELS.rate} required suffix="%" help="IGST, or CGST and SGST together" />
        <NumberField name="cessRate" label={LABELS.cessRate} suffix="%" />
        <DateField
          name="validFrom"
          label={LABELS.validFrom}
          required
          {...(isNew
            ? {}
            : { help: 'A rate with a later start date ends the previous rate the day before. The previous rate stays in the list.' })}
        />
        <DateField name="validTo" label={LABELS.validTo} help="Last day. Leave blank if no end is known." />
        <TextField
          name="notification"
          label={LABELS.notification}
          maxLength={200}
          placeholder="9/2025-CT(R)"
          help="Required if the rate is not one of the standard GST rates on that date"
          span="full"
        />
      </FormSection>
      {merge !== null && <NewerRecord key={base?.updatedAt} merge={merge} />}
    </Form>
  );
}

/** A change without a new first day corrects a rate that was wrong from the start; a new rate has a first day of its own. */
function correctionRemark(values: Values, stored: GstRate | undefined): Record<string, string> {
  if (stored === undefined || values['validFrom'] !== stored.validFrom) return {};
  const isOther = (['rate', 'cessRate'] as const).some((name) => {
    const typed = parseDecimal(values[name]);
    return typed !== null && !typed.eq(stored[name]);
  });
  return isOther ? { validFrom: 'This corrects the existing rate. To add a new rate, enter its start date.' } : {};
}
