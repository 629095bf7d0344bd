import { showDate, showMoney, showNumber } from '@aapurti/contract/ground/fields';
import type { ReactNode } from 'react';

import { Code } from '../ui/Code.tsx';
import { Mono } from '../ui/Mono.tsx';
import { StatusBadge, type Tone } from '../ui/StatusBadge.tsx';
import { Truncated } from '../ui/Truncated.tsx';
import { t } from '../words/words.ts';

export interface Column<Row> {
  label: string;
  /** The name under which a user's choice of columns is stored: the field, or the label. */
  name?: string | undefined;
  /** Printed lists have the column even if the screen leaves it out, because nothing else there names the owner of the rows. */
  printed?: boolean | undefined;
  /** Hidden by default. */
  extra?: boolean | undefined;
  /** `position` counts from 1 over all pages. */
  cell: (row: Row, position: number) => ReactNode;
  /** A cell for use inside a link, without controls of its own. */
  linked?: ((row: Row) => ReactNode) | undefined;
  /** The list's `sortBy` for this column; absent: not sortable. */
  sortBy?: string | undefined;
  align?: 'right' | undefined;
  /** Digits of equal width, for alignment. */
  figures?: boolean | undefined;
  /** Names the record: stays in sight when the table scrolls sideways, and heads the card on a phone. Default: the first but the serial number. */
  lead?: boolean | undefined;
  /** True for one of the three columns that a card on a phone shows; without any such column it shows the first three. */
  brief?: boolean | undefined;
  /** True for a column that the list is read for, or its cell on a card: a card has it before the brief ones. */
  card?: true | ((row: Row) => ReactNode) | undefined;
  /**
   * Describes the subject of a row if the lead does not: the goods' name, the price, a scheme's terms. It is dropped last when space is
   * short.
   */
  main?: boolean | undefined;
  /** A status, which heads the card on a phone next to the name. */
  state?: boolean | undefined;
  /** An amount in rupees that is summed below a printed list. */
  sum?: ((row: Row) => number | null | undefined) | undefined;
  /** The cell below the column, for all rows. A table without such a column has no foot. */
  foot?: ((rows: readonly Row[]) => ReactNode) | undefined;
  /** The running number, which no card on a phone shows. */
  serial?: boolean | undefined;
}

interface ColumnOptions {
  /** True if the field's own name is the list's `sortBy`. */
  sortBy?: string | true;
  lead?: boolean;
  brief?: boolean;
  card?: true;
  main?: boolean;
  extra?: boolean;
  /** False for prices, whose sum is meaningless. */
  summed?: boolean;
  /** The width in pixels beyond which text is cut. */
  width?: number;
  /** Two for names, which may be as long as a line of the table. */
  lines?: 1 | 2;
}

type Field<Row> = keyof Row & string;

function column<Row>(
  label: string,
  field: Field<Row>,
  cell: Column<Row>['cell'],
  options: ColumnOptions,
  look: Pick<Column<Row>, 'align' | 'figures'> = {},
): Column<Row> {
  const { lead, brief, card, main, extra, sortBy } = options;
  return { label, name: field, cell, ...look, lead, brief, card, main, extra, sortBy: sortBy === true ? field : sortBy };
}

function plain(value: string | number | null | undefined): string {
  return value === null || value === undefined || value === '' ? '–' : String(value);
}

/** Text on one or two lines, cut if it is longer. */
export function text<Row>(label: string, field: Field<Row>, options: ColumnOptions = {}): Column<Row> {
  return column(
    label,
    field,
    (row) => <Truncated text={plain(row[field] as string | null)} width={options.width} lines={options.lines} />,
    options,
  );
}

/** A business date or a timestamp as DD-MM-YYYY. */
export function date<Row>(label: string, field: Field<Row>, options: ColumnOptions = {}): Column<Row> {
  return column(label, field, (row) => showDate(row[field] as string | null | undefined), options, { figures: true });
}

/** Rupees with Indian grouping and two decimals. */
export function money<Row>(label: string, field: Field<Row>, options: ColumnOptions = {}): Column<Row> {
  const amount = (row: Row) => row[field] as number | null | undefined;
  return {
    ...column<Row>(label, field, (row) => showMoney(amount(row)), options, { align: 'right', figures: true }),
    ...(options.summed === false ? {} : { sum: amount }),
  };
}

/** A quantity, rate or count. */
export function number<Row>(label: string, field: Field<Row>, options: ColumnOptions = {}): Column<Row> {
  return column(label, field, (row) => showNumber(row[field] as number | null | undefined), options, { align: 'right', figures: true });
}

/** An EAN, GSTIN or other number that users copy. */
export function code<Row>(label: string, field: Field<Row>, options: ColumnOptions = {}): Column<Row> {
  return {
    ...column<Row>(label, field, (row) => <Code value={row[field] as string | null | undefined} />, options),
    linked: (row) => <Mono>{plain(row[field] as string | null)}</Mono>,
  };
}

/** A status as coloured text. */
export function status<Row>(
  label: string,
  read: (row: Row) => { word: string; tone: Tone },
  options: Omit<ColumnOptions, 'sortBy'> & { name?: string; sortBy?: string } = {},
): Column<Row> {
  return {
    label,
    name: options.name,
    state: true,
    lead: options.lead,
    brief: options.brief,
    main: options.main,
    extra: options.extra,
    sortBy: options.sortBy,
    cell: (row) => {
      const { word, tone } = read(row);
      return <StatusBadge tone={tone}>{t(word)}</StatusBadge>;
    },
  };
}

/** The running number, continuous over the pages. */
export function serial<Row>(label = 'Sr. No'): Column<Row> {
  return { label, serial: true, figures: true, cell: (_row, position) => position };
}

/** Anything else. */
export function custom<Row>(
  label: string,
  cell: (row: Row) => ReactNode,
  options: { sortBy?: string; lead?: boolean; brief?: boolean; main?: boolean; extra?: boolean; align?: 'right' } = {},
): Column<Row> {
  return { label, cell, ...options };
}
