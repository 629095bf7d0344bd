import { indianDay } from '@aapurti/contract/fields';
import sql, { raw, type Sql } from 'sql-template-tag';

import type { Actor } from '../actor.ts';
import type { Context } from '../context.ts';
import { ownRows } from '../owner.ts';

/** "Last 10 days": today and the nine days before, in India. */
const WINDOW_DAYS = 10;

type Counts = Record<string, number>;

/** The dashboard's counts in the specification's order, under its names; in one statement. */
export async function countDetail(ctx: Context, actor: Actor): Promise<Counts[]> {
  const today = indianDay(ctx.clock());
  const own = ownRows(sql`vendor_id`, actor);
  const since = sql`(${today}::date - ${WINDOW_DAYS - 1}::int)`;
  const entered = sql`created_at >= ${since}::timestamp at time zone 'Asia/Kolkata'`;
  const count = (table: string, where: Sql) => sql`(select count(*) from ${raw(table)} where ${own} and ${where})`;
  const whole = (table: string, where = sql`true`) => count(table, where);
  const recent = (table: string, where = sql`true`) => count(table, sql`${entered} and ${where}`);
  const ofKind = (kind: 'credit' | 'debit') => sql`kind = ${kind}`;
  const row = await ctx.db.first<Counts>(sql`
    select ${actor.isAdmin ? sql`users.total as "totalUser", users.active as "activeUser", users.total - users.active as "inActiveUser",` : sql``}
      ${whole('dispatch_notes')} as "totalDespatch", ${recent('dispatch_notes')} as "last10DayDespatch",
      invoiced.count as "totalInvoice", invoiced.value::float8 as "sumOfTotalInvoice",
      invoiced.recent_count as "last10DayInvoice", invoiced.recent_value::float8 as "sumOfDaysInvoice",
      ${whole('products')} as "totalProduct", ${recent('products')} as "last10DayProductDetail",
      ${whole('purchase_orders')} as "totalPurchaseOrder",
      ${count('purchase_orders', sql`ordered_on between ${since} and ${today}`)} as "last10DayPurchaseOrder",
      ${whole('schemes')} as "totalSchema", ${recent('schemes')} as "last10DaySchemaDetail",
      ${whole('memos', ofKind('credit'))} as "totalCredit", ${recent('memos', ofKind('credit'))} as "last10DayCreditDetail",
      ${whole('memos', ofKind('debit'))} as "totalDebit", ${recent('memos', ofKind('debit'))} as "last10DayDebitDetail"
    from (select count(*) as total, count(*) filter (where is_active) as active from users) users,
      (select count(*), coalesce(sum(value), 0) as value, count(*) filter (where ${entered}) as recent_count,
        coalesce(sum(value) filter (where ${entered}), 0) as recent_value
      from invoices where ${own}) invoiced`);
  const group = (...names: string[]): Counts => Object.fromEntries(names.map((name) => [name, row?.[name] ?? 0]));
  return [
    ...(actor.isAdmin ? [group('totalUser', 'activeUser', 'inActiveUser')] : []),
    group('totalDespatch', 'last10DayDespatch'),
    group('totalInvoice', 'sumOfTotalInvoice', 'last10DayInvoice', 'sumOfDaysInvoice'),
    group('totalProduct', 'last10DayProductDetail'),
    group('totalPurchaseOrder', 'last10DayPurchaseOrder'),
    group('totalSchema', 'last10DaySchemaDetail'),
    group('totalCredit', 'last10DayCreditDetail'),
    group('totalDebit', 'last10DayDebitDetail'),
  ];
}
