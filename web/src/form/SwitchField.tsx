import { Switch } from '@mantine/core';

import { type FieldProps, useField } from './useField.tsx';
import { t } from '../words/words.ts';

interface SwitchFieldProps extends FieldProps {
  /** The status text next to the switch: ['Active', 'Inactive']. */
  words?: readonly [on: string, off: string];
}

export function SwitchField({ words, ...rest }: SwitchFieldProps) {
  const { field, error, attach, description } = useField(rest);
  const on = field.value === true;
  return (
    <div data-span={rest.span}>
      <Switch
        ref={attach}
        name={rest.name}
        label={words === undefined ? t(rest.label) : t('{label}: {state}', { label: rest.label, state: on ? words[0] : words[1] })}
        description={t(description)}
        error={t(error)}
        disabled={rest.disabled === true}
        checked={on}
        onBlur={field.onBlur}
        onChange={(event) => field.onChange(event.currentTarget.checked)}
      />
    </div>
  );
}
