import { Button } from '@mantine/core';
import { useState } from 'react';

import { messageOf } from '../api.ts';
import { toast } from '../ui/toast.tsx';
import type { Selection } from './selection.ts';
import { SELECTED_MAX } from './useListQuery.ts';
import { t } from '../words.ts';

interface SelectAllProps<Row> {
  /** How many rows the filters leave. */
  total: number;
  selection: Selection<Row>;
  loadAll: (most: number) => Promise<readonly Row[]>;
}

/** Selects the rows of all pages as they are now: what changes until somebody decides on them is then left out. */
export function SelectAll<Row>({ total, selection, loadAll }: SelectAllProps<Row>) {
  const [busy, setBusy] = useState(false);
  const number = total.toLocaleString('en-IN');
  if (total <= selection.rows.length) return null;
  if (total > SELECTED_MAX) {
    return (
      <span>
        {t('{number} match. At most {count} can be selected at once: narrow the filters.', {
          number,
          count: SELECTED_MAX.toLocaleString('en-IN'),
        })}
      </span>
    );
  }

  async function select() {
    setBusy(true);
    await loadAll(SELECTED_MAX).then(
      (rows) => selection.set(rows, true),
      (error: unknown) => toast.error(messageOf(error)),
    );
    setBusy(false);
  }
  return (
    <Button size="compact-md" variant="subtle" loading={busy} onClick={() => void select()}>
      {t('Select all {number} that match', { number })}
    </Button>
  );
}
