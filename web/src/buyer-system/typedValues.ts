import { typedLine } from '@aapurti/contract/buyer-system/buyerSystemSheets';
import { indianDay } from '@aapurti/contract/ground/fields';
import { isIgst, type Supply } from '@aapurti/contract/ground/gst';
import { Decimal, parseDecimal } from '@aapurti/contract/ground/numbers';
import { figuresOf } from '@aapurti/contract/ground/orderFigures';
import type { PurchaseOrder } from '@aapurti/contract/purchase-orders/orders';

/** A line of the form, with text as typed. */
export interface LineValues {
  /** Identifies the line while others are added and removed. */
  key: string;
  EANCode: string;
  itemCode: string;
  itemName: string;
  hsnCode: string;
  uom: string;
  quantity: string;
  caseQuantity: string;
  MRP: string;
  price: string;
  discountRate: string;
  taxRate: string;
  cessRate: string;
  acceptance: string;
  /** A changed price applies to what was accepted before, too. */
  fromFirstPiece: boolean;
}

export function emptyLine(): LineValues {
  return {
    key: crypto.randomUUID(),
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
    fromFirstPiece: false,
  };
}

const text = (value: string | number | null) => (value === null ? '' : String(value));

const NO_SIDES = { vendorGST: '', buyerGST: '', placeOfSupply: '' };

/** The initial values: a new order of today, or the given one. */
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
      lines: [emptyLine()],
    };
  }
  const { poNumber, poDate, deliverBy, paymentTerms, deliveryLocation } = order;
  const lines = order.listOfItems.map((line): LineValues => ({
    key: crypto.randomUUID(),
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

/** The value of the field `lines`, which the form library types as unknown. */
export function linesOf(value: unknown): LineValues[] {
  return Array.isArray(value) ? (value as LineValues[]) : [];
}

export interface Totals {
  /** The amount by line, with its taxes; null while quantity or price is missing. */
  lines: (string | null)[];
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

/** The totals while the user types: incomplete lines count as zero. Null: how the order is taxed is not known, and it is taken to stay in one state. */
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
    lines: lines.map(({ quantity, price }, index) =>
      figureOf(quantity) === null || figureOf(price) === null ? null : (figures[index]?.total.toFixed(2) ?? null),
    ),
    taxable: sum(({ taxable }) => taxable),
    tax: sum(({ half, igst }) => half.plus(half).plus(igst)),
    cess: sum(({ cess }) => cess),
    value: sum(({ total }) => total),
  };
}

/** The problems of a line's fields, by field. */
export function lineProblems(line: LineValues): Partial<Record<keyof LineValues, string>> {
  const parsed = typedLine.safeParse(line);
  const problems: Partial<Record<keyof LineValues, string>> = {};
  for (const issue of parsed.error?.issues ?? []) problems[issue.path[0] as keyof LineValues] ??= issue.message;
  if (line.EANCode.trim() === '' && line.itemCode.trim() === '') problems.EANCode = 'EAN Code is required.';
  return problems;
}
