// Why so long: the log's words for every action, record and field.
import { showDate, showMoney, showNumber } from '../ground/fields.ts';
import { MATCH_NAMES } from '../invoices/matchNames.ts';

/** The names of the records that the log is about. */
export const ENTITIES = {
  user: 'User',
  session: 'Sign-in',
  member: 'Member',
  product: 'Product',
  scheme: 'Scheme',
  invoice: 'Invoice',
  payment: 'Payment',
  debitMemo: 'Debit memo',
  creditMemo: 'Credit memo',
  purchaseOrder: 'Purchase order',
  dispatchNote: 'Dispatch note',
  purchaseReturn: 'Purchase return',
  receipt: 'Goods receipt',
  item: 'Item',
  buyerSystem: "Buyer's system",
  gstRate: 'GST rate',
  codeList: 'Code list',
  settings: 'Settings',
  provider: 'SSO provider',
  registration: 'GST registration',
  buyerSite: 'Site',
  key: 'API key',
  webhook: 'Webhook',
  list: 'List',
};
export type AuditEntity = keyof typeof ENTITIES;

/** The names of what happened. */
export const ACTIONS: Readonly<Record<string, string>> = {
  'user.register': 'Registered',
  'user.create': 'Added the user',
  'user.edit': 'Changed the profile',
  'user.sendBack': 'Sent the registration back',
  'user.password': 'Changed the password',
  'user.reset': 'Set a new password with an e-mailed link',
  'user.identity.ask': 'Requested new bank or tax details',
  'user.identity.approve': 'Approved the new bank or tax details',
  'user.identity.apply': 'Put the approved bank or tax details into effect',
  'user.identity.refuse': 'Rejected the new bank or tax details',
  'user.identity.withdraw': 'Withdrew the new bank or tax details',
  'user.email.ask': 'Entered a new e-mail address, not yet confirmed',
  'user.email': 'Confirmed the new e-mail',
  'user.email.keep': 'Withdrew the new e-mail address',
  'user.paper': 'Opened a document',
  'user.sync': "Matched with the buyer's system",
  'user.mails': 'Turned e-mails on or off',
  'user.einvoices': 'Changed the e-invoicing start date',
  'secondFactor.on': 'Turned on two-step verification',
  'secondFactor.move': 'Moved two-step verification to another device',
  'secondFactor.codes': 'Created new recovery codes',
  'secondFactor.off': 'Turned off two-step verification',
  'secondFactor.reset': 'Reset two-step verification',
  'member.invite': 'Invited a user',
  'member.resend': 'Sent the invitation again',
  'member.withdraw': 'Withdrew the invitation',
  'member.join': 'Joined the company',
  'member.edit': 'Changed the role of a member',
  'member.delegate': 'Delegated a role',
  'member.endDelegation': 'Ended a delegation',
  'member.remove': 'Removed a user from the company',
  'key.create': 'Created an API key',
  'key.revoke': 'Revoked an API key',
  'key.refuse': 'API key rejected',
  'changes.refuse': 'Change feed request rejected',
  'webhook.create': 'Added the webhook',
  'webhook.edit': 'Changed the webhook',
  'webhook.rotate': 'Created a new webhook secret',
  'webhook.remove': 'Removed the webhook',
  'webhook.replay': 'Sent webhook deliveries again',
  'webhook.off': 'Switched the webhook off',
  'session.endAll': 'Signed out everywhere',
  'session.start': 'Signed in',
  'session.end': 'Signed out',
  'session.confirm': 'Confirmed identity with the provider',
  'session.refuse': "Rejected the SSO provider's response",
  'user.link': 'Linked the account to an SSO provider',
  'user.unlink': 'Unlinked the account from SSO providers',
  'provider.create': 'Added the SSO provider',
  'provider.edit': 'Changed the SSO provider',
  'provider.remove': 'Removed the SSO provider',
  'product.create': 'Added the product',
  'product.edit': 'Changed the product',
  'product.approve': 'Approved the price',
  'product.disapprove': 'Disapproved the price',
  'product.refuse': 'Disapproved the price with a reason',
  'product.upload': 'Uploaded products',
  'scheme.create': 'Added the scheme',
  'scheme.edit': 'Changed the scheme',
  'scheme.delete': 'Deleted the scheme',
  'settings.shelfLife': 'Changed the minimum shelf life on arrival',
  'settings.answerTolerances': 'Changed the tolerances for order confirmations',
  'settings.matchTolerances': 'Changed the tolerances for invoice matching',
  'settings.edit': 'Changed the settings',
  'settings.controls': 'Changed the controls',
  'settings.controls.ask': 'Requested weaker controls',
  'settings.controls.confirm': 'Confirmed weaker controls',
  'settings.controls.reject': 'Rejected weaker controls',
  'settings.logo': 'Changed the logo',
  'settings.receivers': 'Changed the notification recipients of an event',
  'registration.seed': 'Added the GST registration from the server settings',
  'registration.create': 'Added the GST registration',
  'registration.edit': 'Changed the registration',
  'registration.confirm': 'Confirmed the registration',
  'registration.delete': 'Deleted the registration',
  'buyerSite.create': 'Added the site',
  'buyerSite.edit': 'Changed the site',
  'buyerSite.delete': 'Deleted the site',
  'invoice.create': 'Added the invoice',
  'invoice.edit': 'Changed the invoice',
  'invoice.delete': 'Deleted the invoice',
  'invoice.match': 'Matched the invoice with order and goods receipt',
  'invoice.approve': 'Approved the invoice',
  'invoice.setOff': 'Set off a credit against the invoice',
  'invoice.release': 'Released the invoice',
  'invoice.return': 'Sent the invoice back to the vendor',
  'invoice.upload': 'Uploaded invoices',
  'payment.create': 'Recorded the payment',
  'payment.reverse': 'Reversed the payment',
  'payment.report': 'Reported a payment',
  'payment.confirm': 'Confirmed a reported payment',
  'payment.reject': 'Rejected a reported payment',
  'payment.change': 'Changed the payment',
  'payment.remove': 'Reversed the payment',
  'payment.import': 'Uploaded payments',
  'debitMemo.create': 'Added the debit memo',
  'debitMemo.edit': 'Changed the debit memo',
  'debitMemo.delete': 'Deleted the debit memo',
  'debitMemo.accept': 'Accepted the debit memo',
  'debitMemo.reverse': 'Reversed the debit memo',
  'creditMemo.create': 'Added the credit memo',
  'creditMemo.edit': 'Changed the credit memo',
  'creditMemo.delete': 'Deleted the credit memo',
  'creditMemo.accept': 'Accepted the credit memo',
  'creditMemo.reverse': 'Reversed the credit memo',
  'order.create': 'Sent the purchase order',
  'order.amend': 'Changed the purchase order',
  'order.acknowledge': 'Acknowledged the purchase order',
  'order.answer': 'Confirmed lines of the purchase order',
  'order.withdrawAnswer': 'Withdrew proposals for the purchase order',
  'order.decide': 'Decided on proposals for the purchase order',
  'order.close': 'Closed the purchase order',
  'order.confirm': 'Confirmed a quantity of the purchase order',
  'order.cancel': 'Cancelled the purchase order',
  'order.import': 'Uploaded purchase orders',
  'invoice.uploadLines': 'Uploaded lines of invoices',
  'dispatchNote.create': 'Added the dispatch note',
  'dispatchNote.edit': 'Changed the dispatch note',
  'dispatchNote.delete': 'Deleted the dispatch note',
  'dispatchNote.goods': 'Changed the goods on the dispatch note',
  'dispatchNote.uploadLines': 'Uploaded lines of dispatch notes',
  'dispatchNote.transport': 'Changed the transport of the dispatch note',
  'dispatchNote.eway': 'Imported the e-way bill number',
  'dispatchNote.ready': 'Marked the dispatch note as ready',
  'dispatchNote.draft': 'Returned the dispatch note to draft',
  'dispatchNote.leave': 'Dispatched the goods',
  'dispatchNote.arrive': 'Recorded the arrival of the goods',
  'dispatchNote.close': 'Closed the dispatch note',
  'dispatchNote.cancel': 'Cancelled the dispatch note',
  'item.import': 'Uploaded items',
  'order.uploadAnswers': 'Uploaded confirmations of purchase orders',
  'receipt.import': 'Uploaded goods receipts',
  'receipt.create': 'Entered a goods receipt',
  'receipt.cancel': 'Cancelled a goods receipt',
  'receipt.photo': 'Added a photo to a goods receipt',
  'receipt.removePhoto': 'Removed a photo from a goods receipt',
  'purchaseReturn.import': 'Uploaded purchase returns',
  'user.unmatch': "Was unlinked as supplier in the buyer's system",
  'buyer.supplier': "Created or found a supplier in the buyer's system",
  'gstRate.create': 'Added the GST rate',
  'gstRate.edit': 'Changed the GST rate',
  'gstRate.delete': 'Deleted the GST rate',
  'gstRate.import': 'Uploaded GST rates',
  'codeList.units': 'Uploaded units',
  'codeList.hsn': 'Uploaded HSN codes',
  'codeList.ifsc': 'Uploaded IFSC codes',
  'list.download': 'Downloaded a list',
  'list.read': 'Read many rows of a list',
  'buyer.pull': "Imported from the buyer's system",
};

