import { indianDay, showDate, showMoney } from '@aapurti/contract/ground/fields';
import { Decimal, MONEY_MAX } from '@aapurti/contract/ground/numbers';
import type { BodyOf } from '@aapurti/contract/ground/operation';
import { amountProblem, kindProblem, type Payment, type payments } from '@aapurti/contract/payments/payments';
import { messages, paymentCodes } from '@aapurti/contract/payments/paymentMessages';
import { say } from '@aapurti/contract/ground/template';
import sql from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import { recordAudit } from '../audit/audit.ts';
import { actingAs, type Document, obstaclesTo, refusalOf } from '../settings/duties.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { storableJson } from '../database/storable.ts';
import { idOf } from '../database/list.ts';
import { EMBEDDED } from '../erp/embedded.ts';
import { compareAgain, held, lockAccounts, lockBilled } from '../purchase-orders/lock.ts';
import { coded, notFound, Refusal } from '../ground/refusal.ts';
import { TOLD_MOST } from '../mail/messages.ts';
import { giveBackClaims, takeClaims } from '../memos/taken.ts';
import { paidInvoices, toldInvoices } from './advice.ts';
import { tell } from '../mail/queue.ts';
import { ownerFor } from '../access/owner.ts';
import { HELD, type Payable, payableOf, toldPayable } from './payable.ts';
import { invoiceNamed, ownPayment } from './payments.ts';
import { type Advance, advanceProblem, advanceRefusal } from './advances.ts';
import { setOffCredits, waitingForCredits } from './setOff.ts';

/** The refusal of one invoice of a payment. */
export class PartRefusal extends Refusal {
  /** The index of the invoice in the payment. */
  readonly part: number;
  /** True if less may be paid; false if the invoice may not be paid. */
  readonly isAmount: boolean;

  constructor(part: number, { status, message, errors = {}, extra }: Refusal, isAmount: boolean) {
    super(status, message, { errors, extra });
    this.part = part;
    this.isAmount = isAmount;
  }
}

/**
 * Adds a payment, at most of the payable amount.
 * @throws Refusal 404 if the vendor has no such invoice, 409 if it has several, 422 above the payable amount or if the invoice may not be
 * paid.
 */
export async function addPayment(ctx: Context, actor: Actor, body: BodyOf<typeof payments.create>): Promise<Payment> {
  const owner = await ownerFor(ctx.db, actor, body.userID);
  const { _id } = await invoiceNamed(ctx.db, sql`vendor_id = ${owner}`, { number: body.invoiceNumber, id: body.invoiceId });
  return ctx.db.transaction((tx) => payAndTell(ctx, tx, actor, { owner, parts: [{ invoiceId: _id, amount: body.amount }], form: body }));
}

/** Adds one payment of several invoices. @throws Refusal 404 for an unknown invoice of the vendor; 422 as `addPayment`. */
export async function addTransfer(ctx: Context, actor: Actor, body: BodyOf<typeof payments.transfer>): Promise<Payment> {
  const owner = await ownerFor(ctx.db, actor, body.userID);
  return ctx.db.transaction((tx) => payAndTell(ctx, tx, actor, { owner, parts: body.invoices, form: body }));
}

/**
 * Pays an amount on account: an advance for an order, or the opening balance.
 * @throws Refusal 404 if the vendor has no such order, 409 if the order has ended, 422 above the allowed amount.
 */
export async function addAdvance(ctx: Context, actor: Actor, advance: Advance, form: Paying['form']): Promise<Payment> {
  return ctx.db.transaction((tx) => payAndTell(ctx, tx, actor, { owner: advance.owner, parts: [], advance, form }));
}

export interface Paying {
  owner: string;
  parts: readonly { invoiceId: string; amount: Decimal }[];
  /** The amount on account, instead of or in addition to invoices. */
  advance?: Advance;
  form: Pick<BodyOf<typeof payments.transfer>, 'paymentDate' | 'paymentMode' | 'onlineKind' | 'reference' | 'accountLast4' | 'Remarks'>;
  /** The sheet rows that the payment comes from. */
  sheet?: { version: string; raw: object };
}

