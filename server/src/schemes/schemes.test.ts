import { afterAll, beforeAll, expect, test } from 'vitest';

import { addItem } from '../../test/items.ts';
import { type Api, startApi } from '../../test/api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi({}, () => new Date('2026-11-21T06:00:00Z'));
  await addItem(api.ctx, { ean: '8901030516320', name: 'Basmati Rice 1 kg' });
  await addItem(api.ctx, { ean: '8906000000019', code: 'A', name: 'One EAN' });
  await addItem(api.ctx, { ean: '8906000000019', code: 'B', name: 'Two items' });
});
afterAll(() => api.close());

const form = {
  schemaName: 'Diwali',
  EANCode: '8901030516320',
  quantity: 10,
  freeQuantity: 1,
  netPTR: '88.50',
  discount: 5,
  nararation: 'Buy 10 get 1',
};

test('the server assigns the number, fills in known values and keeps the specified field names', async () => {
  const vendor = await api.newVendor();
  const before = await vendor.get('/api/schema/getMaxSchemaNumber');
  const { status, body } = await vendor.post('/api/schema/create', { ...form, schemaNumber: 7, userID: '999' });
  expect(status).toBe(200);
  expect(body.message).toBe('Scheme Uploaded Successfully');
  expect(body.data).toMatchObject({
    schemaName: 'Diwali',
    schemaNumber: before.body.maxSchemaNumber + 1,
    nararation: 'Buy 10 get 1',
    netPTR: 88.5,
    date: '2026-11-21',
    active: true,
    productName: 'Basmati Rice 1 kg',
    userID: vendor.user.id,
  });
  const listed = await vendor.get('/api/schema/get', { page: 1 });
  expect(listed.body).toEqual([body.data]);
  expect((await vendor.get(`/api/schema/get/${body.data._id}`)).body).toEqual([body.data]);
  expect((await (await api.newVendor()).get(`/api/schema/get/${body.data._id}`)).status).toBe(404);
});

test('numbers are sequential and unique when many schemes are added at the same time', async () => {
  const vendors = await Promise.all([api.newVendor(), api.newVendor()]);
  const before = (await vendors[0].get('/api/schema/getMaxSchemaNumber')).body.maxSchemaNumber;
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, index) => vendors[index % 2 === 0 ? 0 : 1].post('/api/schema/create', form)),
  );
  const numbers = replies.map(({ body }) => body.data.schemaNumber as number).sort((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => before + 1 + index));
});

test('a list is sorted only by columns with their specified names', async () => {
  const vendor = await api.newVendor();
  for (const schemaName of ['First', 'Second']) await vendor.post('/api/schema/create', { ...form, schemaName });
  const names = async (query: Record<string, string>) =>
    (await vendor.get('/api/schema/get', query)).body.map((scheme: { schemaName: string }) => scheme.schemaName);
  expect(await names({ sortBy: 'schemaNumber' })).toEqual(['First', 'Second']);
  expect(await names({ sortBy: 'schemaNumber', sortOrder: 'desc' })).toEqual(['Second', 'First']);
  const { status, body } = await vendor.get('/api/schema/get', { sortBy: 'schemeNumber' });
  expect([status, body.errors.sortBy]).toEqual([422, expect.stringContaining('schemaNumber')]);
});

test('a list is filtered by number, with its specified name, and by date', async () => {
  const vendor = await api.newVendor();
  const added = [];
  for (const date of ['2026-01-01', '2026-01-02', '2026-01-03']) {
    added.push((await vendor.post('/api/schema/create', { ...form, date })).body.data);
  }
  const days = async (query: Record<string, string>) =>
    (await vendor.get('/api/schema/get', query)).body.map((scheme: { date: string }) => scheme.date);
  expect(await days({ schemaNumber: String(added[1].schemaNumber) })).toEqual(['2026-01-02']);
  expect(await days({ schemaNumber: '999999' })).toEqual([]);
  expect(await days({ startDate: '2026-01-02', endDate: '2026-01-03' })).toEqual(['2026-01-03', '2026-01-02']);
  const { headers } = await vendor.get('/api/schema/get', { schemaNumber: '999999' });
  expect([headers['x-date-min'], headers['x-date-max'], headers['x-total-count']]).toEqual(['2026-01-01', '2026-01-03', '0']);
});

test.each([
  [{ schemaName: '' }, 'schemaName', 'Scheme name is required.'],
  [{ EANCode: '' }, 'EANCode', 'EANCode is required. It should be number.'],
  [{ EANCode: 'abc' }, 'EANCode', 'EANCode is required. It should be number.'],
  [{ quantity: 'ten' }, 'quantity', 'Invalid quantity. It should be number.'],
  [{ freeQuantity: '1,0' }, 'freeQuantity', 'Invalid free quantity. It should be number.'],
  [{ discount: 'x' }, 'discount', 'Invalid discount. It should be number.'],
  [{ netPTR: '-1' }, 'netPTR', 'Invalid Net PTR. It should be a number.'],
  [{ validity: '2026-02-31' }, 'validity', 'Invalid date. Enter an existing date.'],
  [{ validity: '2026-11-20' }, 'validity', 'Validity date cannot be earlier than today.'],
])('%j is rejected at %s', async (fault, field, message) => {
  const vendor = await api.newVendor();
  const { status, body } = await vendor.post('/api/schema/create', { ...form, ...fault });
  expect([status, body.errors]).toEqual([422, { [field]: message }]);
});

test('a free quantity below the minimum is accepted, and today is still valid', async () => {
  const vendor = await api.newVendor();
  expect((await vendor.post('/api/schema/create', { ...form, validity: '2026-11-21' })).status).toBe(200);
});

test.each(['8901030516', '8900000000000', '8906000000019'])('EAN %s is not exactly one item: Invalid EANCode', async (EANCode) => {
  const vendor = await api.newVendor();
  const { status, body } = await vendor.post('/api/schema/create', { ...form, EANCode });
  expect([status, body]).toEqual([201, { message: 'Invalid EANCode' }]);
});

test('only the newest session may add a scheme', async () => {
  const first = await api.newVendor();
  const second = await api.signIn(first.user);
  const refused = await first.post('/api/schema/create', form);
  expect([refused.status, refused.body.message]).toEqual([412, 'You are logged in from another device. Please login again']);
  expect((await second.post('/api/schema/create', form)).status).toBe(200);
  expect((await first.get('/api/schema/get')).status).toBe(200);
});

test('an inactive or expired scheme is not offered for a product', async () => {
  const vendor = await api.newVendor();
  const on = await vendor.post('/api/schema/create', form);
  const off = await vendor.post('/api/schema/create', { ...form, active: false });
  const over = await vendor.post('/api/schema/create', { ...form, validity: '2026-12-01' });
  await api.ctx.db.execute({ text: 'update schemes set validity = $1 where id = $2', values: ['2026-11-20', over.body.data._id] } as never);
  const offered = await vendor.get('/api/schema/getByEan/8901030516320');
  expect(offered.body.map((scheme: { _id: string }) => scheme._id)).toEqual([on.body.data._id]);
  const product = { EANCode: form.EANCode, shelfLifeDays: 1, quantity: 1, MRP: 100, percentage: 10, margin: 10, sellingPrice: 90 };
  for (const scheme of [off, over]) {
    const { status, body } = await vendor.post('/api/product/create', { ...product, schemes: scheme.body.data._id });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['schemes']]);
  }
});
