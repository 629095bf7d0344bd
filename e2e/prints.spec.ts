import { readFile } from 'node:fs/promises';

import { QUIET } from '@aapurti/contract/ground/code128';
import { BARCODE, barcodeWidth } from '@aapurti/contract/papers/paper';
import type { Page } from '@playwright/test';

import { DEMO_SIGN_INS } from '../server/src/demo/signIns.ts';
import { barcodesOf, hasScanner, inkAcross, textOf } from '../server/test/scanner.ts';
import { expect, expectAccessible, type Person, serial, test } from './portal.ts';

const [, { email, password }] = DEMO_SIGN_INS;
/** The vendor with the demo's orders; this file only reads them. */
const mill: Person = { id: '', email, password };

interface Line {
  itemName: string;
  EANCode: string | null;
  [name: string]: unknown;
}
interface Order {
  poNumber: string;
  status: string;
  listOfItems: Line[];
}

const HINDI = 'बासमती चावल ५ किलो – क्षत्रिय ब्राण्ड';

/** The vendor's orders as the API returns them. */
async function ordersOf(call: (path: string) => Promise<{ body: unknown }>): Promise<Order[]> {
  return (await call('/api/purChaseOrder/get')).body as Order[];
}

/** The browser's own print dialog would wait for a user. */
async function keepPrintWindowShut(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printing', '');
    window.addEventListener('afterprint', () => document.documentElement.removeAttribute('data-printing'));
  });
}

/** Shows an order of the demo with other texts and lines, as the API would return it. */
async function show(page: Page, order: Order): Promise<void> {
  await page.route('**/api/purChaseOrder/get?*', (route) => route.fulfill({ json: [order] }));
  await keepPrintWindowShut(page);
  await page.goto(`/purchase-orders/details/${encodeURIComponent(order.poNumber)}`);
}

/** The pages as the printer would print them. */
async function printed(page: Page): Promise<Buffer> {
  await expect(page.locator('html[data-printing]')).toBeAttached();
  return page.pdf({ preferCSSPageSize: true, printBackground: true });
}

/** The page sizes in millimetres; browsers make a page up to a hundredth of an inch smaller. */
function pageSizes(pdf: Buffer): [number, number][] {
  const boxes = pdf.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g);
  return Array.from(boxes, ([, width, height]) => [(Number(width) * 25.4) / 72, (Number(height) * 25.4) / 72]);
}

async function saved(page: Page, press: () => Promise<void>): Promise<{ name: string; pdf: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return { name: download.suggestedFilename(), pdf: await readFile(await download.path()) };
}

