import type { Page } from '@playwright/test';

import { DEMO_SIGN_INS } from '../server/src/demo/signIns.ts';
import { ownPortal } from './ownPortal.ts';
import { expect, expectAccessible, test } from './portal.ts';

test.use({ serviceWorkers: 'allow' });

const AWAY = 'The portal cannot be reached.';
const [office, vendor] = DEMO_SIGN_INS;

/** Signs in through the form, and waits until the service worker has cached what the portal needs offline. */
async function signIn(page: Page, url: string, { email, password }: (typeof DEMO_SIGN_INS)[number] = vendor): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

/** The keys of the stored responses. */
function storedAnswers(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('aapurti');
        opening.onerror = () => reject(new Error('no database'));
        opening.onsuccess = () => {
          const asking = opening.result.transaction('answers').objectStore('answers').getAllKeys();
          asking.onsuccess = () => resolve(asking.result.map(String));
        };
      }),
  );
}

test('while the portal is unreachable every screen opens with data loaded before, and forms lose nothing', async ({ page }) => {
  const portal = await ownPortal();
  try {
    await portal.start();
    await signIn(page, portal.url);
    await page.goto(`${portal.url}/master-products/products`);
    const row = page.getByRole('table', { name: 'Products' }).getByRole('row').nth(1);
    const words = await row.innerText();
    const item = await page.evaluate(async () => {
      const answer = await fetch('/api/product/getProductByEANCode/89', {
        headers: { Authorization: localStorage.getItem('token') ?? '' },
      });
      return ((await answer.json()) as { EANCode: string }[])[0]?.EANCode ?? '';
    });

    await portal.stop();

    // A list that was loaded before appears after a reload of the page.
    await page.reload();
    await expect(page.getByText(`${AWAY} You are seeing data as of`)).toBeVisible();
    expect(await row.innerText()).toBe(words);
    await expectAccessible(page);
    // This list was not loaded before, although the browser has its script.
    await page.getByRole('link', { name: 'Debit Memo', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Debit Memo' })).toBeVisible();
    await expect(page.getByText(`${AWAY} Check your connection and try again.`)).toBeVisible();
    await expectAccessible(page);
    // A form shows only that message and keeps the typed values.
    await page.goto(`${portal.url}/master-products/schemes/create`);
    const name = page.locator('[name="schemeName"]');
    await name.fill('Typed without the network');
    await page.locator('[name="EANCode"]').fill(item);
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByRole('alert')).toHaveText(`${AWAY} Check your connection and try again.`);
    await expect(name).toHaveValue('Typed without the network');

    await portal.start();

    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('Scheme Uploaded Successfully')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Typed without the network', exact: true })).toHaveCount(1);
    await expect(page.getByText(AWAY)).toHaveCount(0);

    // The caches contain no API response, and the stored responses are removed with the session.
    const cached = await page.evaluate(async () => {
      const all = await Promise.all((await caches.keys()).map(async (cache) => (await caches.open(cache)).keys()));
      return all.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(cached.length).toBeGreaterThan(50);
    expect(cached.filter((path) => path.startsWith('/api'))).toEqual([]);
    expect((await storedAnswers(page)).filter((key) => /auth\.user|audit|session|identity|member/.test(key))).toEqual([]);
    await expect.poll(async () => (await storedAnswers(page)).length).toBeGreaterThan(0);
    await page.goto(`${portal.url}/logout`);
    await expect(page).toHaveURL(/\/login/);
    await expect.poll(async () => (await storedAnswers(page)).length).toBe(0);

    // A session can end without a sign-out; the next user finds no data of the previous one.
    await signIn(page, portal.url);
    const vendorId = await page.evaluate(() => localStorage.getItem('userID') ?? '');
    await expect.poll(async () => (await storedAnswers(page)).filter((key) => key.startsWith(vendorId)).length).toBeGreaterThan(0);
    await page.goto(`${portal.url}/favicon.svg`);
    await page.evaluate(() => localStorage.clear());
    await signIn(page, portal.url, office);
    await expect.poll(async () => (await storedAnswers(page)).length).toBeGreaterThan(0);
    expect((await storedAnswers(page)).filter((key) => key.startsWith(vendorId))).toEqual([]);
  } finally {
    await portal.stop();
    await portal.remove();
  }
});

test('a screen whose script is missing shows a message, and opens once the portal is back', async ({ page }) => {
  const portal = await ownPortal();
  try {
    await portal.start();
    // The service worker has cached nothing yet.
    await page.route('**/sw.js', (route) => route.abort());
    await page.goto(`${portal.url}/login`);
    await portal.stop();
    await page.getByRole('link', { name: 'Forgot password' }).click();
    await expect(page.getByRole('heading', { name: 'The portal cannot be reached' })).toBeVisible();
    await expectAccessible(page);
    await portal.start();
    await expect(page).toHaveURL(/\/password-reset$/);
    await expect(page.getByLabel('E-mail')).toBeVisible();
  } finally {
    await portal.stop();
    await portal.remove();
  }
});

test('the portal can be installed @journey', async ({ page, request }) => {
  await page.goto('/login');
  const href = (await page.locator('link[rel="manifest"]').getAttribute('href')) ?? '';
  const manifest = (await (await request.get(href)).json()) as { name: string; start_url: string; icons: { src: string }[] };
  expect(manifest).toMatchObject({ name: 'Aapurti vendor portal', start_url: '/dashboard', display: 'standalone' });
  for (const { src } of manifest.icons) expect((await request.get(src)).headers()['content-type']).toBe('image/png');
});
