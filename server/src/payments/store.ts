import { codeKey } from '@aapurti/contract/ground/codeKeys';
import { showDate, showMoney } from '@aapurti/contract/ground/fields';
import { Decimal } from '@aapurti/contract/ground/numbers';
import { say } from '@aapurti/contract/ground/template';
import { faultCodes } from '@aapurti/contract/buyer-system/buyerSystemConnection';
import { paymentCodes } from '@aapurti/contract/payments/paymentMessages';
import sql from 'sql-template-tag';
import { ONLINE_KINDS } from '@aapurti/contract/payments/payments';

import { noInvoice } from './unmeant.ts';
import type { PulledPayment, PulledReturn, RefusedRecord } from '../erp/records.ts';
import type { Database } from '../database/database.ts';
import { storableJson } from '../database/storable.ts';
import { byOwner } from '../mail/queue.ts';
import { beginAgain, billedBy, compareAgain, lock, lockAccounts, lockBilled, lockNumbers, withIds } from '../purchase-orders/lock.ts';
import { claimReturned, endClaims } from '../memos/claims.ts';
import { type NamedOrders, namesOf, orderMeant, ordersAdvanced } from './advancedOrders.ts';
import { homesOf } from './homes.ts';
import { payableOf } from './payable.ts';
import { type Invoice, type KnownPayment, partsOfPayment, type Placed, type StoredPart, writePayments } from './systemRows.ts';

export type KnownReturn = PulledReturn & { ownerId: string };

/** The result of storing a system's records; `refused` has the reasons by external id. */
interface Stored {
  created: number;
  updated: number;
  refused: ReadonlyMap<string, RefusedRecord>;
}

/**
 * Stores the payments of an ERP, in the caller's transaction. Documents of one vendor with the same reference, day and account, and the parts
 * of one document, form one payment of several invoices; an advance is a separate payment for its order. A cancelled document reverses its
 * payment. Unknown invoices of the vendor, and payments that moved to another vendor, are refused. An amount above the balance of its invoice
 * stays on account.
 */
