import { seenCode } from '@aapurti/contract/ground/codes';
import { LOADED_LINES_MAX } from '@aapurti/contract/buyer-system/buyerSystemSheets';
import { isIsoDate } from '@aapurti/contract/ground/fields';
import { placeCodeOf } from '@aapurti/contract/ground/gst';
import { LAST_FOUR, ONLINE_KINDS } from '@aapurti/contract/payments/payments';
import { ACCEPTANCES } from '@aapurti/contract/purchase-orders/orders';
import * as z from 'zod';

// Each record is checked against these schemas before it is stored, because an adapter may have a defect and an ERP may send other types
// than documented. Amounts, rates and quantities are decimal strings, days are `YYYY-MM-DD` in India, and null means that the ERP gives no
// value.

/** The problems of a record. The check fills in the record's name, the field and the value that the ERP sent. */
export const recordMessages = {
  text: "{record}: {field} should be text, but the buyer's system sent {given}.",
  empty: "{record}: {field} is empty in the buyer's system.",
  day: "{record}: {field} should be a date (YYYY-MM-DD), but the buyer's system sent {given}.",
  quantity: "{record}: {field} should be a quantity of 0 or more, but the buyer's system sent {given}.",
  positive: "{record}: {field} should be above 0, but the buyer's system sent {given}.",
  money: "{record}: {field} should be an amount of 0 or more with at most two decimals, but the buyer's system sent {given}.",
  rate: "{record}: {field} should be a rate of 0 or more, but the buyer's system sent {given}.",
  acceptance: "{record}: {field} should be receipt, order or sale, but the buyer's system sent {given}.",
  price: "{record}: {field} should be a price of 0 or more, but the buyer's system sent {given}.",
  status: "{record}: {field} should be Open, Closed or Cancelled, but the buyer's system sent {given}.",
  list: "{record}: {field} should be a list, but the buyer's system sent {given}.",
  lines: "{record} has no lines in the buyer's system.",
  onlineKind: "{record}: {field} should be neft, rtgs, imps or upi, but the buyer's system sent {given}.",
  lastFour: "{record}: {field} should be four digits, but the buyer's system sent {given}.",
  long: "{record}: {field} has more than {most} characters in the buyer's system.",
  manyLines: "{record} has more than {most} lines in the buyer's system.",
  state: "{record}: {field} should be the GST code of an Indian state, but the buyer's system sent {given}.",
  wrong: "{record}: {field} cannot be read. The buyer's system sent {given}.",
  missing: "{record}: {field} is missing in the buyer's system.",
} as const;

/** The reason why a record is not imported, and the name of the rule for programs. */
export interface RefusedRecord {
  readonly problem: string;
  readonly code: string;
}

const text = (most: number) => z.string(recordMessages.text).trim().min(1, recordMessages.empty).max(most, recordMessages.long);
/** A number that users also type and read elsewhere, stored without invisible characters. */
const numberText = (most: number) =>
  z.string(recordMessages.text).transform(seenCode).pipe(z.string().min(1, recordMessages.empty).max(most, recordMessages.long));
const optional = (most: number) => z.string(recordMessages.text).max(most, recordMessages.long).nullable();
const day = z.string(recordMessages.day).refine(isIsoDate, recordMessages.day);

/** Decimal text with up to `digits` digits before the point. `places` limits the decimals; without it, the table rounds them. */
function decimal(digits: number, places: number | null, words: string) {
  const fraction = places === null ? String.raw`(\.\d{1,17})?` : String.raw`(\.\d{1,${places}}0*)?`;
  return z.string(words).regex(new RegExp(String.raw`^\d{1,${digits}}${fraction}$`), words);
}
const isPositive = (value: string) => /[1-9]/.test(value);
const quantity = decimal(9, null, recordMessages.quantity);
const positiveQuantity = quantity.refine(isPositive, recordMessages.positive);
const money = decimal(12, 2, recordMessages.money);
const rate = decimal(3, null, recordMessages.rate);

const line = z.object({
  externalId: optional(200),
  itemCode: text(100),
  itemName: text(500),
  ean: optional(50),
  secondEan: optional(50),
  hsnCode: optional(50),
  skuCode: optional(100),
  uom: optional(50),
  /** The quantity in the unit of purchase. */
  quantity: positiveQuantity,
  /** The number of pieces in a carton. */
  caseQuantity: positiveQuantity.nullable(),
  /** The received quantity in the unit of purchase; null if the ERP reports receipts as separate records. */
  receivedQuantity: quantity.nullable(),
  /** The rejected part of the received quantity; absent or null if the ERP does not state it. */
  rejectedQuantity: quantity.nullish(),
  /** The day on which the ERP expects the line, if a confirmed date replaces the day that the buyer asked for; null if none is open. */
  expectedOn: day.nullish(),
  /** The way in which the line is accepted, if the ERP states it: by a receipt, by order (services) or by sale (consignment). */
  acceptance: z.enum(ACCEPTANCES, recordMessages.acceptance).optional(),
  /** The price also applies to quantities that were accepted earlier. */
  fromFirstPiece: z.boolean().optional(),
  mrp: money.nullable(),
  /** The price of one unit, before the discount and without tax; '0' for a free quantity. */
  unitPrice: decimal(10, null, recordMessages.price),
  discountRate: rate,
  discount: money,
  /** Quantity times price less discount, rounded half up to the paisa. */
  taxable: money,
  /** Percent; null if the order states none. */
  cgstRate: rate.nullable(),
  sgstRate: rate.nullable(),
  igstRate: rate.nullable(),
  cessRate: rate.nullable(),
  cgst: money,
  sgst: money,
  igst: money,
  cess: money,
  /** The taxable value with all taxes. */
  total: money,
});

