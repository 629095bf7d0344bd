import type { Page } from '@playwright/test';

import { expect, expectAccessible, inHindi, type Person, serial, settled, test } from './portal.ts';

test('views of a list have counts, open on 25 rows, and the footer totals all pages', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  const invoice = (number: number, invoiceDate: string) => ({ invoiceNumber: String(number), invoiceValue: 1000, invoiceDate });
  for (let number = 1; number <= 9; number += 1)
    expect((await portal.call(vendor, 'POST', '/api/invoice/create', invoice(8000 + number, '2026-01-05'))).status).toBe(200);
  await portal.signIn(page, vendor);
  await page.goto('/invoices/invoice');
  const views = page.getByRole('navigation', { name: 'Views of the list' });
  const view = (name: RegExp) => views.getByRole('link', { name });
  await expect(view(/^All 9/)).toHaveAttribute('aria-current', 'true');
  // The list of the specification has seven rows per page; the footer counts all rows.
  await expect(page.getByText('Showing 1 to 7 of 9 entries')).toBeVisible();
  const foot = page.locator('tfoot');
  await expect(foot).toContainText('Total of 9 entries');
  await expect(foot).toContainText('₹9,000.00');
  await expect(view(/^Overdue 9/)).toContainText('₹9,000.00');
  await expect(view(/^Due this week 0/)).toBeVisible();
  await view(/^Overdue 9/).click();
  await expect(page.getByText('Showing 1 to 9 of 9 entries')).toBeVisible();
  await expect(view(/^Overdue 9/)).toHaveAttribute('aria-current', 'true');
  await expectAccessible(page, 'a view');
  // A filter narrows every view and the footer, and stays when the user chooses another view.
  await page.getByLabel('Invoice Number', { exact: true }).fill('8001');
  await page.keyboard.press('Enter');
  await expect(foot).toContainText('Total of 1 entry');
  await expect(view(/^Overdue 1/)).toHaveAttribute('aria-current', 'true');
  await expect(view(/^Overdue 1/)).toContainText('₹1,000.00');
  await view(/^All 1/).click();
  await expect(view(/^All 1/)).toHaveAttribute('aria-current', 'true');
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible();
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(view(/^All 9/)).toHaveAttribute('aria-current', 'true');
  await expect(page.getByText('Showing 1 to 7 of 9 entries')).toBeVisible();
});

test('the dashboard begins with the tasks of the day, and each has its next step', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  const line = { itemCode: 'M-1', itemName: 'Basmati rice 5 kg', quantity: 100, price: 100, taxRate: 5, hsnCode: '10063020' };
  const order = { userID: vendor.id, poNumber: 'PO/T1', poDate: '2026-11-03', lines: [line] };
  expect((await portal.call(portal.administrator, 'POST', '/api/buyerData/orders/create', order)).status).toBe(200);
  await portal.signIn(page, vendor);
  await page.goto('/dashboard');
  // The menu counts the pending records and links to them.
  await expect(page.getByRole('link', { name: 'Purchase Orders: 1 for me' }).first()).toHaveText('1');
  const today = page.getByRole('region', { name: 'For you today' });
  const group = today.getByRole('region', { name: 'Orders to acknowledge' });
  await expect(group).toContainText('1 · ₹10,500.00');
  await expectAccessible(page, 'the tasks of the day');
  const owed = await page.getByRole('region', { name: 'Receivables' }).boundingBox();
  expect((await today.boundingBox())?.y ?? 0).toBeLessThan(owed?.y ?? 0);
  await group.getByRole('link', { name: 'Confirm PO/T1' }).click();
  await page.getByRole('button', { name: 'Send confirmation' }).click();
  await expect(page.getByText('Confirmation sent.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Purchase Orders: 1 for me' })).toHaveCount(0);
  await page.goto('/dashboard');
  await today.getByRole('region', { name: 'Orders to ship' }).getByRole('link', { name: 'Create dispatch note PO/T1' }).click();
  await expect(page.getByRole('combobox', { name: 'PO Number' })).toHaveValue('PO/T1');
});

