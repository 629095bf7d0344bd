import { accountCodes, messages, type OpeningBalance, type OpeningForm, type openingBalances } from '@aapurti/contract/payments/account';
import { messages as sheetMessages, openingSheetCodes } from '@aapurti/contract/payments/openingSheets';
import { UNPAGED_MAX } from '@aapurti/contract/ground/operation';
import { indianDay, showDate, showMoney } from '@aapurti/contract/ground/fields';
import type { BodyOf, QueryOf } from '@aapurti/contract/ground/operation';
import { say } from '@aapurti/contract/ground/template';
import sql, { type Sql } from 'sql-template-tag';

import { samePersons } from '../../audit/fourEyes.ts';
import { ownedBy, ownerFor } from '../../access/owner.ts';
import { enteredBy, recordAudit } from '../../audit/audit.ts';
import type { Context } from '../../context.ts';
import { readControls } from '../../settings/controls.ts';
import { actingAs, refuseAct } from '../../settings/duties.ts';
import type { Database } from '../../database/database.ts';
import { findRows, idOf } from '../../database/list.ts';
import type { Actor } from '../../ground/actor.ts';
import { coded, conflict, notFound } from '../../ground/refusal.ts';
import { lockAccounts, lockBilled } from '../../purchase-orders/lock.ts';

const rowsOf = async (db: Database, actor: Actor) => ({
  select: sql`
    opening.id::text as _id, opening.vendor_id::text as "vendorId", vendors.code as "vendorCode", vendors.legal_name as "vendorName", opening.amount,
    opening.kind, opening.number, opening.day, opening.due_day as "dueDay", (select code from registrations where id = opening.vendor_registration_id) as "vendorGST",
    opening.sheet_id::text as "sheetId", opening.invoice_id::text as "invoiceId", opening.reason, opening.status, ${enteredBy('openingBalance', sql`opening.id`)} && ${(await samePersons(db, actor))('invoiceRelease')}::text[] as "isOwn",
    opening.reverse_reason as "reverseReason", opening.created_at as "createdAt", opening.updated_at as "updatedAt"`,
  from: sql`opening_balances opening join vendors on vendors.id = opening.vendor_id`,
});

/** Opening balances, pending ones first. */
export async function listOpenings(ctx: Context, actor: Actor, query: QueryOf<typeof openingBalances.list>): Promise<OpeningBalance[]> {
  const own = ownedBy(sql`opening.vendor_id`, actor, query.userID) ?? sql`true`;
  return findRows<OpeningBalance>(
    ctx.db,
    await rowsOf(ctx.db, actor),
    sql`${own} and (${query.sheetId ? idOf(query.sheetId) : null}::bigint is null or opening.sheet_id = ${query.sheetId ? idOf(query.sheetId) : null}::bigint)
      order by opening.status <> 'open', opening.id desc limit ${UNPAGED_MAX}`,
  );
}

async function read(tx: Database, actor: Actor, where: Sql): Promise<OpeningBalance> {
  const [found] = await findRows<OpeningBalance>(tx, await rowsOf(tx, actor), where);
  if (found === undefined) throw notFound();
  return found;
}

/** An opening balance in the form that the controls need. */
export const documentOf = ({ _id, amount, vendorName }: Pick<OpeningBalance, '_id' | 'amount' | 'vendorName'>) => ({
  entity: 'openingBalance' as const,
  id: _id,
  name: say('the opening balance of {vendorName}', { vendorName }),
  amount: Math.abs(amount).toFixed(2),
});

const isDecided = ({ vendorName, amount, status }: OpeningBalance) =>
  conflict(messages.openingDecided(vendorName, showMoney(amount), status === 'reversed'), { code: accountCodes.openingDecided });

const entryOf = (actor: Actor, { vendorId, _id }: OpeningBalance) =>
  ({ actor, ownerId: vendorId, entity: 'openingBalance', entityId: _id }) as const;

/**
 * Enters the amount owed to a vendor at the start. It counts immediately or, with separation of duties, once another user accepts it.
 * @throws Refusal 409 if the vendor has one already, 403 above the caller's limit.
 */
export async function addOpening(ctx: Context, actor: Actor, body: BodyOf<typeof openingBalances.create>): Promise<OpeningBalance> {
  return ctx.db.transaction(async (tx) => enterOpening(tx, actor, await ownerFor(tx, actor, body.userID), body, indianDay(ctx.clock())));
}

