import { spawnSync } from 'node:child_process';

import type { Locator, Page } from '@playwright/test';

import { askToDelete, expect, expectAccessible, type Person, type Portal, serial, showAllColumns, test } from './portal.ts';

const COLUMNS = [
  'Sr No',
  'Scheme No',
  'Scheme Name',
  'Date',
  'EAN Code',
  'Product Name',
  'Quantity',
  'UOM',
  'Free Quantity',
  'Discount',
  'Net PTR',
  'Narration',
  'Validity',
  'Active',
  'Action',
];

interface Item {
  EANCode: string;
  item_name: string;
  itemUomCode: string;
}

interface Stored extends Record<string, unknown> {
  _id: string;
  schemaNumber: number;
}

const input = (page: Page, name: string) => page.locator(`input[name="${name}"]`);
const narration = (page: Page) => page.locator('textarea[name="narration"]');
const dialog = (page: Page) => page.getByRole('dialog', { name: /^Delete (?!record)/ });
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/** Two of the buyer's items. */
async function items(portal: Portal): Promise<[Item, Item]> {
  const { body } = await portal.call(portal.administrator, 'GET', '/api/product/getProductByEANCode/89');
  return (body as Item[]).slice(0, 2) as [Item, Item];
}

/** Creates the scheme through the API before the vendor signs in, because the call creates a session newer than the browser's. */
async function addScheme(portal: Portal, vendor: Person, fields: Record<string, unknown>): Promise<Stored> {
  const added = await portal.call(vendor, 'POST', '/api/schema/create', { quantity: 10, freeQuantity: 1, netPTR: 88.5, ...fields });
  expect(added.status).toBe(200);
  return (added.body as { data: Stored }).data;
}

async function addProduct(portal: Portal, vendor: Person, EANCode: string, schemes: string): Promise<void> {
  const price = { MRP: 100, percentage: 10, margin: 10, sellingPrice: 90 };
  const saved = await portal.call(vendor, 'POST', '/api/product/create', { EANCode, shelfLifeDays: 9, quantity: 1, ...price, schemes });
  expect(saved.status).toBe(200);
}

/** Reads as an administrator, because no test depends on the administrator's sessions. */
async function stored(portal: Portal, id: string): Promise<Stored | undefined> {
  const { body } = await portal.call(portal.administrator, 'GET', `/api/schema/get/${id}`);
  return (body as Stored[])[0];
}

