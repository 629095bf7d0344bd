import { type VendorAccount, vendorAccounts } from '@aapurti/contract/payments/vendorAccounts';
import { VIEWS } from '@aapurti/contract/settings/queues';
import { IconUserPlus } from '@tabler/icons-react';

import { type Column, custom, date, money, number, status, text } from '../list/columns.tsx';
import { textFilter, viewFilter } from '../list/filters.ts';
import { ListPage } from '../list/ListPage.tsx';
import { Code } from '../ui/Code.tsx';
import { urls } from '../urls.ts';

const columns: readonly Column<VendorAccount>[] = [
  text('Vendor', 'vendorName', { sortBy: true, lead: true, width: 320 }),
  custom('Vendor Code', ({ vendorCode }) => <Code value={vendorCode} />, { sortBy: 'vendorCode' }),
  text('City', 'city', { extra: true }),
  status('Status', ({ isActive, isSentBack }) =>
    isActive ? { word: 'Active', tone: 'good' } : isSentBack ? { word: 'Sent back', tone: 'neutral' } : { word: 'Waiting', tone: 'warn' },
  ),
  date('Waiting since', 'waitingSince', { sortBy: true }),
  money('Payables', 'owed', { sortBy: true, brief: true }),
  money('Overdue', 'overdue', { sortBy: true, brief: true }),
  number('Exceptions', 'exceptions', { sortBy: true, brief: true }),
];

const filters = [textFilter('Vendor, code, city or GST number', 'search'), viewFilter('Status', 'status', ['active', 'waiting'])];

/** The vendors by company, with their waiting times and account status. */
export function VendorsPage() {
  return (
    <ListPage
      title="Vendors"
      operation={vendorAccounts.list}
      views={{ list: 'vendor.list', views: VIEWS['vendor.list'] }}
      totals={vendorAccounts.totals}
      columns={columns}
      filters={filters}
      action={{ label: 'Add vendor', href: urls.userCreate, icon: <IconUserPlus size={16} />, access: 'administrators' }}
      rowKey={(row) => row._id}
      rowName={(row) => row.vendorName}
      rowHref={(row) => urls.document('vendor', row._id)}
      hint="No vendors yet. Vendors appear here once they register or you add one."
    />
  );
}
