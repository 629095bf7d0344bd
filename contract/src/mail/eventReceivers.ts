import * as z from 'zod';

import { anything, email, named, optionalText } from '../ground/fields.ts';
import { MAIL_KINDS, type MailKind } from './mail.ts';
import { operationsOf } from '../ground/operation.ts';
import { BUYER_ROLES, VENDOR_ROLES } from '../access/roles.ts';
import { say, sayOnce } from '../ground/template.ts';

const ADDRESSES_MAX = 20;

export const messages = {
  saved: 'Saved. This applies to new events only.',
  roles: 'Choose the roles that receive notifications.',
  somebody: "Choose who receives the e-mail: someone must check vendors' new bank details.",
  forBuyer: "E-mails to vendors go only to that vendor's users.",
  address: (line: string) => say('"{entry}" is not an e-mail address. Enter one address per line.', { entry: line }),
  many: sayOnce('At most {ADDRESSES_MAX} addresses.', { ADDRESSES_MAX }),
} as const;

/** The e-mail addresses in a text with one per line, without duplicates. */
export function addressesOf(text: string): string[] {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return lines.filter((line, index) => lines.findIndex((other) => other.toLowerCase() === line.toLowerCase()) === index);
}

function addressProblem(text: string): string | null {
  const lines = addressesOf(text);
  const wrong = lines.find((line) => !email.safeParse(line).success);
  if (wrong !== undefined) return messages.address(wrong);
  return lines.length > ADDRESSES_MAX ? messages.many : null;
}

const ROLES = [...BUYER_ROLES, ...VENDOR_ROLES] as const;
const role = z.enum(ROLES, messages.roles);
const roles = z.array(role, messages.roles).max(ROLES.length, messages.roles);

export const receiversForm = z.object({
  mailRoles: roles,
  noticeRoles: roles,
  /** One per line; only for the buyer. */
  addresses: optionalText(2000, addressProblem),
});

const receivers = named('EventReceivers', {
  /** Party and kind, for example `vendor-orders`. */
  _id: z.string(),
  side: z.enum(['buyer', 'vendor']),
  kind: z.enum(Object.keys(MAIL_KINDS) as [MailKind, ...MailKind[]]),
  mailRoles: z.array(z.enum(ROLES)),
  noticeRoles: z.array(z.enum(ROLES)),
  addresses: z.string().nullable(),
  updatedAt: z.string(),
});
export type EventReceivers = z.infer<typeof receivers>;

/** The problems with the recipients of an event, by field; empty if they can be stored. */
export function receiverProblems(
  { side, kind }: Pick<EventReceivers, 'side' | 'kind'>,
  form: z.infer<typeof receiversForm>,
): Record<string, string> {
  const own: readonly string[] = side === 'buyer' ? BUYER_ROLES : VENDOR_ROLES;
  const errors: Record<string, string> = {};
  for (const field of ['mailRoles', 'noticeRoles'] as const)
    if (!form[field].every((each) => own.includes(each))) errors[field] = messages.roles;
  if (kind === 'changes' && form.mailRoles.length === 0) errors['mailRoles'] = messages.somebody;
  if (side === 'vendor' && form.addresses !== null) errors['addresses'] = messages.forBuyer;
  return errors;
}

export const eventReceivers = operationsOf('eventReceivers', {
  list: {
    summary: 'List the recipients of each event: roles of buyer and vendor users, and other addresses of the buyer',
    route: 'GET /api/eventReceivers/get',
    access: 'buyers',
    replies: { 200: z.array(receivers) },
  },
  edit: {
    summary: 'Change the recipients of an event; 409 when stale',
    route: 'PUT /api/eventReceivers/edit/{id}',
    access: 'administrators',
    body: receiversForm.extend({ updatedAt: anything.meta({ type: 'string' }) }),
    replies: { 200: z.object({ message: z.string(), data: receivers }) },
  },
});
