import sql, { type Sql } from 'sql-template-tag';

import type { Database } from '../database/database.ts';

/** The most items for which the products are looked up by their items. */
const FEW_ITEMS = 4_000;

/**
 * Selects products by a text of their items. Many vendors offer the same item, so the trigram index is on the buyer's items and costs
 * nothing when products are saved. In a join, the planner expects the products of few items anywhere in the order and reads all products to
 * find them, though those of one name are adjacent; with an array, it uses the index.
 * @param items selects the ids of the items that contain the text.
 * @param many the condition if nearly all items do.
 */
export async function productsOf(db: Database, items: Sql, many: Sql): Promise<Sql> {
  const first = await db.rows(sql`${items} limit ${FEW_ITEMS + 1}`);
  return first.length > FEW_ITEMS ? many : sql`products.item_id = any(array(${items}))`;
}
