import * as z from 'zod';

import { named } from '../ground/fields.ts';
import { listQuery, operationsOf, textFilter } from '../ground/operation.ts';

const statuses = ['active', 'waiting'] as const;

/** A vendor as the buyer's list shows it: the company, its waiting time, and the state of its account. */
const vendorAccount = named('VendorAccount', {
  _id: z.string(),
  vendorCode: z.number(),
  vendorName: z.string(),
  city: z.string(),
  isActive: z.boolean(),
  /** True if the registration was sent back, until the vendor saves its profile again. */
  isSentBack: z.boolean(),
  /** The time of registration of a vendor that is not active. */
  waitingSince: z.string().nullable(),
  /** The amount owed as in the outstanding report. */
  owed: z.number(),
  /** The open balance of agreed invoices that were due before today. */
  overdue: z.number(),
  /** The number of invoices with an exception. */
  exceptions: z.number(),
});
export type VendorAccount = z.infer<typeof vendorAccount>;

const filters = {
  status: z.enum(statuses, 'Must be active or waiting.').optional(),
  search: textFilter,
};

export const vendorAccounts = operationsOf('vendor', 'buyers', {
  list: {
    summary: 'List the vendors, newest first, with payables, overdue amounts and the number of invoices with exceptions',
    route: 'GET /api/vendor/get',
    query: listQuery(filters, ['vendorCode', 'vendorName', 'waitingSince', 'owed', 'overdue', 'exceptions']),
    replies: { 200: z.array(vendorAccount), 201: z.array(vendorAccount) },
  },
  totals: {
    summary: 'Count the vendors that match the filters, and total their amounts',
    route: 'GET /api/vendor/totals',
    query: z.object(filters),
    replies: { 200: z.object({ count: z.number(), owed: z.number(), overdue: z.number(), exceptions: z.number() }) },
  },
});
