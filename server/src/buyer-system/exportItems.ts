import type { buyerSystem } from '@aapurti/contract/buyerSystem';
import type { QueryOf } from '@aapurti/contract/operation';

import type { Actor } from '../actor.ts';
import type { Context } from '../context.ts';
import { allRows } from '../database/list.ts';
import { streamRows } from '../database/stream.ts';
import type { Workbook } from '../reply.ts';
import { downloadSheet } from '../sheets/download.ts';
import type { WrittenRow } from '../sheets/write.ts';
import { itemList, itemTable } from './items.ts';
import { itemColumns } from './sheet.ts';

/** Exports the filtered list in the columns of the upload. */
export function exportItems(ctx: Context, actor: Actor, query: QueryOf<typeof buyerSystem.exportItems>): Promise<Workbook> {
  const rows = streamRows<WrittenRow<typeof itemColumns>>(ctx.reports, allRows({ ...itemList(query), select: itemTable.exported }));
  return downloadSheet('items.xlsx', itemColumns, rows, { sheet: 'Items', reader: actor });
}
