/**
 * Every route of the site, with the addresses and users that the sweep in screens.spec.ts visits. `scripts/screens.test.ts` compares it
 * with the router: a route without a row fails.
 */
export interface Screen {
  visitor?: readonly string[];
  office?: readonly string[];
  /** Visited as a vendor of the demo, whose ID is 2. */
  vendor?: readonly string[];
}

/** The same addresses for both signed-in users. */
const both = (...paths: string[]): Screen => ({ office: paths, vendor: paths });

export const SCREENS: Readonly<Record<string, Screen>> = {
  '/login': { visitor: ['/login'] },
  '/register': { visitor: ['/register'] },
  '/password-reset': { visitor: ['/password-reset'] },
  '/password-reset/$id': { visitor: ['/password-reset/abc'] },
  '/example': { visitor: ['/example'], vendor: ['/example'] },
  '/outbox': { visitor: ['/outbox'] },
  '/confirm-email/$secret': { visitor: ['/confirm-email/abc'] },
  // No sign-in was started in this tab, so the page continues to the sign-in page.
  '/sign-in/return': { visitor: ['/sign-in/return'] },
  '/invitation/$secret': { visitor: ['/invitation/abc'] },
  '/unsubscribe/$token': { visitor: ['/unsubscribe/7.orders.x'] },
  $: { visitor: ['/no-such-page'] },

  '/dashboard': both('/dashboard'),
  '/users/{-$status}': { office: ['/users', '/users/inactive'] },
  '/users/identity': { office: ['/users/identity'] },
  '/users/registrations': { office: ['/users/registrations'] },
  '/users/matches': { office: ['/users/matches'] },
  '/vendors': { office: ['/vendors'] },
  '/reports': both('/reports'),
  '/users/create': { office: ['/users/create'] },
  '/users/edit/$id': both('/users/edit/2'),
  '/people': both('/people'),
  '/people/keys': both('/people/keys'),
  '/people/webhooks': both('/people/webhooks'),
  '/user-profile/$id': { office: ['/user-profile/2'] },
  '/profile/$id': { vendor: ['/profile/2'] },
  '/profile/$id/security': { vendor: ['/profile/2/security'] },

  '/master-products/products': {
    office: ['/master-products/products'],
    vendor: ['/master-products/products', '/master-products/products?productName=nothing'],
  },
  '/master-products/products/create': { vendor: ['/master-products/products/create'] },
  '/master-products/price-review': { office: ['/master-products/price-review', '/master-products/price-review?change=rise'] },
  '/master-products/proposed-items': both('/master-products/proposed-items'),
  '/master-products/proposed-items/create': { vendor: ['/master-products/proposed-items/create'] },
  '/master-products/schemes': both('/master-products/schemes'),
  '/master-products/schemes/create': both('/master-products/schemes/create'),
  '/master-products/schemes/edit/$id': both('/master-products/schemes/edit/1'),

  '/invoices/invoice': both('/invoices/invoice'),
  '/invoices/invoice/create': { office: ['/invoices/invoice/create'] },
  '/invoices/invoice/edit/$id': { vendor: ['/invoices/invoice/edit/5'] },
  '/invoices/payment-report': { office: ['/invoices/payment-report?ageing=true'], vendor: ['/invoices/payment-report'] },
  '/invoices/payment/create': both('/invoices/payment/create'),
  '/invoices/statements': { office: ['/invoices/statements'], vendor: ['/invoices/statements'] },
  '/invoices/payments-to-check': { office: ['/invoices/payments-to-check'], vendor: ['/invoices/payments-to-check'] },
  '/invoices/on-account': { office: ['/invoices/on-account?userID=2'], vendor: ['/invoices/on-account'] },
  '/invoices/on-account/opening-balance': { office: ['/invoices/on-account/opening-balance'] },
  '/invoices/on-account/opening-balances': { office: ['/invoices/on-account/opening-balances'] },
  '/invoices/on-account/advance': { office: ['/invoices/on-account/advance'] },
  '/invoices/on-account/set-off': { office: ['/invoices/on-account/set-off'] },
  '/invoices/outstanding-report': { office: ['/invoices/outstanding-report'] },
  '/invoices/purchase-returns': both('/invoices/purchase-returns'),
  '/invoices/debit': { office: ['/invoices/debit'] },
  '/invoices/debit/create': { vendor: ['/invoices/debit/create'] },
  '/invoices/debit/edit/$id': { vendor: ['/invoices/debit/edit/27'] },
  '/invoices/credit': { vendor: ['/invoices/credit'] },
  '/invoices/credit/create': { office: ['/invoices/credit/create'] },
  '/invoices/credit/edit/$id': { vendor: ['/invoices/credit/edit/9'] },

  '/purchase-orders': both('/purchase-orders'),
  '/purchase-orders/details/$id': { vendor: ['/purchase-orders/details/none', '/purchase-orders/details/PO%2F2026-27%2F0124'] },
  '/purchase-orders/answers/$id': both('/purchase-orders/answers/60'),
  '/purchase-orders/dispatch-note': both('/purchase-orders/dispatch-note'),
  '/purchase-orders/dispatch-note/create': both('/purchase-orders/dispatch-note/create'),
  '/purchase-orders/dispatch-note/goods/$id': both('/purchase-orders/dispatch-note/goods/5', '/purchase-orders/dispatch-note/goods/44'),
  '/purchase-orders/dispatch-note/edit/$id': { vendor: ['/purchase-orders/dispatch-note/edit/5'] },

  '/purchase-orders/receipts': both('/purchase-orders/receipts'),
  '/purchase-orders/receive': { office: ['/purchase-orders/receive'] },

  '/documents/$kind/$id': {
    office: ['/documents/invoice/5', '/documents/invoice/43', '/documents/product/1', '/documents/receipt/1', '/documents/dispatchNote/44'],
    vendor: ['/documents/invoice/5', '/documents/invoice/43'],
  },

  '/buyer-data': { office: ['/buyer-data'] },
  '/buyer-data/orders': { office: ['/buyer-data/orders'] },
  '/buyer-data/orders/create': { office: ['/buyer-data/orders/create'] },
  '/buyer-data/orders/edit/$id': { office: ['/buyer-data/orders/edit/1'] },
  '/buyer-data/receipts': { office: ['/buyer-data/receipts'] },
  '/buyer-data/returns': { office: ['/buyer-data/returns'] },
  '/buyer-data/payments': { office: ['/buyer-data/payments'] },
  '/buyer-data/connection': { office: ['/buyer-data/connection'] },
  '/gst-rates': { office: ['/gst-rates', '/gst-rates?hsnCode=10063020&day=2026-11-22'] },
  '/gst-rates/units': { office: ['/gst-rates/units'] },
  '/gst-rates/hsn-codes': { office: ['/gst-rates/hsn-codes'] },
  '/gst-rates/self-invoices': { office: ['/gst-rates/self-invoices'] },
  '/gst-rates/ifsc-codes': { office: ['/gst-rates/ifsc-codes'] },
  '/gst-rates/create': { office: ['/gst-rates/create'] },
  '/gst-rates/edit/$id': { office: ['/gst-rates/edit/1'] },
  '/mails': { office: ['/mails'] },
  '/settings': { office: ['/settings'] },
  '/settings/controls': { office: ['/settings/controls'] },
  '/settings/registrations': { office: ['/settings/registrations'] },
  '/settings/invoice-match': { office: ['/settings/invoice-match'] },
  '/settings/order-answers': { office: ['/settings/order-answers'] },
  '/settings/announcements': { office: ['/settings/announcements'] },
  '/settings/receivers': { office: ['/settings/receivers'] },
  '/settings/sign-in': { office: ['/settings/sign-in'] },
  '/settings/shelf-life': { office: ['/settings/shelf-life'] },
  '/audit-log': { office: ['/audit-log'] },
};

