import { codeKey } from '@aapurti/contract/ground/codeKeys';
import { showDate, showMoney } from '@aapurti/contract/ground/fields';
import { Decimal } from '@aapurti/contract/ground/numbers';
import { PARTS_MAX, type Payment } from '@aapurti/contract/payments/payments';
import { messages, paymentCodes } from '@aapurti/contract/payments/paymentMessages';
import { sheetMessages, type SHEET_KINDS } from '@aapurti/contract/payments/paymentSheet';
import { say } from '@aapurti/contract/ground/template';
import sql from 'sql-template-tag';

import { noInvoice } from './unmeant.ts';

import type { Actor } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import { readControls } from '../settings/controls.ts';
import type { Database } from '../database/database.ts';
import { coded, codeOf, Refusal } from '../ground/refusal.ts';
import { lock, lockAccounts, lockBilled, withIds } from '../purchase-orders/lock.ts';
import { namesOf, orderMeant, ordersAdvanced, type NamedOrders } from './advancedOrders.ts';
import { PartRefusal, pay, type Paying, reverse, tellPaid } from './pay.ts';
import { askAdvance } from './reported.ts';
import { waitingForCredits } from './setOff.ts';

/** A row of a payment: an invoice, or an amount on account. */
export interface SheetPart {
  row: number;
  invoiceNumber: string | null;
  invoiceDate: string | null;
  amount: string;
}

/** The rows of one reference: one payment, one advance, or the reversal of a payment. */
export interface SheetPayment {
  kind: (typeof SHEET_KINDS)[number];
  owner: string;
  reference: string;
  /** The number of the order of an advance. */
  poNumber: string | null;
  /** The reason for a reversal. */
  reason: string | null;
  form: Paying['form'] & { paymentDate: string; reference: string };
  parts: readonly [SheetPart, ...SheetPart[]];
  /** A digest of the content. */
  version: string;
}

/** An error in a row, at one of its fields. */
export interface SheetFault {
  row: number;
  field: 'amount' | 'invoiceNumber' | 'reference' | 'poNumber' | 'paidOn' | 'onlineKind';
  message: string;
  /** The name of the rule, for programs. */
  code: string | undefined;
}

/** The vendor's payment with a reference. */
interface Recorded extends Record<string, unknown> {
  id: string;
  name: string;
  version: string | null;
  orderId: string | null;
  amount: string;
  day: string;
  form: string;
  isReversed: boolean;
  reversedOn: string | null;
  reason: string | null;
  /** True for an advance that waits for another user. */
  isAsked: boolean;
  /** The invoice number, invoice date and amount of a payment that came from a single row; only uploads before migration 0121 have it. */
  row: string | null;
}

/** An invoice or an order that rows name. */
interface Named extends Record<string, unknown> {
  id: string;
  name: string;
  day: string;
  isOpen: boolean;
}

/** The errors and changes of a sheet so far. */
interface State {
  ctx: Pick<Context, 'clock'>;
  tx: Database;
  actor: Actor;
  /** True with separation of duties: an advance then waits for another user. */
  duties: boolean;
  invoices: ReadonlyMap<string, readonly Named[]>;
  orders: NamedOrders;
  recorded: Map<string, readonly Recorded[]>;
  made: Map<string, Payment[]>;
  created: number;
  faults: SheetFault[];
}

const nameOf = (owner: string, code: string) => `${owner} ${codeKey(code)}`;
const sumOf = (parts: readonly { amount: Decimal.Value }[]) => Decimal.sum(0, ...parts.map(({ amount }) => amount));
const formOf = ({ paymentDate, paymentMode, onlineKind, accountLast4 }: Paying['form']) =>
  [paymentDate, paymentMode, onlineKind ?? '', accountLast4 ?? ''].join(' ');

/**
 * Stores the payments of a sheet one after another, each by the rules of the form. A payment already recorded with the same details is
 * skipped; one recorded with other details is an error, because payments are reversed and never edited.
 * @returns the number of added payments and reversals, and the errors.
 */
