import { say } from '@aapurti/contract/ground/template';
import { NativeSelect } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';

import { ActionMenu } from '../ui/ActionMenu.tsx';
import { SiteLink } from '../ui/Link.tsx';
import classes from './Cards.module.css';
import type { Column } from './columns.tsx';
import { PickAllBox, PickBox } from './PickBox.tsx';
import { useRowActions } from './rowActions.tsx';
import { leadOf, type ListView, stateOf } from './view.ts';
import { t } from '../words/words.ts';

/** Lines of a card below its head. */
const LINES = 3;

function fieldsOf<Row>({ columns, whole = false }: ListView<Row>): readonly Column<Row>[] {
  const fields = columns.filter((column) => column !== leadOf(columns) && column !== stateOf(columns) && column.serial !== true);
  if (whole) return fields;
  const read = fields.filter((column) => column.card !== undefined);
  const brief = fields.filter((column) => column.card === undefined && column.brief === true);
  const first = [...read, ...brief].slice(0, LINES);
  return first.length > 0 ? fields.filter((column) => first.includes(column)) : fields.slice(0, LINES);
}

/**
 * A list on a phone, or where no table fits: one card per record. On a phone it has at most four lines, its name with its status and three
 * fields. Cards without a link to a page show all fields.
 */
export function Cards<Row>(view: ListView<Row>) {
  const { title, rows, rowKey, columns, state, sort, selection } = view;
  const sortable = columns.filter((column) => column.sortBy !== undefined);

  return (
    <div className={classes.cards}>
      <div className={classes.tools}>
        {selection !== undefined && rows.length > 0 && (
          <span className={classes.check}>
            <PickAllBox rows={rows} selection={selection} />
          </span>
        )}
        {sortable.length > 0 && (
          <NativeSelect
            size="xs"
            aria-label={t('Sort by')}
            value={state.sortBy === undefined ? '' : `${state.sortBy} ${state.sortOrder}`}
            onChange={({ currentTarget: { value } }) => {
              const [by, order] = value.split(' ');
              sort(by === '' ? undefined : by, order === 'desc' ? 'desc' : order === 'asc' ? 'asc' : undefined);
            }}
            data={[
              { value: '', label: t('Sort: default order') },
              ...sortable.flatMap(({ sortBy, label }) => [
                { value: `${sortBy} asc`, label: t('{label}, ascending', { label: t(label) }) },
                { value: `${sortBy} desc`, label: t('{label}, descending', { label: t(label) }) },
              ]),
            ]}
          />
        )}
      </div>
      <ul aria-label={t(title)}>
        {rows.map((row, index) => (
          <Card key={rowKey(row)} {...view} row={row} index={index} />
        ))}
        {columns.some(({ foot }) => foot !== undefined) && <Foot {...view} />}
      </ul>
    </div>
  );
}

/** The cells of the table's foot: every total, including those of columns that the cards leave out. */
function Foot<Row>({ columns, rows }: ListView<Row>) {
  const lead = leadOf(columns);
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <span className={classes.title}>{lead?.foot?.(rows)}</span>
      </div>
      <dl className={classes.fields}>
        {columns.map((column) => {
          const { label, foot } = column;
          const total = column === lead ? null : foot?.(rows);
          return total === undefined || total === null || total === '' ? null : (
            <div key={label}>
              <dt>{t(label)}</dt>
              <dd>{total}</dd>
            </div>
          );
        })}
      </dl>
    </li>
  );
}

function Card<Row>(view: ListView<Row> & { row: Row; index: number }) {
  const { columns, rowName, first, rowHref, opensHere = false, rowActions, onDelete, canDelete, selection, row, index } = view;
  const lead = leadOf(columns);
  const state = stateOf(columns);
  const title = lead?.cell(row, first + index);
  const remove = { label: 'Delete', icon: <IconTrash size={17} stroke={1.7} />, onClick: () => onDelete?.(row) };
  const actions = [...useRowActions(rowActions?.(row) ?? []), ...(onDelete === undefined || canDelete?.(row) === false ? [] : [remove])];

  return (
    <li className={classes.card} data-row>
      <div className={classes.head}>
        {selection !== undefined && (
          <span className={classes.check}>
            <PickBox row={row} name={rowName(row)} selection={selection} />
          </span>
        )}
        <span className={classes.title}>
          {rowHref === undefined ? (
            title
          ) : (
            <SiteLink href={rowHref(row)} resetScroll={!opensHere} data-open>
              {lead?.linked?.(row) ?? title}
            </SiteLink>
          )}
        </span>
        {state !== lead && state?.cell(row, first + index)}
        <ActionMenu label={say('Actions for {row}', { row: rowName(row) })} actions={actions} size={44} />
      </div>
      <dl className={classes.fields}>
        {fieldsOf(view).map((column) => (
          <div key={column.label}>
            <dt>{t(column.label)}</dt>
            <dd>{typeof column.card === 'function' ? column.card(row) : column.cell(row, first + index)}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
