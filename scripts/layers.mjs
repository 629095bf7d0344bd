/**
 * The server's folders and files, the ground first: each imports only what stands before it. Of a domain, which is written with the files
 * that others may import, nothing else is imported by other domains. The linter's rules are made of this list: see oxlint.config.mjs.
 */
export const layers = [
  // The ground: types and settings.
  'actor.ts',
  'refusal.ts',
  'reply.ts',
  'changes.ts',
  'within.ts',
  'commonPasswords.ts',
  'erpSettings.ts',
  'env.ts',
  // What knows of no domain.
  'database',
  'language.ts',
  'owner.ts',
  'itemTexts.ts',
  'fourEyes.ts',
  'ownSites.ts',
  'process',
  'captcha',
  'print',
  'files',
  'erp',
  'http',
  'sheets',
  // What verbs of all domains call.
  ['audit', 'audit.ts'],
  ['mail', 'messages.ts', 'queue.ts', 'compose.ts', 'gathered.ts', 'switches.ts'],
  'context.ts',
  'sheetRoutes.ts',
  'sheetLines.ts',
  ['settings', 'settings.ts', 'letterhead.ts', 'tolerances.ts'],
  // Read first: how orders, notes, receipts, invoices, memos and payments are locked, and what a change of them brings with it.
  'purchase-orders/lock.ts',
  ['registrations', 'parties.ts', 'seed.ts'],
  // The domains.
  ['lists'],
  ['notices'],
  ['search'],
  ['dashboard', 'counts.ts'],
  ['rates', 'listed.ts', 'ofCodes.ts'],
  ['invoices', 'due.ts', 'credits.ts', 'match.ts', 'invoices.ts', 'named.ts', 'sequence.ts'],
  ['memos', 'memos.ts'],
  ['dispatch-notes', 'notes.ts', 'goods.ts', 'keptPapers.ts'],
  ['payments', 'payments.ts', 'store.ts'],
  ['purchase-orders', 'lock.ts', 'orders.ts', 'reminders.ts', 'store.ts'],
  ['receipts', 'receipts.ts', 'returns.ts'],
  ['buyer-system', 'items.ts', 'vendors.ts'],
  ['accounts', 'sessions.ts', 'members.ts'],
  ['schemes', 'schemes.ts'],
  ['products', 'products.ts'],
  ['papers'],
  'change-feed',
  'webhooks',
  // What puts them together.
  'books',
  'backup',
  'demo',
  'siteRoutes.ts',
  'app.ts',
  'openContext.ts',
  'sheets/worker.ts',
  'main.ts',
].map((layer) => (typeof layer === 'string' ? { at: layer } : { at: layer[0], open: layer.slice(1) }));

/** The contract's folders, the ground first: each imports only from those before it. `operations.ts` lists all operations. */
export const contractLayers = [
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
export const kits = ['ui', 'list', 'form', 'print', 'sheets'];
