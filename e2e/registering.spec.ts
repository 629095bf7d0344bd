import type { Page } from '@playwright/test';

import { samplePdf, vendorForm } from '../server/src/demo/factories.ts';
import { expect, expectAccessible, serial, test } from './portal.ts';

const paper = (name: string, content = samplePdf(name)) => ({ name: `${name}.pdf`, mimeType: 'application/pdf', buffer: content });
const input = (page: Page, name: string) => page.locator(`input[name="${name}"]`);
const files = (page: Page) => page.locator('input[type="file"]');
const robot = (page: Page) => page.getByRole('checkbox', { name: "I'm not a robot" });

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).or(page.getByLabel(label)).first().click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true }).click();
const stepHead = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true });

/** Fills in the four steps of a registration, except for the captcha, and ends at the last step. */
async function fillVendor(page: Page, form: Record<string, unknown>, password = 'kettle-river-marble'): Promise<void> {
  const fill = async (...names: string[]) => {
    for (const name of names) await input(page, name).fill(String(form[name]));
  };
  await fill('gstin', 'vendor_name', 'address_Line1', 'address_Line2', 'city', 'postal_Code');
  await choose(page, 'Vendor type', 'Traders');
  await page.getByRole('button', { name: 'Change PAN or state' }).click();
  await input(page, 'pan').fill(String(form['pan']));
  await next(page);
  await fill('firstName', 'lastName', 'email', 'mobileNumber');
  await input(page, 'password').fill(password);
  await next(page);
  await expect(stepHead(page, 'Bank')).toBeFocused();
  await next(page);
  for (const [index, name] of ['pan', 'gst', 'cheque', 'incorporation'].entries())
    await files(page)
      .nth(index + 1)
      .setInputFiles(paper(name));
}

