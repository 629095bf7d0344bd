import sql, { empty, join, raw, Sql } from 'sql-template-tag';

import type { ListSpec, Page, Sort } from './list.ts';
import { OWN_MAX } from './ownTexts.ts';

/** What was counted before under the same filters, and how much had changed by then. */
export interface Known {
  version: string;
  total: number;
  /** Of the page, where these are known too. */
  ids?: readonly string[];
}

/** One call of a list. */
interface Call {
  spec: ListSpec;
  known: Known | undefined;
}

/** A value that is another one in each call. */
type Slot = (call: Call) => unknown;

interface Statement {
  text: string;
  slots: readonly Slot[];
}

/** Statements by the list's columns, then by what varies of it. Their text takes longer to put together than to send. */
const statements = new WeakMap<Sql, Map<string, Statement>>();

/** The statement of a page, with this call's values. What runs it takes its text and values only. */
export function statementOf(spec: ListSpec, known?: Known): Sql {
  const call = { spec, known };
  const ofList = statements.get(spec.select) ?? new Map<string, Statement>();
  const shape = shapeOf(call);
  let statement = ofList.get(shape);
  if (statement === undefined) {
    const { text, values } = build(call);
    statement = { text, slots: values as Slot[] };
    statements.set(spec.select, ofList.set(shape, statement));
  }
  return { text: statement.text, values: statement.slots.map((slot) => slot(call)) } as Sql;
}

function shapeOf({ spec, known }: Call): string {
  const { page, kept, during, scope = [], where = [], search = [] } = spec;
  const texts = (all: readonly (Sql | null | undefined)[]) => all.map((one) => one?.strings.join('?') ?? '').join('&');
  return [
    page.sortBy,
    page.descending,
    isFew(spec) ? page.limit : '',
    page.offset >= DEEP,
    wayOf(spec),
    known === undefined,
    known?.ids === undefined,
    kept?.list,
    kept?.owner === null,
    texts([kept?.uncounted]),
    texts(scope),
    texts([spec.state]),
    texts(where),
    texts([...search, spec.found]),
    during === undefined ? '' : texts(during.conditions),
    texts([spec.from, spec.join, sortOf(spec)?.by]),
  ].join('|');
}

const given = (all: readonly (Sql | null | undefined)[] = []) => all.filter((one): one is Sql => one !== null && one !== undefined);

