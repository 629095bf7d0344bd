import * as z from 'zod';

import { named } from '../ground/fields.ts';
import { LANGUAGES } from '../ground/languages.ts';
import { listQuery, operationsOf, textFilter } from '../ground/operation.ts';

/**
 * The e-mails that their receiver can turn off, and their names in the form and in e-mails. E-mails about account and password are always
 * sent.
 */
export const MAIL_KINDS = {
  prices: 'approved or disapproved prices',
  payments: 'recorded payments',
  orders: 'new purchase orders',
  amendments: 'acknowledged purchase orders that change',
  answers: 'order confirmations',
  invoices: 'invoices that the buyer approves or sends back',
  reminders: 'orders awaiting confirmation',
  differences: 'goods that are rejected or arrive short or over',
  comments: 'comments on documents',
  changes: "changes to vendors' bank and tax details",
} as const;

export type MailKind = keyof typeof MAIL_KINDS;

/** The kinds of e-mail that a vendor gets, and that an administrator gets. */
export const VENDOR_MAILS = [
  'prices',
  'payments',
  'orders',
  'amendments',
  'answers',
  'invoices',
  'reminders',
  'differences',
  'comments',
] as const satisfies readonly MailKind[];
export const ADMIN_MAILS = ['changes', 'answers', 'reminders', 'comments'] as const satisfies readonly MailKind[];

export const messages = {
  language: 'Language saved.',
  saved: 'E-mail settings saved.',
  off: 'You will no longer receive these e-mails.',
  deadLink: 'This link is not complete. Copy it from the e-mail again.',
};

export const mailSwitches = named('MailKinds', {
  prices: z.boolean(),
  payments: z.boolean(),
  orders: z.boolean(),
  amendments: z.boolean(),
  answers: z.boolean(),
  invoices: z.boolean(),
  reminders: z.boolean(),
  differences: z.boolean(),
  comments: z.boolean(),
  changes: z.boolean(),
});
export type MailSwitches = z.infer<typeof mailSwitches>;

/**
 * The statuses of an e-mail, and their names. 'merged' means that another e-mail contains it; 'unknown' may have been sent and is not sent
 * again.
 */
export const MAIL_STATES = {
  waiting: 'Waiting',
  sending: 'Being sent',
  sent: 'Sent',
  failed: 'Not sent',
  unknown: 'Unknown',
  expired: 'Expired',
  unwanted: 'Turned off',
  merged: 'Merged into another e-mail',
} as const;
export type MailState = keyof typeof MAIL_STATES;

const queued = named('Mail', {
  _id: z.string(),
  createdAt: z.string(),
  to: z.string(),
  kind: z.string(),
  state: z.enum(Object.keys(MAIL_STATES) as [MailState, ...MailState[]]),
  tries: z.number(),
  /** The time of the next attempt; null if there is none. */
  dueAt: z.string().nullable(),
  error: z.string().nullable(),
});
export type QueuedMail = z.infer<typeof queued>;

export const mail = operationsOf('mail', 'signed-in', {
  list: {
    summary: 'List the e-mails of the last 90 days, newest first: status and recipient, without content',
    route: 'GET /api/mail/get',
    access: 'buyers',
    query: listQuery(
      {
        state: z.enum(Object.keys(MAIL_STATES) as [MailState, ...MailState[]], 'Must be one of the e-mail statuses.').optional(),
        to: textFilter,
      },
      ['createdAt'],
    ),
    replies: { 200: z.array(queued), 201: z.array(queued) },
  },
  switches: {
    summary: "Get the caller's e-mail settings",
    route: 'GET /api/mail/settings',
    replies: { 200: mailSwitches },
  },
  change: {
    summary: "Change the caller's e-mail settings; omitted types do not change",
    route: 'PUT /api/mail/settings',
    body: mailSwitches.partial(),
    replies: { 200: z.object({ message: z.string(), data: mailSwitches }) },
  },
  language: {
    summary: "Set the language of the caller's screens, PDFs and e-mails",
    route: 'PUT /api/mail/language',
    body: z.object({ language: z.enum(LANGUAGES, 'Must be one of the languages: en, hi.') }),
  },
  unsubscribe: {
    summary: 'Turn off the e-mail type of an unsubscribe link, without a sign-in',
    route: 'POST /api/mail/unsubscribe',
    access: 'anyone',
    body: z.object({ token: z.string('This link is incomplete.') }),
  },
});
