/** Screens after a completed step: the settled task disappears from lists and counts, and the focus moves to where the work continues. */
import type { Page } from '@playwright/test';

import { ownPortal } from './ownPortal.ts';
import { expect, expectAccessible, type Person, type Portal, serial, test } from './portal.ts';

async function made(portal: Portal, person: Person, path: string, body: object, method: 'POST' | 'PUT' = 'POST'): Promise<string> {
  const answer = await portal.call(person, method, path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return (answer.body as { data: { _id: string } }).data._id;
}

/** An order of two lines of 100 at ₹400 with 5% tax, and the number of a dispatch note for it. */
async function placeOrder(portal: Portal, vendor: Person) {
  const poNumber = `PO/A/${serial()}`;
  const line = { quantity: 100, price: 400, taxRate: 5, hsnCode: '10063020', uom: 'BAG' };
  const lines = [1, 2].map((place) => ({ ...line, itemCode: `A-${place}`, itemName: `Rice ${place}` }));
  const order = { userID: vendor.id, poNumber, poDate: '2026-11-03', deliverBy: '2098-12-01', lines };
  const orderId = await made(portal, portal.administrator, '/api/buyerData/orders/create', order);
  return { poNumber, orderId, DCNumber: `A/${serial()}` };
}

/** A draft dispatch note with all lines of an order. */
async function packGoods(portal: Portal, vendor: Person, { poNumber, orderId, DCNumber }: Awaited<ReturnType<typeof placeOrder>>) {
  const note = await made(portal, vendor, '/api/desPatchNote/create', { DCNumber, PONumber: poNumber });
  const lines = [1, 2].map((line) => ({ orderId, line, quantity: 100 }));
  await made(portal, vendor, `/api/dispatchGoods/save/${note}`, { kind: 'challan', lines }, 'PUT');
  return note;
}

const waiting = (page: Page, entry: string) => page.getByRole('link', { name: `${entry}: 1 for me` });

test('a completed step disappears from the menu count and the list of goods in transit immediately', async ({ page, portal, browser }) => {
  const vendor = await portal.newVendor();
  const order = await placeOrder(portal, vendor);
  const note = await packGoods(portal, vendor, order);
  await portal.signIn(page, vendor);
  await page.goto(`/purchase-orders/dispatch-note/goods/${note}`);
  await expect(waiting(page, 'Dispatch Note')).toBeVisible();
  await page.getByRole('button', { name: 'Mark as ready' }).click();
  await expect(waiting(page, 'Dispatch Note')).toHaveCount(0);
  await page.getByRole('button', { name: 'Mark as dispatched' }).click();
  // The receiver enters the arrival: the vendor may mark it, but the page does not suggest it.
  await expect(page.getByRole('button', { name: 'Mark as dispatched' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Mark as arrived' })).toHaveCount(0);
  await page.getByRole('button', { name: 'More actions' }).first().click();
  await expect(page.getByRole('menuitem', { name: 'Mark as arrived' })).toBeVisible();

  const office = await (await browser.newContext()).newPage();
  await portal.signIn(office, portal.administrator);
  await office.goto('/purchase-orders/receive');
  const transit = office.getByRole('button', { name: `Receive ${order.DCNumber}`, exact: true });
  await transit.click();
  await office.getByRole('textbox', { name: 'Receipt Number' }).fill(`GRN/${serial()}`);
  await office.getByRole('button', { name: 'Save goods receipt' }).click();
  await expect(office.getByText('Goods receipt saved.')).toBeVisible();
  await expect(transit).toHaveCount(0);
  await office.context().close();
});

test('a form that was left refreshes the count of the menu', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  await made(portal, portal.administrator, '/api/debitMemo/AddUserDebitMemo', { userID: vendor.id, productName: 'Rice', amount: 250 });
  const order = await placeOrder(portal, vendor);
  await portal.signIn(page, vendor);
  await page.goto(`/purchase-orders/dispatch-note/create?PONumber=${encodeURIComponent(order.poNumber)}`);
  await page.getByRole('textbox', { name: 'DC Number' }).fill(order.DCNumber);
  await expect(waiting(page, 'Dispatch Note')).toHaveCount(0);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByLabel('Quantity, line 1', { exact: true })).toHaveValue('100');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Goods saved.')).toBeVisible();
  await expect(waiting(page, 'Dispatch Note')).toBeVisible();
});

test('the view of overdue invoices has the same total as the dashboard', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  const invoiceNumber = String(serial());
  await made(portal, vendor, '/api/invoice/create', { invoiceNumber, invoiceValue: 1000, invoiceDate: '2026-01-05' });
  const payment = { userID: vendor.id, invoiceNumber, paymentMode: 'online', amount: 400 };
  await made(portal, portal.administrator, '/api/vendorPaymentReport/create', payment);
  await portal.signIn(page, vendor);
  await page.goto('/dashboard');
  const overdue = page.getByRole('region', { name: 'Receivables' }).getByRole('link', { name: /Overdue/ });
  await expect(overdue).toContainText('₹600.00');
  await overdue.click();
  await expect(page.getByRole('navigation', { name: 'Views of the list' }).getByRole('link', { name: /^Overdue 1/ })).toContainText(
    '₹600.00',
  );
  await expectAccessible(page, 'overdue invoices');
});

test('the focus stays where a task was done, and in the drawer of an invoice that was sent back', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  const order = await placeOrder(portal, vendor);
  const lines = [{ orderId: order.orderId, line: 1, quantity: 80 }];
  const receipt = { receiptNumber: `GR/${serial()}`, receivedOn: '2026-11-10', noteId: null, lines };
  await made(portal, portal.administrator, '/api/receipts/create', receipt);
  const invoiceNumber = String(serial());
  const sums = { invoiceValue: 42000, CGSTValue: 1000, SGSTValue: 1000, invoiceDate: '2026-11-10' };
  const invoice = { invoiceNumber, lines: [{ orderId: order.orderId, line: 1, quantity: 100 }], ...sums };
  const id = await made(portal, vendor, '/api/invoice/create', invoice);
  await portal.signIn(page, portal.administrator);
  await page.goto(`/invoices/invoice?userID=${vendor.id}&open=${id}`);
  const drawer = page.getByRole('dialog', { name: `Invoice ${invoiceNumber}` });
  await drawer.getByRole('button', { name: 'Send back', exact: true }).click();
  const question = page.getByRole('dialog', { name: `Send back invoice ${invoiceNumber}` });
  await question.getByLabel('Reason').fill('Bill 80 bags');
  await question.getByRole('button', { name: 'Send back', exact: true }).click();
  await expect(question).toHaveCount(0);
  await expect(drawer.getByText('Sent back').first()).toBeVisible();
  await expect.poll(() => drawer.evaluate((element) => element.contains(document.activeElement))).toBe(true);
});

