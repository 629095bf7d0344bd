import { expect, inHindi, settled, test } from './portal.ts';

// Both are texts of the portal that have a Hindi translation.
const [COMPANY, NOTE] = ['Products', 'Overdue'];

test('a record named like a text of the portal keeps its name for a Hindi reader', async ({ page, portal }) => {
  const vendor = await portal.newVendor({ vendor_name: COMPANY });
  const { status, body } = await portal.call(vendor, 'POST', '/api/desPatchNote/create', { DCNumber: NOTE, NumberOfCarton: 4 });
  expect(status).toBe(200);
  const note = (body as { data: { _id: string } }).data._id;

  await inHindi(page);
  await portal.signIn(page, portal.administrator);
  for (const [path, name] of [
    [`/documents/vendor/${vendor.id}`, COMPANY],
    [`/documents/dispatchNote/${note}`, NOTE],
    [`/purchase-orders/dispatch-note/goods/${note}`, NOTE],
  ] as const) {
    await page.goto(path);
    await settled(page);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
    await expect(page).toHaveTitle(new RegExp(`^${name} `));
  }

  await page.keyboard.press('/');
  await page.getByRole('dialog').getByRole('combobox').fill(NOTE);
  await expect(page.getByRole('dialog').getByRole('option', { name: NOTE }).first()).toBeVisible();
});