/** Locks the opening balances of all vendors, before everything else, because the approval of a file closes them. */
export async function lockOpenings(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('opening balances', 0))`);
}

/** The closed cut-off date, as an expression; null before it is closed. */
export const closedDay = sql`(select cut_off from opening_sheets where status = 'accepted' and not late)`;

/** The condition that a vendor's account has an entry, so that a closed cut-off date adds no opening balance to it. */
export const hasEntries = (vendor: Sql): Sql => sql`exists (select from account_entries entry where entry.vendor_id = ${vendor})`;

/** The condition that a payment of a vendor has the reference of an opening payment, which would count twice. */
export const isPaid = (vendor: Sql, reference: Sql): Sql => sql`exists (
  select from payments paid where paid.vendor_id = ${vendor} and code_key(paid.reference) = code_key(${reference}) and paid.reversal_of is null and not paid.is_reversed)`;

const closedRefusal = (day: string) => conflict(sheetMessages.closed(showDate(day)), { code: openingSheetCodes.closed });

/** The caller has locked the opening balances. @throws Refusal 409 once the cut-off date is closed. */
async function refuseClosed(tx: Database): Promise<void> {
  const { day } = await tx.one<{ day: string | null }>(sql`select ${closedDay} as day`);
  if (day !== null) throw closedRefusal(day);
}

/**
 * True if a file is late: the cut-off date is closed, and the file contains the old ledger of vendors without entries. The caller has
 * locked the opening balances and, to approve the file, the accounts. @param vendors a condition on `vendors`. @param isOfOther an
 * expression for whether the file has another date than the closed one. @throws Refusal 409 for a vendor with an entry, and for another
 * date.
 */
export async function isLate(tx: Database, vendors: Sql, isOfOther: Sql): Promise<boolean> {
  const { day, isRefused } = await tx.one<{ day: string | null; isRefused: boolean }>(sql`
    select ${closedDay} as day, ${isOfOther} or exists (select from vendors where ${vendors} and ${hasEntries(sql`vendors.id`)}) as "isRefused"`);
  if (day !== null && isRefused) throw closedRefusal(day);
  return day !== null;
}

async function enterOpening(tx: Database, actor: Actor, owner: string, form: OpeningForm, today: string): Promise<OpeningBalance> {
  const { day } = form;
  if (day > today)
    throw coded(422, messages.openingFuture(showDate(day), showDate(today)), { field: 'day', code: accountCodes.openingFuture });
  await lockOpenings(tx);
  await refuseClosed(tx);
  await lockAccounts(tx, [owner]);
  const known = await tx.first<{ vendor: string; amount: string; dated: string }>(sql`
    select legal_name as vendor, amount::text as amount, opening.day::text as dated from opening_balances opening join vendors on vendors.id = opening.vendor_id
    where opening.vendor_id = ${owner} and opening.status <> 'reversed' order by opening.id limit 1`);
  if (known !== undefined) {
    const text = messages.openingExists(known.vendor, showMoney(known.amount), showDate(known.dated));
    throw conflict(text, { code: accountCodes.openingExists });
  }
  const { duties } = await readControls(tx);
  const { id } = await tx.one<{ id: string }>(sql`
    insert into opening_balances (vendor_id, amount, day, reason, status, counted_on, entered_by)
    values (${owner}, ${form.amount.toFixed(2)}, ${day}::date, ${form.reason}, ${duties ? 'open' : 'accepted'}, ${duties ? null : day}::date, ${actor.id})
    returning id::text`);
  const made = await read(tx, actor, sql`opening.id = ${id}`);
  const logged = { ...made, amount: form.amount.toFixed(2) };
  const entry = { ...entryOf(actor, made), actor: actingAs(actor, 'accounting', null) };
  await recordAudit(tx, { ...entry, action: 'openingBalance.create', after: logged });
  // The user who enters a balance that counts immediately also accepts it, within that user's limits.
  if (duties) return made;
  const document = documentOf(made);
  await refuseAct(tx, actor, 'approve', 'invoiceRelease', document);
  await recordAudit(tx, {
    ...entry,
    actor: actingAs(actor, 'invoiceRelease', document.amount),
    action: 'openingBalance.accept',
    after: { status: 'accepted', value: document.amount },
  });
  return made;
}

/**
 * Locks the vendor's account and, before it, the invoice created from one of its opening balances, and then reads the balance. @throws
 * Refusal 404, and 409 for a balance of a pending file.
 */
async function lockOpening(tx: Database, actor: Actor, id: string): Promise<OpeningBalance> {
  await lockOpenings(tx);
  const seen = await read(tx, actor, sql`opening.id = ${idOf(id)}`);
  if (seen.invoiceId !== null) await lockBilled(tx, [seen.invoiceId]);
  await lockAccounts(tx, [seen.vendorId]);
  const found = await read(tx, actor, sql`opening.id = ${idOf(id)}`);
  if (found.sheetId !== null && found.status === 'open')
    throw conflict(sheetMessages.inSheet(found.vendorName, showMoney(found.amount)), { code: openingSheetCodes.inSheet });
  return found;
}

/**
 * Accepts a pending opening balance. @throws Refusal 403 for the caller's own entry or above the caller's limit, 409 if it is not pending.
 */
export async function acceptOpening(ctx: Context, actor: Actor, id: string): Promise<OpeningBalance> {
  return ctx.db.transaction(async (tx) => {
    const before = await lockOpening(tx, actor, id);
    if (before.status !== 'open') throw isDecided(before);
    const document = documentOf(before);
    await refuseAct(tx, actor, 'approve', 'invoiceRelease', document);
    await tx.execute(sql`
      update opening_balances set status = 'accepted', counted_on = day, accepted_by = ${actor.id}, accepted_at = clock_timestamp(), updated_at = clock_timestamp()
      where id = ${before._id}`);
    const entry = { ...entryOf(actor, before), actor: actingAs(actor, 'invoiceRelease', document.amount), action: 'openingBalance.accept' };
    await recordAudit(tx, { ...entry, before: { status: 'open' }, after: { status: 'accepted', value: document.amount } });
    return read(tx, actor, sql`opening.id = ${before._id}`);
  });
}

/**
 * Reverses an opening balance today. @throws Refusal 409 if it is reversed already, or invoices were settled with it; 403 for the caller's
 * own entry if the reversal raises the amount owed.
 */
export async function reverseOpening(ctx: Context, actor: Actor, id: string, reason: string): Promise<OpeningBalance> {
  return ctx.db.transaction(async (tx) => {
    const before = await lockOpening(tx, actor, id);
    if (before.status === 'reversed') throw isDecided(before);
    const used = await tx.first<{ amount: string }>(sql`
      select sum(amount)::text as amount from allocations where opening_id = ${before._id} and invoice_id is not null having count(*) > 0
      union all
      select (settled + held + raised)::text from invoices
      where id = ${before.invoiceId}::bigint and (balance <> value or held > 0 or raised > 0) limit 1`);
    if (used !== undefined) {
      const text = messages.openingUsed(before.vendorName, showMoney(before.amount), showMoney(used.amount));
      throw conflict(text, { code: accountCodes.openingUsed });
    }
    // The reversal of a vendor's debt raises the amount owed to it, which requires another user.
    const document = before.status === 'accepted' && before.amount < 0 ? documentOf(before) : null;
    if (document !== null) await refuseAct(tx, actor, 'approve', 'accounting', document);
    await tx.execute(sql`
      update opening_balances set status = 'reversed', reversed_by = ${actor.id}, reversed_on = ${indianDay(ctx.clock())}::date, reverse_reason = ${reason},
        updated_at = clock_timestamp()
      where id = ${before._id}`);
    // The reversal of a document with an invoice goes on account, and settles that invoice.
    if (before.invoiceId !== null && before.status === 'accepted')
      await tx.execute(sql`
        select place_credit(null, null, ${before.invoiceId}::bigint, ${before.amount.toFixed(2)}::numeric, ${indianDay(ctx.clock())}::date, ${before._id}::bigint)`);
    await recordAudit(tx, {
      ...entryOf(actor, before),
      actor: actingAs(actor, 'accounting', document?.amount ?? null),
      action: 'openingBalance.reverse',
      before: { status: before.status },
      after: { status: 'reversed', reason, ...(document && { value: document.amount }) },
    });
    return read(tx, actor, sql`opening.id = ${before._id}`);
  });
}
