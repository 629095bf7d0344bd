import { readXlsx } from 'hucre/xlsx';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { workbookOf } from '../../test/workbook.ts';
import { gstinOf, orderOf, panOf } from '../demo/factories.ts';
import { storeOrders } from '../purchase-orders/store.ts';
import { seedBuyer } from './seed.ts';
import { uncoded } from '../../test/uncoded.ts';

let api: Api;
let admin: Caller;
beforeAll(async () => {
  api = await startApi({ captcha: false });
  admin = await api.newAdmin();
});
afterAll(() => api.close());

const address = { legalName: 'Mill', address: 'Plot 4', postalCode: '382445' };

/** A vendor registered in Maharashtra, and in Gujarat from 1 April 2026. */
async function withTwo() {
  const pan = panOf(700 + api.serial());
  const [first, second] = [gstinOf(pan, '27'), gstinOf(pan, '24')];
  const vendor = await api.newVendor({ pan, gstin: first });
  const added = await admin.post('/api/registrations', {
    ...address,
    kind: 'sez',
    GST: second,
    validFrom: '2026-04-01',
    userID: vendor.user.id,
  });
  expect(added.status).toBe(200);
  return { vendor, pan, first, second };
}

const invoice = (vendor: Caller, more: object) =>
  vendor.post('/api/invoice/create', { invoiceNumber: '118', invoiceValue: 1180, invoiceDate: '2026-04-01', ...more });

describe('the registration on an invoice', () => {
  test('is the only one if there is one; one of several must be chosen, from 1 April on', async () => {
    const { vendor, first, second } = await withTwo();
    const before = await invoice(vendor, { invoiceDate: '2026-03-31' });
    expect([before.status, before.body.data]).toMatchObject([200, { vendorGST: first, buyerGST: null }]);
    const open = await invoice(vendor, {});
    expect([open.status, open.body.errors]).toEqual([422, { vendorGST: 'The vendor has several GST registrations. Choose one.' }]);
    const chosen = await invoice(vendor, { vendorGST: second.toLowerCase() });
    expect([chosen.status, chosen.body.data.vendorGST]).toEqual([200, second]);
    const early = await invoice(vendor, { vendorGST: second, invoiceDate: '2026-03-31', invoiceNumber: '119' });
    expect(early.body.errors).toEqual({ vendorGST: `${second} is not a GST registration of the vendor on 31-03-2026.` });
    const log = await admin.get('/api/audit/get', { entity: 'invoice', entityId: chosen.body.data._id });
    expect(log.body[0].after).toMatchObject({ vendorGST: second });
  });

  test('cannot be a pending one or another vendor’s', async () => {
    const { vendor, pan } = await withTwo();
    const waits = gstinOf(pan, '29');
    await vendor.post('/api/registrations', { ...address, kind: 'regular', GST: waits });
    for (const vendorGST of [waits, '27AAPFU0939F1ZV', 'URP', 'x']) expect((await invoice(vendor, { vendorGST })).status).toBe(422);
  });

  test('has its own series of invoice numbers', async () => {
    const { vendor, first, second } = await withTwo();
    for (const vendorGST of [first, second]) expect((await invoice(vendor, { vendorGST })).status).toBe(200);
    expect((await invoice(vendor, { vendorGST: second })).status).toBe(409);
    const other = await invoice(vendor, { vendorGST: second, invoiceNumber: '120' });
    const moved = await vendor.put(`/api/invoice/edit/${other.body.data._id}`, { invoiceNumber: '118' });
    expect(moved.status).toBe(409);
  });

  test('stays if it is valid on the new date, otherwise the only valid one replaces it', async () => {
    const { vendor, first, second } = await withTwo();
    const { body } = await invoice(vendor, { vendorGST: second });
    const edit = (more: object) => vendor.put(`/api/invoice/edit/${body.data._id}`, more);
    expect((await edit({ invoiceDate: '2026-05-01' })).body.data.vendorGST).toBe(second);
    expect((await edit({ invoiceDate: '2026-03-31' })).body.data.vendorGST).toBe(first);
    expect((await edit({ vendorGST: second })).status).toBe(422);
  });

  test('keeps its number when the profile gets another', async () => {
    const { vendor, pan, first } = await withTwo();
    const { body } = await invoice(vendor, { vendorGST: first });
    await admin.put(`/api/auth/edit/${vendor.user.id}`, { GST: gstinOf(pan, '29') });
    expect((await vendor.get(`/api/invoice/get/${body.data._id}`)).body[0].vendorGST).toBe(first);
    const { body: known } = await vendor.get('/api/registrations');
    expect(known.vendor).toMatchObject([{ GST: gstinOf(pan, '29'), main: true }, { GST: first, main: false }, {}]);
    // The registration ended yesterday, so an invoice of today cannot name it.
    expect((await invoice(vendor, { vendorGST: first, invoiceDate: '', invoiceNumber: '121' })).status).toBe(422);
    expect((await admin.delete(`/api/registrations/${known.vendor[1]._id}`)).status).toBe(409);
  });
});

