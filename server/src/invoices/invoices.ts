import { Decimal } from '@aapurti/contract/ground/numbers';
import { codeKey } from '@aapurti/contract/ground/codeKeys';
import { isDigits, numberMessages, numberProblem } from '@aapurti/contract/settings/documentNumbers';
import { indianDay, showMoney } from '@aapurti/contract/ground/fields';
import {
  DUE_SOON_DAYS,
  FIXED_BY_PAYMENT,
  FIXED_WHEN_PAID,
  invoiceDayProblem,
  type Invoice,
  type InvoiceForm,
  invoiceEdit,
  isFixed,
  type invoices,
  messages,
  TAXES,
  taxesProblem,
  WAITING_MATCH,
  invoiceCodes,
} from '@aapurti/contract/invoices/invoices';
import type { InvoiceLineForm } from '@aapurti/contract/invoices/invoiceLines';
import type { BodyOf, QueryOf } from '@aapurti/contract/ground/operation';
import { messages as selfMessages, selfCodes } from '@aapurti/contract/invoices/selfInvoices';
import { partyCodes, partyMessages } from '@aapurti/contract/ground/registrationRules';
import { decodeNames } from '@aapurti/contract/ground/wire';
import sql, { empty, type Sql } from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import { auditOfMade, recordAudit, recordChange } from '../audit/audit.ts';
import { changedForm } from '../ground/changes.ts';
import type { Context } from '../context.ts';
import { type Database, isUniqueViolation } from '../database/database.ts';
import { betweenDates, idOf, type ListResult, listRows, type ListSpec, pageOf, readTotals, startsWith } from '../database/list.ts';
import { compareAgain, held, lock, lockBilled, lockNumbers, withIds } from '../purchase-orders/lock.ts';
import { coded, invalid, Refusal, refuseStale, stale } from '../ground/refusal.ts';
import {
  changedParties,
  partiesFor,
  partiesSelected,
  partyNames,
  refuseTaxWithout,
  resolveParties,
  taxedField,
  taxesWithout,
} from '../registrations/parties.ts';
import { numberingOf, readSettings } from '../settings/settings.ts';
import { ownedBy, ownerFor, ownRow } from '../access/owner.ts';
import { invoiceTable } from './columns.ts';
import { changedLines, checkedLines, editedLines, linesOf, storeLines } from './changeLines.ts';
import { agreedByDay, dueDate } from './due.ts';
import { orderIdsOf } from './lines.ts';
import { memosOf, ordersNamed, refuseOpening, restsOn } from './named.ts';
import { taxesSelfInvoiced } from './reverse-charge/issued.ts';
import { nextCountsNo } from './sequence.ts';

const wireColumns = sql`
  invoices.id::text as _id, invoices.vendor_id::text as "userID", ${invoiceTable.selected}, ${partiesSelected('invoices')}, invoices.match_state as "matchState", invoices.paid as "paymentReceived",
  invoices.credited - invoices.raised as notes, invoices.deducted as deductions, invoices.held, invoices.balance, ${dueDate} as "dueDate",
  invoices.created_at as "createdAt", invoices.updated_at as "updatedAt"`;

export const invoiceList = {
  select: wireColumns,
  from: sql`invoices`,
  key: sql`invoices.id`,
  sorts: {
    PONumber: { absentLast: sql`number_order(invoices.po_number)` },
    PODate: { absentLast: sql`invoices.po_date` },
    invoiceNumber: sql`number_order(invoices.number)`,
    invoiceDate: sql`invoices.invoice_date`,
    invoiceValue: sql`invoices.value`,
    CGSTValue: { absentLast: sql`invoices.cgst` },
    SGSTValue: { absentLast: sql`invoices.sgst` },
    IGSTValue: { absentLast: sql`invoices.igst` },
    paymentReceived: sql`invoices.paid`,
    balance: sql`invoices.balance`,
    // Ids follow the sequence of entry.
    createdAt: sql`invoices.id`,
    updatedAt: sql`invoices.updated_at`,
  },
  days: { first: sql`min(invoices.invoice_date)`, last: sql`max(invoices.invoice_date)` },
};

