import { mayCall } from '../access/roles.ts';
import type { Link, Reader } from '../comments/linkedSteps.ts';
import { showDate } from '../ground/fields.ts';
import type { Step } from '../ground/steps.ts';
import type { Product } from './products.ts';

export type StepProduct = Pick<Product, 'createdAt' | 'priceApproval' | 'refusal'>;

/** The steps of a product from its entry to its orders. */
export function productSteps({ createdAt, priceApproval, refusal }: StepProduct, linked: readonly Link[]): Step[] {
  const isOrdered = linked.some(({ documentKind }) => documentKind === 'purchaseOrder');
  return [
    { name: 'Listed', state: 'done', note: showDate(createdAt) },
    priceApproval
      ? { name: 'Price approved', state: 'done', note: null }
      : refusal === null
        ? { name: 'Price approved', state: 'now', note: 'Waiting for the buyer' }
        : { name: 'Price approved', state: 'failed', note: 'Disapproved' },
    { name: 'Ordered', state: isOrdered ? 'done' : 'todo', note: null },
  ];
}

/** The next step that a member can take for a product: the buyer decides on its price, and the vendor changes a disapproved one. */
export function nextProductStep({ priceApproval, refusal }: StepProduct, { isBuyers, roles }: Reader): 'approve' | 'changePrice' | null {
  if (priceApproval) return null;
  if (isBuyers) return refusal === null && mayCall('priceApproval', roles) ? 'approve' : null;
  return refusal !== null && mayCall('catalogue', roles) ? 'changePrice' : null;
}
