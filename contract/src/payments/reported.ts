import * as z from 'zod';

import { dateFilter, named, requiredText } from '../ground/fields.ts';
import { say } from '../ground/template.ts';
import { oneOf, operationsOf, ownerChoice } from '../ground/operation.ts';

export const messages = {
  reported: 'Payment reported. It settles the invoice once the buyer confirms it.',
  confirmed: 'Payment confirmed and recorded.',
  rejected: 'Payment rejected. The vendor sees the reason.',
  reason: 'Enter the reason. The vendor sees it.',
  oneByOne: 'Report the payments of one invoice at a time. The buyer confirms each of them.',
  /** `day` and `amount` of the payment as formatted texts. */
  own: (day: string, amount: string) =>
    say('You reported the payment of {day} for {amount}, so another user must confirm it.', { day, amount }),
  decided: (day: string, amount: string) =>
    say('The payment of {day} for {amount} has already been confirmed or rejected. Reload the page to see its status.', { day, amount }),
} as const;

/** Names of the reasons for rejecting a report, for programs. */
export const reportCodes = { oneByOne: 'report_one_by_one', decided: 'report_decided' } as const;

export const REPORT_STATUSES = { reported: 'Reported', confirmed: 'Confirmed', rejected: 'Rejected' } as const;
const statuses = Object.keys(REPORT_STATUSES) as [keyof typeof REPORT_STATUSES];

const text = z.string().nullable();

/** A payment that a vendor has reported. */
export const reportedPayment = named('ReportedPayment', {
  _id: z.string(),
  userID: z.string(),
  vendorName: z.string(),
  /** Null if the buyer pays an advance for an order. */
  invoiceId: text,
  invoiceNumber: text,
  poNumber: text,
  amount: z.number(),
  paymentMode: z.enum(['online', 'cheque']),
  Remarks: text,
  paymentDate: text,
  reference: text,
  status: z.enum(statuses),
  reason: text,
  /** The payment created from it; null while it waits, and if it was rejected. */
  paymentId: text,
  createdAt: z.string(),
});
export type ReportedPayment = z.infer<typeof reportedPayment>;

/** The rules that a payment may violate, by their code. */
export const BROKEN_RULES = {
  entered_by_vendor: 'The vendor entered this payment itself.',
  exception_paid: 'The invoice is an unreleased exception.',
  not_approved: 'The invoice is not approved.',
  payer_entered: 'The user who paid also entered or changed the invoice.',
  payer_approved: 'The user who paid also approved or released the invoice.',
  on_account: 'The amount is on account, without an order.',
} as const;
const rules = Object.keys(BROKEN_RULES) as [keyof typeof BROKEN_RULES];

const outside = named('OutsidePayment', {
  _id: z.string(),
  userID: z.string(),
  vendorName: z.string(),
  /** Null if the amount is on account. */
  invoiceId: text,
  invoiceNumber: text,
  amount: z.number(),
  paymentDate: z.string(),
  /** True if it comes from the ERP instead of an entry in the portal. */
  fromErp: z.boolean(),
  rule: z.enum(rules),
  message: z.string(),
});
export type OutsidePayment = z.infer<typeof outside>;

/** The most rows of each list. */
export const LISTED_MOST = 200;

export const reportedPayments = operationsOf('payment', {
  list: {
    id: 'payment.reported',
    summary: 'List payments reported by vendors, open ones first, at most 200',
    route: 'GET /api/vendorPaymentReport/reported',
    access: 'members',
    query: z.object({
      userID: ownerChoice,
      status: oneOf(statuses).optional(),
    }),
    replies: { 200: z.object({ payments: z.array(reportedPayment) }) },
  },
  confirm: {
    summary:
      'Confirm a reported payment, which records it as the buyer’s own under the same rules; 409 if it was already confirmed or rejected',
    route: 'PUT /api/vendorPaymentReport/reported/{id}/confirm',
    access: 'accounting',
  },
  reject: {
    summary: 'Reject a reported payment with a reason; 409 if it was already confirmed or rejected',
    route: 'PUT /api/vendorPaymentReport/reported/{id}/reject',
    access: 'accounting',
    body: z.object({ reason: requiredText(messages.reason, 500) }),
  },
  outside: {
    summary:
      'List payments outside the controls, newest first, at most 200: from the ERP or from before a control applied. Without dates, those of the last 90 days',
    route: 'GET /api/vendorPaymentReport/outside',
    access: 'buyers',
    query: z.object({ userID: ownerChoice, startDate: dateFilter, endDate: dateFilter }),
    replies: { 200: z.object({ payments: z.array(outside) }) },
  },
});
