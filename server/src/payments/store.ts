import { codeKey } from '@aapurti/contract/ground/codeKeys';
import { showDate, showMoney } from '@aapurti/contract/ground/fields';
import { Decimal } from '@aapurti/contract/ground/numbers';
import { amountProblem, messages as paymentMessages } from '@aapurti/contract/payments/payments';
import sql from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import { readControls } from '../controls/controls.ts';
import { type Document, obstaclesTo } from '../controls/duties.ts';
import { recordAudits } from '../audit/audit.ts';
import type { PulledPayment, PulledReturn } from '../erp/records.ts';
import type { Database } from '../database/database.ts';
import { storableJson } from '../database/storable.ts';
import { TOLD_MOST } from '../mail/messages.ts';
import { byOwner, tell } from '../mail/queue.ts';
import { billedBy, compareAgain, lock, lockAccounts, withIds } from '../purchase-orders/lock.ts';
import { claimReturned, endClaims } from '../memos/claims.ts';
import { kindOf, modeOf } from './manner.ts';
import { HELD, type Payable, payableOf } from './payable.ts';

/** `invoiceDate` tells invoices with the same number apart. */
export type KnownPayment = PulledPayment & { ownerId: string; invoiceDate?: string | null };
export type KnownReturn = PulledReturn & { ownerId: string };

/** The result of storing a system's records; `refused` has the reasons by external id. */
interface Stored {
  created: number;
  updated: number;
  refused: ReadonlyMap<string, string>;
}

interface StoredPayment {
  externalId: string;
  version: string | null;
  id: string;
  ownerId: string;
  invoiceId: string | null;
  amount: string;
  mode: string;
  paidOn: string;
}

interface Invoice extends Payable {
  invoiceDate: string;
}

type Placed = KnownPayment & { id: string | null; invoiceId: string | null; mode: 'cheque' | 'online' };

/**
 * Adds a system's payments, changes those of another version, and removes cancelled ones and parts that a payment no longer has, in the
 * caller's transaction. Triggers update the books. Refused are an unknown invoice of the vendor, and a payment that moved to another vendor.
 * What a system paid beyond the balance of an invoice stands on account.
 * @param more.isByRules a person loads them: no more than is payable.
 */
