import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';
import { readXlsx, writeXlsx } from 'hucre/xlsx';

import { DEMO_SIGN_INS } from '../server/src/demo/signIns.ts';
import { expect, expectAccessible, type Person, type Portal, serial, test } from './portal.ts';

/** The vendor with the demo's orders. */
const MILL: Person = { id: '', ...DEMO_SIGN_INS[1] };
/** The demo's open order, with several lines. */
const ORDER = 'PO/2026-27/0127';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** Chooses a step of the note from the menu next to its main step. */
async function choose(page: Page, entry: string): Promise<void> {
  await button(page, 'More actions').first().click();
  await page.getByRole('menuitem', { name: entry }).click();
}

async function note(portal: Portal, number: string): Promise<string> {
  const body = { DCNumber: number, PONumber: ORDER, VehicleNumber: 'HR38AB1234' };
  const answer = await portal.call(MILL, 'POST', '/api/desPatchNote/create', body);
  expect(answer.status).toBe(200);
  return (answer.body as { data: { _id: string } }).data._id;
}

test('a dispatch note takes the open quantities of its order, and is ready, dispatched and cancelled @journey', async ({
  page,
  portal,
}) => {
  const number = `GD/${serial()}`;
  const id = await note(portal, number);
  await portal.signIn(page, MILL);
  await page.goto(`/purchase-orders/dispatch-note/goods/${id}`);
  const lines = page.getByRole('grid', { name: 'Lines' }).getByRole('rowheader');
  const first = (name: string) => page.getByLabel(`${name}, line 1`, { exact: true });
  await expect(first('Quantity')).not.toHaveValue('');
  await expectAccessible(page);

  // The other lines remain for another lorry.
  for (let count = await lines.count(); count > 1; count -= 1) await button(page, `Exclude line ${count}`).click();
  await first('Quantity').fill('999999');
  await first('Batch').fill('B-7');
  await first('Best before').fill('01-01-2020');
  await page.getByLabel('Distance').fill('350');
  await button(page, 'Save').click();
  await expect(first('Quantity')).toBeFocused();
  await expect(first('Quantity')).toHaveAccessibleDescription(/9,99,999 dispatched here.* expired on arrival/s);
  await expectAccessible(page, 'lines that are refused');

  await first('Quantity').fill('2');
  await first('Best before').fill('01-01-2099');
  await button(page, 'Save').click();
  await expect(page.getByText('Goods saved.')).toBeVisible();
  await button(page, 'Mark as ready').click();
  await expect(page.getByText('Dispatch note ready.')).toBeVisible();
  await expect(page.getByRole('cell', { name: 'B-7' })).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Mark as dispatched').click();
  await expect(page.getByText('In transit', { exact: true })).toBeVisible();
  // The printed challans stand in one place, and open there.
  await page.getByRole('tab', { name: 'Documents' }).click();
  const printed = page
    .getByRole('tabpanel', { name: 'Documents' })
    .getByRole('button')
    .filter({ hasText: /^Challan \d+ of / });
  await expect(printed).toHaveCount(1);
  await expect(page.getByText(/^Challan 1 of /)).toHaveCount(1);
  await expectAccessible(page, 'the paper that is kept');
  await printed.click();
  const viewer = page.getByRole('dialog', { name: /-1\.pdf$/ });
  // A browser without a reader of PDFs saves the shown one too, under a name of its own.
  const download = page.waitForEvent('download', (each) => each.suggestedFilename().startsWith('dispatch-note'));
  await viewer.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe(`dispatch-note-${number.replace('/', '-')}-1.pdf`);
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await choose(page, 'Cancel dispatch note');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel dispatch note' }).click();
  await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible();
  await expect(printed).toHaveCount(2);
});

