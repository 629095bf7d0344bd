import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';
import { readXlsx, writeXlsx } from 'hucre/xlsx';

import { expect, expectAccessible, type Person, type Portal, serial, test } from './portal.ts';

const ITEM = { EANCode: '8901030516320', itemCode: 'R-1', itemName: 'Basmati Rice 1 kg', hsnCode: '10063020', uom: 'BAG', MRP: 125 };

/** An order of three lines of 200, due in the distant future. */
async function order(portal: Portal, vendor: Person, poNumber: string): Promise<string> {
  const lines = [1, 2, 3].map((line) => ({ ...ITEM, itemCode: `R-${line}`, itemName: `Rice ${line}`, quantity: 200, price: 50 }));
  const body = { userID: vendor.id, poNumber, poDate: '2026-11-03', deliverBy: '2098-12-01', lines };
  const answer = await portal.call(portal.administrator, 'POST', '/api/buyerData/orders/create', body);
  expect(answer).toMatchObject({ status: 200 });
  return (answer.body as { data: { _id: string } }).data._id;
}

test('an order is confirmed by line, the buyer decides on proposals, and its counter-offer settles the order @journey', async ({
  browser,
  page,
  portal,
}) => {
  const office = await (await browser.newContext()).newPage();
  const vendor = await portal.newVendor();
  const number = `PO/A/${serial()}`;
  await order(portal, vendor, number);
  const line = (name: string, on = page) => on.getByRole('row', { name, exact: true });
  const cell = (name: string, on = page) => on.getByLabel(name, { exact: true });

  await portal.signIn(page, vendor);
  await page.goto(`/purchase-orders/details/${encodeURIComponent(number)}`);
  await page.getByRole('link', { name: 'Confirmations' }).click();
  await expect(page.getByText('3 lines · 3 open · deliver by 01-12-2098')).toBeVisible();
  for (const each of [1, 2, 3]) await cell(`Response, line ${each}`).selectOption('Not yet');
  await page.getByRole('button', { name: 'Send confirmation' }).click();
  await expect(page.getByText('Confirm at least one line.')).toBeVisible();
  await page.getByRole('button', { name: 'All as ordered' }).click();
  await expect(cell('Response, line 3')).toHaveValue('accept');
  await cell('Confirm, line 2').fill('120');
  await expect(cell('Response, line 2')).toHaveValue('change');
  await cell('Reason, line 2').selectOption('Later delivery');
  await page.getByRole('button', { name: 'Send confirmation' }).click();
  await expect(line('Line 2').getByText('Line 2: 120 of 200 confirmed; 80 neither confirmed nor rejected.')).toBeVisible();
  await expect(cell('Remainder, line 2')).toBeFocused();
  await expectAccessible(page, 'answers with an error');
  await page.getByRole('button', { name: 'Deliver the rest later' }).click();
  await expect(cell('Confirm, line 2, delivery 2')).toHaveValue('80');
  const day = cell('Delivery date, line 2, delivery 2');
  await day.fill('20-12-2098');
  const screen = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 780 });
  expect(await day.evaluate((input) => input.scrollWidth - input.clientWidth), 'a date that is cut on a phone').toBe(0);
  if (screen !== null) await page.setViewportSize(screen);
  await cell('Response, line 3').selectOption('Rejected');
  await cell('Reason, line 3').selectOption('Discontinued');
  await page.getByRole('button', { name: 'Send confirmation' }).click();
  await expect(page.getByText('Confirmation sent.')).toBeVisible();
  await expect(cell('Response, line 1')).toHaveValue('');
  await expect(cell('Response, line 1').locator('option').first()).toHaveText('Accepted');
  await expect(line('Line 2').getByText('Waiting for the buyer')).toBeVisible();
  await expect(line('Line 2').getByText('120 on 01-12-2098 and 80 on 20-12-2098')).toBeVisible();
  await expect(cell('Response, line 3').locator('option').first()).toHaveText('Rejected');

  // The buyer makes a counter-offer.
  await portal.signIn(office, portal.administrator);
  await office.goto(`/purchase-orders/details/${encodeURIComponent(number)}?userID=${vendor.id}`);
  await office.getByRole('link', { name: 'Confirmations' }).click();
  await cell('Response, line 2', office).selectOption('Make a counter-offer');
  await office.getByRole('button', { name: 'Send decision' }).click();
  await expect(office.getByText('Line 2: enter a price, or quantities with dates.')).toBeVisible();
  await cell('Quantity, line 2', office).fill('200');
  await cell('Delivery date, line 2', office).fill('10-12-2098');
  await cell('Remark, line 2', office).fill('All at once');
  await expectAccessible(office, 'an offer');
  await office.getByRole('button', { name: 'Send decision' }).click();
  await expect(line('Line 2', office).getByText('Counter-offer from the buyer')).toBeVisible();

  await page.reload();
  await expect(line('Line 2').getByText('The buyer offers: 200 on 10-12-2098')).toBeVisible();
  await cell('Response, line 2').selectOption('Accept the counter-offer');
  await page.getByRole('button', { name: 'Send confirmation' }).click();
  await expect(cell('Response, line 2').locator('option').first()).toHaveText('Agreed');
  await page.getByRole('link', { name: number }).click();
  await expect(page.getByText('Acknowledged', { exact: true })).toBeVisible();
});

