import type { Page } from '@playwright/test';

import { samplePdf } from '../server/src/demo/factories.ts';
import { workbookOf } from '../server/test/workbook.ts';
import { expect, settled, type Person, type Portal, serial, test } from './portal.ts';

/** This text would become an element with the attribute `data-hit` wherever text is treated as markup, and would run where scripts can. */
const MARKUP = '"><img data-hit src=x onerror="window.hit=1"><script data-hit>window.hit=1</script>';
/** This text fits every field, and is a formula to a spreadsheet. */
const SHORT = '=1+<i data-hit>';

interface Made {
  _id: string;
  [field: string]: unknown;
}

/** Creates one of every record that a vendor writes, with hostile text in every text field. */
async function writeEverything(portal: Portal, vendor: Person): Promise<Record<string, string>> {
  const { body: items } = await portal.call(portal.administrator, 'GET', '/api/product/getProductByEANCode/89');
  const EANCode = String((items as Made[])[0]?.['EANCode']);
  const make = async (by: Person, method: 'POST' | 'PUT', path: string, body: Record<string, unknown>) => {
    const answer = await portal.call(by, method, path, body);
    expect([path, answer.status, answer.status === 200 ? '' : answer.body]).toEqual([path, 200, '']);
    return (answer.body as { data?: Made }).data?._id ?? '';
  };
  const number = serial();
  const { id: userID } = vendor;
  const texts = (...names: string[]) => Object.fromEntries(names.map((name) => [name, MARKUP.slice(0, 90)]));
  await make(portal.administrator, 'PUT', `/api/auth/edit/${userID}`, {
    ...texts('vendor_name', 'firstName', 'middleName', 'lastName', 'address_Line1', 'address_Line2', 'city', 'bankName'),
    ...texts('paymentTerms', 'shippingTerms'),
    vendor_Address_code: SHORT,
  });
  const price = { MRP: 100, percentage: 10, margin: 10, sellingPrice: 90 };
  await make(vendor, 'POST', '/api/product/create', { EANCode, shelfLifeDays: 9, quantity: 1, ...price, remarks: MARKUP });
  const memo = { ...texts('productName', 'vendorInvoiceRef', 'buyerPORef', 'description'), itemQuantity: 1, taxRate: 5, amount: 105 };
  const scheme = { ...texts('schemaName', 'nararation'), UOM: SHORT, EANCode, quantity: 10, freeQuantity: 1, netPTR: 88.5 };
  const invoiceNumber = String(number);
  const note = texts('TransporterDetails', 'DriverName', 'deliveryLocation', 'buyerRepresentativeId');
  const order = { poNumber: `${SHORT}${number}`, poDate: '2026-11-02', deliveryLocation: MARKUP.slice(0, 90), userID };
  const made = {
    invoice: await make(vendor, 'POST', '/api/invoice/create', { invoiceNumber, invoiceValue: 118 }),
    debit: await make(vendor, 'POST', '/api/debitMemo/AddUserDebitMemo', { ...memo, unitPrice: 100 }),
    credit: await make(vendor, 'POST', '/api/creditMemo/AddUserCreditMemo', { ...memo, priceDifference: 100 }),
    note: await make(vendor, 'POST', '/api/desPatchNote/create', { DCNumber: `${SHORT}${number}`, NumberOfCarton: 4, ...note }),
    order: await make(portal.administrator, 'POST', '/api/buyerData/orders/create', {
      ...order,
      lines: [{ EANCode, quantity: 1, price: 10 }],
    }),
    scheme: await make(vendor, 'POST', '/api/schema/create', scheme),
  };
  await make(portal.administrator, 'POST', '/api/vendorPaymentReport/create', {
    userID,
    invoiceNumber,
    amount: 1,
    paymentMode: 'online',
    Remarks: MARKUP,
  });
  return made;
}

/** Checks that no text became an element, no script ran, and the page did not break. */
async function expectText(page: Page, path: string, shown?: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await settled(page);
  if (shown !== undefined) await expect(page.locator('main')).toContainText(shown);
  expect([path, await page.locator('[data-hit]').count()]).toEqual([path, 0]);
  expect([path, await page.evaluate(() => 'hit' in window)]).toEqual([path, false]);
}

