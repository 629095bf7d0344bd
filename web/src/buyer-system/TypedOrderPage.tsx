import { buyerOrders } from '@aapurti/contract/buyer-sheets';

import { StoredRecord } from '../form/StoredRecord.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Panel } from '../ui/Panel.tsx';
import { useParam } from '../ui/useParam.ts';
import { urls } from '../urls.ts';
import { TypedOrderForm } from './TypedOrderForm.tsx';

/** Types a purchase order for a vendor, or with /buyer-data/orders/edit/{id} changes one. */
export function TypedOrderPage() {
  const id = useParam('id');
  return (
    <>
      <PageHeader title={id === '' ? 'Type an order' : 'Edit'} breadcrumb={[{ label: 'Buyer Data', href: urls.buyerOrders }]} />
      <Panel>
        {id === '' ? (
          <TypedOrderForm />
        ) : (
          <StoredRecord key={id} operation={buyerOrders.get} id={id}>
            {(record) => <TypedOrderForm record={record} />}
          </StoredRecord>
        )}
      </Panel>
    </>
  );
}
