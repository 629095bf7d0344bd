import hindi from '@aapurti/contract/words/hindi.json' with { type: 'json' };
import { translator } from '@aapurti/contract/words/translate';
import type { Page } from '@playwright/test';

import { DEMO_SIGN_INS } from '../server/src/demo/signIns.ts';
import { expect, expectAccessible, inHindi, paste, type Portal, serial, settled, test } from './portal.ts';

const translate = translator(hindi, 'hi');

/** The demo's first vendor. */
const mill = { id: '2', ...DEMO_SIGN_INS[1] };
const ORDER = '/purchase-orders/details/PO%2F2026-27%2F0124';

/** The page and the frames in it that scroll sideways, with the pixels that are out of sight. The tabs of a list's views may scroll. */
function sideways(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll<HTMLElement>('main *:not(nav)')]
      .filter((each) => each === document.documentElement || /auto|scroll/.test(getComputedStyle(each).overflowX))
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
      .map((each) => `${each.scrollWidth - each.clientWidth} px of ${each.textContent?.slice(0, 40) ?? ''}`),
  );
}

const SCREENS = [
  ['the buyer', '/purchase-orders/answers/60', 'Lines'],
  ['the buyer', '/buyer-data/orders/create', 'Lines'],
  ['the buyer', '/buyer-data/orders/edit/1', 'Lines'],
  ['the buyer', '/invoices/payments-to-check', 'Payments reported by vendors'],
  ['the buyer', '/documents/invoice/43', 'Lines'],
  ['a vendor', '/purchase-orders/answers/60', 'Lines'],
  ['a vendor', ORDER, 'Items'],
  ['a vendor', '/documents/invoice/43', 'Lines'],
] as const;

for (const [who, path, name] of SCREENS)
  test(`${path} of ${who} does not scroll sideways on a tablet or a phone`, async ({ page, portal }) => {
    await portal.signIn(page, who === 'a vendor' ? mill : portal.administrator);
    await page.goto(path);
    for (const width of [768, 360]) {
      await page.setViewportSize({ width, height: 1024 });
      await settled(page);
      const lines = ['grid', 'table', 'list'].map((role) => page.getByRole(role as 'grid', { name, exact: true }));
      await expect(lines.reduce((one, other) => one.or(other)).first()).toBeVisible();
      await expect.poll(() => sideways(page), `${path} at ${width} px`).toEqual([]);
    }
  });

/** The vendor's confirmation of an order with three lines of 200. */
async function openConfirmation(page: Page, portal: Portal): Promise<void> {
  const vendor = await portal.newVendor();
  const item = { EANCode: '8901030516320', hsnCode: '10063020', uom: 'BAG', MRP: 125, quantity: 200, price: 50 };
  const lines = [1, 2, 3].map((line) => ({ ...item, itemCode: `R-${line}`, itemName: `Rice ${line}` }));
  const body = { userID: vendor.id, poNumber: `PO/S/${serial()}`, poDate: '2026-11-03', deliverBy: '2098-12-01', lines };
  const made = await portal.call(portal.administrator, 'POST', '/api/buyerData/orders/create', body);
  await portal.signIn(page, vendor);
  await page.goto(`/purchase-orders/answers/${(made.body as { data: { _id: string } }).data._id}`);
}

