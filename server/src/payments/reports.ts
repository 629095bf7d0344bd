import { indianDay } from '@aapurti/contract/ground/fields';
import type { QueryOf } from '@aapurti/contract/ground/operation';
import { OUTSTANDING_SORTS, PAYMENT_SORTS, type payments, type PurchaseReturn } from '@aapurti/contract/payments/payments';
import { inARow, say } from '@aapurti/contract/ground/template';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { betweenDates, type ListResult, listRows, type ListSpec, pageOf, readTotals } from '../database/list.ts';
import { invalid } from '../ground/refusal.ts';
import { ownedBy, ownRow } from '../access/owner.ts';
import { EMBEDDED, RECEIVED } from '../erp/embedded.ts';

type Report = QueryOf<typeof payments.report>;

/** The amounts of a vendor that the report shows, adds up and sorts by. */
const amounts = {
  invoice: sql`books.invoice_total`,
  amount: sql`books.paid_total`,
  notes: sql`books.notes`,
  deductions: sql`books.deductions`,
  balance: sql`books.balance`,
  owed: sql`books.owed`,
  notAgreed: sql`books.not_agreed`,
  held: sql`books.held`,
  onAccount: sql`books.on_account`,
  opening: sql`books.opening`,
};

const columns = sql`
  books.vendor_id::text as "vendorId", vendors.code as "vendorCode", vendors.legal_name as "vendorName",
  ${join(Object.entries(amounts).map(([name, amount]) => sql`${amount} as ${raw(`"${name}"`)}`))}`;

const list = {
  from: sql`books join vendors on vendors.id = books.vendor_id`,
  key: sql`books.vendor_id`,
  sorts: {
    vendorCode: sql`vendors.code`,
    vendorName: sql`vendors.legal_name`,
    ...amounts,
  },
};

/** The totals of the report's vendors, calculated once per statement. */
const books = (own: Sql) => sql`books as (select * from vendor_books where ${own})`;

/** The open amounts by age of their invoice; amounts on account reduce the group of their own day. */
function aged(own: Sql, today: string): Sql {
  const between = (least: number, most: number) =>
    sql`coalesce(sum(balance) filter (where day between ${today}::date - ${most}::int and ${today}::date - ${least}::int), 0)`;
  return sql`${books(own)},
    aged as (
      select vendor_id, coalesce(sum(balance) filter (where day >= ${today}::date - 30), 0) as days0to30, ${between(31, 60)} as days31to60,
        ${between(61, 90)} as days61to90, coalesce(sum(balance) filter (where day < ${today}::date - 90), 0) as over90
      from (
        select vendor_id, invoice_date as day, balance from invoices where is_open and ${own}
        union all select vendor_id, day, -amount from allocations where invoice_id is null and ${own}) open
      group by vendor_id)`;
}

const agedColumns = sql`${columns}, coalesce(aged.days0to30, 0) as days0to30, coalesce(aged.days31to60, 0) as days31to60,
  coalesce(aged.days61to90, 0) as days61to90, coalesce(aged.over90, 0) as over90`;

/** The outstanding amounts, one row per vendor with invoices or payments; the largest balance first. */
export async function listOutstanding(ctx: Context, actor: Actor, query: Report): Promise<ListResult> {
  return listRows(ctx.reports, outstandingList(ctx, actor, query));
}

export function outstandingList(
  ctx: Context,
  actor: Actor,
  query: Omit<Report, 'startDate' | 'endDate' | 'invoiceId' | 'state'>,
): ListSpec {
  const page = pageOf(query);
  const own = ownedBy(sql`vendor_id`, actor, query.userID) ?? sql`true`;
  const isAged = query.ageing === 'true';
  return {
    ...list,
    with: isAged ? aged(own, indianDay(ctx.clock())) : books(own),
    select: isAged ? agedColumns : columns,
    join: isAged ? sql`left join aged on aged.vendor_id = books.vendor_id` : empty,
    page: page.sortBy === undefined ? { ...page, sortBy: 'balance', descending: query.sortOrder !== 'asc' } : page,
  };
}

const ageSums = { days0to30: sql`days0to30`, days31to60: sql`days31to60`, days61to90: sql`days61to90`, over90: sql`over90` };

/** The number of vendors with outstanding amounts, and the sums of the report's columns. */
export function totalOutstanding(ctx: Context, actor: Actor, query: QueryOf<typeof payments.outstandingTotals>) {
  const report = outstandingList(ctx, actor, query);
  const isAged = query.ageing === 'true';
  // The page joins the ages to its own rows only, while the sums need them for all rows.
  const spec = { ...report, from: isAged ? sql`${report.from} ${report.join ?? empty}` : report.from };
  return readTotals(ctx.reports, spec, isAged ? { ...amounts, ...ageSums } : amounts);
}

/** @throws Refusal 422 for a sort column of the other report. */
export function refuseOtherSort(query: Report, isOutstanding: boolean): void {
  const known: readonly string[] = isOutstanding ? OUTSTANDING_SORTS : PAYMENT_SORTS;
  if (query.sortBy !== undefined && !known.includes(query.sortBy))
    throw invalid({ sortBy: say('Must be one of {value}.', { value: inARow(known) }) });
}

/** The number, reason and remark of the receipt line that a return follows from; null for every other return. Screens word the remark from them. */
const receiptOfReturn = sql`
  case when purchase_returns.source = ${RECEIVED} then (
    select json_build_object('number', line.number, 'reason', line.reason, 'remark', line.remark) from receipt_lines line
    where line.source in (${RECEIVED}, ${EMBEDDED}) and line.external_id = purchase_returns.external_id
      and line.vendor_id = purchase_returns.vendor_id) end`;

const returns = {
  select: sql`
    purchase_returns.id::text as _id, purchase_returns.vendor_id::text as "userID", purchase_returns.po_number as "gstGrRef", purchase_returns.po_date as "poDate",
    purchase_returns.invoice_number as "docRef", purchase_returns.invoice_date as "docDate", purchase_returns.item_name as "itemName",
    purchase_returns.received_quantity as "grQty", purchase_returns.returned_quantity as "prQty", purchase_returns.remarks,
    ${receiptOfReturn} as receipt`,
  from: sql`purchase_returns`,
  key: sql`purchase_returns.id`,
  sorts: {
    poDate: { absentLast: sql`purchase_returns.po_date` },
    docDate: { absentLast: sql`purchase_returns.invoice_date` },
    grQty: sql`purchase_returns.received_quantity`,
    prQty: sql`purchase_returns.returned_quantity`,
  },
  days: { first: sql`min(purchase_returns.invoice_date)`, last: sql`max(purchase_returns.invoice_date)` },
};

/** Section 9: five a page. */
const RETURNS_PAGE = 5;

/** The goods that the buyer sent back, newest first. Dates are the invoice's. */
export async function listReturns(ctx: Context, actor: Actor, query: QueryOf<typeof payments.returns>): Promise<ListResult> {
  return listRows(ctx.reports, {
    scope: [ownedBy(sql`purchase_returns.vendor_id`, actor, query.userID)],
    where: betweenDates(sql`purchase_returns.invoice_date`, query),
    page: pageOf(query, { size: RETURNS_PAGE, day: 'docDate' }),
    ...returns,
  });
}

/** One purchase return. @throws Refusal 404 if the return is not the caller's. */
export function ownReturn(db: Database, actor: Actor, id: string): Promise<PurchaseReturn> {
  return ownRow(db, actor, id, returns);
}
