import { payments, type PurchaseReturn } from '@aapurti/contract/payments/payments';

import { vendorColumn, vendorFilter } from '../choose/vendorColumn.tsx';
import { peekOf } from '../document/peekOf.tsx';
import { code, type Column, custom, date, number, serial, text } from '../list/columns.tsx';
import { dateFilters } from '../list/filters.ts';
import { ListPage } from '../list/ListPage.tsx';
import { useSignedIn } from '../access/session.ts';
import { Truncated } from '../ui/Truncated.tsx';
import { returnRemark } from './returnRemark.ts';

/** The page size of this list in section 9. */
const PAGE_SIZE = 5;
const remark = (row: PurchaseReturn) => <Truncated text={returnRemark(row) || '–'} width={160} />;
const columns: readonly Column<PurchaseReturn>[] = [
  serial('Sr No'),
  code('PO Number', 'gstGrRef'),
  date('PO Date', 'poDate', { sortBy: true, extra: true }),
  code('Invoice Number', 'docRef'),
  date('Invoice Date', 'docDate', { sortBy: true, brief: true }),
  custom('EAN', () => '', { extra: true }),
  text('Product Name', 'itemName', { lead: true, width: 210 }),
  number('Quantity Purchased', 'grQty', { sortBy: true, brief: true }),
  number('Quantity Returned', 'prQty', { sortBy: true, brief: true, card: true }),
  { ...text('Remarks', 'remarks', { brief: true, card: true }), cell: remark },
];

const adminColumns: readonly Column<PurchaseReturn>[] = columns.toSpliced(1, 0, vendorColumn);

const vendorFilters = dateFilters();
const adminFilters = [vendorFilter, ...vendorFilters];

const Peek = peekOf(async () => (await import('./ReturnPage.tsx')).ReturnPage);

/** Purchase returns, from the buyer's system and from goods receipts. */
export function PurchaseReturnsPage() {
  const { isAdmin } = useSignedIn();
  return (
    <ListPage
      title="Purchase Returns"
      operation={payments.returns}
      columns={isAdmin ? adminColumns : columns}
      filters={isAdmin ? adminFilters : vendorFilters}
      pageSize={PAGE_SIZE}
      rowKey={(row) => row._id}
      rowName={(row) => row.itemName}
      rowDocument={Peek}
      hint="No purchase returns yet. Returns come from the buyer's system."
    />
  );
}
