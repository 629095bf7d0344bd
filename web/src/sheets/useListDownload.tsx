import { indianDay } from '@aapurti/contract/fields';
import { messages } from '@aapurti/contract/sheets';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import { call } from '../api.ts';
import type { Column } from '../list/columns.tsx';
import type { Filter } from '../list/filters.ts';
import { useListReader } from '../list/useListState.ts';
import type { Action } from '../ui/ActionMenu.tsx';
import type { WorkbookOperation } from './operations.ts';
import { RunningDownload } from './RunningDownload.tsx';
import { useSheetDownload } from './useSheetDownload.ts';

interface ListDownload<Row> {
  operation: WorkbookOperation;
  /** Of the list that the entry stands over. */
  columns: readonly Column<Row>[];
  filters: readonly Filter[];
  label: string;
  /** What it is saved as, before the day. */
  name: string;
}

/** A line of a list's menu that saves it as a workbook: what the filters leave, on all pages and in its order. `window` belongs into the page. */
export function useListDownload<Row>({ operation, columns, filters, label, name }: ListDownload<Row>): {
  entry: Action;
  window: ReactNode;
} {
  const { download, start, cancel } = useSheetDownload();
  const shown = useListReader(filters, columns);
  const entry = {
    label,
    icon: <IconDownload size={16} />,
    onClick: () =>
      void start({
        label,
        name: `${name} ${indianDay(new Date())}.xlsx`,
        async load(loading) {
          const { filters: given, sortBy, sortOrder } = shown();
          return (await call(operation, { query: { ...given, sortBy, sortOrder }, ...loading })).data;
        },
        failed: () => messages.templateFailed,
      }),
    ...(download === null ? {} : { disabled: true, hint: 'A download is being prepared…' }),
  };
  return { entry, window: download !== null && <RunningDownload download={download} onCancel={cancel} /> };
}
