import { matching } from '@aapurti/contract/invoices/matching';
import { queryOptions } from '@tanstack/react-query';

import { callQuery } from '../ground/callQuery.ts';

/** The comparison of an invoice with its orders and receipts, and the decisions about it. */
export const matchQuery = (id: string) => queryOptions({ ...callQuery(matching.get, { params: { id } }), staleTime: 0 });
