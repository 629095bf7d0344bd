import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
  type RouteComponent,
} from '@tanstack/react-router';

import { administratorOnly, adminOnly, adminOrSelf, guestOnly, roleOnly, selfOnly, signedInOnly } from './access/guards.ts';
import { loaded } from './ground/reachable.ts';
import { currentSession } from './access/session.ts';
import { ErrorPage } from './shell/ErrorPage.tsx';
import { Spinner } from './ui/Spinner.tsx';
import { urls } from './urls.ts';

/** The time within which a screen's script must arrive. */
const SCREEN_TIMEOUT = 120_000;

type Load<Name extends string> = () => Promise<Readonly<Record<Name, RouteComponent>>>;

/** Loads a screen when it is opened, or when its link is hovered over or focused. */
function screen<Name extends string>(load: Load<Name>, name: NoInfer<Name>): RouteComponent {
  return lazyRouteComponent(() => within(SCREEN_TIMEOUT, loaded(load)), name);
}

function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('This screen took too long to load. Check your connection and try again.')), milliseconds);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

const notFoundPage = screen(() => import('./access/NotFoundPage.tsx'), 'NotFoundPage');

const root = createRootRoute({
  component: Outlet,
  // An error here has no frame around it.
  errorComponent: (props) => (
    <main>
      <ErrorPage {...props} />
    </main>
  ),
});

const guest = createRoute({
  getParentRoute: () => root,
  id: 'guest',
  beforeLoad: guestOnly,
  component: screen(() => import('./shell/GuestFrame.tsx'), 'GuestFrame'),
});

const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  beforeLoad: signedInOnly,
  component: screen(() => import('./shell/Shell.tsx'), 'Shell'),
});

const open = createRoute({ getParentRoute: () => root, id: 'open', component: screen(() => import('./shell/OpenFrame.tsx'), 'OpenFrame') });

type Parent = typeof guest | typeof app | typeof open;
type Guard = (entry: { params: Record<string, string> }) => void;

/** The screen for an address: the component `name` of a module. */
function page<Name extends string>(parent: Parent, path: string, load: Load<Name>, name: NoInfer<Name>, guard?: Guard) {
  const component = screen(load, name);
  return createRoute({ getParentRoute: () => parent, path, component, ...(guard === undefined ? {} : { beforeLoad: guard }) });
}

const guestPages = [
  page(guest, '/login', () => import('./sign-in/LoginPage.tsx'), 'LoginPage'),
  page(guest, '/register', () => import('./vendors/form/RegisterPage.tsx'), 'RegisterPage'),
  page(guest, '/password-reset', () => import('./sign-in/ForgotPasswordPage.tsx'), 'ForgotPasswordPage'),
  page(guest, '/password-reset/$id', () => import('./sign-in/ResetPasswordPage.tsx'), 'ResetPasswordPage'),
];

