import * as z from 'zod';

import { type DocumentSlot, DOCUMENTS, type USER_FIELDS, VENDOR_KINDS, VENDOR_TYPES } from './accounts.ts';
import { bankRemark } from './banks.ts';
import { FSSAI, licenceMessages, licenceProblems } from './licences.ts';
import { email, isBlank, optionalCode, optionalDate, optionalPattern, optionalText, patternText, requiredText } from '../ground/fields.ts';
import {
  gstinKindOf,
  gstinProblem,
  gstinRemark,
  ifscProblem,
  MOBILE,
  mobileRemark,
  normaliseGstin,
  panProblem,
  panRemark,
  PIN,
  pinRemark,
} from '../ground/india.ts';
import { registrationMessages } from '../ground/registrationRules.ts';

// This file is separate from accounts.ts, so that the sign-in page, the first screen of all, loads no rules of tax numbers and states.

const mobileNumber = patternText(MOBILE.pattern, MOBILE);
/** The fields that a user enters to accept an invitation. */
export const personForm = z.object({
  firstName: requiredText('First name is required.', 100),
  lastName: requiredText('Last name is required.', 100),
  mobileNumber,
});
const postalCode = patternText(PIN.pattern, PIN);
/** ISO 3166-1 and 3166-2; a country without subdivisions is its own state. The server knows which codes exist. */
const country = patternText(/^[A-Z]{2}$/, { invalid: 'Country ID is required.' });
const state = patternText(/^[A-Z]{2}(-[A-Z\d]{1,3})?$/, { invalid: 'State is required.' });

/** Digits are kept as text, because an account number may start with zeros. */
const accountNumber = optionalPattern(/^\d{1,34}$/, 'Invalid Account Number, Please enter valid Account Number.');

/** A tax or bank code as stored: capital letters without blanks and hyphens, null if nothing is left. */
const codeText = optionalCode(30).transform((value) => normaliseGstin(value ?? '') || null);

const kindMessages = {
  unknown: 'Choose whether the company is registered for GST.',
  proof: 'Upload the PAN card or a signed declaration.',
  panIsGstin: 'This is a GST number. A company that has one is registered for GST: change the registration and enter it there.',
} as const;

/** The documents that permission User requires. An unregistered vendor proves its identity with its PAN card or a signed declaration. */
export function neededDocuments(isVendor: boolean, isUnregistered: boolean): readonly DocumentSlot[] {
  if (!isVendor) return [];
  return isUnregistered ? ['cancelledchequepic'] : DOCUMENTS.map(({ slot }) => slot);
}

export const isUnregistered = (input: Record<string, unknown>): boolean => plainText(input['kind']) === 'unregistered';

/** Section 5.1. An administrator's own account needs no vendor type and no tax numbers, and an unregistered vendor has no GST number. */
function userFields(isVendor: boolean, { unregistered, declared }: { unregistered: boolean; declared: boolean }) {
  const required = (text: string, isRequired = isVendor) => (isRequired ? codeText.pipe(z.string(text)) : codeText);
  return z.object({
    vendor_name: requiredText('Vendor name is required.'),
    firstName: requiredText('First name is required.', 100),
    middleName: optionalText(100),
    lastName: requiredText('Last name is required.', 100),
    vendorType: isVendor
      ? z.enum(VENDOR_TYPES, 'Vendor type is required.')
      : z.preprocess((value) => (isBlank(value) ? null : value), z.enum(VENDOR_TYPES, 'Vendor type is required.').nullable()),
    kind: z.preprocess((value) => (isBlank(value) ? 'regular' : value), z.enum(VENDOR_KINDS, kindMessages.unknown)),
    vendor_Address_code: optionalCode(50),
    address_Line1: requiredText('Address line 1 is required.'),
    address_Line2: requiredText('Address line 2 is required.'),
    postal_Code: postalCode,
    country_id: country,
    state,
    city: requiredText('City is required.', 100),
    email,
    mobileNumber,
    // A person without a PAN declares that.
    pan: required('Pan number is required.', isVendor && !declared),
    gstin: unregistered ? codeText.pipe(z.null(registrationMessages.noNumber)) : required('GST number is required.'),
    bankName: optionalText(100),
    accountNumber,
    IFSCCode: codeText,
    paymentTerms: optionalText(500),
    shippingTerms: optionalText(500),
    fssaiNumber: optionalPattern(FSSAI, licenceMessages.number),
    fssaiValidUntil: optionalDate,
  } satisfies Record<(typeof USER_FIELDS)[number], z.ZodType>);
}

