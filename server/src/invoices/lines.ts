import { showMoney } from '@aapurti/contract/ground/fields';
import { discountOfPart } from '@aapurti/contract/ground/orderFigures';
import { type FiguredLine, type LineFigures, lineFigures, type lineSums } from '@aapurti/contract/invoices/invoiceFigures';
import { type InvoiceLine, invoiceLine, type InvoiceLineForm, lineCodes, messages } from '@aapurti/contract/invoices/invoiceLines';
import type { MatchedLine } from '@aapurti/contract/invoices/matchFacts';
import { unitFactor } from '@aapurti/contract/invoices/matchUnits';
import { isIgst } from '@aapurti/contract/ground/gst';
import { Decimal, MONEY_MAX } from '@aapurti/contract/ground/numbers';
import type { PartyFields } from '@aapurti/contract/ground/registrationRules';
import { say } from '@aapurti/contract/ground/template';
import sql from 'sql-template-tag';

import type { Context } from '../context.ts';
import { lineMap, replaceLines } from '../database/columns.ts';
import type { Database } from '../database/database.ts';
import { idOf } from '../database/list.ts';
import { dueRatesOn } from '../rates/ofCodes.ts';
import { billableOf, type EarlierPrice, orderLineTable, quantitiesOf, type StoredOrderLine, taxRateOf } from '../purchase-orders/lines.ts';
import { FaultyLines, type LineFault } from '../ground/refusal.ts';
import { buyerState, partiesOfOrders, supplyOfOrder } from '../registrations/parties.ts';

/** The lines of invoices, with the `invoice_id` of each and the tolerance that its match applied. */
export const invoiceLineTable = lineMap('invoice_lines', {
  no: 'integer',
  orderId: 'bigint?',
  line: 'integer?',
  receiptId: 'bigint?',
  itemCode: 'text?',
  itemName: 'text',
  hsnCode: 'text?',
  uom: 'text?',
  quantity: 'numeric',
  /** The quantity in the unit of the order's line. */
  orderedQuantity: 'numeric',
  unitPrice: 'numeric',
  discount: 'numeric',
  taxable: 'numeric',
  taxRate: 'numeric?',
  cessRate: 'numeric?',
  due: 'text?',
  cgst: 'numeric',
  sgst: 'numeric',
  igst: 'numeric',
  cess: 'numeric',
});

/** The fields that the API shows of a line under the name of the table. */
const SHOWN = Object.keys(invoiceLine.shape).filter(invoiceLineTable.has);

const ORDERED = ['line', 'itemCode', 'itemName', 'uom', 'caseQuantity', 'quantity', 'unitPrice', 'discount', 'cessRate'] as const;

/** A line of an order with what was accepted and invoiced of it so far. */
export interface OrderedLine extends Pick<StoredOrderLine, (typeof ORDERED)[number]> {
  orderId: string;
  owner: string;
  orderValue: string;
  poNumber: string;
  orderedOn: string;
  status: string;
  placeOfSupply: string | null;
  vendorGST: string | null;
  buyerGST: string | null;
  /** The category of the buyer's item. */
  category: string | null;
  /** The HSN code of the line, or else of the item. */
  hsnCode: string | null;
  /** CGST, SGST and IGST together; null if the order states no rate. */
  taxRate: string | null;
  isIgst: boolean;
  received: string;
  accepted: string;
  /** The accepted quantity that was returned later. */
  returned: string;
  /** The most that may be billed, before the tolerance. */
  billable: string;
  earlierPrices: readonly EarlierPrice[];
  /** The invoiced quantity in the unit of the order, without invoices that were sent back and without the excluded one. */
  invoiced: string;
}

