import sql, { empty, join, raw, type Sql } from 'sql-template-tag';

import type { ListSpec } from './list.ts';
import {
  allConditions,
  type Call,
  conditions,
  directionOf,
  FEW,
  figure,
  given,
  isFew,
  isSame,
  isTotalKept,
  keptList,
  type Known,
  mostOf,
  orderOf,
  piece,
  pieces,
  type Slot,
  sortOf,
  totalOf,
  uncountedOf,
  versionOf,
} from './listPieces.ts';
import { OWN_MAX } from './ownTexts.ts';

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
    isFew(spec),
    mostOf(page),
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

/** From here on a page of all vendors' rows is looked for by the blocks of ids that lie before it. */
const DEEP = 1_000;
/** Or from here, where they would be merged: of each vendor all is read that may lie before the page, at its 60th seven times as much. */
const NEAR = 100;
/** Up to here the rows of all vendors are merged in the order of a column, so many of each. */
const MERGED_MAX = 1_000;
/** So many vendors' rows bound what is read of the others'. */
const BOUNDING = 16;

type Way = 'plain' | 'merged' | 'blocks' | 'found';

function wayOf(spec: ListSpec): Way {
  const { page, kept } = spec;
  if (given(spec.search).length > 0) return 'found';
  if (kept?.owner !== null || given(spec.where).length > 0) return 'plain';
  const isFiltered = spec.during !== undefined && given(spec.during.conditions).length > 0;
  if (isFiltered) return 'plain';
  const sort = sortOf(spec);
  const isMerged = spec.state && spec.isStateByOwner === true;
  if (sort === undefined && page.offset >= (isMerged ? NEAR : DEEP)) return !spec.state || isMerged ? 'blocks' : 'plain';
  if (sort === undefined) return isMerged ? 'merged' : 'plain';
  // The date that a list is filtered by has an index of all vendors' rows.
  if (spec.during !== undefined && isSame(sort.by, spec.during.column)) return 'plain';
  return spec.owner !== undefined && page.offset + page.limit <= MERGED_MAX ? 'merged' : 'plain';
}

function build(call: Call): Sql {
  const { spec } = call;
  const select = piece(call, ({ select: columns }) => columns);
  const scope = conditions(pieces(call, (one) => one.scope));
  const limits = limitsOf(spec, conditions([...pieces(call, (one) => one.scope), ...byOwner(call)]), scope);
  const isFound = wayOf(spec) === 'found';
  const isDirect = isReadDirectly(call);
  const { page, total } = isDirect
    ? { page: empty, total: isFound ? countedIfMore(call) : totalOf(call) }
    : isFound
      ? searched(call)
      : { page: pageOf(call), total: totalOf(call) };
  const version = given(spec.search).length > 0 && spec.kept !== undefined ? sql`${versionOf(call)}::text as version,` : empty;
  const isKept = spec.kept?.uncounted !== undefined && isTotalKept(spec);
  const uncounted = isKept ? sql`uncounted as materialized (select count(*) as row_count from ${spec.from} ${uncountedOf(call)})` : empty;
  const apart = [uncounted, page].filter((each) => each !== empty);
  const [rows, order] = isDirect
    ? [directly(call), orderOf(call)]
    : [sql`(select * from page limit ${raw(String(mostOf(spec.page)))}) page join ${spec.from} on ${spec.key} = page_key`, sql`page_place`];
  const line = spec.bare ? select : sql`(select row_to_json(wire) from (select ${select}) wire)`;
  return sql`
    ${apart.length > 0 ? sql`with ${join(apart)}` : empty}
    select ${limits} ${version} ${spec.waiting ? sql`${spec.waiting} as waiting,` : empty} ${isKept ? sql`(select row_count from uncounted)::int as uncounted,` : empty} (${total})::int as total, rows.count, rows.body
    from (
      select count(*)::int as count, coalesce(json_agg(${line} order by ${order}), '[]')::text as body
      from ${rows} ${piece(call, (one) => one.join)}
    ) rows`;
}

/** The first and last day for the date filter. */
function limitsOf({ days, from, key }: ListSpec, inOrder: Sql, scope: Sql): Sql {
  if (days === undefined) return empty;
  const [first, last] =
    'ofEnds' in days
      ? ['asc', 'desc'].map((direction) => sql`${days.ofEnds} from ${from} ${inOrder} order by ${key} ${raw(direction)} limit 1`)
      : [days.first, days.last].map((day) => sql`${day} from ${from} ${scope}`);
  return sql`(select ${first})::text as "dateMin", (select ${last})::text as "dateMax",`;
}

/** Of one owner's rows in the order of the key: lets PostgreSQL take the index that begins with the owner (0027_own.sql). */
function byOwner(call: Call): Sql[] {
  const { owner, kept } = call.spec;
  if (owner === undefined || (kept?.owner ?? null) === null || sortOf(call.spec) !== undefined) return [];
  const whose: Slot = ({ spec }) => spec.kept?.owner;
  return [sql`is_own(${owner}, ${whose}::bigint)`];
}

/**
 * Whether the page's rows are read at once, and not first their ids: the first few of a list in the order of an index, and those of which
 * there are one or two. It takes a tenth of the statement away.
 */
function isReadDirectly({ spec, known }: Call): boolean {
  if (known !== undefined || !isFew(spec) || isTwofold(spec) || !/^\w+$/.test(spec.from.text)) return false;
  return wayOf(spec) === (spec.kept === undefined ? 'found' : 'plain');
}

