import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react';

import { afterPress } from '../form/press.ts';
import { toast } from '../ui/toast.tsx';
import { t } from '../words/words.ts';
import { controlAt, controlFor, controlsBelow, controlsBetween, go, type GridControl, haveStop, makeStop, rowOf } from './gridKeys.ts';
import { readBlock, readPasted, writeBlock } from './pasted.ts';
import type { GridEdit, GridHandle, GridPlace } from './useGrid.ts';

function placeOf(control: GridControl): GridPlace | null {
  const row = rowOf(control);
  const [key, column] = [row?.dataset['row'], control.dataset['cell']];
  return key === undefined || column === undefined ? null : { key, part: Number(row?.dataset['part']), column };
}

/** Keys, pasted blocks and the selection of a grid. The focus is the cell where the user is; no state of React follows it but its row. */
export function useGridKeys<Item extends object>(grid: GridHandle<Item>) {
  const { root } = grid;
  /** The selection's other end, while several cells are selected. */
  const anchor = useRef<GridControl | null>(null);
  const picked = useRef<readonly GridControl[]>([]);
  /** Esc in an unchanged cell: the next Tab leaves the grid. */
  const isLeaving = useRef(false);
  const before = useRef('');
  const last = useRef<GridControl | null>(null);

  useEffect(() => {
    if (root.current !== null) haveStop(root.current);
  });

  function pick(controls: readonly GridControl[]) {
    for (const control of picked.current) control.parentElement?.removeAttribute('data-picked');
    picked.current = controls.length > 1 ? controls : [];
    for (const control of picked.current) control.parentElement?.setAttribute('data-picked', '');
  }

  function dropSelection() {
    anchor.current = null;
    pick([]);
  }

  function textOf(control: GridControl): string {
    const place = placeOf(control);
    const item = grid.items.find((each) => grid.keyOf(each) === place?.key);
    const column = grid.columns.find(({ key }) => key === place?.column);
    return item === undefined || place === null ? '' : (column?.value(item, place.part) ?? '');
  }

  const fill = (text: string, into: readonly GridControl[]) =>
    grid.edit(
      into.flatMap((control) => {
        const place = placeOf(control);
        return place === null || !takes(control, text) ? [] : [{ ...place, text }];
      }),
    );

  /** The selected cells take the first one's text; a single cell takes that of the cell above. */
  function fillDown(at: GridControl) {
    if (root.current === null) return;
    const [first, ...rest] = picked.current;
    if (first !== undefined) return fill(textOf(first), rest);
    const above = controlFor(root.current, at, 'ArrowUp', false, false);
    if (above !== null) fill(textOf(above), [at]);
  }

  function fillToEnd() {
    const at = last.current;
    if (root.current === null || at === null || !root.current.contains(at)) return;
    fill(textOf(at), controlsBelow(root.current, at));
    go(at);
  }

  function move(event: KeyboardEvent, to: GridControl | null) {
    event.preventDefault();
    if (to !== null) go(to);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const at = controlAt(event.target);
    if (at === null || root.current === null || event.nativeEvent.isComposing || event.altKey) return;
    const { key, shiftKey } = event;
    const isControl = event.ctrlKey || event.metaKey;
    const small = key.toLowerCase();
    if (isControl && small === 'd') {
      event.preventDefault();
      return fillDown(at);
    }
    if (isControl && (small === 'z' || small === 'y')) {
      event.preventDefault();
      return small === 'y' || shiftKey ? grid.redo() : grid.undo();
    }
    if (key === 'Escape') return escape(event, at);
    if (key === 'Enter' && isControl) {
      event.preventDefault();
      return at.form?.requestSubmit();
    }
    if (key === 'Delete' && picked.current.length > 1) {
      event.preventDefault();
      return fill('', picked.current);
    }
    if (key === 'F2' && at instanceof HTMLInputElement) return at.setSelectionRange(at.value.length, at.value.length);
    if (shiftKey && (key === 'ArrowDown' || key === 'ArrowUp')) return extend(event, at, isControl);
    if (key === 'Tab' && isLeaving.current) return;
    const isMovement = /^(Arrow(Up|Down)|Enter|Page(Up|Down)|Tab)$/.test(key) || (isControl && /^(Home|End)$/.test(key));
    const to = controlFor(root.current, at, key, shiftKey, isControl);
    // The last Tab leaves the grid, as does the first with Shift.
    if (to === null && (key === 'Tab' || !isMovement)) return;
    if (to !== null || isMovement) {
      dropSelection();
      move(event, to);
    }
  }

  function extend(event: KeyboardEvent, at: GridControl, isFar: boolean) {
    event.preventDefault();
    if (root.current === null) return;
    const to = controlFor(root.current, at, event.key, false, isFar);
    if (to === null) return;
    const from = anchor.current ?? at;
    anchor.current = from;
    go(to);
    pick(controlsBetween(root.current, from, to));
  }

  /** Puts back what the cell had when it got the focus; from an unchanged cell, the next Tab leaves the grid. */
  function escape(event: KeyboardEvent, at: GridControl) {
    const place = placeOf(at);
    if (place === null) return;
    if (picked.current.length > 0) {
      event.stopPropagation();
      return dropSelection();
    }
    if (textOf(at) === before.current) {
      isLeaving.current = true;
      return;
    }
    event.stopPropagation();
    grid.edit([{ ...place, text: before.current }]);
  }

  /** A problem that appears where the focus was moves the page: not while a button is being pressed. */
  function showAt(place: GridPlace | null) {
    afterPress(() => grid.focusOn(place));
  }

  function onFocus(event: FocusEvent<HTMLElement>) {
    const at = controlAt(event.target);
    if (at === null || root.current === null) return;
    isLeaving.current = false;
    last.current = at;
    before.current = textOf(at);
    makeStop(root.current, at);
    // The whole row, with its message: neither below the foot nor out of sight.
    rowOf(at)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    showAt(placeOf(at));
  }

  function onBlur(event: FocusEvent<HTMLElement>) {
    if (!event.currentTarget.contains(event.relatedTarget)) showAt(null);
  }

  function onPasteCapture(event: ClipboardEvent<HTMLElement>) {
    const at = controlAt(event.target);
    const text = event.clipboardData.getData('text/plain');
    if (at === null || root.current === null || text === '') return;
    const block = readBlock(text);
    const isOne = block.length === 1 && block[0]?.length === 1;
    const into = picked.current;
    // Plain text goes into the text of the cell, where the cursor is.
    if (isOne && into.length === 0 && !/[\t\r\n]/.test(text) && at instanceof HTMLInputElement) return;
    event.preventDefault();
    event.stopPropagation();
    const { edits, lost } =
      isOne && into.length > 0
        ? editsOf(
            grid,
            into.map((control) => [control, block[0]?.[0] ?? '']),
          )
        : blockEdits(grid, root.current, at, block);
    grid.edit(edits);
    if (lost > 0)
      toast.error(
        t('{count, plural, one {# cell was} other {# cells were}} not pasted: the row or the choice does not exist.', { count: lost }),
      );
  }

  function onCopy(event: ClipboardEvent<HTMLElement>) {
    if (picked.current.length < 2) return;
    event.preventDefault();
    event.clipboardData.setData(
      'text/plain',
      writeBlock(
        picked.current.map((control) => [control instanceof HTMLInputElement ? control.value : (control.selectedOptions[0]?.label ?? '')]),
      ),
    );
  }

  return {
    fillToEnd,
    handlers: { onKeyDown, onFocus, onBlur, onPasteCapture, onCopy, onPointerDown: dropSelection },
  };
}

