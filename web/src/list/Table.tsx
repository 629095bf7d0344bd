import { showMoney } from '@aapurti/contract/ground/fields';
import { VisuallyHidden } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { memo, type MouseEvent, useDeferredValue } from 'react';

import { SiteLink } from '../ui/Link.tsx';
import { nameOf } from './chosenColumns.ts';
import type { Column } from './columns.tsx';
import { PickAllBox, PickBox } from './PickBox.tsx';
import { RowButtons } from './RowButtons.tsx';
import { SortHead } from './SortHead.tsx';
import classes from './Table.module.css';
import { totalOf, totalWords } from './TotalLine.tsx';
import { useScrollEdges } from './useScrollEdges.ts';
import { leadOf, type ListView } from './view.ts';
import { t } from '../words/words.ts';

/** The text of a blank cell. */
const NOTHING = '\u00a0';

/** A list as a table. A wide table scrolls inside its frame, with the lead and the action columns in view. */
export function Table<Row>(view: ListView<Row>) {
  const { title, columns, rows, rowActions, onDelete, selection, state, sort, fit, totals } = view;
  // Fifty new rows take the browser a moment, so the pressed control is shown before them.
  const shown = useDeferredValue(view);
  const { ref, scrolls } = useScrollEdges(fit);
  const lead = leadOf(columns);
  const acts = rowActions !== undefined || onDelete !== undefined;
  const footOf = (column: Column<Row>) => {
    if (totals === undefined) return column.foot?.(rows);
    const total = totalOf(column, totals);
    return column === lead ? totalWords(totals) : total === undefined ? '' : showMoney(total);
  };

  return (
    <div
      ref={ref}
      className={classes.region}
      {...(scrolls ? { role: 'region', 'aria-label': t('{title}, scrolls sideways', { title: t(title) }), tabIndex: 0 } : {})}
    >
      <table className={classes.table}>
        <VisuallyHidden component="caption">{t(title)}</VisuallyHidden>
        <thead>
          <tr>
            {selection !== undefined && (
              <th scope="col" className={classes.check}>
                <PickAllBox rows={rows} selection={selection} />
              </th>
            )}
            {columns.map((column) => (
              <SortHead
                key={column.label}
                name={nameOf(column)}
                label={column.label}
                sortBy={column.sortBy}
                align={column.align}
                order={state.sortBy === column.sortBy ? state.sortOrder : undefined}
                sort={sort}
                className={column === lead ? classes.lead : undefined}
              />
            ))}
            {acts && (
              <th scope="col" className={classes.actions}>
                {t('Action')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {shown.rows.map((row, index) => (
            // The row is aligned with the current headings.
            <TableRow
              key={shown.rowKey(row)}
              {...shown}
              columns={columns}
              row={row}
              position={shown.first + index}
              href={shown.rowHref?.(row)}
            />
          ))}
        </tbody>
        {(totals !== undefined || columns.some(({ foot }) => foot !== undefined)) && (
          <tfoot>
            <tr>
              {selection !== undefined && <td className={classes.check}>{NOTHING}</td>}
              {columns.map((column) => (
                <td
                  key={column.label}
                  data-align={column.align}
                  data-figures={column.figures}
                  className={column === lead ? classes.lead : undefined}
                >
                  {footOf(column)}
                </td>
              ))}
              {acts && <td className={classes.actions}>{NOTHING}</td>}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

interface TableRowProps<Row> extends ListView<Row> {
  row: Row;
  /** The position over all pages, from 1. */
  position: number;
  href: string | undefined;
}

/** Renders again when these change; the view's functions depend only on the row, see `ListProps`. */
const TableRow = memo(
  RowOf,
  (before, after) =>
    before.row === after.row &&
    before.position === after.position &&
    before.href === after.href &&
    before.columns === after.columns &&
    before.onDelete === after.onDelete,
) as typeof RowOf;

function RowOf<Row>(view: TableRowProps<Row>) {
  const { columns, rowName, opensHere = false, rowActions, onDelete, canDelete, selection, row, position, href } = view;
  const navigate = useNavigate();
  const lead = leadOf(columns);
  const acts = rowActions !== undefined || onDelete !== undefined;

  /** A convenience for the mouse; keyboard users have the link in the lead column. */
  function open(event: MouseEvent) {
    const onControl = event.target instanceof Element && event.target.closest('a, button, input, label') !== null;
    if (href !== undefined && !onControl && window.getSelection()?.isCollapsed !== false) void navigate({ href, resetScroll: !opensHere });
  }

  return (
    <tr data-row data-opens={href !== undefined || undefined} onClick={open}>
      {selection !== undefined && (
        <td className={classes.check}>
          <PickBox row={row} name={rowName(row)} selection={selection} />
        </td>
      )}
      {columns.map((column) => {
        return (
          <td
            key={column.label}
            data-align={column.align}
            data-serial={column.serial}
            data-figures={column.figures}
            className={column === lead ? classes.lead : undefined}
          >
            {column === lead && href !== undefined ? (
              <SiteLink href={href} resetScroll={!opensHere} className={classes.link} data-open>
                {column.linked?.(row) ?? column.cell(row, position)}
              </SiteLink>
            ) : (
              column.cell(row, position)
            )}
          </td>
        );
      })}
      {acts && (
        <td className={classes.actions}>
          <RowButtons
            name={rowName(row)}
            actions={rowActions?.(row) ?? []}
            onDelete={onDelete === undefined || canDelete?.(row) === false ? undefined : () => onDelete(row)}
          />
        </td>
      )}
    </tr>
  );
}
