import sql from 'sql-template-tag';

import type { Database } from '../../database/database.ts';

/**
 * Lets returns that name an invoice and no order count for the order that the invoice bills, once it is entered: goods that went back before
 * their invoice came were never billed, so they have no claim. The orders are locked.
 */
export async function nameOrders(tx: Database, invoiceId: string): Promise<void> {
  await tx.execute(sql`
    update purchase_returns set po_number = found.number, po_date = found.ordered_on, updated_at = clock_timestamp()
    from (
      select distinct on (back.id) back.id, orders.number, orders.ordered_on
      from invoices join purchase_returns back on back.vendor_id = invoices.vendor_id and code_key(back.po_number) is null and back.source <> 'receipt'
          and code_key(back.invoice_number) = code_key(invoices.number) and (back.invoice_date is null or back.invoice_date = invoices.invoice_date)
        join invoice_lines line on line.invoice_id = invoices.id join purchase_orders orders on orders.id = line.order_id
        join purchase_order_lines ordered on ordered.order_id = line.order_id and ordered.line = line.line
          and lower(trim(ordered.item_name)) = lower(trim(back.item_name))
      where invoices.id = ${invoiceId} and not exists (select from memos where return_id = back.id and status <> 'reversed')
      order by back.id, line.no) found
    where purchase_returns.id = found.id`);
}
