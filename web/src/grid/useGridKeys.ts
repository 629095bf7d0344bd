import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';

import { afterPress, isPressed } from '../form/press.ts';
import { toast } from '../ui/toast.tsx';
import { t } from '../words/words.ts';
import {
  controlAt,
  controlFor,
  controlNear,
  controlsBelow,
  controlsBetween,
  go,
  type GridControl,
  haveStop,
  makeStop,
  rowOf,
} from './gridKeys.ts';
import { readBlock, writeBlock } from './pasted.ts';
import type { GridEdit, GridHandle, GridPlace } from './useGrid.ts';

/** The position of a cell in a row; '' if the grid has no such row or column. */
function placeIn(row: HTMLElement | null | undefined, column = ''): GridPlace {
  return { key: row?.dataset['row'] ?? '', part: Number(row?.dataset['part']), column };
}

const placeOf = (control: GridControl) => placeIn(rowOf(control), control.dataset['cell']);

/** Keys, pasted blocks and the selection of a grid. The focus is the user's current cell, and React's state follows only its row. */
export function useGridKeys<Item extends object>(grid: GridHandle<Item>) {
  const { root } = grid;
  /** The other end of the selection, while several cells are selected. */
  const anchor = useRef<GridControl | null>(null);
  const picked = useRef<readonly GridControl[]>([]);
  /** Esc in an unchanged cell makes the next Tab leave the grid. */
  const isLeaving = useRef(false);
  const before = useRef('');
  const last = useRef<GridControl | null>(null);
  /** The text cell that a press has just entered. */
  const entered = useRef<HTMLInputElement | null>(null);
  /** True once a key or a pasted block, not typing, has changed the cell with the focus: typing then replaces its text again. */
  const isReplaced = useRef(false);
  /** The cell that has the focus. */
  const focused = useRef<GridPlace | null>(null);

  useEffect(() => {
    if (root.current === null) return;
    haveStop(root.current);
    if (isReplaced.current && last.current instanceof HTMLInputElement && last.current === document.activeElement) last.current.select();
    isReplaced.current = false;
    // Its row was removed: the focus continues from there instead of the top of the page.
    if (focused.current === null || last.current === null || last.current.isConnected) return;
    const next = controlNear(root.current, focused.current.key, focused.current.column);
    if (next !== null) go(next);
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
    const item = grid.items.find((each) => grid.keyOf(each) === place.key);
    const column = grid.columns.find(({ key }) => key === place.column);
    return item === undefined ? '' : (column?.value(item, place.part) ?? '');
  }

  const editsFor = (into: readonly GridControl[], text: string): GridEdit[] => into.map((control) => ({ ...placeOf(control), text }));

  function fill(text: string, into: readonly GridControl[]) {
    isReplaced.current = true;
    grid.edit(editsFor(into, text));
  }

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
    isReplaced.current = false;
    const at = controlAt(event.target);
    if (at === null || root.current === null || event.nativeEvent.isComposing || event.altKey) return;
    const { key, shiftKey } = event;
    const isControl = event.ctrlKey || event.metaKey;
    // Enter presses a button.
    if (at instanceof HTMLButtonElement && key === 'Enter' && !isControl) return;
    const small = key.toLowerCase();
    if (isControl && small === 'd') {
      event.preventDefault();
      return fillDown(at);
    }
    if (isControl && (small === 'z' || small === 'y')) {
      event.preventDefault();
      isReplaced.current = true;
      return small === 'y' || shiftKey ? grid.redo() : grid.undo();
    }
    if (key === 'Escape') return escape(event, at);
    if (key === 'Enter' && isControl) {
      event.preventDefault();
      return at.form?.requestSubmit();
    }
    if (key === 'Delete' && (picked.current.length > 1 || at instanceof HTMLSelectElement)) {
      event.preventDefault();
      return fill('', picked.current.length > 1 ? picked.current : [at]);
    }
    if (key === 'F2' && at instanceof HTMLInputElement) return at.setSelectionRange(at.value.length, at.value.length);
    if (shiftKey && (key === 'ArrowDown' || key === 'ArrowUp')) return extend(event, at, isControl);
    if (key === 'Tab' && isLeaving.current) return;
    const isMovement = /^(Arrow(Up|Down)|Enter|Page(Up|Down)|Tab)$/.test(key) || (isControl && /^(Home|End)$/.test(key));
    const to = controlFor(root.current, at, key, shiftKey, isControl);
    // The last Tab leaves the grid, as does Shift+Tab in the first cell.
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

  /** Reverts the typing since the cell got the focus; from an unchanged cell, the next Tab leaves the grid. */
  function escape(event: KeyboardEvent, at: GridControl) {
    if (picked.current.length > 0) {
      event.stopPropagation();
      return dropSelection();
    }
    if (textOf(at) === before.current) {
      isLeaving.current = true;
      return;
    }
    event.stopPropagation();
    // The whole step, including the decision if typing has changed it.
    isReplaced.current = true;
    grid.undo();
  }

  /** Moves the focus to the next cell with a problem. */
  function nextProblem() {
    const wrong = [...(root.current?.querySelectorAll<HTMLElement>('[aria-invalid="true"]') ?? [])];
    const from = last.current;
    const behind =
      from === null ? undefined : wrong.find((cell) => from.compareDocumentPosition(cell) === Node.DOCUMENT_POSITION_FOLLOWING);
    (behind ?? wrong[0])?.focus();
  }

  /** A problem that appears at the old focus moves the page, so it waits while a button is being pressed. */
  function showAt(place: GridPlace | null) {
    afterPress(() => grid.focusOn(place));
  }

  function onFocus(event: FocusEvent<HTMLElement>) {
    const at = controlAt(event.target);
    if (at === null || root.current === null) return;
    isLeaving.current = false;
    last.current = at;
    focused.current = placeOf(at);
    before.current = textOf(at);
    makeStop(root.current, at);
    // Scrolls to the whole row with its message, so that it is neither below the foot nor out of view. A pressed button must not move under
    // the pointer, because the press would be lost.
    if (!isPressed()) rowOf(at)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    showAt(placeOf(at));
  }

  function onBlur(event: FocusEvent<HTMLElement>) {
    if (event.currentTarget.contains(event.relatedTarget)) return;
    focused.current = null;
    showAt(null);
  }

  function onPointerDown({ target }: PointerEvent<HTMLElement>) {
    dropSelection();
    entered.current = target instanceof HTMLInputElement && target !== document.activeElement ? target : null;
  }

  /** Typing replaces the text of a cell entered by a click, as in a spreadsheet; a second click places the cursor. */
  function onClick() {
    const cell = entered.current;
    entered.current = null;
    if (cell !== null && cell === document.activeElement && cell.selectionStart === cell.selectionEnd) cell.select();
  }

  function onPasteCapture(event: ClipboardEvent<HTMLElement>) {
    const at = controlAt(event.target);
    const text = event.clipboardData.getData('text/plain');
    if (at === null || root.current === null || text === '') return;
    const block = readBlock(text);
    const isOne = block.length === 1 && block[0]?.length === 1;
    const into = picked.current;
    // Plain text is inserted into the cell's text at the cursor.
    if (isOne && into.length === 0 && !/[\t\r\n]/.test(text) && at instanceof HTMLInputElement) return;
    event.preventDefault();
    event.stopPropagation();
    const edits = isOne && into.length > 0 ? editsFor(into, block[0]?.[0] ?? '') : blockEdits(grid, root.current, at, block);
    isReplaced.current = true;
    const count = grid.edit(edits, true);
    if (count > 0)
      toast.error(
        t(
          '{count, plural, one {# cell was} other {# cells were}} not pasted: the row or choice does not exist, or the cell cannot be changed.',
          { count },
        ),
      );
  }

  function onCopy(event: ClipboardEvent<HTMLElement>) {
    if (picked.current.length < 2) return;
    event.preventDefault();
    event.clipboardData.setData(
      'text/plain',
      writeBlock(
        picked.current.map((control) => [control instanceof HTMLSelectElement ? (control.selectedOptions[0]?.label ?? '') : control.value]),
      ),
    );
  }

  return {
    fillToEnd,
    nextProblem,
    handlers: { onKeyDown, onFocus, onBlur, onPasteCapture, onCopy, onPointerDown, onClick },
  };
}

/** A block is pasted as in a spreadsheet: from the cell rightwards and down. */
function blockEdits<Item extends object>(
  grid: GridHandle<Item>,
  root: HTMLElement,
  at: GridControl,
  block: readonly (readonly string[])[],
): GridEdit[] {
  const rows = [...root.querySelectorAll<HTMLElement>('[data-row]')];
  const firstRow = rows.indexOf(rowOf(at) ?? root);
  const firstColumn = grid.columns.findIndex(({ key }) => key === at.dataset['cell']);
  return block.flatMap((texts, down) => {
    const row = rows[firstRow + down];
    // The number of a row that is to be added.
    const key = row === undefined && grid.added !== undefined ? { key: String(firstRow + down + 1), part: 0 } : {};
    return texts.map((text, right) => ({ ...placeIn(row, grid.columns[firstColumn + right]?.key), ...key, text }));
  });
}
