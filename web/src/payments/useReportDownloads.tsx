import { indianDay } from '@aapurti/contract/fields';
import { payments } from '@aapurti/contract/payments';
import { messages } from '@aapurti/contract/sheets';
import { IconDownload } from '@tabler/icons-react';

import { call } from '../api.ts';
import type { Column } from '../list/columns.tsx';
import type { Filter } from '../list/filters.ts';
import { useListState } from '../list/useListState.ts';
import type { WorkbookOperation } from '../sheets/operations.ts';
import { RunningDownload } from '../sheets/RunningDownload.tsx';
import { useSheetDownload } from '../sheets/useSheetDownload.ts';
import type { Action } from '../ui/ActionMenu.tsx';
import { outstandingColumns, paymentColumns } from './reports.ts';
import type { ReportView } from './useReportView.tsx';

interface Shown {
  /** The payments' own filters. */
  filters?: readonly Filter[];
  /** What the list of what is outstanding is called on the screen. */
  name?: string;
}

const NO_FILTERS: readonly Filter[] = [];

/** The reports as workbooks, with what the screen shows, on all its pages and in its order. */
export function useReportDownloads({ owner, query }: ReportView, { filters = NO_FILTERS, name = '' }: Shown = {}) {
  const { download, start, cancel } = useSheetDownload();
  const paid = useListState(filters, sortsOf(paymentColumns)).state;
  const due = useListState(NO_FILTERS, sortsOf(outstandingColumns), name).state;

  function entry(title: string, operation: WorkbookOperation, asked: Readonly<Record<string, string | undefined>>): Action {
    const label = `Download ${title.toLowerCase()} in excel`;
    return {
      label,
      icon: <IconDownload size={16} />,
      onClick: () =>
        void start({
          label,
          name: `${title} ${indianDay(new Date())}.xlsx`,
          load: async (loading) => (await call(operation, { query: asked, ...loading })).data,
          failed: () => messages.templateFailed,
        }),
      ...(download === null ? {} : { disabled: true, hint: 'A download is being prepared…' }),
    };
  }

  return {
    payments: entry('Payments', payments.exportPayments, { ...owner, ...paid.filters, sortBy: paid.sortBy, sortOrder: paid.sortOrder }),
    outstanding: entry('Outstanding', payments.exportOutstanding, { ...query, sortBy: due.sortBy, sortOrder: due.sortOrder }),
    windows: download !== null && <RunningDownload download={download} onCancel={cancel} />,
  };
}

function sortsOf<Row>(columns: readonly Column<Row>[]): string[] {
  return columns.flatMap(({ sortBy }) => sortBy ?? []);
}
