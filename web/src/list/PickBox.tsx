import { type ComponentPropsWithoutRef, useEffect, useRef } from 'react';

import classes from './PickBox.module.css';
import { type Selection, usePicked, useSelected } from './selection.ts';
import { t } from '../words.ts';

interface BoxProps extends ComponentPropsWithoutRef<'input'> {
  checked: boolean;
  partly?: boolean;
}

/** One element, where the component library's checkbox is six and moves: fifty at once are there in the next frame. */
function Box({ partly = false, ...input }: BoxProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The page's own property: HTML has no attribute for it.
    if (box.current !== null) box.current.indeterminate = partly;
  }, [partly]);
  return <input {...input} ref={box} type="checkbox" className={classes.box} />;
}

/** Picks a row. It alone draws again: the row's look follows it by CSS. */
export function PickBox<Row>({ row, name, selection }: { row: Row; name: string; selection: Selection<Row> }) {
  const checked = usePicked(selection, row);
  return (
    <Box
      aria-label={t('Select {row}', { row: t(name) })}
      checked={checked}
      onChange={(event) => selection.set([row], event.currentTarget.checked)}
    />
  );
}

/** Picks the rows of the page. */
export function PickAllBox<Row>({ rows, selection }: { rows: readonly Row[]; selection: Selection<Row> }) {
  useSelected(selection);
  const picked = rows.filter(selection.has).length;
  return (
    <Box
      aria-label={t('Select all rows of this page')}
      checked={picked > 0 && picked === rows.length}
      partly={picked > 0 && picked < rows.length}
      onChange={(event) => selection.set(rows, event.currentTarget.checked)}
    />
  );
}
