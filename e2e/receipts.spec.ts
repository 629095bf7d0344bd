import { readFile } from 'node:fs/promises';

import { barcodesOf, hasScanner } from '../server/test/scanner.ts';
import { expect, expectAccessible, inHindi, type Person, serial, settled, test } from './portal.ts';

/** A PNG of 60 × 40 pixels. */
const PHOTO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAADwAAAAoCAIAAAAt2Q6oAAAAOklEQVR42u3OQQkAAAgEsMtzve1pCh/CYAGWad+JtLS0tLS0tLS0tLS0tLS0tLS0tLS0tLS0tLT0pQWxux7o+84KKAAAAABJRU5ErkJggg==',
  'base64',
);

test('a receiver scans a dispatch note, enters received and rejected quantities, and the vendor sees them @journey', async ({
  page,
  portal,
  browser,
}) => {
  const vendor = await portal.newVendor();
  const now = Date.now();
  const [poNumber, DCNumber, receiptNumber] = [`RCV/${now}`, `DC/${now % 1e9}`, `GRN-${now}`];
  const line = { EANCode: '8901030516320', quantity: 100, price: 50 };
  const order = await portal.call(portal.administrator, 'POST', '/api/buyerData/orders/create', {
    userID: vendor.id,
    poNumber,
    poDate: '2026-11-01',
    lines: [{ ...line, itemName: 'Basmati Rice 1 kg', itemCode: `R-${now}`, EANCode: '' }],
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

  // The number arrives as a scanner types it.
  await scan.fill(DCNumber);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: new RegExp(`^Dispatch note ${DCNumber} of`) })).toBeVisible();
  await expect(page.getByLabel('Arrived, line 1')).toHaveValue('100');
  await page.getByLabel('Rejected, line 1').fill('8');
  // The form may propose the number after another test's, so the test clears it.
  await page.getByLabel('Receipt Number').fill('');
  await page.getByRole('button', { name: 'Save goods receipt' }).click();
  await expect(page.getByText('Receipt Number is required.')).toBeVisible();
  await expect(page.getByText('Line 1: enter the reason for rejecting 8.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Receipt Number').fill(receiptNumber);
  await page.getByLabel('Reason, line 1').selectOption('damaged');
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
  // The reason has the same words as in the form.
  await expect(theirs.getByText(/^Damaged/)).toBeVisible();
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

test('a challan barcode fills in the receiving form, even if two vendors have its number, and the order shows shortages', async ({
  page,
  portal,
  browser,
}) => {
  const DCNumber = `SC/${serial()}`;
  const made = async (person: Person, path: string, body: object, method: 'POST' | 'PUT' = 'POST') => {
    const answer = await portal.call(person, method, path, body);
    expect(answer.status).toBe(200);
    return (answer.body as { data: { _id: string; updatedAt: string } }).data;
  };
  /** A dispatched note of this number with the given quantity of bags. */
  const sent = async (vendor: Person, quantity: number) => {
    const poNumber = `SC/${serial()}`;
    const ordered = [{ itemCode: `S-${serial()}`, itemName: 'Basmati Rice 1 kg', uom: 'BAG', quantity: 100, price: 50 }];
    const head = { userID: vendor.id, poNumber, poDate: '2026-11-01' };
    const order = await made(portal.administrator, '/api/buyerData/orders/create', { ...head, lines: ordered });
    const note = await made(vendor, '/api/desPatchNote/create', { DCNumber, PONumber: poNumber });
    const goods = `/api/dispatchGoods/save/${note._id}`;
    await made(vendor, goods, { kind: 'challan', lines: [{ orderId: order._id, line: 1, quantity }] }, 'PUT');
    for (const move of ['ready', 'leave']) await made(vendor, `/api/dispatchGoods/move/${note._id}`, { move });
    return { note: note._id, poNumber };
  };
  const [vendor, alike] = [await portal.newVendor(), await portal.newVendor()];
  const own = await sent(vendor, 30);

  const theirs = await (await browser.newContext()).newPage();
  await portal.signIn(theirs, vendor);
  await theirs.goto(`/purchase-orders/dispatch-note/goods/${own.note}`);
  const download = theirs.waitForEvent('download', (each) => each.suggestedFilename().startsWith('dispatch-note'));
  await theirs.getByRole('tab', { name: 'Documents' }).click();
  await theirs.getByRole('button', { name: /^Open .*-1\.pdf$/ }).click();
  await theirs.getByRole('dialog').getByRole('button', { name: 'Download' }).click();
  const challan = await readFile(await (await download).path());
  // The three copies carry the same barcode.
  if (hasScanner) expect(barcodesOf(challan)).toEqual([[DCNumber], [DCNumber], [DCNumber]]);

  await portal.signIn(page, portal.administrator);
  await page.goto('/purchase-orders/receive');
  const arrived = page.getByLabel('Arrived, line 1');
  /** A scanner types into the focused field and ends with Enter. */
  const scan = async () => {
    await expect(page.getByLabel('Dispatch note or purchase order')).toBeFocused();
    await page.keyboard.type(DCNumber);
    await page.keyboard.press('Enter');
  };
  await scan();
  await expect(page.getByRole('heading', { name: new RegExp(`^Dispatch note ${DCNumber} of`) })).toBeVisible();
  await expect(arrived).toHaveValue('30');

  const other = await sent(alike, 12);
  await page.reload();
  await scan();
  await expect(page.getByText('Several vendors have this number. Choose the vendor of these goods.')).toBeVisible();
  await expect(arrived).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: new RegExp(`^Order ${other.poNumber} of`) }).click();
  await expect(arrived).toHaveValue('12');
  // The choice was wrong, so the receiver scans again.
  await page.getByRole('button', { name: 'Cancel' }).click();
  await scan();
  await page.getByRole('button', { name: new RegExp(`^Order ${own.poNumber} of`) }).click();
  await expect(arrived).toHaveValue('30');
  await arrived.fill('26');
  const receiptNumber = `GRN-${serial()}`;
  await page.getByLabel('Receipt Number').fill(receiptNumber);
  await page.getByRole('button', { name: 'Save goods receipt' }).click();
  await expect(page.getByText('Goods receipt saved.')).toBeVisible();

  const words = `Line 1: 4 BAG short on dispatch note ${DCNumber}`;
  for (const reader of [page, theirs]) {
    await reader.goto(`/purchase-orders/details/${encodeURIComponent(own.poNumber)}`);
    const problem = reader.getByRole('listitem').filter({ hasText: words });
    await expect(problem).toContainText('30 dispatched, 26 received.');
    await expect(problem.getByRole('link', { name: 'Goods receipt' })).toBeVisible();
  }
  await expectAccessible(page);
  const found = await portal.call(portal.administrator, 'GET', `/api/receipts/get?receiptNumber=${receiptNumber}`);
  const [receipt] = found.body as [{ _id: string; updatedAt: string }];
  await made(portal.administrator, `/api/receipts/cancel/${receipt._id}`, { reason: 'Counted again', updatedAt: receipt.updatedAt });
  await page.goto(`/purchase-orders/details/${encodeURIComponent(own.poNumber)}`);
  await settled(page);
  await expect(page.getByText(words)).toHaveCount(0);
});