const inFuture = (day: string, today: string) =>
  coded(422, messages.future(showDate(day), showDate(today)), { field: 'paymentDate', code: paymentCodes.future });

/** @returns today and the payment date. @throws Refusal 422 for a date after today, or a kind that the mode does not have. */
export function refuseTransfer(ctx: Pick<Context, 'clock'>, form: Paying['form']): { today: string; day: string } {
  const today = indianDay(ctx.clock());
  const day = form.paymentDate ?? today;
  if (day > today) throw inFuture(day, today);
  const wrongKind = kindProblem(form.paymentMode, form.onlineKind);
  if (wrongKind !== null) throw coded(422, wrongKind, { field: 'onlineKind', code: paymentCodes.onlineKind });
  return { today, day };
}

async function payAndTell(ctx: Context, tx: Database, actor: Actor, paying: Paying): Promise<Payment> {
  const made = await pay(ctx, tx, actor, paying);
  await tellPaid(tx, paying.owner, [made]);
  return made;
}

/** Mails a vendor about its new payments. */
export async function tellPaid(tx: Database, owner: string, made: readonly Payment[]): Promise<void> {
  const total = Decimal.sum(0, ...made.map(({ amount }) => amount)).toFixed(2);
  const first = made.slice(0, TOLD_MOST);
  const invoices = await paidInvoices(
    tx,
    first.map(({ _id }) => _id),
  );
  const shown = first.map(({ _id, invoice, amount, tenderType, paymentDate, reference }) => ({
    invoice,
    amount: new Decimal(amount).toFixed(2),
    mode: tenderType,
    paidOn: paymentDate,
    reference,
    ...toldInvoices(invoices.get(_id), amount),
  }));
  await tell(tx, [{ kind: 'payments', vendorId: owner, content: { count: made.length, total, payments: shown } }]);
}

/**
 * Makes one payment of invoices, on account, or both. The form, the API and the sheet all use it.
 * @throws Refusal, or PartRefusal if one invoice is the reason; nothing is written then.
 */