test('entered text is shown as text on every screen, to other users too', async ({ page, browser, portal }) => {
  const vendor = await portal.newVendor();
  const { invoice, debit, credit, note, scheme } = await writeEverything(portal, vendor);
  const complaints: string[] = [];
  const watch = (each: Page) => {
    each.on('pageerror', (error) => complaints.push(error.message));
    each.on('console', (message) => message.text().includes('Content Security Policy') && complaints.push(message.text()));
    each.on('dialog', (dialog) => {
      if (dialog.type() !== 'beforeunload') complaints.push(dialog.message());
      void dialog.accept();
    });
  };

  watch(page);
  await portal.signIn(page, vendor);
  const { body: orders } = await portal.call(vendor, 'GET', '/api/purChaseOrder/list');
  const poNumber = String((orders as Made[])[0]?.['poNumber'] ?? (orders as Made[])[0]?.['PONumber']);
  await expectText(page, '/dashboard');
  await expectText(page, `/profile/${vendor.id}`, '<img data-hit');
  await expectText(page, `/users/edit/${vendor.id}`);
  await expectText(page, '/master-products/products');
  await expectText(page, '/master-products/schemes', '<img data-hit');
  await expectText(page, `/master-products/schemes/edit/${scheme}`);
  await expectText(page, '/invoices/invoice');
  await expectText(page, `/invoices/invoice/edit/${invoice}`);
  await expectText(page, '/invoices/payment-report');
  await expectText(page, '/invoices/debit', '<img data-hit');
  await expectText(page, `/invoices/debit/edit/${debit}`);
  await expectText(page, '/invoices/credit', '<img data-hit');
  await expectText(page, `/invoices/credit/edit/${credit}`);
  await expectText(page, '/purchase-orders/dispatch-note', '=1+<i data-hit>');
  await expectText(page, `/purchase-orders/dispatch-note/edit/${note}`);
  await expectText(page, '/purchase-orders', '=1+<i data-hit>');
  await expectText(page, `/purchase-orders/details/${encodeURIComponent(poNumber)}`);
  await expectText(page, '/example');
  await expectText(page, `/master-products/products?productName=${encodeURIComponent(MARKUP)}`);
  await expectText(page, `/login?redirectFrom=${encodeURIComponent(`javascript:${MARKUP}`)}`);

  const office = await browser.newPage();
  watch(office);
  await portal.signIn(office, portal.administrator);
  await expectText(office, `/users?search=${encodeURIComponent('<img data-hit')}`);
  await expectText(office, `/user-profile/${vendor.id}`, '<img data-hit');
  await expectText(office, '/invoices/outstanding-report');
  await expectText(office, '/invoices/payment-report');
  await expectText(office, '/purchase-orders');
  await expectText(office, '/buyer-data/orders');
  await expectText(office, '/buyer-data');
  await expectText(office, '/outbox');
  await office.close();
  expect(complaints).toEqual([]);
});

test('the name of a sheet is shown as text, and so is the text in it', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  await portal.signIn(page, vendor);
  await page.goto('/master-products/products');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Upload' }).click();
  const rows = [
    ['EAN Code', 'Shelf Life in Days', 'Quantity', 'MRP', 'Percentage'],
    [MARKUP, 9, 1, 100, 10],
  ];
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  const buffer = Buffer.from(await workbookOf(rows));
  await page.locator('input[type="file"]').setInputFiles({ name: `${SHORT}.xlsx`, mimeType, buffer });
  await expect(page.getByRole('dialog')).toContainText('<i data-hit>');
  await expect(page.getByRole('dialog')).toContainText('Rows to correct (1)');
  expect(await page.locator('[data-hit]').count()).toBe(0);
  expect(await page.evaluate(() => 'hit' in window)).toBe(false);
});

test('the name of a document is shown only as a name', async ({ request, portal }) => {
  const vendor = await portal.newVendor();
  const signedIn = await request.post('/api/auth/login', { data: { email: vendor.email, passWord: vendor.password } });
  const { token } = (await signedIn.json()) as { token: string };
  const name = 'a"; filename="x.html\r\nSet-Cookie: a=1\r\n\r\n<script>.pdf';
  const sent = await request.put(`/api/auth/edit/${vendor.id}`, {
    headers: { authorization: token },
    multipart: { city: 'Pune', panpicture: { name, mimeType: 'application/pdf', buffer: samplePdf('pan') } },
  });
  expect(sent.status()).toBe(200);
  const { body: after } = await portal.call(vendor, 'GET', `/api/auth/user/${vendor.id}`);
  const link = /\/api\/files\/[^"]+/.exec(JSON.stringify((after as Made[])[0]?.['panpicture'] ?? after))?.[0] ?? '';
  const file = await request.get(link);
  const headers = file.headers();
  expect(headers['set-cookie']).toBeUndefined();
  expect(headers['content-type']).toBe('application/pdf');
  expect(headers['content-disposition']).not.toMatch(/[\r\n<>]/);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect((await file.body()).equals(samplePdf('pan'))).toBe(true);
});
