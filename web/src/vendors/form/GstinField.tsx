import { gstinFormatProblem, normaliseGstin, normalisePan, panProblem } from '@aapurti/contract/ground/india';
import { say } from '@aapurti/contract/ground/template';
import { useEffect, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';

import { TextField } from '../../form/TextField.tsx';
import { textOf } from '../../form/useField.tsx';
import { usePlaces } from './usePlaces.ts';
import { USER_LABELS as LABELS } from './userValues.ts';

/** A GST number contains the PAN and the state, which are filled in; if those were entered first, the help shows how the number starts. */
export function GstinField({ required }: { required: boolean }) {
  const { getValues, setValue, clearErrors } = useFormContext();
  const [country, state, pan] = useWatch({ name: ['country_id', 'state', 'pan'] }).map(textOf);
  const { stateOptions } = usePlaces(country ?? '');
  const gstCode = stateOptions.find(({ key }) => key === state)?.gstCode;
  const inside = normalisePan(pan ?? '');
  const start = panProblem(inside) === null && gstCode !== undefined ? `${gstCode}${inside}` : null;
  const help =
    start === null
      ? 'Fifteen characters, including the PAN'
      : say('Fifteen characters. For this PAN and state it starts with {start}.', { start });

  // Another number replaces the values that this one has filled in; a value that the user entered stays.
  const filled = useRef<Record<string, string>>({});
  function fillIn(text: string) {
    const gstin = normaliseGstin(text);
    if (gstinFormatProblem(gstin) !== null) return;
    const found = { pan: gstin.slice(2, 12), state: stateOptions.find((option) => option.gstCode === gstin.slice(0, 2))?.key ?? '' };
    if (panProblem(found.pan) !== null) found.pan = '';
    for (const [name, value] of Object.entries(found)) {
      const typed = textOf(getValues(name));
      if (value === '' || (typed !== '' && typed !== filled.current[name])) continue;
      filled.current[name] = value;
      setValue(name, value, { shouldDirty: true });
      // A refused step may have missed it.
      clearErrors(name);
    }
  }

  // The number may be entered before the list of states has loaded.
  const waits = useRef<string | null>(null);
  useEffect(() => {
    if (stateOptions.length > 0 && waits.current !== null) fillIn(waits.current);
    waits.current = null;
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [stateOptions.length]);

  return (
    <TextField
      name="gstin"
      label={LABELS.gstin}
      required={required}
      mono
      maxLength={30}
      help={help}
      tidy={normaliseGstin}
      onChanged={(text) => {
        waits.current = stateOptions.length === 0 ? text : null;
        fillIn(text);
      }}
    />
  );
}
