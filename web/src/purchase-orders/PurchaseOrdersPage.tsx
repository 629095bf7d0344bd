import { VIEWS } from '@aapurti/contract/settings/queues';
import { orders, type PurchaseOrder, STAGES } from '@aapurti/contract/purchase-orders/orders';
import { t } from '../words/words.ts';

import { vendorFilter } from '../choose/vendorColumn.tsx';
import { code, type Column, date, money, number, serial, status, text } from '../list/columns.tsx';
import { selectFilter, textFilter, viewFilter } from '../list/filters.ts';
import { ListPage } from '../list/ListPage.tsx';
import { siteFilter } from '../choose/useSites.ts';
import { useSignedIn } from '../access/session.ts';
import { useListDownload } from '../sheets/useListDownload.tsx';
import { useAnswerSheet } from './answers/useAnswerSheet.tsx';
import { urls } from '../urls.ts';
import { states } from './states.ts';

const vendor: Column<PurchaseOrder> = {
  ...text('Vendor', 'vendorName', { brief: true, width: 200, lines: 2 }),
  card: ({ vendorName }) => vendorName,
};
const columns: readonly Column<PurchaseOrder>[] = [
  serial('Sr No'),
  code('PO Number', 'poNumber', { sortBy: true, lead: true }),
  date('PO Date', 'poDate', { sortBy: true, brief: true }),
  date('Deliver By', 'deliverBy', { card: true }),
  number('Items', 'totalPurchaseItems', { sortBy: true, extra: true }),
  money('Value', 'value', { sortBy: true, brief: true, card: true }),
  status('Status', states.status, { brief: true }),
  status('Confirmation', states.confirmation),
  status('Delivery', states.delivery, { brief: true }),
  status('Payment', states.payment, { extra: true }),
];
const adminColumns = columns.toSpliced(3, 0, vendor);

const vendorFilters = [
  textFilter('PO Number', 'code'),
  selectFilter('Waiting for', 'awaits', [
    { value: 'buyer', label: 'The buyer’s decision' },
    { value: 'vendor', label: 'Vendor’s confirmation' },
  ]),
  viewFilter('View', 'stage', STAGES),
];
const adminFilters = [vendorFilter, ...vendorFilters, siteFilter];

/** The vendor's purchase orders, or, for administrators, all. */
export function PurchaseOrdersPage() {
  const { isAdmin } = useSignedIn();
  const shown = { columns: isAdmin ? adminColumns : columns, filters: isAdmin ? adminFilters : vendorFilters };
  const download = useListDownload({
    ...shown,
    operation: orders.export,
    label: 'Download purchase orders in Excel',
    name: 'Purchase orders',
  });
  const answering = useAnswerSheet();
  return (
    <ListPage
      {...shown}
      title="Purchase Orders"
      operation={orders.search}
      views={{ list: 'order.search', views: VIEWS['order.search'] }}
      totals={orders.totals}
      filtersIn="body"
      menu={[download.entry, answering.download, ...(isAdmin ? [] : [answering.upload])]}
      rowKey={(order) => order._id}
      rowName={(order) => t('purchase order {poNumber}', { poNumber: order.poNumber })}
      rowHref={({ poNumber, userID }) => urls.purchaseOrder(poNumber, isAdmin ? userID : undefined)}
      hint="No orders yet. Orders come from the buyer's system."
    >
      {download.window}
      {answering.windows}
    </ListPage>
  );
}
