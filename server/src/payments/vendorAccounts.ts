import { indianDay } from '@aapurti/contract/ground/fields';
import type { QueryOf } from '@aapurti/contract/ground/operation';
import type { vendorAccounts } from '@aapurti/contract/payments/vendorAccounts';
import sql from 'sql-template-tag';

import { ownedBy } from '../access/owner.ts';
import type { Context } from '../context.ts';
import { contains, type ListResult, listRows, type ListSpec, pageOf, readTotals } from '../database/list.ts';
import type { Actor } from '../ground/actor.ts';
import { agreedByDay } from '../invoices/due.ts';

type Reading = Pick<Context, 'reports' | 'clock'>;

/** The amounts that the list shows and adds up. */
export const vendorSums = {
  owed: sql`coalesce(books.owed, 0)`,
  overdue: sql`coalesce(late.overdue, 0)`,
  exceptions: sql`coalesce(excepted.invoices, 0)`,
};

const waitingSince = sql`case when not users.is_active then users.created_at end`;

/** The vendors with their accounts: payables as in the outstanding report, overdue amounts as on the dashboard. */
export function vendorList(ctx: Reading, actor: Actor, query: QueryOf<typeof vendorAccounts.list>): ListSpec {
  return {
    with: sql`
      late as (select vendor_id, sum(balance) as overdue from ${agreedByDay(indianDay(ctx.clock()))} open where days < 0 group by vendor_id),
      excepted as (select vendor_id, count(*) as invoices from invoices where match_state = 'exception' group by vendor_id)`,
    select: sql`
      vendors.id::text as _id, vendors.code as "vendorCode", vendors.legal_name as "vendorName", vendors.city, users.is_active as "isActive",
      vendors.sent_back_at is not null as "isSentBack", to_json(${waitingSince}) #>> '{}' as "waitingSince",
      ${vendorSums.owed} as owed, ${vendorSums.overdue} as overdue, ${vendorSums.exceptions}::int as exceptions`,
    from: sql`vendors join users on users.id = vendors.id and not users.is_admin
      left join vendor_books books on books.vendor_id = vendors.id
      left join late on late.vendor_id = vendors.id left join excepted on excepted.vendor_id = vendors.id`,
    key: sql`vendors.id`,
    scope: [ownedBy(sql`vendors.id`, actor, null)],
    where: [
      query.status === undefined ? null : sql`users.is_active = ${query.status === 'active'}`,
      contains(
        sql`lower(vendors.legal_name || ' ' || vendors.code || ' ' || vendors.city || ' ' || coalesce(vendors.gstin, ''))`,
        query.search,
      ),
    ],
    sorts: {
      vendorCode: sql`vendors.code`,
      vendorName: sql`lower(vendors.legal_name)`,
      waitingSince: { absentLast: waitingSince },
      ...vendorSums,
    },
    page: pageOf(query),
  };
}

/** The list of vendors for the buyer. */
export async function listVendors(ctx: Context, actor: Actor, query: QueryOf<typeof vendorAccounts.list>): Promise<ListResult> {
  return listRows(ctx.reports, vendorList(ctx, actor, query));
}

/** The number of matching vendors, and their sums. */
export function totalVendors(ctx: Context, actor: Actor, query: QueryOf<typeof vendorAccounts.totals>) {
  return readTotals(ctx.reports, vendorList(ctx, actor, query), vendorSums);
}
