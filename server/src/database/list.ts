import { PAGE_SIZE_MAX, UNPAGED_MAX } from '@aapurti/contract/operation';
import { decodeNames } from '@aapurti/contract/wire';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';

import { WireJson } from '../reply.ts';
import type { Database } from './database.ts';
import { allConditions, conditions, given, type Known, orderBy } from './listPieces.ts';
import { isReadInOrder, statementOf, textsOf } from './listStatement.ts';
import { forget, isSeen, keepTexts, matchesOf, ownTexts, smallLetters } from './ownTexts.ts';

/** Page, size and order as a list's query asks for them. */
export interface PageQuery {
  page?: number | undefined;
  pageSize?: number | undefined;
  sortBy?: string | undefined;
  sortOrder?: 'asc' | 'desc' | undefined;
}

export interface Page {
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

/** A column to sort by; where rows may have none of it, `absentLast` of them. */
export type Sort = Sql | { absentLast: Sql };

/** A filter by date, from the first day to the last; either may be open. */
export interface During {
  column: Sql;
  first: string | undefined;
  last: string | undefined;
  conditions: readonly (Sql | null)[];
}

/**
 * What a call lists. What all calls of a list share is spread after what this one asks for: V8 takes 0.2 µs for an object that ends with a
 * spread, and 6 to 12 for one that goes on after it, which is a fifth of all that the server does for a page.
 */
export interface ListSpec {
  /** Columns of the answer, under the wire's names. May use the joined tables. */
  select: Sql;
  /** The table that is filtered, counted and sorted. */
  from: Sql;
  /** Joined to the rows of the page only, however many the list has. */
  join?: Sql;
  /** Whose rows; the date limits cover all of these. */
  scope?: readonly (Sql | null)[];
  /** One state of rows, under whose name `kept` is then. */
  state?: Sql | null;
  /** Whether an index has the rows of that state by their owners only. */
  isStateByOwner?: boolean;
  /** Filters whose matches are counted each time. */
  where?: readonly (Sql | null)[];
  /** Filters by parts of texts, of which all matches are found at once. */
  search?: readonly (Sql | null)[];
  /** What finds them, where that is another condition than those, which tell whether one row is a match. */
  found?: Sql | null;
  /** Columns in small letters with the texts that they shall have in them: one owner's are looked through in memory (`ownTexts.ts`). */
  texts?: readonly { column: Sql; text: string | undefined }[];
  during?: During;
  /** The table's id: unique, and the newest first. */
  key: Sql;
  sorts: Readonly<Record<string, Sort>>;
  /** Whose a row is: orders of all vendors' rows are merged of theirs, each of which an index has. */
  owner?: Sql;
  /** Gives the first and last day for the date filter, as dates: of all rows, or each of the row that has the first and the last key. */
  days?: { first: Sql; last: Sql } | { ofEnds: Sql };
  /**
   * As what the database keeps how many rows there are, of one owner or of all (0009_growth.sql); without it they are counted. Those
   * that are `uncounted`, by a condition that few meet, are added each time.
   */
  kept?: { list: string; owner: string | null; uncounted?: Sql };
  /** Whether rows of the list are still to come from elsewhere; told with the page. */
  waiting?: Sql;
  /** The answer is a list of bare values, which `select` gives as JSON. */
  bare?: true;
  page: Page;
}

export interface ListResult {
  body: WireJson;
  total: number;
  /** How many of the total had to be counted, where others were counted before. */
  uncounted: number;
  waiting: boolean;
  count: number;
  headers: Record<string, string | number>;
  /** What follows, where more was asked for than comes at once: changes to the query that was asked. */
  next?: Record<string, number>;
}

/** Of searches that find this many the total is remembered, until something changes; of those that an index answers alone, this many. */
const MANY = { compared: 300, found: 5_000 };
const REMEMBERED_MAX = 1_000;
/** By what runs the statements, since that is one database. */
const remembered = new WeakMap<Database, Map<string, Known>>();

interface Found {
  total: number;
  count: number;
  body: string;
  dateMin?: string | null;
  dateMax?: string | null;
  version?: string;
  uncounted?: number;
  waiting?: boolean;
}

/** What one owner's texts in memory say, while they are those of the database. */
async function findInMemory(
  db: Database,
  spec: ListSpec,
  whose: string,
  small: readonly (string | undefined)[],
): Promise<Found | undefined> {
  const own = ownTexts(db, whose);
  if (own === undefined) return undefined;
  const { limit, offset, descending } = spec.page;
  const newest = matchesOf(own, small);
  const all = descending ? newest : newest.toReversed();
  const known = { version: own.version, total: all.length, ids: all.slice(offset, offset + limit) };
  const found = await db.first<Found & Record<string, unknown>>(statementOf(spec, known));
  if (found?.version === own.version) return found;
  forget(db, whose);
  return undefined;
}

/** A search of one owner's rows: in memory if they have been searched before, and have not changed since. */
async function findOwn(db: Database, spec: ListSpec): Promise<Found | undefined> {
  const small = spec.texts?.map(({ text }) => (text ? smallLetters(text) : undefined)) ?? [];
  const isPlain = spec.texts?.every(({ text }, place) => !text || small[place] !== undefined) ?? false;
  if (!isPlain || spec.kept?.owner === null) return findAgain(db, spec);
  const whose = `${spec.kept?.list} ${spec.kept?.owner}`;
  const kept = await findInMemory(db, spec, whose, small);
  if (kept !== undefined) return kept;
  const found = await findAgain(db, spec);
  if (found?.version !== undefined && isSeen(db, whose, found.version)) {
    const own = await db.first<{ version: string; ids: string[] | null; columns: (string | null)[][] }>(textsOf(spec));
    if (own?.ids) keepTexts(db, whose, { ...own, ids: own.ids });
  }
  return found;
}

/** A search that finds many is not counted anew for each page: the total of before goes along, and holds if nothing has changed. */
async function findAgain(db: Database, spec: ListSpec): Promise<Found | undefined> {
  const totals = remembered.get(db) ?? new Map<string, Known>();
  remembered.set(db, totals);
  const key = JSON.stringify([spec.kept, spec.search?.map((condition) => condition && [condition.strings, condition.values])]);
  const known = totals.get(key);
  const found = await db.first<Found & Record<string, unknown>>(statementOf(spec, known));
  totals.delete(key);
  if (found?.version !== undefined && found.total >= (spec.found ? MANY.found : MANY.compared))
    totals.set(key, { version: found.version, total: found.total });
  const [oldest] = totals.keys();
  if (totals.size > REMEMBERED_MAX && oldest !== undefined) totals.delete(oldest);
  return found;
}

function findPage(db: Database, spec: ListSpec): Promise<Found | undefined> {
  const isSearch = spec.search?.some((condition) => condition !== null);
  return isSearch && isReadInOrder(spec) ? findOwn(db, spec) : db.first<Found & Record<string, unknown>>(statementOf(spec));
}

/**
 * One page of a list with its total and date limits, in one statement: ids of the page first, then only those rows are joined and
 * turned into JSON by the database, under the wire's names.
 */
export async function listRows(db: Database, spec: ListSpec): Promise<ListResult> {
  const { page } = spec;
  const found = await findPage(db, spec);
  if (found === undefined) throw new Error('a list statement gives one row');
  const headers: ListResult['headers'] = { 'X-Total-Count': found.total };
  if (found.dateMin) headers['X-Date-Min'] = found.dateMin;
  if (found.dateMax) headers['X-Date-Max'] = found.dateMax;
  const isCut = page.number === null && found.total > UNPAGED_MAX;
  const next = isCut ? { next: { page: UNPAGED_MAX / PAGE_SIZE_MAX + 1, pageSize: PAGE_SIZE_MAX } } : {};
  const { total, count, uncounted = 0, waiting = false } = found;
  return { body: new WireJson(found.body), total, uncounted, waiting, count, headers, ...next };
}

/** Every row of a list, on whatever page, in its order: a plain query of the columns. */
export function allRows(spec: ListSpec): Sql {
  const where = conditions(allConditions(spec));
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

/**
 * Matches anywhere, any case, in a column in small letters, which are what indexes hold; `%` and `_` are themselves. Of one owner's
 * rows all are compared, in words that no index of parts knows: PostgreSQL takes that for cheaper, which over all owners' rows it is not.
 */
export function contains(column: Sql, text: string | undefined, owner: string | null = null): Sql | null {
  if (text === undefined || text === '') return null;
  if (owner !== null) return sql`strpos(${column}, lower(${text})) > 0`;
  return sql`${column} like lower(${likePattern(text)})`;
}

/** As `contains`, with one plan for all texts: those that PostgreSQL does not see deserve no plan of their own at each call. */
export function containsAny(column: Sql, text: string | undefined): Sql | null {
  return text === undefined || text === '' ? null : sql`${column} like (select lower(${likePattern(text)}))`;
}

/**
 * As `containsAny`, for names and codes of which there are many: an index is asked for what stands around the breaks between words, else
 * for four letters of each word, since each part of a text that it looks up costs; what it finds is compared as a whole. `part` of the
 * text is enough for the letters, where few have that in common. The column is one of those that `product_texts_breaks` has.
 */
export function containsWords(column: Sql, text: string | undefined, part?: string): Sql | null {
  if (text === undefined || text === '') return null;
  const isWhole = sql`strpos(${column}, (select lower(${text}))) > 0`;
  const around = aroundBreaks(text);
  if (around.length > 0) return sql`around_breaks(${column}) @> (select ${around}::text[]) and ${isWhole}`;
  const begun = likePattern(part ?? text).replaceAll(/([A-Za-z]{4})[A-Za-z]*[^\p{L}\p{M}\p{N}]*/gu, '$1%');
  return sql`${column} like (select lower(${begun})) and ${isWhole}`;
}

/** Few are rare enough together; more of them would only be looked up. */
const BREAKS_MAX = 8;

/** As the function of this name of the database (0022_breaks.sql); none where the database may have other small letters. */
function aroundBreaks(text: string): string[] {
  const characters = [...(smallLetters(text) ?? '')];
  const around = new Set<string>();
  for (let place = 3; place + 3 < characters.length && around.size < BREAKS_MAX; place += 1) {
    if (characters[place] === ' ' || characters[place] === '-') around.add(characters.slice(place - 3, place + 4).join(''));
  }
  return [...around];
}

function likePattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/**
 * Starts with it as typed; for columns in the collation "C", where these are one range of an index. Where nothing else is asked for the
 * texts are selected: for those that it sees PostgreSQL finds that each deserves a plan of its own, and plans at each call.
 */
export function startsWith(column: Sql, text: string | undefined, isAlone = false): Sql | null {
  if (text === undefined || text === '') return null;
  const [least, beyond] = [text, text + LAST_CHARACTER].map((value) => (isAlone ? sql`(select ${value}::text)` : sql`${value}`));
  return sql`${column} >= ${least} and ${column} < ${beyond}`;
}

const LAST_CHARACTER = '\u{10ffff}';

/** An id from outside, as the table holds it; what is no id matches nothing. */
export function idOf(text: string): string {
  // 0 is nobody: in the kept counts it stands for all vendors.
  return /^\d{1,18}$/.test(text) && !/^0+$/.test(text) ? text : '-1';
}

/** From the first day to the last, for a date; either may be open. */
export function betweenDates(column: Sql, first: string | undefined, last: string | undefined): During {
  const limits = [first === undefined ? null : sql`${column} >= ${first}`, last === undefined ? null : sql`${column} <= ${last}`];
  return { column, first, last, conditions: limits };
}

/** From the start of the first day to the end of the last, in India, for an instant; either may be open. */
export function betweenDays(column: Sql, first: string | undefined, last: string | undefined): During {
  const limits = [
    first === undefined ? null : sql`${column} >= ${first}::date::timestamp at time zone 'Asia/Kolkata'`,
    last === undefined ? null : sql`${column} < (${last}::date + 1)::timestamp at time zone 'Asia/Kolkata'`,
  ];
  return { column, first, last, conditions: limits };
}

/**
 * As `betweenDays`, for rows that are filtered by the day of their entry: their ids lie together, in blocks that are kept with how many
 * they are (0026_entered.sql), so that the list's own order finds them.
 */
export function enteredBetween(
  { key, kept }: Required<Pick<ListSpec, 'key' | 'kept'>>,
  column: Sql,
  first: string | undefined,
  last: string | undefined,
): During {
  const during = betweenDays(column, first, last);
  if (first === undefined && last === undefined) return during;
  const name = raw(`'${kept.list}'`);
  const days = sql`and day between coalesce(${first ?? null}::date, '-infinity') and coalesce(${last ?? null}::date, 'infinity')`;
  const blocks = (kind: 'first' | 'last') => sql`
    select ${raw(kind)}_block as block from row_counts where list = ${name} and owner_id = ${kept.owner ?? 0}::bigint and day > '-infinity' ${days}
    ${kept.owner === null ? sql`union all select block from row_deltas where list = ${name} ${days}` : empty}`;
  return {
    ...during,
    column: key,
    conditions: [
      // Of a range that it does not see PostgreSQL takes one row in 200 to be in it, and would sort what it finds: so it takes one in two.
      sql`case when ${join(given(during.conditions), ' and ')} then true end`,
      sql`${key} >= 1024 * (select min(block) from (${blocks('first')}) lying)`,
      sql`${key} < 1024 * (select 1 + max(block) from (${blocks('last')}) lying)`,
    ],
  };
}
