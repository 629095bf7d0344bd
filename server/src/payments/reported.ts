import type { BodyOf, QueryOf } from '@aapurti/contract/ground/operation';
import { type Payment, type payments } from '@aapurti/contract/payments/payments';
import { messages as paymentMessages, paymentCodes } from '@aapurti/contract/payments/paymentMessages';
import {
  BROKEN_RULES,
  LISTED_MOST,
  messages,
  type OutsidePayment,
  type ReportedPayment,
  type reportedPayments,
  reportCodes,
} from '@aapurti/contract/payments/reported';
import { indianDay, showDate, showMoney } from '@aapurti/contract/ground/fields';
import { Decimal } from '@aapurti/contract/ground/numbers';
import sql, { type Sql } from 'sql-template-tag';

import { samePersons } from '../audit/fourEyes.ts';
import { ownedBy, ownerFor } from '../access/owner.ts';
import { enteredBy, recordAudit } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import { isOnAccountFree, readControls } from '../settings/controls.ts';
import type { Database } from '../database/database.ts';
import { conditions, idOf } from '../database/list.ts';
import type { Actor } from '../ground/actor.ts';
import { conflict, notFound, Refusal } from '../ground/refusal.ts';
import { type Advance, advanceProblem, advanceRefusal } from './advances.ts';
import { addAdvance, addPayment, type Paying, refuseTransfer } from './pay.ts';
import { invoiceNamed } from './payments.ts';

/** True if a payment added by the caller is only a report: the caller is a vendor, and the controls require it. */
export async function isReport(db: Database, actor: Actor): Promise<boolean> {
  return !actor.isAdmin && (await readControls(db)).vendorPaymentsReported;
}

/** The refusal of a report about several invoices. */
export const oneByOne = () => new Refusal(403, messages.oneByOne, { extra: { code: reportCodes.oneByOne } });

const read = (db: Database, where: Sql) =>
  db.rows<ReportedPayment & Record<string, unknown>>(sql`
    select reported.id::text as _id, reported.vendor_id::text as "userID", vendors.legal_name as "vendorName", invoice_id::text as "invoiceId",
      invoices.number as "invoiceNumber", orders.number as "poNumber", reported.amount::float8 as amount, mode as "paymentMode", reported.remarks as "Remarks",
      reported.paid_on as "paymentDate", reported.reference, reported.payment_id::text as "paymentId",
      reported.status, reason, to_json(reported.created_at) #>> '{}' as "createdAt"
    from reported_payments reported join vendors on vendors.id = reported.vendor_id left join invoices on invoices.id = invoice_id
      left join purchase_orders orders on orders.id = reported.order_id
    ${where} order by reported.status <> 'reported', reported.id desc limit ${LISTED_MOST}`);

/** Stores a payment reported by a vendor. It settles nothing. @throws Refusal 404 and 409 as a payment does. */
export async function reportPayment(ctx: Context, actor: Actor, body: BodyOf<typeof payments.create>): Promise<ReportedPayment> {
  const owner = await ownerFor(ctx.db, actor, body.userID);
  const invoice = await invoiceNamed(ctx.db, sql`vendor_id = ${owner}`, { number: body.invoiceNumber, id: body.invoiceId });
  const { day } = refuseTransfer(ctx, body);
  return ctx.db.transaction(async (tx) => {
    const { id } = await tx.one<{ id: string }>(sql`
      insert into reported_payments (vendor_id, invoice_id, amount, mode, remarks, reported_by, paid_on, online_kind, reference, account_last4)
      values (${owner}, ${invoice._id}, ${body.amount.toFixed(2)}, ${body.paymentMode}, ${body.Remarks}, ${actor.id}, ${day}::date, ${body.onlineKind},
        ${body.reference}, ${body.accountLast4}) returning id::text`);
    const [made] = await read(tx, sql`where reported.id = ${id}`);
    if (made === undefined) throw notFound();
    await recordAudit(tx, { actor, ownerId: owner, action: 'payment.report', entity: 'payment', entityId: id, after: { ...made } });
    return made;
  });
}

/** The caller's reported payments, or those of all vendors for the buyer. */
export async function listReported(ctx: Context, actor: Actor, query: QueryOf<typeof reportedPayments.list>) {
  return { payments: await read(ctx.db, conditions(filteredReports(actor, query))) };
}

/** The reported payments that match the filters. */
export function filteredReports(actor: Actor, { userID, status }: QueryOf<typeof reportedPayments.list>) {
  return {
    from: sql`reported_payments reported`,
    // Vendors do not see pending advances, which are internal to the buyer.
    scope: [ownedBy(sql`reported.vendor_id`, actor, userID), actor.isAdmin ? null : sql`reported.order_id is null`],
    where: [status === undefined ? null : sql`reported.status = ${status}`],
  };
}

const dayOf = ({ paymentDate, createdAt }: ReportedPayment) => showDate(paymentDate ?? indianDay(new Date(createdAt)));

