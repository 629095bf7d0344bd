import { Decimal } from '@aapurti/contract/ground/numbers';
import { sheetMessages } from '@aapurti/contract/payments/paymentSheet';
import sql from 'sql-template-tag';

import { recordAudits } from '../audit/audit.ts';
import type { PulledPayment } from '../erp/records.ts';
import type { Database } from '../database/database.ts';
import { storableJson } from '../database/storable.ts';
import { TOLD_MOST } from '../mail/messages.ts';
import { byOwner, tell } from '../mail/queue.ts';
import { giveBackClaims, takeClaims } from '../memos/taken.ts';
import { paidInvoices, toldInvoices } from './advice.ts';
import type { Payable } from './payable.ts';

/** `invoiceDate` tells invoices with the same number apart. */
export type KnownPayment = PulledPayment & { ownerId: string; invoiceDate?: string | null };

/** A document of the ERP, as a part of its payment. */
export interface Part {
  externalId: string;
  version: string | null;
  /** The ERP's payment that the part belongs to. */
  whole: string | null;
  invoiceId: string | null;
  amount: string;
  raw: unknown;
}

/** A part with the payment that is stored with it. */
export interface StoredPart extends Part, Record<string, unknown> {
  id: string;
  ownerId: string;
  orderId: string | null;
  reference: string | null;
  accountLast4: string | null;
  mode: string;
  paidOn: string;
}

export interface Invoice extends Payable {
  invoiceDate: string;
}

/** A document of the ERP with its invoice and order in the portal. */
export type Placed = KnownPayment & { invoiceId: string | null; orderId: string | null; mode: 'cheque' | 'online' };

/** A payment in the portal: the documents of one transfer. */
export interface Home {
  id: string | null;
  ownerId: string;
  orderId: string | null;
  parts: Part[];
  before: readonly StoredPart[];
  /** The latest document, which sets the day, mode, kind, reference and account. */
  head: Placed | null;
}

/** The changed payments, and the data that decided about them. */
interface Writing {
  source: string;
  touched: readonly Home[];
  cancelled: ReadonlySet<string>;
  invoices: readonly Invoice[];
  numberOf: (invoiceId: string | null) => string | null;
}

/** Writes and logs the changed payments, and e-mails the vendors about new ones. */
export async function writePayments(db: Database, { source, touched, cancelled, invoices, numberOf }: Writing): Promise<void> {
  const [ended, kept] = [touched.filter(({ parts }) => parts.length === 0), touched.filter(({ parts }) => parts.length > 0)];
  const isBack = ({ before }: Home) => before.some(({ externalId }) => cancelled.has(externalId));
  const idsOf = (homes: readonly Home[]) => homes.flatMap(({ id }) => id ?? []);
  const removed = ended.filter((home) => !isBack(home));
  const other = kept.filter(({ parts, before }) => splitOf(parts) !== splitOf(before));
  await giveBackClaims(db, null, sql`taken_by = any(${idsOf([...ended, ...other])}::bigint[])`);
  if (removed.length > 0) await db.execute(sql`delete from payments where id = any(${idsOf(removed)}::bigint[])`);
  const reversals = await reverseAll(db, idsOf(ended.filter(isBack)));
  const updated = kept.filter(({ id }) => id !== null);
  await changePayments(db, updated);
  const created = await insertPayments(
    db,
    source,
    kept.filter(({ id }) => id === null),
  );
  await placeRest(db, source, invoices);
  await takeClaims(db, null, [...idsOf(other), ...created.map(({ id }) => id)]);
  const told = (parts: readonly Part[], { mode, paidOn }: { mode: string; paidOn: string }) => ({
    amount: Decimal.sum(0, ...parts.map(({ amount }) => amount)).toFixed(2),
    paymentMode: mode,
    paymentDate: paidOn,
    invoice: [...new Set(parts.flatMap(({ invoiceId }) => numberOf(invoiceId) ?? []))].join(', ') || null,
  });
  const entry = { actor: null, entity: 'payment' as const };
  const was = ({ before }: Home) => told(before, before[0] ?? { mode: '', paidOn: '' });
  await recordAudits(db, [
    ...removed.map((home) => ({ ...entry, ownerId: home.ownerId, action: 'payment.remove', entityId: home.id ?? '', before: was(home) })),
    ...ended.filter(isBack).map((home) => ({
      ...entry,
      ownerId: home.ownerId,
      action: 'payment.reverse',
      entityId: reversals.get(home.id ?? '') ?? '',
      before: was(home),
      after: { reason: sheetMessages.cancelledInSystem },
    })),
    ...updated.map((home) => {
      const after = told(home.parts, home.head ?? home.before[0] ?? { mode: '', paidOn: '' });
      return { ...entry, ownerId: home.ownerId, action: 'payment.change', entityId: home.id ?? '', before: was(home), after };
    }),
    ...created.map(({ id, home, head }) => ({
      ...entry,
      ownerId: home.ownerId,
      action: 'payment.create',
      entityId: id,
      after: { ...told(home.parts, head), source, externalId: home.parts.map(({ externalId }) => externalId).join(', ') },
    })),
  ]);
  await tellPaid(
    db,
    created.map(({ id, home, head }) => ({ id, ownerId: home.ownerId, reference: head.reference ?? null, ...told(home.parts, head) })),
  );
}