const appPages = [
  page(app, '/dashboard', () => import('./home/DashboardPage.tsx'), 'DashboardPage'),

  page(app, '/users/{-$status}', () => import('./vendors/UsersPage.tsx'), 'UsersPage', statusOnly),
  page(app, '/vendors', () => import('./vendors/VendorsPage.tsx'), 'VendorsPage', adminOnly),
  page(app, '/reports', () => import('./payments/ReportsPage.tsx'), 'ReportsPage'),
  page(app, '/users/identity', () => import('./vendors/IdentityRequestsPage.tsx'), 'IdentityRequestsPage', adminOnly),
  page(app, '/users/registrations', () => import('./registrations/WaitingRegistrationsPage.tsx'), 'WaitingRegistrationsPage', adminOnly),
  page(app, '/users/matches', () => import('./vendors/SupplierMatchesPage.tsx'), 'SupplierMatchesPage', adminOnly),
  page(app, '/users/create', () => import('./vendors/form/UserFormPage.tsx'), 'UserFormPage', administratorOnly),
  page(app, '/users/edit/$id', () => import('./vendors/form/UserFormPage.tsx'), 'UserFormPage', adminOrSelf),
  page(app, '/people/keys', () => import('./integration/KeysPage.tsx'), 'KeysPage', roleOnly('people')),
  page(app, '/people/webhooks', () => import('./integration/WebhooksPage.tsx'), 'WebhooksPage', roleOnly('people')),
  page(app, '/people', () => import('./people/PeoplePage.tsx'), 'PeoplePage', roleOnly('people')),
  page(app, '/user-profile/$id', () => import('./vendors/UserProfilePage.tsx'), 'UserProfilePage'),
  page(app, '/profile/$id', () => import('./vendors/UserProfilePage.tsx'), 'UserProfilePage'),
  page(app, '/profile/$id/security', () => import('./sign-in/security/SecurityPage.tsx'), 'SecurityPage', selfOnly),

  page(app, '/master-products/products', () => import('./products/ProductsPage.tsx'), 'ProductsPage'),
  page(app, '/master-products/products/create', () => import('./products/ProductCreatePage.tsx'), 'ProductCreatePage'),
  page(app, '/master-products/price-review', () => import('./products/PriceReviewPage.tsx'), 'PriceReviewPage', adminOnly),
  page(app, '/master-products/proposed-items', () => import('./products/ItemProposalsPage.tsx'), 'ItemProposalsPage'),
  page(app, '/master-products/proposed-items/create', () => import('./products/ProposeItemPage.tsx'), 'ProposeItemPage'),
  page(app, '/master-products/schemes', () => import('./schemes/SchemesPage.tsx'), 'SchemesPage'),
  page(app, '/master-products/schemes/create', () => import('./schemes/SchemeFormPage.tsx'), 'SchemeFormPage'),
  page(app, '/master-products/schemes/edit/$id', () => import('./schemes/SchemeFormPage.tsx'), 'SchemeFormPage'),

  page(app, '/invoices/invoice', () => import('./invoices/InvoicesPage.tsx'), 'InvoicesPage'),
  page(app, '/invoices/invoice/create', () => import('./invoices/InvoiceFormPage.tsx'), 'InvoiceFormPage'),
  page(app, '/invoices/invoice/edit/$id', () => import('./invoices/InvoiceFormPage.tsx'), 'InvoiceFormPage'),
  page(app, '/invoices/payment-report', () => import('./payments/PaymentReportPage.tsx'), 'PaymentReportPage'),
  page(app, '/invoices/payment/create', () => import('./payments/PaymentCreatePage.tsx'), 'PaymentCreatePage'),
  page(app, '/invoices/payments-to-check', () => import('./payments/CheckPaymentsPage.tsx'), 'CheckPaymentsPage'),
  page(app, '/invoices/statements', () => import('./payments/StatementsPage.tsx'), 'StatementsPage'),
  page(app, '/invoices/on-account', () => import('./payments/OnAccountPage.tsx'), 'OnAccountPage'),
  page(app, '/invoices/on-account/opening-balance', () => import('./payments/OpeningBalancePage.tsx'), 'OpeningBalancePage', adminOnly),
  page(app, '/invoices/on-account/opening-balances', () => import('./buyer-system/OpeningSheetsPage.tsx'), 'OpeningSheetsPage', adminOnly),
  page(app, '/invoices/on-account/advance', () => import('./payments/AdvancePage.tsx'), 'AdvancePage', adminOnly),
  page(app, '/invoices/on-account/set-off', () => import('./payments/SetOffPage.tsx'), 'SetOffPage', adminOnly),
  page(app, '/invoices/outstanding-report', () => import('./payments/OutstandingReportPage.tsx'), 'OutstandingReportPage'),
  page(app, '/invoices/purchase-returns', () => import('./payments/PurchaseReturnsPage.tsx'), 'PurchaseReturnsPage'),
  page(app, '/invoices/debit', () => import('./memos/MemosPage.tsx'), 'DebitMemosPage'),
  page(app, '/invoices/debit/create', () => import('./memos/MemoFormPage.tsx'), 'DebitMemoFormPage'),
  page(app, '/invoices/debit/edit/$id', () => import('./memos/MemoFormPage.tsx'), 'DebitMemoFormPage'),
  page(app, '/invoices/credit', () => import('./memos/MemosPage.tsx'), 'CreditMemosPage'),
  page(app, '/invoices/credit/create', () => import('./memos/MemoFormPage.tsx'), 'CreditMemoFormPage'),
  page(app, '/invoices/credit/edit/$id', () => import('./memos/MemoFormPage.tsx'), 'CreditMemoFormPage'),

  page(app, '/purchase-orders', () => import('./purchase-orders/PurchaseOrdersPage.tsx'), 'PurchaseOrdersPage'),
  page(app, '/purchase-orders/details/$id', () => import('./purchase-orders/PurchaseOrderPage.tsx'), 'PurchaseOrderPage'),
  page(app, '/purchase-orders/answers/$id', () => import('./purchase-orders/answers/AnswersPage.tsx'), 'AnswersPage'),
  page(app, '/purchase-orders/dispatch-note', () => import('./dispatch-notes/DispatchNotesPage.tsx'), 'DispatchNotesPage'),
  page(app, '/purchase-orders/dispatch-note/create', () => import('./dispatch-notes/DispatchNoteFormPage.tsx'), 'DispatchNoteFormPage'),
  page(app, '/purchase-orders/dispatch-note/goods/$id', () => import('./dispatch-notes/NoteGoodsPage.tsx'), 'NoteGoodsPage'),
  page(app, '/purchase-orders/dispatch-note/edit/$id', () => import('./dispatch-notes/DispatchNoteFormPage.tsx'), 'DispatchNoteFormPage'),

  page(app, '/documents/$kind/$id', () => import('./home/DocumentRoutePage.tsx'), 'DocumentRoutePage'),

  page(app, '/buyer-data', () => import('./buyer-system/BuyerDataPage.tsx'), 'BuyerDataPage', adminOnly),
  page(app, '/buyer-data/orders', () => import('./buyer-system/BuyerOrdersPage.tsx'), 'BuyerOrdersPage', adminOnly),
  page(app, '/buyer-data/orders/create', () => import('./buyer-system/TypedOrderPage.tsx'), 'TypedOrderPage', adminOnly),
  page(app, '/buyer-data/orders/edit/$id', () => import('./buyer-system/TypedOrderPage.tsx'), 'TypedOrderPage', adminOnly),
  page(app, '/purchase-orders/receipts', () => import('./receipts/ReceiptsPage.tsx'), 'ReceiptsPage'),
  page(app, '/purchase-orders/receive', () => import('./receipts/ReceiveGoodsPage.tsx'), 'ReceiveGoodsPage', adminOnly),
  page(app, '/buyer-data/receipts', () => import('./buyer-system/BuyerSheetPages.tsx'), 'BuyerReceiptsPage', adminOnly),
  page(app, '/buyer-data/returns', () => import('./buyer-system/BuyerSheetPages.tsx'), 'BuyerReturnsPage', adminOnly),
  page(app, '/buyer-data/payments', () => import('./buyer-system/BuyerSheetPages.tsx'), 'BuyerPaymentsPage', adminOnly),
  page(app, '/buyer-data/connection', () => import('./buyer-system/ConnectionPage.tsx'), 'ConnectionPage', adminOnly),
  page(app, '/gst-rates', () => import('./rates/GstRatesPage.tsx'), 'GstRatesPage', adminOnly),
  page(app, '/gst-rates/units', () => import('./rates/CodeListPages.tsx'), 'UnitsPage', administratorOnly),
  page(app, '/gst-rates/self-invoices', () => import('./rates/SelfInvoicesPage.tsx'), 'SelfInvoicesPage', adminOnly),
  page(app, '/gst-rates/hsn-codes', () => import('./rates/CodeListPages.tsx'), 'HsnCodesPage', administratorOnly),
  page(app, '/gst-rates/ifsc-codes', () => import('./rates/CodeListPages.tsx'), 'IfscCodesPage', administratorOnly),
  page(app, '/gst-rates/create', () => import('./rates/GstRateFormPage.tsx'), 'GstRateFormPage', adminOnly),
  page(app, '/gst-rates/edit/$id', () => import('./rates/GstRateFormPage.tsx'), 'GstRateFormPage', adminOnly),
  page(app, '/mails', () => import('./mail/MailsPage.tsx'), 'MailsPage', adminOnly),
  page(app, '/audit-log', () => import('./audit/AuditLogPage.tsx'), 'AuditLogPage', adminOnly),
  page(
    app,
    '/settings/registrations',
    () => import('./registrations/BuyerRegistrationsPage.tsx'),
    'BuyerRegistrationsPage',
    administratorOnly,
  ),
  page(app, '/settings/controls', () => import('./settings/ControlsPage.tsx'), 'ControlsPage', administratorOnly),
  page(app, '/settings/invoice-match', () => import('./settings/MatchTolerancesPage.tsx'), 'MatchTolerancesPage', administratorOnly),
  page(app, '/settings/receivers', () => import('./settings/ReceiversPage.tsx'), 'ReceiversPage', administratorOnly),
  page(app, '/settings/announcements', () => import('./settings/AnnouncementsPage.tsx'), 'AnnouncementsPage', administratorOnly),
  page(app, '/settings/sign-in', () => import('./settings/ProvidersPage.tsx'), 'ProvidersPage', administratorOnly),
  page(app, '/settings/shelf-life', () => import('./settings/ShelfLivesPage.tsx'), 'ShelfLivesPage', administratorOnly),
  page(app, '/settings/order-answers', () => import('./settings/AnswerTolerancesPage.tsx'), 'AnswerTolerancesPage', administratorOnly),
  page(app, '/settings', () => import('./settings/SettingsPage.tsx'), 'SettingsPage', administratorOnly),

  createRoute({ getParentRoute: () => app, path: '$', component: notFoundPage }),
];