test('memos and dispatch notes have a registration too', async () => {
  const { vendor, first, second } = await withTwo();
  for (const [path, body, dated] of [
    ['/api/debitMemo/AddUserDebitMemo', { productName: 'Rice' }, false],
    ['/api/creditMemo/AddUserCreditMemo', { productName: 'Rice' }, false],
    ['/api/desPatchNote/create', { DCNumber: 'DC/1', DateOfDeliverChallan: '2026-04-01' }, true],
  ] as const) {
    expect((await vendor.post(path, body)).body.errors).toHaveProperty('vendorGST');
    const made = await vendor.post(path, { ...body, vendorGST: second });
    expect([made.status, made.body.data.vendorGST]).toEqual([200, second]);
    const id = made.body.data._id as string;
    const edit = path.replace('/AddUser', '/ChangeUser').replace('/create', '/edit');
    expect((await vendor.put(`${edit}/${id}`, { vendorGST: first })).body.data.vendorGST).toBe(first);
    expect((await vendor.put(`${edit}/${id}`, { vendorGST: 'URP' })).status).toBe(422);
    if (dated) expect((await vendor.put(`${edit}/${id}`, { vendorGST: second, DateOfDeliverChallan: '2026-03-31' })).status).toBe(422);
  }
});

test('a file of invoices can have registrations, and its export has them', async () => {
  const { vendor, first, second } = await withTwo();
  const upload = async (rows: (string | number)[][]) => {
    const headings = ['Invoice Number', 'Invoice Value', 'Invoice Date', 'Vendor GST Registration'];
    const content = await workbookOf([headings, ...rows]);
    return vendor.send('POST', '/api/invoice/excelUpload', {}, { file: { name: 'invoices.xlsx', content } });
  };
  const faulty = await upload([
    ['1', 100, '01-04-2026', ''],
    ['2', 100, '31-03-2026', second],
    ['3', 100, '31-03-2026', ''],
  ]);
  expect(uncoded([faulty.status, faulty.body.errors])).toEqual([
    201,
    [
      { row: 2, column: 'Vendor GST Registration', message: 'The vendor has several GST registrations. Choose one.' },
      { row: 3, column: 'Vendor GST Registration', message: `${second} is not a GST registration of the vendor on 31-03-2026.` },
    ],
  ]);
  const right = await upload([
    ['1', 100, '01-04-2026', first],
    ['1', 100, '01-04-2026', second],
    ['3', 100, '31-03-2026', ''],
  ]);
  expect([right.status, right.body.created]).toEqual([200, 3]);
  const { body } = await vendor.get('/api/invoice/export');
  const { sheets } = await readXlsx(body as Buffer);
  const [headings = [], ...rows] = sheets[0]?.rows ?? [];
  const place = headings.indexOf('Vendor GST Registration');
  expect(rows.map((row) => row[place]).sort((one, other) => String(one).localeCompare(String(other)))).toEqual(
    [second, first, first].sort(),
  );
  const log = await admin.get('/api/audit/get', { userID: vendor.user.id, action: 'invoice.create' });
  expect(log.body.map(({ after }: { after: { vendorGST: string } }) => after.vendorGST)).toContain(second);
});

