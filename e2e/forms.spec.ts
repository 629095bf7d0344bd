import type { Page } from '@playwright/test';

import { samplePdf, vendorForm } from '../server/src/demo/factories.ts';
import { expect, expectAccessible, type Portal, serial, test } from './portal.ts';

const paper = (name: string, content = samplePdf(name)) => ({ name: `${name}.pdf`, mimeType: 'application/pdf', buffer: content });
const input = (page: Page, name: string) => page.locator(`input[name="${name}"]`);
const files = (page: Page) => page.locator('input[type="file"]');

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).or(page.getByLabel(label)).first().click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** One of the buyer's items: its EAN, name and MRP. */
async function someItem(portal: Portal): Promise<{ ean: string; name: string; mrp: number | null }> {
  const { body } = await portal.call(portal.administrator, 'GET', '/api/product/getProductByEANCode/89');
  const [item] = body as { EANCode: string; item_name: string; item_mrp: number | null }[];
  if (item === undefined) throw new Error('the demo has items');
  return { ean: item.EANCode, name: item.item_name, mrp: item.item_mrp };
}

/** Fills in everything that a vendor's registration needs; selects and files have helpers of their own. */
async function fillVendor(page: Page, form: Record<string, unknown>): Promise<void> {
  const wire = [
    'vendor_name',
    'firstName',
    'lastName',
    'email',
    'mobileNumber',
    'address_Line1',
    'address_Line2',
    'city',
    'postal_Code',
    'pan',
    'gstin',
  ];
  for (const name of wire) await input(page, name).fill(String(form[name]));
  await choose(page, 'Vendor type', 'Traders');
  await choose(page, 'State', 'Maharashtra');
  for (const [index, name] of ['pan', 'gst', 'cheque', 'incorporation'].entries())
    await files(page)
      .nth(index + 1)
      .setInputFiles(paper(name));
}

test.describe('signing in', () => {
  test('a demo lists its sign-ins, each with one click', async ({ page }) => {
    await page.goto('/login');
    await page.getByRole('button', { name: /Annapurna Rice Mill/ }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test('too many attempts show how long to wait', async ({ page }) => {
    await page.route('**/api/auth/login', (route) =>
      route.fulfill({ status: 429, headers: { 'Retry-After': '840' }, json: { message: 'Too many attempts.' } }),
    );
    await page.goto('/login');
    await page.getByLabel('E-mail').fill('someone@example.com');
    await page.getByLabel('Password', { exact: true }).fill('whatever');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Please try again in 14 minutes.')).toBeVisible();
  });

  test('a forgotten password is replaced by a link in an e-mail, once', async ({ page, portal, request }) => {
    const vendor = await portal.newVendor();
    await page.goto('/login');
    await page.getByRole('link', { name: 'Forgot password' }).click();
    // The previous page has an e-mail field too.
    await page.getByRole('heading', { name: 'Forgot password' }).waitFor();
    await page.getByLabel('E-mail').fill(`nobody-${serial()}@example.com`);
    await page.keyboard.press('Enter');
    await expect(page.getByText('User not fount.')).toBeVisible();
    await page.getByLabel('E-mail').fill(vendor.email);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Reset link sent successfully')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Open the outbox' })).toBeVisible();
    await expectAccessible(page);

    const mails = (await (await request.get('/api/outbox')).json()) as { to: string; text: string }[];
    const link = /\/password-reset\/[\w-]+/.exec(mails.find(({ to }) => to.includes(vendor.email))?.text ?? '')?.[0] ?? '';
    const set = async (first: string, second: string) => {
      await page.getByRole('textbox', { name: 'New password' }).fill(first);
      await page.getByRole('textbox', { name: 'Confirm password' }).fill(second);
      await page.keyboard.press('Enter');
    };
    await page.goto(link);
    await set('kettle-river-marble', 'kettle-river');
    await expect(page.getByText('Password does not match.')).toBeVisible();
    await expectAccessible(page);
    await set('kettle-river-marble', 'kettle-river-marble');
    await expect(page.getByText('Password changed successfully')).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);

    await page.goto(link);
    await set('another-river-marble', 'another-river-marble');
    await expect(page.getByText('This link no longer works')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Request a new link' })).toBeVisible();
    await expectAccessible(page);
  });
});

