import { useState } from 'react';

export interface Selection<Row> {
  rows: readonly Row[];
  has: (row: Row) => boolean;
  set: (rows: readonly Row[], selected: boolean) => void;
  clear: () => void;
}

/** Rows picked by their checkboxes, kept across pages until cleared. */
export function useSelection<Row>(rowKey: (row: Row) => string): Selection<Row> {
  const [picked, setPicked] = useState<ReadonlyMap<string, Row>>(new Map());
  return {
    rows: [...picked.values()],
    has: (row) => picked.has(rowKey(row)),
    set(rows, selected) {
      setPicked((before) => {
        const after = new Map(before);
        for (const row of rows) {
          if (selected) after.set(rowKey(row), row);
          else after.delete(rowKey(row));
        }
        return after;
      });
    },
    clear: () => setPicked(new Map()),
  };
}
