import { LINKS_MAX, type OrderLinks } from '@aapurti/contract/purchase-orders/orderLinks';
import sql, { type Sql } from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import { idOf } from '../database/list.ts';
import { dueDate } from '../invoices/due.ts';
import { ownRows } from '../access/owner.ts';
import { notFound } from '../ground/refusal.ts';

/** Rows as a JSON array, as they come. */
const listed = (rows: Sql) => sql`(select coalesce(json_agg(row_to_json(found)), '[]') from (${rows} limit ${LINKS_MAX}) found)`;

/** What followed from an order. @throws Refusal 404 where it is not the caller's. */
export async function linksOf(ctx: Context, actor: Actor, id: string): Promise<OrderLinks> {
  const found = await ctx.db.first<OrderLinks & Record<string, unknown>>(sql`
    with placed as (
      select id, vendor_id, number, value, paid, acknowledged_on from purchase_orders where id = ${idOf(id)} and ${ownRows(sql`vendor_id`, actor)}
    ), billed as (
      select invoices.* from invoices join placed on placed.vendor_id = invoices.vendor_id and (code_key(placed.number) = code_key(invoices.po_number)
        or invoices.id in (select invoice_id from invoice_lines where order_id = placed.id))
    ), invoiced as (
      select row.line, sum(quantity) as quantity, round(sum(quantity * least(billed.paid / nullif(billed.value, 0), 1)), 3) as paid
      from invoice_lines row join billed on billed.id = row.invoice_id and match_state <> 'returned'
      where row.order_id = (select id from placed) group by row.line
    )
    select
      ${listed(sql`
        select note.id::text as _id, note.number as "DCNumber", note.challan_date as "challanDate", note.cartons as "NumberOfCarton"
        from dispatch_notes note join placed on placed.vendor_id = note.vendor_id and (code_key(placed.number) = code_key(note.po_number)
          or note.id in (select note_id from dispatch_lines where order_id = placed.id)) order by note.id desc`)}
        as "dispatchNotes",
      ${listed(sql`
        select receipt.number, received_on as "receivedOn", count(distinct line) as lines, sum(quantity) as quantity,
          bool_or(quantity > rejected and line in (
            select known.line from purchase_order_lines known left join invoiced using (line)
            where known.order_id = receipt.order_id and known.received_quantity - known.rejected_quantity > coalesce(invoiced.quantity, 0)
          )) is true as "toInvoice"
        from receipt_lines receipt join placed on placed.id = order_id where quantity > 0 group by receipt.number, received_on order by received_on desc, receipt.number`)}
        as receipts,
      ${listed(sql`
        select invoices.id::text as _id, number as "invoiceNumber", invoice_date as "invoiceDate", value as "invoiceValue",
          paid as "paymentReceived", ${dueDate} as "dueDate"
        from billed invoices order by invoices.id desc`)} as invoices,
      ${listed(sql`
        select payments.id::text as _id, paid_on as "paymentDate", billed.number as "invoiceNumber", mode as "tenderType", amount
        from payments join billed on billed.id = invoice_id order by payments.id desc`)} as payments,
      (select coalesce(json_agg(json_build_object('line', line.line, 'itemName', line.item_name, 'uom', line.uom, 'ordered', line.quantity,
          'promised', coalesce(answered.promised, case when placed.acknowledged_on is null then 0 else line.quantity end),
          'sent', coalesce(sent.quantity, 0), 'received', line.received_quantity, 'rejected', line.rejected_quantity,
          'invoiced', coalesce(invoiced.quantity, 0), 'paid', coalesce(invoiced.paid, 0)) order by line.line), '[]')
        from purchase_order_lines line
        left join lateral (select case when state not in ('accepted', 'agreed') then 0
            -- Accepted as ordered, where the order names no day.
            else coalesce((select sum((promise ->> 'quantity')::numeric) from jsonb_array_elements(promises) promise), line.quantity) end as promised
          from order_answers answer where answer.order_id = placed.id and answer.line = line.line and is_current
          order by id desc limit 1) answered on true
        left join (select dispatch_lines.line, sum(quantity) as quantity
          from dispatch_lines join dispatch_goods goods using (note_id)
          where order_id = placed.id and goods.state in ('left', 'arrived', 'closed') group by dispatch_lines.line) sent using (line)
        left join invoiced using (line)
        where line.order_id = placed.id) as lines,
      (select json_build_object('ordered', placed.value,
        'received', (select coalesce(sum(round(total * least(received_quantity / quantity, 1), 2)), 0) from purchase_order_lines where order_id = placed.id),
        'invoiced', (select coalesce(sum(value), 0) from billed),
        'paid', greatest(placed.paid, (select coalesce(sum(paid), 0) from billed)))) as totals
    from placed`);
  if (found === undefined) throw notFound();
  return found;
}
