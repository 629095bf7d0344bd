import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react';

import type { Column } from './columns.tsx';
import classes from './Table.module.css';
import type { ListState } from './useListState.ts';
import type { ListView } from './view.ts';
import { t } from '../words.ts';

interface SortHeadProps extends Pick<Column<never>, 'label' | 'sortBy' | 'align'> {
  /** How the list is sorted by it. */
  order: ListState['sortOrder'];
  sort: ListView<never>['sort'];
  className?: string | undefined;
}

/** A column's head. A click sorts upwards, then downwards, then as the list comes by itself. */
export function SortHead({ label, sortBy, align, order, sort, className }: SortHeadProps) {
  if (sortBy === undefined) {
    return (
      <th scope="col" data-align={align} className={className}>
        <span className={classes.label}>{t(label)}</span>
      </th>
    );
  }
  const Icon = order === undefined ? IconSelector : order === 'asc' ? IconArrowUp : IconArrowDown;
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
        data-sorted={order !== undefined || undefined}
        onClick={() => sort(next === undefined ? undefined : sortBy, next)}
      >
        <span className={classes.label}>{t(label)}</span>
        <Icon size={14} aria-hidden />
      </button>
    </th>
  );
}
