// Why so long: one table of sheets and what becomes of them, over the same vendor and items.
import { readXlsx as readWorkbook } from 'hucre/xlsx';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Answer, type Api, type Caller, startApi } from '../../test/api.ts';
import { addItem } from '../../test/items.ts';
import { HEADINGS, row, send, upload, withCheckDigit } from '../../test/productSheet.ts';
import { itemSheet, realItems } from '../../test/realItems.ts';
import { plainRows, rowXml, workbook } from '../../test/workbook.ts';
import { uncoded } from '../../test/uncoded.ts';

let api: Api;
let admin: Caller;
/** EANs of the buyer's items that only one test uses at a time; each test has new vendors. */
const EANS = Array.from({ length: 30 }, (_, index) => withCheckDigit(`890999${String(index).padStart(6, '0')}`));
const [RICE = '', TEA = '', DAL = ''] = EANS;

beforeAll(async () => {
  api = await startApi();
  admin = await api.newAdmin();
  for (const [index, ean] of EANS.entries()) await addItem(api.ctx, { ean, name: `Item ${index}`, sku: `S-${index}` });
});
afterAll(() => api.close());

async function products(caller: Caller): Promise<Record<string, unknown>[]> {
  const answer = await caller.get('/api/product/get', { sortBy: 'EANCode', sortOrder: 'asc' });
  return answer.body;
}

async function approveAll(caller: Caller): Promise<Answer> {
  const ids = (await products(caller)).map(({ _id }) => _id);
  return admin.put('/api/product/changeStatusPriceApproval', { productIdList: ids, priceApproval: true });
}

test('rows become products, with the item’s fields and the calculated prices', async () => {
  const vendor = await api.newVendor();
  const answer = await upload(vendor, [
    row(RICE, { 'Date of Availability': '01-12-2026', Remarks: `=1+1 "चाय" {a,b} null C:\\d 🌾` }),
    row(TEA, { Percentage: null, Margin: '1,027.00', MRP: 4108, Remarks: 'null' }),
    row(DAL, { Percentage: null, 'Transfer Price': 93 }),
  ]);
  expect([answer.status, answer.body]).toEqual([
    200,
    { message: 'File Uploaded Successfully', created: 3, updated: 0, remarks: [], totalRemarks: 0, report: expect.anything() as unknown },
  ]);
  expect(await products(vendor)).toMatchObject([
    {
      EANCode: RICE,
      productName: 'Item 0',
      SKUCode: 'S-0',
      dateOfAvailability: '2026-12-01',
      remarks: `=1+1 "चाय" {a,b} null C:\\d 🌾`,
      margin: 27,
      sellingPrice: 93,
      netPTR: 93,
      priceApproval: false,
    },
    { EANCode: TEA, percentage: 25, margin: 1027, sellingPrice: 3081, schemes: null, remarks: 'null' },
    { EANCode: DAL, percentage: 22.5, margin: 27, sellingPrice: 93, shelfLifeDays: 180, quantity: 5 },
  ]);
});

test('a dry run counts the changes and makes none', async () => {
  const vendor = await api.newVendor();
  await upload(vendor, [row(RICE)]);
  const answer = await upload(vendor, [row(RICE, { MRP: 200 }), row(TEA)], { dryRun: true });
  expect(answer.body).toMatchObject({ message: '1 would be added, 1 updated.', created: 1, updated: 1 });
  expect(await products(vendor)).toMatchObject([{ EANCode: RICE, MRP: 120 }]);
});

