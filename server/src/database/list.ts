import { codeKey, gtinKey } from '@aapurti/contract/ground/codeKeys';
import { PAGE_SIZE_MAX, UNPAGED_MAX } from '@aapurti/contract/ground/operation';
import { decodeNames } from '@aapurti/contract/ground/wire';
import sql, { empty, join, raw, Sql } from 'sql-template-tag';

import { invalid } from '../ground/refusal.ts';
import { WireJson } from '../ground/reply.ts';
import type { Database } from './database.ts';

export interface PageQuery {
  page?: number | undefined;
  pageSize?: number | undefined;
  startAfter?: string | undefined;
  sortBy?: string | undefined;
  sortOrder?: 'asc' | 'desc' | undefined;
  startDate?: string | undefined;
  endDate?: string | undefined;
}

export interface Page {
  limit: number;
  offset: number;
  /** Null for an unpaged request. */
  number: number | null;
  /** The key after which the rows begin, in the list's own order: newest first. */
  startAfter: string | undefined;
  sortBy: string | undefined;
  descending: boolean;
}

/** The specification's default (section 9). */
const PAGE_SIZE = 7;

/**
 * The requested page; without `page` and `pageSize`, it is the first rows, up to the cap of unpaged lists.
 * @param how.day the sort that a date filter implies, newest first.
 */
export function pageOf(query: PageQuery, { size: usual = PAGE_SIZE, day }: { size?: number; day?: string } = {}): Page {
  const unpaged = query.page === undefined && query.pageSize === undefined;
  const size = unpaged ? UNPAGED_MAX : (query.pageSize ?? usual);
  const number = query.page ?? 1;
  const isDated = (query.startDate !== undefined || query.endDate !== undefined) && query.startAfter === undefined;
  return {
    limit: size,
    offset: (number - 1) * size,
    number: unpaged ? null : number,
    startAfter: query.startAfter,
    sortBy: query.sortBy ?? (isDated ? day : undefined),
    descending: query.sortOrder === undefined ? query.sortBy === undefined : query.sortOrder === 'desc',
  };
}

/** If nullable, rows without a value come last in both directions. */
type Sort = Sql | { absentLast: Sql };

type Conditions = readonly (Sql | null)[];

export interface ListSpec {
  /** Common table expressions for the other parts. */
  with?: Sql;
  /** Columns of the response under the API's names; may use joined tables. */
  select: Sql;
  /** The table that is filtered, counted and sorted. */
  from: Sql;
  /** The remaining rows, under the same name, if a filter is more than a condition: these are counted and sorted instead. */
  filtered?: Sql;
  /** Joined only to the rows of the page. */
  join?: Sql;
  /** The condition that limits rows to the caller's; the date limits cover all of them. */
  scope?: Conditions;
  /** The filters. */
  where?: Conditions;
  /** The unique id; descending order is newest first. */
  key: Sql;
  /** Sort columns by their name in queries. */
  sorts: Readonly<Record<string, Sort>>;
  /** Aggregates for the first and last day of the date filter. */
  days?: { first: Sql; last: Sql };
  /** The response is an array of the bare values that `select` gives as JSON. */
  bare?: true;
  /** The list's page and order, from `pageOf`. */
  page: Page;
}

export interface ListResult {
  body: WireJson;
  total: number;
  /** The number of rows on this page. */
  count: number;
  headers: Record<string, string | number>;
  /** The query for the following rows, if there are more. */
  next?: Readonly<Record<string, string | number>>;
}

/** One page with total and date limits, in one statement: page ids first, then those rows joined and serialised by the database. */
export async function listRows(db: Database, spec: ListSpec): Promise<ListResult> {
  const { page } = spec;
  const isInOwnOrder = page.sortBy === undefined && page.descending;
  if (page.startAfter !== undefined && (!isInOwnOrder || page.offset > 0)) throw invalid({ startAfter: ALONE });
  const found = await db.one<{
    total: number;
    count: number;
    last: string;
    body: string;
    dateMin?: string | null;
    dateMax?: string | null;
  }>(statementOf(spec));
  const { total, count, last, body, dateMin, dateMax } = found;
  const headers: ListResult['headers'] = { 'X-Total-Count': total };
  if (dateMin) headers['X-Date-Min'] = dateMin;
  if (dateMax) headers['X-Date-Max'] = dateMax;
  const isLeft = page.startAfter === undefined ? page.offset + count < total : count === page.limit;
  const pageSize = Math.min(page.limit, PAGE_SIZE_MAX);
  const byKey = isInOwnOrder && (page.number === null || page.startAfter !== undefined);
  const next = byKey ? { startAfter: last } : { page: (page.offset + page.limit) / pageSize + 1, pageSize };
  return { body: new WireJson(body, count), total, count, headers, ...(isLeft && { next }) };
}

