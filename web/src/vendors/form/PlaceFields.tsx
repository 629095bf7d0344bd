import { normalisePin } from '@aapurti/contract/ground/india';
import { useFormContext, useWatch } from 'react-hook-form';

import { SelectField } from '../../form/SelectField.tsx';
import { TextField } from '../../form/TextField.tsx';
import { textOf } from '../../form/useField.tsx';
import type { Fill } from './fieldGroups.tsx';
import { usePlaces } from './usePlaces.ts';
import { USER_LABELS as LABELS } from './userValues.ts';
import { t } from '../../words/words.ts';
import { Button } from '../../ui/Button.tsx';

export function AddressFields({ fill }: { fill: Fill }) {
  return (
    <>
      <TextField name="address_Line1" label={LABELS.address_Line1} required autoComplete={fill('address-line1')} maxLength={200} />
      <TextField name="address_Line2" label={LABELS.address_Line2} required autoComplete={fill('address-line2')} maxLength={200} />
    </>
  );
}

/** The states load once the country is chosen. */
export function StateFields() {
  const { setValue } = useFormContext();
  const { countries, states } = usePlaces(textOf(useWatch({ name: 'country_id' })));
  return (
    <>
      <SelectField
        name="country_id"
        label={LABELS.country_id}
        required
        options={countries.options}
        loading={countries.loading}
        nothingFound={<NothingFound retry={countries.retry} />}
        onChanged={() => setValue('state', '', { shouldDirty: true })}
      />
      <SelectField
        name="state"
        label={LABELS.state}
        required
        options={states.options}
        loading={states.loading}
        nothingFound={<NothingFound retry={states.retry} />}
      />
    </>
  );
}

export function CityFields({ fill }: { fill: Fill }) {
  return (
    <>
      <TextField name="city" label={LABELS.city} required autoComplete={fill('address-level2')} maxLength={100} />
      <TextField
        name="postal_Code"
        label={LABELS.postal_Code}
        required
        inputMode="numeric"
        help="Six digits"
        autoComplete={fill('postal-code')}
        maxLength={10}
        tidy={normalisePin}
      />
    </>
  );
}

function NothingFound({ retry }: { retry: (() => void) | null }) {
  if (retry === null) return t('No match');
  return (
    <>
      {t('The list could not be loaded.')} <Button label="Try again" size="compact-xs" variant="default" onClick={retry} />
    </>
  );
}
