import { messages, RETURN_PATH } from '@aapurti/contract/sign-in/providers';

import { CLIENT, type IdentityProvider, startIdentityProvider } from '../server/test/identityProvider.ts';
import { expect, expectAccessible, invitationFor, serial, test } from './portal.ts';

let idp: IdentityProvider;
test.beforeAll(async ({ baseURL }) => {
  idp = await startIdentityProvider(`${baseURL}${RETURN_PATH}`);
});
test.afterAll(() => idp.close());

test('users of a vendor sign in with their provider, once it is added and linked @journey', async ({ page, portal, browser, request }) => {
  const name = `Mill ${serial()}`;
  const domain = `mill${serial()}.example`;
  const vendor = await portal.newVendor({ vendor_name: name });
  const owner = { sub: `owner ${serial()}`, email: `owner@${domain}` };
  const partner = { sub: `partner ${serial()}`, email: `partner${serial()}@${domain}`, given_name: 'Asha', family_name: 'Rao' };
  const office = await (await browser.newContext()).newPage();
  const clerk = await (await browser.newContext()).newPage();

  await test.step('an administrator adds it: a wrong issuer is reported beside its field, and no input is lost', async () => {
    await portal.signIn(office, portal.administrator);
    await office.goto('/settings');
    await office.getByRole('link', { name: 'Sign-in', exact: true }).click();
    await expect(office.getByText(RETURN_PATH)).toBeVisible();
    await expectAccessible(office);
    await office.getByLabel('Button label').fill('Mill sign-in');
    await office.getByRole('combobox', { name: 'Company' }).click();
    await office.getByRole('option', { name }).click();
    await office.getByLabel('Issuer').fill('mill.example');
    await office.getByLabel('Client ID').fill(CLIENT.id);
    await office.getByLabel('Client secret', { exact: true }).fill(CLIENT.secret);
    await office.getByLabel('E-mail domains').fill(domain);
    await office.getByRole('switch', { name: /^Require this provider/ }).press('Space');
    await office.getByRole('button', { name: 'Save' }).click();
    await expect(office.getByText(messages.issuer)).toBeVisible();
    await expect(office.getByLabel('Client ID')).toHaveValue(CLIENT.id);
    await office.getByLabel('Issuer').fill(idp.issuer);
    await office.getByRole('button', { name: 'Save' }).click();
    await expect(office.getByText(messages.saved)).toBeVisible();
    const row = office.getByRole('row', { name: new RegExp(name) });
    await expect(row).toContainText('Required');
    await row.getByRole('button', { name: 'Test Mill sign-in' }).click();
    await expect(office.getByText(messages.answers)).toBeVisible();
    await expectAccessible(office);
  });

  await test.step('the password allows only the link', async () => {
    await page.goto('/login');
    await page.getByLabel('E-mail').fill(vendor.email);
    await page.getByLabel('Password', { exact: true }).fill(vendor.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Link my account' })).toBeVisible();
    await expect(page.getByText(messages.linkFirst)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Link my account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Link my account' });
    await dialog.getByLabel('Password', { exact: true }).fill('not the password');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(dialog.getByText('Wrong password.')).toBeVisible();
    await dialog.getByLabel('Password', { exact: true }).fill(vendor.password);
    idp.person = owner;
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText(messages.linked)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Company sign-in' })).toContainText('Linked');
    await expect(page.getByRole('region', { name: 'Signed-in devices' })).toBeVisible();
    expect(page.url()).not.toContain('code=');
    await expectAccessible(page);
  });

  await test.step('the domain of the e-mail leads to the provider, and back to the requested page', async () => {
    await page.goto('/logout');
    await expect(page).toHaveURL(/\/login/);
    await page.goto('/purchase-orders');
    await expect(page).toHaveURL(/\/login/);
    await page.getByRole('button', { name: 'Continue with your company' }).click();
    await expect(page.getByText('Enter your e-mail. Its domain identifies your company.')).toBeVisible();
    await page.getByLabel('E-mail').fill('somebody@nowhere.example');
    await page.getByRole('button', { name: 'Continue with your company' }).click();
    await expect(page.getByText(messages.unknownCompany)).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('E-mail').fill(owner.email);
    await page.getByRole('button', { name: 'Continue with your company' }).click();
    await expect(page).toHaveURL(/\/purchase-orders$/);
  });

  await test.step('a user without a link, and one who cancels, see the reason on the sign-in page', async () => {
    const visitor = await (await browser.newContext()).newPage();
    for (const [person, why] of [
      [{ sub: `new ${serial()}`, email: `new@${domain}` }, messages.notLinked],
      [null, messages.cancelled],
    ] as const) {
      idp.person = person;
      await visitor.context().clearCookies();
      await visitor.goto('/login');
      await visitor.getByLabel('E-mail').fill(`new@${domain}`);
      await visitor.getByRole('button', { name: 'Continue with your company' }).click();
      await expect(visitor.getByText(why)).toBeVisible();
      await expect(visitor).toHaveURL(/\/login$/);
    }
    await expectAccessible(visitor);
  });

  await test.step('an invited user accepts with the provider, without a password', async () => {
    await page.goto('/people');
    const { email } = partner;
    await page.getByRole('button', { name: 'Invite' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-mail').fill(email);
    await dialog.getByRole('radio', { name: 'Owner' }).check();
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    const secret = await invitationFor(request, email);
    await clerk.goto(`/invitation/${secret}`);
    idp.person = partner;
    const accept = clerk.getByRole('button', { name: 'Accept with Mill sign-in' });
    await expect(accept).toBeVisible();
    await expectAccessible(clerk);
    await accept.click();
    await expect(clerk.getByLabel('First name')).toHaveValue('Asha');
    await expect(clerk.getByLabel('Password', { exact: true })).toBeHidden();
    await clerk.getByLabel('Mobile number').fill(`8${String(serial()).padStart(9, '0').slice(-9)}`);
    await clerk.getByRole('button', { name: 'Accept the invitation' }).click();
    await expect(clerk.getByText('Welcome. You have joined the company.')).toBeVisible();
  });

  await test.step('a user without a password confirms the identity at the provider, and creates an API key', async () => {
    await clerk.goto('/login');
    await clerk.getByLabel('E-mail').fill(partner.email);
    await clerk.getByRole('button', { name: 'Continue with your company' }).click();
    await expect(clerk).toHaveURL(/\/dashboard/);
    await clerk.goto('/people/keys');
    const confirm = async () => {
      await clerk.getByRole('button', { name: 'New key' }).click();
      const dialog = clerk.getByRole('dialog', { name: 'New API key' });
      await expect(dialog.getByText('Your account has no password.')).toBeVisible();
      await expectAccessible(clerk);
      await dialog.getByRole('button', { name: 'Confirm at Mill sign-in' }).click();
    };
    idp.person = null;
    await confirm();
    await expect(clerk.getByText(messages.cancelled)).toBeVisible();
    await expect(clerk).toHaveURL(/\/people\/keys$/);
    idp.person = partner;
    await confirm();
    await expect(clerk.getByText('Identity confirmed. You will not be asked for your password for 10 minutes.')).toBeVisible();
    await expect(clerk).toHaveURL(/\/people\/keys$/);
    await clerk.getByRole('button', { name: 'New key' }).click();
    const dialog = clerk.getByRole('dialog', { name: 'New API key' });
    await dialog.getByLabel('Name').fill('Our ERP');
    await dialog.getByRole('radio', { name: 'Invoices: Read only' }).check();
    await expect(dialog.getByLabel('Your password')).toHaveCount(0);
    await expectAccessible(clerk);
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await expect(clerk.getByText(/^aap_live_\w+$/)).toBeVisible();
  });

  await test.step('a removed provider signs out its users', async () => {
    await office
      .getByRole('row', { name: new RegExp(name) })
      .getByRole('button', { name: 'Remove Mill sign-in' })
      .click();
    await office.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(office.getByText(messages.removed)).toBeVisible();
    await page.goto('/dashboard');
    await expect(page).toHaveURL(/\/login/);
  });
});
