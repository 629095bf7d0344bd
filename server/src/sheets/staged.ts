import { Decimal } from '@aapurti/contract/ground/numbers';
import { raw, type Sql } from 'sql-template-tag';

import { type Fields, snake } from '../database/columns.ts';
import type { Columns, Format, RowOf } from './columns.ts';

const TYPES: Readonly<Record<Format, string>> = { text: 'text', date: 'date', amount: 'numeric(14, 2)', number: 'numeric' };

interface StagedColumn {
  field: string;
  column: string;
  type: string;
}

/**
 * The columns of `staged` besides `row`: a field of the sheet becomes the column in snake case (`poNumber`: `po_number`), with the type of
 * its cells.
 * @param fields the columns of other fields, or of fields in addition to the sheet's.
 */
export function stagedColumns(columns: Columns, fields: Fields = {}): StagedColumn[] {
  const own = Object.entries(columns).map(([field, { format }]) => ({ field, column: snake(field), type: TYPES[format] }));
  const named = Object.entries(fields).map(([field, [column, type]]) => ({ field, column, type }));
  return [...own.filter(({ field }) => fields[field] === undefined), ...named];
}

/** Arguments of `json_build_object` for a staged row under its fields: `'row', staged.row, 'poNumber', staged.po_number, …`. */
export function stagedJson(columns: Columns): Sql {
  return raw(["'row', staged.row", ...stagedColumns(columns).map(({ field, column }) => `'${field}', staged.${column}`)].join(', '));
}

type Plain<Value> = Value extends Decimal ? number : Value;
/** A staged row in its JSON form. */
export type StagedRow<C extends Columns> = { row: number } & { [Field in keyof C]: Plain<RowOf<C>[Field]> };

/** The cells of a staged row, as in the sheet. */
export function cellsOf<C extends Columns>(columns: C, row: StagedRow<C>): RowOf<C> {
  const cells = Object.keys(columns).map((field) => [field, (row as Readonly<Record<string, unknown>>)[field]] as const);
  return Object.fromEntries(cells.map(([field, value]) => [field, typeof value === 'number' ? new Decimal(value) : value])) as RowOf<C>;
}
