import type { Price } from '@aapurti/contract/pricing';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';

import { eansOfMany } from '../buyer-system/items.ts';
import type { Database } from '../database/database.ts';
import { busy } from '../refusal.ts';
import type { SheetLog } from './log.ts';

/** A product of one owner, ready to be stored. Figures are the texts of exact numbers. */
export interface ProductToStore {
  /** The product that is stored for this item's EAN; null where there is none. */
  id: string | null;
  itemId: string;
  quantity: string;
  shelfLifeDays: string;
  availableOn: string | null;
  mrp: string;
  percentage: string;
  margin: string;
  transferPrice: string;
  netPtr: string;
  schemeId: string | null;
  remarks: string | null;
}

/** A price as it is stored. */
export function priceTexts({ mrp, percentage, margin, transferPrice }: Price) {
  return {
    mrp: mrp.toFixed(2),
    percentage: percentage.toFixed(),
    margin: margin.toFixed(2),
    transferPrice: transferPrice.toFixed(2),
  };
}

/** Where each of its columns comes from and as what. */
const GIVEN = [
  ['id', 'bigint', 'id'],
  ['item_id', 'bigint', 'itemId'],
  ['quantity', 'numeric', 'quantity'],
  ['shelf_life_days', 'int', 'shelfLifeDays'],
  ['available_on', 'date', 'availableOn'],
  ['mrp', 'numeric', 'mrp'],
  ['percentage', 'numeric', 'percentage'],
  ['margin', 'numeric', 'margin'],
  ['transfer_price', 'numeric', 'transferPrice'],
  ['net_ptr', 'numeric', 'netPtr'],
  ['scheme_id', 'bigint', 'schemeId'],
  ['remarks', 'text', 'remarks'],
] as const satisfies [string, string, keyof ProductToStore][];

/** What a product takes over from its item. */
const OF_ITEM = {
  ean: 'items.ean',
  hsn_code: 'items.hsn_code',
  brand_name: 'items.brand_name',
  category: 'items.category_name',
  name: 'items.item_name',
  sku_code: 'coalesce(items.sku_code, items.item_code)',
  uom: 'items.uom_code',
  uom_conversion: 'items.uom_conversion',
};

/** All that a save writes. */
const WRITTEN = [...Object.keys(OF_ITEM), ...GIVEN.map(([column]) => column).filter((column) => column !== 'id')];
const written = (table: string) => raw(WRITTEN.map((column) => `${table}.${column}`).join(', '));
/** What an approval was given for; when any of it changes, the approval is void. */
const priced = (table: string) => raw(['mrp', 'margin', 'transfer_price', 'scheme_id'].map((column) => `${table}.${column}`).join(', '));

const ofItem = Object.entries(OF_ITEM)
  .map(([column, from]) => `${from} as ${column}`)
  .join(', ');

const statement = {
  wanted: raw(['given.place', ...GIVEN.map(([column]) => `given.${column}`), ofItem].join(', ')),
  ofItem: raw(ofItem),
  columns: raw(WRITTEN.join(', ')),
};

/**
 * Adds an owner's products or changes them, in one statement however many; the first gets the lowest id. One that stays as it is is
 * not touched, and an approval is kept while its price is the same. Call it with the catalogue locked.
 */
export async function storeProducts(db: Database, owner: string, products: readonly ProductToStore[], log: SheetLog): Promise<void> {
  const arrays = GIVEN.map(([column, type, field]) =>
    unnested(
      column,
      type,
      products.map((product) => product[field]),
    ),
  );
  const ids = products.map(({ id }) => id).filter((id) => id !== null);
  const known = sql`any(${ids}::bigint[])`;
  await db.execute(sql`
    with given as (select ${join(arrays)}, generate_series(1, ${products.length}) as place),
    -- By their ids alone: joined at once, a plan made for any number of rows walks through all items.
    items as materialized (select * from items where id = any(${products.map(({ itemId }) => itemId)}::bigint[])),
    wanted as materialized (select ${statement.wanted} from given join items on items.id = given.item_id),
    old as (select * from products where id = ${known}),
    -- What is left out fires no triggers.
    changed as (${ids.length > 0 ? change(sql`products.id = ${known}`) : sql`select * from products where false`}),
    added as (${ids.length < products.length ? sql`${add(owner)} returning *` : sql`select * from products where false`}),
    -- Its ids come after those of what was added: what nothing selects from runs last.
    edited as (${log.changed})
    ${log.added}`);
}