/** Locks a report without a decision. @throws Refusal 404 for an unknown report, 409 for a decided one. */
async function lockReport(tx: Database, id: string): Promise<ReportedPayment> {
  const locked = await tx.first<{ status: string }>(sql`select status from reported_payments where id = ${idOf(id)} for update`);
  const [found] = await read(tx, sql`where reported.id = ${idOf(id)}`);
  if (locked === undefined || found === undefined) throw notFound();
  if (locked.status !== 'reported') throw conflict(messages.decided(dayOf(found), showMoney(found.amount)), { code: reportCodes.decided });
  return found;
}

/** The payment created from a report, or the reason for rejecting it. */
interface Decision {
  paymentId: string | null;
  reason: string | null;
}

async function decide(tx: Database, actor: Actor, report: ReportedPayment, { paymentId, reason }: Decision) {
  const status = paymentId === null ? 'rejected' : 'confirmed';
  await tx.execute(sql`
    update reported_payments set status = ${status}, decided_by = ${actor.id}, decided_at = clock_timestamp(), reason = ${reason},
      payment_id = ${paymentId}::bigint, updated_at = clock_timestamp() where id = ${report._id}`);
  await recordAudit(tx, {
    actor,
    ownerId: report.userID,
    action: status === 'confirmed' ? 'payment.confirm' : 'payment.reject',
    entity: 'payment',
    entityId: report._id,
    before: { status: 'reported' },
    after: { status, ...(paymentId === null ? {} : { paymentId }), ...(reason === null ? {} : { reason }) },
  });
}

/**
 * @throws Refusal 403 if the caller entered the report, directly or as a delegate. Reports and payments have separate ids and share an entity
 * in the log, so the action tells them apart.
 */
async function refuseOwnReport(tx: Database, actor: Actor, report: ReportedPayment): Promise<void> {
  const { _id, amount, invoiceId, poNumber } = report;
  const { persons } = await tx.one<{ persons: string[] }>(sql`
    select ${enteredBy('payment', sql`${_id}`, { verbs: ['report', 'ask'] })} as persons`);
  const own = (await samePersons(tx, actor))('accounting', String(amount));
  if (!persons.some((person) => own.includes(person))) return;
  const told =
    invoiceId === null ? paymentMessages.ownAdvance(showMoney(amount), poNumber ?? '') : messages.own(dayOf(report), showMoney(amount));
  throw new Refusal(403, told, { extra: { code: paymentCodes.ownAdvance } });
}

/** Records a reported payment or a pending advance as the buyer's own payment, under all rules of a payment. */
export async function confirmReport(ctx: Context, actor: Actor, id: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const report = await lockReport(tx, id);
    await refuseOwnReport(tx, actor, report);
    const {
      orderId,
      amount: stated,
      ...form
    } = await tx.one<Waiting>(sql`
      select order_id::text as "orderId", amount::text, paid_on as "paymentDate", mode as "paymentMode", online_kind as "onlineKind",
        reference, account_last4 as "accountLast4", remarks as "Remarks"
      from reported_payments where id = ${report._id}`);
    const inside = { ...ctx, db: tx };
    const [owner, amount] = [report.userID, new Decimal(stated)];
    const { invoiceId, invoiceNumber } = report;
    const paid =
      invoiceId === null || invoiceNumber === null
        ? await addAdvance(inside, actor, { owner, orderId, amount }, form)
        : await addPayment(inside, actor, { userID: owner, invoiceNumber, invoiceId, amount, ...form });
    await decide(tx, actor, report, { paymentId: paid._id, reason: null });
  });
}

interface Waiting extends Record<string, unknown> {
  orderId: string | null;
  amount: string;
  paymentDate: string | null;
  paymentMode: 'online' | 'cheque';
  onlineKind: 'neft' | 'rtgs' | 'imps' | 'upi' | null;
  reference: string | null;
  accountLast4: string | null;
  Remarks: string | null;
}

/**
 * Pays an advance for an order, or the rest of an opening balance. With separation of duties, an advance waits until another user confirms it;
 * an opening balance already took two users.
 * @throws Refusal as `addAdvance`.
 */
export async function enterAdvance(ctx: Context, actor: Actor, body: BodyOf<typeof payments.advance>): Promise<Payment | ReportedPayment> {
  const owner = await ownerFor(ctx.db, actor, body.userID);
  const advance = { owner, orderId: body.orderId === null ? null : idOf(body.orderId), amount: body.amount };
  const { duties } = await readControls(ctx.db);
  if (!duties || advance.orderId === null) return addAdvance(ctx, actor, advance, body);
  return ctx.db.transaction((tx) => askAdvance(ctx, tx, actor, advance, body));
}

