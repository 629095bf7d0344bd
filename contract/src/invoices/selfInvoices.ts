import * as z from 'zod';

import { named, optionalDate, optionalText, requiredText } from '../ground/fields.ts';
import { operationsOf } from '../ground/operation.ts';
import { say } from '../ground/template.ts';

/** The days after the receipt of the goods within which the buyer issues a self-invoice (Rule 47A of the CGST Rules). */
export const SELF_INVOICE_DAYS = 30;

/** A number by Rule 46(b). */
const NUMBER = /^[A-Za-z0-9][A-Za-z0-9/-]{0,15}$/;

export const messages = {
  created: (number: string) => say('Self-invoice {number} issued.', { number }),
  cancelled: (number: string) => say('Self-invoice {number} cancelled.', { number }),
  cancelReason: 'Enter the reason for cancelling the self-invoice.',
  isCancelled: (number: string, day: string) =>
    say('Self-invoice {number} was already cancelled on {day}. Issue a new one if the goods need it.', { number, day }),
  number: 'A number has at most 16 letters, digits, - and /, and starts with a letter or digit.',
  numberUsed: (number: string) =>
    say('Another self-invoice of the financial year already has number {number}. Enter another number.', { number }),
  nothingDue: (receipt: string) =>
    say('No self-invoice is due for goods receipt {receipt}. It may have been issued already: reload the page.', { receipt }),
  taxed: (numbers: readonly string[]) =>
    say('Invoice {numbers} of the vendor charges GST on these goods. Send it back before you issue the self-invoice.', { numbers }),
  taxedWithoutLines: (number: string) =>
    say(
      'Invoice {number} of the vendor charges GST and refers to this order, but has no lines. Its lines must be entered before you issue the self-invoice.',
      { number },
    ),
  withoutLines:
    'The buyer has issued a self-invoice for goods in this order. Enter the lines of the invoice to show which goods are taxed.',
  future: (day: string, today: string) =>
    say('The self-invoice is dated {day}, which is after today ({today}). Correct the date.', { day, today }),
  early: (day: string, received: string) =>
    say('The self-invoice is dated {day}, before the goods were received on {received}. Correct the date.', { day, received }),
  noRate: (item: string) => say('The GST rate of {item} is missing. Add it under GST rates first.', { item }),
  noState: "The state of the vendor's or the buyer's registration is missing. Complete it first.",
} as const;

/** Names of the reasons for rejecting a self-invoice, or an invoice in addition to one, for programs. */
export const selfCodes = {
  isCancelled: 'self_invoice_is_cancelled',
  numberUsed: 'self_invoice_number_in_use',
  nothingDue: 'no_self_invoice_due',
  taxed: 'goods_taxed_by_vendor',
  withoutLines: 'invoice_lines_needed',
  future: 'self_invoice_in_future',
  early: 'self_invoice_before_receipt',
  noRate: 'tax_rate_missing',
  noState: 'state_missing',
} as const;

const due = named('DueSelfInvoice', {
  userID: z.string(),
  vendorName: z.string(),
  orderId: z.string(),
  poNumber: z.string(),
  receiptNumber: z.string(),
  receivedOn: z.string(),
  /** The last day for the self-invoice. */
  dueOn: z.string(),
  overdue: z.boolean(),
  items: z.array(z.string()),
});
export type DueSelfInvoice = z.infer<typeof due>;

const selfInvoice = named('SelfInvoice', {
  _id: z.string(),
  userID: z.string(),
  vendorName: z.string(),
  invoiceNumber: z.string(),
  invoiceDate: z.string(),
  poNumber: z.string(),
  receiptNumber: z.string(),
  receivedOn: z.string(),
  /** True if it was issued after its last day. */
  overdue: z.boolean(),
  isCancelled: z.boolean(),
  cancelReason: z.string().nullable(),
  taxable: z.number(),
  CGSTValue: z.number(),
  SGSTValue: z.number(),
  IGSTValue: z.number(),
  cess: z.number(),
  lines: z.array(
    z.object({
      no: z.number(),
      itemName: z.string(),
      hsnCode: z.string().nullable(),
      uom: z.string().nullable(),
      quantity: z.number(),
      unitPrice: z.number(),
      taxable: z.number(),
      taxRate: z.number(),
      cessRate: z.number(),
      CGST: z.number(),
      SGST: z.number(),
      IGST: z.number(),
      cess: z.number(),
    }),
  ),
  createdAt: z.string(),
});
export type SelfInvoice = z.infer<typeof selfInvoice>;

/** The buyer's invoices for goods of vendors without GST registration, if reverse charge applies (CGST Act, section 31(3)(f)). */
export const selfInvoices = operationsOf('selfInvoice', {
  due: {
    summary: 'List receipts for which a self-invoice under reverse charge is due, the earliest first, at most 100',
    route: 'GET /api/selfInvoice/due',
    access: 'buyers',
    replies: { 200: z.object({ total: z.number(), due: z.array(due) }) },
  },
  list: {
    summary: 'List issued self-invoices, newest first, at most 100',
    route: 'GET /api/selfInvoice/get',
    access: 'buyers',
    replies: { 200: z.object({ total: z.number(), selfInvoices: z.array(selfInvoice) }) },
  },
  create: {
    summary:
      'Issue the self-invoice for a receipt, with its goods and the rates of the order or rate table; 409 if one already exists or the number is already used',
    route: 'POST /api/selfInvoice/create',
    access: 'accounting',
    body: z.object({
      orderId: requiredText('Choose an order.', 20),
      receiptNumber: z.string().max(200),
      invoiceNumber: optionalText(16, (text) => (NUMBER.test(text) ? null : messages.number)),
      invoiceDate: optionalDate,
    }),
    idempotent: true,
    replies: { 200: z.object({ message: z.string(), data: selfInvoice }) },
  },
  cancel: {
    summary: 'Cancel a self-invoice: its number is not reused, and its goods are due again; 409 if it is already cancelled',
    route: 'POST /api/selfInvoice/cancel/{id}',
    access: 'accounting',
    body: z.object({ reason: requiredText(messages.cancelReason, 500) }),
    replies: { 200: z.object({ message: z.string(), data: selfInvoice }) },
  },
});
