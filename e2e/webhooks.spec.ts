import { startReceiver } from '../server/test/receiver.ts';
import { expect, expectAccessible, serial, test } from './portal.ts';

test('an owner adds a webhook, learns why a test fails, changes it, and removes it @journey', async ({ page, portal }) => {
  const owner = await portal.newVendor();
  await portal.signIn(page, owner);
  await page.goto('/people');
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await expect(page.getByText('No webhooks yet.')).toBeVisible();
  await page.getByRole('button', { name: 'New webhook' }).click();

  const dialog = page.getByRole('dialog', { name: 'New webhook' });
  await dialog.getByLabel('Address').fill('https://192.168.1.7/hooks');
  for (const kind of ['Payments', 'Account entries', 'Products', 'Debit memos', 'Credit memos', 'Dispatch notes', 'Goods receipts'])
    await dialog.getByRole('switch', { name: kind }).click();
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await expect(dialog.getByText('This address is not on the public internet')).toBeVisible();
  await expect(dialog.getByRole('switch', { name: 'Payments' })).not.toBeChecked();
  await expectAccessible(page);
  await dialog.getByLabel('Address').fill('https://erp.example.invalid/hooks');
  await dialog.getByRole('button', { name: 'Add webhook' }).click();

  const shown = page.getByRole('dialog', { name: 'Webhook secret' });
  const secret = await shown.getByText(/^whsec_/).innerText();
  await expectAccessible(page);
  await shown.getByRole('button', { name: 'I have saved it' }).click();
  const list = page.getByRole('list', { name: 'Webhooks' });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(list).toContainText('Invoices and Purchase orders');
  await expect(page.getByText(secret)).toHaveCount(0);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Test https://erp.example.invalid/hooks' }).click();
  await expect(page.getByText('The webhook did not accept the message: The host name was not found.')).toBeVisible({ timeout: 15_000 });

  const choose = async (entry: string) => {
    await page.getByRole('button', { name: 'More actions for https://erp.example.invalid/hooks' }).click();
    await page.getByRole('menuitem', { name: entry }).click();
  };
  await choose('Change');
  const change = page.getByRole('dialog', { name: 'Change webhook' });
  for (const kind of ['Purchase orders', 'Invoices']) await change.getByRole('switch', { name: kind }).click();
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(change.getByText('Choose at least one record type.')).toBeVisible();
  await change.getByRole('switch', { name: 'Goods receipts' }).click();
  await change.getByRole('switch', { name: 'Webhook: On' }).click();
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(list).toContainText('Off');
  await expect(list).toContainText('Goods receipts');

  await choose('New secret');
  await page.getByRole('dialog', { name: 'Create a new secret' }).getByRole('button', { name: 'Create a new secret' }).click();
  expect(await shown.getByText(/^whsec_/).innerText()).not.toBe(secret);
  await shown.getByRole('button', { name: 'I have saved it' }).click();
  await expect(list).toContainText('The old secret also signs messages until');

  await choose('Remove');
  await page.getByRole('dialog', { name: 'Remove webhook' }).getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('No webhooks yet.')).toBeVisible();
});

test('an administrator sees a vendor’s webhook without the secret parts, and turns it off', async ({ page, portal }) => {
  const name = `Mill ${serial()}`;
  const vendor = await portal.newVendor({ vendor_name: name });
  const form = { url: 'https://erp.example.invalid/hooks?token=hush', events: ['invoice'] };
  expect((await portal.call(vendor, 'POST', '/api/webhooks', form)).status).toBe(200);
  await portal.signIn(page, portal.administrator);
  await page.goto('/people/webhooks');
  await page.getByRole('combobox', { name: 'Company' }).click();
  await page.getByRole('option', { name }).click();
  const list = page.getByRole('list', { name: 'Webhooks' });
  await expect(list).toContainText('https://erp.example.invalid/hooks?token=***');
  await expect(page.getByText('hush')).toHaveCount(0);
  await page.getByRole('button', { name: 'More actions for' }).click();
  await expect(page.getByRole('menuitem', { name: 'New secret' })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Change' }).click();
  const change = page.getByRole('dialog', { name: 'Change webhook' });
  await expect(change.getByLabel('Address')).toBeDisabled();
  await expectAccessible(page);
  await change.getByRole('switch', { name: 'Webhook: On' }).click();
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(list).toContainText('Off');
});

test('the buyer’s system receives an invoice, and a failed delivery is sent again', async ({ page, portal }) => {
  const receiver = await startReceiver();
  receiver.answer(410);
  // The portal itself is at 127.0.0.1, so the receiver needs another name.
  const url = receiver.url.replace('127.0.0.1', 'localhost');
  const vendor = await portal.newVendor();
  await portal.signIn(page, portal.administrator);
  await page.goto('/people/webhooks');
  await page.getByRole('button', { name: 'New webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'New webhook' });
  await dialog.getByLabel('Address').fill(url);
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await page.getByRole('button', { name: 'I have saved it' }).click();

  const invoice = { invoiceNumber: String(serial()), invoiceValue: 100, invoiceDate: '2026-04-01' };
  expect((await portal.call(vendor, 'POST', '/api/invoice/create', invoice)).status).toBe(200);
  const row = page.getByRole('listitem').filter({ hasText: url });
  await expect(async () => {
    await page.reload();
    await expect(row).toBeVisible();
    await expect(row).toContainText('It returned status 410', { timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
  await row.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Change' }).click();
  const change = page.getByRole('dialog', { name: 'Change webhook' });
  await change.getByRole('switch', { name: 'Webhook: Off' }).click();
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('On');

  receiver.answer(200);
  const failed = receiver.received.length;
  await row.getByRole('button', { name: 'Deliveries to' }).click();
  const deliveries = page.getByRole('dialog', { name: 'Deliveries' });
  await expect(deliveries).toContainText('returned status 410.');
  await expectAccessible(page);
  await deliveries
    .getByRole('button', { name: /^Send invoice\.changed \d+ again$/ })
    .first()
    .click();
  await expect(page.getByText('One delivery is sent again.')).toBeVisible();
  await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBeGreaterThan(failed);
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(row).toBeHidden();
  await receiver.close();
});
