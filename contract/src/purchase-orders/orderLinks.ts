import * as z from 'zod';

import { named } from '../ground/fields.ts';
import { operationsOf } from '../ground/operation.ts';
import { MATCH_STATES } from '../invoices/invoices.ts';
import { orderFiguresRecord } from '../invoices/orderFigures.ts';

/** The newest of each kind in one reply; the totals are of all. */
export const LINKS_MAX = 100;

/** The receipts and invoices that followed from an order, the vendor's that name its number, and its progress. */
const orderLinks = named('OrderLinks', {
  /** The receipts of one number and day: they may be of several lines. */
  receipts: z.array(
    z.object({
      number: z.string(),
      receiptId: z.string().nullable(),
      receivedOn: z.string(),
      lines: z.number(),
      quantity: z.number(),
      /** Something that was accepted is not invoiced yet. */
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
  /** The progress of each line so far, in the order's unit. */
  lines: z.array(
    orderFiguresRecord.extend({
      line: z.number(),
      itemName: z.string(),
      uom: z.string().nullable(),
      promised: z.number(),
      /** The quantity that dispatch notes with lines have which have left. */
      sent: z.number(),
      received: z.number(),
      /** The rejected part of what was received. */
      rejected: z.number(),
      /** The quantity that goods receipts have less than the dispatch notes that they received. */
      short: z.number(),
      /** The paid part of what is invoiced, by the part of each invoice that is paid. */
      paid: z.number(),
    }),
  ),
  /** The lines of which a receipt has more or less than the dispatch note that it received. */
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
    /** The difference of all lines together, in rupees with tax. */
    differenceValue: z.number(),
    ordered: z.number(),
    received: z.number(),
    invoiced: z.number(),
    /** The amount paid of these invoices, or paid of the order as the buyer's system says: whichever is more. */
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
