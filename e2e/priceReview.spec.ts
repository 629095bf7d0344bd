import { expect, expectAccessible, type Person, type Portal, serial, test } from './portal.ts';

/** Products of a vendor whose prices wait; the items are the demo's. */
async function waitingPrices(portal: Portal, vendor: Person, count: number): Promise<string[]> {
  const { body } = await portal.call(portal.administrator, 'GET', `/api/buyerData/items?page=1&pageSize=${count + 20}`);
  const saved: string[] = [];
  for (const { EANCode } of body as { EANCode: string }[]) {
    if (saved.length === count) break;
    const form = { EANCode, shelfLifeDays: 90, quantity: 5, MRP: 100, percentage: 20, margin: 20, sellingPrice: 80 };
    // Some of the demo's items share their EAN with another, and cannot be offered.
    if ((await portal.call(vendor, 'POST', '/api/product/create', form)).status === 200) saved.push(EANCode);
  }
  expect(saved).toHaveLength(count);
  return saved;
}

test('the 30 newest prices are approved with at most four clicks, figures beside what was approved before', async ({ page, portal }) => {
  const vendor = await portal.newVendor({ vendor_name: `Thirty ${serial()}` });
  const eans = await waitingPrices(portal, vendor, 30);
  await portal.signIn(page, portal.administrator);
  await page.goto('/dashboard');
  let clicks = 0;
  const click = async (name: string, role: 'link' | 'button' | 'checkbox') => {
    clicks += 1;
    await page.getByRole(role, { name, exact: true }).first().click();
  };
  await page
    .getByRole('region', { name: 'Prices waiting for approval' })
    .getByRole('link', { name: /^Show all/ })
    .click();
  clicks += 1;
  await expect(page.getByRole('heading', { name: 'Price review' })).toBeVisible();
  // Other tests enter prices at the same time: this vendor's alone from here on.
  await page.goto(`/master-products/price-review?userID=${vendor.id}`);
  await expect(page.getByRole('row')).toHaveCount(31);
  await click('Select all rows of this page', 'checkbox');
  await click('Approve', 'button');
  await expect(page.getByText('Product approved successfully')).toBeVisible();
  expect(clicks).toBeLessThanOrEqual(4);
  const { body } = await portal.call(vendor, 'GET', '/api/product/get?pageSize=100');
  const approved = (body as { EANCode: string; priceApproval: boolean }[]).filter(({ priceApproval }) => priceApproval);
  expect(approved).toHaveLength(eans.length);
});

test('a price is refused with a reason by keyboard, and the vendor sees why', async ({ page, portal, browser }) => {
  const vendor = await portal.newVendor({ vendor_name: `Refused ${serial()}` });
  const [ean = ''] = await waitingPrices(portal, vendor, 1);
  await portal.signIn(page, portal.administrator);
  await page.goto(`/master-products/price-review?userID=${vendor.id}`);
  const row = page.getByRole('row').filter({ hasText: ean });
  await expect(row).toContainText('first price');
  await expectAccessible(page);
  await row.getByRole('checkbox').press('Space');
  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog', { name: 'Refuse one price' });
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused();
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: 'Refuse' }).click();
  await expect(dialog).toContainText('Please say why');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The market pays 75.');
  await dialog.getByRole('button', { name: 'Refuse' }).click();
  await expect(page.getByText('Prices refused.')).toBeVisible();
  await expect(row).toHaveCount(0);

  const own = await (await browser.newContext()).newPage();
  await portal.signIn(own, vendor);
  await own.goto('/dashboard');
  await expect(own.getByRole('region', { name: 'Prices waiting for approval' })).toContainText('Refused: The market pays 75.');
  await own
    .getByRole('region', { name: 'Prices waiting for approval' })
    .getByRole('link', { name: /Refused/ })
    .click();
  await expect(own.getByText('The buyer refused this price: The market pays 75.')).toBeVisible();
  await own.context().close();
});
