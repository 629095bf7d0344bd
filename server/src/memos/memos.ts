import { indianDay, isBlank, showDate, showMoney } from '@aapurti/contract/ground/fields';
import { Decimal } from '@aapurti/contract/ground/numbers';
import { invoiceDayProblem } from '@aapurti/contract/invoices/invoices';
import type { BodyOf, QueryOf } from '@aapurti/contract/ground/operation';
import { memoCodes, type MemoKind, messages } from '@aapurti/contract/memos/memoMessages';
import {
  acceptorOf,
  effectOf,
  type Issuer,
  issuersFor,
  type Memo,
  type MemoForm,
  memoForms,
  type memos,
  referencesOfEdit,
} from '@aapurti/contract/memos/memos';
import sql, { empty, type Sql } from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import { enteredBy, recordAudit, recordChange } from '../audit/audit.ts';
import { actingAs, refuseAct } from '../settings/duties.ts';
import { changedForm } from '../ground/changes.ts';
import type { Context } from '../context.ts';
import { columnMap } from '../database/columns.ts';
import type { Database } from '../database/database.ts';
import { betweenDays, containsCode, type ListResult, listRows, type ListSpec, pageOf, readTotals } from '../database/list.ts';
import { held, lockAccounts } from '../purchase-orders/lock.ts';
import { coded, conflict, Refusal, refuseStale, stale } from '../ground/refusal.ts';
import { changedParties, partiesSelected, partyNames, refuseTaxWithout, resolveParties } from '../registrations/parties.ts';
import { compareNamed, lockNamed, type Named } from '../invoices/match.ts';
import { ownEntryText, samePersons } from '../audit/fourEyes.ts';
import { claimUncovered } from './claims.ts';
import { checkedNote, declaredOn, invoiceOf, recountClaims, storeNotedLines } from './references.ts';
import { nameOf, refusedOther, refuseResting, refuseReturned, refuseSettling } from './resting.ts';
import { ownedBy, ownerFor, ownRow } from '../access/owner.ts';

type Calls = (typeof memos)[MemoKind];

const columns = columnMap('memos', {
  productName: ['product_name', 'text'],
  vendorInvoiceRef: ['vendor_invoice_ref', 'text'],
  vendorInvoiceRef_Date: ['vendor_invoice_date', 'date'],
  buyerPORef: ['buyer_po_ref', 'text'],
  buyerPORef_Date: ['buyer_po_date', 'date'],
  description: ['description', 'text'],
  itemQuantity: ['item_quantity', 'numeric'],
  HSNCode: ['hsn_code', 'text'],
  unitPrice: ['unit_price', 'numeric'],
  taxRate: ['tax_rate', 'numeric'],
  CGST: ['cgst', 'numeric'],
  SGST: ['sgst', 'numeric'],
  IGST: ['igst', 'numeric'],
  amount: ['amount', 'numeric'],
});

function wireColumns(kind: MemoKind): Sql {
  const difference = kind === 'credit' ? sql`memos.price_difference as "priceDifference",` : empty;
  return sql`
    memos.id::text as _id, memos.vendor_id::text as "userID", ${columns.selected}, ${partiesSelected('memos')}, ${difference}
    memos.number as "memoNumber", memos.memo_date as "memoDate", memos.issuer, memos.gst_kind as kind, memos.status, memos.invoice_id::text as "invoiceId",
    memos.claim_id::text as "claimId", memos.answered, memos.taken_by::text as "paymentId", (
      select coalesce(json_agg(json_build_object('no', no, 'quantity', quantity, 'taxable', taxable, 'CGST', line.cgst, 'SGST', line.sgst, 'IGST', line.igst,
        'cess', cess) order by no), '[]') from memo_lines line where memo_id = memos.id) as lines,
    memos.created_at as "createdAt", memos.updated_at as "updatedAt"`;
}

const sorts = {
  vendorInvoiceRef_Date: { absentLast: sql`memos.vendor_invoice_date` },
  buyerPORef_Date: { absentLast: sql`memos.buyer_po_date` },
  itemQuantity: { absentLast: sql`memos.item_quantity` },
  unitPrice: { absentLast: sql`memos.unit_price` },
  priceDifference: { absentLast: sql`memos.price_difference` },
  taxRate: { absentLast: sql`memos.tax_rate` },
  CGST: { absentLast: sql`memos.cgst` },
  SGST: { absentLast: sql`memos.sgst` },
  IGST: { absentLast: sql`memos.igst` },
  amount: { absentLast: sql`memos.amount` },
  createdAt: sql`memos.created_at`,
  updatedAt: sql`memos.updated_at`,
};

