import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** A statement that locks, a function that returns such a statement, or a call of a function that locks. */
const LOCK = new RegExp(
  [
    String.raw`for (?:no key )?update\b`,
    String.raw`for (?:key )?share\b`,
    String.raw`pg_(?:try_)?advisory\w*\(`,
    String.raw`lock table \w+`,
    String.raw`(?<![\w.])lock\(\s*\w+,\s*'\w+'`,
    String.raw`\bheld\('\w+'\)`,
    String.raw`\b(?:lockOrders|lockNumbers|lockRates|lockTop|lockForSignIns|waitForEnding|lockProved|lockBilled|lockBills)\(`,
  ].join('|'),
  'g',
);
/** Comments, imports and function declarations are not locks. */
const isCode = (line: string) => !/^\s*(?:\*|\/\/|\/\*|import |(?:export )?(?:async )?function )/.test(line);

const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^(?:demo|database\/backup)\//.test(file))
  .sort();
const locksOf = (file: string) => {
  const code = readFileSync(join(root, 'src', file), 'utf8')
    .split('\n')
    .filter(isCode)
    .join('\n');
  return [...code.matchAll(LOCK)].map(([lock]) => lock.replaceAll(/\s+/g, ' ').replaceAll('( ', '('));
};

// The reasons why each test fails without its lock: the call reads older data than the change it waited for, or does not wait, or waits in
// another order.
const ORDERS = 'src/purchase-orders/overlap.test.ts';
const PAYMENTS = 'src/payments/overlap.test.ts';
const PAYMENT_SHEET = 'src/buyer-system/paymentSheet.test.ts';
const ACCOUNT = 'test/accountCases.test.ts';
const OPENINGS = 'test/openingSheets.test.ts';
const SELF_INVOICES = 'src/invoices/reverse-charge/selfInvoices.test.ts';
const TAXED = 'src/invoices/reverse-charge/taxed.test.ts';
const NOTES = 'src/dispatch-notes/overlap.test.ts';
const SHEETS = 'test/overlappingSheets.test.ts';
const OTHERS = 'test/overlaps.test.ts';
const PROPOSALS = 'src/products/itemProposals.test.ts';
const PRODUCTS = 'test/overlapProducts.test.ts';
const CONTROLS = 'test/controlCases.test.ts';
const SIGN_IN = 'src/sign-in/endedMeanwhile.test.ts';

type Proof = readonly [file: string, title: string];

