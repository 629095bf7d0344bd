import * as z from 'zod';

import { DOCUMENT_NUMBER } from '../settings/documentNumbers.ts';
import {
  anything,
  dateFilter,
  isBlank,
  named,
  optionalCode,
  optionalDate,
  optionalPattern,
  optionalText,
  patternText,
  requiredText,
} from '../ground/fields.ts';
import { AMOUNT } from '../invoices/invoices.ts';
import { Decimal, parseDecimal, requiredNumber } from '../ground/numbers.ts';
import { listQuery, oneOf, operationsOf, ownerChoice, textFilter, workbook } from '../ground/operation.ts';
import { REASONS } from '../receipts/receipts.ts';
import { reportedPayment } from './reported.ts';
import { messages } from './paymentMessages.ts';

export const PAYMENT_MODES = ['online', 'cheque'] as const;
export const MODE_WORDS = { online: 'Online', cheque: 'Cheque' } as const;

/** The kinds of online payment. */
export const ONLINE_KINDS = ['neft', 'rtgs', 'imps', 'upi'] as const;
export const ONLINE_WORDS = { neft: 'NEFT', rtgs: 'RTGS', imps: 'IMPS', upi: 'UPI' } as const;

/** The last four digits of the receiving account. */
export const LAST_FOUR = /^\d{4}$/;

/** The fields that state how and when the money was transferred. */
const transferFields = {
  /** Today by default. */
  paymentDate: optionalDate,
  paymentMode: z.enum(PAYMENT_MODES, messages.paymentMode),
  onlineKind: z
    .enum([...ONLINE_KINDS, ''], messages.onlineKind)
    .nullish()
    .transform((kind) => ((kind ?? '') === '' ? null : (kind as (typeof ONLINE_KINDS)[number]))),
  /** The UTR, or the number of the cheque. */
  reference: optionalCode(100),
  accountLast4: optionalPattern(LAST_FOUR, messages.account),
  Remarks: optionalText(1000),
};

/** The problem with the kind of an online payment; null if it fits the mode, or none is stated. */
export function kindProblem(mode: string, kind: string | null): string | null {
  return kind !== null && mode !== 'online' ? messages.onlineKind : null;
}

/** Section 5.5. The server decides whether the amount exceeds the outstanding amount, in the transaction that stores it. */
export const paymentForm = z.object({
  invoiceNumber: patternText(DOCUMENT_NUMBER, { invalid: messages.invoiceNumber }),
  /** The `_id` of the intended invoice if several have the number. */
  invoiceId: optionalText(20),
  amount: requiredNumber(AMOUNT, { required: messages.amount, invalid: messages.amount }),
  ...transferFields,
});

/** The most invoices of one payment. */
export const PARTS_MAX = 500;

const transferForm = z.object({
  invoices: z
    .array(
      z.object({ invoiceId: z.string().max(20), amount: requiredNumber(AMOUNT, { required: messages.amount, invalid: messages.amount }) }),
      messages.noInvoices,
    )
    .min(1, messages.noInvoices)
    .max(PARTS_MAX),
  ...transferFields,
});

/** A payment on account: for an order, or without one. */
export const advanceForm = z.object({
  orderId: optionalText(20),
  amount: requiredNumber(AMOUNT, { required: messages.amount, invalid: messages.amount }),
  ...transferFields,
});

/** Reverses a payment, for example after a bounced cheque or a transfer to a wrong account. The date is today by default. */
const reversalForm = z.object({ reason: requiredText(messages.reason, 500), paymentDate: optionalDate });

/** The `data` of a 409 if several open invoices, or several paid ones, have the number. */
export const invoiceCandidate = named('InvoiceCandidate', {
  _id: z.string(),
  invoiceNumber: z.string(),
  invoiceDate: z.string(),
  balance: z.number(),
});
export type InvoiceCandidate = z.infer<typeof invoiceCandidate>;

/** A row of 'Vendor Payment Report', with the names of the specification. */
const payment = named('Payment', {
  _id: z.string(),
  vendorId: z.string(),
  vendorCode: z.number(),
  vendorName: z.string(),
  gst: z.string().nullable(),
  paymentDate: z.string(),
  tenderType: z.enum(PAYMENT_MODES),
  amount: z.number(),
  remarks: z.string().nullable(),
  /** The number of the invoice, or several numbers separated by commas. */
  invoice: z.string().nullable(),
  onlineKind: z.enum(ONLINE_KINDS).nullable(),
  reference: z.string().nullable(),
  accountLast4: z.string().nullable(),
  /** The part that settles no invoice. */
  onAccount: z.number(),
  /** The order of an advance. */
  poNumber: z.string().nullable(),
  /** The payment that this reversal reverses. */
  reversalOf: z.string().nullable(),
  reason: z.string().nullable(),
  /** True if another payment reverses it. */
  isReversed: z.boolean(),
});
export type Payment = z.infer<typeof payment>;

/** The balance by the age of the invoices, in days since the invoice date; an invoice with a future date counts as new. */
export const AGEING = ['days0to30', 'days31to60', 'days61to90', 'over90'] as const;

