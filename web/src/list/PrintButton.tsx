import { showNumber } from '@aapurti/contract/ground/fields';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';

import { messageOf } from '../ground/api.ts';
import { toast } from '../ui/toast.tsx';
import type { Column } from './columns.tsx';
import type { Filter } from './filters.ts';
import type { PrintedList as PrintedListOf } from './PrintedList.tsx';
import { PRINTED_MAX } from './useListQuery.ts';
import { t } from '../words/words.ts';

const PrintedList = lazy(async () => ({ default: (await import('./PrintedList.tsx')).PrintedList })) as typeof PrintedListOf;

interface PrintButtonProps<Row> {
  title: string;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  filters: readonly Filter[];
  applied: Readonly<Record<string, string>>;
  total: number;
  loadAll: (most: number) => Promise<readonly Row[]>;
}

/** Prints all rows that match the filters, in the columns of the list. */
export function PrintButton<Row>({ total, loadAll, ...list }: PrintButtonProps<Row>) {
  const [rows, setRows] = useState<readonly Row[] | null>(null);
  const [busy, setBusy] = useState(false);

  async function print() {
    if (total > PRINTED_MAX)
      return toast.error(
        t('{total} entries match, but at most {most} can be printed. Narrow the filters.', {
          total: showNumber(total),
          most: showNumber(PRINTED_MAX),
        }),
      );
    setBusy(true);
    await loadAll(PRINTED_MAX).then(setRows, (error: unknown) => toast.error(messageOf(error)));
    setBusy(false);
  }

  return (
    <>
      <Tooltip label={t('Print all results')}>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t('Print {title}', { title: list.title })}
          loading={busy}
          onClick={() => void print()}
        >
          <IconPrinter size={18} />
        </ActionIcon>
      </Tooltip>
      {rows !== null && (
        <Suspense>
          <PrintedList {...list} rows={rows} onDone={() => setRows(null)} />
        </Suspense>
      )}
    </>
  );
}
