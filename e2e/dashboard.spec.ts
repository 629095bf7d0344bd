import { showDate } from '@aapurti/contract/ground/fields';

import { unfitLabels } from './geometry.ts';
import { expect, expectAccessible, inHindi, test } from './portal.ts';

/** The date in India, offset from today by the given number of days. */
const day = (offset: number) => new Date(Date.now() + 5.5 * 3_600_000 + offset * 86_400_000).toISOString().slice(0, 10);

test('a vendor sees immediately what is receivable and when, and its first steps until they are done @journey', async ({
  page,
  portal,
}) => {
  const vendor = await portal.newVendor({ paymentTerms: 'net 30' });
  for (const [invoiceNumber, age] of [
    ['1', -31],
    ['2', -30],
    ['3', -20],
  ] as const) {
    const invoice = { invoiceNumber, invoiceDate: day(age), invoiceValue: '99999999999.99' };
    expect((await portal.call(vendor, 'POST', '/api/invoice/create', invoice)).status).toBe(200);
  }
  await portal.signIn(page, vendor);
  await page.goto('/dashboard');
  const owed = page.getByRole('region', { name: 'Receivables' });
  await expect(owed.getByRole('link', { name: 'Receivable ₹2,99,99,99,99,999.97 from the accounts' })).toHaveAttribute(
    'href',
    /outstanding/,
  );
  await expect(owed.getByRole('link', { name: 'Overdue ₹99,99,99,99,999.99 1 invoice' })).toBeVisible();
  await expect(owed.getByRole('link', { name: 'Due this week ₹99,99,99,99,999.99 1 invoice' })).toBeVisible();
  await expect(owed.getByRole('link', { name: 'Due next week ₹99,99,99,99,999.99 1 invoice' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Billed and paid in the last twelve months' }).getByRole('row')).toHaveCount(13);

  const steps = page.getByRole('region', { name: 'First steps' });
  await expect(steps).toContainText('1 of 4 done');
  const [above, below] = [await steps.boundingBox(), await owed.boundingBox()];
  expect((below?.y ?? 0) - ((above?.y ?? 0) + (above?.height ?? 0))).toBeGreaterThan(8);
  await expect(steps.getByRole('listitem').filter({ hasText: 'Complete your profile' })).toContainText('(done)');
  await expect(steps.getByRole('link', { name: 'Enter your first product' })).toHaveAttribute('href', '/master-products/products/create');
  await expect(page.getByRole('region', { name: 'For you today' })).toContainText('Nothing is waiting for you.');
  await expectAccessible(page);

  for (const width of [1366, 768, 360]) {
    await page.setViewportSize({ width, height: 800 });
    const outside = await page.locator('main strong').evaluateAll((figures) =>
      figures
        .filter((figure) => {
          const [inner, outer] = [figure.getBoundingClientRect(), figure.closest('a')?.getBoundingClientRect()];
          return outer !== undefined && (inner.right > outer.right + 0.5 || inner.left < outer.left - 0.5);
        })
        .map((figure) => figure.textContent),
    );
    expect(outside, `figures that leave their tile at ${width} px`).toEqual([]);
  }
});

test('an administrator sees the payables without a click, and a failed call can be tried again', async ({ page, portal }) => {
  await portal.signIn(page, portal.administrator);
  await page.route('**/api/dashboard/overview', (route) => route.fulfill({ status: 503, json: { message: 'Busy.' } }));
  await page.goto('/dashboard');
  await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Counts' })).toBeVisible();
  await page.unroute('**/api/dashboard/overview');
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect(page.getByRole('region', { name: 'Payables' }).getByRole('link', { name: /^Payable to vendors ₹/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Late orders' })).toBeVisible();
});

test('a food vendor sees that its licence expires or has expired, and its owners a link to renew it', async ({ page, portal, browser }) => {
  const vendor = await portal.newVendor({ fssaiNumber: '10012022000123', fssaiValidUntil: day(12) });
  const member = await (await browser.newContext()).newPage();
  await portal.signIn(member, await portal.newMember(vendor, 'dispatch'));
  await member.goto('/dashboard');
  await expect(member.getByText(`Your FSSAI licence 10012022000123 expires on ${showDate(day(12))}.`)).toBeVisible();
  await expect(member.getByRole('link', { name: 'Renew in your profile' })).toHaveCount(0);
  await member.context().close();

  await portal.signIn(page, vendor);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Renew in your profile' }).click();
  await expect(page.getByRole('textbox', { name: 'FSSAI licence number' })).toHaveValue('10012022000123');
  expect((await portal.call(vendor, 'PUT', `/api/auth/edit/${vendor.id}`, { fssaiValidUntil: day(-1) })).status).toBe(200);

  const hindi = await (await browser.newContext()).newPage();
  await inHindi(hindi);
  await portal.signIn(hindi, vendor);
  for (const [each, words] of [
    [page, `Your FSSAI licence 10012022000123 expired on ${showDate(day(-1))}. Labels no longer print its number.`],
    [hindi, `आपका FSSAI लाइसेंस 10012022000123`],
  ] as const) {
    await each.goto('/dashboard');
    await expect(each.getByText(words)).toBeVisible();
    for (const [width, colorScheme] of [
      [1440, 'light'],
      [1440, 'dark'],
      [360, 'dark'],
      [360, 'light'],
    ] as const) {
      await each.emulateMedia({ colorScheme });
      await each.setViewportSize({ width, height: 800 });
      await expectAccessible(each, `${words}, ${width} px, ${colorScheme}`);
      expect(await unfitLabels(each)).toEqual([]);
      expect(await each.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
    }
  }
  await hindi.context().close();
});

test('the dashboard does not report that there are no tasks while they load', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  await portal.signIn(page, vendor);
  let answer = (): void => undefined;
  const asked = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/product/get?*', async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto('/dashboard');
  const today = page.getByRole('region', { name: 'For you today' });
  await expect(page.getByRole('region', { name: 'Receivables' }).getByRole('link', { name: /^Receivable ₹/ })).toBeVisible();
  await expect(today.getByText('Nothing is waiting for you.')).toHaveCount(0);
  answer();
  await expect(today.getByText('Nothing is waiting for you.')).toBeVisible();
});

test('a claim of the buyer is a task of its vendor', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  const invoice = { invoiceNumber: '71', invoiceDate: day(-3), invoiceValue: '900.00' };
  expect((await portal.call(vendor, 'POST', '/api/invoice/create', invoice)).status).toBe(200);
  const claim = {
    userID: vendor.id,
    productName: 'Rice',
    vendorInvoiceRef: '71',
    vendorInvoiceRef_Date: day(-3),
    amount: '100.00',
    memoNumber: 'CL/7',
  };
  expect((await portal.call(portal.administrator, 'POST', '/api/debitMemo/AddUserDebitMemo', claim)).status).toBe(200);
  await portal.signIn(page, vendor);
  await page.goto('/dashboard');
  const claims = page.getByRole('region', { name: 'For you today' }).getByRole('region', { name: 'Claims waiting for your response' });
  await expect(claims).toContainText('₹100.00');
  await expectAccessible(page);
  await claims.getByRole('link', { name: 'Respond to claim CL/7' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('CL/7');
});

test('a month of the chart shows its values on hover, and links to its invoices', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  const month = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(Date.now()).slice(0, 7);
  for (const [invoiceNumber, invoiceDate] of [
    ['771', `${month}-01`],
    ['772', '2024-01-31'],
  ])
    expect(await portal.call(vendor, 'POST', '/api/invoice/create', { invoiceNumber, invoiceDate, invoiceValue: 118 })).toMatchObject({
      status: 200,
    });
  await portal.signIn(page, vendor);
  await page.goto('/dashboard');
  await page.getByTitle(/Billed: ₹118\.00/).click();
  await expect(page).toHaveURL(new RegExp(`startDate=${month}-01&endDate=${month}-(28|29|30|31)`));
  await expect(page.getByRole('row').filter({ hasText: '771' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: '772' })).toHaveCount(0);
});