/** A row of 'Vendor-wise Payment Report' and of the outstanding report: a vendor's invoices, payments and balance. */
const outstanding = named('Outstanding', {
  vendorId: z.string(),
  vendorCode: z.number(),
  vendorName: z.string(),
  invoice: z.number(),
  amount: z.number(),
  /** The credits that lower the amount owed, less the debits that raise it. */
  notes: z.number(),
  deductions: z.number(),
  /** The amount owed, including invoices that are not agreed. */
  balance: z.number(),
  owed: z.number(),
  notAgreed: z.number(),
  held: z.number(),
  onAccount: z.number(),
  /** The opening balance, which was owed before the invoices in the portal. */
  opening: z.number(),
  /** Only present if requested with `ageing=true`; the four amounts add up to the balance. */
  days0to30: z.number().optional(),
  days31to60: z.number().optional(),
  days61to90: z.number().optional(),
  over90: z.number().optional(),
});
export type Outstanding = z.infer<typeof outstanding>;

/** The facts of the portal's own remark about goods rejected on arrival. */
const returnReceipt = named('ReturnReceipt', {
  number: z.string(),
  reason: z.enum(REASONS).nullable(),
  remark: z.string().nullable(),
});

const purchaseReturn = named('PurchaseReturn', {
  _id: z.string(),
  userID: z.string(),
  /** The order's number. */
  gstGrRef: z.string().nullable(),
  poDate: z.string().nullable(),
  /** The invoice's number. */
  docRef: z.string().nullable(),
  docDate: z.string().nullable(),
  itemName: z.string(),
  grQty: z.number(),
  prQty: z.number(),
  remarks: z.string().nullable(),
  receipt: returnReceipt.nullable(),
});
export type PurchaseReturn = z.infer<typeof purchaseReturn>;

/**
 * The sort fields of the two reports. `PAYMENT_SORTS` are for payments only, the others for outstanding rows only; a wrong one is a 422.
 */
export const PAYMENT_SORTS = ['paymentDate', 'amount', 'invoice'] as const;
export const OUTSTANDING_SORTS = ['vendorCode', 'vendorName', 'invoice', 'amount', 'notes', 'deductions', 'owed', 'balance'] as const;

const choice = z.enum(['true', 'false'], 'Must be true or false.').optional();

/** 'onAccount': a part of it settles no invoice. 'reversed': it is reversed, or is a reversal. */
export const PAYMENT_STATES = ['onAccount', 'reversed'] as const;

/**
 * Filters in addition to the page. Dates, state and `reference` (any part of it) apply only to payments; ageing applies only to outstanding
 * rows. `invoiceId`: payments of one invoice.
 */
const paymentFilters = {
  startDate: dateFilter,
  endDate: dateFilter,
  reference: textFilter,
  state: oneOf(PAYMENT_STATES).optional(),
  userID: ownerChoice,
};

const reportQuery = listQuery({ ...paymentFilters, ageing: choice, invoiceId: textFilter }, [
  'paymentDate',
  'amount',
  'invoice',
  'vendorCode',
  'vendorName',
  'notes',
  'deductions',
  'owed',
  'balance',
]);
const reportBody = z.object({
  status: anything.transform((value) => (value === 'OS' ? 'OS' : null)).meta({ type: ['string', 'null'] }),
  userID: ownerChoice,
});

const numberParams = z.object({ invoiceNumber: z.string() });

/** The total of an invoice, its deductions, its balance (`invoiceValue`), and the held and payable parts. */
const invoiceBalance = z.object({
  invoiceValue: z.number(),
  invoiceTotal: z.number(),
  notes: z.number(),
  paid: z.number(),
  deductions: z.number(),
  held: z.number(),
  payable: z.number(),
  /** The reason why the controls allow no payment; null if they allow it. */
  reason: z.string().nullable(),
  /** The most that may be paid to the vendor, whichever invoices are paid; null if the account as a whole sets no limit. */
  vendorPayable: z.number().nullable(),
});
export type InvoiceBalance = z.infer<typeof invoiceBalance>;

