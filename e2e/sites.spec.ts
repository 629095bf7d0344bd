import { chooseVendor, expect, expectAccessible, invitationFor, type Person, type Portal, serial, test } from './portal.ts';

async function newSite(portal: Portal): Promise<{ id: string; name: string }> {
  const name = `Gate ${serial()}`;
  const made = await portal.call(portal.administrator, 'POST', '/api/buyerSites', {
    name,
    address: `Plot of ${name}`,
    postalCode: '422010',
  });
  expect(made.status).toBe(200);
  return { id: (made.body as { data: { _id: string } }).data._id, name };
}

/** An order for a site, with a dispatch note of the vendor. */
async function onTheWay(portal: Portal, vendor: Person, site: { name: string }) {
  const [poNumber, DCNumber] = [`PO/${serial()}`, `DC/${serial()}`];
  const lines = [{ itemCode: poNumber, itemName: 'Basmati Rice 1 kg', quantity: 40, price: 50 }];
  const body = { userID: vendor.id, poNumber, poDate: '2026-11-01', deliveryLocation: site.name, lines };
  expect((await portal.call(portal.administrator, 'POST', '/api/buyerData/orders/create', body)).status).toBe(200);
  expect((await portal.call(vendor, 'POST', '/api/desPatchNote/create', { DCNumber, PONumber: poNumber })).status).toBe(200);
  return { poNumber, DCNumber };
}

test('a receiver is limited to a site, sees its arrivals first, and learns the site of other goods @journey', async ({
  page,
  browser,
  portal,
}) => {
  const vendor = await portal.newVendor();
  const [own, other] = [await newSite(portal), await newSite(portal)];
  const [here, elsewhere] = [await onTheWay(portal, vendor, own), await onTheWay(portal, vendor, other)];
  const receiver: Person = { id: '', email: `gate${serial()}@example.org`, password: 'the keeper of the gate' };

  await test.step('an administrator sends the invitation', async () => {
    await portal.signIn(page, portal.administrator);
    await page.goto('/people');
    await page.getByRole('button', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite' });
    await dialog.getByLabel('E-mail').fill(receiver.email);
    await dialog.getByRole('radio', { name: 'Auditor' }).check();
    await expect(dialog.getByRole('combobox', { name: 'Sites' })).toHaveCount(0);
    await dialog.getByRole('radio', { name: 'Receiver' }).check();
    await dialog.getByRole('combobox', { name: 'Sites' }).fill(own.name);
    await page.getByRole('option', { name: own.name, exact: true }).click();
    await page.keyboard.press('Escape');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await expect(page.getByRole('list', { name: 'Invitations' }).getByRole('listitem').filter({ hasText: receiver.email })).toContainText(
      `ReceiverSites: ${own.name}.`,
    );
  });

  const context = await browser.newContext();
  const theirs = await context.newPage();
  await test.step('the receiver accepts', async () => {
    const secret = await invitationFor(page.request, receiver.email);
    await theirs.goto(`/invitation/${secret}`);
    await expect(theirs.getByText(`Sites: ${own.name}.`)).toBeVisible();
    const person = { firstName: 'Meera', lastName: 'Receiver', mobileNumber: `8${String(serial()).padStart(9, '0').slice(-9)}` };
    const data = { secret, ...person, passWord: receiver.password };
    expect((await page.request.post('/api/invitations/accept', { data })).status()).toBe(200);
  });

  await test.step('the list starts with the arrivals of the site, until the filter is removed', async () => {
    await portal.signIn(theirs, receiver);
    await theirs.goto('/dashboard');
    await theirs.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dispatch Note' }).click();
    await expect(theirs.getByRole('list', { name: 'Active filters' })).toContainText('Site: My sites');
    await expect(theirs.getByText(here.DCNumber)).toBeVisible();
    await expect(theirs.getByText(elsewhere.DCNumber)).toHaveCount(0);
    await expectAccessible(theirs);
    await theirs.getByRole('button', { name: 'Remove the filter Site' }).click();
    await expect(theirs.getByText(elsewhere.DCNumber)).toBeVisible();
    await expect(theirs).not.toHaveURL(/site=/);
  });

  await test.step('goods of another site are rejected with a message at the scan, and those of the own site are received', async () => {
    await theirs.goto('/purchase-orders/receive');
    const scan = theirs.getByLabel('Dispatch note or purchase order');
    await scan.fill(elsewhere.DCNumber);
    await theirs.keyboard.press('Enter');
    await expect(
      theirs.getByText(`Order ${elsewhere.poNumber} is delivered to ${other.name}. You act for ${own.name}. Ask an administrator.`),
    ).toBeVisible();
    await expect(theirs.getByRole('button', { name: 'Save goods receipt' })).toHaveCount(0);
    await expectAccessible(theirs);
    await scan.fill(here.DCNumber);
    await theirs.keyboard.press('Enter');
    const receiptNumber = theirs.getByLabel('Receipt Number');
    await expect(receiptNumber, 'the first receipt of a site').toHaveValue('');
    const begun = `GRN-${serial()}`;
    await receiptNumber.fill(`${begun}-0099`);
    await theirs.getByRole('button', { name: 'Save goods receipt' }).click();
    await expect(theirs.getByText('Goods receipt saved.')).toBeVisible();
    await scan.fill(here.DCNumber);
    await theirs.keyboard.press('Enter');
    await expect(receiptNumber).toHaveValue(`${begun}-0100`);
    await theirs.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Goods receipts' }).click();
    await expect(theirs).toHaveURL(/\/receipts\?site=own$/);
    await expect(theirs.getByRole('row').filter({ hasText: here.poNumber })).toBeVisible();
  });
  await context.close();

  await test.step('the site cannot be deleted in the meantime', async () => {
    await page.goto('/settings/registrations');
    await page.getByRole('button', { name: `Delete ${own.name}`, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Meera Receiver would lose this site. Change their sites under People first.')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Sites' })).toContainText(own.name);
  });
});