test('both sides read their next steps after a rejected counter-offer', async ({ browser, page, portal }) => {
  const office = await (await browser.newContext()).newPage();
  const vendor = await portal.newVendor();
  const id = await order(portal, vendor, `PO/D/${serial()}`);
  const line = (on: Page) => on.getByRole('row', { name: 'Line 1', exact: true });
  const response = (on: Page) => on.getByLabel('Response, line 1', { exact: true });
  const propose = async (date: string) => {
    const promises = [{ quantity: 200, date }];
    const body = { lines: [{ line: 1, decision: 'change', reason: 'late', promises }] };
    const sent = await portal.call(vendor, 'POST', `/api/orderAnswer/send/${id}`, body);
    expect(sent.status).toBe(200);
    return (sent.body as { data: { updatedAt: string } }).data;
  };
  const { updatedAt } = await propose('2099-01-01');
  const offer = { lines: [{ line: 1, decision: 'counter', promises: [{ quantity: 200, date: '2098-12-10' }] }], updatedAt };
  expect((await portal.call(portal.administrator, 'POST', `/api/orderAnswer/decide/${id}`, offer)).status).toBe(200);

  await portal.signIn(page, vendor);
  await page.goto(`/purchase-orders/answers/${id}`);
  await response(page).selectOption('Reject');
  await page.getByRole('button', { name: 'Send confirmation' }).click();
  await expect(line(page).getByText('No agreement on this line yet. Confirm it again')).toBeVisible();
  await expectAccessible(page, 'a declined offer');
  await portal.signIn(office, portal.administrator);
  await office.goto(`/purchase-orders/answers/${id}`);
  await expect(
    line(office).getByText('To settle it, amend the order without the line, or close the order short with a reason.'),
  ).toBeVisible();

  await propose('2098-12-20');
  await office.reload();
  await expect(line(office).getByText('A counter-offer has already been made for this line.')).toBeVisible();
  await expect(response(office).getByRole('option', { name: 'Make a counter-offer' })).toHaveCount(0);
  await response(office).selectOption('Accept');
  await office.getByRole('button', { name: 'Send decision' }).click();
  await expect(line(office).getByText('Agreed')).toBeVisible();
});

test('a proposed price is shown once, with the remark below it', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  const id = await order(portal, vendor, `PO/P/${serial()}`);
  const change = { decision: 'change', reason: 'price', promises: [{ quantity: 200, date: '2098-12-01' }], remark: 'The mill price rose' };
  const lines = [
    { line: 1, ...change, price: 52 },
    { line: 2, ...change, promises: [{ quantity: 200, date: '2099-01-01' }] },
  ];
  expect((await portal.call(vendor, 'POST', `/api/orderAnswer/send/${id}`, { lines })).status).toBe(200);
  await portal.signIn(page, vendor);
  await page.goto(`/purchase-orders/answers/${id}`);
  const words = (line: number) => page.getByRole('row', { name: `Line ${line}`, exact: true }).getByRole('paragraph');
  await expect(words(1)).toHaveText(['Delivery: 200 on 01-12-2098', 'Price: ₹52.00', 'The mill price rose']);
  // The reason alone shows that the reply concerns the price.
  await expect(words(2)).toHaveText(['Delivery: 200 on 01-01-2099', 'Price: The mill price rose']);
});

