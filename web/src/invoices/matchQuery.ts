import { matching } from '@aapurti/contract/invoices/matching';
import { queryOptions } from '@tanstack/react-query';

import { call } from '../ground/api.ts';

/** The comparison of an invoice with its orders and receipts, and what was decided about it. */
export const matchQuery = (id: string) =>
  queryOptions({
    queryKey: [matching.get.id, id],
    queryFn: async ({ signal }) => (await call(matching.get, { params: { id }, signal })).data,
    staleTime: 0,
  });
