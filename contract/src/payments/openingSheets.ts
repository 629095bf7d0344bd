import * as z from 'zod';

import { requiredText, named } from '../ground/fields.ts';
import { operationsOf } from '../ground/operation.ts';
import { say } from '../ground/template.ts';

export const SHEET_STATUSES = { open: 'Waiting', accepted: 'Approved', rejected: 'Rejected' } as const;
const statuses = Object.keys(SHEET_STATUSES) as [keyof typeof SHEET_STATUSES];

export const messages = {
  approved: 'Opening balances approved. The cut-off day is closed.',
  rejected: 'Opening balances rejected.',
  rejectReason: 'Enter the reason for rejecting the opening balances.',
  decided: (cutOff: string, status: string, day: string) =>
    say(
      'The opening balances with the cut-off date {cutOff} were {status, select, accepted {approved} other {rejected}} on {day}. Reload the page to see them.',
      { cutOff, status, day },
    ),
  closed: (day: string) =>
    say(
      'The opening balances were closed on {day}. A file can still add opening balances of a vendor without entries. For other vendors, enter an invoice, a memo or a payment.',
      { day },
    ),
  inSheet: (vendor: string, amount: string) =>
    say('The opening balance of {vendor} ({amount}) came in a file. Approve or reject the whole file.', { vendor, amount }),
  exists: (vendor: string, amount: string, day: string) =>
    say('{vendor} already has an opening balance of {amount}, dated {day}. Reverse it before you approve this file.', {
      vendor,
      amount,
      day,
    }),
  numberInUse: (number: string, vendor: string) =>
    say('Invoice {number} of {vendor} already exists. Reject the file and upload it without this invoice.', { number, vendor }),
  fixedInvoice: (number: string, value: string) =>
    say('Invoice {number} ({value}) is an opening balance, so it cannot be changed. Reverse the opening balance instead.', {
      number,
      value,
    }),
  overtaken: (count: number) =>
    say(
      'Another upload has added {count, plural, one {# opening balance} other {# opening balances}} of this file in the meantime. Upload the file again.',
      { count },
    ),
  kind: 'Choose the kind of a document with a number.',
  number: 'A document needs a number. Leave the number blank only for a balance.',
  balanceNumber: 'A balance has no number. Choose another kind, or leave the number blank.',
  invoiceNumber: 'The number can have at most 16 letters, digits, - and /, or at most 64 digits.',
  /** `amount` and days are formatted texts, here and below. */
  above: (amount: string) =>
    say('The amount of an invoice must be above 0, but it is {amount}. Correct it, or choose another kind.', { amount }),
  below: (amount: string) =>
    say(
      'The amount of a credit memo or a payment must be below 0, but it is {amount}. Enter it with a minus sign, or choose another kind.',
      {
        amount,
      },
    ),
  dueDay: (due: string, day: string) => say('The due date {due} is before the date {day}. Correct one of them.', { due, day }),
  cutOff: (day: string, today: string) => say('The cut-off date {day} is after today ({today}). Correct the date.', { day, today }),
} as const;

/** Names of the reasons for rejecting a file of opening balances, for programs. */
export const openingSheetCodes = {
  decided: 'opening_sheet_decided',
  closed: 'opening_day_closed',
  inSheet: 'opening_balance_in_sheet',
  exists: 'opening_balance_exists',
  numberInUse: 'opening_number_in_use',
  overtaken: 'opening_sheet_overtaken',
  fixedInvoice: 'invoice_of_opening_balance',
  row: 'opening_row_wrong',
  afterCutOff: 'opening_after_cut_off',
} as const;

const openingSheet = named('OpeningSheet', {
  _id: z.string(),
  /** The latest date that a document of the file may have. */
  cutOff: z.string(),
  status: z.enum(statuses),
  uploadedBy: z.string(),
  decidedBy: z.string().nullable(),
  decidedAt: z.string().nullable(),
  rejectReason: z.string().nullable(),
  /** True if the caller may not approve it because the caller uploaded it. */
  isOwn: z.boolean(),
  documents: z.number(),
  amount: z.number(),
  /** The vendors with their balances before and after an approval; empty once it is decided. */
  vendors: z.array(
    named('OpeningSheetVendor', {
      vendorId: z.string(),
      vendorCode: z.number(),
      vendorName: z.string(),
      documents: z.number(),
      before: z.number(),
      after: z.number(),
    }),
  ),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type OpeningSheet = z.infer<typeof openingSheet>;

const saved = { 200: z.object({ message: z.string(), data: openingSheet }) };

export const openingSheets = operationsOf('openingSheet', 'invoiceRelease', {
  list: {
    summary: 'List the uploaded files of opening balances, pending ones first, at most 100',
    route: 'GET /api/account/openingSheets',
    replies: { 200: z.array(openingSheet) },
  },
  approve: {
    summary: 'Approve a file of opening balances uploaded by another user, which closes its cut-off day; 409 if one is closed',
    route: 'PUT /api/account/openingSheets/{id}/approve',
    replies: saved,
  },
  reject: {
    summary: 'Reject a file of opening balances with a reason; 409 if it is not pending',
    route: 'PUT /api/account/openingSheets/{id}/reject',
    body: z.object({ reason: requiredText(messages.rejectReason, 500) }),
    replies: saved,
  },
});
