// Why so long: one journey per behaviour of the shared list page, over the same seeded rows.
import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';

import { expect, expectAccessible, type Person, type Portal, serial, showAllColumns, test } from './portal.ts';

/** The columns of a vendor's products that follow those of the specification. */
const DECISION = ['Approved price', 'Price Approval', 'Reason', 'Action'];
const SHEET_COLUMNS = [
  'Sr No',
  'EAN Code',
  'HSN Code',
  'Date of Availability',
  'Created Date',
  'Brand Name',
  'Mftr Article No/SKU Code',
  'Product Category',
  'Product Name',
  'UOM',
  'UOM Conversion',
  'Shelf Life in Days',
  'MRP',
  'Margin',
  'Net PTR',
  'Product Scheme',
  'Remarks',
  'Transfer Price',
];

/** The column headers of a table, in order. */
async function heads(page: Page): Promise<string[]> {
  const found = page.getByRole('columnheader');
  await found.first().waitFor();
  return found.allInnerTexts();
}

interface Item {
  EANCode: string;
  item_name: string;
}

/** Prices the given number of the buyer's items for a vendor: MRP 100, 200 and so on, with a margin of one tenth. */
async function addProducts(portal: Portal, vendor: Person, count: number, more: Readonly<Record<string, string>> = {}): Promise<Item[]> {
  const { body } = await portal.call(portal.administrator, 'GET', '/api/buyerData/items?itemName=Rice&page=1&pageSize=100');
  const items = (body as Item[]).slice(0, count);
  expect(items).toHaveLength(count);
  for (const [index, { EANCode }] of items.entries()) {
    const mrp = 100 * (index + 1);
    const price = { MRP: mrp, percentage: 10, margin: mrp / 10, sellingPrice: mrp * 0.9 };
    const saved = await portal.call(vendor, 'POST', '/api/product/create', { EANCode, shelfLifeDays: 90, quantity: 5, ...price, ...more });
    expect(saved.status).toBe(200);
  }
  return items;
}

test.describe('users', () => {
  test('are listed, filtered by status and found by company @journey', async ({ page, portal }) => {
    const company = `Lists & Sons ${serial()}`;
    await portal.newVendor({ vendor_name: company, firstName: 'Zubin', lastName: 'Mehta', isActive: false });
    await portal.signIn(page, portal.administrator);
    await page.goto('/users');
    await expect(page.getByRole('link', { name: 'Add User' })).toHaveAttribute('href', '/users/create');
    expect(await heads(page)).toEqual(['Sr. No', 'First Name', 'Last Name', 'E-mail ID', 'Company', 'Status', 'Action']);

    await page.getByLabel('Name, company, e-mail or mobile').fill(company.toUpperCase());
    await page.keyboard.press('Enter');
    await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible();
    const row = page.getByRole('row').filter({ hasText: 'Zubin' });
    await expect(row.getByText('Inactive')).toBeVisible();
    await row.getByRole('link', { name: 'View profile Zubin Mehta' }).click();
    await expect(page.getByRole('heading', { name: 'User Profile' })).toBeVisible();
    await page.goBack();
    await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible();

    await page
      .getByRole('navigation', { name: 'Users by status' })
      .getByRole('link', { name: /^Active \d+$/ })
      .click();
    await expect(page).toHaveURL(/\/users\/active$/);
    await expect(page.getByRole('cell', { name: 'Active', exact: true }).first()).toBeVisible();
    await expect(page.getByRole('cell', { name: 'Inactive', exact: true })).toHaveCount(0);
    // The form is the one of the users, and a vendor is what it adds here.
    await page.goto('/vendors');
    await expect(page.getByRole('link', { name: 'Add vendor' })).toHaveAttribute('href', '/users/create');
    await expect(page.getByRole('link', { name: 'Add User' })).toHaveCount(0);
  });

  test('are synced with the ERP as long as some are missing there', async ({ page, portal }) => {
    const vendor = await portal.newVendor();
    await portal.signIn(page, portal.administrator);
    await page.goto('/users');
    const refusal = '2 vendors synced, 1 not synced. Shree Mills: POST /Supplier answered 417: GSTIN is wrong.';
    await page.route('**/sync*', (route) => route.fulfill({ json: { message: refusal, synced: 2, failed: 1 } }), { times: 1 });
    await page.getByRole('button', { name: 'Sync' }).click();
    await expect(page.getByRole('alert')).toContainText(refusal);
    await expect(page.getByRole('region', { name: 'Notifications' })).toBeEmpty();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Dismiss this message' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.getByRole('button', { name: 'Sync' }).click();
    // The message appears as a toast, or on the page if a vendor of another test cannot be synced.
    await expect(page.getByText(/\d+ vendors? synced/)).toBeVisible();
    const { body } = await portal.call(vendor, 'GET', `/api/auth/user/${vendor.id}`);
    expect(body).toMatchObject([{ system_Vendor_id: expect.stringMatching(/./) }]);
  });
});