test('proposals are withdrawn, and the changes accepted without approval are set', async ({ browser, page, portal }) => {
  const office = await (await browser.newContext()).newPage();
  const company = `Answer Mills ${serial()}`;
  const vendor = await portal.newVendor({ vendor_name: company });
  const id = await order(portal, vendor, `PO/W/${serial()}`);
  const proposal = { line: 1, decision: 'change', reason: 'late', promises: [{ quantity: 200, date: '2099-01-01' }] };
  expect((await portal.call(vendor, 'POST', `/api/orderAnswer/send/${id}`, { lines: [proposal] })).status).toBe(200);
  await portal.signIn(page, vendor);
  await page.goto(`/purchase-orders/answers/${id}`);
  await page.getByRole('button', { name: 'Withdraw proposals' }).click();
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await expect(page.getByText('Proposals withdrawn.')).toBeVisible();
  await expect(page.getByText('3 lines · 3 open · deliver by 01-12-2098')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Earlier confirmations' }).getByText('Withdrawn')).toBeVisible();

  await portal.signIn(office, portal.administrator);
  await office.goto('/settings/order-answers');
  await office.getByRole('combobox', { name: 'Applies to' }).click();
  await office.getByRole('combobox', { name: 'Applies to' }).fill(company);
  await office.getByRole('option', { name: company }).click();
  await office.getByLabel('Late delivery (days)').fill('400');
  await office.getByRole('region', { name: 'Changes accepted without approval' }).getByRole('button', { name: 'Save' }).click();
  await expect(office.getByText('Should be a number of days from 0 to 365.')).toBeVisible();
  await office.getByLabel('Late delivery (days)').fill('31');
  await office.getByRole('region', { name: 'Changes accepted without approval' }).getByRole('button', { name: 'Save' }).click();
  await expect(office.getByText('Tolerances saved.')).toBeVisible();
  expect((await portal.call(vendor, 'POST', `/api/orderAnswer/send/${id}`, { lines: [proposal] })).body).toMatchObject({
    data: { lines: [{ answer: { state: 'accepted' } }, {}, {}] },
  });
  await office.getByRole('button', { name: 'Use the defaults' }).click();
  await expect(office.getByText('The default tolerances apply again.')).toBeVisible();
  await expect(office.getByLabel('Late delivery (days)')).toHaveValue('0');
});

test('lines that others have confirmed in the meantime remove no input for other lines', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  const id = await order(portal, vendor, `PO/M/${serial()}`);
  const cell = (name: string) => page.getByLabel(name, { exact: true });
  await portal.signIn(page, vendor);
  await page.goto(`/purchase-orders/answers/${id}`);
  for (const line of [2, 3]) {
    await cell(`Confirm, line ${line}`).fill('120');
    await cell(`Reason, line ${line}`).selectOption('Later delivery');
  }
  await cell('Remainder, line 2').selectOption('80 later');
  await cell('Delivery date, line 2, delivery 2').fill('20-12-2098');
  const others = { lines: [1, 3].map((line) => ({ line, decision: 'accept' })) };
  expect((await portal.call(vendor, 'POST', `/api/orderAnswer/send/${id}`, others)).status).toBe(200);
  await cell('Remainder, line 3').selectOption('80 rejected');
  await page.getByRole('button', { name: 'Send confirmation' }).click();
  await page
    .getByRole('button', { name: /^Reload/ })
    .first()
    .click();
  await expect(cell('Response, line 3').locator('option').first()).toHaveText('Accepted');
  await expect(cell('Response, line 3')).toHaveValue('');
  await expect(cell('Confirm, line 3')).toHaveValue('');
  await expect(cell('Confirm, line 2')).toHaveValue('120');
  await expect(cell('Reason, line 2')).toHaveValue('late');
  await expect(cell('Confirm, line 2, delivery 2')).toHaveValue('80');
  await expect(cell('Delivery date, line 2, delivery 2')).toHaveValue('20-12-2098');
  await page.getByRole('button', { name: 'Send confirmation' }).click();
  await expect(page.getByText('Confirmation sent.')).toBeVisible();
  await expect(page.getByText('120 on 01-12-2098 and 80 on 20-12-2098').first()).toBeVisible();
});

