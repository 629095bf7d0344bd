import { expect, expectAccessible, serial, test } from './portal.ts';

// The settings are one record, so two tests that save it at the same moment would conflict.
test.describe.configure({ mode: 'default' });

test('settings have the buyer’s name, and repeated numbers of another year ask which invoice is meant @journey', async ({
  page,
  portal,
  browser,
}) => {
  const vendor = await portal.newVendor();
  const buyer = `Annapurna Retail ${serial()}`;
  const office = await (await browser.newContext()).newPage();

  await test.step('an administrator enters the buyer’s name, and everyone sees it at the top', async () => {
    await portal.signIn(office, portal.administrator);
    await office.goto('/dashboard');
    await office.getByRole('link', { name: 'Settings' }).click();
    await office.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Order confirmations' }).click();
    const room = await office.getByLabel('Remind the vendor after').evaluate((input) => {
      const words = document.createRange();
      words.selectNodeContents(input.parentElement?.querySelector('[data-position="right"]') ?? input);
      const [unit, box] = [words.getBoundingClientRect(), input.getBoundingClientRect()];
      return {
        beforeTheEdge: box.right - unit.right,
        afterTheFigure: unit.left - (box.right - parseFloat(getComputedStyle(input).paddingRight)),
      };
    });
    expect(room.beforeTheEdge, 'the unit leaves its field').toBeGreaterThan(0);
    expect(room.afterTheFigure, 'the unit lies over the figure').toBeGreaterThanOrEqual(0);
    await office.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Buyer', exact: true }).click();
    await office.getByRole('textbox', { name: "Buyer's name" }).fill('x'.repeat(80));
    await expectAccessible(office);
    // A phone shows the menu behind its current entry.
    await office.setViewportSize({ width: 360, height: 780 });
    const menu = office.getByRole('navigation', { name: 'Settings' });
    await expect(menu.getByRole('link', { name: 'API keys' })).toBeHidden();
    await menu.getByText('Buyer', { exact: true }).first().click();
    await expect(menu.getByRole('link', { name: 'API keys' })).toBeVisible();
    await expect(menu.getByRole('link', { name: 'Buyer', exact: true })).toHaveAttribute('aria-current', 'page');
    await expectAccessible(office, 'the menu of the settings on a phone');
    await office.setViewportSize({ width: 1440, height: 900 });
    await office.getByRole('textbox', { name: "Buyer's name" }).fill(buyer);
    await office.getByRole('button', { name: 'Save' }).click();
    await expect(office.getByText('Settings saved.')).toBeVisible();
    await expect(office.getByRole('banner')).toContainText(buyer);
    await portal.signIn(page, vendor);
    await page.goto('/invoices/invoice/create');
    await expect(page.getByRole('banner')).toContainText(buyer);
  });

  const enter = async (number: string, date: string) => {
    // The response of the site call states which numbers are allowed.
    await Promise.all([page.waitForResponse('**/api/site'), page.goto('/invoices/invoice/create')]);
    await page.locator('input[name="invoiceNumber"]').fill(number);
    await page.getByRole('textbox', { name: 'Invoice Date' }).fill(date);
    await page.locator('input[name="invoiceValue"]').fill('1180');
  };

  await test.step('a number with letters is rejected at its field while only digits are allowed', async () => {
    await enter('INV/1', '01-04-2026');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('Invoice number is required. It should be number.')).toBeVisible();
    await expect(page.locator('input[name="invoiceNumber"]')).toHaveValue('INV/1');
  });

  await test.step('if letters are allowed, the same number is rejected with the reason', async () => {
    await page.route('**/api/site', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), invoiceNumbers: 'rule46' } });
    });
    await enter('INV 1', '01-04-2026');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText(/at most 16 letters, digits, - and \//)).toBeVisible();
    await page.unroute('**/api/site');
  });

  await test.step('a series starts again in April, and nearly the same number gives a warning', async () => {
    for (const [number, date] of [
      ['118', '31-03-2026'],
      ['118', '01-04-2026'],
    ] as const) {
      await enter(number, date);
      await page.getByRole('button', { name: 'Submit' }).click();
      await expect(page.getByText('Invoice added successfully')).toBeVisible();
    }
    await enter('0118', '01-05-2026');
    await expect(page.getByText('Invoice 118 of 01-04-2026 has nearly the same number. Is this a different invoice?')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('a payment of that number asks which of the two', async () => {
    await page.goto('/invoices/payment/create');
    await page.getByRole('combobox', { name: 'Invoice Number' }).fill('118');
    await page.getByRole('option', { name: '118' }).first().click();
    await page.getByRole('combobox', { name: 'Date of the invoice' }).click();
    await page.getByRole('option', { name: '31-03-2026, balance ₹1,180.00' }).click();
    await page.getByRole('button', { name: 'Pay the whole balance' }).click();
    await page.getByRole('combobox', { name: 'Payment Mode' }).click();
    await page.getByRole('option', { name: 'Online' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('Payment added successfully')).toBeVisible();
    const { body } = await portal.call(vendor, 'GET', '/api/invoice/get?sortBy=invoiceDate');
    expect((body as { paymentReceived: number }[]).map(({ paymentReceived }) => paymentReceived)).toEqual([1180, 0]);
  });
});

test('a section of the settings stays open when it is saved, and changes no other section', async ({ page, portal }) => {
  await portal.signIn(page, portal.administrator);
  const address = `Plot ${serial()}, Pune`;
  await page.goto('/settings/announcements');
  await page.getByRole('textbox', { name: 'Shown on dashboard from' }).fill('01-01-2099');
  // Another administrator saves another section in the meantime.
  const { body } = await portal.call(portal.administrator, 'GET', '/api/settings');
  const { updatedAt } = body as { updatedAt: string };
  expect((await portal.call(portal.administrator, 'PUT', '/api/settings', { buyerAddress: address, updatedAt })).status).toBe(200);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Enter the announcement in English too.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Dashboard announcement', exact: true }).fill('Closed on 1 January.');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Look at what changed' }).click();
  await expect(page.getByText('Only details that this form does not show.')).toBeVisible();
  await expectAccessible(page, 'a subject that somebody else has saved');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Settings saved.')).toBeVisible();
  // The page is unchanged, and can be saved again.
  await page.getByRole('textbox', { name: 'Dashboard announcement', exact: true }).fill('');
  await page.getByRole('textbox', { name: 'Shown on dashboard from' }).fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Settings saved.').last()).toBeVisible();
  expect((await portal.call(portal.administrator, 'GET', '/api/settings')).body).toMatchObject({
    buyerAddress: address,
    dashboardNotice: null,
  });
});

