import type { Merge } from './cells.ts';
import type { Finding } from './findings.ts';

/** The number of the ascending numbers that are below another. */
function countBelow(sorted: readonly number[], limit: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * A fault of each block of merged cells that covers several rows or columns that were read: only its first cell has the value, and the
 * others would be read as empty. `columns` are counted from 0.
 */
export function mergeFaults(
  merges: readonly Merge[],
  rows: readonly number[],
  columns: readonly { readonly place: number; readonly heading: string }[],
): Finding[] {
  return merges.flatMap(({ name, top, bottom, left, right }) => {
    const covered = columns.filter(({ place }) => place + 1 >= left && place + 1 <= right);
    const first = countBelow(rows, top);
    const count = countBelow(rows, bottom + 1) - first;
    const [column] = covered;
    if (column === undefined || count === 0 || (count === 1 && covered.length === 1)) return [];
    const row = rows[first + (count > 1 ? 1 : 0)] ?? top;
    return [{ row, column: column.heading, message: `${name} are merged into one cell. Unmerge them and fill in each cell.` }];
  });
}
