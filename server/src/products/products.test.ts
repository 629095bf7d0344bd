import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { addItem } from '../../test/items.ts';
import { type Api, type Caller, startApi } from '../../test/api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
  await addItem(api.ctx, { ean: '8901030516320', name: 'Basmati Rice 1 kg', sku: 'BR-1' });
  await addItem(api.ctx, { ean: '036000291452', name: 'आटा & "मैदा" 🌾', sku: 'AT_5%' });
  await addItem(api.ctx, { ean: '96385074', name: 'Tea' });
  await addItem(api.ctx, { ean: '8906000000019', code: 'A', name: 'One EAN' });
  await addItem(api.ctx, { ean: '8906000000019', code: 'B', name: 'Two items' });
});
afterAll(() => api.close());

const RICE = '8901030516320';
const price = { MRP: '120.00', percentage: '22.5', margin: '27.00', sellingPrice: '93.00' };
const form = { EANCode: RICE, shelfLifeDays: 365, quantity: 50, dateOfAvailability: '2026-12-01', remarks: 'Ready stock', ...price };

async function save(vendor: Caller, fields: Record<string, unknown> = {}) {
  const answer = await vendor.post('/api/product/create', { ...form, ...fields });
  expect(answer.body.message).toBe('Product Updated Successfully');
  return answer.body.data;
}

test('a product takes name, brand, HSN, category, SKU and units from the item, whatever the request says', async () => {
  const vendor = await api.newVendor();
  const product = await save(vendor, {
    productName: 'Forged',
    HSNCode: '1',
    brandName: 'Forged',
    priceApproval: true,
    userID: '1',
    netPTR: 1,
  });
  expect(product).toMatchObject({
    EANCode: RICE,
    productName: 'Basmati Rice 1 kg',
    HSNCode: '10063020',
    brandName: 'Annapurna',
    productCategory: 'Rice',
    SKUCode: 'BR-1',
    UOM: 'PCS',
    UOMConversation: 1,
    MRP: 120,
    percentage: 22.5,
    margin: 27,
    sellingPrice: 93,
    netPTR: 93,
    priceApproval: false,
    userID: vendor.user.id,
    schemes: null,
  });
  expect((await vendor.get('/api/product/get', { page: 1 })).body).toEqual([product]);
});

test('names with &, quotes, Hindi and emoji, and EANs with leading zeros, are stored unchanged', async () => {
  const vendor = await api.newVendor();
  const product = await save(vendor, { EANCode: '036000291452', remarks: `<b>"O'Brien" & Söhne</b> नमस्ते 🙏` });
  expect(product).toMatchObject({ EANCode: '036000291452', productName: 'आटा & "मैदा" 🌾', remarks: `<b>"O'Brien" & Söhne</b> नमस्ते 🙏` });
  const [listed] = (await vendor.get('/api/product/get', { productName: '"मैदा" 🌾' })).body;
  expect(listed).toEqual(product);
});

test.each([
  ['shelfLifeDays', '', 'Self Life is required.'],
  ['shelfLifeDays', 'x', 'Invalid Self Life. It should be number.'],
  ['shelfLifeDays', '1.5', 'Invalid Self Life. It should be number.'],
  ['quantity', null, 'Quantity is required.'],
  ['quantity', '१२', 'Invalid Quantity. It should be number.'],
  ['MRP', '', 'MRP is required.'],
  ['MRP', '1,000', 'Invalid MRP. It should be number.'],
  ['MRP', Number('1e309'), 'MRP is required.'],
  ['sellingPrice', '', 'Transfer Price is required.'],
  ['sellingPrice', 'NaN', 'Invalid Transfer Price. It should be number.'],
  ['margin', '', 'margin is required.'],
  ['margin', '-1', 'Invalid margin. It should be number.'],
  ['percentage', '', 'Percentage is required.'],
  ['percentage', 'ten', 'Invalid percentage. It should be number.'],
  ['percentage', '101', 'Invalid percentage. It should be from 0 to 100.'],
  ['dateOfAvailability', '2026-02-31', 'Invalid date. Enter an existing date.'],
  ['EANCode', '', 'No Match Found.'],
  ['EANCode', '8901030516', 'No Match Found.'],
  ['EANCode', '8906000000019', 'No Exact Match Found.'],
  ['schemes', '999', 'This scheme does not apply to this product.'],
])('%s with value %j is rejected: %s', async (field, value, message) => {
  const vendor = await api.newVendor();
  const { status, body } = await vendor.post('/api/product/create', { ...form, [field]: value });
  expect([status, body.errors]).toEqual([422, { [field]: message }]);
  expect((await vendor.get('/api/product/get')).status).toBe(201);
});