/** Reverses payments that the ERP cancelled, dated today. @returns the ids of the reversals by payment id. */
async function reverseAll(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  await db.execute(sql`update payments set is_reversed = true where id = any(${ids}::bigint[])`);
  const rows = await db.rows<{ id: string; of: string }>(sql`
    insert into payments (vendor_id, invoice_id, invoice_number, amount, mode, online_kind, reference, account_last4, remarks, paid_on, source,
      reversal_of, reverse_reason, order_id)
    select vendor_id, invoice_id, invoice_number, -amount, mode, online_kind, reference, account_last4, remarks,
      greatest(paid_on, (now() at time zone 'Asia/Kolkata')::date), source, id, ${sheetMessages.cancelledInSystem}, order_id
    from payments where id = any(${ids}::bigint[]) order by payments.id returning id::text, reversal_of::text as of`);
  return new Map(rows.map(({ id, of }) => [of, id]));
}

/**
 * The documents of a stored payment: a single one is in the payment's own columns, several are in `parts`. It reads the table `payments` of
 * its query.
 */
export const partsOfPayment = sql`jsonb_to_recordset(coalesce(payments.parts, jsonb_build_array(jsonb_build_object('externalId', payments.external_id,
  'version', payments.version, 'whole', payments.part_of, 'invoiceId', payments.invoice_id::text, 'amount', payments.amount::text, 'raw', payments.raw))))
  as part("externalId" text, version text, whole text, "invoiceId" text, amount text, raw jsonb)`;

/** Settles invoices whose balance has grown with the on-account amounts of their ERP payments. */
async function placeRest(db: Database, source: string, invoices: readonly Invoice[]): Promise<void> {
  const ids = invoices.map(({ id }) => id);
  const rests = await db.rows<{ id: string; invoice: string; wanted: string; rest: string; balance: string }>(sql`
    select payments.id::text, named.invoice::text, named.amount - coalesce((
        select sum(settled.amount) from allocations settled where payment_id = payments.id and settled.invoice_id = named.invoice), 0) as wanted, rest.amount as rest, balance
    from payments
      join lateral (select sum(open.amount) as amount from allocations open where payment_id = payments.id and open.invoice_id is null) rest on rest.amount > 0
      join lateral (select "invoiceId"::bigint as invoice, sum(part.amount::numeric) as amount from ${partsOfPayment} group by 1) named on true
      join invoices on invoices.id = named.invoice
    where payments.source = ${source} and payments.reversal_of is null and not payments.is_reversed and balance > 0 and payments.id in (
        select id from payments where invoice_id = any(${ids}::bigint[])
        union all
        select id from payments where parts @> any(${ids.map((id) => JSON.stringify([{ invoiceId: id }]))}::jsonb[]))
    order by payments.id, invoices.id`);
  const left = new Map(rests.map(({ invoice, balance }) => [invoice, new Decimal(balance)]));
  const onAccount = new Map(rests.map(({ id, rest }) => [id, new Decimal(rest)]));
  for (const { id, invoice, wanted } of rests) {
    const [room, rest] = [left.get(invoice) ?? 0, onAccount.get(id) ?? 0];
    const part = Decimal.min(room, rest, wanted);
    if (part.lte(0)) continue;
    left.set(invoice, new Decimal(room).minus(part));
    onAccount.set(id, new Decimal(rest).minus(part));
    await db.execute(
      sql`select place_credit(${id}::bigint, null, ${invoice}::bigint, ${part.toFixed(2)}::numeric, paid_on) from payments where id = ${id}`,
    );
  }
}

