import type { accountEntries, Allocation, allocations } from '@aapurti/contract/payments/account';
import { accountCodes, messages } from '@aapurti/contract/payments/account';
import { paymentCodes } from '@aapurti/contract/payments/paymentMessages';
import { indianDay, showDate, showMoney } from '@aapurti/contract/ground/fields';
import { Decimal } from '@aapurti/contract/ground/numbers';
import type { BodyOf, QueryOf } from '@aapurti/contract/ground/operation';
import { say } from '@aapurti/contract/ground/template';
import sql, { type Sql } from 'sql-template-tag';

import { ownedBy } from '../access/owner.ts';
import { recordAudit } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import { refuseAct } from '../settings/duties.ts';
import { betweenDates, findRow, idOf, type ListResult, listRows, pageOf } from '../database/list.ts';
import type { Actor } from '../ground/actor.ts';
import { coded, notFound } from '../ground/refusal.ts';
import { compareAgain, lockAccounts, lockBilled } from '../purchase-orders/lock.ts';
import { HELD, payableOf } from './payable.ts';
import { isCredit, onAccountOf } from './setOff.ts';

/** The account entries as the list and the feed return them. An id combines the id of the document with its source. */
export const entryRows = {
  select: sql`
    account_entries.id::text as _id, account_entries.vendor_id::text as "vendorId", account_entries.day, account_entries.kind,
    account_entries.document_id::text as "documentId", account_entries.number, account_entries.mode as "paymentMode", account_entries.reference,
    account_entries.amount, account_entries.recorded_at as "recordedAt"`,
  from: sql`account_entries`,
  key: sql`account_entries.id`,
  created: sql`account_entries.recorded_at`,
};
/** The id of an entry is the document's id times this number, plus the source. */
export const ENTRY_SOURCES = 8;

const allocationRows = {
  select: sql`
    allocations.id::text as _id, allocations.vendor_id::text as "vendorId", allocations.kind, allocations.payment_id::text as "paymentId",
    allocations.memo_id::text as "memoId", allocations.opening_id::text as "openingId", allocations.invoice_id::text as "invoiceId",
    invoices.number as "invoiceNumber", memos.kind as "memoKind", coalesce(memos.number, payments.reference, opening.number) as number, allocations.amount, allocations.day, allocations.created_at as "createdAt"`,
  from: sql`allocations`,
  join: sql`left join invoices on invoices.id = allocations.invoice_id left join memos on memos.id = allocations.memo_id
    left join payments on payments.id = allocations.payment_id left join opening_balances opening on opening.id = allocations.opening_id`,
  key: sql`allocations.id`,
};

/** The condition for the vendor's own rows, or for those of the vendor that the buyer names. @throws Refusal 422 if the buyer names none. */
function ofVendor(column: Sql, actor: Actor, userID: string | null): Sql {
  const owned = ownedBy(column, actor, userID);
  if (owned === null) throw coded(422, messages.vendor, { field: 'userID', code: accountCodes.vendor });
  return owned;
}

/** The entries of one vendor's account by day. */
export async function listEntries(ctx: Context, actor: Actor, query: QueryOf<typeof accountEntries.list>): Promise<ListResult> {
  return listRows(ctx.reports, {
    ...entryRows,
    sorts: { day: sql`account_entries.day` },
    scope: [ofVendor(sql`account_entries.vendor_id`, actor, query.userID)],
    where: betweenDates(sql`account_entries.day`, query),
    page: pageOf({ ...query, sortBy: 'day', sortOrder: 'asc' }),
  });
}

/** The allocations of one vendor's account, oldest first. */
export async function listAllocations(ctx: Context, actor: Actor, query: QueryOf<typeof allocations.list>): Promise<ListResult> {
  const only = (column: Sql, id: string | undefined) => (id ? sql`${column} = ${idOf(id)}` : null);
  return listRows(ctx.reports, {
    ...allocationRows,
    sorts: {},
    scope: [ofVendor(sql`allocations.vendor_id`, actor, query.userID)],
    where: [
      only(sql`allocations.invoice_id`, query.invoiceId),
      only(sql`allocations.payment_id`, query.paymentId),
      only(sql`allocations.memo_id`, query.memoId),
      query.onAccount === undefined ? null : sql`allocations.invoice_id is null and ${isCredit}`,
    ],
    page: pageOf({ ...query, sortOrder: 'asc' }),
  });
}

