import type { Locator, Page } from '@playwright/test';

import { expect, test } from './portal.ts';

const PRODUCTS = '/master-products/products';

const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const chips = (page: Page) => page.getByRole('list', { name: 'Active filters' }).getByRole('listitem');

/** Presses an element, or goes back, and types before the next paint, as a user does who is faster than the machine. */
async function typeRightAfter(pressed: Locator | 'back', input: Locator, text: string): Promise<void> {
  const toPress = pressed === 'back' ? null : await pressed.elementHandle();
  await input.evaluate(
    async (element, { press, typed }) => {
      if (press === null) {
        const gone = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
        window.history.back();
        await gone;
      } else (press as HTMLElement).click();
      // React has processed the event by now.
      await Promise.resolve();
      const box = element as HTMLInputElement;
      box.focus();
      box.setRangeText(typed, 0, box.value.length, 'end');
      box.dispatchEvent(new Event('input', { bubbles: true }));
    },
    { press: toPress, typed: text },
  );
}

for (const [list, query, label] of [
  [PRODUCTS, 'productName=rice', 'Product Name'],
  ['/purchase-orders/dispatch-note', 'DCNumber=no%20such', 'DC Number'],
  ['/users', 'search=no%20such', 'Name, company, e-mail or mobile'],
] as const) {
  test(`text entered right after Reset stays at ${list}`, async ({ page, portal }) => {
    await portal.signIn(page, portal.administrator);
    await page.goto(`${list}?${query}`);
    await expect(chips(page)).toHaveCount(1);
    await typeRightAfter(button(page, 'Reset'), field(page, label), 'late');
    await expect(chips(page)).toHaveCount(0);
    await expect(page).toHaveURL(new RegExp(`${list}$`, 'i'));
    await expect(field(page, label)).toHaveValue('late');
    await page.keyboard.press('Enter');
    await expect(chips(page)).toHaveText([`${label}: late`]);
  });
}

test('the filters of a list follow its URL, and keep what is entered in the meantime', async ({ page, portal }) => {
  const [name, ean, sku, from] = ['Product Name', 'EAN Code', 'SKU Code', 'From'].map((label) => field(page, label));
  if (name === undefined || ean === undefined || sku === undefined || from === undefined) throw new Error('four fields');
  await portal.signIn(page, portal.administrator);
  await page.goto(PRODUCTS);
  await name.fill('rice');
  await ean.fill('89');
  await sku.fill('A');
  await typeRightAfter(button(page, 'Search'), name, 'wheat');
  await expect(chips(page)).toHaveText(['Product Name: rice', 'EAN Code: 89', 'SKU Code: A']);
  await expect(name).toHaveValue('wheat');

  // Removing a chip clears its own filter, and typed text that was not searched yet stays.
  await sku.fill('B');
  await typeRightAfter(button(page, 'Remove the filter Product Name'), ean, '90');
  await expect(chips(page)).toHaveText(['EAN Code: 89', 'SKU Code: A']);
  await expect(name).toHaveValue('');
  await expect(ean).toHaveValue('90');
  await expect(sku).toHaveValue('B');

  // The second chip is pressed before the first one disappears.
  await button(page, 'Remove the filter EAN Code').evaluate(async (first: HTMLElement) => {
    first.click();
    await Promise.resolve();
    document.querySelector<HTMLElement>('[aria-label="Remove the filter SKU Code"]')?.click();
  });
  await expect(chips(page)).toHaveCount(0);
  await expect(page).toHaveURL(/products$/);

  await ean.fill('');
  await name.fill('wheat');
  await page.keyboard.press('Enter');
  await expect(chips(page)).toHaveText(['Product Name: wheat']);
  await sku.fill('C');
  await typeRightAfter('back', ean, '91');
  await expect(chips(page)).toHaveCount(0);
  await expect(name).toHaveValue('');
  await expect(ean).toHaveValue('91');
  await expect(sku).toHaveValue('C');

  // Reset clears a typed date together with its filter, even if the field still has the focus.
  await button(page, 'Reset').click();
  await expect(sku).toHaveValue('');
  await from.fill('2/1/2026');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/startDate=/);
  await expect(chips(page)).toHaveCount(1);
  await page.evaluate(() => window.history.back());
  await expect(chips(page)).toHaveCount(0);
  await expect(from).toHaveValue('');
});

test('a choice whose options could not be loaded shows this, and loads them when it is opened again', async ({ page, portal }) => {
  await portal.signIn(page, portal.administrator);
  const vendor = await portal.newVendor({ vendor_name: 'Chosen Mills' });
  let fails = true;
  await page.route('**/api/auth/getAllUser*', (route) =>
    fails ? route.fulfill({ status: 500, json: { message: 'Broken.' } }) : route.continue(),
  );
  await page.goto(PRODUCTS);
  const choice = page.getByRole('combobox', { name: 'Vendor' });
  await choice.click();
  await expect(page.getByText('Broken.')).toBeVisible();
  fails = false;
  await page.keyboard.press('Escape');
  await choice.click();
  await expect(page.getByRole('option', { name: 'Chosen Mills' }).first()).toBeVisible();
  expect(vendor.id).not.toBe('');
});
