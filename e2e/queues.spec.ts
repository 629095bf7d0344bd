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
