import { request } from 'node:http';

import type { Page } from '@playwright/test';

import { expect, test } from './portal.ts';

const FIRST_SCREEN = 200_000;
const EACH_MORE = 120_000;

/** Bytes of a script as sent with gzip, which every browser takes; brotli would be less. */
async function gzipBytes(url: string): Promise<number> {
  return new Promise((done, fail) => {
    request(url, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('end', () => done(bytes));
    })
      .on('error', fail)
      .end();
  });
}

async function scriptBytes(page: Page, path: string): Promise<number> {
  const urls = new Set<string>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') urls.add(response.url());
  });
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  expect(urls.size).toBeGreaterThan(0);
  const sizes = await Promise.all([...urls].map(gzipBytes));
  return sizes.reduce((sum, size) => sum + size, 0);
}

test('the first screen costs less than 200 kB of script, and no screen much more', async ({ browser, portal }) => {
  const visitor = await (await browser.newContext()).newPage();
  const first = await scriptBytes(visitor, '/login');
  expect(first).toBeLessThan(FIRST_SCREEN);
  for (const path of ['/register', '/password-reset', '/example']) {
    const page = await (await browser.newContext()).newPage();
    expect((await scriptBytes(page, path)) - first).toBeLessThan(EACH_MORE);
  }
  const { administrator } = portal;
  for (const path of [
    '/dashboard',
    '/users',
    '/users/create',
    '/master-products/products',
    '/master-products/products/create',
    '/buyer-data',
  ]) {
    const page = await (await browser.newContext()).newPage();
    await portal.signIn(page, administrator);
    expect((await scriptBytes(page, path)) - first).toBeLessThan(EACH_MORE);
  }
});