test('saved goods scroll to the top, where the next step is, and a status change of the dispatch note to its status', async ({
  page,
  portal,
}) => {
  const vendor = await portal.newVendor();
  const note = await packGoods(portal, vendor, await placeOrder(portal, vendor));
  await portal.signIn(page, vendor);
  await page.goto(`/purchase-orders/dispatch-note/goods/${note}`);
  await page.getByLabel('Batch, line 1', { exact: true }).fill('B-7');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Goods saved.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Mark as ready' })).toBeInViewport();
  const problem = page.getByRole('region', { name: '1 problem' });
  await expect(problem).toContainText('These goods are worth ₹84,000.00. Goods above ₹50,000.00 need an e-way bill.');
  await expect(problem.getByRole('link', { name: 'E-way Bill Number' })).toHaveAttribute('href', new RegExp(`dispatch-note/edit/${note}$`));
  await page.getByRole('button', { name: 'Mark as ready' }).click();
  await expect(page.getByRole('button', { name: 'Mark as dispatched' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expectAccessible(page, 'a note that is ready');
});

test('a sent confirmation shows the confirmed quantities, line by line and as a total, and links to the order', async ({
  page,
  portal,
}) => {
  const vendor = await portal.newVendor();
  const { poNumber, orderId } = await placeOrder(portal, vendor);
  await portal.signIn(page, vendor);
  await page.goto(`/purchase-orders/answers/${orderId}`);
  await page.getByLabel('Response, line 2', { exact: true }).selectOption('Rejected');
  await page.getByLabel('Reason, line 2', { exact: true }).selectOption('Not available');
  await page.getByRole('button', { name: 'Send confirmation' }).click();
  await expect(page.getByText('Confirmation sent.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  const main = page.getByRole('main');
  await expect(main).toContainText('Confirmed₹40,000.00');
  await expect(main).toContainText('Rejected-₹40,000.00');
  await expect(page.getByLabel('Delivery date, line 1', { exact: true })).toHaveAttribute('placeholder', '01-12-2098');
  await expect(page.getByLabel('Confirm, line 2', { exact: true })).toHaveAttribute('placeholder', '0');
  await expectAccessible(page, 'a sent confirmation');
  await page.getByRole('link', { name: 'Go to order' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(poNumber);
  await expect(page.getByRole('link', { name: 'Create dispatch note' }).first()).toBeVisible();
});

test('amounts of tasks are aligned at the right, whatever their step is called', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  await placeOrder(portal, vendor);
  const { orderId } = await placeOrder(portal, vendor);
  await made(portal, vendor, `/api/purChaseOrder/acknowledge/${orderId}`, {});
  await portal.signIn(page, vendor);
  await page.goto('/dashboard');
  const today = page.getByRole('region', { name: 'For you today' });
  const amounts = today.getByRole('listitem').getByText('₹84,000.00', { exact: true });
  await expect(amounts).toHaveCount(2);
  const edges = await amounts.evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().right)));
  expect(new Set(edges).size, edges.join()).toBe(1);
});

test('a statement waiting for its vendor is a task of the day until it is agreed', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  await made(portal, vendor, '/api/invoice/create', { invoiceNumber: String(serial()), invoiceValue: 1000, invoiceDate: '2026-10-15' });
  await portal.signIn(page, vendor);
  await page.goto('/dashboard');
  const tasks = page.getByRole('region', { name: 'Statements waiting for your response' }).getByRole('listitem');
  await expect(tasks.first()).toContainText('₹1,000.00');
  await expectAccessible(page, 'statements among the tasks');
  const before = await tasks.count();
  await tasks
    .first()
    .getByRole('link', { name: /^Check/ })
    .click();
  await page
    .getByRole('button', { name: /^Agree to statement/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Agree', exact: true }).click();
  await expect(page.getByText('Statement agreed.')).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Receivables' })).toBeVisible();
  await expect(tasks).toHaveCount(before - 1);
});

/** Controls apply to the whole portal, so this test has a portal of its own. */
const inOwnPortal = test.extend({
  baseURL: async ({ baseURL: _shared }, use) => {
    const own = await ownPortal();
    try {
      await own.start();
      await use(own.url);
    } finally {
      await own.stop();
      await own.remove();
    }
  },
});

inOwnPortal(
  'an invoice without lines says at its head why its approval has ended, to its vendor and to the buyer',
  async ({ browser, page, portal }) => {
    const { administrator } = portal;
    const vendor = await portal.newVendor();
    const line = { itemCode: 'W-1', itemName: 'Rice', quantity: 100, price: 100, taxRate: 5, hsnCode: '10063020', uom: 'BAG' };
    const order = { userID: vendor.id, poNumber: 'PO/W7', poDate: '2026-11-03', deliverBy: '2098-12-01', lines: [line] };
    const orderId = await made(portal, administrator, '/api/buyerData/orders/create', order);
    const arrived = (receiptNumber: string, quantity: number) =>
      made(portal, administrator, '/api/receipts/create', {
        receiptNumber,
        receivedOn: '2026-11-10',
        noteId: null,
        lines: [{ orderId, line: 1, quantity }],
      });
    const receipt = await arrived('GR/W7', 100);
    const billed = { invoiceNumber: '9777', invoiceValue: 10_500, invoiceDate: '2026-11-11', PONumber: 'PO/W7' };
    const id = await made(portal, vendor, '/api/invoice/create', billed);
    const controls = await portal.call(administrator, 'PUT', '/api/controls', {
      payableInvoices: 'approved',
      currentPassWord: administrator.password,
    });
    expect(controls.status, JSON.stringify(controls.body)).toBe(200);
    expect((await portal.call(administrator, 'POST', '/api/invoice/approve', { invoiceIdList: [id] })).status).toBe(200);

    const message =
      'The approval of invoice 9777 has ended: the invoices of order PO/W7 total ₹10,500.00, but only ₹9,450.00 is accepted now.';
    await portal.signIn(page, vendor);
    await page.goto(`/documents/invoice/${id}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('9777');
    await expect(page.getByText('Approved', { exact: true }).first()).toBeVisible();
    await expect(page.getByText(message)).toHaveCount(0);

    // Another user cancels the receipt in the meantime, in order to count the goods again.
    await made(portal, administrator, `/api/receipts/cancel/${receipt}`, { reason: 'Counted again' });
    await arrived('GR/W7/2', 90);
    await page.reload();
    const office = await (await browser.newContext()).newPage();
    await portal.signIn(office, administrator);
    await office.goto(`/documents/invoice/${id}`);
    for (const [own, wayOut] of [
      [page, 'Enter the lines of the invoice, or correct its value. The buyer can then approve it again.'],
      [office, 'Ask the vendor for its lines, or enter the goods receipt. Then approve it again.'],
    ] as const) {
      await expect(own.getByRole('heading', { level: 1 })).toContainText('9777');
      await expect(own.getByText(message)).toBeVisible();
      await expect(own.getByText(wayOut)).toBeVisible();
      await expectAccessible(own, 'an invoice whose approval has ended');
    }
    await office.context().close();
  },
);
