import { IconTrash } from '@tabler/icons-react';

import { t } from '../words/words.ts';
import type { GridColumn } from './columns.ts';

/** The column with the button that removes a line. */
export function removalColumn<Line extends { number: number }>(
  without: (lines: readonly Line[], number: number) => readonly Line[],
): GridColumn<Line> {
  return {
    key: 'remove',
    label: 'Action',
    width: 56,
    kind: 'shown',
    value: () => '',
    actions: ({ number }) => [
      {
        key: 'line',
        label: t('Remove line {number}', { number }),
        icon: <IconTrash size={17} />,
        run: (replace) => replace((lines) => without(lines, number)),
      },
    ],
  };
}