export async function storePayments(db: Database, source: string, payments: readonly KnownPayment[]): Promise<Stored> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`payments of ${source}`}, 0))`);
  const stored = await storedParts(db, source, payments);
  const known = new Map(stored.map((part) => [part.externalId, part]));
  const changed = payments.filter(({ externalId, version }) => known.get(externalId)?.version !== version);
  const wholes = new Map(changed.flatMap(({ whole }) => (whole === undefined ? [] : [[whole.id, new Set(whole.parts)] as const])));
  const old = stored.filter(({ whole, externalId }) => whole !== null && wholes.get(whole)?.has(externalId) === false);
  const orders = await ordersAdvanced(
    db,
    changed.flatMap(({ ownerId, poNumber }) => (poNumber == null ? [] : [[ownerId, poNumber] as const])),
  );
  const { invoices, settled } = await lockedInvoices(db, changed, stored);
  const { placed, cancelled, refused } = place(changed, { known, old, invoices, orders });
  // A payment without remaining parts was cancelled in the ERP.
  for (const { whole, externalId } of old) if (wholes.get(whole ?? '')?.size === 0) cancelled.add(externalId);
  const homes = homesOf(stored, placed, new Set([...old.map(({ externalId }) => externalId), ...cancelled]));
  const touched = homes.filter(({ head, parts, before }) => head !== null || parts.length < before.length);
  const numberOf = (id: string | null) => invoices.find((invoice) => invoice.id === id)?.number ?? null;
  await writePayments(db, { source, touched, cancelled, invoices, numberOf });
  await comparePaid(db, [
    ...settled,
    ...touched.flatMap(({ before, parts }) => [...before, ...parts].flatMap((part) => part.invoiceId ?? [])),
  ]);
  const created = placed.filter(({ externalId }) => !known.has(externalId)).length;
  const gone = touched.flatMap(({ before, parts }) =>
    before.filter((part) => !parts.some(({ externalId }) => externalId === part.externalId)),
  );
  const moved = gone.filter(({ externalId }) => placed.some((each) => each.externalId === externalId)).length;
  return { created, updated: placed.length - created + gone.length - moved, refused };
}

interface Placing {
  known: ReadonlyMap<string, StoredPart>;
  old: readonly StoredPart[];
  invoices: readonly Invoice[];
  orders: NamedOrders;
}

/** Finds the invoice and the order of each document. */
function place(changed: readonly KnownPayment[], { known, old, invoices, orders }: Placing) {
  const byNumber = new Map<string, Invoice[]>();
  for (const invoice of invoices) {
    const name = `${invoice.ownerId} ${codeKey(invoice.number)}`;
    byNumber.set(name, [...(byNumber.get(name) ?? []), invoice]);
  }
  const left = new Map(invoices.map((invoice) => [invoice.id, new Decimal(invoice.balance)]));
  const add = (invoiceId: string | null, amount: Decimal.Value) => {
    if (invoiceId !== null) left.set(invoiceId, (left.get(invoiceId) ?? new Decimal(0)).plus(amount));
  };
  const refused = new Map<string, RefusedRecord>();
  const cancelled = new Set<string>();
  const placed: Placed[] = [];
  for (const { invoiceId, amount } of old) add(invoiceId, amount);
  // Reductions come first, because they can make room for the rest.
  const rank = (payment: KnownPayment) => (payment.cancelled === true ? 0 : known.has(payment.externalId) ? 1 : 2);
  for (const payment of [...changed].sort((one, other) => rank(one) - rank(other))) {
    const before = known.get(payment.externalId);
    const refuse = (problem: string, code: string) => refused.set(payment.externalId, { problem, code });
    const words = say('Payment {externalId} of {amount}', { externalId: payment.externalId, amount: showMoney(payment.amount) });
    if (payment.cancelled === true) {
      if (before !== undefined) cancelled.add(before.externalId);
      if (before !== undefined) add(before.invoiceId, before.amount);
      continue;
    }
    const { invoiceDate: day = null } = payment;
    const alike = byNumber.get(`${payment.ownerId} ${codeKey(payment.invoiceNumber ?? '')}`) ?? [];
    const named = day === null ? alike : alike.filter(({ invoiceDate }) => invoiceDate === day);
    const meant = meantOf(named, before, left);
    const invoice = payment.invoiceNumber === null ? null : meant[0];
    const ordered = invoice === null ? orderMeant(orders, payment.ownerId, payment.poNumber ?? null, before?.orderId) : null;
    if (before !== undefined && before.ownerId !== payment.ownerId) {
      refuse(say('{words} was previously imported for another vendor and stays with that vendor.', { words }), paymentCodes.otherVendor);
    } else if (invoice === undefined) {
      refuse(noInvoice(words, payment.invoiceNumber, day), paymentCodes.invoice);
    } else if (invoice !== null && meant.length > 1) {
      const days = meant.map(({ invoiceDate }) => showDate(invoiceDate));
      refuse(
        say('{words}: the vendor has several invoices with the number {invoiceNumber}, dated {days}. Record the payment in the portal.', {
          words,
          invoiceNumber: payment.invoiceNumber,
          days,
        }),
        paymentCodes.several,
      );
    } else if (Array.isArray(ordered)) {
      refuse(
        say('{words}: the vendor has several orders with the number {poNumber}: {orders}. Record the payment in the portal.', {
          words,
          poNumber: payment.poNumber,
          orders: namesOf(ordered),
        }),
        paymentCodes.severalOrders,
      );
    } else {
      if (before !== undefined) add(before.invoiceId, before.amount);
      const open = invoice === null ? 0 : Decimal.max(0, left.get(invoice.id) ?? 0);
      add(invoice?.id ?? null, Decimal.min(payment.amount, open).negated());
      placed.push({
        ...payment,
        invoiceId: invoice?.id ?? null,
        orderId: ordered?.id ?? null,
        mode: modeOf(payment.mode),
        onlineKind: kindOf(payment),
      });
    }
  }
  return { placed, cancelled, refused };
}

/** Matches the invoices again whose payment changed, because a paid invoice counts first among those of its orders. */
async function comparePaid(db: Database, ids: readonly string[]): Promise<void> {
  const orders = await db.rows<{ id: string }>(sql`
    select id::text from purchase_orders where ${billedBy(withIds(ids))}`);
  await compareAgain(db, { orders: orders.map(({ id }) => id) });
}

/** The invoices that a payment's number refers to: the previously stored one, or else the only one with a balance, or else all. */
function meantOf(named: readonly Invoice[], before: StoredPart | undefined, left: ReadonlyMap<string, Decimal>): readonly Invoice[] {
  const stored = named.filter(({ id }) => id === before?.invoiceId);
  const open = named.filter(({ id }) => left.get(id)?.gt(0));
  return [stored, open].find(({ length }) => length === 1) ?? named;
}

/** The received documents, those of the same payments and those of payments that they can join, with all parts of each payment. */
async function storedParts(db: Database, source: string, payments: readonly KnownPayment[]): Promise<StoredPart[]> {
  const ids = payments.map(({ externalId }) => externalId);
  const wholes = [...new Set(payments.flatMap(({ whole }) => whole?.id ?? []))];
  const patterns = [...ids.map((externalId) => [{ externalId }]), ...wholes.map((whole) => [{ whole }])].map((each) =>
    JSON.stringify(each),
  );
  const transfers = payments.flatMap(({ ownerId, reference, paidOn }) =>
    reference == null ? [] : [{ ownerId, reference: codeKey(reference), paidOn }],
  );
  return db.rows<StoredPart>(sql`
    select payments.id::text, vendor_id::text as "ownerId", order_id::text as "orderId", mode, paid_on as "paidOn", reference, account_last4 as "accountLast4", part.*
    from payments cross join lateral ${partsOfPayment}
    where source = ${source} and reversal_of is null and not is_reversed and payments.id in (
      select id from payments where source = ${source} and external_id = any(${ids}::text[])
      union select id from payments where source = ${source} and part_of = any(${wholes}::text[])
      union select id from payments where parts @> any(${patterns}::jsonb[])
      union select id from payments join jsonb_to_recordset(${storableJson(transfers)}::jsonb) as given("ownerId" bigint, reference text, "paidOn" date)
        on vendor_id = "ownerId" and paid_on = "paidOn" and code_key(payments.reference) = given.reference)
    order by payments.id`);
}

/**
 * Locks what payments change, in the common sequence: their named and settled invoices with the orders, the stored payments, and the vendors'
 * accounts.
 * @returns the invoices, and the ids of those that the stored payments settle, because an amount on account may have been set off.
 */
async function lockedInvoices(
  db: Database,
  payments: readonly KnownPayment[],
  known: readonly StoredPart[],
): Promise<{ invoices: Invoice[]; settled: string[] }> {
  if (payments.length === 0) return { invoices: [], settled: [] };
  const named = payments.filter(({ invoiceNumber }) => invoiceNumber !== null);
  const stored = [...new Set(known.map(({ id }) => id))];
  const found = await db.rows<{ id: string; isNamed: boolean }>(sql`
    select id::text, bool_or(is_named) as "isNamed" from (
      select id, true as is_named from invoices where id = any(${known.map(({ invoiceId }) => invoiceId)}::bigint[])
      union all
      select invoices.id, true from unnest(
          ${named.map(({ ownerId }) => ownerId)}::bigint[], ${named.map(({ invoiceNumber }) => codeKey(invoiceNumber ?? ''))}::text[]) given(owner, code)
        join invoices on vendor_id = owner and code_key(number) = code
      union all
      select invoice_id, false from allocations where payment_id = any(${stored}::bigint[]) and invoice_id is not null) touched
    group by id`);
  const all = found.map(({ id }) => id);
  await lockBilled(db, all);
  await lock(db, 'payments', withIds(stored));
  await lockAccounts(db, [...new Set([...payments, ...known].map(({ ownerId }) => ownerId))]);
  const setOff = await db.first(sql`
    select from allocations where payment_id = any(${stored}::bigint[]) and invoice_id is not null and invoice_id <> all(${all}::bigint[]) limit 1`);
  if (setOff !== undefined) await beginAgain(db, 'the payments settle other invoices');
  const ids = found.filter(({ isNamed }) => isNamed).map(({ id }) => id);
  const payable = await payableOf(db, withInvoiceIds(ids));
  const days = await db.rows<{ id: string; day: string }>(sql`
    select id::text, invoice_date as day from invoices where ${withInvoiceIds(ids)}`);
  const dayOf = new Map(days.map(({ id, day }) => [id, day]));
  return { invoices: payable.map((each) => ({ ...each, invoiceDate: dayOf.get(each.id) ?? '' })), settled: all };
}

const withInvoiceIds = (ids: readonly string[]) => sql`invoices.id = any(${ids}::bigint[])`;

/**
 * Stores returned goods as `storePayments` stores payments, and claims their cost on the invoices. A return that moved to another vendor is
 * refused.
 */
export async function storeReturns(db: Database, source: string, returns: readonly KnownReturn[]): Promise<Stored> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`returns of ${source}`}, 0))`);
  // A user who enters the invoice at this moment waits, because neither would see the other's row.
  const named = returns.filter(({ poNumber, invoiceNumber }) => poNumber === null && invoiceNumber !== null);
  for (const [owner, own] of [...byOwner(named)].toSorted(([one], [other]) => Number(one) - Number(other)))
    await lockNumbers(
      db,
      owner,
      own.map(({ invoiceNumber }) => invoiceNumber),
    );
  const orders = await db.rows<{ id: string }>(sql`
    select id::text from purchase_orders where (vendor_id, code_key(number)) in (
      select owner, code_key(name) from unnest(
        ${returns.map(({ ownerId }) => ownerId)}::bigint[], ${returns.map(({ poNumber }) => poNumber)}::text[]) given(owner, name)
      union all
      select vendor_id, code_key(po_number) from purchase_returns
      where source = ${source} and external_id = any(${returns.map(({ externalId }) => externalId)}::text[]))`);
  const found = await db.rows<{ externalId: string; version: string | null; ownerId: string }>(sql`
    select external_id as "externalId", version, vendor_id::text as "ownerId" from purchase_returns
    where source = ${source} and external_id = any(${returns.map(({ externalId }) => externalId)}::text[])`);
  const known = new Map(found.map((row) => [row.externalId, row]));
  const refused = new Map<string, RefusedRecord>();
  const changed = returns.filter(({ externalId, version, ownerId }) => {
    const before = known.get(externalId);
    if (before?.version === version) return false;
    if (before === undefined || before.ownerId === ownerId) return true;
    const problem = say('Return {externalId} was previously imported for another vendor and stays with that vendor.', { externalId });
    refused.set(externalId, { problem, code: faultCodes.returnOfOther });
    return false;
  });
  const gone = changed.filter(({ cancelled }) => cancelled === true).map(({ externalId }) => externalId);
  const ofThem = (ids: readonly string[]) =>
    sql`purchase_returns.source = ${source} and purchase_returns.external_id = any(${ids}::text[])`;
  const ended = await endClaims(db, ofThem(gone));
  const removed =
    gone.length === 0
      ? 0
      : await db.execute(sql`delete from purchase_returns where source = ${source} and external_id = any(${gone}::text[])`);
  const stored = changed.filter(({ cancelled }) => cancelled !== true);
  if (stored.length > 0) {
    await db.execute(sql`
      insert into purchase_returns (source, external_id, version, vendor_id, po_number, po_date, invoice_number, invoice_date, item_name,
        received_quantity, returned_quantity, remarks, raw)
      select ${source}::text, "externalId", version, "ownerId", "poNumber", "poDate", "invoiceNumber", "invoiceDate", "itemName",
        "receivedQuantity", "returnedQuantity", remarks, raw
      from jsonb_to_recordset(${storableJson(stored)}::jsonb) as handed(
        "externalId" text, version text, "ownerId" bigint, "poNumber" text, "poDate" date, "invoiceNumber" text, "invoiceDate" date,
        "itemName" text, "receivedQuantity" numeric, "returnedQuantity" numeric, remarks text, raw jsonb)
      on conflict (source, external_id) do update set
        version = excluded.version, po_number = excluded.po_number, po_date = excluded.po_date, invoice_number = excluded.invoice_number,
        invoice_date = excluded.invoice_date, item_name = excluded.item_name, received_quantity = excluded.received_quantity,
        returned_quantity = excluded.returned_quantity, remarks = excluded.remarks, raw = excluded.raw, updated_at = clock_timestamp()`);
  }
  const claimed = await claimReturned(db, ofThem(stored.map(({ externalId }) => externalId)));
  const moved = [...orders.map(({ id }) => id), ...ended, ...claimed];
  await compareAgain(db, { orders: [...new Set(moved)] });
  const updated = stored.filter(({ externalId }) => known.has(externalId)).length;
  return { created: stored.length - updated, updated: updated + removed, refused };
}

/** Section 5.5 has two modes; systems have many words for them. */
function modeOf(words: string): 'cheque' | 'online' {
  return /cheque|check|\bchq\b/i.test(words) ? 'cheque' : 'online';
}

/** The kind that the ERP states, or that the name of its mode contains, such as 'NEFT transfer'. */
function kindOf({ mode, onlineKind }: Pick<PulledPayment, 'mode' | 'onlineKind'>): (typeof ONLINE_KINDS)[number] | null {
  if (modeOf(mode) === 'cheque') return null;
  return onlineKind ?? ONLINE_KINDS.find((kind) => new RegExp(`\\b${kind}\\b`, 'i').test(mode)) ?? null;
}
