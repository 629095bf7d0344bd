import { type Party, partyCode, REGISTRATION_KIND_WORDS, registrationsOn } from '@aapurti/contract/ground/registrationRules';
import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';

import { SelectField } from '../form/SelectField.tsx';
import { textOf } from '../form/useField.tsx';
import { asTyped, t } from '../words/words.ts';
import { PARTY_LABELS as LABELS } from './partyLabels.ts';
import { useRegistrations } from './useRegistrations.ts';

/** The registrations that a document names; a party without a choice shows nothing. */
export function PartyFields({ vendorId, day }: { vendorId: string; day: string }) {
  const { data } = useRegistrations(vendorId === '' ? null : vendorId);
  if (data === undefined) return null;
  return (
    <>
      <PartyField name="vendorGST" all={data.vendor} day={day} />
      <PartyField name="buyerGST" all={data.buyer} day={day} />
    </>
  );
}

/** A registration as a choice shows it, for example "27AABCK1234M1Z5 (Regular)". */
const nameOf = (party: Party) => asTyped(t('{code} ({kind})', { code: partyCode(party), kind: t(REGISTRATION_KIND_WORDS[party.kind]) }));

function PartyField({ name, all, day }: { name: keyof typeof LABELS; all: readonly Party[]; day: string }) {
  const { setValue, formState } = useFormContext();
  const { all: valid, mustChoose } = registrationsOn(all, day);
  const value = textOf(useWatch({ name }));
  const stored = textOf(formState.defaultValues?.[name]);
  const isStale = value !== '' && value !== stored && !valid.some((each) => partyCode(each) === value);
  useEffect(() => {
    // Chosen for another vendor or date.
    if (isStale) setValue(name, '');
  }, [isStale, name, setValue]);
  if (valid.length < 2) return null;
  const options = valid.map((each) => ({ value: partyCode(each), label: nameOf(each) }));
  const isOther = value !== '' && !options.some((each) => each.value === value);
  return (
    <SelectField
      name={name}
      label={LABELS[name]}
      required={mustChoose}
      options={isOther ? [...options, { value, label: asTyped(value) }] : options}
    />
  );
}