const ALONE = 'A cursor reads the list newest first. Remove page, sortBy and sortOrder.';

function statementOf(spec: ListSpec): Sql {
  const { select, from, key, days } = spec;
  const limits = days
    ? sql`(select ${days.first} from ${from} ${conditions({ scope: spec.scope ?? [] })})::text as "dateMin",
        (select ${days.last} from ${from} ${conditions({ scope: spec.scope ?? [] })})::text as "dateMax",`
    : empty;
  return sql`
    with ${spec.with ? sql`${spec.with},` : empty} page as (${pageRows(spec)})
    select ${limits} (select count(*) from ${spec.filtered ?? from} ${conditions(spec)})::int as total, rows.count, rows.last, rows.body
    from (
      select count(*)::int as count, min(page_key)::text as last, coalesce(json_agg(
          ${spec.bare ? select : sql`(select row_to_json(wire) from (select ${select}) wire)`}
          order by ${orderBy(spec, { by: sql`page_sort`, key: sql`page_key` })}), '[]')::text as body
      from page join ${from} on ${key} = page_key ${spec.join ?? empty}
    ) rows`;
}

/** The ids of the page's rows with their sort values. */
function pageRows(spec: ListSpec): Sql {
  const { page, where = [] } = spec;
  const { by, isNullable } = sortOf(spec);
  const rows = (also: Sql | null, { limit, offset }: { limit: number; offset: number }, hasNulls = isNullable) => sql`
      select ${spec.key} as page_key, ${by} as page_sort from ${spec.filtered ?? spec.from}
      ${conditions({ ...spec, where: [...where, also] })}
      order by ${orderBy(spec, { hasNulls })} limit ${limit} offset ${offset}`;
  if (!isNullable || !page.descending)
    return rows(page.startAfter === undefined ? null : sql`${spec.key} < ${idOf(page.startAfter)}`, page);

  // An index read backwards has null values first, so rows with a value and rows without one are read separately.
  const upToPage = { limit: page.offset + page.limit, offset: 0 };
  return sql`
      select * from (
        (${rows(sql`${by} is not null`, upToPage, false)}) union all (${rows(sql`${by} is null`, upToPage, false)})) both_parts
      order by ${orderBy(spec, { by: sql`page_sort`, key: sql`page_key` })} limit ${page.limit} offset ${page.offset}`;
}

/** The number of rows that match a list's filters, and sums over them, as one JSON object to embed in a statement. */
export function totalsOf(
  spec: Pick<ListSpec, 'with' | 'from' | 'filtered' | 'scope' | 'where'>,
  sums: Readonly<Record<string, Sql>> = {},
): Sql {
  const more = Object.entries(sums).map(([name, amount]) => sql`, ${name}::text, coalesce(sum(${amount}), 0)`);
  return sql`(${spec.with ? sql`with ${spec.with}` : empty}
    select json_build_object('count', count(*) ${join([empty, ...more], '')}) from ${spec.filtered ?? spec.from} ${conditions(spec)})`;
}

/** The number of rows and the sums over them, as the totals calls return them. */
export async function readTotals<Name extends string>(
  db: Database,
  spec: Parameters<typeof totalsOf>[0],
  sums: Readonly<Record<Name, Sql>>,
): Promise<Record<Name | 'count', number>> {
  const { totals } = await db.one<{ totals: Record<Name | 'count', number> }>(sql`select ${totalsOf(spec, sums)} as totals`);
  return totals;
}

/** A query of all rows in list order, for exports. */
export function allRows(spec: ListSpec): Sql {
  return sql`
    ${spec.with ? sql`with ${spec.with}` : empty}
    select ${spec.select} from ${spec.filtered ?? spec.from} ${spec.join ?? empty} ${conditions(spec)} order by ${orderBy(spec)}`;
}

/** Records with their list's columns, under the code's names. `where` may end in an order and a row lock. */
export async function findRows<Row>(db: Database, list: Pick<ListSpec, 'select' | 'from' | 'join'>, where: Sql): Promise<Row[]> {
  const found = await db.rows<{ wire: unknown }>(sql`
    select (select row_to_json(wire) from (select ${list.select}) wire) as wire
    from ${list.from} ${list.join ?? empty} where ${where}`);
  return found.map(({ wire }) => decodeNames(wire) as Row);
}

