import { PAGE_SIZE_MAX, UNPAGED_MAX } from '@aapurti/contract/operation';
import { decodeNames } from '@aapurti/contract/wire';
import sql, { empty, join, raw, Sql } from 'sql-template-tag';

import { WireJson } from '../reply.ts';
import type { Database } from './database.ts';

export interface PageQuery {
  page?: number | undefined;
  pageSize?: number | undefined;
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
  sortBy: string | undefined;
  descending: boolean;
}

/** The specification's default (section 9). */
const PAGE_SIZE = 7;

/**
 * The requested page; without `page` and `pageSize`, the first rows up to the cap of unpaged lists.
 * @param how.day the sort that a date filter implies, newest first.
 */
export function pageOf(query: PageQuery, { size: usual = PAGE_SIZE, day }: { size?: number; day?: string } = {}): Page {
  const unpaged = query.page === undefined && query.pageSize === undefined;
  const size = unpaged ? UNPAGED_MAX : (query.pageSize ?? usual);
  const number = query.page ?? 1;
  const isDated = query.startDate !== undefined || query.endDate !== undefined;
  return {
    limit: size,
    offset: (number - 1) * size,
    number: unpaged ? null : number,
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
  /** Columns of the answer under the wire's names; may use joined tables. */
  select: Sql;
  /** The table that is filtered, counted and sorted. */
  from: Sql;
  /** Those of its rows that are left, under the same name, where a filter is more than a condition: counted and sorted instead. */
  filtered?: Sql;
  /** Joined to the page's rows only. */
  join?: Sql;
  /** Whose rows; the date limits cover all of them. */
  scope?: Conditions;
  /** The filters. */
  where?: Conditions;
  /** The unique id; descending is newest first. */
  key: Sql;
  /** Sort columns by their name in queries. */
  sorts: Readonly<Record<string, Sort>>;
  /** Aggregates for the first and last day of the date filter. */
  days?: { first: Sql; last: Sql };
  /** The answer is an array of bare values, which `select` gives as JSON. */
  bare?: true;
  /** Which rows of the list, and in which order: `pageOf`. */
  page: Page;
}

export interface ListResult {
  body: WireJson;
  total: number;
  /** Rows on this page. */
  count: number;
  headers: Record<string, string | number>;
  /** The query of the next page, if an unpaged list was cut. */
  next?: Record<string, number>;
}

/** One page with total and date limits, in one statement: page ids first, then those rows joined and serialised by the database. */
export async function listRows(db: Database, spec: ListSpec): Promise<ListResult> {
  const found = await db.one<{ total: number; count: number; body: string; dateMin?: string | null; dateMax?: string | null }>(
    await statementFor(db, spec),
  );
  const { total, count, body, dateMin, dateMax } = found;
  const headers: ListResult['headers'] = { 'X-Total-Count': total };
  if (dateMin) headers['X-Date-Min'] = dateMin;
  if (dateMax) headers['X-Date-Max'] = dateMax;
  const isCut = spec.page.number === null && total > UNPAGED_MAX;
  const next = isCut ? { next: { page: UNPAGED_MAX / PAGE_SIZE_MAX + 1, pageSize: PAGE_SIZE_MAX } } : {};
  return { body: new WireJson(body), total, count, headers, ...next };
}

/** Lists and offsets beyond this are long: the total is counted first, so that a page of the second half is read from the end. */
const LONG = 10_000;

/** Rows of a list's page: all of the list's, or those with or without a value of the sort. */
interface Part {
  /** How many rows the part has; null while unknown. */
  rows: number | null;
  /** What its rows have in common, after which absent values need no place of their own. */
  where?: Conditions;
  limit: number;
  offset: number;
}

async function statementFor(db: Database, spec: ListSpec): Promise<Sql> {
  const { page, where = [] } = spec;
  const { by, isNullable } = sortOf(spec);
  const isLastFirst = isNullable && page.descending;
  if (page.offset < LONG && !isLastFirst) return statementOf(spec, totalOf(spec), [{ rows: null, ...page }]);

  const total = await countOf(db, spec);
  const counted = sql`${total}::int`;
  if (!isLastFirst || total <= LONG) return statementOf(spec, counted, [{ rows: total, ...page }]);

  // An index read backwards has absent values first, so the rows with a value and those without are read apart.
  const absent = sql`${by} is null`;
  const without = await countOf(db, { ...spec, where: [...where, absent] });
  const present = total - without;
  const limit = Math.min(page.limit, Math.max(present - page.offset, 0));
  return statementOf(spec, counted, [
    { rows: present, where: [sql`${by} is not null`], limit, offset: page.offset },
    { rows: without, where: [absent], limit: page.limit - limit, offset: Math.max(page.offset - present, 0) },
  ]);
}

async function countOf(db: Database, spec: ListSpec): Promise<number> {
  const { total } = await db.one<{ total: number }>(sql`${spec.with ? sql`with ${spec.with}` : empty} select ${totalOf(spec)} as total`);
  return total;
}

function totalOf(spec: ListSpec): Sql {
  return sql`(select count(*) from ${spec.filtered ?? spec.from} ${conditions(spec)})::int`;
}

/** The ids of a part's rows on the page with what they are sorted by, read from the part's nearer end. */
function rowsOf(spec: ListSpec, { rows, where, limit, offset }: Part): Sql {
  const fromEnd = rows !== null && offset > rows / 2;
  const after = (rows ?? 0) - offset - limit;
  const slice = fromEnd ? { limit: Math.max(limit + Math.min(after, 0), 0), offset: Math.max(after, 0) } : { limit, offset };
  return sql`(
      select ${spec.key} as page_key, ${sortOf(spec).by} as page_sort from ${spec.filtered ?? spec.from}
      ${conditions({ ...spec, where: [...(spec.where ?? []), ...(where ?? [])] })}
      order by ${orderBy(spec, { fromEnd, ...(where && { hasNulls: false }) })} limit ${slice.limit} offset ${slice.offset})`;
}

function statementOf(spec: ListSpec, total: Sql, parts: readonly Part[]): Sql {
  const { select, from, key, days } = spec;
  const limits = days
    ? sql`(select ${days.first} from ${from} ${conditions({ scope: spec.scope ?? [] })})::text as "dateMin",
        (select ${days.last} from ${from} ${conditions({ scope: spec.scope ?? [] })})::text as "dateMax",`
    : empty;
  return sql`
    with ${spec.with ? sql`${spec.with},` : empty} page as (${join(
      parts.map((part) => rowsOf(spec, part)),
      ' union all ',
    )})
    select ${limits} ${total} as total, rows.count, rows.body
    from (
      select count(*)::int as count, coalesce(json_agg(
          ${spec.bare ? select : sql`(select row_to_json(wire) from (select ${select}) wire)`}
          order by ${orderBy(spec, { by: sql`page_sort`, key: sql`page_key` })}), '[]')::text as body
      from page join ${from} on ${key} = page_key ${spec.join ?? empty}
    ) rows`;
}

/** A query of all rows in list order, for exports. */
export function allRows(spec: ListSpec): Sql {
  return sql`
    ${spec.with ? sql`with ${spec.with}` : empty}
    select ${spec.select} from ${spec.filtered ?? spec.from} ${spec.join ?? empty} ${conditions(spec)} order by ${orderBy(spec)}`;
}

/** Records by their list's columns, under the code's names. `where` may end in an order, and in a row lock. */
export async function findRows<Row>(db: Database, list: Pick<ListSpec, 'select' | 'from' | 'join'>, where: Sql): Promise<Row[]> {
  const found = await db.rows<{ wire: unknown }>(sql`
    select (select row_to_json(wire) from (select ${list.select}) wire) as wire
    from ${list.from} ${list.join ?? empty} where ${where}`);
  return found.map(({ wire }) => decodeNames(wire) as Row);
}

/** The first of them. */
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
  return { ...listReply(list), status: 200, body: new WireJson(`{"result":${list.body.text}}`) };
}

