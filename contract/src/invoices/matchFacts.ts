import { showDate, showMoney } from '../ground/fields.ts';
import { Decimal } from '../ground/numbers.ts';

/** What an invoice with lines is compared by; each rule stands for itself. */
export const MATCH_RULES = [
  'order',
  'quantity',
  'price',
  'taxHead',
  'taxRate',
  'sum',
  'duplicate',
  'date',
  'irn',
  'bank',
  'credit',
] as const;
type MatchRule = (typeof MATCH_RULES)[number];

export const RULE_WORDS: Readonly<Record<MatchRule, string>> = {
  order: 'Order',
  quantity: 'Quantity',
  price: 'Price',
  taxHead: 'Kind of tax',
  taxRate: 'Tax rate',
  sum: 'Sum of the lines',
  duplicate: 'Duplicate',
  date: 'Date',
  irn: 'IRN',
  bank: 'Bank account',
  credit: 'Credit memo',
};

/** A fault makes the invoice an exception; a remark does not. */
export interface Finding {
  rule: MatchRule;
  /** Of the invoice; null where it is about the whole. */
  line: number | null;
  outcome: 'fault' | 'remark';
  expected: string;
  found: string;
  tolerance: string | null;
  /** What it was compared with. */
  document: string | null;
  message: string;
  /** What to do about a fault. */
  wayOut: string | null;
}

export type Amount = Decimal.Value;

export interface Tolerances {
  /** Percent. */
  quantity: Amount;
  price: Amount;
  /** Rupees of a line; of this and the percentage, the greater holds. */
  priceAmount: Amount;
}

export interface MatchedOrderLine {
  poNumber: string;
  orderedOn: string;
  isCancelled: boolean;
  /** False: the order was amended, and the line is gone. */
  exists: boolean;
  unitPrice: Amount;
  /** Of the whole line, in rupees. */
  discount: Amount;
  quantity: Amount;
  taxRate: Amount | null;
  received: Amount;
  accepted: Amount;
  /** Receipts of the line of which something was rejected. */
  rejections: readonly { receipt: string; quantity: Amount; reason: string | null }[];
  /** By earlier invoices, and by lines of this one above it. */
  before: Amount;
  /** Their numbers. */
  beforeNumbers: readonly string[];
}

export interface MatchedLine {
  no: number;
  itemName: string;
  hsnCode: string | null;
  quantity: Amount;
  unitPrice: Amount;
  taxable: Amount;
  taxRate: Amount | null;
  cgst: Amount;
  sgst: Amount;
  igst: Amount;
  cess: Amount;
  /** By credit memos of this invoice. */
  credited: Amount;
  /** Of that, what memos credit less for than it costs: a difference of price, and no goods that went back. */
  priced?: Amount;
  /** Null: a line of no order. */
  order: MatchedOrderLine | null;
  /** Which tax is due; null where that is not known. */
  due: 'igst' | 'halves' | 'none' | null;
  /** The rates of its HSN code on the invoice's day, one each for pre-packed and loose goods; empty where the table has none. */
  rates: readonly Amount[];
  tolerances: Tolerances;
}

export interface MatchedInvoice {
  number: string;
  date: string;
  value: Amount;
  cgst: Amount;
  sgst: Amount;
  igst: Amount;
  lines: readonly MatchedLine[];
  /** Other invoices of the vendor with a number that is nearly the same. */
  alike: readonly { number: string; date: string; value: Amount }[];
  /** Credit memos that name the invoice and none of its items. */
  strayCredits: readonly { item: string | null; quantity: Amount | null }[];
  isBankConfirmed: boolean;
  irn: {
    given: string | null;
    /** From which day the vendor makes e-invoices; null: nobody has said. */
    since: string | null;
    /** Those that fit GST number, financial year and number of the invoice; null where it names no GST number of the vendor. */
    fitting: readonly string[] | null;
  };
  today: string;
}

/** A figure of goods, as messages have it. */
export const figure = (value: Amount) => new Decimal(value).toFixed();
export const rupees = (value: Amount) => showMoney(new Decimal(value).toFixed(2));
export const orderName = ({ poNumber, orderedOn }: Pick<MatchedOrderLine, 'poNumber' | 'orderedOn'>) =>
  `order ${poNumber} of ${showDate(orderedOn)}`;

/** A finding as one text, with what to do. */
export function findingText({ message, wayOut }: Pick<Finding, 'message' | 'wayOut'>): string {
  return wayOut === null ? message : `${message} ${wayOut}`;
}

/** What makes two findings the same: a release covers those that it was given for. */
export function findingKey({ rule, line, expected, found }: Finding): string {
  return [rule, line ?? '', expected, found].join('|');
}