export async function storePayments(
  db: Database,
  source: string,
  payments: readonly KnownPayment[],
  actor: Actor | null = null,
  { isByRules = false }: { isByRules?: boolean } = {},
): Promise<Stored & { excessive: ReadonlySet<string> }> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`payments of ${source}`}, 0))`);
  const known = await storedPayments(db, source, payments);
  const changed = payments.filter(({ externalId, version }) => known.get(externalId)?.version !== version);
  const old = await oldParts(db, source, changed, known);
  const invoices = await lockedInvoices(db, changed, [...known.values(), ...old]);
  const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  const byNumber = new Map<string, Invoice[]>();
  for (const invoice of invoices) {
    const name = `${invoice.ownerId} ${codeKey(invoice.number)}`;
    byNumber.set(name, [...(byNumber.get(name) ?? []), invoice]);
  }
  const left = new Map(invoices.map((invoice) => [invoice.id, new Decimal(invoice.balance).minus(isByRules ? invoice.held : 0)]));
  // The vendor as a whole is owed so much, where the settings let no more be paid.
  const rooms = new Map(
    invoices.flatMap(({ ownerId, isControlled, owed, heldOfAll }) =>
      isByRules && isControlled ? [[ownerId, new Decimal(owed).minus(heldOfAll)]] : [],
    ),
  );
  const add = (invoiceId: string | null, amount: Decimal.Value) => {
    if (invoiceId === null) return;
    left.set(invoiceId, (left.get(invoiceId) ?? new Decimal(0)).plus(amount));
    const ownerId = byId.get(invoiceId)?.ownerId ?? '';
    const room = rooms.get(ownerId);
    if (room !== undefined) rooms.set(ownerId, room.plus(amount));
  };

  const unpaid = isByRules ? await unpaidOpenings(db, changed) : null;
  const refused = new Map<string, string>();
  const excessive = new Set<string>();
  const gone: StoredPayment[] = [...old];
  for (const { invoiceId, amount } of old) add(invoiceId, amount);
  const stored: Placed[] = [];
  // Reductions come first, since they may make room for the rest.
  const rank = (payment: KnownPayment) => (payment.cancelled === true ? 0 : known.has(payment.externalId) ? 1 : 2);
  for (const payment of [...changed].sort((one, other) => rank(one) - rank(other))) {
    const before = known.get(payment.externalId);
    const words = `Payment ${payment.externalId} of ${showMoney(payment.amount)}`;
    if (payment.cancelled === true) {
      if (before !== undefined) gone.push(before);
      if (before !== undefined) add(before.invoiceId, before.amount);
      continue;
    }
    const { invoiceDate: day = null } = payment;
    const alike = byNumber.get(`${payment.ownerId} ${codeKey(payment.invoiceNumber ?? '')}`) ?? [];
    const named = day === null ? alike : alike.filter(({ invoiceDate }) => invoiceDate === day);
    const meant = meantOf(named, before, left);
    const invoice = payment.invoiceNumber === null ? null : meant[0];
    if (before !== undefined && before.ownerId !== payment.ownerId) {
      refused.set(payment.externalId, `${words} came for another vendor before, and stays that vendor's.`);
    } else if (invoice === undefined) {
      refused.set(
        payment.externalId,
        `${words}: the vendor has no invoice ${payment.invoiceNumber}${day === null ? '' : ` of ${showDate(day)}`} here.`,
      );
    } else if (invoice !== null && meant.length > 1) {
      const days = meant.map(({ invoiceDate }) => showDate(invoiceDate)).join(', ');
      refused.set(
        payment.externalId,
        `${words}: the vendor has several invoices ${payment.invoiceNumber}, dated ${days}. Record it in the portal.`,
      );
    } else {
      if (before !== undefined) add(before.invoiceId, before.amount);
      const open = invoice === null ? null : Decimal.max(0, left.get(invoice.id) ?? 0);
      const balance = open === null ? null : Decimal.max(0, Decimal.min(open, rooms.get(payment.ownerId) ?? open));
      const isMore = before === undefined || before.invoiceId !== invoice?.id || new Decimal(before.amount).lt(payment.amount);
      const reason = isByRules && isMore && invoice !== null ? invoice.why : null;
      // A payment that is not allowed at all is refused as such, and not for its amount, as by the form.
      const opening = invoice === null ? unpaid?.get(payment.ownerId) : undefined;
      const beyond = before?.invoiceId === null ? new Decimal(payment.amount).minus(before.amount) : new Decimal(payment.amount);
      if (opening !== undefined && beyond.gt(opening)) {
        if (before !== undefined) add(before.invoiceId, new Decimal(before.amount).negated());
        excessive.add(payment.externalId);
        refused.set(payment.externalId, paymentMessages.aboveOpening(showMoney(opening.toFixed(2))));
      } else if (invoice !== null && reason !== null) {
        if (before !== undefined) add(before.invoiceId, new Decimal(before.amount).negated());
        refused.set(payment.externalId, HELD[reason](invoice.number));
      } else if (isByRules && isMore && balance !== null && balance.lt(payment.amount)) {
        if (before !== undefined) add(before.invoiceId, new Decimal(before.amount).negated());
        excessive.add(payment.externalId);
        refused.set(payment.externalId, amountProblem(payment.amount, balance) ?? words);
      } else {
        add(invoice?.id ?? null, Decimal.min(payment.amount, open ?? 0).negated());
        if (opening !== undefined) unpaid?.set(payment.ownerId, opening.minus(beyond));
        stored.push({
          ...payment,
          id: before?.id ?? null,
          invoiceId: invoice?.id ?? null,
          mode: modeOf(payment.mode),
          onlineKind: kindOf(payment),
        });
      }
    }
  }
  if (isByRules && actor !== null) {
    for (const [externalId, { message }] of await obstaclesTo(db, actor, 'pay', 'payments', stored.map(documentOf))) {
      refused.set(externalId, message);
      stored.splice(
        stored.findIndex((each) => each.externalId === externalId),
        1,
      );
    }
  }
  const numberOf = (invoiceId: string | null) => (invoiceId === null ? null : (byId.get(invoiceId)?.number ?? null));
  const told = ({ amount, mode, paidOn, invoiceId }: Pick<StoredPayment, 'amount' | 'mode' | 'paidOn' | 'invoiceId'>) => ({
    amount: new Decimal(amount).toFixed(2),
    paymentMode: mode,
    paymentDate: paidOn,
    invoice: numberOf(invoiceId),
  });
  if (gone.length > 0) await db.execute(sql`delete from payments where id = any(${gone.map(({ id }) => id)}::bigint[])`);
  const updated = stored.filter(({ id }) => id !== null);
  const created = stored.filter(({ id }) => id === null);
  await changePayments(db, updated);
  const ids = await insertPayments(db, source, created);
  if (!isByRules) await placeRest(db, invoices);
  const entry = { actor, entity: 'payment' as const };
  await recordAudits(db, [
    ...gone.map((each) => ({ ...entry, ownerId: each.ownerId, action: 'payment.remove', entityId: each.id, before: told(each) })),
    ...updated.map((each) => {
      const before = known.get(each.externalId);
      const beforeTold = before && { before: told(before) };
      return { ...entry, ownerId: each.ownerId, action: 'payment.change', entityId: each.id ?? '', ...beforeTold, after: told(each) };
    }),
    ...created.map((each) => ({
      ...entry,
      ownerId: each.ownerId,
      action: 'payment.create',
      entityId: ids.get(each.externalId) ?? '',
      after: { ...told(each), source, externalId: each.externalId },
    })),
  ]);
  await comparePaid(db, [...gone, ...stored, ...updated.flatMap(({ externalId }) => known.get(externalId) ?? [])]);
  await tellPaid(db, created, numberOf);
  return { created: created.length, updated: updated.length + gone.length, refused, excessive };
}

