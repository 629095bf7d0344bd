import type { Page } from '@playwright/test';

import { expect, expectAccessible, type Person, type Portal, test } from './portal.ts';

/** Clicks the named elements in order. @returns the number of clicks. */
async function clicks(page: Page, ...names: readonly (readonly ['link' | 'button', string])[]): Promise<number> {
  for (const [role, name] of names) await page.getByRole(role, { name, exact: true }).first().click();
  return names.length;
}

/** The date in India the given number of days ago. */
function day(ago: number): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(Date.now() - ago * 86_400_000);
}

async function addInvoice(portal: Portal, vendor: Person, invoiceNumber: string, invoiceValue: number, ago: number): Promise<void> {
  const { status } = await portal.call(vendor, 'POST', '/api/invoice/create', { invoiceNumber, invoiceValue, invoiceDate: day(ago) });
  expect(status).toBe(200);
}

test('the payables are on the first screen, and an overdue invoice is paid from there in three clicks', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  await addInvoice(portal, vendor, '6101', 1180, 80);
  await portal.signIn(page, vendor);
  await page.goto('/dashboard');
  await expect(page.getByRole('region', { name: 'Receivables' })).toContainText('₹1,180.00');

  await page.getByRole('link', { name: /^Overdue/ }).click();
  await page.getByRole('link', { name: 'Record payment invoice 6101' }).click();
  await expect(page.locator('input[name="amount"]')).toHaveValue('1,180.00');
  await expectAccessible(page, 'a prefilled payment');
  await Promise.all([
    expect(page.getByText('Payment added successfully')).toBeVisible(),
    page.getByRole('button', { name: 'Submit' }).click(),
  ]);
  await expect(page.getByText('Data not found')).toBeVisible();
});

test('an invoice shows its payments, and is paid from its page in three clicks', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  await addInvoice(portal, vendor, '6201', 500, 27);
  const part = { invoiceNumber: '6201', amount: 120, paymentMode: 'cheque', Remarks: 'First part' };
  expect((await portal.call(vendor, 'POST', '/api/vendorPaymentReport/create', part)).status).toBe(200);
  await portal.signIn(page, portal.administrator);
  await page.goto(`/invoices/invoice?userID=${vendor.id}`);
  await expect(page.getByRole('row').nth(1)).toContainText('Due soon');
  const record = page.getByRole('dialog', { name: 'Invoice 6201' });

  let made = await clicks(page, ['link', '6201']);
  const paid = record.getByRole('region', { name: 'Payments' });
  await expect(paid).toContainText('First part');
  for (const amount of ['₹500.00', '₹120.00', '₹380.00']) await expect(paid).toContainText(amount);
  await expect(record.getByRole('button', { name: 'Delete' })).toHaveCount(0);
  await expectAccessible(page, 'the read view of an invoice');
  made += await clicks(page, ['link', 'Record payment']);
  await expect(page.locator('input[name="amount"]')).toHaveValue('380.00');
  made += await clicks(page, ['button', 'Submit']);
  expect(made).toBe(3);
  await expect(paid).toContainText('₹0.00');
  await expect(record.getByRole('region', { name: 'Progress' }).getByRole('listitem').last()).toContainText('Paid, Done');
  await expect(record.getByRole('link', { name: 'Record payment' })).toHaveCount(0);
});

