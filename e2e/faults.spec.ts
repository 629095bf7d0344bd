import type { Page } from '@playwright/test';

import { askToDelete, expect, expectAccessible, type Person, type Portal, serial, test } from './portal.ts';

const ITEM = { EANCode: '8901030516320', itemCode: 'R-1', itemName: 'Basmati Rice 1 kg', hsnCode: '10063020', uom: 'BAG', MRP: 125 };

/** An order with the given number of lines, each 100 at ₹100. */
async function order(portal: Portal, vendor: Person, poNumber: string, count: number): Promise<string> {
  const lines = Array.from({ length: count }, (_, index) => ({
    ...ITEM,
    itemCode: `R-${index + 1}`,
    itemName: `Rice ${index + 1}`,
    quantity: 100,
    price: 100,
    taxRate: 5,
  }));
  const body = { userID: vendor.id, poNumber, poDate: '2026-11-03', deliverBy: '2098-12-01', lines };
  const answer = await portal.call(portal.administrator, 'POST', '/api/buyerData/orders/create', body);
  expect(answer).toMatchObject({ status: 200 });
  return (answer.body as { data: { _id: string } }).data._id;
}

for (const width of [1440, 360]) {
  test(`a confirmation that cannot be sent shows the reason, at ${width} px`, async ({ page, portal }) => {
    const vendor = await portal.newVendor();
    const id = await order(portal, vendor, `PO/F/${serial()}`, 12);
    await portal.signIn(page, vendor);
    await page.setViewportSize({ width, height: 780 });
    await page.goto(`/purchase-orders/answers/${id}`);
    const line = page.getByRole('row', { name: 'Line 1', exact: true });
    await page.getByLabel('Response, line 1', { exact: true }).selectOption('Rejected');
    await page.getByRole('button', { name: 'Send confirmation' }).click();
    const problem = line.getByText(/^Line 1: /);
    await expect(problem).toBeInViewport();
    await expect(line.locator(':focus')).toHaveCount(1);
  });
}

test('an invoice is sent back with every problem of a line', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  const poNumber = `PO/F/${serial()}`;
  const orderId = await order(portal, vendor, poNumber, 1);
  const lines = [{ orderId, line: 1, quantity: 120, unitPrice: 110 }];
  const invoice = { invoiceNumber: '8801', invoiceDate: '2026-11-20', invoiceValue: 13860, CGSTValue: 330, SGSTValue: 330, lines };
  const made = await portal.call(vendor, 'POST', '/api/invoice/create', { ...invoice, PONumber: poNumber });
  expect(made).toMatchObject({ status: 200 });
  await portal.signIn(page, portal.administrator);
  await page.goto(`/invoices/invoice?userID=${vendor.id}`);
  await page.getByRole('link', { name: '8801', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: 'Invoice 8801' });
  await drawer.getByRole('button', { name: 'Send back', exact: true }).click();
  const reasons = page.getByRole('dialog', { name: 'Send back invoice 8801' }).getByLabel('Line 1, Rice 1');
  await expect(reasons).toHaveValue(/120[^]*110|110[^]*120/);
});

test('a PDF of a registration is shown on the page, and its activation has its own name', async ({ page, portal }) => {
  const vendor = await portal.newVendor({ isActive: false, vendor_name: `Konkan Mills ${serial()}` });
  await portal.signIn(page, portal.administrator);
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ blockedURI }) => console.error(`blocked ${blockedURI}`)),
  );
  const blocked: string[] = [];
  page.on('console', (message) => message.type() === 'error' && message.text().includes('blocked blob') && blocked.push(message.text()));
  await page.goto(`/user-profile/${vendor.id}`);
  await page.getByRole('button', { name: 'Show PAN document' }).click();
  const shown = page.getByTitle('PAN document', { exact: true });
  await expect(shown).toBeVisible();
  await expect(shown).toHaveAttribute('src', /^blob:/);
  await expect(page.getByRole('link', { name: 'Open in a new tab' })).toBeVisible();
  expect(blocked).toEqual([]);
  await expectAccessible(page, 'a PDF in place');
  await page.getByRole('button', { name: 'Activate' }).click();
  await expect(page.getByText('Vendor activated.')).toBeVisible();
  await expect(page.getByText('User updated successfully')).toHaveCount(0);
});

test('a language belongs to the user, in every browser', async ({ browser, page, portal }) => {
  const vendor = await portal.newVendor();
  const heading = (on: Page, name: string) => expect(on.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
  expect((await portal.call(vendor, 'PUT', '/api/mail/language', { language: 'hi' })).status).toBe(200);
  // A new browser takes the user's stored language.
  await portal.signIn(page, vendor);
  await page.goto('/dashboard');
  await heading(page, 'डैशबोर्ड');
  // A choice made on the way to the sign-in replaces the stored language, for documents and e-mails too.
  const other = await (await browser.newContext()).newPage();
  await other.goto('/login');
  await other.getByRole('button', { name: 'हिन्दी' }).click();
  await other.getByRole('button', { name: 'English' }).click();
  await portal.signIn(other, vendor);
  await other.goto('/dashboard');
  await heading(other, 'Dashboard');
  await expect
    .poll(async () => (await portal.call(vendor, 'GET', `/api/auth/user/${vendor.id}`)).body)
    .toMatchObject([{ membership: { language: 'en' } }]);
  await page.reload();
  await heading(page, 'Dashboard');
});

test('the cards on a phone show whole names, and the sums below them without a second "Total"', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  const productName = 'Stone-ground organic wheat flour of the new harvest 5 kg';
  const memo = { productName, vendorInvoiceRef: '12', itemQuantity: 1, taxRate: 5, amount: '100', unitPrice: '100' };
  expect((await portal.call(vendor, 'POST', '/api/debitMemo/AddUserDebitMemo', memo)).status).toBe(200);
  await portal.signIn(page, vendor);
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto('/invoices/debit');
  const name = page.locator('li [data-cut]', { hasText: productName });
  await expect(name).toBeVisible();
  expect(await name.evaluate((each) => each.scrollWidth <= each.clientWidth && getComputedStyle(each).whiteSpace === 'normal')).toBe(true);
  await expect(page.getByText('Total of 1 entry')).toBeVisible();
  await expect(page.getByText(/^Total: /)).toHaveCount(0);
});

test('the panel of a row shows the full text that the list cuts off, and its rows have no red bins', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  const productName = 'Stone-ground organic wheat flour of the new harvest '.repeat(3).trim();
  const memo = { productName, vendorInvoiceRef: '12', itemQuantity: 1, taxRate: 5, amount: '100', unitPrice: '100' };
  expect((await portal.call(vendor, 'POST', '/api/debitMemo/AddUserDebitMemo', memo)).status).toBe(200);
  await portal.signIn(page, vendor);
  await page.goto('/invoices/debit');
  const row = page.getByRole('row').nth(1);
  await row.getByRole('link').first().click();
  const cut = await page
    .getByRole('dialog')
    .evaluate((panel) =>
      [...panel.querySelectorAll<HTMLElement>('[data-cut], table')]
        .filter((each) => each.scrollWidth > each.clientWidth)
        .map((each) => each.textContent),
    );
  expect(cut).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.locator('tbody [data-tone="bad"]')).toHaveCount(0);
  await askToDelete(page, productName);
  await page.getByRole('button', { name: 'Delete It' }).click();
  await expect(page.getByText('Data not found')).toBeVisible();
});
