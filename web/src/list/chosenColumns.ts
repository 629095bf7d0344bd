import type { Column } from './columns.tsx';
import { leadOf } from './view.ts';

/** Stored for every column of a list, also those of later releases. */
export const ALL = '*';

/** The name that a choice of columns is stored under. */
export const nameOf = ({ name, label }: Pick<Column<never>, 'name' | 'label'>) => name ?? label;

/**
 * Names of the columns in the sequence in which they go where there is no room: first what a phone's card leaves out too, from the right,
 * amounts and states after the others, and last what the row is about. The column that names the record stays.
 */
export function leastFirst<Row>(columns: readonly Column<Row>[]): string[] {
  const lead = leadOf(columns);
  const weight = ({ main, brief, state, sum }: Column<Row>) =>
    (main === true ? 4 : 0) + (brief === true ? 2 : 0) + (state === true || sum !== undefined ? 1 : 0);
  return columns
    .filter((column) => column !== lead)
    .reverse()
    .sort((one, other) => weight(one) - weight(other))
    .map(nameOf);
}

/**
 * The columns to show, in the list's order and never without the one that names the record. Without a choice those that are not extra;
 * where there is little room, of them those that a phone's card has too. Names that the list no longer has count for nothing.
 */
export function chosenColumns<Row>(columns: readonly Column<Row>[], names: readonly string[] | null, isNarrow: boolean) {
  const lead = leadOf(columns);
  if (names?.includes(ALL)) return columns;
  const chosen = columns.filter((column) => names?.includes(nameOf(column)));
  if (chosen.length > 0) return columns.filter((column) => column === lead || chosen.includes(column));
  const usual = columns.filter((column) => column.extra !== true);
  const brief = usual.filter((column) => column === lead || column.brief === true);
  return isNarrow && brief.length > 1 ? brief : usual;
}