function conditions({ scope = [], where = [] }: { scope?: Conditions; where?: Conditions }): Sql {
  const given = [...scope, ...where].filter((condition) => condition !== null);
  return given.length === 0 ? empty : sql`where ${join(given, ' and ')}`;
}

function sortOf({ page, sorts, key }: ListSpec): { by: Sql; isNullable: boolean } {
  const sort = page.sortBy === undefined ? key : sorts[page.sortBy];
  if (sort === undefined) throw new Error(`The contract has an order by ${page.sortBy}, and the list has not.`);
  return sort instanceof Sql ? { by: sort, isNullable: false } : { by: sort.absentLast, isNullable: true };
}

/** The list's order, of the table's columns or of others that hold the same; with `fromEnd` the opposite. */
function orderBy(spec: ListSpec, { fromEnd = false, by = sortOf(spec).by, key = spec.key, hasNulls = sortOf(spec).isNullable } = {}): Sql {
  const direction = raw(spec.page.descending === fromEnd ? 'asc' : 'desc');
  const nulls = hasNulls ? raw(fromEnd ? 'nulls first' : 'nulls last') : empty;
  return sql`${by} ${direction} ${nulls}, ${key} ${direction}`;
}

/** Case-insensitive substring; `%` and `_` are literal. The column is in lower case, like its trigram index. */
export function contains(column: Sql, text: string | undefined): Sql | null {
  if (text === undefined || text === '') return null;
  return sql`${column} like lower(${`%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`})`;
}

/** Prefix match; in collation "C" it is one index range. */
export function startsWith(column: Sql, text: string | undefined): Sql | null {
  return text === undefined || text === '' ? null : sql`${column} >= ${text} and ${column} < ${text + LAST_CHARACTER}`;
}

const LAST_CHARACTER = '\u{10ffff}';

/** An id from outside; anything else matches nothing. */
export function idOf(text: string): string {
  return /^\d{1,18}$/.test(text) ? text : '-1';
}

export function betweenDates(column: Sql, { startDate, endDate }: PageQuery): Conditions {
  return [startDate === undefined ? null : sql`${column} >= ${startDate}`, endDate === undefined ? null : sql`${column} <= ${endDate}`];
}

/** Whole days in India, for an instant; either may be open. */
export function betweenDays(column: Sql, { startDate, endDate }: PageQuery): Conditions {
  return [
    startDate === undefined ? null : sql`${column} >= ${startDate}::date::timestamp at time zone 'Asia/Kolkata'`,
    endDate === undefined ? null : sql`${column} < (${endDate}::date + 1)::timestamp at time zone 'Asia/Kolkata'`,
  ];
}
