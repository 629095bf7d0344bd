import { Select } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';

import { DROPDOWN } from '../ui/dropdown.ts';
import { type FieldProps, textOf, useField } from './useField.tsx';
import { shownOptions, t, type Words } from '../words/words.ts';

interface SelectFieldProps extends FieldProps {
  options: readonly { value: string; label: Words; disabled?: boolean }[];
  placeholder?: string;
  /** While options load. */
  loading?: boolean;
  /** True for a search even in a short list. */
  searchable?: boolean;
  nothingFound?: ReactNode;
  onChanged?: (value: string) => void;
}

/**
 * Enter takes the highlighted option. Mantine forgets it if the first letters arrive while the list is opening, and the form would be sent
 * with the field blank.
 */
function takeMarked(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  const list = document.getElementById(event.currentTarget.getAttribute('aria-controls') ?? '');
  const marked = list?.querySelector<HTMLElement>('[data-combobox-selected]');
  if (marked === null || marked === undefined) return;
  event.preventDefault();
  marked.click();
}

/** One of the options, with a search if there are many. The blank value is ''. */
export function SelectField({
  options,
  placeholder = 'Choose',
  loading = false,
  searchable = false,
  nothingFound = 'No match',
  onChanged,
  ...rest
}: SelectFieldProps) {
  const { field, common } = useField({ ...rest, disabled: rest.disabled === true || loading });
  const value = textOf(field.value);
  return (
    <Select
      {...common}
      {...DROPDOWN}
      data={shownOptions(options)}
      placeholder={t(loading ? 'Loading' : placeholder)}
      value={value === '' ? null : value}
      onChange={(next) => {
        field.onChange(next ?? '');
        onChanged?.(next ?? '');
      }}
      searchable={searchable || options.length > 8}
      // Enter takes the first match of the typed text.
      selectFirstOptionOnChange
      onKeyDown={takeMarked}
      clearable={rest.required !== true}
      clearButtonProps={{ 'aria-label': t('Clear {label}', { label: t(rest.label) }) }}
      allowDeselect={false}
      nothingFoundMessage={t(nothingFound)}
      limit={300}
    />
  );
}
