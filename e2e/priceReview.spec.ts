import type { Page } from '@playwright/test';

import { expect, expectAccessible, type Person, type Portal, serial, test } from './portal.ts';

/** Creates products of a vendor with pending prices; the items are the demo's. */
async function waitingPrices(portal: Portal, vendor: Person, count: number): Promise<string[]> {
  const { body } = await portal.call(portal.administrator, 'GET', `/api/buyerData/items?page=1&pageSize=${count + 20}`);
  const saved: string[] = [];
  for (const { EANCode } of body as { EANCode: string }[]) {
    if (saved.length === count) break;
    const form = { EANCode, shelfLifeDays: 90, quantity: 5, MRP: 100, percentage: 20, margin: 20, sellingPrice: 80 };
    // Some of the demo's items share their EAN with another item and cannot be offered.
    if ((await portal.call(vendor, 'POST', '/api/product/create', form)).status === 200) saved.push(EANCode);
  }
  expect(saved).toHaveLength(count);
  return saved;
}

test('the 30 newest prices are approved in at most four clicks, beside the previously approved ones @journey', async ({ page, portal }) => {
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
  // Other tests enter prices at the same time, so the list shows only this vendor from here on.
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

test('the review has tabs with counts: first prices, increases and decreases', async ({ page, portal }) => {
  const vendor = await portal.newVendor({ vendor_name: `Tabs ${serial()}` });
  const eans = await waitingPrices(portal, vendor, 3);
  const { administrator } = portal;
  const { body } = await portal.call(vendor, 'GET', '/api/product/get?page=1&pageSize=10');
  const made = body as ({ _id: string; EANCode: string } & Record<string, unknown>)[];
  const [dearer, cheaper] = eans.map((ean) => made.find(({ EANCode }) => EANCode === ean));
  if (dearer === undefined || cheaper === undefined) throw new Error('three products');
  const approved = { productIdList: [dearer._id, cheaper._id], priceApproval: true };
  expect((await portal.call(administrator, 'PUT', '/api/product/changeStatusPriceApproval', approved)).status).toBe(200);
  for (const [{ EANCode }, margin] of [
    [dearer, 10],
    [cheaper, 30],
  ] as const) {
    const form = { EANCode, shelfLifeDays: 90, quantity: 5, MRP: 100, percentage: margin, margin, sellingPrice: 100 - margin };
    expect(await portal.call(vendor, 'POST', '/api/product/create', form)).toMatchObject({ status: 200 });
  }

  await portal.signIn(page, administrator);
  await page.goto(`/master-products/price-review?userID=${vendor.id}`);
  const tabs = page.getByRole('navigation', { name: 'Views of the list' }).getByRole('link');
  await expect(tabs).toHaveText([/^All 3/, /^Price increase 1/, /^Price decrease 1/, /^First price 1/]);
  await expectAccessible(page, 'the tabs of the price review');
  await tabs.nth(1).click();
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('row').filter({ hasText: dearer.EANCode })).toContainText('+12.5%');
  // Other filters stay.
  await tabs.nth(3).click();
  await expect(page).toHaveURL(new RegExp(`userID=${vendor.id}`));
  await expect(page.getByRole('row').filter({ hasText: eans[2] ?? '' })).toContainText('first price');
  // The counts follow a decision.
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).click();
  await page.getByRole('button', { name: 'Approve', exact: true }).first().click();
  await expect(tabs).toHaveText([/^All 2/, /^Price increase 1/, /^Price decrease 1/, /^First price 0/]);
});

test('a price is disapproved with a reason by keyboard, and the vendor sees the reason', async ({ page, portal, browser }) => {
  const vendor = await portal.newVendor({ vendor_name: `Refused ${serial()}` });
  const [ean = ''] = await waitingPrices(portal, vendor, 1);
  await portal.signIn(page, portal.administrator);
  await page.goto(`/master-products/price-review?userID=${vendor.id}`);
  const row = page.getByRole('row').filter({ hasText: ean });
  await expect(row).toContainText('first price');
  await expectAccessible(page);
  await row.getByRole('checkbox').press('Space');
  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog', { name: 'Disapprove one price' });
  // A window with unsaved input is closed with Cancel.
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused();
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: 'Disapprove' }).click();
  await expect(dialog).toContainText('Enter the reason');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The market pays 75.');
  await dialog.getByRole('button', { name: 'Disapprove' }).click();
  await expect(page.getByText('Prices disapproved.')).toBeVisible();
  await expect(row).toHaveCount(0);

  const own = await (await browser.newContext()).newPage();
  await portal.signIn(own, vendor);
  await own.goto('/dashboard');
  await expect(own.getByRole('region', { name: 'Prices disapproved' })).toContainText('Disapproved: The market pays 75.');
  await own
    .getByRole('region', { name: 'Prices disapproved' })
    .getByRole('link', { name: /Disapproved/ })
    .click();
  await expect(own.getByText('The buyer disapproved this price: The market pays 75.')).toBeVisible();
  await own.context().close();
});

