import { INVITATION_DAYS } from '@aapurti/contract/people/members';
import { showDate } from '@aapurti/contract/ground/fields';
import { say, type Texts } from '@aapurti/contract/ground/template';
import { sayAgain } from '../ground/texts.ts';

import { compose, harmless, type Message, named, type Parts, type Sender } from './compose.ts';

/** The validity in minutes: short for links that anybody can request, days for invitations. The e-mails state it. */
export const LINK_MINUTES = { reset: 30, invitation: 3 * 24 * 60, emailLink: 24 * 60, member: INVITATION_DAYS * 24 * 60 } as const;

/** The number listed by name; the others are only counted. */
export const TOLD_MOST = 10;

const IDENTITY_WORDS = {
  asked: [
    'Change of your bank or tax details requested',
    'These details were changed on your profile. The current details apply until an administrator approves the new ones: {fields}.',
  ],
  approved: [
    'Your new bank or tax details were approved',
    'An administrator has approved your new details. They apply from now on: {fields}.',
  ],
  waits: [
    'Your new bank or tax details are approved and apply later',
    'An administrator has approved your new details. Until they apply, payments go to the old account: {fields}.',
  ],
  refused: [
    'Your new bank or tax details were rejected',
    'An administrator has rejected your new details. Your current details remain unchanged: {fields}.',
  ],
  changed: ['Your bank or tax details were changed', 'An administrator has changed these details of your account: {fields}.'],
} as const;

interface Alert {
  name: string;
  company: string;
  by: string;
  what: string;
  /** The message and values of `what`, if it is a text of the portal. */
  texts?: Texts;
}

/** Contents of account e-mails, which cannot be turned off and are never merged. */
export interface AccountContents {
  reset: { name: string; url: string };
  invitation: { name: string; url: string };
  /** The e-mail to a person who is invited to a company, with or without an account. */
  member: { name: string; company: string; by: string; role: string; url: string };
  registration: { name: string; company: string };
  activation: { name: string; url: string };
  sentBack: { name: string; reason: string; url: string };
  password: { name: string };
  email: { name: string };
  emailLink: { name: string; url: string };
  emailAsked: { name: string };
  /** `by` is the vendor's user who asked; null for a buyer user, whose name is hidden from the vendor. */
  identity: { name: string; outcome: keyof typeof IDENTITY_WORDS; fields: string[]; by?: string | null; reason?: string; from?: string };
  /** The e-mail to every owner of a food vendor; `left` is the number of days, negative if the licence has expired. */
  licence: { name: string; number: string; until: string; left: number };
  secondFactorOn: { name: string };
  secondFactorOff: { name: string };
  secondFactorReset: { name: string };
  recoveryCode: { name: string; left: number };
  keyCreated: { name: string; key: string };
  providerLinked: { name: string; provider: string };
  /** The e-mail to every owner of a vendor, or administrator of the buyer. `by` has made the item, and `what` is its name. */
  newKey: Alert;
  newWebhook: Alert;
  newProvider: Alert;
  newOwner: Alert;
  newControls: Alert;
  /**
   * The e-mail to every administrator about differences that the nightly check of the books found; `books` are messages that earlier
   * e-mails did not list.
   */
  booksDiffer: { name: string; count: number; books?: readonly string[] };
  /** `host` is the webhook's host, which its own company has entered. */
  webhookOff: { name: string; host: string; reason: string };
}

const NOT_KNOWN = 'If you do not recognise it, remove it now and inform your contact at the buyer.';
const NOT_YOU = 'If this was not you, use "Forgot password" on the sign-in page immediately, and inform your contact at the buyer.';

