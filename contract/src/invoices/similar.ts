import * as z from 'zod';

import { named } from '../ground/fields.ts';
import { MATCH_STATES } from './invoices.ts';

/** The difference in rupees up to which two values count as the same. */
export const SAME_VALUE = 1;

/** The documents with which an approver compares an invoice without lines, because it has no order and receipt to match. */
export const similarRecord = named('SimilarDocuments', {
  /** Other invoices of the vendor with the same value, newest first. */
  invoices: z.array(
    named('SimilarInvoice', {
      _id: z.string(),
      invoiceNumber: z.string(),
      invoiceDate: z.string(),
      invoiceValue: z.number(),
      matchState: z.enum(MATCH_STATES),
      balance: z.number(),
    }),
  ),
  /** Orders of the vendor: those of the same value first, then the one that the invoice names, then the newest. */
  orders: z.array(
    named('SimilarOrder', {
      orderId: z.string(),
      poNumber: z.string(),
      poDate: z.string(),
      status: z.string(),
      /** The order's value with taxes. */
      value: z.number(),
      isSameValue: z.boolean(),
      /** True if the invoice names it. */
      isNamed: z.boolean(),
    }),
  ),
});
export type SimilarDocuments = z.infer<typeof similarRecord>;
