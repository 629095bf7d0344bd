/** A control of a cell. One at a time is a Tab stop, as in every grid. A button belongs to a row's actions. */
export type GridControl = HTMLInputElement | HTMLSelectElement | HTMLButtonElement;

const CONTROLS = ':is(input, select, button)[data-cell]:not(:disabled)';

/** The cells in sight. The focus cannot move to the cells that a card leaves out. */
const SHOWN = `${CONTROLS}:not([data-cards] [data-off-card] *)`;

/** The number of rows that Page Up and Page Down move. */
const PAGE = 10;

export function controlAt(target: EventTarget | null): GridControl | null {
  return target instanceof Element ? target.closest<GridControl>(CONTROLS) : null;
}

export const rowOf = (control: Element) => control.closest<HTMLElement>('[data-row]');

const rowsOf = (root: HTMLElement) => [...root.querySelectorAll<HTMLElement>('[data-row]')];

/** The controls of a column from one row to another, whichever is first. */
export function controlsBetween(root: HTMLElement, from: GridControl, to: GridControl): GridControl[] {
  const rows = rowsOf(root);
  const [one, other] = [from, to].map((control) => rows.indexOf(rowOf(control) ?? root)).sort((a, b) => a - b);
  return rows.slice(one, (other ?? 0) + 1).flatMap((row) => inColumn(row, from.dataset['cell']) ?? []);
}

/** The controls of a column below a control, to the end. */
export function controlsBelow(root: HTMLElement, control: GridControl): GridControl[] {
  const rows = rowsOf(root);
  return rows.slice(rows.indexOf(rowOf(control) ?? root) + 1).flatMap((row) => inColumn(row, control.dataset['cell']) ?? []);
}

function inColumn(row: Element, column = '', controls = CONTROLS): GridControl | null {
  return row.querySelector<GridControl>(`${controls}[data-cell="${CSS.escape(column)}"]`);
}

/** The control that a key leads to; null if the focus stays, or the key is not a movement. */
export function controlFor(root: HTMLElement, from: GridControl, key: string, isShift: boolean, isControl: boolean): GridControl | null {
  switch (key) {
    case 'ArrowDown':
      return isControl ? far(root, from, 1) : vertical(from, 1);
    case 'ArrowUp':
      return isControl ? far(root, from, -1) : vertical(from, -1);
    case 'Enter':
      return vertical(from, isShift ? -1 : 1);
    case 'PageDown':
      return vertical(from, PAGE);
    case 'PageUp':
      return vertical(from, -PAGE);
    case 'ArrowLeft':
      return isAtEdge(from, 'left') ? inOrder(rowOf(from) ?? root, from, -1) : null;
    case 'ArrowRight':
      return isAtEdge(from, 'right') ? inOrder(rowOf(from) ?? root, from, 1) : null;
    case 'Home':
      return isControl ? far(root, from, -1) : null;
    case 'End':
      return isControl ? far(root, from, 1) : null;
    case 'Tab':
      return inOrder(root, from, isShift ? -1 : 1, isCell);
    default:
      return null;
  }
}

/** The same column this many rows away, or as far as possible. */
function vertical(from: GridControl, by: number): GridControl | null {
  let row: Element | null = rowOf(from);
  let found: GridControl | null = null;
  let left = Math.abs(by);
  while (left > 0 && row !== null) {
    do row = by > 0 ? row.nextElementSibling : row.previousElementSibling;
    while (row !== null && !row.matches('[data-row]'));
    const control: GridControl | null = row === null ? null : inColumn(row, from.dataset['cell'], SHOWN);
    if (control === null) continue;
    found = control;
    left -= 1;
  }
  return found;
}

function far(root: HTMLElement, from: GridControl, way: 1 | -1): GridControl | null {
  const all = rowsOf(root).flatMap((row) => inColumn(row, from.dataset['cell'], SHOWN) ?? []);
  return all.at(way === 1 ? -1 : 0) ?? null;
}

/** True for anything except a button of a row. */
const isCell = (control: GridControl) => !(control instanceof HTMLButtonElement);

function inOrder(within: HTMLElement, from: GridControl, by: 1 | -1, stops = (_control: GridControl) => true): GridControl | null {
  const all = [...within.querySelectorAll<GridControl>(SHOWN)].filter((each) => each === from || stops(each));
  return all[all.indexOf(from) + by] ?? null;
}

/** True if an arrow key has no character to pass, or the whole text is selected, as after every move. */
function isAtEdge(control: GridControl, side: 'left' | 'right'): boolean {
  if (!(control instanceof HTMLInputElement)) return true;
  const { selectionStart: start, selectionEnd: end, value } = control;
  if (start === 0 && end === value.length) return true;
  return start === end && start === (side === 'left' ? 0 : value.length);
}

/** Moves the focus; a text is selected, so that typing replaces it. */
export function go(control: GridControl): void {
  control.focus();
  if (control instanceof HTMLInputElement) control.select();
}

/** Makes a control the grid's stop for the Tab key. */
export function makeStop(root: HTMLElement, control: GridControl): void {
  for (const before of root.querySelectorAll<GridControl>('[data-cell][tabindex="0"]')) before.tabIndex = -1;
  control.tabIndex = 0;
}

/** The control at a position; if its row or cell is gone, the nearest one. */
export function controlNear(root: HTMLElement, key: string, column: string): GridControl | null {
  const rows = rowsOf(root);
  const row = rows.find(({ dataset }) => dataset['row'] === key) ?? rows.at(-1);
  return row === undefined ? null : (inColumn(row, column, SHOWN) ?? row.querySelector<GridControl>(SHOWN));
}

/** The first control is the Tab stop while there is none, for example after its row was removed. */
export function haveStop(root: HTMLElement): void {
  if (root.querySelector(`${SHOWN}[tabindex="0"]`) !== null) return;
  const all = [...root.querySelectorAll<GridControl>(SHOWN)];
  const first = all.find(isCell) ?? all[0];
  if (first !== undefined) makeStop(root, first);
}