test.describe('registration', () => {
  test('shows the missing values under each field of a step, and focuses the first', async ({ page }) => {
    await page.goto('/register');
    const missing = async (...messages: string[]) => {
      for (const message of messages) await expect(page.getByText(message, { exact: true })).toBeVisible();
    };
    await next(page);
    await missing(
      'Vendor name is required.',
      'Vendor type is required.',
      'Address line 1 is required.',
      'Address line 2 is required.',
      'State is required.',
      'City is required.',
      'Invalid Postal Code, Please enter valid Postal Code.',
      'Pan number is required.',
      'GST number is required.',
    );
    await expect(input(page, 'gstin')).toBeFocused();
    await expectAccessible(page);

    const form = vendorForm(serial());
    for (const name of ['gstin', 'vendor_name', 'address_Line1', 'address_Line2', 'city', 'postal_Code'])
      await input(page, name).fill(String(form[name]));
    // The number has filled in what was missing.
    for (const message of ['Pan number is required.', 'State is required.']) await expect(page.getByText(message)).toBeHidden();
    await choose(page, 'Vendor type', 'Traders');
    await input(page, 'city').press('Enter');
    await expect(stepHead(page, 'Contact')).toBeFocused();
    await next(page);
    await missing(
      'First name is required.',
      'Last name is required.',
      'Invalid Email, Please enter valid email.',
      'Invalid Mobile Number, Please enter valid Mobile number.',
      'Password should have at least 8 characters.',
    );
    await expect(input(page, 'firstName')).toBeFocused();
    await expectAccessible(page);

    for (const name of ['firstName', 'lastName', 'email', 'mobileNumber']) await input(page, name).fill(String(form[name]));
    await input(page, 'password').fill('kettle-river-marble');
    await input(page, 'password').press('Enter');
    await expect(stepHead(page, 'Bank')).toBeFocused();
    await input(page, 'accountNumber').fill('12 AB');
    await next(page);
    await missing('Invalid Account Number, Please enter valid Account Number.');
    // The IFSC code determines the bank.
    await input(page, 'IFSCCode').fill('HDFC0001234');
    await expect(input(page, 'bankName')).toHaveValue('HDFC Bank');
    await input(page, 'accountNumber').fill('00112233445566');
    await expectAccessible(page);
    await next(page);
    await expect(stepHead(page, 'Documents')).toBeFocused();

    await robot(page).waitFor();
    await page.getByRole('button', { name: 'Create account' }).click();
    await missing(
      'PAN number document is required.',
      'GST number document is required.',
      'Cancelled cheque document is required.',
      'Certificate of incorporation document is required.',
      'Please verify that you are not a robot.',
    );
    await expectAccessible(page);

    // The message gives the reason why a file was rejected, not only that a file is required.
    await files(page)
      .nth(1)
      .setInputFiles({ name: 'pan.txt', mimeType: 'text/plain', buffer: Buffer.from('ABCDE1234F') });
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText(/Choose a PDF/)).toBeVisible();
    await expect(page.getByText('PAN number document is required.', { exact: true })).toHaveCount(0);
  });

  test('has four steps with at most 16 fields, of which the GST number fills in three', async ({ page }) => {
    await page.goto('/register');
    const form = vendorForm(serial());
    let typed = 0;
    // Selects offer choices, and the bank follows from its code.
    const count = async () => {
      typed += await page
        .locator('form input:is([type=text], [type=email], [type=tel], [type=password]):visible:not([role=combobox])')
        .count();
    };
    await input(page, 'gstin').fill(String(form['gstin']));
    await expect(page.getByRole('region', { name: 'From your GST number' })).toContainText(String(form['pan']));
    await count();
    for (const name of ['vendor_name', 'address_Line1', 'address_Line2', 'city', 'postal_Code'])
      await input(page, name).fill(String(form[name]));
    // Enter chooses the only match.
    const type = page.getByRole('combobox', { name: 'Vendor type' });
    await type.pressSequentially('Mill');
    await expect(page.getByRole('option', { name: 'Millers' })).toHaveAttribute('data-combobox-selected', 'true');
    await type.press('Enter');
    await expect(type).toHaveValue('Millers');
    await next(page);
    await count();
    for (const name of ['firstName', 'lastName', 'email', 'mobileNumber']) await input(page, name).fill(String(form[name]));
    await input(page, 'password').fill('kettle-river-marble');
    await next(page);
    await input(page, 'IFSCCode').fill('HDFC0001234');
    await expect(input(page, 'bankName')).toHaveValue('HDFC Bank');
    await count();
    // The form fills in the name of the bank.
    typed -= 1;
    await next(page);
    await expect(stepHead(page, 'Documents')).toBeFocused();
    await count();
    expect(typed).toBeLessThanOrEqual(16);
    // A button opens the food licence, which few vendors have.
    await page.getByRole('button', { name: 'Add food licence (FSSAI)' }).click();
    await expect(input(page, 'fssaiNumber')).toBeVisible();
  });

  test('with existing data costs only the captcha', async ({ page, portal }) => {
    const taken = await portal.newVendor();
    const form = vendorForm(serial());
    await page.goto('/register');
    await fillVendor(page, { ...form, email: taken.email, pan: String(form['pan']).toLowerCase() });
    // The form changed the text to capital letters when the field lost the focus.
    await expect(input(page, 'pan')).toHaveValue(String(form['pan']));
    await files(page)
      .nth(2)
      .setInputFiles(paper('not-a-paper', Buffer.from('no paper')));
    await robot(page).click();
    await expect(page.getByText('Verified', { exact: true })).toBeVisible();
    const submit = page.getByRole('button', { name: 'Create account' });

    // Errors that only the server can find are shown under their field too, and do not use up the captcha.
    await submit.click();
    await expect(page.getByText(/PDF, PNG or JPEG/)).toBeVisible();
    await files(page).nth(2).setInputFiles(paper('gst'));
    const code = await input(page, 'vendor_Code').inputValue();
    await submit.click();

    // The step with the wrong field is open, and the user continues through the remaining steps.
    await expect(page.getByText('E-mail already exists.')).toBeVisible();
    await expect(input(page, 'email')).toBeFocused();
    expect(await input(page, 'vendor_Code').inputValue()).not.toBe(code);
    await expectAccessible(page);
    await input(page, 'email').fill(String(form['email']));
    await next(page);
    await next(page);
    await expect(page.getByText('Please tick this again')).toBeVisible();
    await expect(page.getByText('gst.pdf')).toBeVisible();
    await expectAccessible(page);

    await submit.click();
    await expect(page.getByText('Please verify that you are not a robot.')).toBeVisible();
    await robot(page).press('Space');
    await expect(page.getByText('Verified', { exact: true })).toBeVisible();
    // A return to an earlier step keeps its tick.
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expect(stepHead(page, 'Bank')).toBeFocused();
    await next(page);
    await submit.click();
    await expect(page.getByText('User created successfully')).toBeVisible();
    await expectAccessible(page);
  });

  test('rejects an expired captcha', async ({ page }) => {
    await page.clock.install();
    await page.goto('/register');
    await fillVendor(page, vendorForm(serial()));
    await robot(page).click();
    await expect(page.getByText('Verified', { exact: true })).toBeVisible();
    await page.clock.fastForward('11:00');
    await expect(page.getByText('The check has expired. Please tick it again.')).toBeVisible();
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText('Please verify that you are not a robot.')).toBeVisible();
  });

  test('shows any other failure and keeps the input', async ({ page }) => {
    await page.route('**/api/auth/create', (route) => route.fulfill({ status: 500, json: { message: 'Something went wrong' } }));
    await page.goto('/register');
    await fillVendor(page, vendorForm(serial()));
    await robot(page).click();
    await expect(page.getByText('Verified', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByRole('alert').getByText('Something went wrong', { exact: true })).toBeVisible();
    await expect(page.getByText('incorporation.pdf')).toBeVisible();
    for (let step = 0; step < 3; step += 1) await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expect(input(page, 'city')).toHaveValue('Pune');
  });
});