test('one wrong row prevents saving, and each error is reported by row and column', async () => {
  const vendor = await api.newVendor();
  const unknown = withCheckDigit('890888000000');
  const wrongDigit = `${RICE.slice(0, 12)}${(Number(RICE[12]) + 1) % 10}`;
  const rows = [
    row(RICE),
    row(RICE, { MRP: 1 }),
    row(unknown),
    row(wrongDigit),
    row(TEA, { MRP: null, Quantity: 'ten', 'Shelf Life in Days': 1.5 }),
    row(DAL, { Margin: 30, 'Transfer Price': 91 }),
    row(EANS[4] ?? '', { Percentage: null }),
    row(EANS[5] ?? '', { 'Product Scheme': 'Diwali', 'Date of Availability': '31-02-2026' }),
    row(EANS[6] ?? '', { 'Product Scheme': 'Diwali' }),
  ];
  const answer = await upload(vendor, rows);
  expect(answer.status).toBe(201);
  expect(answer.body).toEqual({
    message: '1 row is valid, 8 have errors: rows 3 to 10. Nothing was saved.',
    totalErrors: 11,
    report: expect.anything() as unknown,
    errors: [
      { row: 3, column: 'EAN Code', message: `${RICE} is already in row 2.` },
      { row: 4, column: 'EAN Code', message: 'No Match Found.' },
      { row: 5, column: 'EAN Code', message: 'No Match Found.' },
      { row: 6, column: 'Shelf Life in Days', message: 'Invalid Self Life. It should be number.' },
      { row: 6, column: 'Quantity', message: 'Invalid Quantity. It should be number.' },
      { row: 6, column: 'MRP', message: 'MRP is required.' },
      { row: 7, column: 'Margin', message: 'Margin should be 27.00: MRP x percentage / 100.' },
      { row: 7, column: 'Transfer Price', message: 'Transfer Price should be 93.00: MRP minus margin.' },
      { row: 8, column: 'Percentage', message: 'Percentage, Margin or Transfer Price is required.' },
      { row: 9, column: 'Date of Availability', message: 'Date of Availability should be a date, for example 31-12-2026.' },
      { row: 10, column: 'Product Scheme', message: 'This scheme does not apply to this product.' },
    ],
  });
  expect(await products(vendor)).toEqual([]);
});

test('an EAN that two items share matches neither', async () => {
  const twice = withCheckDigit('890777000000');
  await addItem(api.ctx, { ean: twice, code: 'one', name: 'One' });
  await addItem(api.ctx, { ean: twice, code: 'two', name: 'Two' });
  const { body } = await upload(await api.newVendor(), [row(twice)]);
  expect(uncoded(body.errors)).toEqual([{ row: 2, column: 'EAN Code', message: 'No Exact Match Found.' }]);
});

test('a shop’s own code is accepted, and a percentage that looks like a fraction is accepted with a warning', async () => {
  const own = '2000000000005';
  await addItem(api.ctx, { ean: own, name: 'Loose rice' });
  const { body } = await upload(await api.newVendor(), [row(own), row(RICE, { Percentage: 0.225 })]);
  expect(body).toMatchObject({
    created: 2,
    totalRemarks: 1,
    remarks: [{ row: 3, column: 'Percentage', message: 'This is 0.225% of the MRP, less than 1%. Enter 22.5 for 22.5%.' }],
  });
});

test('an upload cancels approvals like a save: by price and scheme, not by other fields, and not without changes', async () => {
  const vendor = await api.newVendor();
  await upload(vendor, [row(RICE), row(TEA), row(DAL)]);
  const scheme = (await vendor.post('/api/schema/create', { schemaName: 'Diwali', EANCode: DAL, netPTR: 70 })).body.data;
  await approveAll(vendor);
  const before = await products(vendor);
  const { body } = await upload(vendor, [
    row(RICE),
    row(TEA, { Quantity: 9, Remarks: 'x' }),
    row(DAL, { 'Product Scheme': 'diwali' }),
    row(EANS[3] ?? ''),
  ]);
  expect(body).toMatchObject({ created: 1, updated: 3 });
  const [rice, tea, dal] = await products(vendor);
  expect(rice).toEqual(before[0]);
  expect(tea).toMatchObject({ quantity: 9, remarks: 'x', priceApproval: true });
  expect(dal).toMatchObject({ priceApproval: false, netPTR: 70, schemes: { _id: scheme._id, schemaName: 'Diwali' } });
  await approveAll(vendor);
  await upload(vendor, [
    row(RICE, { MRP: 121 }),
    row(TEA, { Percentage: 22.4 }),
    row(DAL, { 'Product Scheme': String(scheme.schemaNumber) }),
  ]);
  expect((await products(vendor)).map(({ priceApproval }) => priceApproval)).toEqual([false, false, true, true]);
});

test('fields without a column keep their values, and an empty cell clears its field', async () => {
  const vendor = await api.newVendor();
  await vendor.post('/api/schema/create', { schemaName: 'Holi', EANCode: RICE, netPTR: 70 });
  await upload(vendor, [row(RICE, { Remarks: 'Ready', 'Date of Availability': '2026-12-01', 'Product Scheme': 'Holi' })]);
  await approveAll(vendor);
  const few = ['MRP', 'EAN Code', 'Unknown column', 'Percentage', 'Quantity', 'SHELF LIFE IN DAYS'];
  expect((await upload(vendor, [[120, RICE, 'x', 22.5, 6, 180]], {}, few)).status).toBe(200);
  expect(await products(vendor)).toMatchObject([
    { quantity: 6, remarks: 'Ready', dateOfAvailability: '2026-12-01', schemes: { schemaName: 'Holi' }, netPTR: 70, priceApproval: true },
  ]);
  await upload(vendor, [row(RICE)]);
  expect(await products(vendor)).toMatchObject([
    { remarks: null, dateOfAvailability: null, schemes: null, netPTR: 93, priceApproval: false },
  ]);
});

