import { gtinKey } from '@aapurti/contract/ground/codeKeys';
import { plainCode } from '@aapurti/contract/ground/codes';
import type { buyerSystem } from '@aapurti/contract/buyer-system/buyerSystem';
import { type Item, messages } from '@aapurti/contract/products/products';
import { eanProblem } from '@aapurti/contract/ground/india';
import type { QueryOf } from '@aapurti/contract/ground/operation';
import sql, { raw, type Sql } from 'sql-template-tag';

import type { Context } from '../context.ts';
import { columnMap } from '../database/columns.ts';
import type { Database } from '../database/database.ts';
import { contains, containsEan, type ListResult, listRows, type ListSpec, pageOf } from '../database/list.ts';
import { storableJson } from '../database/storable.ts';
import { compareAgain } from '../purchase-orders/lock.ts';
import { within } from '../ground/within.ts';
import { checkRecord } from './check.ts';
import type { BuyerItem } from '../erp/records.ts';

const FOUND_MAX = 20;

/**
 * The buyer's items whose EAN starts with these digits, with or without leading zeros, exact matches first. The result is empty without
 * digits.
 */
async function lookUpItems(db: Database, start: string): Promise<Item[]> {
  if (!/^\d{1,14}$/.test(start)) return [];
  return db.rows<Item & Record<string, unknown>>(sql`
    select item_name, item_code, category_name as "categoryName", uom_code as "itemUomCode", uom_description as "itemUomDescription",
      mrp::float8 as item_mrp, brand_name as "brandName", hsn_code as "HSNCode", ean as "EANCode", sku_code as "SKUCode",
      uom_conversion::float8 as "uomConversion"
    from items where ean like ${`${start}%`} or gtin_key(ean) like ${`${gtinKey(start)}%`}
    order by gtin_key(ean) = ${gtinKey(start)} desc, ean = ${start} desc, ean, id limit ${FOUND_MAX}`);
}

const LOOK_PATIENCE = 3_000;

/**
 * Searches like `lookUpItems`. A complete EAN that is not stored yet is looked up in the buyer's system and the result is stored. A system
 * that fails or takes longer than 3 s counts as having no result.
 */
export async function findItems(ctx: Context, digits: string): Promise<Item[]> {
  const ean = plainCode(digits);
  const found = await lookUpItems(ctx.db, ean);
  if (found.length > 0 || eanProblem(ean) !== null) return found;
  const asked = ctx.buyerSystem.findItemsByEan?.(ean) ?? Promise.resolve([]);
  const items = await within(LOOK_PATIENCE, asked, 'too late').catch(() => []);
  const good = items.flatMap((item) => {
    const checked = checkRecord('items', item);
    return 'value' in checked ? [checked.value] : [];
  });
  if (good.length === 0) return found;
  await storeItems(ctx.db, ctx.buyerSystem.source, [...new Map(good.map((item) => [item.itemCode, item])).values()]);
  return lookUpItems(ctx.db, ean);
}

/** An item with the fields that a product copies from it. */
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

/** The one item with exactly this EAN, or the lookup's message if there is none or more than one. */
export async function exactItem(db: Database, ean: string): Promise<MatchedItem | { problem: string }> {
  const [item, another] = await db.rows<MatchedItem & Record<string, unknown>>(sql`
    select id::text, ean, item_name as name, brand_name as "brandName", category_name as category, hsn_code as "hsnCode",
      coalesce(sku_code, item_code) as "skuCode", uom_code as uom, uom_conversion as "uomConversion"
    from items where gtin_key(ean) = gtin_key(${ean}::text) limit 2`);
  if (item === undefined) return { problem: messages.noMatch };
  return another === undefined ? item : { problem: messages.noExactMatch };
}

