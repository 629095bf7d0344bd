import type { Page } from '@playwright/test';

import { samplePdf } from '../server/src/demo/factories.ts';
import { expect, expectAccessible, invitationFor, type Person, test } from './portal.ts';

const field = (page: Page, name: string) => page.locator(`form [name="${name}"]`);

async function signInByForm(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Ends the session only on the server; the page notices with its next call. */
async function endOnServer(page: Page): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
  expect((await page.request.post('/api/auth/logout', { headers: { authorization: token } })).status()).toBe(200);
}

/** Signs in a user called Meera, as another tab does, without the browser's event for this tab. */
async function storeAnother(page: Page, { id, email, password }: Person): Promise<void> {
  const signedIn = await page.request.post('/api/auth/login', { data: { email, passWord: password } });
  const { token } = (await signedIn.json()) as { token: string };
  await page.evaluate(
    ({ token: given, _id }) => {
      const user = JSON.parse(localStorage.getItem('user') ?? '{}') as object;
      localStorage.setItem('userID', _id);
      localStorage.setItem('user', JSON.stringify({ ...user, _id, firstName: 'Meera', vendorId: _id }));
      localStorage.setItem('token', given);
    },
    { token, _id: id },
  );
}

test('a sign-in of another user in a second tab discards the input of the first, which shows nothing of the previous user', async ({
  page,
  context,
  portal,
}) => {
  const first = await portal.newVendor({ firstName: 'Asha' });
  const second = await portal.newVendor({ firstName: 'Meera' });
  await page.goto('/login');
  await signInByForm(page, first);
  await expect(page.getByRole('button', { name: /^Account of Asha/ })).toBeVisible();
  await page.goto('/invoices/invoice/create');
  await field(page, 'invoiceNumber').fill('5501');

  const other = await context.newPage();
  await other.goto('/logout');
  await expect(page).toHaveURL(/\/login\?redirectFrom=/);
  await signInByForm(other, second);
  await expect(other.getByRole('button', { name: /^Account of Meera/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Account of Meera/ })).toBeVisible();
  await expect(field(page, 'invoiceNumber')).toHaveValue('');
});

test('a tab that has not noticed the other user sends nothing in that user’s name', async ({ page, portal }) => {
  const first = await portal.newVendor({ firstName: 'Asha' });
  const second = await portal.newVendor({ firstName: 'Meera' });
  await page.goto('/login');
  await signInByForm(page, first);
  await expect(page.getByRole('button', { name: /^Account of Asha/ })).toBeVisible();
  await page.goto('/invoices/invoice/create');
  await field(page, 'invoiceNumber').fill('5501');
  await field(page, 'invoiceValue').fill('118');

  await storeAnother(page, second);
  // A background call of the screen may notice first, and close the form.
  const submit = page.getByRole('button', { name: 'Submit' });
  await submit.click({ timeout: 10_000 }).catch(() => undefined);
  await expect(page.getByRole('heading', { level: 1, name: 'Another account is signed in' })).toBeVisible();
  for (const vendor of [first, second])
    expect((await portal.call(vendor, 'GET', '/api/invoice/get?page=1')).body, 'nothing was written').toEqual([]);
});

test('a page restored by the browser’s Back button shows nothing to another user', async ({ page, portal }) => {
  const first = await portal.newVendor({ firstName: 'Asha' });
  await page.goto('/login');
  await signInByForm(page, first);
  await expect(page.getByRole('button', { name: /^Account of Asha/ })).toBeVisible();
  await storeAnother(page, await portal.newVendor({ firstName: 'Meera' }));
  // Test browsers have no back/forward cache, so the test dispatches the event.
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(page.getByRole('heading', { level: 1, name: 'Another account is signed in' })).toBeVisible();
});

