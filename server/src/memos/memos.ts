import { indianDay, isBlank, showDate } from '@aapurti/contract/ground/fields';
import { invoiceDayProblem } from '@aapurti/contract/invoices/invoices';
import type { BodyOf, QueryOf } from '@aapurti/contract/ground/operation';
import { type Memo, type MemoForm, memoForms, type MemoKind, type memos, messages } from '@aapurti/contract/memos/memos';
import sql, { empty, type Sql } from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import { recordAudit, recordChange } from '../audit/audit.ts';
import { changedForm } from '../ground/changes.ts';
import type { Context } from '../context.ts';
import { columnMap } from '../database/columns.ts';
import type { Database } from '../database/database.ts';
import { betweenDays, containsCode, type ListResult, listRows, pageOf } from '../database/list.ts';
import { held } from '../purchase-orders/lock.ts';
import { conflict, invalid, notFound, Refusal, refuseStale, stale } from '../ground/refusal.ts';
import { changedParties, partiesSelected, partyNames, resolveParties } from '../registrations/parties.ts';
import { compareNamed, lockNamed, type Named } from '../invoices/match.ts';
import { candidatesOf, invoicesNamed, meantOf } from '../invoices/named.ts';
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

/** A page of memos of one kind; a vendor's own, or an administrator's choice of vendor. */
export async function listMemos(ctx: Context, actor: Actor, kind: MemoKind, query: QueryOf<Calls['list']>): Promise<ListResult> {
  return listRows(ctx.db, {
    scope: [sql`memos.kind = ${kind}`, ownedBy(sql`memos.vendor_id`, actor, query.userID)],
    where: [containsCode(sql`memos.vendor_invoice_ref`, query.vendorInvoiceRef), ...betweenDays(sql`memos.created_at`, query)],
    page: pageOf(query, { day: 'createdAt' }),
    ...memoLists[kind],
  });
}

/** @throws Refusal 404 where it is not the caller's, or of the other kind. */
export function getMemo(db: Database, actor: Actor, kind: MemoKind, id: string, lock: Sql = empty): Promise<Memo> {
  return ownRow(db, actor, id, memoLists[kind], sql`and memos.kind = ${kind} ${lock}`);
}

/** Adds a memo: the vendor's own, or an administrator's for the vendor it names. */
export async function addMemo(ctx: Context, actor: Actor, kind: MemoKind, body: BodyOf<Calls['create']>): Promise<Memo> {
  return ctx.db.transaction(async (tx) => {
    const owner = await ownerFor(tx, actor, body.userID);
    const moved = await lockNamed(tx, owner, [body.vendorInvoiceRef]);
    const { vendor, buyer } = await resolveParties(tx, owner, indianDay(ctx.clock()), body);
    const form = await withInvoiceDate(tx, owner, body, body.invoiceId);
    refuseFuture(ctx, form);
    const { id } = await tx.one<{ id: string }>(sql`
      insert into memos (kind, vendor_id, ${columns.names}, price_difference, ${partyNames})
      values (${kind}, ${owner}, ${valuesOf(form)}, ${vendor}::bigint, ${buyer}::bigint)
      returning id::text`);
    const memo = await getMemo(tx, actor, kind, id);
    await recordAudit(tx, { ...entryOf(actor, kind, memo), action: `${kind}Memo.create`, after: { ...memo } });
    if (kind === 'credit') await compareNamed(tx, moved);
    return memo;
  });
}

/** Changes what was sent and leaves the rest. A form that was filled from an older record gets 409 and the newer one. */
export async function changeMemo(ctx: Context, actor: Actor, kind: MemoKind, id: string, body: BodyOf<Calls['edit']>): Promise<Memo> {
  return ctx.db.transaction(async (tx) => {
    const { updatedAt, invoiceId, ...sent }: Record<string, unknown> = body;
    const named = sent['vendorInvoiceRef'];
    const { before, moved } = await lockMemo(tx, actor, kind, id, typeof named === 'string' ? named : null);
    refuseStale(before, updatedAt);
    const changed = changedForm(memoForms[kind], before, sent);
    const isOther = (['vendorInvoiceRef', 'vendorInvoiceRef_Date'] as const).some((field) => changed[field] !== before[field]);
    const form = isOther || !isBlank(invoiceId) ? await withInvoiceDate(tx, before.userID, changed, invoiceId) : changed;
    if (form.vendorInvoiceRef_Date !== before.vendorInvoiceRef_Date) refuseFuture(ctx, form);
    const day = indianDay(new Date(before.createdAt));
    const parties = await changedParties(tx, before.userID, { ...before, day }, { ...form, day });
    await tx.execute(sql`
      update memos set (${columns.names}, price_difference, ${partyNames}, updated_at)
        = (${valuesOf(form)}, ${parties ?? partyNames}, clock_timestamp())
      where id = ${before._id}`);
    const after = await getMemo(tx, actor, kind, id);
    await recordChange(tx, { ...entryOf(actor, kind, before), action: `${kind}Memo.edit` }, before, after);
    if (kind === 'credit') await compareChanged(tx, moved);
    return after;
  });
}