test('lines that become cards on a tablet are still edited by the keyboard: moves, a pasted block, fill down, undo', async ({
  page,
  portal,
}) => {
  await openConfirmation(page, portal);
  const cell = (name: string) => page.getByLabel(name, { exact: true });
  await cell('Confirm, line 1').focus();
  await page.setViewportSize({ width: 768, height: 1024 });
  await expect(cell('Confirm, line 1')).toBeHidden();
  // A card leaves out the cell that was the grid's stop of the Tab key.
  await page.getByRole('button', { name: 'Fill down' }).focus();
  await page.keyboard.press('Tab');
  await expect(cell('Response, line 1')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(cell('Response, line 2')).toBeFocused();
  await cell('Response, line 2').selectOption('Changed');
  await page.keyboard.press('Tab');
  await expect(cell('Confirm, line 2')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(cell('Confirm, line 2')).toBeFocused();

  await paste(page, '150\t\t05-12-2098\t51.50\r\n120\t\t06-12-2098\t52\r\n');
  await expect(cell('Confirm, line 2')).toHaveValue('150');
  await expect(cell('Confirm, line 3')).toBeVisible();
  await expect(cell('Confirm, line 3')).toHaveValue('120');
  await expect(cell('Delivery date, line 3')).toHaveValue('06-12-2098');
  await page.keyboard.press('ArrowDown');
  await expect(cell('Confirm, line 3')).toBeFocused();
  await page.keyboard.press('Control+d');
  await expect(cell('Confirm, line 3')).toHaveValue('150');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(cell('Confirm, line 3')).toBeHidden();
  await expect(cell('Confirm, line 2')).toHaveValue('200');
  await expectAccessible(page, 'the cards of a confirmation on a tablet');
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(cell('Confirm, line 3')).toBeVisible();
});

test('a table that does not fit puts columns below others, and becomes cards with all fields before it scrolls', async ({
  page,
  portal,
}) => {
  await portal.signIn(page, portal.administrator);
  // The fonts come late: what stands in for them is wider, and measured first.
  await page.route('**/*.woff2', async (route) => {
    await new Promise((done) => setTimeout(done, 1_000));
    await route.continue();
  });
  await page.goto('/invoices/payments-to-check');
  const payments = page.getByRole('region', { name: 'Payments reported by vendors', exact: true });
  const head = (name: string) => payments.getByRole('columnheader', { name, exact: true });
  await expect(head('Payment Reference')).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  await expect(head('Reported On')).toBeVisible();
  await page.setViewportSize({ width: 1340, height: 900 });
  await expect(head('Reported On')).toBeHidden();
  await expect(payments.getByText(/^Reported on \d{2}-\d{2}-\d{4}$/).first()).toBeVisible();
  await page.setViewportSize({ width: 768, height: 1024 });
  await expect(head('Payment Reference')).toBeHidden();
  await expect(payments.getByRole('listitem').first()).toContainText(/Payment Reference.*Reported On.*PO Number.*Reason/);
  await expectAccessible(page, 'payments to check on a tablet');
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(head('Reported On')).toBeVisible();
});

test('an order’s barcodes are below their products on a tablet, and the match has its differences in one column', async ({
  page,
  portal,
}) => {
  await portal.signIn(page, mill);
  await page.goto(ORDER);
  const items = page.getByRole('table', { name: 'Items', exact: true });
  await expect(items.getByRole('columnheader', { name: 'Barcode' })).toBeVisible();
  await page.setViewportSize({ width: 768, height: 1024 });
  await expect(items.getByRole('columnheader', { name: 'Barcode' })).toBeHidden();
  await expect(
    items
      .getByRole('row')
      .nth(1)
      .getByRole('cell')
      .first()
      .getByRole('img', { name: /^Barcode/ }),
  ).toBeVisible();
  await expectAccessible(page, 'the items of an order on a tablet');
  await page.goto('/documents/invoice/43');
  const match = page.getByRole('table', { name: 'Lines', exact: true });
  await expect(match.getByRole('columnheader', { name: 'Difference in ₹' })).toBeHidden();
  await expect(match.getByRole('row').nth(1)).toContainText(/Exception.*\+8.*\+₹268\.13/);
  await expectAccessible(page, 'the match of an invoice on a tablet');
});

/** The pixels of the current tab outside the visible part of its strip, and the sides of the strip with further tabs. */
function currentTab(page: Page) {
  return page.getByRole('navigation', { name: 'Views of the list' }).evaluate((strip) => {
    const tab = strip.querySelector('[aria-current]')?.getBoundingClientRect();
    const { left, right } = strip.getBoundingClientRect();
    return {
      out: tab === undefined ? null : Math.max(0, Math.round(left - tab.left), Math.round(tab.right - right)),
      before: strip.hasAttribute('data-before'),
      after: strip.hasAttribute('data-after'),
    };
  });
}

test('the tabs of a list show the current view on load and on change, and fade where more follow', async ({ page, portal }) => {
  await portal.signIn(page, portal.administrator);
  const views = page.getByRole('navigation', { name: 'Views of the list' }).getByRole('link');
  for (const width of [768, 360]) {
    await page.setViewportSize({ width, height: 1024 });
    await page.goto('/invoices/invoice');
    await expect(views.first()).toHaveAttribute('aria-current', 'true');
    await expect.poll(() => currentTab(page)).toEqual({ out: 0, before: false, after: true });
    // Chosen by the keyboard, each is in view as a whole.
    const count = await views.count();
    for (let place = 1; place < count; place += 1) {
      await views.nth(place).press('Enter');
      await expect(views.nth(place)).toHaveAttribute('aria-current', 'true');
      await expect.poll(() => currentTab(page)).toMatchObject({ out: 0, after: place < count - 1 ? expect.any(Boolean) : false });
    }
    await page.reload();
    await expect(views.last()).toHaveAttribute('aria-current', 'true');
    await expect.poll(() => currentTab(page)).toEqual({ out: 0, before: true, after: false });
  }
  await expectAccessible(page, 'the views of invoices on a phone');
});

test('the bar of selected rows takes at most two lines on a phone, by mouse and by touch, in English and Hindi', async ({
  browser,
  portal,
}) => {
  const looks = [false, true].flatMap((hasTouch) => (['en', 'hi'] as const).map((language) => ({ hasTouch, language })));
  for (const { hasTouch, language } of looks) {
    const words = (text: string) => (language === 'hi' ? translate(text) : text);
    const context = await browser.newContext({ hasTouch, isMobile: hasTouch, viewport: { width: 360, height: 780 } });
    const page = await context.newPage();
    if (language === 'hi') await inHindi(page);
    await portal.signIn(page, portal.administrator);
    for (const path of ['/invoices/invoice', '/master-products/price-review']) {
      await page.goto(path);
      await page.getByRole('checkbox', { name: words('Select all rows of this page') }).check();
      const clear = page.getByRole('button', { name: words('Clear selection') });
      await expect(page.getByRole('button', { name: words('Approve'), exact: true }).last()).toBeVisible();
      const bar = page
        .locator('div', { has: page.locator('> output') })
        .filter({ has: clear })
        .last();
      const lines = await bar.evaluate((all) => {
        const middles = [...all.children].map((each) => each.getBoundingClientRect()).map(({ top, bottom }) => (top + bottom) / 2);
        return middles.filter((middle, place) => middles.findIndex((other) => Math.abs(other - middle) < 8) === place).length;
      });
      expect(lines, `${path}, ${language}, ${hasTouch ? 'by touch' : 'by mouse'}`).toBeLessThanOrEqual(2);
      await expect(
        bar.getByRole('button', { name: language === 'hi' ? /^सभी [\d,]+ परिणाम चुनें$/ : /^Select all [\d,]+ results$/ }),
      ).toBeVisible();
      await expectAccessible(page, `selected rows of ${path} on a phone`);
      await clear.click();
      await expect(clear).toBeHidden();
    }
    await context.close();
  }
});
