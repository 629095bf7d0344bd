import { Checkbox } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { memo, type MouseEvent, type ReactNode } from 'react';

import { Hints } from '../ui/Hints.tsx';
import { SiteLink } from '../ui/Link.tsx';
import { DetailButton, useDetails } from './DetailButton.tsx';
import { RowButtons } from './RowButtons.tsx';
import type { Selection } from './selection.ts';
import { SortHead } from './SortHead.tsx';
import classes from './Table.module.css';
import { useScrollEdges } from './useScrollEdges.ts';
import { leadOf, type ListView } from './view.ts';

interface TableProps<Row> extends ListView<Row> {
  /** What the rows are drawn from: it may follow a moment later, so that the head and what is around answer to the hand at once. */
  shown?: ListView<Row>;
}

/** A list as a table. What is too wide scrolls inside it, with the lead and the action columns in sight. */
export function Table<Row>({ shown, ...view }: TableProps<Row>) {
  const { title, columns, rows, rowActions, rowDetail, onDelete, selection, state, sort } = view;
  const { ref, scrolls } = useScrollEdges();
  const details = useDetails();
  const lead = leadOf(columns);
  const acts = rowActions !== undefined || onDelete !== undefined;
  const picked = selection === undefined ? 0 : rows.filter(selection.has).length;

  return (
    <div
      ref={ref}
      className={classes.region}
      {...(scrolls ? { role: 'region', 'aria-label': `${title}, scrolls sideways`, tabIndex: 0 } : {})}
    >
      <table className={classes.table}>
        <caption className={classes.caption}>{title}</caption>
        <thead>
          <tr>
            {selection !== undefined && (
              <th scope="col" className={classes.check}>
                <Checkbox
                  size="xs"
                  aria-label="Select all rows of this page"
                  checked={picked > 0 && picked === rows.length}
                  indeterminate={picked > 0 && picked < rows.length}
                  onChange={(event) => selection.set(rows, event.currentTarget.checked)}
                />
              </th>
            )}
            {rowDetail !== undefined && (
              <td className={classes.opener}>
                <span className={classes.caption}>Details</span>
              </td>
            )}
            {columns.map((column) => (
              <SortHead
                key={column.label}
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
                Action
              </th>
            )}
          </tr>
        </thead>
        <Rows {...(shown ?? view)} selection={selection} opened={details.opened} toggle={details.toggle} />
      </table>
      <Hints within={ref} />
    </div>
  );
}

interface RowsProps<Row> extends ListView<Row> {
  /** Keys of the rows whose detail is open. */
  opened: ReadonlySet<string>;
  toggle: (key: string) => void;
}

/** Most of a list's work: drawn again only when what it shows has changed. */
const Rows = memo(function Rows<Row>({ rows, rowKey, first, selection, opened, toggle, ...common }: RowsProps<Row>) {
  const { columns, rowName, rowHref, rowActions, rowDetail, onDelete } = common;
  return (
    <tbody>
      {rows.map((row, index) => {
        const key = rowKey(row);
        return (
          <TableRow
            key={key}
            {...{ columns, rowName, rowHref, rowActions, rowDetail, onDelete, row, toggle }}
            position={first + index}
            id={key}
            opened={opened.has(key)}
            picked={selection?.has(row)}
            pick={selection?.set}
          />
        );
      })}
    </tbody>
  );
}) as <Row>(props: RowsProps<Row>) => ReactNode;

interface TableRowProps<Row> extends Pick<ListView<Row>, 'columns' | 'rowName' | 'rowHref' | 'rowActions' | 'rowDetail' | 'onDelete'> {
  row: Row;
  /** What `rowKey` makes of it. */
  id: string;
  /** Over all pages, from 1. */
  position: number;
  opened: boolean;
  toggle: (key: string) => void;
  /** Absent where rows are not to be picked. */
  picked: boolean | undefined;
  pick: Selection<Row>['set'] | undefined;
}

const TableRow = memo(function TableRow<Row>({
  columns,
  rowName,
  rowHref,
  rowActions,
  rowDetail,
  onDelete,
  row,
  id,
  position,
  opened,
  toggle,
  picked,
  pick,
}: TableRowProps<Row>) {
  const navigate = useNavigate();
  const lead = leadOf(columns);
  const acts = rowActions !== undefined || onDelete !== undefined;

  /** A convenience for the mouse; the keyboard has the link in the lead column. */
  function open(event: MouseEvent) {
    const onControl = event.target instanceof Element && event.target.closest('a, button, input, label') !== null;
    if (rowHref !== undefined && !onControl && window.getSelection()?.isCollapsed !== false) void navigate({ href: rowHref(row) });
  }

  return (
    <>
      <tr data-picked={picked || undefined} data-opens={rowHref !== undefined || undefined} onClick={open}>
        {pick !== undefined && (
          <td className={classes.check}>
            <Checkbox
              size="xs"
              aria-label={`Select ${rowName(row)}`}
              checked={picked === true}
              onChange={(event) => pick([row], event.currentTarget.checked)}
            />
          </td>
        )}
        {rowDetail !== undefined && (
          <td className={classes.opener}>
            <DetailButton name={rowName(row)} open={opened} onToggle={() => toggle(id)} />
          </td>
        )}
        {columns.map((column) => {
          const opens = column === lead && rowHref !== undefined;
          return (
            <td
              key={column.label}
              data-align={column.align}
              data-serial={column.serial}
              data-figures={column.figures}
              className={column === lead ? classes.lead : undefined}
            >
              {opens ? (
                <SiteLink href={rowHref(row)} className={classes.link}>
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
              onDelete={onDelete === undefined ? undefined : () => onDelete(row)}
            />
          </td>
        )}
      </tr>
      {rowDetail !== undefined && opened && (
        <tr className={classes.detail}>
          <td colSpan={columns.length + 1 + Number(pick !== undefined) + Number(acts)}>{rowDetail(row)}</td>
        </tr>
      )}
    </>
  );
}) as <Row>(props: TableRowProps<Row>) => ReactNode;
