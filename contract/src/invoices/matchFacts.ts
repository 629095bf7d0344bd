import { showDate, showMoney } from '../ground/fields.ts';
import { Decimal } from '../ground/numbers.ts';
import { say, sayJoined } from '../ground/template.ts';

/** The rules by which an invoice with lines is matched, in words; each rule is independent. */
export const RULE_WORDS = {
  order: 'Order',
  parties: 'GST numbers',
  item: 'Item',
  unit: 'Unit',
  hsn: 'HSN code',
  quantity: 'Quantity',
  price: 'Price',
  orderValue: 'Order value',
  charge: 'Charge',
  taxHead: 'Tax type',
  taxRate: 'Tax rate',
  cess: 'Cess',
  sum: 'Total of the lines',
  duplicate: 'Duplicate',
  date: 'Date',
  irn: 'IRN',
  bank: 'Bank account',
  credit: 'Credit memo',
} as const;
type MatchRule = keyof typeof RULE_WORDS;
export const MATCH_RULES = Object.keys(RULE_WORDS) as [MatchRule, ...MatchRule[]];

/** `fault` makes the invoice an exception; `remark` does not. */
export interface Finding {
  rule: MatchRule;
  /** The code of the finding for programs, which stays the same when the wording changes. */
  code: string;
  /** The line of the invoice; null if it concerns the whole invoice. */
  line: number | null;
  outcome: 'fault' | 'remark';
  expected: string;
  found: string;
  tolerance: string | null;
  /** The document with which it was compared. */
  document: string | null;
  message: string;
  /** The vendor's solution for a fault. */
  wayOut: string | null;
  /** The buyer's solution, if it is different. */
  buyerWayOut?: string | null;
}

/** A finding from only these values: by default a fault of the whole invoice, without tolerance and document. */
export function findingOf(given: Omit<Finding, 'line' | 'outcome' | 'tolerance' | 'document'> & Partial<Finding>): Finding {
  return { line: null, outcome: 'fault', tolerance: null, document: null, ...given };
}

export type Amount = Decimal.Value;

/** The index of the first item that satisfies a condition which all later items satisfy too; the number of items if none does. */
export function firstThat<Item>(items: readonly Item[], hasReached: (item: Item) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item !== undefined && !hasReached(item)) low = middle + 1;
    else high = middle;
  }
  return low;
}

export interface Tolerances {
  /** Percent. */
  quantity: Amount;
  price: Amount;
  /** Rupees per order line; the greater of this and the percentage applies. */
  priceAmount: Amount;
}

/** Pieces that were accepted at one price: those after the previous tier's `until`, up to `until`. The last tier has no end. */
export interface PriceTier {
  until: Amount | null;
  /** The price of one unit of the order, before the discount. */
  unitPrice: Amount;
  /** The discount in rupees of one unit. */
  discount: Amount;
}

/** Goods that were accepted on a date, with the rates that were valid then. */
interface Arrival {
  day: string;
  /** The accepted quantity up to then, including these goods. */
  until: Amount;
  rates: readonly Amount[];
}

/** The GST numbers of both parties; null if a document names none. */
interface Parties {
  vendorGST: string | null;
  buyerGST: string | null;
}

/**
 * The goods of an order's item whose tax the buyer pays itself, by self-invoices with these numbers. Receipts do not distinguish the lines
 * of an item, so all figures cover its lines together.
 */
export interface SelfInvoiced {
  quantity: Amount;
  numbers: readonly string[];
  accepted: Amount;
  /** The accepted quantity that was returned. */
  returned: Amount;
  /** The quantity that earlier invoices, and lines above it in this one, bill with tax. */
  taxed: Amount;
  /** The part of `taxed` that credit memos take back. */
  taxedBack: Amount;
  /** The quantity that credit memos take back of the goods that these bill without tax. */
  untaxedBack: Amount;
}

/** The reference values: all come from the order, its item and the buyer's tables, and none from the invoice. */
export interface MatchedOrderLine extends Parties {
  poNumber: string;
  orderedOn: string;
  isCancelled: boolean;
  /** False if an amendment has removed the line. */
  exists: boolean;
  itemCode: string | null;
  itemName: string;
  /** The order line's, or else the item's. */
  hsnCode: string | null;
  uom: string | null;
  /** The first tier is the oldest. */
  prices: readonly PriceTier[];
  /** The ordered quantity, in the unit of the order. */
  quantity: Amount;
  /** The most that may be billed, before the tolerance: the accepted quantity that was not returned, up to the order's limit. */
  billable: Amount;
  /** CGST, SGST and IGST together. */
  taxRate: Amount | null;
  cessRate: Amount | null;
  received: Amount;
  accepted: Amount;
  /** The accepted quantity that was returned. */
  returned: Amount;
  /** Receipts of the line with rejected quantities. */
  rejections: readonly { receipt: string; quantity: Amount; reason: string | null }[];
  /** The arrivals in chronological order. */
  arrivals: readonly Arrival[];
  /** The quantity on earlier invoices and on lines above it in this one, in the unit of the order, less returns. */
  before: Amount;
  /** The returned part of these, in the unit of the order, which `before` excludes. */
  credited?: Amount;
  /** The amount without tax that these invoice, less memos about money. */
  spent: Amount;
  /** Their numbers. */
  beforeNumbers: readonly string[];
  /** The goods of its item on self-invoices; null if there are none. */
  selfInvoiced: SelfInvoiced | null;
}

