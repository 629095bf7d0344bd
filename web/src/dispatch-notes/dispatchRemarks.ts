import { EWAY_ABOVE } from '@aapurti/contract/dispatch-notes/ewayRules';
import { noteRemarks } from '@aapurti/contract/dispatch-notes/noteRemarks';
import { isBlank, showMoney } from '@aapurti/contract/ground/fields';
import type { PurchaseOrder } from '@aapurti/contract/purchase-orders/orders';

import type { Values } from '../form/useContractForm.ts';
import { t } from '../words/words.ts';

/**
 * Remarks on a dispatch note. `order` is its order, if known, and `worth` the value of its goods including tax. Goods above a value limit
 * need an e-way bill (rule 138 of the CGST Rules); some states have a higher limit within the state.
 */
export function dispatchRemarks(
  values: Values,
  order: PurchaseOrder | null | undefined,
  worth: number | undefined,
): Readonly<Record<string, string | null>> {
  const own = noteRemarks(values);
  return {
    ...own,
    PONumber:
      order?.status === 'Cancelled' ? t('This order is cancelled.') : order?.status === 'Closed' ? t('This order is closed.') : null,
    eWayBillNumber: missingBill(worth, values['eWayBillNumber']) ?? own.eWayBillNumber,
  };
}

/** The remark on goods that need an e-way bill but have none; otherwise null. */
export function missingBill(worth: number | undefined, eWayBillNumber: unknown): string | null {
  if (worth === undefined || worth <= EWAY_ABOVE || !isBlank(eWayBillNumber)) return null;
  return t('These goods are worth {worth}. Goods above {limit} need an e-way bill.', {
    worth: showMoney(worth),
    limit: showMoney(EWAY_ABOVE),
  });
}
