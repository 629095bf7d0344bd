import { expect, expectAccessible, serial, test } from './portal.ts';

test('a self-invoice is issued for a farmer, cancelled with a reason, and due again @journey', async ({ page, portal }) => {
  const farmer = await portal.newVendor({ kind: 'unregistered', gstin: '', vendorType: 'Farmer' });
  const [poNumber, receiptNumber] = [`PO/SI/${serial()}`, `GR/SI/${serial()}`];
  // The demo's settings list cotton as a code under reverse charge.
  const rate = { hsnPrefix: '52010015', rate: 5, validFrom: '2026-04-01' };
  expect([200, 422]).toContain((await portal.call(portal.administrator, 'POST', '/api/buyerData/gstRates/create', rate)).status);
  const line = { itemCode: 'COTTON', itemName: 'Raw cotton', hsnCode: '52010015', uom: 'KGS', quantity: 100, price: 100, taxRate: 5 };
  const order = { userID: farmer.id, poNumber, poDate: '2026-11-03', placeOfSupply: 'IN-MH', lines: [line] };
  const ordered = await portal.call(portal.administrator, 'POST', '/api/buyerData/orders/create', order);
  expect(ordered).toMatchObject({ status: 200 });
  const orderId = (ordered.body as { data: { _id: string } }).data._id;
  const goods = { receiptNumber, receivedOn: '2026-11-20', noteId: null, lines: [{ orderId, line: 1, quantity: 40 }] };
  expect(await portal.call(portal.administrator, 'POST', '/api/receipts/create', goods)).toMatchObject({ status: 200 });

  await portal.signIn(page, portal.administrator);
  await page.goto('/gst-rates/self-invoices');
  const due = page.getByRole('region', { name: 'Self-invoices due' }).getByRole('row').filter({ hasText: receiptNumber });
  await due.getByRole('button').click();
  await expect(page.getByText(/^Self-invoice \S+ issued\.$/)).toBeVisible();
  await expect(due).toHaveCount(0);
  const issued = page.getByRole('region', { name: 'Issued', exact: true }).getByRole('row').filter({ hasText: receiptNumber });
  await expect(issued).toContainText('₹4,000.00');
  await issued.getByRole('button', { name: /^Cancel self-invoice/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Cancel self-invoice/ });
  await dialog.getByRole('button', { name: 'Cancel self-invoice' }).click();
  await expect(dialog.getByText('Enter the reason for cancelling the self-invoice.')).toBeVisible();
  await expectAccessible(page, 'the cancellation of a self-invoice');
  await dialog.getByLabel('Reason').fill('Wrong rate');
  await dialog.getByRole('button', { name: 'Cancel self-invoice' }).click();
  await expect(page.getByText(/^Self-invoice \S+ cancelled\.$/)).toBeVisible();
  await expect(issued).toContainText('Cancelled');
  await expect(issued).toContainText('Wrong rate');
  await expect(issued.getByRole('button', { name: /^Cancel self-invoice/ })).toHaveCount(0);
  await expect(due).toHaveCount(1);
  await expectAccessible(page, 'self-invoices, one of them cancelled');
});
