import { Input, SegmentedControl } from '@mantine/core';
import { useId } from 'react';

import { useOnPhone } from '../ui/useOnPhone.ts';
import { t } from '../words/words.ts';
import classes from './SegmentedField.module.css';
import { type FieldProps, textOf, useField } from './useField.tsx';

interface SegmentedFieldProps extends FieldProps {
  options: readonly { value: string; label: string }[];
}

/** One of two or three options, all visible. The value is text. */
export function SegmentedField({ options, ...rest }: SegmentedFieldProps) {
  const { field, error, attach, description, common } = useField(rest);
  const onPhone = useOnPhone();
  const id = useId();
  return (
    <Input.Wrapper
      label={common.label}
      labelElement="div"
      labelProps={{ id }}
      description={description}
      error={error}
      data-span={rest.span}
    >
      <SegmentedControl
        ref={attach}
        name={rest.name}
        aria-labelledby={id}
        classNames={{ root: classes.root ?? '', control: classes.control ?? '', label: classes.label ?? '' }}
        data={options.map(({ value, label }) => ({ value, label: t(label) }))}
        value={textOf(field.value)}
        onChange={field.onChange}
        onBlur={field.onBlur}
        disabled={rest.disabled === true}
        orientation={onPhone && options.length > 2 ? 'vertical' : 'horizontal'}
        fullWidth
      />
    </Input.Wrapper>
  );
}
