import * as z from 'zod';

import { signInReplies } from '../vendors/accounts.ts';
import { anything, flag, isBlank, named, optionalText, requiredText } from '../ground/fields.ts';
import { changesOf, operationsOf, ownerChoice, proof } from '../ground/operation.ts';
import { BUYER_ROLES, type Role, VENDOR_ROLES } from '../access/roles.ts';
import { say, sayOnce } from '../ground/template.ts';

/** The minutes from the button to the return from the provider. */
export const ATTEMPT_MINUTES = 10;
/** The minutes from the return to the acceptance of an invitation. */
export const PROOF_MINUTES = 30;
/** The minutes for which a proof at the provider replaces the password. */
export const CONFIRM_MINUTES = 10;
/** The page of the portal to which providers redirect. */
export const RETURN_PATH = '/sign-in/return';

export const messages = {
  saved: 'SSO provider saved.',
  removed: 'SSO provider removed. Its users are signed out.',
  answers: 'The provider responds.',
  linked: 'You can now sign in with this provider.',
  unlinked: 'Account unlinked. You can no longer sign in with this provider account.',
  name: 'Enter the button label.',
  issuer: 'Enter the address of the issuer, for example https://login.example.com.',
  issuerTenant: 'Enter the issuer of your own tenant, with the tenant ID in the address.',
  clientId: 'Enter the client ID that the provider issued for the portal.',
  domain: (domain: string) => say('"{domain}" is not a domain. Enter domains like example.com, separated by commas.', { domain }),
  domainTaken: (domain: string) => say('{domain} belongs to another provider.', { domain }),
  otherIssuer: "The address describes a different issuer. Enter that issuer's address.",
  noAnswer: 'No single sign-on provider responds at this address.',
  taken: 'This client of the issuer is already set up.',
  role: 'Choose a role of this company.',
  domainsFirst: 'Enter the domains whose users are invited.',
  emergency: 'Keep one active administrator with a password and no link to this provider, for emergencies.',
  lastEmergency: 'This is the last administrator who can sign in without the provider. At least one is needed for emergencies.',
  unknownCompany: 'No provider is set up for the domain of this e-mail. Use your password.',
  over: 'This sign-in was already used or took too long. Please start again.',
  cancelled: 'The sign-in was cancelled at the provider.',
  unreachable: 'The SSO provider is not responding. Try again in a minute, or use your password.',
  signature: "The SSO provider's response was not signed correctly. You are not signed in.",
  audience: "The SSO provider's response was meant for another application. You are not signed in.",
  tenant: "You signed in with another company's account. Choose the account of your own company.",
  nonce: "The SSO provider's response belongs to another sign-in. Please start again.",
  expired: "The SSO provider's response has expired or is dated in the future. Please start again.",
  invalid: "The SSO provider's response was not valid. Please start again.",
  notLinked:
    'This provider account is not linked to an Aapurti account. Sign in with your password and link it under Security, or open the invitation in your e-mail.',
  otherAccount: 'This provider account is already linked to another account.',
  domainRefused: 'This provider account has an e-mail address outside your company’s domains.',
  notMember: 'You do not belong to the company that this provider is for.',
  linkFirst: 'Your company signs in with its own provider. Use it to continue.',
  byProviderOnly: 'This company signs in with its own provider. Use it to accept the invitation.',
  otherCompany: 'You are signed in with the provider of one company. Sign in with your password to act for another.',
  required: 'Your company requires this sign-in. It cannot be unlinked.',
  confirmed: sayOnce('Identity confirmed. You will not be asked for your password for {CONFIRM_MINUTES} minutes.', { CONFIRM_MINUTES }),
  confirmFirst: 'Your account has no password. Confirm your identity with your SSO provider first.',
  byPassword: 'You did not sign in with a provider. Enter your password.',
  notYou: 'You signed in at the provider with a different account. Choose your own.',
  notAsked: 'The SSO provider did not confirm that you signed in again. Please start again, or set a password with "Forgot password".',
} as const;

