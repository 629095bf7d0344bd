import { indianDay } from '@aapurti/contract/fields';
import sql, { type Sql } from 'sql-template-tag';

import type { Actor } from '../accounts/sessions.ts';
import type { Context } from '../context.ts';
import { ownRows } from '../owner.ts';

/** "Last 10 days": today and the nine days before, in India. */
const WINDOW_DAYS = 10;

type Counts = Record<string, number>;

/** The dashboard's counts in the specification's order. */
export async function countDetail(ctx: Context, actor: Actor): Promise<Counts[]> {
  const today = indianDay(ctx.clock());
  const own = (table: Sql) => ownRows(sql`${table}.owner_id`, actor);
  const recent = sql`created_at >= (${today}::date - ${WINDOW_DAYS - 1}::int)::timestamp at time zone 'Asia/Kolkata'`;
  const memoCount = (kind: string, during = sql`true`) =>
    sql`(select count(*) from memos where kind = ${kind} and ${own(sql`memos`)} and ${during})`;
  // By the day of the order, which is not that of its entry.
  const recentOrders = sql`(select count(*) from purchase_orders where ${own(sql`purchase_orders`)}
    and ordered_on between ${today}::date - ${WINDOW_DAYS - 1}::int and ${today}::date)`;
  const row = await ctx.db.first<Record<string, number | string>>(sql`
    select ${actor.isAdmin ? userCounts : sql``}
      (select count(*) from products where ${own(sql`products`)})::int as "totalProduct",
      (select count(*) from products where ${own(sql`products`)} and ${recent})::int as "last10DayProductDetail",
      (select count(*) from schemes where ${own(sql`schemes`)})::int as "totalSchema",
      (select count(*) from schemes where ${own(sql`schemes`)} and ${recent})::int as "last10DaySchemaDetail",
      (select coalesce(sum(order_count), 0) from order_counts where ${own(sql`order_counts`)})::int as "totalPurchaseOrder",
      ${recentOrders}::int as "last10DayPurchaseOrder",
      kept.count as "totalInvoice", kept.value as "sumOfTotalInvoice", recent.count as "last10DayInvoice", recent.value as "sumOfDaysInvoice",
      ${memoCount('debit')}::int as "totalDebit",
      ${memoCount('debit', recent)}::int as "last10DayDebitDetail",
      ${memoCount('credit')}::int as "totalCredit",
      ${memoCount('credit', recent)}::int as "last10DayCreditDetail",
      (select count(*) from dispatch_notes where ${own(sql`dispatch_notes`)})::int as "totalDespatch",
      (select count(*) from dispatch_notes where ${own(sql`dispatch_notes`)} and ${recent})::int as "last10DayDespatch"
    from ${invoiceTotals(own, today)}`);
  const pick = (...names: string[]) => Object.fromEntries(names.map((name) => [name, Number(row?.[name] ?? 0)]));
  return [
    ...(actor.isAdmin ? [pick('totalUser', 'activeUser', 'inActiveUser')] : []),
    pick('totalDespatch', 'last10DayDespatch'),
    pick('totalInvoice', 'sumOfTotalInvoice', 'last10DayInvoice', 'sumOfDaysInvoice'),
    pick('totalProduct', 'last10DayProductDetail'),
    pick('totalPurchaseOrder', 'last10DayPurchaseOrder'),
    pick('totalSchema', 'last10DaySchemaDetail'),
    pick('totalCredit', 'last10DayCreditDetail'),
    pick('totalDebit', 'last10DayDebitDetail'),
  ];
}

/** From the books, however many invoices there are. Sums leave the database as text, exact. */
function invoiceTotals(own: (table: Sql) => Sql, today: string): Sql {
  const sums = sql`coalesce(sum(invoice_count), 0) as count, coalesce(sum(invoice_total), 0) as value`;
  return sql`
    (select ${sums} from vendor_totals where ${own(sql`vendor_totals`)}) kept,
    (select ${sums} from invoice_days where day >= ${today}::date - ${WINDOW_DAYS - 1}::int and ${own(sql`invoice_days`)}) recent`;
}

const userCounts = sql`
  (select count(*) from users)::int as "totalUser",
  (select count(*) from users where is_active)::int as "activeUser",
  (select count(*) from users where not is_active)::int as "inActiveUser",`;
