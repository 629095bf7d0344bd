import type { Page } from '@playwright/test';

import { expect, expectAccessible, paste, type Person, type Portal, serial, test } from './portal.ts';

/** The vendor's confirmation of an order with four lines of 200. */
async function open(page: Page, portal: Portal): Promise<Person> {
  const vendor = await portal.newVendor();
  const item = { EANCode: '8901030516320', hsnCode: '10063020', uom: 'BAG', MRP: 125, quantity: 200, price: 50 };
  const lines = [1, 2, 3, 4].map((line) => ({ ...item, itemCode: `R-${line}`, itemName: `Rice ${line}` }));
  const body = { userID: vendor.id, poNumber: `PO/G/${serial()}`, poDate: '2026-11-03', deliverBy: '2098-12-01', lines };
  const answer = await portal.call(portal.administrator, 'POST', '/api/buyerData/orders/create', body);
  expect(answer).toMatchObject({ status: 200 });
  await portal.signIn(page, vendor);
  await page.goto(`/purchase-orders/answers/${(answer.body as { data: { _id: string } }).data._id}`);
  return vendor;
}

const cellOf = (page: Page) => (name: string) => page.getByLabel(name, { exact: true });

test('lines are edited by keyboard alone: moves, a pasted block, fill down, undo @journey', async ({ page, portal }) => {
  await open(page, portal);
  const cell = cellOf(page);
  await cell('Confirm, line 1').focus();
  await page.keyboard.press('ArrowDown');
  await expect(cell('Confirm, line 2')).toBeFocused();
  await page.keyboard.type('150');
  await page.keyboard.press('Enter');
  await expect(cell('Confirm, line 3')).toBeFocused();
  await expect(cell('Confirm, line 2')).toHaveValue('150');
  await page.keyboard.press('Tab');
  await expect(cell('Delivery date, line 3')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(cell('Confirm, line 3')).toBeFocused();

  await paste(page, '120\t\t05-12-2098\t51.50\r\n"1,180"\t\t06/12/2098\t52\r\n');
  await expect(cell('Confirm, line 3')).toHaveValue('120');
  await expect(cell('Delivery date, line 3')).toHaveValue('05-12-2098');
  await expect(cell('Price ₹, line 3')).toHaveValue('51.50');
  await expect(cell('Confirm, line 4')).toHaveValue('1180');
  await expect(cell('Delivery date, line 4')).toHaveValue('06-12-2098');
  await page.keyboard.press('Control+z');
  await expect(cell('Confirm, line 3')).toHaveValue('200');
  await expect(cell('Confirm, line 4')).toHaveValue('200');
  await expect(cell('Confirm, line 2')).toHaveValue('150');
  await page.keyboard.press('Control+y');
  await expect(cell('Confirm, line 4')).toHaveValue('1180');
  await page.keyboard.press('Control+z');

  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Control+Shift+ArrowDown');
  await page.keyboard.press('Control+d');
  for (const line of [2, 3, 4]) await expect(cell(`Confirm, line ${line}`)).toHaveValue('150');
  await page.keyboard.press('Control+z');
  await expect(cell('Confirm, line 4')).toHaveValue('200');
  await expect(cell('Confirm, line 2')).toHaveValue('150');

  // The grid is one stop of the Tab key, and Esc leaves it.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('grid', { name: 'Lines' }).locator(':focus')).toHaveCount(0);
});

test('a pasted block fills cells that it makes editable, and the rest is reported', async ({ page, portal }) => {
  await open(page, portal);
  const cell = cellOf(page);
  await cell('Confirm, line 3').focus();
  await paste(page, '120\treject\t05-12-2098\t51.50\t\t\tLater delivery\r\n150\tnever\t\t\t\t\tlate\r\n7\t\t\r\n');
  await expect(cell('Remainder, line 3')).toHaveValue('reject');
  await expect(cell('Delivery date, line 3')).toHaveValue('05-12-2098');
  await expect(cell('Reason, line 3')).toHaveValue('late');
  await expect(cell('Confirm, line 4')).toHaveValue('150');
  await expect(cell('Remainder, line 4')).toHaveValue('');
  await expect(cell('Reason, line 4')).toHaveValue('late');
  await expect(page.getByText('2 cells were not pasted: the row or choice does not exist, or the cell cannot be changed.')).toBeVisible();
  await cell('Price ₹, line 4').focus();
  await paste(page, '52\t–50');
  await expect(page.getByText('1 cell was not pasted: the row or choice does not exist, or the cell cannot be changed.')).toBeVisible();
  await expect(cell('Price ₹, line 4')).toHaveValue('52');
});

test('Esc discards the input, with the decision that it set', async ({ page, portal }) => {
  await open(page, portal);
  const cell = cellOf(page);
  await cell('Response, line 2').selectOption('Not yet');
  await cell('Confirm, line 2').focus();
  await page.keyboard.type('150');
  await expect(cell('Response, line 2')).toHaveValue('change');
  await page.keyboard.press('Escape');
  await expect(cell('Response, line 2')).toHaveValue('');
  await expect(cell('Confirm, line 2')).toHaveValue('');
});

test('typing replaces the text of a cell, even after Esc, undo and a pasted block', async ({ page, portal }) => {
  await open(page, portal);
  const cell = cellOf(page);
  await cell('Confirm, line 2').focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('15');
  await page.keyboard.press('Escape');
  await expect(cell('Confirm, line 2')).toHaveValue('200');
  await page.keyboard.type('120');
  await expect(cell('Confirm, line 2')).toHaveValue('120');
  await page.keyboard.press('Control+z');
  await expect(cell('Confirm, line 2')).toHaveValue('200');
  await page.keyboard.type('130');
  await expect(cell('Confirm, line 2')).toHaveValue('130');
  await paste(page, '110\r\n90\r\n');
  await expect(cell('Confirm, line 3')).toHaveValue('90');
  await page.keyboard.type('80');
  await expect(cell('Confirm, line 2')).toHaveValue('80');
  // Undo restores a choice like typed text.
  await cell('Response, line 2').focus();
  await page.keyboard.press('Delete');
  await expect(cell('Response, line 2')).toHaveValue('');
});

test('problems are counted, and can be visited one after another', async ({ page, portal }) => {
  await open(page, portal);
  const cell = cellOf(page);
  await cell('Confirm, line 2').fill('150');
  await cell('Confirm, line 4').fill('much');
  await page.getByRole('button', { name: 'Send confirmation' }).click();
  await expect(cell('Reason, line 2')).toBeFocused();
  await expect(cell('Reason, line 2')).toHaveAccessibleDescription('Line 2: enter the reason for the change.');
  await expectAccessible(page, 'a grid with problems');
  await page.getByRole('button', { name: '2 problems' }).click();
  await expect(cell('Confirm, line 4')).toBeFocused();
  await expect(cell('Confirm, line 4')).toHaveValue('much');
  await page.getByRole('button', { name: '2 problems' }).click();
  await expect(cell('Reason, line 2')).toBeFocused();
  await cell('Confirm, line 4').fill('200');
  await expect(page.getByRole('button', { name: '1 problem' })).toBeVisible();
});

test('lines are cards on a phone, and can be confirmed by touch', async ({ browser, portal }) => {
  const context = await browser.newContext({ hasTouch: true, viewport: { width: 360, height: 780 } });
  const page = await context.newPage();
  await open(page, portal);
  const cell = cellOf(page);
  await expect(cell('Response, line 2')).toBeVisible();
  await expect(cell('Confirm, line 2')).toBeHidden();
  await cell('Response, line 2').selectOption('Rejected');
  await cell('Reason, line 2').selectOption('Discontinued');
  await cell('Response, line 3').selectOption('Changed');
  await cell('Confirm, line 3').tap();
  await page.keyboard.type('120');
  // The problem found by the tap moves the page under the finger, and appears immediately.
  await page.getByRole('button', { name: 'Send confirmation' }).tap();
  await expect(cell('Reason, line 3')).toBeFocused();
  // The message is above the footer, which covers the end of the page.
  const message = page.getByText('Line 3: enter the reason for the change.');
  const covered = () =>
    message.evaluate((text) => {
      const { left, bottom } = text.getBoundingClientRect();
      return document.elementFromPoint(left + 4, bottom - 4) !== text;
    });
  await expect.poll(covered).toBe(false);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.getByRole('button', { name: 'All as ordered' }).tap();
  await expect(cell('Confirm, line 3')).toBeHidden();
  await page.getByRole('button', { name: 'Send confirmation' }).tap();
  await expect(page.getByText('Confirmation sent.')).toBeVisible();
  await context.close();
});

test('the lines of an invoice are a grid: the totals follow, excess quantities are highlighted, lines can be removed', async ({
  page,
  portal,
}) => {
  const vendor = await portal.newVendor();
  const item = { EANCode: '8901030516320', hsnCode: '10063020', uom: 'BAG', quantity: 100, price: 50, taxRate: 5 };
  const lines = [1, 2, 3].map((line) => ({ ...item, itemCode: `R-${line}`, itemName: `Rice ${line}` }));
  const poNumber = `PO/I/${serial()}`;
  const body = { userID: vendor.id, poNumber, poDate: '2026-11-03', lines };
  const made = await portal.call(portal.administrator, 'POST', '/api/buyerData/orders/create', body);
  const orderId = (made.body as { data: { _id: string } }).data._id;
  const received = [1, 2, 3].map((line) => ({ orderId, line, quantity: 100, rejected: 0 }));
  const receipt = { receiptNumber: `GRN/${serial()}`, receivedOn: '2026-11-10', lines: received };
  expect(await portal.call(portal.administrator, 'POST', '/api/receipts/create', receipt)).toMatchObject({ status: 200 });
  await portal.signIn(page, vendor);
  await page.goto(`/invoices/invoice/create?PONumber=${encodeURIComponent(poNumber)}`);
  const cell = cellOf(page);
  const value = page.locator('input[name="invoiceValue"]');
  await expect(value).toHaveValue('15,750.00');

  await cell('Quantity, line 1').focus();
  await paste(page, '120\t\t\t50\r\n100\t\t\t55.50\r\n');
  await expect(value).toHaveValue('17,377.50');
  const row = (line: number) => page.getByRole('row', { name: `Line ${line}`, exact: true });
  await expect(row(1).getByRole('gridcell', { name: '+20' })).toBeVisible();
  await expect(row(1).getByText('+1,000.00')).toBeVisible();
  await expect(row(2).getByText('+550.00')).toBeVisible();
  await expectAccessible(page, 'the grid of an invoice');
  await page.getByRole('button', { name: 'Use 100 at ₹50.00' }).first().click();
  await expect(cell('Quantity, line 1')).toHaveValue('100');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(cell('Quantity, line 1')).toHaveValue('120');

  await cell('Quantity, line 3').focus();
  for (let presses = 0; presses < 2; presses += 1) await page.keyboard.press('ArrowRight');
  await expect(cell('Remove line 3')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(row(3)).toHaveCount(0);
  await expect(row(2).getByText('Rice 3')).toBeVisible();
  await expect(cell('Remove line 2')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(row(2)).toHaveCount(0);
  await expect(cell('Quantity, line 1')).toBeFocused();
  await expect(value).toHaveValue('6,300.00');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(row(2).getByText('Rice 2')).toBeVisible();
  await expect(value).toHaveValue('17,377.50');

  await cell('Quantity, line 2').fill('0');
  await page.locator('input[name="invoiceNumber"]').fill('4711');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(cell('Quantity, line 2')).toBeFocused();
  await expect(cell('Quantity, line 2')).toHaveAccessibleDescription('Quantity should be a number above 0, at most three decimals.');
  await expect(page.getByRole('button', { name: '1 problem' })).toBeVisible();
  await page.setViewportSize({ width: 360, height: 780 });
  await expect(cell('Quantity, line 2')).toBeVisible();
  await expectAccessible(page, 'the lines of an invoice on a phone');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

test('a block pasted into a new order adds its lines, and errors are marked at their cells', async ({ page, portal }) => {
  await portal.signIn(page, portal.administrator);
  await page.goto('/buyer-data/orders/create');
  const cell = cellOf(page);
  await cell('EAN Code, line 1').focus();
  await paste(page, '8901030516320\tRice 1\t10\t50\r\n8901030516337\tRice 2\t1,200\t55.5\r\n8901030516344\tRice 3\tmany\t60\r\n');
  await expect(cell('Item Name, line 3')).toHaveValue('Rice 3');
  await expect(cell('Quantity, line 2')).toHaveValue('1200');
  await expect(page.getByText('₹67,100.00').first()).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(cell('EAN Code, line 2')).toHaveCount(0);
  await page.keyboard.press('Control+y');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(cell('Quantity, line 3')).toHaveAccessibleDescription('Quantity should be a number above 0, at most three decimals.');
  await expectAccessible(page, 'the lines of a new order');
  await page.setViewportSize({ width: 360, height: 780 });
  await cell('Remove line 3').click();
  await expect(cell('EAN Code, line 3')).toHaveCount(0);
  await expectAccessible(page, 'the lines of a new order on a phone');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

test('typing replaces the text of a selected cell; a second press sets the cursor', async ({ page, portal }) => {
  await open(page, portal);
  const cell = cellOf(page);
  await cell('Confirm, line 2').click();
  await page.keyboard.type('150');
  await expect(cell('Confirm, line 2')).toHaveValue('150');
  await cell('Price ₹, line 3').click();
  await page.keyboard.type('51.5');
  await expect(cell('Price ₹, line 3')).toHaveValue('51.5');
  await cell('Confirm, line 3').click();
  await cell('Confirm, line 3').click();
  await page.keyboard.press('End');
  await page.keyboard.type('5');
  await expect(cell('Confirm, line 3')).toHaveValue('2005');
});
