import type { User } from '../vendors/accounts.ts';
import { type FoodLicence, licenceWords } from '../vendors/licences.ts';
import { cartonOf, type Cartons, packedQuantity } from '../purchase-orders/cartons.ts';
import { inOneLine, oneLine, showDate, showMoney, showNumber } from '../ground/fields.ts';
import { placeOf, stateCodeOf, stateTaxOf } from '../ground/gst.ts';
import type { OrderLine, PurchaseOrder } from '../purchase-orders/orders.ts';
import { fitted, type Piece, textAt, type TextPiece, whyNoBarcode } from './paper.ts';
import type { Translate } from '../ground/template.ts';
import { chargedHeads, taxLabels, taxLabelTexts } from '../purchase-orders/taxLabels.ts';

/** The vendor's details on labels. */
export type Sender = Pick<User, 'vendor_Code' | 'address_Line1' | 'address_Line2' | 'city' | 'postal_Code' | 'state' | 'gstin'> &
  FoodLicence;

export interface Packing {
  order: PurchaseOrder;
  sender: Sender;
  /** GST state code of the buyer; null if it is not known. */
  buyerState: string | null;
  /** The day of printing, `YYYY-MM-DD`, for which the vendor's licence is checked. */
  today: string;
}

/** The registration that the order names; null for an unregistered vendor. */
export function senderGstin({ order, sender }: Packing): string | null {
  return order.vendorGST === 'URP' ? null : (order.vendorGST ?? sender.gstin);
}

/** The address in the order, or else in the vendor's own record, with the state's name. Another registration has another address. */
export function senderAddress({ order, sender }: Packing): string {
  if (order.vendorAddress !== null && order.vendorAddress.trim() !== '') return oneLine(order.vendorAddress);
  const other = order.vendorGST === null || order.vendorGST === sender.gstin ? null : stateCodeOf(order.vendorGST);
  if (other !== null) return placeOf(other);
  const code = stateCodeOf(null, sender.state);
  const place = `${sender.city} ${sender.postal_Code}`.trim();
  return inOneLine(sender.address_Line1, sender.address_Line2, place, code === null ? '' : placeOf(code));
}

/** The name of the tax besides CGST at the order's place of supply. */
export function stateTaxOfOrder({ order, buyerState }: Packing): 'SGST' | 'UTGST' {
  return stateTaxOf(order.placeOfSupply ?? stateCodeOf(order.buyerGST) ?? buyerState);
}

/** The rates on a line's labels, as text. */
export function taxTexts(packing: Packing, line: OrderLine, only: 'all' | 'charged' = 'all'): string[] {
  const { sender, order, buyerState } = packing;
  const [from, to] = [senderGstin(packing) ?? sender.gstin, order.placeOfSupply ?? stateCodeOf(order.buyerGST) ?? buyerState];
  const labels = taxLabels(line, stateCodeOf(from, sender.state), to);
  return taxLabelTexts(labels, stateTaxOfOrder(packing), only === 'charged' ? chargedHeads(labels) : undefined);
}

const LEFT = 4;
const RIGHT = 96;
const WIDTH = RIGHT - LEFT;
/** The left edge of barcodes, so that their first bar is aligned with the text. */
const BARCODE_LEFT = LEFT - 2.5;

const strong = { bold: true } as const;
const rule = (y: number): Piece => ({ kind: 'rule', x: LEFT, y, width: WIDTH });

/** A value with its caption in small letters above. */
function field(x: number, y: number, width: number, size: number, caption: string, value: string, more: Partial<TextPiece> = {}): Piece[] {
  return [textAt(x, y, width, 6, caption), textAt(x, y + 2.8, width, size, value, more)];
}

/** A barcode, or the reason for having none. */
function barcode(t: Translate, y: number, value: string, width: number): Piece[] {
  const why = whyNoBarcode(value, width);
  return why === null ? [{ kind: 'barcode', x: BARCODE_LEFT, y, text: value }] : [textAt(LEFT, y, width - 4, 7, t(why), { lines: 2 })];
}

/** A barcode has its text below it. */
function eanOf(t: Translate, { EANCode: ean }: OrderLine): Piece[] {
  if (ean === null || ean === '') return [textAt(LEFT, 96.8, 60, 8, '–')];
  const width = 62;
  return whyNoBarcode(ean, width) === null
    ? barcode(t, 97.8, ean, width)
    : [textAt(LEFT, 96.8, width, 8, ean), ...barcode(t, 101, ean, width)];
}

interface Carton {
  /** The number of the line, from 1. */
  line: number;
  carton: number;
  of: number;
}

