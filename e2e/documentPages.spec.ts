import type { Browser, Page } from '@playwright/test';

import { expect, expectAccessible, inHindi, type Person, type Portal, serial, test } from './portal.ts';

type Answer = Record<string, unknown> & { data: { _id: string; updatedAt: string } };

async function done(portal: Portal, who: Person, method: 'POST' | 'PUT', path: string, body: object): Promise<Answer['data']> {
  const answer = await portal.call(who, method, path, body);
  expect([path, answer.status, answer.status === 200 ? '' : JSON.stringify(answer.body)]).toEqual([path, 200, '']);
  return (answer.body as Answer).data;
}

/** An order of twelve bags at ₹100 and 5%, with a ready dispatch note for ten of them. */
async function noteOfOrder(portal: Portal, vendor: Person) {
  const [poNumber, DCNumber] = [`DP/${serial()}`, `DN/${serial()}`];
  const lines = [{ itemCode: 'R-5', itemName: 'Idli rice 5 kg', quantity: 12, price: 100, taxRate: 5, hsnCode: '10063020' }];
  const order = await done(portal, portal.administrator, 'POST', '/api/buyerData/orders/create', {
    userID: vendor.id,
    poNumber,
    poDate: '2026-11-01',
    lines,
  });
  const note = await done(portal, vendor, 'POST', '/api/desPatchNote/create', {
    DCNumber,
    PONumber: poNumber,
    VehicleNumber: 'MH12AB1234',
  });
  const goods = await done(portal, vendor, 'PUT', `/api/dispatchGoods/save/${note._id}`, {
    kind: 'challan',
    lines: [{ orderId: order._id, line: 1, quantity: 10, batch: 'B-7' }],
    distance: 20,
    mode: 'road',
  });
  return { poNumber, DCNumber, orderId: order._id, note: note._id, goods };
}

/** Receives eight of the ten bags, and rejects one of them as damaged. */
async function receive(portal: Portal, { orderId, note }: { orderId: string; note: string }) {
  return done(portal, portal.administrator, 'POST', '/api/receipts/create', {
    receiptNumber: `GRN/${serial()}`,
    receivedOn: '2026-11-20',
    noteId: note,
    lines: [{ orderId, line: 1, quantity: 8, rejected: 1, reason: 'damaged' }],
  });
}

const steps = (page: Page) => page.getByRole('region', { name: 'Progress' }).getByRole('listitem');
const linked = (page: Page) => page.getByRole('region', { name: 'Linked documents' });

/** Opens a page as another user. */
async function pageOf(browser: Browser, portal: Portal, person: Person, width = 1440): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width, height: 800 } })).newPage();
  await portal.signIn(page, person);
  return page;
}

