import type { APIRequestContext } from '@playwright/test';

import { expect, expectAccessible, type Person, type Portal, test } from './portal.ts';

/** Loads a receipt as an administrator. */
async function receive(request: APIRequestContext, { administrator, ...portal }: Portal, vendor: Person, row: string): Promise<void> {
  const { email, password } = administrator;
  const { token } = (await (await request.post('/api/auth/login', { data: { email, passWord: password } })).json()) as { token: string };
  const { body } = await portal.call(administrator, 'GET', `/api/auth/user/${vendor.id}`);
  const [{ vendor_Code: code } = { vendor_Code: '' }] = body as { vendor_Code: string }[];
  const buffer = Buffer.from(`Vendor Code,PO Number,Item Code,Receipt Number,Receipt Date,Quantity\n${code},${row}\n`);
  const answer = await request.post('/api/buyerData/receipts', {
    headers: { authorization: token },
    multipart: { file: { name: 'receipts.csv', mimeType: 'text/csv', buffer } },
  });
  expect(await answer.json()).toMatchObject({ created: 1 });
}

test('an invoice is made of what was accepted, shows what differs before it is sent, and is released or returned', async ({
  browser,
  page,
  portal,
  request,
}) => {
  const vendor = await portal.newVendor();
  const line = { itemCode: 'M-1', itemName: 'Basmati rice 5 kg', quantity: 100, price: 100, taxRate: 5, hsnCode: '10063020' };
  const order = { userID: vendor.id, poNumber: 'PO/M1', poDate: '2026-11-03', lines: [line] };
  expect((await portal.call(portal.administrator, 'POST', '/api/buyerData/orders/create', order)).status).toBe(200);
  await receive(request, portal, vendor, 'PO/M1,M-1,GRN-881,10-11-2026,92');

  await portal.signIn(page, vendor);
  await page.goto('/purchase-orders');
  await page.getByRole('link', { name: 'PO/M1', exact: true }).click();
  await page.getByRole('link', { name: 'Create invoice', exact: true }).first().click();
  const row = page.getByRole('group', { name: 'Line 1' });
  await expect(row.getByLabel('Quantity')).toHaveValue('92');
  await expect(row).toContainText('92 accepted, 0 invoiced before');
  await expect(page.locator('input[name="invoiceValue"]')).toHaveValue('9,660.00');
  await expect(page.locator('input[name="CGSTValue"]')).toHaveValue('230.00');
  await expect(page.getByText('Agrees with order and receipt.')).toBeVisible();
  await expectAccessible(page, 'an invoice with lines');

  await row.getByLabel('Quantity').fill('100');
  await expect(page.locator('input[name="invoiceValue"]')).toHaveValue('10,500.00');
  await expect(page.getByText('Line 1: invoiced 100, accepted 92. Lower it to 92 or send a credit note for 8.')).toBeVisible();
  await expectAccessible(page, 'an invoice that differs');
  await page.locator('input[name="invoiceNumber"]').fill('9101');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Invoice added successfully')).toBeVisible();

  const office = await (await browser.newContext()).newPage();
  await portal.signIn(office, portal.administrator);
  await office.goto(`/invoices/invoice?userID=${vendor.id}&match=exception`);
  await office.getByRole('link', { name: '9101', exact: true }).click();
  const match = office.getByRole('dialog', { name: 'Invoice 9101' }).getByRole('region', { name: 'Match' });
  await expect(match).toContainText('Differs');
  await expect(match).toContainText('Line 1: invoiced 100, accepted 92.');
  await expectAccessible(office, 'the read view of an exception');
  await match.getByRole('button', { name: 'Release' }).click();
  const dialog = office.getByRole('dialog', { name: 'Release invoice 9101' });
  await dialog.getByRole('button', { name: 'Release' }).click();
  await expect(dialog.getByText('Please give the reason.')).toBeVisible();
  await expectAccessible(office, 'the dialog of a release');
  await dialog.getByLabel('Reason').fill('Agreed by telephone');
  await dialog.getByRole('button', { name: 'Release' }).click();
  // It is none of those that differ any more.
  await expect(office.getByText('Data not found')).toBeVisible();
  await office.goto(`/invoices/invoice?userID=${vendor.id}`);
  await office.getByRole('link', { name: '9101', exact: true }).click();
  await expect(match).toContainText('Agreed by telephone');
  await match.getByRole('button', { name: 'Return to vendor' }).click();
  const back = office.getByRole('dialog', { name: 'Return invoice 9101' });
  await expect(back.getByLabel('Line 1, Basmati rice 5 kg')).toHaveValue('Line 1: invoiced 100, accepted 92.');
  await back.getByLabel('Reason').fill('Please correct the quantity');
  await back.getByRole('button', { name: 'Return', exact: true }).click();
  await expect(match).toContainText('Returned');
});

test('tolerances are added, changed and deleted under Settings', async ({ page, portal }) => {
  await portal.signIn(page, portal.administrator);
  await page.goto('/settings/invoice-match');
  await page.getByRole('button', { name: 'Add tolerances' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add tolerances' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Choose a vendor or a category.')).toBeVisible();
  await expectAccessible(page, 'the tolerances of the match');
  await dialog.getByLabel('Category').fill('Spices of the test');
  await dialog.getByLabel('Quantity above what was accepted').fill('2');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const list = page.getByRole('list', { name: 'Tolerances' });
  await expect(list).toContainText('Quantity 2 %, price 0 % or ₹1.00');
  await page.getByRole('button', { name: 'Delete Spices of the test' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('The usual tolerances hold again.').first()).toBeVisible();
});