test('all missing fields are reported in one response', async () => {
  const vendor = await api.newVendor();
  const { body } = await vendor.post('/api/product/create', { EANCode: RICE, percentage: '' });
  expect(body.errors).toEqual({
    shelfLifeDays: 'Self Life is required.',
    quantity: 'Quantity is required.',
    MRP: 'MRP is required.',
    sellingPrice: 'Transfer Price is required.',
    percentage: 'Percentage is required.',
    margin: 'margin is required.',
  });
});

test('an omitted percentage is calculated from MRP and margin, with as few decimals as possible', async () => {
  const vendor = await api.newVendor();
  const { percentage: _, ...without } = { ...form, MRP: 45, margin: 15, sellingPrice: 30 };
  const { body } = await vendor.post('/api/product/create', without);
  expect(body.data).toMatchObject({ percentage: 33.33, margin: 15, sellingPrice: 30 });
});

test('a percentage calculated with floating-point numbers is accepted', async () => {
  const vendor = await api.newVendor();
  const { status, body } = await vendor.post('/api/product/create', {
    ...form,
    MRP: 45,
    margin: 15,
    sellingPrice: 30,
    percentage: (15 / 45) * 100,
  });
  expect([status, body.data.margin, body.data.sellingPrice]).toEqual([200, 15, 30]);
});

test('figures that differ by more than a paisa are rejected, and a paisa is corrected', async () => {
  const vendor = await api.newVendor();
  const { status, body } = await vendor.post('/api/product/create', { ...form, margin: 30, sellingPrice: 90 });
  expect([status, Object.keys(body.errors)]).toEqual([422, ['margin', 'sellingPrice']]);
  expect(await save(vendor, { margin: '27.01', sellingPrice: '92.99' })).toMatchObject({ margin: 27, sellingPrice: 93 });
});

test('saving an EAN again updates the product, and two saves at the same time create one', async () => {
  const vendor = await api.newVendor();
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) => vendor.post('/api/product/create', { ...form, quantity: index })),
  );
  expect(new Set(answers.map(({ body }) => body.data._id)).size).toBe(1);
  expect((await vendor.get('/api/product/get')).headers['x-total-count']).toBe('1');
});

test('an approval is for the price: a new price cancels it, other changes do not', async () => {
  const [vendor, admin] = [await api.newVendor(), await api.newAdmin()];
  const { _id } = await save(vendor);
  const approve = (priceApproval: boolean) => admin.put('/api/product/changeStatusPriceApproval', { productIdList: [_id], priceApproval });
  expect((await approve(true)).body.message).toBe('Product approved successfully');
  expect(await save(vendor, { quantity: 1, remarks: 'x', shelfLifeDays: 9 })).toMatchObject({ priceApproval: true });
  expect(await save(vendor, { MRP: 100, margin: 22.5, sellingPrice: 77.5 })).toMatchObject({ priceApproval: false });
  await approve(true);
  const scheme = await vendor.post('/api/schema/create', { schemaName: 'Diwali', EANCode: RICE, netPTR: 70 });
  const priced = await save(vendor, { MRP: 100, margin: 22.5, sellingPrice: 77.5, schemes: scheme.body.data._id });
  expect(priced).toMatchObject({ priceApproval: false, netPTR: 70, schemes: { _id: scheme.body.data._id, schemaName: 'Diwali' } });
  await approve(true);
  expect((await approve(false)).body.message).toBe('Product disapproved successfully');
  expect((await vendor.get('/api/product/get')).body[0].priceApproval).toBe(false);
});

test('an approval withdrawn while the product is being saved stays withdrawn', async () => {
  const [vendor, admin] = [await api.newVendor(), await api.newAdmin()];
  const { _id } = await save(vendor);
  await admin.put('/api/product/changeStatusPriceApproval', { productIdList: [_id], priceApproval: true });
  const saving = await api.ctx.db.transaction(async (tx) => {
    await tx.execute(sql`update products set price_approved = false where id = ${_id}`);
    const call = save(vendor, { quantity: 51 });
    const waits = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(() => api.ctx.db.first(waits)).toBeDefined();
    return { call };
  });
  expect(await saving.call).toMatchObject({ quantity: 51, priceApproval: false });
});

