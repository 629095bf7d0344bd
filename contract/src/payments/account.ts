import * as z from 'zod';

import { dateFilter, named, optionalDate, requiredText } from '../ground/fields.ts';
import { MONEY_MAX, requiredNumber } from '../ground/numbers.ts';
import { operationsOf, ownerChoice, PAGE_SIZE_MAX, textFilter } from '../ground/operation.ts';
import { AMOUNT } from '../invoices/invoices.ts';
import { say, sayOnce } from '../ground/template.ts';

/** The kinds of entries of a vendor's account. */
const ENTRY_KINDS = ['opening', 'invoice', 'payment', 'credit', 'debit', 'deduction', 'concession', 'reversal'] as const;
/** The kinds of documents that settle invoices. */
const ALLOCATION_KINDS = ['payment', 'tax', 'deduction', 'credit'] as const;
export const OPENING_STATUSES = { open: 'Waiting', accepted: 'Accepted', reversed: 'Reversed' } as const;
/** The kinds of opening documents. A balance is one amount without a number: the total of the old ledger. */
export const OPENING_KINDS = {
  balance: 'Balance',
  invoice: 'Invoice',
  debit: 'Debit memo',
  credit: 'Credit memo',
  payment: 'Payment on account',
} as const;
export type OpeningKind = keyof typeof OPENING_KINDS;
export const openingKinds = Object.keys(OPENING_KINDS) as [OpeningKind];
const statuses = Object.keys(OPENING_STATUSES) as [keyof typeof OPENING_STATUSES];

export const messages = {
  vendor: 'Choose the vendor.',
  pageSize: sayOnce('Must be a whole number from 1 to {PAGE_SIZE_MAX}.', { PAGE_SIZE_MAX }),
  openingAmount: 'Enter the amount, other than 0. Use a minus sign if the vendor owes you.',
  openingDay: 'Enter the date of the opening balance.',
  openingFuture: (day: string, today: string) =>
    say('The opening balance is dated {day}, which is after today ({today}). Correct the date.', { day, today }),
  openingReason: 'Enter the source of the opening balance.',
  openingSaved: 'Opening balance saved.',
  openingWaits: 'Opening balance saved. It counts once another user accepts it.',
  openingAccepted: 'Opening balance accepted.',
  openingReversed: 'Opening balance reversed.',
  /** `day` and amounts of opening balances are formatted texts, here and below. */
  openingExists: (vendor: string, amount: string, day: string) =>
    say('{vendor} already has an opening balance of {amount}, dated {day}. Reverse it before you enter another one.', {
      vendor,
      amount,
      day,
    }),
  openingDecided: (vendor: string, amount: string, isReversed: boolean) =>
    say(
      'The opening balance of {vendor} ({amount}) has already been {state, select, reversed {reversed} other {accepted}}. Reload the page to see its status.',
      { vendor, amount, state: isReversed ? 'reversed' : 'accepted' },
    ),
  openingUsed: (vendor: string, amount: string, used: string) =>
    say(
      'Payments, memos or holds of {used} depend on the opening balance of {vendor} ({amount}), so it cannot be reversed. Enter a memo instead.',
      {
        used,
        vendor,
        amount,
      },
    ),
  reverseReason: 'Enter the reason for reversing the opening balance.',
  allocated: 'Credit set off against the invoice.',
  credit: 'Select the credit to set off.',
  setOffAmount: 'Enter an amount above 0.',
  oneCredit: 'Enter exactly one of payment, memo and opening balance.',
  /** `number`: of the memo, or the reference of the payment. */
  aboveCredit: (amount: string, left: string, number: string) =>
    say('{amount} exceeds the {left} of credit {number} that is still on account. Lower the amount.', { amount, left, number }),
  /** `day` is the day of the payment or memo, which has no number. */
  aboveUnnamed: (amount: string, left: string, day: string) =>
    say('{amount} exceeds the {left} of the credit of {day} that is still on account. Lower the amount.', { amount, left, day }),
  aboveInvoice: (amount: string, left: string, number: string) =>
    say('{amount} exceeds the {left} of invoice {number} that can be settled. Lower the amount.', { amount, left, number }),
} as const;

/** Names of the reasons for rejecting an opening balance or an allocation, for programs. */
export const accountCodes = {
  vendor: 'vendor_missing',
  openingFuture: 'opening_balance_in_future',
  openingExists: 'opening_balance_exists',
  openingDecided: 'opening_balance_decided',
  openingUsed: 'opening_balance_used',
  aboveCredit: 'allocation_above_credit',
  aboveInvoice: 'allocation_above_invoice',
  oneCredit: 'one_credit_only',
  openingAmount: 'opening_row_wrong',
} as const;

const accountEntry = named('AccountEntry', {
  _id: z.string(),
  vendorId: z.string(),
  day: z.string(),
  kind: z.enum(ENTRY_KINDS),
  /** The id of the invoice, memo, payment or opening balance. */
  documentId: z.string(),
  number: z.string().nullable(),
  paymentMode: z.enum(['online', 'cheque']).nullable(),
  reference: z.string().nullable(),
  /** Raises the payable amount; below zero if it lowers it. */
  amount: z.number(),
  recordedAt: z.string(),
});

const allocation = named('Allocation', {
  _id: z.string(),
  vendorId: z.string(),
  kind: z.enum(ALLOCATION_KINDS),
  paymentId: z.string().nullable(),
  memoId: z.string().nullable(),
  openingId: z.string().nullable(),
  /** Null if it is on account. */
  invoiceId: z.string().nullable(),
  invoiceNumber: z.string().nullable(),
  /** The kind of the memo; null for a payment or an opening balance. */
  memoKind: z.enum(['debit', 'credit']).nullable(),
  /** The number of the memo, or the payment reference; null if it has none. */
  number: z.string().nullable(),
  amount: z.number(),
  day: z.string(),
  createdAt: z.string(),
});
export type Allocation = z.infer<typeof allocation>;