/** The first few rows themselves, under their table's name. */
function directly(call: Call): Sql {
  const { from } = call.spec;
  const all = conditions([...pieces(call, allConditions), ...byOwner(call)]);
  return sql`(select * from ${from} ${all} order by ${orderOf(call)} limit ${figure(call, (page) => page.limit)}) ${from}`;
}

/** A first page that is not full says itself how many there are. */
function countedIfMore(call: Call): Sql {
  const { spec } = call;
  const all = conditions(pieces(call, allConditions));
  return sql`case when rows.count < ${figure(call, (page) => page.limit)} then rows.count else (select count(*) from ${spec.from} ${all}) end`;
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
  const way = wayOf(spec);
  if (way === 'blocks') return blocks(call, pieces(call, allConditions));
  const range = sql`limit ${figure(call, (page) => page.limit)} offset ${figure(call, (page) => page.offset)}`;
  if (way === 'merged') return merged(call, range);
  const all = [...pieces(call, allConditions), ...notBeyond(call)];
  if (isTwofold(spec)) {
    return sql`page as (
      select page_key, row_number() over () as page_place from (${absentAfter(call, all, empty)} ${range}) ordered)`;
  }
  const order = orderOf(call);
  return sql`page as (
    select ${spec.key} as page_key, row_number() over (order by ${order}) as page_place from ${spec.from} ${conditions([...all, ...byOwner(call)])} order by ${order} ${range})`;
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

/**
 * All vendors' rows by a column, or by their key: the first of each by its own index, then the first of those. So no order needs an
 * index of its own. What some vendors have bounds what is looked for in all of them: of most nothing then. Rows that lack the value
 * bound nothing.
 */
function merged(call: Call, range: Sql): Sql {
  const { spec } = call;
  const by = sortOf(spec) === undefined ? spec.key : piece(call, (one) => sortOf(one)?.by);
  const isNullable = sortOf(spec)?.isNullable === true;
  const direction = directionOf(spec);
  const own = [...pieces(call, (one) => one.scope), ...pieces(call, (one) => [one.state]), sql`${spec.owner} = each_owner.id`];
  // Under a state whoever has none would be looked for in all of its rows.
  const has = sql`exists (select from row_counts where list = ${keptList(call)} and owner_id = each_owner.id and day = '-infinity')`;
  const order = sql`page_by ${direction} ${isNullable ? raw('nulls last') : empty}, page_key ${direction}`;
  const most = figure(call, (page) => page.offset + page.limit);
  const firstOf = (where: readonly Sql[]) => sql`
    select ${spec.key} as page_key, ${by} as page_by from ${spec.from} ${conditions(where)}
    order by ${by} ${direction}, ${spec.key} ${direction} limit ${most}`;
  const first = isTwofold(spec) ? sql`${absentAfter(call, own, sql`, ${by} as page_by`)} limit ${most}` : firstOf(own);
  const isWithin = sql`(${by}, ${spec.key}) ${raw(spec.page.descending ? '>=' : '<=')} ((select page_by from bound), (select page_key from bound))`;
  return sql`
    bound as materialized (
      select page_by, page_key
      from (select id from users each_owner where ${has} limit ${raw(String(BOUNDING))}) each_owner cross join lateral (${first}) firsts
      order by ${order} limit 1 offset ${figure(call, (page) => page.offset + page.limit - 1)}),
    page as (
      select page_key, row_number() over (order by ${order}) as page_place
      from (
        select firsts.* from users each_owner cross join lateral (${firstOf([...own, isWithin])}) firsts
        union all select firsts.* from users each_owner cross join lateral (${first}) firsts
        where ${has} and (select page_by from bound) is null) each
      order by ${order} ${range})`;
}

/**
 * A page far down of all rows: how many lie before it is kept by blocks of ids, so that only the last block is walked through; near the
 * end it is walked to from there. What is selected is no reason for a plan of its own at each call.
 */
function blocks(call: Call, where: readonly Sql[]): Sql {
  const { spec } = call;
  const direction = directionOf(spec);
  const list = keptList(call);
  const offset = sql`(select ${figure(call, (page) => page.offset)})`;
  const limit = spec.page.limit <= FEW ? raw(String(spec.page.limit)) : figure(call, (page) => page.limit);
  const left = sql`(select row_count from remaining)`;
  const edge = spec.page.descending ? sql`${spec.key} < (block + 1) * 1024` : sql`${spec.key} >= block * 1024`;
  return sql`
    remaining as materialized (select greatest((${totalOf(call)})::bigint - ${offset}, 0) as row_count),
    counted as (
      select block, sum(row_count) as row_count
      from (
        select block, row_count from row_blocks where list = ${list} union all select block, row_count from row_deltas where list = ${list}
        ${spec.kept?.uncounted === undefined ? empty : sql`union all select ${spec.key} / 1024, 1 from ${spec.from} ${uncountedOf(call)}`}) each
      group by block),
    start as (
      select block, upto - row_count as before_it
      from (select block, row_count, sum(row_count) over (order by block ${direction}) as upto from counted) placed
      where upto > ${offset} and ${left} >= ${raw(String(DEEP))} order by block ${direction} limit 1),
    page as (
      select page_key, row_number() over (order by page_key ${direction}) as page_place
      from (
        select page_key from start cross join lateral (
          select ${spec.key} as page_key from ${spec.from} ${conditions([...where, edge])}
          order by ${spec.key} ${direction} limit ${limit} offset ${offset} - before_it) far
        union all (
          select ${spec.key} from ${spec.from} ${conditions([...where, sql`${left} < ${raw(String(DEEP))}`])}
          order by ${spec.key} ${raw(spec.page.descending ? 'asc' : 'desc')} limit ${left})) each
      order by page_key ${direction} limit ${limit})`;
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