test('the buyer’s first registration is on existing documents and then on new ones', async () => {
  const vendor = await api.newVendor();
  const old = await invoice(vendor, {});
  expect(old.body.data.buyerGST).toBeNull();
  await seedBuyer({ db: api.ctx.db, settings: { ...api.ctx.settings, buyerGstin: '29AABCR1718E1ZL' } });
  expect((await vendor.get(`/api/invoice/get/${old.body.data._id}`)).body[0].buyerGST).toBe('29AABCR1718E1ZL');
  expect((await invoice(vendor, { invoiceNumber: '119' })).body.data.buyerGST).toBe('29AABCR1718E1ZL');
  // An ISD registration receives no goods, so it is not offered.
  await admin.post('/api/registrations', { ...address, kind: 'isd', GST: '27AAPFU0939F1ZV' });
  expect((await invoice(vendor, { invoiceNumber: '120' })).body.data.buyerGST).toBe('29AABCR1718E1ZL');
  await admin.post('/api/registrations', { ...address, kind: 'sez', GST: '27AAPFU0939F1ZV' });
  const { body } = await admin.post('/api/registrations', { ...address, kind: 'sez', GST: gstinOf('AAPFU0939F', '24') });
  expect((await invoice(vendor, { invoiceNumber: '121' })).body.errors).toEqual({
    buyerGST: 'The buyer has several GST registrations. Choose one.',
  });
  await api.ctx.db.execute(sql`delete from registrations where id = ${body.data._id}`);
});

