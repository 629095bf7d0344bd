// Why so long: one journey through invoices and payments, over the same seeded rows.
import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';

import { gstinOf, panOf } from '../server/src/demo/factories.ts';
import { workbookOf } from '../server/test/workbook.ts';
import { askToDelete, expect, expectAccessible, type Person, type Portal, serial, showAllColumns, test } from './portal.ts';

const INVOICE_HEADS = [
  'Sr. No',
  'PO Number',
  'PO Date',
  'Invoice Number',
  'Invoice Date',
  'Invoice Value',
  'CGST Value',
  'SGST Value',
  'IGST Value',
  'Balance',
  'Due Date',
  'Status',
  'Match',
  'Action',
];
const OUTSTANDING_HEADS = ['Vendor Code', 'Vendor Name', 'Invoice Total', 'Payment Total', 'Balance Total'];
const NOTES_HEADS = ['Notes Total', 'Deductions Total', 'Opening Balance'];
const ACCOUNT_HEADS = ['Payable', 'Held by claims', 'On account'];
const AGE_HEADS = ['0–30 days', '31–60 days', '61–90 days', 'Over 90 days'];
const PAYMENT_HEADS = [
  'Vendor Code',
  'Vendor GSTIN',
  'Vendor Name',
  'Payment Date',
  'Payment Mode',
  'Amount',
  'Remarks',
  'Invoice Reference',
  'Payment Reference',
  'Reason for Reversal',
];
const RETURN_HEADS = [
  'Sr No',
  'PO Number',
  'PO Date',
  'Invoice Number',
  'Invoice Date',
  'EAN',
  'Product Name',
  'Quantity Purchased',
  'Quantity Returned',
  'Remarks',
];

const field = (page: Page, name: string) => page.locator(`input[name="${name}"]`);
const table = (page: Page, name: string) => page.getByRole('table', { name, exact: true });
async function heads(page: Page, name: string): Promise<string[]> {
  const found = table(page, name).getByRole('columnheader');
  await found.first().waitFor();
  return found.allInnerTexts();
}
const submit = (page: Page) => page.getByRole('button', { name: 'Submit' }).click();

/**
 * Looks for the toast while the action runs, because it lasts three seconds, and a busy machine can take that long to finish the action.
 */
async function told(page: Page, message: string, action: Promise<void>): Promise<void> {
  await Promise.all([expect(page.getByText(message)).toBeVisible(), action]);
}

/** The date in India the given number of days ago. */
function day(ago: number): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(Date.now() - ago * 86_400_000);
}

