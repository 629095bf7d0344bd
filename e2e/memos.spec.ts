import type { Page } from '@playwright/test';

import { askToDelete, expect, expectAccessible, inHindi, type Person, type Portal, serial, showAllColumns, test } from './portal.ts';

const input = (page: Page, name: string) => page.locator(`form [name="${name}"]`);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Creates a memo of the vendor through the API, as another tab or colleague would. */
async function added(portal: Portal, vendor: Person, kind: 'Debit' | 'Credit', body: object): Promise<{ _id: string }> {
  const path = `/api/${kind.toLowerCase()}Memo/AddUser${kind}Memo`;
  const answer = await portal.call(vendor, 'POST', path, { productName: 'Basmati Rice 5 kg', ...body });
  expect(answer.status).toBe(200);
  return (answer.body as { data: { _id: string } }).data;
}

const DEBIT_COLUMNS = [
  'Sr No',
  'Product Name',
  'Vendor Invoice Reference',
  'Vendor Invoice Date',
  'buyer PO Reference',
  'buyer PO Date',
  'Description',
  'Item Quantity',
  'HSN Code',
  'Unit Price',
  'Tax Rate',
  'CGST',
  'SGST',
  'IGST',
  'Amount',
  'Memo Number',
  'Memo Date',
  'Status',
  'Action',
];

test('a vendor enters a debit memo from proposed amounts, changes it and deletes it @journey', async ({ page, portal }) => {
  // The vendor is in Maharashtra, like the demo's buyer.
  await portal.signIn(page, await portal.newVendor());
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Debit Memo', exact: true }).click();
  await expect(page.getByText('Data not found')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Add Debit Memo' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Debit Memo > Add Debit Memo');
  await expect(input(page, 'priceDifference')).toHaveCount(0);

  await input(page, 'productName').fill('Turmeric 100 g');
  await input(page, 'vendorInvoiceRef').fill('SF/26-27/118');
  await input(page, 'vendorInvoiceRef_Date').fill('2-11-26');
  await input(page, 'buyerPORef').fill('4500017788');
  await input(page, 'HSNCode').fill('0910');
  await input(page, 'itemQuantity').fill('1');
  await input(page, 'unitPrice').fill('1050.5');
  await expect(input(page, 'amount')).toHaveValue('1,050.50');
  await input(page, 'taxRate').fill('5');
  await expect(input(page, 'CGST')).toHaveValue('26.26');
  await expect(input(page, 'SGST')).toHaveValue('26.26');
  await expect(input(page, 'IGST')).toHaveValue('');
  await expect(input(page, 'amount')).toHaveValue('1,103.02');
  await page.getByText('IGST', { exact: true }).first().click();
  await expect(input(page, 'IGST')).toHaveValue('52.53');
  await expect(input(page, 'CGST')).toHaveValue('');
  await expect(input(page, 'amount')).toHaveValue('1,103.03');
  await page.getByText('CGST + SGST').click();
  await expectAccessible(page);

  // A typed figure stays, and the form shows the proposed one.
  await input(page, 'amount').fill('1103');
  await input(page, 'itemQuantity').fill('2');
  await expect(input(page, 'CGST')).toHaveValue('52.53');
  await expect(input(page, 'amount')).toHaveValue('1,103.00');
  await input(page, 'taxRate').focus();
  await expect(page.getByText('₹2,206.06 is proposed.')).toBeVisible();
  await button(page, 'Use the proposed amounts').click();
  await expect(input(page, 'amount')).toHaveValue('2,206.06');
  await button(page, 'Undo').click();
  await expect(input(page, 'amount')).toHaveValue('1,103.00');
  await button(page, 'Use the proposed amounts').click();
  await button(page, 'Submit').click();
  await expect(page.getByText('Debit Memo created successfully.')).toBeVisible();
  await expect(page).toHaveURL(/\/invoices\/debit$/);

  await showAllColumns(page);
  await expect(page.getByRole('columnheader')).toHaveText(DEBIT_COLUMNS);
  const row = page.getByRole('row').filter({ hasText: 'Turmeric 100 g' });
  for (const words of ['SF/26-27/118', '02-11-2026', '₹1,050.50', '5%', '₹52.53', '₹2,206.06']) await expect(row).toContainText(words);
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Edit Turmeric 100 g' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Debit Memo > Edit');
  await expect(input(page, 'amount')).toHaveValue('2,206.06');
  await input(page, 'description').fill('One carton short');
  await button(page, 'Save').click();
  await expect(page.getByText('Debit Memo updated successfully.')).toBeVisible();
  await expect(page).toHaveURL(/\/invoices\/debit$/);
  await expect(row).toContainText('One carton short');

  await askToDelete(page, 'Turmeric 100 g');
  await expect(page.getByText('Are you sure you want to delete this record?')).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Close').click();
  await expect(row).toBeVisible();
  await page.route('**/removeUserDebitMemo/*', (route) => route.fulfill({ status: 503, json: { message: 'The server is busy.' } }));
  await askToDelete(page, 'Turmeric 100 g');
  await button(page, 'Delete It').click();
  await expect(page.getByText('The server is busy.')).toBeVisible();
  await page.unroute('**/removeUserDebitMemo/*');
  await askToDelete(page, 'Turmeric 100 g');
  await button(page, 'Delete It').click();
  await expect(page.getByText('Debit Memo deleted successfully.')).toBeVisible();
  await expect(page.getByText('Data not found')).toBeVisible();
});