const listOf = (kind: MemoKind) => ({
  select: wireColumns(kind),
  from: sql`memos`,
  key: sql`memos.id`,
  sorts,
  days: {
    first: sql`(min(memos.created_at) at time zone 'Asia/Kolkata')::date`,
    last: sql`(max(memos.created_at) at time zone 'Asia/Kolkata')::date`,
  },
});
export const memoLists = { debit: listOf('debit'), credit: listOf('credit') };

/** A page of memos of one kind: the vendor's own, or those of the vendor that an administrator chooses. */
export async function listMemos(ctx: Context, actor: Actor, kind: MemoKind, query: QueryOf<Calls['list']>): Promise<ListResult> {
  return listRows(ctx.db, { ...filteredMemos(actor, kind, query), page: pageOf(query, { day: 'createdAt' }) });
}

/** The amounts of a memo that its list adds up. */
export const memoSums = { CGST: sql`memos.cgst`, SGST: sql`memos.sgst`, IGST: sql`memos.igst`, amount: sql`memos.amount` };

/** The number of memos that match the filters, and the sums of their amounts. */
export function totalMemos(ctx: Context, actor: Actor, kind: MemoKind, query: QueryOf<Calls['totals']>) {
  return readTotals(ctx.db, filteredMemos(actor, kind, query), memoSums);
}

/** The memos of one kind that match the filters. */
export function filteredMemos(actor: Actor, kind: MemoKind, query: QueryOf<Calls['totals']>): Omit<ListSpec, 'page'> {
  return {
    scope: [sql`memos.kind = ${kind}`, ownedBy(sql`memos.vendor_id`, actor, query.userID)],
    where: [
      containsCode(sql`memos.vendor_invoice_ref`, query.vendorInvoiceRef),
      query.status === undefined ? null : sql`memos.status = ${query.status}`,
      query.waits === undefined ? null : sql`memos.status = 'open' and memos.issuer = any(${issuersFor(kind, query.waits)})`,
      ...betweenDays(sql`memos.created_at`, query),
    ],
    ...memoLists[kind],
  };
}

/** @throws Refusal 404 if it is not the caller's, or of the other kind. */
export function getMemo(db: Database, actor: Actor, kind: MemoKind, id: string, lock: Sql = empty): Promise<Memo> {
  return ownRow(db, actor, id, memoLists[kind], sql`and memos.kind = ${kind} ${lock}`);
}

/** Adds a memo: the vendor's own, or one that buyer users enter for the vendor that they name. */
export async function addMemo(ctx: Context, actor: Actor, kind: MemoKind, body: BodyOf<Calls['create']>): Promise<Memo> {
  return ctx.db.transaction(async (tx) => {
    const owner = await ownerFor(tx, actor, body.userID);
    const issuer = issuerOf(actor, body.issuer);
    const moved = await lockNamed(tx, owner, [body.vendorInvoiceRef], [body.invoiceId]);
    await lockAccounts(tx, [owner]);
    const { vendor, buyer } = await resolveParties(tx, owner, indianDay(ctx.clock()), body);
    const { claimId: asked, lines, invoiceId } = body;
    const invoice = await invoiceOf(tx, owner, body, invoiceId);
    const form = named(body, invoice);
    const day = refuseFuture(ctx, form);
    const isStrict = lines !== null;
    const lateOn = actor.isAdmin ? day : indianDay(ctx.clock());
    const note = { kind, issuer, form, day, lateOn, invoice, claimId: asked, lines, isStrict, except: null };
    const checked = await checkedNote(tx, owner, note);
    const waits = effectOf(kind, issuer).waits;
    const { id } = await tx.one<{ id: string }>(sql`
      insert into memos (kind, vendor_id, ${columns.names}, price_difference, ${partyNames}, number, memo_date, issuer, gst_kind, status, invoice_id, claim_id,
        counted_on, entered_by)
      values (${kind}, ${owner}, ${valuesOf(form)}, ${vendor}::bigint, ${buyer}::bigint, ${form.memoNumber}, ${day}::date, ${issuer}, ${form.kind ?? 'gst'},
        ${waits ? 'open' : 'accepted'}, ${invoice?.id ?? null}::bigint, ${checked.claimId}::bigint, ${waits ? null : day}::date, ${actor.id})
      returning id::text`);
    await refuseTaxWithout(tx, 'memos', id, taxesOf(form));
    await storeNotedLines(tx, id, checked.lines);
    await recountClaims(tx, [checked.claimId]);
    const memo = await getMemo(tx, actor, kind, id);
    await recordAudit(tx, { ...entryOf(actor, kind, memo), action: `${kind}Memo.create`, after: { ...memo } });
    await compareNamed(tx, moved);
    return memo;
  });
}

