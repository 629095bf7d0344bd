import { holidaysOf } from '@aapurti/contract/settings/settings';
import sql, { raw, type Sql } from 'sql-template-tag';

import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { TOLD_MOST } from '../mail/messages.ts';
import { byOwner, grouped, tell } from '../mail/queue.ts';
import { readSettings } from '../settings/settings.ts';

interface Unanswered extends Record<string, unknown> {
  id: string;
  ownerId: string;
  vendor: string;
  number: string;
  orderedOn: string;
  deliverBy: string | null;
  siteId: string | null;
}

/**
 * Reminds vendors by e-mail of open orders that they have not confirmed within the number of working days in the settings, and later
 * notifies buyer users. Each order is reported once; an amendment that reopens lines starts the period again. Sundays and the holidays in
 * the settings do not count.
 */
export async function remindOfOrders({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  await db.transaction(async (tx) => {
    const { orderReminderDays, orderEscalationDays, holidays } = await readSettings(tx);
    const free = holidaysOf(holidays ?? '').days;
    const reminded = await takeUnanswered(tx, 'reminded_at', { days: orderReminderDays, free, now: clock() });
    await tell(
      tx,
      [...byOwner(reminded)].map(([vendorId, orders]) => ({ kind: 'reminders', vendorId, content: contentOf(orders, false) })),
    );
    const escalated = await takeUnanswered(tx, 'escalated_at', { days: orderEscalationDays, free, now: clock() });
    // The vendor's reminders are queued per site, because not every user is notified of each site; the e-mails are merged.
    await tell(
      tx,
      [...grouped(escalated, ({ siteId }) => siteId).values()].map((orders) => ({
        kind: 'reminders',
        vendorId: null,
        ...(orders[0] === undefined ? {} : { orderId: orders[0].id }),
        content: contentOf(orders, true),
      })),
    );
  });
}

function contentOf(orders: readonly Unanswered[], isBuyers: boolean) {
  const first = orders.slice(0, TOLD_MOST).map(({ number, vendor, orderedOn, deliverBy }) => ({
    number,
    vendor: isBuyers ? vendor : null,
    orderedOn,
    deliverBy,
  }));
  return { count: orders.length, orders: first };
}

/** Marks the due orders, so that each is reported once. The period starts when the order came to the portal, or at its last amendment. */
async function takeUnanswered(
  tx: Database,
  mark: 'reminded_at' | 'escalated_at',
  { days, free, now }: { days: number; free: readonly string[]; now: Date },
): Promise<Unanswered[]> {
  if (days === 0) return [];
  const column: Sql = raw(mark);
  return tx.rows<Unanswered>(sql`
    update purchase_orders orders set ${column} = ${now}
    from vendors
    where vendors.id = orders.vendor_id and orders.status = 'Open' and orders.acknowledged_on is null and orders.${column} is null
      and orders.created_at < ${now}::timestamptz - make_interval(days => ${days}::int)
      and (
        select count(*) from generate_series(
          greatest(orders.created_at, (select max(withdrawn_at) from withdrawn_acknowledgements where order_id = orders.id)) + interval '1 day',
          ${now}::timestamptz, interval '1 day') moment,
          lateral (select (moment at time zone 'Asia/Kolkata')::date as day) day
        where extract(dow from day) <> 0 and day <> all(${free}::date[])) >= ${days}::int
      and exists (
        select from purchase_order_lines line where line.order_id = orders.id and not exists (
          select from order_answers answer
          where answer.order_id = line.order_id and answer.line = line.line and is_current and state <> 'declined'))
    returning orders.id::text, orders.site_id::text as "siteId", orders.vendor_id::text as "ownerId", vendors.legal_name as vendor, orders.number, orders.ordered_on as "orderedOn",
      orders.deliver_by as "deliverBy"`);
}

/** An amendment restarts the reminders, because the vendor must confirm the order again. */
export async function restartReminders(db: Database, orderIds: readonly string[]): Promise<void> {
  await db.execute(sql`
    update purchase_orders set reminded_at = null, escalated_at = null where id = any(${orderIds}::bigint[]) and status = 'Open'`);
}
