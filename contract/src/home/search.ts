import * as z from 'zod';

import { named } from '../ground/fields.ts';
import { operationsOf, textFilter } from '../ground/operation.ts';

export const FOUND_KINDS = ['order', 'invoice', 'product', 'vendor', 'dispatchNote', 'payment', 'debitMemo', 'creditMemo'] as const;
export type FoundKind = (typeof FOUND_KINDS)[number];

/** The most results of each kind, best first. */
export const FOUND_MOST = 5;

const found = named('Found', {
  kind: z.enum(FOUND_KINDS),
  _id: z.string(),
  userID: z.string(),
  /** The number or name for filtering a list of the kind; null if the record has none. */
  number: z.string().nullable(),
  /** The name of a product or memo. */
  productName: z.string().nullable(),
  /** The date for filtering a list of the kind, `YYYY-MM-DD`. */
  day: z.string().nullable(),
  amount: z.number().nullable(),
  /** The vendor's company, only for buyer users. */
  vendor_name: z.string().nullable(),
});
export type Found = z.infer<typeof found>;

export const search = operationsOf('search', {
  everywhere: {
    summary: `Search orders, invoices, products, vendors, dispatch notes, payments and memos, at most ${FOUND_MOST} of each type`,
    route: 'GET /api/search',
    access: 'members',
    query: z.object({ q: textFilter }),
    replies: { 200: z.array(found) },
  },
});
