import type { Page } from '@playwright/test';

import { gstinOf, panOf } from '../server/src/demo/factories.ts';
import { expect, expectAccessible, type Person, type Portal, serial, test } from './portal.ts';

const VENDOR_HEADS = ['Sr No', 'PO Number', 'PO Date', 'Deliver By', 'Value', 'Status', 'Confirmation', 'Delivery'];
const ADMIN_HEADS = ['Sr No', 'PO Number', 'PO Date', 'Vendor', 'Deliver By', 'Value', 'Status', 'Confirmation', 'Delivery'];

const table = (page: Page, name: string) => page.getByRole('table', { name, exact: true });
async function heads(page: Page, name: string): Promise<string[]> {
  const found = table(page, name).getByRole('columnheader');
  await found.first().waitFor();
  return found.allInnerTexts();
}
const search = (page: Page) => page.getByRole('textbox', { name: 'PO Number' });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Shows prices, taxes and barcodes instead of the quantities. */
const pricesOf = (page: Page) => page.getByRole('radiogroup', { name: 'Columns' }).getByText('Prices, taxes, barcodes').click();

/** Shows the quantities, the default view once an order is acknowledged or goods have arrived. */
const quantitiesOf = (page: Page) => page.getByRole('radiogroup', { name: 'Columns' }).getByText('Quantities').click();

const RICE = { EANCode: '8901030516320', itemCode: 'R-1', itemName: 'Basmati Rice 1 kg', hsnCode: '10063020', uom: 'BAG', MRP: 125 };
const PICKLE = { itemCode: 'आम-1', itemName: 'आम का अचार 500 ग्राम', uom: 'BTL' };

/** Creates the order with the input of an administrator. */
async function order(
  portal: Portal,
  vendor: Person,
  poNumber: string,
  lines: object[] = [{ ...RICE, quantity: 12, price: 100, taxRate: 5 }],
) {
  const body = { userID: vendor.id, poNumber, poDate: '2026-11-03', deliveryLocation: 'Hoskote', lines };
  const answer = await portal.call(portal.administrator, 'POST', '/api/buyerData/orders/create', body);
  expect(answer).toMatchObject({ status: 200 });
  return (answer.body as { data: { _id: string } }).data._id;
}

