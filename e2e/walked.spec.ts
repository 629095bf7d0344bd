/** Faults that a walk through the screens found; each test uses the screen where the fault appeared. */
import { expect, inHindi, type Person, type Portal, serial, settled, test } from './portal.ts';

const PHONE = { width: 360, height: 780 };
const LINE = { itemCode: 'W-1', itemName: 'Basmati rice 5 kg', quantity: 10, price: 100, taxRate: 5, hsnCode: '10063020' };

async function done(portal: Portal, person: Person, method: 'POST' | 'PUT', path: string, body: object): Promise<string> {
  const answer = await portal.call(person, method, path, body);
  expect([path, answer]).toMatchObject([path, { status: 200 }]);
  return (answer.body as { data?: { _id?: string } }).data?._id ?? '';
}

function order(portal: Portal, vendor: Person, poNumber: string): Promise<string> {
  const body = { userID: vendor.id, poNumber, poDate: '2026-11-03', deliverBy: '2098-12-01', lines: [LINE] };
  return done(portal, portal.administrator, 'POST', '/api/buyerData/orders/create', body);
}

for (const width of [1440, 360]) {
  test(`nothing moves while a list and the dashboard load, at ${width} px`, async ({ page, portal }) => {
    await page.addInitScript(() => {
      // Each layout shift is stored with its text, so that a failure names it.
      const shifts: [number, string][] = [];
      Object.assign(window, { shifts });
      const observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { value, sources } = entry as PerformanceEntry & { value: number; sources: { node: Node | null }[] };
          if (value > 0.005) shifts.push([value, sources.map(({ node }) => (node?.textContent ?? '').slice(0, 40)).join('; ')]);
        }
      });
      observer.observe({ type: 'layout-shift', buffered: true });
    });
    await page.route('**/api/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue();
    });
    await page.setViewportSize({ width, height: 780 });
    // Other tests change the data of buyer users, so the test uses its own vendor.
    const vendor = await portal.newVendor();
    await order(portal, vendor, `PO/W/${serial()}`);
    await done(portal, vendor, 'POST', '/api/invoice/create', { invoiceNumber: '4711', invoiceValue: 118, invoiceDate: '2026-11-20' });
    await portal.signIn(page, vendor);
    for (const path of ['/invoices/invoice', '/purchase-orders', '/dashboard']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await settled(page);
      await expect(page.getByRole('contentinfo')).toBeVisible();
      const moved = await page.evaluate(() => (window as unknown as { shifts: [number, string][] }).shifts);
      expect([path, moved]).toEqual([path, []]);
    }
  });
}

test('a comment on a vendor states who can read it, and the audit log names its document', async ({ page, portal }) => {
  const company = `Konkan Mills ${serial()}`;
  const vendor = await portal.newVendor({ vendor_name: company });
  await portal.signIn(page, portal.administrator);
  await page.goto(`/documents/vendor/${vendor.id}`);
  await expect(page.getByRole('main').getByRole('link', { name: 'Vendors', exact: true })).toHaveAttribute('href', '/vendors');
  await expect(page.getByText(`${company} can read it.`)).toBeVisible();
  await page.getByLabel('Write a comment').fill('Please renew the licence.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Please renew the licence.' })).toBeVisible();
  await page.goto(`/audit-log?userID=${vendor.id}&entity=comment`);
  await expect(page.getByRole('row').nth(1)).toContainText(`Comment ${company}`);
});

test('a released invoice shows its approver what was released, and needs no second release', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  const poNumber = `PO/W/${serial()}`;
  const orderId = await order(portal, vendor, poNumber);
  const head = { PONumber: poNumber, invoiceNumber: String(serial()), invoiceDate: '2026-11-20' };
  const amounts = { invoiceValue: 1155, CGSTValue: 27.5, SGSTValue: 27.5 };
  const lines = [{ orderId, line: 1, quantity: 10, unitPrice: 110, taxRate: 5 }];
  const invoice = await done(portal, vendor, 'POST', '/api/invoice/create', { ...head, ...amounts, lines });
  await page.setViewportSize(PHONE);
  await portal.signIn(page, portal.administrator);
  await page.goto(`/documents/invoice/${invoice}`);
  const problems = page.getByRole('region', { name: /problem/ });
  await expect(problems).toContainText('or release it.');
  await page.getByRole('button', { name: 'Release' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Agreed on the phone.');
  await dialog.getByRole('button', { name: 'Release' }).click();
  await expect(page.getByText('Agreed on the phone.')).toBeVisible();
  await expect(problems).toContainText('₹110.00');
  await expect(problems).not.toContainText('release it');
  // The next step fills the bar at the bottom, next to the menu.
  const approve = page.getByRole('button', { name: 'Approve', exact: true });
  expect((await approve.boundingBox())?.width).toBeGreaterThan(250);
});

test('the number of a task of the day is complete on a phone, beside the longest step', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  const poNumber = `PO${String(serial()).padStart(12, '0')}`;
  const orderId = await order(portal, vendor, poNumber);
  await done(portal, vendor, 'POST', `/api/orderAnswer/send/${orderId}`, { lines: [{ line: 1, decision: 'accept' }] });
  await page.setViewportSize(PHONE);
  await inHindi(page);
  await portal.signIn(page, vendor);
  await page.goto('/dashboard');
  const name = page.getByText(poNumber, { exact: true }).first();
  await expect(name).toBeVisible();
  const lines = await name.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  });
  expect(lines).toBe(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
});

test('a vendor waiting for activation is activated on the first screen of a phone', async ({ page, portal }) => {
  const vendor = await portal.newVendor({ vendor_name: `Waiting Mill ${serial()}`, isActive: false });
  await portal.signIn(page, portal.administrator);
  await page.setViewportSize(PHONE);
  await page.goto(`/user-profile/${vendor.id}`);
  const activate = page.getByRole('button', { name: 'Activate', exact: true });
  await expect(activate).toBeInViewport({ ratio: 1 });
  await activate.click();
  await expect(activate).toBeHidden();
});