const openPages = [
  page(open, '/example', () => import('./schemes/ExamplePage.tsx'), 'ExamplePage'),
  page(open, '/outbox', () => import('./mail/OutboxPage.tsx'), 'OutboxPage'),
  page(open, '/confirm-email/$secret', () => import('./sign-in/ConfirmEmailPage.tsx'), 'ConfirmEmailPage'),
  page(open, urls.providerReturn, () => import('./sign-in/ProviderReturnPage.tsx'), 'ProviderReturnPage'),
  page(open, '/invitation/$secret', () => import('./people/InvitationPage.tsx'), 'InvitationPage'),
  page(open, '/unsubscribe/$token', () => import('./mail/UnsubscribePage.tsx'), 'UnsubscribePage'),
];

function statusOnly({ params }: { params: Record<string, string> }): void {
  if (!['active', 'inactive'].includes(params['status']?.toLowerCase() ?? 'active')) throw notFound();
  adminOnly();
}

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ href: urls.dashboard, replace: true });
  },
});

const logout = createRoute({
  getParentRoute: () => root,
  path: '/logout',
  // Hovering over a link preloads its route, which must not sign the user out.
  beforeLoad: async ({ preload }) => {
    if (preload) return;
    const { signOut } = await import('./access/signOut.ts');
    if (currentSession() !== null) await signOut();
    throw redirect({ href: urls.login, replace: true });
  },
});

export const router = createRouter({
  routeTree: root.addChildren([start, logout, guest.addChildren(guestPages), app.addChildren(appPages), open.addChildren(openPages)]),
  caseSensitive: false,
  trailingSlash: 'never',
  defaultPreload: 'intent',
  // Guards and lists keep their own data fresh; a preload loads only the screen's script.
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 200,
  // A screen replaces the spinner as soon as it is loaded.
  defaultPendingMinMs: 0,
  defaultPendingComponent: Spinner,
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: notFoundPage,
  scrollRestoration: true,
  // Filters are text and stay text: the usual JSON parsing would turn an EAN into a number and lose its zeros.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const entries = Object.entries(search as Record<string, unknown>).filter(([, value]) => value !== undefined && value !== '');
    const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
    return text === '' ? '' : `?${text}`;
  },
});
