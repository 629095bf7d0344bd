/**
 * The line grids in the browser, with 500 lines each: the time from a key, or from a pasted column of 500 rows, to the next paint. The
 * result is the 95th percentile of the tries.
 */
import { existsSync } from 'node:fs';

import { type Browser, chromium, type Page } from '@playwright/test';

import { build } from '../scripts/build.mjs';
import { openContext } from '../server/src/openContext.ts';
import { PASSWORD, seed } from './seed.ts';
import { onBench, percentile, report, settings } from './tools.ts';

const LINES = 500;
const KEYS = Number(process.env['BENCH_TRIES'] ?? 60);
const PASTES = Number(process.env['BENCH_PASTES'] ?? 20);
const KEY_MILLISECONDS = 50;
const PASTE_MILLISECONDS = 300;
/** A loaded machine is slow, and a shorter timeout could not tell that from a fault. */
const PATIENCE = 120_000;

interface Measured {
  took: number[];
}

/** Collects in `window.measured` the time from each key or paste until after the next paint. */
function watch(): void {
  const measured: Measured = { took: [] };
  (window as unknown as { measured: Measured }).measured = measured;
  for (const type of ['keydown', 'paste'])
    window.addEventListener(
      type,
      () => {
        const started = performance.now();
        requestAnimationFrame(() => setTimeout(() => measured.took.push(performance.now() - started)));
      },
      { capture: true },
    );
}

/** The duration of an action that ends with one key or paste. */
async function measure(page: Page, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate(() => ((window as unknown as { measured: Measured }).measured.took = []));
  await act();
  await page.waitForFunction(() => (window as unknown as { measured: Measured }).measured.took.length > 0);
  return page.evaluate(() => (window as unknown as { measured: Measured }).measured.took[0] ?? 0);
}

function paste(page: Page, text: string): Promise<void> {
  return page.evaluate((given) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', given);
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

interface Opened {
  what: string;
  address: string;
  session: object;
  /** The column that the bench types into. */
  column: string;
}

async function measureGrid(browser: Browser, url: string, { what, address, session, column }: Opened) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-IN', serviceWorkers: 'block' });
  context.setDefaultTimeout(PATIENCE);
  // The compiler of this file inserts calls of this helper to name functions.
  await context.addInitScript('globalThis.__name = (named) => named;');
  await context.addInitScript((stored) => {
    for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, String(value));
  }, session);
  const page = await context.newPage();
  await page.addInitScript(watch);
  await page.goto(url + address);
  const cell = (row: number) => page.locator(`[data-row="${row}"] [data-cell="${column}"]`);
  await cell(LINES).waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  const keys: number[] = [];
  for (let turn = 0; turn < KEYS; turn += 1) {
    if (turn % 3 === 0) await cell(1 + ((turn * 7) % LINES)).focus();
    keys.push(await measure(page, () => page.keyboard.press(turn % 3 === 2 ? 'ArrowDown' : String(1 + (turn % 9)))));
  }
  const pastes: number[] = [];
  for (let turn = 0; turn < PASTES; turn += 1) {
    await cell(1).focus();
    pastes.push(await measure(page, () => paste(page, Array.from({ length: LINES }, (_, row) => 40 + ((row + turn) % 50)).join('\r\n'))));
  }
  await context.close();
  const result = (name: string, goal: number, all: readonly number[]) => {
    const usual = percentile(all, 0.95);
    const reached = `${usual.toFixed(0)} ms, at worst ${Math.max(...all).toFixed(0)}`;
    return { what: `${what}: ${name}`, goal: `${goal} ms`, reached, good: usual <= goal };
  };
  return [result('a key', KEY_MILLISECONDS, keys), result(`paste of ${LINES} rows`, PASTE_MILLISECONDS, pastes)];
}

const system = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path));

await build({ only: ['web'] });
await onBench(async ({ db, databaseUrl, folder, start }) => {
  await seed(db, 1000);
  const ctx = await openContext({ ...settings({ folder, databaseUrl }), captcha: false }, db, databaseUrl);
  await Promise.all([ctx.sessions.close(), ctx.reports.close(), ctx.uploads.close()]);
  const { url } = await start('portal.ts', ctx.settings);
  const ask = async (path: string, body: object, token = '') => {
    const headers = { 'content-type': 'application/json', ...(token === '' ? {} : { authorization: token }) };
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const signIn = async (email: string) => {
    const { token, detail } = (await ask('/api/auth/login', { email, passWord: PASSWORD })) as {
      token: string;
      detail: Record<string, unknown> & { membership: Record<string, unknown> };
    };
    const { _id, firstName, lastName, isAdmin, isActive, membership } = detail;
    const user = { _id, firstName, lastName, email, ...membership, vendorId: membership['vendorId'] ?? '' };
    return { token, id: String(_id), session: { token, userID: _id, user: JSON.stringify(user), isAdmin, isActive } };
  };
  const office = await signIn('admin@example.com');
  const vendor = await signIn('v1@example.com');
  const item = { EANCode: '8901030516320', hsnCode: '10063020', uom: 'BAG', quantity: 100, price: 50, taxRate: 5 };
  const lines = Array.from({ length: LINES }, (_, index) => ({ ...item, itemCode: `R-${index + 1}`, itemName: `Rice ${index + 1}` }));
  const ordered = async (poNumber: string) => {
    const body = { userID: vendor.id, poNumber, poDate: '2026-11-03', deliverBy: '2098-12-01', lines };
    return ((await ask('/api/buyerData/orders/create', body, office.token)) as { data: { _id: string } }).data._id;
  };
  const [open, received] = [await ordered('BENCH/1'), await ordered('BENCH/2')];
  const goods = lines.map((_, index) => ({ orderId: received, line: index + 1, quantity: 100 }));
  await ask('/api/receipts/create', { receiptNumber: 'BENCH/2', receivedOn: '2026-11-10', lines: goods }, office.token);

  const browser = await chromium.launch({ ...(system === undefined ? {} : { executablePath: system }), args: ['--no-sandbox'] });
  const results = [];
  for (const grid of [
    { what: 'confirmation', address: `/purchase-orders/answers/${open}`, session: vendor.session, column: 'quantity' },
    { what: 'receiving', address: '/purchase-orders/receive?code=BENCH%2F1', session: office.session, column: 'quantity' },
    { what: 'invoice', address: '/invoices/invoice/create?PONumber=BENCH%2F2', session: vendor.session, column: 'quantity' },
  ])
    results.push(...(await measureGrid(browser, url, grid)));
  await browser.close();
  report(`Grids of ${LINES} lines, ${KEYS} keys and ${PASTES} pastes each`, results);
});
