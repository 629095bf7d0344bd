import type { QueryOf } from '@aapurti/contract/ground/operation';
import type { ReceiptState, receipts } from '@aapurti/contract/receipts/receipts';
import sql, { type Sql } from 'sql-template-tag';

import { atSite } from '../access/ownSites.ts';
import { ownedBy } from '../access/owner.ts';
import type { Context } from '../context.ts';
import { betweenDates, containsCode, type ListResult, listRows, type ListSpec, pageOf, readTotals } from '../database/list.ts';
import type { Actor } from '../ground/actor.ts';

const orderNumbers = sql`
  (select coalesce(json_agg(distinct orders.number), '[]') from receipt_lines line
    join purchase_orders orders on orders.id = line.order_id where line.receipt_id = receipts.id)`;
const sumOf = (what: ReturnType<typeof sql>) =>
  sql`(select coalesce(sum(${what}), 0) from receipt_lines line where line.receipt_id = receipts.id)`;

/** The value of one unit of an order's line, with tax. */
export const unitValue = sql`round(ordered.total / nullif(ordered.quantity, 0), 4)`;

const isCancelled = sql`receipts.cancelled_at is not null`;
/** The value of the goods that a receipt accepted. */
const acceptedValue = sql`
  case when ${isCancelled} then 0 else (select coalesce(sum(round((line.quantity - line.rejected) * ${unitValue}, 2)), 0) from receipt_lines line
    join purchase_order_lines ordered on ordered.order_id = line.order_id and ordered.line = line.line where line.receipt_id = receipts.id) end`;
export const receiptSums = { value: acceptedValue };

const isRejected = sql`exists (select from receipt_lines line where line.receipt_id = receipts.id and line.rejected > 0)`;
/** The states of `receiptState` as conditions. */
const STATES: Readonly<Record<ReceiptState, Sql>> = {
  accepted: sql`not ${isCancelled} and not ${isRejected}`,
  rejected: sql`not ${isCancelled} and ${isRejected}`,
  cancelled: isCancelled,
};

export const receiptList = {
  select: sql`
    receipts.id::text as _id, receipts.vendor_id::text as "userID", vendors.legal_name as "vendorName", receipts.number as "receiptNumber",
    receipts.received_on as "receivedOn", note.number as "DCNumber", ${orderNumbers} as "poNumbers", receipts.site_id::text as "siteId", site.name as site,
    ${sumOf(sql`line.quantity`)} as quantity, ${sumOf(sql`line.rejected`)} as rejected, ${acceptedValue} as value, ${isCancelled} as "isCancelled",
    receipts.created_at as "createdAt", receipts.updated_at as "updatedAt"`,
  from: sql`receipts`,
  join: sql`
    join vendors on vendors.id = receipts.vendor_id
    left join dispatch_notes note on note.id = receipts.note_id left join buyer_sites site on site.id = receipts.site_id`,
  key: sql`receipts.id`,
  sorts: { receivedOn: sql`receipts.received_on`, receiptNumber: sql`lower(receipts.number)`, updatedAt: sql`receipts.updated_at` },
  days: { first: sql`min(receipts.received_on)`, last: sql`max(receipts.received_on)` },
};

/** The receipts that match the filters: the vendor's own, or those of the vendor that a buyer user chose. */
export function filteredReceipts(actor: Actor, query: QueryOf<typeof receipts.totals>): Omit<ListSpec, 'page'> {
  const order = containsCode(sql`orders.number`, query.poNumber);
  const note = containsCode(sql`number`, query.DCNumber);
  return {
    scope: [ownedBy(sql`receipts.vendor_id`, actor, query.userID)],
    where: [
      ...betweenDates(sql`receipts.received_on`, query),
      containsCode(sql`receipts.number`, query.receiptNumber),
      atSite(sql`receipts.site_id`, actor, query.site),
      order === null
        ? null
        : sql`receipts.id in (select receipt_id from receipt_lines join purchase_orders orders on orders.id = order_id where ${order})`,
      query.state === undefined ? null : STATES[query.state],
      note === null ? null : sql`receipts.note_id in (select id from dispatch_notes where ${note})`,
    ],
    ...receiptList,
  };
}

/** Receipts entered in the portal, newest first; for a vendor, its own. */
export async function listEnteredReceipts(ctx: Context, actor: Actor, query: QueryOf<typeof receipts.list>): Promise<ListResult> {
  return listRows(ctx.db, { ...filteredReceipts(actor, query), page: pageOf(query) });
}

/** The number of matching receipts, and the value of their accepted goods. */
export function totalReceipts(ctx: Context, actor: Actor, query: QueryOf<typeof receipts.totals>) {
  return readTotals(ctx.db, filteredReceipts(actor, query), receiptSums);
}
