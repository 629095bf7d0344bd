import { showDate, showMoney } from '@aapurti/contract/fields';
import type { PurchaseOrder } from '@aapurti/contract/orders';

/** What tells an order from others, beside its number. */
export function orderWords({ poDate, value, status }: Pick<PurchaseOrder, 'poDate' | 'value' | 'status'>): string {
  return `${showDate(poDate)} · ${showMoney(value)} · ${status}`;
}