/** The first such record. */
export async function findRow<Row>(...by: Parameters<typeof findRows>): Promise<Row | undefined> {
  const [found] = await findRows<Row>(...by);
  return found;
}

/** 200, or 201 for an empty page. */
export function listReply(list: ListResult): Pick<ListResult, 'body' | 'headers' | 'next'> & { status: 200 | 201 } {
  const { body, headers, next } = list;
  return { status: list.count === 0 ? 201 : 200, body, headers, ...(next === undefined ? {} : { next }) };
}

/** The specification's wrapped list, always 200. */
export function resultReply(list: ListResult): Pick<ListResult, 'body' | 'headers' | 'next'> & { status: 200 } {
  return { ...listReply(list), status: 200, body: new WireJson(`{"result":${list.body.text}}`, list.count) };
}

/** The scope and the filters of a list as its `where`. */
export function conditions({ scope = [], where = [] }: { scope?: Conditions; where?: Conditions }): Sql {
  const given = [...scope, ...where].filter((condition) => condition !== null);
  return given.length === 0 ? empty : sql`where ${join(given, ' and ')}`;
}

function sortOf({ page, sorts, key }: ListSpec): { by: Sql; isNullable: boolean } {
  const sort = page.sortBy === undefined ? key : sorts[page.sortBy];
  if (sort === undefined) throw new Error(`The contract allows sorting by ${page.sortBy}, but the list does not.`);
  return sort instanceof Sql ? { by: sort, isNullable: false } : { by: sort.absentLast, isNullable: true };
}

/** The list's order, by the table's columns or by others with the same values. */
function orderBy(spec: ListSpec, { by = sortOf(spec).by, key = spec.key, hasNulls = sortOf(spec).isNullable } = {}): Sql {
  const direction = raw(spec.page.descending ? 'desc' : 'asc');
  return sql`${by} ${direction} ${hasNulls ? raw('nulls last') : empty}, ${key} ${direction}`;
}

/** Case-insensitive substring; `%` and `_` are literal. The column is in lower case, like its trigram index. */
export function contains(column: Sql, text: string | undefined): Sql | null {
  return text === undefined || text === '' ? null : sql`${column} like lower(${within(text)})`;
}

/** Matches a column with a number or code that contains the text, regardless of spelling. Trigram indexes are on `code_key(column)`. */
export function containsCode(column: Sql, text = ''): Sql | null {
  const key = codeKey(text);
  return key === '' ? null : sql`code_key(${column}) like ${within(key)}`;
}

/** The same for a column whose index has only rows with a code. The planner cannot infer that the others never match. */
export function containsKnownCode(column: Sql, text = ''): Sql | null {
  const found = containsCode(column, text);
  return found === null ? null : sql`(${column} is not null and ${found})`;
}

/** Matches a column with an EAN that contains the digits; a complete EAN matches with any leading zeros. */
export function containsEan(column: Sql, text = ''): Sql | null {
  const key = gtinKey(text);
  return key === '' ? null : sql`${column} like ${within(key)}`;
}

const within = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** Prefix match; in collation "C" it is one index range. */
export function startsWith(column: Sql, text: string | undefined): Sql | null {
  return text === undefined || text === '' ? null : sql`${column} >= ${text} and ${column} < ${text + LAST_CHARACTER}`;
}

const LAST_CHARACTER = '\u{10ffff}';

/** An id from a client; anything else matches nothing. */
export function idOf(text: string): string {
  return /^\d{1,18}$/.test(text) ? text : '-1';
}

export function betweenDates(column: Sql, { startDate, endDate }: PageQuery): Conditions {
  return [startDate === undefined ? null : sql`${column} >= ${startDate}`, endDate === undefined ? null : sql`${column} <= ${endDate}`];
}

/** Whole days in India, compared with a timestamp; either end may be open. */
export function betweenDays(column: Sql, { startDate, endDate }: PageQuery): Conditions {
  return [
    startDate === undefined ? null : sql`${column} >= ${startDate}::date::timestamp at time zone 'Asia/Kolkata'`,
    endDate === undefined ? null : sql`${column} < (${endDate}::date + 1)::timestamp at time zone 'Asia/Kolkata'`,
  ];
}
