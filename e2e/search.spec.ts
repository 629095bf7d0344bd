import { expect, expectAccessible, type Person, type Portal, settled, test } from './portal.ts';

async function withRecords(portal: Portal): Promise<Person> {
  const vendor = await portal.newVendor({ vendor_name: 'Godavari Spices' });
  for (const number of ['510001', '510002', '620001']) {
    const invoice = { invoiceNumber: number, invoiceValue: 1250000, invoiceDate: '2026-11-02' };
    expect((await portal.call(vendor, 'POST', '/api/invoice/create', invoice)).status).toBe(200);
  }
  return vendor;
}

test('search everywhere opens records and screens by keyboard alone @journey', async ({ page, portal }) => {
  await portal.signIn(page, await withRecords(portal));
  await page.goto('/dashboard');
  await settled(page);
  await page.keyboard.press('Control+k');
  const panel = page.getByRole('dialog', { name: 'Search everywhere' });
  const field = panel.getByRole('combobox', { name: 'Search for' });
  await expect(field).toBeFocused();
  await expect(panel.getByRole('group', { name: 'Screens' }).getByRole('option', { name: 'Dashboard' })).toBeVisible();
  await expectAccessible(page, 'an empty search');

  await field.fill('5100');
  const invoices = panel.getByRole('group', { name: 'Invoices' });
  await expect(invoices.getByRole('option')).toHaveText([/510002.*02-11-2026 · ₹12,50,000\.00/, /510001/]);
  await expectAccessible(page, 'results');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Invoice 510002' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.keyboard.press('/');
  await field.fill('dispatch n');
  await expect(panel.getByRole('group')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Dispatch Note', level: 1 })).toBeVisible();

  // A slash in a text field is text.
  await page.getByLabel('DC Number', { exact: true }).fill('');
  await page.getByLabel('DC Number', { exact: true }).press('/');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a search without results and one that is too long show a message', async ({ page, portal }) => {
  await portal.signIn(page, await withRecords(portal));
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Search everywhere' }).click();
  const panel = page.getByRole('dialog', { name: 'Search everywhere' });
  const field = panel.getByRole('combobox', { name: 'Search for' });
  for (const text of ['%', "'", '_', '<b>', 'चावल', '0000']) {
    await field.fill(text);
    await expect(panel.getByText(`No results for “${text}”`)).toBeVisible();
  }
  await field.fill('x'.repeat(5000));
  await expect(panel.getByText('At most 200 characters.')).toBeVisible();
  await expectAccessible(page, 'too long');
  await page.route('**/api/search*', (route) => route.fulfill({ status: 503, json: { message: 'The portal is busy.' } }));
  await field.fill('5100');
  await expect(panel.getByRole('alert')).toHaveText('The portal is busy.');
});

test('an administrator finds vendors, and the vendor of a record', async ({ page, portal }) => {
  const vendor = await withRecords(portal);
  await portal.signIn(page, portal.administrator);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Search everywhere' }).click();
  const panel = page.getByRole('dialog', { name: 'Search everywhere' });
  const field = panel.getByRole('combobox', { name: 'Search for' });
  await field.fill('620001');
  await expect(panel.getByRole('group', { name: 'Invoices' }).getByRole('option').first()).toContainText('Godavari Spices');
  await field.fill(vendor.email);
  await panel.getByRole('group', { name: 'Vendors' }).getByRole('option').first().click();
  await expect(page).toHaveURL(new RegExp(`/user-profile/${vendor.id}$`));
});

test('the search fills the screen of a phone', async ({ page, portal }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await portal.signIn(page, await withRecords(portal));
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Search everywhere' }).click();
  const panel = page.getByRole('dialog', { name: 'Search everywhere' });
  await panel.getByRole('combobox', { name: 'Search for' }).fill('510');
  const first = panel.getByRole('group', { name: 'Invoices' }).getByRole('option').first();
  await expect(first).toContainText('510002');
  expect((await first.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await expectAccessible(page, 'on a phone');
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
