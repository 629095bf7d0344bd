import { memo } from 'react';

import type { Column } from './columns.tsx';
import classes from './Table.module.css';
import type { ListState } from './useListState.ts';
import type { ListView } from './view.ts';

interface SortHeadProps extends Pick<Column<never>, 'label' | 'sortBy' | 'align'> {
  /** How the list is sorted by it. */
  order: ListState['sortOrder'];
  sort: ListView<never>['sort'];
  className?: string | undefined;
}

/** Tabler's selector, arrow-up and arrow-down. All are there and one shows: another drawing in its place would set the table anew. */
const MARKS = (
  <svg viewBox="0 0 24 24" width={14} height={14} aria-hidden>
    <path data-for="none" d="M8 9l4-4l4 4M16 15l-4 4l-4-4" />
    <path data-for="asc" d="M12 5v14M18 11l-6-6M6 11l6-6" />
    <path data-for="desc" d="M12 5v14M18 13l-6 6M6 13l6 6" />
  </svg>
);

/** A column's head. A click sorts upwards, then downwards, then as the list comes by itself. */
export const SortHead = memo(function SortHead({ label, sortBy, align, order, sort, className }: SortHeadProps) {
  if (sortBy === undefined) {
    return (
      <th scope="col" data-align={align} className={className}>
        <span className={classes.label}>{label}</span>
      </th>
    );
  }
  const next = order === undefined ? 'asc' : order === 'asc' ? 'desc' : undefined;
  return (
    <th
      scope="col"
      data-align={align}
      className={className}
      aria-sort={order === undefined ? 'none' : order === 'asc' ? 'ascending' : 'descending'}
    >
      <button
        type="button"
        className={classes.sort}
        data-order={order ?? 'none'}
        onClick={() => sort(next === undefined ? undefined : sortBy, next)}
      >
        <span className={classes.label}>{label}</span>
        {MARKS}
      </button>
    </th>
  );
});
