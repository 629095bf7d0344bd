import type { Operation } from '@aapurti/contract/operation';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type * as z from 'zod';

import { call } from '../api.ts';
import type { ListState } from './useListState.ts';

/** A list whose 200 answer is the bare array of its rows, or has them as its `result`. */
export type ListOperation<Row> = Operation<
  z.ZodType,
  z.ZodType,
  z.ZodType,
  { readonly 200: z.ZodType<readonly Row[] | { result: readonly Row[] }> }
>;

/** Lists come bare or, where the specification has it so, as `result`. */
export function rowsOf<Row>(data: readonly Row[] | { result: readonly Row[] }): readonly Row[] {
  return 'result' in data ? data.result : data;
}

export interface Loaded<Row> {
  rows: readonly Row[];
  /** Position of the first row over all pages, from 1. */
  first: number;
  /** Of all pages. */
  total: number;
  dateMin?: string | undefined;
  dateMax?: string | undefined;
}

/**
 * One page of a list. The previous rows stay while others load, and the next page is fetched ahead.
 * All pages go stale together: `queryClient.invalidateQueries({ queryKey: [operation.id] })`.
 */
export function useListQuery<Row>(
  operation: ListOperation<Row>,
  state: ListState,
  pageSize: number,
  fixed: Readonly<Record<string, string>>,
  body?: Readonly<Record<string, string>>,
  filtersIn: 'query' | 'body' = 'query',
  enabled = true,
) {
  function page(number: number) {
    const { sortBy, sortOrder, filters } = state;
    const query = { ...(filtersIn === 'query' ? filters : {}), ...fixed, page: number, pageSize, sortBy, sortOrder };
    const sent = filtersIn === 'body' ? { ...filters, ...body } : body;
    return {
      queryKey: [operation.id, 'page', query, sent],
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Loaded<Row>> => {
        const { data, total, dateMin, dateMax } = await call(operation, { query, signal, ...(sent === undefined ? {} : { body: sent }) });
        const rows = rowsOf(data);
        return { rows, first: (number - 1) * pageSize + 1, total: total ?? rows.length, dateMin, dateMax };
      },
    };
  }

  const result = useQuery({ ...page(state.page), placeholderData: keepPreviousData, enabled });

  const hasNext = result.data !== undefined && !result.isPlaceholderData && state.page * pageSize < result.data.total;
  useQuery({ ...page(state.page + 1), enabled: hasNext, notifyOnChangeProps: [] });
  return result;
}
