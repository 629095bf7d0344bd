import { showMoney } from '@aapurti/contract/ground/fields';
import { Decimal } from '@aapurti/contract/ground/numbers';
import type { ReactNode } from 'react';

import { useOnPhone } from '../ui/useOnPhone.ts';
import { Cards } from './Cards.tsx';
import type { Column } from './columns.tsx';
import classes from './PlainTable.module.css';
import { Table } from './Table.tsx';
import { totalWords } from './TotalLine.tsx';
import { useRoom } from './useRoom.ts';
import { leadOf } from './view.ts';
import { t } from '../words/words.ts';

interface PlainTableProps<Row> {
  title: string;
  columns: readonly Column<Row>[];
  /** The columns where these do not fit. */
  narrow?: readonly Column<Row>[];
  rows: readonly Row[];
  /** The text for an empty table. */
  empty: string;
  /** The content next to the heading. */
  aside?: ReactNode;
  /** The content below the rows, in their frame. */
  below?: ReactNode;
  /** A card on a phone shows all columns, as other cards do. */
  whole?: boolean;
}

const AS_IT_COMES = { page: 1, filters: {} };

/** The columns with a foot that sums amounts, unless they have their own. */
function withTotals<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  if (columns.every(({ sum }) => sum === undefined) || columns.some(({ foot }) => foot !== undefined)) return columns;
  const lead = leadOf(columns);
  return columns.map((column): Column<Row> => {
    const { sum } = column;
    if (sum !== undefined)
      return { ...column, foot: (rows) => showMoney(rows.reduce((all, row) => all.plus(sum(row) ?? 0), new Decimal(0)).toFixed(2)) };
    return column === lead ? { ...column, foot: (rows) => totalWords({ count: rows.length }) } : column;
  });
}

/** A complete set of rows under a heading, in the look of a list: a table, or cards on a phone and where no table fits. */
export function PlainTable<Row extends object>(props: PlainTableProps<Row>) {
  const { title, columns, narrow, rows, empty, aside, below, whole = false } = props;
  const onPhone = useOnPhone();
  const { tooWide, panel, fit } = useRoom(columns.map(({ label }) => label).join());
  const isNarrow = tooWide === 1 && narrow !== undefined;
  const isCards = onPhone || (tooWide > 0 && !isNarrow);
  /** The rows neither move nor disappear, and two may be equal. */
  const place = (row: Row) => String(rows.indexOf(row));
  const view = {
    title,
    columns: withTotals(isNarrow && !isCards ? narrow : columns),
    rows,
    whole: whole || !onPhone,
    fit,
    rowKey: place,
    rowName: place,
    first: 1,
    state: AS_IT_COMES,
    sort: () => undefined,
  };
  return (
    <section className={classes.section} aria-label={t(title)}>
      <header className={classes.head}>
        <h2 className={classes.heading}>{t(title)}</h2>
        {aside}
      </header>
      <div ref={panel} className={classes.panel} data-narrow={isNarrow || undefined}>
        {rows.length === 0 ? <p className={classes.empty}>{t(empty)}</p> : isCards ? <Cards {...view} /> : <Table {...view} />}
        {below}
      </div>
    </section>
  );
}
