/** What a list's statement is put together from: pieces with values of their own in each call, the order, and how many rows there are. */
import { PAGE_SIZE_MAX, UNPAGED_MAX } from '@aapurti/contract/operation';
import sql, { empty, join, raw, Sql } from 'sql-template-tag';

import type { ListSpec, Page, Sort } from './list.ts';

/** What was counted before under the same filters, and how much had changed by then. */
export interface Known {
  version: string;
  total: number;
  /** Of the page, where these are known too. */
  ids?: readonly string[];
}

/** One call of a list. */
export interface Call {
  spec: ListSpec;
  known: Known | undefined;
}

/** A value that is another one in each call. */
export type Slot = (call: Call) => unknown;

export const given = (all: readonly (Sql | null | undefined)[] = []) => all.filter((one): one is Sql => one !== null && one !== undefined);

/** A piece whose values are those of whichever call it is. */
export function piece(call: Call, pick: (spec: ListSpec) => Sql | null | undefined): Sql {
  const now = pick(call.spec);
  if (now === null || now === undefined) return empty;
  return new Sql(
    now.strings,
    now.values.map(
      (_, place): Slot =>
        ({ spec }) =>
          pick(spec)?.values[place],
    ),
  );
}

export const pieces = (call: Call, pick: (spec: ListSpec) => readonly (Sql | null | undefined)[] | undefined): Sql[] =>
  given(pick(call.spec)).map((_, place) => piece(call, (spec) => given(pick(spec))[place]));

/**
 * A number of the page, in the text or as a value. The value is selected, so that PostgreSQL does not see it: for each that it sees it would
 * plan anew, which takes three times what a page takes. Filters whose matches are counted have to be seen, and so it is with them.
 */
export function figure(call: Call, pick: (page: Page) => number): Sql {
  const slot: Slot = ({ spec }) => pick(spec.page);
  if (isFew(call.spec)) return raw(String(pick(call.spec.page)));
  return given(call.spec.where).length > 0 ? sql`${slot}::bigint` : sql`(select ${slot}::bigint)`;
}

/** How many rows a page has at most, as it stands in its statement, where how many it has does not. */
export function mostOf({ limit }: Page): number {
  return limit <= FEW ? limit : limit <= PAGE_SIZE_MAX ? PAGE_SIZE_MAX : UNPAGED_MAX;
}

/** The longest page whose length stands in the statement itself: each length is a statement of its own. */
export const FEW = 10;

/**
 * Whether this is what most people look at: the first few of a list. With its length in its text it is planned once, and well; for a
 * length that it does not know PostgreSQL counts on a tenth of the table, and then rather plans anew each time.
 */
export function isFew({ page, where }: ListSpec): boolean {
  return page.offset === 0 && page.limit <= FEW && given(where).length === 0;
}

/** What rows are in the order of, before the key. Under a date filter that is its date: then a page of it is one range of an index. */
export function sortOf({ page, sorts, during, key }: ListSpec): { by: Sql; isNullable: boolean } | undefined {
  const sort: Sort | undefined =
    page.sortBy === undefined
      ? during !== undefined && given(during.conditions).length > 0
        ? during.column
        : undefined
      : sorts[page.sortBy];
  // By the key everything is in order anyway.
  if (sort === undefined || (sort instanceof Sql && isSame(sort, key))) return undefined;
  return sort instanceof Sql ? { by: sort, isNullable: false } : { by: sort.absentLast, isNullable: true };
}

export const isSame = (one: Sql, other: Sql) => one.strings.join('?') === other.strings.join('?');

export const directionOf = ({ page }: ListSpec) => raw(page.descending ? 'desc' : 'asc');

/** The whole order, as one clause. A column that is never absent is sorted as its index is. */
export function orderBy(spec: ListSpec): Sql {
  const direction = directionOf(spec);
  const sort = sortOf(spec);
  if (sort === undefined) return sql`${spec.key} ${direction}`;
  return sql`${sort.by} ${direction} ${sort.isNullable ? raw('nulls last') : empty}, ${spec.key} ${direction}`;
}

export function orderOf(call: Call): Sql {
  return piece(call, orderBy);
}

export function conditions(all: readonly (Sql | null | undefined)[]): Sql {
  const some = given(all);
  return some.length === 0 ? empty : sql`where ${join(some, ' and ')}`;
}

/** All that a list is filtered by. */
export function allConditions(spec: ListSpec): Sql[] {
  const search = spec.found ? [spec.found] : (spec.search ?? []);
  return given([...(spec.scope ?? []), spec.state, ...(spec.where ?? []), ...search, ...(spec.during?.conditions ?? [])]);
}

export function keptList(call: Call): Sql {
  return raw(`'${call.spec.kept?.list}'`);
}

function ownRows(call: Call): Sql {
  const owner: Slot = ({ spec }) => spec.kept?.owner ?? 0;
  return sql`list = ${keptList(call)} and owner_id = ${owner}::bigint`;
}

/** The rows of whoever's list it is that the kept numbers are without. */
export function uncountedOf(call: Call): Sql {
  return conditions([...pieces(call, (one) => one.scope), piece(call, (one) => one.kept?.uncounted)]);
}

/** Whether how many rows there are under these filters is kept. */
export function isTotalKept({ kept, during, state, where }: ListSpec): boolean {
  return kept !== undefined && given(where).length === 0 && !(given(during?.conditions).length > 0 && state);
}

/** How many rows there are, from where that is kept if it is; else counted. */
export function totalOf(call: Call): Sql {
  const { spec } = call;
  const { kept, during } = spec;
  const isWithin = given(during?.conditions).length > 0;
  if (kept === undefined || !isTotalKept(spec)) {
    return sql`select count(*) from ${spec.from} ${conditions(pieces(call, allConditions))}`;
  }
  const first: Slot = (now) => now.spec.during?.first;
  const last: Slot = (now) => now.spec.during?.last;
  const from = during?.first === undefined ? sql`and day > '-infinity'` : sql`and day >= ${first}::date`;
  const days = sql`${from} ${during?.last === undefined ? empty : sql`and day <= ${last}::date`}`;
  const ofDays = isWithin ? days : sql`and day = '-infinity'`;
  const folded = sql`select coalesce(sum(row_count), 0) from row_counts where ${ownRows(call)} ${ofDays}`;
  if (kept.uncounted !== undefined) return sql`(${folded}) + (select row_count from uncounted)`;
  if (kept.owner !== null) return folded;
  return sql`(${folded}) + (select coalesce(sum(row_count), 0) from row_deltas where list = ${keptList(call)} ${isWithin ? days : empty})`;
}

/** Grows whenever a row of the list comes, goes or is changed in what filters look at. */
export function versionOf(call: Call): Sql {
  const folded = sql`(select coalesce(sum(changes), 0) from row_counts where ${ownRows(call)} and day = '-infinity')`;
  if (call.spec.kept?.owner !== null) return folded;
  return sql`(${folded} + (select count(*) from row_deltas where list = ${keptList(call)}))`;
}
