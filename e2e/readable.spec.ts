import type { Page } from '@playwright/test';

import { DEMO_SIGN_INS } from '../server/src/demo/signIns.ts';
import { hasScanner, textOf } from '../server/test/scanner.ts';
import { expect, type Person, serial, settled, showAllColumns, test } from './portal.ts';

const [, { email, password }] = DEMO_SIGN_INS;
/** The vendor with the demo's records; this file only reads them. */
const mill: Person = { id: '', email, password };

/** Cells whose figure extends under another cell or beyond its own, with the table scrolled to the cell. */
function cutFigures(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Array.from(document.querySelectorAll<HTMLElement>('main tbody td[data-align="right"]'))
      .filter((cell) => {
        cell.scrollIntoView({ block: 'center', inline: 'end' });
        const words = document.createRange();
        words.selectNodeContents(cell);
        const { left, right, top, bottom, width } = words.getBoundingClientRect();
        if (width === 0) return false;
        const at = (x: number) => document.elementFromPoint(x, (top + bottom) / 2);
        return !cell.contains(at(left + 1)) || !cell.contains(at(right - 1)) || cell.scrollWidth > cell.clientWidth + 1;
      })
      .map((cell) => cell.innerText),
  );
}

/** Elements of the screen that scroll their rows separately. */
function scrollersWithin(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Array.from(document.querySelectorAll('main, main *'))
      .filter((each) => /auto|scroll/.test(getComputedStyle(each).overflowY) && each.scrollHeight > each.clientHeight + 1)
      .map(({ className }) => className),
  );
}

for (const width of [1366, 768])
  test(`no number of a list is cut off, and all rows scroll with the page, at ${width} px`, async ({ page, portal }) => {
    await portal.signIn(page, mill);
    await page.setViewportSize({ width, height: 700 });
    for (const path of ['/invoices/invoice', '/invoices/payment-report', '/purchase-orders', '/master-products/products']) {
      await page.goto(path);
      await settled(page);
      await expect(page.locator('main tbody td[data-align="right"]').first()).toBeVisible();
      expect(await cutFigures(page), `${path} cuts figures`).toEqual([]);
      expect(await scrollersWithin(page), `${path} scrolls within the page`).toEqual([]);
    }
    await page.setViewportSize({ width, height: 300 });
    await page.locator('main tbody tr').last().scrollIntoViewIfNeeded();
    await expect(page.getByRole('columnheader').first(), 'heads stick').toBeInViewport({ ratio: 0.9 });
  });

const PRODUCT_HEADS = ['EAN Code', 'Product Name', 'Transfer Price', 'Price Approval'];
for (const [who, lists] of [
  ['a vendor', { '/master-products/products': PRODUCT_HEADS }],
  [
    'the buyer',
    {
      '/master-products/products': PRODUCT_HEADS,
      '/master-products/schemes?userID=2': ['Scheme Name', 'Product Name', 'Quantity'],
      '/master-products/price-review': ['Product', 'Approved → requested'],
      '/purchase-orders/receipts': ['Receipt Number', 'Value'],
    },
  ],
] as const)
  test(`the lists of ${who} show the goods and their amount at 768 px`, async ({ page, portal }) => {
    await portal.signIn(page, who === 'a vendor' ? mill : portal.administrator);
    await page.setViewportSize({ width: 768, height: 1024 });
    for (const [path, heads] of Object.entries(lists)) {
      await page.goto(path);
      await settled(page);
      for (const name of heads) await expect(page.getByRole('columnheader', { name, exact: true }), `${path}: ${name}`).toBeVisible();
      await expect(page.locator('[data-scrolls]'), `${path} scrolls sideways`).toHaveCount(0);
    }
  });

