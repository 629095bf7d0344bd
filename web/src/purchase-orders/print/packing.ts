import { indianDay } from '@aapurti/contract/ground/fields';
import { accounts } from '@aapurti/contract/vendors/accounts';
import type { PurchaseOrder } from '@aapurti/contract/purchase-orders/orders';
import type { Packing } from '@aapurti/contract/papers/packingLabels';
import { site } from '@aapurti/contract/settings/site';

import { ApiError, call } from '../../ground/api.ts';
import { callQuery } from '../../ground/callQuery.ts';
import { queryClient } from '../../ground/queries.ts';

/** Data of labels and sheets beside the order: its vendor, and the buyer's state. */
export async function loadPacking(order: PurchaseOrder): Promise<Packing> {
  const [vendor, { buyerState }] = await Promise.all([
    queryClient.fetchQuery({
      queryKey: [accounts.get.id, order.userID, 'sender'],
      queryFn: async ({ signal }) => (await call(accounts.get, { params: { id: order.userID }, signal })).data[0] ?? null,
    }),
    queryClient.fetchQuery({ ...callQuery(site.about), staleTime: Infinity }),
  ]);
  if (vendor === null) throw new ApiError(404, 'The vendor of this order no longer exists.');
  return { order, sender: vendor, buyerState, today: indianDay(new Date()) };
}
