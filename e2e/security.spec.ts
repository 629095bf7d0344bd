import type { Locator, Page } from '@playwright/test';

import { codeAt, STEP } from '../server/test/secondFactor.ts';
import { expect, expectAccessible, type Person, test } from './portal.ts';

const panel = (page: Page, name: string): Locator => page.getByRole('region', { name });

async function signInByHand(page: Page, { email, password }: Person): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function openSecurity(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'My profile' }).click();
  await page.getByRole('link', { name: 'Security', exact: true }).click();
  await expect(panel(page, 'Two-step verification')).toBeVisible();
}

test('a vendor sets up two-step verification, signs in with it and without the phone, and signs out everywhere @journey', async ({
  page,
  browser,
  portal,
}) => {
  const vendor = await portal.newVendor();
  let secret = '';
  let codes: string[] = [];
  /** A code can be used only once, so the test takes the code of the next step, which is valid already. */
  let step = 0;
  const nextCode = () => {
    step = Math.max(step + 1, Math.floor(Date.now() / STEP));
    return codeAt(secret, step * STEP);
  };

  await test.step('sets it up: password, QR code and key, first code, recovery codes', async () => {
    await signInByHand(page, vendor);
    await expect(page).toHaveURL(/\/dashboard$/);
    await openSecurity(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Set up' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set up two-step verification' });
    await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused();
    await dialog.getByLabel('Password', { exact: true }).fill('not the password');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(dialog.getByText('Wrong password.')).toBeVisible();
    await dialog.getByLabel('Password', { exact: true }).fill(vendor.password);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
    secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');
    await expectAccessible(page);
    await dialog.getByLabel('Code', { exact: true }).fill('12 34');
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await expect(dialog.getByText('The code must have six digits.')).toBeVisible();
    await dialog.getByLabel('Code', { exact: true }).fill('000000');
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await expect(dialog.getByText('Wrong code.', { exact: false })).toBeVisible();
    step = Math.floor(Date.now() / STEP) - 1;
    await dialog.getByLabel('Code', { exact: true }).fill(nextCode());
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    const shown = page.getByRole('dialog', { name: 'Your recovery codes' });
    await expect(shown.getByRole('listitem')).toHaveCount(10);
    codes = await shown.getByRole('listitem').allInnerTexts();
    await expectAccessible(page);
    await page.goBack();
    const asked = page.getByRole('dialog', { name: 'Recovery codes', exact: true });
    await expect(asked).toContainText('These codes are shown only once.');
    await asked.getByRole('button', { name: 'Stay' }).click();
    await expect(asked).toHaveCount(0);
    const [download] = await Promise.all([page.waitForEvent('download'), shown.getByRole('button', { name: 'Download' }).click()]);
    expect(download.suggestedFilename()).toBe('aapurti-recovery-codes.txt');
    await shown.getByRole('button', { name: 'I have saved them' }).click();
    await expect(panel(page, 'Two-step verification')).toContainText('10 recovery codes are left.');
  });

  await test.step('signs in with a code, which has its own step', async () => {
    await page.goto('/logout');
    await expect(page).toHaveURL(/\/login/);
    await signInByHand(page, vendor);
    const code = page.getByLabel('Code', { exact: true });
    await expect(code).toBeFocused();
    await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
    await expect(code).toHaveAttribute('inputmode', 'numeric');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Back to the password' }).click();
    await expect(page.getByLabel('E-mail')).toHaveValue(vendor.email);
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
    await page.getByLabel('Password', { exact: true }).fill(vendor.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(code).toBeFocused();
    await page.goBack();
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
    await expect(page.getByLabel('E-mail')).toHaveValue(vendor.email);
    await page.getByLabel('Password', { exact: true }).fill(vendor.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await code.fill('000000');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('Wrong code.', { exact: false })).toBeVisible();
    const right = nextCode();
    await code.fill(`${right.slice(0, 3)} ${right.slice(3)}`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  const tablet = await (await browser.newContext()).newPage();
  await test.step('signs in on another device with a recovery code', async () => {
    await signInByHand(tablet, vendor);
    await tablet.getByRole('button', { name: 'Use a recovery code' }).click();
    await tablet.getByLabel('Recovery code').fill((codes[0] ?? '').toUpperCase());
    await expectAccessible(tablet);
    await tablet.getByRole('button', { name: 'Sign in' }).click();
    await expect(tablet).toHaveURL(/\/dashboard$/);
  });

  await test.step('sees both devices and all attempts, and signs out everywhere else', async () => {
    await openSecurity(page);
    await expect(panel(page, 'Two-step verification')).toContainText('9 recovery codes are left.');
    const devices = panel(page, 'Signed-in devices').getByRole('listitem');
    await expect(devices).toHaveCount(2);
    await expect(devices.first()).toContainText('This device');
    const history = page.getByRole('region', { name: 'Sign-in history' });
    await expect(history.getByText('Recovery code')).toHaveCount(1);
    await expect(history.getByText('No code entered')).toHaveCount(2);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await expect(page.getByRole('dialog', { name: 'Sign out everywhere' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'All other devices' }).click();
    await expect(page.getByText('One device is signed out.')).toBeVisible();
    await expect(devices).toHaveCount(1);
    await tablet.goto('/master-products/products');
    await expect(tablet).toHaveURL(/\/login/);
  });

  await test.step('an administrator resets it for a user who lost the phone', async () => {
    const office = await (await browser.newContext()).newPage();
    await portal.signIn(office, portal.administrator);
    await office.goto(`/user-profile/${vendor.id}`);
    await office.getByRole('button', { name: 'Reset two-step verification' }).click();
    await expectAccessible(office);
    await office.getByRole('button', { name: 'Reset', exact: true }).click();
    await expect(panel(office, 'Security')).toContainText('Off');
    await expect(panel(office, 'History')).toContainText('Reset two-step verification');
    await page.goto('/dashboard');
    await expect(page).toHaveURL(/\/login/);
    await signInByHand(page, vendor);
    await expect(page).toHaveURL(/\/dashboard$/);
  });
});

test('an administrator who must set it up is led there, and can open nothing else before', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  await portal.signIn(page, vendor);
  const isOn = { now: false };
  // The portal responds as with ADMIN_SECOND_FACTOR=required.
  await page.route('**/api/**', async (route) => {
    const path = new URL(route.request().url()).pathname;
    const isFree = /\/api\/(auth\/(user\/|security\/|secondFactor|logout)|site)/.test(path);
    if (isFree || isOn.now) return route.fallback();
    return route.fulfill({ status: 403, json: { message: 'Please set it up first.', secondFactor: 'required' } });
  });
  await page.goto('/master-products/products');
  await expect(page).toHaveURL(/\/profile\/\d+\/security$/);
  await expect(page.getByText('Administrators must use two-step verification.', { exact: false })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Products' })).toHaveCount(0);
  await expectAccessible(page);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/profile\/\d+\/security$/);
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(vendor.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  const secret = (await page.getByRole('dialog').locator('code').innerText()).replaceAll(' ', '');
  await page.getByRole('dialog').getByLabel('Code', { exact: true }).fill(codeAt(secret, Date.now()));
  isOn.now = true;
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await page.getByRole('link', { name: 'Products' }).click();
  await expect(page).toHaveURL(/\/master-products\/products/);
});
