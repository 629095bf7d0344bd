import { type ReactNode, useState } from 'react';
import { type ControllerRenderProps, useController } from 'react-hook-form';

import { afterPress } from './press.ts';
import { useRemark } from './remarks.ts';
import classes from './useField.module.css';
import type { Values } from './useContractForm.ts';
import { t } from '../words/words.ts';

export interface FieldProps {
  name: string;
  label: string;
  /** Adds the required mark. The schema decides whether the field is required. */
  required?: boolean;
  /** One line of help below the input. */
  help?: string;
  disabled?: boolean;
  /** True if the field takes both columns. */
  span?: 'full';
}

/** Shared by all fields: value, error, warning and help. */
export function useField({ name, label, required = false, help, disabled = false, span }: FieldProps) {
  const { field, fieldState } = useController<Values>({ name });
  const remark = useRemark(name);
  const error = t(fieldState.error?.message);
  // A partly typed number would cause warnings, so a new warning waits until the field loses the focus.
  const [hushed, setHushed] = useState(false);

  // An error replaces a warning.
  const description = describe(hushed || error !== undefined ? null : remark, help);

  return {
    field,
    error,
    // The reference for fields that are not Mantine inputs.
    attach: field.ref,
    description,
    /** Props of a Mantine input. */
    common: {
      ref: field.ref,
      name,
      label: t(label),
      disabled,
      error,
      withAsterisk: required,
      'aria-required': required,
      onFocus: () => setHushed(remark === null),
      onBlur: () => {
        afterPress(() => setHushed(false));
        field.onBlur();
      },
      description,
      wrapperProps: { 'data-span': span },
    },
  };
}

function describe(remark: string | null, help: string | undefined): ReactNode {
  if (remark === null) return t(help);
  return (
    <>
      <span className={classes.remark}>{t(remark)}</span>
      {help !== undefined && <> {t(help)}</>}
    </>
  );
}

/** Replaces the typed text by its normalised form, if it differs. */
export function tidyUp(
  field: Pick<ControllerRenderProps<Values>, 'value' | 'onChange'>,
  tidy: ((value: string) => string) | undefined,
): void {
  const typed = textOf(field.value);
  const tidied = tidy?.(typed) ?? typed;
  if (tidied !== typed) field.onChange(tidied);
}

/** A field's value as text; '' unless it is text or a number. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}
