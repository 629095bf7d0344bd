import { Decimal } from '@aapurti/contract/numbers';
import type { PurchaseOrder } from '@aapurti/contract/orders';

/** What an order states about its dispatch, as texts of the form's fields; '' for what it does not state. */
export const PROPOSED = ['PODate', 'deliveryLocation', 'NumberOfCarton'] as const;
export type Proposal = Readonly<Record<(typeof PROPOSED)[number], string>>;

/** For an unknown order. */
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
 * The number of cartons for the quantities that have not arrived. Lines do not share cartons, and the last carton of a line may be partly
 * full. Null if a line does not state the pieces per carton.
 */
export function cartonsLeft(lines: PurchaseOrder['listOfItems']): number | null {
  let cartons = 0;
  for (const { itemQuantityInCart, receivedQuantity, caseQuantity } of lines) {
    if (caseQuantity === null) return null;
    cartons += Decimal.max(0, new Decimal(itemQuantityInCart).minus(receivedQuantity)).div(caseQuantity).ceil().toNumber();
  }
  return cartons;
}
