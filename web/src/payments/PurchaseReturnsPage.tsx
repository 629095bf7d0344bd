import { payments, type PurchaseReturn } from '@aapurti/contract/payments';

import { userOptions } from '../accounts/userOptions.ts';
import { code, type Column, custom, date, number, serial, text } from '../list/columns.tsx';
import { dateFilters, selectFilter } from '../list/filters.ts';
import { ListPage } from '../list/ListPage.tsx';
import { useSignedIn } from '../session.ts';

/** Section 2.8, in its order; section 9's page size of this list. */
const PAGE_SIZE = 5;
const columns: readonly Column<PurchaseReturn>[] = [
  serial('Sr No'),
  code('PO Number', 'gstGrRef'),
  date('PO Date', 'poDate', { sortBy: true }),
  code('Invoice Number', 'docRef'),
  date('Invoice Date', 'docDate', { sortBy: true, brief: true }),
  custom('EAN', () => ''),
  text('Product Name', 'itemName', { lead: true, width: 210 }),
  number('Quantity Purchased', 'grQty', { sortBy: true, brief: true }),
  number('Quantity Returned', 'prQty', { sortBy: true, brief: true }),
  text('Remarks', 'remarks', { brief: true, width: 160 }),
];

const vendorFilters = dateFilters();
const adminFilters = [selectFilter('User', 'userID', userOptions), ...vendorFilters];

/** What the buyer sent back; it comes from the buyer's system. */
export function PurchaseReturnsPage() {
  const { isAdmin } = useSignedIn();
  return (
    <ListPage
      title="Purchase Returns"
      operation={payments.returns}
      columns={columns}
      filters={isAdmin ? adminFilters : vendorFilters}
      pageSize={PAGE_SIZE}
      rowKey={(row) => row._id}
      rowName={(row) => row.itemName}
      hint="Returns come from the buyer's system. There are none so far."
    />
  );
}
