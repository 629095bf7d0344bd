import * as z from 'zod';

import { DOCUMENT_NUMBER } from '../settings/documentNumbers.ts';
import { anything, dateFilter, isBlank, optionalText, patternText } from '../ground/fields.ts';
import { AMOUNT } from '../invoices/invoices.ts';
import { Decimal, parseDecimal, requiredNumber } from '../ground/numbers.ts';
import { listQuery, operation, ownerChoice, textFilter, workbook } from '../ground/operation.ts';

export const PAYMENT_MODES = ['online', 'cheque'] as const;
export const MODE_WORDS = { online: 'Online', cheque: 'Cheque' } as const;

export const messages = {
  added: 'Payment added successfully',
  invoiceNumber: 'Please select invoice number',
  amount: 'Please enter payment amount',
  paymentMode: 'Please select Payment Mode',
  future: 'A payment cannot be dated after today.',
  nothingLeft: "You don't have any payment left for this invoice.",
  /** `left`: what is outstanding, in rupees, as in `1180.00`. */
  tooMuch: (left: string) => `Payment value should not be more then ${left}`,
  several: 'The vendor has several invoices with this number. Please choose one of them.',
  chooseVendor: 'Several vendors have an invoice with this number. Please choose the vendor.',
} as const;

/** Section 5.5. Whether the amount is within what is outstanding, the server decides, in the transaction that stores it. */
export const paymentForm = z.object({
  invoiceNumber: patternText(DOCUMENT_NUMBER, { invalid: messages.invoiceNumber }),
  /** Where several invoices have the number: the `_id` of the one that is meant. */
  invoiceId: optionalText(20),
  amount: requiredNumber(AMOUNT, { required: messages.amount, invalid: messages.amount }),
  paymentMode: z.enum(PAYMENT_MODES, messages.paymentMode),
  Remarks: optionalText(1000),
});

/** What a 409 names as its `data` where several open invoices, or several paid ones, have a number. */
export const invoiceCandidate = z
  .object({ _id: z.string(), invoiceNumber: z.string(), invoiceDate: z.string(), balance: z.number() })
  .meta({ id: 'InvoiceCandidate' });
export type InvoiceCandidate = z.infer<typeof invoiceCandidate>;

/** A row of 'Vendor Payment Report', in the words of the specification. */
const payment = z
  .object({
    _id: z.string(),
    vendorId: z.string(),
    vendorCode: z.number(),
    vendorName: z.string(),
    gst: z.string().nullable(),
    paymentDate: z.string(),
    tenderType: z.enum(PAYMENT_MODES),
    amount: z.number(),
    remarks: z.string().nullable(),
    invoice: z.string().nullable(),
  })
  .meta({ id: 'Payment' });
export type Payment = z.infer<typeof payment>;

/** The balance by the age of the invoices, in days since the invoice date; an invoice of a later date is new. */
export const AGEING = ['days0to30', 'days31to60', 'days61to90', 'over90'] as const;

/** A row of 'Vendor-wise Payment Report' and of the outstanding report: a vendor's invoices, payments and what is left. */
const outstanding = z
  .object({
    vendorId: z.string(),
    vendorCode: z.number(),
    vendorName: z.string(),
    invoice: z.number(),
    amount: z.number(),
    balance: z.number(),
    /** Only where `ageing=true` asked for them; their sum is the balance. */
    days0to30: z.number().optional(),
    days31to60: z.number().optional(),
    days61to90: z.number().optional(),
    over90: z.number().optional(),
  })
  .meta({ id: 'Outstanding' });
export type Outstanding = z.infer<typeof outstanding>;

const purchaseReturn = z
  .object({
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
  })
  .meta({ id: 'PurchaseReturn' });
export type PurchaseReturn = z.infer<typeof purchaseReturn>;

/** What the two reports sort by; `PAYMENT_SORTS` are the payments', the others 422 there, and the other way round. */
export const PAYMENT_SORTS = ['paymentDate', 'amount', 'invoice'] as const;
export const OUTSTANDING_SORTS = ['vendorCode', 'vendorName', 'invoice', 'amount', 'balance'] as const;

const choice = z.enum(['true', 'false'], 'Must be true or false.').optional();

