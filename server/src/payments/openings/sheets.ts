import { messages, type OpeningSheet, openingSheetCodes, type openingSheets } from '@aapurti/contract/payments/openingSheets';
import { indianDay, showDate, showMoney } from '@aapurti/contract/ground/fields';
import { messages as paymentMessages, paymentCodes } from '@aapurti/contract/payments/paymentMessages';
import type { BodyOf } from '@aapurti/contract/ground/operation';
import sql, { type Sql } from 'sql-template-tag';

import { samePersons } from '../../audit/fourEyes.ts';
import { enteredBy, recordAudits } from '../../audit/audit.ts';
import type { Context } from '../../context.ts';
import { actingAs, obstaclesTo, refusalOf } from '../../settings/duties.ts';
import type { Database } from '../../database/database.ts';
import { findRows, idOf } from '../../database/list.ts';
import type { Actor } from '../../ground/actor.ts';
import { conflict, notFound } from '../../ground/refusal.ts';
import { lockAccounts } from '../../purchase-orders/lock.ts';
import { closedDay, documentOf, isLate, isPaid, lockOpenings } from './balances.ts';

const ACCESS = 'invoiceRelease';
const LISTED_MOST = 100;

const nameOf = (user: Sql) => sql`(select concat_ws(' ', first_name, last_name) from users where users.id = ${user})`;

/** One upload enters all rows of a file, so its first row identifies the user. */
const rowsOf = async (db: Database, actor: Actor) => ({
  select: sql`
    sheet.id::text as _id, sheet.cut_off as "cutOff", sheet.status, coalesce(${nameOf(sql`sheet.entered_by`)}, '') as "uploadedBy", ${nameOf(sql`sheet.decided_by`)} as "decidedBy",
    sheet.decided_at as "decidedAt", sheet.reject_reason as "rejectReason",
    ${enteredBy('openingBalance', sql`(select min(id) from opening_balances where sheet_id = sheet.id)`)} && ${(await samePersons(db, actor))(ACCESS)}::text[] as "isOwn",
    sums.documents::int as documents, sums.amount, case when sheet.status = 'open' then sums.vendors else '[]' end as vendors,
    sheet.created_at as "createdAt", sheet.updated_at as "updatedAt"`,
  from: sql`opening_sheets sheet join lateral (
    select coalesce(sum(each.documents), 0) as documents, coalesce(sum(each.amount), 0) as amount,
      coalesce(json_agg(json_build_object('vendorId', vendors.id::text, 'vendorCode', vendors.code, 'vendorName', vendors.legal_name, 'documents', each.documents,
        'before', coalesce(books.owed, 0), 'after', coalesce(books.owed, 0) + each.amount) order by vendors.legal_name, vendors.id), '[]') as vendors
    from (select vendor_id, count(*) as documents, sum(amount) as amount from opening_balances where sheet_id = sheet.id group by vendor_id) each
      join vendors on vendors.id = each.vendor_id left join vendor_books books on books.vendor_id = each.vendor_id) sums on true`,
});

/** The uploaded files of opening balances, pending ones first. */
export async function listSheets(ctx: Context, actor: Actor): Promise<OpeningSheet[]> {
  return findRows<OpeningSheet>(
    ctx.db,
    await rowsOf(ctx.db, actor),
    sql`true order by sheet.status <> 'open', sheet.id desc limit ${LISTED_MOST}`,
  );
}

async function read(tx: Database, actor: Actor, id: string): Promise<OpeningSheet> {
  const [found] = await findRows<OpeningSheet>(tx, await rowsOf(tx, actor), sql`sheet.id = ${idOf(id)}`);
  if (found === undefined) throw notFound();
  return found;
}

interface Row extends Record<string, unknown> {
  _id: string;
  vendorId: string;
  vendorName: string;
  amount: number;
}

