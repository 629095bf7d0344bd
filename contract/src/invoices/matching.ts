import * as z from 'zod';

import { IRN, messages as einvoiceMessages } from './einvoices.ts';
import { plainCode } from '../ground/codes.ts';
import {
  anything,
  flag,
  itemsOf,
  named,
  optionalCode,
  optionalDate,
  optionalPattern,
  optionalText,
  requiredText,
  showDate,
} from '../ground/fields.ts';
import { invoiceLine, invoiceLinesField, lineSumsRecord } from './invoiceLines.ts';
import { MATCH_STATES, type MatchState } from './invoices.ts';
import { findingRecord } from './findingRecord.ts';
import { agreedTermsRecord, orderFiguresRecord } from './orderFigures.ts';
import { MONEY, optionalNumber, PERCENT, requiredNumber } from '../ground/numbers.ts';
import { operationsOf, ownerChoice } from '../ground/operation.ts';
import { partyField } from '../ground/registrationRules.ts';
import { similarRecord } from './similar.ts';
import { say } from '../ground/template.ts';

export const messages = {
  released: 'Invoice released.',
  returned: 'Invoice sent back to the vendor.',
  reason: 'Enter a reason.',
  notException: (number: string) =>
    say('Invoice {number} cannot be released, because it has no unreleased exceptions. Reload the page to see its status.', { number }),
  notReturnable: (number: string) =>
    say('Invoice {number} cannot be sent back. Only an unpaid invoice with lines can: reverse its payments first.', { number }),
  changed: (number: string) => say('The match of invoice {number} has changed since you opened it.', { number }),
  /** `finding` is a sentence. */
  changedNew: (finding: string) => say('New: {finding}', { finding }),
  changedGone: (finding: string) => say('No longer: {finding}', { finding }),
  reviewAgain: 'Review it again.',
  ownEntry: (number: string) => say('You entered invoice {number}. Someone else must release it.', { number }),
  approved: (count: number) => say('{count, plural, one {Invoice} other {# invoices}} approved.', { count }),
  noneApproved: 'None of these invoices can be approved.',
  choose: 'Select at least one invoice.',
  changedSince: 'It has changed since you opened it.',
  /** Amounts or statuses, as text. */
  figureChanged: (label: string, before: string, after: string) => say('{label}: {before} before, {after} now.', { label, before, after }),
  valueStill: (value: string) => say('The invoice value is still {value}.', { value }),
  valueNow: (value: string) => say('The invoice value is now {value}.', { value }),
  alsoChanged: (fields: string) => say('Also changed: {fields}.', { fields }),
  ownApproval: 'You entered this invoice. Someone else must approve it.',
  aboveLimit: (value: string, limit: string) => say('{value} is above your limit of {limit}. Ask another user.', { value, limit }),
  /** The reason why an invoice cannot be approved; null if it can. */
  notApprovable: {
    /** The controls may allow its payment anyway. */
    unmatched: 'It has no lines to match. It can be paid without approval.',
    exception: 'It is an exception. Release it or send it back first.',
    returned: 'It was sent back to the vendor.',
    approved: 'It is already approved.',
    matched: null,
    released: null,
  } satisfies Record<MatchState, string | null>,
  isPaid: 'It is already paid.',
  /** Amounts in rupees, as text. */
  beyondOrder: (number: string, poNumber: string, invoiced: string, agreed: string) =>
    say(
      'With invoice {number}, the invoices of order {poNumber} total {invoiced}, but only {agreed} was accepted. Ask the vendor for its lines, or enter the goods receipt.',
      { number, poNumber, invoiced, agreed },
    ),
  approvalEnded: (number: string, poNumber: string, invoiced: string, agreed: string) =>
    say(
      'The approval of invoice {number} has ended: the invoices of order {poNumber} total {invoiced}, but only {agreed} is accepted now.',
      { number, poNumber, invoiced, agreed },
    ),
  endedForVendor: 'Enter the lines of the invoice, or correct its value. The buyer can then approve it again.',
  endedForBuyer: 'Ask the vendor for its lines, or enter the goods receipt. Then approve it again.',
  notApproved: (number: string) =>
    say('Invoice {number} is not approved and cannot be paid yet. Approve it in the invoice list.', { number }),
  notPayable: (number: string) =>
    say('Invoice {number} is an unreleased exception and cannot be paid yet. It must be released or corrected first.', { number }),
  toleranceSaved: (day: string) => say('Tolerances saved. They apply to orders dated {day} or later.', { day: showDate(day) }),
  toleranceRemoved: 'Tolerances removed.',
  toleranceEnded: (day: string) => say('The default tolerances apply again to orders dated {day} or later.', { day: showDate(day) }),
  toleranceFor: 'Choose a vendor or a category.',
  toleranceFrom: (today: string) =>
    say(
      'Orders dated before today keep the tolerances in effect on their date. Choose {today} or a later date, and release earlier invoices one by one.',
      { today: showDate(today) },
    ),
  tolerancePast: (day: string) =>
    say('These tolerances ended on {day}. They stay listed because they still apply to orders dated while they were in effect.', { day }),
  toleranceUsual: 'The default tolerances cannot be removed. Change them instead.',
  percent: 'Should be a percentage from 0 to 100.',
  amount: 'Should be an amount in rupees.',
} as const;