/** Filters beside the page: dates are the payment's, and leave outstanding rows alone; ageing is of outstanding rows. `invoiceId`: payments of one invoice. */
const reportFilters = { startDate: dateFilter, endDate: dateFilter, userID: ownerChoice, ageing: choice };

const reportQuery = listQuery({ ...reportFilters, invoiceId: textFilter }, [
  'paymentDate',
  'amount',
  'invoice',
  'vendorCode',
  'vendorName',
  'balance',
]);
const reportBody = z.object({
  status: anything.transform((value) => (value === 'OS' ? 'OS' : null)).meta({ type: ['string', 'null'] }),
  userID: ownerChoice,
});

const numberParams = z.object({ invoiceNumber: z.string() });

export const payments = {
  create: operation({
    id: 'payment.create',
    summary: 'Add a payment; 422 if it exceeds the balance, 409 with the candidates if several invoices have the number',
    method: 'POST',
    path: '/api/vendorPaymentReport/create',
    access: 'payments',
    body: paymentForm.extend({ userID: ownerChoice }),
    idempotent: true,
    replies: { 200: z.object({ message: z.string(), data: payment }) },
  }),
  /** Newest invoices first; without a page the first 1,000. `search` matches numbers that start with it. */
  numbers: operation({
    id: 'invoice.numbers',
    summary: 'Numbers of the invoices with a balance; with all=true, of all invoices',
    method: 'GET',
    path: '/api/invoice/getInvoiceNumList',
    access: 'members',
    query: listQuery({ all: choice, search: textFilter, userID: ownerChoice }, ['invoiceNumber']),
    replies: { 200: z.array(z.string()), 201: z.array(z.string()) },
  }),
  balance: operation({
    id: 'invoice.balance',
    summary:
      "An invoice's total, what is paid of it, and what is outstanding (`invoiceValue`); 409 with the candidates if several have the number",
    method: 'GET',
    path: '/api/invoice/getInvoiceValue/{invoiceNumber}',
    access: 'members',
    params: numberParams,
    query: z.object({ userID: ownerChoice, invoiceId: textFilter }),
    replies: { 200: z.object({ invoiceValue: z.number(), invoiceTotal: z.number(), paid: z.number() }) },
  }),
  /** The rows are of one kind: all `outstanding` where the body's status is 'OS', else all `payment`. */
  report: operation({
    id: 'payment.report',
    summary: "Payments, newest first; with status 'OS' the outstanding amounts, one row per vendor",
    method: 'POST',
    path: '/api/purChaseOrder/purchase_payment',
    access: 'members',
    query: reportQuery,
    body: reportBody,
    replies: { 200: z.object({ result: z.union([z.array(payment), z.array(outstanding)]) }) },
  }),
  returns: operation({
    id: 'purchaseReturn.list',
    summary: "Purchase returns of the buyer's system, newest first, 5 per page",
    method: 'GET',
    path: '/api/purChaseOrder/purchase_return',
    access: 'members',
    query: listQuery({ startDate: dateFilter, endDate: dateFilter, userID: ownerChoice }, ['poDate', 'docDate', 'grQty', 'prQty']),
    replies: { 200: z.object({ result: z.array(purchaseReturn) }) },
  }),
  exportPayments: operation({
    id: 'payment.export',
    summary: 'A workbook of all payments that match the filters',
    method: 'GET',
    path: '/api/purChaseOrder/purchase_payment/export',
    access: 'members',
    query: listQuery({ startDate: dateFilter, endDate: dateFilter, userID: ownerChoice }, PAYMENT_SORTS),
    replies: { 200: workbook },
  }),
  exportOutstanding: operation({
    id: 'outstanding.export',
    summary: 'A workbook of the outstanding amounts, one row per vendor; with ageing=true by age',
    method: 'GET',
    path: '/api/purChaseOrder/outstanding/export',
    access: 'members',
    query: listQuery({ userID: ownerChoice, ageing: choice }, OUTSTANDING_SORTS),
    replies: { 200: workbook },
  }),
};

/** What is wrong with an amount against what is outstanding of the invoice, both in rupees; null where it fits. */
export function amountProblem(amount: unknown, left: Decimal.Value): string | null {
  const given = isBlank(amount) ? null : parseDecimal(amount);
  if (new Decimal(left).lte(0)) return messages.nothingLeft;
  return given !== null && given.gt(left) ? messages.tooMuch(new Decimal(left).toFixed(2)) : null;
}
