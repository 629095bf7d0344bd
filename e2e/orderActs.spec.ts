/**
 * The actions that the problems of an order offer: closing it short, a reminder, and sending an invoice back; only roles that may see them.
 */
import { expect, expectAccessible, type Person, type Portal, serial, test } from './portal.ts';

interface Placed {
  orderId: string;
  poNumber: string;
}

/** An overdue order with 4 of 10 bags received, and an invoice of 6. */
async function lateOrder(portal: Portal, vendor: Person): Promise<Placed> {
  const poNumber = `PO/A/${serial()}`;
  const item = { itemCode: 'A-1', itemName: 'Idli rice 5 kg', hsnCode: '10063020', uom: 'BAG', quantity: 10, price: 100, taxRate: 5 };
  const order = { userID: vendor.id, poNumber, poDate: '2026-11-03', deliverBy: '2026-11-10', lines: [item] };
  const made = await portal.call(portal.administrator, 'POST', '/api/buyerData/orders/create', order);
  const orderId = (made.body as { data: { _id: string } }).data._id;
  const lines = [{ orderId, line: 1, quantity: 4, rejected: 0 }];
  const receipt = { receiptNumber: `GRN/${serial()}`, receivedOn: '2026-11-10', lines };
  expect(await portal.call(portal.administrator, 'POST', '/api/receipts/create', receipt)).toMatchObject({ status: 200 });
  const billed = { invoiceNumber: String(serial()), lines: [{ orderId, line: 1, quantity: 6, unitPrice: 100 }] };
  const { body } = await portal.call(vendor, 'POST', '/api/invoice/check', billed);
  const sent = await portal.call(vendor, 'POST', '/api/invoice/create', { ...billed, ...(body as { sums: object }).sums });
  expect(sent.status).toBe(200);
  return { orderId, poNumber };
}

test('the buyer reminds the vendor of late goods, sends an exception back, and closes the order short', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  const { orderId } = await lateOrder(portal, vendor);
  await portal.signIn(page, portal.administrator);
  await page.goto(`/documents/purchaseOrder/${orderId}`);
  const row = (text: string) =>
    page
      .getByRole('region', { name: /problem/ })
      .getByRole('listitem')
      .filter({ hasText: text });
  const late = row('6 BAG not dispatched, due on 10-11-2026');
  await expect(late.getByRole('button')).toHaveText(['Close short', 'Send reminder']);
  await expectAccessible(page, 'an order with problems');

  await late.getByRole('button', { name: 'Send reminder' }).click();
  const comment = page.getByLabel('Write a comment');
  await expect(comment).toHaveValue('Line 1, Idli rice 5 kg: 6 BAG were due on 10-11-2026. When will you dispatch them?');
  await expect(comment).toBeFocused();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(comment).toHaveValue('');
  await expect(page.getByRole('tabpanel')).toContainText('When will you dispatch them?');

  const exception = row('is an exception').filter({ has: page.getByRole('link', { name: 'Review' }) });
  // The window shows an error if the invoice cannot be loaded.
  await page.route('**/api/invoice/match/*', (route) => route.fulfill({ status: 400, json: { message: 'Not now.' } }));
  await exception.getByRole('button', { name: 'Send back' }).click();
  const unread = page.getByRole('dialog', { name: 'Send back' });
  await expect(unread.getByRole('alert')).toContainText('Not now.');
  await page.unroute('**/api/invoice/match/*');
  const back = page.getByRole('dialog', { name: /^Send back invoice/ });
  await unread.getByRole('button', { name: 'Try again' }).click();
  await back.getByLabel('Reason').fill('Bill 4 bags');
  await back.getByRole('button', { name: 'Send back' }).click();
  await expect(row('was sent back')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send back' })).toHaveCount(0);

  await late.getByRole('button', { name: 'Close short' }).click();
  const close = page.getByRole('dialog', { name: /^Close order/ });
  await close.getByLabel('Reason').fill('Ordered elsewhere');
  await close.getByRole('button', { name: 'Close order' }).click();
  await expect(page.getByText('Purchase order closed.')).toBeVisible();
  await expect(late).toHaveCount(0);
});

test('actions of purchasing are offered to neither vendors nor approvers', async ({ browser, page, portal }) => {
  const vendor = await portal.newVendor();
  const { orderId } = await lateOrder(portal, vendor);
  await portal.signIn(page, vendor);
  await page.goto(`/documents/purchaseOrder/${orderId}`);
  const ways = (name: string) => page.getByRole('button', { name });
  await expect(page.getByRole('link', { name: 'Propose a new date' })).toBeVisible();
  for (const name of ['Close short', 'Send reminder', 'Send back']) await expect(ways(name)).toHaveCount(0);

  const approver = await portal.newMember(portal.administrator, 'approver');
  const office = await (await browser.newContext()).newPage();
  await portal.signIn(office, approver);
  await office.goto(`/documents/purchaseOrder/${orderId}`);
  await expect(office.getByRole('button', { name: 'Send reminder' })).toBeVisible();
  await expect(office.getByRole('button', { name: 'Send back' })).toBeVisible();
  await expect(office.getByRole('button', { name: 'Close short' })).toHaveCount(0);
});
