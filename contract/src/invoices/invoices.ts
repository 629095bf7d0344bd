import * as z from 'zod';

import { findingRecord } from './findingRecord.ts';
import { invoiceLinesField } from './invoiceLines.ts';
import { IRN, messages as einvoiceMessages } from './einvoices.ts';
import { DOCUMENT_NUMBER, numberMessages } from '../settings/documentNumbers.ts';
import { referenceCode } from '../ground/codes.ts';
import {
  dateFilter,
  isIsoDate,
  named,
  optionalDate,
  optionalPattern,
  optionalText,
  patternText,
  showDate,
  showMoney,
} from '../ground/fields.ts';
import { Decimal, MONEY, optionalNumber, requiredNumber } from '../ground/numbers.ts';
import { changesOf, listQuery, oneOf, operationsOf, ownerChoice, textFilter } from '../ground/operation.ts';
import { partyField } from '../ground/registrationRules.ts';
import { say } from '../ground/template.ts';
import { sheetCalls } from '../sheets/sheets.ts';

export const messages = {
  created: 'Invoice added successfully',
  updated: 'Invoice updated successfully',
  /** The message that replaces these two if its lines have exceptions: their number, and the solution for the vendor or for the buyer. */
  createdException: (count: number, isBuyer: boolean) =>
    isBuyer
      ? say('Invoice added successfully, with {count, plural, one {one problem} other {# problems}}. Release it or send it back.', {
          count,
        })
      : say('Invoice added successfully, with {count, plural, one {one problem} other {# problems}}. Correct it or ask the buyer.', {
          count,
        }),
  updatedException: (count: number, isBuyer: boolean) =>
    isBuyer
      ? say('Invoice updated successfully, with {count, plural, one {one problem} other {# problems}}. Release it or send it back.', {
          count,
        })
      : say('Invoice updated successfully, with {count, plural, one {one problem} other {# problems}}. Correct it or ask the buyer.', {
          count,
        }),
  /** The message for an invoice of an upload. */
  storedException: (number: string, count: number, isBuyer: boolean) =>
    isBuyer
      ? say('Invoice {number} has {count, plural, one {one problem} other {# problems}}. Release it or send it back.', { number, count })
      : say('Invoice {number} has {count, plural, one {one problem} other {# problems}}. Correct it or ask the buyer.', {
          number,
          count,
        }),
  deleted: 'Invoice deleted successfully',
  /** The message for a number that the vendor already uses (409), and for any other failure of a create. */
  createFailed: 'Invoice number should not be same or Something went wrong',
  invoiceNumber: numberMessages.digits,
  poNumber: 'Invalid PO Number. It should be number.',
  invoiceValue: 'Invoice value is required. It should be number.',
  CGSTValue: 'Invalid CGST. It should be number.',
  SGSTValue: 'Invalid SGST. It should be number.',
  IGSTValue: 'Invalid IGST. It should be number.',
  future: (day: string, today: string) =>
    say('The invoice is dated {day}, which is after today ({today}). Correct the date.', { day, today }),
  /** `payments` is the text from `paidWith`. */
  belowSettled: (number: string, value: string, settled: string) =>
    say(
      '{value} is less than the {settled} of invoice {number} that is settled. Enter at least that, or reverse a payment or memo first.',
      { value, settled, number },
    ),
  /** Notices for the invoice form, on the page of the invoice itself. */
  fixedPaid: 'This invoice has payments, so its number, date, PO, value, taxes and IRN can no longer be changed. The buyer can correct it.',
  fixedApproved:
    'The buyer has approved this invoice, so its number, date, PO, value and lines can no longer be changed. Ask the buyer to send it back.',
  /** `payments` is the text from `paidWith`. */
  paid: (number: string, payments: string) =>
    say(
      'Invoice {number} has payments ({payments}), so its number, date, PO, value, taxes and IRN can no longer be changed. Ask the buyer to correct it, or to reverse the payment.',
      { number, payments },
    ),
  paidWith: (amount: string, day: string, reference: string | null) =>
    reference === null
      ? say('{amount} of {day}', { amount, day })
      : say('{amount} of {day}, reference {reference}', { amount, day, reference }),
  paidReason: (number: string, payments: string) =>
    say('Invoice {number} has payments ({payments}). Enter the reason for changing it.', { number, payments }),
  alike: (number: string, day: string) =>
    say('Invoice {number} of {day} has nearly the same number. Is this a different invoice?', { number, day: showDate(day) }),
  /** `memos` is the text of names from `memoName`. */
  noted: (number: string, memos: string) =>
    say('Invoice {number} is named in {memos}, so its value and lines can no longer be changed. Delete or reverse each memo first.', {
      number,
      memos,
    }),
  notedReason: (number: string, memos: string) =>
    say('Invoice {number} is named in {memos}. Enter the reason for changing it.', { number, memos }),
  notedStays: (number: string, memos: string) =>
    say('Invoice {number} is named in {memos}, so it cannot be deleted. Delete or reverse each memo first.', { number, memos }),
  hasPayments: (number: string, settled: string) =>
    say('{settled} of invoice {number} is settled, so it cannot be deleted. Reverse its payments first.', { settled, number }),
  approved: (number: string, value: string, day: string) =>
    say(
      'The buyer approved invoice {number} ({value}) on {day}, so its number, date, PO, value and lines can no longer be changed. Ask the buyer to send it back.',
      { number, value, day },
    ),
  approvedReason: (number: string, value: string, day: string) =>
    say('The buyer approved invoice {number} ({value}) on {day}. Enter the reason for changing it. It will need approval again.', {
      number,
      value,
      day,
    }),
  approvedStays: (number: string, value: string) =>
    say('Invoice {number} ({value}) is approved and cannot be deleted. The buyer must send it back first.', { number, value }),
  /** Rupees as ₹1.00. */
  taxes: (number: string, taxes: string, value: string) =>
    say('The taxes of invoice {number} are {taxes}, more than its value of {value}, which includes them. Correct the taxes or the value.', {
      number,
      taxes,
      value,
    }),
  note: 'This dispatch note does not exist.',
} as const;

