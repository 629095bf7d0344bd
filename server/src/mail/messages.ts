import { compose, harmless, type Message } from './compose.ts';

/** Minutes a mailed link works: short where anybody can ask for one, days where a person was invited. The mails promise it. */
export const LINK_MINUTES = { reset: 30, invitation: 3 * 24 * 60, emailLink: 24 * 60 } as const;

/** So many of what a call did are told one by one; the rest is counted. */
export const TOLD_MOST = 10;

/** To whoever asked for a reset link for this account. */
export function resetMail({ name, url }: { name: string; url: string }): Message {
  return compose({
    subject: 'Reset your password',
    name,
    before: ['We were asked to reset the password of your Aapurti account.'],
    button: { label: 'Choose a new password', url },
    after: [
      `The link can be used once, within ${duration(LINK_MINUTES.reset)}.`,
      'If you did not ask for it, do nothing: your password stays as it is.',
    ],
  });
}

/** To a person whose account an administrator made without a password. */
export function setPasswordMail({ name, url }: { name: string; url: string }): Message {
  return compose({
    subject: 'Set your password',
    name,
    before: ['An Aapurti account was made for you. To sign in with this e-mail address, first choose a password.'],
    button: { label: 'Choose a password', url },
    after: [
      `The link can be used once, within ${duration(LINK_MINUTES.invitation)}. After that, "Forgot password" on the sign-in page sends you another.`,
    ],
  });
}

/** To a vendor who has just registered. */
export function registrationReceivedMail({ name, company }: { name: string; company: string }): Message {
  return compose({
    subject: 'We have received your registration',
    name,
    before: [
      `Thank you for registering ${harmless(company, 'your company')} with Aapurti.`,
      'We are checking the details and documents. You will get a mail when your account is active.',
    ],
    after: ['If you did not register, please ignore this mail.'],
  });
}

/** To a vendor whose account an administrator has switched to active. */
export function activatedMail({ name, url }: { name: string; url: string }): Message {
  return compose({
    subject: 'Your account is active',
    name,
    before: ['Your Aapurti account is active now. You can sign in and add your products.'],
    button: { label: 'Sign in', url },
    after: [],
  });
}

/** To the owner of an account whose password was changed or reset. Holds no link: it is what a thief would imitate. */
export function passwordChangedMail({ name }: { name: string }): Message {
  return compose({
    subject: 'Your password was changed',
    name,
    before: ['The password of your Aapurti account was changed, and all other devices were signed out.'],
    after: ['If this was not you, use "Forgot password" on the sign-in page at once, and tell your contact at the buyer.'],
  });
}

/** To the owner of an account for which codes of an authenticator app were switched on, or moved to another device. */
export function secondFactorOnMail({ name }: { name: string }): Message {
  return compose({
    subject: 'Your second factor is on',
    name,
    before: ['From now on, signing in to your Aapurti account takes your password and a code of your authenticator app.'],
    after: [
      'Keep the recovery codes where you find them without your phone: each signs you in once.',
      'If this was not you, use "Forgot password" on the sign-in page at once, and tell your contact at the buyer.',
    ],
  });
}

export function secondFactorOffMail({ name }: { name: string }): Message {
  return compose({
    subject: 'Your second factor is off',
    name,
    before: ['From now on, your Aapurti account asks for the password alone when you sign in.'],
    after: ['If this was not you, use "Forgot password" on the sign-in page at once, and tell your contact at the buyer.'],
  });
}

/** To a user whose lost device an administrator has taken off the account. */
export function secondFactorResetMail({ name }: { name: string }): Message {
  return compose({
    subject: 'Your second factor was reset',
    name,
    before: [
      'An administrator has taken the second factor off your Aapurti account and signed you out on all devices.',
      'Sign in with your password, and set it up again on your profile, under Security.',
    ],
    after: ['If you did not ask for this, tell your contact at the buyer at once.'],
  });
}

/** To the owner of an account that was signed in to with a recovery code. */
export function recoveryCodeUsedMail({ name, left }: { name: string; left: number }): Message {
  const codes = left === 0 ? 'no code is left' : left === 1 ? 'one code is left' : `${left} codes are left`;
  return compose({
    subject: 'A recovery code was used',
    name,
    before: [`Somebody signed in to your Aapurti account with one of your recovery codes; ${codes}.`],
    after: [
      'New ones, and your devices that are signed in, are on your profile, under Security.',
      'If this was not you, use "Forgot password" on the sign-in page at once, and tell your contact at the buyer.',
    ],
  });
}

