import { orders, type PurchaseOrder } from '@aapurti/contract/purchase-orders/orders';
import { IconSearchOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';

import { call } from '../ground/api.ts';
import { useSignedIn } from '../access/session.ts';
import { Button } from '../ui/Button.tsx';
import { SiteLink } from '../ui/Link.tsx';
import { Notice } from '../ui/Notice.tsx';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { useParam } from '../ui/useParam.ts';
import { urls } from '../urls.ts';
import { OrderDetails } from './OrderDetails.tsx';
import { asTyped, t } from '../words/words.ts';
import { onDemand } from '../ui/onDemand.tsx';

// Loaded on demand: few numbers belong to two vendors.
const ChooseVendor = onDemand(async () => (await import('../choose/ChooseVendor.tsx')).ChooseVendor, <Spinner height={320} />);

const CRUMBS = [{ label: 'Purchase Orders', href: urls.purchaseOrders }];
/** The most vendors to list for one number. */
const NAMESAKES = 20;

/** An order by its number, which is unique for a vendor; administrators may have to choose the vendor. */
export function PurchaseOrderPage() {
  const { isAdmin } = useSignedIn();
  const poNumber = useParam('id');
  const { userID = '' }: Record<string, string> = useSearch({ strict: false });
  const owner = isAdmin ? userID : '';
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: [orders.list.id, 'number', poNumber, owner],
    queryFn: async ({ signal }): Promise<PurchaseOrder[]> =>
      (await call(orders.list, { query: { poNumber, userID: owner, page: 1, pageSize: NAMESAKES }, signal })).data,
  });
  const [order, another] = data ?? [];

  if (order !== undefined && another === undefined) return <OrderDetails order={order} />;
  return (
    <>
      <PageHeader title={asTyped(poNumber)} breadcrumb={CRUMBS} />
      <Panel>
        {data === undefined ? (
          <NotLoaded query={{ error, isPending, isFetching, refetch }} sign height={320} />
        ) : order === undefined ? (
          <Notice
            icon={<IconSearchOff size={22} />}
            title="Data not found"
            actions={<Button label="Go to purchase orders" component={SiteLink} href={urls.purchaseOrders} variant="default" />}
          >
            {t('No purchase order has this number.')}
          </Notice>
        ) : (
          <ChooseVendor orders={data} />
        )}
      </Panel>
    </>
  );
}
