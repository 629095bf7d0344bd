import { messages as openingMessages, openingSheetCodes } from '@aapurti/contract/payments/openingSheets';
import { indianDay, showDate, showMoney } from '@aapurti/contract/ground/fields';
import { taxRemarks } from '@aapurti/contract/ground/gst';
import type { QueryOf } from '@aapurti/contract/ground/operation';
import { type Invoice, invoiceCodes, invoiceDateRemark, type invoices, messages } from '@aapurti/contract/invoices/invoices';
import { memoName, type MemoKind } from '@aapurti/contract/memos/memoMessages';
import { say, sayWords } from '@aapurti/contract/ground/template';
import type { InvoiceCandidate } from '@aapurti/contract/payments/payments';
import { codeKey } from '@aapurti/contract/ground/codeKeys';
import { numberRemark } from '@aapurti/contract/settings/documentNumbers';
import sql, { type Sql } from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import { ownerFor } from '../access/owner.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { idOf } from '../database/list.ts';
import { coded } from '../ground/refusal.ts';
import { numberingOf } from '../settings/settings.ts';

/** Numbers repeat between financial years only, so this is more than there ever are. */
const CANDIDATES_MAX = 100;

export interface NamedInvoice extends InvoiceCandidate {
  vendorId: string;
  value: string;
}

/** The caller's invoices with a number; with an id, only that invoice. */
export async function invoicesNamed(
  db: Database,
  own: Sql,
  { number, id }: { number: string; id?: string | null | undefined },
): Promise<NamedInvoice[]> {
  const chosen = id ? sql`invoices.id = ${idOf(id)}` : sql`true`;
  return db.rows<NamedInvoice & Record<string, unknown>>(sql`
    select id::text as _id, vendor_id::text as "vendorId", number as "invoiceNumber", invoice_date as "invoiceDate", value,
      balance::float8 as balance
    from invoices where code_key(number) = code_key(${number}::text) and ${own} and ${chosen}
    order by id limit ${CANDIDATES_MAX}`);
}

/** The invoice that a number refers to: the only one, or else the only one with a balance; undefined if several match. */
export function meantOf(found: readonly NamedInvoice[]): NamedInvoice | undefined {
  const [only, ...others] = found.length === 1 ? found : found.filter(({ balance }) => balance > 0);
  return others.length === 0 ? only : undefined;
}

/** The invoices that a refusal names as its `data`. */
export function candidatesOf(found: readonly NamedInvoice[]): InvoiceCandidate[] {
  return found.map(({ vendorId: _vendor, value: _value, ...candidate }) => candidate);
}

/** The warnings about a stored invoice, as the form shows them during input. */
export async function remarksOf(ctx: Pick<Context, 'db' | 'clock'>, actor: Actor, invoice: Invoice): Promise<string[]> {
  const { _id: except, userID, invoiceNumber, invoiceDate } = invoice;
  return [
    // The setting is read only for the few numbers that can break its rule.
    numberRemark(invoiceNumber, 'rule46') && numberRemark(invoiceNumber, await numberingOf(ctx.db)),
    await numberRemarkFor(ctx, actor, { invoiceNumber, invoiceDate, except, userID }),
    invoiceDateRemark(invoiceDate, indianDay(ctx.clock())),
    ...Object.values(taxRemarks(invoice, null, invoiceDate)),
  ].filter((remark) => remark !== null);
}

/** A warning if the vendor has an invoice of the same financial year with a number that looks the same; else null. */
export async function numberRemarkFor(
  ctx: Pick<Context, 'db' | 'clock'>,
  actor: Actor,
  query: QueryOf<typeof invoices.remark>,
): Promise<string | null> {
  const owner = await ownerFor(ctx.db, actor, query.userID);
  const found = await ctx.db.first<{ number: string; day: string }>(sql`
    select number, invoice_date as day from invoices
    where vendor_id = ${owner} and financial_year(invoice_date) = financial_year(${query.invoiceDate ?? indianDay(ctx.clock())}::date)
      and number_key(number) = number_key(${query.invoiceNumber}) and id <> ${idOf(query.except ?? '')}
    limit 1`);
  return found === undefined ? null : messages.alike(found.number, found.day);
}

