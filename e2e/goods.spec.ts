import type { Page } from '@playwright/test';

import { DEMO_SIGN_INS } from '../server/src/demo/signIns.ts';
import { expect, expectAccessible, type Person, type Portal, serial, test } from './portal.ts';

/** Has orders of the buyer. */
const MILL: Person = { id: '', ...DEMO_SIGN_INS[1] };
/** Of the demo: open, in two lines and more. */
const ORDER = 'PO/2026-27/0127';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function note(portal: Portal, number: string): Promise<string> {
  const body = { DCNumber: number, PONumber: ORDER, VehicleNumber: 'HR38AB1234' };
  const answer = await portal.call(MILL, 'POST', '/api/desPatchNote/create', body);
  expect(answer.status).toBe(200);
  return (answer.body as { data: { _id: string } }).data._id;
}

test('a note takes what is open of its order, and is ready, sent off and cancelled', async ({ page, portal }) => {
  const number = `GD/${serial()}`;
  const id = await note(portal, number);
  await portal.signIn(page, MILL);
  await page.goto(`/purchase-orders/dispatch-note/goods/${id}`);
  const lines = page.getByRole('list', { name: 'Lines' }).getByRole('listitem');
  const first = lines.first();
  await expect(first.getByLabel('Quantity')).not.toHaveValue('');
  await expectAccessible(page);

  // The other lines stay for another lorry.
  for (let count = await lines.count(); count > 1; count -= 1) await button(page, `Leave out line ${count}`).click();
  await first.getByLabel('Quantity').fill('999999');
  await first.getByRole('textbox', { name: 'Batch' }).fill('B-7');
  await first.getByRole('textbox', { name: 'Best before' }).fill('01-01-2020');
  await page.getByLabel('Distance').fill('350');
  await button(page, 'Save').click();
  await expect(page.getByRole('alert').filter({ hasText: 'expired on arrival' })).toContainText(
    '999,999 sent here'.replace('999,999', '9,99,999'),
  );

  await first.getByLabel('Quantity').fill('2');
  await first.getByRole('textbox', { name: 'Best before' }).fill('01-01-2099');
  await button(page, 'Save').click();
  await expect(page.getByText('Goods saved.')).toBeVisible();
  await button(page, 'Make ready').click();
  await expect(page.getByText('The note is ready to leave.')).toBeVisible();
  await expect(page.getByRole('cell', { name: 'B-7' })).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Goods leave').click();
  await expect(page.getByText('On the way', { exact: true })).toBeVisible();
  await button(page, 'Cancel note').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel note' }).click();
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible();
});

test('the e-way bill file says what it leaves out, and its numbers come back', async ({ page, portal }) => {
  const number = `EW/${serial()}`;
  await note(portal, number);
  await portal.signIn(page, MILL);
  await page.goto(`/purchase-orders/dispatch-note?DCNumber=${encodeURIComponent(number)}`);
  await page.getByRole('checkbox', { name: `Select dispatch note ${number}` }).check();
  await button(page, 'E-way bill file').click();
  const dialog = page.getByRole('dialog', { name: 'E-way bill file' });
  await expect(dialog.getByText(`Bill 1 of 1 (${number}): It has no lines; left out of the file.`)).toBeVisible();
  await expectAccessible(page);
  await expect(dialog.getByRole('button', { name: 'Download file' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  await button(page, 'More actions').first().click();
  await page.getByRole('menuitem', { name: 'Take over e-way bill numbers' }).click();
  const result = page.getByRole('dialog', { name: 'E-way bill numbers' });
  await result.getByLabel("The portal's result").fill(`Doc No\tEWB No\n${number}\t081009290312`);
  await result.getByRole('button', { name: 'Take over' }).click();
  await expect(result.getByText(`Row 2 (${number}): An e-way bill number does not start with 0.`)).toBeVisible();
  await expectAccessible(page);
});
