import { expect, expectAccessible, test } from './portal.ts';

test('views of a list count what they list, open on 25 rows, and the foot adds up all pages', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  const invoice = (number: number, invoiceDate: string) => ({ invoiceNumber: String(number), invoiceValue: 1000, invoiceDate });
  for (let number = 1; number <= 9; number += 1)
    expect((await portal.call(vendor, 'POST', '/api/invoice/create', invoice(8000 + number, '2026-01-05'))).status).toBe(200);
  await portal.signIn(page, vendor);
  await page.goto('/invoices/invoice');
  const views = page.getByRole('navigation', { name: 'Views of the list' });
  const view = (name: RegExp) => views.getByRole('link', { name });
  await expect(view(/^All 9/)).toHaveAttribute('aria-current', 'true');
  // The specification's own list has seven rows; the foot is of all of them.
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
  // A filter narrows the view, and the foot with it.
  await page.getByLabel('Invoice Number', { exact: true }).fill('8001');
  await page.keyboard.press('Enter');
  await expect(foot).toContainText('Total of 1 entry');
  await expect(view(/^Overdue 9/)).toHaveAttribute('aria-current', 'true');
  await view(/^All 9/).click();
  await expect(page.getByText('Showing 1 to 7 of 9 entries')).toBeVisible();
});

test('the dashboard begins with the tasks of the day, and each has its next step', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  const line = { itemCode: 'M-1', itemName: 'Basmati rice 5 kg', quantity: 100, price: 100, taxRate: 5, hsnCode: '10063020' };
  const order = { userID: vendor.id, poNumber: 'PO/T1', poDate: '2026-11-03', lines: [line] };
  expect((await portal.call(portal.administrator, 'POST', '/api/buyerData/orders/create', order)).status).toBe(200);
  await portal.signIn(page, vendor);
  await page.goto('/dashboard');
  // The menu counts what waits, and leads to it.
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