/** The lines of a vendor's orders. @param owner null for the orders of any vendor. @param except an invoice that does not count. */
export async function orderedLines(
  db: Database,
  owner: string | null,
  orderIds: readonly string[],
  except: string | null = null,
): Promise<OrderedLine[]> {
  if (orderIds.length === 0) return [];
  const { received, accepted, returned, invoiced } = quantitiesOf('line', except);
  const back = sql`back.returned`;
  return db.rows<OrderedLine & Record<string, unknown>>(sql`
    select head.id::text as "orderId", head.vendor_id::text as owner, head.value as "orderValue", head.number as "poNumber", head.ordered_on as "orderedOn", head.status,
      head.place_of_supply as "placeOfSupply", (select code from registrations where id = head.vendor_registration_id) as "vendorGST",
      (select code from registrations where id = head.buyer_registration_id) as "buyerGST",
      ${orderLineTable.selected('line', ORDERED)}, item.category, coalesce(line.hsn_code, item.hsn_code) as "hsnCode",
      ${taxRateOf(sql`line`)} as "taxRate", coalesce(line.igst_rate, 0) > 0 as "isIgst",
      ${received} as received, ${accepted} as accepted, ${back}, ${billableOf(sql`line`, back)} as billable, line.earlier_prices as "earlierPrices",
      ${invoiced} as invoiced
    from purchase_orders head join purchase_order_lines line on line.order_id = head.id
    -- The offset has it worked out once.
    cross join lateral (select ${returned} as returned offset 0) back
    left join lateral (
      select category_name as category, hsn_code from items where code_key(item_code) = code_key(line.item_code) order by id limit 1) item on true
    where head.id = any(${orderIds}::bigint[]) and (${owner}::bigint is null or head.vendor_id = ${owner}::bigint)
    order by head.id, line.line`);
}

/** The tax that is due for the lines of an order: IGST, CGST and SGST, or none (null). */
async function duesOf(
  ctx: Pick<Context, 'clock' | 'settings'>,
  db: Database,
  { owner, day, vendorGST, buyerGST }: PartyFields & { owner: string; day: string },
  lines: readonly OrderedLine[],
): Promise<(line: OrderedLine | undefined) => { igst: boolean | null; isKnown: boolean }> {
  const orders = [...new Map(lines.map((line) => [line.orderId, line])).values()];
  const asked = orders.length === 0 ? [{ placeOfSupply: null, orderId: '' }] : orders;
  const parties = await partiesOfOrders(
    db,
    asked.map(({ placeOfSupply }) => ({ ownerId: owner, orderedOn: day, vendorGST, buyerGST, placeOfSupply })),
  );
  const state = await buyerState(db, ctx);
  const supplies = new Map(
    asked.map(({ orderId, placeOfSupply }, place) => {
      const each = parties[place];
      return [orderId, each === undefined ? null : supplyOfOrder(each, placeOfSupply, state)] as const;
    }),
  );
  return (line) => {
    const supply = supplies.get(line?.orderId ?? asked[0]?.orderId ?? '') ?? null;
    if (supply === 'untaxed') return { igst: null, isKnown: true };
    // The order's own taxes apply if the due taxes are unknown.
    return supply === null ? { igst: line?.isIgst ?? false, isKnown: false } : { igst: isIgst(supply), isKnown: true };
  };
}

/** A line in the form that the match needs, stored or typed. */
export interface MatchSource extends Pick<
  MatchedLine,
  'no' | 'itemCode' | 'itemName' | 'hsnCode' | 'uom' | 'quantity' | 'unitPrice' | 'taxable' | 'taxRate' | 'due'
> {
  cgst: Decimal.Value;
  sgst: Decimal.Value;
  igst: Decimal.Value;
  cess: Decimal.Value;
  orderId: string | null;
  /** 0 if an amendment has removed the line from its order. */
  line: number | null;
}

/** A line as it is stored. */
export interface ResolvedLine extends Omit<FiguredLine, 'discount'> {
  orderId: string | null;
  line: number | null;
  receiptId: string | null;
  itemCode: string | null;
  itemName: string;
  hsnCode: string | null;
  uom: string | null;
  discount: Decimal;
  figures: LineFigures;
  /** True if the registrations tell which tax is due. */
  isSupplyKnown: boolean;
  ordered: OrderedLine | null;
}

interface Head extends PartyFields {
  owner: string;
  day: string;
  /** The invoice that is edited. */
  except?: string | null;
}

/**
 * Completes lines from their orders, and calculates their figures. The orders are locked.
 * @throws Refusal 422 naming the lines that have no order of the vendor, no item or too much discount.
 */
