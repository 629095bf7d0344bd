import * as z from 'zod';

import { anything, named, requiredText } from '../ground/fields.ts';
import { say, sayJoined } from '../ground/template.ts';
import { LANGUAGES } from '../ground/languages.ts';
import { listQuery, operationsOf, proof, textFilter } from '../ground/operation.ts';

export const VENDOR_TYPES = ['Farmer', 'Manufacturer', 'Traders', 'Packhouse', 'Millers', 'Packaging house', 'Processors'] as const;

/** `unregistered` vendors have no GST number; the number reveals every other kind, or its registration states it. */
export const VENDOR_KINDS = ['regular', 'unregistered'] as const;
export type VendorKind = (typeof VENDOR_KINDS)[number];

export const VENDOR_CODE_LIMIT = 100_000;

/**
 * The four documents: the part's name on upload, the link's name in responses, and the message if it is missing. An unregistered vendor's
 * `gstpicture` is its signed declaration.
 */
export const DOCUMENTS = [
  { slot: 'panpicture', link: 'panDocument', required: 'PAN number document is required.' },
  { slot: 'gstpicture', link: 'gstDocument', required: 'GST number document is required.' },
  { slot: 'cancelledchequepic', link: 'cancelledCheque', required: 'Cancelled cheque document is required.' },
  { slot: 'coincorporation', link: 'certiOfIncorporation', required: 'Certificate of incorporation document is required.' },
] as const;
export type DocumentSlot = (typeof DOCUMENTS)[number]['slot'];
export const FILE_SLOTS = ['avatar', ...DOCUMENTS.map((document) => document.slot)] as const;
export type FileSlot = 'avatar' | DocumentSlot;

/** The limit for one user's documents, including replaced ones until they are removed. */
export const DOCUMENT_BYTES_MAX = 500 * 1024 * 1024;

export const messages = {
  badCredentials: 'These credentials do not match our records.',
  duplicateEmail: 'E-mail already exists.',
  duplicateMobile: 'Mobile number already exists.',
  captcha: 'Please verify that you are not a robot.',
  inactive: 'Sorry! Your status is inactive',
  otherDevice: 'You are logged in from another device. Please login again',
  wrong: 'Something went wrong',
  created: 'User created successfully',
  updated: 'User updated successfully',
  /** The success message with the sentences about its consequences. */
  savedWith: (saved: string, more: readonly string[]) =>
    more.length === 0 ? saved : say('{saved}. {more}', { saved, more: sayJoined(more) }),
  activated: 'Vendor activated.',
  loggedOut: 'You have logged out.',
  resetFailed: 'Something went wrong. Can not send reset link. Please try latter ',
  userNotFound: 'User not fount.',
  resetSent: 'Reset link sent successfully',
  passwordMismatch: 'Password does not match.',
  passwordChanged: 'Password changed successfully',
  resetLinkDead: 'This link has expired or was already used. Request a new one.',
  supplierTaken: 'This supplier in the buyer’s system belongs to another vendor.',
  papersFull: 'The limit for documents is reached. Replaced documents are removed after 90 days; contact the buyer for help.',
  ownersOnly: 'You can view the company’s details but not change them. Ask an owner of your company.',
  permissionOfMember: 'This user belongs to several companies or was invited. Change the role under People.',
  byProvider: "This user's e-mail address was set through the vendor's SSO provider. Invite the user to the buyer under People instead.",
  sentBack: 'Registration sent back.',
  termsToAgree: 'Send the payment terms that you agree to.',
  sentBackReason: 'Enter a reason.',
  isActive: 'This vendor is active. Only pending registrations can be sent back.',
  lastAdministrator: 'This is the last active administrator. Add another one first.',
} as const;

/** The fields of the user form, except files and rights; `users.ts` has its rules. */
export const USER_FIELDS = [
  'vendor_name',
  'firstName',
  'middleName',
  'lastName',
  'vendorType',
  'kind',
  'vendor_Address_code',
  'address_Line1',
  'address_Line2',
  'postal_Code',
  'country_id',
  'state',
  'city',
  'email',
  'mobileNumber',
  'pan',
  'gstin',
  'bankName',
  'accountNumber',
  'IFSCCode',
  'paymentTerms',
  'shippingTerms',
  'fssaiNumber',
  'fssaiValidUntil',
] as const;

const absent = z.string().nullable();

/** The fields of tax identity and bank details. An administrator approves each change of a confirmed vendor's. */
export const IDENTITY_FIELDS = [
  'kind',
  'gstin',
  'pan',
  'bankName',
  'accountNumber',
  'IFSCCode',
] as const satisfies readonly (typeof USER_FIELDS)[number][];
export type IdentityField = (typeof IDENTITY_FIELDS)[number];

