import { proposedCartons } from '@aapurti/contract/purchase-orders/cartons';
import type { OpenLine } from '@aapurti/contract/dispatch-notes/dispatchGoods';
import type { PurchaseOrder } from '@aapurti/contract/purchase-orders/orders';

/** The facts that an order states about its dispatch, as texts of the form's fields; '' for what it does not state. */
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
 * The number of cartons for what is still to be sent and the vendor has not rejected, packed as the labels and the package sheet propose:
 * lines do not share cartons, and a line that does not state the pieces per carton is one carton.
 */
export function cartonsLeft(lines: readonly Pick<OpenLine, 'open' | 'caseQuantity'>[]): number {
  let cartons = 0;
  for (const { open, caseQuantity } of lines) if (open > 0) cartons += proposedCartons({ itemQuantityInCart: open, caseQuantity });
  return cartons;
}
