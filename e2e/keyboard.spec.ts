import type { Locator, Page } from '@playwright/test';

import { DEMO_SIGN_INS } from '../server/src/demo/signIns.ts';
import { expect, serial, test } from './portal.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const field = (page: Page, name: string) => page.locator(`form [name="${name}"]`);

/** This exceeds the tab stops of any screen. */
const STOPS_MAX = 80;

/** Presses Tab until the element has the focus, and checks that it is visible. */
async function tabTo(page: Page, goal: Locator): Promise<void> {
  await expect(goal).toBeVisible();
  for (let stop = 0; stop < STOPS_MAX; stop += 1) {
    await page.keyboard.press('Tab');
    if (await goal.evaluate((element) => element === document.activeElement)) return expectRing(page);
  }
  throw new Error(`${String(goal)} cannot be reached by Tab`);
}

/** Checks that the focus is visible on or around the focused element: an outline, a shadow, or a distinct border. */
async function expectRing(page: Page): Promise<void> {
  const isSeen = await page.evaluate(() => {
    for (let element = document.activeElement, depth = 0; element !== null && depth < 3; element = element.parentElement, depth += 1) {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
      if ((outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none') return true;
    }
    return false;
  });
  expect(isSeen, 'the focus can be seen').toBe(true);
}

async function typeInto(page: Page, name: string, text: string): Promise<void> {
  await tabTo(page, field(page, name));
  await page.keyboard.type(text);
}

async function pressed(page: Page, goal: Locator): Promise<void> {
  await tabTo(page, goal);
  await page.keyboard.press('Enter');
}

test('the focus ring appears immediately, with reduced motion too', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('E-mail').waitFor();
  // Focus and measurement run in one task, so that no frame is rendered in between.
  const width = await page.evaluate(() => {
    const [password] = document.getElementsByName('password');
    password?.focus();
    return password === undefined ? '' : getComputedStyle(password).outlineWidth;
  });
  expect(width).toBe('2px');
});

/** Presses an entry of the open menu, which accepts keys once it has taken the focus, shortly after it appears. */
async function chosen(page: Page, name: string): Promise<void> {
  await expect(page.locator('[role=menu]:focus, [role=menu] :focus')).toHaveCount(1);
  await pressed(page, page.getByRole('menuitem', { name }));
}

test('a vendor’s day by keyboard alone: sign in, add an invoice and a dispatch note, delete it, sign out', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  await page.goto('/login');
  await tabTo(page, page.getByLabel('E-mail'));
  await page.keyboard.type(vendor.email);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(vendor.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);

  await pressed(page, link(page, 'Invoice'));
  // A screen starts at its heading, whatever screen came before.
  await expect(page.getByRole('heading', { level: 1, name: 'Invoice' })).toBeFocused();
  await pressed(page, link(page, 'Add Invoice'));
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await typeInto(page, 'PODate', '2-11-26');
  await typeInto(page, 'invoiceNumber', '0042');
  await pressed(page, button(page, 'Calendar for Invoice Date'));
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(button(page, 'Calendar for Invoice Date')).toBeFocused();
  await typeInto(page, 'invoiceValue', '118');
  await pressed(page, button(page, '18%'));
  await expect(field(page, 'CGSTValue')).toHaveValue('9.00');
  await pressed(page, button(page, 'Submit'));
  await expect(page.getByText('Invoice added successfully')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: '0042' })).toBeVisible();

  await pressed(page, link(page, 'Dispatch Note'));
  await expect(page.getByRole('heading', { level: 1, name: 'Dispatch Note' })).toBeFocused();
  await pressed(page, link(page, 'Add Dispatch Note'));
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  // The form proposes the next number of the series.
  await tabTo(page, field(page, 'DCNumber'));
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('DC/7');
  await typeInto(page, 'NumberOfCarton', 'many');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Invalid carton number. It should be number.')).toBeVisible();
  await expect(field(page, 'NumberOfCarton')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('12');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Dispatch Note added Successfully')).toBeVisible();

  await tabTo(page, page.getByLabel('DC Number'));
  await page.keyboard.type('dc/7');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/DCNumber=dc/);
  await pressed(page, button(page, 'More actions'));
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  // A menu accepts keys once it has taken the focus, shortly after it appears.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menuitem').first()).toBeHidden({ timeout: 2_000 });
  }).toPass();
  await expect(button(page, 'More actions')).toBeFocused();
  await pressed(page, button(page, 'Actions for dispatch note DC/7'));
  await chosen(page, 'Delete');
  await expect(page.getByText('Are you sure you want to delete this record?')).toBeVisible();
  // A dialog takes the focus once it is open; before that, there is no focus to return.
  await expect(page.getByRole('dialog').locator(':focus')).toHaveText('Close');
  await page.keyboard.press('Escape');
  await expect(button(page, 'Actions for dispatch note DC/7')).toBeFocused();
  await page.keyboard.press('Enter');
  await chosen(page, 'Delete');
  await pressed(page, button(page, 'Delete It'));
  await expect(page.getByText('Dispatch Note deleted Successfully')).toBeVisible();
  await expect(page.getByText('Data not found')).toBeVisible();
  // The focus is not lost with the row, and continues to the views and the filters.
  await expect(page.getByRole('region', { name: 'Dispatch Note' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('navigation', { name: 'Views of the list' }).getByRole('link', { name: /^All/ })).toBeFocused();

  await pressed(page, page.getByRole('button', { name: /^Account of/ }));
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('You have logged out.')).toBeVisible();
});