export async function storeSheetPayments(
  ctx: Pick<Context, 'clock'>,
  tx: Database,
  actor: Actor,
  payments: readonly SheetPayment[],
): Promise<{ created: number; faults: SheetFault[] }> {
  const invoices = byName(await invoicesOf(tx, payments));
  const orders = await ordersAdvanced(
    tx,
    payments.flatMap(({ owner, poNumber }) => (poNumber === null ? [] : [[owner, poNumber] as const])),
  );
  await lockAll(tx, actor, payments, { invoices: [...invoices.values()].flat(), orders: [...orders.values()].flat().map(({ id }) => id) });
  const { duties } = await readControls(tx);
  const recorded = byName(await recordedOf(tx, payments));
  const state: State = { ctx, tx, actor, duties, invoices, orders, recorded, made: new Map(), created: 0, faults: [] };
  for (const payment of payments) {
    try {
      await (payment.kind === 'reversal' ? takeBack(state, payment) : record(state, payment));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      fault(state, payment, fieldOf(error), error.message, codeOf(error));
    }
  }
  for (const [owner, own] of state.made) await tellPaid(tx, owner, own);
  return state;
}

function fault(
  state: State,
  { parts: [{ row }] }: Pick<SheetPayment, 'parts'>,
  field: SheetFault['field'],
  message: string,
  code: string | undefined,
): void {
  state.faults.push({ row, field, message, code });
}

const knownOf = ({ recorded }: State, { owner, reference }: SheetPayment) => recorded.get(nameOf(owner, reference)) ?? [];

/** Reverses the payment with the reference; does nothing if the same reversal is recorded. @throws Refusal as `reverse`. */
async function takeBack(state: State, payment: SheetPayment): Promise<void> {
  const { owner, reference, reason, form, parts } = payment;
  const known = knownOf(state, payment);
  const taken = { isReversed: true, reversedOn: form.paymentDate, reason };
  const isThis = (each: Recorded) => each.isReversed && each.reversedOn === form.paymentDate && each.reason === reason;
  const live = known.filter(({ isReversed, isAsked }) => !isReversed && !isAsked);
  if (known.some(isThis) && sumOf(known.filter(isThis)).eq(sumOf(parts))) {
    // The row may repeat an earlier reversal, or refer to a later payment of the same amount.
    if (live.length > 0 && sumOf(live).eq(sumOf(parts)))
      fault(state, payment, 'reference', sheetMessages.recordedSince(reference, showDate(form.paymentDate)), paymentCodes.reversed);
    return;
  }
  const sum = sumOf(live);
  if (live.length === 0) {
    const was = known.find(({ isReversed }) => isReversed);
    fault(
      state,
      payment,
      'reference',
      was === undefined ? sheetMessages.notRecorded(reference) : messages.isReversed(showDate(was.day), showMoney(was.amount)),
      was === undefined ? paymentCodes.notRecorded : paymentCodes.reversed,
    );
  } else if (sum.eq(sumOf(parts))) {
    for (const { id } of live) await reverse(state.ctx, state.tx, state.actor, id, { reason: reason ?? '', paymentDate: form.paymentDate });
    state.created += 1;
    state.recorded.set(
      nameOf(owner, reference),
      known.map((each) => (live.includes(each) ? { ...each, ...taken } : each)),
    );
  } else {
    fault(state, payment, 'amount', sheetMessages.reversedWhole(showMoney(sum.toFixed(2))), paymentCodes.reversedWhole);
  }
}

/** Pays, unless the same payment is recorded or was reversed since. @throws Refusal as `pay`. */
async function record(state: State, payment: SheetPayment): Promise<void> {
  const { kind, owner, reference, poNumber, form, parts, version } = payment;
  const order = orderMeant(state.orders, owner, poNumber);
  if (poNumber !== null && order === null) return fault(state, payment, 'poNumber', sheetMessages.noOrder(poNumber), paymentCodes.order);
  if (Array.isArray(order))
    return fault(state, payment, 'poNumber', sheetMessages.severalOrders(poNumber ?? '', namesOf(order)), paymentCodes.severalOrders);
  const orderId = order?.id ?? null;
  const whole = sumOf(parts);
  const known = knownOf(state, payment);
  // A confirmed advance has no version.
  const isSame = (each: Recorded) =>
    each.version === version || (orderId !== null && each.orderId === orderId && each.form === formOf(form) && whole.eq(each.amount));
  if (known.some(isSame) || isRecordedByRows(known, payment)) return;
  const other = known.find(({ isReversed, isAsked, version: stored }) => !isReversed && (isAsked || stored !== null));
  if (other !== undefined) {
    const text = sheetMessages.recordedOtherwise(
      reference,
      showMoney(sumOf(known.filter(({ isReversed }) => !isReversed)).toFixed(2)),
      showDate(other.day),
    );
    return fault(state, payment, 'reference', text, paymentCodes.reference);
  }
  const isAsked = kind === 'advance' && state.duties;
  const id = isAsked
    ? (await askAdvance(state.ctx, state.tx, state.actor, { owner, orderId, amount: whole }, form))._id
    : await payParts(state, payment, orderId);
  if (id === null) return;
  state.created += 1;
  const stored = {
    id,
    name: nameOf(owner, reference),
    version,
    orderId,
    amount: whole.toFixed(2),
    day: form.paymentDate,
    form: formOf(form),
    row: null,
  };
  state.recorded.set(stored.name, [...known, { ...stored, isAsked, isReversed: false, reversedOn: null, reason: null }]);
}