test.describe('a vendor', () => {
  test('finds an order, reads its lines and taxes, and acknowledges it @journey', async ({ page, portal }) => {
    const vendor = await portal.newVendor();
    const number = `PO/26-27/${serial()} "A"`;
    await portal.signIn(page, vendor);
    await page.goto('/purchase-orders');
    await expect(page.getByText('Data not found')).toBeVisible();
    await expectAccessible(page);

    await order(portal, vendor, number, [
      { ...RICE, quantity: 12, price: 100, taxRate: 5 },
      { ...PICKLE, quantity: 2.5, price: 40 },
    ]);
    for (let index = 1; index <= 7; index += 1) await order(portal, vendor, `450${index}`);
    await page.reload();
    await expect(page.getByText('Showing 1 to 7 of 8 entries')).toBeVisible();
    expect(await heads(page, 'Purchase Orders')).toEqual(VENDOR_HEADS);
    await expectAccessible(page);

    // The search ignores case and matches any part; the address contains it, and Reset clears it.
    await search(page).fill('po/26');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/code=po%2F26/);
    // The table has the column headers, the order and the line of totals.
    await expect(table(page, 'Purchase Orders').getByRole('row')).toHaveCount(3);
    await page.reload();
    await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible();
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect(page.getByText('Showing 1 to 7 of 8 entries')).toBeVisible();
    await expect(page).toHaveURL(/\/purchase-orders$/);
    await search(page).fill('none such');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page.getByText('No results match these filters.')).toBeVisible();
    await search(page).fill(number);
    await page.keyboard.press('Enter');

    // A click anywhere on the row opens it, and so does the keyboard.
    const row = table(page, 'Purchase Orders').getByRole('row').nth(1);
    await row.getByRole('link', { name: number }).focus();
    await page.keyboard.press('Enter');
    await expect(heading(page)).toHaveText(`Purchase Orders > ${number}`);
    await page.goBack();
    await row.getByText('₹1,360.00').click();
    await expect(heading(page)).toHaveText(`Purchase Orders > ${number}`);
    await page.reload();
    await expect(heading(page)).toHaveText(`Purchase Orders > ${number}`);

    const items = table(page, 'Items');
    await expect(items.getByRole('img', { name: 'Barcode 8901030516320' })).toBeVisible();
    await quantitiesOf(page);
    await expect(items.getByRole('row', { name: /^1 Basmati Rice 1 kg 12 BAG 0 0 0 0 0 0 0/ })).toBeVisible();
    await pricesOf(page);
    await expect(items.getByRole('img', { name: 'Barcode 8901030516320' })).toBeVisible();
    const [rice, pickle] = [items.getByRole('row').nth(1), items.getByRole('row').nth(2)];
    // Vendor and buyer are both in Maharashtra; the second line states no rate.
    for (const tax of ['SGST 2.5%', 'CGST 2.5%', 'IGST 0%']) await expect(rice).toContainText(tax);
    await expect(pickle).toContainText('No rate');
    await expect(pickle).not.toContainText('%');
    await expect(rice).toContainText('₹1,260.00');
    await expect(pickle).toContainText('आम का अचार 500 ग्राम');
    await expect(pickle).toContainText('2.5 BTL');
    const taxes = table(page, 'Taxes and totals');
    await expect(taxes.getByRole('row', { name: /^GST 5% ₹1,200.00 ₹30.00 ₹30.00 ₹0.00/ })).toBeVisible();
    await expect(taxes.getByRole('row', { name: /^Total .* ₹1,360.00$/ })).toBeVisible();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Acknowledge' }).click();
    const dialog = page.getByRole('dialog', { name: 'Acknowledge purchase order' });
    await dialog.getByLabel('Your reference').fill('SO 7');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Acknowledge' }).click();
    await expect(page.getByText('Purchase order acknowledged.')).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText('Acknowledged', { exact: true })).toBeVisible();
    await expect(page.getByText('SO 7')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Acknowledge' })).toHaveCount(0);

    await page.getByRole('tab', { name: 'History' }).click();
    await expect(page.getByRole('tabpanel', { name: 'History' }).getByText('Acknowledged the purchase order')).toBeVisible();
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Create dispatch note' }).click();
    await expect(page).toHaveURL(/\/dispatch-note\/create\?PONumber=/);
    await expect(page.locator('[name="PONumber"]')).toHaveValue(number);
  });

  test('sees a message when the order was cancelled or amended in the meantime', async ({ page, portal }) => {
    const vendor = await portal.newVendor();
    const id = await order(portal, vendor, 'P 1');
    await portal.signIn(page, vendor);
    await page.goto('/purchase-orders/details/P%201');
    await page.getByRole('button', { name: 'Acknowledge' }).click();
    expect((await portal.call(portal.administrator, 'POST', `/api/buyerData/orders/cancel/${id}`)).status).toBe(200);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Acknowledge' }).click();
    await expect(
      dialog.getByText('Only an open purchase order can be acknowledged. Order P 1 is cancelled. Ask the buyer for a new order.'),
    ).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('Cancelled', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Acknowledge' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Create dispatch note' })).toHaveCount(0);
  });

  test('acknowledges an order again after the buyer has changed it, and sees the differences', async ({ page, portal }) => {
    const vendor = await portal.newVendor();
    const id = await order(portal, vendor, 'P 2', [
      { ...RICE, quantity: 12, price: 100, taxRate: 5 },
      { ...PICKLE, quantity: 1, price: 40 },
    ]);
    expect((await portal.call(vendor, 'POST', `/api/purChaseOrder/acknowledge/${id}`, { reference: 'SO 7' })).status).toBe(200);
    const lines = [{ ...RICE, quantity: 12, price: 1050, taxRate: 5 }];
    const body = { userID: vendor.id, poNumber: 'P 2', poDate: '2026-11-03', deliverBy: '2026-12-05', lines };
    expect((await portal.call(portal.administrator, 'PUT', `/api/buyerData/orders/edit/${id}`, body)).status).toBe(200);
    await portal.signIn(page, vendor);
    await page.goto('/dashboard');
    await page.getByRole('button', { name: /^Notifications, \d+ unread$/ }).click();
    await page
      .getByRole('dialog', { name: 'Notifications' })
      .getByRole('link', { name: /P 2.*changed/i })
      .click();
    await expect(heading(page)).toHaveText('Purchase Orders > P 2');
    const changed = page.getByRole('region', { name: 'Changed since acknowledgement' });
    await expect(changed).toContainText('SO 7');
    await expect(changed).toContainText('→ 05-12-2026');
    await expect(table(page, 'Changed items')).toContainText('₹100.00 → ₹1,050.00');
    await expect(table(page, 'Changed items').getByRole('row').filter({ hasText: 'Removed' })).toContainText(PICKLE.itemName);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Acknowledge' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Acknowledge' }).click();
    await expect(page.getByText('Purchase order acknowledged.')).toBeVisible();
    await expect(changed).toHaveCount(0);
  });

  test('in another state sees IGST, and does not see orders of other vendors', async ({ page, portal }) => {
    const pan = panOf(serial());
    const vendor = await portal.newVendor({ pan, gstin: gstinOf(pan, '29'), state: 'IN-KA' });
    const number = `X${serial()}`;
    await order(portal, vendor, number, [{ ...PICKLE, quantity: 1, price: 40, taxRate: 5 }]);
    const other = await portal.newVendor();
    await order(portal, other, `${number}/2`);
    await portal.signIn(page, vendor);
    await page.goto(`/purchase-orders/details/${number}`);
    await pricesOf(page);
    for (const tax of ['SGST 0%', 'CGST 0%', 'IGST 5%']) await expect(table(page, 'Items')).toContainText(tax);
    await page.goto(`/purchase-orders/details/${encodeURIComponent(`${number}/2`)}`);
    await expect(page.getByText('No purchase order has this number.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Go to purchase orders' }).click();
    await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible();
  });

  test('sees a message when the progress of an order has not loaded, and can try again', async ({ page, portal }) => {
    const vendor = await portal.newVendor();
    await order(portal, vendor, 'P 3');
    await portal.signIn(page, vendor);
    await page.route('**/api/purChaseOrder/links/*', (route) => route.fulfill({ status: 500, json: { message: 'Busy.' } }));
    await page.goto('/purchase-orders/details/P%203');
    const items = page.getByRole('region', { name: 'Items' });
    await expect(items.getByRole('alert')).toContainText('Busy.');
    await expect(items).toContainText(RICE.itemName);
    await expectAccessible(page);
    await page.unroute('**/api/purChaseOrder/links/*');
    await items.getByRole('button', { name: 'Try again' }).click();
    await expect(items.getByLabel('Values with GST')).toContainText('₹1,260.00');
    await expect(items.getByRole('alert')).toHaveCount(0);
  });

  test('sees sixty lines in one table of at most 2,600 px, with totals below and one list of linked documents', async ({
    page,
    portal,
  }) => {
    const vendor = await portal.newVendor();
    const lines = Array.from({ length: 60 }, (_, index) => ({
      itemCode: `L-${index}`,
      itemName: `Annapurna Basmati Rice Classic, aged two years ${index + 1} kg`,
      uom: 'BAG',
      quantity: 10,
      price: 100,
    }));
    const id = await order(portal, vendor, 'LONG/1', lines);
    expect((await portal.call(vendor, 'POST', `/api/purChaseOrder/acknowledge/${id}`, {})).status).toBe(200);
    const goods = { receiptNumber: 'GR/L', receivedOn: '2026-11-20', noteId: null, lines: [{ orderId: id, line: 1, quantity: 4 }] };
    expect((await portal.call(portal.administrator, 'POST', '/api/receipts/create', goods)).status).toBe(200);
    await portal.signIn(page, vendor);
    await page.goto('/purchase-orders/details/LONG%2F1');
    const items = page.getByRole('region', { name: 'Items' });
    await expect(items.getByRole('row')).toHaveCount(62);
    await expect(items.getByRole('row').nth(1)).toHaveText(/10 BAG.*10.*0.*4.*0.*0.*0.*-4.*-₹400\.00/);
    await expect(items.getByRole('row').last()).toHaveText(/^Total600600040.*-4.*-₹400\.00$/);
    const { height = Infinity } = (await items.boundingBox()) ?? {};
    expect(height).toBeLessThanOrEqual(2_600);
    // Every column is visible, and the page contains the lines only once.
    await expect(page.locator('[data-scrolls]')).toHaveCount(0);
    await expect(page.getByText(lines[9]?.itemName ?? '', { exact: true })).toHaveCount(1);
    await expect(page.getByRole('region', { name: 'Linked documents' }).getByRole('link')).toHaveText(['GR/L']);
    await expectAccessible(page);
  });

  test('uses the order on a phone', async ({ page, portal }) => {
    await page.setViewportSize({ width: 360, height: 780 });
    const vendor = await portal.newVendor();
    await order(portal, vendor, 'PO/1');
    await portal.signIn(page, vendor);
    await page.goto('/purchase-orders');
    const link = page.getByRole('list', { name: 'Purchase Orders' }).getByRole('link', { name: 'PO/1' });
    await expect(link).toBeVisible();
    await expectAccessible(page);
    await link.click();
    const items = page.getByRole('list', { name: 'Items' });
    await expect(items).toContainText('IGST 0%');
    await quantitiesOf(page);
    for (const text of [/Basmati Rice 1 kg.*Ordered.*12 BAG.*Confirmed.*Short.*Difference/, /Total.*Ordered.*12/])
      await expect(items).toContainText(text);
    await pricesOf(page);
    await expect(items.getByRole('img', { name: 'Barcode 8901030516320' })).toBeVisible();
    // The list shows the taxes that apply to the order, and the total.
    const taxes = page.getByRole('list', { name: 'Taxes and totals' });
    await expect(taxes).toContainText(/CGST.*SGST.*Total/);
    await expect(taxes).not.toContainText('IGST');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await expectAccessible(page);
  });
});

