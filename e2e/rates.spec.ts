import type { Page } from '@playwright/test';

import { expect, expectAccessible, serial, test } from './portal.ts';

const HEADS = ['HSN', 'Goods', 'Rate', 'Cess Rate', 'Valid From', 'Valid To', 'GST notification', 'Basis', 'Action'];

const field = (page: Page, name: string) => page.locator(`input[name="${name}"]`);
/** Codes of machines, for which the portal ships no rates. */
const newHsn = () => `84${String(serial()).slice(-6)}`;

async function find(page: Page, hsn: string, day = '') {
  await page.goto(`/gst-rates?hsnCode=${hsn}&day=${day}`);
  return page.getByRole('table', { name: 'GST Rates' }).getByRole('row');
}

test('an administrator adds a rate, changes it from a later date, and still finds the old one @journey', async ({ page, portal }) => {
  await portal.signIn(page, portal.administrator);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'GST Rates' }).click();
  const table = page.getByRole('table', { name: 'GST Rates' });
  await table.getByRole('columnheader').first().waitFor();
  expect(await table.getByRole('columnheader').allInnerTexts()).toEqual(HEADS);
  await expect(table.getByRole('row').filter({ hasText: '24031929' })).toContainText('Based on a GST notification');
  await expectAccessible(page);

  const hsn = newHsn();
  await page.getByRole('link', { name: 'Add GST Rate' }).click();
  await field(page, 'hsnPrefix').fill(hsn.slice(0, 5));
  await field(page, 'rate').fill('12');
  await field(page, 'validFrom').fill('22-09-2025');
  await field(page, 'validFrom').blur();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('An HSN prefix has 2, 4, 6 or 8 digits.')).toBeVisible();
  await expectAccessible(page);
  await field(page, 'hsnPrefix').fill(hsn);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('12% is not a GST rate in effect on 22-09-2025')).toBeVisible();
  await field(page, 'rate').fill('18');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('GST rate added.')).toBeVisible();

  const rows = await find(page, hsn);
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText('Entered by');
  await page.getByRole('link', { name: `Edit 18% of ${hsn}` }).click();
  await field(page, 'rate').fill('5');
  await field(page, 'rate').blur();
  await expect(page.getByText('This corrects the existing rate.')).toBeVisible();
  await expectAccessible(page);
  await field(page, 'validFrom').fill('01-04-2027');
  await field(page, 'validFrom').blur();
  await expect(page.getByText('This corrects the existing rate.')).toHaveCount(0);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('GST rate updated.')).toBeVisible();

  await expect(await find(page, hsn, '2027-03-31')).toContainText(['HSN', '18%']);
  await expect(await find(page, hsn, '2027-04-01')).toContainText(['HSN', '5%']);

  // The same period is entered again.
  await page.getByRole('link', { name: 'Add GST Rate' }).click();
  await field(page, 'hsnPrefix').fill(hsn);
  await field(page, 'rate').fill('40');
  await field(page, 'validFrom').fill('31-03-2027');
  await field(page, 'validFrom').blur();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`${hsn} already has a rate of 18% from 22-09-2025 to 31-03-2027.`)).toBeVisible();
  await expectAccessible(page);
});

test('rates of a file with overlapping dates are rejected by row', async ({ page, portal }) => {
  await portal.signIn(page, portal.administrator);
  const hsn = newHsn();
  await page.goto('/gst-rates');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Upload' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload Excel' });
  const upload = (...rows: string[]) =>
    dialog.locator('input[type="file"]').setInputFiles({
      name: 'rates.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['HSN,Rate,Valid From,Valid To', ...rows].join('\n')),
    });
  await upload(`${hsn},18,22-09-2025,31-03-2027`, `${hsn},5,31-03-2027,`);
  await expect(dialog.getByText(`${hsn} is already in row 2 from 22-09-2025 to 31-03-2027.`)).toBeVisible();
  await expectAccessible(page);
});

