/* oxlint-disable jsx-a11y/prefer-tag-over-role -- Rows are grids that are left out while they are out of sight, which a table's cannot be. */
import { IconAlertTriangle } from '@tabler/icons-react';
import { type CSSProperties, type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react';

import { t } from '../words/words.ts';
import { isFigure } from './columns.ts';
import classes from './Grid.module.css';
import { haveStop } from './gridKeys.ts';
import { GridRow } from './GridRow.tsx';
import type { GridHandle } from './useGrid.ts';
import { useGridKeys } from './useGridKeys.ts';
import { Button } from '../ui/Button.tsx';

interface GridProps<Item extends object> {
  grid: GridHandle<Item>;
  /** English. */
  label: string;
  /** The name of a further row of an item, in the user's language: "delivery 2". */
  partName?: (part: number) => string;
  /** The content below the rows of an item. A constant or memoized function. */
  noteOf?: (item: Item) => ReactNode;
  /** Buttons above: shortcuts for all lines. */
  shortcuts?: ReactNode;
  /** The figures of the foot. */
  sums?: ReactNode;
}

/**
 * Lines that are edited like a spreadsheet: arrow keys, Enter and Tab, pasted blocks, fill down, undo; one card each on a phone and wherever
 * the columns do not fit. Every editable cell is a native control, so that screen readers, translation and the phone's keyboard work.
 */
export function Grid<Item extends object>({ grid, label, partName, noteOf, shortcuts, sums }: GridProps<Item>) {
  const { root, items, columns, keyOf, partsOf, problems, error, edit, replace } = grid;
  const keys = useGridKeys(grid);
  const hint = useId();
  const widths = columns.map(({ width }) => width);
  const least = widths.reduce<number>((sum, width) => sum + leastOf(width), 0);
  const frame = useCards(root, least);
  // Each row is a separate grid, so only tracks that do not depend on contents line up.
  const tracks = widths.map((width) => `minmax(${leastOf(width)}px, ${width === 'rest' ? '1fr' : `${width}px`})`).join(' ');

  return (
    <div ref={frame} className={classes.frame}>
      <div className={classes.tools}>
        {shortcuts}
        <span className={classes.history}>
          <Button
            label="Fill down"
            variant="subtle"
            size="compact-sm"
            onMouseDown={keepFocus}
            onClick={keys.fillToEnd}
            title={t('Copies the cell to all rows below.')}
          />
          <Button label="Undo" variant="subtle" size="compact-sm" disabled={!grid.canUndo} onClick={grid.undo} />
        </span>
        <p id={hint} className={classes.hint}>
          {t(
            'Paste a block from Excel into any cell. Enter goes down, Tab right, Ctrl+D fills down, Ctrl+Z undoes; Esc and Tab leave the lines.',
          )}
        </p>
      </div>
      <div
        ref={root}
        role="grid"
        aria-label={t(label)}
        aria-describedby={hint}
        className={classes.grid}
        data-long={items.length > SHORT || undefined}
        style={{ '--tracks': tracks } as CSSProperties}
        {...keys.handlers}
      >
        <div role="row" className={classes.head}>
          {columns.map((column) => (
            <div key={column.key} role="columnheader" data-align={isFigure(column) ? 'right' : undefined}>
              {t(column.label)}
            </div>
          ))}
        </div>
        {items.flatMap((item) => {
          const key = keyOf(item);
          const problem = problems.get(key) ?? null;
          const parts = partsOf?.(item) ?? 1;
          return Array.from({ length: parts }, (_, part) => (
            <GridRow
              key={`${key}/${part}`}
              rowKey={key}
              item={item}
              part={part}
              isLast={part === parts - 1}
              columns={columns}
              problem={problem?.part === part ? problem : null}
              onEdit={edit}
              onReplace={replace}
              partName={partName}
              noteOf={noteOf}
            />
          ));
        })}
      </div>
      <div className={classes.foot}>
        <GridProblems count={problems.size} onNext={keys.nextProblem} />
        {error !== undefined && problems.size === 0 && (
          <p role="alert" className={classes.error}>
            {t(error)}
          </p>
        )}
        {sums}
      </div>
    </div>
  );
}

/** The minimum width in pixels of a column: a declared width gives way by a twelfth before the lines become cards. */
const leastOf = (width: number | 'rest') => (width === 'rest' ? 160 : Math.ceil((width * 11) / 12));

/** The number of items up to which all rows are laid out; beyond it, rows are laid out when they come into view. */
const SHORT = 60;

const keepFocus = (event: { preventDefault: () => void }) => event.preventDefault();

/** "3 problems": pressing it leads to the next one. */
function GridProblems({ count, onNext }: { count: number; onNext: () => void }) {
  return (
    <output>
      {count > 0 && (
        <Button variant="light" color="red" size="compact-md" icon={IconAlertTriangle} onMouseDown={keepFocus} onClick={onNext}>
          {t('{count, plural, one {# problem} other {# problems}}', { count })}
        </Button>
      )}
    </output>
  );
}

/** The first cell of a row: the number and name of its line, with smaller text below. */
export function GridItem({ number, name, children }: { number: number; name: string; children?: ReactNode }) {
  return (
    <span className={classes.item}>
      <span className={classes.number}>{number}</span>
      <span className={classes.words}>
        <span className={classes.name}>{name}</span>
        {children}
      </span>
    </span>
  );
}

/** Smaller text in a cell or below a row. */
export function GridUnder({ children }: { children: ReactNode }) {
  return <span className={classes.under}>{children}</span>;
}

/** A figure of a grid's foot, with its label. */
export function GridSum({ label, tone, children }: { label: string; tone?: 'bad' | 'warn' | undefined; children: ReactNode }) {
  return (
    <span className={classes.sum}>
      <span className={classes.sumLabel}>{t(label)}</span>
      <strong data-tone={tone}>{children}</strong>
    </span>
  );
}

const PHONE = window.matchMedia('(max-width: 599.98px)');

/** Marks a frame with `data-cards` if it is narrower than its columns, and on a phone: its lines are then cards. */
function useCards(root: RefObject<HTMLElement | null>, least: number) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const frame = ref.current;
    if (frame === null) return undefined;
    const mark = () => {
      frame.toggleAttribute('data-cards', frame.clientWidth < least || PHONE.matches);
      // A card leaves cells out, and one of them may have been the stop of the Tab key.
      if (root.current !== null) haveStop(root.current);
    };
    const sizes = new ResizeObserver(mark);
    sizes.observe(frame);
    mark();
    return () => sizes.disconnect();
  }, [root, least]);
  return ref;
}
