import type { Page } from '@playwright/test';

import { DEMO_SIGN_INS } from '../server/src/demo/signIns.ts';
import { askToDelete, expect, expectAccessible, type Person, type Portal, serial, showAllColumns, test } from './portal.ts';

const input = (page: Page, name: string) => page.locator(`form [name="${name}"]`);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const LIST = '/purchase-orders/dispatch-note';
/** The vendor with the demo's orders; tests tell its notes apart by their numbers. */
const MILL: Person = { id: '', ...DEMO_SIGN_INS[1] };
/** The demo's open order: several lines, a delivery location and cartons. */
const ORDER = 'PO/2026-27/0127';
const OTHER_ORDER = 'PO 2026 117';

interface Order {
  poDate: string;
  deliveryLocation: string;
  listOfItems: { itemQuantityInCart: number; receivedQuantity: number; caseQuantity: number }[];
}

/** The facts of the mill's order, as the form displays them. */
async function told(portal: Portal, code: string) {
  const { body } = await portal.call(MILL, 'POST', '/api/purChaseOrder/serviceOrder', { code });
  const [order] = (body as { result: Order[] }).result;
  if (order === undefined) throw new Error(`the demo has the order ${code}`);
  const cartons = order.listOfItems.map((line) => Math.ceil((line.itemQuantityInCart - line.receivedQuantity) / line.caseQuantity));
  return {
    PODate: order.poDate.split('-').reverse().join('-'),
    deliveryLocation: order.deliveryLocation,
    NumberOfCarton: String(cartons.reduce((sum, count) => sum + count)),
  };
}

/** Creates a dispatch note of the vendor through the API, as another tab or colleague would. */
async function added(portal: Portal, vendor: Person, body: object): Promise<{ _id: string }> {
  const answer = await portal.call(vendor, 'POST', '/api/desPatchNote/create', body);
  expect(answer.status).toBe(200);
  return (answer.body as { data: { _id: string } }).data;
}

async function expectFields(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(fields)) await expect(input(page, name)).toHaveValue(text);
}

const COLUMNS = [
  '',
  'Sr. No',
  'DC Number',
  'Date of Delivery Challan',
  'PO Number',
  'PO Date',
  'Number of Cartons',
  'Transporter',
  'Vehicle Number',
  'E-way Bill Number',
  'Delivery Location',
  'Status',
  'Action',
];

