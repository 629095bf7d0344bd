import { expect, expectAccessible, paste, serial, test } from './portal.ts';

test('lines are entered by keyboard: a pasted block, another batch, undo; packages follow; a phone has cards', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  const item = { EANCode: '8901030516320', hsnCode: '10063020', uom: 'BAG', MRP: 125, quantity: 200, price: 50 };
  const lines = [1, 2, 3].map((line) => ({ ...item, itemCode: `D-${line}`, itemName: `Rice ${line}` }));
  const poNumber = `GK/${serial()}`;
  const order = { userID: vendor.id, poNumber, poDate: '2026-11-03', lines };
  expect((await portal.call(portal.administrator, 'POST', '/api/buyerData/orders/create', order)).status).toBe(200);
  const made = await portal.call(vendor, 'POST', '/api/desPatchNote/create', { DCNumber: `GK/${serial()}`, PONumber: poNumber });
  const { _id: id } = (made.body as { data: { _id: string } }).data;
  await portal.signIn(page, vendor);
  await page.goto(`/purchase-orders/dispatch-note/goods/${id}`);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const cell = (name: string) => page.getByLabel(name, { exact: true });
  const sum = (label: string) => page.getByText(label, { exact: true }).last().locator('xpath=..');
  await expect(cell('Quantity, line 3')).toHaveValue('200');
  await expect(sum('Value with GST')).toContainText('₹30,000.00');

  await cell('Quantity, line 1').focus();
  await paste(page, '150\t15\tB-1\t01/11/2026\t01-11-2098\r\n"1,20"\t\tB-2\t\tsoon\r\n');
  await expect(cell('Batch, line 2')).toHaveValue('B-2');
  await expect(cell('Manufacturing date, line 1')).toHaveValue('01-11-2026');
  await expect(page.getByRole('row', { name: 'Line 1', exact: true })).toContainText('-50');
  await expect(sum('Value with GST')).toContainText('₹23,500.00');
  await button('Save').click();
  await expect(cell('Best before, line 2')).toBeFocused();
  await expect(cell('Best before, line 2')).toHaveAccessibleDescription('Invalid date. Enter an existing date.');
  await page.keyboard.press('Control+d');
  await expect(cell('Best before, line 2')).toHaveValue('01-11-2098');
  await expect(page.getByRole('button', { name: /^\d+ problem/ })).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(cell('Best before, line 2')).toHaveValue('soon');
  await page.keyboard.press('Control+y');

  // The second batch becomes a line of the note, and the packed contents of the lines below are renumbered.
  await button('Pack the lines').click();
  await expect(cell('Contents, package 16')).toHaveValue('2: 120');
  await cell('Best before, line 1').focus();
  for (const key of ['ArrowRight', 'Enter']) await page.keyboard.press(key);
  await expect(cell('Quantity, line 2')).toBeFocused();
  await page.keyboard.type('50');
  await expect(page.getByRole('row', { name: 'Line 1', exact: true })).toContainText('–');
  await expect(cell('Contents, package 16')).toHaveValue('3: 120');
  await expect(cell('Quantity, line 4')).toHaveValue('200');
  await expectAccessible(page, 'a line in two batches');
  await cell('Quantity, line 4').fill('0');
  await cell('Contents, package 17').fill('');
  await button('Save').click();
  await expect(page.getByText('Goods saved.')).toBeVisible();
  await expect(cell('Batch, line 3')).toHaveValue('B-2');
  await expect(cell('Quantity, line 4')).toHaveCount(0);

  await page.setViewportSize({ width: 360, height: 780 });
  await expect(page.getByText('Quantity', { exact: true }).first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await button('Exclude line 2').click();
  await expect(button('Exclude line 2')).toBeFocused();
  await expect(cell('Batch, line 2')).toHaveValue('B-2');
  await expectAccessible(page, 'lines as cards');
  await button('Exclude line 2').click();
  await expect(button('Exclude line 1')).toBeFocused();
});

test('the lines of another order are added by keyboard, and the focus moves to the first of them', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  const item = { EANCode: '8901030516320', hsnCode: '10063020', uom: 'BAG', MRP: 125, quantity: 20, price: 50 };
  const numbers = [`GK/${serial()}`, `GK/${serial()}`];
  for (const poNumber of numbers) {
    const lines = [1, 2].map((line) => ({ ...item, itemCode: `D-${line}`, itemName: `Rice ${line}` }));
    const order = { userID: vendor.id, poNumber, poDate: '2026-11-03', lines };
    expect((await portal.call(portal.administrator, 'POST', '/api/buyerData/orders/create', order)).status).toBe(200);
  }
  const made = await portal.call(vendor, 'POST', '/api/desPatchNote/create', { DCNumber: `GK/${serial()}`, PONumber: numbers[0] });
  const { _id: id } = (made.body as { data: { _id: string } }).data;
  await portal.signIn(page, vendor);
  await page.goto(`/purchase-orders/dispatch-note/goods/${id}`);
  await expect(page.getByLabel('Quantity, line 2', { exact: true })).toHaveValue('20');
  await page.getByRole('combobox', { name: 'Add lines of an order' }).focus();
  await page.keyboard.type(numbers[1] ?? '');
  await expect(page.getByRole('button', { name: 'Add lines', exact: true })).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Quantity, line 3', { exact: true })).toBeFocused();
  await page.keyboard.type('15');
  await expect(page.getByLabel('Quantity, line 3', { exact: true })).toHaveValue('15');
  await expect(page.getByText('Goods saved.')).toBeHidden();
});
