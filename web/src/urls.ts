/**
 * Every address of the site, in one place: routes are declared with the patterns the specification lists, and links are made
 * here only. Paths match in any case; these are their canonical spellings.
 */
export const urls = {
  home: '/',
  login: '/login',
  register: '/register',
  forgotPassword: '/password-reset',
  /** The address to which SSO providers return users; `RETURN_PATH` of the contract. */
  providerReturn: '/sign-in/return',
  resetPassword: (id: string) => `/password-reset/${encodeURIComponent(id)}`,
  logout: '/logout',

  dashboard: '/dashboard',
  /** The members of the user's company, or of any company for administrators. */
  people: '/people',
  peopleOf: (vendorId: string) => `/people?userID=${encodeURIComponent(vendorId)}`,
  keys: '/people/keys',
  webhooks: '/people/webhooks',
  invitation: (secret: string) => `/invitation/${encodeURIComponent(secret)}`,
  users: '/users',
  /** The vendors by company, for the buyer. */
  vendors: '/vendors',
  reports: '/reports',
  usersWithStatus: (status: 'active' | 'inactive') => `/users/${status}`,
  /** New bank and tax details that await an administrator. */
  waitingRegistrations: '/users/registrations',
  identityRequests: '/users/identity',
  /** Suppliers of the buyer's system whose vendor is uncertain. */
  supplierMatches: '/users/matches',
  userCreate: '/users/create',
  userEdit: (id: string) => `/users/edit/${encodeURIComponent(id)}`,
  userProfile: (id: string) => `/user-profile/${encodeURIComponent(id)}`,
  profile: (id: string) => `/profile/${encodeURIComponent(id)}`,
  /** The user's own two-step verification, devices and sign-ins. */
  security: (id: string) => `/profile/${encodeURIComponent(id)}/security`,

  products: '/master-products/products',
  priceReview: '/master-products/price-review',
  /** The screen opens on the product of an EAN, new or saved before. */
  productCreate: (ean?: string) => `/master-products/products/create${ean === undefined ? '' : `?ean=${encodeURIComponent(ean)}`}`,
  /** Items that vendors propose for the buyer's list, and the form for another. */
  itemProposals: '/master-products/proposed-items',
  itemPropose: (ean?: string) => `/master-products/proposed-items/create${ean === undefined ? '' : `?ean=${encodeURIComponent(ean)}`}`,
  schemes: '/master-products/schemes',
  /** The address for the given vendor, if an administrator has chosen one. */
  schemeCreate: (userID?: string) => `/master-products/schemes/create${ownerQuery(userID)}`,
  schemeEdit: (id: string) => `/master-products/schemes/edit/${encodeURIComponent(id)}`,

  invoices: '/invoices/invoice',
  invoicesInState: (state: 'open' | 'dueSoon' | 'overdue') => `/invoices/invoice?state=${state}`,
  /** The invoices of a month, such as `2026-11`. */
  invoicesOfMonth: (month: string) => `/invoices/invoice?startDate=${month}-01&endDate=${month}-${daysOf(month)}`,
  invoicesOfMatch: (match: string) => `/invoices/invoice?match=${match}`,
  /** Its read view in the list; administrators name the vendor. */
  invoice: ({ _id, invoiceNumber, userID }: { _id: string; invoiceNumber: string; userID?: string | undefined }) =>
    `/invoices/invoice?${new URLSearchParams({ ...owned(userID), invoiceNumber, open: _id })}`,
  invoiceCreate: '/invoices/invoice/create',
  /** The address for an order, of the given vendor for administrators. */
  /** The address for an order's goods on a receipt or a dispatch note. */
  invoiceForReceipt: (PONumber: string, receipt: string, userID?: string) =>
    `/invoices/invoice/create?${new URLSearchParams({ PONumber, receipt, ...owned(userID) })}`,
  /** The address for the goods of a dispatch note. */
  invoiceForNote: (note: string, userID?: string) => `/invoices/invoice/create?${new URLSearchParams({ note, ...owned(userID) })}`,
  invoiceFor: (PONumber: string, userID?: string) => `/invoices/invoice/create?${new URLSearchParams({ PONumber, ...owned(userID) })}`,
  invoiceEdit: (id: string) => `/invoices/invoice/edit/${encodeURIComponent(id)}`,
  /** The address of the form that fills in a line's accepted quantity and agreed terms. */
  invoiceCorrected: (id: string, line: number) => `/invoices/invoice/edit/${encodeURIComponent(id)}?use=${line}`,
  /** The address of the form with the focus in one of its fields. */
  invoiceEditAt: (id: string, field: string) => `/invoices/invoice/edit/${encodeURIComponent(id)}?at=${field}`,
  /** The vendor's invoices with a number like this. */
  invoicesLike: (invoiceNumber: string, userID?: string) => `/invoices/invoice?${new URLSearchParams({ ...owned(userID), invoiceNumber })}`,
  paymentReport: '/invoices/payment-report',
  paymentReportOf: (vendorId: string) => `/invoices/payment-report?userID=${encodeURIComponent(vendorId)}`,
  /** The address of a payment, opened in the report. */
  payment: (id: string, userID?: string) => `/invoices/payment-report?${new URLSearchParams({ ...owned(userID), open: id })}`,
  paymentCreate: '/invoices/payment/create',
  /** The address for the given invoice. */
  paymentFor: ({ _id, userID, invoiceNumber }: { _id: string; userID: string; invoiceNumber: string }) =>
    `/invoices/payment/create?${new URLSearchParams({ userID, invoiceNumber, invoiceId: _id })}`,
  outstandingReport: '/invoices/outstanding-report',
  checkPayments: '/invoices/payments-to-check',
  statements: '/invoices/statements',
  onAccount: '/invoices/on-account',
  openingCreate: '/invoices/on-account/opening-balance',
  /** The files of opening balances, and their approval. */
  openingSheets: '/invoices/on-account/opening-balances',
  advanceCreate: '/invoices/on-account/advance',
  /** The address for a vendor's credit, for example `memoId 31`, if one is given. */
  setOff: (userID: string, credit = '') =>
    `/invoices/on-account/set-off?${new URLSearchParams({ ...owned(userID === '' ? undefined : userID), ...(credit === '' ? {} : { credit }) })}`,
  purchaseReturns: '/invoices/purchase-returns',
  debitMemos: '/invoices/debit',
  debitMemoCreate: '/invoices/debit/create',
  debitMemoEdit: (id: string) => `/invoices/debit/edit/${encodeURIComponent(id)}`,
  creditMemos: '/invoices/credit',
  creditMemoCreate: '/invoices/credit/create',
  /** The address of the form for over-invoiced goods of a line, or for the whole invoice. */
  creditMemoForInvoice: (invoiceId: string, line?: number, quantity?: number) =>
    `/invoices/credit/create?${new URLSearchParams({ invoiceId, ...(line === undefined ? {} : { line: `${line}`, quantity: `${quantity}` }) })}`,
  /** The address of the form for the vendor's memo that settles a claim of the buyer. */
  creditMemoForClaim: (claimId: string) => `/invoices/credit/create?${new URLSearchParams({ claimId })}`,
  creditMemoEdit: (id: string) => `/invoices/credit/edit/${encodeURIComponent(id)}`,

  purchaseOrders: '/purchase-orders',
  /** Numbers repeat between vendors, so administrators also name the vendor. */
  purchaseOrder: (poNumber: string, userID?: string) => `/purchase-orders/details/${encodeURIComponent(poNumber)}${ownerQuery(userID)}`,
  ordersToAnswer: (isAdmin: boolean, atOwnSites: boolean) =>
    `/purchase-orders?awaits=${isAdmin ? 'buyer' : 'vendor'}${atOwnSites ? '&site=own' : ''}`,
  /** A vendor's orders with accepted goods that are not invoiced. */
  ordersToInvoice: '/purchase-orders?stage=toInvoice',
  /** The confirmation of an order, by its id. */
  orderAnswers: (id: string) => `/purchase-orders/answers/${encodeURIComponent(id)}`,
  dispatchNotes: '/purchase-orders/dispatch-note',
  /** Its read view in the list; administrators name the vendor. */
  dispatchNote: ({ _id, DCNumber, userID }: { _id: string; DCNumber: string; userID?: string | undefined }) =>
    `/purchase-orders/dispatch-note?${new URLSearchParams({ ...owned(userID), DCNumber, open: _id })}`,
  dispatchNoteCreate: '/purchase-orders/dispatch-note/create',
  /** The address for an order, of the given vendor for administrators. */
  dispatchNoteFor: (PONumber: string, userID?: string) =>
    `/purchase-orders/dispatch-note/create?${new URLSearchParams({ PONumber, ...owned(userID) })}`,
  /** The page of a note, at its goods. */
  dispatchGoods: (id: string) => `/purchase-orders/dispatch-note/goods/${encodeURIComponent(id)}`,
  /** The page of a note, at the transport of its goods. */
  noteTransport: (id: string) => `/purchase-orders/dispatch-note/goods/${encodeURIComponent(id)}#transport`,
  dispatchNoteEdit: (id: string) => `/purchase-orders/dispatch-note/edit/${encodeURIComponent(id)}`,

  /** The page of a document, by its kind and id, which e-mails and notifications link to. */
  document: (kind: string, id: string) => `/documents/${kind}/${encodeURIComponent(id)}`,

  buyerData: '/buyer-data',
  buyerOrders: '/buyer-data/orders',
  buyerOrderCreate: '/buyer-data/orders/create',
  buyerOrderEdit: (id: string) => `/buyer-data/orders/edit/${encodeURIComponent(id)}`,
  receipts: '/purchase-orders/receipts',
  /** The lists of orders and receipts for the user's sites. */
  atOwnSites: {
    purchaseOrders: '/purchase-orders?site=own',
    dispatchNotes: '/purchase-orders/dispatch-note?site=own',
    receipts: '/purchase-orders/receipts?site=own',
  },
  receive: '/purchase-orders/receive',
  /** The goods of a dispatch note or an order, by its number. */
  receiveFor: (code: string) => `/purchase-orders/receive?${new URLSearchParams({ code })}`,
  buyerReceipts: '/buyer-data/receipts',
  buyerReturns: '/buyer-data/returns',
  buyerPayments: '/buyer-data/payments',
  buyerConnection: '/buyer-data/connection',
  gstRates: '/gst-rates',
  selfInvoices: '/gst-rates/self-invoices',
  units: '/gst-rates/units',
  hsnCodes: '/gst-rates/hsn-codes',
  ifscCodes: '/gst-rates/ifsc-codes',
  gstRateCreate: '/gst-rates/create',
  gstRateEdit: (id: string) => `/gst-rates/edit/${encodeURIComponent(id)}`,
  mails: '/mails',
  settings: '/settings',
  controls: '/settings/controls',
  registrations: '/settings/registrations',
  answerTolerances: '/settings/order-answers',
  matchTolerances: '/settings/invoice-match',
  shelfLives: '/settings/shelf-life',
  receivers: '/settings/receivers',
  announcements: '/settings/announcements',
  signInProviders: '/settings/sign-in',
  auditLog: '/audit-log',
  /** Changes of bank and tax details and of documents. */
  sensitiveChanges: '/audit-log?sensitive=true',
  outbox: '/outbox',
  example: '/example',
};

function owned(userID: string | undefined): Record<string, string> {
  return userID === undefined ? {} : { userID };
}

function ownerQuery(userID: string | undefined): string {
  return userID === undefined ? '' : `?userID=${encodeURIComponent(userID)}`;
}

/** The given address if it is a path of this site, otherwise the dashboard, because `redirectFrom` must not lead a user elsewhere. */
export function ownPath(candidate: unknown): string {
  if (typeof candidate !== 'string' || !/^\/(?![/\\])/.test(candidate)) return urls.dashboard;
  const target = new URL(candidate, window.location.origin);
  const leadsBack = [urls.login, urls.logout].includes(target.pathname.toLowerCase().replace(/(?<!\/)\/+$/, ''));
  // `/.//evil.example` is a path of this site, but resolving its dots turns it into another site's address.
  const leadsAway = target.origin !== window.location.origin || target.pathname.startsWith('//');
  return leadsAway || leadsBack ? urls.dashboard : target.pathname + target.search + target.hash;
}

/** The number of days of a month, such as `2026-11`. */
const daysOf = (month: string) => new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();
