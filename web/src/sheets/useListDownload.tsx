import { indianDay } from '@aapurti/contract/ground/fields';
import { messages } from '@aapurti/contract/sheets/sheets';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import { call } from '../ground/api.ts';
import type { Column } from '../list/columns.tsx';
import type { Filter } from '../list/filters.ts';
import { type ListState, useListReader } from '../list/useListState.ts';
import type { WorkbookOperation } from './operations.ts';
import { RunningDownload } from './RunningDownload.tsx';
import { useSheetDownload, type Wanted } from './useSheetDownload.ts';

/** Menu entries that save workbooks, one at a time. Render `window` in the page. */
export function useDownloads() {
  const { download, start, cancel } = useSheetDownload();
  const entry = (label: string, name: () => string, load: Wanted['load'], icon: ReactNode = <IconDownload size={16} />) => ({
    label,
    icon,
    onClick: () => void start({ label, name: name(), load, failed: () => messages.templateFailed }),
    ...(download === null ? {} : { disabled: true, hint: 'A download is being prepared…' }),
  });
  return { entry, window: download !== null && <RunningDownload download={download} onCancel={cancel} /> };
}

/** Adds the date, to distinguish downloads in one folder. */
export function dated(name: string): string {
  return `${name} ${indianDay(new Date())}.xlsx`;
}

/** Loads all pages of a list with the same filters and order. `own` is the screen's own query. */
export function exportOf(operation: WorkbookOperation, shown: () => ListState, own: Readonly<Record<string, string>> = {}): Wanted['load'] {
  return async (loading) => {
    const { filters, sortBy, sortOrder } = shown();
    return (await call(operation, { query: { ...own, ...filters, sortBy, sortOrder }, ...loading })).data;
  };
}

interface ListDownload<Row> {
  operation: WorkbookOperation;
  /** The columns of the list below the menu. */
  columns: readonly Column<Row>[];
  filters: readonly Filter[];
  label: string;
  /** The file name, before the date. */
  name: string;
}

/** The menu entry that saves a list as a workbook. */
export function useListDownload<Row>({ operation, columns, filters, label, name }: ListDownload<Row>) {
  const { entry, window } = useDownloads();
  const shown = useListReader(filters, columns);
  return { entry: entry(label, () => dated(name), exportOf(operation, shown)), window };
}
