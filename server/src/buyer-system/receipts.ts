import type { buyerReceipts } from '@aapurti/contract/buyer-system/buyerSystemSheets';
import type { QueryOf } from '@aapurti/contract/ground/operation';
import { REJECTIONS } from '@aapurti/contract/receipts/receipts';
import sql from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import { allRows, containsCode, type ListResult, listRows, type ListSpec, pageOf } from '../database/list.ts';
import type { Workbook } from '../ground/reply.ts';
import { exportRows } from '../sheets/download.ts';
import { ownedBy } from '../access/owner.ts';
import { receiptLineTable } from '../receipts/lines.ts';
import { receiptColumns } from './receiptSheet.ts';

type Asked = QueryOf<typeof buyerReceipts.list>;

const list = {
  select: sql`
    receipt_lines.id::text as _id, vendors.code as "vendorCode", vendors.legal_name as "vendorName", purchase_orders.number as "poNumber",
    line.item_name as "itemName", line.ean as "EANCode", line.item_code as "itemCode", receipt_lines.number as "receiptNumber",
    ${receiptLineTable.selected('receipt_lines', ['receivedOn', 'quantity', 'rejected', 'reason', 'batch'])}`,
  // The planner omits the join of the orders if the sort does not need them.
  from: sql`receipt_lines left join purchase_orders on purchase_orders.id = receipt_lines.order_id`,
  join: sql`
    join vendors on vendors.id = receipt_lines.vendor_id
    left join purchase_order_lines line on line.order_id = receipt_lines.order_id and line.line = receipt_lines.line`,
  key: sql`receipt_lines.id`,
  sorts: {
    receivedOn: sql`receipt_lines.received_on`,
    quantity: sql`receipt_lines.quantity`,
    poNumber: sql`purchase_orders.number`,
  },
};

function listOf(actor: Actor, query: Asked): ListSpec {
  const named = containsCode(sql`number`, query.poNumber);
  return {
    scope: [ownedBy(sql`receipt_lines.vendor_id`, actor, query.userID)],
    where: [named === null ? null : sql`receipt_lines.order_id in (select id from purchase_orders where ${named})`],
    page: pageOf(query),
    ...list,
  };
}

/** The goods receipts, newest first. */
export async function listReceipts(ctx: Context, actor: Actor, query: Asked): Promise<ListResult> {
  return listRows(ctx.db, listOf(actor, query));
}

/** Exports the filtered list. */
export function exportReceipts(ctx: Context, actor: Actor, query: Asked): Promise<Workbook> {
  const columns = sql`
    vendors.code::text as "vendorCode", purchase_orders.number as "poNumber", line.ean, line.item_code as "itemCode",
    receipt_lines.number as "receiptNumber", ${receiptLineTable.exported('receipt_lines', ['receivedOn', 'quantity', 'rejected', 'remark', 'batch'])},
    trim_scale(receipt_lines.quantity - receipt_lines.rejected) as accepted, ${JSON.stringify(REJECTIONS)}::jsonb ->> receipt_lines.reason as reason`;
  const selected = allRows({ ...listOf(actor, query), select: columns });
  return exportRows(ctx, actor, { name: 'goods-receipts.xlsx', sheet: 'Goods receipts', columns: receiptColumns }, selected);
}
