import type { Overview } from '@aapurti/contract/home/dashboard';
import { indianDay } from '@aapurti/contract/ground/fields';
import { REMINDER_DAYS } from '@aapurti/contract/vendors/licences';
import sql, { type Sql } from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { ownedBy, vendorAsked } from '../access/owner.ts';
import { agreedByDay } from '../invoices/due.ts';
import { hasLineLeft, isLineLeft, ordersToInvoice, quantitiesOf, waitsForBuyer } from '../purchase-orders/lines.ts';
import { atSite } from '../access/ownSites.ts';

type Reading = Pick<Context, 'reports' | 'clock'>;

/** The number of open orders shown of each kind. */
const SHOWN = 5;

/** The figures of the dashboard for one vendor or for all. `userId` is the vendor that an administrator chooses. */
export async function overview(ctx: Reading, actor: Actor, userId: string | null): Promise<Overview> {
  const db = ctx.reports;
  const today = indianDay(ctx.clock());
  const owned = ownedBy(sql`vendor_id`, actor, userId) ?? sql`true`;
  const vendorId = vendorAsked(actor, userId);
  const [due, months, orders] = [
    await dueInvoices(db, owned, today),
    await monthsOf(db, owned, today),
    await openOrders(db, owned, today, actor, vendorId),
  ];
  return {
    ...due,
    months,
    orders,
    waiting: vendorId !== null ? null : await waitingFor(db),
    licence: actor.vendorId === null ? null : await endingLicence(db, actor.vendorId, today),
    steps: actor.vendorId === null ? null : await stepsOf(db, actor.vendorId),
  };
}

type Due = Pick<Overview, 'owed' | 'overdue' | 'dueThisWeek' | 'dueNextWeek' | 'dueLater'>;

async function dueInvoices(db: Database, own: Sql, today: string): Promise<Due> {
  const sum = (condition: Sql) => sql`json_build_object(
    'amount', coalesce(sum(balance) filter (where ${condition}), 0), 'invoices', count(*) filter (where ${condition}))`;
  return db.one<Due>(sql`
    select (select coalesce(sum(owed), 0)::float8 from vendor_books where ${own}) as owed,
      ${sum(sql`days < 0`)} as overdue, ${sum(sql`days between 0 and 6`)} as "dueThisWeek",
      ${sum(sql`days between 7 and 13`)} as "dueNextWeek", ${sum(sql`days > 13`)} as "dueLater"
    from ${agreedByDay(today)} open where ${own}`);
}

async function monthsOf(db: Database, own: Sql, today: string): Promise<Overview['months']> {
  return db.rows(sql`
    select to_char(month, 'YYYY-MM') as month, coalesce(billed, 0)::float8 as billed, coalesce(paid, 0)::float8 as paid
    from generate_series(date_trunc('month', ${today}::timestamp) - interval '11 months', ${today}::timestamp, '1 month') month
      left join (
        select date_trunc('month', day::timestamp) as month, sum(amount) filter (where list = 'billed') as billed,
          sum(amount) filter (where list = 'payments') as paid
        from daily_counts
        where list in ('billed', 'payments') and day > ${today}::date - 366 and ${own} group by 1) documents using (month)
    order by month`);
}

const { withheld, sent, received } = quantitiesOf('line');
/** A delivery without a dispatch note counts as sent too. */
const gone = sql`greatest(${sent}, ${received})`;

/** The value of an order's open quantities, in proportion to the totals of its lines. */
const valueLeft = (done: Sql) => sql`(
  select coalesce(round(sum(line.total * (line.quantity - ${withheld} - ${done}) / line.quantity), 2), 0)
  from purchase_order_lines line where line.order_id = placed.id and ${isLineLeft(done)})`;

/**
 * The orders by next action. Orders to dispatch and late orders count with their open value, and those of one vendor to invoice with the
 * value of the accepted goods that are not invoiced. Users limited to sites see only those sites.
 */
