import { indianDay } from '@aapurti/contract/ground/fields';
import sql from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import { ownRows } from '../access/owner.ts';

/** "Last 10 days": today and the nine days before, in India. */
const WINDOW_DAYS = 10;

type Counts = Record<string, number>;

/** The lists that the triggers count. Payments are also counted, but no card shows them. */
const LISTS = ['dispatch notes', 'invoices', 'products', 'orders', 'schemes', 'credit memos', 'debit memos'];

/** The counts in the specification's order, from daily_counts. */
export async function countDetail(ctx: Pick<Context, 'db' | 'clock'>, actor: Actor): Promise<Counts[]> {
  const today = indianDay(ctx.clock());
  const since = sql`(${today}::date - ${WINDOW_DAYS - 1}::int)`;
  const owned = ownRows(sql`vendor_id`, actor);
  // Sums arrive as exact text. An order's date may be in the future. Each list is read separately, because only then does every server
  // version find the dates by index.
  const rows = await ctx.db.rows<{ list: string; isWhole: boolean; count: string; amount: string }>(sql`
    select name as list, "isWhole", sum(count) as count, sum(amount) as amount
    from unnest(${LISTS}::text[]) name, lateral (
      select true as "isWhole", count, amount from daily_counts where list = name and day = '-infinity' and ${owned}
      union all
      select false, count, amount from daily_counts
      where list = name and day >= ${since} and (list <> 'orders' or day <= ${today}) and ${owned}) found
    group by name, "isWhole"`);
  const of = (list: string, isWhole: boolean, figure: 'count' | 'amount' = 'count') =>
    Number(rows.find((row) => row.list === list && row.isWhole === isWhole)?.[figure] ?? 0);
  const both = (list: string, total: string, recent: string): Counts => ({ [total]: of(list, true), [recent]: of(list, false) });
  return [
    ...(actor.isAdmin ? [await countUsers(ctx)] : []),
    both('dispatch notes', 'totalDespatch', 'last10DayDespatch'),
    {
      totalInvoice: of('invoices', true),
      sumOfTotalInvoice: of('invoices', true, 'amount'),
      last10DayInvoice: of('invoices', false),
      sumOfDaysInvoice: of('invoices', false, 'amount'),
    },
    both('products', 'totalProduct', 'last10DayProductDetail'),
    both('orders', 'totalPurchaseOrder', 'last10DayPurchaseOrder'),
    both('schemes', 'totalSchema', 'last10DaySchemaDetail'),
    both('credit memos', 'totalCredit', 'last10DayCreditDetail'),
    both('debit memos', 'totalDebit', 'last10DayDebitDetail'),
  ];
}

async function countUsers({ db }: Pick<Context, 'db'>): Promise<Counts> {
  const users = await db.first<Counts>(sql`
    select count(*)::int as "totalUser", (count(*) filter (where is_active))::int as "activeUser",
      (count(*) filter (where not is_active))::int as "inActiveUser"
    from users`);
  return users ?? {};
}
