import { listCodes, messages } from '@aapurti/contract/settings/lists';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';

let api: Api;
let vendor: Caller;
let admin: Caller;
beforeAll(async () => {
  api = await startApi();
  vendor = await api.newVendor();
  admin = await api.newAdmin();
});
afterAll(() => api.close());

const view = { list: 'invoice.list', name: 'Open', shared: false, columns: ['invoiceNumber'], query: 'page=1' };

test('columns and page size are saved for each user and list', async () => {
  const first = { list: 'invoice.list', columns: ['invoiceNumber', 'invoiceValue'], pageSize: 25 };
  expect((await vendor.put('/api/lists', first)).status).toBe(200);
  expect((await vendor.put('/api/lists', { list: 'product.list', columns: null, pageSize: 50 })).status).toBe(200);
  const again = { ...first, columns: null };
  expect((await vendor.put('/api/lists', again)).status).toBe(200);
  const { body } = await vendor.get('/api/lists');
  expect(body).toEqual({ lists: [again, { list: 'product.list', columns: null, pageSize: 50 }], views: [] });
  expect((await admin.get('/api/lists')).body).toEqual({ lists: [], views: [] });
});

test.each([
  [{ list: 'no list', columns: null, pageSize: null }, 'list'],
  [{ list: 'invoice.list', columns: 'all', pageSize: null }, 'columns'],
  [{ list: 'invoice.list', columns: null, pageSize: 0 }, 'pageSize'],
  [{ list: 'invoice.list', columns: null, pageSize: 101 }, 'pageSize'],
])('rejects %o', async (body, field) => {
  const answer = await vendor.put('/api/lists', body);
  expect(answer.status).toBe(422);
  expect(Object.keys((answer.body as { errors: object }).errors)).toEqual([field]);
});

test('a view replaces the one with the same name, and can be deleted', async () => {
  const someone = await api.newVendor();
  const { body } = await someone.post('/api/lists/views', view);
  const { data } = body as { data: { _id: string } };
  expect(data).toMatchObject({ ...view, own: true });
  await someone.post('/api/lists/views', { ...view, query: 'startDate=2026-11-01', columns: null });
  expect((await someone.get('/api/lists')).body).toMatchObject({
    views: [{ _id: data._id, query: 'startDate=2026-11-01', columns: null }],
  });
  expect((await vendor.delete(`/api/lists/views/${data._id}`)).status).toBe(404);
  expect((await someone.delete(`/api/lists/views/${data._id}`)).status).toBe(200);
  expect((await someone.get('/api/lists')).body).toMatchObject({ views: [] });
});

test('an administrator shares views with buyer users, not with vendors', async () => {
  const other = await api.newAdmin();
  expect(await vendor.post('/api/lists/views', { ...view, shared: true })).toMatchObject({
    status: 403,
    body: { message: messages.sharing, code: listCodes.sharing },
  });
  const shared = (await admin.post('/api/lists/views', { ...view, shared: true })).body as { data: { _id: string } };
  expect((await other.get('/api/lists')).body).toMatchObject({ views: [{ _id: shared.data._id, own: false }] });
  expect((await vendor.get('/api/lists')).body).toMatchObject({ views: [] });
  expect((await other.delete(`/api/lists/views/${shared.data._id}`)).status).toBe(200);
});

test('no user can save more than 200 lists and 200 views', async () => {
  const eager = await api.newVendor();
  const names = Array.from({ length: 201 }, (_, index) => `list.${'a'.repeat((index % 50) + 1)}${'b'.repeat(Math.floor(index / 50))}`);
  const kept = [];
  for (const list of names) kept.push((await eager.put('/api/lists', { list, columns: null, pageSize: null })).status);
  expect(kept).toEqual([...Array.from({ length: 200 }, () => 200), 422]);
  expect((await eager.put('/api/lists', { list: names[0], columns: null, pageSize: 5 })).status).toBe(200);
  const views = [];
  for (const [index] of names.entries()) views.push((await eager.post('/api/lists/views', { ...view, name: `View ${index}` })).status);
  expect(views.at(-1)).toBe(422);
  expect(views.filter((status) => status === 200)).toHaveLength(200);
});