/** True if payments stored per row equal these rows: each invoice with its amount, day, mode and account. */
function isRecordedByRows(known: readonly Recorded[], { kind, form, parts }: SheetPayment): boolean {
  const asRows = known.filter(({ row }) => row !== null);
  const stored = asRows.flatMap(({ row }) => row ?? []).toSorted();
  const rows = parts.map((part) => rowOf(part.invoiceNumber, part.invoiceDate, part.amount)).toSorted();
  return (
    kind === 'payment' &&
    stored.length === rows.length &&
    asRows.every((each) => each.form === formOf(form)) &&
    stored.every((row, place) => row === rows[place])
  );
}

const rowOf = (number: string | null, day: string | null, amount: string) =>
  [number === null ? '' : codeKey(number), day ?? '', new Decimal(amount).toFixed(2)].join(' ');

/** Pays the invoices and the amount on account. @returns the id, or null if every part has an error. */
async function payParts(state: State, payment: SheetPayment, orderId: string | null): Promise<string | null> {
  const { owner, reference, poNumber, form, version } = payment;
  // A retry leaves out one part with an error at a time, so the number of parts is limited.
  if (payment.parts.length > PARTS_MAX)
    throw coded(422, sheetMessages.tooManyParts(reference, payment.parts.length, PARTS_MAX), {
      field: 'reference',
      code: paymentCodes.tooManyParts,
    });
  const parts = payment.parts.map(({ row: _row, ...part }) => part);
  const onAccount = sumOf(parts.filter(({ invoiceNumber }) => invoiceNumber === null));
  const advance = onAccount.isZero() ? {} : { advance: { owner, orderId, amount: onAccount } };
  let meant = payment.parts.flatMap((part) => {
    if (part.invoiceNumber === null) return [];
    const found = meantOf(state.invoices.get(nameOf(owner, part.invoiceNumber)) ?? [], part);
    if ('message' in found) fault(state, { parts: [part] }, 'invoiceNumber', found.message, found.code);
    return 'message' in found ? [] : [{ part, invoiceId: found.id, amount: new Decimal(part.amount) }];
  });
  // Errors of several invoices are collected: each attempt leaves out the invoice with an error, and tries the rest.
  while (meant.length > 0 || !onAccount.isZero()) {
    try {
      const sheet = { version, raw: { reference, poNumber, parts } };
      const made = await pay(state.ctx, state.tx, state.actor, { owner, parts: meant, ...advance, form, sheet });
      state.made.set(owner, [...(state.made.get(owner) ?? []), made]);
      return made._id;
    } catch (error) {
      const wrong = error instanceof PartRefusal ? meant[error.part] : undefined;
      if (!(error instanceof PartRefusal) || wrong === undefined) throw error;
      fault(state, { parts: [wrong.part] }, error.isAmount ? 'amount' : 'invoiceNumber', error.message, codeOf(error));
      meant = meant.filter((each) => each !== wrong);
    }
  }
  return null;
}

/** The invoice that a row refers to: the only one, or else the only one with a balance. */
function meantOf(
  named: readonly Named[],
  { invoiceNumber, invoiceDate, amount }: SheetPart,
): { id: string } | { message: string; code: string } {
  const found = invoiceDate === null ? named : named.filter(({ day }) => day === invoiceDate);
  const open = found.filter(({ isOpen }) => isOpen);
  const [only, ...others] = found.length > 1 && open.length > 0 ? open : found;
  const words = say('This payment of {amount}', { amount: showMoney(amount) });
  if (only === undefined) return { message: noInvoice(words, invoiceNumber, invoiceDate), code: paymentCodes.invoice };
  if (others.length === 0) return { id: only.id };
  const days = [only, ...others].map(({ day }) => showDate(day));
  return {
    code: paymentCodes.several,
    message: say('{words}: the vendor has several invoices with the number {invoiceNumber}, dated {days}. Enter the Invoice Date.', {
      words,
      invoiceNumber,
      days,
    }),
  };
}

