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

import { adminOnly, adminOrSelf, guestOnly, selfOnly, signedInOnly } from './guards.ts';
import { currentSession } from './session.ts';
import { ErrorPage } from './shell/ErrorPage.tsx';
import { NotFoundPage } from './shell/NotFoundPage.tsx';
import { Spinner } from './ui/Spinner.tsx';
import { urls } from './urls.ts';

/** How long a screen's script may take to arrive. */
const SCREEN_TIMEOUT = 120_000;

/** Loads a screen when it is opened, or when its link is hovered over or focused. */
function screen<M extends Record<string, unknown>>(load: () => Promise<M>, name: keyof M & string): RouteComponent {
  return lazyRouteComponent(() => within(SCREEN_TIMEOUT, load()) as Promise<Record<string, RouteComponent>>, name) as RouteComponent;
}

function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('This screen took too long to load. Check your connection and try again.')), milliseconds);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

const root = createRootRoute({
  component: Outlet,
  // What fails here has no frame around it.
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

function page(parent: Parent, path: string, component: RouteComponent, guard?: Guard) {
  return createRoute({ getParentRoute: () => parent, path, component, ...(guard === undefined ? {} : { beforeLoad: guard }) });
}

const usersPage = screen(() => import('./accounts/UsersPage.tsx'), 'UsersPage');
const userForm = screen(() => import('./accounts/UserFormPage.tsx'), 'UserFormPage');
const invoiceForm = screen(() => import('./invoices/InvoiceFormPage.tsx'), 'InvoiceFormPage');
const schemeForm = screen(() => import('./schemes/SchemeFormPage.tsx'), 'SchemeFormPage');
const debitMemoForm = screen(() => import('./memos/MemoFormPage.tsx'), 'DebitMemoFormPage');
const creditMemoForm = screen(() => import('./memos/MemoFormPage.tsx'), 'CreditMemoFormPage');
const dispatchNoteForm = screen(() => import('./dispatch-notes/DispatchNoteFormPage.tsx'), 'DispatchNoteFormPage');
const buyerOrderForm = screen(() => import('./buyer-data/TypedOrderPage.tsx'), 'TypedOrderPage');
const profile = screen(() => import('./accounts/UserProfilePage.tsx'), 'UserProfilePage');

const guestPages = [
  page(
    guest,
    '/login',
    screen(() => import('./accounts/LoginPage.tsx'), 'LoginPage'),
  ),
  page(
    guest,
    '/register',
    screen(() => import('./accounts/RegisterPage.tsx'), 'RegisterPage'),
  ),
  page(
    guest,
    '/password-reset',
    screen(() => import('./accounts/ForgotPasswordPage.tsx'), 'ForgotPasswordPage'),
  ),
  page(
    guest,
    '/password-reset/$id',
    screen(() => import('./accounts/ResetPasswordPage.tsx'), 'ResetPasswordPage'),
  ),
];

const appPages = [
  page(
    app,
    '/dashboard',
    screen(() => import('./dashboard/DashboardPage.tsx'), 'DashboardPage'),
  ),

  page(app, '/users', usersPage, adminOnly),
  page(app, '/users/$status', usersPage, statusOnly),
  page(app, '/users/create', userForm, adminOnly),
  page(app, '/users/edit/$id', userForm, adminOrSelf),
  page(app, '/user-profile/$id', profile),
  page(app, '/profile/$id', profile),
  page(
    app,
    '/profile/$id/security',
    screen(() => import('./accounts/SecurityPage.tsx'), 'SecurityPage'),
    selfOnly,
  ),

  page(
    app,
    '/master-products/products',
    screen(() => import('./catalogue/ProductsPage.tsx'), 'ProductsPage'),
  ),
  page(
    app,
    '/master-products/products/create',
    screen(() => import('./catalogue/ProductCreatePage.tsx'), 'ProductCreatePage'),
  ),
  page(
    app,
    '/master-products/schemes',
    screen(() => import('./schemes/SchemesPage.tsx'), 'SchemesPage'),
  ),
  page(app, '/master-products/schemes/create', schemeForm),
  page(app, '/master-products/schemes/edit/$id', schemeForm),

  page(
    app,
    '/invoices/invoice',
    screen(() => import('./invoices/InvoicesPage.tsx'), 'InvoicesPage'),
  ),
  page(app, '/invoices/invoice/create', invoiceForm),
  page(app, '/invoices/invoice/edit/$id', invoiceForm),
  page(
    app,
    '/invoices/payment-report',
    screen(() => import('./payments/PaymentReportPage.tsx'), 'PaymentReportPage'),
  ),
  page(
    app,
    '/invoices/payment/create',
    screen(() => import('./payments/PaymentCreatePage.tsx'), 'PaymentCreatePage'),
  ),
  page(
    app,
    '/invoices/outstanding-report',
    screen(() => import('./payments/OutstandingReportPage.tsx'), 'OutstandingReportPage'),
  ),
  page(
    app,
    '/invoices/purchase-returns',
    screen(() => import('./payments/PurchaseReturnsPage.tsx'), 'PurchaseReturnsPage'),
  ),
  page(
    app,
    '/invoices/debit',
    screen(() => import('./memos/MemosPage.tsx'), 'DebitMemosPage'),
  ),
  page(app, '/invoices/debit/create', debitMemoForm),
  page(app, '/invoices/debit/edit/$id', debitMemoForm),
  page(
    app,
    '/invoices/credit',
    screen(() => import('./memos/MemosPage.tsx'), 'CreditMemosPage'),
  ),
  page(app, '/invoices/credit/create', creditMemoForm),
  page(app, '/invoices/credit/edit/$id', creditMemoForm),

  page(
    app,
    '/purchase-orders',
    screen(() => import('./purchase-orders/PurchaseOrdersPage.tsx'), 'PurchaseOrdersPage'),
  ),
  page(
    app,
    '/purchase-orders/details/$id',
    screen(() => import('./purchase-orders/PurchaseOrderPage.tsx'), 'PurchaseOrderPage'),
  ),
  page(
    app,
    '/purchase-orders/dispatch-note',
    screen(() => import('./dispatch-notes/DispatchNotesPage.tsx'), 'DispatchNotesPage'),
  ),
  page(app, '/purchase-orders/dispatch-note/create', dispatchNoteForm),
  page(app, '/purchase-orders/dispatch-note/edit/$id', dispatchNoteForm),

  page(
    app,
    '/buyer-data',
    screen(() => import('./buyer-data/BuyerDataPage.tsx'), 'BuyerDataPage'),
    adminOnly,
  ),
  page(
    app,
    '/buyer-data/orders',
    screen(() => import('./buyer-data/BuyerOrdersPage.tsx'), 'BuyerOrdersPage'),
    adminOnly,
  ),
  page(app, '/buyer-data/orders/create', buyerOrderForm, adminOnly),
  page(app, '/buyer-data/orders/edit/$id', buyerOrderForm, adminOnly),
  page(
    app,
    '/buyer-data/receipts',
    screen(() => import('./buyer-data/BuyerSheetPages.tsx'), 'BuyerReceiptsPage'),
    adminOnly,
  ),
  page(
    app,
    '/buyer-data/returns',
    screen(() => import('./buyer-data/BuyerSheetPages.tsx'), 'BuyerReturnsPage'),
    adminOnly,
  ),
  page(
    app,
    '/buyer-data/payments',
    screen(() => import('./buyer-data/BuyerSheetPages.tsx'), 'BuyerPaymentsPage'),
    adminOnly,
  ),
  page(
    app,
    '/buyer-data/connection',
    screen(() => import('./buyer-data/ConnectionPage.tsx'), 'ConnectionPage'),
    adminOnly,
  ),
  page(
    app,
    '/mails',
    screen(() => import('./mails/MailsPage.tsx'), 'MailsPage'),
    adminOnly,
  ),
  page(
    app,
    '/audit-log',
    screen(() => import('./audit/AuditLogPage.tsx'), 'AuditLogPage'),
    adminOnly,
  ),

  page(app, '$', NotFoundPage),
];

const openPages = [
  page(
    open,
    '/example',
    screen(() => import('./schemes/ExamplePage.tsx'), 'ExamplePage'),
  ),
  page(
    open,
    '/outbox',
    screen(() => import('./outbox/OutboxPage.tsx'), 'OutboxPage'),
  ),
  page(
    open,
    '/unsubscribe/$token',
    screen(() => import('./mails/UnsubscribePage.tsx'), 'UnsubscribePage'),
  ),
];

function statusOnly({ params }: { params: Record<string, string> }): void {
  if (!['active', 'inactive'].includes(params['status']?.toLowerCase() ?? '')) throw notFound();
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
  // Hovering over a link preloads its route, and must not sign anybody out.
  beforeLoad: async ({ preload }) => {
    if (preload) return;
    const { signOut } = await import('./signOut.ts');
    if (currentSession() !== null) await signOut();
    throw redirect({ href: urls.login, replace: true });
  },
});

export const router = createRouter({
  routeTree: root.addChildren([start, logout, guest.addChildren(guestPages), app.addChildren(appPages), open.addChildren(openPages)]),
  caseSensitive: false,
  trailingSlash: 'never',
  defaultPreload: 'intent',
  // Guards and lists keep their own data fresh; a preload is about the screen's script.
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 200,
  defaultPendingComponent: Spinner,
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: NotFoundPage,
  scrollRestoration: true,
  // Filters are text and stay text: the usual JSON reading would turn an EAN into a number and lose its zeros.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const entries = Object.entries(search as Record<string, unknown>).filter(([, value]) => value !== undefined && value !== '');
    const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
    return text === '' ? '' : `?${text}`;
  },
});