export const payments = operationsOf('payment', 'members', {
  create: {
    summary: 'Add a payment; 422 if it exceeds the balance, 409 with the candidates if several invoices have the number',
    route: 'POST /api/vendorPaymentReport/create',
    access: 'payments',
    body: paymentForm.extend({ userID: ownerChoice }),
    idempotent: true,
    replies: { 200: z.object({ message: z.string(), data: z.union([payment, reportedPayment]) }) },
  },
  transfer: {
    summary: 'Add one payment for several invoices of a vendor, each up to its payable amount; otherwise 422 with the reason',
    route: 'POST /api/vendorPaymentReport/transfer',
    access: 'payments',
    body: transferForm.extend({ userID: ownerChoice }),
    idempotent: true,
    replies: { 200: z.object({ message: z.string(), data: payment }) },
  },
  advance: {
    summary:
      'Add a payment on account: an advance for an order, which waits for another user if duties are on, or a payment without an order, up to the unpaid opening balance (any amount under As entered)',
    route: 'POST /api/vendorPaymentReport/advance',
    access: 'accounting',
    body: advanceForm.extend({ userID: ownerChoice }),
    idempotent: true,
    replies: { 200: z.object({ message: z.string(), data: z.union([payment, reportedPayment]) }) },
  },
  reverse: {
    summary: 'Reverse a payment with a reason, so that its invoices are open again; 409 if it is already reversed or comes from the ERP',
    route: 'POST /api/vendorPaymentReport/reverse/{id}',
    access: 'accounting',
    body: reversalForm,
    idempotent: true,
    replies: { 200: z.object({ message: z.string(), data: payment }) },
  },
  /** Newest invoices first; without a page, the first 1,000. `search` matches numbers that start with it. */
  numbers: {
    id: 'invoice.numbers',
    summary: 'List the numbers of invoices with a balance, or of all invoices with all=true',
    route: 'GET /api/invoice/getInvoiceNumList',
    query: listQuery({ all: choice, search: textFilter, userID: ownerChoice }, ['invoiceNumber']),
    replies: { 200: z.array(z.string()), 201: z.array(z.string()) },
  },
  balance: {
    id: 'invoice.balance',
    summary:
      "Get an invoice's total, memos, payments and deductions, and its outstanding (`invoiceValue`), held and payable amounts; 409 with the candidates if several have the number",
    route: 'GET /api/invoice/getInvoiceValue/{invoiceNumber}',
    params: numberParams,
    query: z.object({ userID: ownerChoice, invoiceId: textFilter }),
    replies: { 200: invoiceBalance },
  },
  get: {
    summary: 'Get one payment',
    route: 'GET /api/vendorPaymentReport/get/{id}',
    replies: { 200: payment },
  },
  /** The rows are of one kind: all `outstanding` if the body's status is 'OS', otherwise all `payment`. */
  report: {
    summary: "List payments, newest first; with status 'OS', outstanding amounts, one row per vendor",
    route: 'POST /api/purChaseOrder/purchase_payment',
    query: reportQuery,
    body: reportBody,
    replies: { 200: z.object({ result: z.union([z.array(payment), z.array(outstanding)]) }) },
  },
  totals: {
    summary: 'Count the payments that match the filters, and total their amounts',
    route: 'GET /api/purChaseOrder/purchase_payment/totals',
    query: z.object({ ...paymentFilters, invoiceId: textFilter }),
    replies: { 200: z.object({ count: z.number(), amount: z.number() }) },
  },
  outstandingTotals: {
    id: 'outstanding.totals',
    summary: 'Count the vendors with outstanding amounts, and total the amounts; by age with ageing=true',
    route: 'GET /api/purChaseOrder/outstanding/totals',
    query: z.object({ userID: ownerChoice, ageing: choice }),
    replies: { 200: outstanding.omit({ vendorId: true, vendorCode: true, vendorName: true }).extend({ count: z.number() }) },
  },
  returns: {
    id: 'purchaseReturn.list',
    summary: "List purchase returns of the buyer's ERP, newest first, 5 per page",
    route: 'GET /api/purChaseOrder/purchase_return',
    query: listQuery({ startDate: dateFilter, endDate: dateFilter, userID: ownerChoice }, ['poDate', 'docDate', 'grQty', 'prQty']),
    replies: { 200: z.object({ result: z.array(purchaseReturn) }) },
  },
  getReturn: {
    id: 'purchaseReturn.get',
    summary: 'Get one purchase return',
    route: 'GET /api/purChaseOrder/purchase_return/{id}',
    replies: { 200: purchaseReturn },
  },
  exportPayments: {
    id: 'payment.export',
    summary: 'Export all payments that match the filters as an .xlsx file',
    route: 'GET /api/purChaseOrder/purchase_payment/export',
    query: listQuery(paymentFilters, PAYMENT_SORTS),
    replies: { 200: workbook },
  },
  exportCarried: {
    id: 'outstanding.carried',
    summary:
      'Export the balance of each vendor before and after its calculation changed, with the reasons, as an .xlsx file; empty in a new installation',
    route: 'GET /api/account/carriedBalances/export',
    access: 'buyers',
    replies: { 200: workbook },
  },
  exportOutstanding: {
    id: 'outstanding.export',
    summary: 'Export the outstanding amounts as an .xlsx file, one row per vendor; by age with ageing=true',
    route: 'GET /api/purChaseOrder/outstanding/export',
    query: listQuery({ userID: ownerChoice, ageing: choice }, OUTSTANDING_SORTS),
    replies: { 200: workbook },
  },
});

/** The problem with an amount, compared with the outstanding amount of the invoice, both in rupees; null if it fits. */
export function amountProblem(amount: unknown, left: Decimal.Value): string | null {
  const given = isBlank(amount) ? null : parseDecimal(amount);
  if (new Decimal(left).lte(0)) return messages.nothingLeft;
  return given !== null && given.gt(left) ? messages.tooMuch(new Decimal(left).toFixed(2)) : null;
}
