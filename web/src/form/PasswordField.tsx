import { PasswordInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

import { type FieldProps, textOf, useField } from './useField.tsx';
import { t } from '../words/words.ts';

interface PasswordFieldProps extends FieldProps {
  /** Tells the browser's password manager whether to fill in a password or to suggest one. */
  autoComplete: 'current-password' | 'new-password';
  /** Focused when the form opens, as the first field of a short form. */
  first?: boolean;
}

export function PasswordField({ autoComplete, first = false, ...rest }: PasswordFieldProps) {
  const { field, common } = useField(rest);
  const [visible, setVisible] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (first) input.current?.focus();
  }, [first]);

  return (
    <PasswordInput
      {...common}
      // A dialog focuses the marked element, or else its first button, which closes it.
      data-autofocus={first || undefined}
      ref={(element) => {
        input.current = element;
        common.ref(element);
      }}
      // Mantine marks every other input like this, and the form finds its first wrong field by the mark.
      aria-invalid={common.error !== undefined}
      autoComplete={autoComplete}
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleButtonProps={{
        'aria-label': t(visible ? 'Hide {label}' : 'Show {label}', { label: t(rest.label) }),
        'aria-hidden': false,
        tabIndex: 0,
      }}
      value={textOf(field.value)}
      onChange={(event) => field.onChange(event.currentTarget.value)}
    />
  );
}