test('a pending price is decided on where it is shown', async ({ page, portal }) => {
  const vendor = await portal.newVendor({ vendor_name: `Opened ${serial()}` });
  const [one = '', two = '', three = ''] = await waitingPrices(portal, vendor, 3);
  await portal.signIn(page, portal.administrator);
  await page.goto(`/master-products/price-review?userID=${vendor.id}`);
  const row = (ean: string) => page.getByRole('row').filter({ hasText: ean });
  // Prices selected in the meantime are not part of the decision, and stay selected.
  await row(three).getByRole('checkbox').check();
  const open = async (ean: string) => {
    await row(ean).getByRole('link').first().click();
    return page.getByRole('dialog').filter({ hasText: ean });
  };
  const first = await open(one);
  await expectAccessible(page, 'an open price');
  await first.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(page.getByText('Product approved successfully')).toBeVisible();
  await expect(row(one)).toHaveCount(0);
  const second = await open(two);
  await second.getByRole('button', { name: 'Disapprove', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Disapprove one price' });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The market pays 75.');
  await dialog.getByRole('button', { name: 'Disapprove', exact: true }).click();
  await expect(page.getByText('Prices disapproved.')).toBeVisible();
  await expect(row(two)).toHaveCount(0);
  await expect(row(three).getByRole('checkbox')).toBeChecked();
  const { body } = await portal.call(vendor, 'GET', '/api/product/get?pageSize=100');
  const states = Object.fromEntries(
    (body as { EANCode: string; priceApproval: boolean }[]).map(({ EANCode, priceApproval }) => [EANCode, priceApproval]),
  );
  expect(states).toMatchObject({ [one]: true, [two]: false, [three]: false });
});

test('a decision is undone by keyboard, and the vendor offers an acceptable price with one click', async ({ page, portal, browser }) => {
  const vendor = await portal.newVendor({ vendor_name: `Undone ${serial()}` });
  const [ean = ''] = await waitingPrices(portal, vendor, 1);
  await portal.signIn(page, portal.administrator);
  await page.goto(`/master-products/price-review?userID=${vendor.id}`);
  const row = page.getByRole('row').filter({ hasText: ean });
  await row.getByRole('checkbox').press('Space');
  await page.keyboard.press('a');
  const done = page.getByRole('status').filter({ hasText: 'One price approved.' });
  await expect(done.getByRole('button', { name: 'Undo' })).toBeVisible();
  await expectAccessible(page, 'a decision that can be undone');
  await expect(row).toHaveCount(0);
  await page.keyboard.press('u');
  await expect(page.getByText('Decision undone.')).toBeVisible();
  await expect(done).toHaveCount(0);
  await expect(row).toHaveCount(1);

  await row.getByRole('link').first().click();
  const open = page.getByRole('dialog').filter({ hasText: ean });
  await expect(open.getByRole('region', { name: 'Same EAN from other vendors' })).toBeVisible();
  await expect(open.getByRole('region', { name: 'Purchases, last 12 months' })).toContainText('Nothing was ordered from this vendor.');
  await open.getByRole('button', { name: 'Disapprove', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Disapprove one price' });
  await dialog.getByRole('radio', { name: 'Margin below the agreed margin' }).check({ force: true });
  await dialog.getByRole('textbox', { name: 'Acceptable price' }).fill('75,50');
  await dialog.getByRole('button', { name: 'Disapprove' }).click();
  await expect(dialog).toContainText('Enter an amount in rupees');
  await dialog.getByRole('textbox', { name: 'Acceptable price' }).fill('75.50');
  await expectAccessible(page, 'the reason of a refusal');
  await dialog.getByRole('button', { name: 'Disapprove' }).click();
  await expect(page.getByText('Prices disapproved.')).toBeVisible();

  const own = await (await browser.newContext()).newPage();
  await portal.signIn(own, vendor);
  await own.goto('/master-products/products');
  const product = own.getByRole('row').filter({ hasText: ean });
  await expect(product).toContainText('Disapproved');
  await expect(product).toContainText('Margin below the agreed margin');
  await expectAccessible(own, "a vendor's disapproved price");
  await product.getByRole('button', { name: /^Offer ₹75\.50 for/ }).click();
  await expect(own.getByText('Product Updated Successfully')).toBeVisible();
  await expect(product).toContainText('Waiting');
  await expect(product).toContainText('₹75.50');

  await product.getByRole('button', { name: /^Change price of/ }).click();
  const form = own.getByRole('dialog', { name: /^Change price of/ });
  await form.getByRole('textbox', { name: 'Transfer Price' }).fill('74');
  await expect(form.getByRole('textbox', { name: 'Margin' })).toHaveValue('26.00');
  await expect(form).toContainText('The transfer price changes by -₹1.50.');
  await expectAccessible(own, 'a price that is changed in place');
  await form.getByRole('button', { name: 'Send for approval' }).click();
  await expect(product).toContainText('₹74.00');
  await own.context().close();
});

/** Shows the given number of prices, as the API would list them. */
async function showWaiting(page: Page, total: number): Promise<void> {
  await page.route('**/api/product/review?*', (route) => {
    const query = new URL(route.request().url()).searchParams;
    const [number, size] = [Number(query.get('page')), Number(query.get('pageSize'))];
    const first = (number - 1) * size;
    const rows = Array.from({ length: Math.max(0, Math.min(size, total - first)) }, (_, index) => waitingPrice(first + index + 1));
    return route.fulfill({ json: rows, headers: { 'x-total-count': String(total) } });
  });
}

function waitingPrice(serialNumber: number) {
  return {
    _id: String(serialNumber),
    userID: '2',
    vendorName: 'Annapurna Rice Mill',
    productName: `Rice ${serialNumber}`,
    EANCode: '8901030516320',
    MRP: 100,
    item_mrp: 100,
    sellingPrice: 80,
    approvedPrice: null,
    change: null,
    percentage: 20,
    approvedPercentage: null,
    lastPurchase: null,
    lowestOther: null,
    schemeName: null,
    remarks: null,
    updatedAt: '2026-11-02T10:00:00+05:30',
  };
}

test('thousands of prices are approved at once, in calls of a thousand, and changed ones are shown', async ({ page, portal }) => {
  await portal.signIn(page, portal.administrator);
  await showWaiting(page, 12_345);
  await page.goto('/master-products/price-review');
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await expect(page.getByRole('button', { name: 'Select the first 10,000 of 12,345 results' })).toBeVisible();

  await showWaiting(page, 2_214);
  const sent: { productIdList: string[]; versions: Record<string, string>; priceApproval: boolean }[] = [];
  await page.route('**/api/product/changeStatusPriceApproval', async (route) => {
    sent.push(route.request().postDataJSON() as (typeof sent)[number]);
    if (sent.length !== 2) return route.fulfill({ json: { message: 'Product approved successfully' } });
    const changed = { ...waitingPrice(1500), margin: 20, netPTR: 80, sellingPrice: 85 };
    return route.fulfill({ status: 409, json: { message: 'Changed', data: { changed: [changed], done: 999 } } });
  });
  await page.reload();
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await page.getByRole('button', { name: 'Select all 2,214 results' }).click();
  await expect(page.getByText('2,214 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Approve prices' });
  await expect(question).toContainText('The prices of 2,214 products of 1 vendor will be approved');
  await question.getByRole('button', { name: 'Approve', exact: true }).click();
  const left = page.getByRole('dialog', { name: 'Changed since you opened the list' });
  await expect(left.getByRole('listitem')).toHaveText(/Rice 1500.*₹80\.00 → ₹85\.00/);
  await expect(left).toContainText('2,213 other decisions were saved. Changed products stay in the list.');
  expect(sent.map(({ productIdList }) => productIdList.length)).toEqual([1000, 1000, 214]);
  expect(new Set(sent.flatMap(({ productIdList }) => productIdList)).size).toBe(2_214);
  for (const { productIdList, versions, priceApproval } of sent) {
    expect(priceApproval).toBe(true);
    expect(Object.keys(versions).sort()).toEqual([...productIdList].sort());
  }
  await left.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('checkbox', { name: 'Select all rows of this page' })).not.toBeChecked();
});

test('undecided prices stay selected when a later call fails', async ({ page, portal }) => {
  await portal.signIn(page, portal.administrator);
  await showWaiting(page, 1_214);
  let calls = 0;
  await page.route('**/api/product/changeStatusPriceApproval', (route) => {
    calls += 1;
    return calls === 1
      ? route.fulfill({ json: { message: 'Product approved successfully' } })
      : route.fulfill({ status: 503, json: { message: 'The server is busy. Please try again.' } });
  });
  await page.goto('/master-products/price-review');
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await page.getByRole('button', { name: 'Select all 1,214 results' }).click();
  await expect(page.getByText('1,214 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('dialog', { name: 'Approve prices' }).getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(page.getByText('Something went wrong, please try later.')).toBeVisible();
  await expect(page.getByText('214 selected')).toBeVisible();
});