test('a Hindi reader sees in Hindi why goods were sent back, and an entered remark unchanged', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  const [poNumber, receiptNumber] = [`RET/${serial()}`, `GRN-${serial()}`];
  const order = await portal.call(portal.administrator, 'POST', '/api/buyerData/orders/create', {
    userID: vendor.id,
    poNumber,
    poDate: '2026-11-01',
    lines: [{ itemCode: `B-${serial()}`, itemName: 'Basmati Rice 1 kg', quantity: 100, price: 50 }],
  });
  const { _id: orderId } = (order.body as { data: { _id: string } }).data;
  const goods = {
    receiptNumber,
    receivedOn: '2026-11-20',
    lines: [{ orderId, line: 1, quantity: 9, rejected: 2, reason: 'damaged', remark: 'wet bags' }],
  };
  expect(await portal.call(portal.administrator, 'POST', '/api/receipts/create', goods)).toMatchObject({ status: 200 });
  // The same words from an ERP are a typed remark.
  await page.route('**/api/purChaseOrder/purchase_return?*', async (route) => {
    const response = await route.fetch();
    const sent = (await response.json()) as Record<string, unknown>;
    const { result } = (sent['answer'] ?? sent) as { result: Record<string, unknown>[] };
    result.push({ ...result[0], _id: '0', receipt: null });
    await route.fulfill({ response, json: sent });
  });
  await inHindi(page);
  await portal.signIn(page, vendor);
  await page.goto('/invoices/purchase-returns');
  const rows = page.getByRole('main').getByRole('row');
  const [words, typed] = [`माल प्राप्ति ${receiptNumber}: खराब, wet bags`, `Receipt ${receiptNumber}, damaged, wet bags`];
  await expect(rows.nth(1)).toContainText(words);
  await expect(rows.nth(2)).toContainText(typed);
  await expectAccessible(page);
  // The return opens next to its list, with the remark at its line.
  await rows.nth(1).getByRole('link', { name: 'Basmati Rice 1 kg' }).click();
  await expect(page.getByText(words, { exact: true })).toHaveCount(2);
});