/** The details of a batch as labels and the package sheet state them. */
export function termWords(terms: OrderLine['packed'][number] | null, t: Translate): string[] {
  if (terms === null) return [];
  const { batch, bestBefore, netContent, countryOfOrigin } = terms;
  return [
    ...(batch === null ? [] : [t('Batch {batch}', { batch })]),
    ...(bestBefore === null ? [] : [t('best before {day}', { day: showDate(bestBefore) })]),
    ...(netContent === null ? [] : [t('Net content {netContent}', { netContent })]),
    ...(countryOfOrigin === null ? [] : [t('Country of origin: {country}', { country: countryOfOrigin })]),
  ];
}

/** The content of one carton label, 100 × 150 mm. The layout limits names to a fixed number of lines. */
export function packingLabel(packing: Packing, { line, carton, of }: Carton, t: Translate): Piece[] {
  const { order, sender } = packing;
  const item = order.listOfItems[line - 1];
  if (item === undefined) throw new Error(`an order of ${order.listOfItems.length} lines has no line ${line}`);
  const unit = item.uom === null ? '' : ` ${item.uom}`;
  const agreed = packedQuantity(item);
  const ordered = `${showNumber(agreed.toString())}${unit}`;
  const { quantity, terms } = cartonOf(item, of, carton);
  const content = quantity === null ? t('Part of {ordered}', { ordered }) : `${showNumber(quantity.toString())}${unit}`;
  const mrp = showMoney(item.itemSellingPrice);
  const gstin = senderGstin(packing);
  const licence = licenceWords(sender, packing.today, t);
  return [
    ...field(LEFT, 4, 64, 9, t('Sender'), order.vendorName, { bold: true, lines: 2 }),
    ...field(70, 4, RIGHT - 70, 12, t('Vendor code'), String(sender.vendor_Code), strong),
    textAt(
      LEFT,
      15.6,
      WIDTH,
      7,
      [gstin === null ? null : t('GSTIN {gstin}', { gstin }), licence].filter((part) => part !== null).join(' · '),
    ),
    textAt(LEFT, 19, WIDTH, 7, senderAddress(packing), { lines: 2 }),
    rule(26.4),
    ...field(LEFT, 27.4, WIDTH, 10, t('Deliver to'), order.deliveryLocation ?? '–', { bold: true, lines: 3 }),
    rule(45.2),
    ...field(LEFT, 46.2, 56, Math.max(8, fitted(order.poNumber, 56, 12)), t('PO number'), order.poNumber, { bold: true, lines: 2 }),
    ...field(62, 46.2, 16, 8, t('PO date'), showDate(order.poDate)),
    ...field(80, 46.2, 16, 8, t('Deliver by'), showDate(order.deliverBy)),
    ...barcode(t, 56.7, order.poNumber, RIGHT + 4 - BARCODE_LEFT),
    rule(65.8),
    ...field(
      LEFT,
      66.4,
      WIDTH,
      11,
      t('Item · line {line} of {listOfItems}', { line, listOfItems: order.listOfItems.length }),
      item.itemName,
      {
        bold: true,
        lines: 3,
      },
    ),
    ...field(LEFT, 86, 30, 8, t('Item code'), item.itemCode),
    ...field(36, 86, 20, 8, 'HSN', item.hsnCode ?? '–'),
    ...field(58, 86, RIGHT - 58, 8, 'SKU', item.SKUCode ?? '–'),
    textAt(LEFT, 94, 60, 6, 'EAN'),
    ...eanOf(t, item),
    textAt(68, 94, RIGHT - 68, 6, t('Tax')),
    ...taxTexts(packing, item).map((words, index) => textAt(68, 96.8 + index * 4, RIGHT - 68, 8, words)),
    rule(110.4),
    ...field(LEFT, 111.4, 56, fitted(content, 56, 18), t('Quantity in this carton'), content, strong),
    ...field(62, 111.4, RIGHT - 62, fitted(mrp, RIGHT - 62, 18), 'MRP', mrp, strong),
    textAt(
      LEFT,
      123.2,
      34,
      8,
      agreed.eq(item.itemQuantityInCart) ? t('of {ordered} ordered', { ordered }) : t('of {ordered} agreed', { ordered }),
    ),
    textAt(40, 123.2, RIGHT - 40, 6, termWords(terms, t).join(' · '), { lines: 2 }),
    rule(128.4),
    textAt(LEFT, 130.8, WIDTH, 26, t('Carton {carton} of {of}', { carton, of }), { bold: true, align: 'center' }),
  ];
}

/** The labels of all chosen cartons, line by line. */
export function packingLabels(packing: Packing, cartons: Cartons, t: Translate): Piece[][] {
  return [...cartons]
    .sort(([one], [other]) => one - other)
    .flatMap(([line, of]) => Array.from({ length: of }, (_, index) => packingLabel(packing, { line, carton: index + 1, of }, t)));
}
