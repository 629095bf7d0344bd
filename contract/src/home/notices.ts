import * as z from 'zod';

import { named } from '../ground/fields.ts';
import { MAIL_KINDS, type MailKind, mailSwitches } from '../mail/mail.ts';
import { operationsOf } from '../ground/operation.ts';

export const NOTICES_PAGE = 30;

const id = z.string().regex(/^\d{1,18}$/, 'Must be the ID of a notification.');

const notice = named('Notice', {
  _id: z.string(),
  kind: z.enum(Object.keys(MAIL_KINDS) as [MailKind, ...MailKind[]]),
  createdAt: z.string(),
  isRead: z.boolean(),
  /** The subject of the e-mail. */
  title: z.string(),
  detail: z.string(),
  path: z.string(),
});
export type Notice = z.infer<typeof notice>;

const unread = z.number().int();

export const notices = operationsOf('notice', {
  list: {
    summary: `List the caller's notifications of the last 90 days, newest first, ${NOTICES_PAGE} at a time, without the types that are turned off`,
    route: 'GET /api/notices',
    access: 'members',
    query: z.object({
      before: id.optional(),
    }),
    replies: { 200: z.object({ unread, notices: z.array(notice), more: z.boolean() }) },
  },
  read: {
    summary: "Mark the caller's notifications as read, up to and including the given one",
    route: 'PUT /api/notices/read',
    access: 'members',
    body: z.object({ upTo: id, alone: z.boolean('Must be true or false.').default(false) }),
    replies: { 200: z.object({ unread }) },
  },
  switches: {
    summary: "Get the caller's notification settings",
    route: 'GET /api/notices/settings',
    access: 'signed-in',
    replies: { 200: mailSwitches },
  },
  change: {
    summary: "Change the caller's notification settings; omitted types do not change",
    route: 'PUT /api/notices/settings',
    access: 'signed-in',
    body: mailSwitches.partial(),
    replies: { 200: z.object({ message: z.string(), data: mailSwitches }) },
  },
});

export const messages = { saved: 'Notification settings saved.' };
