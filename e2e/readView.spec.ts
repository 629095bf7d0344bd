import { expect, expectAccessible, test } from './portal.ts';

test('rows open, move and close by keys; columns, page size and views are saved', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  for (let number = 1; number <= 8; number += 1) {
    const invoice = { invoiceNumber: `900${number}`, invoiceValue: 1000 * number, invoiceDate: `2026-11-0${number}` };
    expect((await portal.call(vendor, 'POST', '/api/invoice/create', invoice)).status).toBe(200);
  }
  await portal.signIn(page, vendor);
  await page.goto('/invoices/invoice');
  await expect(page.getByText('Showing 1 to 7 of 8 entries')).toBeVisible();

  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(page.getByRole('link', { name: '9007', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  const record = page.getByRole('dialog', { name: 'Invoice 9007' });
  await expect(record.getByText('₹7,000.00').first()).toBeVisible();
  await expect(record.getByRole('region', { name: 'History' })).toContainText('Added the invoice');
  await expectAccessible(page, 'the read view');
  await page.keyboard.press('j');
  await expect(page.getByRole('dialog', { name: 'Invoice 9006' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('link', { name: '9006', exact: true })).toBeFocused();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Shortcuts in lists' })).toBeVisible();
  await expectAccessible(page, 'the keys');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // The row has kept its position, and the next key continues from it.
  await expect(page.getByRole('link', { name: '9006', exact: true })).toBeFocused();
  await page.keyboard.press('j');
  await expect(page.getByRole('link', { name: '9005', exact: true })).toBeFocused();

  await page.getByRole('combobox', { name: 'Rows per page of Invoice' }).selectOption('25');
  await expect(page.getByText('Showing 1 to 8 of 8 entries')).toBeVisible();

  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  await page.getByRole('checkbox', { name: 'PO Date' }).click();
  await expect(page.getByRole('checkbox', { name: 'PO Date' })).toBeChecked();
  await expectAccessible(page, 'the columns');
  await page.keyboard.press('Escape');
  await page.getByLabel('Invoice Number', { exact: true }).fill('9001');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save this view…' }).click();
  const naming = page.getByRole('dialog', { name: 'Save this view' });
  await expect(naming.getByRole('checkbox')).toHaveCount(0);
  await naming.getByLabel('Name').fill('The first');
  await naming.getByRole('button', { name: 'Save view' }).click();
  await expect(naming).toHaveCount(0);

  await page.goto('/invoices/invoice');
  await expect(page.getByText('Showing 1 to 8 of 8 entries')).toBeVisible();
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  await page.getByRole('button', { name: 'Default', exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader', { name: 'PO Date' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'The first', exact: true }).click();
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'PO Date' })).toBeVisible();
});

test('a row whose document is loading has one heading, and the page behind keeps its name', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  const invoice = { invoiceNumber: '9101', invoiceValue: 1180, invoiceDate: '2026-11-01' };
  expect((await portal.call(vendor, 'POST', '/api/invoice/create', invoice)).status).toBe(200);
  await portal.signIn(page, vendor);
  let release = () => undefined as void;
  const released = new Promise<void>((done) => (release = done));
  await page.route('**/api/invoice/get/*', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/invoices/invoice');
  await page.getByRole('link', { name: '9101', exact: true }).waitFor();
  const title = await page.title();
  const asked = page.waitForRequest('**/api/invoice/get/*');
  await page.getByRole('link', { name: '9101', exact: true }).click();
  await asked;
  const record = page.getByRole('dialog', { name: 'Invoice 9101' });
  await expect(record.getByText('₹1,180.00').first()).toBeVisible();
  await expect(record.getByRole('heading', { level: 1 })).toHaveCount(0);
  expect(await page.title()).toBe(title);
  release();
  await expect(record.getByRole('link', { name: 'Open page' })).toBeVisible();
  await expect(record.getByRole('heading', { level: 1 })).toHaveCount(0);
});

test('a saved view with a removed column still opens, and no list scrolls sideways at 1440 px', async ({ page, portal }) => {
  const view = { list: 'product.list', name: 'Old', shared: false, columns: ['gone', 'MRP'], query: 'sortBy=gone&productName=a' };
  const admin = await portal.newVendor({ isAdmin: true });
  expect((await portal.call(admin, 'POST', '/api/lists/views', view)).status).toBe(200);
  // The vendor has the longest number of a note and the largest amounts; other tests create such vendors too.
  const vendor = await portal.newVendor();
  const note = { DCNumber: 'Z'.repeat(60), NumberOfCarton: 4 };
  expect((await portal.call(vendor, 'POST', '/api/desPatchNote/create', note)).status).toBe(200);
  const amount = '99999999999.99';
  const memo = { productName: 'N'.repeat(200), vendorInvoiceRef: '12', itemQuantity: 1, taxRate: 5, amount, unitPrice: amount };
  expect((await portal.call(vendor, 'POST', '/api/debitMemo/AddUserDebitMemo', memo)).status).toBe(200);
  await portal.signIn(page, admin);
  for (const path of ['/master-products/products', '/invoices/invoice', '/invoices/debit', '/purchase-orders/dispatch-note', '/users']) {
    await page.goto(path);
    await page.getByRole('row').nth(1).waitFor();
    await expect(page.locator('[data-scrolls]'), path).toHaveCount(0);
  }
  await page.goto('/master-products/products');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Old', exact: true }).click();
  await expect(page).toHaveURL(/productName=a/);
  await expect(page.getByRole('columnheader')).toHaveText(['', 'EAN Code', 'MRP']);
});

test('a row is a card of at most four lines on a phone, and buttons are 44 px high', async ({ page, portal }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await portal.signIn(page, portal.administrator);
  await page.goto('/master-products/products');
  const cards = page.locator('[data-row]');
  await cards.first().waitFor();
  // The first line of a card is the record's name with its status.
  for (const lines of await cards.evaluateAll((all) => all.map((card) => card.querySelectorAll('dl > div').length)))
    expect(lines).toBeLessThanOrEqual(3);
  const card = cards.first();
  expect((await card.locator('[data-open]').boundingBox())?.height).toBeGreaterThanOrEqual(44);
  const box = card.getByRole('checkbox');
  await box.click({ position: { x: -9, y: 32 }, force: true });
  await expect(box).toBeChecked();
  await expect(page.getByText('1 selected')).toBeVisible();
});

test('a card on a phone shows the status of a record, and the most important column of its list', async ({ page, portal }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await portal.signIn(page, portal.administrator);
  for (const [path, column, state] of [
    ['/purchase-orders', 'Deliver By', /^(Open|Acknowledged|Confirmed|Closed|Cancelled)$/],
    ['/purchase-orders/dispatch-note', 'Vendor', /^(Draft|Ready|In transit|Arrived|Closed|Cancelled|Without lines)$/],
    ['/purchase-orders/receipts', 'Value', /^(Accepted|Partly rejected|Cancelled)/],
    ['/invoices/invoice', 'Due Date', /^(Open|Overdue|Paid|Due)/],
    ['/invoices/purchase-returns', 'Remarks', null],
    ['/invoices/debit', 'Amount', /^(Waiting|Accepted|Settled|Withdrawn|Reversed)/],
    ['/master-products/schemes', 'Discount', /^(Active|Inactive)$/],
    ['/vendors', 'Overdue', /^(Active|Waiting|Inactive)/],
  ] as const) {
    await page.goto(path);
    const card = page.locator('[data-row]').first();
    await expect(card.getByText(column, { exact: true }), path).toBeVisible();
    if (state !== null) await expect(card.getByText(state).first(), path).toBeVisible();
  }
});

test('all matching products are selected and approved, after a confirmation of the effect', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  const { body } = await portal.call(portal.administrator, 'GET', '/api/buyerData/items?itemName=a&page=1&pageSize=100');
  let added = 0;
  for (const { EANCode } of body as { EANCode: string }[]) {
    const price = { MRP: 100, percentage: 10, margin: 10, sellingPrice: 90 };
    const product = { EANCode, shelfLifeDays: 90, quantity: 5, ...price };
    // The server rejects an EAN that two items share.
    if (added < 60 && (await portal.call(vendor, 'POST', '/api/product/create', product)).status === 200) added += 1;
  }
  expect(added).toBe(60);
  await portal.signIn(page, await portal.newVendor({ isAdmin: true }));
  await page.goto(`/master-products/products?userID=${vendor.id}`);
  const all = page.getByRole('checkbox', { name: 'Select all rows of this page' });
  await page.getByRole('row').nth(1).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(page.getByText('1 selected')).toBeVisible();
  await expect(all).toBeChecked({ indeterminate: true });
  // A click next to the box does not open the row either.
  const box = page.getByRole('row').nth(2).getByRole('checkbox');
  await box.click({ position: { x: -8, y: -8 }, force: true });
  await expect(box).toBeChecked();
  await expect(page.getByText('2 selected')).toBeVisible();
  await all.check();
  await page.getByRole('button', { name: 'Select all 60 results' }).click();
  await expect(page.getByText('60 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Approve prices' });
  await expect(question).toContainText('The prices of 60 products of 1 vendor will be approved');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(page.getByText('Product approved successfully')).toBeVisible();
  await page.goto(`/master-products/products?userID=${vendor.id}&priceApproval=false`);
  await expect(page.getByText('Data not found')).toBeVisible();
});