test('an invoice gets the taxes of its order by rate, and a warning about a line without one', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  const [mixed, plain, unknown] = [String(serial()), String(serial()), String(serial())];
  const line = (itemName: string, hsnCode: string, price: number) => ({ itemCode: itemName, itemName, hsnCode, quantity: 1, price });
  for (const [poNumber, lines] of [
    [mixed, [line('Rice', '10063020', 1000), line('Cola', '22021010', 250)]],
    [plain, [line('Ghee', '04059020', 500), line('Soap', '34011190', 500)]],
    [unknown, [line('Ghee', '04059020', 500), line('Pump', '84137010', 500)]],
  ] as const) {
    const body = { userID: vendor.id, poNumber, poDate: '2026-11-01', lines };
    expect((await portal.call(portal.administrator, 'POST', '/api/buyerData/orders/create', body)).status).toBe(200);
  }
  await portal.signIn(page, vendor);
  await page.goto('/invoices/invoice/create');
  const proposal = page.getByRole('region', { name: 'Taxes from the order' });
  await expect(proposal).toHaveCount(0);
  await field(page, 'invoiceDate').fill('22-11-2026');
  await field(page, 'invoiceDate').blur();

  // Loose rice is exempt, so the form does not guess how it is packed.
  await field(page, 'PONumber').fill(mixed);
  await field(page, 'invoiceValue').fill('1500');
  await expect(proposal).toContainText('Line 1, Rice: 5% pre-packed and labelled, 0% loose.');
  await expect(proposal.getByRole('button', { name: 'Apply the taxes of the order' })).toHaveCount(0);
  await expectAccessible(page);
  await proposal.getByRole('button', { name: 'Pre-packed and labelled' }).click();
  await expect(proposal.getByRole('listitem')).toHaveText([
    '5% of ₹1,000.00: CGST ₹25.00, SGST ₹25.00',
    '40% of ₹250.00: CGST ₹50.00, SGST ₹50.00',
    'Other charges, for which no tax is proposed: ₹100.00',
  ]);
  await proposal.getByRole('button', { name: 'Apply the taxes of the order' }).click();
  await expect(field(page, 'CGSTValue')).toHaveValue('75.00');
  await expect(field(page, 'IGSTValue')).toHaveValue('0.00');
  await expectAccessible(page);
  await field(page, 'invoiceValue').fill('700');
  await expect(proposal).toContainText('The invoice is below the order value');
  await expect(proposal.getByRole('button', { name: 'Apply the taxes of the order' })).toHaveCount(0);

  // The order has one rate, so it applies to any invoiced part of the order.
  await field(page, 'PONumber').fill(plain);
  await proposal.getByRole('button', { name: 'Apply the order’s 5%' }).click();
  await expect(field(page, 'CGSTValue')).toHaveValue('16.67');
  // The rates began on 22-09-2025.
  await field(page, 'invoiceDate').fill('21-09-2025');
  await field(page, 'invoiceDate').blur();
  await expect(proposal).toContainText('Line 1, Ghee: no tax proposed, because HSN 04059020 has no rate on 21-09-2025.');
  await expect(page.getByRole('button', { name: '12%', exact: true })).toBeVisible();
  await field(page, 'invoiceDate').fill('22-09-2025');
  await field(page, 'invoiceDate').blur();
  await expect(proposal).toContainText('all goods are taxed at 5%');
  await expect(page.getByRole('button', { name: '12%', exact: true })).toHaveCount(0);

  await field(page, 'PONumber').fill(unknown);
  await expect(proposal).toContainText('Line 2, Pump: no tax proposed, because HSN 84137010 has no rate on 22-09-2025.');
  await expect(proposal.getByRole('button', { name: /^Apply/ })).toHaveCount(0);
  await expectAccessible(page);
});

test('code lists show the uploaded ones, and reject an invalid row', async ({ page, portal }) => {
  await portal.signIn(page, portal.administrator);
  await page.goto('/gst-rates');
  await page.getByRole('navigation', { name: 'Rates and codes' }).getByRole('link', { name: 'Units' }).click();
  await expect(page.getByRole('heading', { name: 'Units: none uploaded' })).toBeVisible();
  const units = page.getByRole('region', { name: 'Units: none uploaded' });
  await units.locator('input[type="file"]').setInputFiles({
    name: 'units.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Unit,UQC\nPeti,CASE\n'),
  });
  await expect(units.getByText('Choose UQC from the list in the template.')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 780 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  for (const name of ['HSN Codes', 'IFSC Codes']) {
    await page.getByRole('navigation', { name: 'Rates and codes' }).getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expectAccessible(page);
  }
});
