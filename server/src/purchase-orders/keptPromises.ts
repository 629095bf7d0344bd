import { KEPT_DAYS, type KeptPromises } from '@aapurti/contract/purchase-orders/orderAnswers';
import { indianDay } from '@aapurti/contract/ground/fields';
import sql from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import { ownedBy } from '../access/owner.ts';

/**
 * Confirmed dates of accepted and agreed confirmations that have passed, for one vendor or for all. A date is kept if the receipts up to it
 * cover its quantity and the earlier ones of its line, and kept in full if all receipts to date do. Receipts without a date, as some ERPs
 * report them, count only for the latter.
 */
export async function keptPromises(
  { reports, clock }: Pick<Context, 'reports' | 'clock'>,
  actor: Actor,
  userId: string | null,
): Promise<KeptPromises> {
  const today = indianDay(clock());
  const own = ownedBy(sql`orders.vendor_id`, actor, userId) ?? sql`true`;
  const found = await reports.first<KeptPromises & Record<string, unknown>>(sql`
    with promised as (
      select answer.order_id, answer.line, promise.date, line.received_quantity,
        sum(promise.quantity) over (partition by answer.id order by promise.date rows between unbounded preceding and current row) as until
      from order_answers answer
        join purchase_orders orders on orders.id = answer.order_id
        join purchase_order_lines line on line.order_id = answer.order_id and line.line = answer.line,
        jsonb_to_recordset(answer.promises) as promise(quantity numeric, date date)
      where answer.is_current and answer.state in ('accepted', 'agreed') and orders.status in ('Open', 'Closed') and ${own}
    )
    select count(*)::int as promises, count(*) filter (where received_quantity >= until)::int as "inFull",
      count(*) filter (where until <= (
        select sum(quantity) from receipt_lines receipt
        where receipt.order_id = promised.order_id and receipt.line = promised.line and receipt.received_on <= promised.date))::int as "onTime"
    from promised where date < ${today}::date and date >= ${today}::date - ${KEPT_DAYS}::int`);
  return found ?? { promises: 0, onTime: 0, inFull: 0 };
}
