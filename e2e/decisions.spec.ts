/** Decisions about money: payment of several invoices at once, a reversed payment, accepted memos, payment reports, and controls. */
import type { Page } from '@playwright/test';

import { chooseVendor, expect, expectAccessible, paste, type Person, type Portal, serial, test } from './portal.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

/** Today in India. */
const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(Date.now());

async function addInvoice(portal: Portal, vendor: Person, invoiceNumber: string, invoiceValue: string): Promise<string> {
  const body = { invoiceNumber, invoiceValue, invoiceDate: today() };
  const answer = await portal.call(vendor, 'POST', '/api/invoice/create', body);
  expect(answer.status).toBe(200);
  return (answer.body as { data: { _id: string } }).data._id;
}

test('accounts pay several invoices in three clicks, see why one is not fully payable, and reverse the payment', async ({
  page,
  portal,
}) => {
  const vendor = await portal.newVendor();
  const [one, two, three] = [1, 2, 3].map(() => String(serial())) as [string, string, string];
  await addInvoice(portal, vendor, one, '1000');
  await addInvoice(portal, vendor, two, '500.50');
  await addInvoice(portal, vendor, three, '300');
  // A claim of the buyer blocks a part of the third invoice.
  const claim = { userID: vendor.id, productName: 'Rice', vendorInvoiceRef: three, amount: '100', issuer: 'buyer', kind: 'commercial' };
  expect((await portal.call(portal.administrator, 'POST', '/api/debitMemo/AddUserDebitMemo', claim)).status).toBe(200);

  await portal.signIn(page, portal.administrator);
  await page.goto(`/invoices/invoice?userID=${vendor.id}`);
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await button(page, 'Pay').click();
  const window = dialog(page, 'Pay 3 invoices');
  const amount = async (number: string) =>
    window.getByLabel(`Amount ₹, line ${await window.getByRole('row').filter({ hasText: number }).getAttribute('data-row')}`);
  await expect(await amount(one)).toHaveValue('1,000.00');
  await expect(window.getByLabel('Amount ₹, line 1')).toBeFocused();
  await expect(await amount(three)).toHaveValue('200.00');
  await expect(window.getByText('₹100.00 is held by claims.')).toBeVisible();
  await expect(window.getByText('₹1,700.50')).toBeVisible();
  await expectAccessible(page);
  // An amount above the payable value cannot be saved, and the wrong cell receives the focus.
  await (await amount(three)).fill('250');
  await window.getByRole('button', { name: 'Save' }).click();
  await expect(await amount(three)).toBeFocused();
  await expect(await amount(three)).toHaveAccessibleDescription('Payment value should not be more then 200.00');
  await expect(window.getByRole('button', { name: '1 problem' })).toBeVisible();
  await expectAccessible(page, 'an amount above what is payable');
  // The cell handles Esc, so the window stays open.
  await page.keyboard.press('Escape');
  await expect(await amount(three)).toHaveValue('250');
  await (await amount(three)).fill('');
  await expect(window.getByText('₹1,500.50')).toBeVisible();
  await window.getByLabel('Amount ₹, line 1').focus();
  await paste(page, '10\r\n12.50\r\n20\r\n');
  await expect(window.getByText('₹42.50')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(window.getByText('₹1,500.50')).toBeVisible();
  await page.setViewportSize({ width: 360, height: 780 });
  expect(await window.evaluate((each) => each.scrollWidth <= each.clientWidth)).toBe(true);
  await expectAccessible(page, 'invoices to pay as cards');
  await page.setViewportSize({ width: 1280, height: 720 });
  await window.getByRole('button', { name: 'Pay in full' }).click();
  await expect(window.getByText('₹1,700.50')).toBeVisible();
  await window.getByLabel('Payment Reference').fill(`UTR${one}`);
  await Promise.all([
    expect(page.getByText('Payment added successfully')).toBeVisible(),
    window.getByRole('button', { name: 'Save' }).click(),
  ]);

  await page.goto(`/invoices/payment-report?userID=${vendor.id}`);
  const row = page.getByRole('table', { name: 'Vendor Payment Report' }).getByRole('row').nth(1);
  await expect(row).toContainText(`UTR${one}`);
  await expect(row).toContainText('₹1,700.50');
  for (const number of [one, two, three]) await expect(row).toContainText(number);
  await row.getByRole('link').first().click();
  await button(page, 'Reverse payment').click();
  const asked = dialog(page, 'Reverse payment');
  await asked.getByRole('button', { name: 'Reverse payment' }).click();
  await expect(asked.getByText('Enter the reason for reversing the payment.')).toBeVisible();
  await asked.getByLabel('Reason').fill('Wrong account');
  await Promise.all([
    expect(page.getByText('Payment reversed', { exact: true })).toBeVisible(),
    asked.getByRole('button', { name: 'Reverse payment' }).click(),
  ]);
  await page.goto(`/invoices/invoice?userID=${vendor.id}`);
  await expect(page.getByRole('row', { name: new RegExp(one) })).toContainText('₹1,000.00');
});

test('invoices of several vendors cannot be paid together', async ({ page, portal }) => {
  const numbers = [String(serial()), String(serial())];
  for (const number of numbers) await addInvoice(portal, await portal.newVendor(), number, '10');
  await portal.signIn(page, portal.administrator);
  await page.goto('/invoices/invoice');
  for (const number of numbers) await page.getByRole('checkbox', { name: `Select invoice ${number}` }).check();
  await button(page, 'Pay').click();
  await expect(dialog(page, 'Pay 2 invoices')).toContainText('Select invoices of a single vendor.');
});

/** An invoice with a claim of the buyer, and a debit memo of the vendor that would raise the payable amount. */
async function withMemos(portal: Portal): Promise<Person> {
  const vendor = await portal.newVendor();
  const number = String(serial());
  await addInvoice(portal, vendor, number, '1000');
  const memo = { vendorInvoiceRef: number, amount: '100', kind: 'commercial' };
  const claim = { ...memo, userID: vendor.id, productName: 'Shortage', issuer: 'buyer' };
  expect((await portal.call(portal.administrator, 'POST', '/api/debitMemo/AddUserDebitMemo', claim)).status).toBe(200);
  const raise = { ...memo, productName: 'Freight forgotten' };
  expect((await portal.call(vendor, 'POST', '/api/debitMemo/AddUserDebitMemo', raise)).status).toBe(200);
  return vendor;
}

async function statusOf(portal: Portal, vendor: Person, product: string): Promise<string | undefined> {
  const found = await portal.call(vendor, 'GET', '/api/debitMemo/getAllUserDebitMemo');
  return (found.body as { productName: string; status: string }[]).find(({ productName }) => productName === product)?.status;
}

test('a vendor accepts a claim of the buyer, and cannot accept its own memo', async ({ page, portal }) => {
  const vendor = await withMemos(portal);
  await portal.signIn(page, vendor);
  await page.goto('/invoices/debit');
  const row = (product: string) => page.getByRole('row', { name: new RegExp(product) });
  await row('Shortage')
    .getByRole('button', { name: /^Accept/ })
    .click();
  await expect(row('Freight forgotten').getByRole('button', { name: /^Accept/ })).toHaveCount(0);
  await expect(dialog(page, 'Accept memo')).toContainText('₹100.00 is deducted from the amount payable to the vendor.');
  await expectAccessible(page);
  await dialog(page, 'Accept memo').getByRole('button', { name: 'Accept memo' }).click();
  await expect(row('Shortage').getByRole('button', { name: /^Accept/ })).toHaveCount(0);
  expect(await statusOf(portal, vendor, 'Shortage')).toBe('accepted');
});

test('the buyer rejects a memo that would raise the payable amount, with a reason', async ({ page, portal }) => {
  const vendor = await withMemos(portal);
  await portal.signIn(page, portal.administrator);
  await page.goto(`/invoices/debit?userID=${vendor.id}`);
  const row = page.getByRole('row', { name: /Freight forgotten/ });
  await row.getByRole('button', { name: /^Reject/ }).click();
  const asked = dialog(page, 'Reject memo');
  await asked.getByRole('button', { name: 'Reject memo' }).click();
  await expect(asked.getByText('Enter the reason for reversing the memo.')).toBeVisible();
  expect(await statusOf(portal, vendor, 'Freight forgotten')).toBe('open');
  await asked.getByLabel('Reason').fill('Freight is included');
  await asked.getByRole('button', { name: 'Reject memo' }).click();
  await expect(row.getByRole('button', { name: /^Reject/ })).toHaveCount(0);
  expect(await statusOf(portal, vendor, 'Freight forgotten')).toBe('reversed');
});

// All tests share one portal, so this test intercepts the changes of controls and does not let them reach the server.
test('an administrator chooses a preset and a custom combination of controls', async ({ page, portal }) => {
  await portal.signIn(page, portal.administrator);
  await page.goto('/settings/controls');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings > Controls');
  await expectAccessible(page);
  const choices = (name: string) => page.getByRole('radiogroup', { name });
  await choices('Preset').getByRole('radio', { name: 'Matched or approved' }).check();
  await expect(page.getByText('Only matched, released or approved invoices can be paid.')).toBeVisible();
  const paid = choices('Payable invoices');
  await expect(paid.getByRole('radio', { name: 'Matched, released or approved' })).toBeChecked();
  await expect(page.getByText('Differs from the preset, which has:')).toHaveCount(0);
  await paid.getByText('Approved only').click();
  // The page names a control that departs from the preset, and shows an unsaved one with its old and new value.
  await expect(page.getByText('Differs from the preset, which has: Matched, released or approved.')).toBeVisible();
  const unsaved = page.getByRole('note');
  await expect(unsaved).toContainText('Payable invoices: All invoices → Approved only');
  await expectAccessible(page, 'unsaved controls');
  await unsaved.getByRole('button', { name: 'Discard' }).click();
  await expect(choices('Preset').getByRole('radio', { name: 'As entered' })).toBeChecked();
  await expect(unsaved).toHaveCount(0);
  await choices('Preset').getByRole('radio', { name: 'Matched or approved' }).check();
  await paid.getByText('Approved only').click();
  const sent = page.waitForRequest((request) => request.method() === 'PUT' && request.url().endsWith('/api/controls'));
  await page.route('**/api/controls', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 409, json: { message: 'Not in this test.' } }) : route.fallback(),
  );
  await button(page, 'Save controls').click();
  expect((await sent).postDataJSON()).toMatchObject({
    preset: 'matched',
    payableInvoices: 'approved',
    duties: true,
    vendorPaymentsReported: true,
  });
});