/** Names of the reasons for rejecting a decision on an invoice, for programs. */
export const matchCodes = {
  notException: 'no_exception',
  aboveLimit: 'above_member_limit',
  changed: 'match_changed',
  notReturnable: 'invoice_not_returnable',
  notApprovable: 'invoice_not_approvable',
  isPaid: 'invoice_is_paid',
  beyondOrder: 'order_value_exceeded',
  changedSince: 'invoice_changed',
  noneApproved: 'none_approved',
  toleranceFor: 'tolerance_for_nobody',
  toleranceFrom: 'tolerance_in_past',
  tolerancePast: 'tolerance_has_ended',
  toleranceUsual: 'tolerance_is_default',
} as const;

const absent = z.string().nullable();

const match = named('Match', {
  matchState: z.enum(MATCH_STATES),
  /** The buyer may send it back to its vendor, because no part of it is paid. */
  isReturnable: z.boolean(),
  /** The controls let the buyer approve it in its current version. */
  isApprovable: z.boolean(),
  /** Only for users who may approve it, and only for an invoice without lines; otherwise null. */
  similar: similarRecord.nullable(),
  /** The id of the last match whose result differed from the previous one; null if there was none. */
  runId: absent,
  ranAt: absent,
  findings: z.array(findingRecord),
  lines: z.array(invoiceLine),
  /** The order lines that it bills, with the figures of all invoices. */
  orderLines: z.array(
    orderFiguresRecord.extend({ orderId: z.string(), line: z.number(), poNumber: z.string(), itemName: z.string(), uom: absent }),
  ),
  decisions: z.array(
    z.object({
      kind: z.enum(['release', 'return', 'approve']),
      by: absent,
      at: z.string(),
      /** Absent for an approval. */
      reason: absent,
      lines: z.array(z.object({ line: z.number(), reason: z.string() })),
    }),
  ),
});
export type InvoiceMatch = z.infer<typeof match>;

const decided = { 200: z.object({ message: z.string(), data: match }) };

const lineReason = z.object({ line: z.number().int().min(1), reason: z.string().trim().min(1).max(500) });
const lineReasons = anything
  .transform((value, context): { line: number; reason: string }[] => {
    const parsed = z
      .array(lineReason)
      .max(1000)
      .safeParse(value ?? []);
    if (parsed.success) return parsed.data;
    context.addIssue({ code: 'custom', message: messages.reason });
    return [];
  })
  .meta({ type: 'array', items: { type: 'object' } });
itemsOf.set(lineReasons, lineReason);

/** The most invoices, as many as a list's selection can have. */
export const APPROVED_MAX = 1000;

const approvals = named('Approvals', {
  approved: z.number(),
  /** The invoices that were not approved, with the reasons. */
  left: z.array(z.object({ _id: z.string(), invoiceNumber: z.string(), reason: z.string(), code: z.string() })),
});
export type Approvals = z.infer<typeof approvals>;

