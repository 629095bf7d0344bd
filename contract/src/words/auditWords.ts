import { asTyped, say, sayNames, sayWords, type Words } from '../ground/template.ts';
import { goodsFacts } from '../dispatch-notes/loggedGoods.ts';
import { answerFacts, isLoggedAnswer } from '../purchase-orders/loggedAnswer.ts';
import { showDate, showMoney, showNumber } from '../ground/fields.ts';
import { CHOICES } from './auditChoices.ts';

const LABELS: Readonly<Record<string, string>> = {
  closingBalance: 'Closing balance',
  onlineKind: 'Online by',
  agreedTerms: 'Agreed payment terms',
  accountLast4: 'Paid to Account',
  cancelReason: 'Reason',
  isCancelled: 'Cancelled',
  fssaiNumber: 'FSSAI licence number',
  fssaiValidUntil: 'FSSAI licence valid until',
  vendor_name: 'Company name',
  matchState: 'Match status',
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
  email: 'E-mail',
  mobileNumber: 'Mobile number',
  isAdmin: 'Role',
  isActive: 'Status',
  avatar: 'Picture',
  pan: 'PAN number',
  gstin: 'GST number',
  paper: 'Document',
  panDocument: 'PAN document',
  gstDocument: 'GST certificate',
  certiOfIncorporation: 'Certificate of incorporation',
  IFSCCode: 'IFSC code',
  system_Vendor_id: "ID in the buyer's system",
  orders: 'E-mails about purchase orders',
  amendments: 'E-mails about amended purchase orders',
  invoices: 'E-mails about approved and sent-back invoices',
  payments: 'E-mails about payments',
  prices: 'E-mails about price decisions',
  changes: 'E-mails about bank and tax details',
  userAgent: 'Browser',
  sessions: 'Signed out of all sessions',
  EANCode: 'EAN code',
  HSNCode: 'HSN code',
  SKUCode: 'SKU code',
  MRP: 'MRP',
  UOM: 'UOM',
  uomConversion: 'UOM conversion',
  netPTR: 'Net PTR',
  dateOfAvailability: 'Date of availability',
  shelfLifeDays: 'Shelf life in days',
  priceApproval: 'Price',
  scheme: 'Scheme',
  schemeName: 'Scheme name',
  schemeNumber: 'Scheme number',
  active: 'Status',
  invoiceNumber: 'Invoice number',
  invoice: 'Invoice number',
  invoiceDate: 'Invoice date',
  invoiceValue: 'Invoice value',
  PONumber: 'PO number',
  PODate: 'PO date',
  number: 'Number',
  orderedOn: 'PO date',
  lines: 'Lines',
  CGST: 'CGST',
  SGST: 'SGST',
  IGST: 'IGST',
  CGSTValue: 'CGST',
  SGSTValue: 'SGST',
  IGSTValue: 'IGST',
  paymentMode: 'Payment mode',
  tenderType: 'Payment mode',
  externalId: "ID in the buyer's system",
  source: "Buyer's system",
  DCNumber: 'DC number',
  challanDate: 'Challan date',
  NumberOfCarton: 'Number of cartons',
  eWayBillNumber: 'E-way bill number',
  grossWeightInKgs: 'Gross weight in kg',
  netWeightInKgs: 'Net weight in kg',
  totalNoOfPackages: 'Number of packages',
  TransporterDetails: 'Transporter',
  buyerRepresentativeId: 'Buyer’s representative',
  buyerPORef: 'Buyer PO reference',
  buyerPORef_Date: 'Buyer PO date',
  vendorInvoiceRef: 'Vendor invoice reference',
  vendorInvoiceRef_Date: 'Vendor invoice date',
  hsnPrefix: 'HSN',
  condition: 'Goods',
  rate: 'Rate in percent',
  cessRate: 'Cess rate in percent',
  vendorGST: 'GST registration of the vendor',
  buyerGST: 'GST registration of the buyer',
  placeOfSupply: 'Place of supply',
  main: 'From the profile',
  stateCode: 'GST state code',
  registrationId: 'Registration',
  registrationGSTIN: 'GST number',
  proved: 'Based on a GST notification',
  fromStart: 'Full sync',
  mailRoles: 'E-mail to',
  noticeRoles: 'Notification to',
  addresses: 'Also send e-mail to',
  memoDate: 'Memo Date',
  unitPrice: 'Unit Price',
  productName: 'Product Name',
  itemQuantity: 'Item Quantity',
  held: 'Held by claims',
  isReversed: 'Reversed',
  reversalOf: 'Reversed payment',
  paymentReceived: 'Payment Received',
  receivedOn: 'Received On',
  receiptNumber: 'Receipt Number',
  poNumber: 'PO number',
  paymentDate: 'Payment Date',
  freeQuantity: 'Free Quantity',
  priceDifference: 'Price Difference',
  brandName: 'Brand Name',
  productCategory: 'Product Category',
  paymentId: 'Payment ID',
  day: 'Date',
  VehicleNumber: 'Vehicle Number',
  photo: 'Photo',
  refusalReason: 'Reason',
  url: 'Web address',
  tradeName: 'Trade Name',
  legalName: 'Legal Name',
  shipToPin: 'PIN code',
  shipToPlace: 'Place',
  shipToState: 'State',
  shipToAddress: 'Ship to',
  scopes: 'Permissions',
  replaces: 'Replaced key',
  expiresAt: 'Valid until',
  buyerName: "Buyer's name",
  validFrom: 'Valid From',
  validTo: 'Valid To',
  identities: 'SSO accounts',
  unlinked: 'Unlinked SSO accounts',
  fromDay: 'From',
  toDay: 'To',
  clientId: 'Client ID',
  trustMfa: "Skip the portal's verification code if the provider has already asked for one",
  documentId: 'Document ID',
  documentKind: 'Document',
  attachments: 'Attached files',
  bankWaitHours: 'Waiting period for bank details',
  own: 'Own tolerances',
  answered: 'Settled',
  daysLate: 'Late delivery (days)',
  priceMore: 'Price increase',
  quantityBasis: 'Quantity Basis',
  hsnCode: 'HSN Code',
  madeOn: 'Manufacturing date',
  mrp: 'MRP',
  quantityLess: 'Short supply',
  quantityMore: 'Over-delivery',
  closedReason: 'Reason for closing',
  priceAmount: 'Price above order price, in rupees',
  partBChanged: 'Part B to update',
  acknowledgedOn: 'Acknowledged On',
  acknowledgementReference: "Vendor's Reference",
  uom: 'UOM',
  created: 'Rows added',
  updated: 'Rows changed',
};

