import { type ChangeEvent, useLayoutEffect, useRef } from 'react';

import classes from './PickBox.module.css';
import type { Selection } from './selection.ts';
import { t } from '../words/words.ts';

interface BoxProps<Row> {
  label: string;
  selection: Selection<Row>;
  rows: readonly Row[];
}

/**
 * Picks rows. One element, where the component library's checkbox is six, and not drawn again when the selection changes, as its state
 * is the browser's: fifty at once are there in the next frame. The look of a row follows it by CSS.
 */
function Box<Row>({ label, selection, rows }: BoxProps<Row>) {
  const box = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    function show() {
      if (box.current === null) return;
      const picked = rows.filter(selection.has).length;
      box.current.checked = picked > 0 && picked === rows.length;
      box.current.indeterminate = picked > 0 && picked < rows.length;
    }
    show();
    return selection.subscribe(show);
  }, [rows, selection]);
  const pick = (event: ChangeEvent<HTMLInputElement>) => selection.set(rows, event.currentTarget.checked);
  return <input ref={box} type="checkbox" className={classes.box} aria-label={label} onChange={pick} />;
}

/** Picks a row. */
export function PickBox<Row>({ row, name, selection }: { row: Row; name: string; selection: Selection<Row> }) {
  return <Box label={t('Select {row}', { row: name })} rows={[row]} selection={selection} />;
}

/** Picks the rows of the page. */
export function PickAllBox<Row>({ rows, selection }: { rows: readonly Row[]; selection: Selection<Row> }) {
  return <Box label={t('Select all rows of this page')} rows={rows} selection={selection} />;
}