/** Routes that redirect immediately. */
export const NO_SCREEN = ['/', '/logout'];

/** The pictures of dialogs that have no address. */
export const DIALOGS = ['vendor-sheet-questions.webp'];

/** All addresses that a user visits. */
export function addressesOf(who: keyof Screen): string[] {
  return Object.values(SCREENS).flatMap((screen) => screen[who] ?? []);
}

interface FormScreen {
  who: 'office' | 'vendor';
  at: string;
  /** Further screens with a part of the form. */
  also?: readonly string[];
  /** The button that opens the form in a window. */
  press?: string;
  /** Fields of the call without an input on these screens, with the reason. */
  not?: Readonly<Record<string, string>>;
}

const USER = {
  vendor_Address_code: 'comes from the ERP',
  system_Vendor_id: 'comes from the ERP',
  isAdmin: 'is the field `permission` here',
  captcha: 'is for visitors',
  agreesTerms: 'has an input once terms are typed that are not agreed: identity.spec.ts',
};
const REGISTRATION = { stateCode: 'is asked for without a number', userID: 'is the buyer here' };
const PARTIES = { vendorGST: 'is asked for where there are several', buyerGST: 'is asked for where there are several' };
const MEMO = {
  ...PARTIES,
  invoiceId: 'is for machines: people give the date of the invoice',
  claimId: 'has an input where the buyer claims the same: the server asks for it',
  lines: 'are for machines: people name the product and its quantity',
  issuer: 'is chosen by the buyer’s people for a new memo',
};
const MADE_LINES = { lines: 'are made of an order: match.spec.ts' };
const LINES = { lines: 'have inputs of their own: buyerData.spec.ts' };