test('a vendor enters a dispatch note, gets errors and warnings, changes it and deletes it @journey', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  await portal.signIn(page, vendor);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Dispatch Note', exact: true }).click();
  await expect(page.getByText('Data not found')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Add Dispatch Note' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dispatch Note > Add Dispatch Note');

  let sent = 0;
  page.on('request', (request) => (sent += request.url().endsWith('/api/desPatchNote/create') ? 1 : 0));
  // The form proposes the first number of a series.
  await expect(input(page, 'DCNumber')).toHaveValue(/^DC\/\d\d-\d\d\/001$/);
  await input(page, 'DCNumber').fill('');
  await button(page, 'Submit').click();
  await expect(page.getByText('DC Number is required.')).toBeVisible();
  await expect(input(page, 'DCNumber')).toBeFocused();
  const wrong: Record<string, [text: string, message: string]> = {
    PONumber: ['twelve', 'Invalid PO Number. It should be number.'],
    NumberOfCarton: ['1.5', 'Invalid carton number. It should be number.'],
    DriverContact: ['12345', 'Invalid Mobile number. Add valid number.'],
    eWayBillNumber: ['38I009290312', 'Invalid e-way bill number. It should be number.'],
    totalNoOfPackages: ['some', 'Invalid total number of packages. It should be number.'],
    netWeightInKgs: ['-1', 'Invalid weight. It should be number.'],
    grossWeightInKgs: ['1e3', 'Invalid gross weight. It should be number.'],
    PODate: ['31-02-2026', 'Invalid date. Enter an existing date.'],
  };
  await input(page, 'DCNumber').fill('DC/26-27/0042');
  for (const [name, [text]] of Object.entries(wrong)) await input(page, name).fill(text);
  await expect(page.getByText('No order has this number.')).toBeVisible();
  await button(page, 'Submit').click();
  for (const [, message] of Object.values(wrong)) await expect(page.getByText(message, { exact: true })).toBeVisible();
  expect(sent).toBe(0);
  await expectAccessible(page);

  for (const name of Object.keys(wrong)) await input(page, name).fill('');
  await input(page, 'PONumber').fill('0004500017788');
  await input(page, 'PODate').fill('2-11-26');
  await input(page, 'NumberOfCarton').fill('24');
  await input(page, 'TransporterDetails').fill('श्री बालाजी Roadlines');
  await input(page, 'DriverContact').fill('+91 98123 45678');
  await input(page, 'VehicleNumber').fill('dl 1ab 123');
  await input(page, 'eWayBillNumber').fill('3810 0929 03');
  await input(page, 'netWeightInKgs').fill('1250');
  await input(page, 'grossWeightInKgs').fill('1210.5');
  await input(page, 'deliveryLocation').fill('Bhiwandi warehouse');
  await expectFields(page, { DriverContact: '9812345678', VehicleNumber: 'DL1AB123', eWayBillNumber: '3810092903' });
  for (const remark of [
    'The e-way bill portal requires all digits: DL01AB0123.',
    'An e-way bill number has 12 digits; this one has 10.',
    'The net weight exceeds the gross weight.',
  ])
    await expect(page.getByText(remark)).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Submit').click();
  await expect(page.getByText('Dispatch Note added Successfully')).toBeVisible();
  await expect(page).toHaveURL(/\/purchase-orders\/dispatch-note$/);

  await showAllColumns(page);
  await expect(page.getByRole('columnheader')).toHaveText(COLUMNS);
  const row = page.getByRole('row').filter({ hasText: 'DC/26-27/0042' });
  for (const words of ['0004500017788', '02-11-2026', '24', 'श्री बालाजी Roadlines', 'DL1AB123', '3810092903', 'Bhiwandi warehouse'])
    await expect(row).toContainText(words);
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Add Dispatch Note' }).click();
  await input(page, 'DCNumber').fill('dc/26-27/0042');
  await button(page, 'Submit').click();
  await expect(page.getByText('Something went Wrong. This DC Number is already in use.')).toBeVisible();
  await page.route('**/api/desPatchNote/create', (route) => route.fulfill({ status: 500, json: { message: 'Oh.' } }), { times: 1 });
  await input(page, 'DCNumber').fill('DC/26-27/0043');
  await button(page, 'Submit').click();
  await expect(page.getByRole('alert').getByText('Something went Wrong')).toBeVisible();
  await button(page, 'Cancel').click();
  await button(page, 'Leave page').click();

  await page.getByRole('link', { name: 'Edit dispatch note DC/26-27/0042' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dispatch Note > Edit');
  await expectFields(page, { PONumber: '0004500017788', netWeightInKgs: '1250', PODate: '02-11-2026' });
  await input(page, 'eWayBillNumber').fill('381009290312');
  await button(page, 'Save').click();
  await expect(page.getByText('Dispatch Note updated Successfully')).toBeVisible();
  await expect(row).toContainText('381009290312');

  await askToDelete(page, 'dispatch note DC/26-27/0042');
  await expect(page.getByText('Are you sure you want to delete this record?')).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Close').click();
  await expect(row).toBeVisible();
  await askToDelete(page, 'dispatch note DC/26-27/0042');
  await button(page, 'Delete It').click();
  await expect(page.getByText('Dispatch Note deleted Successfully')).toBeVisible();
  await expect(page.getByText('Data not found')).toBeVisible();
});

test('cartons are proposed for the lines that the vendor has not rejected', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  const lines = [1, 2, 3].map((line) => ({ itemCode: `C-${line}`, itemName: `Rice ${line}`, quantity: 20, price: 50 }));
  const order = { userID: vendor.id, poNumber: 'PO/C1', poDate: '2026-11-03', deliverBy: '2098-12-01', lines };
  const made = await portal.call(portal.administrator, 'POST', '/api/buyerData/orders/create', order);
  const id = (made.body as { data: { _id: string } }).data._id;
  const answer = {
    lines: [
      { line: 1, decision: 'accept' },
      { line: 2, decision: 'reject', reason: 'discontinued' },
    ],
  };
  expect((await portal.call(vendor, 'POST', `/api/orderAnswer/send/${id}`, answer)).status).toBe(200);
  await portal.signIn(page, vendor);
  await page.goto(`${LIST}/create?PONumber=PO/C1`);
  await expectFields(page, { PODate: '03-11-2026', NumberOfCarton: '2' });
});

test('choosing an order fills in its details, and overwrites no entered value', async ({ page, portal }) => {
  const one = await told(portal, ORDER);
  const other = await told(portal, OTHER_ORDER);
  await portal.signIn(page, MILL);
  await page.goto(`${LIST}/create`);
  await input(page, 'PONumber').fill('po/2026-27/01');
  await expectAccessible(page);
  await page.getByRole('option', { name: ORDER }).click();
  await expectFields(page, { PONumber: ORDER, ...one });
  // Fields with values from the last order follow the next order; the typed field stays.
  await input(page, 'NumberOfCarton').fill('7');
  await input(page, 'PONumber').fill(OTHER_ORDER);
  await expectFields(page, { ...other, NumberOfCarton: '7' });
  await input(page, 'PONumber').fill('PO/2026-27/9999');
  await expectFields(page, { PODate: '', deliveryLocation: '', NumberOfCarton: '7' });
  const number = `E2E/${serial()}`;
  await input(page, 'DCNumber').fill(number);
  await button(page, 'Submit').click();
  await expect(page.getByText('Invalid PO Number. It should be number.')).toBeVisible();
  await expect(input(page, 'PONumber')).toBeFocused();

  // An order's page links here.
  await page.goto(`${LIST}/create?PONumber=${encodeURIComponent(ORDER)}`);
  await expectFields(page, { PONumber: ORDER, ...one });
  await input(page, 'DCNumber').fill(number);
  await button(page, 'Submit').click();
  await expect(page.getByText('Dispatch Note added Successfully')).toBeVisible();
  // The form continues with the goods of the order.
  await expect(page).toHaveURL(/\/purchase-orders\/dispatch-note\/goods\/\d+$/);

  // A saved note keeps its facts until its order changes.
  const { body } = await portal.call(MILL, 'GET', `/api/desPatchNote/get?DCNumber=${encodeURIComponent(number)}`);
  const [note] = body as { _id: string }[];
  await portal.call(MILL, 'PUT', `/api/desPatchNote/edit/${note?._id}`, { deliveryLocation: '', NumberOfCarton: 3 });
  await page.goto(`${LIST}?DCNumber=${encodeURIComponent(number)}`);
  await page.getByRole('link', { name: `Edit dispatch note ${number}` }).click();
  await expectFields(page, { PONumber: ORDER, PODate: one.PODate });
  await expect(page.locator('form').getByText(' · Open')).toBeVisible();
  await expectFields(page, { deliveryLocation: '', NumberOfCarton: '3' });
  await expectAccessible(page);
  await button(page, 'Cancel').click();
  await askToDelete(page, `dispatch note ${number}`);
  await button(page, 'Delete It').click();
  await expect(page.getByText('Dispatch Note deleted Successfully')).toBeVisible();
});

