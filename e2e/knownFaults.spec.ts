/** Faults that a review of the screens found; each test uses the screen where the fault appeared. */
import { expect, expectAccessible, type Person, type Portal, serial, test } from './portal.ts';

/** The date in India, offset from today by the given number of days. */
const day = (offset: number) => new Date(Date.now() + 5.5 * 3_600_000 + offset * 86_400_000).toISOString().slice(0, 10);
const LINE = { itemCode: 'M-1', itemName: 'Basmati rice 5 kg', quantity: 100, price: 1000, taxRate: 5, hsnCode: '10063020' };

async function done(portal: Portal, person: Person, method: 'POST' | 'PUT', path: string, body: object): Promise<string> {
  const answer = await portal.call(person, method, path, body);
  expect([path, answer]).toMatchObject([path, { status: 200 }]);
  return (answer.body as { data?: { _id?: string } }).data?._id ?? '';
}

function order(portal: Portal, vendor: Person, poNumber: string, lines: readonly object[] = [LINE]): Promise<string> {
  const body = { userID: vendor.id, poNumber, poDate: day(-9), deliverBy: day(20), lines };
  return done(portal, portal.administrator, 'POST', '/api/buyerData/orders/create', body);
}

test('a price that the buyer disapproved is no longer pending, for either party', async ({ page, portal, browser }) => {
  const vendor = await portal.newVendor();
  const { body: items } = await portal.call(portal.administrator, 'GET', '/api/buyerData/items?page=1&pageSize=30');
  const ids: string[] = [];
  for (const { EANCode } of items as { EANCode: string }[]) {
    if (ids.length === 2) break;
    const form = { EANCode, shelfLifeDays: 90, quantity: 5, MRP: 100, percentage: 20, margin: 20, sellingPrice: 80 };
    // Some of the demo's items share their EAN with another item and cannot be offered.
    const { status, body } = await portal.call(vendor, 'POST', '/api/product/create', form);
    if (status === 200) ids.push((body as { data: { _id: string } }).data._id);
  }
  const refusal = { productIdList: ids.slice(0, 1), reason: 'Below the agreed margin' };
  await done(portal, portal.administrator, 'PUT', '/api/product/refusePrices', refusal);
  const own = await (await browser.newContext()).newPage();
  for (const [on, person, path] of [
    [own, vendor, '/master-products/products'],
    [page, portal.administrator, `/master-products/price-review?userID=${vendor.id}`],
  ] as const) {
    await portal.signIn(on, person);
    await on.goto(path);
  }
  const views = own.getByRole('navigation', { name: 'Views of the list' });
  await expect(views.getByRole('link', { name: /^Waiting 1$/ })).toBeVisible();
  await expect(views.getByRole('link', { name: /^Disapproved 1$/ })).toBeVisible();
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible();
  await own.context().close();
});

