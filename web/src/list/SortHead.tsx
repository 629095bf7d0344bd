import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import type { Column } from './columns.tsx';
import classes from './Table.module.css';
import type { ListState } from './useListState.ts';
import type { ListView } from './view.ts';
import { t } from '../words/words.ts';

interface SortHeadProps extends Pick<Column<never>, 'label' | 'sortBy' | 'align'> {
  /** The column's, by which `useFit` finds its width. */
  name: string;
  /** The order in which the list is sorted by it. */
  order: ListState['sortOrder'];
  sort: ListView<never>['sort'];
  className?: string | undefined;
}

/** A column's head. A click sorts upwards, then downwards, then as the list comes by itself. */
export function SortHead({ name, label, sortBy, align, order, sort, className }: SortHeadProps) {
  if (sortBy === undefined) {
    return (
      <th scope="col" data-column={name} data-align={align} className={className}>
        <span className={classes.label}>{t(label)}</span>
      </th>
    );
  }
  const Icon = order === undefined ? IconSelector : order === 'asc' ? IconArrowUp : IconArrowDown;
  const next = order === undefined ? 'asc' : order === 'asc' ? 'desc' : undefined;
  return (
    <th
      scope="col"
      data-column={name}
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
        <MarkedLabel words={t(label)} atRight={align === 'right'} icon={<Icon size={14} aria-hidden />} />
      </button>
    </th>
  );
}

/** A label with its sign on the side where the column has room, beside the word next to it, on however many lines the label is. */
function MarkedLabel({ words, atRight, icon }: { words: string; atRight: boolean; icon: ReactNode }) {
  const [first = ''] = words.split(' ', 1);
  const last = words.slice(words.lastIndexOf(' ') + 1);
  return (
    <span className={classes.label}>
      {!atRight && words.slice(0, words.length - last.length)}
      <span className={classes.glued}>
        {atRight ? icon : last}
        {atRight ? first : icon}
      </span>
      {atRight && words.slice(first.length)}
    </span>
  );
}