/** Parses a text such as `example.com, example.in`: the domains in lower case, and the first invalid one. */
export function domainsOf(text: string): { domains: string[]; problem: string | null } {
  const domains = text
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter((domain) => domain !== '');
  const wrong = domains.find((domain) => !/^([\p{L}\d]([\p{L}\d-]{0,61}[\p{L}\d])?\.)+[\p{L}\d-]{2,63}$/u.test(domain));
  return { domains: [...new Set(domains)], problem: wrong === undefined ? null : messages.domain(wrong) };
}

/** A URL with TLS, which may have a path. It may be http only for this machine, which the server rejects in production. */
function issuerProblem(text: string): string | null {
  if (!URL.canParse(text)) return messages.issuer;
  const { protocol, hostname, search, hash, username, password, pathname } = new URL(text);
  const isLocal = protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(hostname);
  if ((protocol !== 'https:' && !isLocal) || search + hash + username + password !== '') return messages.issuer;
  // An issuer shared by all tenants would let anyone with an account sign in.
  const isShared = isEntra(text) && /^\/(common|organizations|consumers)(\/|$)/i.test(pathname);
  return isShared ? messages.issuerTenant : null;
}

/** Microsoft Entra ID, whose `sub` differs by application: tenant and object ID identify the user there. */
export function isEntra(issuer: string): boolean {
  return ['login.microsoftonline.com', 'login.microsoftonline.us', 'login.partner.microsoftonline.cn', 'sts.windows.net'].includes(
    new URL(issuer).hostname,
  );
}

const ANY_ROLE = [...VENDOR_ROLES, ...BUYER_ROLES] as const satisfies readonly Role[];

/** The rules of the single fields; the server has those for the whole form. */
const providerForm = z.object({
  name: requiredText(messages.name, 60),
  issuer: requiredText(messages.issuer, 300, issuerProblem),
  clientId: requiredText(messages.clientId, 300),
  clientSecret: optionalText(1000),
  domains: optionalText(1000, (text) => domainsOf(text).problem),
  /** True if members with a password session can only link their account. */
  required: flag,
  /** New users of the domains who come from the provider are invited in this role. Blank means that no one is invited. */
  defaultRole: anything.transform((value) => (isBlank(value) ? null : value)).pipe(z.enum(ANY_ROLE, messages.role).nullable()),
  /** Requires no code from users whom the provider has asked for a second factor (`amr` contains `mfa`). */
  trustMfa: flag,
});
/** A new provider. Without a userID it is for buyer users, otherwise for those of the vendor. */
export const newProvider = providerForm.extend({ userID: ownerChoice });
export const checkedProvider = providerForm;

const provider = named('SignInProvider', {
  _id: z.string(),
  name: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  hasSecret: z.boolean(),
  domains: z.string().nullable(),
  required: z.boolean(),
  defaultRole: z.enum(ANY_ROLE).nullable(),
  trustMfa: z.boolean(),
  userID: z.string().nullable(),
  company: z.string().nullable(),
  /** The number of members of the company with and without a link. */
  linked: z.number(),
  unlinked: z.number(),
  updatedAt: z.string(),
});
export type Provider = z.infer<typeof provider>;

const choice = z.object({ _id: z.string(), name: z.string() });
export type ProviderChoice = z.infer<typeof choice>;

const link = z.object({
  _id: z.string(),
  name: z.string(),
  linkedAt: z.string().nullable(),
  required: z.boolean(),
});
export type ProviderLink = z.infer<typeof link>;

/** The URL that the browser opens, and the values that it stores until the return. */
const started = { 200: z.object({ url: z.string(), state: z.string(), secret: z.string() }) };

/** The parameters that the provider added to the return URL, with the values stored at the start. */
const returned = z.object({
  state: z.string().max(200),
  secret: z.string().max(200),
  code: z.string().max(5000).optional(),
  iss: z.string().max(300).optional(),
  error: z.string().max(200).optional(),
});

const saved = { 200: z.object({ message: z.string(), data: z.array(provider) }) };