test('the top bar of a phone has the initials of the account, and cuts off no name', async ({ page, portal }) => {
  await portal.signIn(page, portal.administrator);
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto('/dashboard');
  const account = page.getByRole('button', { name: /^Account of/ });
  await expect(account).toBeVisible();
  const cut = await account.evaluate((button) =>
    Array.from(button.querySelectorAll('*'))
      .filter((each) => each.clientWidth > 0 && each.scrollWidth > each.clientWidth)
      .map(({ textContent }) => textContent),
  );
  expect(cut).toEqual([]);
  await expect(account).toHaveText(/^[A-Z]{2}$/, { useInnerText: true });
});

test("a dispatch note's goods show their amounts on a tablet", async ({ page, portal }) => {
  const { body } = await portal.call(mill, 'GET', '/api/desPatchNote/get?DCNumber=ARM/26-27/L2');
  const [note] = body as { _id: string }[];
  await portal.signIn(page, mill);
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto(`/purchase-orders/dispatch-note/goods/${note?._id}`);
  await settled(page);
  const goods = page.getByRole('table', { name: 'Lines', exact: true });
  await expect(goods.getByRole('columnheader', { name: 'Taxable' })).toBeVisible();
  expect(await cutFigures(page)).toEqual([]);
  await expect(page.locator('[data-scrolls]')).toHaveCount(0);
});

test('a vendor’s statements show their buttons on a tablet, even with crores', async ({ page, portal }) => {
  await page.route('**/api/account/statements?*', async (route) => {
    const answer = await route.fetch();
    const rows = (await answer.json()) as object[];
    await route.fulfill({ response: answer, json: rows.map((row) => ({ ...row, opening: 120_797_845.35, closing: 120_797_845.35 })) });
  });
  await portal.signIn(page, mill);
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto('/invoices/statements');
  await expect(page.getByText('₹12,07,97,845.35').first()).toBeVisible();
  await expect(page.locator('[data-scrolls]')).toHaveCount(0);
  for (const button of await page.getByRole('button', { name: /^Statement .* \(PDF\)$/ }).all())
    await expect(button).toBeInViewport({ ratio: 1 });
});

test('a list wider than its frame covers no number, and one below a fixed column would be found', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  const invoice = { invoiceNumber: String(serial()), invoiceValue: '999999999.99', IGSTValue: '47619047.62' };
  expect((await portal.call(vendor, 'POST', '/api/invoice/create', invoice)).status).toBe(200);
  await portal.signIn(page, vendor);
  await page.setViewportSize({ width: 768, height: 700 });
  await page.goto('/invoices/invoice');
  await showAllColumns(page);
  await expect(page.getByRole('columnheader', { name: 'IGST Value' })).toBeVisible();
  await expect(page.getByText('₹99,99,99,999.99').first()).toBeVisible();
  expect(await cutFigures(page)).toEqual([]);
  // The column that names the record stays visible.
  await page.locator('[data-scrolls]').evaluate((region) => region.scrollTo(region.scrollWidth, 0));
  await expect(page.getByRole('link', { name: invoice.invoiceNumber, exact: true })).toBeInViewport({ ratio: 1 });
  await page.addStyleTag({ content: 'td:last-child { position: sticky !important; right: 0; z-index: 3 }' });
  expect(await cutFigures(page)).not.toEqual([]);
});