/** To the address that an account had until it was given another one. Holds neither link nor the new address, which anybody may have chosen. */
export function emailChangedMail({ name }: { name: string }): Message {
  return compose({
    subject: 'Your e-mail address was changed',
    name,
    before: ['Your Aapurti account was given another e-mail address. This one can no longer be used to sign in.'],
    after: ['If this was not you, tell your contact at the buyer at once.'],
  });
}

/** To the address that a user has asked for. */
function emailLinkMail({ name, url }: { name: string; url: string }): Message {
  return compose({
    subject: 'Confirm your e-mail address',
    name,
    before: ['This address was entered as the new e-mail of an Aapurti account. Confirm it, and sign in with it from then on.'],
    button: { label: 'Confirm this address', url },
    after: [
      `The link can be used once, within ${duration(LINK_MINUTES.emailLink)}.`,
      'If you did not ask for it, do nothing: the account keeps the address that it has.',
    ],
  });
}

/** To the address that the account has, which may be the only one that its owner reads. */
function emailAskedMail({ name }: { name: string }): Message {
  return compose({
    subject: 'A new e-mail address was entered',
    name,
    before: [
      'Another e-mail address was entered for your Aapurti account. It takes the place of this one as soon as the link mailed to it is opened.',
    ],
    after: ['If this was not you, change your password at once: that makes the link useless. Then tell your contact at the buyer.'],
  });
}

const IDENTITY_WORDS = {
  asked: [
    'Your bank or tax details are to change',
    'These details of your account were changed on your profile. They wait for an administrator’s approval, and the old ones hold until then:',
  ],
  approved: ['Your new bank or tax details are approved', 'An administrator has approved your new details. They hold from now on:'],
  refused: ['Your new bank or tax details are refused', 'An administrator has refused your new details. The old ones stay as they are:'],
  changed: ['Your bank or tax details were changed', 'An administrator has changed these details of your account:'],
} as const;

/** To a vendor, at its old and new e-mail, of what happens to GST number, PAN and bank details. Names fields, never values. */
function identityMail({ name, outcome, fields, reason }: AccountContents['identity']): Message {
  const [subject, what] = IDENTITY_WORDS[outcome];
  return compose({
    subject,
    name,
    before: [`${what} ${fields.join(', ')}.`, ...(reason === undefined ? [] : [`Reason: ${harmless(reason, '–')}`])],
    after: ['If you know nothing of this, tell your contact at the buyer at once, by telephone.'],
  });
}

function duration(minutes: number): string {
  if (minutes % 60 !== 0) return `${minutes} minutes`;
  return minutes > 24 * 60 ? `${minutes / (24 * 60)} days` : `${minutes / 60} hours`;
}

/** What the mails on an account and its password are made of. They can not be switched off, and each goes by itself. */
export interface AccountContents {
  reset: { name: string; url: string };
  invitation: { name: string; url: string };
  registration: { name: string; company: string };
  activation: { name: string; url: string };
  password: { name: string };
  email: { name: string };
  emailLink: { name: string; url: string };
  emailAsked: { name: string };
  identity: { name: string; outcome: keyof typeof IDENTITY_WORDS; fields: string[]; reason?: string };
  secondFactorOn: { name: string };
  secondFactorOff: { name: string };
  secondFactorReset: { name: string };
  recoveryCode: { name: string; left: number };
}

const ACCOUNT_MAILS: { [K in keyof AccountContents]: (content: AccountContents[K]) => Message } = {
  reset: resetMail,
  invitation: setPasswordMail,
  registration: registrationReceivedMail,
  activation: activatedMail,
  password: passwordChangedMail,
  email: emailChangedMail,
  emailLink: emailLinkMail,
  emailAsked: emailAskedMail,
  identity: identityMail,
  secondFactorOn: secondFactorOnMail,
  secondFactorOff: secondFactorOffMail,
  secondFactorReset: secondFactorResetMail,
  recoveryCode: recoveryCodeUsedMail,
};

export function accountMail<K extends keyof AccountContents>(kind: K, content: AccountContents[K]): Message {
  return ACCOUNT_MAILS[kind](content);
}

export function isAccountMail(kind: string): kind is keyof AccountContents {
  return kind in ACCOUNT_MAILS;
}