/** Mails each vendor about its new payments. */
async function tellPaid(
  db: Database,
  payments: readonly {
    id: string;
    ownerId: string;
    amount: string;
    invoice: string | null;
    paymentMode: string;
    paymentDate: string;
    reference: string | null;
  }[],
): Promise<void> {
  const invoices = await paidInvoices(
    db,
    payments.map(({ id }) => id),
  );
  await tell(
    db,
    [...byOwner(payments)].map(([vendorId, own]) => ({
      kind: 'payments',
      vendorId,
      content: {
        count: own.length,
        total: Decimal.sum(0, ...own.map(({ amount }) => amount)).toFixed(2),
        payments: own.slice(0, TOLD_MOST).map(({ id, invoice, amount, paymentMode: mode, paymentDate: paidOn, reference }) => ({
          invoice,
          amount,
          mode,
          paidOn,
          reference,
          ...toldInvoices(invoices.get(id), amount),
        })),
      },
    })),
  );
}

/** The rows to write: a single document in the columns of the payment, several as `parts`. */
const handed = (homes: readonly Home[]) =>
  storableJson(
    homes.map(({ id, ownerId, orderId, parts, head }) => {
      const [first, ...others] = parts;
      const only = others.length === 0 ? first : undefined;
      const amount = Decimal.sum(0, ...parts.map((part) => part.amount)).toFixed(2);
      const content = { id, ownerId, orderId, amount, ...only, parts: only === undefined ? parts : null, isCame: head !== null };
      if (head === null) return { ...content, amount };
      const { mode, remarks, paidOn, onlineKind, accountLast4, reference } = head;
      return { ...content, amount, mode, remarks, paidOn, onlineKind, accountLast4, reference };
    }),
  );

const numberOfInvoice = sql`(select number from invoices where invoices.id = handed."invoiceId")`;
const rows = (homes: readonly Home[]) => sql`jsonb_to_recordset(${handed(homes)}::jsonb) as handed(
  id bigint, "ownerId" bigint, "orderId" bigint, amount numeric, "externalId" text, version text, whole text, "invoiceId" bigint, raw jsonb, parts jsonb, "isCame" boolean,
  mode text, remarks text, "paidOn" date, "onlineKind" text, "accountLast4" text, reference text)`;

const splitOf = (parts: readonly Part[]) =>
  parts
    .map(({ invoiceId, amount }) => `${invoiceId ?? ''} ${Number(amount)}`)
    .sort()
    .join();

async function changePayments(db: Database, homes: readonly Home[]): Promise<void> {
  if (homes.length === 0) return;
  // The trigger allocates the amount of a single document; the invoices of several are allocated again.
  const anew = homes.filter(({ parts, before }) => (parts.length > 1 || before.length > 1) && splitOf(parts) !== splitOf(before));
  await db.execute(sql`delete from allocations where payment_id = any(${anew.flatMap(({ id }) => id ?? [])}::bigint[])`);
  await db.execute(sql`
    update payments set invoice_id = handed."invoiceId", invoice_number = ${numberOfInvoice}, amount = handed.amount, external_id = handed."externalId",
      version = handed.version, part_of = handed.whole, raw = handed.raw, parts = handed.parts, order_id = handed."orderId",
      mode = case when "isCame" then handed.mode else payments.mode end, remarks = case when "isCame" then handed.remarks else payments.remarks end,
      reference = case when "isCame" then coalesce(handed.reference, handed.raw ->> 'reference') else payments.reference end,
      online_kind = case when "isCame" then handed."onlineKind" else payments.online_kind end,
      account_last4 = case when "isCame" then handed."accountLast4" else payments.account_last4 end,
      paid_on = case when "isCame" then handed."paidOn" else payments.paid_on end
    from ${rows(homes)} where payments.id = handed.id`);
}

/** @returns the new payments with their ids. */
async function insertPayments(db: Database, source: string, homes: readonly Home[]): Promise<{ id: string; home: Home; head: Placed }[]> {
  const made: { id: string; home: Home; head: Placed }[] = [];
  if (homes.length === 0) return made;
  const ids = await db.rows<{ id: string; first: string }>(sql`
    insert into payments (vendor_id, invoice_id, invoice_number, amount, mode, remarks, paid_on, source, external_id, version, raw, parts, part_of, reference, online_kind,
      account_last4, order_id)
    select "ownerId", "invoiceId", ${numberOfInvoice}, amount, mode, remarks, "paidOn", ${source}::text, "externalId", version, raw, parts, whole,
      coalesce(reference, raw ->> 'reference'), "onlineKind", "accountLast4", "orderId"
    from ${rows(homes)}
    returning id::text, coalesce(external_id, parts -> 0 ->> 'externalId') as first`);
  const byFirst = new Map(ids.map(({ id, first }) => [first, id]));
  for (const home of homes) {
    const id = byFirst.get(home.parts[0]?.externalId ?? '');
    if (id !== undefined && home.head !== null) made.push({ id, home, head: home.head });
  }
  return made;
}
