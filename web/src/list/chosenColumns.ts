import type { Column } from './columns.tsx';
import { leadOf, stateOf } from './view.ts';

/** The value stored for every column of a list, including columns of later releases. */
export const ALL = '*';

/** The name under which a choice of columns is stored. */
export const nameOf = ({ name, label }: Pick<Column<never>, 'name' | 'label'>) => name ?? label;

/**
 * Names of the columns in the order in which they are dropped when space is short: first those that a phone's card also leaves out, from
 * the right, then amounts and statuses, and last the subject of the row. The column that names the record stays.
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
 * The columns to show, in the list's order and always with the one that names the record. By default all except extra ones; if space is
 * short, only those that a phone's card also has. Names that the list no longer has are ignored.
 */
export function chosenColumns<Row>(columns: readonly Column<Row>[], names: readonly string[] | null, isNarrow: boolean) {
  const lead = leadOf(columns);
  if (names?.includes(ALL)) return columns;
  const chosen = columns.filter((column) => names?.includes(nameOf(column)));
  if (chosen.length > 0) return columns.filter((column) => column === lead || chosen.includes(column));
  const usual = columns.filter((column) => column.extra !== true);
  const marked = usual.filter((column) => column !== lead && (column.brief === true || column.card !== undefined));
  if (!isNarrow || marked.length === 0) return usual;
  // The state heads a card, also where a table leaves it to the chooser.
  const state = stateOf(columns);
  return columns.filter((column) => column === lead || column === state || marked.includes(column));
}