/** A product of a sheet without a scheme, whose EAN is yet to be looked up. */
export type PlainProduct = { ean: string } & Omit<ProductToStore, 'id' | 'itemId' | 'netPtr' | 'schemeId'>;

/** What is stored of one as it comes. */
const SENT = GIVEN.filter(([, , field]) => !['id', 'itemId', 'netPtr', 'schemeId'].includes(field)) as [
  string,
  string,
  keyof PlainProduct,
][];

const plain = {
  columns: raw([...Object.keys(OF_ITEM), 'item_id', 'net_ptr', ...SENT.map(([column]) => column)].join(', ')),
  values: raw([...Object.values(OF_ITEM), 'items.id', 'given.transfer_price', ...SENT.map(([column]) => `given.${column}`)].join(', ')),
};

/**
 * Adds those of a sheet's products that the owner has not yet and whose EAN just one item has, in their order, in one statement however
 * many, which is put together before its turn comes. Call what it gives with the catalogue locked, and say whether it was empty then: of
 * an owner who had nothing, nothing is looked for.
 * @returns what adds them, and gives the places of the others, to be looked at one by one.
 */
export function addition(
  owner: string,
  products: readonly PlainProduct[],
  log: SheetLog,
): (db: Database, wasEmpty: boolean) => Promise<number[]> {
  const values = SENT.map(([column, type, field]) => {
    const ofAll = products.map((product) => product[field]);
    return unnested(column, type, ofAll);
  });
  const adding = (wasEmpty: boolean) => sql`
    with sent as materialized (select ${plainArray(products.map(({ ean }) => ean))}::text[] as eans),
    twins as materialized (${eansOfMany(sql`(select eans from sent)`)}),
    added as (
      insert into products (vendor_id, ${plain.columns})
      select (select ${owner}::bigint), ${plain.values}
      from (select unnest((select eans from sent)) as ean, ${join(values)}) given,
        -- Each EAN by itself: see the look-up of a sheet's products.
        lateral (select * from items where items.ean = given.ean limit 1) items
      where given.ean not in (select ean from twins)
      -- Not by a condition: for a table that was small the planner finds no index worth while, or any that begins with the owner.
      ${wasEmpty ? empty : raw('on conflict (vendor_id, ean) do nothing')}
      returning *),
    logged as (${log.added})
    select place::int - 1 as place from unnest((select eans from sent)) with ordinality as each (ean, place)
    where (select count(*) from added) < ${products.length}::int and ean not in (select ean from added)`;
  return async (db, wasEmpty) => {
    const left = await db.rows<{ place: number }>(adding(wasEmpty));
    return left.map(({ place }) => place);
  };
}

/** A column's values of all rows; several of as many stand side by side. */
function unnested(column: string, type: string, values: readonly (string | null)[]): Sql {
  return sql`unnest(${type === 'text' ? values : plainArray(values)}::${raw(type)}[]) as ${raw(column)}`;
}

