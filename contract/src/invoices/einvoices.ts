import * as z from 'zod';

import { named, optionalDate, showDate } from '../ground/fields.ts';
import { operationsOf, ownerChoice } from '../ground/operation.ts';
import { say } from '../ground/template.ts';

export const messages = {
  irn: 'An IRN has 64 characters: digits and the letters a to f.',
  saved: 'Saved. Unpaid invoices with lines are checked against this date too.',
  stated: (day: string) =>
    say('E-invoices from {day} are already recorded. Only the buyer can change this date or remove it.', { day: showDate(day) }),
} as const;

/** Invoice reference number of an e-invoice: SHA-256 in hexadecimal digits. */
export const IRN = /^[0-9a-fA-F]{64}$/;

export const einvoiceForm = z.object({ since: optionalDate });

/** Names of the reasons for rejecting a change of the e-invoice start date, for programs. */
export const einvoiceCodes = { stated: 'einvoice_day_is_recorded' } as const;

const stated = named('EinvoicesSince', {
  /** Null if it was not stated. */
  since: z.string().nullable(),
});
export type EinvoicesSince = z.infer<typeof stated>;

/** The date from which a vendor issues e-invoices: above ₹5 crore of turnover in any year since 2017-18 (rule 48(4) of the CGST Rules). */
export const einvoices = operationsOf('einvoice', {
  get: {
    summary: 'Get the date from which a vendor issues e-invoices with an IRN',
    route: 'GET /api/einvoice/get',
    access: 'members',
    query: z.object({ userID: ownerChoice }),
    replies: { 200: stated },
  },
  save: {
    summary:
      'Set the date from which a vendor issues e-invoices. A vendor can only move its own date earlier; administrators can change it freely',
    route: 'PUT /api/einvoice/save',
    access: 'people',
    body: einvoiceForm.extend({ userID: ownerChoice }),
    replies: { 200: z.object({ message: z.string(), data: stated }) },
  },
});
