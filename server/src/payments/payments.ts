import { codeKey } from '@aapurti/contract/ground/codeKeys';
import { indianDay } from '@aapurti/contract/ground/fields';
import { Decimal } from '@aapurti/contract/ground/numbers';
import type { BodyOf, QueryOf } from '@aapurti/contract/ground/operation';
import { messages, type Payment, type payments } from '@aapurti/contract/payments/payments';
import { decodeNames } from '@aapurti/contract/ground/wire';
import sql, { type Sql } from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import { auditOfMade } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { betweenDates, idOf, type ListResult, listRows, type ListSpec, pageOf, startsWith } from '../database/list.ts';
import { hasChecks, refuseAct } from '../controls/duties.ts';
import { compareAgain, held, lockBilled } from '../purchase-orders/lock.ts';
import { conflict, invalid, notFound, Refusal } from '../ground/refusal.ts';
import { candidatesOf, invoicesNamed, meantOf, type NamedInvoice } from '../invoices/named.ts';
import { toldOf } from '../mail/queue.ts';
import { ownedBy, ownerFor, ownRow } from '../access/owner.ts';
import { HELD, heldBy } from './store.ts';

export const paymentRows = {
  select: sql`
    payments.id::text as _id, payments.vendor_id::text as "vendorId", vendors.code as "vendorCode", vendors.legal_name as "vendorName",
    vendors.gstin as gst, payments.paid_on as "paymentDate", payments.mode as "tenderType", payments.amount, payments.remarks,
    payments.invoice_number as invoice`,
  from: sql`payments`,
  join: sql`join vendors on vendors.id = payments.vendor_id`,
  key: sql`payments.id`,
  sorts: {
    paymentDate: sql`payments.paid_on`,
    amount: sql`payments.amount`,
    invoice: { absentLast: sql`number_order(payments.invoice_number)` },
  },
  days: { first: sql`min(payments.paid_on)`, last: sql`max(payments.paid_on)` },
};

type Report = QueryOf<typeof payments.report>;

/** 'Vendor Payment Report', newest first. */
export async function listPayments(ctx: Context, actor: Actor, query: Report): Promise<ListResult> {
  return listRows(ctx.reports, paymentList(actor, query));
}

export function paymentList(actor: Actor, query: Omit<Report, 'ageing' | 'invoiceId'> & { invoiceId?: string | undefined }): ListSpec {
  return {
    scope: [ownedBy(sql`payments.vendor_id`, actor, query.userID)],
    where: [query.invoiceId ? sql`payments.invoice_id = ${idOf(query.invoiceId)}` : null, ...betweenDates(sql`payments.paid_on`, query)],
    page: pageOf(query, { day: 'paymentDate' }),
    ...paymentRows,
  };
}

/** 404 where it is not the caller's. */
export function ownPayment(db: Database, actor: Actor, id: string): Promise<Payment> {
  return ownRow(db, actor, id, paymentRows);
}

/**
 * Adds a payment of what is outstanding at most, while the invoice is locked, so that two at once cannot overpay.
 * @throws Refusal 404 for a number that is none of the vendor's, 409 where several are, 422 where the amount is too much, or the invoice
 * is held by the match.
 */
export async function addPayment(ctx: Context, actor: Actor, body: BodyOf<typeof payments.create>): Promise<Payment> {
  const owner = await ownerFor(ctx.db, actor, body.userID);
  const invoice = await invoiceNamed(ctx.db, sql`vendor_id = ${owner}`, { number: body.invoiceNumber, id: body.invoiceId });
  const paid = { owner, invoice, body, actor, day: indianDay(ctx.clock()) };
  const isChecked = await hasChecks(ctx.db);
  const found = isChecked ? undefined : await ctx.db.first<Paid>(paying(paid, false));
  const row = isChecked || found?.held === 'spite' ? await ctx.db.transaction(async (tx) => payInSpite(tx, paid)) : found;
  if (row === undefined) throw notFound();
  if (row.wire !== null) return decodeNames(row.wire) as Payment;
  if (row.held === 'differs' || row.held === 'unapproved') throw invalid({ invoiceNumber: HELD[row.held](invoice.invoiceNumber) });
  const left = new Decimal(row.balance);
  throw invalid({ amount: left.isZero() ? messages.nothingLeft : messages.tooMuch(left.toFixed(2)) });
}

interface Paid extends Record<string, unknown> {
  balance: string;
  held: 'differs' | 'unapproved' | 'spite' | null;
  wire: unknown;
}

interface Paying {
  owner: string;
  invoice: NamedInvoice;
  body: BodyOf<typeof payments.create>;
  actor: Actor;
  day: string;
}

