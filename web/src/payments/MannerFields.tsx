import { MODE_WORDS, ONLINE_KINDS, ONLINE_WORDS, PAYMENT_MODES } from '@aapurti/contract/payments/payments';
import { useWatch } from 'react-hook-form';

import { DateField } from '../form/DateField.tsx';
import { SelectField } from '../form/SelectField.tsx';
import { TextField } from '../form/TextField.tsx';

const KINDS = [{ value: '', label: '–' }, ...ONLINE_KINDS.map((value) => ({ value, label: ONLINE_WORDS[value] }))];
const MODES = PAYMENT_MODES.map((value) => ({ value, label: MODE_WORDS[value] }));

/** The fields for the date, mode and reference of a payment. */
export function MannerFields({ disabled = false }: { disabled?: boolean }) {
  const mode: unknown = useWatch({ name: 'paymentMode' });
  return (
    <>
      <SelectField name="paymentMode" label="Payment Mode" required options={MODES} disabled={disabled} />
      {mode === 'online' && <SelectField name="onlineKind" label="Online by" options={KINDS} disabled={disabled} />}
      <DateField name="paymentDate" label="Payment Date" />
      <TextField name="reference" label="Payment Reference" mono maxLength={100} help="UTR or cheque number" />
      <TextField name="accountLast4" label="Paid to Account" mono inputMode="numeric" maxLength={4} help="Last four digits" />
    </>
  );
}