test('an order is chosen by keyboard, and the link past the menu is the first stop', async ({ page, portal }) => {
  await portal.signIn(page, { id: '', ...DEMO_SIGN_INS[1] });
  await page.goto('/purchase-orders/dispatch-note/create');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await pressed(page, link(page, 'Skip to the content'));
  await typeInto(page, 'PONumber', 'PO/2026-27/012');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('option').first()).toBeHidden();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(field(page, 'PONumber')).toHaveValue(/^PO\/2026-27\/012\d$/);
  await expect(field(page, 'deliveryLocation')).not.toHaveValue('');
  // Choosing a value does not submit the form.
  await expect(page.getByText('DC Number is required.')).toBeHidden();
});

/** Finds a record by its number with the global search. */
async function find(page: Page, words: string): Promise<void> {
  await expect(button(page, 'Search everywhere')).toBeVisible();
  await page.keyboard.press('Control+k');
  const panel = page.getByRole('dialog', { name: 'Search everywhere' });
  await expect(panel.getByRole('combobox', { name: 'Search for' })).toBeFocused();
  await page.keyboard.type(words);
  await expect(panel.getByRole('option').first()).toContainText(words);
  await page.keyboard.press('Enter');
  await expect(panel).toBeHidden();
}

test('a vendor signs in, finds an order, answers it line by line and makes an invoice of it, by keyboard alone', async ({
  page,
  portal,
}) => {
  const vendor = await portal.newVendor();
  const number = `PO/K/${serial()}`;
  const line = { EANCode: '8901030516320', quantity: 200, price: 50, taxRate: 5, hsnCode: '10063020', uom: 'BAG' };
  const lines = [1, 2].map((place) => ({ ...line, itemCode: `R-${place}`, itemName: `Rice ${place}` }));
  const order = { userID: vendor.id, poNumber: number, poDate: '2026-11-03', deliverBy: '2098-12-01', lines };
  expect((await portal.call(portal.administrator, 'POST', '/api/buyerData/orders/create', order)).status).toBe(200);
  await page.goto('/login');
  await tabTo(page, page.getByLabel('E-mail'));
  await page.keyboard.type(vendor.email);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(vendor.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);

  await test.step('the order', async () => {
    await find(page, number);
    await pressed(page, link(page, 'Confirmations'));
    const second = page.getByRole('row', { name: 'Line 2', exact: true });
    await pressed(page, button(page, 'All as ordered'));
    const grid = page.getByRole('grid', { name: 'Lines' });
    await tabTo(page, page.getByLabel('Confirm, line 1', { exact: true }));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('Delivery date, line 2', { exact: true })).toBeFocused();
    await page.keyboard.type('20-12-2098');
    for (
      const reason = page.getByLabel('Reason, line 2', { exact: true });
      !(await reason.evaluate((each) => each === document.activeElement));
    )
      await page.keyboard.press('Tab');
    await page.keyboard.type('Later');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await expect(grid.locator(':focus')).toHaveCount(0);
    await pressed(page, button(page, 'Send confirmation'));
    await expect(page.getByText('Confirmation sent.')).toBeVisible();
    await expect(second.getByText('200 on 20-12-2098')).toBeVisible();
    await expect(page.getByLabel('Response, line 1', { exact: true }).locator('option').first()).toHaveText('Accepted');
  });

  await test.step('its invoice', async () => {
    await pressed(page, link(page, number));
    await expect(page.getByRole('heading', { level: 1 })).toContainText(number);
    await pressed(page, button(page, 'More actions'));
    await chosen(page, 'Create invoice');
    await expect(field(page, 'invoiceValue')).toHaveValue('21,000.00');
    await typeInto(page, 'invoiceNumber', '7801');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Invoice added successfully')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Linked documents' }).getByRole('link', { name: '7801' })).toBeVisible();
  });
});

test('an administrator records a payment and approves a registration by keyboard alone', async ({ page, portal }) => {
  const [vendor, newcomer] = [
    await portal.newVendor(),
    await portal.newVendor({ isActive: false, vendor_name: `Keys & Sons ${serial()}` }),
  ];
  const invoiceNumber = String(serial());
  expect(
    (await portal.call(vendor, 'POST', '/api/invoice/create', { invoiceNumber, invoiceValue: 500, invoiceDate: '2026-11-02' })).status,
  ).toBe(200);
  await page.goto('/login');
  await tabTo(page, page.getByLabel('E-mail'));
  await page.keyboard.type(portal.administrator.email);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(portal.administrator.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);

  await test.step('the payment', async () => {
    await find(page, invoiceNumber);
    await expect(page.getByRole('dialog', { name: `Invoice ${invoiceNumber}` })).toBeVisible();
    await pressed(page, link(page, 'Record payment'));
    await expect(field(page, 'amount')).toHaveValue('500.00');
    await tabTo(page, field(page, 'amount'));
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('200');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Payment added successfully')).toBeVisible();
    await expect(page.getByRole('dialog', { name: `Invoice ${invoiceNumber}` })).toContainText('₹300.00');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: `Invoice ${invoiceNumber}` })).toBeHidden();
  });

  await test.step('the registration', async () => {
    const { body } = await portal.call(portal.administrator, 'GET', `/api/auth/user/${newcomer.id}`);
    await find(page, (body as { vendor_name: string }[])[0]?.vendor_name ?? '');
    await expect(page.getByRole('region', { name: 'Summary' })).toBeVisible();
    await pressed(page, button(page, 'Activate'));
    await expect(button(page, 'Activate')).toHaveCount(0);
    await expect(page.getByRole('main').getByText('Active', { exact: true })).toBeVisible();
  });
});
