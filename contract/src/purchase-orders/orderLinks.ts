import * as z from 'zod';

import { named } from '../ground/fields.ts';
import { operationsOf } from '../ground/operation.ts';
import { MATCH_STATES } from '../invoices/invoices.ts';
import { orderFiguresRecord } from '../invoices/orderFigures.ts';

/** The newest documents of each kind in one reply; the totals cover all. */
export const LINKS_MAX = 100;

/** The receipts and invoices of an order, including the vendor's invoices that name its number, and its progress. */
const orderLinks = named('OrderLinks', {
  /** The receipts with one number and date, which may have several lines. */
  receipts: z.array(
    z.object({
      number: z.string(),
      receiptId: z.string().nullable(),
      receivedOn: z.string(),
      lines: z.number(),
      quantity: z.number(),
      /** True if accepted goods are not invoiced yet. */
      toInvoice: z.boolean(),
    }),
  ),
  invoices: z.array(
    z.object({
      _id: z.string(),
      invoiceNumber: z.string(),
      invoiceDate: z.string(),
      invoiceValue: z.number(),
      paymentReceived: z.number(),
      notes: z.number(),
      deductions: z.number(),
      balance: z.number(),
      dueDate: z.string(),
      matchState: z.enum(MATCH_STATES),
    }),
  ),
  /** The progress of each line, in the order's unit. */
  lines: z.array(
    orderFiguresRecord.extend({
      line: z.number(),
      itemName: z.string(),
      uom: z.string().nullable(),
      promised: z.number(),
      /** The quantity on dispatched notes with lines. */
      sent: z.number(),
      received: z.number(),
      /** The rejected part of the received quantity. */
      rejected: z.number(),
      /** The quantity by which goods receipts fall short of their dispatch notes. */
      short: z.number(),
      /** The paid part of the invoiced amount, in proportion to the paid part of each invoice. */
      paid: z.number(),
    }),
  ),
  /** The lines for which a receipt has more or less than its dispatch note. */
  differences: z.array(
    named('OrderDifference', {
      line: z.number(),
      receiptId: z.string(),
      receiptNumber: z.string(),
      DCNumber: z.string(),
      sent: z.number(),
      received: z.number(),
    }),
  ),
  totals: z.object({
    /** The difference of all lines together, in rupees including tax. */
    differenceValue: z.number(),
    ordered: z.number(),
    received: z.number(),
    invoiced: z.number(),
    /** The accepted goods that no invoice bills, at the order's prices including tax, less the invoices without lines. */
    toInvoice: z.number(),
    /** The amount paid for these invoices, or for the order as the buyer's system states it, whichever is greater. */
    paid: z.number(),
  }),
});
export type OrderLinks = z.infer<typeof orderLinks>;

export const links = operationsOf('order', {
  get: {
    id: 'order.links',
    summary: `Show the progress of an order: its lines, its goods receipts and invoices, the newest ${LINKS_MAX} of each, and their values`,
    route: 'GET /api/purChaseOrder/links/{id}',
    access: 'members',
    replies: { 200: orderLinks },
  },
});