test('an order becomes an invoice in two clicks without entering a number, and shows its follow-up documents', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  const line = { itemCode: 'R-5', itemName: 'Basmati rice 5 kg', quantity: 12, price: 100, taxRate: 5, hsnCode: '1006' };
  const order = { userID: vendor.id, poNumber: 'PO/77', poDate: '2026-11-03', lines: [line] };
  const placed = await portal.call(portal.administrator, 'POST', '/api/buyerData/orders/create', order);
  const orderId = (placed.body as { data: { _id: string } }).data._id;
  expect((await portal.call(vendor, 'POST', `/api/purChaseOrder/acknowledge/${orderId}`, {})).status).toBe(200);
  const note = { DCNumber: 'DC/77', PONumber: 'PO/77', NumberOfCarton: 3, VehicleNumber: 'MH12AB1234' };
  expect((await portal.call(vendor, 'POST', '/api/desPatchNote/create', note)).status).toBe(200);
  const goods = { receiptNumber: 'GR/77', receivedOn: '2026-11-20', noteId: null, lines: [{ orderId, line: 1, quantity: 12 }] };
  expect((await portal.call(portal.administrator, 'POST', '/api/receipts/create', goods)).status).toBe(200);
  await portal.signIn(page, vendor);
  await page.goto('/purchase-orders');

  let made = await clicks(page, ['link', 'PO/77']);
  const linked = page.getByRole('region', { name: 'Linked documents' });
  for (const number of ['DC/77', 'GR/77']) await expect(linked.getByRole('link', { name: number })).toBeVisible();
  await expectAccessible(page, 'the documents of an order');
  made += await clicks(page, ['link', 'Create invoice']);
  await expect(page.locator('input[name="PONumber"]')).toHaveValue('PO/77');
  await expect(page.locator('input[name="PODate"]')).toHaveValue('03-11-2026');
  await expect(page.locator('input[name="invoiceValue"]')).toHaveValue('1,260.00');
  await expect(page.locator('input[name="CGSTValue"]')).toHaveValue('30.00');
  await expect(page.locator('input[name="SGSTValue"]')).toHaveValue('30.00');
  await page.locator('input[name="invoiceNumber"]').fill('7701');
  made += await clicks(page, ['button', 'Submit']);
  expect(made).toBeLessThanOrEqual(3);
  await expect(linked.getByRole('listitem').filter({ hasText: '7701' })).toContainText('₹1,260.00');
  await linked.getByRole('link', { name: '7701' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Invoice > 7701');
});

test('a month’s statement is agreed in two clicks, and the buyer sees the response', async ({ browser, page, portal }) => {
  const vendor = await portal.newVendor();
  const [year = 0, month = 0] = day(0).split('-').map(Number);
  const last = new Date(Date.UTC(year, month - 2, 15)).toISOString().slice(0, 10);
  const invoice = { invoiceNumber: '6301', invoiceValue: 1180, invoiceDate: last };
  expect((await portal.call(vendor, 'POST', '/api/invoice/create', invoice)).status).toBe(200);
  await portal.signIn(page, vendor);
  await page.goto('/invoices/statements');
  // The opening balance is before the closing balance, and the answers are side by side on a tablet.
  await page.setViewportSize({ width: 768, height: 900 });
  await expect(page.getByRole('columnheader', { name: 'Opening Balance' })).toBeVisible();
  const heads = await page.getByRole('columnheader').allInnerTexts();
  expect(heads.indexOf('Opening Balance')).toBe(heads.indexOf('Closing Balance') - 1);
  const answers = await Promise.all(
    [/^Agree to statement/, /^Dispute statement/].map((name) => page.getByRole('button', { name }).first().boundingBox()),
  );
  expect(answers[0]?.y).toBe(answers[1]?.y);
  await page.setViewportSize({ width: 1440, height: 900 });
  const made = await clicks(page, ['button', `Agree to statement ${last.slice(0, 7)}`], ['button', 'Agree']);
  expect(made).toBe(2);
  const row = page.getByRole('row').filter({ hasText: '₹1,180.00' });
  await expect(row).toContainText('Agreed');
  await expect(page.getByRole('button', { name: /^Agree to statement/ })).toHaveCount(0);
  await expectAccessible(page, 'statements of a vendor');

  // A later entry for that month asks the vendor again, and shows the agreed balance for comparison.
  await portal.call(vendor, 'POST', '/api/invoice/create', { ...invoice, invoiceNumber: '6302', invoiceValue: 20 });
  await page.reload();
  await expect(page.getByRole('row').filter({ hasText: '₹1,200.00' })).toContainText('Changed since the response');
  await page.getByRole('button', { name: /^Dispute statement/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Dispute statement' });
  await dialog.getByRole('button', { name: 'Dispute statement' }).click();
  await expect(dialog.getByText('Describe the difference from the closing balance of ₹1,200.00.')).toBeVisible();
  await dialog.getByLabel('Reason').fill('Invoice 6302 was cancelled');
  await dialog.getByRole('button', { name: 'Dispute statement' }).click();
  await expect(row.or(page.getByRole('row').filter({ hasText: '₹1,200.00' })).first()).toContainText('Invoice 6302 was cancelled');

  const office = await (await browser.newContext()).newPage();
  await portal.signIn(office, portal.administrator);
  await office.goto(`/invoices/statements?userID=${vendor.id}`);
  await expect(office.getByRole('row').filter({ hasText: '₹1,200.00' })).toContainText('Differs');
  await expect(office.getByRole('button', { name: /^Agree to statement/ })).toHaveCount(0);
  // Every column is visible on a tablet, even with the vendor's remark.
  await office.setViewportSize({ width: 768, height: 900 });
  await expect(office.getByRole('row').filter({ hasText: '₹1,200.00' })).toContainText('Invoice 6302 was cancelled');
  await expect(office.getByRole('region', { name: /scrolls sideways/ })).toHaveCount(0);
  await expectAccessible(office, 'statements that the buyer sees');
  await office.context().close();
});

test('a registration is reviewed on one page: figures, GST number check, sent back with a reason, activated', async ({
  browser,
  page,
  portal,
}) => {
  const vendor = await portal.newVendor({ isActive: false });
  await portal.signIn(page, portal.administrator);
  await page.goto(`/user-profile/${vendor.id}`);
  const glance = page.getByRole('region', { name: 'Summary' });
  for (const words of ['Payable', 'Overdue', 'Prices pending', 'Open orders', 'Checked']) await expect(glance).toContainText(words);
  await glance.getByRole('button', { name: 'Send back with a reason' }).click();
  const dialog = page.getByRole('dialog', { name: /Send back the registration/ });
  await dialog.getByRole('button', { name: 'Send back' }).click();
  await expect(dialog.getByText('Enter a reason.')).toBeVisible();
  await expectAccessible(page, 'sending a registration back');
  await dialog.getByLabel('Reason').fill('The cheque has no stamp');
  await dialog.getByRole('button', { name: 'Send back' }).click();
  await expect(glance).toContainText('The cheque has no stamp');
  await expectAccessible(page, 'a vendor');
  // Documents are next to the numbers that they prove, and the page lists the vendor’s users.
  const papers = page.getByRole('region', { name: 'Document verification' }).getByRole('listitem');
  await expect(papers.filter({ hasText: 'PAN document' })).toContainText(/PAN Number[A-Z]{5}\d{4}[A-Z]/);
  await expect(papers.filter({ hasText: 'Cancelled cheque' })).toContainText('IFSC Code');
  await expect(papers.filter({ hasText: 'PAN document' }).getByRole('link', { name: 'Download PAN document' })).toBeVisible();
  const picture = {
    name: 'cheque.png',
    mimeType: 'image/png',
    buffer: await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 120 } }),
  };
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
  const sent = await page.request.put(`/api/auth/edit/${vendor.id}`, {
    headers: { authorization: token },
    multipart: { cancelledchequepic: picture },
  });
  expect(sent.status()).toBe(200);
  await page.reload();
  await expect(papers.locator('img'), 'nothing is opened unasked').toHaveCount(0);
  await page.getByRole('button', { name: 'Show PAN document' }).click();
  await expect(papers.filter({ hasText: 'PAN document' }).getByTitle('PAN document', { exact: true })).toHaveAttribute('src', /^blob:/);
  await page.getByRole('button', { name: 'Show Cancelled cheque' }).click();
  const cheque = papers.filter({ hasText: 'Cancelled cheque' }).locator('img');
  await expect.poll(() => cheque.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expectAccessible(page, 'papers with a picture');
  const people = page.getByRole('region', { name: 'Users of this vendor' });
  await expect(people.getByRole('listitem')).toHaveCount(1);
  await expect(people).toContainText(vendor.email);
  await people.getByRole('link', { name: 'Invite user or change role' }).click();
  await expect(page.getByRole('list', { name: 'Members' })).toContainText(vendor.email);
  await page.goBack();
  await expect(glance).toContainText('The cheque has no stamp');

  const context = await browser.newContext();
  const theirs = await context.newPage();
  await portal.signIn(theirs, vendor);
  await theirs.goto('/dashboard');
  await expect(theirs.getByText('The cheque has no stamp')).toBeVisible();
  await theirs.locator('input[name="city"]').fill('Nashik');
  await theirs.getByRole('button', { name: 'Save' }).click();
  await expect(theirs.getByText('The cheque has no stamp')).toHaveCount(0);
  await context.close();

  await page.reload();
  await expect(glance.getByRole('button', { name: 'Activate' })).toBeVisible();
  await expect(glance.getByText('The cheque has no stamp')).toHaveCount(0);
  const users = page.getByRole('list', { name: 'Users of this vendor' });
  await expect(users).toContainText('Inactive');
  await glance.getByRole('button', { name: 'Activate' }).click();
  await expect(glance.getByRole('button', { name: 'Activate' })).toHaveCount(0);
  await expect(users).not.toContainText('Inactive');
  await expect(glance.getByText('The cheque has no stamp')).toHaveCount(0);
});

test('the user who changed a bank account is two clicks away from the users', async ({ page, portal }) => {
  const company = `Bank & Sons ${Date.now()}`;
  const vendor = await portal.newVendor({ vendor_name: company, firstName: 'Farida', lastName: 'Irani' });
  const changed = await portal.call(portal.administrator, 'PUT', `/api/auth/edit/${vendor.id}`, { accountNumber: '00998877665544' });
  expect(changed.status).toBe(200);
  await portal.signIn(page, portal.administrator);
  await page.goto(`/users?search=${encodeURIComponent(company)}`);
  const made = await clicks(page, ['link', 'View profile Farida Irani']);
  expect(made).toBeLessThanOrEqual(2);
  const history = page.getByRole('region', { name: 'History' });
  await expect(history).toContainText('Account');
  await expect(history).toContainText('00998877665544');
});