test('an invoice that does not exist shows one message, and no button to try again', async ({ page, portal }) => {
  await portal.signIn(page, mill);
  await page.goto('/invoices/invoice/edit/999999999');
  await expect(page.getByRole('alert')).toContainText('This record does not exist. It may have been deleted, or the link is incomplete.');
  await expect(page.getByText('Not found.', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
});

/** The text of the screen as the browser prints it. */
async function paperOf(page: Page): Promise<string> {
  const text = textOf(await page.pdf({ preferCSSPageSize: true }));
  for (const control of ['Search', 'More actions', 'Add Payment', 'Acknowledge', 'Columns', 'Payment Report Outstanding'])
    expect(text, `${control} is no part of the paper`).not.toContain(` ${control} `);
  return text;
}

test('the payment report prints completely, as shown and as a list of all payments', async ({ page, portal }) => {
  test.skip(!hasScanner);
  await page.addInitScript(() => (window.print = () => document.documentElement.setAttribute('data-printing', '')));
  await portal.signIn(page, mill);
  await page.goto('/invoices/payment-report');
  await settled(page);
  const list = page.getByRole('table', { name: 'Vendor Payment Report', exact: true });
  await expect(list.locator('tbody td[data-align="right"]').first()).toContainText('₹');
  const rows = await list
    .locator('tbody tr')
    .evaluateAll((all) => all.map((row) => row.querySelector('td[data-align="right"]')?.textContent ?? ''));
  expect(rows.length).toBeGreaterThan(0);
  const shown = await paperOf(page);
  for (const amount of rows) expect(shown).toContain(amount);

  const total = /of (\d+) entries/.exec(
    await page
      .getByText(/Showing 1 to \d+ of \d+ entries/)
      .last()
      .innerText(),
  )?.[1];
  await page.getByRole('button', { name: 'Print Vendor Payment Report' }).click();
  await expect(page.locator('html[data-printing]')).toBeAttached();
  const paper = await paperOf(page);
  expect(paper).toContain('Vendor Payment Report');
  expect(paper).toMatch(new RegExp(`\\b${total} entr`));
  expect(paper).toContain('Total');
  expect(paper).not.toContain('Showing 1 to');
  // The columns are those of the screen, each separate from the next.
  for (const column of ['Vendor Code', 'Remarks', 'Invoice Reference']) expect(paper).toContain(column);
  expect(paper).not.toMatch(/\.\d{3}/);
});

test('the page of an order prints its lines, and no controls', async ({ page, portal }) => {
  test.skip(!hasScanner);
  await portal.signIn(page, mill);
  const { body } = await portal.call(mill, 'GET', '/api/purChaseOrder/get');
  const [order] = (body as { poNumber: string; status: string; listOfItems: { EANCode: string | null }[] }[]).filter(
    ({ status }) => status === 'Open',
  );
  if (order === undefined) throw new Error('the demo has an open order');
  await page.goto(`/purchase-orders/details/${encodeURIComponent(order.poNumber)}`);
  await expect(page.getByRole('button', { name: 'Generate Package' })).toBeVisible();
  await settled(page);
  const paper = await paperOf(page);
  expect(paper).toContain(order.poNumber);
  for (const { EANCode } of order.listOfItems) if (EANCode !== null) expect(paper).toContain(EANCode);
  for (const control of ['Add Dispatch Note', 'Packing Label', 'Generate Package']) expect(paper).not.toContain(control);
});

test('a success message covers no button at any width, and is shown completely', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  await portal.signIn(page, vendor);
  for (const width of [1440, 768, 360]) {
    await page.setViewportSize({ width, height: 780 });
    await page.goto(`/user-profile/${vendor.id}`);
    await page.getByRole('switch').first().press('Space');
    const shown = page.getByRole('region', { name: 'Notifications', exact: true });
    await expect(shown.getByRole('button')).toBeVisible();
    const found = await shown.evaluate((region) => {
      const { left, right, top, bottom } = region.getBoundingClientRect();
      const covered = Array.from(document.querySelectorAll('a, button, input'))
        .filter((each) => !region.contains(each))
        .map((each) => ({ name: each.getAttribute('aria-label') ?? each.textContent, at: each.getBoundingClientRect() }))
        .filter(({ at }) => at.width > 0 && at.left < right && at.right > left && at.top < bottom && at.bottom > top)
        .map(({ name }) => name);
      const isCut = Array.from(region.querySelectorAll('*')).some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1);
      return { covered, isCut, isInside: left >= 0 && right <= window.innerWidth, isLow: bottom - top < 80 };
    });
    expect(found, `at ${width} px`).toEqual({ covered: [], isCut: false, isInside: true, isLow: true });
  }
});
