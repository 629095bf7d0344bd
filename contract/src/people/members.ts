import * as z from 'zod';

import { anything, email, isIsoDate, named } from '../ground/fields.ts';
import { operationsOf, ownerChoice, proof } from '../ground/operation.ts';
import { MONEY, optionalNumber } from '../ground/numbers.ts';
import { BUYER_ROLES, VENDOR_ROLES } from '../access/roles.ts';
import { say } from '../ground/template.ts';

export const INVITATION_DAYS = 7;

export const messages = {
  invited: 'Invitation sent.',
  resent: 'The invitation was sent again. The earlier link no longer works.',
  withdrawn: 'Invitation withdrawn. Its link no longer works.',
  updated: 'User updated successfully',
  removed: 'The user was removed and is signed out of the company.',
  role: 'Choose a role.',
  sites: 'Choose sites of the buyer.',
  sitesOfRole: 'Only buyers and receivers can be limited to certain sites.',
  already: 'This user is already a member.',
  lastOwner: 'This is the last owner. Give another user the owner role first.',
  lastAdministrator: 'This is the last administrator. Give another user the administrator role first.',
  standIn: 'You are acting for a colleague on leave: you cannot add, change or remove owners and administrators, nor change your own role.',
  lasting: 'You are acting for a colleague on leave and cannot make changes that outlast the leave. Ask an owner or administrator.',
  dead: 'This invitation was used or withdrawn, or has expired. Ask for a new one.',
  noCompany: 'You no longer belong to any company. Ask an owner of your company to invite you again.',
  delegated: 'Role delegated.',
  leaveEntered: 'Leave saved.',
  delegationEnded: 'The delegation has ended.',
  days: 'Choose today or later dates, the earliest first.',
  day: 'Choose a date.',
  member: 'Choose a user.',
  colleague: 'Choose another user of the same company.',
  choose: 'Choose the company that you act for.',
  accepted: 'Welcome. You have joined the company.',
  acceptedAnew:
    'Welcome. You have joined the company. A password or two-step verification that was set through the SSO provider of another company no longer works. If you cannot sign in, select "Forgot password" on the sign-in page.',
  signInFirst: (address: string) => say('{address} already has an account. Sign in to it, then open the link again.', { address }),
  forAnother: (address: string) => say('This invitation is for {address}. Sign in with that address to accept it.', { address }),
} as const;

/** Names of the reasons for rejecting a leave, for programs. */
export const leaveCodes = { days: 'leave_days_wrong', colleague: 'leave_to_other_company' } as const;

const role = z.enum([...VENDOR_ROLES, ...BUYER_ROLES], messages.role);

/** The buyer's sites that the member is limited to; empty means all. */
const storedSites = z.array(z.string());

const member = named('Member', {
  _id: z.string(),
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  role,
  limitAmount: z.number().nullable(),
  siteIds: storedSites,
  isActive: z.boolean(),
  /** True for the caller. */
  self: z.boolean(),
  updatedAt: z.string(),
});
export type Member = z.infer<typeof member>;

const invitation = named('Invitation', {
  _id: z.string(),
  email: z.string(),
  role,
  limitAmount: z.number().nullable(),
  siteIds: storedSites,
  invitedBy: z.string(),
  expiresAt: z.string(),
  expired: z.boolean(),
});
export type Invitation = z.infer<typeof invitation>;

const delegation = z.object({
  _id: z.string(),
  /** Memberships: the absent member's, and the delegate's. */
  from: z.string(),
  to: z.string(),
  fromDay: z.string(),
  toDay: z.string(),
});
export type Delegation = z.infer<typeof delegation>;

const ownLeave = z.object({
  own: z.string(),
  colleagues: z.array(member.pick({ _id: true, name: true, role: true })),
  delegations: z.array(delegation),
});
export type OwnLeave = z.infer<typeof ownLeave>;

const day = z.string(messages.day).refine(isIsoDate, messages.day);

const days = { fromDay: day, toDay: day };

/** The highest price that an approver may approve, in rupees; blank means any price. Other roles have no limit. */
const limitAmount = optionalNumber(MONEY, { invalid: 'The limit must be an amount in rupees.' });