/** One statement that locks the invoice. One that is paid in spite of faults moves others, so it is held until its orders are locked. */
function paying({ owner, invoice, body, actor, day }: Paying, areOrdersLocked: boolean): Sql {
  return sql`
    with invoice as (
      select id, number, value - paid as balance,
        case when ${heldBy} is not null then ${heldBy}
          when ${actor.isAdmin && !areOrdersLocked} and (match_state in ('exception', 'released') or match_state = 'approved' and exists (
            select from match_decisions where invoice_id = invoices.id and faults <> '[]')) then 'spite' end as held
      from invoices, portal_settings where id = ${invoice._id} ${held('invoices')}
    ), payments as (
      insert into payments (vendor_id, invoice_id, invoice_number, amount, mode, remarks, paid_on, by_vendor)
      select ${owner}, id, number, ${body.amount.toFixed(2)}::numeric, ${body.paymentMode}, ${body.Remarks}, ${day}::date, ${!actor.isAdmin}
      from invoice where balance >= ${body.amount.toFixed(2)}::numeric and held is null
      returning *
    ), added as (
      select payments.id, payments.vendor_id, (select row_to_json(wire) from (select ${paymentRows.select}) wire) as wire
      from ${paymentRows.from} ${paymentRows.join}
    ), logged as (${auditOfMade(sql`added`, { actor, action: 'payment.create', entity: 'payment' })}
    ), events as (
      select 'payments' as kind, vendor_id, null::bigint as but_id, null::bigint as order_id,
        jsonb_build_object('count', 1, 'total', amount::text, 'payments', jsonb_build_array(jsonb_build_object(
          'invoice', ${invoice.invoiceNumber}::text, 'amount', amount::text, 'mode', mode, 'paidOn', paid_on))) as content
      from payments
    ), ${toldOf(sql`events`)}
    select invoice.balance, held, added.wire from invoice left join added on true`;
}

/** Pays with the orders locked: what is paid counts first, so others may bill its goods no more. Duties and limits are checked under these locks. */
async function payInSpite(tx: Database, paid: Paying): Promise<Paid | undefined> {
  const orders = await lockBilled(tx, [paid.invoice._id]);
  const { _id: id, invoiceNumber } = paid.invoice;
  await refuseAct(tx, paid.actor, 'pay', 'payments', {
    entity: 'invoice',
    id,
    name: `invoice ${invoiceNumber}`,
    amount: paid.body.amount.toFixed(2),
  });
  const row = await tx.first<Paid>(paying(paid, true));
  if (row?.wire) await compareAgain(tx, { orders, only: 'quantities' });
  return row;
}

const numbers = { select: sql`to_json(invoices.number)`, from: sql`invoices`, key: sql`invoices.id`, bare: true } as const;

/** Numbers of invoices, newest first: those with a balance, or every one. */
export async function listNumbers(ctx: Context, actor: Actor, query: QueryOf<typeof payments.numbers>): Promise<ListResult> {
  return listRows(ctx.db, {
    sorts: { invoiceNumber: sql`number_order(invoices.number)` },
    scope: [ownedBy(sql`invoices.vendor_id`, actor, query.userID)],
    where: [
      query.all === 'true' ? null : sql`invoices.is_open`,
      startsWith(sql`code_key(invoices.number)`, query.search && codeKey(query.search)),
    ],
    page: pageOf(query),
    ...numbers,
  });
}

/**
 * The invoice that a number or an id means: by number alone the only one, else the only one with a balance (rulings §16).
 * @param own whose invoices
 * @throws Refusal 404 where there is none; 409 where several are meant, with them as `data`.
 */
async function invoiceNamed(db: Database, own: Sql, named: { number: string; id: string | null | undefined }): Promise<NamedInvoice> {
  const found = await invoicesNamed(db, own, named);
  if (found.length === 0) throw notFound();
  if (new Set(found.map(({ vendorId }) => vendorId)).size > 1) throw new Refusal(404, messages.chooseVendor);
  const meant = meantOf(found);
  if (meant === undefined) throw conflict(messages.several, { data: candidatesOf(found) });
  return meant;
}

/**
 * What an invoice asks for, what is paid of it, and what is outstanding.
 * @throws Refusal 404 for a number that is none of the caller's, with other words for an administrator who means one of several vendors'
 * numbers; 409 where several invoices of a vendor have it.
 */
export async function balanceOf(ctx: Context, actor: Actor, number: string, query: QueryOf<typeof payments.balance>) {
  const own = ownedBy(sql`vendor_id`, actor, query.userID) ?? sql`true`;
  const { value, balance } = await invoiceNamed(ctx.db, own, { number, id: query.invoiceId });
  return { invoiceValue: balance, invoiceTotal: Number(value), paid: new Decimal(value).minus(balance).toNumber() };
}
