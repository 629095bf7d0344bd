import { say } from '@aapurti/contract/ground/template';
import type { Merge } from './cells.ts';
import type { Finding } from './findings.ts';

/** The number of elements, in ascending numbers, that are below another number. */
function countBelow(sorted: readonly number[], limit: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface Heading {
  /** Counted from 0. */
  readonly place: number;
  readonly heading: string;
}

/**
 * Reports an error for each known heading that is merged over further columns with values, because the values under it may be in any of
 * them. `unread` are the filled columns without a known heading, counted from 1.
 */
export function headingMergeFaults(
  merges: readonly Merge[],
  row: number,
  columns: readonly Heading[],
  unread: ReadonlySet<number>,
): Finding[] {
  return merges.flatMap(({ name, top, bottom, left, right }) => {
    const column = top <= row && bottom >= row ? columns.find(({ place }) => place + 1 === left) : undefined;
    if (column === undefined || ![...unread].some((each) => each > left && each <= right)) return [];
    return [
      {
        row,
        column: column.heading,
        message: say('{name} are merged into one heading above several filled columns. Unmerge them and give each column a heading.', {
          name,
        }),
      },
    ];
  });
}

/**
 * Reports an error for each block of merged cells over several read rows or columns: only its first cell has the value, and the others
 * would be read as blank.
 */
export function mergeFaults(merges: readonly Merge[], rows: readonly number[], columns: readonly Heading[]): Finding[] {
  return merges.flatMap(({ name, top, bottom, left, right }) => {
    const covered = columns.filter(({ place }) => place + 1 >= left && place + 1 <= right);
    const first = countBelow(rows, top);
    const count = countBelow(rows, bottom + 1) - first;
    const [column] = covered;
    if (column === undefined || count === 0 || (count === 1 && covered.length === 1)) return [];
    const row = rows[first + (count > 1 ? 1 : 0)] ?? top;
    return [
      { row, column: column.heading, message: say('{name} are merged into one cell. Unmerge them and fill in each cell.', { name }) },
    ];
  });
}