/** Names of the reasons for rejecting a change of an invoice, for programs. */
export const invoiceCodes = {
  numberInUse: 'invoice_number_in_use',
  number: 'invoice_number_not_allowed',
  order: 'unknown_order',
  note: 'unknown_dispatch_note',
  future: 'invoice_in_future',
  paid: 'invoice_has_payments',
  approved: 'invoice_is_approved',
  noted: 'invoice_has_memos',
  reason: 'reason_needed',
  belowSettled: 'value_below_settled',
  taxes: 'taxes_above_value',
  sums: 'sums_differ',
  lines: 'invoice_lines_needed',
  aboveAccepted: 'quantity_above_accepted',
} as const;

/** The statuses by balance and due date: 'open' is every invoice with a balance. */
const PO_NUMBER = /^(?=.*\p{Nd}).{1,64}$/u;

/** Section 5.4. Numbers are text, with their leading zeros; the setting decides in `numberProblem` whether letters are allowed. */
export const AMOUNT = { ...MONEY, least: 0.01 };

export const REMARKS_MAX = 200;

/** The problem with the date of an invoice; null if it is valid or blank. `today` is the date in India. */
export function invoiceDayProblem(day: string | null, today: string): string | null {
  return day !== null && day > today ? messages.future(showDate(day), showDate(today)) : null;
}

/** The warning about a date that may be a typing error. `today` is the date in India. */
export function invoiceDateRemark(day: string, today: string): string | null {
  if (!isIsoDate(day)) return null;
  const yearAgo = `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`;
  return day < yearAgo ? say('The invoice is dated {day}, more than a year ago.', { day: showDate(day) }) : null;
}

/** The days before the due date during which an unpaid invoice counts as due soon: the dashboard's 'Due this week'. */
export const DUE_SOON_DAYS = 6;

/** The statuses by balance and due date: 'open' is every invoice with a balance. */
export const INVOICE_STATES = ['open', 'dueSoon', 'overdue', 'paid'] as const;

