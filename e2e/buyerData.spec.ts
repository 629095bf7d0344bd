import { ERP_TAKES } from '@aapurti/contract/buyer-system/erps';
import type { Page } from '@playwright/test';
import { writeXlsx } from 'hucre/xlsx';

import { chooseVendor, expect, expectAccessible, type Portal, serial, test } from './portal.ts';

type Row = (string | number | null)[];

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

async function upload(page: Page, rows: Row[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /^Choose (a|another) file$/ }).click();
  const buffer = Buffer.from(await writeXlsx({ sheets: [{ name: 'Sheet', rows }] }));
  await (await chooser).setFiles({ name: 'rows.xlsx', mimeType: XLSX, buffer });
}

async function newVendor(portal: Portal) {
  const vendor = await portal.newVendor();
  const { body } = await portal.call(vendor, 'GET', `/api/auth/user/${vendor.id}`);
  const [{ vendor_Code: code = 0, vendor_name: name = '' } = {}] = body as { vendor_Code?: number; vendor_name?: string }[];
  return { vendor, code, name };
}

async function someEans(portal: Portal): Promise<[string, string]> {
  const { body } = await portal.call(portal.administrator, 'GET', '/api/buyerData/items?itemName=Rice&page=1&pageSize=2');
  const [one, other] = (body as { EANCode: string }[]).map((item) => item.EANCode);
  return [one ?? '', other ?? ''];
}

test('an administrator uploads orders and receipts, and the vendor sees them @journey', async ({ page, portal }) => {
  const { vendor, code } = await newVendor(portal);
  const [ean, other] = await someEans(portal);
  const number = `PO/${serial()}`;
  await portal.signIn(page, portal.administrator);
  await page.goto('/buyer-data');
  await page.getByRole('navigation', { name: 'Buyer data' }).getByRole('link', { name: 'Orders' }).click();
  await expect(page).toHaveURL(/\/buyer-data\/orders$/);
  // The test waits for the screen itself: the address changes earlier, and the previous screen has a button with the same name.
  await expect(page.getByRole('link', { name: 'Create order' })).toBeVisible();

  const head: Row = ['Vendor Code', 'PO Number', 'PO Date', 'EAN Code', 'Quantity', 'Price', 'Tax Rate %'];
  await upload(page, [head, [code, number, '01-11-2026', ean, 10, 100, 5], [999_999_999, number, '01-11-2026', other, 1, 1, 5]]);
  await expect(page.getByRole('region', { name: 'Rows to correct' })).toContainText('No vendor has the code 999999999.');
  await expectAccessible(page);
  await upload(page, [head, [code, number, '01-11-2026', ean, 10, 100, 5], [code, number, '01-11-2026', other, 1, 50, 5]]);
  await expect(page.getByText('1 order is valid: 1 new, 0 changed.')).toBeVisible();
  await page.getByRole('button', { name: 'Upload 1 order' }).click();
  await expect(page.getByText('1 order is saved: 1 new, 0 changed.')).toBeVisible();

  await page.goto('/buyer-data/receipts');
  await upload(page, [
    ['Vendor Code', 'PO Number', 'EAN Code', 'Receipt Number', 'Receipt Date', 'Quantity'],
    [code, number, ean, 'GRN-1', '18-11-2026', 10],
  ]);
  await page.getByRole('button', { name: 'Upload 1 receipt' }).click();
  await expect(page.getByText('1 receipt is saved: 1 new, 0 changed.')).toBeVisible();
  await page.goto(`/buyer-data/receipts?userID=${vendor.id}`);
  await expect(page.getByRole('region', { name: 'Goods receipts', exact: true })).toContainText('GRN-1');
  await expectAccessible(page);

  const { body } = await portal.call(vendor, 'GET', '/api/purChaseOrder/get');
  expect(body).toMatchObject([{ poNumber: number, totalPurchaseItems: 2, value: 1102.5, deliveryStatus: 'Partial' }]);
});

test('payments and returns are uploaded and shown', async ({ page, portal }) => {
  const { vendor, code } = await newVendor(portal);
  const reference = `UTR ${serial()}`;
  await portal.signIn(page, portal.administrator);
  await page.goto(`/buyer-data/payments?userID=${vendor.id}`);
  await upload(page, [
    ['Vendor Code', 'Payment Reference', 'Payment Date', 'Amount', 'Remarks'],
    [code, reference, '18-11-2026', 250.5, 'In advance'],
  ]);
  await page.getByRole('button', { name: 'Upload 1 payment' }).click();
  await expect(page.getByRole('region', { name: 'Payments', exact: true })).toContainText('₹250.50');
  await expectAccessible(page);
  await page.goto(`/buyer-data/returns?userID=${vendor.id}`);
  await upload(page, [
    ['Vendor Code', 'Return Number', 'Product Name', 'Quantity Purchased', 'Quantity Returned'],
    [code, `R${serial()}`, 'Torn rice', 10, 2],
  ]);
  await page.getByRole('button', { name: 'Upload 1 return' }).click();
  await expect(page.getByRole('region', { name: 'Purchase returns', exact: true })).toContainText('Torn rice');
  await expectAccessible(page);
});