test('administrators choose the recipients of each event', async ({ page, portal }) => {
  await portal.signIn(page, portal.administrator);
  await page.goto('/settings');
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Notification recipients' }).click();
  const vendors = page.getByRole('region', { name: 'Vendor users' });
  const returned = vendors.getByRole('row', { name: /^Approved and sent-back invoices/ });
  await expect(returned).toContainText('Owner');
  await expectAccessible(page);
  await vendors.getByRole('button', { name: 'Change Approved and sent-back invoices' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('group', { name: 'E-mail to' }).getByRole('checkbox', { name: 'Billing' }).check();
  await expect(dialog.getByLabel('Also send e-mail to')).toHaveCount(0);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved. This applies to new events only.')).toBeVisible();
  await expect(returned).toContainText('Owner and Billing');

  await page.getByRole('button', { name: 'Change Bank and tax details' }).click();
  const mails = dialog.getByRole('group', { name: 'E-mail to' });
  for (const name of ['Administrator', 'Buyer', 'Receiver', 'Accounts', 'Approver', 'Auditor'])
    await mails.getByRole('checkbox', { name, exact: true }).uncheck();
  await dialog.getByLabel('Also send e-mail to').fill('security');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('"security" is not an e-mail address. Enter one address per line.')).toBeVisible();
  await dialog.getByLabel('Also send e-mail to').fill('security@example.org');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText("someone must check vendors' new bank details")).toBeVisible();
  await expect(dialog.getByLabel('Also send e-mail to')).toHaveValue('security@example.org');
  await expectAccessible(page);
});

test('an announcement is shown in the language of the page, or in English if there is no other', async ({ page }) => {
  let noticeHindi: string | null = 'दिवाली पर बंद।';
  await page.route('**/api/site', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), notice: 'Closed on Diwali.', noticeHindi } });
  });
  await page.goto('/login');
  const notice = page.getByRole('complementary');
  await expect(notice).toHaveText('Closed on Diwali.');
  await page.evaluate(() => localStorage.setItem('language', 'hi'));
  await page.reload();
  await expect(notice).toHaveText('दिवाली पर बंद।');
  noticeHindi = null;
  await page.reload();
  await expect(notice).toHaveText('Closed on Diwali.');
});
