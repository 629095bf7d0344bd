import { readFileSync } from 'node:fs';
import { request } from 'node:http';

import type { Page } from '@playwright/test';

import { expect, test } from './portal.ts';

const FIRST_SCREEN = 200_000;
/**
 * The cost of one more file, in bytes: a round trip of 40 ms at 10 Mbit/s carries 50 kB, and a browser requests six files at a time from
 * one server.
 */
const A_FILE = 8000;
/** The bytes of a screen's scripts, first alone and then including the cost of its files. */
const EACH_MORE_BYTES = 155_000;
const EACH_MORE = 340_000;

/** The bytes of a script as sent with gzip, which every browser accepts; brotli would be smaller. */
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

/** The scripts requested from now on. */
function scriptsOf(page: Page): Set<string> {
  const asked = new Set<string>();
  page.on('request', (each) => {
    if (each.resourceType() === 'script') asked.add(each.url());
  });
  return asked;
}

interface Chunk {
  file: string;
  name?: string;
  /** The keys of the imported chunks. */
  imports?: string[];
}

/** The scripts of each screen, by its module, read from the build manifest. */
function screens(baseURL: string): { module: string; scripts: string[] }[] {
  const manifest = JSON.parse(readFileSync(new URL('../web/dist/.vite/manifest.json', import.meta.url), 'utf8')) as Record<string, Chunk>;
  const within = (key: string, files = new Set<string>()): Set<string> => {
    const { file = '', imports = [] } = manifest[key] ?? {};
    if (files.has(file)) return files;
    files.add(file);
    for (const next of imports) within(next, files);
    return files;
  };
  // The shell surrounds every signed-in screen.
  const shell = within(Object.keys(manifest).find((key) => manifest[key]?.name === 'shell') ?? '');
  expect(shell.size).toBeGreaterThan(1);
  return Object.keys(manifest)
    .filter((key) => key.endsWith('Page.tsx'))
    .map((key) => ({ module: key, scripts: [...new Set([...within(key), ...shell])].map((file) => `${baseURL}/${file}`) }));
}

test('the first screen costs less than 200 kB of script, and no screen more than 155 kB more, or 340 kB with its requests', async ({
  page,
  baseURL,
}) => {
  const asked = scriptsOf(page);
  await page.goto('/login');
  await page.waitForLoadState('networkidle');
  expect(asked.size).toBeGreaterThan(0);
  expect(await bytesOf([...asked])).toBeLessThan(FIRST_SCREEN);

  const all = screens(baseURL ?? '');
  expect(all.length).toBeGreaterThan(25);
  const over: string[] = [];
  for (const { module, scripts } of all) {
    const more = scripts.filter((script) => !asked.has(script));
    const bytes = await bytesOf(more);
    if (bytes >= EACH_MORE_BYTES || bytes + A_FILE * more.length >= EACH_MORE) over.push(`${module}: ${bytes} in ${more.length} files`);
  }
  expect(over).toEqual([]);
});
