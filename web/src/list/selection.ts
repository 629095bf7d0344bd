import { useState, useSyncExternalStore } from 'react';

/** Outside of React's state: a screen reads the selection when it acts on it, and renders only the selected row. */
export interface Selection<Row> {
  readonly rows: readonly Row[];
  has: (row: Row) => boolean;
  set: (rows: readonly Row[], selected: boolean) => void;
  clear: () => void;
  subscribe: (listener: () => void) => () => void;
}

function createSelection<Row>(rowKey: (row: Row) => string): Selection<Row> {
  let picked: ReadonlyMap<string, Row> = new Map();
  let rows: readonly Row[] = [];
  const listeners = new Set<() => void>();

  function become(next: ReadonlyMap<string, Row>): void {
    picked = next;
    rows = [...next.values()];
    for (const listener of listeners) listener();
  }
  return {
    get rows() {
      return rows;
    },
    has: (row) => picked.has(rowKey(row)),
    set(given, selected) {
      const after = new Map(picked);
      for (const row of given) {
        if (selected) after.set(rowKey(row), row);
        else after.delete(rowKey(row));
      }
      become(after);
    },
    clear: () => become(new Map()),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Rows selected by their checkboxes, kept across pages until cleared. `rowKey` is the one of the first render. */
export function useSelection<Row>(rowKey: (row: Row) => string): Selection<Row> {
  return useState(() => createSelection(rowKey))[0];
}

/** The selected rows, for components that show them. */
export function useSelected<Row>(selection: Selection<Row>): readonly Row[] {
  return useSyncExternalStore(selection.subscribe, () => selection.rows);
}
