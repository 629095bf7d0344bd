import { placeCodeOf } from '@aapurti/contract/ground/gst';
import { Decimal } from '@aapurti/contract/ground/numbers';

import {
  acceptanceOf,
  day,
  decimal,
  decimalOr,
  demandRupees,
  ean,
  gstin,
  headOf,
  lineFigures,
  Misfit,
  neededDay,
  neededDecimal,
  neededText,
  partsOf,
  quantityText,
  type Raw,
  recordsOf,
  rupees,
  spread,
  type StatedTaxes,
  text,
} from './erp.ts';
import type { BuyerItem, KnownSupplier, PulledLine, PulledOrder, PulledPayment, PulledReturn } from './records.ts';
import { say } from '@aapurti/contract/ground/template';

/** The text that identifies a supplier without GST number and e-mail. */
export const reference = (code: number, name: string) => `Aapurti vendor ${code}, ${name}`;
/** The reference written to ERPNext if a vendor acknowledges without one. */
export const NO_REFERENCE = 'Acknowledged';
export const stampOf = (record: Raw) => `${String(record['modified'])} ${String(record['name'])}`;

/** The reason that Frappe gives, without its traceback. */
export function reasonOf(body: unknown): string {
  const { exception, message, _server_messages: messages, exc_type: type } = (body ?? {}) as Record<string, unknown>;
  try {
    const [first] = JSON.parse(String(messages)) as string[];
    const said = (JSON.parse(first ?? '') as { message?: string }).message;
    if (said) return withoutTags(said);
  } catch {
    // Older versions do not send it.
  }
  const said = [exception, message, type].find((each) => typeof each === 'string');
  return typeof said === 'string' ? withoutTags(said) : '';
}

function withoutTags(said: string): string {
  return said
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 300);
}

export function knownSupplier(record: Raw): KnownSupplier {
  const name = typeof record['supplier_name'] === 'string' ? record['supplier_name'] : String(record['name']);
  const email = record['email_id'];
  return {
    externalId: String(record['name']),
    name,
    email: typeof email === 'string' && email.includes('@') ? email : null,
    gstin: gstin(record['gstin'], record['tax_id']),
  };
}

interface Barcode {
  ean: string;
  uom: string | null;
}

function barcodesOf(item: Raw): Barcode[] {
  return recordsOf(item, 'barcodes').flatMap((row) => {
    const code = ean(row['barcode']);
    return code === null ? [] : [{ ean: code, uom: text(row, 'uom') }];
  });
}

/** The number of pieces of the stock unit in one of each unit. */
function unitsOf(item: Raw): Map<string, Decimal> {
  const rows = recordsOf(item, 'uoms').map((row) => [neededText(row, 'uom'), decimalOr(row, 'conversion_factor', 1)] as const);
  return new Map(rows);
}

/** The newest price of the stock unit, or without a unit: the price of a box or carton is not the MRP of its contents. */
function mrpOf(prices: readonly Raw[], stockUnit: string | null): Decimal | null {
  const rates = prices.filter((price) => [null, stockUnit].includes(text(price, 'uom'))).map((price) => decimal(price, 'price_list_rate'));
  return rates.findLast((rate) => rate?.gt(0)) ?? null;
}

/** One item per barcode: the first is the item itself, and another one, for example a carton's, has the code followed by the barcode. */
export function itemsOf(item: Raw, prices: readonly Raw[]): BuyerItem[] {
  const code = text(item, 'item_code') ?? neededText(item, 'name');
  if (item['disabled'] === 1) return [];
  const stockUnit = text(item, 'stock_uom');
  const units = unitsOf(item);
  const mrp = mrpOf(prices, stockUnit);
  return barcodesOf(item).map((barcode, index) => {
    const uom = barcode.uom ?? stockUnit;
    const factor = (uom !== null && uom !== stockUnit ? units.get(uom) : null) ?? new Decimal(1);
    return {
      itemCode: index === 0 ? code : `${code}/${barcode.ean}`,
      ean: barcode.ean,
      name: text(item, 'item_name') ?? code,
      brandName: text(item, 'brand'),
      category: text(item, 'item_group'),
      hsnCode: text(item, 'gst_hsn_code'),
      skuCode: code,
      uom,
      uomDescription: null,
      uomConversion: quantityText(factor),
      mrp: mrp === null ? null : rupees(factor.times(mrp)),
    };
  });
}