/** Identity providers (OpenID Connect) of the buyer and of vendors, set up by administrators. */
export const providers = operationsOf('provider', 'administrators', {
  list: {
    summary: 'List the single sign-on providers of the buyer and of vendors',
    route: 'GET /api/provider/get',
    replies: { 200: z.array(provider) },
  },
  create: {
    summary: 'Add a single sign-on provider of the buyer, or of a vendor with a userID',
    route: 'POST /api/provider/create',
    body: newProvider.extend(proof),
    replies: saved,
  },
  edit: {
    summary: 'Change a single sign-on provider; 409 when stale',
    route: 'PUT /api/provider/edit/{id}',
    body: changesOf(providerForm, proof),
    replies: saved,
  },
  remove: {
    summary: 'Remove a single sign-on provider and end the sessions that it started',
    route: 'DELETE /api/provider/remove/{id}',
    replies: saved,
  },
  check: {
    summary: "Check the issuer's discovery document; 422 if its response is missing or invalid",
    route: 'POST /api/provider/check/{id}',
  },
});

/** Signing in with a provider, and linking the caller's account to it. */
export const providerSignIn = operationsOf('auth', 'members', {
  start: {
    id: 'auth.provider.start',
    summary: 'Start a sign-in with the provider of the given ID or of the e-mail domain',
    route: 'POST /api/auth/provider/start',
    access: 'anyone',
    body: z.object({ provider: z.string().max(30).optional(), email: z.string().max(320).optional() }),
    replies: started,
  },
  finish: {
    id: 'auth.provider.finish',
    summary: "Complete a sign-in with the provider's response",
    route: 'POST /api/auth/provider/finish',
    access: 'anyone',
    body: returned,
    replies: signInReplies,
  },
  links: {
    id: 'auth.provider.links',
    summary: "List the single sign-on providers of the caller's company and the caller's links to them",
    route: 'GET /api/auth/provider/links',
    beforeSetUp: true,
    replies: { 200: z.array(link) },
  },
  startLink: {
    id: 'auth.provider.startLink',
    summary: "Start linking the caller's account to a provider, with the password",
    route: 'POST /api/auth/provider/link/{id}',
    beforeSetUp: true,
    body: z.object({ password: z.string().max(1000) }),
    replies: started,
  },
  finishLink: {
    id: 'auth.provider.finishLink',
    summary: "Link the caller's account with the provider's response",
    route: 'POST /api/auth/provider/link',
    beforeSetUp: true,
    body: returned,
  },
  unlink: {
    id: 'auth.provider.unlink',
    summary: "Remove the link between the caller's account and a provider",
    route: 'DELETE /api/auth/provider/link/{id}',
  },
  unlinkUser: {
    id: 'auth.provider.unlinkUser',
    summary: 'Remove all links of a user to providers, for example after a change of account there',
    route: 'POST /api/auth/provider/unlink/{id}',
    access: 'administrators',
  },
  startConfirm: {
    id: 'auth.provider.startConfirm',
    summary: "Start confirming the caller's identity at the provider of the session, instead of with a password",
    route: 'POST /api/auth/provider/confirm/start',
    beforeSetUp: true,
    replies: started,
  },
  finishConfirm: {
    id: 'auth.provider.finishConfirm',
    summary: `Complete the confirmation with the provider's response; an empty password is then accepted for ${CONFIRM_MINUTES} minutes`,
    route: 'POST /api/auth/provider/confirm',
    beforeSetUp: true,
    body: returned,
  },
  startInvitation: {
    id: 'auth.provider.startInvitation',
    summary: 'Start accepting an invitation with a provider of the inviting company',
    route: 'POST /api/auth/provider/invitation',
    access: 'anyone',
    body: z.object({ provider: z.string().max(30), invitation: z.string().max(200) }),
    replies: started,
  },
  finishInvitation: {
    id: 'auth.provider.finishInvitation',
    summary: "Exchange the provider's response for a proof that accepts the invitation instead of a password",
    route: 'POST /api/auth/provider/proof',
    access: 'anyone',
    body: returned,
    replies: { 200: z.object({ proof: z.string(), firstName: z.string(), lastName: z.string() }) },
  },
});
