import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import type { Column } from './columns.tsx';
import classes from './Table.module.css';
import type { ListState } from './useListState.ts';
import type { ListView } from './view.ts';
import { t } from '../words/words.ts';

interface SortHeadProps extends Pick<Column<never>, 'label' | 'sortBy' | 'align'> {
  /** The column's name, by which `useFit` finds its width. */
  name: string;
  /** The order in which the list is sorted by it. */
  order: ListState['sortOrder'];
  sort: ListView<never>['sort'];
  className?: string | undefined;
}

/** A column's head. Clicks sort in ascending order, in descending order, and then in the default order. */
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

/** A label with its sort sign on the side with free space, next to the adjacent word, however many lines the label has. */
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
