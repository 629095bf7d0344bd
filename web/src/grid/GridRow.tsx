/* oxlint-disable jsx-a11y/prefer-tag-over-role -- Rows are grids that are left out while they are out of sight, which a table's cannot be. */
import { type CSSProperties, memo, type ReactNode, useId } from 'react';

import { t } from '../words/words.ts';
import { type GridAction, type GridColumn, type GridProblem, isBare, isFigure, isOpenAt } from './columns.ts';
import classes from './Grid.module.css';
import { GridCell } from './GridCell.tsx';
import type { GridEdit } from './useGrid.ts';

interface GridRowProps<Item> {
  rowKey: string;
  item: Item;
  part: number;
  isLast: boolean;
  columns: readonly GridColumn<Item>[];
  problem: GridProblem | null;
  onEdit: (edits: readonly GridEdit[]) => unknown;
  onReplace: Parameters<GridAction<Item>['run']>[0];
  partName: ((part: number) => string) | undefined;
  noteOf: ((item: Item) => ReactNode) | undefined;
}

/** A row of a grid; it renders only when its item, problem or columns change. */
export const GridRow = memo(DrawnRow) as unknown as typeof DrawnRow;

function DrawnRow<Item>({ rowKey, item, part, isLast, columns, problem, onEdit, onReplace, partName, noteOf }: GridRowProps<Item>) {
  const message = useId();
  const line = t('Line {number}', { number: rowKey });
  const name = part === 0 || partName === undefined ? line : `${line}, ${partName(part)}`;
  const note = isLast ? noteOf?.(item) : null;
  const wrongAt = problem === null ? -1 : columns.findIndex(({ key }) => key === problem.column);
  return (
    <div role="row" aria-label={name} className={classes.row} data-row={rowKey} data-part={part}>
      {columns.map((column, index) => {
        const isOpen = isOpenAt(column, item, part);
        const isEmpty = isBare(column, part);
        const isChanged = isOpen && column.isChanged?.(item, part) === true;
        return (
          <div
            key={column.key}
            role={index === 0 ? 'rowheader' : 'gridcell'}
            className={isOpen ? classes.open : classes.cell}
            data-align={isFigure(column) ? 'right' : undefined}
            data-changed={isChanged || undefined}
            data-wrong={index === wrongAt || undefined}
            data-wide={column.isWide || column.width === 'rest' || undefined}
            data-code={column.kind === 'code' || undefined}
            data-off-card={isEmpty || column.isOnCard?.(item, part) === false || undefined}
          >
            <span className={classes.label} aria-hidden>
              {index > 0 && column.actions === undefined && t(column.label)}
            </span>
            {column.actions !== undefined ? (
              <GridActions column={column.key} actions={column.actions(item)} onReplace={onReplace} />
            ) : isOpen ? (
              <GridCell
                column={column}
                item={item}
                part={part}
                name={nameOf(column.label, rowKey, part, partName)}
                onText={(text) => onEdit([{ key: rowKey, part, column: column.key, text }])}
                wrong={index === wrongAt ? message : undefined}
              />
            ) : (
              <span className={classes.shown} data-tone={column.tone?.(item, part)}>
                {!isEmpty && (column.show === undefined ? column.value(item, part) : column.show(item, part))}
              </span>
            )}
          </div>
        );
      })}
      {problem !== null && (
        <div
          role="gridcell"
          aria-colspan={columns.length}
          className={classes.message}
          style={{ '--from': Math.max(1, Math.min(wrongAt + 1, columns.length - 3)) } as CSSProperties}
        >
          <span id={message}>{t(problem.message)}</span>
        </div>
      )}
      {note !== null && note !== undefined && note !== false && (
        <div role="gridcell" aria-colspan={columns.length} className={classes.note}>
          {note}
        </div>
      )}
    </div>
  );
}

interface ActionsProps<Item> extends Pick<GridRowProps<Item>, 'onReplace'> {
  column: string;
  actions: readonly GridAction<Item>[];
}

function GridActions<Item>({ column, actions, onReplace }: ActionsProps<Item>) {
  return (
    <span className={classes.actions}>
      {actions.map(({ key, label, icon, run }) => (
        <button
          key={key}
          type="button"
          className={classes.action}
          data-cell={`${column}-${key}`}
          aria-label={label}
          title={label}
          tabIndex={-1}
          onClick={() => run(onReplace)}
        >
          {icon}
        </button>
      ))}
    </span>
  );
}

function nameOf(label: string, number: string, part: number, partName: ((part: number) => string) | undefined): string {
  const named = t('{label}, line {number}', { label: t(label), number });
  return part === 0 || partName === undefined ? named : `${named}, ${partName(part)}`;
}