/** A choice takes only what it offers. */
function takes(control: GridControl, text: string): boolean {
  return control instanceof HTMLInputElement || [...control.options].some(({ value }) => value === text);
}

/** The edits for cells with their pasted texts, and how many texts found no place. */
function editsOf<Item extends object>(
  grid: GridHandle<Item>,
  cells: readonly (readonly [GridControl, string])[],
): { edits: GridEdit[]; lost: number } {
  const items = new Map(grid.items.map((item) => [grid.keyOf(item), item]));
  const columns = new Map(grid.columns.map((column) => [column.key, column]));
  const edits: GridEdit[] = [];
  for (const [control, pasted] of cells) {
    const place = placeOf(control);
    const item = place === null ? undefined : items.get(place.key);
    const column = place === null ? undefined : columns.get(place.column);
    const text = place === null || item === undefined || column === undefined ? null : readPasted(column, item, place.part, pasted);
    if (place !== null && text !== null) edits.push({ ...place, text });
  }
  return { edits, lost: cells.length - edits.length };
}

/** A block goes where it would in a spreadsheet: from the cell rightwards and down. What meets a cell that is only shown is passed over. */
function blockEdits<Item extends object>(
  grid: GridHandle<Item>,
  root: HTMLElement,
  at: GridControl,
  block: readonly (readonly string[])[],
) {
  const rows = [...root.querySelectorAll<HTMLElement>('[data-row]')];
  const firstRow = rows.indexOf(rowOf(at) ?? root);
  const firstColumn = grid.columns.findIndex(({ key }) => key === at.dataset['cell']);
  const cells: (readonly [GridControl, string])[] = [];
  let lost = 0;
  for (const [down, texts] of block.entries()) {
    const row = rows[firstRow + down];
    if (row === undefined) {
      lost += texts.length;
      continue;
    }
    const controls = new Map([...row.querySelectorAll<GridControl>('[data-cell]')].map((control) => [control.dataset['cell'], control]));
    for (const [right, text] of texts.entries()) {
      const control = controls.get(grid.columns[firstColumn + right]?.key);
      if (control !== undefined && !control.disabled) cells.push([control, text]);
    }
  }
  const { edits, lost: refused } = editsOf(grid, cells);
  return { edits, lost: lost + refused };
}
