import { Decimal } from '@aapurti/contract/ground/numbers';
import sql, { type Sql } from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import { recordAudits } from '../audit/audit.ts';
import type { Database } from '../database/database.ts';
import { dueDate } from '../invoices/due.ts';

/** The most invoices in one set-off; the others follow in the next one. */
const AT_ONCE = 200;

/** The ids of the orders that an invoice bills, or names if it has no lines. It reads the table `invoices` of its query. */
const ordersOf = sql`array(
  select order_id from invoice_lines where invoice_id = invoices.id and order_id is not null
  union all
  select orders.id from purchase_orders orders
  where invoices.line_count = 0 and orders.vendor_id = invoices.vendor_id and code_key(orders.number) = code_key(invoices.po_number))`;

/** The condition for an allocation of a credit. The amount on account of a reversed payment settles nothing, because its reversal offsets it. */
export const isCredit: Sql = sql`not exists (select from payments where payments.id = allocations.payment_id and is_reversed)`;

/**
 * The open agreed invoices that a vendor's credits can settle, earliest due date first, and the invoices of orders with an advance; none
 * without credits. The caller locks them.
 */
export async function waitingForCredits(db: Database, owner: string, except: readonly string[]): Promise<string[]> {
  const advanced = sql`array(
    select order_id from payments join allocations on payment_id = payments.id
    where payments.vendor_id = ${owner} and order_id is not null and allocations.invoice_id is null and ${isCredit}
    group by order_id having sum(allocations.amount) > 0)`;
  const rows = await db.rows<{ id: string }>(sql`
    select id::text from (
      select id, due, sum(left_over) over (order by due, id) - left_over as before, is_advanced
      from (
        select id, balance - held as left_over, ${dueDate} as due, ${ordersOf} && advanced as is_advanced from invoices, (select ${advanced} as advanced) advances
        where vendor_id = ${owner} and is_open and held < balance and is_agreed(match_state) and id <> all(${except}::bigint[])) open) due,
      (select on_account as credit from vendor_books where vendor_id = ${owner}) account
    where credit > 0 and (before < credit or is_advanced) order by is_advanced desc, before, due.id limit ${AT_ONCE}`);
  return rows.map(({ id }) => id);
}

/** The amount on account: the vendor's credits, less the share that an unpaid opening balance takes. */
export async function onAccountOf(tx: Database, owner: string): Promise<Decimal> {
  const { amount } = await tx.one<{ amount: string }>(sql`
    select coalesce(sum(amount), 0) as amount from allocations where vendor_id = ${owner} and invoice_id is null`);
  return new Decimal(amount);
}

interface Source extends Record<string, unknown> {
  paymentId: string | null;
  memoId: string | null;
  openingId: string | null;
  /** The order of an advance. */
  orderId: string | null;
  left: string;
}

/**
 * Sets off a vendor's amount on account against invoices: advances first against the invoices of their orders, and then the rest by due date.
 * The invoices and the account are locked.
 */
export async function setOffCredits(tx: Database, actor: Actor, owner: string, ids: readonly string[], day: string): Promise<void> {
  const sources = await tx.rows<Source>(sql`
    select payment_id::text as "paymentId", memo_id::text as "memoId", opening_id::text as "openingId",
      (select order_id::text from payments where payments.id = payment_id) as "orderId", sum(amount) as left from allocations
    where vendor_id = ${owner} and invoice_id is null and ${isCredit} group by payment_id, memo_id, opening_id having sum(amount) > 0 order by min(day), min(id)`);
  const open = await tx.rows<{ id: string; number: string; left: string; orders: string[] }>(sql`
    select id::text, number, least(balance, balance - held) as left, ${ordersOf}::text[] as orders from invoices
    where id = any(${ids}::bigint[]) and is_agreed(match_state) and balance > held order by ${dueDate}, invoices.id`);
  const credits = sources.map((source) => ({ ...source, left: new Decimal(source.left) }));
  const rooms = open.map((invoice) => ({ ...invoice, left: new Decimal(invoice.left) }));
  let whole = Decimal.max(0, await onAccountOf(tx, owner));
  const placed: {
    paymentId: string | null;
    memoId: string | null;
    openingId: string | null;
    invoice: string;
    number: string;
    amount: string;
  }[] = [];
  const place = (invoice: (typeof rooms)[number], source: (typeof credits)[number]) => {
    const part = Decimal.min(invoice.left, source.left, whole);
    if (part.lte(0)) return;
    const { paymentId, memoId, openingId } = source;
    placed.push({ paymentId, memoId, openingId, invoice: invoice.id, number: invoice.number, amount: part.toFixed(2) });
    invoice.left = invoice.left.minus(part);
    source.left = source.left.minus(part);
    whole = whole.minus(part);
  };
  for (const invoice of rooms)
    for (const source of credits) if (source.orderId !== null && invoice.orders.includes(source.orderId)) place(invoice, source);
  for (const invoice of rooms) for (const source of credits) place(invoice, source);
  if (placed.length === 0) return;
  await tx.execute(sql`
    select place_credit("paymentId", "memoId", invoice, amount, ${day}::date, "openingId")
    from jsonb_to_recordset(${JSON.stringify(placed)}::jsonb) part(
      "paymentId" bigint, "memoId" bigint, "openingId" bigint, invoice bigint, amount numeric)`);
  await recordAudits(
    tx,
    placed.map(({ invoice, number, amount }) => ({
      actor,
      ownerId: owner,
      action: 'invoice.setOff',
      entity: 'invoice' as const,
      entityId: invoice,
      after: { invoiceNumber: number, amount },
    })),
  );
}
