import { indianDay } from '@aapurti/contract/fields';
import type { QueryOf } from '@aapurti/contract/operation';
import { OUTSTANDING_SORTS, PAYMENT_SORTS, type payments } from '@aapurti/contract/payments';
import sql, { type Sql } from 'sql-template-tag';

import type { Actor } from '../actor.ts';
import type { Context } from '../context.ts';
import { betweenDates, type ListResult, listRows, type ListSpec, pageOf } from '../database/list.ts';
import { invalid } from '../refusal.ts';
import { keptOf, ownedBy } from '../owner.ts';

type Report = QueryOf<typeof payments.report>;

const columns = sql`
  vendor_books.owner_id::text as "vendorId", users.vendor_code as "vendorCode", users.vendor_name as "vendorName",
  vendor_books.invoice_total as invoice, vendor_books.paid_total as amount, vendor_books.balance`;

const list = {
  select: columns,
  from: sql`vendor_books join users on users.id = vendor_books.owner_id`,
  key: sql`vendor_books.owner_id`,
  sorts: {
    vendorCode: sql`users.vendor_code`,
    vendorName: sql`users.vendor_name`,
    invoice: sql`vendor_books.invoice_total`,
    amount: sql`vendor_books.paid_total`,
    balance: sql`vendor_books.balance`,
  },
};

const aged = {
  ...list,
  select: sql`${columns}, aged.days0to30, aged.days31to60, aged.days61to90,
    vendor_books.balance - aged.days0to30 - aged.days31to60 - aged.days61to90 as over90`,
};

/** What is outstanding by age, of the vendor of the row; only the days up to 90 ago are read, the rest is what remains. */
function ageing(today: string): Sql {
  const between = (least: number, most: number) =>
    sql`coalesce(sum(due_days.balance) filter (where due_days.day between ${today}::date - ${most}::int and ${today}::date - ${least}::int), 0)`;
  return sql`cross join lateral (
    select coalesce(sum(due_days.balance) filter (where due_days.day >= ${today}::date - 30), 0) as days0to30,
      ${between(31, 60)} as days31to60, ${between(61, 90)} as days61to90
    from due_days where due_days.owner_id = vendor_books.owner_id and due_days.day >= ${today}::date - 90) aged`;
}

/** What is outstanding, a row a vendor that has invoices; the largest balance first. */
export async function listOutstanding(ctx: Context, actor: Actor, query: Report): Promise<ListResult> {
  return listRows(ctx.reports, outstandingList(ctx, actor, query));
}

/** The list that a query asks for. */
export function outstandingList(ctx: Context, actor: Actor, query: Omit<Report, 'startDate' | 'endDate'>): ListSpec {
  const page = pageOf(query);
  return {
    scope: [ownedBy(sql`vendor_books.owner_id`, actor, query.userID)],
    page: page.sortBy === undefined ? { ...page, sortBy: 'balance', descending: query.sortOrder !== 'asc' } : page,
    ...(query.ageing === 'true' ? { ...aged, join: ageing(indianDay(ctx.clock())) } : list),
  };
}

/** Each of the two reports has its own columns to sort by. @throws Refusal 422 for the other's. */
export function refuseOtherSort(query: Report, isOutstanding: boolean): void {
  const known: readonly string[] = isOutstanding ? OUTSTANDING_SORTS : PAYMENT_SORTS;
  if (query.sortBy !== undefined && !known.includes(query.sortBy)) throw invalid({ sortBy: `Must be one of ${known.join(', ')}.` });
}

const returns = {
  select: sql`
    purchase_returns.id::text as _id, purchase_returns.po_number as "gstGrRef", purchase_returns.po_date as "poDate",
    purchase_returns.invoice_number as "docRef", purchase_returns.invoice_date as "docDate", purchase_returns.item_name as "itemName",
    purchase_returns.received_quantity as "grQty", purchase_returns.returned_quantity as "prQty", purchase_returns.remarks`,
  from: sql`purchase_returns`,
  key: sql`purchase_returns.id`,
  owner: sql`purchase_returns.owner_id`,
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

/** What the buyer sent back, newest first. Dates are the invoice's. */
export async function listReturns(ctx: Context, actor: Actor, query: QueryOf<typeof payments.returns>): Promise<ListResult> {
  return listRows(ctx.reports, {
    scope: [ownedBy(sql`purchase_returns.owner_id`, actor, query.userID)],
    during: betweenDates(sql`purchase_returns.invoice_date`, query.startDate, query.endDate),
    kept: { list: 'returns', owner: keptOf(actor, query.userID) },
    page: pageOf(query, RETURNS_PAGE),
    ...returns,
  });
}