test.describe('users', () => {
  test('an administrator can save unusual formats; a user with permission Admin needs no documents', async ({ page, portal }) => {
    const form = vendorForm(serial());
    await portal.signIn(page, portal.administrator);
    await page.goto('/users/create');
    await fillVendor(page, { ...form, pan: 'XX', gstin: '27AAACG1234F1Z1' });
    await input(page, 'city').focus();
    await expect(page.getByText('A PAN has 10 characters; this one has 2.')).toBeVisible();
    await expect(page.getByRole('switch')).not.toBeChecked();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('User created successfully')).toBeVisible();
    const { body } = await portal.call(portal.administrator, 'GET', `/api/auth/user?search=${encodeURIComponent(String(form['email']))}`);
    expect(body).toMatchObject([{ panNo: 'XX', isActive: false, system_Vendor_id: expect.stringMatching(/\S/) }]);

    await page.goto('/users/create');
    await choose(page, 'Permission', 'Admin');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('First name is required.')).toBeVisible();
    await expect(page.getByText(/document is required|Pan number is required/)).toHaveCount(0);
  });

  test('two concurrent edits lose nothing of either', async ({ page, portal }) => {
    const vendor = await portal.newVendor();
    await portal.signIn(page, portal.administrator);
    await page.goto(`/Users/edit/${vendor.id}`);
    await input(page, 'firstName').fill('Meena');
    await input(page, 'city').fill('Mumbai');
    await portal.call(portal.administrator, 'PUT', `/api/auth/edit/${vendor.id}`, { city: 'Nashik', bankName: 'Union Bank' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Look at what changed' }).click();
    await expect(page.getByText('(you entered Mumbai)')).toBeVisible();
    await expect(input(page, 'bankName')).toHaveValue('Union Bank');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('User updated successfully')).toBeVisible();
    const { body } = await portal.call(portal.administrator, 'GET', `/api/auth/user/${vendor.id}`);
    expect(body).toMatchObject([{ firstName: 'Meena', city: 'Mumbai', bankName: 'Union Bank', isActive: true }]);
  });

  test('a vendor edits its own record without permission or status, and strictly where it changes a number', async ({ page, portal }) => {
    const vendor = await portal.newVendor({ IFSCCode: 'as recorded' });
    await portal.signIn(page, vendor);
    await page.goto(`/users/edit/${vendor.id}`);
    await input(page, 'pan').fill('ABCDE1234F');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(/The fourth letter of a PAN/)).toBeVisible();
    await expect(page.getByLabel('Permission')).toHaveCount(0);
    await expect(page.getByRole('switch')).toHaveCount(0);
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Unsaved changes' })).toBeVisible();
    await page.getByRole('button', { name: 'Stay' }).click();
    await expect(input(page, 'pan')).toHaveValue('ABCDE1234F');
  });
});

