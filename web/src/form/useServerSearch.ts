import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

interface Option {
  value: string;
  label: string;
  /** The note that distinguishes it from the others. */
  note?: string;
}

export interface Found {
  options: readonly Option[];
  /** The number of all matches. */
  total: number;
}

export interface ServerSearch {
  /** The query key of the search, with everything that `load` depends on. */
  queryKey: readonly unknown[];
  /** Returns the first matches. */
  load: (search: string, signal: AbortSignal) => Promise<Found>;
}

/** The delay in milliseconds between the last key and the search. */
const PAUSE = 200;

/** The results for `wanted`; the previous ones while they load. */
export function useServerSearch({ queryKey, load }: ServerSearch, wanted: string, enabled: boolean) {
  const [search, setSearch] = useState('');
  const { data, error, isPending, isPlaceholderData } = useQuery({
    queryKey: [...queryKey, 'search', search],
    queryFn: ({ signal }) => load(search, signal),
    placeholderData: keepPreviousData,
    enabled,
  });

  useEffect(() => {
    const timer = setTimeout(() => setSearch(wanted), wanted === '' ? 0 : PAUSE);
    return () => clearTimeout(timer);
  }, [wanted]);

  const options = data?.options ?? [];
  const total = data?.total ?? 0;
  return { options, total, more: total - options.length, error, busy: isPending || isPlaceholderData || search !== wanted };
}
