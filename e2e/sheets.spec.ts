import { readFile, writeFile } from 'node:fs/promises';

import type { Download, Page } from '@playwright/test';
import { readXlsx, writeXlsx } from 'hucre/xlsx';

import { expect, expectAccessible, expectAccessibleWhileWaiting, type Portal, serial, test } from './portal.ts';

type Row = (string | number | null)[];

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const HEADINGS: Row = ['EAN Code', 'Shelf Life in Days', 'Quantity', 'MRP', 'Percentage', 'Margin', 'Transfer Price'];

async function sheetOf(name: string, rows: Row[]) {
  const workbook = await writeXlsx({ sheets: [{ name: 'Sheet', rows }] });
  return { name, mimeType: XLSX, buffer: Buffer.from(workbook) };
}

function fileOf(name: string, ...rows: Row[]) {
  return sheetOf(name, [HEADINGS, ...rows]);
}

function row(ean: string, mrp: string | number = 100): Row {
  return [ean, 90, 5, mrp, 10, null, null];
}

/** The EANs of the given number of the buyer's items. */
async function someEans(portal: Portal, count: number): Promise<string[]> {
  const { body } = await portal.call(portal.administrator, 'GET', '/api/buyerData/items?itemName=Rice&page=1&pageSize=100');
  const eans = (body as { EANCode: string }[]).slice(0, count).map((item) => item.EANCode);
  expect(eans).toHaveLength(count);
  return eans;
}

function withWrongDigit(ean: string): string {
  return ean.slice(0, -1) + String((Number(ean.at(-1)) + 1) % 10);
}

async function fromMenu(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

async function openUpload(page: Page): Promise<void> {
  await page.goto('/master-products/products');
  await fromMenu(page, 'Upload');
  await expect(page.getByRole('dialog', { name: 'Upload Excel' }).getByRole('button', { name: 'Choose a file' })).toBeVisible();
}

async function rowsOf(download: Download): Promise<string[][]> {
  const { sheets } = await readXlsx(await readFile(await download.path()));
  return sheets[0]?.rows.map((cells) => cells.map((cell) => String(cell ?? ''))) ?? [];
}

/** Counts the calls that store data; a check has `dryRun` in its address. */
function countStores(page: Page): { count: number } {
  const stores = { count: 0 };
  page.on('request', (request) => (stores.count += Number(request.url().endsWith('/api/product/excelUpload'))));
  return stores;
}

test('a vendor manages products in an Excel file: template, errors, corrected file, list, download @journey', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  const eans = await someEans(portal, 3);
  const [first = '', second = '', third = ''] = eans;
  const stores = countStores(page);
  await portal.signIn(page, vendor);
  await page.goto('/master-products/products');
  const file = page.locator('input[type=file]');

  await test.step('the template has the headings', async () => {
    const [download] = await Promise.all([page.waitForEvent('download'), fromMenu(page, 'Template')]);
    expect(download.suggestedFilename()).toBe('sampleProductSheet.xlsx');
    const [headings] = await rowsOf(download);
    expect(headings).toEqual(expect.arrayContaining([...HEADINGS]));
  });

  await test.step('only .xlsx files are accepted', async () => {
    await fromMenu(page, 'Upload');
    await expect(page.getByRole('dialog', { name: 'Upload Excel' })).toBeVisible();
    await expectAccessible(page);
    for (const [name, words] of [
      ['prices.xls', 'old Excel file'],
      ['prices.csv', 'save it as .xlsx'],
      ['prices.pdf', 'Choose an .xlsx file'],
    ] as const) {
      await file.setInputFiles({ name, mimeType: '', buffer: Buffer.from('x') });
      await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
    }
    await expectAccessible(page);
    await file.setInputFiles({ name: 'prices.xlsx', mimeType: XLSX, buffer: Buffer.from('no workbook at all') });
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText('.xlsx');
    await expect(page.getByRole('button', { name: 'Choose another file' })).toBeVisible();
  });

  await test.step('errors are reported by row and column, and marked in the returned file', async () => {
    await file.setInputFiles(await fileOf('prices.xlsx', row(first), row(withWrongDigit(second)), row(third, 'ten')));
    await expect(page.getByText(/^1 row is valid, 2 have errors/)).toBeVisible();
    await expect(page.getByRole('row', { name: /^3 EAN Code/ })).toBeVisible();
    await expect(page.getByRole('row', { name: /^4 MRP/ })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Upload \d/ })).toHaveCount(0);
    await expectAccessible(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the file with errors marked' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('prices - faults.xlsx');
    const marked = await rowsOf(download);
    expect(marked[2]?.[0]).toBe(withWrongDigit(second));
  });

  await test.step('the corrected file is saved, once', async () => {
    await file.setInputFiles(await fileOf('prices.xlsx', ...eans.map((ean, index) => row(ean, 100 * (index + 1)))));
    await expect(page.getByText('3 rows are valid: 3 new, 0 changed.')).toBeVisible();
    await expectAccessible(page);
    expect(stores.count).toBe(0);
    await page.getByRole('button', { name: 'Upload 3 products' }).dblclick();
    await expect(page.getByText('File Uploaded Successfully')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByText('Showing 1 to 3 of 3 entries')).toBeVisible();
    expect(stores.count).toBe(1);
  });

  await test.step('the download has the rows of the list', async () => {
    await page.getByLabel('EAN Code').fill(second);
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible();
    const [download] = await Promise.all([page.waitForEvent('download'), fromMenu(page, 'Download Products in excel')]);
    expect(download.suggestedFilename()).toMatch(/^Products \d{4}-\d{2}-\d{2}\.xlsx$/);
    const rows = await rowsOf(download);
    expect(rows).toHaveLength(2);
    expect(rows[1]).toContain(second);
  });

  await test.step('the same file again changes them', async () => {
    await fromMenu(page, 'Upload');
    await file.setInputFiles(await fileOf('prices.xlsx', row(first, 150)));
    await expect(page.getByText('1 row is valid: 0 new, 1 changed.')).toBeVisible();
  });
});