/** Locks the opening balances, and reads the rows of a pending file. @throws Refusal 404, 409 */
async function lockSheet(tx: Database, actor: Actor, id: string): Promise<Row[]> {
  await lockOpenings(tx);
  const { status, cutOff, decidedAt, updatedAt } = await read(tx, actor, id);
  if (status !== 'open') {
    const text = messages.decided(showDate(cutOff), status, showDate(indianDay(new Date(decidedAt ?? updatedAt))));
    throw conflict(text, { code: openingSheetCodes.decided });
  }
  return tx.rows<Row>(sql`
    select opening.id::text as _id, vendor_id::text as "vendorId", legal_name as "vendorName", amount::float8 as amount
    from opening_balances opening join vendors on vendors.id = vendor_id where sheet_id = ${idOf(id)} order by opening.id`);
}

/**
 * Approves a file of opening balances, and closes its cut-off date. Amounts that the buyer owes become approved invoices, the others
 * credits on account. @throws Refusal 403 for the caller's own upload or above the caller's limits; 409 if it is not pending, the date is
 * closed and a vendor has an entry, a vendor has got another opening balance, or an invoice has the number of a document.
 */
export async function approveSheet(ctx: Context, actor: Actor, id: string): Promise<OpeningSheet> {
  return ctx.db.transaction(async (tx) => {
    const rows = await lockSheet(tx, actor, id);
    const vendors = [...new Set(rows.map(({ vendorId }) => vendorId))];
    await lockAccounts(tx, vendors);
    const isOfOther = sql`(select cut_off from opening_sheets where id = ${idOf(id)}) <> ${closedDay}`;
    const late = await isLate(tx, sql`vendors.id = any(${vendors}::bigint[])`, isOfOther);
    const documents = rows.map(documentOf);
    const [obstacle] = (await obstaclesTo(tx, actor, 'approve', ACCESS, documents, { isAlwaysApart: true })).values();
    if (obstacle !== undefined) throw refusalOf(obstacle);
    const other = await tx.first<{ vendor: string; amount: string; day: string }>(sql`
      select legal_name as vendor, opening.amount::text as amount, opening.day::text as day from opening_balances opening join vendors on vendors.id = opening.vendor_id
      where opening.status <> 'reversed' and opening.kind = 'balance' and opening.sheet_id is distinct from ${idOf(id)}
        and opening.vendor_id in (select vendor_id from opening_balances where sheet_id = ${idOf(id)}) limit 1`);
    if (other !== undefined)
      throw conflict(messages.exists(other.vendor, showMoney(other.amount), showDate(other.day)), { code: openingSheetCodes.exists });
    const paid = await tx.first<{ number: string }>(sql`
      select number from opening_balances opening
      where sheet_id = ${idOf(id)} and kind = 'payment' and ${isPaid(sql`opening.vendor_id`, sql`opening.number`)} limit 1`);
    if (paid !== undefined) throw conflict(paymentMessages.referenceUsed(paid.number), { code: paymentCodes.reference });
    const billed = await billDocuments(tx, id);
    await tx.execute(sql`
      update opening_balances set status = 'accepted', counted_on = day, accepted_by = ${actor.id}, accepted_at = clock_timestamp(), updated_at = clock_timestamp(),
        invoice_id = (select "invoiceId" from jsonb_to_recordset(${JSON.stringify(billed)}::jsonb) billed("openingId" bigint, "invoiceId" bigint) where "openingId" = id)
      where sheet_id = ${idOf(id)}`);
    const invoiceIds = billed.map(({ invoiceId }) => invoiceId);
    // The due date of an invoice is that of its document.
    await tx.execute(sql`select renew_agreed_due(${invoiceIds}::bigint[])`);
    await tx.execute(sql`
      insert into match_decisions (invoice_id, kind, decided_by, faults) select id, 'approve', ${actor.id}, '[]' from unnest(${invoiceIds}::bigint[]) id`);
    await tx.execute(sql`
      update opening_sheets set status = 'accepted', late = ${late}, decided_by = ${actor.id}, decided_at = clock_timestamp(), updated_at = clock_timestamp() where id = ${idOf(id)}`);
    await recordAudits(tx, [
      ...rows.map(({ _id, vendorId }, place) => {
        const value = documents[place]?.amount ?? '0.00';
        const entry = { ownerId: vendorId, entity: 'openingBalance' as const, entityId: _id, action: 'openingBalance.accept' };
        return { ...entry, actor: actingAs(actor, ACCESS, value), before: { status: 'open' }, after: { status: 'accepted', value } };
      }),
      // The entry has no `value`, because the limit of the day counts the opening balance.
      ...billed.map(({ invoiceId, vendorId, invoiceNumber, invoiceValue }) => {
        const entry = { ownerId: vendorId, entity: 'invoice' as const, entityId: invoiceId, action: 'invoice.approve' };
        return { ...entry, actor: actingAs(actor, ACCESS, invoiceValue), after: { invoiceNumber, invoiceValue, matchState: 'approved' } };
      }),
    ]);
    return read(tx, actor, id);
  });
}

