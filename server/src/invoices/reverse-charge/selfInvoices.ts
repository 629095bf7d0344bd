import { indianDay, showDate } from '@aapurti/contract/ground/fields';
import { isIgst } from '@aapurti/contract/ground/gst';
import { Decimal } from '@aapurti/contract/ground/numbers';
import type { BodyOf } from '@aapurti/contract/ground/operation';
import { lineFigures } from '@aapurti/contract/invoices/invoiceFigures';
import { taxedTwice } from '@aapurti/contract/invoices/matchTaxRules';
import {
  type DueSelfInvoice,
  messages,
  SELF_INVOICE_DAYS,
  selfCodes,
  type SelfInvoice,
  type selfInvoices,
} from '@aapurti/contract/invoices/selfInvoices';
import { reverseChargeOf } from '@aapurti/contract/settings/settings';
import sql, { type Sql } from 'sql-template-tag';

import type { Actor } from '../../ground/actor.ts';
import { recordAudit } from '../../audit/audit.ts';
import type { Context } from '../../context.ts';
import { type Database, isUniqueViolation } from '../../database/database.ts';
import { findRow, findRows, idOf } from '../../database/list.ts';
import { coded, notFound } from '../../ground/refusal.ts';
import { compareAgain, lock, withIds } from '../../purchase-orders/lock.ts';
import { buyerState, partiesOfOrders, supplyOfOrder, taxesIn } from '../../registrations/parties.ts';
import { readSettings } from '../../settings/settings.ts';
import { dueRatesOn } from '../../rates/ofCodes.ts';
import { orderedLines, resolveLines } from '../lines.ts';
import { standingOf } from '../orderFigures.ts';
import { counting } from './issued.ts';

const LISTED_MOST = 100;

/** The most invoices that a refusal names. */
const NAMED_MOST = 5;

/**
 * Goods that arrived from vendors without a registration on the day, under an HSN code of reverse charge, less what self-invoices have of them. The
 * buyer's order has that code, and the item where the order does not: nothing that the vendor writes decides. A number that was used again after
 * a cancellation is another receipt.
 */
function dueLines(prefixes: readonly string[]): Sql {
  const issuedOf = sql`coalesce((
    select sum(part.quantity) from self_invoice_lines part join self_invoices issued on issued.id = part.self_invoice_id
    where part.order_id = arrived.order_id and part.line = arrived.line and part.receipt_number = arrived.number
      and issued.receipt_id is not distinct from arrived.receipt_id and ${counting}), 0)`;
  return sql`
    select arrived.vendor_id, arrived.order_id, arrived.number, arrived.receipt_id, arrived.line, ordered.item_name, min(arrived.received_on) as received_on,
      sum(arrived.quantity - arrived.rejected) - ${issuedOf} as quantity
    from receipt_lines arrived
    join purchase_order_lines ordered on ordered.order_id = arrived.order_id and ordered.line = arrived.line
    join registrations seller on seller.id = registration_for(arrived.vendor_id, arrived.received_on, null) and seller.kind = 'unregistered'
    left join lateral (
      select hsn_code from items where code_key(item_code) = code_key(ordered.item_code) order by items.id limit 1) item on true
    where exists (select from unnest(${prefixes}::text[]) prefix where coalesce(ordered.hsn_code, item.hsn_code) like prefix || '%')
    group by arrived.vendor_id, arrived.order_id, arrived.number, arrived.receipt_id, arrived.line, ordered.item_name
    having sum(arrived.quantity - arrived.rejected) > ${issuedOf}`;
}

const prefixesIn = async (db: Database) => reverseChargeOf((await readSettings(db)).reverseCharge ?? '').prefixes;

