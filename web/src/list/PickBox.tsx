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
 * Selects rows. It is one element, where the component library's checkbox has six, and is not rendered again when the selection changes,
 * because the browser holds its state: fifty appear in the next frame. CSS derives the look of a row from it.
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

/** Selects a row. */
export function PickBox<Row>({ row, name, selection }: { row: Row; name: string; selection: Selection<Row> }) {
  return <Box label={t('Select {row}', { row: name })} rows={[row]} selection={selection} />;
}

/** Selects the rows of the page. */
export function PickAllBox<Row>({ rows, selection }: { rows: readonly Row[]; selection: Selection<Row> }) {
  return <Box label={t('Select all rows of this page')} rows={rows} selection={selection} />;
}