test('the download has the order and filters of the list, and a failed export shows a message', async ({ page, portal }) => {
  await portal.signIn(page, portal.administrator);
  const asked: string[] = [];
  await page.route('**/api/product/export*', (route) => {
    asked.push(new URL(route.request().url()).search);
    return route.fulfill({ status: 500, json: { message: 'Something broke' } });
  });
  await page.goto('/master-products/products?productName=basmati&sortBy=margin&sortOrder=desc&page=2');
  await fromMenu(page, 'Download Products in excel');
  await expect(page.getByText('Something went wrong. Please try later.')).toBeVisible();
  expect(asked).toEqual(['?productName=basmati&sortBy=margin&sortOrder=desc']);
});

test('a download shows that it is running, and can be cancelled', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  await portal.signIn(page, vendor);
  await page.goto('/master-products/products');
  await page.route('**/api/product/download', () => undefined);
  await fromMenu(page, 'Template');
  const card = page.getByRole('region', { name: 'Download' });
  await expect(card).toContainText('Template is being prepared…');
  await expectAccessibleWhileWaiting(page);
  await page.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem', { name: 'Download Products in excel' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await card.getByRole('button', { name: 'Cancel' }).click();
  await expect(card).toHaveCount(0);
  await page.unroute('**/api/product/download');
  await page.route('**/api/product/download', (route) => route.abort());
  await fromMenu(page, 'Template');
  await expect(page.getByText('Something went wrong. Please try later.')).toBeVisible();
});