test('a dispatch note is packed, divided between two lorries from another place, labelled and invoiced', async ({ page, portal }) => {
  const number = `PK/${serial()}`;
  const id = await note(portal, number);
  const { body: order } = await portal.call(MILL, 'GET', `/api/purChaseOrder/get?poNumber=${encodeURIComponent(ORDER)}`);
  const [{ _id: orderId }] = order as [{ _id: string }];
  // A fraction of a unit, sent as if from the vendor's own system, keeps the order open for other tests.
  const lines = [{ orderId, line: 1, quantity: 0.04, cartons: 4, batch: 'B-9' }];
  expect((await portal.call(MILL, 'PUT', `/api/dispatchGoods/save/${id}`, { kind: 'invoice', lines })).status).toBe(200);
  await portal.signIn(page, MILL);
  await page.goto(`/purchase-orders/dispatch-note/goods/${id}`);

  const code = '3901234000' + String(serial() % 10_000_000).padStart(7, '0');
  const sum = Array.from(code, Number).reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 3 : 1), 0);
  await page.getByLabel('Cartons on a pallet').fill('2');
  await page.getByLabel('First SSCC').fill(code + String((11 - (sum % 10)) % 10));
  await expect(page.getByText('An SSCC has 18 digits. The last one is a check digit.')).toBeVisible();
  await page.getByLabel('First SSCC').fill(code + String((10 - (sum % 10)) % 10));
  await button(page, 'Pack the lines').click();
  await expect(page.getByLabel('Contents, package 6')).toHaveValue('1: 0.01');
  await expect(page.getByLabel('Pallet number, package 6')).toHaveValue('2');
  await page.getByLabel('Gross weight (kg), package 1').fill('410.5');
  await button(page, 'Remove package 6').click();
  await button(page, 'Add package').click();
  await expect(page.getByLabel('Contents, package 6')).toHaveValue('1: 0.01');

  await button(page, 'Add vehicle').click();
  await page.getByLabel('Number, vehicle 1').fill('HR38AB1234');
  await page.getByLabel('Goods carried, vehicle 1').fill('1: 0.03');
  await button(page, 'Add vehicle').click();
  await expect(page.getByLabel('Goods carried, vehicle 2')).toHaveValue('1: 0.01');
  await page.getByLabel('Number, vehicle 2').fill('lorry');
  await expect(page.getByText('Check the vehicle number. It should look like KA12AP1235.')).toBeVisible();
  await page.getByLabel('Number, vehicle 2').fill('HR38AB1235');
  await page.getByLabel('Goods carried, vehicle 2').fill('2: 1');
  await page.getByRole('textbox', { name: 'PIN code' }).first().fill('132116');
  await page.getByRole('textbox', { name: 'Place' }).first().fill('Taraori');
  await expectAccessible(page);
  await button(page, 'Save').click();
  await expect(page.getByText('Vehicle 2: Line 2 does not exist in the goods.')).toBeVisible();
  await page.getByLabel('Goods carried, vehicle 2').fill('1: 0.01');
  await button(page, 'Save').click();
  await expect(page.getByText('Goods saved.')).toBeVisible();

  const download = page.waitForEvent('download');
  await choose(page, 'Download labels (PDF)');
  expect((await download).suggestedFilename()).toBe(`package-labels-${number.replace('/', '-')}.pdf`);
  await button(page, 'Mark as ready').click();
  await expect(page.getByRole('region', { name: 'Packages' }).getByText('1: 0.01').first()).toBeVisible();
  await expect(page.getByText('HR38AB1234 (1: 0.03); HR38AB1235 (1: 0.01)')).toBeVisible();
  await expect(page.getByText('Taraori, 132116')).toBeVisible();

  await button(page, 'Change transport').click();
  await page.getByLabel('Number, vehicle 2').fill('HR38AB1299');
  await expectAccessible(page);
  await button(page, 'Save').click();
  await expect(page.getByText('HR38AB1234 (1: 0.03); HR38AB1299 (1: 0.01)')).toBeVisible();

  await choose(page, 'Create invoice');
  await expect(page.getByLabel('Quantity, line 1')).toHaveValue('0.04');
  await expect(page.getByLabel('PO Number')).toHaveValue(ORDER);
  await page.goto(`/purchase-orders/dispatch-note/goods/${id}`);
  await choose(page, 'Cancel dispatch note');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel dispatch note' }).click();
  await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible();
});