test('the dashboard mentions the controls of an older installation once, with a link', async ({ page, portal }) => {
  await portal.signIn(page, portal.administrator);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Review controls' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings > Controls');
});

test('accounts enter an opening balance, and set it off against an invoice as far as it suffices', async ({ page, portal }) => {
  const company = `Account Mill ${serial()}`;
  const vendor = await portal.newVendor({ vendor_name: company });
  const number = String(serial());
  await addInvoice(portal, vendor, number, '300');
  await portal.signIn(page, portal.administrator);
  await page.goto('/invoices/payment-report');
  await page.getByRole('navigation', { name: 'Reports' }).getByRole('link', { name: 'On account' }).click();
  await page.getByRole('link', { name: 'Add opening balance' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Enter the amount, other than 0. Use a minus sign if the vendor owes you.')).toBeVisible();
  await expectAccessible(page);
  await chooseVendor(page, company);
  await page.getByLabel('Amount').fill('-250');
  await page.getByLabel('Reason').fill('Old ledger');
  await page.getByRole('button', { name: 'Save' }).click();
  const row = page.getByRole('table', { name: 'Opening balances' }).getByRole('row', { name: new RegExp(company) });
  await expect(row).toContainText('250.00');
  await expect(row).toContainText('Accepted');
  await expectAccessible(page);

  // The demo has no controls, so payments without an order have no limit.
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Pay in advance' }).click();
  // The previous list has a vendor field too, so the test waits for the heading.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('On account > Pay in advance');
  await chooseVendor(page, company);
  await page.getByLabel('Amount').fill('100');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Payment added successfully')).toBeVisible();

  await page.goto(`/invoices/on-account?userID=${vendor.id}`);
  await page.getByRole('link', { name: 'Set off ₹250.00 against an invoice' }).click();
  const invoice = page.getByRole('combobox', { name: 'Invoice Number' });
  await invoice.click();
  await page.getByRole('option', { name: new RegExp(number) }).click();
  await page.getByLabel('Amount').fill('250.01');
  await page.getByRole('button', { name: 'Set off' }).click();
  await expect(page.getByText(/^₹250\.01 exceeds the ₹250\.00 of .*credit.* that is still on account\. Lower the amount\.$/)).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Amount').fill('200');
  await Promise.all([
    expect(page.getByText('Credit set off against the invoice.')).toBeVisible(),
    page.getByRole('button', { name: 'Set off' }).click(),
  ]);
  await page.goto(`/invoices/invoice?userID=${vendor.id}`);
  await expect(page.getByRole('row', { name: new RegExp(number) })).toContainText('₹100.00');
});

test('accounts upload opening balances by document, which count only once another user approves them', async ({ page, portal }) => {
  const company = `Ledger Mill ${serial()}`;
  const vendor = await portal.newVendor({ vendor_name: company });
  const { body } = await portal.call(portal.administrator, 'GET', `/api/auth/user/${vendor.id}`);
  const [{ vendor_Code: code } = { vendor_Code: '' }] = body as { vendor_Code: string }[];
  const sheet = (...rows: string[]) => ({
    name: 'ledger.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Vendor Code,Kind,Number,Amount,Date,Due Date,Cut-off Date', ...rows].join('\n')),
  });
  await portal.signIn(page, portal.administrator);
  await page.goto('/invoices/on-account');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Upload opening balances' }).click();
  const file = page.locator('input[type=file]');
  await file.setInputFiles(sheet(`${code},Invoice,OB-1,-500,15-03-2026,,31-03-2026`, `${code},Invoice,OB-1,200,02-04-2026,,31-03-2026`));
  await expect(page.getByRole('row', { name: /^2 Amount/ })).toBeVisible();
  await expectAccessible(page);

  await file.setInputFiles(
    sheet(`${code},Invoice,OB-1,500,15-03-2026,14-04-2026,31-03-2026`, `${code},Payment on account,UTR-1,-200,20-03-2026,,31-03-2026`),
  );
  await page.getByRole('button', { name: /2 opening balances/ }).click();
  const waiting = page.getByRole('table', { name: 'Waiting for approval' }).getByRole('row', { name: new RegExp(company) });
  await expect(waiting).toContainText('₹300.00');
  await expect(page.getByRole('table', { name: 'Documents' }).getByRole('row', { name: /OB-1/ })).toContainText('14-04-2026');
  await expect(page.getByText('Another user must approve what you uploaded.')).toBeVisible();
  await expect(button(page, 'Approve opening balances')).toBeHidden();
  await expectAccessible(page);

  await button(page, 'Reject opening balances').click();
  await dialog(page, 'Reject opening balances').getByLabel('Reason').fill('The old ledger was corrected');
  await dialog(page, 'Reject opening balances').getByRole('button', { name: 'Reject opening balances' }).click();
  const decided = page
    .getByRole('table', { name: 'Approved and rejected files' })
    .getByRole('row', { name: /The old ledger was corrected/ });
  await expect(decided).toContainText('Rejected');
  await expect(waiting).toBeHidden();
});