const FILES = new Set(['avatar', 'panDocument', 'gstDocument', 'cancelledCheque', 'certiOfIncorporation']);

/** The fields of bank details and tax identity: a change of these is highlighted, and administrators are notified. */
export const SENSITIVE_FIELDS = [
  'bankName',
  'accountNumber',
  'IFSCCode',
  'pan',
  'gstin',
  'panDocument',
  'gstDocument',
  'cancelledCheque',
  'certiOfIncorporation',
] as const;
const SENSITIVE: ReadonlySet<string> = new Set(SENSITIVE_FIELDS);

const AMOUNTS = new Set(
  'MRP margin netPTR transferPrice invoiceValue CGST SGST IGST CGSTValue SGSTValue IGSTValue amount value unitPrice priceDifference paymentReceived'.split(
    ' ',
  ),
);
const FIGURES = new Set(
  'quantity freeQuantity itemQuantity uomConversion shelfLifeDays grossWeightInKgs netWeightInKgs created updated'.split(' '),
);

/** The fields that every record has, and that mean nothing to users. */
const UNTOLD = new Set([
  '_id',
  'userID',
  'vendorId',
  'createdAt',
  'updatedAt',
  'raw',
  'version',
  'vendorCode',
  'vendorName',
  'gst',
  'dueDate',
  'isOwn',
]);

export interface FieldChange {
  label: string;
  /** The facts of the value, each a text of the portal or as typed. */
  before: readonly Words[];
  after: readonly Words[];
  /** True for bank, PAN, GST and documents. */
  weighty: boolean;
}

