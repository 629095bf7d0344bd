import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react';

import type { Column } from './columns.tsx';
import classes from './Table.module.css';
import type { ListView } from './view.ts';

interface SortHeadProps<Row> extends Pick<ListView<Row>, 'state' | 'sort'> {
  column: Column<Row>;
  className?: string | undefined;
}

/** A column's head. A click sorts upwards, then downwards, then as the list comes by itself. */
export function SortHead<Row>({ column, state, sort, className }: SortHeadProps<Row>) {
  const { sortBy, label, align } = column;
  if (sortBy === undefined) {
    return (
      <th scope="col" data-align={align} className={className}>
        <span className={classes.label}>{label}</span>
      </th>
    );
  }
  const order = state.sortBy === sortBy ? state.sortOrder : undefined;
  const next = order === undefined ? 'asc' : order === 'asc' ? 'desc' : undefined;
  const Mark = order === undefined ? IconSelector : order === 'asc' ? IconArrowUp : IconArrowDown;
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
        data-active={order !== undefined || undefined}
        onClick={() => sort(next === undefined ? undefined : sortBy, next)}
      >
        <span className={classes.label}>{label}</span>
        <Mark size={14} aria-hidden />
      </button>
    </th>
  );
}