const pulled = {
  /** The record's id in the ERP; an amended order has the id of its first version. */
  externalId: text(300),
  /** Changes with the record; a record that comes again in the same version is not written. */
  version: text(200),
  /** The record as the ERP sent it. */
  raw: z.unknown(),
};
/** The supplier's id in the ERP: the `system_Vendor_id` of a vendor. */
const supplier = text(300);
/** True if the ERP cancelled it; the portal then deletes its copy. */
const cancelled = z.boolean().optional();

export const schemas = {
  suppliers: z.object({ externalId: text(300), name: text(500), email: optional(300), gstin: optional(50) }),
  items: z.object({
    /** The buyer's own code, unique in its ERP; EANs are not unique. */
    itemCode: text(100),
    ean: text(50),
    name: text(500),
    brandName: optional(200),
    category: optional(200),
    hsnCode: optional(50),
    skuCode: optional(100),
    uom: optional(50),
    uomDescription: optional(200),
    /** Pieces in one unit. */
    uomConversion: positiveQuantity,
    mrp: money.nullable(),
  }),
  orders: z.object({
    ...pulled,
    supplier,
    number: numberText(100),
    orderedOn: day,
    deliverBy: day.nullable(),
    /** A text such as '30 days', if the ERP's order states it. */
    paymentTerms: optional(500).optional(),
    status: z.enum(['Open', 'Closed', 'Cancelled'], recordMessages.status),
    acknowledgedOn: day.nullable(),
    acknowledgementReference: optional(200),
    /** The amount paid of the whole order, if the ERP states it; otherwise '0'. */
    paid: money,
    deliveryLocation: optional(1000),
    vendorAddress: optional(1000),
    /**
     * The GST numbers of both parties, if the ERP's order has them. A number that is not registered in the portal on that day is ignored.
     */
    vendorGST: optional(50).optional(),
    buyerGST: optional(50).optional(),
    /** The GST code of a state, if the ERP's order has one. */
    placeOfSupply: z
      .string(recordMessages.text)
      .refine((code) => placeCodeOf(code) === code, recordMessages.state)
      .nullish(),
    lines: z.array(line, recordMessages.list).min(1, recordMessages.lines).max(LOADED_LINES_MAX, recordMessages.manyLines),
  }),
  returns: z.object({
    ...pulled,
    supplier,
    poNumber: optional(100),
    poDate: day.nullable(),
    /** The vendor's own invoice, or the debit note against it. */
    invoiceNumber: optional(100),
    invoiceDate: day.nullable(),
    itemName: text(500),
    receivedQuantity: quantity,
    /** The quantity is above zero, whichever sign the ERP uses. */
    returnedQuantity: positiveQuantity,
    remarks: optional(2000),
    cancelled,
  }),
  /** One bill's part of a payment: a payment for many bills comes as many records, each with its own id. */
  payments: z.object({
    ...pulled,
    supplier,
    paidOn: day,
    /** The mode in the ERP's words: 'Wire Transfer', 'Cheque', … */
    mode: z.string(recordMessages.text).max(200, recordMessages.long),
    amount: money.refine(isPositive, recordMessages.positive),
    remarks: optional(2000),
    /** The kind of an online payment; if absent, the words of the mode may state it. */
    onlineKind: z.enum(ONLINE_KINDS, recordMessages.onlineKind).nullish(),
    /** The UTR or the cheque number, if the ERP has it. */
    reference: optional(100).optional(),
    /** The last four digits of the account that received the payment. */
    accountLast4: z.string(recordMessages.text).regex(LAST_FOUR, recordMessages.lastFour).nullish(),
    /** The vendor's invoice number; null for a payment on account. */
    invoiceNumber: optional(64),
    /** The order for which a part without an invoice is an advance. */
    poNumber: optional(100).optional(),
    cancelled,
    /**
     * The payment to which the part belongs, with the ids of all its parts in this version. Stored parts that are not among them are
     * deleted.
     */
    whole: z.object({ id: text(300), parts: z.array(text(300)) }).optional(),
  }),
};

/** The records of each kind, as adapters hand them over. */
export type PulledRecords = { [Kind in keyof typeof schemas]: z.infer<(typeof schemas)[Kind]> };
/** A vendor without a `system_Vendor_id` is matched by its GSTIN. */
export type KnownSupplier = PulledRecords['suppliers'];
export type BuyerItem = PulledRecords['items'];
export type PulledOrder = PulledRecords['orders'];
export type PulledLine = z.infer<typeof line>;
export type PulledReturn = PulledRecords['returns'];
export type PulledPayment = PulledRecords['payments'];