/** The identity fields that a request changes. */
export const identityValues = z
  .object({ kind: z.enum(VENDOR_KINDS), gstin: absent, pan: absent, bankName: absent, accountNumber: absent, IFSCCode: absent })
  .partial()
  .meta({ id: 'IdentityValues' });
export type IdentityValues = z.infer<typeof identityValues>;

/** The name of another vendor, for administrators. */
export const vendorName = named('VendorName', { _id: z.string(), vendor_name: z.string(), vendor_Code: z.number() });

export const user = named('User', {
  _id: z.string(),
  firstName: z.string(),
  middleName: absent,
  lastName: z.string(),
  email: z.string(),
  mobileNumber: z.string(),
  isAdmin: z.boolean(),
  isActive: z.boolean(),
  userImg: absent,
  vendor_name: z.string(),
  vendorType: absent,
  kind: z.enum(VENDOR_KINDS),
  vendor_Code: z.number(),
  vendor_Address_code: absent,
  address_Line1: z.string(),
  address_Line2: z.string(),
  postal_Code: z.string(),
  country_id: z.string(),
  countryName: absent,
  state: z.string(),
  stateName: absent,
  city: z.string(),
  pan: absent,
  gstin: absent,
  panDocument: absent,
  gstDocument: absent,
  cancelledCheque: absent,
  certiOfIncorporation: absent,
  bankName: absent,
  accountNumber: absent,
  IFSCCode: absent,
  paymentTerms: absent,
  /** The payment terms that the buyer agreed to, which apply to new orders. The vendor's own entry counts once the buyer agrees to it. */
  agreedTerms: absent,
  shippingTerms: absent,
  /** The FSSAI licence of a food vendor, and its last day of validity. */
  fssaiNumber: absent,
  fssaiValidUntil: absent,
  system_Vendor_id: absent,
  /** True if an administrator has confirmed GST number, PAN and bank details: changes are requests from then on. */
  identityConfirmed: z.boolean(),
  pendingIdentity: z
    .object({ id: z.string(), changes: identityValues, requestedAt: z.string(), appliesAt: z.string().nullable() })
    .nullable(),
  /** Present if an administrator has sent the registration back, until the vendor saves the profile again or is activated. */
  sentBack: z.object({ reason: z.string(), at: z.string() }).optional(),
  pendingEmail: absent,
  /**
   * Only in a single record for an administrator: other vendors with the same GST number, or with an unregistered vendor's PAN in theirs.
   */
  gstinAlsoOf: z.array(vendorName).optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Only in the caller's own record: the token of the call if it is the user's current session, otherwise null. */
  accessToken: absent.optional(),
  /** Only in the caller's own record: the company that this session acts for. `several`: there are others to choose from. */
  membership: z
    .object({
      company: z.string(),
      vendorId: z.string().nullable(),
      roles: z.array(z.string()),
      siteIds: z.array(z.string()),
      /** The roles that the sites limit. */
      boundRoles: z.array(z.string()),
      several: z.boolean(),
      /** The language that the user has chosen for screens, documents and e-mails; null if none yet. */
      language: z.enum(LANGUAGES).nullable(),
    })
    .optional(),
  /** The bytes of one vendor's documents, replaced ones included, for administrators. */
  paperBytes: z.number().optional(),
});
export type User = z.infer<typeof user>;

/** Absent, null and '' mean no password; a password may consist of blanks. */
const newPassword = anything
  .transform((value, context): string | undefined => {
    if (value === undefined || value === null || value === '') return undefined;
    if (typeof value === 'string') return value;
    context.addIssue({ code: 'custom', message: 'Must be text.' });
    return z.NEVER;
  })
  .meta({ type: ['string', 'null'] });

/**
 * The multipart body of create and edit. All fields are optional here, because the caller determines which are required (`checkUser` of
 * users.ts decides) and which count: switches that the caller may not set are ignored, whatever they contain.
 */
const userBody = z.looseObject({
  ...Object.fromEntries(USER_FIELDS.map((name) => [name, anything.meta({ type: ['string', 'null'] })])),
  password: newPassword,
  vendor_Code: anything.meta({ type: ['integer', 'string'] }),
  system_Vendor_id: anything.meta({ type: ['string', 'null'] }),
  isAdmin: anything.meta({ type: 'boolean' }),
  isActive: anything.meta({ type: 'boolean' }),
  agreesTerms: anything.meta({ type: 'boolean' }),
  updatedAt: anything.meta({ type: 'string' }),
  captcha: anything.meta({ type: 'string' }),
});

const option = named('Option', { key: z.string(), value: z.string(), gstCode: z.string().optional() });
export type Option = z.infer<typeof option>;

const duplicate = named('Duplicate', { status: z.literal(201), message: z.string() });

