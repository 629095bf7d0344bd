import { Decimal } from '@aapurti/contract/numbers';
import { wireName } from '@aapurti/contract/wire';
import sql, { join, raw, type Sql } from 'sql-template-tag';

import type { CopiedValue } from './copy.ts';

type SqlType = 'text' | 'text collate "C"' | 'date' | 'numeric' | 'integer' | 'boolean';

/** Columns by the contract's field names, each with its type. */
type Fields = Readonly<Record<string, readonly [column: string, type: SqlType]>>;

/** A form's values. */
type Form<F extends Fields> = Readonly<Record<keyof F, CopiedValue | Decimal | boolean | undefined>>;

/** A table's columns that a form fills, written once for every statement that reads or writes them. */
export interface ColumnMap<F extends Fields> {
  readonly fields: F;
  /** For a select list, under the wire's names: `invoices.po_number as "PONumber", …`. */
  readonly selected: Sql;
  /** The same under the contract's field names, for exports. */
  readonly exported: Sql;
  /** For an insert or update: `po_number, po_date, …`. */
  readonly names: Sql;
  /** For a staging table: the types by column. */
  readonly types: Readonly<Record<string, SqlType>>;
  /** For a staging table: a form's values by column. */
  row: (form: Readonly<Record<keyof F, CopiedValue | Decimal | undefined>>) => Record<string, CopiedValue | Decimal>;
  /** A form's values in the order of `names`, each with its type, since a row of an update has none of its own. */
  values: (form: Form<F>) => Sql;
  /** A row as the audit log has it: a JSON object under the contract's field names. */
  logged: (row: string) => Sql;
}

/** @param table the table's name, which qualifies the select list. */
export function columnMap<const F extends Fields>(table: string, fields: F): ColumnMap<F> {
  const all = Object.entries(fields);
  const list = (text: (field: string, column: string, type: SqlType) => string) =>
    raw(all.map(([field, [column, type]]) => text(field, column, type)).join(', '));
  return {
    fields,
    selected: list((field, column) => `${table}.${column} as "${wireName(field)}"`),
    exported: list((field, column) => `${table}.${column} as "${field}"`),
    names: list((_field, column) => column),
    types: Object.fromEntries(Object.values(fields)),
    row: (form) => Object.fromEntries(all.map(([field, [column]]) => [column, form[field] ?? null])),
    values: (form) => join(all.map(([field, [, type]]) => sql`${plain(form[field])}::${raw(type)}`)),
    logged: (row) => sql`jsonb_build_object(${list((field, column) => `'${field}', ${row}.${column}`)})`,
  };
}

function plain(value: unknown): unknown {
  return value instanceof Decimal ? value.toFixed() : (value ?? null);
}