/** A payment of a sheet, for the check of duties and limits. */
const documentOf = ({ externalId, invoiceId, invoiceNumber, amount }: Placed): Document => ({
  key: externalId,
  entity: invoiceId === null ? 'payment' : 'invoice',
  id: invoiceId ?? '0',
  name: invoiceNumber === null ? 'a payment on account' : `invoice ${invoiceNumber}`,
  amount: new Decimal(amount).toFixed(2),
});

/**
 * The amounts that may be paid without an invoice, by vendor: what is left of the opening balance. Nothing where the controls do not limit
 * what is paid on account. A sheet names no order, so it pays no advance.
 */
async function unpaidOpenings(db: Database, payments: readonly KnownPayment[]): Promise<Map<string, Decimal> | null> {
  const { duties, advancePercent } = await readControls(db);
  if (!duties && advancePercent === null) return null;
  const owners = [...new Set(payments.map(({ ownerId }) => ownerId))];
  const rows = await db.rows<{ owner: string; left: string }>(sql`
    select owner::text, greatest(0, -coalesce(sum(amount), 0)) as left
    from unnest(${owners}::bigint[]) owner left join allocations on vendor_id = owner and invoice_id is null group by owner`);
  return new Map(rows.map(({ owner, left }) => [owner, new Decimal(left)]));
}