export const matching = operationsOf('invoice', 'invoiceRelease', {
  get: {
    id: 'invoice.match',
    summary: 'Get the match of an invoice against its orders and goods receipts, with the decisions on it',
    route: 'GET /api/invoice/match/{id}',
    access: 'members',
    replies: { 200: match },
  },
  check: {
    summary:
      'Match an invoice against its orders and goods receipts before it is sent, without saving it. Omitted totals are calculated from the lines',
    route: 'POST /api/invoice/check',
    access: 'invoices',
    body: z.object({
      invoiceId: optionalText(20),
      invoiceNumber: optionalCode(64, undefined, plainCode),
      invoiceDate: optionalDate,
      invoiceValue: optionalNumber(MONEY, { invalid: messages.amount }),
      CGSTValue: optionalNumber(MONEY, { invalid: messages.amount }),
      SGSTValue: optionalNumber(MONEY, { invalid: messages.amount }),
      IGSTValue: optionalNumber(MONEY, { invalid: messages.amount }),
      IRN: optionalPattern(IRN, einvoiceMessages.irn),
      vendorGST: partyField,
      buyerGST: partyField,
      userID: ownerChoice,
      lines: invoiceLinesField,
    }),
    replies: {
      200: z.object({
        findings: z.array(findingRecord),
        agreed: z.array(agreedTermsRecord),
        lines: z.array(invoiceLine),
        sums: lineSumsRecord,
      }),
    },
  },
  release: {
    summary: "Release an exception with a reason; 403 for the caller's own entry or above the limit, 409 if the findings have changed",
    route: 'POST /api/invoice/release/{id}',
    body: z.object({ reason: requiredText(messages.reason, 500), runId: optionalText(20) }),
    replies: decided,
  },
  sendBack: {
    id: 'invoice.return',
    summary: 'Send an invoice back to its vendor with a reason and reasons by line',
    route: 'POST /api/invoice/return/{id}',
    body: z.object({ reason: requiredText(messages.reason, 500), lines: lineReasons }),
    replies: decided,
  },
  approve: {
    summary: 'Approve matched or released invoices. The response names others, which are skipped; 409 if none could be approved',
    route: 'POST /api/invoice/approve',
    body: z.object({
      invoiceIdList: z.array(z.string().max(30)).min(1, messages.choose).max(APPROVED_MAX, 'At most 1,000 invoices at a time.'),
      versions: z.record(z.string().max(30), z.string('Must be the updatedAt of the invoice.').max(50)).optional(),
    }),
    replies: { 200: z.object({ message: z.string(), data: approvals }) },
  },
});

const percent = requiredNumber(PERCENT, { required: messages.percent, invalid: messages.percent });

/**
 * The limits by which an invoice may exceed the accepted quantities and the order's price: for a vendor, a category of items, both, or by
 * default.
 */
export const matchToleranceForm = z.object({
  userID: ownerChoice,
  category: optionalText(200),
  /** True for the tolerances of all vendors and categories without their own. */
  usual: flag.default(false),
  /** The first order date to which they apply, today or later; today by default. */
  validFrom: optionalDate,
  quantity: percent,
  price: percent,
  priceAmount: requiredNumber(MONEY, { required: messages.amount, invalid: messages.amount }),
});

const tolerance = named('MatchTolerance', {
  _id: z.string(),
  userID: absent,
  vendorName: absent,
  category: absent,
  /** Null for no start date. */
  validFrom: absent,
  /** The day before the next tolerances of the same vendor and category begin. */
  validTo: absent,
  state: z.enum(['past', 'now', 'coming']),
  /** If all three are null, the less specific tolerances apply again. */
  quantity: z.number().nullable(),
  price: z.number().nullable(),
  priceAmount: z.number().nullable(),
});
export type MatchTolerance = z.infer<typeof tolerance>;

export const matchTolerances = operationsOf('matchTolerance', 'administrators', {
  list: {
    summary: 'List the default tolerances and those of vendors and categories, including past and future ones',
    route: 'GET /api/matchTolerance/get',
    access: 'buyers',
    replies: { 200: z.array(tolerance) },
  },
  save: {
    summary: 'Set the default tolerances, or those of a vendor, a category or both, for orders dated from a given day',
    route: 'PUT /api/matchTolerance/save',
    body: matchToleranceForm,
    replies: { 200: z.object({ message: z.string(), data: tolerance }) },
  },
  remove: {
    summary:
      'Remove tolerances that begin today or later, or end current ones so that the default tolerances apply from today; 409 for others',
    route: 'DELETE /api/matchTolerance/remove/{id}',
    replies: { 200: z.object({ message: z.string() }) },
  },
});
