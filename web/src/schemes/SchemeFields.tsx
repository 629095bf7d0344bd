import { indianDay } from '@aapurti/contract/ground/fields';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';

import { useVendors, VendorField } from '../choose/VendorField.tsx';
import { DateField } from '../form/DateField.tsx';
import { FormSection } from '../form/Form.tsx';
import { NumberField } from '../form/NumberField.tsx';
import { SwitchField } from '../form/SwitchField.tsx';
import { TextArea, TextField } from '../form/TextField.tsx';
import type { Values } from '../form/useContractForm.ts';
import { t } from '../words/words.ts';
import { EanField } from './EanField.tsx';
import { SCHEME_LABELS as LABELS } from './schemeValues.ts';

interface SchemeFieldsProps {
  /** The scheme's number, or a preview of the next one; undefined while it is unknown. */
  number: number | undefined;
  isNew: boolean;
  /** True for administrators, who choose whose scheme it is. */
  withVendor: boolean;
}

/** The fields of section 2.7. */
export function SchemeFields({ number, isNew, withVendor }: SchemeFieldsProps) {
  const [today] = useState(() => indianDay(new Date()));
  return (
    <FormSection>
      {withVendor && (isNew ? <VendorField span="full" /> : <ItsVendor />)}
      <EanField label={LABELS.EANCode} />
      <Fixed
        label="Scheme Number"
        value={number ?? ''}
        {...(isNew ? { description: 'Assigned when you save. This is the next number.' } : {})}
      />
      <TextField name="schemeName" label={LABELS.schemeName} required maxLength={200} />
      <TextField name="productName" label={LABELS.productName} maxLength={500} />
      <DateField name="date" label={LABELS.date} />
      <DateField name="validity" label={LABELS.validity} help="Last day of the scheme. Leave blank if it has no end date." min={today} />
      <NumberField name="quantity" label={LABELS.quantity} />
      <NumberField name="freeQuantity" label={LABELS.freeQuantity} />
      <NumberField name="netPTR" label={LABELS.netPTR} prefix="₹" />
      <NumberField name="discount" label={LABELS.discount} suffix="%" />
      <TextField name="UOM" label={LABELS.UOM} maxLength={50} />
      <SwitchField name="active" label={LABELS.active} words={['Yes', 'No']} />
      <TextArea name="narration" label={LABELS.narration} rows={2} maxLength={1000} />
    </FormSection>
  );
}

/** Chosen once, because a scheme never changes its owner. */
function ItsVendor() {
  const { data = [] } = useVendors();
  const owner = useWatch<Values>({ name: 'userID' });
  return <Fixed label={LABELS.userID} value={t(data.find(({ value }) => value === owner)?.label ?? '')} wide />;
}

/** Disabled but readable. */
function Fixed({
  wide = false,
  label,
  description,
  ...rest
}: {
  label: string;
  value: string | number;
  description?: string;
  wide?: boolean;
}) {
  return (
    <TextInput
      {...rest}
      label={t(label)}
      description={t(description)}
      disabled
      readOnly
      styles={{ input: { opacity: 1, color: 'var(--mantine-color-text)', background: 'var(--app-neutral-soft)' } }}
      wrapperProps={{ 'data-span': wide ? 'full' : undefined }}
    />
  );
}