/** Deletes a memo; 404 as for a read. */
export async function removeMemo(ctx: Context, actor: Actor, kind: MemoKind, id: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { before, moved } = await lockMemo(tx, actor, kind, id, null);
    await tx.execute(sql`delete from memos where id = ${before._id}`);
    await recordAudit(tx, { ...entryOf(actor, kind, before), action: `${kind}Memo.delete`, before: { ...before } });
    if (kind === 'credit') await compareChanged(tx, moved);
  });
}

/**
 * Locks a memo, and before it the numbers that it names and is to name, and the orders that their invoices bill.
 * @throws Refusal 404 where it is not the caller's, 409 where it has come to name another one meanwhile.
 */
async function lockMemo(tx: Database, actor: Actor, kind: MemoKind, id: string, named: string | null) {
  const seen = await getMemo(tx, actor, kind, id);
  const moved = await lockNamed(tx, seen.userID, [seen.vendorInvoiceRef, named]);
  const before = await getMemo(tx, actor, kind, id, held('memos'));
  if (before.vendorInvoiceRef !== seen.vendorInvoiceRef) throw stale(before);
  return { before, moved };
}

/** @throws Refusal 409 where an invoice that is approved or paid bills no more than was accepted only with the memo as it was. */
async function compareChanged(tx: Database, named: Named): Promise<void> {
  const beyond = await compareNamed(tx, named);
  if (beyond.length > 0) throw conflict(messages.rested(beyond.join(', ')));
}

/**
 * A number that the vendor has in several financial years means the invoice of the date that the memo gives. Without a date it gets that of
 * `invoiceId`, else of the only one with a balance.
 * @throws Refusal 409 with the candidates where several are meant, 404 for an id that is none of them.
 */
async function withInvoiceDate(tx: Database, owner: string, form: MemoForm, invoiceId: unknown): Promise<MemoForm> {
  const id = typeof invoiceId === 'string' && invoiceId !== '' ? invoiceId : null;
  if (form.vendorInvoiceRef === null || (id === null && form.vendorInvoiceRef_Date !== null)) return form;
  const found = await invoicesNamed(tx, sql`vendor_id = ${owner}`, { number: form.vendorInvoiceRef, id });
  if (id !== null && found.length === 0) throw notFound();
  if (id === null && found.length < 2) return form;
  const meant = meantOf(found);
  if (meant !== undefined) return { ...form, vendorInvoiceRef_Date: meant.invoiceDate };
  const several = messages.several(found.map(({ invoiceDate }) => showDate(invoiceDate)).join(', '));
  throw new Refusal(409, several, { errors: { vendorInvoiceRef_Date: several }, extra: { data: candidatesOf(found) } });
}

/** @throws Refusal 422 for an invoice that is dated after today. */
function refuseFuture(ctx: Pick<Context, 'clock'>, { vendorInvoiceRef_Date: day }: MemoForm): void {
  const future = invoiceDayProblem(day, indianDay(ctx.clock()));
  if (future !== null) throw invalid({ vendorInvoiceRef_Date: future });
}

/** A debit memo has no price difference. */
function valuesOf(form: MemoForm): Sql {
  return sql`${columns.values(form)}, ${form.priceDifference?.toFixed() ?? null}::numeric`;
}

function entryOf(actor: Actor, kind: MemoKind, memo: Memo) {
  return { actor, ownerId: memo.userID, entity: `${kind}Memo`, entityId: memo._id } as const;
}
