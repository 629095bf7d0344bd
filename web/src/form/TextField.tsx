import { Textarea, TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';

import { type FieldProps, textOf, tidyUp, useField } from './useField.tsx';

interface TextFieldProps extends FieldProps {
  type?: 'text' | 'email' | 'tel';
  inputMode?: 'text' | 'numeric' | 'email' | 'tel';
  autoComplete?: string;
  placeholder?: string;
  maxLength?: number;
  /** Where a short form begins: has the focus when the screen opens, before its heading. */
  first?: boolean;
  /** Codes, in the face where 0 and O differ. */
  mono?: boolean;
  readOnly?: boolean;
  /** After the user changed it, not after `form.setValue`. */
  onChanged?: (value: string) => void;
  /** Brings what was typed into its usual form, such as capital letters, when the field is left. */
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
      // A dialog puts the focus on what is marked so; else on its first button, which closes it.
      data-autofocus={first || undefined}
      ref={(element) => {
        input.current = element;
        common.ref(element);
      }}
      type={type}
      inputMode={inputMode}
      autoComplete={autoComplete}
      placeholder={placeholder}
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

/** Grows by the browser's own handle; always over both columns unless told otherwise. */
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