/** Section 5.4. Numbers are text, with their leading zeros; the setting decides in `numberProblem` whether letters are allowed. */
export const invoiceForm = z.object({
  PONumber: optionalPattern(PO_NUMBER, messages.poNumber, referenceCode),
  PODate: optionalDate,
  invoiceNumber: patternText(DOCUMENT_NUMBER, { invalid: messages.invoiceNumber }),
  invoiceDate: optionalDate,
  invoiceValue: requiredNumber(AMOUNT, { required: messages.invoiceValue, invalid: messages.invoiceValue }),
  CGSTValue: optionalNumber(MONEY, { invalid: messages.CGSTValue }),
  SGSTValue: optionalNumber(MONEY, { invalid: messages.SGSTValue }),
  IGSTValue: optionalNumber(MONEY, { invalid: messages.IGSTValue }),
  /** The IRN of an e-invoice. */
  IRN: optionalPattern(IRN, einvoiceMessages.irn),
  remarks: optionalText(REMARKS_MAX),
  vendorGST: partyField,
  buyerGST: partyField,
});
export type InvoiceForm = z.infer<typeof invoiceForm>;

/**
 * The fields that payments depend on. The vendor cannot change them once there is a payment or the invoice is approved. The PO's date
 * belongs to its number.
 */
export const FIXED_BY_PAYMENT = ['PONumber', 'PODate', 'invoiceNumber', 'invoiceDate', 'invoiceValue', 'vendorGST', 'buyerGST'] as const;

/** The fields of an invoice's taxes. */
export const TAXES = ['CGSTValue', 'SGSTValue', 'IGSTValue'] as const;

/** The fields that are also fixed once there is a payment, because the paid tax is claimed as input tax by the IRN. */
export const FIXED_WHEN_PAID = [...TAXES, 'IRN'] as const;

/** The value includes its taxes. */
export function taxesProblem(form: Pick<InvoiceForm, 'invoiceNumber' | 'invoiceValue' | (typeof TAXES)[number]>): string | null {
  const taxes = Decimal.sum(...TAXES.map((name) => form[name] ?? 0));
  return taxes.gt(form.invoiceValue)
    ? messages.taxes(form.invoiceNumber, showMoney(taxes.toFixed(2)), showMoney(form.invoiceValue.toFixed(2)))
    : null;
}

/** True if the fields that payments depend on are fixed. */
export const isFixed = ({ paymentReceived, matchState }: { paymentReceived: number; matchState: MatchState }) =>
  paymentReceived > 0 || matchState === 'approved';

/** An administrator must give a reason to change fields that payments depend on, which is logged. */
export const invoiceEdit = invoiceForm.extend({ reason: optionalText(500) });

/** The statuses of the three-way match for an invoice with lines; an invoice without lines is unmatched. */
export const MATCH_STATES = ['unmatched', 'matched', 'exception', 'released', 'returned', 'approved'] as const;
export type MatchState = (typeof MATCH_STATES)[number];

const SIDES = ['buyer', 'vendor'] as const;

/** The statuses that await a party: the buyer approves and decides, and the vendor corrects. */
export const WAITING_MATCH: Readonly<Record<(typeof SIDES)[number], readonly MatchState[]>> = {
  buyer: ['exception', 'matched'],
  vendor: ['returned', 'exception'],
};