const taxesOf = ({ CGST, SGST, IGST }: MemoForm) => ({ CGST, SGST, IGST });

/** A vendor issues its own memos. Buyer users state who issued the memo that they enter; by default the buyer did. */
function issuerOf(actor: Actor, asked: Issuer | null): Issuer {
  return actor.isAdmin ? (asked ?? 'buyer') : 'vendor';
}

/** A memo for an invoice has the invoice's number and date. */
function named(form: MemoForm, invoice: { number: string; day: string } | null): MemoForm {
  return invoice === null
    ? form
    : { ...form, vendorInvoiceRef: form.vendorInvoiceRef ?? invoice.number, vendorInvoiceRef_Date: invoice.day };
}

/**
 * Changes the submitted fields and keeps the others. A form that was filled from an older record gets 409 and the newer one.
 * @throws Refusal 409 if something depends on the memo, or the other party issued it.
 */
export async function changeMemo(ctx: Context, actor: Actor, kind: MemoKind, id: string, body: BodyOf<Calls['edit']>): Promise<Memo> {
  return ctx.db.transaction(async (tx) => {
    const { updatedAt, invoiceId, claimId, lines: sentLines, ...sent }: Record<string, unknown> = body;
    const wanted = changedForm(referencesOfEdit, {}, { claimId, lines: sentLines });
    const { before, moved } = await lockMemo(tx, actor, kind, id, sent['vendorInvoiceRef'], invoiceId);
    refuseStale(before, updatedAt);
    await refuseResting(tx, actor, kind, before);
    const changed = changedForm(memoForms[kind], before, { ...sent, issuer: before.issuer });
    const isOther = (['vendorInvoiceRef', 'vendorInvoiceRef_Date'] as const).some((field) => changed[field] !== before[field]);
    const invoice =
      isOther || !isBlank(invoiceId)
        ? await invoiceOf(tx, before.userID, changed, invoiceId)
        : await invoiceOf(tx, before.userID, { vendorInvoiceRef: null, vendorInvoiceRef_Date: null }, before.invoiceId);
    const form = named(changed, invoice);
    const day = refuseFuture(ctx, form, before);
    const goods = before.lines.flatMap(({ no, quantity }) =>
      quantity === null ? [] : [{ no: new Decimal(no), quantity: new Decimal(quantity) }],
    );
    const isSameGoods = String(form.itemQuantity) === String(before.itemQuantity) && form.productName === before.productName;
    const keptLines = goods.length > 0 && isSameGoods && invoice?.id === before.invoiceId ? goods : null;
    const checked = await checkedNote(tx, before.userID, {
      kind,
      issuer: before.issuer,
      form,
      day,
      lateOn: actor.isAdmin ? day : declaredOn(before, { form, invoiceId: invoice?.id ?? null, day, today: indianDay(ctx.clock()) }),
      invoice,
      claimId: wanted.claimId ?? before.claimId ?? (before.issuer === 'vendor' && isOther ? null : 'none'),
      lines: wanted.lines ?? keptLines,
      isStrict: wanted.lines !== null,
      except: before._id,
    });
    const created = indianDay(new Date(before.createdAt));
    const parties = await changedParties(tx, before.userID, { ...before, day: created }, { ...form, day: created });
    await tx.execute(sql`
      update memos set (${columns.names}, price_difference, ${partyNames}, number, memo_date, gst_kind, invoice_id, claim_id, counted_on, updated_at)
        = (${valuesOf(form)}, ${parties ?? partyNames}, ${form.memoNumber}, ${day}::date, ${form.kind ?? 'gst'}, ${invoice?.id ?? null}::bigint,
          ${checked.claimId}::bigint, ${before.status === 'accepted' ? day : null}::date, clock_timestamp())
      where id = ${before._id}`);
    await refuseTaxWithout(tx, 'memos', before._id, taxesOf(form));
    await storeNotedLines(tx, before._id, checked.lines);
    await recountClaims(tx, [before.claimId, checked.claimId]);
    await claimUncovered(tx, before);
    const after = await getMemo(tx, actor, kind, id);
    await recordChange(tx, { ...entryOf(actor, kind, before), action: `${kind}Memo.edit` }, before, after);
    await compareChanged(tx, moved);
    return after;
  });
}