test.describe('products', () => {
  test('a user with a scanner saves one product after another without the mouse', async ({ page, portal }) => {
    const item = await someItem(portal);
    await portal.signIn(page, await portal.newVendor());
    await page.goto('/master-products/products/create');
    const ean = page.getByRole('textbox', { name: 'EAN Code' });
    await expect(ean).toBeFocused();
    await page.keyboard.type(`${item.ean}\n`);
    await expect(input(page, 'shelfLifeDays')).toBeFocused();
    await page.keyboard.type('365');
    await page.keyboard.press('Tab');
    await page.keyboard.type('40');
    await input(page, 'MRP').fill('640');
    await input(page, 'transferPrice').fill('500.5');
    await expect(input(page, 'margin')).toHaveValue('139.50');
    await expect(input(page, 'percentage')).toHaveValue('21.797');
    await input(page, 'MRP').fill('700');
    await expect(input(page, 'transferPrice')).toHaveValue('547.42');
    await page.getByRole('button', { name: 'Save and add another' }).press('Enter');
    await expect(page.getByText('Product Updated Successfully')).toBeVisible();
    await expect(ean).toBeFocused();
    await expect(ean).toHaveValue('');

    await page.keyboard.type(`${item.ean}\n`);
    await expect(page.getByText('You already have this product')).toBeVisible();
    await expect(input(page, 'margin')).toHaveValue('152.58');
    await expectAccessible(page);
    // Another scan does not discard the typed values.
    await input(page, 'quantity').fill('41');
    await ean.fill('0000');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Stay' }).click();
    await input(page, 'quantity').press('Enter');
    await expect(page).toHaveURL(/\/master-products\/products$/);
  });

  test('each number has its error messages, and so has the look-up', async ({ page, portal }) => {
    const item = await someItem(portal);
    await portal.signIn(page, await portal.newVendor());
    await page.goto('/master-products/products/create?ean=00');
    await expect(page.getByText(/No (Exact )?Match Found\./)).toBeVisible();
    await page.goto(`/master-products/products/create?ean=${item.ean.slice(0, 4)}`);
    await expect(page.getByText('No Exact Match Found.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('list', { name: 'Items with this EAN prefix' }).getByRole('button', { name: item.ean }).click();
    await expect(page).toHaveURL(new RegExp(`ean=${item.ean}$`));
    await expect(input(page, 'MRP')).toBeVisible();
    await page.route('**/api/product/getProductByEANCode/**', (route) => route.fulfill({ status: 500, json: { message: 'Down' } }));
    await page.getByRole('textbox', { name: 'EAN Code' }).fill(item.ean);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Could not respond. Try again latter')).toBeVisible();
    await page.unroute('**/api/product/getProductByEANCode/**');
    await page.keyboard.press('Enter');
    const fields = ['shelfLifeDays', 'quantity', 'MRP', 'transferPrice', 'margin', 'percentage'];
    await input(page, 'MRP').waitFor();
    const save = page.getByRole('button', { name: 'Save', exact: true });
    for (const name of fields) await input(page, name).fill('');
    await save.click();
    for (const what of ['Self Life', 'Quantity', 'MRP', 'Transfer Price', 'margin', 'Percentage']) {
      await expect(page.getByText(`${what} is required.`, { exact: true })).toBeVisible();
    }
    for (const name of fields) await input(page, name).fill('12,5');
    await save.click();
    for (const what of ['Self Life', 'Quantity', 'MRP', 'Transfer Price', 'margin', 'percentage']) {
      await expect(page.getByText(`Invalid ${what}. It should be number.`, { exact: true })).toBeVisible();
    }
    await expectAccessible(page);
  });

  test('a scheme is created in the product form and selected', async ({ page, portal }) => {
    const item = await someItem(portal);
    await portal.signIn(page, await portal.newVendor());
    await page.goto(`/master-products/products/create?ean=${item.ean}`);
    await input(page, 'quantity').fill('7');
    await page.getByRole('button', { name: 'Create Scheme' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Scheme' });
    const field = (name: string) => dialog.locator(`input[name="${name}"]`);
    await expect(field('EANCode')).toHaveValue(item.ean);
    await expect(dialog.getByLabel('Scheme Number')).toHaveValue(/^\d+$/);
    await expect(field('EANCode')).toBeFocused();
    await field('EANCode').fill('1');
    for (const name of ['quantity', 'freeQuantity', 'discount']) await field(name).fill('x');
    await field('validity').fill('01-01-2020');
    await dialog.getByRole('button', { name: 'Submit' }).click();
    for (const message of [
      'Scheme name is required.',
      'Invalid quantity. It should be number.',
      'Invalid free quantity. It should be number.',
      'Invalid discount. It should be number.',
      'Validity date cannot be earlier than today.',
    ]) {
      await expect(dialog.getByText(message)).toBeVisible();
    }
    await field('schemeName').fill('Onam 10+1');
    await field('quantity').fill('10');
    await field('freeQuantity').fill('1');
    await field('discount').fill('');
    await field('validity').fill('');
    await expect(dialog.getByText('Free quantity should be more then quantity.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await expect(dialog.getByText('Invalid EANCode')).toBeVisible();
    await expectAccessible(page);
    await field('EANCode').fill(item.ean);
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('Scheme Uploaded Successfully')).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByLabel('Schemes').first()).toHaveValue(/Onam 10\+1/);
    await expect(input(page, 'quantity')).toHaveValue('7');
  });

  test('a scheme is not saved in an older session', async ({ page, portal }) => {
    const item = await someItem(portal);
    const vendor = await portal.newVendor();
    await portal.signIn(page, vendor);
    await page.goto(`/master-products/products/create?ean=${item.ean}`);
    await page.getByRole('button', { name: 'Create Scheme' }).click();
    await page.getByLabel('Scheme Name').fill('Late');
    await portal.call(vendor, 'GET', '/api/auth/getAllUser');
    await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click();
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByText('You are logged in from another device. Please login again')).toBeVisible();
  });
});