/** @param rejected by line name; see `rejectedOf`. */
export function orderOf(
  order: Raw,
  root: string,
  lines: readonly Raw[],
  items: readonly (Raw | null)[],
  rejected: ReadonlyMap<string, Decimal>,
): PulledOrder {
  demandRupees(text(order, 'currency'));
  const state = text(order, 'status') ?? '';
  const confirmation = text(order, 'order_confirmation_no');
  const confirmedOn = day(order, 'order_confirmation_date', 'site');
  const orderedOn = neededDay(order, 'transaction_date', 'site');
  const taxes = recordsOf(order, 'taxes');
  const pulled = lines.flatMap((line, index) => lineOf(line, items[index] ?? null, taxes, rejected));
  if (pulled.length === 0) throw new Misfit('It has no lines.');
  return {
    externalId: root,
    version: String(order['modified']),
    raw: order,
    supplier: neededText(order, 'supplier'),
    number: neededText(order, 'name'),
    orderedOn,
    deliverBy: day(order, 'schedule_date', 'site'),
    paymentTerms: text(order, 'payment_terms_template'),
    status: order['docstatus'] === 2 ? 'Cancelled' : ['Closed', 'Completed', 'Delivered'].includes(state) ? 'Closed' : 'Open',
    acknowledgedOn: confirmedOn ?? (confirmation === null ? null : orderedOn),
    acknowledgementReference: confirmation === NO_REFERENCE ? null : confirmation,
    paid: rupees(Decimal.max(0, decimalOr(order, 'advance_paid', 0))),
    deliveryLocation: plain(order['shipping_address_display']) ?? text(order, 'set_warehouse'),
    vendorAddress: plain(order['address_display']),
    // The number comes from India Compliance, whose places look like '27-Maharashtra'.
    vendorGST: text(order, 'supplier_gstin'),
    buyerGST: text(order, 'company_gstin'),
    placeOfSupply: placeCodeOf(text(order, 'place_of_supply') ?? ''),
    lines: pulled,
  };
}

