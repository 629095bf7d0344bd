import { showDate, showMoney } from '../ground/fields.ts';
import { Decimal } from '../ground/numbers.ts';
import { say, sayJoined } from '../ground/template.ts';

/** The rules that an invoice with lines is compared by, in words; each rule stands for itself. */
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
  /** The code of the finding, for programs: it stays as it is while the wording changes. */
  code: string;
  /** The line of the invoice; null where it is about the whole. */
  line: number | null;
  outcome: 'fault' | 'remark';
  expected: string;
  found: string;
  tolerance: string | null;
  /** The document that it was compared with. */
  document: string | null;
  message: string;
  /** The vendor's way out of a fault. */
  wayOut: string | null;
  /** The buyer's way out, where it is something else. */
  buyerWayOut?: string | null;
}

/** A finding of which only this is given: without more it is a fault, of the whole invoice, without a tolerance and a document. */
export function findingOf(given: Omit<Finding, 'line' | 'outcome' | 'tolerance' | 'document'> & Partial<Finding>): Finding {
  return { line: null, outcome: 'fault', tolerance: null, document: null, ...given };
}

export type Amount = Decimal.Value;

/** The place of the first item that has reached something, of items all of which have reached it from there on; their number where none has. */
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
  /** Rupees of an order line; of this and the percentage, the greater holds. */
  priceAmount: Amount;
}

/** Pieces that were accepted at one price: those after `until` of the tier before, up to `until`. The last tier has no end. */
export interface PriceTier {
  until: Amount | null;
  /** The price of one unit of the order, before the discount. */
  unitPrice: Amount;
  /** The discount in rupees of one unit. */
  discount: Amount;
}

/** Goods that were accepted on a day, with the rates that were right then. */
interface Arrival {
  day: string;
  /** The quantity that had been accepted by then, with these. */
  until: Amount;
  rates: readonly Amount[];
}

/** The GST numbers of both sides; null where a document names none. */
interface Parties {
  vendorGST: string | null;
  buyerGST: string | null;
}

/**
 * The goods of an item of an order whose tax the buyer pays itself, by self-invoices of these numbers. Receipts do not tell the lines of an item apart,
 * so everything is of all of them together.
 */
export interface SelfInvoiced {
  quantity: Amount;
  numbers: readonly string[];
  accepted: Amount;
  /** The part of what was accepted that went back. */
  returned: Amount;
  /** The quantity that earlier invoices, and lines of this one above it, bill with tax. */
  taxed: Amount;
  /** The part of `taxed` that credit memos take back. */
  taxedBack: Amount;
  /** The quantity that credit memos take back of what these bill without tax. */
  untaxedBack: Amount;
}

/** The yardstick: everything of it comes from the order, its item and the tables of the buyer, and nothing from the invoice. */
export interface MatchedOrderLine extends Parties {
  poNumber: string;
  orderedOn: string;
  isCancelled: boolean;
  /** False: the order was amended, and the line is gone. */
  exists: boolean;
  itemCode: string | null;
  itemName: string;
  /** The order line's, else the item's. */
  hsnCode: string | null;
  uom: string | null;
  /** The first tier is the oldest. */
  prices: readonly PriceTier[];
  /** Ordered, in the unit of the order. */
  quantity: Amount;
  /** The most that may be billed, before the tolerance: of what was accepted and did not go back, what the order allows. */
  billable: Amount;
  /** CGST, SGST and IGST together. */
  taxRate: Amount | null;
  cessRate: Amount | null;
  received: Amount;
  accepted: Amount;
  /** The part of what was accepted that went back. */
  returned: Amount;
  /** Receipts of the line of which something was rejected. */
  rejections: readonly { receipt: string; quantity: Amount; reason: string | null }[];
  /** The arrivals in their sequence. */
  arrivals: readonly Arrival[];
  /** The quantity of earlier invoices, and of lines of this one above it, in the unit of the order; less what went back. */
  before: Amount;
  /** The quantity of these that went back, in the unit of the order: `before` is without it. */
  credited?: Amount;
  /** The amount that these ask for it without tax, less what notes about money take off. */
  spent: Amount;
  /** Their numbers. */
  beforeNumbers: readonly string[];
  /** The goods of its item that are on self-invoices; null where none are. */
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
  /** The units of the order in one unit of the line; null where the units cannot be converted. */
  factor: Amount | null;
  /** The quantity that credit memos of this invoice name. */
  credited: Amount;
  /** Null: a line of no order. */
  order: MatchedOrderLine | null;
  /** The charge of a line of no order, if it is of the kinds in Settings. */
  charge?: Charge | null;
  /** The tax that is due; null where that is not known. */
  due: 'igst' | 'halves' | 'none' | null;
  /** The rates that are right on the invoice's day, by the table or else by the order; empty where neither has one. */
  rates: readonly Amount[];
  /** The source of the rates: the table, or the order. */
  ratesFrom: 'table' | 'order' | null;
  /** The rate of cess that the table has on the invoice's day. */
  cessOfTable: Amount | null;
  tolerances: Tolerances;
}