const ACCOUNT_MAILS: { [K in keyof AccountContents]: (content: AccountContents[K]) => Omit<Parts, 'name'> } = {
  reset: ({ url }) => ({
    subject: 'Reset your password',
    before: ['We received a request to reset the password of your Aapurti account.'],
    button: { label: 'Choose a new password', url },
    after: [
      say('The link can be used once, within {reset}.', { reset: duration(LINK_MINUTES.reset) }),
      'If you did not request this, ignore this e-mail: your password does not change.',
    ],
  }),
  invitation: ({ url }) => ({
    subject: 'Set your password',
    before: ['An Aapurti account was created for you. To sign in with this e-mail address, first choose a password.'],
    button: { label: 'Choose a password', url },
    after: [
      say('The link can be used once, within {invitation}. After that, "Forgot password" on the sign-in page sends you another.', {
        invitation: duration(LINK_MINUTES.invitation),
      }),
    ],
  }),
  member: ({ company, by, role, url }) => ({
    subject: say(
      '{byKnown, select, yes {{by}} other {Someone}} invites you to join {companyKnown, select, yes {{company}} other {a company}} on Aapurti',
      { ...named('by', by), ...named('company', company) },
    ),
    before: [
      say(
        '{byKnown, select, yes {{by}} other {Someone}} invites you to join {companyKnown, select, yes {{company}} other {a company}} on Aapurti. Your role: {role}.',
        {
          ...named('by', by),
          ...named('company', company),
          role,
        },
      ),
    ],
    button: { label: 'Accept the invitation', url },
    after: [
      say('The link can be used once, within {member}.', { member: duration(LINK_MINUTES.member) }),
      'If you do not know the sender, ignore this e-mail.',
    ],
  }),
  registration: ({ company }) => ({
    subject: 'We have received your registration',
    before: [
      say(
        'Thank you for registering {companyKnown, select, yes {{company}} other {your company}} with Aapurti.',
        named('company', company),
      ),
      'We are checking your details and documents. You will get an e-mail when your account is active.',
    ],
    after: ['If you did not register, ignore this e-mail.'],
  }),
  activation: ({ url }) => ({
    subject: 'Your account is active',
    before: ['Your Aapurti account is now active. You can sign in and add your products.'],
    button: { label: 'Sign in', url },
    after: [],
  }),
  sentBack: ({ reason, url }) => ({
    subject: 'Please correct your registration',
    before: [
      'We have checked your registration with Aapurti and cannot activate it yet.',
      say('Reason: {reason}', { reason: harmless(reason, '–') }),
    ],
    button: { label: 'Correct your registration', url },
    after: ['Your details are checked again after you save your profile.'],
  }),
  // The e-mail has no link, which phishing would imitate.
  password: () => ({
    subject: 'Your password was changed',
    before: ['The password of your Aapurti account was changed, and all other devices were signed out.'],
    after: [NOT_YOU],
  }),
  secondFactorOn: () => ({
    subject: 'Two-step verification is on',
    before: ['From now on, signing in to your Aapurti account requires your password and a code from your authenticator app.'],
    after: ['Keep the recovery codes somewhere you can reach without your phone. Each signs you in once.', NOT_YOU],
  }),
  secondFactorOff: () => ({
    subject: 'Two-step verification is off',
    before: ['From now on, signing in to your Aapurti account requires only your password.'],
    after: [NOT_YOU],
  }),
  secondFactorReset: () => ({
    subject: 'Your two-step verification was reset',
    before: [
      'An administrator has turned off two-step verification on your Aapurti account and signed you out on all devices.',
      'Sign in with your password, then set it up again on your profile, under Security.',
    ],
    after: ['If you did not request this, inform your contact at the buyer immediately.'],
  }),
  keyCreated: ({ key }) => ({
    subject: 'API key created',
    before: [say('The API key “{key}” was created with your password. Systems that have it can use Aapurti in your name.', { key })],
    after: ['You can see and revoke it on the API keys page.', NOT_YOU],
  }),
  providerLinked: ({ provider }) => ({
    subject: 'Your account was linked to an SSO provider',
    before: [
      say(
        'Your Aapurti account was linked to {providerKnown, select, yes {{provider}} other {an SSO provider}} with your password. You can now sign in with this provider.',
        named('provider', provider),
      ),
    ],
    after: ['On your profile, under Security, you can see it and unlink it.', NOT_YOU],
  }),
  newKey: ({ company, by, what }) => ({
    subject: 'A new API key can act for your company',
    before: [
      say(
        '{byKnown, select, yes {{by}} other {Someone}} created {keyKnown, select, yes {the API key “{key}”} other {an API key}} for {companyKnown, select, yes {{company}} other {your company}}.',
        { ...named('by', by), ...named('key', what), ...named('company', company) },
      ),
    ],
    after: ['You can revoke it on the API keys page.', NOT_KNOWN],
  }),
  newWebhook: ({ company, by, what }) => ({
    subject: "A new webhook receives your company's data",
    before: [
      say(
        '{byKnown, select, yes {{by}} other {Someone}} set up a webhook{addressKnown, select, yes { to {address}} other {}} for {companyKnown, select, yes {{company}} other {your company}}.',
        { ...named('by', by), ...named('address', what), ...named('company', company) },
      ),
    ],
    after: ['You can remove it on the Webhooks page.', NOT_KNOWN],
  }),
  newProvider: ({ company, by, what }) => ({
    subject: 'A new SSO provider can sign in your users',
    before: [
      say(
        '{byKnown, select, yes {{by}} other {Someone}} set up {providerKnown, select, yes {the SSO provider {provider}} other {an SSO provider}} for {companyKnown, select, yes {{company}} other {your company}}.',
        { ...named('by', by), ...named('provider', what), ...named('company', company) },
      ),
    ],
    after: [NOT_KNOWN],
  }),
  newOwner: ({ company, by, what }) => ({
    subject: 'A user received all rights for your company',
    before: [
      say(
        '{byKnown, select, yes {{by}} other {Someone}} gave {userKnown, select, yes {{user}} other {a user}} all rights for {companyKnown, select, yes {{company}} other {your company}}.',
        { ...named('by', by), ...named('user', what), ...named('company', company) },
      ),
    ],
    after: ['You can change the role under People.', NOT_KNOWN],
  }),
  newControls: ({ by, what, texts }) => {
    sayAgain(texts);
    return {
      subject: 'The payment controls were changed',
      before: [say('{byKnown, select, yes {{by}} other {A user}} changed these controls:', named('by', by)), what],
      after: [
        'You can see them under Settings > Controls.',
        'If you do not recognise this change, restore the controls and sign out all devices.',
      ],
    };
  },
  booksDiffer: ({ count, books }) => ({
    subject: 'The account check found differences',
    before: [
      say('The nightly check of the accounts found {count, plural, one {one difference} other {{count} differences}}.', { count }),
      ...(books === undefined ? [] : [say('These figures differ: {words}.', { words: books })]),
    ],
    after: [
      'Do not make payments that depend on these figures. Inform the operator of the portal: the command npm run verify-books lists each difference.',
    ],
  }),
  licence: ({ number, until, left }) => ({
    subject: left < 0 ? 'Your FSSAI licence has expired' : 'Your FSSAI licence expires soon',
    before: [
      left < 0
        ? say('Your FSSAI licence {number} was valid until {until}. Labels no longer print its number.', { number, until: showDate(until) })
        : say('Your FSSAI licence {number} is valid until {until}.', { number, until: showDate(until) }),
    ],
    after: ['After you renew it, enter its new date in your profile under Tax and documents.'],
  }),
  webhookOff: ({ host, reason }) => ({
    subject: 'Webhook turned off',
    before: [say('Aapurti no longer sends messages to your webhook at {host}.', { host }), say('Reason: {reason}', { reason })],
    after: ['On the Webhooks page, you can see the last attempts and turn it on again. Missed messages are in the change feed.'],
  }),
  recoveryCode: ({ left }) => ({
    subject: 'A recovery code was used',
    before: [
      say(
        'Someone signed in to your Aapurti account with one of your recovery codes; {count, plural, =0 {no code is} one {one code is} other {{count} codes are}} left.',
        { count: left },
      ),
    ],
    after: ['Find new codes and your signed-in devices on your profile, under Security.', NOT_YOU],
  }),
  // The e-mail goes to the old address and leaves out the new one, which anybody may have chosen.
  email: () => ({
    subject: 'Your e-mail address was changed',
    before: ['Your Aapurti account now has another e-mail address. You can no longer sign in with this one.'],
    after: ['If this was not you, inform your contact at the buyer immediately.'],
  }),
  emailLink: ({ url }) => ({
    subject: 'Confirm your e-mail address',
    before: ['This address was entered as the new e-mail of an Aapurti account. Once you confirm it, use it to sign in.'],
    button: { label: 'Confirm this address', url },
    after: [
      say('The link can be used once, within {emailLink}.', { emailLink: duration(LINK_MINUTES.emailLink) }),
      "If you did not request this, ignore this e-mail: the account's address does not change.",
    ],
  }),
  emailAsked: () => ({
    subject: 'A new e-mail address was entered',
    before: ['A new e-mail address was entered for your Aapurti account. It replaces this one once the link we sent to it is opened.'],
    after: ['If this was not you, change your password now: this disables the link. Then inform your contact at the buyer.'],
  }),
  // Names the fields, never the values.
  identity: ({ outcome, fields, by, reason, from }) => ({
    subject: IDENTITY_WORDS[outcome][0],
    before: [
      say(IDENTITY_WORDS[outcome][1], { fields }),
      ...(by === undefined
        ? []
        : [by === null ? 'Entered by a user of the buyer.' : say('Entered by a user of your company: {by}', { by: harmless(by, '–') })]),
      ...(reason === undefined ? [] : [say('Reason: {reason}', { reason: harmless(reason, '–') })]),
      ...(from === undefined ? [] : [say('They apply from {from}.', { from })]),
    ],
    after: ['If you do not recognise this, call your contact at the buyer immediately.'],
  }),
};

export function accountMail<K extends keyof AccountContents>(kind: K, content: AccountContents[K], sender?: Sender): Message {
  return compose({ name: content.name, ...ACCOUNT_MAILS[kind](content) }, sender);
}

export function isAccountMail(kind: string): kind is keyof AccountContents {
  return kind in ACCOUNT_MAILS;
}

function duration(minutes: number): string {
  if (minutes % 60 !== 0) return say('{minutes} minutes', { minutes });
  return minutes > 24 * 60 ? say('{days} days', { days: minutes / (24 * 60) }) : say('{minutes} hours', { minutes: minutes / 60 });
}
