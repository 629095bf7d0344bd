import { links } from '@aapurti/contract/purchase-orders/orderLinks';
import { queryOptions } from '@tanstack/react-query';

import { callQuery } from '../ground/callQuery.ts';

/** The documents for an order, and the current quantities of its lines. */
export const linksQuery = (id: string) =>
  queryOptions({
    ...callQuery(links.get, { params: { id } }),
    // An invoice or a note entered a moment ago must appear.
    staleTime: 0,
  });
