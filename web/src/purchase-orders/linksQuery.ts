import { links } from '@aapurti/contract/purchase-orders/orderLinks';
import { queryOptions } from '@tanstack/react-query';

import { call } from '../ground/api.ts';

/** The documents that followed from an order, and the quantities of its lines so far. */
export const linksQuery = (id: string) =>
  queryOptions({
    queryKey: [links.get.id, id],
    queryFn: async ({ signal }) => (await call(links.get, { params: { id }, signal })).data,
    // An invoice or a note of a moment ago must appear.
    staleTime: 0,
  });
