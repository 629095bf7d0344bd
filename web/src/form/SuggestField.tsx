import { Autocomplete } from '@mantine/core';

import { DROPDOWN } from '../ui/dropdown.ts';
import classes from './SuggestField.module.css';
import { type FieldProps, textOf, tidyUp, useField } from './useField.tsx';
import { type ServerSearch, useServerSearch } from './useServerSearch.ts';
import { t } from '../words/words.ts';

interface SuggestFieldProps extends FieldProps, ServerSearch {
  placeholder?: string;
  maxLength?: number;
  inputMode?: 'numeric';
  /** Normalizes the text when the field loses the focus. */
  tidy?: (value: string) => string;
}

/** A code as free text, with suggestions from the server, each with its note. */
export function SuggestField({ queryKey, load, placeholder, maxLength, inputMode, tidy, ...rest }: SuggestFieldProps) {
  const { field, common } = useField(rest);
  const value = textOf(field.value);
  const { options } = useServerSearch({ queryKey, load }, value.trim(), rest.disabled !== true);
  const notes = new Map(options.map((option) => [option.value, option.note]));

  return (
    <Autocomplete
      {...common}
      {...DROPDOWN}
      data={[...options]}
      // No options if the only match is already in the field.
      filter={({ options: all }) => (all.length === 1 && options[0]?.value === value ? [] : all)}
      renderOption={({ option }) => (
        <span className={classes.option}>
          <span className={classes.code}>{option.value}</span>
          <span className={classes.note}>{t(notes.get(option.value))}</span>
        </span>
      )}
      value={value}
      onChange={field.onChange}
      onBlur={() => {
        tidyUp(field, tidy);
        common.onBlur();
      }}
      inputMode={inputMode}
      autoComplete="off"
      classNames={{ input: classes.code }}
      {...(placeholder === undefined ? {} : { placeholder: t(placeholder) })}
      {...(maxLength === undefined ? {} : { maxLength })}
    />
  );
}