export type UserFields = z.infer<ReturnType<typeof userFields>>;

export interface UserCheck {
  /** Permission User, for which tax numbers and documents are required. */
  isVendor: boolean;
  /** True for registrations and a vendor's own edits, which reject wrong formats; an administrator may have to record an invalid value. */
  strict: boolean;
  /** True if a document has been chosen or is stored already. */
  hasDocument: (slot: DocumentSlot) => boolean;
}

/** The rules of the user form, the same in the browser and on the server. Errors are keyed by the code's field names. */
export function checkUser(
  input: Record<string, unknown>,
  check: UserCheck,
): { fields: UserFields; errors: null } | { fields: null; errors: Record<string, string> } {
  const errors: Record<string, string> = {};
  const unregistered = isUnregistered(input);
  const declared = unregistered && check.hasDocument('gstpicture');
  const parsed = userFields(check.isVendor, { unregistered, declared }).safeParse(input);
  for (const issue of parsed.error?.issues ?? []) errors[String(issue.path[0])] ??= issue.message;
  const needed = neededDocuments(check.isVendor, unregistered);
  for (const { slot, required } of DOCUMENTS) if (needed.includes(slot) && !check.hasDocument(slot)) errors[slot] = required;
  if (check.isVendor && unregistered && !declared && !check.hasDocument('panpicture')) errors['panpicture'] = kindMessages.proof;
  if (unregistered && gstinKindOf(normaliseGstin(plainText(input['pan']))) !== undefined) errors['pan'] = kindMessages.panIsGstin;
  for (const [field, text] of Object.entries(licenceProblems(input))) errors[field] ??= text;
  if (check.strict) {
    for (const [field, text] of Object.entries(formatProblems(input))) errors[field] ??= text;
  }
  return parsed.success && Object.keys(errors).length === 0 ? { fields: parsed.data, errors: null } : { fields: null, errors };
}

/** Invalid values of PAN, GSTIN and IFSC: errors if the check is strict, otherwise warnings. */
export function formatProblems(input: Record<string, unknown>): Record<string, string> {
  const text = (field: string) => normaliseGstin(plainText(input[field]));
  return compact({
    pan: text('pan') === '' ? null : panProblem(text('pan')),
    gstin: text('gstin') === '' ? null : gstinProblem(text('gstin'), text('pan') === '' ? null : text('pan')),
    IFSCCode: text('IFSCCode') === '' ? null : ifscProblem(text('IFSCCode')),
  });
}

/** The warnings about allowed but unusual values, which block nothing. */
export function userRemarks(input: Record<string, unknown>): Record<string, string> {
  const text = (field: string) => plainText(input[field]);
  return {
    ...compact({
      pan: text('pan') === '' ? null : panRemark(text('pan'), text('vendorType')),
      gstin: text('gstin') === '' ? null : gstinRemark(text('gstin'), text('state')),
      postal_Code: text('country_id') === 'IN' ? pinRemark(text('postal_Code'), text('state')) : null,
      mobileNumber: mobileRemark(text('mobileNumber')),
      IFSCCode: bankRemark(text('bankName'), text('IFSCCode')),
    }),
    ...formatProblems(input),
  };
}

/** The text as which a field is stored: a JSON number is accepted for text, and is checked as that text. */
function plainText(value: unknown): string {
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
}

function compact(given: Record<string, string | null>): Record<string, string> {
  return Object.fromEntries(Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== null));
}