test('an administrator chooses among vendors with one number, and sees one vendor’s orders', async ({ page, portal }) => {
  const number = `S/${serial()}`;
  const names = [`Mill ${serial()}`, `Foods ${serial()}`] as const;
  const [mill, foods] = [await portal.newVendor({ vendor_name: names[0] }), await portal.newVendor({ vendor_name: names[1] })];
  for (const vendor of [mill, foods]) await order(portal, vendor, number);
  await portal.signIn(page, portal.administrator);
  await page.goto(`/purchase-orders?code=${encodeURIComponent(number)}`);
  await expect(page.getByText('Showing 1 to 2 of 2 entries')).toBeVisible();
  expect(await heads(page, 'Purchase Orders')).toEqual(ADMIN_HEADS);
  await page.goto(`/purchase-orders?code=${encodeURIComponent(number)}&userID=${foods.id}`);
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible();
  await table(page, 'Purchase Orders').getByRole('link', { name: number }).click();
  await expect(table(page, 'Items')).toBeVisible();
  await expect(page.getByText(names[1], { exact: true })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`userID=${foods.id}$`));

  await page.goto(`/purchase-orders/details/${encodeURIComponent(number)}`);
  await expect(page.getByText('Several vendors have an order with this number.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: names[0] }).click();
  await expect(table(page, 'Items')).toBeVisible();
  await expect(page.getByText(names[0], { exact: true })).toBeVisible();
});

test('a failure shows a message and can be tried again', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  await order(portal, vendor, '1');
  await portal.signIn(page, vendor);
  const failing = (url: URL) => url.pathname.startsWith('/api/purChaseOrder/');
  await page.route(failing, (route) => route.fulfill({ status: 400, json: { message: 'Not today.' } }));
  for (const [path, shown] of [
    ['/purchase-orders', 'Purchase Orders'],
    ['/purchase-orders/details/1', 'Items'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('alert').getByText('Not today.')).toBeVisible();
    await page.unroute(failing);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(table(page, shown)).toBeVisible();
    await page.route(failing, (route) => route.fulfill({ status: 400, json: { message: 'Not today.' } }));
  }
});