/** A page of invoices; a vendor's own, or an administrator's choice of vendor. */
export async function listInvoices(ctx: Context, actor: Actor, query: QueryOf<typeof invoices.list>): Promise<ListResult> {
  return listRows(ctx.db, listOf(ctx, actor, query));
}

type State = QueryOf<typeof invoices.list>['state'];

/**
 * The filter for agreed open invoices by due day, which is calculated with each vendor. A subquery finds them before the sort: otherwise the
 * planner would read an index of the sort to its end.
 */
function byDueDay(state: State, today: string, owned: Sql | null): Pick<ListSpec, 'with' | 'filtered'> {
  if (state !== 'overdue' && state !== 'dueSoon') return {};
  const when = state === 'overdue' ? sql`days < 0` : sql`days between 0 and ${DUE_SOON_DAYS}::int`;
  return {
    with: sql`due as (select * from ${agreedByDay(today)} invoices where ${when} ${owned === null ? empty : sql`and ${owned}`})`,
    filtered: sql`due invoices`,
  };
}

/** The amounts of the list's columns, added up. */
export const invoiceSums = {
  invoiceValue: sql`invoices.value`,
  CGSTValue: sql`invoices.cgst`,
  SGSTValue: sql`invoices.sgst`,
  IGSTValue: sql`invoices.igst`,
  balance: sql`invoices.balance`,
};

/** The number of the invoices that the filters leave, and the sums of their amounts. */
export function totalInvoices(ctx: Context, actor: Actor, query: QueryOf<typeof invoices.totals>) {
  return readTotals(ctx.db, listOf(ctx, actor, query), invoiceSums);
}

export function listOf(ctx: Pick<Context, 'clock'>, actor: Actor, query: QueryOf<typeof invoices.list>): ListSpec {
  const owned = ownedBy(sql`invoices.vendor_id`, actor, query.userID);
  const { state } = query;
  return {
    ...invoiceList,
    ...byDueDay(state, indianDay(ctx.clock()), owned),
    scope: [owned],
    where: [
      startsWith(sql`code_key(invoices.number)`, query.invoiceNumber && codeKey(query.invoiceNumber)),
      state === 'paid' ? sql`not invoices.is_open` : state === 'open' ? sql`invoices.is_open` : null,
      query.match === undefined ? null : sql`invoices.match_state = ${query.match}`,
      query.waits === undefined ? null : sql`invoices.match_state = any(${WAITING_MATCH[query.waits]})`,
      ...betweenDates(sql`invoices.invoice_date`, query),
    ],
    page: pageOf(query, { day: 'invoiceDate' }),
  };
}

/** @throws Refusal 404 if the invoice is not the caller's. */
export function ownInvoice(db: Database, actor: Actor, id: string, locked: Sql = sql``): Promise<Invoice> {
  return ownRow(db, actor, id, invoiceList, locked);
}

/**
 * Inserts no row if the number is already used in the financial year of the registration, if one of several registrations must be chosen, or
 * if the vendor's registration may not charge tax.
 */
function insertInvoice(owner: string, form: InvoiceForm, today: string): Sql {
  const invoiceDate = form.invoiceDate ?? today;
  return sql`
    insert into invoices (vendor_id, ${invoiceTable.names}, ${partyNames})
    select ${owner}::bigint, ${invoiceTable.values({ ...form, invoiceDate })}, vendor_party, buyer_party from ${partiesFor(owner, invoiceDate, form)}
    where vendor_party is distinct from 0 and buyer_party is distinct from 0
      and not ${taxesWithout(sql`vendor_party`, sql`${taxSum(form).toFixed()}::numeric`)} and not ${isUnclear(owner, form)}
    on conflict (vendor_id, code_key(number), financial_year(invoice_date), (coalesce(vendor_registration_id, 0))) do nothing
    returning invoices.id, invoices.vendor_id, (select row_to_json(wire) from (select ${wireColumns}) wire) as wire`;
}

