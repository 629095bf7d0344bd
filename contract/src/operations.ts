import { accountEntries, allocations, openingBalances } from './payments/account.ts';
import { openingSheets } from './payments/openingSheets.ts';
import { accounts } from './vendors/accounts.ts';
import { audit } from './audit/audit.ts';
import { buyerConnection } from './buyer-system/buyerSystemConnection.ts';
import { buyerSystem } from './buyer-system/buyerSystem.ts';
import { buyerOpenings, buyerOrders, buyerPayments, buyerReceipts, buyerReturns } from './buyer-system/buyerSystemSheets.ts';
import { products } from './products/products.ts';
import { itemProposals } from './products/itemProposals.ts';
import { comments } from './comments/comments.ts';
import { linkedDocuments } from './comments/linkedDocuments.ts';
import { changeFeed } from './integration/changeFeed.ts';
import { controls } from './settings/controls.ts';
import { codeLists, hsnList, ifscList, unitList } from './rates/codeLists.ts';
import { creditMemos, debitMemos } from './memos/memos.ts';
import { dashboard } from './home/dashboard.ts';
import { queues } from './settings/queues.ts';
import { dispatchGoods } from './dispatch-notes/dispatchGoods.ts';
import { shelfLives } from './dispatch-notes/shelfLives.ts';
import { dispatchLines } from './dispatch-notes/dispatchLines.ts';
import { dispatchNotes } from './dispatch-notes/dispatchNotes.ts';
import { ewayBills } from './dispatch-notes/ewayBills.ts';
import { receipts } from './receipts/receipts.ts';
import { einvoices } from './invoices/einvoices.ts';
import { eventReceivers } from './mail/eventReceivers.ts';
import { gstRates } from './rates/gstRates.ts';
import { identity } from './vendors/identity.ts';
import { invoiceLineSheet } from './invoices/invoiceLineSheet.ts';
import { invoiceLines } from './invoices/invoiceLines.ts';
import { invoices } from './invoices/invoices.ts';
import { selfInvoices } from './invoices/selfInvoices.ts';
import { keys } from './integration/keys.ts';
import { lists } from './settings/lists.ts';
import { mail } from './mail/mail.ts';
import { matching, matchTolerances } from './invoices/matching.ts';
import { companies } from './people/companies.ts';
import { members } from './people/members.ts';
import type { Operation } from './ground/operation.ts';
import { priceReview } from './products/priceReview.ts';
import { answerTolerances } from './settings/answerTolerances.ts';
import { answers } from './purchase-orders/orderAnswers.ts';
import { answerSheet } from './purchase-orders/answerSheet.ts';
import { links } from './purchase-orders/orderLinks.ts';
import { orderPrints } from './purchase-orders/orderPrints.ts';
import { orders } from './purchase-orders/orders.ts';
import { notices } from './home/notices.ts';
import { papers } from './papers/papers.ts';
import { statements } from './papers/statements.ts';
import { payments } from './payments/payments.ts';
import { vendorAccounts } from './payments/vendorAccounts.ts';
import { reportedPayments } from './payments/reported.ts';
import { buyerSites, registrations } from './registrations/registrations.ts';
import { providers, providerSignIn } from './sign-in/providers.ts';
import { schemes } from './schemes/schemes.ts';
import { search } from './home/search.ts';
import { secondFactor, sessions } from './sign-in/security.ts';
import { portalSettings } from './settings/settings.ts';
import { site } from './settings/site.ts';
import { webhooks } from './integration/webhooks.ts';

/** Every call of the API. OpenAPI and the table of callers derive from this; a call that is missing here is not served. */
export const operations: readonly Operation[] = [
  accounts,
  secondFactor,
  sessions,
  providers,
  providerSignIn,
  identity,
  members,
  keys,
  webhooks,
  companies,
  audit,
  dashboard,
  queues,
  products,
  priceReview,
  schemes,
  invoices,
  invoiceLines,
  invoiceLineSheet,
  matching,
  matchTolerances,
  einvoices,
  selfInvoices,
  payments,
  vendorAccounts,
  reportedPayments,
  accountEntries,
  allocations,
  openingBalances,
  debitMemos,
  creditMemos,
  orders,
  links,
  answers,
  answerSheet,
  answerTolerances,
  dispatchNotes,
  dispatchGoods,
  dispatchLines,
  ewayBills,
  receipts,
  shelfLives,
  orderPrints,
  papers,
  statements,
  buyerSystem,
  buyerOrders,
  buyerReceipts,
  buyerReturns,
  buyerPayments,
  buyerOpenings,
  // The approval of a sheet closes the day, so it comes after the calls that enter opening balances.
  openingSheets,
  buyerConnection,
  gstRates,
  codeLists,
  unitList,
  hsnList,
  ifscList,
  mail,
  notices,
  lists,
  comments,
  linkedDocuments,
  itemProposals,
  search,
  changeFeed,
  portalSettings,
  controls,
  eventReceivers,
  registrations,
  buyerSites,
  site,
].flatMap((domain) => Object.values(domain as Record<string, Operation>));
