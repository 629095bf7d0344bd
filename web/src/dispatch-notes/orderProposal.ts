import { Decimal } from '@aapurti/contract/numbers';
import type { PurchaseOrder } from '@aapurti/contract/orders';

/** What an order tells of its dispatch, as the texts of the form's fields; '' where it does not. */
export const PROPOSED = ['PODate', 'deliveryLocation', 'NumberOfCarton'] as const;
export type Proposal = Readonly<Record<(typeof PROPOSED)[number], string>>;

/** Of an order that is not known. */
export const NO_PROPOSAL: Proposal = { PODate: '', deliveryLocation: '', NumberOfCarton: '' };

export function proposalOf(order: PurchaseOrder): Proposal {
  const cartons = cartonsLeft(order.listOfItems);
  return {
    PODate: order.poDate,
    deliveryLocation: order.deliveryLocation ?? '',
    NumberOfCarton: cartons === null || cartons === 0 ? '' : String(cartons),
  };
}

/**
 * Cartons for what has not arrived yet, each line in cartons of its own, of which the last may be part full. Null where a line does not
 * say how many pieces a carton has.
 */
export function cartonsLeft(lines: PurchaseOrder['listOfItems']): number | null {
  let cartons = 0;
  for (const { itemQuantityInCart, receivedQuantity, caseQuantity } of lines) {
    if (caseQuantity === null) return null;
    cartons += Decimal.max(0, new Decimal(itemQuantityInCart).minus(receivedQuantity)).div(caseQuantity).ceil().toNumber();
  }
  return cartons;
}
