import { gstinOf } from '../server/src/demo/factories.ts';
import { expect, expectAccessible, serial, test } from './portal.ts';

test('a vendor adds a registration, and the buyer confirms it; the buyer’s registrations and sites are under Settings @journey', async ({
  page,
  portal,
  browser,
}) => {
  const vendor = await portal.newVendor();
  const office = await (await browser.newContext()).newPage();
  const { body } = await portal.call(vendor, 'GET', `/api/auth/user/${vendor.id}`);
  const second = gstinOf(String((body as { panNo?: string; pan?: string }[])[0]?.panNo), '24');

  await test.step('the vendor sees the registration of its profile, and adds another', async () => {
    await portal.signIn(page, vendor);
    await page.goto(`/profile/${vendor.id}`);
    const list = page.getByRole('list', { name: 'GST registrations' });
    await expect(list.getByText('On the profile')).toBeVisible();
    await page.getByRole('button', { name: 'Add registration' }).click();
    const form = page.getByRole('dialog', { name: 'Add registration' });
    await form.getByRole('textbox', { name: 'GST Number' }).fill('0717UNO00157UNO');
    await form.getByRole('textbox', { name: 'Legal Name' }).fill('Mill in Surat');
    await form.getByRole('textbox', { name: 'Address' }).fill('Plot 4, GIDC');
    await form.getByRole('textbox', { name: 'Postal Code' }).fill('395010');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByText('This UIN belongs to a UN body or embassy. Choose that type.')).toBeVisible();
    await expectAccessible(page);
    await form.getByRole('textbox', { name: 'GST Number' }).fill(second);
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Documents can use it once the buyer has confirmed it.')).toBeVisible();
    await expect(list.getByText('Waiting for confirmation')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('an administrator confirms it', async () => {
    await portal.signIn(office, portal.administrator);
    await office.goto('/users/registrations');
    await expectAccessible(office);
    await office.getByRole('button', { name: `Confirm ${second}` }).click();
    await expect(office.getByText('GST registration confirmed.')).toBeVisible();
    await page.reload();
    await expect(page.getByText(second)).toBeVisible();
    await expect(page.getByText('Waiting for confirmation')).toBeHidden();
    await office.goto(`/user-profile/${vendor.id}`);
    await expect(office.getByRole('list', { name: 'GST registrations' }).getByText(second)).toBeVisible();
  });

  await test.step('an invoice asks for one of the two registrations', async () => {
    await page.goto('/invoices/invoice/create');
    await page.locator('input[name="invoiceNumber"]').fill('118');
    await page.locator('input[name="invoiceValue"]').fill('1180');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('The vendor has several GST registrations. Choose one.')).toBeVisible();
    await page.getByRole('combobox', { name: 'Vendor GST Registration' }).click();
    await page.getByRole('option', { name: `${second} (Regular)` }).click();
    await expect(page.getByText(/^Vendor in Gujarat/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('Invoice added successfully')).toBeVisible();
  });

  await test.step('the buyer’s registrations and sites', async () => {
    const name = `Depot ${serial()}`;
    await office.goto('/settings');
    await office.getByRole('link', { name: 'GST registrations and sites' }).click();
    await office.getByRole('button', { name: 'Add site' }).click();
    const site = office.getByRole('dialog', { name: 'Add site' });
    await site.getByRole('textbox', { name: 'Name' }).fill(name);
    await site.getByRole('textbox', { name: 'Address' }).fill('Plot 7');
    await site.getByRole('textbox', { name: 'Postal Code' }).fill('562114');
    await expectAccessible(office);
    await site.getByRole('button', { name: 'Save' }).click();
    await expect(office.getByText('Site added.')).toBeVisible();
    await expect(office.getByRole('list', { name: 'Sites' }).getByText(name)).toBeVisible();
    await expectAccessible(office);
  });
});
