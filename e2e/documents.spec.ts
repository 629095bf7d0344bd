import type { Page } from '@playwright/test';

import { expect, expectAccessible, inHindi, type Person, type Portal, test } from './portal.ts';

/** A PNG of 60 × 40 pixels. */
const PHOTO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAADwAAAAoCAIAAAAt2Q6oAAAAOklEQVR42u3OQQkAAAgEsMtzve1pCh/CYAGWad+JtLS0tLS0tLS0tLS0tLS0tLS0tLS0tLS0tLT0pQWxux7o+84KKAAAAABJRU5ErkJggg==',
  'base64',
);

let last = Date.now() % 1e8;

/** An order of one line, and an invoice above the accepted quantity. */
async function orderAndInvoice(portal: Portal, vendor: Person): Promise<{ poNumber: string; orderId: string; invoice: string }> {
  const poNumber = `DOC/${(last += 1)}`;
  const lines = [{ itemCode: 'R-5', itemName: 'Idli rice 5 kg', quantity: 12, price: 100, taxRate: 5, hsnCode: '10063020' }];
  const body = { userID: vendor.id, poNumber, poDate: '2026-11-01', lines };
  const order = await portal.call(portal.administrator, 'POST', '/api/buyerData/orders/create', body);
  expect(order.status).toBe(200);
  const orderId = (order.body as { data: { _id: string } }).data._id;
  const sent = await portal.call(vendor, 'POST', '/api/invoice/create', {
    PONumber: poNumber,
    invoiceNumber: String((last += 1)),
    invoiceDate: '2026-11-20',
    invoiceValue: 1260,
    CGSTValue: 30,
    SGSTValue: 30,
    lines: [{ orderId, line: 1, quantity: 12, unitPrice: 100, taxRate: 5 }],
  });
  expect(sent.status).toBe(200);
  return { poNumber, orderId, invoice: (sent.body as { data: { _id: string } }).data._id };
}

async function comment(page: Page, text: string): Promise<void> {
  await page.getByLabel('Write a comment').fill(text);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByRole('listitem').filter({ hasText: text })).toBeVisible();
}

test('an order’s page shows its progress and the next step, to each party in its own words @journey', async ({ page, portal, browser }) => {
  const vendor = await portal.newVendor();
  const { poNumber, orderId } = await orderAndInvoice(portal, vendor);
  await portal.signIn(page, vendor);
  // E-mails and notifications link by ID.
  await page.goto(`/documents/purchaseOrder/${orderId}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(poNumber);
  const way = page.getByRole('region', { name: 'Progress' });
  await expect(way.getByRole('listitem')).toHaveText([
    /^Ordered, Done/,
    /^Confirmed/,
    /^Dispatched/,
    /^Received/,
    /^Invoiced, Problem/,
    /^Approved/,
    /^Paid/,
  ]);
  await expect(page.getByRole('region', { name: /problem/ })).toContainText('is an exception');
  await expect(page.getByRole('link', { name: /^Correct invoice/ })).toBeVisible();
  await expectAccessible(page, 'an order, to its vendor');
  await comment(page, 'When is it paid?');

  const context = await browser.newContext();
  const office = await context.newPage();
  await portal.signIn(office, portal.administrator);
  await office.goto(`/documents/purchaseOrder/${orderId}`);
  await expect(office.getByRole('link', { name: /^Review invoice/ })).toBeVisible();
  await expect(office.getByText('When is it paid?')).toBeVisible();
  await expectAccessible(office, 'an order, to the buyer');

  const hindi = await (await browser.newContext()).newPage();
  await inHindi(hindi);
  await portal.signIn(hindi, vendor);
  await hindi.goto(`/documents/purchaseOrder/${orderId}`);
  await expect(hindi.getByRole('region', { name: 'प्रगति' }).getByRole('listitem')).toHaveCount(7);
  await expect(hindi.getByRole('link', { name: /^इनवॉइस .* सुधारें$/ })).toBeVisible();
  await expectAccessible(hindi, 'an order, in Hindi');
  await hindi.context().close();
  await context.close();
});

test('an invoice’s page leads through its match, and photos in comments open on the page @journey', async ({ page, portal, browser }) => {
  const vendor = await portal.newVendor();
  const { invoice } = await orderAndInvoice(portal, vendor);
  await portal.signIn(page, portal.administrator);
  await page.goto(`/documents/invoice/${invoice}`);
  await expect(page.getByRole('button', { name: 'Send back', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Release' })).toBeVisible();
  await page.getByText('Buyer only').click();
  await expect(page.getByText('Only users of the buyer can read it.')).toBeVisible();
  await comment(page, 'Hold it until the goods are here.');
  await page.getByText('Vendor and buyer').click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Attach' }).click();
  await (await chooser).setFiles([{ name: 'torn.png', mimeType: 'image/png', buffer: PHOTO }]);
  await comment(page, 'Please see the photo.');
  await expectAccessible(page, 'an invoice with comments, to the buyer');
  await page.getByRole('button', { name: 'Open torn.jpg' }).click();
  await expect(page.getByRole('dialog', { name: 'torn.jpg' }).getByRole('img', { name: 'torn.jpg' })).toBeVisible();
  await expectAccessible(page, 'a photo in place');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Send back', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('The goods have not arrived.');
  await page.getByRole('dialog').getByRole('button', { name: 'Send back' }).click();
  await expect(page.getByRole('region', { name: 'Progress' })).toContainText('Sent back');

  const context = await browser.newContext({ viewport: { width: 360, height: 780 } });
  const phone = await context.newPage();
  await portal.signIn(phone, vendor);
  await phone.goto(`/documents/invoice/${invoice}`);
  await expect(phone.getByText('Please see the photo.')).toBeVisible();
  await expect(phone.getByText('Hold it until')).toHaveCount(0);
  await expect(phone.getByText('Step 2 of 4: Matched')).toBeVisible();
  await expectAccessible(phone, 'an invoice, to its vendor on a phone');
  await phone.getByRole('link', { name: 'Correct invoice' }).click();
  await expect(phone).toHaveURL(/\/invoices\/invoice\/edit\//);
  await context.close();
});