/**
 * Checks numbers against the settings; an unchanged number is not checked again.
 * @throws Refusal 422 for letters if the settings require digits, except in a PO number that one of the vendor's orders has.
 */
async function refuseNumbers(
  db: Database,
  owner: string,
  form: Pick<InvoiceForm, 'invoiceNumber' | 'PONumber'>,
  before?: Pick<Invoice, 'invoiceNumber' | 'PONumber'>,
): Promise<void> {
  const errors: Record<string, string> = {};
  if (!isDigits(form.invoiceNumber) && form.invoiceNumber !== before?.invoiceNumber) {
    const problem = numberProblem(form.invoiceNumber, (await readSettings(db)).invoiceNumbers);
    if (problem !== null) errors['invoiceNumber'] = problem;
  }
  if (form.PONumber !== null && !isDigits(form.PONumber) && form.PONumber !== before?.PONumber) {
    const order = await db.first(
      sql`select from purchase_orders where code_key(number) = code_key(${form.PONumber}::text) and vendor_id = ${owner}`,
    );
    if (order === undefined) errors['PONumber'] = messages.poNumber;
  }
  const code = 'invoiceNumber' in errors ? invoiceCodes.number : invoiceCodes.order;
  if (Object.keys(errors).length > 0) throw invalid(errors, 422, code);
}

/** The error messages for a number, because the schema does not know the configured numbering. */
export async function numberWords({ db }: Pick<Context, 'db'>, refusal: Refusal): Promise<Refusal> {
  if (refusal.errors?.['invoiceNumber'] !== messages.invoiceNumber) return refusal;
  return invalid({ ...refusal.errors, invoiceNumber: numberMessages[await numberingOf(db)] });
}

/** @throws Refusal 422 for a day after today, unless it is unchanged. */
function refuseDay(day: string, today: string, before?: string): void {
  const problem = day === before ? null : invoiceDayProblem(day, today);
  if (problem !== null) throw coded(422, problem, { field: 'invoiceDate', code: invoiceCodes.future });
}

/** @throws Refusal 422 if the taxes exceed the value that contains them. */
function refuseTaxes(form: InvoiceForm): void {
  const problem = taxesProblem(form);
  if (problem !== null) throw coded(422, problem, { field: 'invoiceValue', code: invoiceCodes.taxes });
}

const taxesOf = ({ CGSTValue, SGSTValue, IGSTValue }: InvoiceForm) => ({
  CGSTValue: CGSTValue ?? 0,
  SGSTValue: SGSTValue ?? 0,
  IGSTValue: IGSTValue ?? 0,
});

const taxSum = (form: InvoiceForm) => Decimal.sum(...Object.values(taxesOf(form)));

/** The condition that an invoice without lines leaves open which goods of an order it taxes. */
const isUnclear = (owner: string, form: InvoiceForm & { lines?: readonly unknown[] | null }): Sql =>
  (form.lines ?? []).length > 0
    ? sql`false`
    : taxesSelfInvoiced(owner, sql`${form.PONumber}::text`, sql`${taxSum(form).toFixed()}::numeric`);

type Needed = Pick<Context, 'db' | 'clock' | 'settings'>;

/** Adds an unpaid invoice. @throws Refusal 409 if the vendor already uses the number, 422 if lines and head differ. */
export async function addInvoice(ctx: Needed, actor: Actor, body: BodyOf<typeof invoices.create>): Promise<Invoice> {
  const owner = await ownerFor(ctx.db, actor, body.userID);
  const today = indianDay(ctx.clock());
  const day = body.invoiceDate ?? today;
  refuseDay(day, today);
  await refuseNumbers(ctx.db, owner, body);
  refuseTaxes(body);
  const { lines, noteId } = body;
  if (lines !== null && lines.length > 0)
    return ctx.db.transaction(async (tx) => {
      const made = await addWithLines(ctx, tx, actor, { ...body, invoiceDate: day, lines, noteId }, owner);
      if (noteId !== null) await travelWith(tx, actor, noteId, made);
      return made;
    });
  const row = await ctx.db.transaction(async (tx) => {
    if (taxSum(body).gt(0) && body.PONumber !== null) await lock(tx, 'purchase_orders', ordersNamed(owner, [body.PONumber]));
    return tx.first<{ wire: unknown }>(sql`
      with added as (${insertInvoice(owner, body, day)}),
        logged as (${auditOfMade(sql`added`, { actor, action: 'invoice.create', entity: 'invoice' })})
      select wire from added`);
  });
  if (row === undefined) throw await numberTaken(ctx.db, owner, day, body);
  return decodeNames(row.wire) as Invoice;
}

