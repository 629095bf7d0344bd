import { Textarea, TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';

import { type FieldProps, textOf, tidyUp, useField } from './useField.tsx';
import { t } from '../words/words.ts';

interface TextFieldProps extends FieldProps {
  type?: 'text' | 'email' | 'tel';
  inputMode?: 'text' | 'numeric' | 'email' | 'tel';
  autoComplete?: string;
  placeholder?: string;
  maxLength?: number;
  /** Focused when the screen opens, as the first field of a short form. */
  first?: boolean;
  /** The typeface for codes, in which 0 and O differ. */
  mono?: boolean;
  readOnly?: boolean;
  /** Called after the user changed it, not after `form.setValue`. */
  onChanged?: (value: string) => void;
  /** Normalizes the text, for example to capital letters, when the field loses the focus. */
  tidy?: (value: string) => string;
}

export function TextField({
  mono = false,
  onChanged,
  tidy,
  type = 'text',
  inputMode,
  autoComplete = 'off',
  placeholder,
  maxLength,
  first = false,
  readOnly = false,
  ...rest
}: TextFieldProps) {
  const { field, common } = useField(rest);
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (first) input.current?.focus();
  }, [first]);

  return (
    <TextInput
      {...common}
      // A dialog focuses the marked element, or else its first button, which closes it.
      data-autofocus={first || undefined}
      ref={(element) => {
        input.current = element;
        common.ref(element);
      }}
      type={type}
      inputMode={inputMode}
      autoComplete={autoComplete}
      placeholder={t(placeholder)}
      maxLength={maxLength}
      readOnly={readOnly}
      {...(readOnly ? { variant: 'filled' } : {})}
      {...(mono ? { styles: { input: { fontFamily: 'var(--mantine-font-family-monospace)' } } } : {})}
      value={textOf(field.value)}
      onChange={(event) => {
        field.onChange(event.currentTarget.value);
        onChanged?.(event.currentTarget.value);
      }}
      onBlur={() => {
        tidyUp(field, tidy);
        common.onBlur();
      }}
    />
  );
}

interface TextAreaProps extends FieldProps {
  rows?: number;
  maxLength?: number;
}

/** Resized by the browser's handle; spans both columns by default. */
export function TextArea({ rows = 3, maxLength, span = 'full', ...rest }: TextAreaProps) {
  const { field, common } = useField({ ...rest, span });
  return (
    <Textarea
      {...common}
      rows={rows}
      maxLength={maxLength}
      resize="vertical"
      value={textOf(field.value)}
      onChange={(event) => field.onChange(event.currentTarget.value)}
    />
  );
}
