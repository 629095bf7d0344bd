import { indianDay } from '@aapurti/contract/fields';
import { Decimal } from '@aapurti/contract/numbers';
import type { BodyOf, QueryOf } from '@aapurti/contract/operation';
import { messages, type Payment, type payments } from '@aapurti/contract/payments';
import { decodeNames } from '@aapurti/contract/wire';
import sql from 'sql-template-tag';

import type { Actor } from '../actor.ts';
import { auditOfMade } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import { betweenDates, type ListResult, listRows, type ListSpec, pageOf, startsWith } from '../database/list.ts';
import { invalid, notFound, Refusal } from '../refusal.ts';
import { mailOfMade } from '../mail/queue.ts';
import { ownedBy, ownerFor } from '../owner.ts';

const list = {
  select: sql`
    payments.id::text as _id, payments.vendor_id::text as "vendorId", vendors.code as "vendorCode", vendors.legal_name as "vendorName",
    vendors.gstin as gst, payments.paid_on as "paymentDate", payments.mode as "tenderType", payments.amount, payments.remarks,
    invoices.number as invoice`,
  // Where the sort does not need the invoices, the planner leaves their join out.
  from: sql`payments left join invoices on invoices.id = payments.invoice_id`,
  join: sql`join vendors on vendors.id = payments.vendor_id`,
  key: sql`payments.id`,
  sorts: {
    paymentDate: sql`payments.paid_on`,
    amount: sql`payments.amount`,
    invoice: { absentLast: sql`(invoices.number::numeric)` },
  },
  days: { first: sql`min(payments.paid_on)`, last: sql`max(payments.paid_on)` },
};

type Report = QueryOf<typeof payments.report>;

/** 'Vendor Payment Report', newest first. */
export async function listPayments(ctx: Context, actor: Actor, query: Report): Promise<ListResult> {
  return listRows(ctx.reports, paymentList(actor, query));
}

export function paymentList(actor: Actor, query: Omit<Report, 'ageing'>): ListSpec {
  return {
    scope: [ownedBy(sql`payments.vendor_id`, actor, query.userID)],
    where: betweenDates(sql`payments.paid_on`, query),
    page: pageOf(query, { day: 'paymentDate' }),
    ...list,
  };
}

/**
 * Adds a payment of what is outstanding at most, in one statement that locks the invoice, so that two at once cannot overpay.
 * @throws Refusal 404 for a number that is none of the vendor's, 422 where the amount is too much.
 */
export async function addPayment(ctx: Context, actor: Actor, body: BodyOf<typeof payments.create>): Promise<Payment> {
  const owner = await ownerFor(ctx.db, actor, body.userID);
  const row = await ctx.db.first<{ balance: string; wire: unknown }>(sql`
    with invoice as (
      select id, value - paid as balance from invoices where vendor_id = ${owner} and number = ${body.invoiceNumber} for no key update
    ), payments as (
      insert into payments (vendor_id, invoice_id, amount, mode, remarks, paid_on)
      select ${owner}, id, ${body.amount.toFixed(2)}::numeric, ${body.paymentMode}, ${body.Remarks}, ${indianDay(ctx.clock())}::date
      from invoice where balance >= ${body.amount.toFixed(2)}::numeric
      returning *
    ), added as (
      select payments.id, payments.vendor_id, (select row_to_json(wire) from (select ${list.select}) wire) as wire
      from ${list.from} ${list.join}
    ), logged as (${auditOfMade(sql`added`, { actor, action: 'payment.create', entity: 'payment' })}
    ), told as (
      ${mailOfMade(
        'payments',
        sql`
        select vendor_id, jsonb_build_object('count', 1, 'total', amount::text, 'payments', jsonb_build_array(jsonb_build_object(
          'invoice', ${body.invoiceNumber}::text, 'amount', amount::text, 'mode', mode, 'paidOn', paid_on)))
        from payments`,
      )}
    )
    select invoice.balance, added.wire from invoice left join added on true`);
  if (row === undefined) throw notFound();
  if (row.wire !== null) return decodeNames(row.wire) as Payment;
  const left = new Decimal(row.balance);
  throw invalid({ amount: left.isZero() ? messages.nothingLeft : messages.tooMuch(left.toFixed(2)) });
}

const numbers = { select: sql`to_json(invoices.number)`, from: sql`invoices`, key: sql`invoices.id`, bare: true } as const;

/** Numbers of invoices, newest first: those with a balance, or every one. */
export async function listNumbers(ctx: Context, actor: Actor, query: QueryOf<typeof payments.numbers>): Promise<ListResult> {
  return listRows(ctx.db, {
    sorts: { invoiceNumber: sql`invoices.number::numeric` },
    scope: [ownedBy(sql`invoices.vendor_id`, actor, query.userID)],
    where: [query.all === 'true' ? null : sql`invoices.is_open`, startsWith(sql`invoices.number`, query.search)],
    page: pageOf(query),
    ...numbers,
  });
}

/**
 * What an invoice asks for, what is paid of it, and what is outstanding.
 * @throws Refusal 404 for a number that is none of the caller's, with other words for an administrator who means one of several vendors' numbers.
 */
export async function balanceOf(ctx: Context, actor: Actor, number: string, userId: string | null) {
  const own = ownedBy(sql`vendor_id`, actor, userId) ?? sql`true`;
  const [found, another] = await ctx.db.rows<{ value: string; paid: string }>(sql`
    select value, paid from invoices where number = ${number} and ${own} limit 2`);
  if (found === undefined) throw notFound();
  if (another !== undefined) throw new Refusal(404, messages.chooseVendor);
  return {
    invoiceValue: new Decimal(found.value).minus(found.paid).toNumber(),
    invoiceTotal: Number(found.value),
    paid: Number(found.paid),
  };
}