/** 202: the password is right, and a code is required, or the choice of a company if there are `companies`. */
export const signInReplies = {
  200: z.object({ token: z.string(), detail: user }),
  202: z.object({
    message: z.string(),
    challenge: z.string(),
    companies: z.array(z.object({ _id: z.string(), company: z.string(), role: z.string() })).optional(),
  }),
};

export const accounts = operationsOf('auth', {
  login: {
    summary: 'Sign in',
    route: 'POST /api/auth/login',
    access: 'anyone',
    body: z.object({ email: z.string().max(320), password: z.string().max(1000) }),
    replies: signInReplies,
  },
  logout: {
    summary: 'Sign out: the token becomes invalid',
    route: 'POST /api/auth/logout',
    access: 'signed-in',
    beforeSetUp: true,
  },
  create: {
    summary: 'Register as a vendor (no token, with captcha) or create a user (administrator)',
    route: 'POST /api/auth/create',
    access: 'optional',
    body: userBody.extend(proof),
    files: FILE_SLOTS,
    idempotent: true,
    replies: {
      200: z.object({ status: z.literal(200), message: z.string(), data: z.object({ _id: z.string(), vendor_Code: z.number() }) }),
      201: duplicate,
    },
  },
  createUser: {
    summary: "Create or match a vendor in the buyer's ERP",
    route: 'POST /api/auth/createUser',
    access: 'administrators',
    body: userBody,
    replies: { 200: z.object({ message: z.string(), data: z.string() }) },
  },
  counts: {
    id: 'auth.getCountDetail',
    summary: 'List the dashboard counts in fixed order',
    route: 'GET /api/auth/getCountDetail',
    access: 'members',
    replies: { 200: z.object({ countList: z.array(z.record(z.string(), z.number())) }) },
  },
  names: {
    id: 'auth.getAllUser',
    summary: 'List the names of all users for the user selector; a vendor gets only its own',
    route: 'GET /api/auth/getAllUser',
    access: 'signed-in',
    replies: {
      200: z.object({
        userList: z.array(z.object({ _id: z.string(), firstName: z.string(), lastName: z.string(), vendor_name: z.string() })),
      }),
    },
  },
  list: {
    id: 'auth.user.list',
    summary: 'List users; a vendor gets only its own record',
    route: 'GET /api/auth/user',
    access: 'signed-in',
    query: listQuery(
      {
        status: z.enum(['active', 'inactive'], 'Must be active or inactive.').optional(),
        synced: z.enum(['true', 'false'], 'Must be true or false.').optional(),
        search: textFilter,
      },
      ['firstName', 'lastName', 'email', 'vendor_Code', 'createdAt'],
    ),
    replies: { 200: z.array(user), 201: z.array(user) },
  },
  get: {
    id: 'auth.user.get',
    summary: 'Get one user, as an array of one',
    route: 'GET /api/auth/user/{id}',
    access: 'signed-in',
    beforeSetUp: true,
    replies: { 200: z.array(user) },
  },
  sendBack: {
    summary: 'Send the registration of an inactive vendor back with a reason, which is e-mailed; 409 if the vendor is active',
    route: 'POST /api/auth/sendBack/{id}',
    access: 'administrators',
    body: z.object({ reason: requiredText(messages.sentBackReason, 500) }),
  },
  edit: {
    summary: 'Change a user; without a token and with only passWord, set a new password with the secret of a reset link',
    route: 'PUT /api/auth/edit/{id}',
    access: 'optional',
    whileSentBack: true,
    body: userBody.extend(proof),
    files: FILE_SLOTS,
    replies: { 200: z.object({ message: z.string(), data: user.nullable() }), 201: duplicate },
  },
  countries: {
    id: 'auth.getCountry',
    summary: 'List countries (ISO 3166-1), India first',
    route: 'GET /api/auth/getCountry',
    access: 'anyone',
    replies: { 200: z.array(option) },
  },
  states: {
    id: 'auth.getState',
    summary: 'List the states of a country (ISO 3166-2); Indian states have their GST code',
    route: 'GET /api/auth/getState/{countryId}',
    access: 'anyone',
    params: z.object({ countryId: z.string() }),
    replies: { 200: z.array(option) },
  },
  sync: {
    id: 'auth.syncCall',
    summary: "Create or match every unlinked vendor in the buyer's ERP",
    route: 'GET /api/auth/syncCall',
    access: 'administrators',
    replies: { 200: z.object({ message: z.string(), synced: z.number(), failed: z.number() }) },
  },
  forgetPassword: {
    summary: 'E-mail a link that sets a new password',
    route: 'POST /api/auth/forgetPassword',
    access: 'anyone',
    body: z.object({ email: z.string().max(320) }),
  },
  captcha: {
    id: 'captcha.challenge',
    summary: 'Get an ALTCHA challenge for the registration',
    route: 'GET /api/captcha',
    access: 'anyone',
    replies: { 200: z.record(z.string(), z.unknown()) },
  },
});