test.describe('profiles', () => {
  test('show the own data with documents and an edit button', async ({ page, portal }) => {
    const vendor = await portal.newVendor();
    await portal.signIn(page, vendor);
    await page.goto(`/profile/${vendor.id}`);
    await expect(page.getByRole('heading', { name: 'Your Profile' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Edit Profile' })).toHaveAttribute('href', `/users/edit/${vendor.id}`);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download PAN document' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.pdf$/);
    await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
  });

  test('show which documents are missing', async ({ page, portal }) => {
    await portal.signIn(page, portal.administrator);
    await page.goto('/profile/1');
    for (const words of [
      'PAN no not available',
      'GST certificate not available',
      'Cancelled cheque not available',
      'Certificate not available',
    ]) {
      await expect(page.getByText(words, { exact: true })).toBeVisible();
    }
  });

  test('show an administrator what a vendor changed, with bank details highlighted', async ({ page, browser, portal }) => {
    const vendor = await portal.newVendor({ bankName: 'Old Bank', paymentTerms: '30 days' });
    const own = await (await browser.newContext()).newPage();
    await portal.signIn(own, vendor);
    await own.goto('/dashboard');
    const status = await own.evaluate(async (id) => {
      const form = new FormData();
      form.set('bankName', 'New Bank');
      form.set('paymentTerms', '15 days');
      const headers = { Authorization: localStorage.getItem('token') ?? '' };
      return (await fetch(`/api/auth/edit/${id}`, { method: 'PUT', body: form, headers })).status;
    }, vendor.id);
    expect(status).toBe(200);

    await portal.signIn(page, portal.administrator);
    await page.goto(`/user-profile/${vendor.id}`);
    const changes = page.getByRole('region', { name: 'History' });
    const bank = changes.locator('dl > div').filter({ hasText: 'Bank name' }).first();
    await expect(bank).toContainText('Old Bank');
    await expect(bank).toContainText('New Bank');
    await expect(bank).toContainText('Check');
    await expect(changes.locator('dl > div').filter({ hasText: 'Payment terms' }).first()).not.toContainText('Check');
    await expectAccessible(page);
  });
});

test.describe('products', () => {
  test('have the specified columns and menu for a vendor, who opens one by its name', async ({ page, portal }) => {
    const vendor = await portal.newVendor();
    const [item] = await addProducts(portal, vendor, 2);
    await portal.signIn(page, vendor);
    await page.goto('/master-products/products');
    await expect(page.getByText('Showing 1 to 2 of 2 entries')).toBeVisible();
    expect(await heads(page)).toEqual(['Sr No', 'EAN Code', 'Product Name', 'MRP', 'Margin', 'Transfer Price', ...DECISION]);
    await showAllColumns(page);
    expect(await heads(page)).toEqual([...SHEET_COLUMNS, ...DECISION]);
    // The server remembers the choice.
    await page.reload();
    expect(await heads(page)).toEqual([...SHEET_COLUMNS, ...DECISION]);
    await expect(page.getByRole('checkbox')).toHaveCount(0);

    await page.getByRole('button', { name: 'More actions' }).click();
    await expect(page.getByRole('menuitem')).toHaveText([
      'Add Product',
      'Template',
      'Download Products in excel',
      'Upload',
      'Proposed items',
    ]);
    await page.keyboard.press('Escape');

    await page.getByRole('link', { name: item?.item_name ?? '' }).click();
    await expect(page).toHaveURL(new RegExp(`/products/create\\?ean=${item?.EANCode}`));
  });

  test('keep filters, sort order and page in the URL', async ({ page, portal }) => {
    const vendor = await portal.newVendor();
    const items = await addProducts(portal, vendor, 8);
    await portal.signIn(page, vendor);
    await page.goto('/master-products/products');
    await page.getByRole('link', { name: 'Page 2' }).click();
    await expect(page.getByText('Showing 8 to 8 of 8 entries')).toBeVisible();

    await page.getByRole('button', { name: 'Margin' }).click();
    await page.getByRole('button', { name: 'Margin' }).click();
    await expect(page).toHaveURL(/sortBy=margin&sortOrder=desc/);
    await expect(page.getByRole('row').nth(1)).toContainText('₹80.00');
    await page.reload();
    await expect(page.getByRole('columnheader', { name: 'Margin' })).toHaveAttribute('aria-sort', 'descending');

    await page.getByLabel('EAN Code').fill(items[3]?.EANCode ?? '');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible();
    await expect(page.getByRole('row').nth(1)).toContainText('₹360.00');
    await page.goBack();
    await expect(page.getByText('Showing 1 to 7 of 8 entries')).toBeVisible();
    await page.goForward();
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect(page.getByText('Showing 1 to 7 of 8 entries')).toBeVisible();
    await page.getByLabel('Product Name').fill('no such thing');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Data not found')).toBeVisible();

    await page.goto('/master-products/products?startDate=abc&priceApproval=maybe&page=x');
    await expect(page.getByText('Showing 1 to 7 of 8 entries')).toBeVisible();
    await page.goto('/master-products/products?startDate=2026-02-02&endDate=2026-02-01');
    await expect(page.getByText('The From date is later than the To date.')).toBeVisible();
  });

  test('keep the rows of a page, dimmed and with their numbers, while the next one loads', async ({ page, portal }) => {
    const vendor = await portal.newVendor();
    await addProducts(portal, vendor, 8);
    await portal.signIn(page, vendor);
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/api\/.*[?&]page=2\b/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/master-products/products');
    const rows = page.getByRole('row');
    await expect(rows).toHaveCount(8);
    const before = await rows.allInnerTexts();
    await page.getByRole('link', { name: 'Page 2' }).click();
    await expect(page.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
    await expect(page.locator('[data-stale]')).toHaveCount(1);
    expect(await rows.allInnerTexts()).toEqual(before);
    await expect(page.getByText('Showing 1 to 7 of 8 entries')).toBeVisible();
    release();
    await expect(page.getByText('Showing 8 to 8 of 8 entries')).toBeVisible();
    await expect(rows.nth(1).getByRole('cell', { name: '8', exact: true })).toHaveCount(1);
    await expect(page.locator('[data-stale]')).toHaveCount(0);
  });

  test('show cut-off texts in full, by mouse and keyboard, and open a page in another tab', async ({ page, portal }) => {
    const vendor = await portal.newVendor();
    const remarks = 'Keep dry, away from light, and not above four boxes on each other';
    await addProducts(portal, vendor, 8, { remarks });
    await portal.signIn(page, vendor);
    await page.goto('/master-products/products');
    await showAllColumns(page);
    const cut = page.getByRole('row').nth(1).getByText(remarks);
    const hint = page.getByRole('tooltip');
    await cut.hover();
    await expect(hint).toHaveText(remarks);
    await page.getByRole('heading', { level: 1 }).hover();
    await expect(hint).toHaveCount(0);

    await cut.focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await expect(cut).toBeFocused();
    await expect(hint).toHaveText(remarks);
    await page.keyboard.press('Escape');
    await expect(hint).toHaveCount(0);

    const other = page.context().waitForEvent('page');
    await page.getByRole('link', { name: 'Page 2' }).click({ modifiers: ['Control'] });
    await expect((await other).getByText('Showing 8 to 8 of 8 entries')).toBeVisible();
    await expect(page.getByText('Showing 1 to 7 of 8 entries')).toBeVisible();

    await page.getByRole('link', { name: 'Page 2' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Showing 8 to 8 of 8 entries')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Page 2' })).toBeFocused();
    await expect(page.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
    // The button has no target on the last page and stays in its place.
    await expect(page.getByRole('link', { name: 'Next page' })).toBeDisabled();
  });

  test('are approved and disapproved by an administrator, one selection after another', async ({ page, portal }) => {
    const vendor = await portal.newVendor();
    await addProducts(portal, vendor, 3);
    await portal.signIn(page, await portal.newVendor({ isAdmin: true }));
    await page.goto(`/master-products/products?userID=${vendor.id}`);
    await expect(page.getByText('Showing 1 to 3 of 3 entries')).toBeVisible();
    await showAllColumns(page);
    expect((await heads(page)).slice(1)).toEqual(['Price Approval', 'Sr No', 'Vendor', ...SHEET_COLUMNS.slice(1)]);
    await page.getByRole('button', { name: 'Columns', exact: true }).click();
    await page.getByRole('button', { name: 'Default', exact: true }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'More actions' }).click();
    await expect(page.getByRole('menuitem')).toHaveText(['Download Products in excel', 'Proposed items']);
    await page.keyboard.press('Escape');
    const [approve, disapprove] = ['Approve', 'Disapprove'].map((name) => page.getByRole('button', { name, exact: true }));
    if (approve === undefined || disapprove === undefined) throw new Error('two buttons');
    await expect(approve).toHaveCount(0);

    await page.getByRole('row').nth(1).getByRole('checkbox').check();
    await expect(disapprove).toHaveCount(0);
    await approve.click();
    await expect(page.getByText('Product approved successfully')).toBeVisible();
    await expect(page.getByRole('cell', { name: 'Approved', exact: true })).toHaveCount(1);
    await expect(approve).toHaveCount(0);

    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
    await expect(approve).toBeVisible();
    await expectAccessible(page);
    await disapprove.click();
    await expect(page.getByText('Product disapproved successfully')).toBeVisible();
    await expect(page.getByRole('cell', { name: 'Not approved', exact: true })).toHaveCount(3);
  });

  test('a price that the vendor changes in the meantime is shown instead of approved', async ({ page, portal }) => {
    const vendor = await portal.newVendor();
    const items = await addProducts(portal, vendor, 2);
    await portal.signIn(page, portal.administrator);
    await page.goto(`/master-products/products?userID=${vendor.id}`);
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
    const price = { MRP: 900, percentage: 10, margin: 90, sellingPrice: 810 };
    await portal.call(vendor, 'POST', '/api/product/create', { EANCode: items[0]?.EANCode, shelfLifeDays: 90, quantity: 5, ...price });
    const approve = page.getByRole('button', { name: 'Approve', exact: true });
    await approve.click();
    const changed = page.getByRole('dialog', { name: 'Changed since you opened the list' });
    await expect(changed.getByRole('listitem')).toHaveCount(1);
    await expect(changed).toContainText(items[0]?.item_name ?? '');
    await expect(changed.getByText('→ ₹900.00')).toBeVisible();
    await expect(changed).toContainText('1 other decision was saved.');
    await expectAccessible(page);
    await changed.getByRole('button', { name: 'Close' }).last().click();
    await expect(page.getByText('1 selected')).toBeVisible();
    await expect(page.getByRole('cell', { name: 'Approved', exact: true })).toHaveCount(1);
    await approve.click();
    await expect(page.getByText('Product approved successfully')).toBeVisible();
    await expect(page.getByRole('cell', { name: 'Approved', exact: true })).toHaveCount(2);
  });

  test('show an error if the server could not change them', async ({ page, portal }) => {
    const vendor = await portal.newVendor();
    await addProducts(portal, vendor, 1);
    await portal.signIn(page, portal.administrator);
    await page.goto(`/master-products/products?userID=${vendor.id}`);
    await page.getByRole('row').nth(1).getByRole('checkbox').check();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(page.getByText('Something went wrong, please try later.')).toBeVisible();
    await expect(page.getByText('1 selected')).toBeVisible();
  });
});

test('the dashboard shows counts, links to the lists and pending tasks', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  await addProducts(portal, vendor, 2);
  await portal.signIn(page, vendor);
  await page.goto('/dashboard');
  const tile = (name: string) => page.getByRole('region', { name: 'Counts' }).getByRole('link', { name, exact: true });
  await expect(tile('Total Products 2')).toHaveAttribute('href', '/master-products/products');
  for (const name of [
    'Total Schemes 0',
    'Last 10 days Schemes 0',
    'Total Purchase orders 0',
    'Last 10 days Purchase Orders 0',
    'Total Dispatch Note 0',
    'Last 10 days dispatch Note 0',
    'Total Debit Memo 0',
    'Last 10 days Debit Memo 0',
    'Total Credit Memo 0',
    'Last 10 days Credit Memo 0',
    'Total Invoice 0 Total Invoice value ₹0.00',
    'Last 10 days invoice 0 Last 10 days invoice value ₹0.00',
  ]) {
    await expect(tile(name)).toBeVisible();
  }
  await expect(page.getByText('Total Users')).toHaveCount(0);
  // Prices that wait for the buyer are not a task of the vendor.
  await expect(page.getByRole('region', { name: 'For you today' })).toContainText('Nothing is waiting for you.');
  await tile('Last 10 days Products 2').click();
  await expect(page).toHaveURL(/startDate=\d{4}-\d{2}-\d{2}/);
  await expect(page.getByText('Showing 1 to 2 of 2 entries')).toBeVisible();
});

test('the dashboard shows administrators the users and vendors waiting for activation', async ({ page, portal }) => {
  const company = `Waiting ${serial()}`;
  await portal.newVendor({ vendor_name: company, isActive: false });
  await portal.signIn(page, portal.administrator);
  await page.goto('/dashboard');
  for (const [name, href] of [
    ['Total Users', '/users'],
    ['Active Users', '/users/active'],
    ['Inactive Users', '/users/inactive'],
  ] as const) {
    await expect(page.getByRole('link', { name: new RegExp(`^${name} \\d`) })).toHaveAttribute('href', href);
  }
  await page
    .getByRole('region', { name: 'Vendors waiting for activation' })
    .getByRole('link', { name: `Check ${company}` })
    .click();
  await expect(page).toHaveURL(/\/user-profile\/\d+$/);
  await expect(page.getByRole('button', { name: 'Activate' })).toBeVisible();
});

test('/example shows samples to a visitor, and the user’s own schemes with barcodes after signing in', async ({ page, portal }) => {
  await page.goto('/example');
  await expect(page.getByRole('img', { name: /^Barcode \d{13}$/ })).toHaveCount(6);

  const vendor = await portal.newVendor();
  const [item] = await addProducts(portal, vendor, 1);
  const scheme = { schemaName: 'Own scheme', EANCode: item?.EANCode, quantity: 10, freeQuantity: 1 };
  expect((await portal.call(vendor, 'POST', '/api/schema/create', scheme)).status).toBe(200);
  await portal.signIn(page, vendor);
  await page.goto('/example');
  await expect(page.getByRole('cell', { name: 'Own scheme' })).toBeVisible();
  await expect(page.getByRole('img', { name: `Barcode ${item?.EANCode}` })).toHaveCount(1);
});

test('the outbox shows new e-mails, with their links beside a frame without any rights', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  await page.goto('/outbox');
  await expect(page.getByRole('heading', { name: 'Outbox' })).toBeVisible();
  expect((await portal.call(vendor, 'POST', '/api/auth/forgetPassword', { email: vendor.email })).status).toBe(200);

  // The page polls for new e-mails, so no reload is needed.
  await page.getByRole('button', { name: vendor.email }).click();
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
  const link = page.getByRole('list', { name: 'Links in this e-mail' }).getByRole('link');
  await expect(link).toHaveAttribute('href', /\/password-reset\/[\w-]{20,}$/);
  await page.getByText('HTML', { exact: true }).click();
  await expect(page.locator('iframe')).toHaveAttribute('sandbox', '');
  await link.click();
  await expect(page.getByRole('heading', { name: 'Reset password' })).toBeVisible();
});

