import { expect, expectAccessible, serial, test } from './portal.ts';

test('administrators and the affected vendor can read every change, and e-mails can be turned off @journey', async ({
  page,
  portal,
  browser,
}) => {
  const company = `Ledger Mills ${serial()}`;
  const vendor = await portal.newVendor({ vendor_name: company });
  const office = await (await browser.newContext()).newPage();

  await test.step('a vendor enters an invoice and opens its history', async () => {
    const invoice = { invoiceNumber: '7711', invoiceValue: 1180, invoiceDate: '2026-11-02' };
    expect((await portal.call(vendor, 'POST', '/api/invoice/create', invoice)).status).toBe(200);
    await portal.signIn(page, vendor);
    await page.goto('/invoices/invoice');
    await page.getByRole('link', { name: '7711', exact: true }).click();
    const window = page.getByRole('dialog', { name: 'Invoice 7711' });
    await expect(window.getByText('Added the invoice')).toBeVisible();
    await window.getByText(/Entered details/).click();
    await expect(window.getByRole('region', { name: 'History' }).getByText('₹1,180.00')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('administrators are notified of new bank details, and see the old ones', async () => {
    const bank = { bankName: 'Bank of Baroda', accountNumber: '00120034' };
    expect((await portal.call(vendor, 'PUT', `/api/auth/edit/${vendor.id}`, bank)).status).toBe(200);
    await portal.signIn(office, portal.administrator);
    await office.goto('/dashboard');
    await expect(office.getByText(/of bank, tax or document details since your last visit/)).toBeVisible();
    await office.getByRole('link', { name: /^Review (it|them)$/ }).click();
    await expect(office.getByRole('heading', { name: 'Audit Log' })).toBeVisible();
    await expect(office.getByRole('list', { name: 'Active filters' })).toContainText('Only these');

    // The log shows the name of a record, not its ID.
    await office.goto(`/audit-log?userID=${vendor.id}&entity=invoice`);
    await expect(office.getByRole('row', { name: /Added the invoice/ })).toContainText('Invoice 7711');

    await office.goto(`/audit-log?userID=${vendor.id}&sensitive=true`);
    await office.getByRole('link', { name: /^Requested new bank or tax details/ }).click();
    const fields = office.getByRole('table', { name: 'Fields of Requested new bank or tax details' });
    await expect(fields.getByRole('row', { name: /Bank name .* Bank of Baroda/ })).toBeVisible();
    await expect(fields.getByRole('row', { name: /Account number .* 00120034/ })).toBeVisible();
    await expectAccessible(office);
    await office.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

    await office.getByRole('button', { name: 'More actions' }).click();
    const [saved] = await Promise.all([
      office.waitForEvent('download'),
      office.getByRole('menuitem', { name: 'Download the log in Excel' }).click(),
    ]);
    expect(saved.suggestedFilename()).toMatch(/^Audit log .*\.xlsx$/);
  });

  await test.step('the vendor sees its own history, without names of administrators', async () => {
    await page.goto(`/profile/${vendor.id}`);
    const history = page.getByRole('region', { name: 'History' });
    await expect(history.getByText('Requested new bank or tax details')).toBeVisible();
    await expect(history.getByText('Administrator').first()).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('e-mails are turned off on the profile, and by the link in one', async () => {
    const mailsOf = async () => {
      const sent = (await (await page.request.get('/api/outbox')).json()) as { to: string; subject: string; text: string }[];
      return sent.filter(({ to }) => to === vendor.email);
    };
    const payment = { invoiceNumber: '7711', amount: 100, paymentMode: 'online' };
    expect((await portal.call(vendor, 'POST', '/api/vendorPaymentReport/create', payment)).status).toBe(200);
    const link = /\/unsubscribe\/\S+/.exec(
      (await mailsOf()).find(({ subject }) => subject === 'Payment of ₹100.00 recorded')?.text ?? '',
    )?.[0];
    // The link is cut off where a mail program broke the line; another try would fail in the same way.
    await office.goto((link ?? '/no-mail').slice(0, -3));
    await office.getByRole('button', { name: 'Turn off these e-mails' }).click();
    await expect(office.getByText('This link is not complete.', { exact: false })).toBeVisible();
    await expect(office.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await office.goto(link ?? '/no-mail');
    await expect(office.getByText('Stop e-mails about recorded payments?')).toBeVisible();
    await expectAccessible(office);
    await page.reload();
    await expect(page.getByRole('switch', { name: 'Payments: e-mail' })).toBeChecked();
    await office.getByRole('button', { name: 'Turn off these e-mails' }).click();
    await expect(office.getByText('You will no longer receive these e-mails.')).toBeVisible();

    await page.reload();
    await expect(page.getByRole('switch', { name: 'Payments: e-mail' })).not.toBeChecked();
    await page.getByRole('switch', { name: 'Purchase orders: e-mail' }).press('Space');
    await expect(page.getByText('E-mail settings saved.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'History' }).getByText('E-mails about purchase orders')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('switch', { name: 'Purchase orders: e-mail' })).not.toBeChecked();
  });
});
