import { Decimal } from '@aapurti/contract/ground/numbers';
import { wireName } from '@aapurti/contract/ground/wire';
import sql, { join, raw, type Sql } from 'sql-template-tag';

import { type CopiedValue, copyRows } from './copy.ts';
import type { Database } from './database.ts';
import { storableJson } from './storable.ts';

type SqlType = 'text' | 'text collate "C"' | 'date' | 'numeric' | 'integer' | 'bigint' | 'boolean';

export type Fields = Readonly<Record<string, readonly [column: string, type: SqlType]>>;

type Form<F extends Fields> = Readonly<Record<keyof F, CopiedValue | Decimal | boolean | undefined>>;

/** The columns of a table that a form fills. Select, insert, update, export, staging table and audit log derive from it. */
export interface ColumnMap<F extends Fields> {
  readonly fields: F;
  /** Select list under the API's names: `invoices.po_number as "PONumber", …`. */
  readonly selected: Sql;
  readonly exported: Sql;
  readonly names: Sql;
  /** Values by column. */
  row: (form: Readonly<Record<keyof F, CopiedValue | Decimal | undefined>>) => Record<string, CopiedValue | Decimal>;
  /** Values in the order of `names`, each with a cast, because the row of an update has no types. */
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
    row: (form) => Object.fromEntries(all.map(([field, [column]]) => [column, form[field] ?? null])),
    values: (form) => join(all.map(([field, [, type]]) => sql`${plain(form[field])}::${raw(type)}`)),
    logged: (row) => sql`jsonb_build_object(${list((field, column) => `'${field}', ${row}.${column}`)})`,
  };
}

function plain(value: unknown): unknown {
  return value instanceof Decimal ? value.toFixed() : (value ?? null);
}

/** The type of a column of lines; `?` allows null. */
type LineType = 'text' | 'date' | 'timestamptz' | 'numeric' | 'integer' | 'bigint' | 'jsonb';
type Typed = LineType | `${LineType}?`;

/** The type of each field's column if its name is the field in snake case (`madeOn`: `made_on`), or else its name and type. */
type LineFields = Readonly<Record<string, Typed | readonly [column: string, type: Typed]>>;

type TypeOf<T> = T extends readonly [string, infer Type] ? Type : T;
type ValueOf<T, Numeric> = T extends `${infer Type}?` ? ValueOf<Type, Numeric> | null : T extends 'numeric' ? Numeric : JsonOf<T>;
type JsonOf<T> = T extends 'integer' ? number : T extends 'jsonb' ? unknown : string;

/** A stored line: from JSON with numbers, or from rows with `Numeric` as `string`. */
export type LineOf<M, Numeric = number> =
  M extends LineMap<infer F> ? { -readonly [Field in keyof F]: ValueOf<TypeOf<F[Field]>, Numeric> } : never;

type SentOf<T> = T extends `${infer Type}?` ? SentOf<Type> | null : T extends 'numeric' | 'integer' ? Decimal | number | string : JsonOf<T>;
/** A line to store. */
type Sent<F extends LineFields> = { readonly [Field in keyof F]: SentOf<TypeOf<F[Field]>> };

/** The columns of a table of lines, without the ids of the lines' owners. Select, JSON, insert and copy derive from it. */
export interface LineMap<F extends LineFields> {
  readonly table: string;
  readonly columns: readonly string[];
  has: (field: string) => field is keyof F & string;
  /** The columns of all fields, or of some: `item_code, …`, or `sent.item_code, …` of a row. */
  names: (fields?: readonly (keyof F & string)[], row?: string) => Sql;
  /** Select list of all fields, or of some: `line.item_code as "itemCode", …`. */
  selected: (line: string, fields?: readonly (keyof F & string)[]) => Sql;
  /** The same for a sheet, with trailing zeros of numbers removed. */
  exported: (line: string, fields?: readonly (keyof F & string)[]) => Sql;
  /** Arguments of `json_build_object`: `'itemCode', line.item_code, …`. */
  json: (line: string, fields?: readonly (keyof F & string)[]) => Sql;
  /** Lines as a row source with the columns of the table. */
  sent: (lines: readonly Sent<F>[], alias: string) => Sql;
  /** Values in the order of `columns`. */
  values: (line: Sent<F>) => CopiedValue[];
}