test('a credit memo is for the price difference; every number has its message, and nothing is sent with an error', async ({
  page,
  portal,
}) => {
  await portal.signIn(page, await portal.newVendor({ state: 'IN-KA', gstin: '29AAGCB7383J1Z4', pan: 'AAGCB7383J' }));
  await page.goto('/invoices/credit');
  await page.getByRole('link', { name: 'Add Credit Memo' }).click();
  await button(page, 'Submit').click();
  await expect(page.getByText('This memo is empty. Enter at least the product name.')).toBeVisible();
  await expect(input(page, 'productName')).toBeFocused();

  let sent = 0;
  page.on('request', (request) => (sent += request.url().includes('AddUserCreditMemo') ? 1 : 0));
  const wrong: Record<string, string> = {
    itemQuantity: 'NaN',
    HSNCode: '१२',
    unitPrice: '1,5',
    priceDifference: '0.001',
    taxRate: '-5',
    CGST: '1e309',
    SGST: '-1',
    IGST: '0.001',
    amount: 'x',
  };
  for (const [name, text] of Object.entries(wrong)) await input(page, name).fill(text);
  await input(page, 'description').fill('x'.repeat(10_000));
  await input(page, 'vendorInvoiceRef_Date').fill('31-02-2026');
  await button(page, 'Submit').click();
  for (const message of [
    'Invalid Item Quantity. It should be number.',
    'Invalid HSN Code. It should be number.',
    'Invalid Unit Price. It should be number.',
    'Invalid Price Difference. It should be number.',
    'Invalid Tax rate. It should be number.',
    'Invalid CGST. It should be number.',
    'Invalid SGST. It should be number.',
    'Invalid IGST. It should be number.',
    'Invalid amount. It should be number.',
    'At most 1000 characters.',
    'Invalid date. Enter an existing date.',
  ]) {
    await expect(page.getByText(message, { exact: true })).toBeVisible();
  }
  expect(sent).toBe(0);
  await expectAccessible(page);

  for (const name of [...Object.keys(wrong), 'description', 'vendorInvoiceRef_Date']) await input(page, name).fill('');
  await input(page, 'productName').fill('Rock salt 1 kg');
  await input(page, 'itemQuantity').fill('3');
  await input(page, 'unitPrice').fill('100');
  await input(page, 'priceDifference').fill('-33.33');
  await input(page, 'taxRate').fill('18');
  await expect(page.getByText('Vendor in Karnataka, buyer in Maharashtra')).toBeVisible();
  await expect(input(page, 'IGST')).toHaveValue('18.00');
  await expect(input(page, 'amount')).toHaveValue('117.99');

  await page.route('**/AddUserCreditMemo', (route) => route.fulfill({ status: 503, json: { message: 'The server is busy.' } }), {
    times: 1,
  });
  await button(page, 'Submit').click();
  await expect(page.getByRole('alert').getByText('The server is busy.')).toBeVisible();
  await button(page, 'Submit').click();
  await expect(page.getByText('Credit Memo created successfully.')).toBeVisible();
  await expect(page).toHaveURL(/\/invoices\/credit$/);
  const columns = DEBIT_COLUMNS.flatMap((label) => (label === 'Unit Price' ? [label, 'Price Difference'] : [label]));
  await showAllColumns(page);
  await expect(page.getByRole('columnheader')).toHaveText(columns);
  await expect(page.getByRole('row').filter({ hasText: 'Rock salt 1 kg' })).toContainText('-₹33.33');
  await page.getByRole('link', { name: 'Edit Rock salt 1 kg' }).click();
  await expect(input(page, 'priceDifference')).toHaveValue('-33.33');
  await expectAccessible(page);
  await input(page, 'itemQuantity').fill('4');
  await expect(input(page, 'amount')).toHaveValue('157.32');
  await button(page, 'Save').click();
  await expect(page.getByText('Credit Memo updated successfully.')).toBeVisible();
});