test('the tasks of the day belong to the user’s roles, like the counts of the menu', async ({ browser, portal }) => {
  const vendor = await portal.newVendor();
  const line = { itemCode: 'M-1', itemName: 'Basmati rice 5 kg', quantity: 100, price: 100, taxRate: 5, hsnCode: '10063020' };
  const order = { userID: vendor.id, poNumber: 'PO/T3', poDate: '2026-11-03', lines: [line] };
  expect((await portal.call(portal.administrator, 'POST', '/api/buyerData/orders/create', order)).status).toBe(200);
  const groups = async (who: Parameters<typeof portal.signIn>[1]) => {
    const page = await (await browser.newContext({ locale: 'en-IN' })).newPage();
    await portal.signIn(page, who);
    await page.goto('/dashboard');
    await expect(page.getByRole('region', { name: 'For you today' })).toBeVisible();
    await settled(page);
    const found = await page.getByRole('region', { name: 'For you today' }).getByRole('heading', { level: 3 }).allTextContents();
    await page.context().close();
    return found;
  };
  expect(await groups(vendor)).toContain('Orders to acknowledge');
  expect(await groups(await portal.newMember(vendor, 'billing'))).not.toContain('Orders to acknowledge');
  expect(await groups(await portal.newMember(vendor, 'reader'))).toEqual([]);
  // A receiver receives goods, but approves no prices, activates no vendors and resolves no exceptions.
  for (const title of await groups(await portal.newMember(portal.administrator, 'receiver'))) expect(title).toBe('Deliveries to receive');
});

test('accepted goods that are not invoiced are listed with their value, and one click opens the invoice', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  const { administrator } = portal;
  const line = { itemCode: 'M-1', itemName: 'Basmati rice 5 kg', quantity: 100, price: 100, taxRate: 5, hsnCode: '10063020' };
  const order = { userID: vendor.id, poNumber: 'PO/T9', poDate: '2026-11-03', lines: [line] };
  const placed = await portal.call(administrator, 'POST', '/api/buyerData/orders/create', order);
  const orderId = (placed.body as { data: { _id: string } }).data._id;
  const lines = [{ orderId, line: 1, quantity: 50, rejected: 10, reason: 'damaged' }];
  const receipt = { receiptNumber: 'GRN/T9', receivedOn: '2026-11-09', lines };
  expect((await portal.call(administrator, 'POST', '/api/receipts/create', receipt)).status).toBe(200);
  await portal.signIn(page, vendor);
  await page.goto('/dashboard');
  const group = page.getByRole('region', { name: 'For you today' }).getByRole('region', { name: 'Accepted goods to invoice' });
  await expect(group).toContainText('1 · ₹4,200.00');
  await expectAccessible(page, 'goods to invoice');
  await page.goto('/purchase-orders');
  const view = page.getByRole('navigation', { name: 'Views of the list' }).getByRole('link', { name: /^To invoice 1/ });
  await expect(view).toContainText('₹4,200.00');
  await view.click();
  await expect(view).toHaveAttribute('aria-current', 'true');
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible();
  await page.goto('/dashboard');
  await group.getByRole('link', { name: 'Create invoice PO/T9' }).click();
  await expect(page.getByRole('textbox', { name: 'PO Number' })).toHaveValue('PO/T9');
  await expect(page.locator('input[name="invoiceValue"]')).toHaveValue('4,200.00');
  await expect(page.getByText('Matches the order and goods receipt.')).toBeVisible();
  await inHindi(page);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 3, name: 'स्वीकृत माल, इनवॉइस बाकी' })).toBeVisible();
});

test('an order with a proposal waiting for the buyer gives its vendor no task', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  const line = { itemCode: 'M-1', itemName: 'Basmati rice 5 kg', quantity: 100, price: 100, taxRate: 5, hsnCode: '10063020' };
  const order = { userID: vendor.id, poNumber: 'PO/T2', poDate: '2026-11-03', lines: [line] };
  const placed = await portal.call(portal.administrator, 'POST', '/api/buyerData/orders/create', order);
  expect(placed.status).toBe(200);
  await portal.signIn(page, vendor);
  await page.goto('/dashboard');
  const group = page.getByRole('region', { name: 'Orders to acknowledge' });
  await expect(group).toContainText('PO/T2');
  const found = (await portal.call(vendor, 'GET', '/api/purChaseOrder/get?poNumber=PO/T2')).body as { _id: string }[];
  const dearer = { line: 1, decision: 'change', reason: 'price', price: 140, promises: [{ quantity: 100, date: '2099-01-01' }] };
  expect((await portal.call(vendor, 'POST', `/api/orderAnswer/send/${found[0]?._id}`, { lines: [dearer] })).status).toBe(200);
  await page.reload();
  await expect(page.getByRole('region', { name: 'For you today' })).toBeVisible();
  await expect(group).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Purchase Orders: 1 for me' })).toHaveCount(0);
});

