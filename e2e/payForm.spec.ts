/** One payment for several invoices, from the list in three clicks and in the form, and the links to the payment's own page. */
import type { Page } from '@playwright/test';

import { expect, expectAccessible, type Person, type Portal, serial, test } from './portal.ts';

const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(Date.now());

async function addInvoices(portal: Portal, vendor: Person, ...values: readonly string[]): Promise<string[]> {
  const numbers: string[] = [];
  for (const invoiceValue of values) {
    const invoiceNumber = String(serial());
    const body = { invoiceNumber, invoiceValue, invoiceDate: today() };
    expect((await portal.call(vendor, 'POST', '/api/invoice/create', body)).status).toBe(200);
    numbers.push(invoiceNumber);
  }
  return numbers;
}

/** Counts the clicks in the page. @returns a function that reads the number so far. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counted = window as unknown as { clicks: number };
    counted.clicks = 0;
    document.addEventListener('click', ({ isTrusted, detail }) => isTrusted && detail > 0 && (counted.clicks += 1), true);
  });
  return () => page.evaluate(() => (window as unknown as { clicks: number }).clicks);
}

test('selected invoices are paid in three clicks, and the message leads to the payment', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  const [one = '', two = ''] = await addInvoices(portal, vendor, '1000', '500.50');
  await portal.signIn(page, portal.administrator);
  await page.goto(`/invoices/invoice?userID=${vendor.id}`);
  const all = page.getByRole('checkbox', { name: 'Select all rows of this page' });
  await expect(all).toBeVisible();
  const clicks = await countClicks(page);
  await all.click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.getByRole('dialog', { name: 'Pay 2 invoices' }).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Payment added successfully')).toBeVisible();
  expect(await clicks()).toBe(3);

  const said = page.getByRole('status').filter({ hasText: 'Payment of ₹1,500.50' });
  await expectAccessible(page, 'a payment that was saved');
  await said.getByRole('link', { name: 'Open payment' }).click();
  await expect(page).toHaveURL(/\/documents\/payment\/\d+$/);
  await expect(said).toHaveCount(0);
  for (const number of [one, two]) await expect(page.getByRole('table', { name: 'Lines' })).toContainText(number);
});

test('invoices stay selected when they are approved, and can be paid with the next click', async ({ page, portal, browser }) => {
  const vendor = await portal.newVendor();
  const line = { itemCode: 'M-1', itemName: 'Basmati rice 5 kg', quantity: 100, price: 100, taxRate: 5, hsnCode: '10063020' };
  const order = { userID: vendor.id, poNumber: `PF/${serial()}`, poDate: '2026-11-03', lines: [line] };
  const placed = await portal.call(portal.administrator, 'POST', '/api/buyerData/orders/create', order);
  const { _id: orderId } = (placed.body as { data: { _id: string } }).data;
  const receipt = { receiptNumber: `GRN/${serial()}`, receivedOn: '2026-11-09', lines: [{ orderId, line: 1, quantity: 100 }] };
  expect((await portal.call(portal.administrator, 'POST', '/api/receipts/create', receipt)).status).toBe(200);
  /** A matched invoice for a part of the goods. */
  const bill = async (quantity: number) => {
    const sums = { invoiceValue: quantity * 105, CGSTValue: quantity * 2.5, SGSTValue: quantity * 2.5 };
    const body = { invoiceNumber: String(serial()), lines: [{ orderId, line: 1, quantity }], ...sums };
    expect((await portal.call(vendor, 'POST', '/api/invoice/create', body)).status).toBe(200);
  };
  for (const quantity of [40, 30]) await bill(quantity);
  await portal.signIn(page, portal.administrator);
  await page.goto(`/invoices/invoice?userID=${vendor.id}`);
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('dialog', { name: 'Approve 2 invoices' }).getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('2 invoices approved.')).toBeVisible();
  await expect(page.getByText('2 selected')).toBeVisible();
  // They are approved, so that only the payment is left.
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0);
  await expectAccessible(page, 'approved invoices that are still selected');
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.getByRole('dialog', { name: 'Pay 2 invoices' }).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Payment added successfully')).toBeVisible();
  await expect(page.getByText(/\d selected/)).toHaveCount(0);
  // A user who approves and does not pay has nothing more to do with them.
  const approver = await portal.newMember(portal.administrator, 'approver');
  await bill(10);
  const theirs = await (await browser.newContext()).newPage();
  await portal.signIn(theirs, approver);
  await theirs.goto(`/invoices/invoice?userID=${vendor.id}&state=open`);
  await theirs.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await theirs.getByRole('button', { name: 'Approve', exact: true }).click();
  await theirs.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(theirs.getByText('Invoice approved.')).toBeVisible();
  await expect(theirs.getByText(/\d selected/)).toHaveCount(0);
});