/** Settles invoices that have room again with what their payments from a system had on account. */
async function placeRest(db: Database, invoices: readonly Invoice[]): Promise<void> {
  const rests = await db.rows<{ id: string; invoice: string; rest: string; balance: string }>(sql`
    select payments.id::text, payments.invoice_id::text as invoice, sum(allocations.amount) as rest, balance
    from payments join allocations on payment_id = payments.id and allocations.invoice_id is null join invoices on invoices.id = payments.invoice_id
    where payments.invoice_id = any(${invoices.map(({ id }) => id)}::bigint[]) and source <> 'portal' and balance > 0
    group by payments.id, payments.invoice_id, balance having sum(allocations.amount) > 0 order by payments.id`);
  const left = new Map(rests.map(({ invoice, balance }) => [invoice, new Decimal(balance)]));
  for (const { id, invoice, rest } of rests) {
    const room = left.get(invoice) ?? new Decimal(0);
    const part = Decimal.min(room, rest);
    if (part.lte(0)) continue;
    left.set(invoice, room.minus(part));
    await db.execute(
      sql`select place_credit(${id}::bigint, null, ${invoice}::bigint, ${part.toFixed(2)}::numeric, paid_on) from payments where id = ${id}`,
    );
  }
}

/** A paid invoice counts first among those of its orders, and one that is no longer paid does not. */
async function comparePaid(db: Database, payments: readonly { invoiceId: string | null }[]): Promise<void> {
  const ids = payments.flatMap(({ invoiceId }) => invoiceId ?? []);
  const orders = await db.rows<{ id: string }>(sql`
    select id::text from purchase_orders where ${billedBy(withIds(ids))}`);
  await compareAgain(db, { orders: orders.map(({ id }) => id) });
}

/** The invoices with a number that a payment means: the one it was stored on before, else the only one with a balance, else all. */
function meantOf(named: readonly Invoice[], before: StoredPayment | undefined, left: ReadonlyMap<string, Decimal>): readonly Invoice[] {
  const stored = named.filter(({ id }) => id === before?.invoiceId);
  const open = named.filter(({ id }) => left.get(id)?.gt(0));
  return [stored, open].find(({ length }) => length === 1) ?? named;
}

/** Mails each vendor about its new payments. */
async function tellPaid(db: Database, payments: readonly Placed[], numberOf: (invoiceId: string | null) => string | null): Promise<void> {
  await tell(
    db,
    [...byOwner(payments)].map(([vendorId, own]) => ({
      kind: 'payments',
      vendorId,
      content: {
        count: own.length,
        total: own.reduce((all, { amount }) => all.plus(amount), new Decimal(0)).toFixed(2),
        payments: own.slice(0, TOLD_MOST).map(({ amount, mode, paidOn, invoiceId }) => ({
          invoice: numberOf(invoiceId),
          amount: new Decimal(amount).toFixed(2),
          mode,
          paidOn,
        })),
      },
    })),
  );
}

const storedColumns = sql`
  external_id as "externalId", version, payments.id::text, vendor_id::text as "ownerId", invoice_id::text as "invoiceId", amount, mode,
  paid_on as "paidOn"`;

/** Stored parts that their payments no longer have, such as one on account that is now for an invoice. */
async function oldParts(
  db: Database,
  source: string,
  payments: readonly KnownPayment[],
  known: ReadonlyMap<string, StoredPayment>,
): Promise<StoredPayment[]> {
  const wholes = new Map(payments.flatMap(({ whole }) => (whole === undefined ? [] : [[whole.id, whole] as const])));
  if (wholes.size === 0) return [];
  const rows = await db.rows<StoredPayment & Record<string, unknown>>(sql`
    select ${storedColumns}
    from payments join jsonb_to_recordset(${storableJson([...wholes.values()])}::jsonb) as whole(id text, parts jsonb) on whole.id = part_of
    where source = ${source} and not whole.parts ? external_id`);
  return rows.filter(({ externalId }) => !known.has(externalId));
}

async function storedPayments(db: Database, source: string, payments: readonly KnownPayment[]): Promise<Map<string, StoredPayment>> {
  const rows = await db.rows<StoredPayment & Record<string, unknown>>(sql`
    select ${storedColumns}
    from payments where source = ${source} and external_id = any(${payments.map(({ externalId }) => externalId)}::text[])`);
  return new Map(rows.map((row) => [row.externalId, row]));
}