/** Receipts without their self-invoice, the earliest first. */
export async function listDue({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<{ total: number; due: DueSelfInvoice[] }> {
  const rows = await db.rows<{ due: DueSelfInvoice; total: number }>(sql`
    select json_build_object('userID', due.vendor_id::text, 'vendorName', vendors.legal_name, 'orderId', due.order_id::text, 'poNumber', orders.number,
        'receiptNumber', due.number, 'receivedOn', min(due.received_on), 'dueOn', min(due.received_on) + ${SELF_INVOICE_DAYS}::int,
        'overdue', min(due.received_on) + ${SELF_INVOICE_DAYS}::int < ${indianDay(clock())}::date,
        'items', array_agg(due.item_name order by due.line)) as due, count(*) over ()::int as total
    from (${dueLines(await prefixesIn(db))}) due join vendors on vendors.id = due.vendor_id join purchase_orders orders on orders.id = due.order_id
    group by due.vendor_id, vendors.legal_name, due.order_id, orders.number, due.number, due.receipt_id
    order by min(due.received_on), due.order_id, due.number, due.receipt_id limit ${LISTED_MOST}`);
  return { total: rows[0]?.total ?? 0, due: rows.map((row) => row.due) };
}

export const selfInvoiceRows = {
  select: sql`
    self_invoices.id::text as _id, self_invoices.vendor_id::text as "userID", vendors.legal_name as "vendorName",
    self_invoices.number as "invoiceNumber", self_invoices.invoice_date::text as "invoiceDate", orders.number as "poNumber",
    self_invoices.receipt_number as "receiptNumber", self_invoices.received_on::text as "receivedOn",
    (self_invoices.created_at at time zone 'Asia/Kolkata')::date > self_invoices.received_on + ${SELF_INVOICE_DAYS}::int as overdue, self_invoices.cancelled_at is not null as "isCancelled", self_invoices.cancel_reason as "cancelReason", self_invoices.taxable::float8 as taxable,
    self_invoices.cgst::float8 as "CGSTValue", self_invoices.sgst::float8 as "SGSTValue", self_invoices.igst::float8 as "IGSTValue",
    self_invoices.cess::float8 as cess, (
      select json_agg(json_build_object('no', no, 'itemName', item_name, 'hsnCode', hsn_code, 'uom', uom, 'quantity', quantity, 'unitPrice', unit_price,
        'taxable', line.taxable, 'taxRate', tax_rate, 'cessRate', cess_rate, 'CGST', line.cgst, 'SGST', line.sgst, 'IGST', line.igst, 'cess', line.cess) order by no)
      from self_invoice_lines line where self_invoice_id = self_invoices.id) as lines,
    to_json(self_invoices.created_at) #>> '{}' as "createdAt"`,
  from: sql`self_invoices`,
  join: sql`join vendors on vendors.id = self_invoices.vendor_id join purchase_orders orders on orders.id = self_invoices.order_id`,
  key: sql`self_invoices.id`,
};

/** The issued self-invoices, newest first. */
export async function listSelfInvoices({ db }: Pick<Context, 'db'>): Promise<{ total: number; selfInvoices: SelfInvoice[] }> {
  const { total } = await db.one<{ total: number }>(sql`select count(*)::int as total from self_invoices`);
  return { total, selfInvoices: await findRows(db, selfInvoiceRows, sql`true order by self_invoices.id desc limit ${LISTED_MOST}`) };
}

/** One self-invoice; undefined if there is none. It is the buyer's document, so vendors never get one. */
export async function findSelfInvoice(db: Database, id: string): Promise<SelfInvoice | undefined> {
  return findRow(db, selfInvoiceRows, sql`self_invoices.id = ${idOf(id)}`);
}

interface Due extends Record<string, unknown> {
  owner: string;
  receiptId: string | null;
  line: number;
  quantity: string;
  receivedOn: string;
  orderedOn: string;
  placeOfSupply: string | null;
  vendorGST: string | null;
  buyerGST: string | null;
  vendor: string | null;
  buyer: string | null;
}

/**
 * Issues the self-invoice for the due goods of a receipt. Quantity, price, rate and registrations come from the receipt, the order and the
 * rate table; the caller chooses only number and date.
 * @throws Refusal 409 if nothing is due, the goods are billed with tax or the number is used; 422 if a rate or state is missing.
 */
export async function issueSelfInvoice(ctx: Context, actor: Actor, body: BodyOf<typeof selfInvoices.create>): Promise<SelfInvoice> {
  const today = indianDay(ctx.clock());
  const day = body.invoiceDate ?? today;
  if (day > today) throw coded(422, messages.future(showDate(day), showDate(today)), { field: 'invoiceDate', code: selfCodes.future });
  try {
    return await ctx.db.transaction(async (tx) => {
      // A change of a receipt locks its orders, so the received quantities are read only after it.
      await lock(tx, 'purchase_orders', withIds([idOf(body.orderId)]));
      const all = await tx.rows<Due>(sql`
        select due.vendor_id::text as owner, due.receipt_id::text as "receiptId", due.line, due.quantity::text as quantity, due.received_on::text as "receivedOn",
          orders.ordered_on::text as "orderedOn", orders.place_of_supply as "placeOfSupply",
          (select code from registrations where id = orders.vendor_registration_id) as "vendorGST",
          (select code from registrations where id = orders.buyer_registration_id) as "buyerGST",
          registration_for(due.vendor_id, due.received_on, null)::text as vendor, orders.buyer_registration_id::text as buyer
        from (${dueLines(await prefixesIn(tx))}) due join purchase_orders orders on orders.id = due.order_id
        where due.order_id = ${idOf(body.orderId)} and due.number = ${body.receiptNumber} order by due.receipt_id, due.line`);
      const [first] = all;
      if (first === undefined) throw coded(409, messages.nothingDue(body.receiptNumber), { code: selfCodes.nothingDue });
      const due = all.filter(({ receiptId }) => receiptId === first.receiptId);
      const receivedOn = due.map((each) => each.receivedOn).sort()[0] ?? first.receivedOn;
      if (day < receivedOn)
        throw coded(422, messages.early(showDate(day), showDate(receivedOn)), { field: 'invoiceDate', code: selfCodes.early });
      const lines = await taxedLines(ctx, tx, body.orderId, first, due, receivedOn);
      const sum = (name: keyof (typeof lines)[number]['figures']) =>
        lines.reduce((total, { figures }) => total.plus(figures[name]), new Decimal(0)).toFixed(2);
      const { id } = await tx.one<{ id: string }>(sql`
        insert into self_invoices (vendor_id, number, invoice_date, vendor_registration_id, buyer_registration_id, order_id, receipt_number, receipt_id, received_on,
          taxable, cgst, sgst, igst, cess, created_by)
        values (${first.owner}::bigint, ${body.invoiceNumber ?? (await nextNumber(tx, first.buyer, day))}, ${day}::date, ${first.vendor}::bigint, ${first.buyer}::bigint,
          ${idOf(body.orderId)}, ${body.receiptNumber}, ${first.receiptId}::bigint, ${receivedOn}::date, ${sum('taxable')}, ${sum('cgst')}, ${sum('sgst')}, ${sum('igst')},
          ${sum('cess')}, ${actor.id})
        returning id::text`);
      for (const [index, { line, itemName, hsnCode, uom, quantity, unitPrice, taxRate, cessRate, figures }] of lines.entries())
        await tx.execute(sql`
          insert into self_invoice_lines values (${id}, ${index + 1}, ${idOf(body.orderId)}, ${line}, ${body.receiptNumber}, ${itemName}, ${hsnCode}, ${uom},
            ${quantity.toFixed()}, ${unitPrice.toFixed(4)}, ${figures.taxable.toFixed(2)}, ${taxRate.toFixed()}, ${cessRate.toFixed()},
            ${figures.cgst.toFixed(2)}, ${figures.sgst.toFixed(2)}, ${figures.igst.toFixed(2)}, ${figures.cess.toFixed(2)})`);
      await refuseTaxed(tx, idOf(body.orderId), first.owner, receivedOn, lines);
      await compareAgain(tx, { orders: [idOf(body.orderId)] });
      const made = await findSelfInvoice(tx, id);
      if (made === undefined) throw new Error('what was inserted is there');
      const { lines: _, ...after } = made;
      await recordAudit(tx, { actor, ownerId: null, action: 'selfInvoice.create', entity: 'selfInvoice', entityId: id, after });
      return made;
    });
  } catch (error) {
    if (isUniqueViolation(error, 'self_invoices_number'))
      throw coded(409, messages.numberUsed(body.invoiceNumber ?? ''), { field: 'invoiceNumber', code: selfCodes.numberUsed });
    throw error;
  }
}

/**
 * Prevents that invoices and self-invoices together tax more than the accepted goods. An invoice with tax and without lines can refer to any
 * of them.
 * @throws Refusal 409 naming the invoices.
 */
async function refuseTaxed(
  tx: Database,
  orderId: string,
  owner: string,
  day: string,
  lines: readonly { itemCode: string | null }[],
): Promise<void> {
  const unlined = await tx.first<{ number: string }>(sql`
    select invoices.number from invoices join purchase_orders orders on orders.id = ${orderId}
    where invoices.vendor_id = orders.vendor_id and code_key(invoices.po_number) = code_key(orders.number) and invoices.line_count = 0
      and ${taxesIn('invoices')} > 0 order by invoices.id limit 1`);
  if (unlined !== undefined) throw coded(409, messages.taxedWithoutLines(unlined.number), { code: selfCodes.withoutLines });
  const codes = new Set(lines.map(({ itemCode }) => itemCode));
  const ordered = (await orderedLines(tx, owner, [orderId])).filter(({ itemCode }) => codes.has(itemCode));
  const items = (await standingOf(tx, owner, day, ordered)).flatMap(({ itemCode, order }) =>
    order?.selfInvoiced && taxedTwice(order.selfInvoiced) !== null ? [itemCode] : [],
  );
  if (items.length === 0) return;
  const taxed = await tx.rows<{ number: string }>(sql`
    select invoices.number from invoices where match_state <> 'returned' and id in (
      select invoice_id from invoice_lines billed join purchase_order_lines using (order_id, line)
      where order_id = ${orderId} and purchase_order_lines.item_code = any(${items}::text[]) and billed.cgst + billed.sgst + billed.igst + billed.cess > 0)
    order by invoices.id desc limit ${NAMED_MOST}`);
  throw coded(409, messages.taxed(taxed.map(({ number }) => number)), { code: selfCodes.taxed });
}

/** The goods at the order's price, with the tax that a registered vendor would have charged on the day of receipt. */
async function taxedLines(ctx: Context, tx: Database, orderId: string, order: Due, due: readonly Due[], receivedOn: string) {
  const blank = {
    receiptId: null,
    itemCode: null,
    itemName: null,
    hsnCode: null,
    uom: null,
    unitPrice: null,
    discount: null,
    taxRate: null,
    cessRate: null,
  };
  const head = { owner: order.owner, day: receivedOn, vendorGST: null, buyerGST: order.buyerGST };
  const given = due.map(({ line, quantity }) => ({ ...blank, orderId, line: new Decimal(line), quantity: new Decimal(quantity) }));
  const resolved = await resolveLines(ctx, tx, given, head);
  const [parties] = await partiesOfOrders(tx, [{ ...order, ownerId: order.owner, vendorGST: null, orderedOn: receivedOn }]);
  const supply = parties && supplyOfOrder({ ...parties, vendorKind: 'regular' }, order.placeOfSupply, await buyerState(tx, ctx));
  const igst = isIgst(supply ?? null);
  if (igst === null) throw coded(422, messages.noState, { field: 'orderId', code: selfCodes.noState });
  const rates = await dueRatesOn(
    tx,
    resolved.map(({ hsnCode }) => hsnCode),
    receivedOn,
  );
  const priced = resolved.map((line) => {
    const { taxRate, cessRate } = rates(line.hsnCode, line.ordered ?? { taxRate: null, cessRate: null });
    if (taxRate === null) throw coded(422, messages.noRate(line.itemName), { field: 'orderId', code: selfCodes.noRate });
    return { ...line, line: line.line ?? 0, igst, taxRate, cessRate: cessRate ?? new Decimal(0) };
  });
  const figures = lineFigures(priced);
  return priced.map((line, index) => {
    const own = figures[index];
    if (own === undefined) throw new Error('every line has its figures');
    return { ...line, figures: own };
  });
}

/**
 * The first free number of the series of a registration and financial year, such as SI/26-27/0001. Typed numbers are skipped in any case of
 * letters and do not move the series: among one more number than there are self-invoices, one is free.
 */
async function nextNumber(tx: Database, buyer: string | null, day: string): Promise<string> {
  // The lock lasts until the end of the transaction, so that two calls at once get different numbers.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('self-invoices', 0))`);
  const start = Number(day.slice(0, 4)) - (day.slice(5) < '04-01' ? 1 : 0);
  const series = `SI/${String(start % 100).padStart(2, '0')}-${String((start + 1) % 100).padStart(2, '0')}/`;
  const { number } = await tx.one<{ number: string }>(sql`
    with used as (
      select code_key(number) as key from self_invoices
      where coalesce(buyer_registration_id, 0) = coalesce(${buyer}::bigint, 0) and financial_year(invoice_date) = financial_year(${day}::date)
    )
    select ${series} || lpad(place::text, greatest(4, length(place::text)), '0') as number
    from generate_series(1, (select count(*) + 1 from used)) place
    where not exists (select from used where key = code_key(${series} || lpad(place::text, greatest(4, length(place::text)), '0')))
    order by place limit 1`);
  return number;
}

/**
 * Cancels a self-invoice. Its number is not reused, and its goods are due again.
 * @throws Refusal 404 for an unknown id, 409 if it is already cancelled.
 */
export async function cancelSelfInvoice(
  ctx: Context,
  actor: Actor,
  id: string,
  { reason }: BodyOf<typeof selfInvoices.cancel>,
): Promise<SelfInvoice> {
  return ctx.db.transaction(async (tx) => {
    const orders = await lock(tx, 'purchase_orders', sql`id = (select order_id from self_invoices where self_invoices.id = ${idOf(id)})`);
    const before = await findSelfInvoice(tx, id);
    if (before === undefined) throw notFound();
    if (before.isCancelled) {
      const { at } = await tx.one<{ at: string }>(sql`select cancelled_at as at from self_invoices where id = ${before._id}`);
      const text = messages.isCancelled(before.invoiceNumber, showDate(indianDay(new Date(at))));
      throw coded(409, text, { code: selfCodes.isCancelled });
    }
    await tx.execute(sql`update self_invoices set cancelled_at = ${ctx.clock()}, cancel_reason = ${reason} where id = ${before._id}`);
    await compareAgain(tx, { orders });
    const after = { isCancelled: true, cancelReason: reason };
    await recordAudit(tx, {
      actor,
      ownerId: null,
      action: 'selfInvoice.cancel',
      entity: 'selfInvoice',
      entityId: before._id,
      before: { isCancelled: false },
      after,
    });
    return { ...before, ...after };
  });
}
