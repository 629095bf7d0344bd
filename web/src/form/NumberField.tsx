import { TextInput } from '@mantine/core';
import type { ClipboardEvent } from 'react';

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

/** Digits with grouping, as spreadsheets copy them: ₹12,34,567.00 */
const GROUPED = /^\s*₹?\s*(\d{1,3}(?:,\d{2,3})+(?:\.\d+)?)\s*$/;

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
    const grouped = GROUPED.exec(event.clipboardData.getData('text'));
    if (grouped?.[1] === undefined || readOnly) return;
    event.preventDefault();
    change(grouped[1].replaceAll(',', ''));
  }

  return (
    <TextInput
      {...common}
      inputMode="decimal"
      autoComplete="off"
      maxLength={30}
      readOnly={readOnly}
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
