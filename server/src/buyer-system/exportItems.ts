import type { buyerSystem } from '@aapurti/contract/buyerSystem';
import type { QueryOf } from '@aapurti/contract/operation';
import sql from 'sql-template-tag';

import type { Actor } from '../actor.ts';
import type { Context } from '../context.ts';
import { allRows } from '../database/list.ts';
import { streamRows } from '../database/stream.ts';
import type { Workbook } from '../reply.ts';
import { downloadSheet } from '../sheets/download.ts';
import type { WrittenRow } from '../sheets/write.ts';
import { itemList } from './items.ts';
import { itemColumns } from './sheet.ts';

const columns = sql`ean, item_name as name, item_code as "itemCode", brand_name as "brandName", category_name as category,
  hsn_code as "hsnCode", sku_code as "skuCode", uom_code as uom, uom_description as "uomDescription",
  trim_scale(uom_conversion) as "uomConversion", mrp`;

/** All items that the list has under these filters, in the columns of an upload: uploaded again it changes nothing. */
export function exportItems(ctx: Context, actor: Actor, query: QueryOf<typeof buyerSystem.exportItems>): Promise<Workbook> {
  const rows = streamRows<WrittenRow<typeof itemColumns>>(ctx.reports, allRows({ ...itemList(query), select: columns }));
  return downloadSheet('items.xlsx', itemColumns, rows, { sheet: 'Items', reader: actor });
}