test('seven per page, found by reference and entry date; two edits at the same time lose nothing of either', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  for (let index = 1; index <= 8; index += 1)
    await added(portal, vendor, 'Debit', { productName: `Rice ${index}`, vendorInvoiceRef: `INV-${index}` });
  const memo = await added(portal, vendor, 'Debit', { vendorInvoiceRef: 'LATE/1', amount: 500 });
  await portal.signIn(page, vendor);
  await page.goto('/invoices/debit');
  await expect(page.getByText('Showing 1 to 7 of 9 entries')).toBeVisible();
  await page.getByLabel('Vendor Invoice Reference').fill('late');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible();
  await expect(page).toHaveURL(/vendorInvoiceRef=late/);

  await page.getByRole('link', { name: 'Edit Basmati Rice 5 kg' }).click();
  await input(page, 'amount').fill('510');
  await input(page, 'description').fill('Mine');
  const change = `/api/debitMemo/ChangeUserDebitMemo/${memo._id}`;
  await portal.call(vendor, 'PUT', change, { amount: 505, buyerPORef: '4500019999' });
  await button(page, 'Save').click();
  await button(page, 'Look at what changed').click();
  await expect(page.getByText('you entered 510.00')).toBeVisible();
  await expect(input(page, 'buyerPORef')).toHaveValue('4500019999');
  await expectAccessible(page);
  await button(page, 'Save').click();
  await expect(page.getByText('Debit Memo updated successfully.')).toBeVisible();
  const { body } = await portal.call(vendor, 'GET', `/api/debitMemo/getAllUserDebitMemo/${memo._id}`);
  expect(body).toMatchObject([{ amount: 510, description: 'Mine', buyerPORef: '4500019999' }]);
  // The list appears as the user left it.
  await expect(page).toHaveURL(/vendorInvoiceRef=late/);

  await page.getByRole('link', { name: 'Edit Basmati Rice 5 kg' }).click();
  await input(page, 'amount').fill('520');
  await portal.call(vendor, 'PUT', change, { amount: 530 });
  await button(page, 'Save').click();
  await button(page, 'Reload').click();
  await expect(input(page, 'amount')).toHaveValue('530.00');
});

