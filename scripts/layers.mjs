/**
 * The server's folders and files, the lowest layer first: each imports only from those before it. A domain is listed with the files that
 * other domains may import; its other files are private. The linter's rules are generated from this list: see oxlint.config.mjs.
 */
export const layers = [
  // The ground: types and settings.
  'ground',
  // The kits know of no domain.
  'database',
  'access',
  'process',
  'papers',
  'files',
  'erp',
  'http',
  'sheets',
  // Verbs of all domains call these.
  'products/itemTexts.ts',
  ['audit', 'audit.ts', 'changes.ts', 'fourEyes.ts'],
  [
    'mail',
    'messages.ts',
    'queue.ts',
    'compose.ts',
    'gathered.ts',
    'refusalLines.ts',
    'switches.ts',
    'receivedGoods.ts',
    'rejectedGoods.ts',
  ],
  'context.ts',
  'sheets/sheetRoutes.ts',
  'purchase-orders/sheetLines.ts',
  // The goods and amounts that memos take back of invoices.
  'invoices/credits.ts',
  // The lines of orders, and their dispatched, received and invoiced quantities.
  'purchase-orders/lines.ts',
  // The due date of an invoice, by the terms of its orders.
  'invoices/due.ts',
  ['settings', 'settings.ts', 'tolerances.ts'],
  // The controls, and the one check of who may approve, release and pay a document.
  'settings/controls.ts',
  'settings/duties.ts',
  // Read this first: how orders, notes, receipts, invoices, memos and payments are locked, and the consequences of their changes.
  'purchase-orders/lock.ts',
  ['registrations', 'parties.ts', 'documentParties.ts', 'seed.ts'],
  // The domains.
  ['home', 'counts.ts'],
  ['rates', 'listed.ts', 'ofCodes.ts', 'units.ts'],
  [
    'invoices',
    'due.ts',
    'credits.ts',
    'match.ts',
    'orderFigures.ts',
    'invoices.ts',
    'named.ts',
    'reverse-charge/selfInvoices.ts',
    'sequence.ts',
  ],
  ['memos', 'memos.ts', 'claims.ts', 'taken.ts'],
  ['dispatch-notes', 'dispatchNotes.ts', 'notes.ts', 'goods.ts', 'keptPapers.ts'],
  [
    'payments',
    'account.ts',
    'openings/balances.ts',
    'pay.ts',
    'payable.ts',
    'payments.ts',
    'sheetPayments.ts',
    'store.ts',
    'vendorAccounts.ts',
    'verify.ts',
  ],
  [
    'purchase-orders',
    'agreedTerms.ts',
    'lines.ts',
    'lock.ts',
    'orders.ts',
    'overDelivery.ts',
    'received.ts',
    'reminders.ts',
    'sheetLines.ts',
    'store.ts',
  ],
  ['receipts', 'lines.ts', 'list.ts', 'receipts.ts', 'returns.ts'],
  ['buyer-system', 'items.ts', 'vendors.ts'],
  // Accounts: session and company come first, then registration, membership and sign-in.
  'sign-in/passwords.ts',
  'sign-in/sessions.ts',
  'sign-in/freshness.ts',
  'people/companies.ts',
  'people/alerts.ts',
  'people/members.ts',
  'vendors/columns.ts',
  'vendors/geography.ts',
  'vendors/documents.ts',
  'vendors/users.ts',
  'sign-in/resets.ts',
  'sign-in/emailChanges.ts',
  ['vendors', 'create.ts', 'identity.ts', 'users.ts', 'documents.ts', 'columns.ts'],
  ['people', 'members.ts', 'invitations.ts', 'companies.ts', 'alerts.ts', 'administrator.ts'],
  ['sign-in', 'sessions.ts', 'signIn.ts', 'secondFactor.ts', 'providers.ts', 'freshness.ts'],
  'people/memberRoutes.ts',
  // Comments on documents of all domains, by their tables.
  'comments',
  ['schemes', 'schemes.ts'],
  ['products', 'products.ts', 'review.ts'],
  // The lists of all domains, counted as they are read, and searched.
  'home/queues.ts',
  'home/search.ts',
  'home/routes.ts',
  'papers/papers.ts',
  'papers/statements.ts',
  'papers/routes.ts',
  'integration',
  'vendors/routes.ts',
  // These put them together.
  'database/backup',
  'demo',
  'settings/compared.ts',
  'settings/saveControls.ts',
  'settings/routes.ts',
  'app.ts',
  'openContext.ts',
  'sheets/worker.ts',
  'main.ts',
].map(declared);

