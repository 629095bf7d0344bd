import { expect, expectAccessible, test } from './portal.ts';

test('an owner creates a key, a system calls with it, and it is replaced and revoked @journey', async ({ page, portal }) => {
  const owner = await portal.newVendor();
  await portal.signIn(page, owner);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'People' }).click();
  await page.getByRole('link', { name: 'API keys' }).click();
  await expect(page.getByText('No API keys yet.')).toBeVisible();
  await page.getByRole('button', { name: 'New key' }).click();

  const dialog = page.getByRole('dialog', { name: 'New API key' });
  await dialog.getByLabel('Name').fill('Our ERP');
  await dialog.getByLabel('Allowed IP addresses').fill('office');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await expect(dialog.getByText('Choose the permissions of the key.')).toBeVisible();
  await expect(dialog.getByText('Enter addresses like')).toBeVisible();
  await expectAccessible(page);
  // A preset fills the matrix and clears its error.
  await dialog.getByRole('button', { name: 'Vendor ERP' }).click();
  await expect(dialog.getByText('Choose the permissions of the key.')).toBeHidden();
  await expect(dialog.getByRole('radio', { name: 'Invoices: Read and write' })).toBeChecked();
  await expect(dialog.getByRole('radio', { name: 'Payments: Read only' })).toBeChecked();
  await expect(dialog.getByRole('radio', { name: 'Products and schemes: None' })).toBeChecked();
  await dialog.getByRole('button', { name: 'None' }).click();
  await dialog.getByRole('radio', { name: 'Invoices: Read only' }).press('Space');
  await dialog.getByLabel('Allowed IP addresses').fill('127.0.0.1, ::1');
  await dialog.getByRole('textbox', { name: 'Your password' }).fill('not my password');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await expect(dialog.getByText('Wrong password.')).toBeVisible();
  await expect(dialog.getByLabel('Name')).toHaveValue('Our ERP');
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(owner.password);
  await dialog.getByRole('button', { name: 'Create key' }).click();

  const shown = page.getByRole('dialog', { name: 'Your API key' });
  const key = await shown.getByText(/^aap_live_/).innerText();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await shown.getByRole('button', { name: 'I have saved it' }).click();
  await expect(shown).toBeHidden();
  const list = page.getByRole('list', { name: 'API keys' });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(list).toContainText('Invoices: read');
  await expect(list).toContainText('Never used');
  await expect(page.getByText(key)).toHaveCount(0);
  await expectAccessible(page);

  const call = async (path: string) => (await page.request.get(path, { headers: { authorization: `Bearer ${key}` } })).status();
  expect(await call('/api/invoice/get')).toBe(201);
  expect(await call('/api/product/get')).toBe(403);
  await page.reload();
  await expect(list).toContainText('Last used on');

  await page.getByRole('button', { name: 'Replace Our ERP' }).click();
  await page.getByRole('dialog', { name: 'Replace Our ERP' }).getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Create new key' }).click();
  expect(await shown.getByText(/^aap_live_/).innerText()).not.toBe(key);
  await shown.getByRole('button', { name: 'I have saved it' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(2);

  await page.getByRole('button', { name: 'Revoke Our ERP' }).last().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(list).toContainText('Revoked');
  expect(await call('/api/invoice/get')).toBe(401);
});
