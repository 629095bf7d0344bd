import sql, { type Sql } from 'sql-template-tag';

import type { Database } from '../database/database.ts';
import { mostOf, returnedOf } from './lines.ts';

/** True if goods of an order were accepted: it ends as closed then, and not as cancelled. */
export async function hasAccepted(tx: Database, orderId: string): Promise<boolean> {
  const found = await tx.first(sql`
    select from purchase_order_lines where order_id = ${orderId} and received_quantity > rejected_quantity limit 1`);
  return found !== undefined;
}

/** An item of an order with a higher accepted quantity than may be received. */
export interface Beyond extends Record<string, unknown> {
  orderId: string;
  poNumber: string;
  itemCode: string;
  line: number;
  /** The accepted quantity in the unit of the order. */
  accepted: number;
  most: number;
}

/** The accepted quantity of lines. Rejected and returned pieces do not count, so that replacements may arrive. */
const accepted = sql`sum(received_quantity - rejected_quantity - ${returnedOf(sql`line`)})`;

/** The accepted quantities of the items of orders, by order and item. */
export async function acceptedOf(tx: Database, orders: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx.rows<{ key: string; accepted: number }>(sql`
    select order_id || '/' || item_code as key, ${accepted}::float8 as accepted
    from purchase_order_lines line where order_id = any(${orders}::bigint[]) group by 1`);
  return new Map(rows.map((row) => [row.key, row.accepted]));
}

/** The items of orders with a higher accepted quantity than the order allows. A line that is accepted by order is not received. */
export async function beyondMost(tx: Database, which: Sql): Promise<Beyond[]> {
  return tx.rows<Beyond>(sql`
    select head.id::text as "orderId", head.number as "poNumber", item_code as "itemCode", min(line.line) as line,
      ${accepted}::float8 as accepted, sum(${mostOf(sql`line`)})::float8 as most
    from purchase_order_lines line join purchase_orders head on head.id = line.order_id
    where head.id in (${which})
    group by head.id, item_code having ${accepted} > sum(${mostOf(sql`line`)}) order by head.id, line`);
}
