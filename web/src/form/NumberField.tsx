import { TextInput } from '@mantine/core';
import type { ClipboardEvent } from 'react';

import { pastedFigure } from './money.ts';
import { type FieldProps, textOf, tidyUp, useField } from './useField.tsx';

interface NumberFieldProps extends FieldProps {
  /** Shown inside: '₹' before, '%' or a unit after. */
  prefix?: string;
  suffix?: string;
  readOnly?: boolean;
  onChanged?: (value: string) => void;
  /** Brings what was typed into its usual form, such as two decimals, when the field is left. */
  tidy?: (value: string) => string;
}

/**
 * A number as text: what is typed stays as typed, so that the message can speak of it, and no wheel or arrow key changes a
 * figure unseen. Amounts stand right-aligned.
 */
export function NumberField({ prefix, suffix, readOnly = false, onChanged, tidy, ...rest }: NumberFieldProps) {
  const { field, common } = useField(rest);

  function change(value: string) {
    field.onChange(value);
    onChanged?.(value);
  }

  function paste(event: ClipboardEvent<HTMLInputElement>) {
    const figure = pastedFigure(event.clipboardData.getData('text'));
    if (figure === null || readOnly) return;
    event.preventDefault();
    change(figure);
  }

  return (
    <TextInput
      {...common}
      inputMode="decimal"
      autoComplete="off"
      maxLength={30}
      readOnly={readOnly}
      {...(readOnly ? { variant: 'filled' } : {})}
      leftSection={prefix}
      leftSectionPointerEvents="none"
      rightSection={suffix}
      rightSectionPointerEvents="none"
      styles={{ input: { textAlign: 'right' } }}
      value={textOf(field.value)}
      onPaste={paste}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={() => {
        tidyUp(field, tidy);
        common.onBlur();
      }}
    />
  );
}