test('the buyer closes an order with a reason, which the vendor can read', async ({ browser, page, portal }) => {
  const office = await (await browser.newContext()).newPage();
  const vendor = await portal.newVendor();
  const number = `PO/C/${serial()}`;
  const id = await order(portal, vendor, number);
  await portal.signIn(office, portal.administrator);
  await office.goto(`/buyer-data/orders/edit/${id}`);
  await office.getByRole('button', { name: 'Close order' }).click();
  const dialog = office.getByRole('dialog', { name: `Close order ${number}` });
  await dialog.getByRole('button', { name: 'Close order' }).click();
  await expect(dialog.getByText('Enter the reason for closing the order short.')).toBeVisible();
  await expectAccessible(office, 'closing an order');
  await dialog.getByLabel('Reason').fill('8 of 100 were damaged');
  await dialog.getByRole('button', { name: 'Close order' }).click();
  await expect(office.getByText('Purchase order closed.')).toBeVisible();

  await portal.signIn(page, vendor);
  await page.goto(`/purchase-orders/details/${encodeURIComponent(number)}`);
  await expect(page.getByText('8 of 100 were damaged')).toBeVisible();
  await page.getByRole('link', { name: 'Confirmations' }).click();
  await expect(page.getByText(/3 lines · order closed/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send confirmation' })).toHaveCount(0);
});

test('open lines are downloaded, confirmed in a file and uploaded', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  const number = `PO/S/${serial()}`;
  const id = await order(portal, vendor, number);
  await portal.signIn(page, vendor);
  await page.goto('/purchase-orders');
  const menu = async (entry: string) => {
    await page.getByRole('button', { name: 'More actions' }).first().click();
    await page.getByRole('menuitem', { name: entry }).click();
  };
  const download = page.waitForEvent('download');
  await menu('Download open lines');
  const { sheets } = await readXlsx(await readFile(await (await download).path()));
  const [head = [], ...rows] = sheets[0]?.rows ?? [];
  expect(rows.map((row) => row.slice(0, 2))).toEqual([1, 2, 3].map((line) => [number, line]));
  const at = head.indexOf('Confirmation');
  const answered = (answer: string) => [head, ...rows.map((row, index) => row.with(at, index === 0 ? answer : null))];
  const send = async (answer: string) => {
    const content = await writeXlsx({ sheets: [{ name: 'Confirmations', rows: answered(answer) }] });
    const chooser = page.waitForEvent('filechooser');
    await page
      .getByRole('button', { name: 'Choose a file' })
      .or(page.getByRole('button', { name: 'Choose another file' }))
      .first()
      .click();
    await (await chooser).setFiles({ name: 'answers.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.from(content) });
  };
  await menu('Upload confirmations');
  await send('agree');
  await expect(page.getByText(`Line 1 of order ${number} has no counter-offer to respond to.`)).toBeVisible();
  await expectAccessible(page);
  await send('accept');
  await page.getByRole('button', { name: /^Upload 1 / }).click();
  await expect(page.getByText('File Uploaded Successfully')).toBeVisible();
  const { body } = await portal.call(vendor, 'GET', `/api/orderAnswer/get/${id}`);
  expect((body as { lines: { answer: { state: string } | null }[] }).lines.map(({ answer }) => answer?.state)).toEqual([
    'accepted',
    undefined,
    undefined,
  ]);
});

test('the confirmations of an ERP order state what the ERP received, and what it does not change', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  const id = await order(portal, vendor, `PO/E/${serial()}`);
  await page.route('**/api/orderAnswer/get/*', async (route) => {
    const response = await route.fetch();
    const erp = { system: 'odoo', toldAt: '2026-11-21T06:00:00.000Z', untold: 1 };
    await route.fulfill({ response, json: { ...((await response.json()) as object), erp } });
  });
  await portal.signIn(page, vendor);
  await page.goto(`/purchase-orders/answers/${id}`);
  await expect(
    page.getByText(/^Confirmations sent to Odoo on 21-11-2026.* Agreed confirmations are sent to Odoo at the next sync\./),
  ).toBeVisible();
  await expect(page.getByText('The lines of its order do not change.')).toBeVisible();
  await expectAccessible(page);
});