const FIELDS: Readonly<Record<string, SheetFault['field']>> = {
  amount: 'amount',
  reference: 'reference',
  orderId: 'poNumber',
  paymentDate: 'paidOn',
  onlineKind: 'onlineKind',
};

/** The field of a refusal that concerns the whole payment. */
function fieldOf({ errors }: Refusal): SheetFault['field'] {
  return FIELDS[Object.keys(errors ?? {})[0] ?? ''] ?? 'amount';
}

function byName<Row extends { name: string }>(rows: readonly Row[]): Map<string, readonly Row[]> {
  const grouped = new Map<string, Row[]>();
  for (const row of rows) grouped.set(row.name, [...(grouped.get(row.name) ?? []), row]);
  return grouped;
}

/** Rows of a query that has vendors and codes as `given(owner, code)`. */
const given = (pairs: readonly (readonly [owner: string, code: string])[]) => sql`
  select distinct owner, code_key(code) as code
  from unnest(${pairs.map(([owner]) => owner)}::bigint[], ${pairs.map(([, code]) => code)}::text[]) pair(owner, code)`;

function invoicesOf(tx: Database, payments: readonly SheetPayment[]): Promise<Named[]> {
  const pairs = payments.flatMap(({ owner, parts }) =>
    parts.flatMap(({ invoiceNumber }) => (invoiceNumber === null ? [] : [[owner, invoiceNumber] as const])),
  );
  return tx.rows<Named>(sql`
    select id::text, owner || ' ' || code as name, invoice_date as day, balance > 0 as "isOpen"
    from (${given(pairs)}) given join invoices on vendor_id = owner and code_key(number) = code order by invoices.id`);
}

/** The payments with these references, reversed ones and pending advances included. */
function recordedOf(tx: Database, payments: readonly SheetPayment[]): Promise<Recorded[]> {
  const form = sql`concat_ws(' ', paid_on, mode, coalesce(online_kind, ''), coalesce(account_last4, ''))`;
  return tx.rows<Recorded>(sql`
    with given as (${given(payments.map(({ owner, reference }) => [owner, reference]))})
    select payments.id::text, owner || ' ' || code as name, payments.version, payments.order_id::text as "orderId", payments.amount::text, payments.paid_on as day,
      ${form} as form, payments.is_reversed as "isReversed", back.day as "reversedOn", back.reason, false as "isAsked",
      case when payments.source = 'embedded' and starts_with(external_id, owner || '/' || code || '/')
        then concat_ws(' ', substr(external_id, length(owner || '/' || code || '/') + 1), coalesce(raw ->> 'invoiceDate', ''), payments.amount) end as row
    from given join payments on vendor_id = owner and code_key(reference) = code and reversal_of is null
      left join lateral (
        select paid_on as day, reverse_reason as reason from payments reversals where reversals.reversal_of = payments.id) back on true
    union all
    select id::text, owner || ' ' || code, null, order_id::text, amount::text, paid_on, ${form}, false, null, null, true, null
    from given join reported_payments on vendor_id = owner and code_key(reference) = code and status = 'reported' and order_id is not null`);
}

interface ToLock {
  invoices: readonly Named[];
  orders: readonly string[];
}

/** Locks everything that the payments of the sheet read and change, in the common sequence, so that no payment locks more later. */
async function lockAll(tx: Database, actor: Actor, payments: readonly SheetPayment[], { invoices, orders }: ToLock): Promise<void> {
  const owners = [...new Set(payments.map(({ owner }) => owner))];
  const reversed = await tx.rows<{ id: string; invoices: string[] }>(sql`
    select payments.id::text, array(
        select distinct invoice_id::text from allocations where payment_id = payments.id and invoice_id is not null) as invoices
    from (${given(payments.flatMap(({ kind, owner, reference }) => (kind === 'reversal' ? [[owner, reference] as const] : [])))}) given
      join payments on vendor_id = owner and code_key(reference) = code and reversal_of is null and not is_reversed`);
  const ids = [...invoices.map(({ id }) => id), ...reversed.flatMap((each) => each.invoices)];
  if (actor.isAdmin) for (const owner of owners) ids.push(...(await waitingForCredits(tx, owner, ids)));
  await lockBilled(tx, [...new Set(ids)], { advanced: orders });
  await lock(tx, 'payments', withIds(reversed.map(({ id }) => id)));
  await lockAccounts(tx, owners);
}
