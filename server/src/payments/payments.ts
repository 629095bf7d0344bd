import { codeKey } from '@aapurti/contract/ground/codeKeys';
import { indianDay } from '@aapurti/contract/ground/fields';
import { Decimal } from '@aapurti/contract/ground/numbers';
import type { BodyOf, QueryOf } from '@aapurti/contract/ground/operation';
import { amountProblem, kindProblem, messages, type Payment, paymentCodes, type payments } from '@aapurti/contract/payments/payments';
import sql, { type Sql } from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import { recordAudit } from '../audit/audit.ts';
import { actingAs, type Document, obstaclesTo, refusalOf } from '../controls/duties.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { betweenDates, containsCode, idOf, type ListResult, listRows, type ListSpec, pageOf, startsWith } from '../database/list.ts';
import { compareAgain, held, lock, lockAccounts, lockBilled, withIds } from '../purchase-orders/lock.ts';
import { conflict, invalid, notFound, Refusal } from '../ground/refusal.ts';
import { candidatesOf, invoicesNamed, meantOf, type NamedInvoice } from '../invoices/named.ts';
import { tell } from '../mail/queue.ts';
import { ownedBy, ownerFor, ownRow } from '../access/owner.ts';
import { HELD, type Payable, payableOf } from './payable.ts';
import { type Advance, advanceProblem, advanceRefusal } from './advances.ts';
import { setOffCredits, waitingForCredits } from './setOff.ts';

