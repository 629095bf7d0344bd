import {
  type DocumentSlot,
  FILE_SLOTS,
  type FileSlot,
  type User,
  VENDOR_CODE_LIMIT,
  type VendorKind,
} from '@aapurti/contract/vendors/accounts';

import type { Values } from '../../form/useContractForm.ts';

/** The text fields, with their labels in the forms. */
export const USER_LABELS = {
  vendor_name: 'Company name',
  vendorType: 'Vendor type',
  kind: 'GST registration',
  firstName: 'First name',
  middleName: 'Middle name',
  lastName: 'Last name',
  email: 'E-mail',
  mobileNumber: 'Mobile number',
  address_Line1: 'Address line 1',
  address_Line2: 'Address line 2',
  country_id: 'Country',
  state: 'State',
  city: 'City',
  postal_Code: 'Postal code',
  pan: 'PAN number',
  gstin: 'GST number',
  bankName: 'Bank name',
  accountNumber: 'Account number',
  IFSCCode: 'IFSC code',
  paymentTerms: 'Payment terms',
  shippingTerms: 'Shipping terms',
  fssaiNumber: 'FSSAI licence number',
  fssaiValidUntil: 'FSSAI licence valid until',
} as const;
export type UserTextField = keyof typeof USER_LABELS;
const USER_TEXT_FIELDS = Object.keys(USER_LABELS) as UserTextField[];

export const DOCUMENT_LABELS: Record<DocumentSlot, string> = {
  panpicture: 'PAN document',
  gstpicture: 'GST document',
  cancelledchequepic: 'Cancelled cheque',
  coincorporation: 'Certificate of incorporation',
};

/** An unregistered vendor declares that it has no GST number; other vendors show the certificate. */
export const DECLARATION = 'Signed declaration';

export const KIND_WORDS: Readonly<Record<VendorKind, string>> = {
  regular: 'Registered for GST',
  unregistered: 'Unregistered (no GST)',
};

/** The values of `UserFields` for a record, or for a new user. */
export function userValues(user?: User): Values {
  const texts = USER_TEXT_FIELDS.map((name) => [name, user?.[name] ?? '']);
  const files = FILE_SLOTS.map((slot) => [slot, '']);
  const fresh = user === undefined ? { country_id: 'IN', kind: 'regular' } : {};
  return { ...Object.fromEntries(texts), ...fresh, ...Object.fromEntries(files) };
}

/** The same with the values that only the user form has. */
export function userFormValues(user?: User): Values {
  return {
    ...userValues(user),
    permission: user?.isAdmin ? 'Admin' : 'User',
    isActive: user?.isActive ?? false,
    agreesTerms: false,
    password: '',
  };
}

export function userTexts(values: Values): Record<UserTextField, unknown> {
  return Object.fromEntries(USER_TEXT_FIELDS.map((name) => [name, values[name]])) as Record<UserTextField, unknown>;
}

/** The chosen files, for `call`. */
export function userFiles(values: Values): Record<FileSlot, File | null> {
  const entries = FILE_SLOTS.map((slot) => [slot, values[slot] instanceof File ? values[slot] : null]);
  return Object.fromEntries(entries) as Record<FileSlot, File | null>;
}

/** A random whole number below 100000, which the server keeps if it is free. */
export function proposeVendorCode(): number {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return random % VENDOR_CODE_LIMIT;
}
