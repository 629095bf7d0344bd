import { useCallback, useMemo, useState } from 'react';

export interface Selection<Row> {
  rows: readonly Row[];
  has: (row: Row) => boolean;
  set: (rows: readonly Row[], selected: boolean) => void;
  clear: () => void;
}

/** Rows picked by their checkboxes, kept across pages until cleared. */
export function useSelection<Row>(rowKey: (row: Row) => string): Selection<Row> {
  const [picked, setPicked] = useState<ReadonlyMap<string, Row>>(new Map());
  const clear = useCallback(() => setPicked(new Map()), []);
  const set = useCallback(
    (rows: readonly Row[], selected: boolean) =>
      setPicked((before) => {
        const after = new Map(before);
        for (const row of rows) {
          if (selected) after.set(rowKey(row), row);
          else after.delete(rowKey(row));
        }
        return after;
      }),
    [rowKey],
  );
  return useMemo(
    () => ({ rows: [...picked.values()], has: (row: Row) => picked.has(rowKey(row)), set, clear }),
    [picked, rowKey, set, clear],
  );
}
