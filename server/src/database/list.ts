import { PAGE_SIZE_MAX, UNPAGED_MAX } from '@aapurti/contract/operation';
import { decodeNames } from '@aapurti/contract/wire';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';

import { WireJson } from '../http/reply.ts';
import type { Database } from './database.ts';

/** Page, size and order as a list's query asks for them. */
export interface PageQuery {
  page?: number | undefined;
  pageSize?: number | undefined;
  sortBy?: string | undefined;
  sortOrder?: 'asc' | 'desc' | undefined;
}

interface Page {
  limit: number;
  offset: number;
  /** Absent: everything up to the cap was asked for. */
  number: number | null;
  sortBy: string | undefined;
  descending: boolean;
}

/** Section 9's page size where a list has no other. */
const PAGE_SIZE = 7;

/** The page that a query asks for: with neither `page` nor `pageSize` the first rows, as many as an unpaged list may have. */
export function pageOf(query: PageQuery, usual = PAGE_SIZE): Page {
  const unpaged = query.page === undefined && query.pageSize === undefined;
  const size = unpaged ? UNPAGED_MAX : (query.pageSize ?? usual);
  const number = query.page ?? 1;
  return {
    limit: size,
    offset: (number - 1) * size,
    number: unpaged ? null : number,
    sortBy: query.sortBy,
    descending: query.sortOrder === undefined ? query.sortBy === undefined : query.sortOrder === 'desc',
  };
}

export interface ListSpec {
  /** Columns of the answer, under the wire's names. May use the joined tables. */
  select: Sql;
  /** The table that is filtered, counted and sorted. */
  from: Sql;
  /** Joined to the rows of the page only, however many the list has. */
  join?: Sql;
  /** Whose rows; the date limits cover all of these. */
  scope?: readonly (Sql | null)[];
  where: readonly (Sql | null)[];
  /** The table's id: unique, and the newest first. */
  key: Sql;
  sorts: Readonly<Record<string, Sql>>;
  /** Gives the first and last day for the date filter, as dates. */
  days?: { first: Sql; last: Sql };
  /** How many rows the scope has, from where that is kept; without it they are counted, as they are under any filter. */
  total?: Sql;
  /** The answer is a list of bare values, which `select` gives as JSON. */
  bare?: true;
  page: Page;
}

export interface ListResult {
  body: WireJson;
  total: number;
  count: number;
  headers: Record<string, string | number>;
  /** What follows, where more was asked for than comes at once: changes to the query that was asked. */
  next?: Record<string, number>;
}

/** Statements by the list's columns, then by what varies of it: the conditions and the order. Their text takes longer to put together than to send. */
const texts = new WeakMap<Sql, Map<string, string>>();

/** The text from memory, and this call's values in the order in which the text takes them. */
function statementOf(spec: ListSpec): Sql {
  const { page, scope = [] } = spec;
  const given = [...scope, ...spec.where].filter((condition): condition is Sql => condition !== null);
  const few = isFirstFew(spec);
  const shape = `${scope.filter(Boolean).length} ${spec.days === undefined} ${few ? page.limit : ''} ${page.sortBy ?? ''} ${page.descending} ${given.map(({ strings }) => strings.join('?')).join('&')}`;
  const known = texts.get(spec.select) ?? new Map<string, string>();
  const text = known.get(shape);
  if (text === undefined) {
    const built = buildStatement(spec);
    // Columns, joins and orders are fixed: a value in one of them would be this call's, not the next one's.
    const fixed = [
      spec.select,
      spec.from,
      spec.join ?? empty,
      spec.key,
      orderBy(spec),
      spec.days?.first ?? empty,
      spec.days?.last ?? empty,
    ];
    if (fixed.some(({ values }) => values.length > 0)) return built;
    texts.set(spec.select, known.set(shape, built.text));
    return built;
  }
  const scoped = scope.flatMap((condition) => condition?.values ?? []);
  const all = given.flatMap(({ values }) => values);
  const counted = keptTotal(spec)?.values ?? all;
  const values = [...all, ...(few ? [] : [page.limit, page.offset]), ...(spec.days ? [...scoped, ...scoped] : []), ...counted];
  // What runs a statement takes its text and values only.
  return { text, values } as Sql;
}

/** The longest page whose length stands in the statement itself: each length is a statement of its own. */
const FEW = 10;

/**
 * Whether this is what most people look at: the newest few of a list. With its length in its text it is planned once, and well; for a
 * length that it does not know PostgreSQL counts on a tenth of the table, and then rather plans anew each time.
 */
function isFirstFew({ page, where }: ListSpec): boolean {
  return page.offset === 0 && page.limit <= FEW && page.sortBy === undefined && where.every((condition) => condition === null);
}

function buildStatement(spec: ListSpec): Sql {
  const { page } = spec;
  const scope = conditions(spec.scope ?? []);
  const where = conditions([...(spec.scope ?? []), ...spec.where]);
  const order = orderBy(spec);
  const limit = isFirstFew(spec) ? raw(`limit ${page.limit}`) : sql`limit ${page.limit} offset ${page.offset}`;
  const days = spec.days
    ? sql`(select ${spec.days.first} from ${spec.from} ${scope})::text as "dateMin", (select ${spec.days.last} from ${spec.from} ${scope})::text as "dateMax",`
    : empty;
  return sql`
    with page as (
      select ${spec.key} as page_key, row_number() over (order by ${order}) as page_place
      from ${spec.from} ${where} order by ${order} ${limit}
    )
    select ${days} (${keptTotal(spec) ?? sql`select count(*) from ${spec.from} ${where}`})::int as total, rows.count, rows.body
    from (
      select count(*)::int as count, coalesce(json_agg(line order by place), '[]')::text as body
      from (
        select page_place as place, ${spec.bare ? spec.select : sql`(select row_to_json(wire) from (select ${spec.select}) wire)`} as line
        from page join ${spec.from} on ${spec.key} = page_key ${spec.join ?? empty}
      ) lines
    ) rows`;
}

