import { type Operation, PAGE_SIZE_MAX } from '@aapurti/contract/ground/operation';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type * as z from 'zod';

import { call } from '../ground/api.ts';
import { queryClient } from '../ground/queries.ts';
import { rowsOf } from './rowsOf.ts';
import type { ListState } from './useListState.ts';

/** A list whose 200 answer is the bare array of its rows, or has them as its `result`. */
export type ListOperation<Row> = Operation<
  z.ZodType,
  z.ZodType,
  z.ZodType,
  { readonly 200: z.ZodType<readonly Row[] | { result: readonly Row[] }> }
>;

/** The most rows of a printed list; longer lists are for a spreadsheet. */
export const PRINTED_MAX = 2000;
/** The most rows that can be selected together by filters: they load within seconds. */
export const SELECTED_MAX = 10_000;

export interface Loaded<Row> {
  rows: readonly Row[];
  /** Position of the first row over all pages, from 1. */
  first: number;
  /** The count of all pages. */
  total: number;
  dateMin?: string | undefined;
  dateMax?: string | undefined;
}

/**
 * One page of a list. The previous rows stay while others load, and the next page is fetched ahead. All pages become stale together:
 * `queryClient.invalidateQueries({ queryKey: [operation.id] })`.
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
  function page(number: number, size = pageSize) {
    const { sortBy, sortOrder, filters } = state;
    const query = { ...(filtersIn === 'query' ? filters : {}), ...fixed, page: number, pageSize: size, sortBy, sortOrder };
    const sent = filtersIn === 'body' ? { ...filters, ...body } : body;
    return {
      queryKey: [operation.id, 'page', query, sent],
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Loaded<Row>> => {
        const { data, total, dateMin, dateMax } = await call(operation, { query, signal, ...(sent === undefined ? {} : { body: sent }) });
        const rows = rowsOf(data);
        return { rows, first: (number - 1) * size + 1, total: total ?? rows.length, dateMin, dateMax };
      },
    };
  }

  const result = useQuery({ ...page(state.page), placeholderData: keepPreviousData, enabled });

  const hasNext = result.data !== undefined && !result.isPlaceholderData && state.page * pageSize < result.data.total;
  useQuery({ ...page(state.page + 1), enabled: hasNext, notifyOnChangeProps: [] });

  /** The rows that match the filters, in the list's order, up to `most`. */
  async function loadAll(most: number): Promise<Row[]> {
    const rows: Row[] = [];
    for (let number = 1, more = true; more; number += 1) {
      const loaded = await queryClient.fetchQuery({ ...page(number, PAGE_SIZE_MAX), staleTime: 0 });
      rows.push(...loaded.rows);
      more = loaded.rows.length > 0 && rows.length < Math.min(loaded.total, most);
    }
    return rows;
  }

  return { ...result, loadAll };
}
