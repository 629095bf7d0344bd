import { indianDay } from '@aapurti/contract/fields';
import sql, { empty, raw } from 'sql-template-tag';

import type { Actor } from '../actor.ts';
import type { Context } from '../context.ts';

/** "Last 10 days": today and the nine days before, in India. */
const WINDOW_DAYS = 10;

type Counts = Record<string, number>;

/** Kept lists (0009_growth.sql) of which all rows count, and those by the day of entry; orders go by their own day. */
const WHOLE = sql`array['dispatch notes', 'invoices entered', 'products', 'orders', 'schemes', 'credit memos', 'debit memos']`;
const RECENT = sql`array['dispatch notes entered', 'invoices entered', 'products', 'orders', 'schemes entered', 'credit memos', 'debit memos']`;

/** The dashboard's counts in the specification's order. All of them are kept, however many rows there are. */
export async function countDetail(ctx: Context, actor: Actor): Promise<Counts[]> {
  // Selected, so that PostgreSQL has one plan for all days and vendors.
  const today = sql`(select ${indianDay(ctx.clock())}::date)`;
  const owner = sql`(select ${actor.isAdmin ? '0' : actor.id}::bigint)`;
  const days = sql`day > ${today} - ${raw(String(WINDOW_DAYS))} and (list <> 'orders' or day <= ${today})`;
  const columns = sql`row_count, amount`;
  // Sums leave the database as text, exact.
  const rows = await ctx.db.rows<{ list: string; part: string; count: string; amount: string }>(sql`
    select list, part, coalesce(sum(row_count), 0) as count, coalesce(sum(amount), 0) as amount
    from (
      select list, 'whole' as part, ${columns} from row_counts where list = any(${WHOLE}) and owner_id = ${owner} and day = '-infinity'
      union all select list, 'recent', ${columns} from row_counts where list = any(${RECENT}) and owner_id = ${owner} and ${days}
      ${
        actor.isAdmin
          ? sql`
            union all select list, 'whole', ${columns} from row_deltas where list = any(${WHOLE})
            union all select list, 'recent', ${columns} from row_deltas where list = any(${RECENT}) and ${days}
            union all select 'users', case when is_active then 'active' else 'inactive' end, count(*), 0 from users group by is_active`
          : empty
      }
    ) kept group by list, part`);
  const of = (list: string, part: string, figure: 'count' | 'amount' = 'count') =>
    Number(rows.find((row) => row.list === list && row.part === part)?.[figure] ?? 0);
  const both = (list: string, total: string, days10: string, entered = list): Counts => ({
    [total]: of(list, 'whole'),
    [days10]: of(entered, 'recent'),
  });
  const [activeUser, inActiveUser] = [of('users', 'active'), of('users', 'inactive')];
  return [
    ...(actor.isAdmin ? [{ totalUser: activeUser + inActiveUser, activeUser, inActiveUser }] : []),
    both('dispatch notes', 'totalDespatch', 'last10DayDespatch', 'dispatch notes entered'),
    {
      totalInvoice: of('invoices entered', 'whole'),
      sumOfTotalInvoice: of('invoices entered', 'whole', 'amount'),
      last10DayInvoice: of('invoices entered', 'recent'),
      sumOfDaysInvoice: of('invoices entered', 'recent', 'amount'),
    },
    both('products', 'totalProduct', 'last10DayProductDetail'),
    both('orders', 'totalPurchaseOrder', 'last10DayPurchaseOrder'),
    both('schemes', 'totalSchema', 'last10DaySchemaDetail', 'schemes entered'),
    both('credit memos', 'totalCredit', 'last10DayCreditDetail'),
    both('debit memos', 'totalDebit', 'last10DayDebitDetail'),
  ];
}
