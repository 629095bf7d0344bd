import { accounts } from '@aapurti/contract/vendors/accounts';
import { buyerOrders } from '@aapurti/contract/buyer-system/buyerSystemSheets';
import { isChangedHere, orders, type PurchaseOrder } from '@aapurti/contract/purchase-orders/orders';
import { IconPlus } from '@tabler/icons-react';

import { userOptions } from '../choose/userOptions.ts';
import { code, type Column, date, money, number, serial, status, text } from '../list/columns.tsx';
import { selectFilter, textFilter } from '../list/filters.ts';
import { edit } from '../list/rowActions.tsx';
import { states } from '../purchase-orders/states.ts';
import { urls } from '../urls.ts';
import { SheetPage } from './SheetPage.tsx';
import { t } from '../words/words.ts';

const columns: readonly Column<PurchaseOrder>[] = [
  serial(),
  code('PO Number', 'poNumber', { sortBy: true, lead: true }),
  date('PO Date', 'poDate', { sortBy: true, brief: true }),
  text('Vendor', 'vendorName', { brief: true, width: 220, lines: 2 }),
  number('Lines', 'totalPurchaseItems', { sortBy: true }),
  money('Value', 'value', { sortBy: true, brief: true }),
  status('Status', states.status, { brief: true }),
  status('Delivery', states.delivery),
];

const filters = [selectFilter('Vendor', 'userID', userOptions), textFilter('PO Number', 'code')];

/** Purchase orders, uploaded or entered. */
export function BuyerOrdersPage() {
  return (
    <SheetPage
      action={{ label: 'Create order', href: urls.buyerOrderCreate, icon: <IconPlus size={16} />, access: buyerOrders.create.access }}
      panel={{
        title: 'Upload purchase orders',
        calls: buyerOrders,
        templateName: 'sampleOrderSheet.xlsx',
        downloadName: 'purchase-orders.xlsx',
        lists: [orders.search.id, orders.list.id, accounts.counts.id],
        rows: 'orders',
        grouped: true,
        note: 'One row per order line. Rows with the same PO Number form one order; the lines of an existing order are replaced. If any row has an error, nothing is saved.',
      }}
      list={{
        title: 'Purchase orders',
        operation: orders.search,
        filtersIn: 'body',
        columns,
        filters,
        totals: orders.totals,
        rowKey: (order) => order._id,
        rowName: (order) => t('purchase order {poNumber}', { poNumber: order.poNumber }),
        rowHref: ({ poNumber, userID }) => urls.purchaseOrder(poNumber, userID),
        rowActions: (order) => (isChangedHere(order) ? [edit(urls.buyerOrderEdit(order._id), buyerOrders.edit.access, order.siteId)] : []),
        hint: 'No purchase orders yet. Upload a file or enter an order.',
      }}
    />
  );
}
