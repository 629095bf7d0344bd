import { eanCheckDigit } from '@aapurti/contract/ground/india';
import type { Page, TestInfo } from '@playwright/test';

import { samplePdf, vendorForm } from '../server/src/demo/factories.ts';
import { itemSheet, realItems } from '../server/test/realItems.ts';
import { expect, expectAccessible, serial, test } from './portal.ts';

/**
 * An item that the buyer does not have yet, different in each try: a real one if the list is available, otherwise one with a valid form.
 */
function newItem({ retry, repeatEachIndex }: TestInfo): { ean: string; name: string } {
  const place = retry + 2 * repeatEachIndex;
  const body = `89010305163${place % 10}`;
  return realItems()?.filter(({ ean }) => ean.startsWith('8901'))[place] ?? { ean: body + eanCheckDigit(body), name: 'Basmati Rice' };
}

/** The product's main task in the browser, from a registration to an approved price that both sides see. */
test('a vendor registers, is activated, prices an item of the buyer, and the price is approved @journey', async ({
  page,
  browser,
  portal,
}, info) => {
  const item = newItem(info);
  const form = vendorForm(serial());
  const company = `Main Job & "Sons" ${String(form['mobileNumber'])} श्री`;
  const office = await (await browser.newContext()).newPage();
  await portal.signIn(office, portal.administrator);

  await test.step('the administrator uploads the buyer’s items: checked first, then saved', async () => {
    await office.goto('/buyer-data');
    await office.getByRole('heading', { name: 'Buyer Data' }).waitFor();
    const [chooser] = await Promise.all([
      office.waitForEvent('filechooser'),
      office.getByRole('button', { name: 'Choose a file' }).click(),
    ]);
    await chooser.setFiles({ name: 'items.csv', mimeType: 'text/csv', buffer: Buffer.from(itemSheet([{ ...item, mrp: '120.00' }])) });
    await expect(office.getByText('1 row is valid: 1 new, 0 changed.')).toBeVisible();
    await expectAccessible(office);
    await office.getByRole('button', { name: 'Upload 1 item' }).click();
    await expect(office.getByText('1 item is saved: 1 new, 0 changed.')).toBeVisible();
  });

  await test.step('the vendor registers with documents and captcha', async () => {
    await page.goto('/login');
    await page.getByRole('link', { name: 'Create new account' }).click();
    await page.getByRole('heading', { name: 'Create new account' }).waitFor();
    const next = () => page.getByRole('button', { name: 'Next', exact: true }).click();
    await page.getByLabel('GST number', { exact: false }).first().fill(String(form['gstin']));
    await page.getByRole('button', { name: 'Change PAN or state' }).click();
    await expect(page.getByLabel('PAN number', { exact: false }).first()).toHaveValue(String(form['pan']));
    await choose(page, 'State', 'Haryana');
    await page.getByLabel('Company name').fill(company);
    await choose(page, 'Vendor type', 'Millers');
    await page.getByLabel('Address line 1').fill('12 Mill Road');
    await page.getByLabel('Address line 2').fill('Taraori');
    await page.getByLabel('Postal code').fill('132116');
    await page.getByLabel('City').fill('Karnal');
    await next();
    await page.getByLabel('First name').fill('Gurpreet');
    await page.getByLabel('Last name').fill("D'Souza");
    await page.getByLabel('E-mail').fill(String(form['email']));
    await page.getByLabel('Mobile number').fill(String(form['mobileNumber']));
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(form.password ?? '');
    await next();
    await next();
    for (const [index, name] of ['pan', 'gst', 'cheque', 'incorporation'].entries()) {
      await page
        .locator('input[type="file"]')
        .nth(index + 1)
        .setInputFiles({ name: `${name}.pdf`, mimeType: 'application/pdf', buffer: samplePdf(name) });
    }
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText('Please verify that you are not a robot.')).toBeVisible();
    await page.getByRole('checkbox', { name: /robot/i }).click();
    await expect(page.getByText(/verified/i).first()).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText('User created successfully')).toBeVisible();
  });

  await test.step('signed in, it sees only that it is inactive, until the administrator activates it', async () => {
    await page.goto('/login');
    await page.getByLabel('E-mail').fill(String(form['email']));
    await page.getByLabel('Password', { exact: true }).fill(form.password ?? '');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('Sorry! Your status is inactive')).toBeVisible();

    // The test does not use the dashboard's five newest vendors, because other tests register vendors at the same time.
    await office.goto(`/users/inactive?search=${encodeURIComponent(String(form['email']))}`);
    await office.getByRole('link', { name: /^Edit Gurpreet/ }).click();
    await expect(office.getByLabel('Company name')).toHaveValue(company);
    await office.getByRole('switch', { name: 'Status' }).click();
    await expectAccessible(office);
    await office.getByRole('button', { name: 'Save' }).click();
    await expect(office.getByText('User updated successfully')).toBeVisible();
    await office.goto('/outbox');
    await expect(office.getByText(String(form['email'])).first()).toBeVisible();
  });

  await test.step('the vendor looks up the EAN and saves a price', async () => {
    await page.goto('/dashboard');
    await expect(page.getByRole('link', { name: /Total Products/ })).toBeVisible();
    await page.goto('/master-products/products');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Add Product' }).click();
    await page.getByLabel('EAN Code').fill('7777');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('No Match Found.')).toBeVisible();
    await page.getByLabel('EAN Code').fill('8909999');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('No Exact Match Found.')).toBeVisible();
    await page.getByLabel('EAN Code').fill(item.ean);
    await page.getByLabel('EAN Code').press('Enter');
    await expect(page.getByText(item.name.trim()).first()).toBeVisible();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Self Life is required.')).toBeVisible();
    await page.getByLabel('Self Life in Days').fill('180');
    await page.getByLabel('Quantity').fill('40');
    await page.getByLabel('MRP').fill('120');
    await page.getByLabel('Percentage').fill('22.5');
    await expect(page.getByLabel('Margin')).toHaveValue('27.00');
    await expect(page.getByLabel('Transfer Price')).toHaveValue('93.00');
    await page.getByLabel('Margin').fill('30');
    await expect(page.getByLabel('Percentage')).toHaveValue('25');
    await expect(page.getByLabel('Transfer Price')).toHaveValue('90.00');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Product Updated Successfully')).toBeVisible();
    await expect(page.getByRole('cell', { name: item.ean }).first()).toBeVisible();
  });

  await test.step('the administrator approves it, and both see it', async () => {
    // Vendors of other tests may sell the same item.
    const found = await portal.call(portal.administrator, 'GET', `/api/auth/user?search=${encodeURIComponent(String(form['email']))}`);
    const [{ _id: vendorId }] = found.body as [{ _id: string }];
    await office.goto(`/master-products/products?EANCode=${item.ean}&userID=${vendorId}`);
    await office.getByRole('checkbox', { name: new RegExp(item.name.trim().slice(0, 8)) }).check();
    await office.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(office.getByText('Product approved successfully')).toBeVisible();
    await expect(office.getByText('Approved', { exact: true }).first()).toBeVisible();
    const vendor = { id: '', email: String(form['email']), password: form.password ?? '' };
    const { body } = await portal.call(vendor, 'GET', '/api/product/get');
    expect(body).toMatchObject([{ EANCode: item.ean, priceApproval: true, margin: 30, sellingPrice: 90 }]);
  });
  await office.close();
});

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).or(page.getByLabel(label)).first().click();
  await page.getByRole('option', { name: option, exact: true }).click();
}
