import { showNumber } from '@aapurti/contract/ground/fields';
import { Select } from '@mantine/core';
import { useState } from 'react';

import { messageOf } from '../ground/api.ts';
import { DROPDOWN } from '../ui/dropdown.ts';
import classes from './SuggestField.module.css';
import { type FieldProps, textOf, useField } from './useField.tsx';
import { type ServerSearch, useServerSearch } from './useServerSearch.ts';
import { t } from '../words/words.ts';

interface SearchFieldProps extends FieldProps, ServerSearch {
  placeholder?: string;
  /** Shown if there are no options for any search. */
  nothing?: string;
  onChanged?: (value: string) => void;
}

/** One of many options, searched on the server. The blank value is ''. */
export function SearchField({
  queryKey,
  load,
  placeholder = 'Type to search',
  nothing = 'No match',
  onChanged,
  ...rest
}: SearchFieldProps) {
  const { field, common } = useField(rest);
  const value = textOf(field.value);
  const [typed, setTyped] = useState(value);
  // The text of the chosen option is not a search.
  const wanted = typed === value ? '' : typed.trim();
  const found = useServerSearch({ queryKey, load }, wanted, rest.disabled !== true);
  const { total, more, error, busy } = found;

  const notes = new Map(found.options.map((option) => [option.value, option.note]));
  const options = [...found.options];
  if (value !== '' && !options.some((option) => option.value === value)) options.unshift({ value, label: value });

  return (
    <Select
      {...common}
      {...DROPDOWN}
      data={options}
      value={value === '' ? null : value}
      placeholder={t(placeholder)}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      {...(found.options.some(({ note }) => note !== undefined)
        ? {
            renderOption: ({ option }: { option: { value: string; label: string } }) => (
              <span className={classes.option}>
                <span>{option.label}</span>
                <span className={classes.note}>{t(notes.get(option.value))}</span>
              </span>
            ),
          }
        : {})}
      // The server has already filtered.
      filter={({ options: all }) => all}
      onChange={(next) => {
        field.onChange(next ?? '');
        onChanged?.(next ?? '');
      }}
      clearable
      clearButtonProps={{ 'aria-label': t('Clear {label}', { label: t(rest.label) }) }}
      allowDeselect={false}
      nothingFoundMessage={t(error !== null ? messageOf(error) : busy ? 'Searching…' : wanted === '' ? nothing : 'No match')}
      {...(more > 0 && !busy
        ? { description: common.description ?? t('Type to filter {count} entries', { count: showNumber(total) }) }
        : {})}
    />
  );
}