/** A piece whose values are those of whichever call it is. */
function piece(call: Call, pick: (spec: ListSpec) => Sql | null | undefined): Sql {
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

const pieces = (call: Call, pick: (spec: ListSpec) => readonly (Sql | null | undefined)[] | undefined): Sql[] =>
  given(pick(call.spec)).map((_, place) => piece(call, (spec) => given(pick(spec))[place]));

/** A number of the page, in the text or as a value. */
function figure(call: Call, pick: (page: Page) => number): Sql {
  const slot: Slot = ({ spec }) => pick(spec.page);
  return isFew(call.spec) ? raw(String(pick(call.spec.page))) : sql`${slot}::bigint`;
}

/** The longest page whose length stands in the statement itself: each length is a statement of its own. */
const FEW = 10;

/**
 * Whether this is what most people look at: the first few of a list. With its length in its text it is planned once, and well; for a
 * length that it does not know PostgreSQL counts on a tenth of the table, and then rather plans anew each time.
 */
function isFew({ page, where }: ListSpec): boolean {
  return page.offset === 0 && page.limit <= FEW && given(where).length === 0;
}

/** From here on a page of all vendors' rows is looked for by the blocks of ids that lie before it. */
const DEEP = 1_000;
/** Up to here the rows of all vendors are merged in the order of a column, so many of each. */
const MERGED_MAX = 1_000;

type Way = 'plain' | 'merged' | 'blocks' | 'found';

function wayOf(spec: ListSpec): Way {
  const { page, kept } = spec;
  if (given(spec.search).length > 0) return 'found';
  if (kept?.owner !== null || given(spec.where).length > 0) return 'plain';
  const isFiltered = spec.during !== undefined && given(spec.during.conditions).length > 0;
  if (isFiltered) return 'plain';
  const sort = sortOf(spec);
  if (sort === undefined) return page.offset >= DEEP && !spec.state ? 'blocks' : 'plain';
  // The date that a list is filtered by has an index of all vendors' rows.
  if (spec.during !== undefined && isSame(sort.by, spec.during.column)) return 'plain';
  return spec.owner !== undefined && page.offset + page.limit <= MERGED_MAX ? 'merged' : 'plain';
}

/** What rows are in the order of, before the key. Under a date filter that is its date: then a page of it is one range of an index. */
function sortOf({ page, sorts, during, key }: ListSpec): { by: Sql; isNullable: boolean } | undefined {
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

const isSame = (one: Sql, other: Sql) => one.strings.join('?') === other.strings.join('?');

const directionOf = ({ page }: ListSpec) => raw(page.descending ? 'desc' : 'asc');

/** The whole order, as one clause. A column that is never absent is sorted as its index is. */
export function orderBy(spec: ListSpec): Sql {
  const direction = directionOf(spec);
  const sort = sortOf(spec);
  if (sort === undefined) return sql`${spec.key} ${direction}`;
  return sql`${sort.by} ${direction} ${sort.isNullable ? raw('nulls last') : empty}, ${spec.key} ${direction}`;
}

function orderOf(call: Call): Sql {
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

function build(call: Call): Sql {
  const { spec } = call;
  const select = piece(call, ({ select: columns }) => columns);
  const scope = conditions(pieces(call, (one) => one.scope));
  const { days } = spec;
  const limits = days
    ? sql`(select ${days.first} from ${spec.from} ${scope})::text as "dateMin", (select ${days.last} from ${spec.from} ${scope})::text as "dateMax",`
    : empty;
  const { page, total } = wayOf(spec) === 'found' ? searched(call) : { page: pageOf(call), total: totalOf(call) };
  const version = given(spec.search).length > 0 && spec.kept !== undefined ? sql`${versionOf(call)}::text as version,` : empty;
  const isKept = spec.kept?.uncounted !== undefined && isTotalKept(spec);
  const uncounted = isKept ? sql`uncounted as materialized (select count(*) as row_count from ${spec.from} ${uncountedOf(call)}),` : empty;
  return sql`
    with ${uncounted} ${page}
    select ${limits} ${version} ${isKept ? sql`(select row_count from uncounted)::int as uncounted,` : empty} (${total})::int as total, rows.count, rows.body
    from (
      select count(*)::int as count, coalesce(json_agg(line order by place), '[]')::text as body
      from (
        select page_place as place, ${spec.bare ? select : sql`(select row_to_json(wire) from (select ${select}) wire)`} as line
        from page join ${spec.from} on ${spec.key} = page_key ${piece(call, (one) => one.join)}
      ) lines
    ) rows`;
}

/** One owner's texts, of all rows or, where these are too many, of none; the newest first. */
export function textsOf(spec: ListSpec): Sql {
  const call = { spec, known: undefined };
  const { text, values } = sql`
    select ${versionOf(call)}::text as version, ids, columns
    from (
      select json_agg(${spec.key}::text order by ${spec.key} desc) as ids,
        json_build_array(${join((spec.texts ?? []).map(({ column }) => sql`json_agg(${column} order by ${spec.key} desc)`))}) as columns
      from ${spec.from} ${conditions([...given(spec.scope), spec.state, sql`(${totalOf(call)}) <= ${raw(String(OWN_MAX))}`])}) own`;
  return { text, values: values.map((value) => (typeof value === 'function' ? (value as Slot)(call) : value)) } as Sql;
}

/** The ids of the page with their places, by an index that has the list's order. */
function pageOf(call: Call): Sql {
  const { spec } = call;
  const all = [...pieces(call, allConditions), ...notBeyond(call)];
  const where = conditions(all);
  const range = sql`limit ${figure(call, (page) => page.limit)} offset ${figure(call, (page) => page.offset)}`;
  const way = wayOf(spec);
  if (way === 'blocks') return blocks(call, where);
  if (way === 'merged') return merged(call, range);
  if (isTwofold(spec)) {
    return sql`page as (
      select page_key, row_number() over () as page_place from (${absentAfter(call, all, empty)} ${range}) ordered)`;
  }
  const order = orderOf(call);
  return sql`page as (
    select ${spec.key} as page_key, row_number() over (order by ${order}) as page_place from ${spec.from} ${where} order by ${order} ${range})`;
}

/** Says at once that a page far down is past the end, where it is known where that is: nothing is then read to find out. */
function notBeyond(call: Call): Sql[] {
  const { page, kept, where } = call.spec;
  if (page.offset < DEEP || kept === undefined || given(where).length > 0) return [];
  return [sql`${figure(call, ({ offset }) => offset)} < (${totalOf(call)})`];
}

/** Whether rows that lack the value have to be read apart: an index read backwards has them first. */
function isTwofold(spec: ListSpec): boolean {
  return sortOf(spec)?.isNullable === true && spec.page.descending;
}

/** Those that have a value, then those that have none; each in its order. */
function absentAfter(call: Call, where: readonly Sql[], also: Sql): Sql {
  const { spec } = call;
  const by = piece(call, (one) => sortOf(one)?.by);
  const most = figure(call, (page) => page.offset + page.limit);
  const has = conditions([...where, sql`${by} is not null`]);
  const lacks = conditions([...where, sql`${by} is null`]);
  const direction = directionOf(spec);
  // Where there is none it is named all the same: so PostgreSQL knows the index's order again.
  const order = sql`order by ${by} ${direction}, ${spec.key} ${direction} limit ${most}`;
  return sql`
    (select ${spec.key} as page_key ${also} from ${spec.from} ${has} ${order})
    union all (select ${spec.key} ${also} from ${spec.from} ${lacks} ${order})`;
}

/** All vendors' rows by a column: the first of each by its own index, then the first of those. So no order needs an index of its own. */
function merged(call: Call, range: Sql): Sql {
  const { spec } = call;
  const by = piece(call, (one) => sortOf(one)?.by);
  const isNullable = sortOf(spec)?.isNullable === true;
  const direction = directionOf(spec);
  const own = [...pieces(call, (one) => one.scope), ...pieces(call, (one) => [one.state]), sql`${spec.owner} = each_owner.id`];
  // Whoever has none would be looked for in everyone's.
  const has = sql`exists (select from row_counts where list = ${keptList(call)} and owner_id = each_owner.id and day = '-infinity')`;
  const order = sql`page_by ${direction} ${isNullable ? raw('nulls last') : empty}, page_key ${direction}`;
  const most = figure(call, (page) => page.offset + page.limit);
  const first = isTwofold(spec)
    ? sql`${absentAfter(call, own, sql`, ${by} as page_by`)} limit ${most}`
    : sql`select ${spec.key} as page_key, ${by} as page_by from ${spec.from} ${conditions(own)} order by ${orderOf(call)} limit ${most}`;
  return sql`page as (
    select page_key, row_number() over (order by ${order}) as page_place
    from users each_owner cross join lateral (${first}) firsts where ${has} order by ${order} ${range})`;
}

/** A page far down of all rows: how many lie before it is kept by blocks of ids, so that only the last block is walked through. */
function blocks(call: Call, where: Sql): Sql {
  const { spec } = call;
  const direction = directionOf(spec);
  const list = keptList(call);
  const offset = figure(call, (page) => page.offset);
  const edge = spec.page.descending ? sql`${spec.key} < (block + 1) * 1024` : sql`${spec.key} >= block * 1024`;
  return sql`
    counted as (
      select block, sum(row_count) as row_count
      from (
        select block, row_count from row_blocks where list = ${list} union all select block, row_count from row_deltas where list = ${list}
        ${spec.kept?.uncounted === undefined ? empty : sql`union all select ${spec.key} / 1024, 1 from ${spec.from} ${uncountedOf(call)}`}) each
      group by block),
    start as (
      select block, upto - row_count as before_it
      from (select block, row_count, sum(row_count) over (order by block ${direction}) as upto from counted) placed
      where upto > ${offset} order by block ${direction} limit 1),
    page as (
      select page_key, row_number() over () as page_place
      from start cross join lateral (
        select ${spec.key} as page_key from ${spec.from} ${where === empty ? sql`where ${edge}` : sql`${where} and ${edge}`}
        order by ${spec.key} ${direction} limit ${figure(call, (page) => page.limit)} offset ${offset} - before_it) rows)`;
}

/** The newest rows among which matches are looked for one by one, where it is known that there are many. */
const RECENT = 20_000;

/** Rows found by parts of texts: all of them are looked up once, counted and sorted. */
function searched(call: Call): { page: Sql; total: Sql } {
  const { spec, known } = call;
  const all = pieces(call, allConditions);
  const where = conditions(all);
  const range = sql`limit ${figure(call, (page) => page.limit)} offset ${figure(call, (page) => page.offset)}`;
  const sort = sortOf(spec);
  const counted: Slot = (now) => now.known?.total;
  const version: Slot = (now) => now.known?.version;
  if (known?.ids !== undefined) {
    const ids: Slot = (now) => now.known?.ids;
    return {
      page: sql`
        page as (
          -- Selected, so that all pages have one plan.
          select page_key, page_place from unnest((select ${ids}::bigint[])) with ordinality as known (page_key, page_place)
          where ${versionOf(call)} = ${version}::bigint)`,
      total: sql`select ${counted}::bigint`,
    };
  }
  if (known === undefined) {
    const by = sort === undefined ? empty : sql`, ${piece(call, (one) => sortOf(one)?.by)} as found_by`;
    const direction = directionOf(spec);
    const order = sql`${sort === undefined ? empty : sql`found_by ${direction} nulls last,`} page_key ${direction}`;
    const page = sql`
      found as materialized (select ${spec.key} as page_key ${by} from ${spec.from} ${where}),
      page as (select page_key, row_number() over (order by ${order}) as page_place from found order by ${order} ${range})`;
    return { page, total: sql`select count(*) from found` };
  }
  const order = orderOf(call);
  const most = figure(call, (page) => page.offset + page.limit);
  const newest = sql`(select * from ${spec.from} ${conditions(pieces(call, (one) => one.scope))} order by ${order} limit ${raw(String(RECENT))}) ${spec.from}`;
  const isShort = sql`(select count(*) from recent) < ${most}`;
  return {
    page: sql`
      recent as materialized (
        select ${spec.key} as page_key from ${newest} ${conditions(pieces(call, (one) => one.search))} order by ${order} limit ${most}),
      rest as materialized (select ${spec.key} as page_key from ${spec.from} ${conditions([...all, isShort])}),
      page as (
        select page_key, row_number() over (order by page_key ${directionOf(spec)}) as page_place
        from (select page_key from recent where not ${isShort} union all select page_key from rest) each
        order by page_key ${directionOf(spec)} ${range})`,
    total: sql`case when ${versionOf(call)} = ${version}::bigint then ${counted}::bigint else (select count(*) from ${spec.from} ${where}) end`,
  };
}

/** Whether a page under this search can be read in the list's own order, given that there are many. */
export function isReadInOrder(spec: ListSpec): boolean {
  const { kept, during, page, state } = spec;
  return (
    kept !== undefined && !state && page.sortBy === undefined && given(during?.conditions).length === 0 && given(spec.where).length === 0
  );
}

function keptList(call: Call): Sql {
  return raw(`'${call.spec.kept?.list}'`);
}

function ownRows(call: Call): Sql {
  const owner: Slot = ({ spec }) => spec.kept?.owner ?? 0;
  return sql`list = ${keptList(call)} and owner_id = ${owner}::bigint`;
}

/** The rows of whoever's list it is that the kept numbers are without. */
function uncountedOf(call: Call): Sql {
  return conditions([...pieces(call, (one) => one.scope), piece(call, (one) => one.kept?.uncounted)]);
}

/** Whether how many rows there are under these filters is kept. */
function isTotalKept({ kept, during, state, where }: ListSpec): boolean {
  return kept !== undefined && given(where).length === 0 && !(given(during?.conditions).length > 0 && state);
}

/** How many rows there are, from where that is kept if it is; else counted. */
function totalOf(call: Call): Sql {
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
function versionOf(call: Call): Sql {
  const folded = sql`(select coalesce(sum(changes), 0) from row_counts where ${ownRows(call)} and day = '-infinity')`;
  if (call.spec.kept?.owner !== null) return folded;
  return sql`(${folded} + (select count(*) from row_deltas where list = ${keptList(call)}))`;
}
