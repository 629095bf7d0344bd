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

async function bytesOf(urls: readonly string[]): Promise<number> {
  return (await Promise.all(urls.map(gzipBytes))).reduce((sum, size) => sum + size, 0);
}

/** The scripts that are asked for from now on. */
function scriptsOf(page: Page): Set<string> {
  const asked = new Set<string>();
  page.on('request', (each) => {
    if (each.resourceType() === 'script') asked.add(each.url());
  });
  return asked;
}

/** Every address of the site with the scripts that its screen takes, as the build wrote them down. */
async function screens(page: Page, baseURL: string): Promise<{ path: string; scripts: string[] }[]> {
  const list = (await (await page.request.get('/documents.json')).json()) as { path: string; scripts: string[] }[];
  return list.map(({ path, scripts }) => ({ path, scripts: scripts.map((script) => `${baseURL}/${script}`) }));
}

test('the first screen costs less than 200 kB of script, and no screen 120 kB more', async ({ page, baseURL }) => {
  const asked = scriptsOf(page);
  await page.goto('/login');
  await page.waitForLoadState('networkidle');
  expect(asked.size).toBeGreaterThan(0);
  expect(await bytesOf([...asked])).toBeLessThan(FIRST_SCREEN);

  const all = await screens(page, baseURL ?? '');
  expect(all.length).toBeGreaterThan(40);
  const over: string[] = [];
  for (const { path, scripts } of all) {
    const bytes = await bytesOf(scripts.filter((script) => !asked.has(script)));
    if (bytes >= EACH_MORE) over.push(`${path}: ${bytes}`);
  }
  expect(over).toEqual([]);
});

test('a screen’s document names its scripts, which then come with the entry instead of after it', async ({ page, portal, baseURL }) => {
  await portal.signIn(page, portal.administrator);
  const asked = scriptsOf(page);
  const document = await (await page.request.get('/users/EDIT/1')).text();
  await page.goto('/users/EDIT/1');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const scripts = (await screens(page, baseURL ?? '')).find(({ path }) => path === '/users/edit/$id')?.scripts ?? [];
  expect(scripts.length).toBeGreaterThan(2);
  for (const script of scripts) {
    expect([...asked]).toContain(script);
    expect(document).toContain(`"${new URL(script).pathname}"`);
  }
});