export interface MatchedLine {
  no: number;
  itemCode: string | null;
  itemName: string;
  hsnCode: string | null;
  uom: string | null;
  quantity: Amount;
  unitPrice: Amount;
  taxable: Amount;
  taxRate: Amount | null;
  cgst: Amount;
  sgst: Amount;
  igst: Amount;
  cess: Amount;
  /** The units of the order in one unit of the line; null if the units cannot be converted. */
  factor: Amount | null;
  /** The quantity that credit memos of this invoice name. */
  credited: Amount;
  /** Null for a line without an order. */
  order: MatchedOrderLine | null;
  /** The charge of a line without an order, if it is one of the kinds in Settings. */
  charge?: Charge | null;
  /** The due tax; null if it is not known. */
  due: 'igst' | 'halves' | 'none' | null;
  /** The rates that are valid on the invoice's date, from the table or else the order; empty if neither has one. */
  rates: readonly Amount[];
  /** The source of the rates: the table, or the order. */
  ratesFrom: 'table' | 'order' | null;
  /** The table's cess rate on the invoice's date. */
  cessOfTable: Amount | null;
  tolerances: Tolerances;
}

export interface Charge {
  kind: string;
  poNumber: string;
  /** The most that an order may have of this charge, in rupees without tax. */
  cap: Amount;
  /** The amount for the same order in earlier invoices and in lines above. */
  before: Amount;
}

/** The value of an order that an invoice without lines also names. */
export interface NamedOrder {
  poNumber: string;
  /** The value of the accepted quantities at the agreed prices, with taxes and charges. */
  agreed: Amount;
  tolerance: Amount;
  /** The total value of the invoices that count, including this one. */
  invoiced: Amount;
  /** The numbers of those without lines. */
  numbers: readonly string[];
}

export interface MatchedInvoice extends Parties {
  number: string;
  date: string;
  value: Amount;
  cgst: Amount;
  sgst: Amount;
  igst: Amount;
  lines: readonly MatchedLine[];
  /** True for a party whose GST number the order does not name, if the invoice has the only one possible on its date. */
  isOnly: { vendor: boolean; buyer: boolean };
  /** The last day of each party's registration, if it had ended when the invoice was saved. */
  ended: { vendor: string | null; buyer: string | null };
  /** Orders that invoices without lines name. */
  namedOrders: readonly NamedOrder[];
  /** The rupees by which invoices of each order were rounded up: before this one, and the most that remains. */
  roundings: readonly { poNumber: string; before: Amount; most: Amount }[];
  /** Other invoices of the vendor with a very similar number. */
  alike: readonly { number: string; date: string; value: Amount }[];
  isBankConfirmed: boolean;
  irn: {
    given: string | null;
    /** The date from which the vendor issues e-invoices; null if it was not stated. */
    since: string | null;
    /** The IRNs that match GST number, financial year and number of the invoice; null if it names no GST number of the vendor. */
    fitting: readonly string[] | null;
  };
  today: string;
}

/** A figure of goods in the form that messages use. */
export const figure = (value: Amount) => new Decimal(value).toFixed();
export const rupees = (value: Amount) => showMoney(new Decimal(value).toFixed(2));
export const orderName = ({ poNumber, orderedOn }: Pick<MatchedOrderLine, 'poNumber' | 'orderedOn'>) =>
  say('order {poNumber} of {orderedOn}', { poNumber, orderedOn: showDate(orderedOn) });

/** A finding as one text, with its solution. */
export function findingText({ message, wayOut }: Pick<Finding, 'message' | 'wayOut'>): string {
  return sayJoined([message, wayOut ?? '']);
}

/** A finding worded for its reader. */
export function findingFor({ buyerWayOut, ...finding }: Finding, isBuyer: boolean): Omit<Finding, 'buyerWayOut'> {
  return isBuyer && buyerWayOut ? { ...finding, wayOut: buyerWayOut } : finding;
}

/** The value without tax of the first pieces of an order line, each tier at its price. */
export function agreedValue(tiers: readonly PriceTier[], quantity: Amount): Decimal {
  let [value, from] = [new Decimal(0), new Decimal(0)];
  for (const { until, unitPrice, discount } of tiers) {
    const to = until === null ? new Decimal(quantity) : Decimal.min(until, quantity);
    if (to.gt(from)) value = value.plus(to.minus(from).times(new Decimal(unitPrice).minus(discount)));
    from = Decimal.max(from, to);
  }
  return value.toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
}

/** The tier of the piece after this many. */
export function tierAt(tiers: readonly PriceTier[], quantity: Amount): PriceTier {
  const found = tiers.find(({ until }) => until === null || new Decimal(until).gt(quantity)) ?? tiers.at(-1);
  if (found === undefined) throw new Error('every order line has a price');
  return found;
}

/**
 * A quantity of a line in the unit of its order. A quantity that cannot be converted counts unchanged, and its unit is a fault of its own.
 */
export const inOrdered = ({ factor }: Pick<MatchedLine, 'factor'>, quantity: Amount) => new Decimal(quantity).times(factor ?? 1);

/** The pieces of a line that stay billed, in the unit of its order, without goods that credit memos of its invoice take back. */
export function netPieces(line: Pick<MatchedLine, 'quantity' | 'factor' | 'credited'>): Decimal {
  return inOrdered(line, new Decimal(line.quantity).minus(line.credited));
}

/** The key by which two findings are equal: a release covers the findings that it was given for. */
export function findingKey({ rule, line, expected, found }: Finding): string {
  return [rule, line ?? '', expected, found].join('|');
}
