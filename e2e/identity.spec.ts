import { gstinOf, panOf } from '../server/src/demo/factories.ts';
import { expect, expectAccessible, serial, test } from './portal.ts';

test('new bank details wait for an administrator, and a new e-mail address for its link @journey', async ({ page, portal, browser }) => {
  const company = `Identity Mills ${serial()}`;
  const vendor = await portal.newVendor({ vendor_name: company });
  const office = await (await browser.newContext()).newPage();

  await test.step('the vendor changes its account number and sees the pending request', async () => {
    await portal.signIn(page, vendor);
    await page.goto(`/users/edit/${vendor.id}`);
    await page.getByLabel('Account number').fill('000777000777');
    await page.getByLabel('IFSC code').fill('HDFC0002854');
    await page.getByLabel('IFSC code').press('Tab');
    await expect(page.getByText(/This IFSC code belongs to HDFC Bank/)).toBeVisible();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(/User updated successfully\. .*: waiting for an administrator’s approval\./)).toBeVisible();
    await page.goto(`/profile/${vendor.id}`);
    const waits = page.getByRole('table', { name: 'Details waiting for approval' });
    await expect(waits.getByRole('row', { name: /Account number .* 000777000777/ })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('an administrator rejects it with a reason', async () => {
    await portal.signIn(office, portal.administrator);
    await office.goto('/dashboard');
    await office.getByRole('link', { name: /^Review requests/ }).click();
    const details = office.getByRole('table', { name: `Details of ${company}` });
    await expect(details.getByRole('row', { name: /IFSC code .* HDFC0002854/ })).toBeVisible();
    await expectAccessible(office);
    await office.getByRole('button', { name: `Reject ${company}` }).click();
    const dialog = office.getByRole('dialog', { name: `Reject the details of ${company}` });
    await dialog.getByRole('button', { name: 'Reject the details' }).click();
    await expect(dialog.getByText('Enter a reason.')).toBeVisible();
    await expectAccessible(office);
    await dialog.getByLabel('Reason').fill('The cheque is of another account.');
    await dialog.getByRole('button', { name: 'Reject the details' }).click();
    await expect(details).toBeHidden();
  });

  await test.step('the vendor requests it again and withdraws, and then requests it once more and it is approved', async () => {
    const bank = { accountNumber: '42', bankName: 'HDFC Bank', IFSCCode: 'HDFC0002854' };
    await portal.call(vendor, 'PUT', `/api/auth/edit/${vendor.id}`, bank);
    await page.goto(`/profile/${vendor.id}`);
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
    await expect(page.getByText('Request withdrawn.')).toBeVisible();
    await expect(page.getByRole('table', { name: 'Details waiting for approval' })).toBeHidden();
    await portal.call(vendor, 'PUT', `/api/auth/edit/${vendor.id}`, bank);
    await office.goto('/users/identity');
    await office.getByRole('button', { name: `Approve ${company}` }).click();
    await expect(office.getByText('The new details are in effect.')).toBeVisible();
    await page.reload();
    await expect(page.getByText('HDFC Bank').first()).toBeVisible();
  });

  await test.step('a new e-mail address applies once its link is opened', async () => {
    const email = `new-${vendor.email}`;
    await portal.call(vendor, 'PUT', `/api/auth/edit/${vendor.id}`, { email });
    await page.reload();
    await expect(page.getByText(`${email} will replace ${vendor.email}`)).toBeVisible();
    const mailed = async () => {
      const mails = (await (await page.request.get('/api/outbox')).json()) as { to: string; text: string }[];
      return /\/confirm-email\/[\w-]+/.exec(mails.find(({ to }) => to === email)?.text ?? '')?.[0] ?? '';
    };
    await expect.poll(mailed).toMatch(/confirm-email/);
    await office.goto(await mailed());
    await expectAccessible(office);
    await office.getByRole('button', { name: 'Confirm this address' }).click();
    await expect(office.getByText('Your e-mail address was changed.')).toBeVisible();
    await page.reload();
    await expect(page.getByText(email).first()).toBeVisible();
  });
});

test('a GST number of two vendors is shown to administrators, and neither is linked without them', async ({ page, portal }) => {
  const one = serial();
  const pan = panOf(one);
  const gstin = gstinOf(pan, '27');
  const [first, second] = [`Twin Mills ${one}`, `Twin Traders ${one}`];
  const vendor = await portal.newVendor({ vendor_name: first, pan, gstin });
  await portal.newVendor({ vendor_name: second, pan, gstin });
  await portal.signIn(page, portal.administrator);
  await page.goto(`/user-profile/${vendor.id}`);
  await expect(page.getByText(`Other vendors with the GST number ${gstin}:`)).toBeVisible();
  await expectAccessible(page);
  expect((await portal.call(portal.administrator, 'GET', '/api/auth/syncCall')).status).toBe(200);
  await page.goto('/users/matches');
  const tables = page.getByRole('table', { name: new RegExp(`and ${first}$`) });
  await expect(tables.first().getByRole('row', { name: new RegExp(`GST number ${gstin} ${gstin}`) })).toBeVisible();
  await expect(page.getByText(`The vendor’s GST number is also used by ${second}`).first()).toBeVisible();
  await expectAccessible(page);
  await page
    .getByRole('button', { name: new RegExp(`^Link ${first} to`) })
    .first()
    .click();
  await expect(page.getByText('Vendor linked to its supplier.')).toBeVisible();
  await page
    .getByRole('button', { name: new RegExp(`^Different companies: ${second} and`) })
    .first()
    .click();
  await expect(page.getByText('This pair is no longer proposed.')).toBeVisible();
});

test('a GST number fills in PAN and state, and the input survives a reload', async ({ page }) => {
  const input = (name: string) => page.locator(`input[name="${name}"]`);
  const next = page.getByRole('button', { name: 'Next', exact: true });
  await page.goto('/register');
  await input('gstin').fill('27aapfu0939f1zv');
  const read = page.getByRole('region', { name: 'From your GST number' });
  await expect(read).toContainText('AAPFU0939F');
  await expect(read).toContainText('Maharashtra');
  // Another number replaces the values that the first one filled in; a wrong number replaces nothing.
  await input('gstin').fill('27AAPFU0939F1ZX');
  await expect(read).toHaveCount(0);
  await input('gstin').fill('29AAACC1206D2ZB');
  await expect(read).toContainText('AAACC1206D');
  await expect(read).toContainText('Karnataka');
  // A typed value stays.
  await page.getByRole('button', { name: 'Change PAN or state' }).click();
  const state = page.getByRole('combobox', { name: 'State' });
  await expect(state).toHaveValue('Karnataka');
  await input('pan').fill('AAPFU0939F');
  await input('gstin').fill('27AAPFU0939F1ZV');
  await expect(state).toHaveValue('Maharashtra');
  await input('gstin').fill('29AAACC1206D2ZB');
  await expect(input('pan')).toHaveValue('AAPFU0939F');
  await input('gstin').fill('27AAPFU0939F1ZV');
  await state.click();
  await state.fill('Tripu');
  await page.keyboard.press('Enter');
  await expect(state).toHaveValue('Tripura');

  const texts = {
    vendor_name: 'Agarwal Trading Co.',
    address_Line1: '1 Mill Road',
    address_Line2: 'Vashi',
    city: 'Agartala',
    postal_Code: '799001',
  };
  for (const [name, text] of Object.entries(texts)) await input(name).fill(text);
  await page.getByRole('combobox', { name: 'Vendor type' }).fill('Millers');
  await page.keyboard.press('Enter');
  await next.click();
  await input('firstName').fill('Rina');
  await input('password').fill('kettle-river-marble');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText('Your entries are back')).toBeVisible();
  // The user returns to the step that was left.
  await expect(input('firstName')).toHaveValue('Rina');
  await expect(input('password')).toHaveValue('');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(input('vendor_name')).toHaveValue('Agarwal Trading Co.');
  await expect(input('gstin')).toHaveValue('27AAPFU0939F1ZV');
  // The state differs from the state in the number, so it is a field instead of a confirmed value.
  await expect(read).toHaveCount(0);
  await expect(input('pan')).toHaveValue('AAPFU0939F');
  await expect(state).toHaveValue('Tripura');
});

test('an administrator explicitly agrees to payment terms, in the form and when activating the vendor', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  const waiting = await portal.newVendor({ isActive: false, agreesTerms: false, paymentTerms: '10 days' });
  await portal.call(vendor, 'PUT', `/api/auth/edit/${vendor.id}`, { paymentTerms: 'immediate' });
  await portal.signIn(page, portal.administrator);

  await page.goto(`/users/edit/${vendor.id}`);
  await expect(page.getByText('Agreed so far: 30 days.')).toBeVisible();
  await page.getByLabel('City').fill('Nashik');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('User updated successfully')).toBeVisible();
  await page.goto(`/users/edit/${vendor.id}`);
  await expect(page.getByText('Agreed so far: 30 days.')).toBeVisible();
  await page.getByRole('switch', { name: 'Agree to these payment terms' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('User updated successfully')).toBeVisible();
  await page.goto(`/users/edit/${vendor.id}`);
  await expect(page.getByText('Agreed so far: immediate.')).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Agree to these payment terms' })).toHaveCount(0);

  await page.goto(`/user-profile/${waiting.id}`);
  await expect(page.getByText('Agreed so far: –.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Agree to these payment terms: 10 days').check();
  await page.getByRole('button', { name: 'Activate' }).click();
  await expect(page.getByText('Vendor activated.')).toBeVisible();
  await expect(page.getByText('Agreed so far:')).toBeHidden();
  await page.goto(`/users/edit/${waiting.id}`);
  await expect(page.getByText('Agreed so far: 10 days.')).toBeVisible();
});
