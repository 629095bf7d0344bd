import { ERP_NAMES } from '@aapurti/contract/buyer-system/erps';
import { isSscc } from '@aapurti/contract/dispatch-notes/dispatchRules';
import { indianDay } from '@aapurti/contract/ground/fields';
import { followingNumber } from '@aapurti/contract/ground/numberSeries';
import { commonCodes } from '@aapurti/contract/ground/operation';
import { type Delivery, messages, RECEIPT_NUMBER_MAX, receiptCodes } from '@aapurti/contract/receipts/receipts';
import sql from 'sql-template-tag';

import { finished } from '../database/said.ts';
import type { Actor } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import { EMBEDDED } from '../erp/embedded.ts';
import { otherSiteWords } from '../access/ownSites.ts';
import { coded } from '../ground/refusal.ts';
import { unitValue } from './list.ts';

/** The most vendors that have the same number. */
const VENDORS_MAX = 20;

/** Extracts the SSCC from scanned text: 18 digits, alone or after the application identifier 00 and the symbol prefix of a GS1-128. */
function scannedSscc(code: string): string | null {
  const digits = /^(?:\]C1)?(?:\(00\)|00)?(\d{18})$/.exec(code.replaceAll(/\s/g, ''))?.[1] ?? '';
  return isSscc(digits) ? digits : null;
}

interface Received {
  number: string;
  day: string;
}

function numberAfter(last: Received, day: string): string | null {
  const next = followingNumber(last, day, { yearly: false });
  return next === null || next.length > RECEIPT_NUMBER_MAX ? null : next;
}

/**
 * Finds the delivery for a number or the SSCC of a package: the lines of dispatch notes, or else those of purchase orders. A note without
 * lines stands for its order. It skips closed and cancelled orders, and orders from an ERP, which reports the receipts itself.
 * @throws Refusal 404 for an unknown number, or an order of an ERP.
 */
export async function findDelivery(ctx: Context, actor: Actor, code: string): Promise<Delivery[]> {
  const sscc = scannedSscc(code);
  const found = await ctx.db.rows<Omit<Delivery, 'nextReceiptNumber'> & { last: Received | null } & Record<string, unknown>>(sql`
    with notes as (
      select note.id, note.vendor_id, note.number, note.po_number from dispatch_notes note
      left join dispatch_goods goods on goods.note_id = note.id
      where (code_key(note.number) = code_key(${code}::text) or note.id in (select note_id from dispatch_packages where sscc = ${sscc}::text))
        and note.issuer = 'vendor' and goods.delivers is not false
        and goods.state is distinct from 'cancelled' and goods.state is distinct from 'draft'
      order by note.challan_date desc, note.id desc limit ${VENDORS_MAX}
    ), expected as (
      select notes.vendor_id, notes.id as note_id, notes.number as note, sent.order_id, sent.line, sent.quantity, sent.batch, sent.best_before, sent.no
      from notes join dispatch_lines sent on sent.note_id = notes.id
      union all
      select orders.vendor_id, notes.id, notes.number, line.order_id, line.line,
        greatest(line.quantity - line.received_quantity, 0), null, null, line.line
      from purchase_orders orders join purchase_order_lines line on line.order_id = orders.id
      left join notes on notes.vendor_id = orders.vendor_id and code_key(notes.po_number) = code_key(orders.number)
        and not exists (select from dispatch_lines where note_id = notes.id)
      where orders.status in ('Open', 'Acknowledged', 'Closed') and (notes.id is not null
        or (code_key(orders.number) = code_key(${code}::text) and not exists (select from notes)))
    )
    select expected.vendor_id::text as "userID", vendors.legal_name as "vendorName", expected.note_id::text as "noteId", expected.note as "DCNumber",
      (select number from receipts where receipts.note_id = expected.note_id and cancelled_at is null) as "receiptNumber",
      (select json_build_object('number', number, 'day', received_on) from receipts
        where site_id is not distinct from min(orders.site_id) order by id desc limit 1) as last,
      json_agg(distinct orders.number) as "poNumbers",
      min(${otherSiteWords(actor, 'receiving', sql`orders.number`, sql`orders.site_id`)}) as "otherSite",
      json_agg(json_build_object('orderId', expected.order_id::text, 'poNumber', orders.number, 'line', ordered.line, 'itemName', ordered.item_name,
        'EANCode', ordered.ean, 'uom', ordered.uom, 'ordered', ordered.quantity, 'received', ordered.received_quantity, 'expected', expected.quantity,
        'unitValue', ${unitValue},
        'batch', expected.batch, 'bestBefore', expected.best_before) order by orders.number, expected.no) as lines
    from expected join vendors on vendors.id = expected.vendor_id
    join purchase_orders orders on orders.id = expected.order_id and orders.source = ${EMBEDDED}
    join purchase_order_lines ordered on ordered.order_id = expected.order_id and ordered.line = expected.line
    group by expected.vendor_id, vendors.legal_name, expected.note_id, expected.note
    order by vendors.legal_name limit ${VENDORS_MAX}`);
  if (found.length > 0)
    return found.map(({ last, ...each }) => ({
      ...each,
      // A receiver does not see the numbers of a site where it may not receive.
      nextReceiptNumber: last === null || each.otherSite !== null ? null : numberAfter(last, indianDay(ctx.clock())),
      otherSite: each.otherSite === null ? null : finished(each.otherSite),
    }));
  const erps = await ctx.db.first<{ number: string; source: string }>(sql`
    with notes as (select id, vendor_id, po_number from dispatch_notes where code_key(number) = code_key(${code}::text) and issuer = 'vendor')
    select number, source from (
      select * from purchase_orders where code_key(number) = code_key(${code}::text)
      union all
      select orders.* from notes join purchase_orders orders on orders.vendor_id = notes.vendor_id and code_key(orders.number) = code_key(notes.po_number)
      union all
      select orders.* from notes join dispatch_lines sent on sent.note_id = notes.id join purchase_orders orders on orders.id = sent.order_id) orders
    where source <> ${EMBEDDED} limit 1`);
  throw erps === undefined
    ? coded(404, messages.unknown, { code: commonCodes.notFound })
    : coded(404, messages.ofErp(erps.number, ERP_NAMES[erps.source] ?? erps.source), { code: receiptCodes.ofErp });
}