/** Checks that everything fits at 768 and 360 px, light and dark, and that axe finds nothing. */
async function expectFits(page: Page, what: string): Promise<void> {
  for (const [width, colorScheme] of [
    [1440, 'dark'],
    [768, 'light'],
    [360, 'dark'],
    [1440, 'light'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page, `${what}, ${width} px, ${colorScheme}`);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect([what, width, overflow]).toEqual([what, width, 0]);
  }
}

async function expectHindi(browser: Browser, portal: Portal, person: Person, path: string, next: string): Promise<void> {
  const page = await (await browser.newContext()).newPage();
  await inHindi(page);
  await portal.signIn(page, person);
  await page.goto(path);
  await expect(page.getByRole('region', { name: 'प्रगति' })).toBeVisible();
  await expect(page.getByText(next, { exact: true }).first()).toBeVisible();
  await expectAccessible(page, `${path} in Hindi`);
  await page.context().close();
}

test('a dispatch note’s page leads the warehouse of either party to its next step @journey', async ({ page, portal, browser }) => {
  const vendor = await portal.newVendor();
  const made = await noteOfOrder(portal, vendor);
  const path = `/documents/dispatchNote/${made.note}`;
  await portal.signIn(page, await portal.newMember(vendor, 'dispatch'));
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(made.DCNumber);
  // A draft shows its lines only once, in the grid where they are edited, and cannot become ready without the typed changes.
  const quantity = page.getByRole('grid', { name: 'Lines' }).getByLabel('Quantity, line 1', { exact: true });
  await quantity.fill('9');
  await expect(page.getByRole('table', { name: 'Lines' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Mark as ready' }).click();
  await expect(page.getByText('Save the goods first.')).toBeVisible();
  await quantity.fill('10');
  await expectFits(page, 'a draft of a dispatch note');
  await page.goto(`/purchase-orders/dispatch-note/goods/${made.note}`);
  await expect(steps(page)).toHaveCount(6);
  await expect(quantity).toBeInViewport();
  await page.getByRole('button', { name: 'Mark as ready' }).click();
  await expect(page.getByRole('grid', { name: 'Lines' })).toHaveCount(0);
  await expect(page.getByRole('table', { name: 'Lines' })).toBeVisible();
  await page.getByRole('button', { name: 'Mark as dispatched' }).click();
  await expect(steps(page)).toHaveText([
    /^Goods entered, Done/,
    /^Ready, Done/,
    /^Dispatched, Done/,
    /^Arrived, Next/,
    /^Received, Not/,
    /^Invoiced, Not/,
  ]);
  await expect(page.getByRole('button', { name: /^Mark as/ })).toHaveCount(0);
  await expect(linked(page).getByRole('link', { name: made.poNumber })).toBeVisible();
  await expectFits(page, 'a dispatch note in transit');

  // The receiver's next step starts on the page of the note.
  const receiver = await pageOf(browser, portal, await portal.newMember(portal.administrator, 'receiver'), 360);
  await receiver.goto(path);
  await receiver.getByRole('link', { name: 'Receive goods' }).click();
  await expect(receiver.getByLabel('Dispatch note or purchase order')).toHaveValue(made.DCNumber);
  await expect(receiver.getByLabel('Arrived, line 1')).toHaveValue('10');
  await receiver.context().close();

  const { _id: receipt } = await receive(portal, made);
  const office = await pageOf(browser, portal, portal.administrator);
  await office.goto(path);
  const problems = office.getByRole('region', { name: '2 problems' });
  await expect(problems).toContainText('Line 1: 2 short on arrival');
  await expect(problems).toContainText('-₹210.00');
  await expect(problems).toContainText('Line 1: 1 rejected on arrival');
  await expect(office.getByRole('row', { name: /Idli rice/ })).toContainText('-2');
  await expect(linked(office).getByRole('link', { name: /^GRN/ })).toHaveAttribute('href', `/documents/receipt/${receipt}`);
  await expectFits(office, 'a dispatch note with problems');
  await office.context().close();

  const billing = await pageOf(browser, portal, await portal.newMember(vendor, 'billing'));
  await billing.goto(path);
  await expect(billing.getByRole('link', { name: 'Create invoice' })).toBeVisible();
  await billing.getByRole('tab', { name: 'Documents' }).click();
  await billing
    .getByRole('button', { name: /^Open dispatch-note.*\.pdf$/ })
    .first()
    .click();
  await expect(billing.getByRole('dialog').locator('iframe')).toBeVisible();
  await expect(billing.getByRole('button', { name: 'Download', exact: true })).toBeEnabled();
  await billing.context().close();

  const reader = await pageOf(browser, portal, await portal.newMember(vendor, 'reader'));
  await reader.goto(path);
  await expect(reader.getByRole('region', { name: '2 problems' })).toBeVisible();
  await expect(reader.getByRole('link', { name: 'Create invoice' })).toHaveCount(0);
  await reader.context().close();
  await expectHindi(browser, portal, vendor, path, 'इनवॉइस बनाएँ');

  const other = await pageOf(browser, portal, await portal.newVendor());
  await other.goto(path);
  await expect(other.getByText('This record does not exist.')).toBeVisible();
  await other.context().close();
});

test('a goods receipt’s page shows what is short and rejected, and links to the invoice @journey', async ({ page, portal, browser }) => {
  const vendor = await portal.newVendor();
  const made = await noteOfOrder(portal, vendor);
  const { _id: receipt } = await receive(portal, made);
  const path = `/documents/receipt/${receipt}`;
  await portal.signIn(page, await portal.newMember(vendor, 'billing'));
  await page.goto(path);
  await expect(steps(page)).toHaveText([/^Dispatched, Done/, /^Received, Partly done/, /^Invoiced, Next/, /^Paid, Not/]);
  const problems = page.getByRole('region', { name: '2 problems' });
  await expect(problems).toContainText(`Order ${made.poNumber}, line 1: 2 short`);
  await expect(problems).toContainText('-₹210.00');
  await expect(problems).toContainText('Idli rice 5 kg: Damaged');
  await expect(linked(page).getByRole('listitem')).toHaveText([/^Purchase order/, /^Dispatch note/, /^Purchase return/]);
  await expectFits(page, 'a goods receipt');
  await page.getByRole('link', { name: 'Create invoice' }).click();
  await expect(page).toHaveURL(/\/invoices\/invoice\/create\?/);

  // The receiver has no next step and may cancel the receipt; the reader may not.
  const receiver = await pageOf(browser, portal, await portal.newMember(portal.administrator, 'receiver'));
  await receiver.goto(path);
  await expect(receiver.getByRole('link', { name: 'Create invoice' })).toHaveCount(0);
  await receiver.getByRole('button', { name: 'More actions' }).click();
  await receiver.getByRole('menuitem', { name: 'Cancel goods receipt' }).click();
  await receiver.getByRole('dialog').getByLabel('Reason').fill('Counted twice');
  await receiver.getByRole('dialog').getByRole('button', { name: 'Cancel goods receipt' }).click();
  await expect(steps(receiver).nth(1)).toContainText('Received, Problem');
  await expect(receiver.getByRole('region', { name: /problem/ })).toHaveCount(0);
  await receiver.context().close();
  const reader = await pageOf(browser, portal, await portal.newMember(vendor, 'reader'), 360);
  await reader.goto(path);
  await expect(reader.getByText('Step 2 of 4: Received')).toBeVisible();
  await expect(reader.getByRole('button', { name: 'More actions' })).toHaveCount(0);
  await reader.context().close();
  await expectHindi(browser, portal, vendor, path, 'रद्द');
});

/** An invoice of the accepted bags, which matches. */
async function invoiceOf(portal: Portal, vendor: Person, { orderId, poNumber }: { orderId: string; poNumber: string }, quantity = 7) {
  const [taxable, tax] = [quantity * 100, quantity * 2.5];
  const invoiceNumber = String(serial() % 1e9);
  const { _id } = await done(portal, vendor, 'POST', '/api/invoice/create', {
    PONumber: poNumber,
    invoiceNumber,
    invoiceDate: '2026-11-21',
    invoiceValue: taxable + 2 * tax,
    CGSTValue: tax,
    SGSTValue: tax,
    lines: [{ orderId, line: 1, quantity, unitPrice: 100, taxRate: 5 }],
  });
  return { _id, invoiceNumber };
}

test('the page of a claim gives the reason of its return', async ({ page, portal, browser, request }) => {
  const vendor = await portal.newVendor();
  const made = await noteOfOrder(portal, vendor);
  await receive(portal, made);
  const { invoiceNumber } = await invoiceOf(portal, vendor, made);
  const { email, password } = portal.administrator;
  const { token } = (await (await request.post('/api/auth/login', { data: { email, passWord: password } })).json()) as { token: string };
  const { body: users } = await portal.call(portal.administrator, 'GET', `/api/auth/user/${vendor.id}`);
  const [{ vendor_Code: code } = { vendor_Code: '' }] = users as { vendor_Code: string }[];
  const row = [code, `RTN/${serial()}`, made.poNumber, invoiceNumber, 'Idli rice 5 kg', 7, 2, 'Weevils in two bags'].join(',');
  const headings = 'Vendor Code,Return Number,PO Number,Invoice Number,Product Name,Quantity Purchased,Quantity Returned,Remarks';
  const file = { name: 'returns.csv', mimeType: 'text/csv', buffer: Buffer.from(`${headings}\n${row}\n`) };
  const sent = await request.post('/api/buyerData/returns', { headers: { authorization: token }, multipart: { file } });
  expect(await sent.json()).toMatchObject({ created: 1 });
  const { body: claims } = await portal.call(vendor, 'GET', '/api/debitMemo/getAllUserDebitMemo');
  const [claim] = claims as { _id: string }[];
  await portal.signIn(page, vendor);
  await page.goto(`/documents/debitMemo/${claim?._id}`);
  const facts = page.getByRole('complementary', { name: 'Details' });
  await expect(facts).toContainText('Reason for the return');
  await expect(facts).toContainText('Weevils in two bags');
  await expectAccessible(page, 'a claim of returned goods');
  await expectHindi(browser, portal, vendor, `/documents/debitMemo/${claim?._id}`, 'वापसी का कारण');
});

test('the pages of memo, return and payment state their effect on the account, to each role @journey', async ({
  page,
  portal,
  browser,
}) => {
  const vendor = await portal.newVendor();
  const made = await noteOfOrder(portal, vendor);
  await receive(portal, made);
  const { _id: invoice, invoiceNumber } = await invoiceOf(portal, vendor, made);
  // The buyer claims one bag, and the vendor accepts the claim.
  const claim = await done(portal, portal.administrator, 'POST', '/api/debitMemo/AddUserDebitMemo', {
    userID: vendor.id,
    productName: 'Idli rice 5 kg',
    vendorInvoiceRef: invoiceNumber,
    vendorInvoiceRef_Date: '2026-11-21',
    itemQuantity: 1,
    unitPrice: 100,
    taxRate: 5,
    CGST: 2.5,
    SGST: 2.5,
    amount: 105,
  });
  const accounts = await portal.newMember(portal.administrator, 'accounts');
  const office = await pageOf(browser, portal, accounts);
  await office.goto(`/documents/debitMemo/${claim._id}`);
  await expect(steps(office)).toHaveText([/^Entered, Done/, /^Accepted, Next.*Waiting for the vendor/, /^Set off, Not/]);
  await expect(office.getByRole('button', { name: 'Accept memo' })).toHaveCount(0);
  await expect(linked(office).getByRole('link', { name: invoiceNumber })).toHaveAttribute('href', `/documents/invoice/${invoice}`);
  await expectFits(office, 'a memo');

  await portal.signIn(page, await portal.newMember(vendor, 'billing'));
  await page.goto(`/documents/debitMemo/${claim._id}`);
  await page.getByRole('button', { name: 'Accept memo' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Accept memo' }).click();
  await expect(steps(page).nth(2)).toContainText('Set off, Done');
  await expect(page.getByRole('button', { name: 'Accept memo' })).toHaveCount(0);
  await expectHindi(browser, portal, vendor, `/documents/debitMemo/${claim._id}`, 'देय राशि घटाता है');

  // The receipt links to the purchase return of the rejected goods.
  const reader = await pageOf(browser, portal, await portal.newMember(vendor, 'reader'));
  await reader.goto(`/documents/purchaseOrder/${made.orderId}`);
  await reader.goto(`/documents/dispatchNote/${made.note}`);
  await linked(reader).getByRole('listitem').filter({ hasText: 'Purchase return' }).getByRole('link').click();
  await expect(steps(reader)).toHaveText([/^Received, Done/, /^Returned, Done/, /^Claimed/, /^Settled/]);
  await expect(reader.getByRole('link', { name: 'Respond to claim' })).toHaveCount(0);
  await expectFits(reader, 'a purchase return');
  await reader.context().close();

  const paid = await done(portal, portal.administrator, 'POST', '/api/vendorPaymentReport/create', {
    userID: vendor.id,
    invoiceNumber,
    amount: 100,
    paymentMode: 'online',
    reference: `UTR${serial()}`,
  });
  await office.goto(`/documents/payment/${paid._id}`);
  await expect(steps(office)).toHaveText([/^Recorded, Done/, /^Settles invoices, Done/]);
  await expect(office.getByRole('row', { name: new RegExp(invoiceNumber) })).toContainText('₹100.00');
  await expect(linked(office).getByRole('listitem')).toHaveText([/^Purchase order/, /^Dispatch note/, /^Goods receipt/, /^Invoice/]);
  await expectFits(office, 'a payment');
  await page.goto(`/documents/payment/${paid._id}`);
  await expect(page.getByRole('button', { name: 'Reverse payment' })).toHaveCount(0);
  await office.getByRole('button', { name: 'Reverse payment' }).click();
  await office.getByRole('dialog').getByLabel('Reason').fill('Returned by the bank');
  await office.getByRole('dialog').getByRole('button', { name: 'Reverse payment' }).click();
  await expect(office.getByRole('region', { name: '1 problem' })).toContainText('This payment was reversed');
  await office.context().close();
  await expectHindi(browser, portal, vendor, `/documents/payment/${paid._id}`, 'यह भुगतान रिवर्स किया गया');
});

test('the page of a product links the buyer to its price, and the page of a vendor to its pending tasks @journey', async ({
  page,
  portal,
  browser,
}) => {
  const vendor = await portal.newVendor();
  const { body } = await portal.call(portal.administrator, 'GET', '/api/buyerData/items?itemName=a&page=1&pageSize=40');
  const price = { shelfLifeDays: 90, quantity: 5, MRP: 100, percentage: 10, margin: 10, sellingPrice: 90 };
  let product = '';
  for (const { EANCode } of body as { EANCode: string }[]) {
    const saved = await portal.call(vendor, 'POST', '/api/product/create', { EANCode, ...price });
    // The server rejects an EAN that two items share.
    if (saved.status === 200) product = (saved.body as Answer).data._id;
    if (product !== '') break;
  }
  const path = `/documents/product/${product}`;
  const orders = await portal.newMember(vendor, 'orders');
  await portal.signIn(page, orders);
  await page.goto(path);
  await expect(steps(page)).toHaveText([/^Listed, Done/, /^Price approved, Next.*/, /^Ordered, Not/]);
  await expect(page.getByRole('button', { name: 'Approve price' })).toHaveCount(0);

  const approver = await pageOf(browser, portal, await portal.newMember(portal.administrator, 'approver'));
  await approver.goto(path);
  await approver.getByRole('button', { name: 'Approve price' }).click();
  await expect(steps(approver).nth(1)).toContainText('Price approved, Done');
  await expect(approver.getByRole('button', { name: 'Approve price' })).toHaveCount(0);
  await expectFits(approver, 'a product');
  await approver.context().close();

  const other = await portal.newVendor();
  const auditor = await pageOf(browser, portal, await portal.newMember(portal.administrator, 'auditor'));
  await auditor.goto(path);
  await expect(auditor.getByRole('button', { name: 'Approve price' })).toHaveCount(0);
  await auditor.goto(`/documents/vendor/${vendor.id}`);
  await expect(steps(auditor)).toHaveText([/^Registered, Done/, /^Details checked/, /^Active, Done/, /^Ordered, Not/]);
  await expectFits(auditor, 'a vendor, to an auditor');
  await auditor.context().close();

  // A colleague of the owner sees the figures; another vendor sees nothing.
  await page.goto(`/documents/vendor/${vendor.id}`);
  await expect(page.getByText('Only the owner and the buyer can view the profile.')).toBeVisible();
  await expectFits(page, 'a vendor, to a colleague');
  const stranger = await pageOf(browser, portal, other);
  for (const each of [path, `/documents/vendor/${vendor.id}`]) {
    await stranger.goto(each);
    await expect(stranger.getByText('This record does not exist.')).toBeVisible();
  }
  await stranger.goto('/documents/nothing/1');
  await expect(stranger.getByRole('heading', { level: 1 })).toBeVisible();
  await stranger.context().close();
  await expectHindi(browser, portal, vendor, path, 'मूल्य अनुमोदित');
});

test('the drawer of a list has the same steps as the document’s page, the same next step, and a link to it', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  const { note, DCNumber } = await noteOfOrder(portal, vendor);
  await portal.signIn(page, vendor);
  await page.goto('/purchase-orders/dispatch-note');
  await page.getByRole('link', { name: DCNumber, exact: true }).click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByRole('region', { name: 'Progress' }).getByRole('listitem')).toHaveCount(6);
  await expectAccessible(page, 'the peek of a dispatch note');
  await drawer.getByRole('button', { name: 'Mark as ready' }).click();
  await expect(drawer.getByRole('button', { name: 'Mark as dispatched' })).toBeVisible();
  await drawer.getByRole('link', { name: 'Open page' }).click();
  await expect(page).toHaveURL(new RegExp(`/documents/dispatchNote/${note}$`));
  await expect(page.getByRole('button', { name: 'Mark as dispatched' })).toBeVisible();
  await expect(steps(page)).toHaveCount(6);
});
