import { typedLine } from '@aapurti/contract/buyer-system/buyerSystemSheets';
import { indianDay } from '@aapurti/contract/ground/fields';
import { isIgst, type Supply } from '@aapurti/contract/ground/gst';
import { Decimal, parseDecimal } from '@aapurti/contract/ground/numbers';
import { figuresOf } from '@aapurti/contract/ground/orderFigures';
import type { PurchaseOrder } from '@aapurti/contract/purchase-orders/orders';

import type { GridProblem } from '../grid/columns.ts';

/** A line of the form, with text as typed. */
export type LineValues = ReturnType<typeof emptyLine>;

/** @param number its position, starting at 1. */
export function emptyLine(number: number) {
  return {
    number,
    EANCode: '',
    itemCode: '',
    itemName: '',
    hsnCode: '',
    uom: '',
    quantity: '',
    caseQuantity: '',
    MRP: '',
    price: '',
    discountRate: '',
    taxRate: '',
    cessRate: '',
    acceptance: 'receipt',
    /** True if a changed price also applies to quantities accepted earlier. */
    fromFirstPiece: false,
  };
}

const text = (value: string | number | null) => (value === null ? '' : String(value));

const NO_SIDES = { vendorGST: '', buyerGST: '', placeOfSupply: '' };

/** The initial values: a new order dated today, or the given one. */
export function orderValues(order: PurchaseOrder | undefined) {
  if (order === undefined) {
    return {
      userID: '',
      poNumber: '',
      poDate: indianDay(new Date()),
      deliverBy: '',
      paymentTerms: '',
      deliveryLocation: '',
      ...NO_SIDES,
      lines: [emptyLine(1)],
    };
  }
  const { poNumber, poDate, deliverBy, paymentTerms, deliveryLocation } = order;
  const lines = order.listOfItems.map((line, index): LineValues => ({
    number: index + 1,
    EANCode: text(line.EANCode),
    itemCode: line.itemCode,
    itemName: line.itemName,
    hsnCode: text(line.hsnCode),
    uom: text(line.uom),
    quantity: text(line.itemQuantityInCart),
    caseQuantity: text(line.caseQuantity),
    MRP: text(line.itemSellingPrice),
    price: text(line.itemPrice),
    discountRate: line.discInPer === 0 ? '' : text(line.discInPer),
    taxRate: text(line.GSTInPer),
    cessRate: text(line.salesOrderTaxModel.gstCess),
    acceptance: line.acceptance,
    fromFirstPiece: false,
  }));
  return {
    userID: order.userID,
    poNumber,
    poDate,
    deliverBy: text(deliverBy),
    paymentTerms: text(paymentTerms),
    deliveryLocation: text(deliveryLocation),
    vendorGST: text(order.vendorGST),
    buyerGST: text(order.buyerGST),
    placeOfSupply: text(order.placeOfSupply),
    lines,
  };
}

/** Removes one line; later lines move up. */
export function withoutLine(lines: readonly LineValues[], number: number): LineValues[] {
  return lines
    .filter((line) => line.number !== number)
    .map((line, index) => (line.number === index + 1 ? line : { ...line, number: index + 1 }));
}

export interface Totals {
  taxable: string;
  tax: string;
  cess: string;
  value: string;
}

/** Negative figures are typing errors and count as zero until they are corrected. */
function figureOf(typed: string): Decimal | null {
  const figure = parseDecimal(typed);
  return figure?.isNegative() === true ? null : figure;
}

/** The totals while the user types; incomplete lines count as zero. Null means that the supply type is unknown and taken as intra-state. */
export function totalsOf(lines: readonly LineValues[], supply: Supply | null): Totals {
  const amount = (value: string) => figureOf(value) ?? new Decimal(0);
  const figures = figuresOf(
    lines.map(({ quantity, price, discountRate, taxRate, cessRate }) => ({
      quantity: amount(quantity),
      price: amount(price),
      discountRate: figureOf(discountRate),
      taxRate: supply === 'untaxed' ? null : figureOf(taxRate),
      cessRate: supply === 'untaxed' ? null : figureOf(cessRate),
    })),
    isIgst(supply) ?? false,
  );
  const sum = (pick: (figure: (typeof figures)[number]) => Decimal) =>
    figures.reduce((all, figure) => all.plus(pick(figure)), new Decimal(0)).toFixed(2);
  return {
    taxable: sum(({ taxable }) => taxable),
    tax: sum(({ half, igst }) => half.plus(half).plus(igst)),
    cess: sum(({ cess }) => cess),
    value: sum(({ total }) => total),
  };
}

/** The value of a line before tax; null while quantity or price is missing. */
export function taxableOf({ quantity, price, discountRate }: LineValues): Decimal | null {
  const [units, each] = [figureOf(quantity), figureOf(price)];
  if (units === null || each === null) return null;
  const line = { quantity: units, price: each, discountRate: figureOf(discountRate), taxRate: null };
  return figuresOf([line], false)[0]?.taxable ?? null;
}

const SHOWN = ['EANCode', 'itemName', 'quantity', 'price', 'MRP', 'caseQuantity', 'discountRate', 'taxRate', 'cessRate', 'acceptance'];

/** The first problem with a line; a field without a cell shows its problem at the EAN, which determines the field. */
export function lineProblem(line: LineValues): GridProblem | null {
  const found = new Map<string, string>();
  for (const { path, message } of typedLine.safeParse(line).error?.issues ?? []) {
    const column = SHOWN.includes(String(path[0])) ? String(path[0]) : 'EANCode';
    if (!found.has(column)) found.set(column, message);
  }
  if (line.EANCode.trim() === '' && line.itemCode.trim() === '') found.set('EANCode', 'EAN Code is required.');
  const column = SHOWN.find((each) => found.has(each));
  return column === undefined ? null : { column, part: 0, message: found.get(column) ?? '' };
}
