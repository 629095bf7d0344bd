import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';

import { type GridColumn, type GridProblem, isOpenAt } from './columns.ts';
import { readPasted } from './pasted.ts';

/** A place in the grid. */
export interface GridPlace {
  /** The key of the item. */
  key: string;
  part: number;
  column: string;
}

export interface GridEdit extends GridPlace {
  text: string;
}

interface GridOptions<Item> {
  items: readonly Item[];
  onItems: (items: readonly Item[]) => void;
  columns: readonly GridColumn<Item>[];
  /** The number of an item's line: it names the cells. */
  keyOf: (item: Item) => string;
  /** The number of rows of an item, if there may be several. */
  partsOf?: ((item: Item) => number) | undefined;
  /** The first problem with an item; null if it may be saved. */
  problemOf: (item: Item) => GridProblem | null;
  /** True once a save was refused, so that every problem shows. Until then, only items that were edited and left show theirs. */
  isChecked: boolean;
  /** Makes the item for a number, which is its key, for rows pasted below the last one; absent if rows cannot be added. */
  added?: { item: (number: number) => Item; most: number } | undefined;
  /** A problem with the lines as a whole. */
  error: string | undefined;
}

export interface GridHandle<Item> extends Pick<GridOptions<Item>, 'items' | 'columns' | 'keyOf' | 'partsOf' | 'added' | 'error'> {
  root: RefObject<HTMLDivElement | null>;
  /**
   * Applies edits that are undone together; returns the number of texts that no cell accepts. Each edit sees the result of the earlier
   * ones. A further edit of the same cell, while it keeps the focus, belongs to the previous one.
   */
  edit: (edits: readonly GridEdit[], isPasted?: boolean) => number;
  /** Replaces all items, for a shortcut; undone as one change. */
  replace: (change: (items: readonly Item[]) => readonly Item[]) => void;
  undo: () => void;
  redo: () => void;
  canUndo: boolean;
  /** Reports the item with the focus; null for none. */
  focusOn: (place: GridPlace | null) => void;
  /** The visible problems, by the key of their item. */
  problems: ReadonlyMap<string, GridProblem>;
}

/** Versions that can be undone; each stores only its changed items. */
const UNDO_MAX = 200;

interface Versions<Item> {
  past: readonly (readonly Item[])[];
  future: readonly (readonly Item[])[];
  /** The items to which these versions lead: any others come from outside, and end the history. */
  now: readonly Item[] | null;
  /** The cell whose edits still belong together. */
  typing: string | null;
}

const NO_VERSIONS = { past: [], future: [], now: null, typing: null };

const placeId = ({ key, part, column }: GridPlace) => JSON.stringify([key, part, column]);

/** Judges each item once. */
function judged<Item extends object>(problemOf: (item: Item) => GridProblem | null): (item: Item) => GridProblem | null {
  const known = new WeakMap<Item, GridProblem | null>();
  return (item) => {
    const found = known.get(item);
    if (found !== undefined) return found;
    const problem = problemOf(item);
    known.set(item, problem);
    return problem;
  };
}