/**
 * Sets off part of a credit on account against an invoice.
 * @throws Refusal 404 for an unknown credit or invoice of the vendor; 422 above the credit's amount on account, above the invoice's balance,
 * and for an invoice that may not be paid; 403 for an act that separation of duties forbids.
 */
export async function allocate(ctx: Context, actor: Actor, body: BodyOf<typeof allocations.create>): Promise<Allocation> {
  const ids = { payment: body.paymentId, memo: body.memoId, opening: body.openingId };
  const [payment, memo, opening] = [ids.payment, ids.memo, ids.opening].map((id) => (id ? idOf(id) : null));
  const source = sql`(payment_id = ${payment}::bigint or memo_id = ${memo}::bigint or opening_id = ${opening}::bigint)`;
  const invoiceId = idOf(body.invoiceId);
  return ctx.db.transaction(async (tx) => {
    const orders = await lockBilled(tx, [invoiceId]);
    const seen = await tx.first<{ owner: string }>(sql`select vendor_id::text as owner from allocations where ${source} limit 1`);
    if (seen === undefined) throw notFound();
    await lockAccounts(tx, [seen.owner]);
    const [invoice] = await payableOf(tx, sql`invoices.id = ${invoiceId} and invoices.vendor_id = ${seen.owner}`);
    if (invoice === undefined) throw notFound();
    if (invoice.why !== null) throw coded(422, HELD[invoice.why](invoice.number), { field: 'invoiceId', code: paymentCodes.held });
    const credit = await tx.one<{ left: string; day: string | null; number: string | null }>(sql`
      select coalesce(sum(amount), 0) as left, min(day)::text as day, (
          select coalesce(memos.number, payments.reference, opening.number) from allocations named
            left join memos on memos.id = named.memo_id left join payments on payments.id = named.payment_id
            left join opening_balances opening on opening.id = named.opening_id
          where named.id = min(allocations.id)) as number
      from allocations where ${source} and invoice_id is null and ${isCredit}`);
    const left = Decimal.max(0, Decimal.min(credit.left, await onAccountOf(tx, seen.owner)));
    const asked = showMoney(body.amount.toFixed(2));
    if (body.amount.gt(left)) {
      const shown = showMoney(left.toFixed(2));
      const text =
        credit.number === null
          ? messages.aboveUnnamed(asked, shown, showDate(credit.day ?? ''))
          : messages.aboveCredit(asked, shown, credit.number);
      throw coded(422, text, { field: 'amount', code: accountCodes.aboveCredit, data: { left: left.toNumber() } });
    }
    const room = Decimal.max(0, new Decimal(invoice.balance).minus(invoice.held));
    if (body.amount.gt(room)) {
      const text = messages.aboveInvoice(asked, showMoney(room.toFixed(2)), invoice.number);
      throw coded(422, text, { field: 'amount', code: accountCodes.aboveInvoice, data: { left: room.toNumber() } });
    }
    const amount = body.amount.toFixed(2);
    await refuseAct(tx, actor, 'pay', 'payments', {
      entity: 'invoice',
      id: invoiceId,
      name: say('invoice {number}', { number: invoice.number }),
      amount,
    });
    await tx.execute(sql`
      select place_credit(${payment}::bigint, ${memo}::bigint, ${invoiceId}::bigint, ${amount}::numeric, ${indianDay(ctx.clock())}::date, ${opening}::bigint)`);
    await recordAudit(tx, {
      actor,
      ownerId: seen.owner,
      action: 'invoice.setOff',
      entity: 'invoice',
      entityId: invoiceId,
      after: { invoiceNumber: invoice.number, amount },
    });
    await compareAgain(tx, { orders });
    const made = await findRow<Allocation>(
      tx,
      allocationRows,
      sql`${source} and allocations.invoice_id = ${invoiceId} order by allocations.id desc limit 1`,
    );
    if (made === undefined) throw notFound();
    return made;
  });
}
