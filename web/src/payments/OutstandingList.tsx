import type { Outstanding } from '@aapurti/contract/payments';

import { List } from '../list/ListPage.tsx';
import { OUTSTANDING_BODY, outstandingRows } from './reports.ts';
import type { ReportView } from './useReportView.tsx';

/** A row a vendor: what was invoiced, what was paid and what is left. */
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
      // A vendor alone is a row alone: no room for others.
      {...(isOne ? { pageSize: 1 } : {})}
      rowKey={(row: Outstanding) => row.vendorId}
      rowName={(row: Outstanding) => row.vendorName}
      {...(isAdmin ? { rowHref: (row: Outstanding) => hrefOfVendor(row.vendorId) } : {})}
      hint="Totals show here as soon as there are invoices."
    />
  );
}