const openingBalance = named('OpeningBalance', {
  _id: z.string(),
  vendorId: z.string(),
  vendorCode: z.number(),
  vendorName: z.string(),
  /** Payable to the vendor; below zero if the vendor owes the buyer. */
  amount: z.number(),
  kind: z.enum(openingKinds),
  /** Null for a balance. */
  number: z.string().nullable(),
  day: z.string(),
  /** Null: the vendor's credit days apply. */
  dueDay: z.string().nullable(),
  vendorGST: z.string().nullable(),
  /** The sheet with which it was uploaded; null if it was entered in the form. */
  sheetId: z.string().nullable(),
  /** The invoice that was created from it. */
  invoiceId: z.string().nullable(),
  reason: z.string(),
  status: z.enum(statuses),
  /** True if the caller may not accept it because the caller entered it. */
  isOwn: z.boolean(),
  reverseReason: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type OpeningBalance = z.infer<typeof openingBalance>;

const whole = (most: number, first: number) =>
  z.coerce
    .number<string | number>(messages.pageSize)
    .int(messages.pageSize)
    .min(1, messages.pageSize)
    .max(most, messages.pageSize)
    .default(first);
/** A page of rows in date order. */
const pageQuery = { page: whole(2_147_483_647, 1), pageSize: whole(PAGE_SIZE_MAX, PAGE_SIZE_MAX) };

export const accountEntries = operationsOf('accountEntry', {
  list: {
    summary: 'List the entries of a vendor’s account by date; their sum is payable to the vendor. The buyer names the vendor',
    route: 'GET /api/account/entries',
    access: 'members',
    query: z.object({ ...pageQuery, startDate: dateFilter, endDate: dateFilter, userID: ownerChoice }),
    replies: { 200: z.array(accountEntry), 201: z.array(accountEntry) },
  },
});

export const allocations = operationsOf('allocation', {
  list: {
    summary: 'List which payment, memo or opening balance settles which invoice of a vendor, oldest first. The buyer names the vendor',
    route: 'GET /api/account/allocations',
    access: 'members',
    query: z.object({
      ...pageQuery,
      invoiceId: textFilter,
      paymentId: textFilter,
      memoId: textFilter,
      /** Only entries that settle no invoice yet. */
      onAccount: z.literal('true', 'Must be true.').optional(),
      userID: ownerChoice,
    }),
    replies: { 200: z.array(allocation), 201: z.array(allocation) },
  },
  create: {
    summary: 'Set off a credit on account against an invoice; 422 if the amount exceeds either',
    route: 'POST /api/account/allocations/create',
    access: 'accounting',
    body: z
      .object({
        paymentId: textFilter,
        memoId: textFilter,
        openingId: textFilter,
        invoiceId: z.string().max(20),
        amount: requiredNumber(AMOUNT, { required: messages.setOffAmount, invalid: messages.setOffAmount }),
      })
      .superRefine(({ paymentId, memoId, openingId }, context) => {
        if ([paymentId, memoId, openingId].filter((id) => id !== undefined && id !== '').length !== 1)
          context.addIssue({ code: 'custom', path: ['paymentId'], message: messages.oneCredit, params: { code: accountCodes.oneCredit } });
      }),
    idempotent: true,
    replies: { 200: z.object({ message: z.string(), data: allocation }) },
  },
});

const ANY_AMOUNT = { places: 2, least: MONEY_MAX.negated().toNumber(), most: MONEY_MAX };
export const openingAmount = ANY_AMOUNT;

export const openingForm = z.object({
  amount: requiredNumber(ANY_AMOUNT, { required: messages.openingAmount, invalid: messages.openingAmount }).refine(
    (amount) => !amount.isZero(),
    { message: messages.openingAmount, params: { code: accountCodes.openingAmount } },
  ),
  /** The age of the debt counts from this date, so there is no default. */
  day: optionalDate.transform((value, context): string => {
    if (value === null) context.addIssue({ code: 'custom', message: messages.openingDay });
    return value ?? '';
  }),
  reason: requiredText(messages.openingReason, 500),
});
export type OpeningForm = z.output<typeof openingForm>;

const savedOpening = { 200: z.object({ message: z.string(), data: openingBalance }) };

export const openingBalances = operationsOf('openingBalance', {
  list: {
    summary: 'List opening balances, pending ones first, at most 1,000; a vendor sees its own',
    route: 'GET /api/account/openingBalances',
    access: 'members',
    query: z.object({ userID: ownerChoice, sheetId: textFilter }),
    replies: { 200: z.array(openingBalance) },
  },
  create: {
    summary: 'Enter the opening balance of a vendor; another user accepts it if duties are on',
    route: 'POST /api/account/openingBalances/create',
    access: 'accounting',
    body: openingForm.extend({ userID: requiredText(messages.vendor, 20) }),
    idempotent: true,
    replies: savedOpening,
  },
  accept: {
    summary: 'Accept an opening balance entered by another user; 409 if it is not pending',
    route: 'PUT /api/account/openingBalances/{id}/accept',
    access: 'invoiceRelease',
    replies: savedOpening,
  },
  reverse: {
    summary: 'Reverse an opening balance with a reason; 409 if invoices were settled with it',
    route: 'PUT /api/account/openingBalances/{id}/reverse',
    access: 'accounting',
    body: z.object({ reason: requiredText(messages.reverseReason, 500) }),
    replies: savedOpening,
  },
});