/** Deletes a memo on which nothing depends. @throws Refusal 404 as for a read. */
export async function removeMemo(ctx: Context, actor: Actor, kind: MemoKind, id: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { before, moved } = await lockMemo(tx, actor, kind, id, null, null);
    await refuseResting(tx, actor, kind, before);
    await tx.execute(sql`delete from memos where id = ${before._id}`);
    await recountClaims(tx, [before.claimId]);
    await claimUncovered(tx, before);
    await recordAudit(tx, { ...entryOf(actor, kind, before), action: `${kind}Memo.delete`, before: { ...before } });
    await compareChanged(tx, moved);
  });
}

/**
 * Accepts a pending memo: a buyer user other than its author if it raises the payable amount, and the vendor for a claim of the buyer.
 * @param seen the accepted version, because the issuer can edit a pending memo.
 * @throws Refusal 409 if it is not pending, has changed, or is for the other party; 403 for an own entry, and above the caller's limits.
 */
export async function acceptMemo(ctx: Context, actor: Actor, kind: MemoKind, id: string, seen: string): Promise<Memo> {
  return ctx.db.transaction(async (tx) => {
    const { before, moved } = await lockMemo(tx, actor, kind, id, null, null);
    const name = nameOf(kind, before);
    if (before.status !== 'open') throw conflict(messages.notOpen(name), { code: memoCodes.notOpen });
    if (acceptorOf(kind, before.issuer) !== (actor.isAdmin ? 'buyer' : 'vendor')) throw refusedOther(messages.notYours(name));
    if (seen !== before.updatedAt) throw stale(before);
    const raised = actor.isAdmin ? { value: await refuseRaising(tx, actor, kind, before) } : {};
    await tx.execute(sql`
      update memos set status = 'accepted', counted_on = ${indianDay(ctx.clock())}::date, accepted_by = ${actor.id}, accepted_at = clock_timestamp(),
        updated_at = clock_timestamp() where id = ${before._id}`);
    return decided(tx, actor, kind, before, 'accept', { moved, ...raised });
  });
}

/**
 * Reverses a memo today. If that raises the payable amount, as for a credit, it takes a buyer user other than its author. Otherwise its
 * issuer does, and either party may reverse a pending memo.
 * @throws Refusal 409 if it is reversed, the invoice needs it, or the caller may not; 403 for an own entry, and above the limits.
 */
export async function reverseMemo(ctx: Context, actor: Actor, kind: MemoKind, id: string, reason: string): Promise<Memo> {
  return ctx.db.transaction(async (tx) => {
    const { before, moved } = await lockMemo(tx, actor, kind, id, null, null);
    const { lowers } = effectOf(kind, before.issuer);
    const side: Issuer = actor.isAdmin ? 'buyer' : 'vendor';
    const name = nameOf(kind, before);
    let raised = {};
    await refuseSettling(tx, kind, before);
    if (before.status === 'reversed' || before.status === 'answered')
      throw conflict(before.status === 'reversed' ? messages.isReversed(name) : messages.isAnswered(name), { code: memoCodes.notOpen });
    if (before.status === 'open') {
      // A vendor cannot reverse a claim of the buyer.
      if (side !== before.issuer && lowers) throw refusedOther(messages.notYours(name));
      await refuseReturned(tx, kind, before);
    } else if (lowers) {
      if (!actor.isAdmin) throw refusedOther(messages.notYours(name));
      raised = { value: await refuseRaising(tx, actor, kind, before) };
    } else {
      if (side !== before.issuer) throw refusedOther(messages.notYours(name));
      const open = await tx.first<{ number: string; balance: string }>(
        sql`select number, balance from invoices where id = ${before.invoiceId}::bigint`,
      );
      if (open !== undefined && new Decimal(open.balance).lt(before.amount ?? 0))
        throw conflict(messages.isSettled(name, showMoney(before.amount ?? 0), showMoney(open.balance), open.number), {
          code: memoCodes.isSettled,
        });
    }
    await tx.execute(sql`
      update memos set status = 'reversed', reversed_by = ${actor.id}, reversed_on = ${indianDay(ctx.clock())}::date, reverse_reason = ${reason},
        updated_at = clock_timestamp() where id = ${before._id}`);
    await recountClaims(tx, [before.claimId]);
    await claimUncovered(tx, before);
    return decided(tx, actor, kind, before, 'reverse', { moved, reason, ...raised });
  });
}