async function addInvoice(
  portal: Portal,
  vendor: Person,
  invoiceNumber: string,
  invoiceValue: string,
  invoiceDate = day(0),
): Promise<string> {
  const { status, body } = await portal.call(vendor, 'POST', '/api/invoice/create', { invoiceNumber, invoiceValue, invoiceDate });
  expect(status).toBe(200);
  return (body as { data: { _id: string } }).data._id;
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** The field is a plain list, not a search, while there are few users. */
async function chooseVendor(page: Page, label: string, company: string): Promise<void> {
  const box = page.getByRole('combobox', { name: label, exact: true });
  await box.click();
  await page.getByRole('listbox').getByRole('option').first().waitFor();
  if (await box.isEditable()) await box.fill(company);
  await page.getByRole('option', { name: company }).click();
}

/** Types into the search field and takes the only number offered. */
async function chooseInvoice(page: Page, number: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Invoice Number' }).fill(number);
  // The option shows the number, then its date, value and balance.
  await page.getByRole('option', { name: new RegExp(`^${number}\\s*\\d\\d-`) }).click();
}

test.describe('a vendor', () => {
  test('adds an invoice with the proposed taxes, and is paid in parts, never a paisa too much @journey', async ({ page, portal }) => {
    const vendor = await portal.newVendor();
    const number = `0${serial()}`;
    await portal.signIn(page, vendor);
    await page.goto('/invoices/invoice');
    await expect(page.getByText('Data not found')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Add Invoice' }).click();

    // Each missing value is reported under its field, and the form is not sent.
    await submit(page);
    await expect(page.getByText('Invoice number is required. It should be number.')).toBeVisible();
    await expect(page.getByText('Invoice value is required. It should be number.')).toBeVisible();
    await expect(field(page, 'invoiceNumber')).toBeFocused();
    await field(page, 'PONumber').fill('PO-1');
    await field(page, 'CGSTValue').fill('1,0');
    await field(page, 'SGSTValue').fill('1e309');
    await field(page, 'IGSTValue').fill('0.001');
    await submit(page);
    for (const message of ['PO Number', 'CGST', 'SGST', 'IGST'])
      await expect(page.getByText(`Invalid ${message}. It should be number.`)).toBeVisible();
    await expectAccessible(page);
    for (const name of ['CGSTValue', 'SGSTValue', 'IGSTValue']) await field(page, name).fill('');

    await field(page, 'PONumber').fill('0045');
    await field(page, 'invoiceNumber').fill(number);
    await field(page, 'invoiceValue').fill('1050');
    // Vendor and buyer are both in Maharashtra.
    await expect(page.getByText('Vendor and buyer are in Maharashtra: CGST and SGST, half each.')).toBeVisible();
    await page.getByRole('button', { name: '5%', exact: true }).click();
    await expect(field(page, 'CGSTValue')).toHaveValue('25.00');
    await expect(field(page, 'SGSTValue')).toHaveValue('25.00');
    await expect(field(page, 'IGSTValue')).toHaveValue('0.00');
    // The rate button replaces its own values; it replaces typed ones only after a confirmation.
    await page.getByRole('button', { name: '40%', exact: true }).click();
    await expect(field(page, 'CGSTValue')).toHaveValue('150.00');
    await field(page, 'SGSTValue').fill('151');
    await page.getByRole('button', { name: '5%', exact: true }).click();
    await page.getByRole('button', { name: 'Keep my taxes' }).click();
    await expect(field(page, 'SGSTValue')).toHaveValue('151.00');
    await expect(page.getByText('CGST and SGST must be equal.')).toBeVisible();
    await page.getByRole('button', { name: '5%', exact: true }).click();
    await page.getByRole('button', { name: 'Replace', exact: true }).click();
    await expect(field(page, 'SGSTValue')).toHaveValue('25.00');
    await expect(page.getByText('CGST and SGST must be equal.')).toHaveCount(0);
    await told(page, 'Invoice added successfully', submit(page));
    await expect(page).toHaveURL(/\/invoices\/invoice$/);
    await showAllColumns(page);
    expect(await heads(page, 'Invoice')).toEqual(INVOICE_HEADS);
    const row = table(page, 'Invoice').getByRole('row').filter({ hasText: number });
    // The row shows the value and, because nothing is paid yet, an equal balance.
    await expect(row.getByRole('cell', { name: '₹1,050.00' })).toHaveCount(2);
    await expect(row.getByRole('cell', { name: '₹25.00' })).toHaveCount(2);
    await expectAccessible(page);

    // The form rejects a repeated number under its field and keeps the typed values.
    await page.goto('/invoices/invoice/create');
    await field(page, 'invoiceNumber').fill(number);
    await field(page, 'invoiceValue').fill('10');
    await submit(page);
    await expect(page.getByText('Invoice number should not be same or Something went wrong')).toBeVisible();
    await expect(field(page, 'invoiceValue')).toHaveValue('10.00');

    await page.goto('/invoices/payment-report');
    await page.getByRole('link', { name: 'Add Payment' }).click();
    await submit(page);
    for (const message of ['Please select invoice number', 'Please enter payment amount', 'Please select Payment Mode'])
      await expect(page.getByText(message)).toBeVisible();
    await expectAccessible(page);
    await chooseInvoice(page, number);
    await expect(page.getByText('₹1,050.00', { exact: true })).toHaveCount(2);
    await field(page, 'amount').fill('1050.01');
    await choose(page, 'Payment Mode', 'Online');
    await submit(page);
    await expect(page.getByText('Payment value should not be more then 1050.00')).toBeVisible();
    await expectAccessible(page);
    await field(page, 'amount').fill('400');
    await page.getByLabel('Remarks').fill('First part');
    await told(page, 'Payment added successfully', submit(page));
    await expect(page).toHaveURL(/\/invoices\/payment-report$/);
    const totals = table(page, 'Vendor-wise Payment Report').getByRole('row').nth(1);
    await expect(totals).toContainText('₹1,050.00');
    await expect(totals).toContainText('₹650.00');

    // The second payment covers the rest, so nothing is left to pay.
    await page.getByRole('link', { name: 'Add Payment' }).click();
    await chooseInvoice(page, number);
    await page.getByRole('button', { name: 'Pay the whole balance' }).click();
    await expect(field(page, 'amount')).toHaveValue('650.00');
    await choose(page, 'Payment Mode', 'Cheque');
    await submit(page);
    await expect(totals).toContainText('₹0.00');
    expect(await heads(page, 'Vendor-wise Payment Report')).toEqual(OUTSTANDING_HEADS);
    // The report's parent row names the vendor, so the payments do not.
    for (const head of ['Vendor Code', 'Vendor Name']) expect(await heads(page, 'Vendor Payment Report')).not.toContain(head);
    await showAllColumns(page, 'Vendor Payment Report');
    expect(await heads(page, 'Vendor Payment Report')).toEqual(PAYMENT_HEADS);
    const paid = table(page, 'Vendor Payment Report').getByRole('row');
    await expect(paid.nth(1)).toContainText('Cheque');
    await expect(paid.nth(2)).toContainText('First part');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Add Payment' }).click();
    await chooseInvoice(page, number);
    await expect(page.getByText("You don't have any payment left for this invoice.")).toBeVisible();
    await expect(page.getByRole('button', { name: 'Submit' })).toBeDisabled();
    await expectAccessible(page);

    await page.goto('/invoices/outstanding-report');
    await expect(page.getByRole('heading', { name: 'Vendor wise Outstanding Report' })).toBeVisible();
    expect(await heads(page, 'Vendor wise Outstanding Report')).toEqual(OUTSTANDING_HEADS);
    await expectAccessible(page);
  });

  test('in another state than the buyer is offered IGST, and sees which amounts contradict each other', async ({ page, portal }) => {
    const one = serial();
    const vendor = await portal.newVendor({ gstin: gstinOf(panOf(one), '29'), pan: panOf(one), state: 'IN-KA', postal_Code: '560001' });
    await portal.signIn(page, vendor);
    await page.goto('/invoices/invoice/create');
    await expect(page.getByText('Vendor in Karnataka, buyer in Maharashtra: IGST.')).toBeVisible();
    await page.getByRole('button', { name: '18%' }).click();
    await expect(field(page, 'invoiceValue')).toBeFocused();
    await field(page, 'invoiceValue').fill('99');
    await page.getByRole('button', { name: '18%' }).click();
    await expect(field(page, 'IGSTValue')).toHaveValue('15.10');
    await field(page, 'CGSTValue').fill('5');
    await field(page, 'SGSTValue').fill('5');
    await field(page, 'SGSTValue').blur();
    await expect(page.getByText('An invoice cannot have IGST together with CGST and SGST.')).toBeVisible();
    await field(page, 'IGSTValue').fill('');
    await field(page, 'IGSTValue').blur();
    await expect(page.getByText('IGST applies, not CGST and SGST.')).toBeVisible();
    await field(page, 'invoiceValue').fill('10');
    await field(page, 'invoiceValue').blur();
    await expect(page.getByText('The taxes must be less than the invoice value.')).toBeVisible();
    await expectAccessible(page);
    // Remarks block nothing.
    await field(page, 'invoiceNumber').fill('7');
    await told(page, 'Invoice added successfully', submit(page));
  });

  test('edits an invoice that another user has changed in the meantime, and deletes an unpaid one', async ({ page, portal }) => {
    const vendor = await portal.newVendor();
    const id = await addInvoice(portal, vendor, '71', '100');
    await addInvoice(portal, vendor, '72', '200');
    await portal.call(vendor, 'POST', '/api/vendorPaymentReport/create', { invoiceNumber: '72', amount: '50', paymentMode: 'online' });
    await portal.signIn(page, vendor);
    await page.goto('/invoices/invoice');
    await page.getByRole('link', { name: 'Edit invoice 71' }).click();
    await expect(field(page, 'invoiceValue')).toHaveValue('100.00');
    await portal.call(portal.administrator, 'PUT', `/api/invoice/edit/${id}`, { PONumber: '900', invoiceValue: '150' });
    await field(page, 'invoiceValue').fill('120');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Look at what changed' }).click();
    await expect(page.getByRole('region', { name: 'Changes by others' })).toContainText('you entered 120.00');
    await expect(field(page, 'PONumber')).toHaveValue('900');
    await expectAccessible(page);
    await told(page, 'Invoice updated successfully', page.getByRole('button', { name: 'Save' }).click());
    await expect(table(page, 'Invoice').getByRole('row').filter({ hasText: '71' })).toContainText('₹120.00');

    await page.getByRole('link', { name: 'Edit invoice 72' }).click();
    await expect(page.getByText('₹50.00 has been paid.')).toBeVisible();
    await expect(
      page.getByText('so its number, date, PO, value, taxes and IRN can no longer be changed. The buyer can correct it.'),
    ).toBeVisible();
    for (const name of ['PONumber', 'PODate', 'invoiceNumber', 'invoiceDate', 'invoiceValue']) {
      await expect(field(page, name)).toHaveAttribute('readonly', '');
    }
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Cancel' }).click();

    await expect(page.getByRole('button', { name: 'Actions for invoice 71' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Actions for invoice 72' })).toHaveCount(0);
    await askToDelete(page, 'invoice 71');
    await page.getByRole('button', { name: 'Delete It' }).click();
    await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible();
  });

  test('can have an invoice corrected by an administrator after its payment, with a reason', async ({ page, portal }) => {
    const vendor = await portal.newVendor();
    const id = await addInvoice(portal, vendor, '73', '100');
    await portal.call(vendor, 'POST', '/api/vendorPaymentReport/create', { invoiceNumber: '73', amount: '50', paymentMode: 'online' });
    await portal.signIn(page, portal.administrator);
    await page.goto(`/invoices/invoice/edit/${id}`);
    await field(page, 'invoiceValue').fill('49.99');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(
      page.getByText(/^Invoice 73 has payments \(₹50\.00 of \d\d-\d\d-\d{4}\)\. Enter the reason for changing it\.$/),
    ).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('Reason').fill('Short delivery');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(
      page.getByText(
        '₹49.99 is less than the ₹50.00 of invoice 73 that is settled. Enter at least that, or reverse a payment or memo first.',
      ),
    ).toBeVisible();
    await field(page, 'invoiceValue').fill('60');
    await told(page, 'Invoice updated successfully', page.getByRole('button', { name: 'Save' }).click());
  });

  test('finds its invoices among many by the start of their number, and its returns', async ({ page, portal }) => {
    const vendor = await portal.newVendor();
    for (let number = 4000; number < 4025; number++) await addInvoice(portal, vendor, String(number), '10');
    await portal.signIn(page, vendor);
    await page.goto('/invoices/payment/create');
    await page.getByRole('combobox', { name: 'Invoice Number' }).click();
    // The list shows twenty options and mentions the rest.
    await expect(page.getByRole('option')).toHaveCount(20);
    await expect(page.getByText('Type to filter 25 entries')).toBeVisible();
    await page.getByRole('combobox', { name: 'Invoice Number' }).fill('402');
    await expect(page.getByRole('option')).toHaveCount(5);
    await page.getByRole('combobox', { name: 'Invoice Number' }).fill('9');
    await expect(page.getByText('No match')).toBeVisible();

    await page.goto('/invoices/invoice?invoiceNumber=402');
    await expect(page.getByText('Showing 1 to 5 of 5 entries')).toBeVisible();
    await page.goto('/invoices/purchase-returns');
    await expect(page.getByText("Returns come from the buyer's system.")).toBeVisible();
    await expectAccessible(page);
  });
});

test('an administrator sees one vendor’s report by age, and pays an invoice of the selected vendor', async ({ page, portal }) => {
  const company = `Ageing & Sons ${serial()}`;
  const vendor = await portal.newVendor({ vendor_name: company, firstName: 'Zubin', lastName: 'Mehta' });
  for (const [index, ago] of [0, 31, 90, 91].entries())
    await addInvoice(portal, vendor, `90${index}`, String(1000 * (index + 1)), day(ago));
  await portal.signIn(page, portal.administrator);
  await page.goto('/invoices/payment-report');
  await chooseVendor(page, 'Vendor', company);
  await expect(page).toHaveURL(/userID=\d+/);
  await page.getByRole('switch', { name: 'Balance by age' }).press('Space');
  await expect(page).toHaveURL(/ageing=true/);
  const totals = table(page, 'Vendor-wise Payment Report').getByRole('row').nth(1);
  await expect(totals).toContainText(company);
  for (const amount of ['₹10,000.00', '₹1,000.00', '₹2,000.00', '₹3,000.00', '₹4,000.00']) await expect(totals).toContainText(amount);
  // Two of the totals are hidden in favour of the ageing columns until the user shows them.
  const [vendorCode, vendorName, , , balance] = OUTSTANDING_HEADS;
  expect(await heads(page, 'Vendor-wise Payment Report')).toEqual([vendorCode, vendorName, balance, ...AGE_HEADS]);
  await showAllColumns(page, 'Vendor-wise Payment Report');
  expect(await heads(page, 'Vendor-wise Payment Report')).toEqual([
    ...OUTSTANDING_HEADS.slice(0, -1),
    ...NOTES_HEADS,
    balance,
    ...ACCOUNT_HEADS,
    ...AGE_HEADS,
  ]);
  await expect(page.getByRole('figure', { name: `Outstanding of ${company} by age` })).toContainText('₹4,000.00');
  await expectAccessible(page);
  await page.reload();
  await expect(totals).toContainText('₹4,000.00');
  for (const [report, rows] of [
    ['outstanding', 'outstanding amounts'],
    ['payments', 'payments'],
  ]) {
    await page.getByRole('button', { name: 'More actions' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: `Download ${rows} in Excel` }).click(),
    ]);
    expect(download.suggestedFilename().toLowerCase()).toBe(`${report} ${day(0)}.xlsx`);
    expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK');
  }

  await page.getByRole('link', { name: 'Add Payment' }).click();
  await expect(page.getByRole('combobox', { name: 'Invoice Number' })).toBeDisabled();
  await chooseVendor(page, 'Vendor', company);
  await chooseInvoice(page, '900');
  await page.getByRole('button', { name: 'Pay the whole balance' }).click();
  await choose(page, 'Payment Mode', 'Online');
  await told(page, 'Payment added successfully', submit(page));
  await expect(totals).toContainText('₹9,000.00');
  await expect(table(page, 'Vendor Payment Report').getByRole('row').nth(1)).toContainText('900');

  await page.goto('/invoices/invoice/create');
  await submit(page);
  await expect(page.getByText('Choose the vendor.')).toBeVisible();
  await expectAccessible(page);
});

test('purchase returns have the columns of the specification', async ({ page, portal }) => {
  const row = {
    _id: '1',
    gstGrRef: '12',
    poDate: '2026-01-31',
    docRef: '34',
    docDate: null,
    itemName: 'Toor Dal',
    grQty: 12.5,
    prQty: 2,
    remarks: 'Damp',
    receipt: null,
  };
  await portal.signIn(page, await portal.newVendor());
  await page.route('**/api/purChaseOrder/purchase_return*', (route) =>
    route.fulfill({
      json: { result: Array.from({ length: 5 }, (_, index) => ({ ...row, _id: String(index) })) },
      headers: { 'X-Total-Count': '6' },
    }),
  );
  await page.goto('/invoices/purchase-returns');
  await expect(page.getByText('Showing 1 to 5 of 6 entries')).toBeVisible();
  await showAllColumns(page);
  expect(await heads(page, 'Purchase Returns')).toEqual(RETURN_HEADS);
  const cells = table(page, 'Purchase Returns').getByRole('row').nth(1).getByRole('cell');
  expect(await cells.allInnerTexts()).toEqual(['1', '12', '31-01-2026', '34', '–', '', 'Toor Dal', '12.5', '2', 'Damp']);
  await expectAccessible(page);
});

test('invoices are managed in an Excel file: template, upload, an existing number, download', async ({ page, portal }) => {
  const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  const fromMenu = async (entry: string) => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: entry, exact: true }).click();
  };
  const saved = async (entry: string) => (await Promise.all([page.waitForEvent('download'), fromMenu(entry)]))[0];
  const file = page.locator('input[type=file]');
  await portal.signIn(page, await portal.newVendor());
  await page.goto('/invoices/invoice');
  await page.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Add Invoice', 'Template', 'Download', 'Upload']);
  await page.keyboard.press('Escape');
  expect((await saved('Template')).suggestedFilename()).toBe('sampleInvoiceSheet.xlsx');

  const sheet = {
    name: 'invoices.xlsx',
    mimeType: XLSX,
    buffer: await workbookOf([
      ['Invoice Number', 'Invoice Value'],
      ['0031', 118],
      ['0032', 1000.5],
    ]),
  };
  await fromMenu('Upload');
  await file.setInputFiles(sheet);
  await told(page, 'File Uploaded Successfully', page.getByRole('button', { name: 'Upload 2 invoices' }).click());
  await expect(table(page, 'Invoice').getByRole('row').filter({ hasText: '0032' })).toContainText('₹1,000.50');

  await fromMenu('Upload');
  await file.setInputFiles(sheet);
  await expect(page.getByRole('row', { name: /^2 Invoice Number/ })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  expect((await saved('Download')).suggestedFilename()).toBe(`Invoices ${day(0)}.xlsx`);
});
