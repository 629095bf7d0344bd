import { proposedCartons } from '@aapurti/contract/cartons';
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
    NumberOfCarton: cartons === 0 ? '' : String(cartons),
  };
}

/**
 * The number of cartons for the quantities that have not arrived, packed as the labels and the package sheet propose: lines do not share
 * cartons, and a line that does not state the pieces per carton is one carton.
 */
export function cartonsLeft(lines: PurchaseOrder['listOfItems']): number {
  let cartons = 0;
  for (const { itemQuantityInCart, receivedQuantity, caseQuantity } of lines) {
    const left = new Decimal(itemQuantityInCart).minus(receivedQuantity);
    if (left.gt(0)) cartons += proposedCartons({ itemQuantityInCart: left.toNumber(), caseQuantity });
  }
  return cartons;
}