test('a vendor adds a scheme, changes it, turns it off and deletes it @journey', async ({ page, portal }) => {
  const [rice, other] = await items(portal);
  await portal.signIn(page, await portal.newVendor());
  await page.goto('/master-products/schemes');
  await expect(page.getByText('Data not found')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Add Scheme' }).click();
  await expect(page).toHaveURL(/\/master-products\/schemes\/create$/);
  await expect(page.getByRole('heading', { name: 'Products > Add Schemes' })).toBeVisible();
  await expect(page.getByLabel('Scheme Number')).toHaveValue(/^\d+$/);
  await expect(page.getByLabel('Scheme Number')).toBeDisabled();
  await expect(page.getByRole('main').getByLabel('Vendor')).toHaveCount(0);
  await expect(page.getByRole('switch', { name: 'Active: Yes' })).toBeChecked();

  // An EAN fills in the name and unit of its item, and replaces those of the previous item.
  await input(page, 'EANCode').fill(other.EANCode);
  await expect(input(page, 'productName')).toHaveValue(other.item_name);
  await input(page, 'EANCode').fill(rice.EANCode);
  await expect(input(page, 'productName')).toHaveValue(rice.item_name);
  await expect(input(page, 'UOM')).toHaveValue(rice.itemUomCode);
  await input(page, 'schemeName').fill('Onam 10+1');
  await input(page, 'quantity').fill('10');
  await input(page, 'freeQuantity').fill('1');
  await input(page, 'netPTR').fill('88.50');
  await input(page, 'discount').fill('2.5');
  await input(page, 'validity').fill('31-12-2190');
  await narration(page).fill('<img src=x onerror="document.title=1"> & "छूट" \u{1F389}');
  await expect(page.getByText('Free quantity should be more then quantity.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Scheme Uploaded Successfully')).toBeVisible();

  await expect(page).toHaveURL(/\/master-products\/schemes$/);
  await showAllColumns(page);
  await expect(page.getByRole('columnheader')).toHaveText(COLUMNS, { useInnerText: true });
  const line = row(page, 'Onam 10+1');
  for (const words of [rice.EANCode, rice.item_name, '2.5%', '₹88.50', '<img src=x', '31-12-2190', 'Active']) {
    await expect(line).toContainText(words);
  }
  await expectAccessible(page);

  await line.getByRole('link', { name: 'Edit Onam 10+1' }).click();
  await expect(page.getByRole('heading', { name: 'Scheme > Edit' })).toBeVisible();
  await expect(page.getByText(`${rice.item_name} · ${rice.itemUomCode}`)).toBeVisible();
  await expect(input(page, 'netPTR')).toHaveValue('88.5');
  await input(page, 'netPTR').fill('80');
  await input(page, 'schemeName').fill('Onam');
  await expect(page.getByText('Products with this scheme need price approval again.')).toBeVisible();
  await page.getByRole('switch').click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Scheme updated successfully')).toBeVisible();
  await expect(row(page, 'Onam')).toContainText('Inactive');
  await expect(row(page, 'Onam')).toContainText('₹80.00');

  await askToDelete(page, 'Onam');
  await expect(dialog(page)).toContainText('Are you sure you want to delete this record?');
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(row(page, 'Onam')).toBeVisible();
  await askToDelete(page, 'Onam');
  await dialog(page).getByRole('button', { name: 'Delete It' }).click();
  await expect(page.getByText('Scheme deleted successfully')).toBeVisible();
  await expect(page.getByText('Data not found')).toBeVisible();
});

test('each field has its message, the item’s beside its own', async ({ page, portal }) => {
  const [rice] = await items(portal);
  await portal.signIn(page, await portal.newVendor());
  await page.goto('/master-products/schemes/create');
  await input(page, 'EANCode').fill('Ten');
  for (const name of ['quantity', 'freeQuantity', 'netPTR', 'discount']) await input(page, name).fill('1,5x');
  await input(page, 'validity').fill('01-01-2020');
  const submit = page.getByRole('button', { name: 'Submit' });
  await submit.click();
  for (const message of [
    'EANCode is required. It should be number.',
    'Scheme name is required.',
    'Invalid quantity. It should be number.',
    'Invalid free quantity. It should be number.',
    'Invalid Net PTR. It should be a number.',
    'Invalid discount. It should be number.',
    'Validity date cannot be earlier than today.',
  ]) {
    await expect(page.getByText(message, { exact: true })).toBeVisible();
  }
  await expect(input(page, 'EANCode')).toBeFocused();
  await expectAccessible(page);

  await input(page, 'discount').fill('150');
  await expect(page.getByText('Invalid discount. It should be from 0 to 100.')).toBeVisible();

  // A partly typed EAN has suggestions.
  await input(page, 'EANCode').fill(rice.EANCode.slice(0, 9));
  await page.getByRole('option', { name: rice.EANCode }).click();
  await expect(input(page, 'EANCode')).toHaveValue(rice.EANCode);
  await expect(input(page, 'productName')).toHaveValue(rice.item_name);
  await input(page, 'productName').fill('');

  for (const name of ['quantity', 'freeQuantity', 'netPTR', 'discount', 'validity']) await input(page, name).fill('');
  await input(page, 'schemeName').fill('Nowhere');
  await input(page, 'EANCode').fill('00000000');
  await expect(page.getByText('The buyer has no item with this EAN.')).toBeVisible();
  await submit.click();
  await expect(page.getByText('Invalid EANCode')).toBeVisible();
  await expect(input(page, 'EANCode')).toBeFocused();

  await page.route('**/api/schema/create', (route) => route.fulfill({ status: 500, json: { message: 'Something went wrong' } }));
  await input(page, 'EANCode').fill(rice.EANCode);
  await submit.click();
  await expect(page.getByRole('alert').getByText('Something went wrong', { exact: true })).toBeVisible();
  await expect(input(page, 'schemeName')).toHaveValue('Nowhere');

  // Cancel asks for confirmation because of the typed values, and leads to the schemes.
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('dialog', { name: 'Unsaved changes' }).getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/master-products\/schemes$/);
});

test('a validity that has ended does not prevent editing an old scheme', async ({ page, portal }) => {
  const [rice] = await items(portal);
  const vendor = await portal.newVendor();
  const { _id, ...scheme } = await addScheme(portal, vendor, { schemaName: 'Old', EANCode: rice.EANCode });
  await portal.signIn(page, vendor);
  await page.route(`**/api/schema/get/${_id}`, (route) => route.fulfill({ json: [{ ...scheme, _id, validity: '2020-01-01' }] }));
  let sent: Record<string, unknown> = {};
  await page.route(`**/api/schema/edit/${_id}`, (route) => {
    sent = route.request().postDataJSON() as Record<string, unknown>;
    return route.fulfill({ json: { message: 'Scheme updated successfully', data: { ...scheme, _id } } });
  });
  await page.goto(`/master-products/schemes/edit/${_id}`);
  await input(page, 'validity').fill('02-01-2020');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Validity date cannot be earlier than today.')).toBeVisible();
  await input(page, 'validity').fill('01-01-2020');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Scheme updated successfully')).toBeVisible();
  expect(sent).toMatchObject({ validity: '2020-01-01', updatedAt: scheme['updatedAt'] });
  expect(Object.keys(sent)).not.toContain('schemaNumber');
});