describe('the scheme that a text refers to', () => {
  let vendor: Caller;
  /** The schemes by their name in the tests, with number and ID. */
  const schemes = new Map<string, { number: string; id: string }>();
  beforeAll(async () => {
    vendor = await api.newVendor();
    const add = async (called: string, schemaName: string) => {
      const { body } = await vendor.post('/api/schema/create', { schemaName, EANCode: RICE });
      schemes.set(called, { number: String(body.data.schemaNumber), id: body.data._id });
    };
    await add('one', 'Diwali');
    await add('two', 'Diwali');
    await add('numbered', schemes.get('one')?.number ?? '');
    await add('over', 'Holi');
  });
  const MANY = 'Several of your schemes for this EAN have this name. Enter the scheme number.';
  const NONE = 'This scheme does not apply to this product.';

  test.each([
    ['Diwali', null, MANY],
    ['Diwali', 'two', 'two'],
    ['number of two', null, 'two'],
    ['number of one', null, 'one'],
    ['number of one', 'numbered', 'numbered'],
    ['Holi', null, NONE],
    ['holi', 'over', 'over'],
    ['Onam', 'one', NONE],
  ])('%s on a product with scheme %s gives %s', async (wanted, current, meant) => {
    const { db } = api.ctx;
    const idOf = (called: string | null) => (called === null ? null : (schemes.get(called)?.id ?? null));
    await upload(vendor, [row(RICE)]);
    await db.execute(sql`update schemes set active = id <> ${idOf('over')} where vendor_id = ${vendor.user.id}`);
    await db.execute(sql`update products set scheme_id = ${idOf(current)} where vendor_id = ${vendor.user.id}`);
    const text = wanted.startsWith('number of ') ? (schemes.get(wanted.slice(10))?.number ?? '') : wanted;
    const { body } = await upload(vendor, [row(RICE, { 'Product Scheme': text })]);
    if (schemes.has(meant)) expect(await products(vendor)).toMatchObject([{ schemes: { _id: idOf(meant) } }]);
    else expect(uncoded(body.errors)).toEqual([{ row: 2, column: 'Product Scheme', message: meant }]);
  });
});

test('a vendor uploads only for itself, and an administrator for the vendor in the request', async () => {
  const [vendor, other] = [await api.newVendor(), await api.newVendor()];
  await upload(vendor, [row(RICE)], { userID: other.user.id });
  expect([(await products(vendor)).length, (await products(other)).length]).toEqual([1, 0]);
  await upload(admin, [row(TEA)], { userID: other.user.id });
  expect((await products(other)).length).toBe(1);
  expect((await upload(admin, [row(TEA)], { userID: '999999' })).body.errors).toEqual({ userID: 'This user does not exist.' });
});

test('the log has the upload with the values before and after', async () => {
  const vendor = await api.newVendor();
  await upload(vendor, [row(RICE), row(TEA)]);
  await upload(vendor, [row(RICE, { MRP: 200 }), row(TEA)], { name: 'new prices.xlsx' });
  const log = (await admin.get('/api/audit/get', { userID: vendor.user.id, entity: 'product', page: 1, pageSize: 50 })).body;
  expect(log.map(({ action }: { action: string }) => action)).toEqual([
    'product.upload',
    'product.edit',
    'product.upload',
    'product.create',
    'product.create',
  ]);
  expect(log[0]).toMatchObject({ entityId: 'new prices.xlsx', after: { created: 0, updated: 2 } });
  expect(log[1]).toMatchObject({
    before: { MRP: 120, margin: 27, sellingPrice: 93, netPTR: 93 },
    after: { MRP: 200, margin: 45, sellingPrice: 155, netPTR: 155 },
  });
  expect(log[4].after).toMatchObject({ EANCode: RICE, MRP: 120, sellingPrice: 93 });
});