test('only an administrator approves, and an unknown ID changes nothing', async () => {
  const [vendor, admin] = [await api.newVendor(), await api.newAdmin()];
  const { _id } = await save(vendor);
  expect((await vendor.put('/api/product/changeStatusPriceApproval', { productIdList: [_id], priceApproval: true })).status).toBe(403);
  expect((await admin.put('/api/product/changeStatusPriceApproval', { productIdList: [_id, '999999'], priceApproval: true })).status).toBe(
    404,
  );
  expect((await admin.put('/api/product/changeStatusPriceApproval', { productIdList: [], priceApproval: true })).status).toBe(422);
  expect((await vendor.get('/api/product/get')).body[0].priceApproval).toBe(false);
});

test('an approval with versions skips products that have changed since, and approves the others', async () => {
  const [vendor, admin] = [await api.newVendor(), await api.newAdmin()];
  const [changed, same] = [await save(vendor), await save(vendor, { EANCode: '96385074' })];
  const decide = (versions?: Record<string, string>, priceApproval = true) =>
    admin.put('/api/product/changeStatusPriceApproval', { productIdList: [changed._id, same._id], priceApproval, versions });
  const seen = { [changed._id]: changed.updatedAt, [same._id]: same.updatedAt };
  await save(vendor, { MRP: 1000, percentage: 27, margin: 270, sellingPrice: 730 });

  const reply = await decide(seen);
  expect(reply).toMatchObject({ status: 409, body: { message: expect.stringContaining('changed since'), data: { done: 1 } } });
  expect(reply.body.data.changed).toMatchObject([{ _id: changed._id, MRP: 1000, sellingPrice: 730, priceApproval: false }]);
  const listed = async () =>
    Object.fromEntries(
      (await vendor.get('/api/product/get')).body.map((row: Record<string, unknown>) => [row['_id'], row['priceApproval']]),
    );
  expect(await listed()).toEqual({ [changed._id]: false, [same._id]: true });

  // An approved product needs no decision, and a version that is missing or not a timestamp does not match the current one.
  const newer = reply.body.data.changed[0].updatedAt;
  expect((await decide({ ...seen, [changed._id]: 'yesterday' })).body.data.changed).toHaveLength(1);
  expect((await decide({})).body.data.changed).toHaveLength(1);
  expect((await decide({ ...seen, [changed._id]: newer })).status).toBe(200);
  expect(await listed()).toEqual({ [changed._id]: true, [same._id]: true });
  expect((await decide(seen, false)).body.data).toMatchObject({ done: 0, changed: [{}, {}] });
  expect((await decide(undefined, false)).status).toBe(200);
});

test('an administrator adds for the vendor in the request, sees all vendors and can choose one', async () => {
  const [one, other, admin] = [await api.newVendor(), await api.newVendor(), await api.newAdmin()];
  const mine = await save(one);
  const given = await save(admin, { userID: other.user.id });
  expect(given.userID).toBe(other.user.id);
  const ids = async (caller: Caller, query = {}) =>
    (await caller.get('/api/product/get', query)).body.map((row: { _id: string }) => row._id);
  expect(await ids(admin)).toEqual(expect.arrayContaining([mine._id, given._id]));
  expect(await ids(admin, { userID: other.user.id })).toEqual([given._id]);
  expect(await ids(one, { userID: other.user.id })).toEqual([mine._id]);
  expect((await admin.post('/api/product/create', { ...form, userID: '999999' })).body.errors).toEqual({
    userID: 'This user does not exist.',
  });
});

test('the server filters, sorts and pages the list', async () => {
  const vendor = await api.newVendor();
  const rice = await save(vendor);
  const flour = await save(vendor, {
    EANCode: '036000291452',
    dateOfAvailability: '',
    MRP: 10,
    margin: 1,
    percentage: 10,
    sellingPrice: 9,
  });
  const tea = await save(vendor, { EANCode: '96385074', MRP: 500, margin: 100, percentage: 20, sellingPrice: 400 });
  const ids = async (query: Record<string, string | number>) =>
    (await vendor.get('/api/product/get', query)).body.map((row: { _id: string }) => row._id);
  expect(await ids({})).toEqual([tea._id, flour._id, rice._id]);
  expect(await ids({ productName: 'basmati' })).toEqual([rice._id]);
  expect(await ids({ EANCode: '0002914' })).toEqual([flour._id]);
  expect(await ids({ SKUCode: 't_5%' })).toEqual([flour._id]);
  expect(await ids({ SKUCode: 'tx5' })).toEqual([]);
  expect(await ids({ sortBy: 'margin', sortOrder: 'asc' })).toEqual([flour._id, rice._id, tea._id]);
  expect(await ids({ sortBy: 'margin', sortOrder: 'desc', page: 2, pageSize: 2 })).toEqual([flour._id]);
  expect(await ids({ sortBy: 'dateOfAvailability', sortOrder: 'asc' })).toEqual([rice._id, tea._id, flour._id]);
  expect(await ids({ priceApproval: 'true' })).toEqual([]);
  const page = await vendor.get('/api/product/get', { page: 9, pageSize: 2 });
  expect([page.status, page.body, page.headers['x-total-count']]).toEqual([201, [], '3']);
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(new Date());
  const all = await vendor.get('/api/product/get', { startDate: today, endDate: today });
  expect([all.body.length, all.headers['x-date-min'], all.headers['x-date-max']]).toEqual([3, today, today]);
  expect((await vendor.get('/api/product/get', { endDate: '2020-01-01' })).status).toBe(201);
});