export async function resolveLines(
  ctx: Pick<Context, 'clock' | 'settings'>,
  tx: Database,
  given: readonly InvoiceLineForm[],
  head: Head,
): Promise<ResolvedLine[]> {
  const ordered = await orderedLines(tx, head.owner, orderIdsOf(given), head.except ?? null);
  const byKey = new Map(ordered.map((line) => [`${line.orderId}/${line.line}`, line]));
  const faults: LineFault[] = [];
  const fault = (index: number, field: string, text: string, code: string) =>
    faults.push({ no: index + 1, field, text: say('Line {index}: {message}', { index: index + 1, message: text }), code });
  const due = await duesOf(ctx, tx, head, ordered);
  const places = given.map((each, index) => {
    const found = each.orderId === null ? undefined : byKey.get(`${idOf(each.orderId)}/${each.line?.toFixed() ?? ''}`);
    if (each.orderId !== null && found === undefined && !isGone(each)) fault(index, 'line', unknownLine(each, ordered), lineCodes.noLine);
    else if (found === undefined && each.itemName === null) fault(index, 'itemName', messages.noItem, lineCodes.noItem);
    return found;
  });
  const hsnOf = (each: InvoiceLineForm, index: number) => each.hsnCode ?? places[index]?.hsnCode ?? null;
  // The HSN code of the order decides the tax rate, whatever code the line has.
  const taxedAs = (each: InvoiceLineForm, index: number) => places[index]?.hsnCode ?? each.hsnCode;
  const rates = await dueRatesOn(tx, given.map(taxedAs), head.day);
  await findForeignReceipts(tx, given, places, (index, receiptId) =>
    fault(index, 'receiptNumber', messages.noReceipt(receiptId), lineCodes.noReceipt),
  );
  refuseFaulty(faults);

  const lines = given.map((each, index) => {
    const found = places[index];
    const hsnCode = hsnOf(each, index);
    const chosen = rates(taxedAs(each, index), found ?? { taxRate: null, cessRate: null });
    const factor = found === undefined ? new Decimal(1) : (unitFactor(each.uom, found) ?? new Decimal(1));
    const unitPrice = each.unitPrice ?? new Decimal(found?.unitPrice ?? 0).times(factor).toDecimalPlaces(4, Decimal.ROUND_HALF_UP);
    const { igst, isKnown: isSupplyKnown } = due(found);
    return {
      orderId: found?.orderId ?? (isGone(each) ? each.orderId : null),
      line: found?.line ?? (isGone(each) ? 0 : null),
      receiptId: each.receiptId === null ? null : idOf(each.receiptId),
      itemCode: each.itemCode ?? found?.itemCode ?? null,
      itemName: each.itemName ?? found?.itemName ?? '',
      hsnCode,
      uom: each.uom ?? found?.uom ?? null,
      quantity: each.quantity,
      unitPrice,
      discount: each.discount ?? (found === undefined ? new Decimal(0) : discountOfPart(found, each.quantity.times(factor))),
      taxRate: igst === null ? null : (each.taxRate ?? chosen.taxRate),
      cessRate: igst === null ? null : (each.cessRate ?? chosen.cessRate),
      igst,
      isSupplyKnown,
      ordered: found ?? null,
    };
  });
  for (const [index, { quantity, unitPrice, discount }] of lines.entries()) {
    const gross = quantity.times(unitPrice);
    if (gross.gt(MONEY_MAX))
      fault(index, 'quantity', messages.tooMuch(showMoney(gross.toFixed(2)), showMoney(MONEY_MAX.toFixed())), lineCodes.tooMuch);
    else if (discount.gt(gross))
      fault(index, 'discount', messages.discount(showMoney(discount.toFixed(2)), showMoney(gross.toFixed(2))), lineCodes.discount);
  }
  refuseFaulty(faults);
  const figures = lineFigures(lines);
  return lines.map((line, index) => {
    const own = figures[index];
    if (own === undefined) throw new Error('every line has its figures');
    return { ...line, figures: own };
  });
}

/** The problem with a line whose order is none of the vendor's, or does not have the line. */
function unknownLine({ orderId, line }: InvoiceLineForm, ordered: readonly OrderedLine[]): string {
  const order = ordered.find((each) => each.orderId === idOf(orderId ?? ''));
  if (order === undefined) return messages.noOrder(orderId ?? '');
  return line === null ? messages.noItem : messages.noLine(order.poNumber, line.toFixed());
}

