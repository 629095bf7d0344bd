import { expect, expectAccessible, type Person, type Portal, serial, test } from './portal.ts';

/** An order with 140 of 144 pieces accepted. */
async function received(portal: Portal, vendor: Person): Promise<string> {
  const item = {
    itemCode: 'W-1',
    itemName: 'Sona Masoori rice 1 kg',
    hsnCode: '10063020',
    uom: 'BAG',
    quantity: 144,
    price: 78.28,
    taxRate: 5,
  };
  const order = { userID: vendor.id, poNumber: `PO/W/${serial()}`, poDate: '2026-11-03', lines: [item] };
  const made = await portal.call(portal.administrator, 'POST', '/api/buyerData/orders/create', order);
  const orderId = (made.body as { data: { _id: string } }).data._id;
  const lines = [{ orderId, line: 1, quantity: 140, rejected: 0 }];
  const receipt = { receiptNumber: `GRN/${serial()}`, receivedOn: '2026-11-10', lines };
  expect(await portal.call(portal.administrator, 'POST', '/api/receipts/create', receipt)).toMatchObject({ status: 200 });
  return orderId;
}

interface Billed {
  number: string;
  quantity: number;
  unitPrice: number;
}

/** Creates an invoice with the totals of its line. @returns its ID. */
async function bill(portal: Portal, vendor: Person, orderId: string, { number, quantity, unitPrice }: Billed): Promise<string> {
  const lines = [{ orderId, line: 1, quantity, unitPrice }];
  const checked = await portal.call(vendor, 'POST', '/api/invoice/check', { invoiceNumber: number, lines });
  const { sums } = checked.body as { sums: object };
  const sent = await portal.call(vendor, 'POST', '/api/invoice/create', { invoiceNumber: number, ...sums, lines });
  expect(sent.status).toBe(200);
  return (sent.body as { data: { _id: string } }).data._id;
}