/** This exceeds the number of any buyer's sites. */
const SITES_MAX = 500;

/** The sites that a buyer or receiver is limited to; empty means all. */
const siteIds = z.array(z.string(messages.sites).max(20, messages.sites), messages.sites).max(SITES_MAX, messages.sites);

export const members = operationsOf('member', 'people', {
  list: {
    summary: 'List the users and open invitations of the company; an administrator can name a vendor, otherwise buyer users are listed',
    route: 'GET /api/members',
    query: z.object({ userID: ownerChoice }),
    replies: {
      200: z.object({ company: z.string(), members: z.array(member), invitations: z.array(invitation), delegations: z.array(delegation) }),
    },
  },
  edit: {
    summary: "Change a user's role and sites; without `siteIds` the sites do not change",
    route: 'PUT /api/members/{id}',
    body: z.object({ role, limitAmount, siteIds: siteIds.optional(), updatedAt: z.string().optional(), ...proof }),
  },
  remove: {
    summary: "Remove a user from the company and end the user's sessions there",
    route: 'DELETE /api/members/{id}',
  },
  invite: {
    id: 'invitation.create',
    summary: 'Invite a user by e-mail; this replaces an earlier invitation of the same address',
    route: 'POST /api/members/invitations',
    body: z.object({ email, role, limitAmount, siteIds: siteIds.default([]), userID: ownerChoice, ...proof }),
    idempotent: true,
  },
  resend: {
    id: 'invitation.resend',
    summary: 'E-mail an invitation again with a new link',
    route: 'POST /api/members/invitations/{id}/resend',
    body: z.object(proof),
  },
  withdraw: {
    id: 'invitation.withdraw',
    summary: 'Withdraw an invitation',
    route: 'DELETE /api/members/invitations/{id}',
  },
  delegate: {
    id: 'delegation.create',
    summary: "Delegate a user's role to a colleague for a period",
    route: 'POST /api/members/delegations',
    body: z.object({ from: z.string().min(1, messages.member), to: z.string().min(1, messages.member), ...days, ...proof }),
    idempotent: true,
  },
  endDelegation: {
    id: 'delegation.end',
    summary: 'End a delegation',
    route: 'DELETE /api/members/delegations/{id}',
  },
  leave: {
    id: 'leave.list',
    summary: "List the caller's colleagues and the delegations from and to the caller",
    route: 'GET /api/leave',
    access: 'members',
    replies: { 200: ownLeave },
  },
  enterLeave: {
    id: 'leave.create',
    summary: "Delegate the caller's own role to a colleague for a period",
    route: 'POST /api/leave',
    access: 'members',
    body: z.object({ to: z.string().min(1, messages.member), ...days, ...proof }),
    idempotent: true,
  },
  endLeave: {
    id: 'leave.end',
    summary: "End a delegation of the caller's own role",
    route: 'DELETE /api/leave/{id}',
    access: 'members',
  },
  look: {
    id: 'invitation.get',
    summary: 'Get an invitation with the secret of its link',
    route: 'POST /api/invitations/get',
    access: 'anyone',
    body: z.object({ secret: z.string().max(200) }),
    // `known`: the address has an account, and its owner accepts while signed in. `required`: a new user accepts with one of `providers`,
    // and has no password.
    replies: {
      200: z.object({
        company: z.string(),
        email: z.string(),
        role,
        /** Names of the sites that it is limited to; null means all. */
        sites: z.string().nullable(),
        known: z.boolean(),
        providers: z.array(z.object({ _id: z.string(), name: z.string() })),
        required: z.boolean(),
      }),
    },
  },
  accept: {
    id: 'invitation.accept',
    summary: 'Accept an invitation with its secret, signed in or as a new user with name, mobile number and a password or proof',
    route: 'POST /api/invitations/accept',
    access: 'optional',
    body: z.object({
      secret: z.string().max(200),
      firstName: anything,
      lastName: anything,
      mobileNumber: anything,
      password: z.string().max(1000).optional(),
      /** The proof from the company's SSO provider, instead of a password. */
      proof: z.string().max(200).optional(),
    }),
  },
});
