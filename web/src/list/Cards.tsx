import { Checkbox, NativeSelect } from '@mantine/core';
import { useState } from 'react';

import { SiteLink } from '../ui/Link.tsx';
import classes from './Cards.module.css';
import { DetailButton, useDetails } from './DetailButton.tsx';
import { RowButtons } from './RowButtons.tsx';
import type { Column } from './columns.tsx';
import { leadOf, type ListView } from './view.ts';

/** Fields shown before 'Show all', where no column is marked as one of them. */
const SHORT = 5;

function fieldsOf<Row>(columns: readonly Column<Row>[], whole: boolean): readonly Column<Row>[] {
  const fields = columns.filter((column) => column !== leadOf(columns) && column.serial !== true);
  if (whole) return fields;
  const brief = fields.filter((column) => column.brief === true);
  return brief.length > 0 ? brief : fields.slice(0, SHORT);
}

/** A list on a phone: a card a record, its most important fields first. */
export function Cards<Row>(view: ListView<Row>) {
  const { title, rows, rowKey, columns, state, sort } = view;
  const [whole, setWhole] = useState(false);
  const sortable = columns.filter((column) => column.sortBy !== undefined);

  return (
    <div className={classes.cards}>
      {sortable.length > 0 && (
        <NativeSelect
          size="xs"
          aria-label="Sort by"
          value={state.sortBy === undefined ? '' : `${state.sortBy} ${state.sortOrder}`}
          onChange={({ currentTarget: { value } }) => {
            const [by, order] = value.split(' ');
            sort(by === '' ? undefined : by, order === 'desc' ? 'desc' : order === 'asc' ? 'asc' : undefined);
          }}
          data={[
            { value: '', label: 'Sort: as the list comes' },
            ...sortable.flatMap(({ sortBy, label }) => [
              { value: `${sortBy} asc`, label: `${label}, upwards` },
              { value: `${sortBy} desc`, label: `${label}, downwards` },
            ]),
          ]}
        />
      )}
      <ul aria-label={title}>
        {rows.map((row, index) => (
          <Card key={rowKey(row)} {...view} row={row} index={index} whole={whole} />
        ))}
      </ul>
      {fieldsOf(columns, true).length > fieldsOf(columns, false).length && (
        <button type="button" className={classes.more} onClick={() => setWhole(!whole)} aria-expanded={whole}>
          {whole ? 'Show fewer fields' : 'Show all fields'}
        </button>
      )}
    </div>
  );
}

function Card<Row>({
  columns,
  rowName,
  first,
  rowHref,
  rowActions,
  rowDetail,
  rowKey,
  onDelete,
  selection,
  row,
  index,
  whole,
}: ListView<Row> & { row: Row; index: number; whole: boolean }) {
  const lead = leadOf(columns);
  const details = useDetails();
  const title = lead?.cell(row, first + index);

  return (
    <li className={classes.card} data-picked={selection?.has(row) || undefined}>
      <div className={classes.head}>
        {selection !== undefined && (
          <Checkbox
            size="sm"
            aria-label={`Select ${rowName(row)}`}
            checked={selection.has(row)}
            onChange={(event) => selection.set([row], event.currentTarget.checked)}
          />
        )}
        <span className={classes.title}>
          {rowHref === undefined ? title : <SiteLink href={rowHref(row)}>{lead?.linked?.(row) ?? title}</SiteLink>}
        </span>
        {(rowActions !== undefined || onDelete !== undefined) && (
          <RowButtons
            name={rowName(row)}
            actions={rowActions?.(row) ?? []}
            onDelete={onDelete === undefined ? undefined : () => onDelete(row)}
          />
        )}
      </div>
      <dl className={classes.fields}>
        {fieldsOf(columns, whole).map((column) => (
          <div key={column.label}>
            <dt>{column.label}</dt>
            <dd>{column.cell(row, first + index)}</dd>
          </div>
        ))}
      </dl>
      {rowDetail !== undefined && (
        <>
          <DetailButton name={rowName(row)} open={details.opened.has(rowKey(row))} onToggle={() => details.toggle(rowKey(row))} words />
          {details.opened.has(rowKey(row)) && rowDetail(row)}
        </>
      )}
    </li>
  );
}
