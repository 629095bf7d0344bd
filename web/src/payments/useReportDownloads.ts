import { payments } from '@aapurti/contract/payments/payments';

import type { Filter } from '../list/filters.ts';
import { useListReader } from '../list/useListState.ts';
import { dated, exportOf, useDownloads } from '../sheets/useListDownload.tsx';
import { outstandingColumns, paymentColumns } from './reports.ts';
import type { ReportView } from './useReportView.tsx';

interface Shown {
  /** The filters that only payments have. */
  filters?: readonly Filter[];
  /** The title of the list of outstanding amounts. */
  name?: string;
}

const NO_FILTERS: readonly Filter[] = [];

/** The reports as .xlsx files, filtered as on the screen. */
export function useReportDownloads({ owner, query }: ReportView, { filters = NO_FILTERS, name = '' }: Shown = {}) {
  const { entry, window } = useDownloads();
  const paid = useListReader(filters, paymentColumns);
  const due = useListReader(NO_FILTERS, outstandingColumns, name);
  return {
    payments: entry('Download payments in Excel', () => dated('Payments'), exportOf(payments.exportPayments, paid, owner)),
    outstanding: entry(
      'Download outstanding amounts in Excel',
      () => dated('Outstanding'),
      exportOf(payments.exportOutstanding, due, query),
    ),
    window,
  };
}
