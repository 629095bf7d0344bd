import { readFile } from 'node:fs/promises';

import type { APIRequestContext } from '@playwright/test';
import { readXlsx, writeXlsx } from 'hucre/xlsx';

import { expect, expectAccessible, type Person, type Portal, test } from './portal.ts';

/** Uploads a goods receipt as an administrator. */
async function receive(request: APIRequestContext, { administrator, ...portal }: Portal, vendor: Person, row: string): Promise<void> {
  const { email, password } = administrator;
  const { token } = (await (await request.post('/api/auth/login', { data: { email, passWord: password } })).json()) as { token: string };
  const { body } = await portal.call(administrator, 'GET', `/api/auth/user/${vendor.id}`);
  const [{ vendor_Code: code } = { vendor_Code: '' }] = body as { vendor_Code: string }[];
  const buffer = Buffer.from(`Vendor Code,PO Number,Item Code,Receipt Number,Receipt Date,Quantity\n${code},${row}\n`);
  const answer = await request.post('/api/buyerData/receipts', {
    headers: { authorization: token },
    multipart: { file: { name: 'receipts.csv', mimeType: 'text/csv', buffer } },
  });
  expect(await answer.json()).toMatchObject({ created: 1 });
}

test('an invoice for accepted goods shows its differences before it is sent, and is released or sent back @journey', async ({
  browser,
  page,
  portal,
  request,
}) => {
  const vendor = await portal.newVendor();
  const line = { itemCode: 'M-1', itemName: 'Basmati rice 5 kg', quantity: 100, price: 100, taxRate: 5, hsnCode: '10063020' };
  const order = { userID: vendor.id, poNumber: 'PO/M1', poDate: '2026-11-03', lines: [line] };
  expect((await portal.call(portal.administrator, 'POST', '/api/buyerData/orders/create', order)).status).toBe(200);
  await receive(request, portal, vendor, 'PO/M1,M-1,GRN-881,10-11-2026,92');

  await portal.signIn(page, vendor);
  await page.goto('/purchase-orders');
  await page.getByRole('link', { name: 'PO/M1', exact: true }).click();
  // The previous list has a menu with the same name, so the test waits for the heading.
  await expect(page.getByRole('heading', { level: 1 })).toContainText('PO/M1');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Create invoice', exact: true }).click();
  const row = page.getByRole('row', { name: 'Line 1', exact: true });
  await expect(row.getByLabel('Quantity')).toHaveValue('92');
  await expect(row).toContainText('92 accepted, 0 already invoiced');
  await expect(page.locator('input[name="invoiceValue"]')).toHaveValue('9,660.00');
  await expect(page.locator('input[name="CGSTValue"]')).toHaveValue('230.00');
  await expect(page.getByText('Matches the order and goods receipt.')).toBeVisible();
  await expectAccessible(page, 'an invoice with lines');

  await row.getByLabel('Quantity').fill('100');
  await expect(page.locator('input[name="invoiceValue"]')).toHaveValue('10,500.00');
  await expect(page.getByText('Line 1: invoiced 100, accepted 92. Reduce the quantity to 92 or add a credit memo for 8.')).toBeVisible();
  await expectAccessible(page, 'an invoice that differs');
  await page.locator('input[name="invoiceNumber"]').fill('9101');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Invoice added successfully')).toBeVisible();
  await page.goto('/dashboard');
  await expect(page.getByRole('region', { name: 'Invoice exceptions' }).getByRole('link', { name: /^9101/ })).toBeVisible();

  const office = await (await browser.newContext()).newPage();
  await portal.signIn(office, portal.administrator);
  await office.goto('/dashboard');
  await expect(office.getByRole('region', { name: 'Invoice exceptions' })).toContainText('Oldest:');
  await office.goto(`/invoices/invoice?userID=${vendor.id}&match=exception`);
  await office.getByRole('link', { name: '9101', exact: true }).click();
  const match = office.getByRole('dialog', { name: 'Invoice 9101' }).getByRole('region', { name: 'Match' });
  await expect(match).toContainText('Exception');
  await expect(match).toContainText('Line 1: invoiced 100, accepted 92.');
  await expectAccessible(office, 'the read view of an exception');
  // Both decisions are at the top of the drawer.
  const drawer = office.getByRole('dialog', { name: 'Invoice 9101' });
  const decisions = drawer.getByRole('button', { name: /^(Send back|Release)/ });
  // Each decision appears once.
  await expect(decisions).toHaveText(['Send back', 'Release']);
  for (const index of [0, 1]) await expect(decisions.nth(index)).toBeInViewport();
  await drawer.getByRole('button', { name: 'Release' }).click();
  const dialog = office.getByRole('dialog', { name: 'Release invoice 9101' });
  await dialog.getByRole('button', { name: 'Release' }).click();
  await expect(dialog.getByText('Enter a reason.')).toBeVisible();
  await expectAccessible(office, 'the dialog of a release');
  // Escape closes only the dialog, and then the record.
  await office.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(match).toBeVisible();
  await drawer.getByRole('button', { name: 'Release' }).click();
  await dialog.getByLabel('Reason').fill('Agreed by telephone');
  await dialog.getByRole('button', { name: 'Release' }).click();
  // The invoice is no longer an exception.
  await expect(office.getByText('Data not found')).toBeVisible();
  await office.goto(`/invoices/invoice?userID=${vendor.id}`);
  await office.getByRole('link', { name: '9101', exact: true }).click();
  await expect(match).toContainText('Agreed by telephone');
  // A released invoice can be sent back too.
  await drawer.getByRole('button', { name: 'Send back', exact: true }).click();
  const back = office.getByRole('dialog', { name: 'Send back invoice 9101' });
  await expect(back.getByLabel('Line 1, Basmati rice 5 kg')).toHaveValue('Quantity: 100 (expected: 92)');
  await back.getByLabel('Reason').fill('Please correct the quantity');
  await back.getByRole('button', { name: 'Send back', exact: true }).click();
  await expect(match).toContainText('Sent back');
  await expect(match).toContainText('Release ended');
  await office.keyboard.press('Escape');
  await expect(match).toBeHidden();

  await page.reload();
  const returned = page.getByRole('region', { name: 'Invoices sent back to you' });
  await expect(page.getByRole('region', { name: 'Invoice exceptions' })).toHaveCount(0);
  await returned.getByRole('link', { name: /^9101/ }).click();
  const record = page.getByRole('dialog', { name: 'Invoice 9101' });
  await expect(record).toContainText('Please correct the quantity');
  await record.getByRole('link', { name: 'Edit' }).click();
  await expect(page.getByRole('heading', { name: 'Sent back by the buyer' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Please correct the quantity' })).toContainText(
    'Line 1: Quantity: 100 (expected: 92)',
  );
  await expectAccessible(page, 'the form of a returned invoice');
});

test('nothing is proposed once all accepted goods are invoiced, until more arrive', async ({ page, portal, request }) => {
  const vendor = await portal.newVendor();
  const line = { itemCode: 'M-3', itemName: 'Chana dal 1 kg', quantity: 100, price: 100, taxRate: 5, hsnCode: '07132000' };
  const order = { userID: vendor.id, poNumber: 'PO/M3', poDate: '2026-11-03', lines: [line] };
  const made = await portal.call(portal.administrator, 'POST', '/api/buyerData/orders/create', order);
  const orderId = (made.body as { data: { _id: string } }).data._id;
  await receive(request, portal, vendor, 'PO/M3,M-3,GRN-891,10-11-2026,60');
  const invoice = {
    invoiceNumber: '9301',
    lines: [{ orderId, line: 1, quantity: 60 }],
    invoiceValue: 6300,
    CGSTValue: 150,
    SGSTValue: 150,
  };
  expect((await portal.call(vendor, 'POST', '/api/invoice/create', invoice)).status).toBe(200);

  await portal.signIn(page, vendor);
  await page.goto('/purchase-orders');
  await page.getByRole('link', { name: 'PO/M3', exact: true }).click();
  // The previous list has a menu with the same name, so the test waits for the heading.
  await expect(page.getByRole('heading', { level: 1 })).toContainText('PO/M3');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Create invoice', exact: true }).click();
  await expect(page.getByText('The accepted quantity of this order is fully invoiced.')).toBeVisible();
  await expect(page.locator('input[name="PONumber"]')).toHaveValue('PO/M3');
  for (const name of ['invoiceValue', 'CGSTValue', 'SGSTValue']) await expect(page.locator(`input[name="${name}"]`)).toHaveValue('');
  await expectAccessible(page, 'an order of which nothing is left to invoice');
  await page.goto('/invoices/invoice/create?PONumber=PO/M3&receipt=GRN-891');
  await expect(page.getByText('This goods receipt is fully invoiced.')).toBeVisible();

  await receive(request, portal, vendor, 'PO/M3,M-3,GRN-892,11-11-2026,15');
  await page.goto('/invoices/invoice/create?PONumber=PO/M3');
  await expect(page.getByLabel('Quantity, line 1')).toHaveValue('15');
  await expect(page.locator('input[name="invoiceValue"]')).toHaveValue('1,575.00');
});

test('tolerances are added, changed and deleted under Settings', async ({ page, portal }) => {
  await portal.signIn(page, portal.administrator);
  await page.goto('/settings/invoice-match');
  await page.getByRole('button', { name: 'Add tolerances' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add tolerances' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Choose a vendor or a category.')).toBeVisible();
  await expectAccessible(page, 'the tolerances of the match');
  await dialog.getByLabel('Category').fill('Spices of the test');
  await dialog.getByLabel('Quantity above accepted').fill('2');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const list = page.getByRole('list', { name: 'Tolerances' });
  await expect(list).toContainText('Quantity 2%, price 0% or ₹1.00');
  await list.getByRole('button', { name: /^Delete Spices of the test/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Tolerances removed.').first()).toBeVisible();
  // A change with a later start date leaves the current tolerances in effect until then, and the page lists both.
  await page.getByRole('button', { name: 'Change All vendors and categories' }).click();
  const usual = page.getByRole('dialog', { name: 'Change tolerances' });
  await usual.getByRole('textbox', { name: 'For orders dated from' }).fill('01-01-2099');
  await usual.getByLabel('Price above order price, in rupees').fill('5');
  await usual.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('They apply to orders dated 01-01-2099 or later.').first()).toBeVisible();
  await expect(list).toContainText('Dated until 31-12-2098: Quantity 0%, price 0% or ₹1.00');
  await expect(list).toContainText('Dated 01-01-2099 or later: Quantity 0%, price 0% or ₹5.00');
  await expectAccessible(page, 'tolerances of several days');
  await list.getByRole('button', { name: /^Delete All vendors and categories/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(list).not.toContainText('₹5.00');
});

test('invoices are approved in the list, exceptions are skipped, and their vendor can no longer change them', async ({
  browser,
  page,
  portal,
  request,
}) => {
  const vendor = await portal.newVendor();
  const line = { itemCode: 'M-2', itemName: 'Toor dal 1 kg', quantity: 100, price: 100, taxRate: 5, hsnCode: '07136000' };
  const order = { userID: vendor.id, poNumber: 'PO/M2', poDate: '2026-11-03', lines: [line] };
  const made = await portal.call(portal.administrator, 'POST', '/api/buyerData/orders/create', order);
  const orderId = (made.body as { data: { _id: string } }).data._id;
  const send = async (invoiceNumber: string, lines: object[], sums: object) =>
    (await portal.call(vendor, 'POST', '/api/invoice/create', { invoiceNumber, lines, ...sums })).status;
  // One piece has arrived: the first invoice bills it, and the second is an exception.
  await receive(request, portal, vendor, 'PO/M2,M-2,GRN-893,10-11-2026,1');
  const piece = [{ orderId, line: 1, quantity: 1 }];
  for (const number of ['9201', '9202']) expect(await send(number, piece, { invoiceValue: 105, CGSTValue: 2.5, SGSTValue: 2.5 })).toBe(200);

  // A claim of the buyer blocks a part of the first invoice.
  const claim = { userID: vendor.id, productName: 'Toor dal', vendorInvoiceRef: '9201', amount: '25', issuer: 'buyer', kind: 'commercial' };
  expect((await portal.call(portal.administrator, 'POST', '/api/debitMemo/AddUserDebitMemo', claim)).status).toBe(200);

  const unlined = { invoiceNumber: '9203', invoiceValue: 105 };
  expect((await portal.call(vendor, 'POST', '/api/invoice/create', unlined)).status).toBe(200);

  await portal.signIn(page, portal.administrator);
  await page.goto(`/invoices/invoice?userID=${vendor.id}`);
  for (const number of ['9201', '9202', '9203']) await page.getByRole('checkbox', { name: `Select invoice ${number}` }).check();
  await page.getByRole('button', { name: 'Approve' }).click();
  const asked = page.getByRole('dialog', { name: 'Approve 3 invoices' });
  await expect(asked).toContainText('₹80.00 becomes payable.');
  await expect(asked).toContainText('₹25.00 of ₹105.00 is already paid, credited, deducted or held by claims.');
  // The confirmation names each variance before the user approves.
  const compared = asked.getByRole('region', { name: 'Compare before you approve' });
  await expect(compared.getByRole('listitem')).toHaveCount(2);
  await expect(compared).toContainText('Invoice 9202, ₹105.00');
  await expect(compared).toContainText('It cannot be approved now and is skipped.');
  await expect(compared).toContainText('Invoice 9203, ₹105.00');
  await expect(compared.getByRole('link', { name: 'Invoice 9201 has the same value.' })).toBeVisible();
  await expect(compared).toContainText('No order of this vendor has this value.');
  await expectAccessible(page, 'the question before an approval');
  await asked.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Invoice approved.')).toBeVisible();
  const left = page.getByRole('dialog', { name: 'Not approved' });
  await expect(left).toContainText('Invoice 9202');
  await expect(left).toContainText('It is an exception. Release it or send it back first.');
  await expectAccessible(page, 'what was not approved');
  await page.keyboard.press('Escape');
  await expect(left).toBeHidden();

  const mill = await (await browser.newContext()).newPage();
  await portal.signIn(mill, vendor);
  await mill.goto('/invoices/invoice?match=approved');
  await mill.getByRole('link', { name: '9201', exact: true }).click();
  const view = mill.getByRole('dialog', { name: 'Invoice 9201' });
  await expect(view.getByRole('region', { name: 'Match' })).toContainText('Approved');
  const { body } = await portal.call(vendor, 'GET', '/api/invoice/get?match=approved');
  await mill.goto(`/invoices/invoice/edit/${(body as { _id: string }[])[0]?._id}`);
  await expect(mill.getByText('The buyer has approved this invoice')).toBeVisible();
  await expect(mill.locator('input[name="invoiceNumber"]')).toHaveAttribute('readonly', '');
  await mill.getByLabel('Remarks').fill('By lorry');
  await mill.getByRole('button', { name: 'Save' }).click();
  await expect(mill.getByText('Invoice updated successfully')).toBeVisible();
});

test('open goods are downloaded, filled in and uploaded as an invoice, with the findings of the match in advance', async ({
  page,
  portal,
  request,
}) => {
  const vendor = await portal.newVendor();
  const line = { itemCode: 'M-1', itemName: 'Basmati rice 5 kg', quantity: 100, price: 100, taxRate: 5, hsnCode: '10063020' };
  const order = { userID: vendor.id, poNumber: 'PO/M2', poDate: '2026-11-03', lines: [line] };
  expect((await portal.call(portal.administrator, 'POST', '/api/buyerData/orders/create', order)).status).toBe(200);
  await receive(request, portal, vendor, 'PO/M2,M-1,GRN-882,10-11-2026,92');
  await portal.signIn(page, vendor);
  await page.goto('/invoices/invoice/create');
  const menu = async (entry: string) => {
    await page.getByRole('button', { name: 'More actions' }).first().click();
    await page.getByRole('menuitem', { name: entry }).click();
  };
  const download = page.waitForEvent('download');
  await menu('Download open lines to invoice');
  const [head = [], open = [], ...more] = (await readXlsx(await readFile(await (await download).path()))).sheets[0]?.rows ?? [];
  expect([open[head.indexOf('To Invoice')], more]).toEqual([92, []]);
  const send = async (quantity: number) => {
    const row = open.with(head.indexOf('Invoice Number'), '9201').with(head.indexOf('Quantity'), quantity);
    const content = await writeXlsx({ sheets: [{ name: 'Lines', rows: [head, row] }] });
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: /^Choose (a|another) file$/ }).click();
    await (await chooser).setFiles({ name: 'lines.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.from(content) });
  };
  await menu('Upload lines');
  await send(0);
  await expect(page.getByText('Quantity should be a number above 0, at most three decimals.')).toBeVisible();
  await expectAccessible(page, 'lines with faults');
  await send(93);
  await expect(page.getByText('Line 1: invoiced 93, accepted 92.')).toBeVisible();
  await expectAccessible(page, 'lines that differ');
  await send(92);
  await page.getByRole('button', { name: 'Upload 1 invoice', exact: true }).click();
  await expect(page.getByText('File Uploaded Successfully')).toBeVisible();
  await page.goto('/invoices/invoice');
  await expect(page.getByRole('row', { name: /9201/ })).toContainText('₹9,660.00');
});

test('the approver of an invoice without lines compares it with invoices and orders of its value; the vendor cannot', async ({
  page,
  portal,
  browser,
}) => {
  const vendor = await portal.newVendor();
  const line = { itemCode: 'M-9', itemName: 'Toor dal 1 kg', quantity: 100, price: 100, taxRate: 5, hsnCode: '07136000' };
  const order = { userID: vendor.id, poNumber: 'PO/M9', poDate: '2026-11-03', lines: [line] };
  expect((await portal.call(portal.administrator, 'POST', '/api/buyerData/orders/create', order)).status).toBe(200);
  const invoiced = (invoiceNumber: string, invoiceValue: number) =>
    portal.call(vendor, 'POST', '/api/invoice/create', { invoiceNumber, invoiceValue });
  await invoiced('9901', 10_499.5);
  const { body } = await invoiced('9902', 10_500);
  const path = `/documents/invoice/${(body as { data: { _id: string } }).data._id}`;
  await portal.signIn(page, await portal.newMember(portal.administrator, 'approver'));
  await page.goto(path);
  const compared = page.getByRole('region', { name: 'Compare before you approve' });
  await expect(compared).toContainText('9901');
  await expect(compared.getByRole('row', { name: /PO\/M9/ })).toContainText('Same value');
  await expectAccessible(page, 'an invoice without lines before its approval');
  await compared.getByRole('link', { name: '9901' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('9901');

  const office = await (await browser.newContext()).newPage();
  await portal.signIn(office, vendor);
  await office.goto(path);
  await expect(office.getByRole('heading', { level: 1 })).toContainText('9902');
  await expect(office.getByRole('region', { name: 'Account' })).toBeVisible();
  await expect(office.getByText('Compare before you approve')).toHaveCount(0);
  await office.context().close();
});

test('the problems of a saved invoice have buttons that fill in accepted and agreed values, for its vendor only', async ({
  browser,
  page,
  portal,
  request,
}) => {
  const vendor = await portal.newVendor();
  const item = { price: 78.28, taxRate: 5, hsnCode: '10063020', uom: 'BAG' };
  const lines = ['M-8', 'M-9'].map((itemCode) => ({ ...item, itemCode, itemName: `Rice ${itemCode}`, quantity: 144 }));
  const order = { userID: vendor.id, poNumber: 'PO/M8', poDate: '2026-11-03', lines };
  const made = await portal.call(portal.administrator, 'POST', '/api/buyerData/orders/create', order);
  const orderId = (made.body as { data: { _id: string } }).data._id;
  await receive(request, portal, vendor, 'PO/M8,M-8,GRN-888,10-11-2026,140');
  await receive(request, portal, vendor, 'PO/M8,M-9,GRN-889,10-11-2026,144');
  const billed = [
    { orderId, line: 1, quantity: 144, unitPrice: 80 },
    { orderId, line: 2, quantity: 144, hsnCode: '3304' },
  ];
  const { sums } = (await portal.call(vendor, 'POST', '/api/invoice/check', { lines: billed })).body as { sums: object };
  const saved = await portal.call(vendor, 'POST', '/api/invoice/create', { invoiceNumber: '9188', ...sums, lines: billed });
  const { data } = saved.body as { data: { _id: string; matchState: string } };
  expect(data.matchState).toBe('exception');

  await portal.signIn(page, vendor);
  await page.goto(`/documents/invoice/${data._id}`);
  await expect(page.getByRole('link', { name: 'Use HSN 10063020' })).toBeVisible();
  await expectAccessible(page, 'an exception with its ways out');
  await page.getByRole('link', { name: 'Use 140 at ₹78.28' }).click();
  const row = (line: number) => page.getByRole('row', { name: `Line ${line}`, exact: true });
  await expect(row(1).getByLabel('Quantity')).toHaveValue('140');
  await expect(page.locator('input[name="invoiceValue"]')).toHaveValue('23,343.10');
  await page.getByRole('button', { name: 'Use HSN 10063020' }).click();
  await expect(page.getByText('Matches the order and goods receipt.')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Invoice updated successfully')).toBeVisible();
  expect((await portal.call(vendor, 'GET', `/api/invoice/get/${data._id}`)).body).toMatchObject([{ matchState: 'matched' }]);

  const office = await (await browser.newContext()).newPage();
  await portal.signIn(office, portal.administrator);
  await office.goto(`/documents/invoice/${data._id}`);
  await expect(office.getByRole('heading', { level: 1 })).toContainText('9188');
  await expect(office.getByRole('link', { name: /^Use / })).toHaveCount(0);
});

test('an invoice whose whole balance is held by a claim shows both parties why it stays open', async ({ browser, page, portal }) => {
  const vendor = await portal.newVendor();
  const send = async (who: Person, path: string, body: object) => {
    const answer = await portal.call(who, 'POST', path, body);
    expect(answer.status).toBe(200);
    return (answer.body as { data: { _id: string } }).data;
  };
  const head = { invoiceNumber: '9731', invoiceDate: '2026-11-10', invoiceValue: 1000 };
  const { _id: invoiceId } = await send(vendor, '/api/invoice/create', head);
  const note = await send(vendor, '/api/creditMemo/AddUserCreditMemo', { productName: 'Bonus', amount: 5000 });
  const claim = { userID: vendor.id, productName: 'Shortage', vendorInvoiceRef: '9731', amount: 94, issuer: 'buyer' };
  await send(portal.administrator, '/api/debitMemo/AddUserDebitMemo', claim);
  await portal.signIn(page, vendor);
  await page.goto(`/documents/invoice/${invoiceId}`);
  await expect(page.getByText('The buyer’s claims hold ₹94.00 of the balance until you accept them')).toBeVisible();
  await send(portal.administrator, '/api/account/allocations/create', { memoId: note._id, invoiceId, amount: 906 });
  await page.reload();
  await expect(page.getByText('The buyer’s claims hold the whole balance of ₹94.00.')).toBeVisible();
  const office = await (await browser.newContext()).newPage();
  await portal.signIn(office, portal.administrator);
  await office.goto(`/documents/invoice/${invoiceId}`);
  await expect(office.getByText('Claims hold the whole balance of ₹94.00. The invoice stays open until the vendor')).toBeVisible();
});
