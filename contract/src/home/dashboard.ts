import * as z from 'zod';

import { named } from '../ground/fields.ts';
import { operationsOf, ownerChoice } from '../ground/operation.ts';

/** Days from the invoice date to its due day where the vendor's payment terms name none. */
export const CREDIT_DAYS = 30;

/** Rupees, and of how many invoices. */
const sum = z.object({ amount: z.number(), invoices: z.number() });

/** An open order that somebody has to act on. */
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

/** The number of orders, their value or what is left of it, and the first few of them by the day of delivery. */
const someOrders = z.object({ count: z.number(), value: z.number(), first: z.array(openOrder) });
export type SomeOrders = z.infer<typeof someOrders>;

/** The number of those that wait, and the time since which the oldest does. */
const waiting = z.object({ count: z.number(), since: z.string().nullable() });

const overview = z.object({
  /** The balance of the books, payments on account deducted. */
  owed: z.number(),
  /** Unpaid invoices by their due day: the invoice date and the vendor's days of credit. */
  overdue: sum,
  dueThisWeek: sum,
  dueNextWeek: sum,
  dueLater: sum,
  /** The last twelve months, oldest first: what was invoiced, by the day of entry, and what was paid, in rupees. */
  months: z.array(z.object({ month: z.string(), billed: z.number(), paid: z.number() })),
  orders: z.object({
    /** The orders of which something is still expected; each counts once, and may be late and not acknowledged as well. */
    open: z.number(),
    toAcknowledge: someOrders,
    toShip: someOrders,
    late: someOrders,
    toAnswer: someOrders,
  }),
  waiting: z.object({ prices: waiting, vendors: waiting }).nullable(),
  /** The vendor's own FSSAI licence, from 30 days before its end on; `left`: days, below 0 where it has ended. */
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