test('a second caller of the same list gets its own rows, page and dates', async () => {
  for (const vendor of [await api.newVendor(), await api.newVendor()]) {
    const rice = await save(vendor);
    await save(vendor, { EANCode: '96385074' });
    const today = rice.createdAt.slice(0, 4);
    for (const [productName, EANCode, found] of [
      ['basmati', '8901', [rice._id]],
      ['basmati', '9638', []],
    ] as const) {
      const query = { productName, EANCode, startDate: `${today}-01-01`, endDate: `${today}-12-31`, page: 1, pageSize: 3 };
      const answer = await vendor.get('/api/product/get', query);
      expect(answer.body.map((row: { _id: string }) => row._id)).toEqual(found);
      expect(answer.headers['x-total-count']).toBe(String(found.length));
      expect(answer.headers['x-date-min']).toBeDefined();
    }
  }
});

test('a call without a page returns the first 1,000, and a link to the rest', async () => {
  const vendor = await api.newVendor();
  await api.ctx.db.execute({
    text: `insert into products (vendor_id, ean, name, quantity, shelf_life_days, mrp, percentage, margin, transfer_price, net_ptr)
           select $1, n::text, 'Product ' || n, 1, 1, 1, 0, 0, 1, 1 from generate_series(1, 1001) n`,
    values: [vendor.user.id],
  } as never);
  const { body, headers } = await vendor.get('/api/product/get');
  expect([body.length, headers['x-total-count'], headers['link']]).toEqual([
    1000,
    '1001',
    `</api/product/get?startAfter=${body.at(-1)._id}>; rel="next"`,
  ]);
  expect((await vendor.get('/api/product/get', { page: 11, pageSize: 100 })).body.length).toBe(1);
});

test.each([
  ['8901030516', 200, 1],
  ['89', 200, 3],
  ['036000291452', 200, 1],
  ['777', 201, 0],
  ['%25', 201, 0],
])('a lookup of %s returns %i with %i items', async (ean, status, count) => {
  const vendor = await api.newVendor();
  const answer = await vendor.get(`/api/product/getProductByEANCode/${ean}`);
  expect([answer.status, answer.body.length]).toEqual([status, count]);
});

test('a looked-up item has the field names of the specification', async () => {
  const vendor = await api.newVendor();
  const { body } = await vendor.get('/api/product/getProductByEANCode/8901030516320');
  expect(body).toEqual([
    {
      item_name: 'Basmati Rice 1 kg',
      item_code: RICE,
      categoryName: 'Rice',
      itemUomCode: 'PCS',
      itemUomDescription: null,
      item_mrp: 120,
      brandName: 'Annapurna',
      HSNCode: '10063020',
      EANCode: RICE,
      SKUCode: 'BR-1',
      UOMConversation: 1,
    },
  ]);
});

test('a vendor gets counts of its own records; an administrator of all, including users', async () => {
  const [vendor, admin] = [await api.newVendor(), await api.newAdmin()];
  await save(vendor);
  const own = (await vendor.get('/api/auth/getCountDetail')).body.countList;
  expect(own).toEqual([
    { totalDespatch: 0, last10DayDespatch: 0 },
    { totalInvoice: 0, sumOfTotalInvoice: 0, last10DayInvoice: 0, sumOfDaysInvoice: 0 },
    { totalProduct: 1, last10DayProductDetail: 1 },
    { totalPurchaseOrder: 0, last10DayPurchaseOrder: 0 },
    { totalSchema: 0, last10DaySchemaDetail: 0 },
    { totalCredit: 0, last10DayCreditDetail: 0 },
    { totalDebit: 0, last10DayDebitDetail: 0 },
  ]);
  const all = (await admin.get('/api/auth/getCountDetail')).body.countList;
  expect(all).toHaveLength(8);
  expect(all[0].totalUser).toBe(all[0].activeUser + all[0].inActiveUser);
});
