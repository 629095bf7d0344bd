import type { Page } from '@playwright/test';

import { expect, test } from './portal.ts';

/** Holds back every further response of the server; requests wait. */
async function holdAnswers(page: Page): Promise<void> {
  await page.route('**/api/**', () => undefined);
}

test('going back to a list shows its rows, filters and place immediately, and forward the form, without the server', async ({
  page,
  portal,
}) => {
  await portal.signIn(page, portal.administrator);
  await page.setViewportSize({ width: 1440, height: 420 });
  const opened = await page.goto('/master-products/products?productName=rice&sortBy=margin&sortOrder=desc');
  // `no-store` would exclude the page from the back/forward cache when the user leaves for another site.
  expect(opened?.headers()['cache-control']).toBe('no-cache');
  const rows = page.getByRole('row');
  const scrolled = () => page.evaluate(() => window.scrollY);
  await expect(rows.nth(3)).toBeVisible();
  const before = await rows.allInnerTexts();
  const second = page.getByRole('link', { name: 'Page 2' });
  await second.scrollIntoViewIfNeeded();
  // The router stores the scroll position 100 ms after the last scroll; no user clicks sooner.
  await page.waitForTimeout(300);
  await second.click();
  await expect(page.getByText(/^Showing 8 to/)).toBeVisible();
  const left = await scrolled();
  await page.evaluate(() => window.scrollTo(0, 30));
  await page.goBack();
  await expect(page.getByText(/^Showing 1 to/)).toBeVisible();
  await expect.poll(scrolled).toBe(left);
  // This position is neither end of the page, so a freshly loaded page would not have it.
  await page.evaluate(() => window.scrollTo(0, 90));
  await expect.poll(scrolled).toBe(90);

  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href="/users"]')?.click());
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
  await expect(rows.nth(2)).toBeVisible();
  await holdAnswers(page);

  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible();
  expect(await rows.allInnerTexts()).toEqual(before);
  expect(await page.getByText('Loading', { exact: true }).count()).toBe(0);
  await expect(page.getByRole('textbox', { name: 'Product Name' })).toHaveValue('rice');
  await expect(page).toHaveURL(/productName=rice&sortBy=margin&sortOrder=desc$/);
  await expect.poll(scrolled).toBe(90);

  await page.goForward();
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
  expect(await rows.count()).toBeGreaterThan(2);
});

test('going from a form back to the list loads nothing first', async ({ page, portal }) => {
  await portal.signIn(page, portal.administrator);
  await page.goto('/users');
  await expect(page.getByRole('row').nth(2)).toBeVisible();
  const before = await page.getByRole('row').allInnerTexts();
  await page
    .getByRole('row')
    .nth(2)
    .getByRole('link', { name: /^Edit / })
    .click();
  await expect(page.getByRole('heading', { level: 2, name: 'Contact' })).toBeVisible();
  await holdAnswers(page);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
  expect(await page.getByRole('row').allInnerTexts()).toEqual(before);
});
