import { useCallback, useMemo, useRef, useState } from 'react';

import { leastFirst, nameOf } from './chosenColumns.ts';
import type { Column } from './columns.tsx';

/** Called with a list's frame and its table when either changes its size. */
export type Fit = (frame: HTMLElement, table: HTMLTableElement) => void;

const NONE: ReadonlySet<string> = new Set();
/** The growth of a frame in pixels after which all columns are tried again: more than the scrollbar that a lower row removes. */
const GROWN = 40;

/**
 * The columns that fit into the frame: the least important ones are dropped first (`leastFirst`), and the record's name never. `fit`
 * belongs to the table. Columns that a user chose all stay, and scroll.
 */
export function useFit<Row>(columns: readonly Column<Row>[], isChosen: boolean): { fitting: readonly Column<Row>[]; fit: Fit | undefined } {
  const [away, setAway] = useState(NONE);
  const room = useRef(0);
  const fitting = useMemo(() => (isChosen ? columns : columns.filter((column) => !away.has(nameOf(column)))), [columns, isChosen, away]);
  const fit = useCallback<Fit>(
    (frame, table) => {
      if (frame.clientWidth > room.current + GROWN) {
        room.current = frame.clientWidth;
        setAway(NONE);
      }
      let over = table.offsetWidth - frame.clientWidth;
      if (over <= 1) return;
      room.current = frame.clientWidth;
      const gone: string[] = [];
      for (const name of leastFirst(columns)) {
        const head = table.querySelector<HTMLElement>(`th[data-column="${CSS.escape(name)}"]`);
        if (over <= 1 || head === null) continue;
        over -= head.offsetWidth;
        gone.push(name);
      }
      if (gone.length > 0) setAway((before) => new Set([...before, ...gone]));
    },
    [columns],
  );
  return { fitting, fit: isChosen ? undefined : fit };
}
