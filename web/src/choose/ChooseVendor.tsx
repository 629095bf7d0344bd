import { showDate, showMoney } from '@aapurti/contract/ground/fields';
import type { PurchaseOrder } from '@aapurti/contract/purchase-orders/orders';

import { TextLink } from '../ui/Link.tsx';
import { urls } from '../urls.ts';
import { t } from '../words/words.ts';
import classes from './ChooseVendor.module.css';

/** The choice between vendors whose orders have the same number. */
export function ChooseVendor({ orders }: { orders: readonly PurchaseOrder[] }) {
  return (
    <>
      <p className={classes.words}>{t('Several vendors have an order with this number. Choose the vendor.')}</p>
      <ul className={classes.list}>
        {orders.map(({ _id, poNumber, userID, vendorName, poDate, value }) => (
          <li key={_id}>
            <TextLink href={urls.purchaseOrder(poNumber, userID)}>{vendorName}</TextLink>
            <span>{showDate(poDate)}</span>
            <span>{showMoney(value)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