/** The contract's folders, the lowest layer first: each imports only from those before it. `operations.ts` lists all operations. */
export const contractLayers = [
  // Every text with values is made here.
  'ground/template.ts',
  'access',
  'ground',
  'audit',
  'mail',
  'settings',
  'sheets',
  'home',
  'vendors',
  'people',
  'sign-in',
  'integration',
  'comments',
  'registrations',
  'products',
  'schemes',
  'memos',
  'receipts',
  'dispatch-notes',
  'invoices',
  'payments',
  'purchase-orders',
  'buyer-system',
  'rates',
  'papers',
  'words',
];

/** The web's folders that know no domain. */
export const kits = ['ui', 'papers', 'list', 'form', 'grid', 'sheets'];

/** The web's folders and files, as the server's are listed. */
export const webLayers = [
  // The lowest layer: translation, the session, addresses, API calls, and the permissions of roles.
  'words',
  'access/session.ts',
  'urls.ts',
  'ground',
  'access/roles.ts',
  'access/useMay.ts',
  ...kits,
  // Fields, columns and choices of vendors, sites and users, for all domains.
  'choose',
  'access',
  // Domains before the vendors use these.
  'vendors/refusals.ts',
  'vendors/UserTabs.tsx',
  'vendors/WaitingList.tsx',
  'payments/forgetFigures.ts',
  'payments/owed.ts',
  'payments/returnRemark.ts',
  'payments/MannerFields.tsx',
  'payments/saidPaid.ts',
  'payments/useCredits.ts',
  // The domains.
  ['audit', 'Changes.tsx', 'UnseenChanges.tsx', 'historyOf.tsx'],
  ['mail', 'MailSwitches.tsx', 'kinds.ts', 'tellLanguage.ts'],
  [
    'sign-in',
    'CaptchaField.tsx',
    'GuestPage.module.css',
    'ProfileTabs.tsx',
    'newPassword.ts',
    'providerReturn.ts',
    'proof/*',
    'security/UserSecurity.tsx',
  ],
  ['people', 'CompanySelect.tsx', 'Leave.tsx', 'People.module.css', 'PeopleTabs.tsx', 'VendorPeople.tsx'],
  ['settings', 'ControlsHint.tsx', 'SettingsFrame.tsx'],
  ['comments', 'Comments.tsx', 'commentsQuery.ts'],
  // The frame of a document's page, for all domains.
  'document',
  [
    'registrations',
    'PartyFields.tsx',
    'VendorRegistrations.tsx',
    'partyLabels.ts',
    'placeOptions.ts',
    'useAddressFacts.ts',
    'useNamedParties.ts',
    'useSupply.ts',
  ],
  ['dispatch-notes', 'useOrder.ts'],
  ['invoices', 'balance.ts', 'invoiceOptions.ts', 'orderTotals.ts', 'PayLines.tsx', 'payParts.ts', 'SendBackInvoice.tsx'],
  ['memos'],
  ['payments', 'reports.ts', 'returnRemark.ts'],
  ['purchase-orders', 'answers/KeptPromises.tsx', 'CloseOrderModal.tsx', 'states.ts'],
  ['receipts', 'receiptLines.tsx'],
  ['buyer-system', 'SheetPanel.tsx'],
  ['rates'],
  ['schemes', 'SchemeModal.tsx'],
  ['products'],
  ['vendors'],
  ['integration'],
  // These put them together.
  'home',
  'shell',
  'routes.tsx',
  'main.tsx',
].map(declared);

/** A layer in the form of the linter's rules: `open` has the files that other domains may import. */
function declared(layer) {
  return typeof layer === 'string' ? { at: layer } : { at: layer[0], open: layer.slice(1) };
}
