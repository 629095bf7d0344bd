import { buyerOrders } from '@aapurti/contract/buyer-system/buyerSystemSheets';

import { FormPage } from '../form/FormPage.tsx';
import { urls } from '../urls.ts';
import { TypedOrderForm } from './TypedOrderForm.tsx';

const list = { label: 'Buyer Data', href: urls.buyerOrders };

/** Types a purchase order for a vendor, or with /buyer-data/orders/edit/{id} changes one. */
export function TypedOrderPage() {
  return (
    <FormPage title="Create order" list={list} operation={buyerOrders.get}>
      {(record) => <TypedOrderForm record={record} />}
    </FormPage>
  );
}