test('an administrator finds a vendor’s schemes, and adds one for the vendor', async ({ page, portal }) => {
  const [rice] = await items(portal);
  const company = `Schemes & Sons ${serial()}`;
  const vendor = await portal.newVendor({ vendor_name: company });
  // The test has its own administrator: other tests sign in as the demo's administrator in the meantime, and only the newest session can
  // save a scheme.
  const admin = await portal.newVendor({ isAdmin: true });
  for (let number = 1; number <= 8; number += 1) {
    await addScheme(portal, vendor, { schemaName: `Offer ${number}`, EANCode: rice.EANCode, date: `2026-01-0${number}` });
  }
  await portal.signIn(page, admin);
  await page.goto(`/master-products/schemes?userID=${vendor.id}`);
  await expect(page.getByRole('list', { name: 'Active filters' })).toContainText(`Vendor: ${company}`);
  await expect(page.getByText('Showing 1 to 7 of 8 entries')).toBeVisible();
  await showAllColumns(page);
  await page.getByRole('button', { name: 'Date', exact: true }).click();
  await expect(page.getByRole('row').nth(1)).toContainText('Offer 1');
  await page.getByRole('textbox', { name: 'From' }).fill('02-01-2026');
  await page.getByRole('textbox', { name: 'To' }).fill('03-01-2026');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Showing 1 to 2 of 2 entries')).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toContainText('Offer 2');

  const last = (await page.getByRole('row').nth(1).getByRole('cell').nth(2).innerText()).trim();
  await page.getByLabel('Scheme Id').fill(last);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible();
  const address = page.url();

  // The form knows which vendor's schemes the list showed, and returns to that list.
  await page.getByRole('link', { name: 'Add Scheme' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Add Scheme' })).toBeVisible();
  await expect(page.getByRole('main').getByLabel('Vendor').first()).toHaveValue(new RegExp(company));
  await expectAccessible(page);
  await page
    .getByRole('button', { name: 'Clear Vendor' })
    .or(page.getByRole('button', { name: 'Cancel', exact: true }))
    .last()
    .click();
  await expect(page).toHaveURL(address);

  await page.goto('/master-products/schemes/create');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Choose the vendor.')).toBeVisible();
  await page.getByRole('main').getByLabel('Vendor').first().click();
  await page.keyboard.type(company);
  await page.getByRole('option', { name: new RegExp(company) }).click();
  await input(page, 'EANCode').fill(rice.EANCode);
  await input(page, 'schemeName').fill('From the office');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Scheme Uploaded Successfully')).toBeVisible();
  const { body } = await portal.call(portal.administrator, 'GET', `/api/schema/get?userID=${vendor.id}&page=1`);
  const [newest] = body as Stored[];
  expect(newest).toMatchObject({ schemaName: 'From the office', userID: vendor.id });

  await page.goto(`/master-products/schemes/edit/${newest?._id}`);
  await expect(page.getByRole('main').getByLabel('Vendor')).toHaveValue(new RegExp(company));
  await expect(page.getByRole('main').getByLabel('Vendor')).toBeDisabled();
});

test('a product’s scheme is one click away, and cannot be deleted while the product has it', async ({ page, portal }) => {
  const [rice] = await items(portal);
  const vendor = await portal.newVendor();
  const { _id } = await addScheme(portal, vendor, { schemaName: 'In use', EANCode: rice.EANCode });
  await addProduct(portal, vendor, rice.EANCode, _id);
  await portal.signIn(page, vendor);
  await page.goto('/master-products/products');
  await showAllColumns(page);
  await expect(page.getByRole('row').nth(1)).toContainText('₹88.50');
  await page.getByRole('link', { name: 'In use' }).click();
  await expect(page).toHaveURL(new RegExp(`/master-products/schemes/edit/${_id}$`));
  await input(page, 'netPTR').fill('77.25');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Scheme updated successfully')).toBeVisible();
  await askToDelete(page, 'In use');
  await dialog(page).getByRole('button', { name: 'Delete It' }).click();
  await expect(page.getByText('1 product uses this scheme, so it cannot be deleted. Set it to inactive instead.')).toBeVisible();
  await expect(row(page, 'In use')).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Products', exact: true }).click();
  await expect(page.getByRole('row').nth(1)).toContainText('₹77.25');
});

test('another user’s changes in the meantime are shown, and no change of either is lost', async ({ page, portal }) => {
  const [rice] = await items(portal);
  const vendor = await portal.newVendor();
  const { _id } = await addScheme(portal, vendor, { schemaName: 'Shared', EANCode: rice.EANCode });
  const admin = await portal.newVendor({ isAdmin: true });
  await portal.signIn(page, vendor);
  await page.goto(`/master-products/schemes/edit/${_id}`);
  await input(page, 'schemeName').fill('Mine');
  await input(page, 'discount').fill('3');
  const theirs = { schemaName: 'Theirs', quantity: 24, active: false };
  expect((await portal.call(admin, 'PUT', `/api/schema/edit/${_id}`, theirs)).status).toBe(200);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Look at what changed' }).click();
  await expect(page.getByText('(you entered Mine)')).toBeVisible();
  await expect(input(page, 'quantity')).toHaveValue('24');
  await expect(page.getByRole('switch')).not.toBeChecked();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Scheme updated successfully')).toBeVisible();
  expect(await stored(portal, _id)).toMatchObject({ schemaName: 'Mine', discount: 3, quantity: 24, active: false });

  await page.goto(`/master-products/schemes/edit/${_id}`);
  await input(page, 'schemeName').fill('Mine again');
  await portal.call(admin, 'PUT', `/api/schema/edit/${_id}`, { schemaName: 'Theirs again' });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(input(page, 'schemeName')).toHaveValue('Theirs again');
});

for (const screen of ['create', 'edit'] as const) {
  test(`a newer sign-in on another device: ${screen} signs out with the reason`, async ({ page, portal }) => {
    const [rice] = await items(portal);
    const vendor = await portal.newVendor();
    const { _id } = await addScheme(portal, vendor, { schemaName: 'Stays', EANCode: rice.EANCode });
    await portal.signIn(page, vendor);
    await page.goto(`/master-products/schemes/${screen === 'create' ? screen : `edit/${_id}`}`);
    await input(page, 'schemeName').fill('Late');
    await input(page, 'EANCode').fill(rice.EANCode);
    await portal.call(vendor, 'GET', '/api/auth/getAllUser');
    await page.getByRole('button', { name: screen === 'create' ? 'Submit' : 'Save' }).click();
    await expect(page).toHaveURL(/\/login\?redirectFrom=/);
    await expect(page.getByText('You are logged in from another device. Please login again')).toBeVisible();
    expect(await stored(portal, _id)).toMatchObject({ schemaName: 'Stays' });
    const { body } = await portal.call(portal.administrator, 'GET', `/api/schema/get?userID=${vendor.id}`);
    expect(body).toHaveLength(1);
  });
}

test('another vendor’s scheme is not found', async ({ page, portal }) => {
  const [rice] = await items(portal);
  const { _id } = await addScheme(portal, await portal.newVendor(), { schemaName: 'Private', EANCode: rice.EANCode });
  await portal.signIn(page, await portal.newVendor());
  await page.goto(`/master-products/schemes/edit/${_id}`);
  await expect(page.getByText('Data not found')).toBeVisible();
  await expect(page.getByText('Private')).toHaveCount(0);
  await expectAccessible(page);
});

test.describe('barcodes at /example', () => {
  const scanner = spawnSync('zbarimg', ['--version']).error === undefined;
  test.skip(!scanner, 'zbarimg is not installed, so no barcode is scanned (Debian: zbar-tools)');

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`can be scanned as the text below them, ${colorScheme}`, async ({ browser }) => {
      const page = await browser.newPage({ colorScheme });
      await page.goto('/example');
      const pictures = page.getByRole('img', { name: /^Barcode / });
      await expect(pictures).toHaveCount(6);
      for (const picture of await pictures.all()) {
        expect(await scan(picture)).toBe(`CODE-128:${(await picture.getAttribute('aria-label'))?.replace('Barcode ', '')}`);
      }
      await page.close();
    });
  }

  test('have bars of 2 by 45 and text of 20 pixels', async ({ page }) => {
    await page.goto('/example');
    const picture = page.getByRole('img', { name: /^Barcode / }).first();
    const path = (await picture.locator('path').getAttribute('d')) ?? '';
    const widths = Array.from(path.matchAll(/h(\d+)v(\d+)/g), ([, across, down]) => [Number(across), Number(down)]);
    expect(Math.min(...widths.map(([across = 0]) => across))).toBe(2);
    expect(new Set(widths.map(([, down]) => down))).toEqual(new Set([45]));
    expect(await picture.locator('text').evaluate((text) => getComputedStyle(text).fontSize)).toBe('20px');
  });

  /** Reads the code from the pixels of the screen, as a scanner does. */
  async function scan(picture: Locator): Promise<string> {
    const { stdout, stderr } = spawnSync('zbarimg', ['--quiet', '-'], { input: await picture.screenshot() });
    return stdout.toString().trim() || stderr.toString().trim();
  }
});