const invoice = named('Invoice', {
  _id: z.string(),
  userID: z.string(),
  PONumber: z.string().nullable(),
  PODate: z.string().nullable(),
  invoiceNumber: z.string(),
  invoiceDate: z.string(),
  /** The invoice value including taxes. */
  invoiceValue: z.number(),
  CGSTValue: z.number().nullable(),
  SGSTValue: z.number().nullable(),
  IGSTValue: z.number().nullable(),
  IRN: z.string().nullable(),
  remarks: z.string().nullable(),
  vendorGST: z.string().nullable(),
  buyerGST: z.string().nullable(),
  matchState: z.enum(MATCH_STATES),
  paymentReceived: z.number(),
  /** Credits less debits of the vendor. */
  notes: z.number(),
  deductions: z.number(),
  /** The amount that open claims withhold. */
  held: z.number(),
  /** The outstanding amount after notes, payments and deductions. */
  balance: z.number(),
  dueDate: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Invoice = z.infer<typeof invoice>;

/** The list's filters, which an export also takes. Dates are the invoice's own. */
const invoiceFilters = {
  startDate: dateFilter,
  endDate: dateFilter,
  /** Matches numbers that start with it. */
  invoiceNumber: textFilter,
  state: z.enum(INVOICE_STATES).optional(),
  match: z.enum(MATCH_STATES).optional(),
  /** The party that can act on the match. */
  waits: oneOf(SIDES).optional(),
  userID: ownerChoice,
};

const invoiceQuery = listQuery(invoiceFilters, [
  'PONumber',
  'PODate',
  'invoiceNumber',
  'invoiceDate',
  'invoiceValue',
  'CGSTValue',
  'SGSTValue',
  'IGSTValue',
  'paymentReceived',
  'balance',
  'createdAt',
  'updatedAt',
]);

/**
 * `remarks` are warnings about the saved data, which block nothing. `findings` are the deviations of its lines from order and receipt; a
 * fault among them makes it an exception.
 */
const saved = {
  200: z.object({ message: z.string(), data: invoice, remarks: z.array(z.string()), findings: z.array(findingRecord) }),
};

export const invoices = {
  ...operationsOf('invoice', 'members', {
    list: {
      summary: 'List invoices, newest first',
      route: 'GET /api/invoice/get',
      query: invoiceQuery,
      replies: { 200: z.array(invoice), 201: z.array(invoice) },
    },
    totals: {
      summary: 'Count the invoices that match the filters, and total their amounts',
      route: 'GET /api/invoice/totals',
      query: z.object(invoiceFilters),
      replies: {
        200: z.object({
          count: z.number(),
          invoiceValue: z.number(),
          CGSTValue: z.number(),
          SGSTValue: z.number(),
          IGSTValue: z.number(),
          balance: z.number(),
        }),
      },
    },
    get: {
      summary: 'Get one invoice, as an array of one',
      route: 'GET /api/invoice/get/{id}',
      replies: { 200: z.array(invoice) },
    },
    create: {
      summary: 'Add an invoice; 409 if the vendor already uses the number',
      route: 'POST /api/invoice/create',
      access: 'invoices',
      // The dispatch note of the goods, which names this invoice from now on.
      body: invoiceForm.extend({ userID: ownerChoice, lines: invoiceLinesField, noteId: optionalText(20) }),
      idempotent: true,
      replies: saved,
    },
    edit: {
      summary:
        'Change an invoice; 409 when stale, if the number is in use, or if a fixed field of a paid or approved invoice is changed. An administrator can change it with a `reason`; an approved invoice must then be approved again',
      route: 'PUT /api/invoice/edit/{id}',
      access: 'invoices',
      body: changesOf(invoiceEdit.extend({ lines: invoiceLinesField })),
      replies: saved,
    },
    remove: {
      id: 'invoice.delete',
      summary: 'Delete an invoice; 409 if it has payments or is approved',
      route: 'DELETE /api/invoice/delete/{id}',
      access: 'invoices',
    },
    remark: {
      id: 'invoice.numberRemark',
      summary: 'Check for an invoice of the vendor in the same financial year whose number differs only in zeros, / and -',
      route: 'GET /api/invoice/numberRemark',
      query: z.object({ invoiceNumber: z.string().max(64), invoiceDate: dateFilter, except: textFilter, userID: ownerChoice }),
      replies: { 200: z.object({ remark: z.string().nullable() }) },
    },
  }),
  ...sheetCalls({
    id: 'invoice',
    summaries: {
      template: 'Download a template for invoices, with an example and notes',
      export: 'Export all invoices that match the filters as an .xlsx file',
      upload: 'Upload invoices from an .xlsx file, all rows or none; dryRun=true only checks the file',
    },
    path: '/api/invoice',
    filters: invoiceQuery,
    access: 'invoices',
  }),
};
