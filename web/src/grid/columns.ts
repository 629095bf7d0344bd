import { signed } from '@aapurti/contract/ground/fields';
import type { Decimal } from '@aapurti/contract/ground/numbers';
import type { ReactNode } from 'react';

/**
 * The column of a grid. An item may take several rows, with `part` as their position from 0: the deliveries of an order line. Columns are
 * constants or memoized, because a row is rendered again only when its item or the columns change.
 */
export interface GridColumn<Item> {
  /** Unique within the grid. */
  key: string;
  /** English. Also names the cells: "Reason, line 3". */
  label: string;
  /** The width in pixels; one column may be 'rest'. */
  width: number | 'rest';
  /** `amount` is grouped as rupees, `figure` is not; `day` is stored as YYYY-MM-DD; `shown` cannot be edited. */
  kind: 'shown' | 'text' | 'code' | 'figure' | 'amount' | 'day' | 'choice';
  /** The text of the cell as typed; the value of the choice. */
  value: (item: Item, part: number) => string;
  /** The content of a read-only cell, if it differs from `value`. */
  show?: (item: Item, part: number) => ReactNode;
  /** The item with another text in the cell. Absent for `shown`. */
  set?: (item: Item, text: string, part: number) => Item;
  /** The choices, with labels in the user's language. */
  choices?: (item: Item, part: number) => readonly GridChoice[];
  /** True for a value that an item has once: its further rows leave the cell blank. */
  isOnce?: boolean;
  /** False if this row's cell is read-only. */
  isOpen?: (item: Item, part: number) => boolean;
  /** True for a value that the user has changed, which is marked. */
  isChanged?: (item: Item, part: number) => boolean;
  /** The colour of the text, in addition to its sign or wording. */
  tone?: (item: Item, part: number) => 'bad' | 'warn' | undefined;
  /** False for cells that a card leaves out. */
  isOnCard?: (item: Item, part: number) => boolean;
  /** True for text that takes the whole width of a phone's card, as does the column that takes the remaining space. */
  isWide?: boolean;
  /** True for figures that are only displayed. */
  isRight?: boolean;
  maxLength?: number;
  /** The buttons of a row, in a column of their own: the same number in each row. Arrow keys reach them, Tab skips them. */
  actions?: (item: Item) => readonly GridAction<Item>[];
  placeholder?: (item: Item, part: number) => string;
}

export interface GridChoice {
  value: string;
  label: string;
}

export interface GridAction<Item> {
  key: string;
  /** Names the line too; in the user's language. */
  label: string;
  icon: ReactNode;
  /** Gets the grid's `replace`, with which the change can be undone. */
  run: (replace: (change: (items: readonly Item[]) => readonly Item[]) => void) => void;
}

/** The problem with an item, located at one of its cells. */
export interface GridProblem {
  column: string;
  part: number;
  /** A sentence, in English. */
  message: string;
}

export const isFigure = ({ kind, isRight }: Pick<GridColumn<never>, 'kind' | 'isRight'>) =>
  kind === 'figure' || kind === 'amount' || isRight === true;

export const isBare = ({ isOnce }: Pick<GridColumn<never>, 'isOnce'>, part: number) => isOnce === true && part > 0;

/** True if a cell can be edited. */
export const isOpenAt = <Item>(column: GridColumn<Item>, item: Item, part: number) =>
  column.set !== undefined && !isBare(column, part) && column.isOpen?.(item, part) !== false;

/** The column of a read-only figure. */
export function shownFigure<Item>(
  names: Pick<GridColumn<Item>, 'key' | 'label' | 'width'>,
  value: GridColumn<Item>['value'],
  more: Partial<GridColumn<Item>> = {},
): GridColumn<Item> {
  return { ...names, kind: 'shown', isRight: true, value, ...more };
}

/** The column of a difference, with its sign: a shortage in red and an excess in amber. Zero is a dash, which a card leaves out. */
export function differenceColumn<Item>(
  names: Pick<GridColumn<Item>, 'key' | 'label' | 'width'>,
  of: (item: Item) => Decimal,
  show: (text: string) => string,
): GridColumn<Item> {
  const shown = (item: Item) => {
    const value = of(item);
    return value.eq(0) ? '–' : signed(value.toNumber(), show(value.abs().toFixed()));
  };
  return shownFigure(names, shown, {
    isOnce: true,
    tone: (item) => (of(item).lt(0) ? 'bad' : of(item).gt(0) ? 'warn' : undefined),
    isOnCard: (item) => !of(item).eq(0),
  });
}