/** The reason why no row was inserted: a registration must be chosen, it may not charge tax or only on lines, or the number is in use. */
async function numberTaken(db: Database, owner: string, day: string, form: InvoiceForm): Promise<Refusal> {
  const { vendor } = await resolveParties(db, owner, day, form);
  const { untaxed, unclear } = await db.one<{ untaxed: boolean; unclear: boolean }>(sql`
    select ${taxesWithout(sql`${vendor}::bigint`, sql`${taxSum(form).toFixed()}::numeric`)} as untaxed, ${isUnclear(owner, form)} as unclear`);
  if (!untaxed && !unclear) return numberInUse();
  const field = taxedField(taxesOf(form));
  return untaxed
    ? coded(422, partyMessages.noTax(form.invoiceNumber, showMoney(taxSum(form).toFixed(2))), { field, code: partyCodes.noTax })
    : coded(422, selfMessages.withoutLines, { field, code: selfCodes.withoutLines });
}

type Lined = InvoiceForm & { invoiceDate: string; lines: readonly InvoiceLineForm[]; noteId: string | null };

async function addWithLines(ctx: Needed, tx: Database, actor: Actor, form: Lined, owner: string): Promise<Invoice> {
  await lockNumbers(tx, owner, [form.invoiceNumber]);
  await lock(tx, 'purchase_orders', withIds(orderIdsOf(form.lines)));
  if (form.noteId !== null) await lock(tx, 'dispatch_notes', sql`id = ${idOf(form.noteId)} and vendor_id = ${owner}`);
  const lines = await checkedLines(ctx, tx, form, { owner, except: null });
  const row = await tx.first<{ id: string }>(sql`
    with added as (${insertInvoice(owner, form, form.invoiceDate)}) select id::text from added`);
  if (row === undefined) throw await numberTaken(tx, owner, form.invoiceDate, form);
  await storeLines(tx, actor, row.id, lines);
  const made = await ownInvoice(tx, actor, row.id);
  await recordAudit(tx, { ...entry(actor, made), action: 'invoice.create', after: { ...made, lines: lines.length } });
  return made;
}

/**
 * Enters the number of a tax invoice on its dispatch note, unless the note has left or names another one: sold goods travel with their
 * invoice.
 * @throws Refusal 422 if the note is not the vendor's.
 */
async function travelWith(tx: Database, actor: Actor, noteId: string, { _id, userID, invoiceNumber }: Invoice): Promise<void> {
  const note = await tx.first<{ id: string }>(sql`
    select id::text from dispatch_notes where id = ${idOf(noteId)} and vendor_id = ${userID}`);
  if (note === undefined) throw coded(422, messages.note, { field: 'noteId', code: invoiceCodes.note });
  const named = await tx.execute(sql`
    update dispatch_goods set invoice_id = ${_id}, updated_at = clock_timestamp()
    where note_id = ${note.id} and kind = 'invoice' and invoice_id is null and state in ('draft', 'ready')`);
  if (named === 0) return;
  const before = { invoiceId: null, invoiceNumber: null };
  const after = { invoiceId: _id, invoiceNumber };
  await recordAudit(tx, { actor, ownerId: userID, entity: 'dispatchNote', entityId: note.id, action: 'dispatchNote.goods', before, after });
}