test('a whole upload works by keyboard', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  const [ean = ''] = await someEans(portal, 1);
  await portal.signIn(page, vendor);
  await page.goto('/master-products/products');
  const menu = page.getByRole('button', { name: 'More actions' });
  await menu.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Add Product' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  const choose = page.getByRole('button', { name: 'Choose a file' });
  await expect(choose).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(menu).toBeFocused();

  await fromMenu(page, 'Upload');
  await expect(page.getByRole('dialog')).toBeVisible();
  await choose.focus();
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')]);
  await chooser.setFiles(await fileOf('prices.xlsx', row(withWrongDigit(ean))));
  await expect(page.getByText(/^0 rows are valid, 1 has errors/)).toBeVisible();
  // Tab continues from the result: first the errors, then the buttons below them.
  await expect(page.getByRole('region', { name: 'Result' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('region', { name: 'Rows to correct' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Choose another file' })).toBeFocused();
  const [again] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')]);
  await again.setFiles(await fileOf('prices.xlsx', row(ean)));
  await expect(page.getByText('1 row is valid: 1 new, 0 changed.')).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Upload 1 product' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible();
});

test('a file that was saved again after its check is rejected', async ({ page, portal }, info) => {
  const vendor = await portal.newVendor();
  const [ean = ''] = await someEans(portal, 1);
  const stores = countStores(page);
  await portal.signIn(page, vendor);
  await openUpload(page);
  const path = info.outputPath(`prices ${serial()}.xlsx`);
  await writeFile(path, (await fileOf('', row(ean))).buffer);
  await page.locator('input[type=file]').setInputFiles(path);
  await expect(page.getByText('1 row is valid')).toBeVisible();
  await writeFile(path, (await fileOf('', row(ean), row(ean))).buffer);
  await page.getByRole('button', { name: 'Upload 1 product' }).click();
  await expect(page.getByText('The file was changed or moved after you chose it.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Check this file again' })).toHaveCount(0);
  await expectAccessible(page);
  expect(stores.count).toBe(0);
});

test('an upload continues when its window is closed, and a lost response is reported', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  const [ean = ''] = await someEans(portal, 1);
  await portal.signIn(page, vendor);
  await openUpload(page);
  const input = page.locator('input[type=file]');
  const dialog = page.getByRole('dialog', { name: 'Upload Excel' });

  let answer = (): void => undefined;
  const held = new Promise<void>((done) => (answer = done));
  await page.route('**/api/product/excelUpload', async (route) => {
    await held;
    await route.continue();
  });
  await input.setInputFiles(await fileOf('prices.xlsx', row(ean)));
  await page.getByRole('button', { name: 'Upload 1 product' }).click();
  await expect(dialog.getByText(/a message tells you when it is done/i)).toBeVisible();
  await expectAccessibleWhileWaiting(page);
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  answer();
  await expect(page.getByText('File Uploaded Successfully')).toBeVisible();
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible();
  await page.unroute('**/api/product/excelUpload');

  await page.route('**/api/product/excelUpload', (route) => route.abort());
  await fromMenu(page, 'Upload');
  await input.setInputFiles(await fileOf('prices.xlsx', row(ean)));
  await page.getByRole('button', { name: 'Upload 1 product' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Something went wrong');
  await expect(dialog.getByRole('alert')).toContainText('the rows may not be saved');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Check this file again' }).click();
  await expect(page.getByText('1 row is valid: 0 new, 1 changed.')).toBeVisible();
});

test('a check can be cancelled, and nothing is saved', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  await portal.signIn(page, vendor);
  await openUpload(page);
  await page.route('**/api/product/excelUpload?dryRun=true', () => undefined);
  await page.locator('input[type=file]').setInputFiles(await fileOf('prices.xlsx', row('8901030516320')));
  await expect(page.getByRole('progressbar', { name: 'Progress of the file' })).toBeVisible();
  await expectAccessibleWhileWaiting(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
});

test('an administrator uploads a vendor’s invoices from a file, for no other vendor, and downloads them', async ({ page, portal }) => {
  const company = `Sheet Traders ${serial()}`;
  const other = `Other Traders ${serial()}`;
  const vendor = await portal.newVendor({ vendor_name: company });
  await portal.newVendor({ vendor_name: other });
  await portal.signIn(page, portal.administrator);
  await page.goto('/invoices/invoice');
  const [template] = await Promise.all([page.waitForEvent('download'), fromMenu(page, 'Template')]);
  expect(template.suggestedFilename()).toBe('sampleInvoiceSheet.xlsx');
  const [headings = []] = await rowsOf(template);

  const dialog = page.getByRole('dialog', { name: 'Upload Excel' });
  const invoiceRow = (number: string, value: number) =>
    headings.map((heading) => (heading === 'Invoice Number' ? number : heading === 'Invoice Value' ? value : null));
  const file = await sheetOf('invoices.xlsx', [headings, invoiceRow('007', 1180), invoiceRow('8', 0)]);
  await fromMenu(page, 'Upload');
  const input = page.locator('input[type=file]');
  await input.setInputFiles(file);
  await expect(dialog.getByRole('alert').filter({ hasText: 'Choose the vendor.' })).toBeVisible();
  await expectAccessible(page);

  const owner = dialog.getByRole('combobox', { name: 'Vendor' });
  for (const name of [other, company]) {
    await owner.click();
    if (await owner.isEditable()) await owner.fill(name);
    await page.getByRole('option', { name }).click();
    if (name === other) await input.setInputFiles(file);
    await expect(dialog.getByText(/^1 row is valid, 1 has errors/)).toBeVisible();
  }
  await expect(dialog.getByRole('row', { name: /^3 Invoice Value/ })).toBeVisible();
  await expectAccessible(page);
  await input.setInputFiles(await sheetOf('invoices.xlsx', [headings, invoiceRow('007', 1180), invoiceRow('8', 50.5)]));
  await dialog.getByRole('button', { name: 'Upload 2 invoices' }).click();
  await expect(page.getByText('File Uploaded Successfully')).toBeVisible();

  await page.goto(`/invoices/invoice?userID=${vendor.id}`);
  await expect(page.getByText('Showing 1 to 2 of 2 entries')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: '007' }).getByRole('cell', { name: '₹1,180.00' }).first()).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent('download'), fromMenu(page, 'Download')]);
  expect(download.suggestedFilename()).toMatch(/^Invoices \d{4}-\d{2}-\d{2}\.xlsx$/);
  const [heads = [], ...rows] = await rowsOf(download);
  expect(rows.map((cells) => cells[heads.indexOf('Invoice Number')])).toEqual(['8', '007']);
});