test('ten per page, found by number and date; two edits at the same time lose nothing of either', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  for (let index = 1; index <= 11; index += 1)
    await added(portal, vendor, { DCNumber: `DC/${index}`, DateOfDeliverChallan: `2026-10-${String(index).padStart(2, '0')}` });
  const note = await added(portal, vendor, { DCNumber: 'LATE/1', NumberOfCarton: 5 });
  await portal.signIn(page, vendor);
  await page.goto(LIST);
  await expect(page.getByText('Showing 1 to 10 of 12 entries')).toBeVisible();
  await page.getByLabel('To', { exact: true }).fill('02-10-2026');
  await button(page, 'Search').click();
  await expect(page.getByText('Showing 1 to 2 of 2 entries')).toBeVisible();
  await button(page, 'Reset').click();
  await expect(page.getByText('Showing 1 to 10 of 12 entries')).toBeVisible();
  await page.getByLabel('DC Number').fill('late');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible();
  await expect(page).toHaveURL(/DCNumber=late/);

  await button(page, 'More actions').click();
  const saving = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download dispatch notes in Excel' }).click();
  expect((await saving).suggestedFilename()).toMatch(/^Dispatch notes \d{4}-\d\d-\d\d\.xlsx$/);

  await page.getByRole('link', { name: 'Edit dispatch note LATE/1' }).click();
  await input(page, 'NumberOfCarton').fill('6');
  await input(page, 'DriverName').fill('Mine');
  const change = `/api/desPatchNote/edit/${note._id}`;
  await portal.call(vendor, 'PUT', change, { NumberOfCarton: 7, TransporterDetails: 'Theirs' });
  await button(page, 'Save').click();
  await button(page, 'Look at what changed').click();
  await expect(page.getByText('you entered 6')).toBeVisible();
  await expectFields(page, { TransporterDetails: 'Theirs' });
  await expectAccessible(page);
  await button(page, 'Save').click();
  await expect(page.getByText('Dispatch Note updated Successfully')).toBeVisible();
  const { body } = await portal.call(vendor, 'GET', `/api/desPatchNote/get/${note._id}`);
  expect(body).toMatchObject([{ NumberOfCarton: 6, DriverName: 'Mine', TransporterDetails: 'Theirs' }]);
  // The list appears as the user left it.
  await expect(page).toHaveURL(/DCNumber=late/);
});

test('an administrator chooses the vendor of a new dispatch note, and filters the list by vendor', async ({ page, portal }) => {
  const vendor = await portal.newVendor({ vendor_name: 'Konkan Kokum' });
  await portal.signIn(page, portal.administrator);
  await page.goto(`${LIST}/create`);
  await expect(input(page, 'PONumber')).toBeDisabled();
  await input(page, 'DCNumber').fill('KK/1');
  await button(page, 'Submit').click();
  await expect(page.getByText('Choose the vendor.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Vendor' }).click();
  await page
    .getByRole('option', { name: /Konkan Kokum/ })
    .last()
    .click();
  await input(page, 'PONumber').fill('77');
  await expectAccessible(page);
  await button(page, 'Submit').click();
  await expect(page.getByText('Dispatch Note added Successfully')).toBeVisible();
  const { body } = await portal.call(vendor, 'GET', '/api/desPatchNote/get');
  expect(body).toMatchObject([{ DCNumber: 'KK/1', PONumber: '77', userID: vendor.id }]);
  await page.goto(`${LIST}?userID=${vendor.id}`);
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible();
  await expectAccessible(page);
});

test('another vendor’s dispatch note is not found', async ({ page, portal }) => {
  const note = await added(portal, await portal.newVendor(), { DCNumber: 'DC/1' });
  await portal.signIn(page, await portal.newVendor());
  await page.goto(`/Purchase-Orders/dispatch-note/edit/${note._id}`);
  await expect(page.getByText('Data not found')).toBeVisible();
});