test('another company chosen in a second tab closes the forms of the first', async ({ page, context, portal }) => {
  const [owner, accountant] = [await portal.newVendor(), await portal.newVendor({ firstName: 'Kiran' })];
  const invited = await portal.call(owner, 'POST', '/api/members/invitations', { email: accountant.email, role: 'owner' });
  expect(invited.status).toBe(200);
  const secret = await invitationFor(page.request, accountant.email);
  expect((await portal.call(accountant, 'POST', '/api/invitations/accept', { secret })).status).toBe(200);
  await page.goto('/login');
  await signInByForm(page, accountant);
  await page.getByRole('heading', { name: 'Choose the company' }).waitFor();
  await page
    .getByRole('button', { name: /Owner$/ })
    .first()
    .click();
  await expect(page.getByRole('button', { name: /^Account of Kiran/ })).toBeVisible();
  await page.goto('/invoices/invoice/create');
  await field(page, 'invoiceNumber').fill('5501');

  const other = await context.newPage();
  await other.goto('/dashboard');
  await other.getByRole('button', { name: /^Account of Kiran/ }).click();
  await other.getByRole('menuitem', { name: /Traders/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Another account is signed in' })).toBeFocused();
  await expect(field(page, 'invoiceNumber')).toHaveCount(0);
  await expectAccessible(page, 'another account');
  await page.getByRole('button', { name: /^Continue as Kiran/ }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
});

test('a session that ends during input loses nothing', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  await portal.signIn(page, vendor);
  await page.goto('/invoices/invoice/create');
  await field(page, 'invoiceNumber').fill('7301');
  await field(page, 'invoiceDate').fill('03-11-2026');
  await field(page, 'invoiceValue').fill('118');
  await field(page, 'remarks').fill('As agreed by telephone');
  await endOnServer(page);
  const ended = page.getByText('Your session has ended. Please sign in again. The text you typed will be restored after you sign in.');
  // Any call notices, even a background call of the page before the user presses the button.
  await page.getByRole('button', { name: 'Submit' }).or(ended).click();
  await expect(ended).toBeVisible();
  await expectAccessible(page, 'the sign-in after a session');
  await signInByForm(page, vendor);
  await expect(page.getByText('The text you typed before your session ended has been restored. It is not saved yet.')).toBeVisible();
  await expect(field(page, 'invoiceNumber')).toHaveValue('7301');
  await expect(field(page, 'invoiceDate')).toHaveValue('03-11-2026');
  await expect(field(page, 'invoiceValue')).toHaveValue('118.00');
  await expect(field(page, 'remarks')).toHaveValue('As agreed by telephone');
  await expectAccessible(page, 'a form after a session');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Invoice added successfully')).toBeVisible();
  // The invoice is saved, so the next form is empty.
  await page.getByRole('link', { name: 'Add Invoice' }).click();
  await expect(field(page, 'invoiceNumber')).toHaveValue('');
});

test('only entered values are restored in a record, a file too, and never a password or another user’s values', async ({
  page,
  portal,
}) => {
  const vendor = await portal.newVendor();
  const stranger = await portal.newVendor();
  await portal.signIn(page, vendor);
  const form = `/users/edit/${vendor.id}`;
  const open = async () => {
    await page.goto(form);
    await field(page, 'city').fill('Nashik');
    await page
      .locator('input[type="file"]')
      .nth(1)
      .setInputFiles({ name: 'typed.pdf', mimeType: 'application/pdf', buffer: samplePdf('pan') });
    await expect(page.getByText('typed.pdf')).toBeVisible();
    await endOnServer(page);
  };
  await open();
  // Any call notices; here it is the call of another button.
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/login/);
  expect((await portal.call(portal.administrator, 'PUT', `/api/auth/edit/${vendor.id}`, { bankName: 'Bank of the Other' })).status).toBe(
    200,
  );
  await signInByForm(page, vendor);
  await expect(field(page, 'city')).toHaveValue('Nashik');
  await expect(page.getByText('typed.pdf')).toBeVisible();
  await expect(field(page, 'bankName')).toHaveValue('Bank of the Other');

  await open();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/login/);
  await signInByForm(page, stranger);
  await expect(page).toHaveURL(new RegExp(`${form}$`));
  await expect(page.getByText('typed.pdf')).toHaveCount(0);
});