export async function pay(ctx: Pick<Context, 'clock'>, tx: Database, actor: Actor, paying: Paying): Promise<Payment> {
  const { owner, parts, advance, form, sheet } = paying;
  const { today, day } = refuseTransfer(ctx, form);
  const ids = parts.map(({ invoiceId }) => idOf(invoiceId));
  const credits = actor.isAdmin && advance === undefined ? await waitingForCredits(tx, owner, ids) : [];
  // The lock keeps cancellations, amendments and invoices of the order out meanwhile.
  const orders = await lockBilled(tx, [...ids, ...credits], { advanced: advance?.orderId ? [advance.orderId] : [] });
  await lockAccounts(tx, [owner]);
  const found = await payableOf(tx, sql`invoices.vendor_id = ${owner} and invoices.id = any(${ids}::bigint[])`);
  refuseParts(parts, found);
  const problem = advance === undefined ? null : await advanceProblem(tx, advance);
  if (problem !== null) throw advanceRefusal(problem);
  await refuseActs(tx, actor, paying, found);
  await refuseReference(tx, owner, form.reference);
  const inSpite = actor.isAdmin && (await areInSpite(tx, [...ids, ...credits]));
  const whole = Decimal.sum(advance?.amount ?? 0, ...parts.map(({ amount }) => amount));
  if (whole.gt(MONEY_MAX)) throw coded(422, messages.amount, { field: 'amount', code: paymentCodes.amount });
  const total = whole.toFixed(2);
  const only = parts.length === 1 && advance === undefined ? found[0] : undefined;
  const { id } = await tx.one<{ id: string }>(sql`
    insert into payments (vendor_id, invoice_id, invoice_number, amount, mode, online_kind, reference, account_last4, remarks, paid_on, by_vendor, entered_by,
      order_id, source, version, raw)
    values (${owner}, ${only?.id ?? null}::bigint, ${only?.number ?? null}, ${total}::numeric, ${form.paymentMode}, ${form.onlineKind}, ${form.reference},
      ${form.accountLast4}, ${form.Remarks}, ${day}::date, ${!actor.isAdmin}, ${actor.id}, ${advance?.orderId ?? null}::bigint,
      ${sheet === undefined ? 'portal' : EMBEDDED}, ${sheet?.version ?? null}, ${sheet === undefined ? null : storableJson(sheet.raw)}::jsonb)
    returning id::text`);
  if (parts.length > 0 && only === undefined) {
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
  const hasTaken = await takeClaims(tx, actor, [id]);
  if (inSpite || hasTaken) await compareAgain(tx, { orders });
  return made;
}

/** @throws Refusal 404 for an unknown invoice; 422 if it may not be paid, or above the payable amount. */
function refuseParts(parts: Paying['parts'], found: readonly Payable[]): void {
  const isOne = parts.length === 1;
  let room = new Decimal(found[0]?.owed ?? 0).minus(found[0]?.heldOfAll ?? 0);
  const known = new Map(found.map((each) => [each.id, each]));
  const seen = new Set<string>();
  for (const [place, { invoiceId, amount }] of parts.entries()) {
    const invoice = known.get(idOf(invoiceId));
    if (invoice === undefined) throw notFound();
    if (seen.has(invoice.id))
      throw new PartRefusal(place, coded(422, messages.twice(invoice.number), { field: 'invoices', code: paymentCodes.twice }), false);
    seen.add(invoice.id);
    if (invoice.why !== null) {
      const text = HELD[invoice.why](invoice.number);
      throw new PartRefusal(place, coded(422, text, { field: isOne ? 'invoiceNumber' : 'invoices', code: paymentCodes.held }), false);
    }
    const payable = invoice.isControlled ? Decimal.max(0, Decimal.min(invoice.payable, room)) : new Decimal(invoice.payable);
    const problem = amountProblem(amount, payable);
    if (problem !== null) {
      const code = payable.isZero() ? paymentCodes.nothingLeft : paymentCodes.above;
      const data = toldPayable({ ...invoice, payable: payable.toFixed(2) });
      throw new PartRefusal(
        place,
        new Refusal(422, problem, { errors: { [isOne ? 'amount' : 'invoices']: problem }, extra: { code, data } }),
        true,
      );
    }
    room = room.minus(amount);
  }
}

/** Checks separation of duties and limits, under the locks. @throws Refusal for the first rule that the caller would break. */
async function refuseActs(tx: Database, actor: Actor, { parts, advance }: Paying, found: readonly Payable[]): Promise<void> {
  const invoices = parts.map(({ invoiceId, amount }): Document => {
    const number = found.find(({ id }) => id === idOf(invoiceId))?.number ?? '';
    return { entity: 'invoice', id: idOf(invoiceId), name: say('invoice {number}', { number }), amount: amount.toFixed(2) };
  });
  const name = advance?.orderId == null ? 'a payment on account' : 'the advance';
  const paidAhead: Document[] =
    advance === undefined ? [] : [{ entity: 'payment', id: '', key: 'advance', name, amount: advance.amount.toFixed(2) }];
  const [first] = await obstaclesTo(tx, actor, 'pay', 'payments', [...invoices, ...paidAhead]);
  if (first === undefined) return;
  const place = invoices.findIndex(({ id }) => id === first[0]);
  throw place === -1 ? refusalOf(first[1]) : new PartRefusal(place, refusalOf(first[1]), false);
}

/** @throws Refusal 409 if a payment of the vendor has the reference. Its account is locked. */
async function refuseReference(tx: Database, owner: string, reference: string | null): Promise<void> {
  if (reference === null) return;
  const used = await tx.first(sql`
    select from payments where vendor_id = ${owner} and code_key(reference) = code_key(${reference}) and reversal_of is null
      and not is_reversed
    union all
    select from opening_balances where vendor_id = ${owner} and kind = 'payment' and status = 'accepted' and code_key(number) = code_key(${reference}) limit 1`);
  if (used === undefined) return;
  const text = messages.referenceUsed(reference);
  throw coded(409, text, { field: 'reference', code: paymentCodes.reference });
}

/**
 * True if invoices are paid despite exceptions, or without lines that could have some. A paid invoice counts first, so other invoices may lose
 * their quantities.
 */
async function areInSpite(tx: Database, ids: readonly string[]): Promise<boolean> {
  const found = await tx.first(sql`
    select from invoices where id = any(${ids}::bigint[]) and (match_state in ('exception', 'released') or line_count = 0 or match_state = 'approved' and exists (
      select from match_decisions where invoice_id = invoices.id and faults <> '[]')) limit 1`);
  return found !== undefined;
}

/** Reverses a payment on a day, such as a returned cheque or a wrong account. The settled amounts are open again. */
export async function reversePayment(ctx: Context, actor: Actor, id: string, body: BodyOf<typeof payments.reverse>): Promise<Payment> {
  return ctx.db.transaction((tx) => reverse(ctx, tx, actor, id, body));
}

/**
 * Reverses a payment; the form, the API and the sheet all use it.
 * @throws Refusal 404 for an unknown payment, 409 if it cannot be reversed, 422 for an invalid day.
 */
export async function reverse(
  ctx: Pick<Context, 'clock'>,
  tx: Database,
  actor: Actor,
  id: string,
  { reason, paymentDate }: BodyOf<typeof payments.reverse>,
): Promise<Payment> {
  const settled = await tx.rows<{ id: string }>(sql`
    select distinct invoice_id::text as id from allocations where payment_id = ${idOf(id)} and invoice_id is not null`);
  const orders = await lockBilled(
    tx,
    settled.map((each) => each.id),
  );
  const stored = await tx.first<{ owner: string; source: string; back: string | null; reversed: boolean; day: string; amount: string }>(sql`
    select vendor_id::text as owner, source, reversal_of::text as back, paid_on as day, is_reversed as reversed, amount::text
    from payments where id = ${idOf(id)} ${held('payments')}`);
  if (stored === undefined) throw notFound();
  await lockAccounts(tx, [stored.owner]);
  const refuse = (text: (day: string, amount: string) => string, code: string) =>
    coded(409, text(showDate(stored.day), showMoney(stored.amount)), { code });
  if (stored.back !== null) throw refuse(messages.isReversal, paymentCodes.reversed);
  if (stored.reversed) throw refuse(messages.isReversed, paymentCodes.reversed);
  if (stored.source !== 'portal' && stored.source !== EMBEDDED) throw refuse(messages.notReversible, paymentCodes.fromSystem);
  const today = indianDay(ctx.clock());
  const day = paymentDate ?? today;
  if (day > today) throw inFuture(day, today);
  if (day < stored.day)
    throw coded(422, messages.reversalDay(showDate(day), showDate(stored.day)), { field: 'paymentDate', code: paymentCodes.reversalDay });
  await tx.execute(sql`update payments set is_reversed = true where id = ${idOf(id)}`);
  const made = await tx.one<{ id: string }>(sql`
    insert into payments (vendor_id, invoice_id, invoice_number, amount, mode, online_kind, reference, account_last4, remarks, paid_on, by_vendor, entered_by,
      reversal_of, reverse_reason, order_id)
    select vendor_id, invoice_id, invoice_number, -amount, mode, online_kind, reference, account_last4, remarks, ${day}::date, by_vendor, ${actor.id}, id,
      ${reason}, order_id
    from payments where id = ${idOf(id)} returning id::text`);
  // The claims that the payment deducted are open again.
  await giveBackClaims(tx, actor, sql`taken_by = ${idOf(id)}`);
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
}