/** Enters a pending advance, which another user confirms. @throws Refusal as `addAdvance`. */
export async function askAdvance(
  ctx: Pick<Context, 'clock'>,
  tx: Database,
  actor: Actor,
  advance: Advance,
  form: Paying['form'],
): Promise<ReportedPayment> {
  refuseTransfer(ctx, form);
  const problem = await advanceProblem(tx, advance);
  if (problem !== null) throw advanceRefusal(problem);
  const { owner, orderId, amount } = advance;
  const { id } = await tx.one<{ id: string }>(sql`
    insert into reported_payments (vendor_id, order_id, amount, mode, remarks, reported_by, paid_on, online_kind, reference, account_last4)
    values (${owner}, ${orderId}, ${amount.toFixed(2)}, ${form.paymentMode}, ${form.Remarks}, ${actor.id}, ${form.paymentDate}::date,
      ${form.onlineKind}, ${form.reference}, ${form.accountLast4}) returning id::text`);
  const [made] = await read(tx, sql`where reported.id = ${id}`);
  if (made === undefined) throw notFound();
  await recordAudit(tx, { actor, ownerId: owner, action: 'payment.ask', entity: 'payment', entityId: id, after: { ...made } });
  return made;
}

/** Rejects a reported payment; the vendor sees the reason. */
export async function rejectReport(ctx: Context, actor: Actor, id: string, reason: string): Promise<void> {
  await ctx.db.transaction(async (tx) => decide(tx, actor, await lockReport(tx, id), { paymentId: null, reason }));
}

/** The condition that, according to the log, the user who paid also did one of these actions on the invoice. */
const alsoDid = (actions: Sql) => sql`
  duties and exists (
    select from audit_log paying join audit_log doing
      on (doing.actor_id || coalesce(doing.acting_for, '{}')) && (paying.actor_id || coalesce(paying.acting_for, '{}'))
    where paying.entity = 'payment' and paying.entity_id = payments.id::text and paying.action = 'payment.create'
      and doing.entity = 'invoice' and doing.entity_id = invoices.id::text and doing.action in (${actions}))`;

/** The number of days that the list covers by default. */
const SHOWN_DAYS = 90;

/**
 * Lists payments that break a rule of the current controls. Payments of an ERP are stored without these checks and listed here. Where amounts
 * on account have a limit, they include the part on account that exceeds the opening balance.
 */
export async function listOutside(ctx: Context, actor: Actor, query: QueryOf<typeof reportedPayments.outside>) {
  const { startDate, endDate, userID } = query;
  const isFree = isOnAccountFree(await readControls(ctx.reports));
  const rows = await ctx.reports.rows<Omit<OutsidePayment, 'message'> & Record<string, unknown>>(sql`
    with shown as (
      select payments.*, source not in ('portal', 'embedded') as from_erp from payments
      where reversal_of is null and not exists (select from payments back where back.reversal_of = payments.id)
        and ${ownedBy(sql`payments.vendor_id`, actor, userID) ?? sql`true`}
        and paid_on >= coalesce(${startDate ?? null}::date, (now() at time zone 'Asia/Kolkata')::date - ${SHOWN_DAYS}::int)
        and paid_on <= coalesce(${endDate ?? null}::date, 'infinity')
    ), parts as (
      select payment_id, invoice_id, amount from allocations where invoice_id is not null and payment_id in (select id from shown)
      union all
      select id, null, least(rest, on_account)
      from shown join (
          select payment_id as id, sum(amount) as rest from allocations
          where invoice_id is null and payment_id in (select id from shown where from_erp) group by payment_id) rests using (id)
        join (
          select vendor_id, sum(amount) as on_account from allocations
          where invoice_id is null and vendor_id in (select vendor_id from shown where from_erp) group by vendor_id) accounts using (vendor_id)
      where least(rest, on_account) > 0 and not ${isFree}
    )
    select payments.id::text as _id, payments.vendor_id::text as "userID", vendors.legal_name as "vendorName", invoices.id::text as "invoiceId",
      invoices.number as "invoiceNumber", settled.amount::float8 as amount, payments.paid_on as "paymentDate", from_erp as "fromErp", rule
    from shown payments join parts settled on settled.payment_id = payments.id left join invoices on invoices.id = settled.invoice_id
      join vendors on vendors.id = payments.vendor_id cross join portal_settings
      cross join lateral (select case
        when settled.invoice_id is null then 'on_account'
        when by_vendor and vendor_payments_reported then 'entered_by_vendor'
        when match_state in ('exception', 'returned') and pay_only_matched then 'exception_paid'
        when pay_only_approved and match_state <> 'approved' or pay_only_matched and match_state = 'unmatched' then 'not_approved'
        when ${alsoDid(sql`'invoice.create', 'invoice.edit'`)} then 'payer_entered'
        when ${alsoDid(sql`'invoice.approve', 'invoice.release'`)} then 'payer_approved' end as rule) judged
    where rule is not null order by payments.paid_on desc, payments.id desc limit ${LISTED_MOST}`);
  return { payments: rows.map((row) => ({ ...row, message: BROKEN_RULES[row.rule] })) };
}
