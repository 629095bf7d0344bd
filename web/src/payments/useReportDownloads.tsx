import { indianDay } from '@aapurti/contract/fields';
import { payments } from '@aapurti/contract/payments';
import { messages } from '@aapurti/contract/sheets';
import { IconDownload } from '@tabler/icons-react';

import { call } from '../api.ts';
import type { Filter } from '../list/filters.ts';
import { type ListState, useListReader } from '../list/useListState.ts';
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
  const paid = useListReader(filters, paymentColumns);
  const due = useListReader(NO_FILTERS, outstandingColumns, name);

  function entry(title: string, operation: WorkbookOperation, own: Readonly<Record<string, string>>, shown: () => ListState): Action {
    const label = `Download ${title.toLowerCase()} in excel`;
    return {
      label,
      icon: <IconDownload size={16} />,
      onClick: () =>
        void start({
          label,
          name: `${title} ${indianDay(new Date())}.xlsx`,
          async load(loading) {
            const { filters: given, sortBy, sortOrder } = shown();
            return (await call(operation, { query: { ...own, ...given, sortBy, sortOrder }, ...loading })).data;
          },
          failed: () => messages.templateFailed,
        }),
      ...(download === null ? {} : { disabled: true, hint: 'A download is being prepared…' }),
    };
  }

  return {
    payments: entry('Payments', payments.exportPayments, owner, paid),
    outstanding: entry('Outstanding', payments.exportOutstanding, query, due),
    windows: download !== null && <RunningDownload download={download} onCancel={cancel} />,
  };
}
