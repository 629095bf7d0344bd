import { REJECTIONS } from '@aapurti/contract/receipts/receipts';
import sql, { type Sql } from 'sql-template-tag';

import type { Database } from '../database/database.ts';
import { RECEIVED } from '../erp/embedded.ts';

/**
 * Makes a purchase return of each receipt line with rejected goods, and deletes the returns of lines without any.
 * @param which a condition on the rows of receipt_lines
 */
export async function returnRejected(tx: Database, which: Sql): Promise<void> {
  await tx.execute(sql`
    delete from purchase_returns where id = any(array(
      -- The offset has each return found by its index: statistics from before the receipts else have all of them compared with each line.
      select back.id from (select external_id from receipt_lines where ${which} and rejected = 0) line
      cross join lateral (select id from purchase_returns where source = ${RECEIVED} and external_id = line.external_id offset 0) back))`);
  await tx.execute(sql`
    insert into purchase_returns (source, external_id, vendor_id, po_number, po_date, item_name, received_quantity, returned_quantity, remarks)
    select ${RECEIVED}, line.external_id, line.vendor_id, orders.number, orders.ordered_on, ordered.item_name, line.quantity, line.rejected,
      concat_ws(', ', 'Receipt ' || line.number, ${JSON.stringify(REJECTIONS)}::jsonb ->> line.reason, line.remark)
    from (select * from receipt_lines where ${which} and rejected > 0) line join purchase_orders orders on orders.id = line.order_id
    join purchase_order_lines ordered on ordered.order_id = line.order_id and ordered.line = line.line order by line.id
    on conflict (source, external_id) do update set received_quantity = excluded.received_quantity,
      returned_quantity = excluded.returned_quantity, remarks = excluded.remarks, updated_at = now()
    where (purchase_returns.received_quantity, purchase_returns.returned_quantity, purchase_returns.remarks)
      is distinct from (excluded.received_quantity, excluded.returned_quantity, excluded.remarks)`);
}
