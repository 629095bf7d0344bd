import * as z from 'zod';

import { anything, named, optionalCode } from '../ground/fields.ts';
import { listQuery, oneOf, operationsOf, ownerChoice, textFilter, workbook } from '../ground/operation.ts';
import { say } from '../ground/template.ts';

const ORDER_STATUSES = ['Open', 'Acknowledged', 'Closed', 'Cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];
const DELIVERY_STATUSES = ['Pending', 'Partial', 'Delivered'] as const;
const PAYMENT_STATUSES = ['Unpaid', 'Partial', 'Paid'] as const;
/** The sides that may have to decide about an answer to a line of an open order: first of all the buyer. */
const AWAITED = ['buyer', 'vendor'] as const;

/** The ways in which a line is accepted: by goods receipts, by what the buyer confirms as done, or by the buyer's reports of sales. */
export const ACCEPTANCES = ['receipt', 'order', 'sale'] as const;
export type Acceptance = (typeof ACCEPTANCES)[number];
export const ACCEPTANCE_WORDS: Readonly<Record<Acceptance, string>> = {
  receipt: 'Goods receipt',
  order: 'Order (services)',
  sale: 'Sale (consignment)',
};

export const messages = {
  acknowledged: 'Purchase order acknowledged.',
  acknowledgedAlready: 'This purchase order is already acknowledged.',
  /** The message for an order that is closed or cancelled. */
  notOpen: (status: OrderStatus) =>
    say('Only an open purchase order can be acknowledged. This one is {status}.', { status: status.toLowerCase() }),
} as const;

/** Names of what refuses an acknowledgement, for programs. */
export const acknowledgeCodes = { already: 'order_is_acknowledged', notOpen: 'order_not_open', waits: 'line_not_open' } as const;

const money = z.number();
const optionalAmount = z.number().nullable();
const absent = z.string().nullable();

/** A line of an order, in the words of the specification. Rates are percent, amounts rupees. */
const orderLine = named('OrderLine', {
  itemCode: z.string(),
  itemName: z.string(),
  EANCode: absent,
  secondaryBarcode: absent,
  SKUCode: absent,
  hsnCode: absent,
  uom: absent,
  /** The unit's code on GST documents, OTH where the list of units has none for it; null where the order states no unit. */
  UQC: absent,
  /** Ordered, in the unit of purchase. */
  itemQuantityInCart: z.number(),
  receivedQuantity: z.number(),
  acceptance: z.enum(ACCEPTANCES),
  /** The quantity that the buyer confirmed: done of a line that is accepted by order, else what may be received beyond the order. */
  confirmedQuantity: optionalAmount,
  /** Ordered, less what the vendor rejected in a confirmation that applies. */
  agreedQuantity: money,
  /** The lines of dispatch notes that are ready or have left. */
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
  /** The price of the first pieces, which were accepted before the present price was agreed: those up to so many. */
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

/** The terms that are acknowledged with an order. */
const terms = z.object({
  poDate: z.string(),
  deliverBy: absent,
  /** Absent where it was acknowledged before orders had them. */
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

/** A purchase order. What belongs to a line (`EANCode` to `totalPrice`) is the first line's; `listOfItems` has all of them. */
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
   * The state of the payments of the vendor's invoices with this PO number, or of what the buyer's system says is paid: whichever is
   * more.
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
  /** CGST, SGST and IGST together; null where the order states no rate. */
  taxRate: optionalAmount,
  SGSTAmt: money,
  CGSTAmt: money,
  IGSTAmt: money,
  totalPrice: money,
  secondaryBarcode: absent,
  packingLabel: absent,
  documentUpload: absent,
  deliveryLocation: absent,
  /** The buyer's site that the delivery location names, and its name. */
  siteId: absent,
  site: absent,
  vendorAddress: absent,
  /** The registrations that the order names, by number or URP; null where there is not exactly one on its day and none is named. */
  vendorGST: absent,
  buyerGST: absent,
  placeOfSupply: absent,
  listOfItems: z.array(orderLine),
  keptHere: z.boolean(),
  updatedAt: z.string(),
});
export type PurchaseOrder = z.infer<typeof purchaseOrder>;

/** The number and amount columns, and the day. */
const ORDER_SORTS = ['poNumber', 'poDate', 'totalPurchaseItems', 'value', 'updatedAt'] as const;

/** The fields of an acknowledgement. */
export const acknowledgementForm = z.object({ reference: optionalCode(100) });

/**
 * The next thing that an open order waits for: its vendor to acknowledge it (`unconfirmed`) or to answer a line again as well (`toConfirm`), or goods that
 * are due in the next days or late.
 */
export const STAGES = ['unconfirmed', 'toConfirm', 'dueThisWeek', 'late'] as const;

const filters = {
  code: optionalCode(),
  userID: ownerChoice,
  awaits: oneOf(AWAITED).optional(),
  stage: oneOf(STAGES).optional(),
  site: textFilter,
};

export const orders = operationsOf('order', 'members', {
  /** `code` matches anywhere in the number, any case; unless sorted otherwise, an order whose number it is comes first. */
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
  /** A list with `poNumber` has the orders of exactly this number: one of a vendor's, as numbers repeat between vendors only. */
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
  /** The vendor has seen it; the buyer's system is told by the background job, however long it is down. */
  acknowledge: {
    summary: 'Acknowledge an open order, optionally with a reference; 409 if it is not open or was amended after `updatedAt`',
    route: 'POST /api/purChaseOrder/acknowledge/{id}',
    access: 'catalogue',
    body: acknowledgementForm.extend({ updatedAt: anything.meta({ type: 'string' }) }),
    replies: { 200: z.object({ message: z.string(), data: purchaseOrder }) },
  },
});

/** True for an open order that the portal keeps: orders from the buyer's system can only be changed there. */
export const isChangedHere = ({ status, keptHere }: Pick<PurchaseOrder, 'status' | 'keptHere'>) =>
  keptHere && (status === 'Open' || status === 'Acknowledged');
