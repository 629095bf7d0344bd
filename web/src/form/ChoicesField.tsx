import { Checkbox, Group } from '@mantine/core';

import { t } from '../words/words.ts';
import { type FieldProps, useField } from './useField.tsx';

interface ChoicesFieldProps extends FieldProps {
  options: readonly { value: string; label: string }[];
}

/** Any of the options; the value is a list. */
export function ChoicesField({ options, ...rest }: ChoicesFieldProps) {
  const { field, error, description, common } = useField(rest);
  return (
    <Checkbox.Group
      label={common.label}
      error={error}
      description={description}
      value={Array.isArray(field.value) ? field.value : []}
      onChange={field.onChange}
      data-span={rest.span}
    >
      <Group gap="sm" my={4}>
        {options.map(({ value, label }, index) => (
          <Checkbox
            key={value}
            {...(index === 0 && { ref: field.ref })}
            name={rest.name}
            value={value}
            label={t(label)}
            disabled={rest.disabled === true}
            onBlur={field.onBlur}
          />
        ))}
      </Group>
    </Checkbox.Group>
  );
}