test('an order is entered with its lines, changed and cancelled', async ({ page, portal }) => {
  const { vendor, name } = await newVendor(portal);
  const [ean, other] = await someEans(portal);
  const number = `T ${serial()}/A`;
  const site = { name: `Depot ${serial()}`, address: 'Plot 7\nMIDC Ambad', postalCode: '422010' };
  await portal.call(portal.administrator, 'POST', '/api/buyerSites', site);
  await portal.signIn(page, portal.administrator);
  await page.goto('/buyer-data/orders');
  await page.getByRole('link', { name: 'Create order' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('PO Number is required.')).toBeVisible();
  await chooseVendor(page, name);
  await page.getByLabel('PO Number').fill(number);
  await page.getByRole('combobox', { name: 'Delivery Location' }).fill(site.name.toLowerCase());
  await page.getByRole('option', { name: site.name }).click();
  await page.getByRole('combobox', { name: 'Place of Supply' }).click();
  // A state other than the vendor's means IGST, which is rounded only once.
  await page.getByRole('option', { name: 'Karnataka (29)' }).click();
  const line = (place: number) => page.getByRole('row', { name: `Line ${place}`, exact: true });
  await line(1).getByLabel('EAN Code').fill(ean);
  await line(1).getByLabel('Quantity').fill('10');
  await expect(line(1).getByLabel('Item Name')).not.toHaveValue('');
  await line(1).getByLabel('Price').fill('99.5');
  await line(1).getByLabel('Tax').fill('5');
  await expect(page.getByText('₹1,044.75').first()).toBeVisible();
  await page.getByRole('button', { name: 'Add line' }).click();
  await line(2).getByLabel('EAN Code').fill(other);
  await line(2).getByLabel('Quantity').fill('1');
  await line(2).getByLabel('Price').fill('0');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Purchase order added.');

  await page.goto(`/buyer-data/orders?userID=${vendor.id}`);
  await page.getByRole('link', { name: `Edit purchase order ${number}` }).click();
  await expect(line(2).getByLabel('Quantity')).toHaveValue('1');
  await page.getByRole('button', { name: 'Remove line 2' }).click();
  await line(1).getByLabel('Quantity').fill('20');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Purchase order updated.');
  const seen = async () => (await portal.call(vendor, 'GET', '/api/purChaseOrder/get')).body;
  expect(await seen()).toMatchObject([{ poNumber: number, totalPurchaseItems: 1, value: 2089.5, status: 'Open' }]);
  expect(await seen()).toMatchObject([{ deliveryLocation: `${site.name}, Plot 7, MIDC Ambad 422010`, placeOfSupply: '29' }]);

  await page.goto(`/buyer-data/orders?userID=${vendor.id}`);
  await page.getByRole('link', { name: `Edit purchase order ${number}` }).click();
  await page.getByRole('button', { name: 'Cancel order' }).click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click();
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Purchase order cancelled.');
  expect(await seen()).toMatchObject([{ status: 'Cancelled' }]);
});

test('the tax of an invoice follows the place of supply of its order', async ({ page, portal }) => {
  const { vendor, name } = await newVendor(portal);
  const number = `S/${serial()}`;
  const lines = [{ EANCode: '8901030516320', itemName: 'Rice', quantity: 10, price: 100, taxRate: 5 }];
  const order = { userID: vendor.id, poNumber: number, poDate: '2026-11-02', placeOfSupply: '29', lines };
  expect((await portal.call(portal.administrator, 'POST', '/api/buyerData/orders/create', order)).status).toBe(200);
  await portal.signIn(page, portal.administrator);
  await page.goto(`/purchase-orders/details/${encodeURIComponent(number)}`);
  await expect(page.getByText('Karnataka', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/invoices/invoice/create');
  await chooseVendor(page, name);
  await expect(page.getByText('Vendor and buyer are in Maharashtra: CGST and SGST, half each.')).toBeVisible();
  await page.getByLabel('PO Number').fill(number);
  await expect(page.getByText('Vendor in Maharashtra, place of supply in Karnataka: IGST.')).toBeVisible();
});

test('all of it can be used on a phone, and an amount is pasted as a spreadsheet shows it', async ({ page, portal }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await portal.signIn(page, portal.administrator);
  await page.goto('/buyer-data/orders');
  await expect(page.getByRole('list', { name: 'Purchase orders' })).toBeVisible();
  const tabs = page.getByRole('navigation', { name: 'Buyer data', exact: true }).getByRole('link');
  await expect(tabs).toHaveCount(6);
  for (const tab of await tabs.all()) await expect(tab).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);

  await page.getByRole('link', { name: 'Create order' }).click();
  const price = page.getByLabel('Price ₹, line 1');
  await price.evaluate((input) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', '₹1,23,456.50');
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(price).toHaveValue('1,23,456.50');
  // Digits are grouped while the user types, and the cursor keeps its position.
  await price.fill('');
  await price.pressSequentially('1250000');
  await expect(price).toHaveValue('12,50,000');
  await price.press('Home');
  await price.press('ArrowRight');
  await price.pressSequentially('99');
  await expect(price).toHaveValue('19,92,50,000');
  await price.press('Backspace');
  await expect(price).toHaveValue('1,92,50,000');
  expect(await price.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(3);
});

test('the screen states that no ERP is connected', async ({ page, portal }) => {
  await portal.signIn(page, portal.administrator);
  await page.goto('/buyer-data/connection');
  await expect(page.getByText('No ERP is connected')).toBeVisible();
  await expectAccessible(page);
});

test('a connected ERP has its syncs, the rejected records, and a button for a sync', async ({ page, portal }) => {
  await portal.signIn(page, portal.administrator);
  const kinds = ['suppliers', 'items', 'orders', 'returns', 'payments', 'acknowledgements'].map((kind) => ({
    kind,
    startedAt: '2026-11-21T06:00:00.000Z',
    endedAt: '2026-11-21T06:00:09.000Z',
    rowsRead: 1200,
    rowsStored: 37,
    error: kind === 'items' ? 'GET /api/resource/Item answered 403: the user lacks the right to read Item.' : null,
    faults: kind === 'orders' ? 1 : 0,
  }));
  let running = false;
  await page.route('**/api/buyerData/connection', (route) =>
    route.fulfill({
      json: {
        system: 'erpnext',
        pulls: true,
        running,
        minutes: 15,
        untold: 2,
        takes: ERP_TAKES.erpnext,
        kinds: away ? kinds.map((each) => ({ ...each, error: 'ERPNext does not answer.' })) : kinds,
      },
    }),
  );
  await page.route('**/api/buyerData/faults*', (route) =>
    route.fulfill({
      headers: { 'X-Total-Count': '1' },
      json: [
        {
          _id: 'orders/PUR-ORD-2026-00042',
          kind: 'orders',
          externalId: 'PUR-ORD-2026-00042',
          problem: "Order PUR-ORD-2026-00042: no vendor has the supplier ID SUP-0007 of the buyer's system. Sync the vendor first.",
          firstSeen: '2026-11-20T06:00:00.000Z',
          lastSeen: '2026-11-21T06:00:00.000Z',
        },
      ],
    }),
  );
  let away = false;
  const asked: unknown[] = [];
  await page.route('**/api/buyerData/pull', (route) => {
    asked.push(route.request().postDataJSON());
    running = asked.length > 1;
    return route.fulfill({ json: { message: 'Sync started.', started: true } });
  });
  await page.goto('/buyer-data/connection');
  await expect(page.getByRole('heading', { name: 'ERPNext' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Recent syncs' })).toContainText('answered 403');
  await expect(page.getByRole('region', { name: 'Not imported' })).toContainText('SUP-0007');
  const takes = page.getByRole('region', { name: 'Data exchanged with the ERP', exact: true });
  await expect(takes.getByRole('row', { name: /^Confirmed date of a line/ })).toContainText('Expected Delivery Date of the line');
  await expect(takes.getByRole('row', { name: /^Goods receipts and rejections/ })).toContainText('Not sent. Receive goods in the ERP');
  await expect(takes.getByRole('row', { name: /^Dispatch notes/ })).toContainText('Not sent. The portal shows them');
  await expect(takes.getByRole('row', { name: /^Invoices, their match/ })).toContainText('Not sent. Enter the bill in the ERP');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Run a full sync' }).click();
  const question = page.getByRole('dialog', { name: 'Run a full sync' });
  await expect(question).toContainText('again, not only changes');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Run a full sync' }).click();
  await expect(question).toBeHidden();
  await page.getByRole('button', { name: 'Sync now' }).click();
  await expect(page.getByText('Sync in progress')).toBeVisible();
  expect(asked).toEqual([{ fromStart: true }, { fromStart: false }]);
  await expect(page.getByRole('button', { name: 'Sync now' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Run a full sync' })).toBeDisabled();
  await expectAccessible(page);

  // A system that does not answer is one failure; the screen then makes no claim about the imported records.
  away = true;
  running = false;
  await page.unroute('**/api/buyerData/faults*');
  await page.route('**/api/buyerData/faults*', (route) => route.fulfill({ headers: { 'X-Total-Count': '0' }, json: [] }));
  await page.reload();
  await expect(page.getByText('ERPNext does not answer.')).toHaveCount(1);
  await expect(page.getByText('No records were rejected, but the last sync failed, so some may be missing. See above.')).toBeVisible();
  await expect(page.getByText(/have been imported\.$/)).toHaveCount(0);
  await expectAccessible(page);
});
