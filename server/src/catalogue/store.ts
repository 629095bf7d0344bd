import sql, { empty, type Sql } from 'sql-template-tag';

import type { Database } from '../database/database.ts';

/** What an approval was given for; when any of it changes, the approval is void. */
const priced = (table: Sql) => sql`(${table}.mrp, ${table}.margin, ${table}.transfer_price, ${table}.scheme_id)`;

/** All that a save can change. */
const values = (table: Sql) => sql`
  (${table}.item_id, ${table}.hsn_code, ${table}.brand_name, ${table}.category, ${table}.name, ${table}.sku_code, ${table}.uom,
   ${table}.uom_conversion, ${table}.quantity, ${table}.shelf_life_days, ${table}.available_on, ${table}.mrp, ${table}.percentage,
   ${table}.margin, ${table}.transfer_price, ${table}.net_ptr, ${table}.scheme_id, ${table}.remarks)`;

const [now, next] = [sql`products`, sql`excluded`];

/**
 * Adds an owner's products or updates those with the same EAN, in one statement however many. Name, brand, HSN code, category, SKU
 * and units are the item's. A product that stays as it is is not touched; an approval is kept while its price is the same.
 * Call it with the catalogue locked.
 * @param given rows of place (the first gets the lowest id), item_id, quantity, shelf_life_days, available_on, mrp, percentage, margin, transfer_price, net_ptr, scheme_id, remarks.
 * @param log what follows in the same statement; has what was stored as `saved`, and what that was before as `old`.
 */
export function storeProducts(db: Database, owner: string, given: Sql, log: Sql = empty): Promise<number> {
  return db.execute(sql`
    with given as (${given}),
    old as (
      select products.* from given join items on items.id = given.item_id join products on products.owner_id = ${owner} and products.ean = items.ean
    ),
    saved as (
      insert into products (owner_id, item_id, ean, hsn_code, brand_name, category, name, sku_code, uom, uom_conversion, quantity,
        shelf_life_days, available_on, mrp, percentage, margin, transfer_price, net_ptr, scheme_id, remarks)
      select ${owner}, items.id, items.ean, items.hsn_code, items.brand_name, items.category_name, items.item_name,
        coalesce(items.sku_code, items.item_code), items.uom_code, items.uom_conversion, given.quantity, given.shelf_life_days,
        given.available_on, given.mrp, given.percentage, given.margin, given.transfer_price, given.net_ptr, given.scheme_id, given.remarks
      from given join items on items.id = given.item_id order by given.place
      on conflict (owner_id, ean) do update set
        item_id = excluded.item_id, hsn_code = excluded.hsn_code, brand_name = excluded.brand_name, category = excluded.category,
        name = excluded.name, sku_code = excluded.sku_code, uom = excluded.uom, uom_conversion = excluded.uom_conversion,
        quantity = excluded.quantity, shelf_life_days = excluded.shelf_life_days, available_on = excluded.available_on,
        mrp = excluded.mrp, percentage = excluded.percentage, margin = excluded.margin, transfer_price = excluded.transfer_price,
        net_ptr = excluded.net_ptr, scheme_id = excluded.scheme_id, remarks = excluded.remarks,
        price_approved = products.price_approved and ${priced(now)} is not distinct from ${priced(next)},
        updated_at = clock_timestamp()
      where ${values(now)} is distinct from ${values(next)}
      returning *
    )
    ${log === empty ? sql`select from saved` : log}`);
}

/**
 * Whoever saves one product shares the owner's catalogue with whoever else does; an upload has it alone, so that what it read of it
 * is still so when it stores. Held until the transaction ends.
 */
export async function lockCatalogue(tx: Database, owner: string, how: 'shared' | 'alone'): Promise<void> {
  const key = sql`hashtextextended(${`products:${owner}`}, 0)`;
  await tx.execute(how === 'alone' ? sql`select pg_advisory_xact_lock(${key})` : sql`select pg_advisory_xact_lock_shared(${key})`);
}
