import { accounts } from './accounts.ts';
import { audit } from './audit.ts';
import { buyerConnection } from './buyerSystemConnection.ts';
import { buyerSystem } from './buyerSystem.ts';
import { buyerOrders, buyerPayments, buyerReceipts, buyerReturns } from './buyerSystemSheets.ts';
import { products } from './products.ts';
import { changeFeed } from './changeFeed.ts';
import { codeLists, hsnList, ifscList, unitList } from './codeLists.ts';
import { creditMemos, debitMemos } from './memos.ts';
import { dashboard } from './dashboard.ts';
import { dispatchGoods, shelfLives } from './dispatchGoods.ts';
import { dispatchLines } from './dispatchLines.ts';
import { dispatchNotes } from './dispatchNotes.ts';
import { ewayBills } from './ewayBills.ts';
import { receipts } from './receipts.ts';
import { einvoices } from './einvoices.ts';
import { eventReceivers } from './eventReceivers.ts';
import { gstRates } from './gstRates.ts';
import { identity } from './identity.ts';
import { invoiceLineSheet } from './invoiceLineSheet.ts';
import { invoiceLines } from './invoiceLines.ts';
import { invoices } from './invoices.ts';
import { keys } from './keys.ts';
import { lists } from './lists.ts';
import { mail } from './mail.ts';
import { matching, matchTolerances } from './matching.ts';
import { companies } from './companies.ts';
import { members } from './members.ts';
import type { Operation } from './operation.ts';
import { priceReview } from './priceReview.ts';
import { answerTolerances } from './answerTolerances.ts';
import { answers } from './orderAnswers.ts';
import { answerSheet } from './answerSheet.ts';
import { links } from './orderLinks.ts';
import { orderPrints } from './orderPrints.ts';
import { orders } from './orders.ts';
import { notices } from './notices.ts';
import { papers } from './papers.ts';
import { payments } from './payments.ts';
import { buyerSites, registrations } from './registrations.ts';
import { providers, providerSignIn } from './providers.ts';
import { schemes } from './schemes.ts';
import { search } from './search.ts';
import { secondFactor, sessions } from './security.ts';
import { portalSettings } from './settings.ts';
import { site } from './site.ts';
import { webhooks } from './webhooks.ts';

/** Every call of the API. OpenAPI and the table of callers are made from this; a call that is not here is not served. */
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
  products,
  priceReview,
  schemes,
  invoices,
  invoiceLines,
  invoiceLineSheet,
  matching,
  matchTolerances,
  einvoices,
  payments,
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
  buyerSystem,
  buyerOrders,
  buyerReceipts,
  buyerReturns,
  buyerPayments,
  buyerConnection,
  gstRates,
  codeLists,
  unitList,
  hsnList,
  ifscList,
  mail,
  notices,
  lists,
  search,
  changeFeed,
  portalSettings,
  eventReceivers,
  registrations,
  buyerSites,
  site,
].flatMap((domain) => Object.values(domain as Record<string, Operation>));
