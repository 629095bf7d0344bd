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
  /** Normalizes the text, for example to two decimals, when the field loses the focus. */
  tidy?: (value: string) => string;
}

/**
 * A number as text: it stays as typed, so that a message can quote it, and neither wheel nor arrow key changes a
 * figure by accident. Amounts are right-aligned.
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
