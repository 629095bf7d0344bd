import type { buyerSystem } from '@aapurti/contract/buyer-system/buyerSystem';
import type { QueryOf } from '@aapurti/contract/ground/operation';

import type { Actor } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import { allRows } from '../database/list.ts';
import type { Workbook } from '../ground/reply.ts';
import { exportRows } from '../sheets/download.ts';
import { itemList, itemTable } from './items.ts';
import { itemColumns } from './sheet.ts';

/** Exports the filtered list in the columns of the upload. */
export function exportItems(ctx: Context, actor: Actor, query: QueryOf<typeof buyerSystem.exportItems>): Promise<Workbook> {
  const selected = allRows({ ...itemList(query), select: itemTable.exported });
  return exportRows(ctx, actor, { name: 'items.xlsx', sheet: 'Items', columns: itemColumns }, selected);
}
