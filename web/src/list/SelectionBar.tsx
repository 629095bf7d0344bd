import { showMoney, showNumber } from '@aapurti/contract/ground/fields';
import { Decimal } from '@aapurti/contract/ground/numbers';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';

import { messageOf } from '../ground/api.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { toast } from '../ui/toast.tsx';
import { useOnPhone } from '../ui/useOnPhone.ts';
import type { Column } from './columns.tsx';
import classes from './ListPage.module.css';
import { type Selection, useSelected } from './selection.ts';
import { SELECTED_MAX } from './useListQuery.ts';
import { t } from '../words/words.ts';
import { Button } from '../ui/Button.tsx';

interface SelectAllProps<Row> {
  /** The number of rows that match the filters. */
  total: number;
  selection: Selection<Row>;
  loadAll: (most: number) => Promise<readonly Row[]>;
}

/** The number of selected rows and the actions for them; hidden while there are none. */
export function SelectionBar<Row>({
  total,
  columns,
  children,
  ...of
}: Omit<SelectAllProps<Row>, 'total'> & { total: number | undefined; columns: readonly Column<Row>[]; children: ReactNode }) {
  const rows = useSelected(of.selection);
  const onPhone = useOnPhone();
  const { length } = rows;
  if (length === 0) return null;
  // The deciding amount is the last one that a card shows: an invoice's balance.
  const money = columns.findLast(({ sum, brief }) => sum !== undefined && brief === true);
  return (
    <div className={classes.selection}>
      <output>{t('{count} selected', { count: showNumber(length) })}</output>
      {money?.sum !== undefined && (
        <span className={classes.money}>
          {t(money.label)} {showMoney(Decimal.sum(0, ...rows.map((row) => money.sum?.(row) ?? 0)).toFixed(2))}
        </span>
      )}
      {children}
      {total !== undefined && <SelectAll total={total} {...of} />}
      <span className={classes.clear}>
        {onPhone ? (
          <IconButton label="Clear selection" onClick={of.selection.clear}>
            <IconX size={18} stroke={1.7} />
          </IconButton>
        ) : (
          <button type="button" onClick={of.selection.clear}>
            {t('Clear selection')}
          </button>
        )}
      </span>
    </div>
  );
}

/** Selects the rows of all pages in their current versions; rows that change before the decision are then skipped. */
function SelectAll<Row>({ total, selection, loadAll }: SelectAllProps<Row>) {
  const [busy, setBusy] = useState(false);
  const onPhone = useOnPhone();
  if (total <= selection.rows.length) return null;
  const number = showNumber(total);
  const count = showNumber(SELECTED_MAX);
  if (selection.rows.length >= SELECTED_MAX) {
    return <span>{t('At most {count} of {number} can be selected at a time. The others stay in the list.', { count, number })}</span>;
  }

  async function select() {
    setBusy(true);
    await loadAll(SELECTED_MAX).then(
      (rows) => selection.set(rows, true),
      (error: unknown) => toast.error(messageOf(error)),
    );
    setBusy(false);
  }
  const isMore = total > SELECTED_MAX;
  const words = isMore
    ? t('Select the first {count} of {number} results', { count, number })
    : t('Select all {number} results', { number });
  return (
    <Button size="compact-md" variant="subtle" loading={busy} aria-label={words} onClick={() => void select()}>
      {!onPhone ? words : isMore ? t('First {count}', { count }) : t('All {number}', { number })}
    </Button>
  );
}