/** One that has no words yet is still told: `memo.seal` as 'memo seal'. */
export function actionWords(action: string): string {
  return ACTIONS[action] ?? action.replaceAll('.', ' ');
}

export function entityWords(entity: string): string {
  return (ENTITIES as Readonly<Record<string, string>>)[entity] ?? entity;
}

/** The name of the one who did it: a person by name, a visitor, or the portal itself. */
export function actorWords({ actor, action }: { actor: string; action: string }): string {
  if (actor !== '') return actor;
  if (action === 'user.email') return 'Link in an e-mail';
  if (action === 'user.register' || action === 'user.reset') return 'Visitor';
  if (action === 'user.mails') return 'Link in an e-mail';
  return action === 'user.create' ? 'Setup' : "Buyer's system";
}

const LABELS: Readonly<Record<string, string>> = {
  vendor_name: 'Company name',
  matchState: 'Match state',
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
  invoices: 'E-mails about approved and returned invoices',
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
  created: 'Rows added',
  updated: 'Rows changed',
};

const FILES = new Set(['avatar', 'panDocument', 'gstDocument', 'cancelledCheque', 'certiOfIncorporation']);

/** The fields that say where money goes and who is taxed: a change here is looked at twice, and told to administrators. */
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

/** The fields that every record has, and that say nothing to people. */
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
]);

