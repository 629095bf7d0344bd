import { SIGN_IN_RESULTS } from './signInWords.ts';
import * as z from 'zod';

import { signInReplies } from '../vendors/accounts.ts';
import { FRESH_MINUTES, operationsOf, proof } from '../ground/operation.ts';
import { sayOnce } from '../ground/template.ts';

export const RECOVERY_CODES = 10;
/** The minutes between the right password and the code. */
export const CHALLENGE_MINUTES = 5;
/** The number of sign-ins that the profile shows. */
export const SIGN_INS_SHOWN = 50;

export const securityMessages = {
  codeNeeded: 'Enter the code from your authenticator app.',
  challengeDead: 'The sign-in took too long or failed too often. Enter your password again.',
  wrongCode: 'Wrong code. Wait for the next one and try again.',
  wrongRecoveryCode: 'This recovery code is wrong or was already used.',
  wrongPassword: 'Wrong password.',
  noPassword: 'Enter your password.',
  passwordRequired: sayOnce('You signed in more than {FRESH_MINUTES} minutes ago. Enter your current password to make this change.', {
    FRESH_MINUTES,
  }),
  otherCompanies:
    'You also belong to other companies, and this SSO provider is not accepted there. Use your password, or set one with "Forgot password".',
  setUpFirst: 'Administrators must use two-step verification. Set it up on your profile first.',
  alreadyOn: 'Two-step verification is already on. To use another device, enter a code from the current one.',
  notOn: 'Two-step verification is off.',
  setUpOver: 'The setup took too long. Please start again.',
  required: 'Administrators must use two-step verification. It cannot be turned off.',
  notOneself: 'To turn off your own two-step verification, use your profile and a code.',
  on: 'Two-step verification is on.',
  off: 'Two-step verification is off.',
  newCodes: 'New recovery codes created. The old ones no longer work.',
  reset: 'Two-step verification was reset. The user is signed out everywhere and signs in with the password alone.',
  sessionEnded: 'The device is signed out.',
} as const;

/** Blank if the caller has confirmed its identity at the SSO provider. */
const password = z.string().max(1000);
/** The code as typed: spaces and dashes are ignored. */
const code = z.string().max(100);

const security = z.object({
  onSince: z.string().nullable(),
  codesLeft: z.number(),
  /** True if two-step verification is required for this user. */
  required: z.boolean(),
  /** The number of active sessions. */
  sessions: z.number(),
  linked: z.boolean(),
  /** The provider at which a caller without a password confirms its identity; null if the password is used. */
  confirmAt: z.string().nullable(),
  /** The time until which that confirmation is valid; null if there is none. */
  confirmedUntil: z.string().nullable(),
});
export type Security = z.infer<typeof security>;

const signIn = z.object({
  _id: z.string(),
  at: z.string(),
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
  result: z.enum(SIGN_IN_RESULTS),
  secondFactor: z.enum(['code', 'recovery code']).nullable(),
});
export type SignIn = z.infer<typeof signIn>;

const session = z.object({
  _id: z.string(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
  /** True for the session of this call. */
  current: z.boolean(),
});
export type ActiveSession = z.infer<typeof session>;

const codes = z.object({ message: z.string(), codes: z.array(z.string()) });

/** Two-step verification (codes by RFC 6238), and the caller's sessions and sign-ins. */
export const secondFactor = operationsOf('secondFactor', 'members', {
  get: {
    id: 'security.get',
    summary: 'Get two-step verification and number of sessions of the caller; administrators can ask for any user',
    route: 'GET /api/auth/security/{id}',
    beforeSetUp: true,
    replies: { 200: security },
  },
  login: {
    id: 'auth.login.code',
    summary: 'Complete the second step of a sign-in with the challenge of the first step and a code or recovery code',
    route: 'POST /api/auth/login/code',
    access: 'anyone',
    body: z.object({ challenge: z.string().max(200), code }),
    replies: signInReplies,
  },
  start: {
    summary: 'Start the setup of two-step verification, or move it to another device with a code of the current one',
    route: 'POST /api/auth/secondFactor/start',
    beforeSetUp: true,
    body: z.object({ password, code: code.optional() }),
    replies: { 200: z.object({ secret: z.string(), uri: z.string() }) },
  },
  confirm: {
    summary: 'Turn on two-step verification with a code of the new device; only this response shows the recovery codes',
    route: 'POST /api/auth/secondFactor/confirm',
    beforeSetUp: true,
    body: z.object({ code }),
    replies: { 200: codes },
  },
  newCodes: {
    summary: 'Replace the recovery codes',
    route: 'POST /api/auth/secondFactor/codes',
    body: z.object({ password, code }),
    replies: { 200: codes },
  },
  off: {
    summary: 'Turn off two-step verification, unless it is required',
    route: 'POST /api/auth/secondFactor/off',
    body: z.object({ password, code }),
  },
  reset: {
    summary: 'Reset two-step verification of a user who has lost the device',
    route: 'POST /api/auth/secondFactor/reset/{id}',
    access: 'administrators',
    body: z.object(proof),
  },
});

export const sessions = operationsOf('session', 'members', {
  signIns: {
    summary: "List the caller's last sign-in attempts, including failed ones, newest first",
    route: 'GET /api/auth/signIns',
    replies: { 200: z.array(signIn) },
  },
  list: {
    summary: "List the caller's active sessions, last used first",
    route: 'GET /api/auth/sessions',
    replies: { 200: z.array(session) },
  },
  end: {
    summary: "End one of the caller's sessions",
    route: 'DELETE /api/auth/sessions/{id}',
  },
  endAll: {
    summary: 'End all other sessions of the caller; `all` includes this one',
    route: 'POST /api/auth/sessions/end',
    body: z.object({ all: z.boolean('Must be true or false.').optional() }),
  },
  endOf: {
    summary: 'End all sessions of another user',
    route: 'POST /api/auth/sessions/end/{id}',
    access: 'administrators',
  },
});
