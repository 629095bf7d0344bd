import { Select } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { messageOf } from '../api.ts';
import { DROPDOWN } from '../ui/dropdown.ts';
import { type FieldProps, textOf, useField } from './useField.tsx';

interface Found {
  options: readonly { value: string; label: string }[];
  /** Of everything that fits. */
  total: number;
}

interface SearchFieldProps extends FieldProps {
  /** Names what is searched, among all queries: what `load` depends on belongs into it. */
  queryKey: readonly unknown[];
  /** The first few that fit what is typed. */
  load: (search: string, signal: AbortSignal) => Promise<Found>;
  placeholder?: string;
  /** Said where there is nothing to choose, whatever is typed. */
  nothing?: string;
  onChanged?: (value: string) => void;
}

/** Milliseconds without a key before what is typed is searched. */
const PAUSE = 200;

/** One of many, which the server searches: quick however many there are. Empty is ''. */
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
  const [search, setSearch] = useState('');
  const { data, error, isPending, isPlaceholderData } = useQuery({
    queryKey: [...queryKey, 'search', search],
    queryFn: ({ signal }) => load(search, signal),
    placeholderData: keepPreviousData,
    enabled: rest.disabled !== true,
  });

  // What stands there because it was chosen is no search.
  const wanted = typed === value ? '' : typed.trim();
  useEffect(() => {
    const timer = setTimeout(() => setSearch(wanted), wanted === '' ? 0 : PAUSE);
    return () => clearTimeout(timer);
  }, [wanted]);

  const options = [...(data?.options ?? [])];
  const more = (data?.total ?? 0) - options.length;
  if (value !== '' && !options.some((option) => option.value === value)) options.unshift({ value, label: value });
  const busy = isPending || isPlaceholderData || search !== wanted;

  return (
    <Select
      {...common}
      {...DROPDOWN}
      data={options}
      value={value === '' ? null : value}
      placeholder={placeholder}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has chosen already.
      filter={({ options: all }) => all}
      onChange={(next) => {
        field.onChange(next ?? '');
        onChanged?.(next ?? '');
      }}
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${rest.label}` }}
      allowDeselect={false}
      nothingFoundMessage={error !== null ? messageOf(error) : busy ? 'Searching…' : wanted === '' ? nothing : 'No match'}
      {...(more > 0 && !busy
        ? { description: common.description ?? `Type to narrow down ${(data?.total ?? 0).toLocaleString('en-IN')}` }
        : {})}
    />
  );
}