/**
 * Changes the sent fields.
 * @throws Refusal 409 for a stale record, a number in use, a value below the paid amount, or a vendor's change of fields that payments or an
 * approval rest on; 422 if an administrator changes those without a reason.
 */
export async function editInvoice(ctx: Needed, actor: Actor, id: string, body: BodyOf<typeof invoices.edit>): Promise<Invoice> {
  return ctx.db.transaction(async (tx) => {
    const { updatedAt, lines: sentLines, ...sent }: Readonly<Record<string, unknown>> = body;
    const lineForms = await editedLines(tx, actor, id, sentLines);
    const seen = await ownInvoice(tx, actor, id);
    await lockNumbers(tx, seen.userID, [seen.invoiceNumber, typeof sent['invoiceNumber'] === 'string' ? sent['invoiceNumber'] : null]);
    const named = ordersNamed(seen.userID, lineForms.wanted.length > 0 ? [] : [seen.PONumber, sent['PONumber']]);
    const orders = await lock(tx, 'purchase_orders', sql`${withIds(orderIdsOf([...lineForms.stored, ...lineForms.wanted]))} or ${named}`);
    // The lock keeps payments out between the check and the change.
    const before = await ownInvoice(tx, actor, id, held('invoices'));
    if (before.invoiceNumber !== seen.invoiceNumber || before.PONumber !== seen.PONumber) throw stale(before);
    refuseStale(before, updatedAt);
    await refuseOpening(tx, before._id);
    // The orders were locked by the lines read before, and another edit may have changed those lines since.
    if (JSON.stringify(await linesOf({ db: tx }, actor, id)) !== JSON.stringify(lineForms.stored)) throw stale(before);
    const edited = changedForm(invoiceEdit, before, sent);
    const form = { ...edited, invoiceDate: edited.invoiceDate ?? before.invoiceDate };
    refuseDay(form.invoiceDate, indianDay(ctx.clock()), before.invoiceDate);
    await refuseNumbers(tx, before.userID, form, before);
    const changed = (name: keyof typeof form & keyof Invoice) => String(form[name]) !== String(before[name]);
    if (['invoiceValue' as const, ...FIXED_WHEN_PAID].some(changed)) refuseTaxes(form);
    const weighty = [...FIXED_BY_PAYMENT.filter(changed), ...(lineForms.isSent ? (['lines'] as const) : [])];
    const isNoted = await areNotes(tx, before._id);
    // Memos refer to the invoice by id, and depend only on its value and lines.
    const noted = isNoted ? weighty.filter((name) => name === 'invoiceValue' || name === 'lines') : [];
    const fixed = [...(isFixed(before) ? weighty : noted), ...(before.paymentReceived > 0 ? FIXED_WHEN_PAID.filter(changed) : [])];
    const reason = fixed.length > 0 ? form.reason : null;
    if (fixed.length > 0 && (!actor.isAdmin || reason === null)) {
      const { refusal, noReason, code } = await restsOn(tx, before);
      if (actor.isAdmin) throw coded(422, noReason, { field: 'reason', code: invoiceCodes.reason });
      throw new Refusal(409, refusal, { errors: Object.fromEntries(fixed.map((name) => [name, refusal])), extra: { code } });
    }
    const settled = settledOf(before);
    if (form.invoiceValue.lt(settled)) {
      const text = messages.belowSettled(before.invoiceNumber, showMoney(form.invoiceValue.toFixed(2)), showMoney(settled.toFixed(2)));
      throw coded(409, text, { field: 'invoiceValue', code: invoiceCodes.belowSettled });
    }
    const parties = await changedParties(tx, before.userID, { ...before, day: before.invoiceDate }, { ...form, day: form.invoiceDate });
    try {
      await tx.execute(sql`
        update invoices set (${invoiceTable.names}, ${partyNames}, updated_at)
          = (${invoiceTable.values(form)}, ${parties ?? partyNames}, clock_timestamp())
        where id = ${before._id}`);
    } catch (error) {
      throw isUniqueViolation(error, 'invoices_number') ? numberInUse() : error;
    }
    await refuseTaxWithout(tx, 'invoices', before._id, taxesOf(form));
    if (await tx.first(sql`select where ${isUnclear(before.userID, { ...form, lines: lineForms.wanted })}`))
      throw coded(422, selfMessages.withoutLines, { field: taxedField(taxesOf(form)), code: selfCodes.withoutLines });
    if (lineForms.wanted.length > 0) {
      const own = { owner: before.userID, except: before._id };
      const lines = await checkedLines(ctx, tx, { ...form, lines: lineForms.wanted }, own);
      // A memo refers to the invoice by number and date, and reduces its quantities.
      const isRenamed = changed('invoiceNumber') || changed('invoiceDate');
      const begins = lineForms.isSent || isRenamed || before.matchState === 'returned' || lineForms.stored.length === 0;
      await storeLines(tx, actor, before._id, lines, { before: orderIdsOf(lineForms.stored), isSame: weighty.length === 0, begins });
    } else if (['invoiceValue' as const, 'PONumber' as const].some(changed)) {
      // The invoice moves behind all invoices of its order that count already.
      await tx.execute(sql`update invoices set counts_no = ${nextCountsNo}, counts_since = clock_timestamp() where id = ${before._id}`);
      await compareAgain(tx, { orders });
    }
    // An invoice without lines is not matched, so the approval ends here. Its taxes count too, because the buyer claims them back.
    if (lineForms.wanted.length === 0 && before.matchState === 'approved' && [...weighty, ...TAXES.filter(changed)].length > 0)
      await tx.execute(sql`update invoices set match_state = 'unmatched' where id = ${before._id}`);
    const after = await ownInvoice(tx, actor, id);
    const were = await changedLines(tx, actor, id, lineForms);
    // The edit may have waited for another one, whose result another user has seen since.
    const logged = { ...entry(actor, after), action: 'invoice.edit', version: after.updatedAt };
    await recordChange(tx, logged, { ...before, ...were.before }, { ...after, ...were.after, reason });
    return after;
  });
}

