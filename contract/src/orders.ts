import * as z from 'zod';

import { optionalText } from './fields.ts';
import { listQuery, operation, ownerChoice } from './operation.ts';

export const ORDER_STATUSES = ['Open', 'Acknowledged', 'Closed', 'Cancelled'] as const;
export const DELIVERY_STATUSES = ['Pending', 'Partial', 'Delivered'] as const;
export const PAYMENT_STATUSES = ['Unpaid', 'Partial', 'Paid'] as const;

export const messages = {
  acknowledged: 'Purchase order acknowledged.',
} as const;

const money = z.number();
const optionalAmount = z.number().nullable();
const absent = z.string().nullable();

/** A line of an order, in the words of the specification. Rates are percent, amounts rupees. */
export const orderLine = z.object({
  itemCode: z.string(),
  itemName: z.string(),
  EANCode: absent,
  hsnCode: absent,
  uom: absent,
  /** Ordered, in the unit of purchase. */
  itemQuantityInCart: z.number(),
  /** Arrived so far. */
  receivedQuantity: z.number(),
  /** Pieces in a carton, where known. */
  caseQuantity: optionalAmount,
  /** The MRP. */
  itemSellingPrice: optionalAmount,
  /** Of one unit, before discount and tax. */
  itemPrice: money,
  /** With discount and taxes. */
  totalCost: money,
  /** The code of the tax: 'GST5', 'IGST18'; null where the order states no rate. */
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
    /** The rate of the cess. */
    gstCess: money,
    gstCessAmount: money,
    tax: z.object({ sgstPercent: optionalAmount, igstPercent: optionalAmount }),
  }),
});
export type OrderLine = z.infer<typeof orderLine>;

/** A purchase order. What belongs to a line (`EANCode` to `totalPrice`) is the first line's; `listOfItems` has all of them. */
export const purchaseOrder = z.object({
  _id: z.string(),
  userID: z.string(),
  vendorName: z.string(),
  poNumber: z.string(),
  poDate: z.string(),
  deliverBy: absent,
  /** How many lines. */
  totalPurchaseItems: z.number(),
  /** Of all lines with taxes. */
  value: money,
  status: z.enum(ORDER_STATUSES),
  paymentStatus: z.enum(PAYMENT_STATUSES),
  deliveryStatus: z.enum(DELIVERY_STATUSES),
  acknowledgedOn: absent,
  acknowledgementReference: absent,
  EANCode: absent,
  HSNCode: absent,
  ItemName: z.string(),
  PrimaryBarCode: absent,
  SKUCode: absent,
  purchaseQty: z.number(),
  caseQuantity: optionalAmount,
  MRP: optionalAmount,
  /** MRP less price, in percent of the MRP. */
  BuyerMarginPer: optionalAmount,
  buyerMarginAmt: optionalAmount,
  billingPrice: money,
  taxRate: optionalAmount,
  SGSTAmt: money,
  CGSTAmt: money,
  IGSTAmt: money,
  totalPrice: money,
  secondaryBarcode: absent,
  /** Address of the labels as a PDF. */
  packingLabel: absent,
  /** A document of the buyer's, where there is one. */
  documentUpload: absent,
  deliveryLocation: absent,
  vendorAddress: absent,
  listOfItems: z.array(orderLine),
  updatedAt: z.string(),
});
export type PurchaseOrder = z.infer<typeof purchaseOrder>;

/** The number and amount columns, and the day. */
export const ORDER_SORTS = ['poNumber', 'poDate', 'totalPurchaseItems', 'value'] as const;

export const orders = {
  /** `code` matches anywhere in the number, any case; an order whose number it is comes first. */
  search: operation({
    id: 'order.search',
    summary: 'Purchase orders, newest first, 7 a page; with a code those whose number has it',
    method: 'POST',
    path: '/api/purChaseOrder/serviceOrder',
    access: 'active',
    query: listQuery({}, ORDER_SORTS),
    body: z.object({ code: optionalText(), userID: ownerChoice }),
    replies: { 200: z.object({ result: z.array(purchaseOrder) }) },
  }),
  list: operation({
    id: 'order.list',
    summary: 'The bare list of purchase orders, newest first',
    method: 'GET',
    path: '/api/purChaseOrder/get',
    access: 'active',
    query: listQuery({ userID: ownerChoice }, ORDER_SORTS),
    replies: { 200: z.array(purchaseOrder), 201: z.array(purchaseOrder) },
  }),
  /** The vendor has seen it; the buyer's system is told by the background job, however long it is down. */
  acknowledge: operation({
    id: 'order.acknowledge',
    summary: 'Acknowledge an open order, with a reference of one’s own',
    method: 'POST',
    path: '/api/purChaseOrder/acknowledge/{id}',
    access: 'active',
    params: z.object({ id: z.string() }),
    body: z.object({ reference: optionalText(100) }),
    replies: { 200: z.object({ message: z.string(), data: purchaseOrder }) },
  }),
};
