import type { Page } from '@playwright/test';

import { expect, expectAccessible, type Person, test } from './portal.ts';

const call = (page: Page, id: string) => page.locator(`[id="${id}"]`);

async function fitsAcross(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
}

async function tokenOf(page: Page, { email, password }: Person): Promise<string> {
  const answer = await page.request.post('/api/auth/login', { data: { email, passWord: password } });
  return ((await answer.json()) as { token: string }).token;
}

test('the documentation of the API can be searched, linked and tried, by keyboard and on a phone @journey', async ({ page, portal }) => {
  await page.goto('/api/docs');
  await expectAccessible(page, 'all closed');
  await expect(page.getByRole('heading', { name: 'Aapurti API' })).toBeVisible();

  // A slash opens the search; only calls that contain all words remain.
  await page.keyboard.press('/');
  await page.keyboard.type('invoiceNumber candidates 409');
  await expect(page.getByRole('status')).toHaveText('2 calls');
  await expect(call(page, 'payment.create')).toBeVisible();
  await expect(call(page, 'invoice.list')).toBeHidden();
  await expect(page.getByRole('heading', { name: 'scheme', exact: true })).toBeHidden();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('zebra');
  await expect(page.getByRole('status')).toHaveText('No call has all of these words.');

  // A link opens its call, even if the search has hidden it.
  await page.evaluate(() => (location.hash = '#invoice.create'));
  const create = call(page, 'invoice.create');
  await expect(create).toHaveAttribute('open', '');
  await expect(create.getByRole('row', { name: /invoiceValue .*required/ })).toContainText('Total value including taxes, in rupees.');
  await expect(create).toContainText('The vendor has an invoice with this number in this financial year.');
  await expect(create.getByLabel('curl for invoice.create')).toContainText(`-d '{"invoiceNumber":"70012","invoiceValue":1180}'`);
  await create.getByRole('link', { name: 'Invoice', exact: true }).first().click();
  await expect(call(page, 'schema-Invoice')).toHaveAttribute('open', '');

  // The portal rejects a call without a token and answers one with a token.
  await page.evaluate(() => (location.hash = '#invoice.create'));
  await create.locator('.try > summary').focus();
  await page.keyboard.press('Enter');
  await create.getByRole('button', { name: 'Send POST to this portal' }).press('Enter');
  await expect(create.locator('output')).toContainText('401 from POST /api/invoice/create');
  const vendor = await portal.newVendor();
  await page.getByLabel('Token or API key, to try calls').fill(await tokenOf(page, vendor));
  await create.getByLabel('Body (JSON)').fill('{ "invoiceNumber": ');
  await create.getByRole('button', { name: 'Send POST to this portal' }).click();
  await expect(create.locator('output')).toContainText('The body is not JSON');
  await create.getByLabel('Body (JSON)').fill('{ "invoiceNumber": "70012", "invoiceValue": "1180.00" }');
  await create.getByRole('button', { name: 'Send POST to this portal' }).click();
  await expect(create.locator('output')).toContainText('Invoice added successfully');
  await expectAccessible(page, 'a call that was tried');

  await page.evaluate(() => (location.hash = '#invoice.list'));
  const list = call(page, 'invoice.list');
  await list.getByText('Try it').click();
  await list.getByLabel('pageSize').fill('1');
  await list.getByLabel('page', { exact: true }).fill('1');
  await list.getByRole('button', { name: 'Send GET to this portal' }).click();
  await expect(list.locator('output')).toContainText('200 from GET /api/invoice/get?page=1&pageSize=1');
  await expect(list.locator('output')).toContainText('x-total-count: 1');

  // The page saves a spreadsheet file.
  await page.evaluate(() => (location.hash = '#invoice.template'));
  const template = call(page, 'invoice.template');
  await template.getByText('Try it').click();
  await template.getByRole('button', { name: 'Send GET to this portal' }).click();
  await expect(template.getByRole('link', { name: 'Save sampleInvoiceSheet.xlsx' })).toBeVisible();

  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, 'in the dark');
  await page.setViewportSize({ width: 360, height: 740 });
  await fitsAcross(page);
  await expectAccessible(page, 'on a phone');
});

test('the documentation of the API can be read without scripts', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL !== undefined && { baseURL }) });
  const page = await context.newPage();
  await page.goto('/api/docs');
  await expect(page.getByLabel('Search calls')).toBeHidden();
  await call(page, 'invoice.list').locator('summary').first().click();
  await expect(call(page, 'invoice.list').getByText('Parameters')).toBeVisible();
  await expect(call(page, 'invoice.list').getByText('Try it')).toBeHidden();
  await context.close();
});