export const paymentRows = {
  select: sql`
    payments.id::text as _id, payments.vendor_id::text as "vendorId", vendors.code as "vendorCode", vendors.legal_name as "vendorName",
    vendors.gstin as gst, payments.paid_on as "paymentDate", payments.mode as "tenderType", payments.amount, payments.remarks,
    coalesce(payments.invoice_number, (
      select string_agg(distinct number, ', ') from allocations join invoices on invoices.id = allocations.invoice_id
      where payment_id = payments.id)) as invoice,
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
      containsCode(sql`payments.reference`, query.reference),
      ...betweenDates(sql`payments.paid_on`, query),
    ],
    page: pageOf(query, { day: 'paymentDate' }),
    ...paymentRows,
  };
}

/** 404 where it is not the caller's. */
export function ownPayment(db: Database, actor: Actor, id: string): Promise<Payment> {
  return ownRow(db, actor, id, paymentRows);
}

/**
 * Adds a payment of what is payable at most.
 * @throws Refusal 404 for a number that is none of the vendor's, 409 where several are, 422 where the amount is too much, or the invoice
 * may not be paid.
 */
export async function addPayment(ctx: Context, actor: Actor, body: BodyOf<typeof payments.create>): Promise<Payment> {
  const owner = await ownerFor(ctx.db, actor, body.userID);
  const { _id } = await invoiceNamed(ctx.db, sql`vendor_id = ${owner}`, { number: body.invoiceNumber, id: body.invoiceId });
  return ctx.db.transaction((tx) => pay(ctx, tx, actor, { owner, parts: [{ invoiceId: _id, amount: body.amount }], form: body }));
}

/** Adds one payment of several invoices. @throws Refusal 404 for one that is none of the vendor's; 422 as `addPayment`. */
export async function addTransfer(ctx: Context, actor: Actor, body: BodyOf<typeof payments.transfer>): Promise<Payment> {
  const owner = await ownerFor(ctx.db, actor, body.userID);
  return ctx.db.transaction((tx) => pay(ctx, tx, actor, { owner, parts: body.invoices, form: body }));
}

/**
 * Pays an amount on account: an advance for an order, or the opening balance.
 * @throws Refusal 404 for an order that is none of the vendor's, 409 for one that has ended, 422 above what may be paid.
 */
export async function addAdvance(ctx: Context, actor: Actor, advance: Advance, form: Paying['form']): Promise<Payment> {
  return ctx.db.transaction((tx) => pay(ctx, tx, actor, { owner: advance.owner, parts: [], advance, form }));
}

export interface Paying {
  owner: string;
  parts: readonly { invoiceId: string; amount: Decimal }[];
  /** Paid on account in the place of invoices. */
  advance?: Advance;
  form: Pick<BodyOf<typeof payments.transfer>, 'paymentDate' | 'paymentMode' | 'onlineKind' | 'reference' | 'accountLast4' | 'Remarks'>;
}

/** @returns today and the payment's day. @throws Refusal 422 for a day after today, or a kind that is none of the mode. */
export function refuseTransfer(ctx: Context, form: Paying['form']): { today: string; day: string } {
  const today = indianDay(ctx.clock());
  const day = form.paymentDate ?? today;
  if (day > today) throw invalid({ paymentDate: messages.future });
  const wrongKind = kindProblem(form.paymentMode, form.onlineKind);
  if (wrongKind !== null) throw invalid({ onlineKind: wrongKind });
  return { today, day };
}

async function pay(ctx: Context, tx: Database, actor: Actor, { owner, parts, advance, form }: Paying): Promise<Payment> {
  const { today, day } = refuseTransfer(ctx, form);
  const ids = parts.map(({ invoiceId }) => idOf(invoiceId));
  const credits = actor.isAdmin && advance === undefined ? await waitingForCredits(tx, owner, ids) : [];
  // An order that is advanced is not cancelled, amended or billed meanwhile.
  if (advance !== undefined && advance.orderId !== null) await lock(tx, 'purchase_orders', withIds([advance.orderId]));
  const orders = await lockBilled(tx, [...ids, ...credits]);
  await lockAccounts(tx, [owner]);
  const found = await payableOf(tx, sql`invoices.vendor_id = ${owner} and invoices.id = any(${ids}::bigint[])`);
  refuseParts(parts, found);
  if (advance === undefined) await refuseActs(tx, actor, parts, found);
  else await refuseAdvance(tx, actor, advance);
  await refuseReference(tx, owner, form.reference);
  const inSpite = actor.isAdmin && (await areInSpite(tx, [...ids, ...credits]));
  const total = Decimal.sum(advance?.amount ?? 0, ...parts.map(({ amount }) => amount)).toFixed(2);
  const only = parts.length === 1 ? found[0] : undefined;
  const { id } = await tx.one<{ id: string }>(sql`
    insert into payments (vendor_id, invoice_id, invoice_number, amount, mode, online_kind, reference, account_last4, remarks, paid_on, by_vendor, entered_by,
      order_id)
    values (${owner}, ${only?.id ?? null}::bigint, ${only?.number ?? null}, ${total}::numeric, ${form.paymentMode}, ${form.onlineKind}, ${form.reference},
      ${form.accountLast4}, ${form.Remarks}, ${day}::date, ${!actor.isAdmin}, ${actor.id}, ${advance?.orderId ?? null}::bigint)
    returning id::text`);
  if (parts.length > 1) {
    await tx.execute(sql`
      select place_credit(${id}::bigint, null, invoice, amount, ${day}::date)
      from unnest(${ids}::bigint[], ${parts.map(({ amount }) => amount.toFixed(2))}::numeric[]) part(invoice, amount) order by invoice`);
  }
  const made = await ownPayment(tx, actor, id);
  await recordAudit(tx, {
    actor: actingAs(actor, 'payments', total),
    ownerId: owner,
    action: 'payment.create',
    entity: 'payment',
    entityId: id,
    after: { ...made },
  });
  if (credits.length > 0) await setOffCredits(tx, actor, owner, credits, today);
  if (inSpite) await compareAgain(tx, { orders });
  const content = { invoice: made.invoice, amount: total, mode: form.paymentMode, paidOn: day };
  await tell(tx, [{ kind: 'payments', vendorId: owner, content: { count: 1, total, payments: [content] } }]);
  return made;
}

/** @throws Refusal 404 for an invoice that was not found; 422 for one that may not be paid, or above what is payable. */
function refuseParts(parts: Paying['parts'], found: readonly Payable[]): void {
  const field = parts.length === 1 ? 'amount' : 'invoices';
  let room = new Decimal(found[0]?.owed ?? 0).minus(found[0]?.heldOfAll ?? 0);
  const known = new Map(found.map((each) => [each.id, each]));
  const seen = new Set<string>();
  for (const { invoiceId, amount } of parts) {
    const invoice = known.get(idOf(invoiceId));
    if (invoice === undefined) throw notFound();
    if (seen.has(invoice.id)) throw invalid({ invoices: messages.twice(invoice.number) });
    seen.add(invoice.id);
    if (invoice.why !== null) {
      const text = HELD[invoice.why](invoice.number);
      throw new Refusal(422, text, {
        errors: { [parts.length === 1 ? 'invoiceNumber' : 'invoices']: text },
        extra: { code: paymentCodes.held },
      });
    }
    const payable = invoice.isControlled ? Decimal.max(0, Decimal.min(invoice.payable, room)) : new Decimal(invoice.payable);
    const problem = amountProblem(amount, payable);
    if (problem !== null) {
      const code = payable.isZero() ? paymentCodes.nothingLeft : paymentCodes.above;
      throw new Refusal(422, problem, {
        errors: { [field]: problem },
        extra: { code, data: toldPayable({ ...invoice, payable: payable.toFixed(2) }) },
      });
    }
    room = room.minus(amount);
  }
}

/** Duties and limits, under the locks. @throws Refusal for the first of them that the caller would break. */
async function refuseActs(tx: Database, actor: Actor, parts: Paying['parts'], found: readonly Payable[]): Promise<void> {
  const documents = parts.map(({ invoiceId, amount }): Document => {
    const number = found.find(({ id }) => id === idOf(invoiceId))?.number ?? '';
    return { entity: 'invoice', id: idOf(invoiceId), name: `invoice ${number}`, amount: amount.toFixed(2) };
  });
  const [obstacle] = (await obstaclesTo(tx, actor, 'pay', 'payments', documents)).values();
  if (obstacle !== undefined) throw refusalOf(obstacle);
}

/** Limits of the caller and of the order. @throws Refusal */
async function refuseAdvance(tx: Database, actor: Actor, advance: Advance): Promise<void> {
  const problem = await advanceProblem(tx, advance);
  if (problem !== null) throw advanceRefusal(problem);
  const document = { entity: 'payment' as const, id: '', key: 'advance', name: 'the advance', amount: advance.amount.toFixed(2) };
  const [obstacle] = (await obstaclesTo(tx, actor, 'pay', 'payments', [document])).values();
  if (obstacle !== undefined) throw refusalOf(obstacle);
}

/** The calculation, as a refusal and the balance tell it. */
const toldPayable = ({ number, value, balance, notes, paid, deductions, held: claimed, payable, why, ...account }: Payable) => ({
  invoiceValue: Number(balance),
  invoiceTotal: Number(value),
  notes: Number(notes),
  paid: Number(paid),
  deductions: Number(deductions),
  held: Number(claimed),
  payable: Number(payable),
  reason: why === null ? null : HELD[why](number),
  vendorPayable: account.isControlled ? Decimal.max(0, new Decimal(account.owed).minus(account.heldOfAll)).toNumber() : null,
});

/** @throws Refusal 409 where a payment of the vendor has the reference. Its account is locked. */
async function refuseReference(tx: Database, owner: string, reference: string | null): Promise<void> {
  if (reference === null) return;
  const used = await tx.first(sql`
    select from payments where vendor_id = ${owner} and code_key(reference) = code_key(${reference}) and reversal_of is null
      and not is_reversed limit 1`);
  if (used === undefined) return;
  const text = messages.referenceUsed(reference);
  throw new Refusal(409, text, { errors: { reference: text }, extra: { code: paymentCodes.reference } });
}

/** Tells if invoices are paid in spite of faults, or without lines that could have some: a paid invoice counts first, so others may no longer bill its goods. */
async function areInSpite(tx: Database, ids: readonly string[]): Promise<boolean> {
  const found = await tx.first(sql`
    select from invoices where id = any(${ids}::bigint[]) and (match_state in ('exception', 'released') or line_count = 0 or match_state = 'approved' and exists (
      select from match_decisions where invoice_id = invoices.id and faults <> '[]')) limit 1`);
  return found !== undefined;
}

/** Takes a payment back on a day: a returned cheque, or a wrong account. What it settled is open again. */
export async function reversePayment(ctx: Context, actor: Actor, id: string, body: BodyOf<typeof payments.reverse>): Promise<Payment> {
  return ctx.db.transaction(async (tx) => {
    const settled = await tx.rows<{ id: string }>(sql`
      select distinct invoice_id::text as id from allocations where payment_id = ${idOf(id)} and invoice_id is not null`);
    const orders = await lockBilled(
      tx,
      settled.map((each) => each.id),
    );
    const stored = await tx.first<{
      owner: string;
      source: string;
      back: string | null;
      reversed: boolean;
      day: string;
      reference: string | null;
    }>(sql`
      select vendor_id::text as owner, source, reversal_of::text as back, paid_on as day, reference,
        is_reversed as reversed
      from payments where id = ${idOf(id)} ${held('payments')}`);
    if (stored === undefined) throw notFound();
    await lockAccounts(tx, [stored.owner]);
    const refuse = (text: string, code: string) => new Refusal(409, text, { extra: { code } });
    if (stored.back !== null) throw refuse(messages.isReversal, paymentCodes.reversed);
    if (stored.reversed) throw refuse(messages.isReversed, paymentCodes.reversed);
    if (stored.source !== 'portal') throw refuse(messages.notReversible, paymentCodes.fromSystem);
    const today = indianDay(ctx.clock());
    const day = body.paymentDate ?? today;
    if (day > today) throw invalid({ paymentDate: messages.future });
    if (day < stored.day) throw invalid({ paymentDate: messages.reversalDay });
    await tx.execute(sql`update payments set is_reversed = true where id = ${idOf(id)}`);
    const made = await tx.one<{ id: string }>(sql`
      insert into payments (vendor_id, invoice_id, invoice_number, amount, mode, online_kind, reference, account_last4, remarks, paid_on, by_vendor, entered_by,
        reversal_of, reverse_reason, order_id)
      select vendor_id, invoice_id, invoice_number, -amount, mode, online_kind, reference, account_last4, remarks, ${day}::date, by_vendor, ${actor.id}, id,
        ${body.reason}, order_id
      from payments where id = ${idOf(id)} returning id::text`);
    const after = await ownPayment(tx, actor, made.id);
    await recordAudit(tx, {
      actor,
      ownerId: stored.owner,
      action: 'payment.reverse',
      entity: 'payment',
      entityId: made.id,
      after: { ...after },
    });
    await compareAgain(tx, { orders });
    return after;
  });
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
export async function invoiceNamed(
  db: Database,
  own: Sql,
  named: { number: string; id: string | null | undefined },
): Promise<NamedInvoice> {
  const found = await invoicesNamed(db, own, named);
  if (found.length === 0) throw notFound();
  if (new Set(found.map(({ vendorId }) => vendorId)).size > 1) throw new Refusal(404, messages.chooseVendor);
  const meant = meantOf(found);
  if (meant === undefined) throw conflict(messages.several, { code: paymentCodes.several, data: candidatesOf(found) });
  return meant;
}

/**
 * The amounts of an invoice: what it asks for, what is taken off, what is outstanding and what is payable of it.
 * @throws Refusal 404 for a number that is none of the caller's, with other words for an administrator who means one of several vendors'
 * numbers; 409 where several invoices of a vendor have it.
 */
export async function balanceOf(ctx: Context, actor: Actor, number: string, query: QueryOf<typeof payments.balance>) {
  const own = ownedBy(sql`vendor_id`, actor, query.userID) ?? sql`true`;
  const { _id } = await invoiceNamed(ctx.db, own, { number, id: query.invoiceId });
  const [found] = await payableOf(ctx.db, sql`invoices.id = ${_id}`);
  if (found === undefined) throw notFound();
  return toldPayable(found);
}