describe('purchase orders', () => {
  const lines = [{ EANCode: '8901030516320', itemName: 'Rice', quantity: 10, price: '100', taxRate: 5 }];
  const order = (vendor: Caller, more: object) =>
    admin.post('/api/buyerData/orders/create', { userID: vendor.user.id, poNumber: 'PO/7', poDate: '2026-04-01', lines, ...more });

  test('have a registration of each side, which sets the taxes unless they state the place of supply', async () => {
    const { vendor, first, second } = await withTwo();
    const open = await order(vendor, {});
    expect([open.status, open.body.errors]).toEqual([422, { vendorGST: 'The vendor has several GST registrations. Choose one.' }]);
    const { body } = await order(vendor, { vendorGST: first.toLowerCase(), placeOfSupply: '29' });
    expect(body.data).toMatchObject({ vendorGST: first, placeOfSupply: '29', IGSTAmt: 50, CGSTAmt: 0 });
    const edit = (more: object) =>
      admin.put(`/api/buyerData/orders/edit/${body.data._id}`, { ...body.data, lines, updatedAt: undefined, ...more });
    const within = await edit({ placeOfSupply: '27' });
    expect(within.body.data).toMatchObject({ placeOfSupply: '27', IGSTAmt: 0, CGSTAmt: 25, SGSTAmt: 25 });
    // Supplies to an SEZ unit are taxed as inter-state, even within its state.
    expect((await edit({ vendorGST: second, placeOfSupply: '24' })).body.data).toMatchObject({ vendorGST: second, IGSTAmt: 50 });
    // The registration does not exist on that date yet, so the only one of that date replaces it.
    expect((await edit({ vendorGST: second, poDate: '2026-03-31' })).body.data).toMatchObject({ vendorGST: first });
    const { body: log } = await admin.get('/api/audit/get', { entity: 'purchaseOrder', entityId: body.data._id });
    expect(log.map(({ after }: { after: object }) => after)).toContainEqual(
      expect.objectContaining({ vendorGST: second, placeOfSupply: '24' }),
    );
    expect(log.at(-1).after).toMatchObject({ vendorGST: first, placeOfSupply: '29' });
  });

  test.each([['27-Maharashtra'], ['96'], ['00'], ['x']])('reject %j as the place of supply', async (placeOfSupply) => {
    const vendor = await api.newVendor();
    expect((await order(vendor, { placeOfSupply })).status).toBe(422);
  });

  test('have no tax if the vendor charges none', async () => {
    const vendor = await api.newVendor();
    const { body: known } = await admin.get('/api/registrations', { userID: vendor.user.id });
    await admin.put(`/api/registrations/${known.vendor[0]._id}`, { kind: 'composition' });
    expect((await order(vendor, {})).body.data).toMatchObject({ value: 1000, taxRate: null, CGSTAmt: 0, IGSTAmt: 0 });
  });

  test('keep the number that the profile had', async () => {
    const { vendor, pan, first } = await withTwo();
    const { body } = await order(vendor, { vendorGST: first });
    await admin.put(`/api/auth/edit/${vendor.user.id}`, { GST: gstinOf(pan, '29') });
    expect((await admin.get(`/api/buyerData/orders/get/${body.data._id}`)).body[0].vendorGST).toBe(first);
  });

  test('can be uploaded with both, and uploading their export again changes nothing', async () => {
    const { vendor, second } = await withTwo();
    const code = 6000 + api.serial();
    await api.ctx.db.execute(sql`update vendors set code = ${code} where id = ${vendor.user.id}`);
    const heads = ['Vendor Code', 'PO Number', 'PO Date', 'EAN Code', 'Item Name', 'Quantity', 'Price', 'Tax Rate %'];
    const more = ['Vendor GST Registration', 'Place of Supply'];
    const load = async (rows: (string | number | null)[][]) =>
      admin.send('POST', '/api/buyerData/orders', {}, { file: { name: 'orders.xlsx', content: await workbookOf(rows) } });
    const row = [code, '8', '01-04-2026', '8901030516320', 'Rice', 10, 100, 5];
    const faults = await load([
      [...heads, ...more],
      [...row, null, null],
      [...row.with(1, '9'), '27AAPFU0939F1ZV', 'Bombay'],
      [...row.with(1, '10'), second, 'Goa'],
      [...row.with(1, '10'), second, '29'],
    ]);
    expect(uncoded(faults.body.errors)).toEqual([
      { row: 2, column: more[0], message: 'The vendor has several GST registrations. Choose one.' },
      { row: 3, column: more[1], message: 'Enter the GST code of a state of India, or its ISO 3166-2 code. For example: 27 or IN-MH.' },
      { row: 5, column: more[1], message: 'Place of Supply must be the same in all rows of 10: in row 4 it is 30.' },
    ]);
    expect(
      (
        await load([
          [...heads, ...more],
          [...row, second, 'Goa'],
        ])
      ).body,
    ).toMatchObject({ created: 1 });
    const [stored] = (await vendor.get('/api/purChaseOrder/get', { poNumber: '8' })).body;
    expect(stored).toMatchObject({ vendorGST: second, placeOfSupply: '30', IGSTAmt: 50 });
    const { body: content } = await admin.get('/api/buyerData/orders/export', { userID: vendor.user.id });
    const again = await admin.send('POST', '/api/buyerData/orders', {}, { file: { name: 'a.xlsx', content: content as Buffer } });
    expect(again.body).toMatchObject({ created: 0, updated: 0 });
  });

  test('of the ERP are imported even if their number is not registered in the portal', async () => {
    const { vendor, second } = await withTwo();
    const known = (number: string, vendorGST: string) =>
      orderOf(api.ctx, vendor.user.id, number, { vendorGST, buyerGST: '07AAPFU0939F1ZX', placeOfSupply: '29' });
    await storeOrders(api.ctx.db, 'erp', [known('1', second), known('2', '27AAPFU0939F1ZV')]);
    const { body } = await vendor.get('/api/purChaseOrder/get', { sortBy: 'poNumber', sortOrder: 'asc' });
    expect(body).toMatchObject([{ vendorGST: second, buyerGST: null, placeOfSupply: '29' }, { vendorGST: null }]);
  });
});