test('taxes that were never entered are offered, not filled in: leaving an unchanged form asks nothing', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  await added(portal, vendor, 'Debit', { itemQuantity: 2, unitPrice: 100, taxRate: 5 });
  await portal.signIn(page, vendor);
  await page.goto('/invoices/debit');
  const edit = page.getByRole('link', { name: 'Edit Basmati Rice 5 kg' });
  // The second run knows the states of vendor and buyer from the start.
  for (const time of ['first', 'again']) {
    await test.step(time, async () => {
      await edit.click();
      await expect(page.getByText('Vendor and buyer are in Maharashtra')).toBeVisible();
      await expect(button(page, 'Use the proposed amounts')).toBeVisible();
      await expect(input(page, 'CGST')).toHaveValue('');
      await button(page, 'Cancel').click();
      await expect(page).toHaveURL(/\/invoices\/debit$/);
    });
  }
  await edit.click();
  await page.getByText('IGST', { exact: true }).first().click();
  await button(page, 'Use the proposed amounts').click();
  await expect(input(page, 'IGST')).toHaveValue('10.00');
  await button(page, 'Cancel').click();
  await expect(page.getByText('Your changes are not saved.')).toBeVisible();
  await button(page, 'Stay').click();
  await button(page, 'Save').click();
  await expect(page.getByText('Debit Memo updated successfully.')).toBeVisible();
});

test('a memo is taxed like its invoice: by the order’s place of supply, otherwise by the registrations', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  const [order, invoice] = [`MP/${serial()}`, String(serial())];
  const lines = [{ EANCode: '8901030516320', itemName: 'Rice', quantity: 10, price: 100, taxRate: 5 }];
  const typed = { userID: vendor.id, poNumber: order, poDate: '2026-11-02', placeOfSupply: '29', lines };
  expect((await portal.call(portal.administrator, 'POST', '/api/buyerData/orders/create', typed)).status).toBe(200);
  const sent = { invoiceNumber: invoice, PONumber: order, invoiceDate: '2026-11-03', invoiceValue: 1050 };
  expect((await portal.call(vendor, 'POST', '/api/invoice/create', sent)).status).toBe(200);
  await portal.signIn(page, vendor);
  await page.goto('/invoices/debit/create');
  const [within, between] = ['Vendor and buyer are in Maharashtra: ', 'Vendor in Maharashtra, place of supply in Karnataka: IGST.'];
  await expect(page.getByText(within)).toBeVisible();
  await input(page, 'productName').fill('Rice, torn bag');
  await input(page, 'itemQuantity').fill('1');
  await input(page, 'unitPrice').fill('100');
  await input(page, 'taxRate').fill('5');
  await expect(input(page, 'CGST')).toHaveValue('2.50');
  await input(page, 'vendorInvoiceRef').fill(invoice);
  await expect(page.getByText(between)).toBeVisible();
  await expect(input(page, 'IGST')).toHaveValue('5.00');
  await expect(input(page, 'CGST')).toHaveValue('');
  await input(page, 'vendorInvoiceRef').fill('not here');
  await expect(page.getByText(within)).toBeVisible();
  await expect(input(page, 'CGST')).toHaveValue('2.50');
  await input(page, 'buyerPORef').fill(order);
  await expect(page.getByText(between)).toBeVisible();
  await expect(input(page, 'IGST')).toHaveValue('5.00');
  await expectAccessible(page);
  await button(page, 'Submit').click();
  await expect(page.getByText('Debit Memo created successfully.')).toBeVisible();
});

test('an administrator chooses the vendor of a new memo, and filters the list by vendor', async ({ page, portal }) => {
  const vendor = await portal.newVendor({ vendor_name: 'Malwa Oils', state: 'IN-MP' });
  await portal.signIn(page, portal.administrator);
  await page.goto('/invoices/credit/create');
  await input(page, 'productName').fill('Mustard oil 1 l');
  await button(page, 'Submit').click();
  await expect(page.getByText('Choose the vendor.')).toBeVisible();
  await page.getByRole('combobox', { name: /^Vendor( \*)?$/ }).click();
  await page.keyboard.type('Malwa');
  await page
    .getByRole('option', { name: /Malwa Oils/ })
    .last()
    .click();
  await expectAccessible(page);
  await button(page, 'Submit').click();
  await expect(page.getByText('Credit Memo created successfully.')).toBeVisible();
  const { body } = await portal.call(vendor, 'GET', '/api/creditMemo/getAllUserCreditMemo');
  expect(body).toMatchObject([{ productName: 'Mustard oil 1 l', userID: vendor.id }]);
  await page.goto(`/invoices/credit?userID=${vendor.id}`);
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible();
  await expectAccessible(page);
});

