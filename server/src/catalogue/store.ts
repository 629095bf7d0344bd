import type { Price } from '@aapurti/contract/pricing';
import sql, { join, raw, type Sql } from 'sql-template-tag';

import type { Database } from '../database/database.ts';

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

const statement = {
  unnested: raw(GIVEN.map(([column]) => column).join(', ')),
  wanted: raw(
    [
      'given.place',
      ...GIVEN.map(([column]) => `given.${column}`),
      ...Object.entries(OF_ITEM).map(([column, from]) => `${from} as ${column}`),
    ].join(', '),
  ),
  columns: raw(WRITTEN.join(', ')),
};

/**
 * Adds an owner's products or changes them, in one statement however many; the first gets the lowest id. One that stays as it is is
 * not touched, and an approval is kept while its price is the same. Call it with the catalogue locked.
 * @param log what else follows in the same statement; has what was stored as `added` and `changed`, and what the latter were before as `old`.
 * @param answer what the statement gives, of the same.
 */
export function storeProducts<Row extends Record<string, unknown>>(
  db: Database,
  owner: string,
  products: readonly ProductToStore[],
  log: Sql,
  answer = sql`select`,
): Promise<Row[]> {
  const arrays = GIVEN.map(([, type, field]) => sql`${products.map((product) => product[field])}::${raw(type)}[]`);
  const ids = products.map(({ id }) => id).filter((id) => id !== null);
  return db.rows<Row>(sql`
    with given as (select * from unnest(${join(arrays)}) with ordinality as given (${statement.unnested}, place)),
    -- By their ids alone: joined at once, a plan made for any number of rows walks through all items.
    items as materialized (select * from items where id = any(${products.map(({ itemId }) => itemId)}::bigint[])),
    wanted as materialized (select ${statement.wanted} from given join items on items.id = given.item_id),
    old as (select * from products where id = any(${ids}::bigint[])),
    changed as (
      update products set (${statement.columns}) = row (${written('wanted')}),
        price_approved = products.price_approved and (${priced('products')}) is not distinct from (${priced('wanted')}),
        updated_at = clock_timestamp()
      from wanted
      where products.id = any(${ids}::bigint[]) and products.id = wanted.id and (${written('products')}) is distinct from (${written('wanted')})
      returning products.*
    ),
    added as (
      insert into products (owner_id, ${statement.columns}) select ${owner}, ${written('wanted')} from wanted where id is null order by place
      returning *
    ),
    logged as (${log})
    ${answer}`);
}

/**
 * Whoever saves one product shares the owner's catalogue with whoever saves another; an upload has it alone, so that what it read of it
 * is still so when it stores. Held until the transaction ends.
 */
export async function lockCatalogue(tx: Database, owner: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${catalogueOf(owner)})`);
}

/** For whoever saves the product with this EAN, be it there or not. */
export async function lockProduct(tx: Database, owner: string, ean: string): Promise<void> {
  await tx.execute(sql`
    select pg_advisory_xact_lock_shared(${catalogueOf(owner)}), pg_advisory_xact_lock(hashtextextended(${`product:${owner}:${ean}`}, 0))`);
}

const catalogueOf = (owner: string) => sql`hashtextextended(${`products:${owner}`}, 0)`;