test('an invoice created from a dispatch note is the tax invoice that accompanies the goods', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  const made = async (person: Person, path: string, body: object) => {
    const answer = await portal.call(person, path.includes('/save/') ? 'PUT' : 'POST', path, body);
    expect(answer.status).toBe(200);
    return (answer.body as { data: { _id: string } }).data._id;
  };
  const order = await made(portal.administrator, '/api/buyerData/orders/create', {
    userID: vendor.id,
    poNumber: `TI/${serial()}`,
    poDate: '2026-11-01',
    lines: [{ EANCode: '8909999000010', quantity: 10, price: 100, taxRate: 5 }],
  });
  const id = await made(vendor, '/api/desPatchNote/create', { DCNumber: `TI/${serial()}` });
  await made(vendor, `/api/dispatchGoods/save/${id}`, { kind: 'invoice', lines: [{ orderId: order, line: 1, quantity: 4 }] });
  await made(vendor, `/api/dispatchGoods/move/${id}`, { move: 'ready' });
  await portal.signIn(page, vendor);
  await page.goto(`/purchase-orders/dispatch-note/goods/${id}`);
  await choose(page, 'Create invoice');
  await page.getByLabel('Invoice Number').fill('4711');
  await button(page, 'Submit').click();
  await expect(page).toHaveURL(/\/dispatch-note\/goods\//);
  await expect(page.getByRole('region', { name: 'Transport' }).getByText('4711', { exact: true })).toBeVisible();
  // Nothing remains to invoice.
  await button(page, 'More actions').first().click();
  await expect(page.getByRole('menuitem', { name: 'Cancel dispatch note' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Create invoice' })).toHaveCount(0);
});

test('the e-way bill file states what it excludes, and its numbers are imported', async ({ page, portal }) => {
  const number = `EW/${serial()}`;
  await note(portal, number);
  await portal.signIn(page, MILL);
  await page.goto(`/purchase-orders/dispatch-note?DCNumber=${encodeURIComponent(number)}`);
  await page.getByRole('checkbox', { name: `Select dispatch note ${number}` }).check();
  await button(page, 'E-way bill file').click();
  const dialog = page.getByRole('dialog', { name: 'E-way bill file' });
  await expect(dialog.getByText(`Bill 1 of 1 (${number}): excluded from the file. It has no lines.`)).toBeVisible();
  await expectAccessible(page);
  await expect(dialog.getByRole('button', { name: 'Download file' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  await button(page, 'More actions').first().click();
  await page.getByRole('menuitem', { name: 'Import e-way bill numbers' }).click();
  const result = page.getByRole('dialog', { name: 'E-way bill numbers' });
  await result.getByLabel('Result file of the e-way bill portal').fill(`Doc No\tEWB No\n${number}\t081009290312`);
  await result.getByRole('button', { name: 'Import' }).click();
  await expect(result.getByText(`Row 2 (${number}): An e-way bill number does not start with 0.`)).toBeVisible();
  await expectAccessible(page);
});

test('open lines are downloaded, filled in and uploaded as a dispatch note, whose lines are changed by file too', async ({
  page,
  portal,
}) => {
  const vendor = await portal.newVendor();
  const number = `GS/${serial()}`;
  const lines = [1, 2].map((line) => ({ itemCode: `R-${line}`, itemName: `Rice ${line}`, uom: 'BAG', quantity: 200, price: 50 }));
  const order = { userID: vendor.id, poNumber: number, poDate: '2026-11-03', lines };
  expect((await portal.call(portal.administrator, 'POST', '/api/buyerData/orders/create', order)).status).toBe(200);
  await portal.signIn(page, vendor);
  await page.goto('/purchase-orders/dispatch-note');
  const menu = async (entry: string) => {
    await page.getByRole('button', { name: 'More actions' }).first().click();
    await page.getByRole('menuitem', { name: entry }).click();
  };
  const downloaded = async (entry: string) => {
    const download = page.waitForEvent('download');
    await menu(entry);
    return (await readXlsx(await readFile(await (await download).path()))).sheets[0]?.rows ?? [];
  };
  type Rows = Awaited<ReturnType<typeof downloaded>>;
  const send = async (rows: Rows) => {
    const content = await writeXlsx({ sheets: [{ name: 'Lines', rows }] });
    const chooser = page.waitForEvent('filechooser');
    await button(page, 'Choose a file').or(button(page, 'Choose another file')).first().click();
    await (await chooser).setFiles({ name: 'lines.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.from(content) });
  };
  const filled = ([head = [], ...rows]: Rows, heading: string, value: string | number) => [
    head,
    ...rows.map((row) => row.with(head.indexOf(heading), value)),
  ];

  const open = await downloaded('Download open lines to dispatch');
  expect(open).toHaveLength(3);
  const made = `DC/${number}`;
  await menu('Upload lines');
  await send(filled(filled(open, 'DC Number', made), 'Quantity', 201));
  await expect(page.getByText('Line 2: 201 dispatched here, 200 ordered. At most 200 more can be sent.')).toBeVisible();
  await expectAccessible(page, 'lines with faults');
  await send(filled(filled(open, 'DC Number', made), 'Quantity', 120));
  await expect(page.getByText('1 dispatch note is valid: 1 new, 0 changed.')).toBeVisible();
  await button(page, 'Upload 1 dispatch note').click();
  await expect(page.getByText('File Uploaded Successfully')).toBeVisible();

  await page
    .getByRole('row', { name: new RegExp(made) })
    .getByRole('link', { name: 'Goods and transport' })
    .click();
  const quantity = page.getByLabel('Quantity, line 1', { exact: true });
  await expect(quantity).toHaveValue('120');
  const own = await downloaded('Download lines');
  await menu('Upload lines');
  await send(filled(own, 'Quantity', 90));
  await button(page, 'Upload 1 dispatch note').click();
  await expect(quantity).toHaveValue('90');
});

test('an e-way bill gets another Part B and transporter, and is cancelled in time', async ({ page, portal }) => {
  const vendor = await portal.newVendor();
  const send = async (person: Person, method: 'POST' | 'PUT', path: string, body: object) => {
    const answer = await portal.call(person, method, path, body);
    expect([path, answer.status, answer.body]).toEqual([path, 200, answer.body]);
    return (answer.body as { data: { _id: string } }).data._id;
  };
  const order = await send(portal.administrator, 'POST', '/api/buyerData/orders/create', {
    userID: vendor.id,
    poNumber: `EL/${serial()}`,
    poDate: '2026-11-01',
    lines: [{ EANCode: '8909999000010', quantity: 10, price: 100, taxRate: 5 }],
  });
  const number = `EL/${serial()}`;
  const bill = String(331_000_000_000 + (serial() % 1_000_000_000));
  const id = await send(vendor, 'POST', '/api/desPatchNote/create', { DCNumber: number });
  const road = { mode: 'road', distance: 350, vehicles: [{ number: 'GJ07DL9009' }] };
  await send(vendor, 'PUT', `/api/dispatchGoods/save/${id}`, {
    kind: 'challan',
    ...road,
    lines: [{ orderId: order, line: 1, quantity: 4 }],
  });
  await send(vendor, 'POST', `/api/dispatchGoods/move/${id}`, { move: 'ready' });
  await send(vendor, 'PUT', `/api/desPatchNote/edit/${id}`, { eWayBillNumber: bill });
  await portal.signIn(page, vendor);
  await page.goto(`/purchase-orders/dispatch-note/goods/${id}`);

  const panel = page.getByRole('region', { name: 'E-way bill' });
  await expect(panel.getByText(bill)).toBeVisible();
  const impossible = panel.getByRole('list', { name: 'Not possible now' }).getByRole('listitem');
  await expect(impossible).toHaveText([
    'Change transporter: Enter the transporter ID under "Change transport" first.',
    /^Extend e-way bill: This e-way bill can be extended from /,
  ]);
  await expect(panel.getByRole('button')).toHaveText([bill, 'Update Part B', 'Cancel e-way bill', 'Import portal result']);
  await expectAccessible(page, 'the e-way bill');

  // Another lorry takes over, so its Part B is a request for the e-way bill portal.
  await button(page, 'Change transport').click();
  await page.getByLabel('Number, vehicle 1').fill('GJ07DL9001');
  await page.getByLabel('Transporter ID').fill('05AAACG2140A1ZL');
  await button(page, 'Save').click();
  await expect(page.getByText('Update Part B on the e-way bill portal.')).toBeVisible();
  await panel.getByRole('button', { name: 'Update Part B' }).click();
  const partB = page.getByRole('dialog', { name: 'Update Part B' });
  await partB.getByRole('button', { name: 'Update Part B' }).click();
  for (const message of ['Choose a reason.', 'Enter the place where the goods are.', 'Choose the state where the goods are.'])
    await expect(partB.getByText(message)).toBeVisible();
  await expectAccessible(page, 'Part B with errors');
  await partB.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: 'Vehicle breakdown' }).click();
  await partB.getByLabel('Current place').fill('Vapi');
  await partB.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: 'Gujarat (24)' }).click();
  await partB.getByRole('button', { name: 'Update Part B' }).click();
  await expect(partB.getByText('"vehicleNo": "GJ07DL9001"')).toBeVisible();
  await expectAccessible(page, 'the request for the portal');
  const download = page.waitForEvent('download');
  await partB.getByRole('button', { name: 'Download request' }).click();
  expect(JSON.parse(await readFile(await (await download).path(), 'utf8'))).toMatchObject({ ewbNo: bill, reasonCode: 1, fromState: 24 });
  await partB.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByText('Update Part B on the e-way bill portal.')).toHaveCount(0);

  await panel.getByRole('button', { name: 'Change transporter' }).click();
  const transporter = page.getByRole('dialog', { name: 'Change transporter' });
  await transporter.getByRole('button', { name: 'Change transporter' }).click();
  await expect(transporter.getByText('"transporterId": "05AAACG2140A1ZL"')).toBeVisible();
  await transporter.getByRole('button', { name: 'Close' }).last().click();

  // The result of the e-way bill portal states an end in the past, so only an extension is possible now.
  const end = new Date(Date.now() - 3_600_000 + 5.5 * 3_600_000).toISOString();
  const stated = `${end.slice(8, 10)}/${end.slice(5, 7)}/${end.slice(0, 4)} ${end.slice(11, 16)}`;
  await panel.getByRole('button', { name: 'Import portal result' }).click();
  const result = page.getByRole('dialog', { name: 'E-way bill numbers' });
  await result.getByLabel('Result file of the e-way bill portal').fill(`Doc No\tEWB No\tValid upto\n${number}\t${bill}\t${stated}`);
  await result.getByRole('button', { name: 'Import' }).click();
  await panel.getByRole('button', { name: 'Extend e-way bill' }).click();
  const extend = page.getByRole('dialog', { name: 'Extend e-way bill' });
  await extend.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: 'Accident' }).click();
  await extend.getByLabel('Current place').fill('Vapi');
  await extend.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: 'Gujarat (24)' }).click();
  await extend.getByLabel('PIN code').fill('39619');
  await extend.getByLabel('Remaining distance').fill('900');
  await extend.getByRole('button', { name: 'Extend e-way bill' }).click();
  await expect(extend.getByLabel('PIN code')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page, 'an extension with an error');
  await extend.getByLabel('PIN code').fill('396191');
  await extend.getByRole('button', { name: 'Extend e-way bill' }).click();
  await expect(extend.getByText('"remainingDistance": 900')).toBeVisible();
  await extend.getByRole('button', { name: 'Close' }).last().click();
  await expect(impossible).toHaveText([/^Extend e-way bill: /]);

  // The page of the note offers the same steps.
  await page.goto(`/documents/dispatchNote/${id}`);
  await panel.getByRole('button', { name: 'Cancel e-way bill' }).click();
  const cancel = page.getByRole('dialog', { name: 'Cancel e-way bill' });
  await cancel.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: 'Data entry mistake' }).click();
  await expectAccessible(page, 'a cancellation');
  await cancel.getByRole('button', { name: 'Cancel e-way bill' }).click();
  await expect(cancel.getByText('"cancelRsnCode": 3')).toBeVisible();
  await cancel.getByRole('button', { name: 'Close' }).last().click();
  await expect(panel.getByText('This dispatch note has no e-way bill number.')).toBeVisible();
  await expect(panel.getByText(bill)).toBeVisible();
  await expectAccessible(page, 'a cancelled e-way bill');
});