/** True if an amendment removed the order line: clients cannot send such a line, but a stored one stays. */
const isGone = ({ orderId, line }: InvoiceLineForm) => orderId !== null && line !== null && line.isZero();

export function refuseFaulty(faults: readonly LineFault[], code?: string): void {
  if (faults.length > 0) throw new FaultyLines(faults, code);
}

async function findForeignReceipts(
  tx: Database,
  given: readonly InvoiceLineForm[],
  places: readonly (OrderedLine | undefined)[],
  fault: (index: number, receiptId: string) => void,
): Promise<void> {
  const named = given.flatMap(({ receiptId }) => (receiptId === null ? [] : [idOf(receiptId)]));
  if (named.length === 0) return;
  const receipts = await tx.rows<{ id: string; key: string }>(sql`
    select id::text, order_id || '/' || line as key from receipt_lines where id = any(${named}::bigint[])`);
  const keys = new Map(receipts.map(({ id, key }) => [id, key]));
  for (const [index, { receiptId }] of given.entries()) {
    const found = places[index];
    if (receiptId !== null && (found === undefined || keys.get(idOf(receiptId)) !== `${found.orderId}/${found.line}`)) {
      fault(index, receiptId);
    }
  }
}

/** The line as the rules of the match take it. */
export function sourceOf({ figures, igst, ...line }: ResolvedLine, index: number): MatchSource {
  return { ...line, ...figures, no: index + 1, due: dueOf({ igst, isSupplyKnown: line.isSupplyKnown }) };
}

function dueOf({ igst, isSupplyKnown }: Pick<ResolvedLine, 'igst' | 'isSupplyKnown'>): MatchSource['due'] {
  if (!isSupplyKnown) return null;
  return igst === null ? 'none' : igst ? 'igst' : 'halves';
}

/** The line as the API gives it. */
export function shownLine(resolved: ResolvedLine, index: number): InvoiceLine {
  const { figures, ordered } = resolved;
  const line: Readonly<Record<string, unknown>> = { ...resolved, ...figures, no: index + 1 };
  const shown = Object.fromEntries(SHOWN.map((field) => [field, plain(line[field])]));
  const [CGST, SGST, IGST] = [figures.cgst, figures.sgst, figures.igst].map((tax) => tax.toNumber());
  return { ...shown, poNumber: ordered?.poNumber ?? null, CGST, SGST, IGST } as InvoiceLine;
}

const plain = (value: unknown) => (value instanceof Decimal ? value.toNumber() : value);

export function shownSums(sums: ReturnType<typeof lineSums>) {
  return Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, sum.toNumber()])) as Record<keyof typeof sums, number>;
}

/** The ids of the orders that lines name. */
export function orderIdsOf(lines: readonly { orderId: string | null }[]): string[] {
  return [...new Set(lines.flatMap(({ orderId }) => (orderId === null ? [] : [idOf(orderId)])))];
}

/** A quantity in the unit of the order's line. */
const orderedQuantity = ({ uom, quantity, ordered }: Pick<ResolvedLine, 'uom' | 'quantity' | 'ordered'>) =>
  ordered === null ? quantity : quantity.times(unitFactor(uom, ordered) ?? 1);

/** Replaces the lines of an invoice. */
export async function writeLines(tx: Database, invoiceId: string, lines: readonly ResolvedLine[]): Promise<void> {
  const rows = lines.map(({ figures, igst, isSupplyKnown, ...line }, index) => ({
    ...line,
    ...figures,
    no: index + 1,
    due: dueOf({ igst, isSupplyKnown }),
    orderedQuantity: orderedQuantity(line),
  }));
  await replaceLines(tx, invoiceLineTable, { invoice_id: invoiceId }, rows);
}

/** The lines of an invoice, in its order. */
export async function readLines(db: Database, invoiceId: string): Promise<InvoiceLine[]> {
  const found = await db.rows<{ line: InvoiceLine }>(sql`
    select json_build_object(${invoiceLineTable.json('row', SHOWN)}, 'poNumber', head.number, 'CGST', row.cgst, 'SGST', row.sgst, 'IGST', row.igst) as line
    from invoice_lines row left join purchase_orders head on head.id = row.order_id
    where row.invoice_id = ${invoiceId} order by row.no`);
  return found.map(({ line }) => line);
}