test('a vendor chooses lines and cartons and prints the labels, and every barcode on them can be read', async ({ page, portal }) => {
  const [given] = (await ordersOf((path) => portal.call(mill, 'GET', path))).filter(({ listOfItems }) => listOfItems.length > 2);
  const [line] = given?.listOfItems ?? [];
  if (given === undefined || line === undefined) throw new Error('the demo has orders');
  const of = (more: object): Line => ({
    ...line,
    uom: 'BAG',
    itemQuantityInCart: 30,
    agreedQuantity: 30,
    packed: [],
    caseQuantity: 12,
    ...more,
  });
  const order = {
    ...given,
    poNumber: 'PO/26-27 #118 (Nashik)',
    status: 'Open',
    listOfItems: [
      of({ itemName: HINDI, EANCode: '8901030516320', itemSellingPrice: 123_456.5 }),
      of({ itemName: 'Premium aromatic rice '.repeat(14).slice(0, 300), EANCode: '96385074' }),
      of({ itemName: 'Without a code', EANCode: null }),
    ],
  };
  await portal.signIn(page, mill);
  await show(page, order);
  await page.getByRole('button', { name: 'Packing Label' }).click();
  const dialog = page.getByRole('dialog', { name: 'Packing Label' });
  await expect(dialog.getByText('9 labels of 3 lines')).toBeVisible();
  await expectAccessible(page);
  const count = (name: string) => dialog.getByRole('textbox', { name: `Cartons of ${name}` });
  for (const wrong of ['0', '1.5', 'x', '']) {
    await count(`1. ${HINDI}`).fill(wrong);
    await expect(dialog.getByText('Cartons should be a whole number of 1 or more.')).toBeVisible();
  }
  await expect(dialog.getByRole('button', { name: 'Print' })).toBeDisabled();
  await count(`1. ${HINDI}`).fill('600');
  await expect(dialog.getByText('At most 500 labels at a time. Choose fewer lines or cartons.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('checkbox', { name: 'All lines' }).uncheck();
  await expect(dialog.getByText('Choose a line with at least one carton.')).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'All lines' }).check();
  await count(`1. ${HINDI}`).fill('2');
  await dialog.getByRole('checkbox', { name: 'Label 3. Without a code' }).uncheck();
  await expect(dialog.getByText('5 labels of 2 lines')).toBeVisible();
  await dialog.getByRole('button', { name: 'Print' }).click();
  const labels = await printed(page);
  const sizes = pageSizes(labels);
  expect(sizes).toHaveLength(5);
  for (const [width, height] of sizes) {
    expect(Math.abs(width - 100)).toBeLessThan(0.3);
    expect(Math.abs(height - 150)).toBeLessThan(0.3);
  }
  // The printed part is removed from the page.
  await expect(page.locator('body > div', { hasText: 'Quantity in this carton' })).toHaveCount(0);

  // The sheet contains the stated cartons and all lines.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Generate Package' }).click();
  await expect(page.getByText('A4, 3 lines, 8 cartons')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Print' }).click();
  const sheet = await printed(page);
  for (const [width, height] of pageSizes(sheet)) expect([Math.round(width), Math.round(height)]).toEqual([210, 297]);
  if (!hasScanner) return;
  const number = order.poNumber;
  expect(barcodesOf(labels)).toEqual([
    ['8901030516320', number],
    ['8901030516320', number],
    ['96385074', number],
    ['96385074', number],
    ['96385074', number],
  ]);
  // The browser's margins do not shrink the print.
  const { from, to } = inkAcross(labels, 59);
  expect(Math.abs(to - from - (barcodeWidth(number) ?? 0) + 2 * QUIET * BARCODE.module)).toBeLessThan(0.1);
  const words = textOf(labels);
  for (const each of ['₹1,23,456.50', '15 BAG', 'Carton 2 of 2', '6 BAG', 'Carton 3 of 3']) expect(words).toContain(each);
  expect(barcodesOf(sheet).flat().sort()).toEqual(['8901030516320', '96385074', number]);
  expect(textOf(sheet)).toContain('8 cartons in total');
});

test('both are PDFs from the server, with the barcodes of the order @journey', async ({ page, portal }) => {
  const orders = await ordersOf((path) => portal.call(mill, 'GET', path));
  const order = orders.find(({ poNumber, status }) => status !== 'Cancelled' && poNumber.includes('/'));
  if (order === undefined) throw new Error('the demo has such an order');
  await portal.signIn(page, mill);
  await page.goto(`/purchase-orders/details/${encodeURIComponent(order.poNumber)}`);
  await page.getByRole('button', { name: 'Generate Package' }).click();
  const sheet = await saved(page, () => page.getByRole('menuitem', { name: 'Download PDF' }).click());
  const file = `${order.poNumber.replaceAll('/', '-')}.pdf`;
  expect(sheet.name).toBe(`package-${file}`);
  await page.getByRole('button', { name: 'Packing Label' }).click();
  const dialog = page.getByRole('dialog', { name: 'Packing Label' });
  await dialog.getByRole('checkbox', { name: 'All lines' }).uncheck();
  await dialog.getByRole('checkbox', { name: /^Label 1\./ }).check();
  await dialog.getByRole('textbox', { name: /^Cartons of 1\./ }).fill('2');
  const labels = await saved(page, () => dialog.getByRole('button', { name: 'Download PDF' }).click());
  expect(labels.name).toBe(`labels-${file}`);
  expect(pageSizes(labels.pdf)).toHaveLength(2);
  await page.route('**/packingLabel/*', (route) =>
    route.fulfill({ status: 503, json: { message: 'The server is busy. Please try again.' } }),
  );
  await dialog.getByRole('button', { name: 'Download PDF' }).click();
  await expect(page.getByText('The server is busy. Please try again.')).toBeVisible();
  if (!hasScanner) return;
  const eans = order.listOfItems.flatMap(({ EANCode }) => EANCode ?? []);
  expect(barcodesOf(sheet.pdf).flat().sort()).toEqual([...eans, order.poNumber].sort());
  const first = [order.listOfItems[0]?.EANCode ?? '', order.poNumber].sort();
  expect(barcodesOf(labels.pdf)).toEqual([first, first]);
});

test('a cancelled order has no labels, and a package sheet marked as cancelled', async ({ page, portal }) => {
  const cancelled = (await ordersOf((path) => portal.call(mill, 'GET', path))).find(({ status }) => status === 'Cancelled');
  if (cancelled === undefined) throw new Error('the demo has a cancelled order');
  await portal.signIn(page, mill);
  await show(page, cancelled);
  await page.getByRole('button', { name: 'Packing Label' }).click();
  await expect(page.getByText('This purchase order is cancelled: there is nothing to pack.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('button', { name: 'Generate Package' }).click();
  await page.getByRole('menuitem', { name: 'Print' }).click();
  const sheet = await printed(page);
  if (hasScanner) expect(textOf(sheet)).toContain('CANCELLED');
});

test('a printed list has the buyer’s name, the filters in words, and all rows instead of the page', async ({ page, portal }) => {
  const vendor_name = `Paper Mills ${serial()}`;
  const vendor = await portal.newVendor({ vendor_name });
  for (let number = 1; number <= 9; number += 1) {
    const invoice = { invoiceNumber: `${8000 + number}`, invoiceDate: '2026-04-01', invoiceValue: '100.50' };
    expect((await portal.call(vendor, 'POST', '/api/invoice/create', invoice)).status).toBe(200);
  }
  const buyerName = 'Aapurti Kirana & Sons';
  // The route changes the response instead of the settings, which all tests share.
  await page.route('**/api/site', async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ response: reply, json: { ...((await reply.json()) as object), buyerName } });
  });
  await keepPrintWindowShut(page);
  await portal.signIn(page, portal.administrator);
  await page.goto(`/invoices/invoice?userID=${vendor.id}&startDate=2026-04-01&invoiceNumber=80`);
  await expect(page.getByText('Showing 1 to 7 of 9 entries')).toBeVisible();
  await page.getByRole('button', { name: 'Print Invoice' }).click();
  const paper = page.locator('[data-printed-list]');
  await expect(paper.getByText(buyerName, { exact: true })).toBeAttached();
  await expect(paper.getByText(`Vendor: ${vendor_name} (`)).toBeAttached();
  for (const words of ['From: 01-04-2026', 'Invoice Number: 80', '9 entries'])
    await expect(paper.getByText(words, { exact: true })).toBeAttached();
  await expect(paper.locator('tbody tr')).toHaveCount(9 + 1);
  await expect(paper.locator('tbody tr').last()).toContainText('₹904.50');
  const pdf = await printed(page);
  if (!hasScanner) return;
  const words = textOf(pdf);
  for (const printedWord of [buyerName, vendor_name, '01-04-2026', '9 entries', '8009']) expect(words).toContain(printedWord);
  expect(words).not.toMatch(/Search|Reset|Showing/);
});
