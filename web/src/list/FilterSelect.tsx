import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { messageOf } from '../ground/api.ts';
import { DROPDOWN } from '../ui/dropdown.ts';
import type { Filter, Option } from './filters.ts';
import { shownOptions, t } from '../words/words.ts';

/** A choice among options, searchable if there are many. */
export function FilterSelect({ filter, value, onChange }: { filter: Filter; value: string; onChange: (value: string) => void }) {
  const { options, error, refetch } = useLoaded(filter);
  return (
    <Select
      {...DROPDOWN}
      label={t(filter.label)}
      placeholder={t('All')}
      data={shownOptions(options)}
      value={value === '' ? null : value}
      onChange={(next) => onChange(next ?? '')}
      searchable={options.length > 8}
      limit={50}
      clearable
      clearButtonProps={{ 'aria-label': t('Clear {label}', { label: t(filter.label) }) }}
      nothingFoundMessage={t(error === null ? 'No match' : messageOf(error))}
      onDropdownOpen={() => error !== null && void refetch()}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
    />
  );
}

const NONE: readonly Option[] = [];

/** The filter's options; none while they load. */
export function useOptions(filter: Filter): readonly Option[] {
  return useLoaded(filter).options;
}

function useLoaded(filter: Filter) {
  const source = filter.kind === 'select' ? filter.options : NONE;
  const load = typeof source === 'function' ? source : null;
  const { data, error, refetch } = useQuery({
    queryKey: ['filter options', filter.name, filter.label],
    queryFn: () => load?.() ?? NONE,
    enabled: load !== null,
    staleTime: 5 * 60_000,
  });
  return { options: load === null ? (source as readonly Option[]) : (data ?? NONE), error, refetch };
}