test('uploads, saves and approvals at the same time all succeed, and each EAN exists once', async () => {
  const vendor = await api.newVendor();
  const file = (mrp: number) =>
    upload(
      vendor,
      EANS.map((ean) => row(ean, { MRP: mrp })),
    );
  const save = (ean: string) =>
    vendor.post('/api/product/create', {
      EANCode: ean,
      shelfLifeDays: 1,
      quantity: 1,
      MRP: 10,
      percentage: 10,
      margin: 1,
      sellingPrice: 9,
    });
  await file(50);
  const answers = await Promise.all([file(100), save(RICE), approveAll(vendor), file(200), save(TEA), approveAll(vendor), file(100)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 200]);
  const stored = await products(vendor);
  expect(stored.map(({ EANCode }) => EANCode)).toEqual(EANS);
  expect(stored.every(({ MRP }) => MRP === 10 || MRP === 100 || MRP === 200)).toBe(true);
});

test('several chunks are one upload: an error in the last row undoes the first', async () => {
  const vendor = await api.newVendor();
  await api.ctx.db.execute(sql`
    insert into items (item_code, ean, item_name) select 'many-' || n, '21' || lpad(n::text, 11, '0'), 'Loose ' || n from generate_series(1, 4500) n`);
  const many = Array.from({ length: 4500 }, (_, index) => row(`21${String(index + 1).padStart(11, '0')}`));
  const wrong = await upload(vendor, [...many.slice(0, 4499), row(withCheckDigit('890888000000'))]);
  expect(wrong.body).toMatchObject({ message: '4,499 rows are valid, 1 has errors: row 4501. Nothing was saved.', totalErrors: 1 });
  expect(await products(vendor)).toEqual([]);
  expect((await upload(vendor, many)).body).toMatchObject({ created: 4500, totalRemarks: 0 });
  const order = await api.ctx.db.first(sql`
    select bool_and(ean > before) as kept
    from (select ean, lag(ean) over (order by id) as before from products where vendor_id = ${vendor.user.id}) each`);
  expect(order).toEqual({ kept: true });
  expect((await upload(vendor, many)).body).toMatchObject({ created: 0, updated: 4500 });
  const exported = await vendor.get('/api/product/export');
  expect((await headingsOf(exported.body)).rows).toBe(4500);
});

test('the first 200 of 10,000 wrong rows are listed, and all are counted', async () => {
  const rows = Array.from({ length: 10_000 }, (_, index) => row(withCheckDigit(`890888${String(index).padStart(6, '0')}`)));
  const { body } = await upload(await api.newVendor(), [row(RICE), ...rows]);
  expect(body).toMatchObject({
    message: '1 row is valid, 10,000 have errors: rows 3 to 10002. Nothing was saved.',
    totalErrors: 10_000,
  });
  expect(body.errors.map((error: { row: number }) => error.row)).toEqual(Array.from({ length: 200 }, (_, index) => index + 3));
});

const real = realItems();
test.skipIf(real === null)('264 real EANs are saved; with one digit changed in every row, every row is an error', async () => {
  const items = real ?? [];
  await admin.send('POST', '/api/buyerData/items', {}, { file: { name: 'items.csv', content: Buffer.from(itemSheet(items)) } });
  const vendor = await api.newVendor();
  expect(
    (
      await upload(
        vendor,
        items.map(({ ean }) => row(ean)),
      )
    ).body,
  ).toMatchObject({ created: items.length });
  // A first digit of 2 would make it a shop's own code, which needs no check digit.
  const changed = items.map(({ ean }, index) => {
    const place = 1 + (index % 12);
    return row(ean.slice(0, place) + String((Number(ean[place]) + 1 + (index % 9)) % 10) + ean.slice(place + 1));
  });
  const bad = await upload(await api.newVendor(), changed, { marked: false });
  expect([bad.status, bad.body.totalErrors]).toEqual([201, items.length]);
  expect(bad.body.message).toBe(`0 rows are valid, ${items.length} have errors: rows 2 to ${items.length + 1}. Nothing was saved.`);
  expect(bad.body.errors.map((error: { row: number }) => error.row)).toEqual(Array.from({ length: 200 }, (_, index) => index + 2));
});

/** The headings of a workbook, and the number of rows below them. */
async function headingsOf(content: Buffer): Promise<{ headings: unknown[]; rows: number }> {
  const [headings = [], ...rows] = await plainRows(content);
  return { headings, rows: rows.length };
}

