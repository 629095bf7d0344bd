import { TextInput } from '@mantine/core';

import { DateField } from '../form/DateField.tsx';
import { FormSection } from '../form/Form.tsx';
import { NumberField } from '../form/NumberField.tsx';
import { SwitchField } from '../form/SwitchField.tsx';
import { TextArea, TextField } from '../form/TextField.tsx';

/** The fields of section 2.7. `number` is the scheme's, or the next one as a preview; undefined while it is not known. `today` is given for a new one. */
export function SchemeFields({ number, today }: { number: number | undefined; today?: string }) {
  return (
    <FormSection>
      <TextField name="EANCode" label="EAN Code" required mono inputMode="numeric" maxLength={40} tidy={withoutBlanks} />
      <TextInput
        label="Scheme Number"
        value={number ?? ''}
        disabled
        // Disabled, but there to be read.
        styles={{ input: { opacity: 1, color: 'var(--mantine-color-text)' } }}
        readOnly
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        description={today !== undefined ? 'Given when it is saved; this is the next one' : undefined}
      />
      <TextField name="schemeName" label="Scheme Name" required maxLength={200} />
      <TextField name="productName" label="Product Name" maxLength={500} />
      <DateField name="date" label="Date" />
      <DateField
        name="validity"
        label="Validity"
        help="The last day on which it is offered; empty for no end"
        {...(today === undefined ? {} : { min: today })}
      />
      <NumberField name="quantity" label="Quantity" />
      <NumberField name="freeQuantity" label="Free Quantity" />
      <NumberField name="netPTR" label="Net PTR" prefix="₹" />
      <NumberField name="discount" label="Discount" suffix="%" />
      <TextField name="UOM" label="UOM" maxLength={50} />
      <SwitchField name="active" label="Active" words={['Yes', 'No']} />
      <TextArea name="narration" label="Narration" rows={2} maxLength={1000} />
    </FormSection>
  );
}

function withoutBlanks(text: string): string {
  return text.replaceAll(/[\s-]/g, '');
}