interface Recorded {
  before: Readonly<Record<string, unknown>> | null;
  after: Readonly<Record<string, unknown>> | null;
}

/**
 * One entry for each changed field, the weighty ones first, under the code's names. Files are described by the action on them, because
 * their IDs mean nothing to users.
 */
export function fieldChanges({ before, after }: Recorded): FieldChange[] {
  return [...new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})])]
    .filter((field) => !UNTOLD.has(field) && !(isEmpty(before?.[field]) && isEmpty(after?.[field])))
    .map((field) => ({
      label: fieldWords(field),
      before: valueWords(field, before?.[field]),
      after:
        FILES.has(field) && !isEmpty(before?.[field]) && !isEmpty(after?.[field]) ? ['another file'] : valueWords(field, after?.[field]),
      weighty: SENSITIVE.has(field),
    }))
    .sort((a, b) => Number(b.weighty) - Number(a.weighty));
}

/** The log names a document's lines and packages by their numbers. */
const PART = /^(Line|Package) (\d+)$/;

/** The readable form of a field without a name of its own: `deliveryLocation` becomes 'Delivery location'. */
export function fieldWords(field: string): string {
  const [, kind, number] = PART.exec(field) ?? [];
  if (number !== undefined) return kind === 'Line' ? say('Line {line}', { line: number }) : say('Package {number}', { number });
  if (LABELS[field] !== undefined) return LABELS[field];
  const words = field
    .replaceAll(/_/g, ' ')
    .replaceAll(/([a-z\d])([A-Z])/g, (_all, end: string, start: string) => `${end} ${start.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** The fields whose values are texts of the portal, in addition to the choices; every other text is shown as typed. */
const WORDED: ReadonlySet<string> = new Set([
  ...Object.keys(CHOICES),
  ...'vendorType stateName country paymentStatus deliveryStatus decision permission waits fields'.split(' '),
]);

/** The most elements of a list, for example of roles, that are named. */
const NAMED_MOST = 12;
const isText = (value: unknown) => typeof value === 'string';

function valueWords(field: string, value: unknown): readonly Words[] {
  return isLoggedAnswer(value) ? answerFacts(value) : (goodsFacts(value, { fieldWords, choiceOf }) ?? [wordsOf(field, value)]);
}

function wordsOf(field: string, value: unknown): Words {
  if (isEmpty(value)) return '–';
  if (FILES.has(field)) return 'a file';
  if (field === 'isActive' || field === 'active') return value === true ? 'Active' : 'Inactive';
  if (field === 'isAdmin') return value === true ? 'Admin' : 'User';
  if (field === 'priceApproval') return value === true ? 'Approved' : 'Not approved';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value))
    return value.length > 0 && value.length <= NAMED_MOST && value.every(isText) ? listWords(field, value) : `${value.length}`;
  if (typeof value === 'object' && value !== null) return nameOf(value);
  const text = String(value);
  const choice = choiceOf(field, text);
  if (choice !== undefined) return choice;
  if (AMOUNTS.has(field)) return showMoney(text);
  if (FIGURES.has(field)) return showNumber(text);
  if (/^\d{4}-\d\d-\d\d(T|$)/.test(text)) return showDate(text);
  return WORDED.has(field) ? text : asTyped(text);
}

/** A choice has the name that lists use; older entries contain the name itself. */
function choiceOf(field: string, value: string): string | undefined {
  const choices = CHOICES[field];
  return choices !== undefined && Object.hasOwn(choices, value) ? choices[value] : undefined;
}

/** A single name would be looked up as a text of the portal. */
function listWords(field: string, [first = '', ...more]: readonly string[]): Words {
  if (WORDED.has(field)) return sayWords([first, ...more].map((each) => choiceOf(field, each) ?? each));
  return more.length === 0 ? asTyped(first) : sayNames([first, ...more]);
}

/** A record inside a record, for example a product's scheme. */
function nameOf(value: object): Words {
  const { schemeName, name, _id } = value as { schemeName?: unknown; name?: unknown; _id?: unknown };
  const found = [schemeName, name, _id].find((each) => typeof each === 'string');
  return found === undefined ? 'recorded' : asTyped(found);
}
