import type { Change } from '@aapurti/contract/audit';

/** What happened to the user, in words. */
const ACTIONS: Readonly<Record<string, string>> = {
  'user.register': 'Registered',
  'user.create': 'Added the user',
  'user.edit': 'Changed the profile',
  'user.password': 'Changed the password',
  'user.reset': 'Set a new password by a mailed link',
  'user.sync': "Matched with the buyer's system",
  'secondFactor.on': 'Switched the second factor on',
  'secondFactor.move': 'Moved the second factor to another device',
  'secondFactor.codes': 'Made new recovery codes',
  'secondFactor.off': 'Switched the second factor off',
  'secondFactor.reset': 'Reset the second factor',
  'session.endAll': 'Signed out everywhere',
};

export function actionWords(action: string): string {
  return ACTIONS[action] ?? action;
}

/** Who did it: a person by name, a visitor, or the portal's own set-up. */
export function actorWords({ actor, action }: Pick<Change, 'actor' | 'action'>): string {
  if (actor !== '') return actor;
  return action === 'user.register' || action === 'user.reset' ? 'Visitor' : 'Set-up';
}

const LABELS: Readonly<Record<string, string>> = {
  vendor_name: 'Company name',
  firstName: 'First name',
  middleName: 'Middle name',
  lastName: 'Last name',
  vendorType: 'Vendor type',
  vendor_Code: 'Vendor code',
  vendor_Address_code: 'Address code',
  address_Line1: 'Address line 1',
  address_Line2: 'Address line 2',
  postal_Code: 'Postal code',
  country_id: 'Country',
  state: 'State',
  city: 'City',
  email: 'E-mail',
  mobileNumber: 'Mobile number',
  isAdmin: 'Role',
  isActive: 'Status',
  avatar: 'Picture',
  pan: 'PAN number',
  gstin: 'GST number',
  panDocument: 'PAN document',
  gstDocument: 'GST certificate',
  cancelledCheque: 'Cancelled cheque',
  certiOfIncorporation: 'Certificate of incorporation',
  bankName: 'Bank name',
  accountNumber: 'Account number',
  IFSCCode: 'IFSC code',
  paymentTerms: 'Payment terms',
  shippingTerms: 'Shipping terms',
  system_Vendor_id: "Id in the buyer's system",
  sessions: 'Sessions ended',
};

const FILES = new Set(['avatar', 'panDocument', 'gstDocument', 'cancelledCheque', 'certiOfIncorporation']);

/** Where money goes and who is taxed: a change here is looked at twice. */
const WEIGHTY = new Set([
  'bankName',
  'accountNumber',
  'IFSCCode',
  'pan',
  'gstin',
  'panDocument',
  'gstDocument',
  'cancelledCheque',
  'certiOfIncorporation',
]);

export interface FieldChange {
  label: string;
  before: string;
  after: string;
  /** Bank, PAN, GST or a document. */
  weighty: boolean;
}

/** One line for each field that changed, the weighty ones first. Files are named by what happened to them, as their ids say nothing. */
export function fieldChanges({ before, after }: Pick<Change, 'before' | 'after'>): FieldChange[] {
  return Object.keys(after ?? {})
    .filter((field) => !isEmpty(before?.[field]) || !isEmpty(after?.[field]))
    .map((field) => ({
      label: LABELS[field] ?? field,
      before: valueWords(field, before?.[field]),
      after: FILES.has(field) && !isEmpty(before?.[field]) && !isEmpty(after?.[field]) ? 'another file' : valueWords(field, after?.[field]),
      weighty: WEIGHTY.has(field),
    }))
    .sort((a, b) => Number(b.weighty) - Number(a.weighty));
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function valueWords(field: string, value: unknown): string {
  if (isEmpty(value)) return '–';
  if (FILES.has(field)) return 'a file';
  if (field === 'isActive') return value === true ? 'Active' : 'Inactive';
  if (field === 'isAdmin') return value === true ? 'Admin' : 'User';
  return String(value);
}
