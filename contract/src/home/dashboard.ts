import * as z from 'zod';

import { named } from '../ground/fields.ts';
import { operationsOf, ownerChoice } from '../ground/operation.ts';

/** Days from the invoice date to its due date if the vendor's payment terms name none. */
export const CREDIT_DAYS = 30;

/** An amount in rupees, and the number of its invoices. */
const sum = z.object({ amount: z.number(), invoices: z.number() });

/** An open order that needs an action. */
const openOrder = named('OpenOrder', {
  _id: z.string(),
  poNumber: z.string(),
  userID: z.string(),
  vendorName: z.string(),
  poDate: z.string(),
  deliverBy: z.string().nullable(),
  value: z.number(),
});
export type OpenOrder = z.infer<typeof openOrder>;

/** The number of orders, their value or open value, and the first few by delivery date. */
const someOrders = z.object({ count: z.number(), value: z.number(), first: z.array(openOrder) });
export type SomeOrders = z.infer<typeof someOrders>;

/** The number of waiting records, and the time since which the oldest has waited. */
const waiting = z.object({ count: z.number(), since: z.string().nullable() });

const overview = z.object({
  /** The balance of the books, less payments on account. */
  owed: z.number(),
  /** Unpaid invoices by their due date: the invoice date plus the vendor's credit days. */
  overdue: sum,
  dueThisWeek: sum,
  dueNextWeek: sum,
  dueLater: sum,
  /** The last twelve months, oldest first: invoiced amounts by date of entry, and paid amounts, in rupees. */
  months: z.array(z.object({ month: z.string(), billed: z.number(), paid: z.number() })),
  orders: z.object({
    /** The orders with open quantities; each counts once, and may be both late and not acknowledged. */
    open: z.number(),
    toAcknowledge: someOrders,
    toShip: someOrders,
    late: someOrders,
    /** The orders of one vendor with accepted goods that are not invoiced, with the value of these goods; null for all vendors together. */
    toInvoice: someOrders.nullable(),
    toAnswer: someOrders,
  }),
  waiting: z.object({ prices: waiting, vendors: waiting }).nullable(),
  /** The vendor's own FSSAI licence, shown from 30 days before its expiry; `left` is the number of days, negative after expiry. */
  licence: z.object({ fssaiNumber: z.string(), fssaiValidUntil: z.string(), left: z.number().int() }).nullable(),
  steps: z.object({ profile: z.boolean(), product: z.boolean(), approved: z.boolean(), order: z.boolean() }).nullable(),
});
export type Overview = z.infer<typeof overview>;

export const dashboard = operationsOf('dashboard', {
  overview: {
    summary: 'Get outstanding and due amounts and pending tasks of one vendor, or of all vendors for buyer users',
    route: 'GET /api/dashboard/overview',
    access: 'members',
    query: z.object({ userID: ownerChoice }),
    replies: { 200: overview },
  },
});