test('another vendor’s memo, and one of the other kind, are not found', async ({ page, portal }) => {
  const owner = await portal.newVendor();
  const debit = await added(portal, owner, 'Debit', {});
  await portal.signIn(page, await portal.newVendor());
  await page.goto(`/invoices/debit/edit/${debit._id}`);
  await expect(page.getByText('Data not found')).toBeVisible();
  await page.goto(`/Invoices/Credit/edit/${debit._id}`);
  await expect(page.getByText('Data not found')).toBeVisible();
});

test('a memo states its effect in rupees and its vendor before it is sent, for every kind and both parties', async ({
  page,
  portal,
  browser,
}) => {
  const name = `Malwa Mills ${serial()}`;
  const vendor = await portal.newVendor({ vendor_name: name });
  const invoice = String(serial());
  const sent = { invoiceNumber: invoice, invoiceDate: '2026-11-03', invoiceValue: 1180 };
  expect((await portal.call(vendor, 'POST', '/api/invoice/create', sent)).status).toBe(200);
  const effect = page.getByRole('status').filter({ hasText: name });
  const none = `This memo has no amount, so it does not change the amount payable to ${name}.`;

  await portal.signIn(page, portal.administrator);
  for (const [kind, byBuyer, byVendor, without] of [
    [
      'credit',
      `Increases the amount payable to ${name} by ₹944.00 once another buyer user accepts it.`,
      `Reduces the amount payable to ${name} by ₹944.00.`,
      `Reduces the amount payable to ${name} by ₹944.00. The credit stays on account.`,
    ],
    [
      'debit',
      `₹944.00 of the amount payable to ${name} is held until the vendor accepts this memo or issues a credit memo for it.`,
      `Increases the amount payable to ${name} by ₹944.00 once another buyer user accepts it.`,
      `This memo does not refer to an invoice of ${name}, so its ₹944.00 does not change the payable amount yet.`,
    ],
  ] as const) {
    await page.goto(`/invoices/${kind}/create`);
    await page.getByRole('combobox', { name: /^Vendor( \*)?$/ }).click();
    await page.keyboard.type(name);
    await page.getByRole('option', { name }).last().click();
    await expect(effect).toHaveText(none);
    await input(page, 'vendorInvoiceRef').fill(invoice);
    await input(page, 'amount').fill('944');
    await expect(effect).toHaveText(byBuyer);
    await page.getByRole('combobox', { name: 'Issued by' }).click();
    await page.getByRole('option', { name: 'The vendor', exact: true }).click();
    await expect(effect).toHaveText(byVendor);
    await expectAccessible(page, `the effect of a ${kind} memo`);
    await input(page, 'vendorInvoiceRef_Date').fill('4-11-2026');
    await input(page, 'amount').click();
    await expect(effect).toHaveText(without);
  }

  const mill = await (await browser.newContext()).newPage();
  await inHindi(mill);
  await portal.signIn(mill, vendor);
  for (const [kind, text] of [
    ['credit', `${name} को देय राशि ₹944.00 घट जाएगी।`],
    ['debit', `खरीदार स्वीकार करे, तो ${name} को देय राशि ₹944.00 बढ़ जाएगी।`],
  ] as const) {
    await mill.goto(`/invoices/${kind}/create`);
    await input(mill, 'vendorInvoiceRef').fill(invoice);
    await input(mill, 'amount').fill('944');
    await expect(mill.getByRole('status').filter({ hasText: name })).toHaveText(text);
    await expectAccessible(mill, `the effect of a ${kind} memo in Hindi`);
  }
  await mill.context().close();
});
