import type { Outstanding } from '@aapurti/contract/payments/payments';

import { List } from '../list/ListPage.tsx';
import { OUTSTANDING_BODY, outstandingRows } from './reports.ts';
import type { ReportView } from './useReportView.tsx';

/** One row per vendor: invoiced, paid, balance. */
export function OutstandingList({ title, name = '', view }: { title: string; name?: string; view: ReportView }) {
  const { isAdmin, columns, owner, query, hrefOfVendor } = view;
  const isOne = !isAdmin || 'userID' in owner;
  return (
    <List
      name={name}
      title={title}
      operation={outstandingRows}
      list="outstanding"
      body={OUTSTANDING_BODY}
      query={query}
      columns={columns}
      // A vendor sees a single row: no space for others.
      {...(isOne ? { pageSize: 1 } : {})}
      rowKey={(row: Outstanding) => row.vendorId}
      rowName={(row: Outstanding) => row.vendorName}
      {...(isAdmin ? { rowHref: (row: Outstanding) => hrefOfVendor(row.vendorId) } : {})}
      hint="Totals appear once there are invoices."
    />
  );
}