/** The column of a field: `poNumber` is `po_number`, and `CGSTValue` is `cgst_value`. */
export function snake(field: string): string {
  return field.replaceAll(/([a-z\d])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3_$2$4').toLowerCase();
}

export function lineMap<const F extends LineFields>(table: string, fields: F): LineMap<F> {
  const all = Object.entries(fields).map(([field, typed]) => {
    const [column, type] = typeof typed === 'string' ? [snake(field), typed] : typed;
    return { field, column, type: type.replace('?', '') };
  });
  const list = (chosen: readonly string[] | undefined, text: (field: string, column: string, type: string) => string) =>
    raw(
      all
        .filter(({ field }) => chosen?.includes(field) ?? true)
        // Ids are text in JSON too, because they may have more digits than a number holds.
        .map(({ field, column, type }) => text(field, type === 'bigint' ? `${column}::text` : column, type))
        .join(', '),
    );
  const valueOf = (value: unknown) => (value instanceof Decimal ? value.toFixed() : (value ?? null));
  return {
    table,
    columns: all.map(({ column }) => column),
    has: (field): field is keyof F & string => Object.hasOwn(fields, field),
    names: (chosen, row) =>
      raw(
        all
          .filter(({ field }) => chosen?.includes(field) ?? true)
          .map(({ column }) => (row === undefined ? column : `${row}.${column}`))
          .join(', '),
      ),
    selected: (line, chosen) => list(chosen, (field, column) => `${line}.${column} as "${field}"`),
    exported: (line, chosen) =>
      list(chosen, (field, column, type) => `${type === 'numeric' ? `trim_scale(${line}.${column})` : `${line}.${column}`} as "${field}"`),
    json: (line, chosen) => list(chosen, (field, column) => `'${field}', ${line}.${column}`),
    sent(lines, alias) {
      const rows = lines.map((line) => Object.fromEntries(all.map(({ field, column }) => [column, valueOf(line[field])])));
      const types = all.map(({ column, type }) => `${column} ${type}`).join(', ');
      return sql`jsonb_to_recordset(${storableJson(rows)}::jsonb) as ${raw(`${alias}(${types})`)}`;
    },
    values: (line) => all.map(({ field }) => valueOf(line[field]) as CopiedValue),
  };
}

type Owner = Readonly<Record<string, string>>;

/** Adds the lines of a record; `owner` names the record by column: `{ note_id: '7' }`. */
export async function insertLines<F extends LineFields>(
  db: Database,
  map: LineMap<F>,
  owner: Owner,
  lines: readonly Sent<F>[],
): Promise<void> {
  const names = raw([...Object.keys(owner), ...map.columns].join(', '));
  const values = join([...Object.values(owner).map((id) => sql`${id}::bigint`), raw(map.columns.join(', '))]);
  await db.execute(sql`insert into ${raw(map.table)} (${names}) select ${values} from ${map.sent(lines, 'sent')}`);
}

/** Replaces the lines of a record. */
export async function replaceLines<F extends LineFields>(
  db: Database,
  map: LineMap<F>,
  owner: Owner,
  lines: readonly Sent<F>[],
): Promise<void> {
  const own = Object.entries(owner).map(([column, id]) => sql`${raw(column)} = ${id}`);
  await db.execute(sql`delete from ${raw(map.table)} where ${join(own, ' and ')}`);
  await insertLines(db, map, owner, lines);
}

/**
 * Copies lines of many records at a time, because they come by the thousand. `ids` are the values of the columns that name each line's
 * owner.
 */
export async function copyLines<F extends LineFields>(
  db: Database,
  map: LineMap<F>,
  owner: readonly string[],
  lines: readonly { ids: readonly string[]; line: Sent<F> }[],
): Promise<void> {
  const rows = lines.map(({ ids, line }) => [...ids, ...map.values(line)]);
  await copyRows(db, `${map.table} (${[...owner, ...map.columns].join(', ')})`, rows);
}