export interface Charge {
  kind: string;
  poNumber: string;
  /** The most that an order may have of it, in rupees without tax. */
  cap: Amount;
  /** The amount of the same order in invoices that count before and in lines above. */
  before: Amount;
}

/** The value of an order that an invoice without lines names too. */
export interface NamedOrder {
  poNumber: string;
  /** The amount of what was accepted at the agreed prices, with its taxes and charges. */
  agreed: Amount;
  tolerance: Amount;
  /** The values of the invoices that count, this one with them. */
  invoiced: Amount;
  /** The numbers of those that have no lines. */
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
  /** True for a side of which the order names no GST number, where the invoice's is the only one that it could name on its day. */
  isOnly: { vendor: boolean; buyer: boolean };
  /** The last day of each side's registration, where it had ended on the day when the invoice was saved. */
  ended: { vendor: string | null; buyer: string | null };
  /** Orders that invoices without lines name. */
  namedOrders: readonly NamedOrder[];
  /** Rupees by which values were rounded up, of invoices of each order: before this one, and the most that is left so. */
  roundings: readonly { poNumber: string; before: Amount; most: Amount }[];
  /** Other invoices of the vendor with a number that is nearly the same. */
  alike: readonly { number: string; date: string; value: Amount }[];
  isBankConfirmed: boolean;
  irn: {
    given: string | null;
    /** The day from which the vendor makes e-invoices; null: nobody has said. */
    since: string | null;
    /** The IRNs that fit GST number, financial year and number of the invoice; null where it names no GST number of the vendor. */
    fitting: readonly string[] | null;
  };
  today: string;
}

/** A figure of goods, as messages have it. */
export const figure = (value: Amount) => new Decimal(value).toFixed();
export const rupees = (value: Amount) => showMoney(new Decimal(value).toFixed(2));
export const orderName = ({ poNumber, orderedOn }: Pick<MatchedOrderLine, 'poNumber' | 'orderedOn'>) =>
  say('order {poNumber} of {orderedOn}', { poNumber, orderedOn: showDate(orderedOn) });

/** A finding as one text, with what to do. */
export function findingText({ message, wayOut }: Pick<Finding, 'message' | 'wayOut'>): string {
  return sayJoined([message, wayOut ?? '']);
}

/** A finding in the words of its reader. */
export function findingFor({ buyerWayOut, ...finding }: Finding, isBuyer: boolean): Omit<Finding, 'buyerWayOut'> {
  return isBuyer && buyerWayOut ? { ...finding, wayOut: buyerWayOut } : finding;
}

/** The value of the first pieces of an order line without tax, each tier at its price. */
export function agreedValue(tiers: readonly PriceTier[], quantity: Amount): Decimal {
  let [value, from] = [new Decimal(0), new Decimal(0)];
  for (const { until, unitPrice, discount } of tiers) {
    const to = until === null ? new Decimal(quantity) : Decimal.min(until, quantity);
    if (to.gt(from)) value = value.plus(to.minus(from).times(new Decimal(unitPrice).minus(discount)));
    from = Decimal.max(from, to);
  }
  return value.toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
}

/** The tier of the piece that comes after so many. */
export function tierAt(tiers: readonly PriceTier[], quantity: Amount): PriceTier {
  const found = tiers.find(({ until }) => until === null || new Decimal(until).gt(quantity)) ?? tiers.at(-1);
  if (found === undefined) throw new Error('every order line has a price');
  return found;
}

/** A quantity of a line in the unit of its order; what cannot be converted counts as it is written, and the unit is a fault of its own. */
export const inOrdered = ({ factor }: Pick<MatchedLine, 'factor'>, quantity: Amount) => new Decimal(quantity).times(factor ?? 1);

/** The pieces of a line that stay billed, in the unit of its order: goods that credit memos of its invoice take back do not. */
export function netPieces(line: Pick<MatchedLine, 'quantity' | 'factor' | 'credited'>): Decimal {
  return inOrdered(line, new Decimal(line.quantity).minus(line.credited));
}

/** The key that makes two findings the same: a release covers those that it was given for. */
export function findingKey({ rule, line, expected, found }: Finding): string {
  return [rule, line ?? '', expected, found].join('|');
}
