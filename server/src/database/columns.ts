import { Decimal } from '@aapurti/contract/ground/numbers';
import { wireName } from '@aapurti/contract/ground/wire';
import sql, { join, raw, type Sql } from 'sql-template-tag';

import type { CopiedValue } from './copy.ts';

type SqlType = 'text' | 'text collate "C"' | 'date' | 'numeric' | 'integer' | 'bigint' | 'boolean';

type Fields = Readonly<Record<string, readonly [column: string, type: SqlType]>>;

type Form<F extends Fields> = Readonly<Record<keyof F, CopiedValue | Decimal | boolean | undefined>>;

/** The columns of a table that a form fills. Select, insert, update, export, staging table and audit log derive from it. */
export interface ColumnMap<F extends Fields> {
  readonly fields: F;
  /** Select list under the wire's names: `invoices.po_number as "PONumber", …`. */
  readonly selected: Sql;
  readonly exported: Sql;
  readonly names: Sql;
  /** Types and values by column, for a staging table. */
  readonly types: Readonly<Record<string, SqlType>>;
  row: (form: Readonly<Record<keyof F, CopiedValue | Decimal | undefined>>) => Record<string, CopiedValue | Decimal>;
  /** Values in the order of `names`, each with a cast: a row of an update has no types of its own. */
  values: (form: Form<F>) => Sql;
  /** A row for the audit log: a JSON object under the contract's names. */
  logged: (row: string) => Sql;
}

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