export interface FieldChange {
  label: string;
  before: string;
  after: string;
  /** Bank, PAN, GST or a document. */
  weighty: boolean;
}

interface Recorded {
  before: Readonly<Record<string, unknown>> | null;
  after: Readonly<Record<string, unknown>> | null;
}

/** One line for each field that changed, the weighty ones first; under the code's names. Files are named by what happened to them, as their ids say nothing. */
export function fieldChanges({ before, after }: Recorded): FieldChange[] {
  return [...new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})])]
    .filter((field) => !UNTOLD.has(field) && !(isEmpty(before?.[field]) && isEmpty(after?.[field])))
    .map((field) => ({
      label: fieldWords(field),
      before: valueWords(field, before?.[field]),
      after: FILES.has(field) && !isEmpty(before?.[field]) && !isEmpty(after?.[field]) ? 'another file' : valueWords(field, after?.[field]),
      weighty: SENSITIVE.has(field),
    }))
    .sort((a, b) => Number(b.weighty) - Number(a.weighty));
}

/** `deliveryLocation` as 'Delivery location', where it has no better words. */
export function fieldWords(field: string): string {
  if (LABELS[field] !== undefined) return LABELS[field];
  const words = field
    .replaceAll(/_/g, ' ')
    .replaceAll(/([a-z\d])([A-Z])/g, (_all, end: string, start: string) => `${end} ${start.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** The most words of a list, such as roles. */
const NAMED_MOST = 12;
const isText = (value: unknown) => typeof value === 'string';

function valueWords(field: string, value: unknown): string {
  if (isEmpty(value)) return '–';
  if (FILES.has(field)) return 'a file';
  if (field === 'isActive' || field === 'active') return value === true ? 'Active' : 'Inactive';
  if (field === 'isAdmin') return value === true ? 'Admin' : 'User';
  if (field === 'priceApproval') return value === true ? 'Approved' : 'Not approved';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value))
    return value.length > 0 && value.length <= NAMED_MOST && value.every(isText) ? value.join(', ') : `${value.length}`;
  if (typeof value === 'object' && value !== null) return nameOf(value);
  const text = String(value);
  // The state is named as the lists name it.
  if (field === 'matchState') return (MATCH_NAMES as Readonly<Record<string, string>>)[text] ?? text;
  if (AMOUNTS.has(field)) return showMoney(text);
  if (FIGURES.has(field)) return showNumber(text);
  return /^\d{4}-\d\d-\d\d(T|$)/.test(text) ? showDate(text) : text;
}

/** A record inside a record, such as a product's scheme. */
function nameOf(value: object): string {
  const { schemeName, name, _id } = value as { schemeName?: unknown; name?: unknown; _id?: unknown };
  return [schemeName, name, _id].find((each) => typeof each === 'string') ?? 'recorded';
}