async function decided(
  tx: Database,
  actor: Actor,
  kind: MemoKind,
  before: Memo,
  what: 'accept' | 'reverse',
  { moved, ...told }: { moved: Named; reason?: string; value?: string },
): Promise<Memo> {
  const after = await getMemo(tx, actor, kind, before._id);
  await recordAudit(tx, {
    ...entryOf(actor, kind, before),
    actor: told.value === undefined ? actor : actingAs(actor, 'memos', told.value),
    action: `${kind}Memo.${what}`,
    before: { status: before.status },
    after: { status: after.status, ...told },
  });
  await compareChanged(tx, moved);
  return after;
}

/**
 * Checks a change that raises the payable amount like an approval.
 * @returns the amount, which counts towards the caller's daily limit.
 * @throws Refusal 403 if the caller, or a member for whom the caller acts, entered or last changed the memo, and above its limits.
 */
async function refuseRaising(tx: Database, actor: Actor, kind: MemoKind, before: Memo): Promise<string> {
  const amount = new Decimal(before.amount ?? 0).toFixed(2);
  const [id, entity, name] = [before._id, entityOf(before), nameOf(kind, before)] as const;
  const { editors } = await tx.one<{ editors: string[] }>(sql`select ${enteredBy(entity, sql`${id}`)} as editors`);
  const same = (await samePersons(tx, actor))('memos', amount);
  if (editors.some((person) => same.includes(person)))
    throw new Refusal(403, await ownEntryText(tx, actor, 'memos', messages.ownEntry(name)), { extra: { code: memoCodes.ownEntry } });
  await refuseAct(tx, actor, 'approve', 'memos', { entity, id, name, amount });
  return amount;
}

const entityOf = (memo: Pick<Memo, 'priceDifference'>) => ('priceDifference' in memo ? 'creditMemo' : 'debitMemo');

/**
 * Locks a memo and, before it, the invoice numbers that it names and will name, their orders, the invoices and the vendor's account.
 * @throws Refusal 404 if it is not the caller's, 409 if its reference changed meanwhile.
 */
async function lockMemo(tx: Database, actor: Actor, kind: MemoKind, id: string, sentNumber: unknown, sentId: unknown) {
  const seen = await getMemo(tx, actor, kind, id);
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
  const moved = await lockNamed(tx, seen.userID, [seen.vendorInvoiceRef, text(sentNumber)], [seen.invoiceId, text(sentId)]);
  await lockAccounts(tx, [seen.userID]);
  const before = await getMemo(tx, actor, kind, id, held('memos'));
  if (before.vendorInvoiceRef !== seen.vendorInvoiceRef || before.invoiceId !== seen.invoiceId) throw stale(before);
  return { before, moved };
}

/** @throws Refusal 409 if an approved or paid invoice stays within the accepted quantities only with the memo unchanged. */
async function compareChanged(tx: Database, moved: Named): Promise<void> {
  const beyond = await compareNamed(tx, moved);
  if (beyond.length > 0) throw conflict(messages.rested(beyond), { code: memoCodes.rests });
}

/** @returns the memo's date. @throws Refusal 422 for a future date, or for an invoice with a later date. */
function refuseFuture(ctx: Pick<Context, 'clock'>, form: MemoForm, before?: Memo): string {
  const today = indianDay(ctx.clock());
  const future = form.vendorInvoiceRef_Date === before?.vendorInvoiceRef_Date ? null : invoiceDayProblem(form.vendorInvoiceRef_Date, today);
  if (future !== null) throw coded(422, future, { field: 'vendorInvoiceRef_Date', code: memoCodes.invoiceFuture });
  const day = form.memoDate ?? before?.memoDate ?? today;
  if (day > today) throw coded(422, messages.future(showDate(day), showDate(today)), { field: 'memoDate', code: memoCodes.future });
  return day;
}

/** A debit memo has no price difference. */
function valuesOf(form: MemoForm): Sql {
  return sql`${columns.values(form)}, ${form.priceDifference?.toFixed() ?? null}::numeric`;
}

function entryOf(actor: Actor, kind: MemoKind, memo: Memo) {
  return { actor, ownerId: memo.userID, entity: `${kind}Memo`, entityId: memo._id } as const;
}