test('the vendor credits the goods of an exception in a pre-filled form, and then the invoice matches', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  const orderId = await received(portal, vendor);
  const id = await bill(portal, vendor, orderId, { number: '7701', quantity: 144, unitPrice: 78.28 });
  await portal.signIn(page, vendor);
  await page.goto(`/documents/invoice/${id}`);
  const problem = page.getByRole('listitem').filter({ hasText: 'Line 1: invoiced 144' });
  await expect(problem).toContainText('+4 BAG');
  await expect(problem).toContainText('+₹328.78');
  await expectAccessible(page, 'an exception with its ways out');
  await problem.getByRole('link', { name: 'Add credit memo' }).click();
  await expect(page.getByLabel('Product Name')).toHaveValue('Sona Masoori rice 1 kg');
  await expect(page.getByLabel('Item Quantity')).toHaveValue('4');
  await expect(page.locator('input[name="amount"]')).toHaveValue('328.78');
  await expect(page.locator('input[name="vendorInvoiceRef"]')).toHaveValue('7701');
  await expectAccessible(page, 'a credit memo for a line');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('button', { name: 'Submit' })).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`/documents/invoice/${id}|/invoices/credit`));
  await page.goto(`/documents/invoice/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('7701');
  await expect(page.getByText('Exception', { exact: true })).toHaveCount(0);
});

test('the buyer requests a credit memo, and the vendor proposes its price, by a comment that they can still change', async ({
  browser,
  page,
  portal,
}) => {
  const vendor = await portal.newVendor();
  const orderId = await received(portal, vendor);
  const id = await bill(portal, vendor, orderId, { number: '7702', quantity: 144, unitPrice: 80 });
  await portal.signIn(page, portal.administrator);
  await page.goto(`/documents/invoice/${id}`);
  const row = (text: string) => page.getByRole('listitem').filter({ hasText: text });
  // A release would accept the quantity too.
  await expect(row('price is ₹80.00').getByRole('button', { name: 'Accept ₹80.00' })).toHaveCount(0);
  await expect(row('price is ₹80.00').getByRole('link', { name: 'Amend order' })).toHaveAttribute(
    'href',
    `/buyer-data/orders/edit/${orderId}`,
  );
  await page.getByRole('tab', { name: 'History' }).click();
  await row('invoiced 144').getByRole('button', { name: 'Request credit memo' }).click();
  const comment = page.getByLabel('Write a comment');
  await expect(comment).toBeFocused();
  await expect(comment).toHaveValue('Please add a credit memo for 4 BAG of line 1, Sona Masoori rice 1 kg.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();

  const office = await (await browser.newContext()).newPage();
  await portal.signIn(office, vendor);
  await office.goto(`/documents/invoice/${id}`);
  await expect(office.getByText('Please add a credit memo for 4 BAG')).toBeVisible();
  await office.getByRole('button', { name: 'Propose ₹80.00' }).click();
  await expect(office.getByLabel('Write a comment')).toHaveValue(
    'We propose ₹80.00 for line 1, Sona Masoori rice 1 kg. The order has ₹78.28.',
  );
});

test('the buyer accepts a price by releasing the invoice, and a reader has no button', async ({ browser, page, portal }) => {
  const vendor = await portal.newVendor();
  const orderId = await received(portal, vendor);
  const id = await bill(portal, vendor, orderId, { number: '7703', quantity: 140, unitPrice: 80 });
  const auditor = await portal.newMember(portal.administrator, 'auditor');
  const office = await (await browser.newContext()).newPage();
  await portal.signIn(office, auditor);
  await office.goto(`/documents/invoice/${id}`);
  const problem = (of: typeof page) => of.getByRole('listitem').filter({ hasText: 'price is ₹80.00' });
  await expect(problem(office)).toBeVisible();
  await expect(problem(office).getByRole('button')).toHaveCount(0);
  await expect(problem(office).getByRole('link')).toHaveCount(0);

  await portal.signIn(page, portal.administrator);
  await page.goto(`/documents/invoice/${id}`);
  await problem(page).getByRole('button', { name: 'Accept ₹80.00' }).click();
  const dialog = page.getByRole('dialog', { name: 'Release invoice 7703' });
  await expect(dialog.getByLabel('Reason')).toHaveValue('₹80.00 accepted for line 1.');
  await dialog.getByRole('button', { name: 'Release' }).click();
  await expect(page.getByText('Invoice released.').first()).toBeVisible();
  await expect(problem(page).getByRole('button')).toHaveCount(0);
});

test('an error of the header links to its field', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  const orderId = await received(portal, vendor);
  const lines = [{ orderId, line: 1, quantity: 140 }];
  const { body } = await portal.call(vendor, 'POST', '/api/invoice/check', { invoiceNumber: '7704', lines });
  const { sums } = body as { sums: object };
  const early = { invoiceNumber: '7704', invoiceDate: '2026-11-01', ...sums, lines };
  const sent = await portal.call(vendor, 'POST', '/api/invoice/create', early);
  const id = (sent.body as { data: { _id: string } }).data._id;
  await portal.signIn(page, vendor);
  await page.goto(`/documents/invoice/${id}`);
  await page.getByRole('link', { name: 'Correct date' }).click();
  await expect(page.getByRole('textbox', { name: 'Invoice Date' })).toBeFocused();
});

test('the vendor settles the buyer’s claim in two clicks with a pre-filled memo', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  const orderId = await received(portal, vendor);
  await bill(portal, vendor, orderId, { number: '7705', quantity: 140, unitPrice: 78.28 });
  const claim = {
    userID: vendor.id,
    memoNumber: 'CL/7',
    vendorInvoiceRef: '7705',
    description: 'Wet bags',
    amount: 944,
    kind: 'commercial',
  };
  const made = await portal.call(portal.administrator, 'POST', '/api/debitMemo/AddUserDebitMemo', claim);
  expect(made.status).toBe(200);
  await portal.signIn(page, vendor);
  await page.goto(`/documents/debitMemo/${(made.body as { data: { _id: string } }).data._id}`);
  await page.getByRole('link', { name: 'Add credit memo' }).click();
  await expect(page.locator('input[name="amount"]')).toHaveValue('944.00');
  await expect(page.getByRole('combobox', { name: 'Claim settled by this memo' })).toHaveValue('CL/7, ₹944.00');
  await expectAccessible(page, 'a credit memo for a claim');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Settled', { exact: true }).first()).toBeVisible();
});
