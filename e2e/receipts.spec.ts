import { expect, expectAccessible, settled, test } from './portal.ts';

/** A PNG of 60 × 40 pixels. */
const PHOTO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAADwAAAAoCAIAAAAt2Q6oAAAAOklEQVR42u3OQQkAAAgEsMtzve1pCh/CYAGWad+JtLS0tLS0tLS0tLS0tLS0tLS0tLS0tLS0tLT0pQWxux7o+84KKAAAAABJRU5ErkJggg==',
  'base64',
);

test('a receiver scans a dispatch note, enters what arrived and what is rejected, and the vendor sees it @journey', async ({
  page,
  portal,
  browser,
}) => {
  const vendor = await portal.newVendor();
  const serial = Date.now();
  const [poNumber, DCNumber, receiptNumber] = [`RCV/${serial}`, `DC/${serial % 1e9}`, `GRN-${serial}`];
  const line = { EANCode: '8901030516320', quantity: 100, price: 50 };
  const order = await portal.call(portal.administrator, 'POST', '/api/buyerData/orders/create', {
    userID: vendor.id,
    poNumber,
    poDate: '2026-11-01',
    lines: [{ ...line, itemName: 'Basmati Rice 1 kg', itemCode: `R-${serial}`, EANCode: '' }],
  });
  expect(order.status).toBe(200);
  expect((await portal.call(vendor, 'POST', '/api/desPatchNote/create', { DCNumber, PONumber: poNumber })).status).toBe(200);

  await portal.signIn(page, portal.administrator);
  await page.goto('/purchase-orders/receipts');
  await page.getByRole('link', { name: 'Receive goods' }).first().click();
  const scan = page.getByLabel('Dispatch note or purchase order');
  await expect(scan).toBeFocused();
  await scan.fill('nothing');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No dispatch note, purchase order or package has this number.')).toBeVisible();

  // The number comes as a scanner types it.
  await scan.fill(DCNumber);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: new RegExp(`^Dispatch note ${DCNumber} of`) })).toBeVisible();
  await expect(page.getByLabel('Arrived, line 1')).toHaveValue('100');
  await page.getByLabel('Rejected, line 1').fill('8');
  await page.getByRole('button', { name: 'Save goods receipt' }).click();
  await expect(page.getByText('Receipt Number is required.')).toBeVisible();
  await expect(page.getByText('Line 1: enter the reason for rejecting 8.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Receipt Number').fill(receiptNumber);
  await page.getByLabel('Reason, line 1').click();
  await page.getByRole('option', { name: 'damaged' }).click();
  const files = ['wet bags.png', 'torn.png', 'note.png'].map((name) => ({
    name,
    mimeType: 'image/png',
    buffer: name === 'note.png' ? Buffer.from('no picture') : PHOTO,
  }));
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add photos' }).click();
  await (await chooser).setFiles(files);
  await page.getByRole('button', { name: 'Remove photo torn.png' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save goods receipt' }).click();
  await expect(page.getByText(/^note.png: /)).toBeVisible();
  await expect(page.getByText('Goods receipt saved.')).toBeVisible();
  await expect(scan).toBeFocused();
  await expect(scan).toHaveValue('');

  const theirs = await (await browser.newContext()).newPage();
  await portal.signIn(theirs, vendor);
  await theirs.goto('/purchase-orders/receipts');
  const row = theirs.getByRole('row', { name: new RegExp(receiptNumber) });
  await expect(row).toContainText('Partly rejected');
  await expect(theirs.getByRole('link', { name: 'Receive goods' })).toHaveCount(0);
  await row.getByRole('link', { name: receiptNumber, exact: true }).click();
  await expect(theirs.getByText('damaged')).toBeVisible();
  const photo = theirs.getByRole('button', { name: 'Open photo wet bags.jpg' });
  await expect.poll(() => photo.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(60);
  await expect(theirs.getByRole('button', { name: /^Open photo/ })).toHaveCount(1);
  await expect(theirs.getByRole('button', { name: 'Add photos' })).toHaveCount(0);
  await settled(theirs);
  await expectAccessible(theirs);

  await page.goto('/purchase-orders/receipts');
  await page
    .getByRole('row', { name: new RegExp(receiptNumber) })
    .getByRole('link', { name: receiptNumber, exact: true })
    .click();
  await page.getByRole('button', { name: 'Remove photo wet bags.jpg' }).click();
  await page.getByRole('dialog', { name: 'Remove wet bags.jpg' }).getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('Photo removed.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Open photo/ })).toHaveCount(0);
});