test.describe('the buyer’s items', () => {
  const sheet = (content: string) => ({ name: 'items.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });

  test('report the invalid rows of a file, and save none', async ({ page, portal }) => {
    await portal.signIn(page, portal.administrator);
    await page.goto('/buyer-data');
    const name = `Half done ${serial()}`;
    await page.locator('input[type=file]').setInputFiles(sheet(`EAN Code,Item Name\n8901030516320,${name}\n8901030516321,Wrong digit\n`));
    await expect(page.getByText(/^1 row is valid, 1 has errors/)).toBeVisible();
    await expect(page.getByRole('row', { name: /^3 EAN Code/ })).toBeVisible();
    await expectAccessible(page);
    const [marked] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the file with errors marked' }).click(),
    ]);
    expect(marked.suggestedFilename()).toBe('items - faults.xlsx');
    await page.getByLabel('Item Name').fill(name);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Data not found')).toBeVisible();
  });

  test('have a template whose example row alone cannot be uploaded', async ({ page, portal }) => {
    await portal.signIn(page, portal.administrator);
    await page.goto('/buyer-data');
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Template' }).click()]);
    expect(download.suggestedFilename()).toBe('sampleItemSheet.xlsx');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'items.xlsx', mimeType: '', buffer: await readFile(await download.path()) });
    await expect(page.getByText('The sheet has no rows below its headings except the example of the template.')).toBeVisible();
  });
});
