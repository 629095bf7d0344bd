import * as z from 'zod';

import { anything, named, optionalCode } from '../ground/fields.ts';
import { listQuery, oneOf, operationsOf, ownerChoice, textFilter, workbook } from '../ground/operation.ts';
import { say } from '../ground/template.ts';

const ORDER_STATUSES = ['Open', 'Acknowledged', 'Closed', 'Cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];
const DELIVERY_STATUSES = ['Pending', 'Partial', 'Delivered'] as const;
const PAYMENT_STATUSES = ['Unpaid', 'Partial', 'Paid'] as const;
/** The party that must decide on the confirmation of a line of an open order; the buyer comes first. */
const AWAITED = ['buyer', 'vendor'] as const;

/**
 * The ways in which a line is accepted: by goods receipts, by the quantity that the buyer confirms as finished, or by the buyer's sales
 * reports.
 */
export const ACCEPTANCES = ['receipt', 'order', 'sale'] as const;
export type Acceptance = (typeof ACCEPTANCES)[number];
export const ACCEPTANCE_WORDS: Readonly<Record<Acceptance, string>> = {
  receipt: 'Goods receipt',
  order: 'Order (services)',
  sale: 'Sale (consignment)',
};

export const messages = {
  acknowledged: 'Purchase order acknowledged.',
  acknowledgedAlready: (number: string, day: string) => say('Order {number} was already acknowledged on {day}.', { number, day }),
  /** The message for a buyer user who asks for the orders to invoice of all vendors. */
  toInvoiceOf: 'Choose a vendor to see the orders to invoice.',
  /** The message for an order that is closed or cancelled. */
  notOpen: (number: string, status: OrderStatus) =>
    say('Only an open purchase order can be acknowledged. Order {number} is {status}. Ask the buyer for a new order.', {
      number,
      status: status.toLowerCase(),
    }),
  /** The same for the buyer, who decides on the vendor's confirmations. */
  undecidable: (number: string, status: OrderStatus) =>
    say(
      'Order {number} is {status}, so its confirmations can no longer be decided on. Enter a new order for goods that are still needed.',
      {
        number,
        status: status.toLowerCase(),
      },
    ),
} as const;

/** Names of the reasons for rejecting an acknowledgement, for programs. */
export const acknowledgeCodes = { already: 'order_is_acknowledged', notOpen: 'order_not_open', waits: 'line_not_open' } as const;
/** The codes of refused searches. */
export const orderSearchCodes = { noVendor: 'vendor_not_chosen' } as const;

const money = z.number();
const optionalAmount = z.number().nullable();
const absent = z.string().nullable();

/** A line of an order, with the names of the specification. Rates are in percent, amounts in rupees. */
const orderLine = named('OrderLine', {
  itemCode: z.string(),
  itemName: z.string(),
  EANCode: absent,
  secondaryBarcode: absent,
  SKUCode: absent,
  hsnCode: absent,
  uom: absent,
  /** The unit's code on GST documents, OTH if the unit has no code of its own; null if the order states no unit. */
  UQC: absent,
  /** The ordered quantity, in the unit of purchase. */
  itemQuantityInCart: z.number(),
  receivedQuantity: z.number(),
  acceptance: z.enum(ACCEPTANCES),
  /**
   * The quantity that the buyer confirmed: the finished quantity of a line accepted by order, otherwise the quantity that may be received
   * beyond the order.
   */
  confirmedQuantity: optionalAmount,
  /** The ordered quantity, less the quantity that the vendor rejected in an applicable confirmation. */
  agreedQuantity: money,
  /** The lines of dispatch notes that are ready or dispatched. */
  packed: z.array(
    z.object({
      quantity: money,
      cartons: optionalAmount,
      batch: absent,
      bestBefore: absent,
      netContent: absent,
      countryOfOrigin: absent,
    }),
  ),
  caseQuantity: optionalAmount,
  itemSellingPrice: optionalAmount,
  itemPrice: money,
  /** The prices of pieces that were accepted before the current price was agreed: each applies up to `until` pieces. */
  earlierPrices: z.array(z.object({ until: money, unitPrice: money })),
  totalCost: money,
  GSTCode: absent,
  GSTInPer: optionalAmount,
  discInPer: money,
  discAMt: money,
  CGSTInPer: optionalAmount,
  taxAMT: money,
  salesOrderTaxModel: z.object({
    taxableAmount: money,
    taxAmount: money,
    cgstTaxAmt: money,
    sgstTaxAmt: money,
    igstTaxAmt: money,
    gstCess: optionalAmount,
    gstCessAmount: money,
    tax: z.object({ sgstPercent: optionalAmount, igstPercent: optionalAmount }),
  }),
});
export type OrderLine = z.infer<typeof orderLine>;

/** The terms that the vendor acknowledges with an order. */
const terms = z.object({
  poDate: z.string(),
  deliverBy: absent,
  /** Absent if it was acknowledged before orders had payment terms. */
  paymentTerms: absent.optional(),
  lines: z.array(
    z.object({
      itemCode: z.string(),
      itemName: z.string(),
      quantity: z.number(),
      mrp: optionalAmount,
      price: money,
      discount: money,
      total: money,
    }),
  ),
});
export type Terms = z.infer<typeof terms>;

/** A purchase order. The line fields (`EANCode` to `totalPrice`) are those of the first line; `listOfItems` has all lines. */
export const purchaseOrder = named('Order', {
  _id: z.string(),
  userID: z.string(),
  vendorName: z.string(),
  poNumber: z.string(),
  poDate: z.string(),
  deliverBy: absent,
  paymentTerms: absent,
  totalPurchaseItems: z.number(),
  value: money,
  status: z.enum(ORDER_STATUSES),
  /**
   * The payment status from the vendor's invoices with this PO number, or from the amount that the buyer's system states as paid, whichever
   * is greater.
   */
  paymentStatus: z.enum(PAYMENT_STATUSES),
  deliveryStatus: z.enum(DELIVERY_STATUSES),
  awaits: z.enum(AWAITED).nullable(),
  acknowledgedOn: absent,
  acknowledgementReference: absent,
  closedReason: absent,
  withdrawn: z.object({ acknowledgedOn: z.string(), reference: absent, withdrawnAt: z.string(), terms }).nullable(),
  EANCode: absent,
  HSNCode: absent,
  ItemName: absent,
  PrimaryBarCode: absent,
  SKUCode: absent,
  purchaseQty: z.number(),
  caseQuantity: optionalAmount,
  MRP: optionalAmount,
  BuyerMarginPer: optionalAmount,
  buyerMarginAmt: optionalAmount,
  billingPrice: money,
  /** CGST, SGST and IGST together; null if the order states no rate. */
  taxRate: optionalAmount,
  SGSTAmt: money,
  CGSTAmt: money,
  IGSTAmt: money,
  totalPrice: money,
  secondaryBarcode: absent,
  packingLabel: absent,
  documentUpload: absent,
  deliveryLocation: absent,
  /** The buyer's site that matches the delivery location, and its name. */
  siteId: absent,
  site: absent,
  vendorAddress: absent,
  /** The registrations that the order names, by number or URP; null if it names none and there is not exactly one on its date. */
  vendorGST: absent,
  buyerGST: absent,
  placeOfSupply: absent,
  listOfItems: z.array(orderLine),
  keptHere: z.boolean(),
  updatedAt: z.string(),
});
export type PurchaseOrder = z.infer<typeof purchaseOrder>;

/** The number, amount and date columns. */
const ORDER_SORTS = ['poNumber', 'poDate', 'totalPurchaseItems', 'value', 'updatedAt'] as const;

/** The fields of an acknowledgement. */
export const acknowledgementForm = z.object({ reference: optionalCode(100) });

/**
 * The pending action of an open order: the vendor must acknowledge it (`unconfirmed`), or must acknowledge it or confirm a line again
 * (`toConfirm`), or its goods are due within days or late. Accepted goods that are not invoiced (`toInvoice`) wait for the vendor after the
 * end of an order too.
 */
export const STAGES = ['unconfirmed', 'toConfirm', 'dueThisWeek', 'late', 'toInvoice'] as const;

const filters = {
  code: optionalCode(),
  userID: ownerChoice,
  awaits: oneOf(AWAITED).optional(),
  stage: oneOf(STAGES).optional(),
  site: textFilter,
};

export const orders = operationsOf('order', 'members', {
  /** `code` matches anywhere in the number and ignores case; by default, an order whose number equals it comes first. */
  search: {
    summary: 'List purchase orders, newest first, 7 per page; with a code, those whose number contains it',
    route: 'POST /api/purChaseOrder/serviceOrder',
    query: listQuery({}, ORDER_SORTS),
    body: z.object(filters),
    replies: { 200: z.object({ result: z.array(purchaseOrder) }) },
  },
  totals: {
    summary: 'Count the purchase orders that match the search, and total their value',
    route: 'GET /api/purChaseOrder/totals',
    query: z.object(filters),
    replies: { 200: z.object({ count: z.number(), value: z.number() }) },
  },
  /**
   * `poNumber` selects the orders with exactly this number: at most one per vendor, because only different vendors can use the same number.
   */
  list: {
    summary: 'List purchase orders as a plain array, newest first; with a poNumber, only this order',
    route: 'GET /api/purChaseOrder/get',
    query: listQuery({ poNumber: textFilter, userID: ownerChoice }, ORDER_SORTS),
    replies: { 200: z.array(purchaseOrder), 201: z.array(purchaseOrder) },
  },
  export: {
    summary: 'Export all purchase orders that match the search as an .xlsx file',
    route: 'GET /api/purChaseOrder/export',
    query: listQuery(filters, ORDER_SORTS),
    replies: { 200: workbook },
  },
  /** Records that the vendor has seen the order; a background job informs the buyer's system, however long that is down. */
  acknowledge: {
    summary: 'Acknowledge an open order, optionally with a reference; 409 if it is not open or was amended after `updatedAt`',
    route: 'POST /api/purChaseOrder/acknowledge/{id}',
    access: 'catalogue',
    body: acknowledgementForm.extend({ updatedAt: anything.meta({ type: 'string' }) }),
    replies: { 200: z.object({ message: z.string(), data: purchaseOrder }) },
  },
});

/** True for an open order kept in the portal: orders from the buyer's system can only be changed there. */
export const isChangedHere = ({ status, keptHere }: Pick<PurchaseOrder, 'status' | 'keptHere'>) =>
  keptHere && (status === 'Open' || status === 'Acknowledged');