/** Locks the invoices that payments name or named, so that no other payment changes them meanwhile. */
async function lockedInvoices(db: Database, payments: readonly KnownPayment[], known: readonly StoredPayment[]): Promise<Invoice[]> {
  if (payments.length === 0) return [];
  const named = payments.filter(({ invoiceNumber }) => invoiceNumber !== null);
  const which = sql`(
    invoices.id = any(${known.map(({ invoiceId }) => invoiceId)}::bigint[])
    or (vendor_id, code_key(number)) in (
      select owner, code_key(name) from unnest(
        ${named.map(({ ownerId }) => ownerId)}::bigint[], ${named.map(({ invoiceNumber }) => invoiceNumber)}::text[]) given(owner, name)))`;
  await lock(db, 'purchase_orders', billedBy(which));
  const ids = await lock(db, 'invoices', which);
  await lockAccounts(db, [...new Set(payments.map(({ ownerId }) => ownerId))]);
  const found = await payableOf(db, sql`invoices.id = any(${ids}::bigint[])`);
  const days = await db.rows<{ id: string; day: string }>(sql`
    select id::text, invoice_date as day from invoices where id = any(${ids}::bigint[])`);
  const dayOf = new Map(days.map(({ id, day }) => [id, day]));
  return found.map((each) => ({ ...each, invoiceDate: dayOf.get(each.id) ?? '' }));
}

const handed = (payments: readonly Placed[]) => storableJson(payments);

const numberOfInvoice = sql`(select number from invoices where invoices.id = handed."invoiceId")`;

async function changePayments(db: Database, payments: readonly Placed[]): Promise<void> {
  if (payments.length === 0) return;
  await db.execute(sql`
    update payments set invoice_id = handed."invoiceId", invoice_number = ${numberOfInvoice}, amount = handed.amount, mode = handed.mode, remarks = handed.remarks,
      reference = coalesce(handed.reference, handed.raw ->> 'reference'), online_kind = handed."onlineKind", account_last4 = handed."accountLast4", paid_on = handed."paidOn", version = handed.version, raw = handed.raw
    from jsonb_to_recordset(${handed(payments)}::jsonb) as handed(
      id bigint, "invoiceId" bigint, amount numeric, mode text, "onlineKind" text, reference text, "accountLast4" text, remarks text, "paidOn" date, version text, raw jsonb)
    where payments.id = handed.id`);
}

/** @returns their ids here, by the system's. */
async function insertPayments(db: Database, source: string, payments: readonly Placed[]): Promise<Map<string, string>> {
  if (payments.length === 0) return new Map();
  const rows = await db.rows<{ id: string; externalId: string }>(sql`
    insert into payments (vendor_id, invoice_id, invoice_number, amount, mode, remarks, paid_on, source, external_id, version, raw, part_of, reference, online_kind, account_last4)
    select "ownerId", "invoiceId", ${numberOfInvoice}, amount, mode, remarks, "paidOn", ${source}::text, "externalId", version, raw, whole ->> 'id',
      coalesce(reference, raw ->> 'reference'), "onlineKind", "accountLast4"
    from jsonb_to_recordset(${handed(payments)}::jsonb) as handed(
      "ownerId" bigint, "invoiceId" bigint, amount numeric, mode text, "onlineKind" text, reference text, "accountLast4" text, remarks text, "paidOn" date, "externalId" text, version text, raw jsonb, whole jsonb)
    returning id::text, external_id as "externalId"`);
  return new Map(rows.map(({ id, externalId }) => [externalId, id]));
}

/** Stores returned goods as `storePayments` does, and claims what they cost on their invoices. Refused is a return that moved to another vendor. */
export async function storeReturns(db: Database, source: string, returns: readonly KnownReturn[]): Promise<Stored> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`returns of ${source}`}, 0))`);
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
  const refused = new Map<string, string>();
  const changed = returns.filter(({ externalId, version, ownerId }) => {
    const before = known.get(externalId);
    if (before?.version === version) return false;
    if (before === undefined || before.ownerId === ownerId) return true;
    refused.set(externalId, `Return ${externalId} came for another vendor before, and stays that vendor's.`);
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
