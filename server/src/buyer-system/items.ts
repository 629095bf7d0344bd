import type { buyerSystem } from '@aapurti/contract/buyerSystem';
import { type Item, messages } from '@aapurti/contract/products';
import { eanProblem } from '@aapurti/contract/india';
import type { QueryOf } from '@aapurti/contract/operation';
import sql, { raw, type Sql } from 'sql-template-tag';

import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { contains, type ListResult, listRows, type ListSpec, pageOf } from '../database/list.ts';
import { storableJson } from '../database/storable.ts';
import { within } from '../within.ts';
import { checkRecord } from './check.ts';
import type { BuyerItem } from '../erp/records.ts';

const FOUND_MAX = 20;

/** The buyer's items whose EAN starts with the digits, an exact one first. No digits, no items. */
async function lookUpItems(db: Database, digits: string): Promise<Item[]> {
  const start = digits.trim();
  if (!/^\d{1,14}$/.test(start)) return [];
  return db.rows<Item & Record<string, unknown>>(sql`
    select item_name, item_code, category_name as "categoryName", uom_code as "itemUomCode", uom_description as "itemUomDescription",
      mrp::float8 as item_mrp, brand_name as "brandName", hsn_code as "HSNCode", ean as "EANCode", sku_code as "SKUCode",
      uom_conversion::float8 as "uomConversion"
    from items where ean like ${`${start}%`} order by ean = ${start} desc, ean, id limit ${FOUND_MAX}`);
}

const LOOK_PATIENCE = 3_000;

/**
 * As `lookUpItems`; for a whole EAN that is not among the items yet the buyer's system is asked, and what it has is kept. Whoever types
 * waits 3 s at most: a system that fails or is slow has none.
 */
export async function findItems(ctx: Context, digits: string): Promise<Item[]> {
  const found = await lookUpItems(ctx.db, digits);
  const ean = digits.trim();
  const { source, findItemsByEan } = {
    source: ctx.buyerSystem.source,
    findItemsByEan: ctx.buyerSystem.findItemsByEan?.bind(ctx.buyerSystem),
  };
  if (found.length > 0 || findItemsByEan === undefined || eanProblem(ean) !== null) return found;
  const items = await within(LOOK_PATIENCE, findItemsByEan(ean), 'too late').catch(() => []);
  const good = items.flatMap((item) => {
    const checked = checkRecord('items', item);
    return 'value' in checked ? [checked.value] : [];
  });
  if (good.length === 0) return found;
  await storeItems(ctx.db, source, [...new Map(good.map((item) => [item.itemCode, item])).values()]);
  return lookUpItems(ctx.db, digits);
}

/** An item with what a product takes over from it. */
export interface MatchedItem {
  id: string;
  ean: string;
  name: string;
  brandName: string | null;
  category: string | null;
  hsnCode: string | null;
  skuCode: string | null;
  uom: string | null;
  uomConversion: string;
}

/** The one item with exactly this EAN; the message of the lookup where there is none or more than one. */
export async function exactItem(db: Database, ean: string): Promise<MatchedItem | { problem: string }> {
  const [item, another] = await db.rows<MatchedItem & Record<string, unknown>>(sql`
    select id::text, ean, item_name as name, brand_name as "brandName", category_name as category, hsn_code as "hsnCode",
      coalesce(sku_code, item_code) as "skuCode", uom_code as uom, uom_conversion as "uomConversion"
    from items where ean = ${ean} limit 2`);
  if (item === undefined) return { problem: messages.noMatch };
  return another === undefined ? item : { problem: messages.noExactMatch };
}

const STORED = [
  'item_code',
  'ean',
  'item_name',
  'brand_name',
  'category_name',
  'hsn_code',
  'sku_code',
  'uom_code',
  'uom_description',
  'uom_conversion',
  'mrp',
];
const stored = raw(STORED.join(', '));
const changing = (table?: string) =>
  raw(
    STORED.filter((column) => column !== 'item_code')
      .map((column) => (table === undefined ? column : `${table}.${column}`))
      .join(', '),
  );

/**
 * Adds a system's items or updates those with the same code, in one statement; unchanged ones stay untouched. Products take over the
 * changed texts and units of their item, since these are the item's; their EAN and prices stay.
 * @param rows selects the columns of STORED.
 */
export async function storeItemRows(db: Database, source: string, rows: Sql): Promise<{ created: number; updated: number }> {
  const row = await db.first<{ created: number; updated: number }>(sql`
    with stored as (
      insert into items (source, ${stored}) select ${source}::text, ${stored} from (${rows}) given
      on conflict (source, item_code) do update set (${changing()}) = row (${changing('excluded')}), updated_at = clock_timestamp()
      where (${changing('items')}) is distinct from (${changing('excluded')})
      returning items.*, xmax = 0 as is_new
    ), followed as (
      update products set name = item_name, brand_name = stored.brand_name, category = category_name, hsn_code = stored.hsn_code,
        sku_code = coalesce(stored.sku_code, item_code), uom = uom_code, uom_conversion = stored.uom_conversion
      from stored where not is_new and products.item_id = stored.id
    )
    select count(*) filter (where is_new)::int as created, count(*) filter (where not is_new)::int as updated from stored`);
  return { created: row?.created ?? 0, updated: row?.updated ?? 0 };
}

/** As `storeItemRows`. */
export async function storeItems(db: Database, source: string, items: readonly BuyerItem[]): Promise<{ created: number; updated: number }> {
  return storeItemRows(
    db,
    source,
    sql`
    select "itemCode" as item_code, ean, name as item_name, "brandName" as brand_name, category as category_name, "hsnCode" as hsn_code,
      "skuCode" as sku_code, uom as uom_code, "uomDescription" as uom_description, "uomConversion" as uom_conversion, mrp
    from jsonb_to_recordset(${storableJson(items)}::jsonb) as item(
      "itemCode" text, ean text, name text, "brandName" text, category text, "hsnCode" text, "skuCode" text, uom text,
      "uomDescription" text, "uomConversion" numeric, mrp numeric)`,
  );
}

/** The item master, newest first, under the wire's names. */
export async function listItems(ctx: Context, query: QueryOf<typeof buyerSystem.items>): Promise<ListResult> {
  return listRows(ctx.db, itemList(query));
}

const columns = sql`items.id::text as _id, ean as "EANCode", item_code, item_name, brand_name as "brandName", category_name as "categoryName",
  hsn_code as "HSNCode", sku_code as "SKUCode", uom_code as "itemUomCode", uom_description as "itemUomDescription",
  uom_conversion as "UOMConversation", mrp as item_mrp, updated_at as "updatedAt"`;

/** The list that a query asks for. */
export function itemList(query: QueryOf<typeof buyerSystem.items>): ListSpec {
  return {
    select: columns,
    from: sql`items`,
    where: [contains(sql`lower(item_name)`, query.itemName), contains(sql`ean`, query.EANCode)],
    key: sql`items.id`,
    sorts: { EANCode: sql`ean`, item_name: sql`lower(item_name)`, item_mrp: { absentLast: sql`mrp` }, updatedAt: sql`updated_at` },
    page: pageOf(query),
  };
}
