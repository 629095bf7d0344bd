import type { PurchaseOrder } from '@aapurti/contract/purchase-orders/orders';

/** True for an open order that the portal keeps: orders from the buyer's system can only be changed there. */
export const isChangedHere = ({ status, keptHere }: Pick<PurchaseOrder, 'status' | 'keptHere'>) =>
  keptHere && (status === 'Open' || status === 'Acknowledged');
