import sql from 'sql-template-tag';

import type { Context } from '../src/context.ts';

/** One of the buyer's items. */
export async function addItem(
  ctx: Context,
  item: {
    ean: string;
    name: string;
    code?: string;
    mrp?: string;
    hsn?: string;
    brand?: string;
    category?: string;
    sku?: string;
    uom?: string;
  },
): Promise<void> {
  await ctx.db.execute(sql`
    insert into items (item_code, ean, item_name, brand_name, category_name, hsn_code, sku_code, uom_code, uom_conversion, mrp)
    values (${item.code ?? item.ean}, ${item.ean}, ${item.name}, ${item.brand ?? 'Annapurna'}, ${item.category ?? 'Rice'}, ${item.hsn ?? '10063020'},
      ${item.sku ?? null}, ${item.uom ?? 'PCS'}, 1, ${item.mrp ?? '120.00'})`);
}
