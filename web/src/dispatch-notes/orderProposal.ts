import { proposedCartons } from '@aapurti/contract/purchase-orders/cartons';
import type { OpenLine } from '@aapurti/contract/dispatch-notes/dispatchGoods';
import type { PurchaseOrder } from '@aapurti/contract/purchase-orders/orders';

/** The dispatch facts that an order states, as texts of the form's fields; '' for facts that it does not state. */
export const PROPOSED = ['PODate', 'deliveryLocation', 'NumberOfCarton'] as const;
export type Proposal = Readonly<Record<(typeof PROPOSED)[number], string>>;

/** The proposal for an unknown order. */
export const NO_PROPOSAL: Proposal = { PODate: '', deliveryLocation: '', NumberOfCarton: '' };

export function proposalOf(order: PurchaseOrder, lines: readonly OpenLine[]): Proposal {
  const cartons = cartonsLeft(lines);
  return {
    PODate: order.poDate,
    deliveryLocation: order.deliveryLocation ?? '',
    NumberOfCarton: cartons === 0 ? '' : String(cartons),
  };
}

/**
 * The number of cartons for the open quantity that the vendor has not rejected, packed as in the labels and the package sheet: lines do not
 * share cartons, and a line without pieces per carton is one carton.
 */
export function cartonsLeft(lines: readonly Pick<OpenLine, 'open' | 'caseQuantity'>[]): number {
  let cartons = 0;
  for (const { open, caseQuantity } of lines) if (open > 0) cartons += proposedCartons({ itemQuantityInCart: open, caseQuantity });
  return cartons;
}
