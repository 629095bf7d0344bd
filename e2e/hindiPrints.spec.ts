import hindi from '@aapurti/contract/words/hindi.json' with { type: 'json' };
import { translator } from '@aapurti/contract/words/translate';
import type { Page } from '@playwright/test';

import { DEMO_SIGN_INS } from '../server/src/demo/signIns.ts';
import { hasScanner, textOf } from '../server/test/scanner.ts';
import { expect, inHindi, type Portal, settled, test } from './portal.ts';

const translate = translator(hindi, 'hi');

/** Opens a page as the demo's first vendor, in Hindi; the browser's own print dialog stays closed. */
async function open(page: Page, portal: Portal, address: string): Promise<void> {
  await inHindi(page);
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printing', '');
    window.addEventListener('afterprint', () => document.documentElement.removeAttribute('data-printing'));
  });
  await portal.signIn(page, { id: '2', ...DEMO_SIGN_INS[1] });
  await page.goto(address);
  await settled(page);
}

/** The words of the printed page, which every browser can search and copy. */
async function printed(page: Page): Promise<string> {
  await expect(page.locator('html[data-printing]')).toBeAttached();
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  // Every letter has a glyph of its own font.
  expect(pdf.toString('latin1')).toMatch(/FontName \/\w+\+NotoSansDevanagari/);
  return hasScanner ? textOf(pdf) : '';
}

test('a list prints in Hindi: title, headings, number of entries, total and pages', async ({ page, portal }) => {
  await open(page, portal, '/invoices/payment-report');
  const title = translate('Vendor Payment Report');
  await page.getByRole('button', { name: translate('Print {title}', { title }), exact: true }).click();
  const paper = page.locator('[data-printed-list]');
  await expect(paper.locator('h1')).toHaveText(title);
  for (const head of await paper.locator('th').allTextContents()) expect(head).toMatch(/[\u0900-\u097f]/);
  await expect(paper.getByText(translate('Total'), { exact: true })).toBeAttached();
  const words = await printed(page);
  if (!hasScanner) return;
  // A PDF returns ligatures in another order, so the test looks for words without ligatures.
  expect(words).toContain(`${translate('Page {page} of {pages}', { page: '1', pages: '|' }).split(' 1')[0]}`);
  expect(words).not.toMatch(/Page 1|entries|Total|Vendor Payment/);
});

test('packing labels and the package sheet print in Hindi', async ({ page, portal }) => {
  const mill = { id: '2', ...DEMO_SIGN_INS[1] };
  const { body } = await portal.call(mill, 'GET', '/api/purChaseOrder/get');
  const order = (body as { poNumber: string; status: string }[]).find(({ status }) => status === 'Open');
  if (order === undefined) throw new Error('the demo has an open order');
  await open(page, portal, `/purchase-orders/details/${encodeURIComponent(order.poNumber)}`);
  await page.getByRole('button', { name: translate('Generate Package') }).click();
  await page.getByRole('menuitem', { name: translate('Print'), exact: true }).click();
  const sheet = await printed(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: translate('Packing Label') }).click();
  const dialog = page.getByRole('dialog', { name: translate('Packing Label') });
  await dialog.getByRole('button', { name: translate('Print'), exact: true }).click();
  const labels = await printed(page);
  if (!hasScanner) return;
  expect(sheet).toContain(order.poNumber);
  expect(sheet).not.toMatch(/Page 1|cartons|Quantity|Purchase Order/i);
  expect(labels).toContain(order.poNumber);
  expect(labels).not.toMatch(/Carton \d|Quantity in this carton|Purchase Order/i);
});
