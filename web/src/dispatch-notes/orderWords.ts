import { showDate, showMoney } from '@aapurti/contract/ground/fields';
import type { PurchaseOrder } from '@aapurti/contract/purchase-orders/orders';
import { t } from '../words/words.ts';

/** Describes an order next to its number: date, value and status. */
export function orderWords({ poDate, value, status }: Pick<PurchaseOrder, 'poDate' | 'value' | 'status'>): string {
  return `${showDate(poDate)} · ${showMoney(value)} · ${t(status)}`;
}
