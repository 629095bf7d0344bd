import { EWAY_ABOVE } from '@aapurti/contract/dispatch-notes/ewayRules';
import { isBlank, showMoney } from '@aapurti/contract/ground/fields';
import { documentNumberRemark, ewayBillRemark, mobileRemark, vehicleRemark } from '@aapurti/contract/ground/india';
import { parseDecimal } from '@aapurti/contract/ground/numbers';
import type { PurchaseOrder } from '@aapurti/contract/purchase-orders/orders';

import type { Values } from '../form/useContractForm.ts';
import { t } from '../words/words.ts';

/**
 * Remarks on a dispatch note. `order` is its order, if known, and `worth` the value with tax of the goods that it sends. Goods above a value
 * travel with an e-way bill (rule 138 of the CGST Rules); some states let more go without inside their borders.
 */
export function dispatchRemarks(
  values: Values,
  order: PurchaseOrder | null | undefined,
  worth: number | undefined,
): Readonly<Record<string, string | null>> {
  const filled = (name: string, remark: (text: string) => string | null) =>
    isBlank(values[name]) ? null : remark(String(values[name]).trim());
  const net = parseDecimal(values['netWeightInKgs']);
  const gross = parseDecimal(values['grossWeightInKgs']);
  const needsBill = worth !== undefined && worth > EWAY_ABOVE && isBlank(values['eWayBillNumber']);
  return {
    DCNumber: filled('DCNumber', documentNumberRemark),
    PONumber:
      order?.status === 'Cancelled' || order?.status === 'Closed'
        ? t('This order is {status}.', { status: t(order.status).toLowerCase() })
        : null,
    DriverContact: filled('DriverContact', mobileRemark),
    VehicleNumber: filled('VehicleNumber', vehicleRemark),
    eWayBillNumber: needsBill
      ? t('These goods are worth {worth}. Goods above {limit} need an e-way bill.', {
          worth: showMoney(worth),
          limit: showMoney(EWAY_ABOVE),
        })
      : filled('eWayBillNumber', ewayBillRemark),
    netWeightInKgs: net !== null && gross !== null && net.gt(gross) ? 'The net weight exceeds the gross weight.' : null,
  };
}
