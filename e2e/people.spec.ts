import { expect, expectAccessible, invitationFor, type Person, test } from './portal.ts';

test('an owner invites a user, who accepts, works as the role allows, and is removed @journey', async ({ page, browser, portal }) => {
  const owner = await portal.newVendor();
  const clerk: Person = { id: '', email: `clerk${Date.now()}@example.org`, password: 'a clerk of the mill' };
  await portal.signIn(page, owner);
  await page.goto('/dashboard');

  await test.step('the owner sends the invitation', async () => {
    await page.getByRole('link', { name: 'People' }).click();
    await expect(page.getByRole('list', { name: 'Members' }).getByRole('listitem')).toHaveCount(1);
    // The only owner cannot be removed.
    await expect(page.getByRole('button', { name: /^Change the role of/ })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(0);
    await page.getByRole('button', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite' });
    await dialog.getByLabel('E-mail').fill(clerk.email);
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await expect(dialog.getByText('Choose a role.')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('radio', { name: 'Dispatch' }).check();
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await expect(page.getByRole('list', { name: 'Invitations' })).toContainText(clerk.email);
    await expectAccessible(page);
  });

  const secret = await invitationFor(page.request, clerk.email);
  const context = await browser.newContext();
  const theirs = await context.newPage();
  await test.step('the user accepts, signs in, and sees the company in the top bar', async () => {
    // A call that failed for a reason other than the link can be tried again.
    await theirs.route('**/api/invitations/get', (route) => route.abort(), { times: 1 });
    await theirs.goto(`/invitation/${secret}`);
    await theirs.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
    await theirs.getByLabel('First name').fill('Meera');
    await theirs.getByLabel('Last name').fill('Shah');
    await theirs.getByLabel('Mobile number').fill(`8${String(Date.now()).slice(-9)}`);
    await theirs.getByLabel('Password', { exact: true }).fill(clerk.password);
    await theirs.getByLabel('Confirm password', { exact: true }).fill(clerk.password);
    await expectAccessible(theirs);
    await theirs.getByRole('button', { name: 'Accept the invitation' }).click();
    await theirs.getByRole('alert').getByRole('link', { name: 'Sign in' }).click();
    await theirs.getByLabel('E-mail').fill(clerk.email);
    await theirs.getByLabel('Password', { exact: true }).fill(clerk.password);
    await theirs.getByRole('button', { name: 'Sign in' }).click();
    await expect(theirs.getByRole('button', { name: /^Account of Meera Shah, Vendor \d+ Traders/ })).toBeVisible();
    await expect(theirs.getByRole('link', { name: 'People' })).toHaveCount(0);
  });

  await test.step('the owner removes the user, who is signed out', async () => {
    await page.reload();
    await page.getByRole('button', { name: 'Remove Meera Shah' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByRole('list', { name: 'Members' }).getByRole('listitem')).toHaveCount(1);
    await theirs.goto('/invoices/invoice');
    await expect(theirs).toHaveURL(/\/login/);
  });
  await context.close();
});

test('a member of two companies chooses one at sign-in, and changes to the other', async ({ page, portal }) => {
  const [owner, accountant] = [await portal.newVendor(), await portal.newVendor()];
  const invited = await portal.call(owner, 'POST', '/api/members/invitations', { email: accountant.email, role: 'reader' });
  expect(invited.status).toBe(200);
  const secret = await invitationFor(page.request, accountant.email);
  expect((await portal.call(accountant, 'POST', '/api/invitations/accept', { secret })).status).toBe(200);

  await page.goto('/login');
  await page.getByLabel('E-mail').fill(accountant.email);
  await page.getByLabel('Password', { exact: true }).fill(accountant.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Choose the company' })).toBeVisible();
  await expectAccessible(page);
  const reading = page.getByRole('button', { name: /Reader$/ });
  const company = (await reading.innerText()).split('\n')[0] ?? '';
  await reading.click();
  const menu = page.getByRole('button', { name: /^Account of/ });
  await expect(menu).toHaveAccessibleName(new RegExp(`, ${company}$`));
  await menu.click();
  await expect(page.getByText('Act for')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: /Traders/ }).click();
  await expect(menu).not.toHaveAccessibleName(new RegExp(`, ${company}$`));
});

test('a user enters a leave, and a colleague has the role during it', async ({ page, browser, portal }) => {
  const owner = await portal.newVendor();
  const [clerk, reader] = [await portal.newMember(owner, 'billing'), await portal.newMember(owner, 'reader')];
  await portal.signIn(page, clerk);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await page.getByRole('button', { name: 'Add leave' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add leave' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Choose a date.').first()).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('combobox', { name: 'Delegate your role to' }).click();
  await page.getByRole('option', { name: 'Meera reader' }).click();
  // The leave lasts until the day after, because midnight in India may pass before the role is used.
  const day = (later: number) =>
    new Date(Date.now() + (5.5 + later * 24) * 3_600_000).toISOString().slice(0, 10).split('-').reverse().join('-');
  await dialog.getByRole('textbox', { name: 'From' }).fill(day(0));
  await dialog.getByRole('textbox', { name: 'To' }).fill(day(1));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('list', { name: 'Delegations' })).toContainText('Meera reader for you');
  await expectAccessible(page);

  const context = await browser.newContext();
  const theirs = await context.newPage();
  await portal.signIn(theirs, reader);
  await theirs.goto('/invoices/invoice');
  await expect(theirs.getByRole('link', { name: 'Add Invoice' })).toBeVisible();
  await context.close();
});

test('the menu of a profile leads to each of its parts, by touch and by keyboard', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  await portal.signIn(page, vendor);
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto(`/profile/${vendor.id}`);
    const menu = page.getByRole('navigation', { name: 'On this page' });
    // The menu lists the panels of the page in their order.
    await expect(page.getByRole('region', { name: 'History' })).toContainText('Added the user');
    const panels = await page.getByRole('main').getByRole('region').getByRole('heading', { level: 2 }).allTextContents();
    const labels = (await menu.getByRole('link').allTextContents()).slice(1);
    expect(labels).toEqual(panels.map((title) => (title.startsWith('Confirmed deliveries') ? 'Deliveries' : title)));
    await expect(page.getByRole('heading', { name: 'History' })).not.toBeInViewport();
    await menu.getByRole('link', { name: 'History' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'History' })).toBeInViewport();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('region', { name: 'History' }).locator(':focus')).toHaveCount(1);
    if (width === 1440) {
      // The menu stays next to the panels.
      await menu.getByRole('link', { name: 'Bank and terms' }).click();
      await expect(page.getByRole('heading', { name: 'Bank and terms' })).toBeInViewport();
    }
    await expect(page).toHaveURL(new RegExp(`/profile/${vendor.id}$`));
    await expectAccessible(page, `a profile at ${width} px`);
  }
});
