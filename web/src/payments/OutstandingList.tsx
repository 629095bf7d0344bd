import type { ReactNode } from 'react';

import { type Outstanding, payments } from '@aapurti/contract/payments/payments';

import { List } from '../list/ListPage.tsx';
import { OUTSTANDING_BODY, outstandingRows } from './reports.ts';
import type { ReportView } from './useReportView.tsx';

interface OutstandingListProps {
  title: string;
  name?: string;
  view: ReportView;
  /** See `ListProps`. */
  beside?: ReactNode;
}

/** One row per vendor: invoiced, paid, balance. */
export function OutstandingList({ title, name = '', view, beside }: OutstandingListProps) {
  const { isAdmin, isOne, columns, query, hrefOfVendor } = view;
  return (
    <List
      name={name}
      title={title}
      operation={outstandingRows}
      list="outstanding"
      body={OUTSTANDING_BODY}
      query={query}
      beside={beside}
      columns={columns}
      // A single row needs no space for others, and is its own total.
      {...(isOne ? { pageSize: 1 } : { totals: payments.outstandingTotals })}
      rowKey={(row: Outstanding) => row.vendorId}
      rowName={(row: Outstanding) => row.vendorName}
      {...(isAdmin ? { rowHref: (row: Outstanding) => hrefOfVendor(row.vendorId) } : {})}
      hint="Totals appear once there are invoices."
    />
  );
}