/** The state of a grid: edits, their history, and problems. The items stay with the form. */
export function useGrid<Item extends object>(options: GridOptions<Item>): GridHandle<Item> {
  const { items, columns, keyOf, partsOf, added, isChecked, problemOf, error } = options;
  const root = useRef<HTMLDivElement>(null);
  const latest = useRef(options);
  const versions = useRef<Versions<Item>>(NO_VERSIONS);
  const [undoable, setUndoable] = useState<readonly Item[] | null>(null);
  const [edited, setEdited] = useState<ReadonlySet<string>>(() => new Set());
  const [active, setActive] = useState<string | null>(null);
  useLayoutEffect(() => {
    latest.current = options;
  });

  const emit = useCallback((next: readonly Item[], history: Omit<Versions<Item>, 'now'>) => {
    const { items: before, keyOf: key, onItems } = latest.current;
    const known = new Set<Item>(before);
    const changed = next.filter((item) => !known.has(item)).map(key);
    versions.current = { ...history, now: next };
    setUndoable(history.past.length > 0 ? next : null);
    setEdited((all) => (changed.every((each) => all.has(each)) ? all : new Set([...all, ...changed])));
    // Several changes of one event build on each other.
    latest.current = { ...latest.current, items: next };
    onItems(next);
  }, []);

  const kept = useCallback(() => (versions.current.now === latest.current.items ? versions.current : NO_VERSIONS), []);

  const step = useCallback(
    (next: readonly Item[], typing: string | null) => {
      const { past, typing: was } = kept();
      const { items: before } = latest.current;
      if (next === before) return;
      const isSame = typing !== null && was === typing;
      emit(next, { past: isSame ? past : [...past.slice(1 - UNDO_MAX), before], future: [], typing });
    },
    [emit, kept],
  );

  const edit = useCallback(
    (edits: readonly GridEdit[], isPasted = false) => {
      const { items: before, columns: cells, keyOf: key, added: more } = latest.current;
      const byKey = new Map(before.map((item) => [key(item), item]));
      const byColumn = new Map(cells.map((column) => [column.key, column]));
      const all = [...before];
      let refused = 0;
      for (const { key: of, part, column: at, text: given } of edits) {
        const last = more === undefined || given.trim() === '' ? 0 : Math.min(more.most, Number(of));
        while (more !== undefined && !byKey.has(of) && all.length < last) {
          const one = more.item(all.length + 1);
          all.push(one);
          byKey.set(key(one), one);
        }
        const [item, column] = [byKey.get(of), byColumn.get(at)];
        let text: string | null = null;
        if (item !== undefined && column !== undefined && isOpenAt(column, item, part)) {
          // A choice accepts only its options.
          text = isPasted || column.kind === 'choice' ? readPasted(column, item, part, given) : given;
          if (text !== null && text !== column.value(item, part)) byKey.set(of, column.set?.(item, text, part) ?? item);
        }
        if (text === null && given.trim() !== '') refused += 1;
      }
      const next = all.map((item) => byKey.get(key(item)) ?? item);
      const [only] = edits;
      const isOne = edits.length === 1 && only !== undefined;
      if (next.some((item, index) => item !== before[index])) step(next, isOne ? placeId(only) : null);
      return refused;
    },
    [step],
  );

  const replace = useCallback((change: (items: readonly Item[]) => readonly Item[]) => step(change(latest.current.items), null), [step]);

  const undo = useCallback(() => {
    const { past, future } = kept();
    const next = past.at(-1);
    if (next !== undefined) emit(next, { past: past.slice(0, -1), future: [...future, latest.current.items], typing: null });
  }, [emit, kept]);

  const redo = useCallback(() => {
    const { past, future } = kept();
    const next = future.at(-1);
    if (next !== undefined) emit(next, { past: [...past, latest.current.items], future: future.slice(0, -1), typing: null });
  }, [emit, kept]);

  const focusOn = useCallback((place: GridPlace | null) => {
    setActive(place?.key ?? null);
    const { current: now } = versions;
    if (place === null || now.typing !== placeId(place)) versions.current = { ...now, typing: null };
  }, []);

  const judge = useMemo(() => judged(problemOf), [problemOf]);
  const problems = useMemo(() => {
    const found = new Map<string, GridProblem>();
    for (const item of items) {
      const key = keyOf(item);
      if (!isChecked && (!edited.has(key) || key === active)) continue;
      const problem = judge(item);
      if (problem !== null) found.set(key, problem);
    }
    return found;
  }, [items, keyOf, judge, isChecked, edited, active]);

  return {
    items,
    columns,
    keyOf,
    partsOf,
    added,
    error,
    root,
    edit,
    replace,
    undo,
    redo,
    canUndo: undoable === items,
    focusOn,
    problems,
  };
}
