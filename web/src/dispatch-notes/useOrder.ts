import { codeKey } from '@aapurti/contract/ground/codeKeys';
import { orders, type PurchaseOrder } from '@aapurti/contract/purchase-orders/orders';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';

import { call } from '../ground/api.ts';
import type { Found } from '../form/useServerSearch.ts';
import { orderWords } from './orderWords.ts';

/** The debounce in milliseconds, so that not every typed letter sends a request. */
const SETTLED_AFTER = 250;
/** The maximum number of suggested orders. */
const OFFERED = 10;

async function ordersLike(code: string, userID: string, signal: AbortSignal) {
  const reply = await call(orders.search, { body: { code, userID }, query: { page: 1, pageSize: OFFERED }, signal });
  return { found: reply.data.result, total: reply.total ?? reply.data.result.length };
}

/** Suggests a vendor's orders to a search field. */
export function searchOrders(userID: string) {
  return {
    queryKey: [orders.search.id, userID],
    load: async (search: string, signal: AbortSignal): Promise<Found> => {
      const { found, total } = await ordersLike(search, userID, signal);
      return { options: found.map((order) => ({ value: order.poNumber, label: order.poNumber, note: orderWords(order) })), total };
    },
  };
}

/** Finds a vendor's order by its full number: null if it does not exist, undefined while loading. */
export function useOrder(number: string, userID: string): PurchaseOrder | null | undefined {
  const [settled] = useDebouncedValue(number, SETTLED_AFTER);
  const { data } = useQuery({
    queryKey: [orders.search.id, userID, 'exactly', settled],
    queryFn: async ({ signal }) =>
      (await ordersLike(settled, userID, signal)).found.find(
        (order) => codeKey(order.poNumber) === codeKey(settled) && order.userID === userID,
      ) ?? null,
    enabled: settled !== '' && userID !== '',
  });
  if (number === '' || userID === '') return null;
  return settled === number ? data : undefined;
}
