import { expect, expectAccessible, type Portal, serial, test } from './portal.ts';

/** An order of two lines in different units; the first is received short. */
async function orderOf(portal: Portal, userID: string): Promise<string> {
  const item = (itemCode: string, itemName: string, uom: string, quantity: number, price: number) => ({
    itemCode,
    itemName,
    hsnCode: '10063020',
    uom,
    quantity,
    price,
    taxRate: 5,
  });
  const lines = [item('W-1', 'Sona Masoori rice 1 kg', 'BAG', 144, 78.28), item('W-2', 'Moong dal 500 g', 'PAC', 100, 50)];
  const place = { deliveryLocation: 'DC 2, Survey 114, Bhiwandi' };
  const order = { userID, ...place, poNumber: `PO/L/${serial()}`, poDate: '2026-11-03', lines };
  const made = await portal.call(portal.administrator, 'POST', '/api/buyerData/orders/create', order);
  const orderId = (made.body as { data: { _id: string } }).data._id;
  const goods = [
    { orderId, line: 1, quantity: 140, rejected: 0 },
    { orderId, line: 2, quantity: 100, rejected: 0 },
  ];
  const receipt = { receiptNumber: `GRN/${serial()}`, receivedOn: '2026-11-10', lines: goods };
  expect(await portal.call(portal.administrator, 'POST', '/api/receipts/create', receipt)).toMatchObject({ status: 200 });
  return orderId;
}

test('an exception has one table of its differences with their sum, and their number in the match step', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  const orderId = await orderOf(portal, vendor.id);
  const lines = [
    { orderId, line: 1, quantity: 144, unitPrice: 80 },
    { orderId, line: 2, quantity: 100, unitPrice: 50 },
  ];
  const invoiceNumber = String(serial());
  const checked = await portal.call(vendor, 'POST', '/api/invoice/check', { invoiceNumber, lines });
  const sent = await portal.call(vendor, 'POST', '/api/invoice/create', {
    invoiceNumber,
    ...(checked.body as { sums: object }).sums,
    lines,
  });
  const id = (sent.body as { data: { _id: string } }).data._id;
  await portal.signIn(page, portal.administrator);
  await page.goto(`/documents/invoice/${id}`);

  const match = page.getByRole('region', { name: 'Match' });
  const table = match.getByRole('table');
  await expect(table).toHaveCount(1);
  for (const name of ['Ordered', 'Accepted', 'Invoiced', 'Credited', 'Difference', 'Difference in ₹', 'Taxable Value', 'Match'])
    await expect(table.getByRole('columnheader', { name, exact: true })).toBeVisible();
  const texts = (index: number) => table.getByRole('row').nth(index).locator('td, th').allInnerTexts();
  await expect(table.getByRole('row').nth(1)).toContainText('144 BAG at ₹80.00');
  const [, ...first] = await texts(1);
  expect(first).toEqual(['144', '140', '144', '0', '+4', '+₹588.84', '₹11,520.00', 'Exception']);
  const [, ...second] = await texts(2);
  expect(second).toEqual(['100', '100', '100', '0', '0', '₹0.00', '₹5,000.00', 'Matched']);
  // The units differ, so only the rupee columns have a total.
  expect(await texts(3)).toEqual(['Total', '', '', '', '', '', '+₹588.84', '₹16,520.00', '']);
  await expect(page.getByRole('region', { name: 'Progress' }).getByRole('listitem').nth(1)).toContainText('2 differences');
  await expectAccessible(page, 'an invoice with differences');
  for (const width of [768, 360]) {
    await page.setViewportSize({ width, height: 780 });
    await expect(match).toContainText('+₹588.84');
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  }
  // The buttons of a problem are below its text on a tablet, and the text keeps its width.
  await page.setViewportSize({ width: 768, height: 1024 });
  const problem = page.getByRole('listitem').filter({ hasText: 'Line 1: invoiced 144' });
  const [text, ways] = [problem.locator('strong').first(), problem.getByRole('button').first()];
  const [above, below] = [await text.boundingBox(), await ways.boundingBox()];
  expect(above?.width).toBeGreaterThan(340);
  expect(below?.y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0));
});

test('invoice and payment show the addresses of their parties, and the invoice its delivery location', async ({ portal, browser }) => {
  const vendor = await portal.newVendor({ address_Line1: '77 Mill Road' });
  const orderId = await orderOf(portal, vendor.id);
  const lines = [{ orderId, line: 2, quantity: 100, unitPrice: 50 }];
  const invoiceNumber = String(serial());
  const checked = await portal.call(vendor, 'POST', '/api/invoice/check', { invoiceNumber, lines });
  const orders = await portal.call(vendor, 'GET', '/api/purChaseOrder/get?page=1&pageSize=5');
  const PONumber = (orders.body as { poNumber: string }[])[0]?.poNumber;
  const sent = await portal.call(vendor, 'POST', '/api/invoice/create', {
    invoiceNumber,
    PONumber,
    ...(checked.body as { sums: object }).sums,
    lines,
  });
  const { _id: id } = (sent.body as { data: { _id: string } }).data;
  const payment = { userID: vendor.id, invoiceNumber, amount: '10', paymentMode: 'online' };
  const paid = await portal.call(portal.administrator, 'POST', '/api/vendorPaymentReport/create', payment);
  for (const person of [portal.administrator, vendor]) {
    const page = await (await browser.newContext()).newPage();
    await portal.signIn(page, person);
    await page.goto(`/documents/invoice/${id}`);
    const facts = page.getByRole('complementary', { name: 'Details' });
    await expect(facts).toContainText(/Vendor Address.*77 Mill Road/);
    await expect(facts).toContainText('Ship ToDC 2, Survey 114, Bhiwandi');
    await page.goto(`/documents/payment/${(paid.body as { data: { _id: string } }).data._id}`);
    await expect(facts).toContainText(/Vendor Address.*77 Mill Road/);
  }
});
