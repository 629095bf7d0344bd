import { Decimal } from '@aapurti/contract/ground/numbers';
import { LINKS_MAX, type OrderLinks } from '@aapurti/contract/purchase-orders/orderLinks';
import sql, { type Sql } from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import { idOf } from '../database/list.ts';
import { dueDate } from '../invoices/due.ts';
import { figuresOf } from '../invoices/orderFigures.ts';
import { ownRows } from '../access/owner.ts';
import { orderLineTable, quantitiesOf, toInvoiceOf, valueToInvoice } from './lines.ts';
import { differencesOf } from './received.ts';
import { notFound } from '../ground/refusal.ts';

/** Rows as a JSON array, in their given order. */
const listed = (rows: Sql) => sql`(select coalesce(json_agg(row_to_json(found)), '[]') from (${rows} limit ${LINKS_MAX}) found)`;

/** The receipts and invoices for an order, with its progress. @throws Refusal 404 if it is not the caller's. */
export async function linksOf(ctx: Context, actor: Actor, id: string): Promise<OrderLinks> {
  const of = quantitiesOf('line');
  const found = await ctx.db.first<OrderLinks & { owner: string } & Record<string, unknown>>(sql`
    with placed as (
      select id, vendor_id, number, value, paid, ${valueToInvoice('purchase_orders')} as uninvoiced from purchase_orders where id = ${idOf(id)} and ${ownRows(sql`vendor_id`, actor)}
    ), billed as (
      select invoices.* from invoices join placed on placed.vendor_id = invoices.vendor_id and (code_key(placed.number) = code_key(invoices.po_number)
        or invoices.id in (select invoice_id from invoice_lines where order_id = placed.id))
    ), counted as materialized (
      select found.* from placed, lateral (${differencesOf(sql`(receipt.id in (select receipt_id from receipt_lines where order_id = placed.id)
        or receipt.note_id in (select note_id from dispatch_lines where order_id = placed.id))`)}) found where found.order_id = placed.id
    )
    select placed.vendor_id::text as owner,
      ${listed(sql`
        select receipt.number, receipt.receipt_id::text as "receiptId", received_on as "receivedOn", count(distinct line) as lines, sum(quantity) as quantity,
          placed.uninvoiced > 0 and bool_or(quantity > rejected and line in (
            select known.line from purchase_order_lines known where known.order_id = receipt.order_id and ${toInvoiceOf('known').quantity} > 0
          )) is true as "toInvoice"
        from receipt_lines receipt join placed on placed.id = order_id where quantity > 0 group by receipt.number, received_on, receipt.receipt_id, placed.uninvoiced order by received_on desc, receipt.number`)}
        as receipts,
      ${listed(sql`
        select invoices.id::text as _id, number as "invoiceNumber", invoice_date as "invoiceDate", value as "invoiceValue",
          paid as "paymentReceived", credited - raised as notes, deducted as deductions, balance, ${dueDate} as "dueDate", match_state as "matchState"
        from billed invoices order by invoices.id desc`)} as invoices,
      (select coalesce(json_agg(json_build_object(${orderLineTable.json('line', ['line', 'itemName', 'uom'])},
          'promised', ${of.confirmed}, 'sent', ${of.sent}, 'received', ${of.received}, 'rejected', ${of.rejected},
          'short', (select coalesce(sum(sent - received), 0) from counted where counted.line = line.line and sent > received), 'paid', ${of.paid}) order by line.line), '[]')
        from purchase_order_lines line where line.order_id = placed.id) as lines,
      ${listed(sql`
        select counted.line, receipts.id::text as "receiptId", receipts.number as "receiptNumber", note.number as "DCNumber", counted.sent, counted.received
        from counted join receipts on receipts.id = counted.receipt_id join dispatch_notes note on note.id = receipts.note_id
        order by receipts.received_on desc, receipts.id desc, counted.line`)} as differences,
      (select json_build_object('ordered', placed.value, 'toInvoice', placed.uninvoiced,
        'received', (select coalesce(sum(round(total * least(received_quantity / quantity, 1), 2)), 0) from purchase_order_lines where order_id = placed.id),
        'invoiced', (select coalesce(sum(value), 0) from billed),
        'paid', greatest(placed.paid, (select coalesce(sum(paid), 0) from billed)))) as totals
    from placed`);
  if (found === undefined) throw notFound();
  const { owner, lines: progress, totals, ...links } = found;
  const figures = new Map(
    (await figuresOf(ctx.db, owner, [idOf(id)])).map(({ orderId: _order, poNumber: _number, ...own }) => [own.line, own]),
  );
  const lines = progress.map((line) => {
    const own = figures.get(line.line);
    if (own === undefined) throw new Error('every line of an order has its figures');
    return { ...line, ...own };
  });
  const differenceValue = Decimal.sum(0, ...lines.map((line) => line.differenceValue)).toNumber();
  return { ...links, lines, totals: { ...totals, differenceValue } };
}
