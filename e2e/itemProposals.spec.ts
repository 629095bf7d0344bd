import { expect, expectAccessible, serial, test } from './portal.ts';

/** An EAN-13 that is not in the demo. */
function unlisted(): string {
  const body = `8907777${String(Date.now() % 100_000).padStart(5, '0')}`;
  const sum = [...body].toReversed().reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}

test('an EAN that the buyer does not list is proposed, accepted, and then has a price @journey', async ({ page, portal, browser }) => {
  const vendor = await portal.newVendor({ vendor_name: `Proposes ${serial()}` });
  const ean = unlisted();
  const name = `Ragi Flour ${serial()}`;
  await portal.signIn(page, vendor);
  await page.goto(`/master-products/products/create?ean=${ean}`);
  await expect(page.getByText('No Match Found.')).toBeVisible();
  await page.getByRole('link', { name: 'Propose this item' }).click();
  await expect(page.getByRole('textbox', { name: 'EAN Code' })).toHaveValue(ean);
  await page.getByRole('textbox', { name: 'Product Name' }).fill(name);
  await page.getByRole('textbox', { name: 'HSN Code' }).fill('11029090');
  await page.getByRole('textbox', { name: 'MRP' }).fill('95');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Enter the pack size, for example 500 g or 12 pieces.')).toBeVisible();
  await expectAccessible(page, 'a proposal with a fault');
  await page.getByRole('textbox', { name: 'Pack' }).fill('1 kg');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Item proposed.')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: ean })).toContainText('Waiting');

  const office = await (await browser.newContext()).newPage();
  await portal.signIn(office, portal.administrator);
  await office.goto(`/master-products/proposed-items?userID=${vendor.id}`);
  await office.getByRole('row').filter({ hasText: ean }).getByRole('link').first().click();
  const open = office.getByRole('dialog').filter({ hasText: ean });
  await expectAccessible(office, 'a proposal that is open');
  await open.getByRole('button', { name: 'Accept', exact: true }).click();
  const form = office.getByRole('dialog', { name: `Accept ${name}` });
  await expect(form.getByRole('textbox', { name: 'Item Code' })).toHaveValue(ean);
  await expectAccessible(office, 'the item that is accepted');
  await form.getByRole('button', { name: 'Accept' }).click();
  await expect(office.getByText('Item accepted.')).toBeVisible();
  await office.context().close();

  await page.goto(`/master-products/products/create?ean=${ean}`);
  await expect(page.getByRole('heading', { name })).toBeVisible();
});