/** The columns that the buyer's system or an upload fills. */
export const itemTable = columnMap('items', {
  itemCode: ['item_code', 'text'],
  ean: ['ean', 'text'],
  name: ['item_name', 'text'],
  brandName: ['brand_name', 'text'],
  category: ['category_name', 'text'],
  hsnCode: ['hsn_code', 'text'],
  skuCode: ['sku_code', 'text'],
  uom: ['uom_code', 'text'],
  uomDescription: ['uom_description', 'text'],
  uomConversion: ['uom_conversion', 'numeric'],
  mrp: ['mrp', 'numeric'],
});
const { names } = itemTable;
const namesOf = (table: string) =>
  raw(
    Object.values(itemTable.fields)
      .map(([column]) => `${table}.${column}`)
      .join(', '),
  );

/**
 * Adds a system's items or updates those with the same code, and writes no unchanged rows. Products follow the texts and units of their
 * item but keep their EAN and prices. Open invoices are matched again if the new category has other tolerances, in the caller's
 * transaction.
 * @param rows selects the columns of `itemTable`.
 */
export async function storeItemRows(db: Database, source: string, rows: Sql): Promise<{ created: number; updated: number }> {
  const { moved, ...counts } = await db.one<{ created: number; updated: number; moved: string[] }>(sql`
    with stored as (
      insert into items (source, ${names}) select ${source}::text, ${names} from (${rows}) given
      on conflict (source, item_code) do update set (${names}) = row (${namesOf('excluded')}), updated_at = clock_timestamp()
      where (${namesOf('items')}) is distinct from (${namesOf('excluded')})
      returning items.*, xmax = 0 as is_new
    ), followed as (
      update products set name = item_name, brand_name = stored.brand_name, category = category_name, hsn_code = stored.hsn_code,
        sku_code = coalesce(stored.sku_code, item_code), uom = uom_code, uom_conversion = stored.uom_conversion
      from stored where not is_new and products.item_id = stored.id
    )
    select count(*) filter (where is_new)::int as created, count(*) filter (where not is_new)::int as updated, (
        select coalesce(json_agg(distinct stored.item_code), '[]') from stored left join items before on before.id = stored.id
        where stored.category_name is distinct from before.category_name
          and exists (select from match_tolerances where category is not null)
          and exists (select from invoice_lines where invoice_lines.item_code = stored.item_code)) as moved
    from stored`);
  if (moved.length > 0)
    await compareAgain(db, {
      open: sql`invoices.id in (select invoice_id from invoice_lines where item_code = any(${moved}::text[]))`,
    });
  return counts;
}

/** Writes rows like `storeItemRows`. */
export async function storeItems(db: Database, source: string, items: readonly BuyerItem[]): Promise<{ created: number; updated: number }> {
  const rows = storableJson(items.map((item) => itemTable.row(item)));
  return db.transaction((tx) => storeItemRows(tx, source, sql`select * from jsonb_populate_recordset(null::items, ${rows}::jsonb)`));
}

/** The item master, newest first, under the API's names. */
export async function listItems(ctx: Context, query: QueryOf<typeof buyerSystem.items>): Promise<ListResult> {
  return listRows(ctx.db, itemList(query));
}

const columns = sql`items.id::text as _id, ean as "EANCode", item_code, item_name, brand_name as "brandName", category_name as "categoryName",
  hsn_code as "HSNCode", sku_code as "SKUCode", uom_code as "itemUomCode", uom_description as "itemUomDescription",
  uom_conversion as "UOMConversation", mrp as item_mrp, updated_at as "updatedAt"`;

/** The list for a query. */
export function itemList(query: QueryOf<typeof buyerSystem.items>): ListSpec {
  return {
    select: columns,
    from: sql`items`,
    where: [contains(sql`lower(item_name)`, query.itemName), containsEan(sql`ean`, query.EANCode)],
    key: sql`items.id`,
    sorts: { EANCode: sql`ean`, item_name: sql`lower(item_name)`, item_mrp: { absentLast: sql`mrp` }, updatedAt: sql`updated_at` },
    page: pageOf(query),
  };
}
