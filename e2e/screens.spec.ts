import type { Page } from '@playwright/test';

import { DEMO_SIGN_INS } from '../server/src/demo/signIns.ts';
import { expect, expectAccessible, test } from './portal.ts';

const GUEST = [
  '/login',
  '/register',
  '/password-reset',
  '/password-reset/abc',
  '/example',
  '/outbox',
  '/unsubscribe/7.orders.x',
  '/no-such-page',
];
const OFFICE = [
  '/dashboard',
  '/users',
  '/users/inactive',
  '/users/create',
  '/users/edit/2',
  '/user-profile/2',
  '/master-products/products',
  '/buyer-data',
  '/audit-log',
  '/mails',
  '/master-products/schemes',
  '/invoices/invoice',
  '/invoices/invoice/create',
  '/invoices/payment-report?ageing=true',
  '/invoices/payment/create',
  '/invoices/outstanding-report',
  '/invoices/purchase-returns',
  '/invoices/debit',
  '/invoices/credit/create',
  '/purchase-orders/dispatch-note',
  '/purchase-orders/dispatch-note/create',
  '/master-products/schemes/create',
  '/master-products/schemes/edit/1',
];
const MILL = [
  '/dashboard',
  '/profile/2',
  '/profile/2/security',
  '/users/edit/2',
  '/master-products/products',
  '/master-products/products?productName=nothing',
  '/master-products/products/create',
  '/invoices/invoice',
  '/invoices/invoice/edit/1',
  '/invoices/payment-report',
  '/invoices/payment/create',
  '/invoices/purchase-returns',
  '/invoices/credit',
  '/invoices/debit/create',
  '/invoices/debit/edit/1',
  '/purchase-orders/dispatch-note',
  '/purchase-orders/dispatch-note/create',
  '/purchase-orders/dispatch-note/edit/1',
  '/master-products/schemes',
  '/master-products/schemes/create',
  '/master-products/schemes/edit/1',
];

const LOOKS = [
  { colorScheme: 'light', width: 1440, height: 900, axe: true },
  { colorScheme: 'dark', width: 768, height: 1024, axe: false },
  { colorScheme: 'dark', width: 360, height: 780, axe: true },
] as const;

/** What no screen may do, whatever its size: scroll sideways as a whole, complain in the console, or lack its heading. */
async function inspect(page: Page, paths: readonly string[], axe: boolean): Promise<void> {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('Failed to load resource')) complaints.push(message.text());
  });
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    if (axe) await expectAccessible(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(overflow, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
    expect(complaints, `complaints of ${path}`).toEqual([]);
  }
}

test('what is not accessible is found', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(() => document.body.append(document.createElement('button')));
  await expect(expectAccessible(page)).rejects.toThrow('button-name');
});

for (const { colorScheme, width, height, axe } of LOOKS) {
  test.describe(`${colorScheme}, ${width} px`, () => {
    test.use({ colorScheme, viewport: { width, height } });
    test.setTimeout(240_000);

    test('a visitor’s screens', async ({ page }) => {
      await inspect(page, GUEST, axe);
    });
    test('an administrator’s screens', async ({ page, portal }) => {
      await portal.signIn(page, portal.administrator);
      await inspect(page, OFFICE, axe);
    });
    test('a vendor’s screens', async ({ page, portal }) => {
      await portal.signIn(page, { id: '2', ...DEMO_SIGN_INS[1] });
      await inspect(page, MILL, axe);
    });
  });
}
