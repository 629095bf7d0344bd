import { codeKey } from '@aapurti/contract/ground/codeKeys';
import { showDate } from '@aapurti/contract/ground/fields';
import type { QueryOf } from '@aapurti/contract/ground/operation';
import { type Payment, type PAYMENT_STATES, type payments } from '@aapurti/contract/payments/payments';
import { messages, paymentCodes } from '@aapurti/contract/payments/paymentMessages';
import sql, { type Sql } from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import {
  betweenDates,
  containsKnownCode,
  idOf,
  type ListResult,
  listRows,
  type ListSpec,
  pageOf,
  readTotals,
  startsWith,
} from '../database/list.ts';
import { coded, conflict, notFound } from '../ground/refusal.ts';
import { candidatesOf, invoicesNamed, meantOf, type NamedInvoice } from '../invoices/named.ts';
import { ownedBy, ownRow } from '../access/owner.ts';
import { payableOf, toldPayable } from './payable.ts';

/** The number of the invoice that a payment names, or else the numbers of those that it settles. */
export const paidNumbers = sql`
  coalesce(payments.invoice_number, (
    select string_agg(distinct number, ', ') from allocations join invoices on invoices.id = allocations.invoice_id
    where payment_id = payments.id))`;

export const paymentRows = {
  select: sql`
    payments.id::text as _id, payments.vendor_id::text as "vendorId", vendors.code as "vendorCode", vendors.legal_name as "vendorName",
    vendors.gstin as gst, payments.paid_on as "paymentDate", payments.mode as "tenderType", payments.amount, payments.remarks,
    ${paidNumbers} as invoice,
    payments.online_kind as "onlineKind", payments.reference, payments.account_last4 as "accountLast4",
    (select coalesce(sum(allocations.amount), 0) from allocations where payment_id = payments.id and invoice_id is null) as "onAccount",
    (select number from purchase_orders where purchase_orders.id = payments.order_id) as "poNumber", payments.reversal_of::text as "reversalOf", payments.reverse_reason as reason,
    payments.is_reversed as "isReversed"`,
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

const STATES: Readonly<Record<(typeof PAYMENT_STATES)[number], Sql>> = {
  onAccount: sql`
    payments.id in (select payment_id from allocations where payment_id is not null and invoice_id is null group by payment_id
      having sum(allocations.amount) <> 0)`,
  reversed: sql`(payments.is_reversed or payments.reversal_of is not null)`,
};

/** The amount that the list adds up: a reversed payment and its reversal cancel out. */
export const paymentSums = { amount: sql`payments.amount` };

type Report = QueryOf<typeof payments.report>;

/** 'Vendor Payment Report', newest first. */
export async function listPayments(ctx: Context, actor: Actor, query: Report): Promise<ListResult> {
  return listRows(ctx.reports, paymentList(actor, query));
}

export function paymentList(actor: Actor, query: Omit<Report, 'ageing' | 'invoiceId'> & { invoiceId?: string | undefined }): ListSpec {
  return {
    scope: [ownedBy(sql`payments.vendor_id`, actor, query.userID)],
    where: [
      query.invoiceId
        ? sql`payments.id in (select payment_id from allocations where allocations.invoice_id = ${idOf(query.invoiceId)} and payment_id is not null)`
        : null,
      containsKnownCode(sql`payments.reference`, query.reference),
      query.state === undefined ? null : STATES[query.state],
      ...betweenDates(sql`payments.paid_on`, query),
    ],
    page: pageOf(query, { day: 'paymentDate' }),
    ...paymentRows,
  };
}

/** The number and the total amount of the matching payments. */
export function totalPayments(ctx: Context, actor: Actor, query: QueryOf<typeof payments.totals>) {
  return readTotals(ctx.reports, paymentList(actor, query), paymentSums);
}

/** @throws Refusal 404 if the payment is not the caller's. */
export function ownPayment(db: Database, actor: Actor, id: string): Promise<Payment> {
  return ownRow(db, actor, id, paymentRows);
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
 * The invoice that a number or an id refers to: for a number the only one, or else the only one with a balance (rulings §16).
 * @param own a condition for the owner of the invoices.
 * @throws Refusal 404 for none; 409 for several, with the candidates as `data`.
 */
export async function invoiceNamed(
  db: Database,
  own: Sql,
  named: { number: string; id: string | null | undefined },
): Promise<NamedInvoice> {
  const found = await invoicesNamed(db, own, named);
  if (found.length === 0) throw notFound();
  if (new Set(found.map(({ vendorId }) => vendorId)).size > 1)
    throw coded(404, messages.chooseVendor(named.number), { code: paymentCodes.chooseVendor });
  const meant = meantOf(found);
  if (meant === undefined) {
    const text = messages.several(
      named.number,
      found.map(({ invoiceDate }) => showDate(invoiceDate)),
    );
    throw conflict(text, { code: paymentCodes.several, data: candidatesOf(found) });
  }
  return meant;
}

/**
 * The amounts of an invoice: its value, the deductions, the balance and the payable amount.
 * @throws Refusal 404 for an unknown number, with another message for buyer users if several vendors have it; 409 if one vendor has several
 * such invoices.
 */
export async function balanceOf(ctx: Context, actor: Actor, number: string, query: QueryOf<typeof payments.balance>) {
  const own = ownedBy(sql`vendor_id`, actor, query.userID) ?? sql`true`;
  const { _id } = await invoiceNamed(ctx.db, own, { number, id: query.invoiceId });
  const [found] = await payableOf(ctx.db, sql`invoices.id = ${_id}`);
  if (found === undefined) throw notFound();
  return toldPayable(found);
}
