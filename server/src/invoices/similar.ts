import { mayCall } from '@aapurti/contract/access/roles';
import { SAME_VALUE, type SimilarDocuments } from '@aapurti/contract/invoices/similar';
import sql from 'sql-template-tag';

import type { Database } from '../database/database.ts';
import type { Actor } from '../ground/actor.ts';

/** The most documents of a kind. */
const SHOWN = { invoices: 20, orders: 5 };

/**
 * The vendor's invoices of the same value, and its orders, for a buyer user who may approve an invoice without lines.
 * @param id the invoice, which the caller may read
 * @returns null for everybody else, and where the invoice has lines
 */
export async function similarTo(db: Database, actor: Actor, id: string): Promise<SimilarDocuments | null> {
  if (!actor.isAdmin || !mayCall('invoiceRelease', actor.roles)) return null;
  const invoice = await db.first<{ vendor: string; value: string; order: string | null }>(sql`
    select vendor_id::text as vendor, value, po_number as order from invoices
    where id = ${id}::bigint and not exists (select from invoice_lines where invoice_id = invoices.id)`);
  if (invoice === undefined) return null;
  const { vendor, value, order } = invoice;
  const isSame = sql`value between ${value}::numeric - ${SAME_VALUE}::numeric and ${value}::numeric + ${SAME_VALUE}::numeric`;
  const invoices = await db.rows<SimilarDocuments['invoices'][number] & Record<string, unknown>>(sql`
    select id::text as _id, number as "invoiceNumber", invoice_date as "invoiceDate", value::float8 as "invoiceValue", match_state as "matchState",
      balance::float8 as balance
    from invoices where vendor_id = ${vendor} and ${isSame} and id <> ${id}::bigint order by invoice_date desc, id desc limit ${SHOWN.invoices}`);
  const isNamed = sql`code_key(number) = code_key(coalesce(${order}::text, ''))`;
  const orders = await db.rows<SimilarDocuments['orders'][number] & Record<string, unknown>>(sql`
    select id::text as "orderId", number as "poNumber", ordered_on as "poDate",
      case when status = 'Open' and acknowledged_on is not null then 'Acknowledged' else status end as status,
      value::float8 as value, ${isSame} as "isSameValue", ${isNamed} as "isNamed"
    from purchase_orders where id in (
      (select id from purchase_orders where vendor_id = ${vendor} and ${isSame} order by id desc limit ${SHOWN.orders})
      union (select id from purchase_orders where vendor_id = ${vendor} and ${isNamed} order by id desc limit ${SHOWN.orders})
      union (select id from purchase_orders where vendor_id = ${vendor} order by id desc limit ${SHOWN.orders}))
    order by ${isSame} desc, ${isNamed} desc, id desc limit ${SHOWN.orders}`);
  return { invoices, orders };
}
