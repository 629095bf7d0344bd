import { expect, expectAccessible, type Person, type Portal, settled, test } from './portal.ts';

async function withPayments(portal: Portal, count: number): Promise<Person> {
  const vendor = await portal.newVendor({ vendor_name: 'Godavari Spices' });
  const invoice = { invoiceNumber: '4711', invoiceValue: 5000, invoiceDate: '2026-11-02' };
  expect((await portal.call(vendor, 'POST', '/api/invoice/create', invoice)).status).toBe(200);
  for (let amount = 1; amount <= count; amount += 1) {
    const payment = { invoiceNumber: '4711', amount, paymentMode: 'online' };
    expect((await portal.call(vendor, 'POST', '/api/vendorPaymentReport/create', payment)).status).toBe(200);
  }
  return vendor;
}

test('a notification is counted, opens its screen and is marked as read, and a button marks the others @journey', async ({
  page,
  portal,
}) => {
  await portal.signIn(page, await withPayments(portal, 2));
  await page.goto('/dashboard');
  const bell = page.getByRole('button', { name: 'Notifications, 2 unread' });
  await expect(bell).toBeVisible();
  await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', '/favicon-unread.svg');
  expect((await page.request.get('/favicon-unread.svg')).headers()['content-type']).toContain('image/svg+xml');
  await settled(page);
  await bell.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  const payments = panel.getByRole('region', { name: 'Payments' }).getByRole('link');
  await expect(payments).toHaveText([/Payment of ₹2\.00 recorded.*Invoice 4711.*Unread/, /Payment of ₹1\.00 recorded.*Unread/]);
  await expectAccessible(page, 'notices');
  await payments.first().click();
  await expect(page.getByRole('heading', { name: 'Payment Report', level: 1 })).toBeVisible();
  const left = page.getByRole('button', { name: 'Notifications, 1 unread' });
  await expect(left).toBeVisible();
  // Opening the panel marks no notification as read.
  await left.click();
  await expect(payments).toHaveText([/₹2\.00 recorded(?!.*Unread)/, /₹1\.00 recorded.*Unread/]);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await page.reload();
  await left.click();
  await panel.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(panel.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0);
  await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', '/favicon.svg');
  await expect(payments).toHaveCount(2);
  await expect(panel.getByText('Unread')).toHaveCount(0);
});

test('a type is turned off on the profile, and an empty panel shows a message', async ({ page, portal }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await portal.signIn(page, await withPayments(portal, 1));
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await expect(panel.getByRole('link', { name: /Payment of/ })).toBeVisible();
  await expectAccessible(page, 'notices on a phone');
  await panel.getByRole('link', { name: 'Choose your notifications' }).click();
  const settings = page.getByRole('region', { name: 'E-mails and notifications' });
  await settings.getByRole('switch', { name: 'Payments: notification' }).press('Space');
  await expect(page.getByText('Notification settings saved.')).toBeVisible();
  await expect(settings.getByRole('switch', { name: 'Payments: e-mail' })).toBeChecked();
  await expectAccessible(page, 'the switches on a phone');
  await page.getByRole('button', { name: 'Notifications', exact: true }).click();
  await expect(panel.getByText('No notifications')).toBeVisible();
  await expectAccessible(page, 'no notices');
});

test('notifications that cannot be loaded show a message and can be tried again', async ({ page, portal }) => {
  await portal.signIn(page, await withPayments(portal, 1));
  await page.route('**/api/notices', (route) => route.fulfill({ status: 400, json: { message: 'The portal is busy.' } }));
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Notifications', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await expect(panel.getByText('The portal is busy.')).toBeVisible();
  await page.unroute('**/api/notices');
  await panel.getByRole('button', { name: 'Try again' }).click();
  await expect(panel.getByRole('link', { name: /Payment of/ })).toBeVisible();
});

test('older notifications load on request', async ({ page, portal }) => {
  await portal.signIn(page, await withPayments(portal, 32));
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Notifications, 32 unread' }).click();
  const links = page.getByRole('dialog', { name: 'Notifications' }).getByRole('link', { name: /Payment of/ });
  await expect(links).toHaveCount(30);
  await page.getByRole('button', { name: 'Show older notifications' }).click();
  await expect(links).toHaveCount(32);
});

test('a vendor is notified of rejected goods, and the notification opens the receipt with the reason', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  const line = { itemCode: 'M-1', itemName: 'Basmati rice 5 kg', uom: 'BAG', quantity: 100, price: 100, taxRate: 5, hsnCode: '10063020' };
  const order = { userID: vendor.id, poNumber: 'PO/N9', poDate: '2026-11-03', lines: [line] };
  const placed = await portal.call(portal.administrator, 'POST', '/api/buyerData/orders/create', order);
  const orderId = (placed.body as { data: { _id: string } }).data._id;
  const receiptNumber = `GRN/N${vendor.id}`;
  const lines = [{ orderId, line: 1, quantity: 20, rejected: 3, reason: 'damaged', remark: 'Torn in transit' }];
  const receipt = { receiptNumber, receivedOn: '2026-11-09', lines };
  expect((await portal.call(portal.administrator, 'POST', '/api/receipts/create', receipt)).status).toBe(200);
  await portal.signIn(page, vendor);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: /^Notifications, \d unread$/ }).click();
  const told = page
    .getByRole('dialog', { name: 'Notifications' })
    .getByRole('region', { name: 'Rejected, short and over' })
    .getByRole('link');
  await expect(told).toContainText(`Goods receipt ${receiptNumber}: goods rejected`);
  await expect(told).toContainText('Line 1 of order PO/N9: 3 BAG rejected (damaged).');
  await expectAccessible(page, 'a notice of rejected goods');
  await told.click();
  await expect(page).toHaveURL(/\/documents\/receipt\/\d+$/);
  await expect(page.getByText('Torn in transit').first()).toBeVisible();
});