test('memos, goods receipts and payments have views with count and sum, for both parties, in Hindi and on a phone', async ({
  page,
  portal,
  browser,
}) => {
  const vendor = await portal.newVendor();
  const { administrator } = portal;
  const done = async (person: Person, path: string, body: object) => {
    const answer = await portal.call(person, 'POST', path, body);
    expect(answer).toMatchObject({ status: 200 });
    return (answer.body as { data: { _id: string } }).data._id;
  };
  const line = { itemCode: 'M-1', itemName: 'Basmati rice 5 kg', quantity: 100, price: 100, taxRate: 5, hsnCode: '10063020' };
  const order = { userID: vendor.id, poNumber: `PO/V/${serial()}`, poDate: '2026-11-03', lines: [line] };
  const orderId = await done(administrator, '/api/buyerData/orders/create', order);
  const receive = (more: object) =>
    done(administrator, '/api/receipts/create', {
      receiptNumber: `GRN/${serial()}`,
      receivedOn: '2026-11-10',
      lines: [{ orderId, line: 1, ...more }],
    });
  await receive({ quantity: 10 });
  await receive({ quantity: 10, rejected: 2, reason: 'damaged' });
  const claim = { userID: vendor.id, productName: 'Basmati rice 5 kg', amount: 250 };
  await done(administrator, '/api/debitMemo/AddUserDebitMemo', claim);
  await done(vendor, '/api/debitMemo/AddUserDebitMemo', { productName: 'Basmati rice 5 kg', amount: 100 });
  const invoiceNumber = String(serial());
  await done(vendor, '/api/invoice/create', { invoiceNumber, invoiceValue: 1000, invoiceDate: '2026-11-05' });
  const payment = { userID: vendor.id, invoiceNumber, paymentMode: 'online' };
  await done(administrator, '/api/vendorPaymentReport/create', { ...payment, amount: 400 });
  const bounced = await done(administrator, '/api/vendorPaymentReport/create', { ...payment, amount: 300 });
  await done(administrator, `/api/vendorPaymentReport/reverse/${bounced}`, { reason: 'Returned cheque' });

  const viewsOf = (on: Page) => on.getByRole('navigation', { name: 'Views of the list' });
  const view = (name: RegExp) => viewsOf(page).getByRole('link', { name });
  const foot = page.locator('tfoot').last();
  await portal.signIn(page, vendor);
  // The count in the menu links to the records that the vendor can accept.
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Debit Memo: 1 for me' }).click();
  await expect(view(/^For me 1/)).toHaveAttribute('aria-current', 'true');
  await expect(view(/^For me 1/)).toContainText('₹250.00');
  await expect(foot).toContainText('₹250.00');
  await expect(view(/^Waiting 2/)).toContainText('₹350.00');
  await expectAccessible(page, 'the views of memos');

  await page.goto('/purchase-orders/receipts');
  await expect(view(/^All 2/)).toContainText('₹1,890.00');
  await expect(foot).toContainText('₹1,890.00');
  await view(/^Partly rejected 1/).click();
  await expect(foot).toContainText('₹840.00');
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible();
  await expectAccessible(page, 'the views of goods receipts');

  await page.goto('/invoices/payment-report');
  await expect(view(/^All 3/)).toContainText('₹400.00');
  await view(/^Reversed 2/).click();
  await expect(page.getByText('Showing 1 to 2 of 2 entries')).toBeVisible();
  await expect(foot).toContainText('₹0.00');
  await expectAccessible(page, 'the views of payments');

  const office = await (await browser.newContext()).newPage();
  await portal.signIn(office, administrator);
  await office.goto(`/invoices/debit?userID=${vendor.id}`);
  await viewsOf(office)
    .getByRole('link', { name: /^For me [1-9]/ })
    .click();
  // The vendor's debit memo waits for the buyer, and the buyer's claim does not.
  const memos = office.getByRole('table', { name: 'Debit Memo' });
  await expect(memos.getByRole('row').filter({ hasText: '₹100.00' }).first()).toBeVisible();
  await expect(memos.getByRole('row').filter({ hasText: '₹250.00' })).toHaveCount(0);
  await expectAccessible(office, 'the views of memos for the buyer');
  await office.context().close();

  await inHindi(page);
  await page.setViewportSize({ width: 360, height: 780 });
  for (const path of ['/invoices/debit', '/purchase-orders/receipts', '/invoices/payment-report']) {
    await page.goto(path);
    const tabs = page.getByRole('navigation', { name: 'सूची के व्यू' });
    await expect(tabs.getByRole('link', { name: /^सभी [23]/ })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await expectAccessible(page, `the views of ${path} on a phone`);
  }
});
