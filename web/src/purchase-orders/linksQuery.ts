import { links } from '@aapurti/contract/purchase-orders/orderLinks';
import { queryOptions } from '@tanstack/react-query';

import { callQuery } from '../ground/callQuery.ts';

/** The documents that followed from an order, and the quantities of its lines so far. */
export const linksQuery = (id: string) =>
  queryOptions({
    ...callQuery(links.get, { params: { id } }),
    // An invoice or a note of a moment ago must appear.
    staleTime: 0,
  });