test('another user accepts a pending opening balance', async ({ page, portal }) => {
  const opening = (id: string, vendorName: string, isOwn: boolean) => ({
    _id: id,
    vendorId: id,
    vendorCode: 1001,
    vendorName,
    amount: 500,
    kind: 'balance',
    number: null,
    day: '2026-03-31',
    dueDay: null,
    vendorGST: null,
    sheetId: null,
    invoiceId: null,
    reason: 'Old ledger',
    status: 'open',
    isOwn,
    reverseReason: null,
    createdAt: `${today()}T10:00:00+05:30`,
    updatedAt: `${today()}T10:00:00+05:30`,
  });
  const accepted: string[] = [];
  await page.route(/\/api\/account\/openingBalances(\?|$)/, (route) =>
    route.fulfill({ json: [opening('1', 'Annapurna Rice Mill', false), opening('2', 'Bharat Foods', true)] }),
  );
  await page.route('**/api/account/openingBalances/*/accept', (route) => {
    accepted.push(new URL(route.request().url()).pathname);
    return route.fulfill({ json: { message: 'Opening balance accepted.', data: opening('1', 'Annapurna Rice Mill', false) } });
  });
  await portal.signIn(page, portal.administrator);
  await page.goto('/invoices/on-account');
  // An opening balance that the same user entered waits for approval by another user.
  await expect(button(page, 'Reverse opening balance of Bharat Foods')).toBeVisible();
  await expect(button(page, 'Accept opening balance of Bharat Foods')).toBeHidden();
  await button(page, 'Accept opening balance of Annapurna Rice Mill').click();
  await expect.poll(() => accepted).toEqual(['/api/account/openingBalances/1/accept']);
});