interface Billed extends Record<string, unknown> {
  openingId: string;
  invoiceId: string;
  vendorId: string;
  invoiceNumber: string;
  invoiceValue: string;
}

/** Stores the invoices created from the documents of a file. @throws Refusal 409 if another invoice has the number. */
async function billDocuments(tx: Database, id: string): Promise<Billed[]> {
  const drawn = await tx.rows<Billed & { vendor: string; isStored: boolean }>(sql`
    with drawn as (
      select opening.*, legal_name, nextval(pg_get_serial_sequence('invoices', 'id')) as drawn_id
      from (select * from opening_balances where sheet_id = ${idOf(id)} and billed order by id) opening join vendors on vendors.id = vendor_id
    ), added as (
      insert into invoices (id, vendor_id, number, invoice_date, value, vendor_registration_id, match_state) overriding system value
      select drawn_id, vendor_id, number, day, amount, vendor_registration_id, 'approved' from drawn
      on conflict (vendor_id, code_key(number), financial_year(invoice_date), (coalesce(vendor_registration_id, 0))) do nothing
      returning id
    )
    select drawn.id::text as "openingId", drawn_id::text as "invoiceId", vendor_id::text as "vendorId", number as "invoiceNumber", amount::text as "invoiceValue",
      legal_name as vendor, added.id is not null as "isStored"
    from drawn left join added on added.id = drawn_id order by drawn.id`);
  const taken = drawn.find(({ isStored }) => !isStored);
  if (taken !== undefined) throw conflict(messages.numberInUse(taken.invoiceNumber, taken.vendor), { code: openingSheetCodes.numberInUse });
  return drawn;
}

/**
 * Rejects a file of opening balances, which may be the caller's own: nothing of it counts, and its numbers can be used again. @throws
 * Refusal 409 if it is not pending.
 */
export async function rejectSheet(
  ctx: Context,
  actor: Actor,
  id: string,
  { reason }: BodyOf<typeof openingSheets.reject>,
): Promise<OpeningSheet> {
  return ctx.db.transaction(async (tx) => {
    const rows = await lockSheet(tx, actor, id);
    await tx.execute(sql`
      update opening_balances set status = 'reversed', reversed_by = ${actor.id}, reversed_on = ${indianDay(ctx.clock())}::date, reverse_reason = ${reason},
        updated_at = clock_timestamp()
      where sheet_id = ${idOf(id)}`);
    await tx.execute(sql`
      update opening_sheets set status = 'rejected', decided_by = ${actor.id}, decided_at = clock_timestamp(), reject_reason = ${reason}, updated_at = clock_timestamp()
      where id = ${idOf(id)}`);
    await recordAudits(
      tx,
      rows.map(({ _id, vendorId }) => ({
        actor,
        ownerId: vendorId,
        entity: 'openingBalance',
        entityId: _id,
        action: 'openingBalance.reverse',
        before: { status: 'open' },
        after: { status: 'reversed', reason },
      })),
    );
    return read(tx, actor, id);
  });
}