const settledOf = ({ paymentReceived, notes, deductions }: Invoice) => Decimal.sum(paymentReceived, notes, deductions);

/** @throws Refusal 409 if the invoice has payments or is approved. */
export async function removeInvoice(ctx: Context, actor: Actor, id: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const seen = await ownInvoice(tx, actor, id);
    // The printed documents of its dispatch notes no longer name the invoice.
    const orders = await lockBilled(tx, [seen._id], { notes: true });
    const before = await ownInvoice(tx, actor, id);
    await refuseOpening(tx, before._id);
    if (before.matchState === 'approved')
      throw coded(409, messages.approvedStays(before.invoiceNumber, showMoney(before.invoiceValue)), { code: invoiceCodes.approved });
    if (await areNotes(tx, before._id))
      throw coded(409, messages.notedStays(before.invoiceNumber, await memosOf(tx, before._id)), { code: invoiceCodes.noted });
    const removed = await tx.execute(sql`
      delete from invoices where id = ${before._id} and not exists (select from allocations where invoice_id = invoices.id)`);
    if (removed === 0)
      throw coded(409, messages.hasPayments(before.invoiceNumber, showMoney(settledOf(before).toFixed(2))), { code: invoiceCodes.paid });
    await compareAgain(tx, { orders, only: 'freed' });
    await recordAudit(tx, { ...entry(actor, before), action: 'invoice.delete', before: { ...before } });
  });
}

/** True if memos with an amount refer to the invoice: the amount depends on it. */
async function areNotes(tx: Database, id: string): Promise<boolean> {
  return (await tx.first(sql`select from memos where invoice_id = ${id} and amount > 0 and status <> 'reversed' limit 1`)) !== undefined;
}

const numberInUse = () => coded(409, messages.createFailed, { field: 'invoiceNumber', code: invoiceCodes.numberInUse });

function entry(actor: Actor, { _id, userID }: Invoice) {
  return { actor, ownerId: userID, entity: 'invoice', entityId: _id } as const;
}