test('the form lists the open invoices of the vendor with payable amounts, and pays those with an amount', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  const [one = '', two = '', three = ''] = await addInvoices(portal, vendor, '1000', '500.50', '300');
  const { administrator } = portal;
  const memo = { userID: vendor.id, productName: 'Rice', kind: 'commercial' };
  // A claim of the buyer blocks a part of the third invoice, and a credit memo of the vendor lowers the second.
  const claim = { ...memo, vendorInvoiceRef: three, amount: '100', issuer: 'buyer' };
  expect((await portal.call(administrator, 'POST', '/api/debitMemo/AddUserDebitMemo', claim)).status).toBe(200);
  const note = { ...memo, vendorInvoiceRef: two, amount: '50.50' };
  expect((await portal.call(vendor, 'POST', '/api/creditMemo/AddUserCreditMemo', note)).status).toBe(200);
  const advance = { userID: vendor.id, amount: '70', paymentMode: 'online' };
  expect((await portal.call(administrator, 'POST', '/api/vendorPaymentReport/advance', advance)).status).toBe(200);

  await portal.signIn(page, administrator);
  await page.goto(`/invoices/payment/create?userID=${vendor.id}`);
  const lines = page.getByRole('grid', { name: 'Invoices to pay' });
  const row = (number: string) => lines.getByRole('row').filter({ hasText: number });
  await expect(row(two)).toContainText('-50.50');
  await expect(row(two)).toContainText('450.00');
  await expect(row(three)).toContainText('₹100.00 is held by claims.');
  await expect(row(three)).toContainText('200.00');
  const foot = (label: string) =>
    page
      .locator('span')
      .filter({ hasText: new RegExp(`^${label}₹`) })
      .last();
  await expect(foot('On account')).toHaveText('On account₹70.00');
  await expectAccessible(page, 'the allocations of a payment');
  const amount = (number: string) => row(number).getByRole('textbox', { name: /^Amount ₹/ });
  // Nothing is paid until the user types an amount, and the value follows.
  await expect(amount(one)).toHaveValue('');
  await amount(one).fill('600');
  await amount(three).fill('200.01');
  await expect(page.getByRole('textbox', { name: 'Payment Value' })).toHaveValue('800.01');
  await expect(page.getByRole('combobox', { name: 'Invoice Number' })).toBeDisabled();
  await page.getByRole('combobox', { name: 'Payment Mode' }).click();
  await page.getByRole('option', { name: 'Online' }).click();
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(amount(three)).toBeFocused();
  await expect(amount(three)).toHaveAccessibleDescription('Payment value should not be more then 200.00');
  await amount(three).fill('200');
  await expect(foot('Payment Value')).toHaveText('Payment Value₹800.00');
  const reference = `UTR${serial()}`;
  await page.getByLabel('Payment Reference').fill(reference);
  for (const width of [360, 768]) {
    await page.setViewportSize({ width, height: 780 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Payment added successfully')).toBeVisible();
  const said = page.getByRole('status').filter({ hasText: `Payment ${reference} of ₹800.00` });
  await said.getByRole('link', { name: 'Open payment' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(reference);

  // The page of the invoice links to the payment too, by its reference.
  await page.getByRole('table', { name: 'Lines' }).getByRole('link', { name: three }).click();
  await page.getByRole('region', { name: 'Payments' }).getByRole('link', { name: reference }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(reference);
});

test('one invoice is paid by its number as before, and cleared amounts restore the value', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  const [one = ''] = await addInvoices(portal, vendor, '1000');
  await portal.signIn(page, portal.administrator);
  await page.goto(`/invoices/payment/create?userID=${vendor.id}`);
  const value = page.getByRole('textbox', { name: 'Payment Value' });
  const amount = page.getByRole('textbox', { name: 'Amount ₹, line 1' });
  await amount.fill('5');
  await expect(value).toHaveValue('5.00');
  await amount.fill('');
  await expect(value).toHaveValue('');
  await expect(value).toBeEnabled();
  const number = page.getByRole('combobox', { name: 'Invoice Number' });
  await number.fill(one);
  await page.getByRole('option', { name: one }).click();
  await expect(page.getByRole('grid', { name: 'Invoices to pay' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Pay the whole balance' }).click();
  await expect(value).toHaveValue('1,000.00');
});