async function openOrders(db: Database, own: Sql, today: string, actor: Actor, vendorId: string | null): Promise<Overview['orders']> {
  const some = (condition: Sql, value = sql`value`, from = sql`undelivered`) => sql`(
    select json_build_object('count', count(*), 'value', coalesce(sum(${value}), 0), 'first', coalesce(json_agg(json_build_object('_id', id::text, 'poNumber', number, 'userID', vendor_id::text,
      'vendorName', legal_name, 'poDate', ordered_on, 'deliverBy', deliver_by, 'value', ${value}) order by place) filter (where place <= ${SHOWN}), '[]'))
    from (select *, row_number() over (order by deliver_by, id) as place from ${from} where ${condition}) placed
      join (select id as company, legal_name from vendors) named on company = vendor_id)`;
  const awaited = actor.isAdmin ? sql`state = 'proposed'` : sql`state in ('countered', 'declined')`;
  return db.one<Overview['orders'] & Record<string, unknown>>(sql`
    with undelivered as (
      select id, vendor_id, site_id, number, ordered_on, deliver_by, value, acknowledged_on, coalesce(deliver_by < ${today}::date, false) as is_late
      from purchase_orders
      where status = 'Open' and ${own} and ${hasLineLeft(sql`purchase_orders.id`, received)}),
    uninvoiced as (
      select id, vendor_id, number, ordered_on, deliver_by, accepted.value
      from ${ordersToInvoice(vendorId)} accepted join purchase_orders using (id))
    select (select count(*)::int from undelivered) as open, ${some(sql`acknowledged_on is null and not ${waitsForBuyer(sql`undelivered.id`)}`)} as "toAcknowledge",
      ${some(sql`acknowledged_on is not null and not is_late and ${hasLineLeft(sql`undelivered.id`, gone)}`, valueLeft(gone))} as "toShip",
      ${some(sql`is_late`, valueLeft(received))} as late,
      case when ${vendorId !== null} then ${some(sql`true`, sql`value`, sql`uninvoiced`)} end as "toInvoice",
      ${some(sql`${atSite(sql`site_id`, actor, 'own') ?? sql`true`}
        and exists (select from order_answers where order_id = undelivered.id and is_current and ${awaited})`)} as "toAnswer"`);
}

/**
 * The oldest waiting times: prices wait since the last change of their product, vendors since their registration. A disapproved price waits
 * for its vendor.
 */
async function waitingFor(db: Database): Promise<Overview['waiting']> {
  const found = await db.first<NonNullable<Overview['waiting']>>(sql`
    select (select json_build_object('count', count(*), 'since', min(products.updated_at))
        from products left join price_decisions on product_id = products.id
        where not price_approved and refused_version is distinct from products.updated_at) as prices,
      (select json_build_object('count', count(*), 'since', min(created_at)) from users where not is_active and not is_admin) as vendors`);
  return found ?? null;
}

async function endingLicence(db: Database, vendorId: string, today: string): Promise<Overview['licence']> {
  const found = await db.first<NonNullable<Overview['licence']>>(sql`
    select fssai_number as "fssaiNumber", fssai_valid_until as "fssaiValidUntil", fssai_valid_until - ${today}::date as left
    from vendors where id = ${vendorId} and fssai_valid_until <= ${today}::date + ${Math.max(...REMINDER_DAYS)}::int`);
  return found ?? null;
}

async function stepsOf(db: Database, vendorId: string): Promise<Overview['steps']> {
  const steps = await db.first<NonNullable<Overview['steps']>>(sql`
    select num_nulls(account_number, ifsc_code, cancelled_cheque) = 0 and case when kind = 'unregistered'
        then num_nonnulls(pan_document, gst_document) > 0 else num_nulls(pan, gstin, pan_document, gst_document) = 0 end as profile,
      exists (select from products where vendor_id = vendors.id) as product,
      exists (select from products where vendor_id = vendors.id and price_approved) as approved,
      exists (select from purchase_orders where vendor_id = vendors.id) as order
    from vendors where id = ${vendorId}`);
  return steps === undefined || Object.values(steps).every(Boolean) ? null : steps;
}