function keptTotal({ total, where }: ListSpec): Sql | null {
  return total === undefined || where.some((condition) => condition !== null) ? null : total;
}

/**
 * One page of a list with its total and date limits, in one statement: ids of the page first, then only those rows are joined and
 * turned into JSON by the database, under the wire's names.
 */
export async function listRows(db: Database, spec: ListSpec): Promise<ListResult> {
  const { page } = spec;
  const found = await db.first<{ total: number; count: number; body: string; dateMin?: string | null; dateMax?: string | null }>(
    statementOf(spec),
  );
  if (found === undefined) throw new Error('a list statement gives one row');
  const headers: ListResult['headers'] = { 'X-Total-Count': found.total };
  if (found.dateMin) headers['X-Date-Min'] = found.dateMin;
  if (found.dateMax) headers['X-Date-Max'] = found.dateMax;
  const isCut = page.number === null && found.total > UNPAGED_MAX;
  const next = isCut ? { next: { page: UNPAGED_MAX / PAGE_SIZE_MAX + 1, pageSize: PAGE_SIZE_MAX } } : {};
  return { body: new WireJson(found.body), total: found.total, count: found.count, headers, ...next };
}

/** Every row of a list, on whatever page, in its order: a plain query of the columns. */
export function allRows(spec: ListSpec): Sql {
  const where = conditions([...(spec.scope ?? []), ...spec.where]);
  return sql`select ${spec.select} from ${spec.from} ${spec.join ?? empty} ${where} order by ${orderBy(spec)}`;
}

/** One record, from the columns that its list answers with but under the code's names. `where` may end in a row lock. */
export async function findRow<Row>(db: Database, list: Pick<ListSpec, 'select' | 'from' | 'join'>, where: Sql): Promise<Row | undefined> {
  const found = await db.first<{ wire: unknown }>(sql`
    select (select row_to_json(wire) from (select ${list.select}) wire) as wire
    from ${list.from} ${list.join ?? empty} where ${where}`);
  return found === undefined ? undefined : (decodeNames(found.wire) as Row);
}

/** A list's answer: 200, or 201 where there is nothing on the page. */
export function listReply(list: ListResult): Pick<ListResult, 'body' | 'headers' | 'next'> & { status: 200 | 201 } {
  const { body, headers, next } = list;
  return { status: list.count === 0 ? 201 : 200, body, headers, ...(next === undefined ? {} : { next }) };
}

/** Wrapped, and 200 also where there is nothing: the specification's other shape of a list. */
export function resultReply(list: ListResult): Pick<ListResult, 'body' | 'headers' | 'next'> & { status: 200 } {
  return { ...listReply(list), status: 200, body: new WireJson(`{"result":${list.body.text}}`) };
}

function conditions(all: readonly (Sql | null)[]): Sql {
  const some = all.filter((condition): condition is Sql => condition !== null);
  return some.length === 0 ? empty : sql`where ${join(some, ' and ')}`;
}

function orderBy({ page, sorts, key }: ListSpec): Sql {
  const direction = raw(page.descending ? 'desc' : 'asc');
  const sort = page.sortBy === undefined ? undefined : sorts[page.sortBy];
  return sort === undefined ? sql`${key} ${direction}` : sql`${sort} ${direction} nulls last, ${key} ${direction}`;
}

/** Matches anywhere, any case; `%` and `_` are themselves. */
export function contains(column: Sql, text: string | undefined): Sql | null {
  if (text === undefined || text === '') return null;
  return sql`${column} ilike ${`%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`;
}

/** Starts with it as typed; for columns in the collation "C", where these are one range of an index. */
export function startsWith(column: Sql, text: string | undefined): Sql | null {
  return text === undefined || text === '' ? null : sql`${column} >= ${text} and ${column} < ${text + LAST_CHARACTER}`;
}

const LAST_CHARACTER = '\u{10ffff}';

/** An id from outside, as the table holds it; what is no id matches nothing. */
export function idOf(text: string): string {
  return /^\d{1,18}$/.test(text) ? text : '-1';
}

/** From the first day to the last, for a date; either may be open. */
export function betweenDates(column: Sql, first: string | undefined, last: string | undefined): (Sql | null)[] {
  return [first === undefined ? null : sql`${column} >= ${first}`, last === undefined ? null : sql`${column} <= ${last}`];
}

/** From the start of the first day to the end of the last, in India, for an instant; either may be open. */
export function betweenDays(column: Sql, first: string | undefined, last: string | undefined): (Sql | null)[] {
  return [
    first === undefined ? null : sql`${column} >= ${first}::date::timestamp at time zone 'Asia/Kolkata'`,
    last === undefined ? null : sql`${column} < (${last}::date + 1)::timestamp at time zone 'Asia/Kolkata'`,
  ];
}