/** The form of each call that fills in a record. `scripts/screens.test.ts` fails if one is missing. */
export const FORMS: Readonly<Record<string, FormScreen>> = {
  'auth.create': { who: 'office', at: '/users/create', not: USER },
  'auth.edit': { who: 'office', at: '/users/edit/2', not: USER },
  'product.save': {
    who: 'vendor',
    at: '/master-products/products/create?ean=8909999000010',
    not: { EANCode: 'is chosen before the form opens', userID: 'is the vendor itself' },
  },
  'itemProposal.create': { who: 'vendor', at: '/master-products/proposed-items/create' },
  'scheme.create': { who: 'vendor', at: '/master-products/schemes/create', not: { userID: 'is the vendor itself' } },
  'scheme.edit': { who: 'vendor', at: '/master-products/schemes/edit/1' },
  'invoice.create': {
    who: 'office',
    at: '/invoices/invoice/create',
    not: { ...PARTIES, ...MADE_LINES, noteId: 'is where the form was opened: goods.spec.ts' },
  },
  'invoice.edit': {
    who: 'vendor',
    at: '/invoices/invoice/edit/5',
    not: { ...PARTIES, ...MADE_LINES, reason: 'is for administrators, of a paid invoice: money.spec.ts' },
  },
  'payment.create': {
    who: 'office',
    at: '/invoices/payment/create',
    not: { invoiceId: 'has an input where several invoices have the number', onlineKind: 'has an input of an online payment' },
  },
  'openingBalance.create': { who: 'office', at: '/invoices/on-account/opening-balance' },
  'payment.advance': { who: 'office', at: '/invoices/on-account/advance', not: { onlineKind: 'has an input of an online payment' } },
  'allocation.create': {
    who: 'office',
    at: '/invoices/on-account/set-off',
    not: { paymentId: 'is the credit', memoId: 'is the credit', openingId: 'is the credit' },
  },
  'debitMemo.create': { who: 'office', at: '/invoices/debit/create', not: MEMO },
  'debitMemo.edit': { who: 'vendor', at: '/invoices/debit/edit/27', not: MEMO },
  'creditMemo.create': { who: 'office', at: '/invoices/credit/create', not: MEMO },
  'creditMemo.edit': { who: 'vendor', at: '/invoices/credit/edit/9', not: MEMO },
  'dispatchNote.create': { who: 'office', at: '/purchase-orders/dispatch-note/create', not: PARTIES },
  'dispatchNote.edit': { who: 'vendor', at: '/purchase-orders/dispatch-note/edit/5', not: PARTIES },
  'buyerOrder.create': { who: 'office', at: '/buyer-data/orders/create', not: { ...LINES, ...PARTIES } },
  'buyerOrder.edit': { who: 'office', at: '/buyer-data/orders/edit/1', not: { ...LINES, ...PARTIES } },
  'gstRate.create': { who: 'office', at: '/gst-rates/create' },
  'gstRate.edit': { who: 'office', at: '/gst-rates/edit/1', not: { condition: 'is fixed' } },
  'answerTolerance.save': { who: 'office', at: '/settings/order-answers', not: { userID: 'is the vendor chosen above' } },
  'matchTolerance.save': {
    who: 'office',
    at: '/settings/invoice-match',
    press: 'Add tolerances',
    not: { usual: 'is sent for the usual ones, which are listed' },
  },
  'eventReceivers.edit': { who: 'office', at: '/settings/receivers', press: 'Change Bank and tax details' },
  'controls.save': { who: 'office', at: '/settings/controls' },
  'settings.save': {
    who: 'office',
    at: '/settings',
    also: ['/settings/order-answers', '/settings/invoice-match', '/settings/announcements'],
    not: { invoiceOnlyAccepted: 'is a control', payOnlyMatched: 'is a control', payOnlyApproved: 'is a control' },
  },
  'registration.create': { who: 'office', at: '/settings/registrations', press: 'Add registration', not: REGISTRATION },
  'registration.edit': { who: 'office', at: '/settings/registrations', press: 'Add registration', not: REGISTRATION },
  'buyerSite.create': { who: 'office', at: '/settings/registrations', press: 'Add site' },
  'buyerSite.edit': { who: 'office', at: '/settings/registrations', press: 'Add site' },
};