/** The orders of a vendor with these numbers. */
export function ordersNamed(owner: string, numbers: readonly unknown[]): Sql {
  const given = numbers.flatMap((number) => (typeof number === 'string' ? [codeKey(number)] : []));
  return sql`(vendor_id = ${owner} and code_key(number) = any(${given}::text[]))`;
}

/** @throws Refusal 409 for an invoice created from an opening balance: only a reversal of that balance changes it. */
export async function refuseOpening(tx: Database, invoiceId: string): Promise<void> {
  const opening = await tx.first<{ number: string; amount: string }>(sql`
    select number, amount::text as amount from opening_balances where invoice_id = ${invoiceId}`);
  if (opening !== undefined)
    throw coded(409, openingMessages.fixedInvoice(opening.number, showMoney(opening.amount)), { code: openingSheetCodes.fixedInvoice });
}

/** The most names in a refusal, which ends with the number of the others. */
const NAMED_MOST = 3;

interface Resting {
  /** The message for a user who cannot change the invoice, and the one that asks buyer users for a reason. */
  refusal: string;
  noReason: string;
  code: string;
}

/** The documents that rest on an invoice, so that its vendor cannot change it: payments, else the approval, else memos over an amount. */
export async function restsOn(tx: Database, invoice: Invoice): Promise<Resting> {
  const { _id, invoiceNumber: number, invoiceValue, paymentReceived, matchState } = invoice;
  if (paymentReceived > 0) {
    const payments = await paymentsOf(tx, _id);
    return { refusal: messages.paid(number, payments), noReason: messages.paidReason(number, payments), code: invoiceCodes.paid };
  }
  if (matchState === 'approved') {
    const { at } = await tx.one<{ at: string }>(sql`
      select coalesce(max(decided_at), (select updated_at from invoices where id = ${_id})) as at from match_decisions
      where invoice_id = ${_id} and kind = 'approve'`);
    const facts = [number, showMoney(invoiceValue), showDate(indianDay(new Date(at)))] as const;
    return { refusal: messages.approved(...facts), noReason: messages.approvedReason(...facts), code: invoiceCodes.approved };
  }
  const memos = await memosOf(tx, _id);
  return { refusal: messages.noted(number, memos), noReason: messages.notedReason(number, memos), code: invoiceCodes.noted };
}

/** The named documents, and how many there are of all. */
const named = (names: readonly string[], count = names.length): string =>
  sayWords([...names, ...(count > names.length ? [say('{count} more', { count: count - names.length })] : [])]);

async function paymentsOf(tx: Database, id: string): Promise<string> {
  const rows = await tx.rows<{ amount: string; day: string; reference: string | null; count: number }>(sql`
    select sum(allocations.amount)::text as amount, paid_on::text as day, reference, count(*) over ()::int as count
    from allocations join payments on payments.id = payment_id where allocations.invoice_id = ${id} and reversal_of is null and not is_reversed
    group by payments.id having sum(allocations.amount) > 0 order by payments.id desc limit ${NAMED_MOST}`);
  return named(
    rows.map(({ amount, day, reference }) => messages.paidWith(showMoney(amount), showDate(day), reference)),
    rows[0]?.count,
  );
}

export async function memosOf(tx: Database, id: string): Promise<string> {
  const rows = await tx.rows<{ kind: MemoKind; number: string | null; day: string; amount: string; count: number }>(sql`
    select kind, number, coalesce(memo_date, (created_at at time zone 'Asia/Kolkata')::date)::text as day, amount::text as amount,
      count(*) over ()::int as count
    from memos where invoice_id = ${id} and amount > 0 and status <> 'reversed' order by id limit ${NAMED_MOST}`);
  return named(
    rows.map(({ kind, number, day, amount }) => memoName(kind, number, showDate(day), showMoney(amount))),
    rows[0]?.count,
  );
}