test('accounts confirm a reported payment, and reject one with a reason', async ({ page, portal }) => {
  const reported = (id: string, number: string) => ({
    _id: id,
    userID: '1',
    vendorName: 'Annapurna Rice Mill',
    invoiceId: id,
    invoiceNumber: number,
    amount: 500,
    paymentMode: 'online',
    Remarks: null,
    paymentDate: today(),
    reference: 'UTR1',
    status: 'reported',
    reason: null,
    paymentId: null,
    createdAt: `${today()}T10:00:00+05:30`,
  });
  const decided: [string, unknown][] = [];
  await page.route('**/api/vendorPaymentReport/reported', (route) =>
    route.fulfill({ json: { payments: [reported('1', '71'), reported('2', '72')] } }),
  );
  await page.route('**/api/vendorPaymentReport/reported/*/*', (route) => {
    decided.push([new URL(route.request().url()).pathname, route.request().postDataJSON()]);
    return route.fulfill({ json: { message: 'Decided.' } });
  });
  await portal.signIn(page, portal.administrator);
  await page.goto('/invoices/payments-to-check');
  await expectAccessible(page);
  await button(page, 'Confirm payment of ₹500.00 for invoice 71').click();
  await expect.poll(() => decided.length).toBe(1);
  await button(page, 'Reject payment of ₹500.00 for invoice 72').click();
  const asked = dialog(page, 'Reject payment');
  await asked.getByRole('button', { name: 'Reject payment' }).click();
  await expect(asked.getByText('Enter the reason. The vendor sees it.')).toBeVisible();
  expect(decided).toHaveLength(1);
  await asked.getByLabel('Reason').fill('No such transfer');
  await asked.getByRole('button', { name: 'Reject payment' }).click();
  await expect(asked).toBeHidden();
  expect(decided).toEqual([
    ['/api/vendorPaymentReport/reported/1/confirm', null],
    ['/api/vendorPaymentReport/reported/2/reject', { reason: 'No such transfer' }],
  ]);
});