/** The locks of each file, in order of appearance, each with the test that fails without it. */
const PROVED: Readonly<Record<string, readonly (readonly [lock: string, proof: Proof])[]>> = {
  'access/captcha.ts': [['for update', ['src/access/captcha.test.ts', 'the removal of expired entries waits for no other call']]],
  'buyer-system/importItems.ts': [
    ['pg_advisory_xact_lock(', ['src/buyer-system/importItems.test.ts', '5,000 rows are stored, two loads of them at once']],
  ],
  'buyer-system/orderSheet.ts': [
    ['lockOrders(', [SHEETS, 'a file of orders finds an order that is entered while it waits']],
    ["lock(tx, 'purchase_orders'", [SHEETS, 'a file of orders leaves an order closed that is closed while it waits']],
  ],
  'buyer-system/receiptSheet.ts': [
    ["lock(tx, 'purchase_orders'", ['src/receipts/receipts.test.ts', 'as a row of a file if it was entered while the file waited for it']],
  ],
  'buyer-system/typeOrders.ts': [
    [
      'lockOrders(',
      [
        'src/buyer-system/typeOrders.test.ts',
        'the second of two orders with one number at once is rejected, and the first stays unchanged',
      ],
    ],
    ['lockOrders(', ['src/buyer-system/typeOrders.test.ts', 'waits for the orders of its system before it locks the order']],
    ["held('purchase_orders')", [OTHERS, 'a line to confirm, of an order that another cancels']],
    ["held('purchase_orders')", [ORDERS, 'a cancellation, by who closes the order']],
  ],
  'settings/duties.ts': [['pg_advisory_xact_lock(', [CONTROLS, 'count a payment of another vendor that is not saved yet']]],
  'settings/saveControls.ts': [
    ['for no key update', [OTHERS, 'controls that another saves']],
    ['for no key update', [OTHERS, 'controls that wait, which another replaces']],
  ],
  'database/migrate.ts': [
    ['pg_advisory_xact_lock(', ['src/database/migrate.test.ts', 'a process waits for another that is running a migration']],
  ],
  'dispatch-notes/dispatchNotes.ts': [
    ["held('dispatch_notes')", [ORDERS, 'the change of a note, by who sends it off']],
    ["held('dispatch_notes')", [ORDERS, 'the removal of a note, by who sends it off']],
  ],
  'dispatch-notes/ewayNumbers.ts': [
    ['pg_advisory_xact_lock(', [NOTES, 'only one of two dispatch notes that get one e-way bill number at the same time keeps it']],
    ['lockBills(', [NOTES, "test('by form'"]],
    ["lock(tx, 'dispatch_notes'", [NOTES, 'a dispatch note that is cancelled in the meantime gets no e-way bill number']],
    ['lockBills(', [NOTES, "test('by result'"]],
  ],
  'dispatch-notes/goods.ts': [
    ["lock(tx, 'purchase_orders'", [ORDERS, 'makes it a draft']],
    ["lock(tx, 'dispatch_notes'", [NOTES, 'the transport of a dispatch note that is cancelled in the meantime stays unchanged']],
  ],
  'dispatch-notes/goodsSheet.ts': [
    ["lock(tx, 'purchase_orders'", [SHEETS, 'a file of goods locks the orders before it waits for a dispatch note']],
    ["lock(tx, 'dispatch_notes'", [SHEETS, 'a file of goods saves the latest values of a dispatch note that changes while it waits']],
  ],
  'dispatch-notes/keptPapers.ts': [['for update', [NOTES, 'two first readers of a kept document get the same bytes']]],
  'dispatch-notes/saveGoods.ts': [
    ['pg_advisory_xact_lock(', [NOTES, 'only one of two dispatch notes that get one SSCC at the same time keeps it']],
  ],
  'integration/endpoints.ts': [['for update', [OTHERS, 'a webhook that another removes']]],
  'integration/events.ts': [
    ['for update', [OTHERS, 'two processes that follow the feed create a message once']],
    ['for update', [OTHERS, 'the last webhook that another makes']],
  ],
  'integration/keys.ts': [
    ['for no key update', [OTHERS, 'the last key that another makes']],
    ['for update', [OTHERS, 'the replacement of a key that another revokes']],
  ],
  'integration/sending.ts': [
    ['for update', ['src/integration/webhooks.test.ts', 'a response from before a change that is not stored yet does not count']],
  ],
  'invoices/decisions.ts': [
    ['lockBilled(', [ORDERS, 'a release, by who returns the invoice']],
    ['lockBilled(', [ORDERS, 'an approval, by who returns the invoice']],
  ],
  'invoices/einvoices/einvoices.ts': [['for no key update', [OTHERS, 'since when e-invoices are made, which another states']]],
  'invoices/invoices.ts': [
    ["lock(tx, 'purchase_orders'", [TAXED, 'an invoice with tax waits for a self-invoice that is issued at the same time']],
    ['lockNumbers(', [ORDERS, 'a memo waits for its invoice that is not committed yet']],
    ["lock(tx, 'purchase_orders'", [ORDERS, 'invoices it']],
    ["lock(tx, 'dispatch_notes'", [ORDERS, 'invoices it']],
    ['lockNumbers(', [SHEETS, 'waits for an invoice that gets its invoice number']],
    ["lock(tx, 'purchase_orders'", [ORDERS, "['edits', "]],
    ["held('invoices')", [ORDERS, 'an edit, by who pays']],
    ['lockBilled(', [ORDERS, 'a removal, by who approves']],
  ],
  'invoices/lineSheet.ts': [
    ['lockNumbers(', [SHEETS, 'waits for an invoice of a file that has its invoice number']],
    ['lockOrders(', [SHEETS, 'a file of invoices waits for all of its orders before it locks an invoice']],
    ["lock(tx, 'purchase_orders'", [SHEETS, 'a file of invoices waits for all of its orders before it locks an invoice']],
  ],
  'invoices/match.ts': [
    ["lock(tx, 'invoices'", [ORDERS, 'a match leaves an invoice sent back that is sent back in the meantime']],
    ['lockNumbers(', [ORDERS, 'a memo waits for its invoice that is not committed yet']],
    ['lockBilled(', [ORDERS, 'a receipt cancellation and a memo change lock the orders before they wait for the receipt or memo']],
  ],
  'invoices/reverse-charge/selfInvoices.ts': [
    ["lock(tx, 'purchase_orders'", [SELF_INVOICES, 'no self-invoice is issued for goods whose receipt was cancelled in the meantime']],
    ['pg_advisory_xact_lock(', [SELF_INVOICES, 'two receipts at the same time get two numbers']],
    ["lock(tx, 'purchase_orders'", [SELF_INVOICES, 'a self-invoice is cancelled once, however many users cancel it']],
  ],
  'invoices/upload.ts': [["lock(tx, 'purchase_orders'", [TAXED, 'a file of invoices waits for a self-invoice and then saves nothing']]],
  'mail/mailing.ts': [
    ['pg_advisory_xact_lock(', ['src/mail/mailing.test.ts', 'gives each e-mail to one process once, however many are sending']],
  ],
  'mail/switches.ts': [['for no key update', [OTHERS, 'of a user’s e-mail settings']]],
  'memos/claims.ts': [
    ['lockBilled(', [ACCOUNT, 'becomes a claim of their cost; the vendor’s memo replaces it, and one return is deducted once']],
    ['lockBilled(', [ACCOUNT, 'ends the claim when it is cancelled; a return without an invoice or with another item makes no claim']],
  ],
  'memos/memos.ts': [["held('memos')", [ORDERS, 'the change of a memo, by who lets it name another invoice']]],
  'payments/account.ts': [['lockBilled(', ['test/accounts.test.ts', 'made twice at the same time uses the amount once']]],
  'payments/openings/balances.ts': [
    ['pg_advisory_xact_lock(', [OPENINGS, 'is closed once, even by two approvals at the same time']],
    ['lockBilled(', [OPENINGS, 'cannot be reversed while it is being paid']],
  ],
  'payments/pay.ts': [
    ['lockBilled(', ['test/accountAttacks.test.ts', 'that is being cancelled or amended waits for it']],
    ['lockBilled(', [ACCOUNT, 'is reversed once, by the buyer, and not if it comes from the ERP']],
    ["held('payments')", [ACCOUNT, 'is reversed once, by the buyer, and not if it comes from the ERP']],
  ],
  'payments/reported.ts': [['for update', [CONTROLS, 'is confirmed once, whoever confirms at the same time']]],
  'payments/sheetPayments.ts': [
    ['lockBilled(', [PAYMENT_SHEET, 'are paid once if two uploads of the file come at the same time']],
    ["lock(tx, 'payments'", [PAYMENT_SHEET, 'of a payment that is reversed by hand in the meantime is rejected']],
  ],
  'payments/store.ts': [
    ['pg_advisory_xact_lock(', [PAYMENTS, 'a payment is checked against the current amount']],
    ['lockBilled(', [ORDERS, 'a payment of the ERP above the balance that a concurrent payment leaves is on account']],
    ["lock(db, 'payments'", [PAYMENTS, 'a payment waits for the transaction that holds it before it locks the vendor’s account']],
    ['pg_advisory_xact_lock(', [PAYMENTS, 'a return that has moved to another vendor stays with that vendor']],
    ['lockNumbers(', ['test/goodsAttacks.test.ts', 'are claimed if an invoice gets the number in the meantime']],
  ],
  'people/delegations.ts': [['for share', [OTHERS, 'a role that is transferred is the one that its holder has then']]],
  'people/invitations.ts': [['for update', [OTHERS, 'an invitation that another withdraws']]],
  'people/members.ts': [
    ['for key share', [OTHERS, 'a person’s site that is removed']],
    ['for update', ['src/people/members.test.ts', 'remains with one of two owners who remove it from each other at the same time']],
    ['lockTop(', ['src/people/members.test.ts', 'remains with one of two owners who remove it from each other at the same time']],
    ['for update', [OTHERS, 'a member whom another removes']],
  ],
  'process/housekeeping.ts': [['for update', [OTHERS, 'the cleanup waits for no other call']]],
  'products/approvals.ts': [['for update', [PRODUCTS, 'a price that changes is not approved in the version displayed before']]],
  'products/products.ts': [['for update', [PRODUCTS, 'a change of a scheme waits for its products before it locks the scheme']]],
  'products/store.ts': [
    ['for update', [PRODUCTS, 'a file without a column keeps the latest value of the product']],
    ['for share', [PRODUCTS, 'a product gets the latest price of its scheme, by form and by file']],
    ['for update', [PRODUCTS, 'the log of a saved product has the values that it had just before']],
  ],
  'products/itemProposals.ts': [
    ['pg_advisory_xact_lock(', [PROPOSALS, 'of two vendors becomes one item, which does not take the code of another item']],
    ['pg_advisory_xact_lock(', [PROPOSALS, 'is limited to a hundred pending ones, even if two arrive at the same time']],
    ['for update', [PROPOSALS, 'is either accepted or rejected if both happen at the same time']],
    ['pg_advisory_xact_lock(', [PROPOSALS, 'takes a code only once if two are accepted at the same time']],
  ],
  'products/undo.ts': [['for update', ['src/products/undo.test.ts', 'of two concurrent calls happens once, and the other gets an error']]],
  'purchase-orders/amended.ts': [
    ["held('purchase_orders')", [ORDERS, 'terms that change while they are acknowledged must be acknowledged again']],
  ],
  'purchase-orders/answerSheet.ts': [
    ["lock(tx, 'purchase_orders'", [SHEETS, 'a file of confirmations waits for all of its orders before it locks an invoice']],
  ],
  'purchase-orders/answers.ts': [["held('purchase_orders')", [ORDERS, 'an answer, by who closes the order']]],
  'purchase-orders/lock.ts': [
    ['for no key update', [ORDERS, 'an answer, by who closes the order']],
    ['for no key update', [ACCOUNT, 'two payments and a credit on account never pay more than the payable amount']],
    ['pg_advisory_xact_lock(', [ORDERS, 'a memo waits for its invoice that is not committed yet']],
    ["lock(tx, 'purchase_orders'", [ORDERS, "['approves', "]],
    ["lock(tx, 'dispatch_notes'", [NOTES, 'a deletion of an invoice waits for the note that names it before it locks the invoice']],
    ["lock(tx, 'invoices'", [ORDERS, 'a release, by who returns the invoice']],
    ["lock(tx, 'purchase_orders'", [ORDERS, 'changes tolerances']],
  ],
  'purchase-orders/orders.ts': [["held('purchase_orders')", [ORDERS, 'an acknowledgement, by who closes the order']]],
  'purchase-orders/store.ts': [
    ['lockOrders(', [PAYMENTS, 'the log of an amended order has the values from before the amendment']],
    ["lock(db, 'purchase_orders'", ['src/purchase-orders/lines.test.ts', 'a price agreed while the ERP sends the order is kept']],
    ['pg_advisory_xact_lock(', [PAYMENTS, 'the log of an amended order has the values from before the amendment']],
  ],
  'purchase-orders/tolerances.ts': [['for no key update', [OTHERS, 'of tolerances of %s']]],
  'rates/codeLists.ts': [['lock table code_lists', [OTHERS, 'a list of codes has the rows of one file only']]],
  'rates/rates.ts': [
    ['lock table gst_rates', [OTHERS, 'a rate that another changes']],
    ['lockRates(', [OTHERS, 'a rate that another changes']],
    ['lockRates(', [OTHERS, 'a rate that another deletes']],
  ],
  'rates/upload.ts': [['lockRates(', [OTHERS, 'a file of rates finds rates entered since its check']]],
  'receipts/photos.ts': [
    ["lock(tx, 'receipts'", [ORDERS, 'a photo, by who cancels the receipt']],
    ["lock(tx, 'receipts'", [ORDERS, 'the removal of a photo, by who removes it']],
  ],
  'receipts/receipts.ts': [
    ["held('purchase_orders')", [ORDERS, 'a receipt, by who cancels the order']],
    [
      "lock(tx, 'purchase_orders'",
      [ORDERS, 'a receipt cancellation and a memo change lock the orders before they wait for the receipt or memo'],
    ],
    ["held('receipts')", [ORDERS, 'the cancellation of a receipt, by who cancels it']],
    ["lock(db, 'dispatch_notes'", [ORDERS, 'a receipt, by who cancels its note']],
  ],
  'registrations/registrations.ts': [['for no key update', [OTHERS, 'a registration that another changes']]],
  'registrations/sites.ts': [
    ['for update', [OTHERS, 'a site that another changes']],
    ['for update', [OTHERS, 'the removal of a site to which somebody is bound']],
  ],
  'schemes/edit.ts': [
    ['for update', [PRODUCTS, 'a scheme that another user changes is not changed on outdated values']],
    ['for update', ['src/schemes/edit.test.ts', 'made twice at the same time succeeds once']],
  ],
  'schemes/schemes.ts': [['for share', [PRODUCTS, 'a product gets the latest price of its scheme, by form and by file']]],
  'settings/receivers.ts': [['for no key update', [OTHERS, 'receivers that another saves']]],
  'settings/settings.ts': [
    ['for no key update', [OTHERS, 'settings that another saves']],
    ['for no key update', [OTHERS, 'of the logo']],
  ],
  'sign-in/emailChanges.ts': [['for update', [SIGN_IN, 'opens the link of a new e-mail']]],
  'sign-in/freshness.ts': [['lockForSignIns(', [SIGN_IN, 'begins to set a second factor up']]],
  'sign-in/providerSignIn.ts': [
    ['for key share', [SIGN_IN, 'links no user to the new issuer, and signs no one in: %s']],
    ['lockProved(', [SIGN_IN, 'links no user to the new issuer, and signs no one in: %s']],
    ['for share', [SIGN_IN, 'a sign-in with a provider ends with the sessions that end while it starts']],
    ['lockTop(', [SIGN_IN, 'one of the last two emergency administrators stays if both link their accounts at the same time']],
    ['lockProved(', [SIGN_IN, 'links no user to the new issuer, and signs no one in: %s']],
    ['lockForSignIns(', [PRODUCTS, 'a session started by a provider ends with its link']],
    ['lockForSignIns(', [PRODUCTS, 'a session started by a provider ends with its link']],
    ['lockProved(', [SIGN_IN, 'cannot accept an invitation: %s']],
  ],
  'sign-in/providers.ts': [
    ['lockTop(', [PRODUCTS, 'a domain that another provider enters is taken']],
    ['lockTop(', [PRODUCTS, 'a domain that another provider enters is taken']],
    ['for update', [OTHERS, 'a provider that another changes']],
  ],
  'sign-in/secondFactor.ts': [
    ['lockForSignIns(', [SIGN_IN, 'turns a second factor on']],
    ['lockForSignIns(', [SIGN_IN, 'resets a second factor']],
  ],
  'sign-in/sessions.ts': [
    ['for no key update', [SIGN_IN, 'choose the same company again']],
    ['for share', [SIGN_IN, 'choose the same company again']],
    ['lockForSignIns(', [SIGN_IN, 'choose the same company again']],
  ],
  'sign-in/signIn.ts': [
    [
      'waitForEnding(',
      ['src/sign-in/secondFactor.test.ts', 'ends the other sessions, and a sign-in whose password was correct before it was on'],
    ],
    ['waitForEnding(', [SIGN_IN, 'choose a company after the code']],
    ['waitForEnding(', [SIGN_IN, 'a choice of a company waits for the user before it uses the challenge']],
    ['waitForEnding(', [SIGN_IN, 'choose the same company again']],
    ['for update', [SIGN_IN, 'a session of another company keeps the identity confirmed in the meantime']],
  ],
  'vendors/edit.ts': [
    ['for update', [OTHERS, 'a person whom another changes']],
    ['lockTop(', [OTHERS, 'the last administrator but one, whom another puts out']],
  ],
  'vendors/identity.ts': [['for update', ['src/vendors/identity.test.ts', 'is made only once of two at the same time']]],
  'vendors/matches.ts': [['for update', [PRODUCTS, 'a vendor that changes is not linked to a supplier on outdated values']]],
  'vendors/sentBack.ts': [['for update', [OTHERS, 'a registration that another activates']]],
};

test('each lock of the source is named with the test that fails without it', () => {
  const found = Object.fromEntries(sources.map((file) => [file, locksOf(file)] as const).filter(([, locks]) => locks.length > 0));
  expect(found).toEqual(Object.fromEntries(Object.entries(PROVED).map(([file, locks]) => [file, locks.map(([lock]) => lock)])));
});

test('each of these tests exists', () => {
  const proofs = Object.values(PROVED).flatMap((locks) => locks.map(([, proof]) => proof));
  const texts = new Map([...new Set(proofs.map(([file]) => file))].map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  expect(proofs.filter(([file, title]) => texts.get(file)?.includes(title) !== true)).toEqual([]);
});