test('an order whose goods were dispatched is not to be shipped, and a partly dispatched one counts with the rest', async ({
  page,
  portal,
}) => {
  const vendor = await portal.newVendor();
  const poNumber = `PO/K/${serial()}`;
  const orderId = await order(portal, vendor, poNumber);
  await done(portal, vendor, 'POST', `/api/orderAnswer/send/${orderId}`, { lines: [{ line: 1, decision: 'accept' }] });
  await portal.signIn(page, vendor);
  const toShip = page.getByRole('region', { name: 'Orders to ship' });
  const send = async (quantity: number) => {
    const note = { DCNumber: `DC/K/${serial()}`, PONumber: poNumber, VehicleNumber: 'MH12AB1234' };
    const id = await done(portal, vendor, 'POST', '/api/desPatchNote/create', note);
    await done(portal, vendor, 'PUT', `/api/dispatchGoods/save/${id}`, { kind: 'challan', lines: [{ orderId, line: 1, quantity }] });
    for (const move of ['ready', 'leave']) await done(portal, vendor, 'POST', `/api/dispatchGoods/move/${id}`, { move });
    await page.goto('/dashboard');
  };
  await send(60);
  await expect(toShip).toContainText('1 · ₹42,000.00');
  await send(40);
  await expect(page.getByRole('region', { name: 'For you today' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Billed and paid in the last twelve months' })).toBeAttached();
  await expect(toShip).toHaveCount(0);
});

test('a payment has its own date and reference, the chart follows document dates, and names and UTR are complete', async ({
  page,
  portal,
  browser,
}) => {
  const vendor = await portal.newVendor({ vendor_name: `Sahyadri Foods Private Ltd ${serial()}` });
  const [invoiceNumber, reference] = [String(serial()), `UTR${String(serial()).padStart(19, '0')}`];
  const [billed, paid] = [day(-95), day(-40)];
  await done(portal, vendor, 'POST', '/api/invoice/create', { invoiceNumber, invoiceValue: 1180, invoiceDate: billed });
  await portal.signIn(page, portal.administrator);
  await page.goto(`/invoices/payment/create?userID=${vendor.id}&invoiceNumber=${invoiceNumber}`);
  const shown = (iso: string) => iso.split('-').toReversed().join('-');
  // The form proposes the date, and the user can type another one.
  await expect(page.getByRole('textbox', { name: 'Payment Date' })).toHaveValue(shown(day(0)));
  await page.getByRole('textbox', { name: 'Payment Date' }).fill(shown(paid));
  await page.getByLabel('Payment Reference').fill(reference);
  await expect(page.locator('input[name="amount"]')).toHaveValue('1,180.00');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Payment added successfully')).toBeVisible();

  await page.goto(`/invoices/payment-report?userID=${vendor.id}`);
  const row = page.getByRole('table', { name: 'Vendor Payment Report' }).getByRole('row').nth(1);
  await expect(row).toContainText(shown(paid));
  await expect(row).toContainText(reference);
  for (const title of ['Vendor Payment Report', 'Vendor-wise Payment Report']) {
    const cut = await page
      .getByRole('table', { name: title })
      .evaluate((table) =>
        [...table.querySelectorAll<HTMLElement>('tbody [data-cut], tbody td')]
          .filter((each) => each.scrollWidth > each.clientWidth + 1)
          .map((each) => each.textContent),
      );
    expect([title, cut]).toEqual([title, []]);
  }

  // Both were entered today but count in the months of their own dates.
  const own = await (await browser.newContext()).newPage();
  await portal.signIn(own, vendor);
  await own.goto('/dashboard');
  const month = (iso: string) => new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric' }).format(new Date(`${iso}T00:00:00Z`));
  const months = own.getByRole('table', { name: 'Billed and paid in the last twelve months' });
  await expect(months.getByRole('row', { name: month(billed) })).toContainText('₹1,180.00₹0.00');
  await expect(months.getByRole('row', { name: month(paid) })).toContainText('₹0.00₹1,180.00');
  await own.context().close();
});

test('advice on an e-way bill considers the goods that can be sent, not the whole order', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  const [whole, part] = [`PO/E/${serial()}`, `PO/E/${serial()}`];
  await order(portal, vendor, whole);
  const rest = { ...LINE, itemCode: 'M-2', quantity: 40 };
  const orderId = await order(portal, vendor, part, [LINE, rest]);
  const lines = [
    { line: 1, decision: 'reject', reason: 'discontinued' },
    { line: 2, decision: 'accept' },
  ];
  await done(portal, vendor, 'POST', `/api/orderAnswer/send/${orderId}`, { lines });
  await portal.signIn(page, vendor);
  const advice = page.getByText(/Goods above ₹50,000\.00 need an e-way bill/);
  await page.goto(`/purchase-orders/dispatch-note/create?PONumber=${whole}`);
  await expect(advice).toContainText('These goods are worth ₹1,05,000.00.');
  await page.goto(`/purchase-orders/dispatch-note/create?PONumber=${part}`);
  await expect(page.locator('input[name="PODate"]')).not.toHaveValue('');
  await expect(page.locator('input[name="NumberOfCarton"]')).not.toHaveValue('');
  await expect(advice).toHaveCount(0);
});

test('an exception tells the vendor how to correct it, and accounts what they can decide', async ({ page, portal, browser }) => {
  const vendor = await portal.newVendor();
  const orderId = await order(portal, vendor, `PO/X/${serial()}`);
  const receipt = { receiptNumber: `GRN/X/${serial()}`, receivedOn: day(-1), lines: [{ orderId, line: 1, quantity: 92 }] };
  await done(portal, portal.administrator, 'POST', '/api/receipts/create', receipt);
  const invoiceNumber = String(serial());
  const invoice = { invoiceNumber, invoiceDate: day(0), invoiceValue: 105_000, CGSTValue: 2500, SGSTValue: 2500 };
  await done(portal, vendor, 'POST', '/api/invoice/create', { ...invoice, lines: [{ orderId, line: 1, quantity: 100 }] });
  const forVendor = 'Reduce the quantity to 92 or add a credit memo for 8.';
  const forAccounts = 'Correct the goods receipt, send the invoice back, or release it.';
  const own = await (await browser.newContext()).newPage();
  for (const [on, person, words, others] of [
    [own, vendor, forVendor, forAccounts],
    [page, portal.administrator, forAccounts, forVendor],
  ] as const) {
    await portal.signIn(on, person);
    await on.goto(`/invoices/invoice?${on === page ? `userID=${vendor.id}` : ''}`);
    await on.getByRole('link', { name: invoiceNumber, exact: true }).click();
    const record = on.getByRole('dialog', { name: `Invoice ${invoiceNumber}` });
    await expect(record).toContainText(words);
    await expect(record).not.toContainText(others);
  }
  await expectAccessible(page, 'an exception as accounts read it');
  await own.context().close();
});

test('another user’s save of an invoice with lines at the same time loses no input', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  const lines = [LINE, { ...LINE, itemCode: 'M-2', itemName: 'Chana dal 1 kg' }];
  const orderId = await order(portal, vendor, `PO/R/${serial()}`, lines);
  const invoiceNumber = String(serial());
  const sent = (one: number, two: number) => ({
    lines: [
      { orderId, line: 1, quantity: one },
      { orderId, line: 2, quantity: two },
    ],
    invoiceValue: (one + two) * 1050,
    CGSTValue: (one + two) * 25,
    SGSTValue: (one + two) * 25,
  });
  const id = await done(portal, vendor, 'POST', '/api/invoice/create', { invoiceNumber, invoiceDate: day(0), ...sent(10, 20) });
  const other = (one: number, two: number) => done(portal, vendor, 'PUT', `/api/invoice/edit/${id}`, sent(one, two));
  const quantity = (line: number) => page.getByLabel(`Quantity, line ${line}`);
  const remarks = page.locator('[name="remarks"]');
  await portal.signIn(page, vendor);
  await page.goto(`/invoices/invoice/edit/${id}`);
  await expect(quantity(1)).toHaveValue('10');
  const compare = async () => {
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Look at what changed' }).click();
    await expect(page.getByRole('region', { name: 'Changes by others' })).toBeVisible();
  };

  // Untouched lines follow the other user's changes, and typed remarks stay.
  await remarks.fill('By the evening lorry');
  await other(10, 5);
  await compare();
  await expect(quantity(2)).toHaveValue('5');
  await expect(page.locator('input[name="invoiceValue"]')).toHaveValue('15,750.00');
  await expect(remarks).toHaveValue('By the evening lorry');

  // Typed lines keep their figures, and the other user's figures appear next to them.
  await quantity(1).fill('9');
  await other(8, 5);
  await compare();
  await expect(page.getByRole('region', { name: 'Changes by others' })).toContainText('1: 8 × ₹1,000.00 (you entered 1: 9 × ₹1,000.00)');
  await expect(quantity(1)).toHaveValue('9');
  await expect(page.locator('input[name="invoiceValue"]')).toHaveValue('14,700.00');
  await expect(remarks).toHaveValue('By the evening lorry');
  await expectAccessible(page, 'changes of lines by others');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/invoices\/invoice(\?|$)/);
  const { body } = await portal.call(vendor, 'GET', `/api/invoice/get/${id}`);
  expect(JSON.stringify(body)).toContain('By the evening lorry');
  expect(JSON.stringify(body)).toContain('14700');
});