test('a buyer of one site who enters an order for another gets an error, and the input is kept', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  const { body } = await portal.call(vendor, 'GET', `/api/auth/user/${vendor.id}`);
  const [{ vendor_name: name = '' } = {}] = body as { vendor_name?: string }[];
  const items = await portal.call(portal.administrator, 'GET', '/api/buyerData/items?itemName=Rice&page=1&pageSize=1');
  const [item = { EANCode: '' }] = items.body as { EANCode: string }[];
  const [own, other] = [await newSite(portal), await newSite(portal)];
  const poNumber = `PO/${serial()}`;
  await portal.signIn(page, await portal.newMember(portal.administrator, 'buyer', [own.id]));
  await page.goto('/buyer-data/orders/create');
  await chooseVendor(page, name);
  await page.getByLabel('PO Number').fill(poNumber);
  const place = page.getByRole('combobox', { name: 'Delivery Location' });
  await place.fill(other.name);
  await page.keyboard.press('Escape');
  const line = page.getByRole('row', { name: 'Line 1', exact: true });
  await line.getByLabel('EAN Code').fill(item.EANCode);
  await line.getByLabel('Quantity').fill('10');
  await expect(line.getByLabel('Item Name')).not.toHaveValue('');
  await line.getByLabel('Price').fill('99.5');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(place).toHaveAccessibleDescription(
    new RegExp(`^Order ${poNumber} is delivered to ${other.name}\\. You act for ${own.name}\\. Ask an administrator\\.`),
  );
  await expect(place).toBeFocused();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByLabel('PO Number')).toHaveValue(poNumber);
  await expect(line.getByLabel('Quantity')).toHaveValue('10');
  await expectAccessible(page);

  await place.fill(own.name);
  await page.getByRole('option', { name: own.name }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Purchase order added.');
  await page.goto(`/purchase-orders/details/${encodeURIComponent(poNumber)}?userID=${vendor.id}`);
  await expect(page.getByText(`${own.name}, Plot of ${own.name} 422010`)).toBeVisible();
});

test('a buyer of one site cannot change records of another', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  const [own, other] = [await newSite(portal), await newSite(portal)];
  const typed = async (site: { name: string }) => {
    const poNumber = `PO/${serial()}`;
    const lines = [{ itemCode: poNumber, itemName: 'Basmati Rice 1 kg', quantity: 40, price: 50 }];
    const body = { userID: vendor.id, poNumber, poDate: '2026-11-01', deliveryLocation: site.name, lines };
    const made = await portal.call(portal.administrator, 'POST', '/api/buyerData/orders/create', body);
    const { _id: id } = (made.body as { data: { _id: string } }).data;
    const proposal = {
      line: 1,
      decision: 'change',
      reason: 'unavailable',
      substituteEAN: '96385074',
      promises: [{ quantity: 40, date: '2099-01-01' }],
    };
    expect((await portal.call(vendor, 'POST', `/api/orderAnswer/send/${id}`, { lines: [proposal] })).status).toBe(200);
    return { id, poNumber };
  };
  const [here, elsewhere] = [await typed(own), await typed(other)];
  await portal.signIn(page, await portal.newMember(portal.administrator, 'buyer', [own.id]));
  const row = async (poNumber: string) => {
    await page.goto(`/buyer-data/orders?code=${encodeURIComponent(poNumber)}`);
    const found = page.getByRole('row').filter({ hasText: poNumber });
    await expect(found).toBeVisible();
    return found;
  };
  await expect((await row(here.poNumber)).getByRole('link', { name: 'Edit' })).toBeVisible();
  const theirs = await row(elsewhere.poNumber);
  await expect(theirs.getByRole('link', { name: 'View' })).toBeVisible();
  await expect(theirs.getByRole('link', { name: 'Edit' })).toHaveCount(0);

  const words = 'Your role does not cover the site of this order. Ask an administrator.';
  await page.goto(`/buyer-data/orders/edit/${elsewhere.id}`);
  await expect(page.getByRole('note').filter({ hasText: words })).toBeVisible();
  await expect(page.getByLabel('PO Number')).toBeDisabled();
  for (const name of ['Save', 'Close order', 'Cancel order']) await expect(page.getByRole('button', { name })).toHaveCount(0);
  await expectAccessible(page);
  await page.goto(`/purchase-orders/answers/${elsewhere.id}`);
  await expect(page.getByText(words)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send decision' })).toHaveCount(0);
  await page.goto(`/purchase-orders/answers/${here.id}`);
  await expect(page.getByRole('button', { name: 'Send decision' })).toBeVisible();
  await expect(page.getByText(words)).toHaveCount(0);
});