/** Of ids, EANs, exact numbers and dates, as PostgreSQL reads an array: the driver would look at each for what has to be escaped. */
function plainArray(values: readonly (string | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}

function change(known: Sql): Sql {
  return sql`
    update products set (${statement.columns}) = row (${written('wanted')}),
      price_approved = products.price_approved and (${priced('products')}) is not distinct from (${priced('wanted')}),
      updated_at = clock_timestamp()
    from wanted
    where ${known} and products.id = wanted.id and (${written('products')}) is distinct from (${written('wanted')})
    returning products.*`;
}

function add(owner: string): Sql {
  return sql`
    insert into products (vendor_id, ${statement.columns})
    select ${owner}, ${written('wanted')} from wanted where id is null order by place`;
}

/** A product without what its EAN and its scheme bring with them. */
export type OneProduct = Omit<ProductToStore, 'id' | 'itemId' | 'netPtr' | 'schemeId'>;

/**
 * Adds an owner's product for this EAN or changes it, as `storeProducts` does, all in one statement: it waits for whoever stores a sheet
 * or is at the product, then sees what that one left.
 * @param scheme selects `id` and `net_ptr` of the one that the product takes; null for none. May use `old`, which is locked by then.
 * @param wire a column of `products`, and of what `from` joins to it.
 * @returns how many items have the EAN and how many schemes were found: with one of each it was stored, and `wire` is of what there is now.
 */
export async function storeProduct(
  db: Database,
  { owner, ean, product, scheme }: { owner: string; ean: string; product: OneProduct; scheme: Sql | null },
  log: Sql,
  answer: { wire: Sql; join: Sql },
): Promise<{ items: number; schemes: number; wire: unknown }> {
  const found: Partial<Record<keyof ProductToStore, Sql>> = {
    id: sql`(select id from old)`,
    itemId: sql`items.id`,
    netPtr: sql`coalesce(scheme.net_ptr, ${product.transferPrice})`,
    schemeId: sql`scheme.id`,
  };
  const given = { ...product, id: null, itemId: null, netPtr: null, schemeId: null };
  const columns = GIVEN.map(([column, type, field]) => sql`(${found[field] ?? sql`${given[field]}`})::${raw(type)} as ${raw(column)}`);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const stored = await db.first<{ items: number; schemes: number; wire: unknown }>(sql`
      with shared as materialized (select pg_advisory_xact_lock_shared(${catalogueOf(owner)})),
      old as materialized (select products.* from shared, products where vendor_id = ${owner} and ean = ${ean} for update of products),
      items as materialized (select * from items where ean = ${ean} limit 2),
      scheme as materialized (${scheme ?? sql`select null::bigint as id, null::numeric as net_ptr`}),
      wanted as materialized (
        select 1 as place, ${join(columns)}, ${statement.ofItem} from items, scheme where (select count(*) from items) = 1),
      changed as (${change(sql`true`)}),
      -- One that somebody adds at this moment is not seen yet: then there is nothing, and the next attempt sees it.
      added as (${add(owner)} on conflict (vendor_id, ean) do nothing returning *),
      logged as (${log}),
      now as (
        select * from added union all select * from changed union all select * from old where not exists (select from changed))
      select (select count(*)::int from items) as items, (select count(*)::int from scheme) as schemes,
        (select row_to_json(wire) from (select ${answer.wire} from now products ${answer.join}) wire) as wire`);
    const isOvertaken = stored?.items === 1 && stored.schemes === 1 && stored.wire === null;
    if (stored !== undefined && !isOvertaken) return stored;
  }
  throw busy();
}

const ATTEMPTS = 3;

/**
 * Whoever saves one product shares the owner's catalogue with whoever saves another; an upload has it alone, so that what it read of it
 * is still so when it stores. Held until the transaction ends.
 * @returns whether there is nothing in it.
 */
export async function lockCatalogue(tx: Database, owner: string): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(${catalogueOf(owner)})`);
  // A statement of its own sees what whoever had it before left. Of whoever has none, not all rows are walked through to find that out.
  const next = await tx.first<{ isOwn: boolean | null }>(sql`
    select min(vendor_id) = ${owner}::bigint as "isOwn" from products where vendor_id >= ${owner}::bigint`);
  return next?.isOwn !== true;
}

function catalogueOf(owner: string): Sql {
  return sql`hashtextextended(${`products:${owner}`}, 0)`;
}
