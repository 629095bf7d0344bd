import type { Column } from './columns.tsx';
import type { RowAction } from './rowActions.tsx';
import type { Selection } from './selection.ts';
import type { Fit } from './useFit.ts';
import type { Totals } from './useTotals.ts';
import type { ListState } from './useListState.ts';

/** The properties that both forms of a list, table and cards, receive. */
export interface ListView<Row> {
  title: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  rowName: (row: Row) => string;
  /** Position of the first row over all pages, from 1. */
  first: number;
  /** A card on a phone shows all columns if its row leads to no page with the others. */
  whole?: boolean | undefined;
  /** The address of a row. */
  rowHref?: ((row: Row) => string) | undefined;
  /** True if it leads to the read view, on the same screen. */
  opensHere?: boolean | undefined;
  rowActions?: ((row: Row) => readonly RowAction[]) | undefined;
  onDelete?: ((row: Row) => void) | undefined;
  /** Rows with this action; all by default. */
  canDelete?: ((row: Row) => boolean) | undefined;
  selection?: Selection<Row> | undefined;
  state: ListState;
  /** Removes columns that do not fit; absent if all stay. */
  fit?: Fit | undefined;
  sort: (sortBy: string | undefined, sortOrder: 'asc' | 'desc' | undefined) => void;
  /** The sums over all pages. */
  totals?: Totals | undefined;
}

/** The deciding status, if there are several. */
export function stateOf<Row>(columns: readonly Column<Row>[]): Column<Row> | undefined {
  return columns.find((column) => column.state === true && column.brief === true) ?? columns.find((column) => column.state === true);
}

/** The column that names the record. */
export function leadOf<Row>(columns: readonly Column<Row>[]): Column<Row> | undefined {
  return columns.find((column) => column.lead === true) ?? columns.find((column) => column.serial !== true);
}