/** Addresses are sent as HTML. */
function plain(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const parts = value.split(/<br\s*\/?>|\n/i).map((part) =>
    part
      .replaceAll(/<[^<>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
  return parts.filter(Boolean).join(', ') || null;
}

/**
 * The currently rejected quantities, by the names of the order's lines, in their unit. A return counts as negative: its own rejected
 * quantity, or all of it if it comes from the warehouse for rejected goods.
 */
export function rejectedOf(receipts: readonly (Raw | null)[]): ReadonlyMap<string, Decimal> {
  const found = new Map<string, Decimal>();
  for (const line of receipts.flatMap((receipt) => recordsOf(receipt, 'items'))) {
    const name = text(line, 'purchase_order_item');
    if (name === null) continue;
    const fromRejected = line['return_qty_from_rejected_warehouse'] === 1;
    const rejected = decimalOr(line, 'rejected_qty', 0).plus(fromRejected ? decimalOr(line, 'qty', 0) : 0);
    found.set(name, rejected.plus(found.get(name) ?? 0));
  }
  return found;
}

/** Sentences as a Frappe comment, which is HTML. */
export function htmlOf(sentences: readonly string[]): string {
  return sentences.map((each) => each.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')).join('<br>');
}

function lineOf(line: Raw, item: Raw | null, taxes: readonly Raw[], rejected: ReadonlyMap<string, Decimal>): PulledLine[] {
  const quantity = neededDecimal(line, 'qty');
  if (quantity.lte(0)) return [];
  const uom = text(line, 'uom');
  const factor = decimalOr(line, 'conversion_factor', 1);
  if (factor.lte(0)) throw new Misfit(say('{field} is not above zero.', { field: 'conversion_factor' }));
  const rate = neededDecimal(line, 'rate');
  const listed = decimalOr(line, 'price_list_rate', 0);
  const discount = decimalOr(line, 'discount_percentage', 0);
  const discounted = rate.gt(0) && discount.gt(0) && listed.gte(rate);
  const taxable = decimal(line, 'taxable_value') ?? decimal(line, 'net_amount') ?? decimal(line, 'amount');
  const barcodes = item === null ? [] : barcodesOf(item);
  const own = barcodes.find((each) => each.uom === uom) ?? barcodes.find((each) => each.uom === null) ?? barcodes[0];
  const code = text(line, 'item_code') ?? neededText(line, 'item_name');
  const received = Decimal.max(0, decimalOr(line, 'received_qty', 0));
  return [
    {
      externalId: text(line, 'name'),
      itemCode: code,
      itemName: text(line, 'item_name') ?? code,
      ean: own?.ean ?? null,
      secondEan: barcodes.find((each) => each.ean !== own?.ean)?.ean ?? null,
      hsnCode: text(line, 'gst_hsn_code') ?? text(item, 'gst_hsn_code'),
      skuCode: text(line, 'supplier_part_no') ?? code,
      uom,
      caseQuantity: item === null ? null : caseOf(item, factor),
      receivedQuantity: quantityText(received),
      ...acceptanceOf(item?.['is_stock_item'] === 0, received),
      rejectedQuantity: quantityText(Decimal.min(received, Decimal.max(0, rejected.get(String(line['name'])) ?? 0))),
      mrp: null,
      ...lineFigures({
        quantity,
        unitPrice: rate.eq(0) ? new Decimal(0) : discounted ? listed : rate,
        discountRate: discounted ? discount : new Decimal(0),
        taxable: rate.eq(0) ? new Decimal(0) : taxable,
        taxes: taxesOf(line, taxes),
      }),
    },
  ];
}

/** The units of the line in one carton, if the item has such a unit. */
function caseOf(item: Raw, factor: Decimal): string | null {
  for (const [name, pieces] of unitsOf(item)) {
    if (!/^(carton|case|ctn|cs|box|master)/i.test(name)) continue;
    const count = pieces.div(factor);
    if (count.gte(1)) return quantityText(count);
  }
  return null;
}

/** India Compliance writes rates and amounts on the line; without it they are in the order's tax table. */
function taxesOf(line: Raw, taxes: readonly Raw[]): StatedTaxes | null {
  const stated: StatedTaxes = {};
  for (const head of ['cgst', 'sgst', 'igst', 'cess'] as const) {
    const rate = decimal(line, `${head}_rate`);
    if (rate !== null) stated[head] = { rate, amount: decimal(line, `${head}_amount`) };
  }
  if (Object.keys(stated).length > 0) return stated;
  for (const row of taxes) {
    const head = headOf(`${String(row['account_head'])} ${String(row['description'])}`);
    if (head === null) continue;
    const rate = wiseRate(row['item_wise_tax_detail'], String(line['item_code'])) ?? decimal(row, 'rate');
    if (rate !== null && rate.gt(0)) stated[head] = { rate };
  }
  return Object.keys(stated).length > 0 ? stated : null;
}

/** `{"ITEM": [rate, amount]}` as JSON text, up to version 15. */
function wiseRate(detail: unknown, code: string): Decimal | null {
  if (typeof detail !== 'string') return null;
  try {
    const found = (JSON.parse(detail) as Record<string, unknown>)[code];
    return decimal({ item_wise_tax_detail: Array.isArray(found) ? found[0] : found }, 'item_wise_tax_detail');
  } catch {
    return null;
  }
}

export function returnOf(
  receipt: Raw,
  line: Raw,
  original: Raw | null,
  bill: Raw | undefined,
  days: Map<string, string | null>,
): PulledReturn {
  const name = neededText(receipt, 'name');
  // The quantity of rejected goods that are returned may be in a field of its own.
  const quantity = neededDecimal(line, 'qty')
    .abs()
    .plus(decimalOr(line, 'rejected_qty', 0).abs());
  const number = text(line, 'purchase_order');
  const row = text(line, 'name') ?? String(line['idx']);
  if (quantity.eq(0)) throw new Misfit(say('The quantity (qty) of line {row} is zero.', { row }));
  const received = recordsOf(original, 'items').find((each) => each['name'] === line['purchase_receipt_item']);
  const came = decimal(received, 'received_qty') ?? decimal(received, 'qty');
  return {
    externalId: `${name}/${row}`,
    version: String(receipt['modified']),
    raw: { ...receipt, items: [line] },
    supplier: neededText(receipt, 'supplier'),
    poNumber: number,
    poDate: number === null ? null : (days.get(number) ?? null),
    invoiceNumber: text(bill, 'bill_no') ?? text(receipt, 'supplier_delivery_note'),
    invoiceDate: day(bill, 'bill_date', 'site'),
    itemName: text(line, 'item_name') ?? neededText(line, 'item_code'),
    receivedQuantity: quantityText(came ?? quantity),
    returnedQuantity: quantityText(quantity),
    remarks: text(receipt, 'remarks'),
    ...(receipt['docstatus'] === 2 && { cancelled: true }),
  };
}

export function paymentsOf(payment: Raw, references: readonly Raw[], numbers: ReadonlyMap<string, string>): PulledPayment[] {
  demandRupees(text(payment, 'paid_to_account_currency'));
  const name = neededText(payment, 'name');
  const note = [text(payment, 'reference_no'), text(payment, 'remarks')].filter((each) => each !== null).join(', ');
  const shared = {
    version: String(payment['modified']),
    supplier: neededText(payment, 'party'),
    paidOn: neededDay(payment, 'posting_date', 'site'),
    mode: text(payment, 'mode_of_payment') ?? 'Bank transfer',
    remarks: note || null,
    reference: text(payment, 'reference_no'),
    ...(payment['docstatus'] === 2 && { cancelled: true }),
  };
  const parts = references.map((row, index) => ({
    id: text(row, 'name') ?? String(index + 1),
    amount: neededDecimal(row, 'allocated_amount'),
    // An advance on an order has no bill yet.
    invoiceNumber:
      row['reference_doctype'] === 'Purchase Invoice'
        ? (text(row, 'bill_no') ?? numbers.get(String(row['reference_name'])) ?? neededText(row, 'reference_name'))
        : null,
    poNumber: row['reference_doctype'] === 'Purchase Order' ? text(row, 'reference_name') : null,
    row,
  }));
  const open = decimalOr(payment, 'unallocated_amount', 0);
  const billed = parts.length === 0 && open.eq(0) ? neededDecimal(payment, 'paid_amount') : open;
  const all = [
    ...spread(parts),
    ...(billed.gt(0) ? [{ id: 'on-account', amount: billed, invoiceNumber: null, poNumber: null, row: null }] : []),
  ];
  return partsOf(
    name,
    all.map(({ id, amount, invoiceNumber, poNumber, row }) => ({
      ...shared,
      externalId: `${name}/${id}`,
      amount: rupees(amount),
      invoiceNumber,
      ...(poNumber !== null && { poNumber }),
      raw: { ...payment, references: row === null ? [] : [row] },
    })),
  );
}