test('the template has every column, and creates no product if unchanged', async () => {
  const vendor = await api.newVendor();
  const template = await vendor.get('/api/product/download');
  expect(template.headers['content-disposition']).toBe('attachment; filename="sampleProductSheet.xlsx"');
  expect((await headingsOf(template.body)).headings).toEqual(HEADINGS);
  expect((await send(vendor, template.body)).body.message).toBe(
    'The sheet has no rows below its headings except the example of the template.',
  );
});

test('the template offers the vendor’s schemes, by name where it is unique, and accepts each', async () => {
  const vendor = await api.newVendor();
  const schemes = [
    ['Onam', RICE],
    ['Onam', TEA],
    ['Diwali', DAL],
    ['diwali', DAL],
    ['Over', DAL, false],
  ] as const;
  const numbers: string[] = [];
  for (const [schemaName, EANCode, active = true] of schemes) {
    const { body } = await vendor.post('/api/schema/create', { schemaName, EANCode, active });
    numbers.push(String(body.data.schemaNumber));
  }
  const { sheets } = await readWorkbook((await vendor.get('/api/product/download')).body, { readStyles: true });
  const [, , first = '', second = ''] = numbers;
  expect(sheets[1]?.rows).toEqual([[first], [second], ['Onam']]);
  const rule = sheets[0]?.dataValidations?.find(({ range }) => range === 'I2:I1048576');
  expect(rule).toMatchObject({ type: 'list', formula1: 'Lists!$A$1:$A$3', errorStyle: 'warning' });
  const named = [
    [RICE, 'Onam'],
    [TEA, 'Onam'],
    [DAL, second],
  ] as const;
  await upload(
    vendor,
    named.map(([ean, scheme]) => row(ean, { 'Product Scheme': scheme })),
  );
  expect((await products(vendor)).map((product) => [product['EANCode'], product['schemes']])).toMatchObject([
    [RICE, { schemaName: 'Onam' }],
    [TEA, { schemaName: 'Onam' }],
    [DAL, { schemaName: 'diwali' }],
  ]);
  const others = await readWorkbook((await (await api.newVendor()).get('/api/product/download')).body);
  expect(others.sheets).toHaveLength(1);
});

test('a cell that shows 22.5% is read as 22.5%', async () => {
  const vendor = await api.newVendor();
  const cells = [...['A', 'B', 'C', 'D'].entries()].map(([at, letter]) => `<c r="${letter}2"><v>${[RICE, 180, 5, 120][at]}</v></c>`);
  const rows = `${rowXml(1, ['EAN Code', 'Shelf Life in Days', 'Quantity', 'MRP', 'Percentage'])}<row r="2">${cells.join('')}<c r="E2" s="1"><v>0.22500000000000001</v></c></row>`;
  const styles = '<cellXfs><xf numFmtId="0"/><xf numFmtId="10"/></cellXfs>';
  expect((await send(vendor, await workbook({ rows, styles }))).body).toMatchObject({ created: 1, totalRemarks: 0 });
  expect(await products(vendor)).toMatchObject([{ percentage: 22.5, margin: 27, sellingPrice: 93 }]);
});

test('an export has the products of the list, and uploading it again changes nothing', async () => {
  const vendor = await api.newVendor();
  await vendor.post('/api/schema/create', { schemaName: 'Onam', EANCode: RICE, netPTR: 70 });
  await upload(vendor, [
    row(RICE, { Remarks: '=cmd|x', 'Date of Availability': '2026-12-01', 'Product Scheme': 'Onam' }),
    row(TEA, { Percentage: null, Margin: 33.33, MRP: 99.99 }),
    row(DAL),
  ]);
  await approveAll(vendor);
  const before = await products(vendor);
  const all = await vendor.get('/api/product/export');
  expect([all.status, all.headers['content-disposition']]).toEqual([200, 'attachment; filename="products.xlsx"']);
  expect((await send(vendor, all.body)).body).toMatchObject({ created: 0, updated: 3 });
  expect(await products(vendor)).toEqual(before);
  const one = await vendor.get('/api/product/export', { EANCode: TEA, page: 7 });
  expect(await headingsOf(one.body)).toEqual({ headings: expect.not.arrayContaining(['Vendor Name']), rows: 1 });
  expect((await headingsOf((await vendor.get('/api/product/export', { EANCode: '777' })).body)).rows).toBe(0);
  const theirs = await admin.get('/api/product/export', { userID: vendor.user.id });
  expect(await headingsOf(theirs.body)).toEqual({ headings: expect.arrayContaining(['Vendor Name', 'Price Approval']), rows: 3 });
  expect((await vendor.get('/api/product/export', { sortBy: 'nothing' })).status).toBe(422);
});
