import * as z from 'zod';

import { named } from '../ground/fields.ts';
import { identityValues, vendorName } from './accounts.ts';
import { operationsOf } from '../ground/operation.ts';
import { say } from '../ground/template.ts';

export const messages = {
  approved: 'The new details are in effect.',
  approvedLater: (day: string) => say('Approved. The new details apply from {day}. Until then, payments go to the old account.', { day }),
  approvedAlready: (vendor: string, from: string) =>
    say('The new details of {vendor} have already been approved. They apply from {from}; until then, you can reject them.', {
      vendor,
      from,
    }),
  refused: 'Request rejected. The vendor receives the reason.',
  withdrawn: 'Request withdrawn.',
  linked: 'Vendor linked to its supplier.',
  notSame: 'This pair is no longer proposed.',
  vendorChanged: 'The vendor has changed in the meantime. Review both again.',
  hasSupplier: 'This vendor already has a supplier in the buyer’s system.',
  /** `state`: approved, rejected, withdrawn or superseded. `fields`: the names of the requested changes. */
  decided: (vendor: string, fields: string, state: string, day: string) =>
    say(
      'The request of {vendor} to change its details ({fields}) was {state, select, approved {approved} rejected {rejected} withdrawn {withdrawn} other {replaced by another}} on {day}. Reload the page to see whether another is pending.',
      { vendor, fields, state, day },
    ),
  changed: (vendor: string, fields: string, since: string) =>
    say(
      'The request of {vendor} to change its details ({fields}) was last changed on {since}, after you opened it. Review the latest version.',
      {
        vendor,
        fields,
        since,
      },
    ),
  own: (vendor: string, fields: string, since: string) =>
    say('You entered the new details of {vendor} ({fields}), which have been pending since {since}. Someone else must decide on them.', {
      vendor,
      fields,
      since,
    }),
  tooMany: 'Bank and tax details can be changed at most ten times a day.',
  reason: 'Enter a reason. The vendor receives it by e-mail.',
  emailChanged: 'Your e-mail address was changed. Sign in with the new one.',
  emailKept: 'Your e-mail address is unchanged.',
  emailLinkDead: 'This link has expired or was already used. Change the e-mail on your profile again.',
} as const;

/** Names of the reasons for rejecting a decision on bank and tax details, for programs. */
export const identityCodes = {
  decided: 'request_is_decided',
  changed: 'request_changed',
  approvedAlready: 'request_is_approved',
  reason: 'reason_needed',
} as const;

const link = z.string().nullable();

const request = named('IdentityRequest', {
  _id: z.string(),
  vendor: vendorName.extend({ email: z.string(), isActive: z.boolean() }),
  /** The fields to change: the current and the new values. */
  previous: identityValues,
  changes: identityValues,
  remarks: z.record(z.string(), z.string()),
  gstinAlsoOf: z.array(vendorName),
  papers: z.object({ panDocument: link, gstDocument: link, cancelledCheque: link, certiOfIncorporation: link }),
  requestedAt: z.string(),
  /** Sent with the decision, so that only the version that was seen can be approved. */
  updatedAt: z.string(),
  /** The time when approved bank details take effect; null until then. */
  appliesAt: link,
});
export type IdentityRequest = z.infer<typeof request>;

const match = z.object({
  supplier: z.object({
    source: z.string(),
    externalId: z.string(),
    name: z.string(),
    email: z.string().nullable(),
    gstin: z.string().nullable(),
  }),
  vendor: vendorName.extend({
    gstin: z.string().nullable(),
    email: z.string(),
    isActive: z.boolean(),
    identityConfirmed: z.boolean(),
    /** Sent with the decision, so that only the version that was seen can be linked. */
    updatedAt: z.string(),
  }),
  sameGstin: z.boolean(),
  sameEmail: z.boolean(),
  /** Other accounts with the vendor's GST number. */
  gstinAlsoOf: z.array(vendorName),
  linkedTo: vendorName.nullable(),
});
export type SupplierMatch = z.infer<typeof match>;

/** Requests to change GST number, PAN or bank details. An administrator decides on them; a vendor can withdraw its own. */
export const identity = operationsOf('identity', {
  requests: {
    summary: 'List pending requests to change GST number, PAN or bank details, oldest first, at most 100',
    route: 'GET /api/identity/requests',
    access: 'buyers',
    replies: { 200: z.object({ total: z.number(), requests: z.array(request) }) },
  },
  decide: {
    summary: 'Approve a request, or reject it with a reason; 409 if it has changed since it was read',
    route: 'PUT /api/identity/requests/{id}',
    access: 'identityApproval',
    body: z.object({
      approve: z.boolean('Must be true or false.'),
      reason: z.string().trim().max(500, 'At most 500 characters.').optional(),
      updatedAt: z.string('Must be the updatedAt of the request.'),
    }),
  },
  withdraw: {
    summary: "Withdraw the caller's own request",
    route: 'DELETE /api/identity/requests/{id}',
    access: 'signed-in',
  },
  confirmEmail: {
    summary: 'Change the e-mail address with the secret of the link sent to the new address',
    route: 'POST /api/identity/email',
    access: 'anyone',
    body: z.object({ secret: z.string('This link is incomplete.').max(200, 'This link is incomplete.') }),
  },
  keepEmail: {
    summary: "Withdraw the caller's pending change of e-mail address",
    route: 'DELETE /api/identity/email',
    access: 'signed-in',
  },
  matches: {
    summary: 'List ERP suppliers with vendors that may match but are not linked automatically, at most 100',
    route: 'GET /api/identity/matches',
    access: 'buyers',
    replies: { 200: z.object({ total: z.number(), matches: z.array(match) }) },
  },
  decideMatch: {
    summary: 'Link a vendor to an ERP supplier, or reject the match; 409 if the vendor has changed since it was read',
    route: 'POST /api/identity/matches',
    access: 'administrators',
    body: z.object({
      source: z.string().max(200, 'At most 200 characters.'),
      externalId: z.string().max(200, 'At most 200 characters.'),
      vendorId: z.string(),
      link: z.boolean('Must be true or false.'),
      updatedAt: z.string('Must be the updatedAt of the vendor.'),
    }),
  },
  waiting: {
    summary: 'Count requests, supplier matches and GST registrations that wait for an administrator',
    route: 'GET /api/identity/waiting',
    access: 'buyers',
    replies: { 200: z.object({ requests: z.number(), matches: z.number(), registrations: z.number() }) },
  },
});
