import type { Operation } from '@aapurti/contract/ground/operation';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type * as z from 'zod';

import { call } from '../ground/api.ts';
import type { Applied } from './useListState.ts';

/** The number of rows and the sums over them, by name. */
export type Totals = Readonly<Record<string, number | undefined>> & { readonly count: number };

/** The call for the totals of a list's filters. */
export type TotalsOperation = Operation<z.ZodType, z.ZodType, z.ZodType, { readonly 200: z.ZodType<Totals> }>;

/** The totals of the filtered rows on all pages; undefined for a list without totals. */
export function useTotals(operation: TotalsOperation | undefined, filters: Applied): Totals | undefined {
  const { data } = useQuery({
    queryKey: [operation?.id.split('.')[0], 'totals', filters],
    queryFn: async ({ signal }) => (operation === undefined ? null : (await call(operation, { query: filters, signal })).data),
    enabled: operation !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return operation === undefined ? undefined : (data ?? undefined);
}
