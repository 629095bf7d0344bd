import { expect, expectAccessible, test } from './portal.ts';

test('a visitor is asked to sign in and then returns to the requested page @journey', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  await page.goto('/master-products/products?productName=rice');
  await expect(page).toHaveURL(/\/login\?redirectFrom=/);
  await page.getByLabel('E-mail').fill(vendor.email);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('These credentials do not match our records.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Password', { exact: true }).fill(vendor.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/master-products\/products\?productName=rice/);
  await expect(page.getByText('Data not found')).toBeVisible();
});

for (const elsewhere of ['https://example.com/', '//example.com', '/\\example.com', 'javascript:alert(1)']) {
  test(`redirectFrom never leads to ${elsewhere}`, async ({ page, portal }) => {
    const vendor = await portal.newVendor();
    await page.goto(`/login?redirectFrom=${encodeURIComponent(elsewhere)}`);
    await page.getByLabel('E-mail').fill(vendor.email);
    await page.getByLabel('Password', { exact: true }).fill(vendor.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });
}

test('a signed-in user cannot open the pages for visitors, and is told when signed out', async ({ page, portal }) => {
  await portal.signIn(page, await portal.newVendor());
  await page.goto('/');
  await expect(page).toHaveURL(/\/dashboard$/);
  for (const path of ['/login', '/register', '/password-reset', '/password-reset/abc']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/dashboard$/);
  }
  await page.goto('/logout');
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText('You have logged out.')).toBeVisible();
});

test('an expired session leads to the sign-in, and back afterwards', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  await portal.signIn(page, vendor);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await page.evaluate(() => localStorage.setItem('token', 'garbage'));
  await page.goto('/master-products/products');
  await expect(page).toHaveURL(/\/login\?redirectFrom=/);
});

test('an inactive user sees the message instead of every page, and no menu groups', async ({ page, portal }) => {
  await portal.signIn(page, await portal.newVendor({ isActive: false }));
  for (const path of ['/dashboard', '/master-products/products', '/users']) {
    await page.goto(path);
    await expect(page.getByText('Sorry! Your status is inactive')).toBeVisible();
  }
  await expect(page.getByRole('region', { name: 'Contact' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Products', exact: true })).toHaveCount(0);
  await expectAccessible(page);
});

test('a vendor waiting for activation sees the checks, the missing data and the contact', async ({ page, portal }) => {
  const vendor = await portal.newVendor({ isActive: false, bankName: '', accountNumber: '', IFSCCode: '' });
  await page.route('**/api/site', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), contact: 'Asha Kulkarni\n98200 00000' } });
  });
  await portal.signIn(page, vendor);
  await page.goto('/dashboard');
  const parts = page.getByRole('list', { name: 'Verification status' }).getByRole('listitem');
  await expect(parts.filter({ hasText: 'Bank account' })).toContainText('Missing: account number and IFSC code');
  await expect(parts.filter({ hasText: /^PAN/ })).toContainText('Under review');
  await expect(page.getByRole('region', { name: 'Contact' })).toContainText('Asha Kulkarni');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page, 'what is missing');

  const changed = await portal.call(portal.administrator, 'PUT', `/api/auth/edit/${vendor.id}`, { isActive: true });
  expect(changed.status).toBe(200);
  await portal.call(portal.administrator, 'PUT', `/api/auth/edit/${vendor.id}`, { isActive: false });
  await page.reload();
  await expect(page.getByRole('region', { name: 'Your account is deactivated' })).toBeVisible();
});

test('paths match in upper and lower case, and a vendor cannot open administrators’ screens', async ({ page, portal }) => {
  await portal.signIn(page, await portal.newVendor());
  await page.goto('/MASTER-Products/Products');
  await expect(page.getByRole('heading', { name: 'Products', level: 1 })).toBeVisible();
  await page.goto('/users');
  await expect(page.getByRole('button', { name: 'Add User' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Add User' })).toHaveCount(0);
});

const routes = [
  '/master-products/schemes',
  '/master-products/schemes/create',
  '/master-products/schemes/edit/1',
  '/invoices/invoice',
  '/invoices/invoice/create',
  '/invoices/payment-report',
  '/invoices/payment/create',
  '/invoices/outstanding-report',
  '/invoices/purchase-returns',
  '/invoices/debit',
  '/invoices/debit/create',
  '/invoices/debit/edit/1',
  '/invoices/credit',
  '/invoices/credit/create',
  '/purchase-orders',
  '/purchase-orders/details/PO%2F1',
  '/purchase-orders/dispatch-note',
  '/purchase-orders/dispatch-note/create',
  '/purchase-orders/dispatch-note/edit/1',
];
test('every route has its screen, even if its record does not exist', async ({ page, portal }) => {
  await portal.signIn(page, await portal.newVendor());
  for (const path of routes) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Page not found')).toHaveCount(0);
  }
  await expectAccessible(page);
});
