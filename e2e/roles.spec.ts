import type { Page } from '@playwright/test';

import { askToDelete, expect, expectAccessible, type Person, type Portal, test } from './portal.ts';

const REFUSED = 'You can view invoices but not send them. Ask an owner of your company.';

const invoice = (number: string) => ({
  PONumber: '4500012',
  PODate: '2026-04-01',
  invoiceNumber: number,
  invoiceDate: '2026-04-02',
  invoiceValue: 118,
});

const menuLines = async (page: Page) => {
  await page.getByRole('button', { name: 'More actions' }).click();
  const lines = await page.getByRole('menuitem').allInnerTexts();
  await page.keyboard.press('Escape');
  return lines;
};

test('a reader sees everything and can change nothing', async ({ page, portal }) => {
  const owner = await portal.newVendor();
  expect((await portal.call(owner, 'POST', '/api/invoice/create', invoice('1001'))).status).toBe(200);
  await portal.signIn(page, await portal.newMember(owner, 'reader'));

  await page.goto('/invoices/invoice');
  await expect(page.getByRole('link', { name: 'View invoice 1001' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'People' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Add Invoice' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Actions for invoice 1001' })).toHaveCount(0);
  expect(await menuLines(page)).toEqual(['Download']);

  await test.step('an invoice opens as read-only', async () => {
    await page.getByRole('link', { name: 'View invoice 1001' }).click();
    await expect(page.getByText(REFUSED)).toBeVisible();
    await expect(page.getByLabel('Invoice Number')).toHaveValue('1001');
    await expect(page.getByLabel('Invoice Number')).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page).toHaveURL(/\/invoices\/invoice$/);
  });

  for (const path of ['/master-products/products', '/master-products/schemes', '/invoices/debit', '/purchase-orders/dispatch-note']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('link', { name: /^Add / })).toHaveCount(0);
  }
  await page.goto('/people');
  await expect(page.getByRole('heading', { name: 'Not available for your role' })).toBeVisible();
});

test('billing enters invoices but no dispatch notes, and dispatch the opposite @journey', async ({ browser, portal }) => {
  const owner = await portal.newVendor();
  const offers = {
    '/invoices/invoice': 'Add Invoice',
    '/invoices/credit': 'Add Credit Memo',
    '/purchase-orders/dispatch-note': 'Add Dispatch Note',
  };
  for (const [role, offered] of [
    ['billing', ['Add Invoice', 'Add Credit Memo']],
    ['dispatch', ['Add Dispatch Note']],
  ] as const) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await portal.signIn(page, await portal.newMember(owner, role));
    for (const [path, label] of Object.entries(offers)) {
      await page.goto(path);
      await expect(page.getByText('Data not found')).toBeVisible();
      await expect(page.getByRole('link', { name: label })).toHaveCount((offered as readonly string[]).includes(label) ? 1 : 0);
    }
    await context.close();
  }
});

test('a buyer’s auditor sees everything of every vendor, and cannot decide on anything', async ({ page, portal }) => {
  await portal.signIn(page, await portal.newMember(portal.administrator, 'auditor'));
  await page.goto('/users');
  await expect(page.getByRole('link', { name: 'Audit Log' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Settings' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Add User' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: /^Edit / })).toHaveCount(0);
  await expect(page.getByRole('link', { name: /^View profile / }).first()).toBeVisible();

  await page.goto('/master-products/products');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveCount(0);

  await page.goto('/buyer-data');
  await expect(page.getByRole('heading', { name: 'Buyer Data' })).toBeVisible();
  await expect(page.getByText('Upload items')).toHaveCount(0);

  await page.goto('/gst-rates');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add GST Rate' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Actions for / })).toHaveCount(0);
  await expectAccessible(page);

  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: 'For administrators only' })).toBeVisible();
});

/** Changes the role of one of these members to reader. */
async function becomesReader(portal: Portal, owner: Person, { email }: Person): Promise<void> {
  const { body } = await portal.call(owner, 'GET', '/api/members');
  const member = (body as { members: { _id: string; email: string }[] }).members.find((each) => each.email === email);
  expect((await portal.call(owner, 'PUT', `/api/members/${member?._id}`, { role: 'reader' })).status).toBe(200);
}

test('a role that is removed while a list is open removes its buttons from the rows', async ({ page, portal }) => {
  const owner = await portal.newVendor();
  const clerk = await portal.newMember(owner, 'billing');
  expect((await portal.call(owner, 'POST', '/api/invoice/create', invoice('4712'))).status).toBe(200);
  await portal.signIn(page, clerk);
  await page.goto('/invoices/invoice');
  const menu = page.getByRole('button', { name: 'Actions for invoice 4712' });
  await expect(menu).toBeVisible();
  await becomesReader(portal, owner, clerk);
  await askToDelete(page, 'invoice 4712');
  await page.getByRole('button', { name: 'Delete It' }).click();
  await expect(page.getByText(REFUSED)).toBeVisible();
  await expect(menu).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'View invoice 4712' })).toBeVisible();
});

test('a role that is removed while a form is open shows a message, and the input is kept', async ({ page, portal }) => {
  const owner = await portal.newVendor();
  const clerk = await portal.newMember(owner, 'billing');
  await portal.signIn(page, clerk);
  await page.goto('/invoices/invoice/create');
  await page.getByLabel('PO Number').fill('4500012');
  await page.getByRole('textbox', { name: 'PO Date' }).fill('01-04-2026');
  await page.getByLabel('Invoice Number').fill('4711');
  await page.getByRole('textbox', { name: 'Invoice Date' }).fill('02-04-2026');
  await page.getByLabel('Invoice Value').first().fill('118');

  await becomesReader(portal, owner, clerk);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText(REFUSED)).toBeVisible();
  await expect(page.getByLabel('Invoice Number')).toHaveValue('4711');
  await expect(page.getByLabel('Invoice Number')).toBeEnabled();
  await test.step('the list shows it immediately', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Invoice', exact: true }).click();
    await page.getByRole('button', { name: /Leave|Discard/ }).click();
    await expect(page.getByText('Data not found')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Add Invoice' })).toHaveCount(0);
  });
});
