import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';

import { hasScanner, textOf } from '../server/test/scanner.ts';
import { expect, type Person, type Portal, serial, settled, test } from './portal.ts';

/** The maximum length of a name, in one word without a natural line break. */
const LONG = 200;
const word = (letter: string, length = LONG) => letter.repeat(length);
const VALUE = '99999999999.99';
const SHOWN = '₹99,99,99,99,999.99';

interface Extreme {
  vendor: Person;
  order: string;
  item: string;
}

/** A vendor with the longest possible names and the largest figures, and one record of each kind. */
async function extreme(portal: Portal): Promise<Extreme> {
  const vendor = await portal.newVendor({
    vendor_name: `${serial()}${word('W')}`.slice(0, LONG),
    lastName: word('M', 100),
    city: word('C', 100),
  });
  const make = async (by: Person, path: string, body: object) => {
    const answer = await portal.call(by, 'POST', path, body);
    expect([path, answer.status, answer.status === 200 ? '' : answer.body]).toEqual([path, 200, '']);
  };
  const order = `PO/${serial()}`;
  const item = word('W');
  const line = {
    itemCode: 'R-1',
    itemName: item,
    EANCode: '8901030516320',
    quantity: 1000,
    price: '99999999.99',
    hsnCode: '10063020',
    uom: 'BAG',
  };
  const names = { deliveryLocation: word('L'), poNumber: order, poDate: '2026-11-02', deliverBy: '2098-12-01', userID: vendor.id };
  await make(portal.administrator, '/api/buyerData/orders/create', { ...names, lines: [line] });
  const invoiceNumber = String(serial());
  await make(vendor, '/api/invoice/create', {
    invoiceNumber,
    invoiceValue: VALUE,
    PONumber: order,
    invoiceDate: '2026-08-02',
    remarks: word('R'),
  });
  await make(portal.administrator, '/api/vendorPaymentReport/create', {
    userID: vendor.id,
    invoiceNumber,
    amount: '99999999.99',
    paymentMode: 'online',
    Remarks: word('P'),
  });
  const memo = { productName: word('N'), description: word('D'), vendorInvoiceRef: '12', itemQuantity: 1, taxRate: 5, amount: VALUE };
  await make(vendor, '/api/debitMemo/AddUserDebitMemo', { ...memo, unitPrice: VALUE });
  await make(vendor, '/api/desPatchNote/create', {
    DCNumber: word('Z', 60),
    NumberOfCarton: 4,
    PONumber: order,
    TransporterDetails: word('T', 100),
    DriverName: word('D', 100),
  });
  return { vendor, order, item };
}

/** Amounts that extend outside the window, lie under another element, or are clipped. */
function cutAmounts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const cut: string[] = [];
    const walker = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      if (!/₹\s?[\d,]/.test(node.textContent ?? '')) continue;
      const words = document.createRange();
      words.selectNodeContents(node);
      const box = words.getBoundingClientRect();
      if (box.width === 0) continue;
      for (let at = node.parentElement; at !== null; at = at.parentElement) {
        const { overflowX } = getComputedStyle(at);
        if (overflowX === 'visible') continue;
        // Scrollable content is not cut.
        if (overflowX === 'auto' || overflowX === 'scroll') break;
        const frame = at.getBoundingClientRect();
        // The element is only for screen readers.
        if (frame.width <= 1) break;
        if (box.right > frame.right + 1 || box.left < frame.left - 1) cut.push(`${node.textContent} in ${at.className}`);
      }
    }
    return cut;
  });
}

const WIDTHS = [1440, 768, 360];

/** Checks that no screen is wider than the window and that no amount is cut. */
async function inspect(page: Page, addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await settled(page);
    await measure(page, address);
  }
}

async function measure(page: Page, address: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect.soft(overflow, `${address} at ${width} px is wider than the window`).toBeLessThanOrEqual(0);
    expect.soft(await cutAmounts(page), `${address} at ${width} px cuts amounts`).toEqual([]);
  }
}

test('a vendor’s screens have room for the longest names and the largest amounts', async ({ page, portal }) => {
  const { vendor, order, item } = await extreme(portal);
  await portal.signIn(page, vendor);
  await inspect(page, [
    '/dashboard',
    '/invoices/invoice',
    '/invoices/payment-report',
    '/invoices/debit',
    '/purchase-orders',
    `/purchase-orders/details/${encodeURIComponent(order)}`,
    '/purchase-orders/dispatch-note',
    `/profile/${vendor.id}`,
    `/users/edit/${vendor.id}`,
  ]);
  const invoice = `/invoices/invoice/create?PONumber=${encodeURIComponent(order)}`;
  await page.goto(invoice);
  // The taxes of the order load last, a while after the rest is idle, and name its goods.
  await expect(page.getByRole('region', { name: 'Taxes from the order' })).toContainText(item);
  await measure(page, invoice);
  await page.goto('/invoices/invoice');
  await page.setViewportSize({ width: 360, height: 780 });
  await expect(page.getByText(SHOWN).first()).toBeVisible();
});

test('an administrator’s screens have room for the longest names and the largest amounts', async ({ page, portal }) => {
  const { vendor, order } = await extreme(portal);
  const owner = `userID=${vendor.id}`;
  await portal.signIn(page, portal.administrator);
  await inspect(page, [
    '/dashboard',
    `/users?search=${encodeURIComponent(vendor.email)}`,
    `/user-profile/${vendor.id}`,
    `/people?${owner}`,
    `/invoices/invoice?${owner}`,
    `/invoices/payment-report?${owner}&ageing=true`,
    '/invoices/outstanding-report',
    `/purchase-orders?${owner}`,
    `/purchase-orders/details/${encodeURIComponent(order)}?${owner}`,
    `/purchase-orders/dispatch-note?${owner}`,
    '/buyer-data/orders',
  ]);
});

test('names that are too long cannot be entered or sent, and documents have room for the longest', async ({ page, portal }) => {
  const { vendor, order, item } = await extreme(portal);
  await portal.signIn(page, vendor);
  await page.goto(`/purchase-orders/details/${encodeURIComponent(order)}`);
  await page.getByRole('button', { name: 'Generate Package' }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Download PDF' }).click()]);
  const pdf = await readFile(await download.path());
  expect(pdf.toString('latin1').match(/\/MediaBox/g)).toHaveLength(1);
  if (hasScanner) expect(textOf(pdf)).toContain(item.slice(0, 20));

  await page.goto(`/users/edit/${vendor.id}`);
  await page.locator('[name="vendor_name"]').fill(word('W', 500));
  await expect(page.locator('[name="vendor_name"]'), 'a field takes no more').toHaveValue(word('W'));
  const refused = await portal.call(vendor, 'PUT', `/api/auth/edit/${vendor.id}`, { vendor_name: word('W', 500) });
  expect(refused).toMatchObject({ status: 422, body: { errors: { vendor_name: 'At most 200 characters.' } } });
});
