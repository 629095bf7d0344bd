import { IconSearchOff } from '@tabler/icons-react';
import { useState } from 'react';

import { Notice } from '../ui/Notice.tsx';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { useOnPhone } from '../ui/useOnPhone.ts';
import { t } from '../words/words.ts';
import { Cards } from './Cards.tsx';
import type { Column } from './columns.tsx';
import type { Filter } from './filters.ts';
import classes from './ListPage.module.css';
import { Table } from './Table.tsx';
import { TotalLine } from './TotalLine.tsx';
import type { useListQuery } from './useListQuery.ts';
import type { ListView } from './view.ts';

/** The specification's page size for most lists. */
export const PAGE_SIZE = 7;

interface ListRowsProps<Row> {
  view: ListView<Row>;
  /** All columns, because a total may belong to a hidden one. */
  columns: readonly Column<Row>[];
  query: ReturnType<typeof useListQuery<Row>>;
  filters: readonly Filter[];
  pageSize: number;
  pastEnd: boolean;
  hint: string | undefined;
}

/** The rows of a list as a table or as cards, or the reason for having none. */
export function ListRows<Row>({ view, columns, query, filters, pageSize, pastEnd, hint }: ListRowsProps<Row>) {
  const { data, error, isPending, isPlaceholderData, isFetching } = query;
  const { rows, state, totals } = view;
  const onPhone = useOnPhone();
  // The rows may be fewer after filtering; the content below stays in place.
  const [most, setMost] = useState(0);
  if (rows.length > most) setMost(rows.length);
  const isWhole = data !== undefined && !isPlaceholderData && data.total <= pageSize;
  const [from = '', to = ''] = filters.filter(({ kind }) => kind === 'date').map((filter) => state.filters[filter.name]);
  const backwards = from !== '' && to !== '' && from > to;
  const filtered = Object.keys(state.filters).length > 0;
  return (
    // A list of several pages is as tall as a full one, so that a shorter page does not move the content below. Rows without a second page
    // take only their own height, or the list's previous height, up to the usual page.
    <div
      className={classes.body}
      style={
        {
          '--rows': isWhole ? Math.min(pageSize, PAGE_SIZE, Math.max(most, rows.length === 0 ? PAGE_SIZE : 1)) : pageSize,
        } as React.CSSProperties
      }
      data-whole={(isWhole && rows.length > 0) || undefined}
      data-stale={isPlaceholderData || undefined}
      aria-busy={isFetching}
    >
      {isPending || pastEnd ? (
        // Cards on a phone are taller than the screen, so the content below stays out of view instead of moving.
        <Spinner height={onPhone ? '100dvh' : 'calc(var(--rows) * 40px)'} />
      ) : error !== null && data === undefined ? (
        <NotLoaded query={query} sign />
      ) : rows.length === 0 ? (
        <Notice icon={<IconSearchOff size={22} />} title="Data not found">
          {t(backwards ? 'The From date is later than the To date. ' : '')}
          {t(filtered ? 'No results match these filters. Change the filters or select Reset.' : (hint ?? 'Nothing here yet.'))}
        </Notice>
      ) : onPhone ? (
        <>
          <Cards {...view} />
          {totals !== undefined && <TotalLine columns={columns} totals={totals} />}
        </>
      ) : (
        <Table {...view} />
      )}
    </div>
  );
}
