import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { vendorForm, vendorDocuments } from '../src/demo/factories.ts';
import { type Api, type Caller, startApi } from './api.ts';
import { solve } from './captcha.ts';
import { itemSheet, realItems } from './realItems.ts';

const real = realItems();

/** The product's main task with real input: registration, activation, lookup, price and approval, and both sides see the result. */
describe.skipIf(real === null)('264 real EANs', () => {
  const items = real ?? [];
  let api: Api;
  let admin: Caller;
  let vendor: Caller;
  beforeAll(async () => {
    api = await startApi();
    admin = await api.newAdmin();
  });
  afterAll(() => api.close());

  test('an administrator uploads them as the buyer’s items: checked, then saved, then unchanged', async () => {
    const file = { name: 'items.csv', content: Buffer.from(itemSheet(items)) };
    const load = (query = '') => admin.send('POST', `/api/buyerData/items${query}`, {}, { file });
    expect((await load('?dryRun=true')).body).toMatchObject({ created: 264, updated: 0 });
    expect((await admin.get('/api/buyerData/items')).status).toBe(201);
    expect((await load()).body).toMatchObject({ created: 264, updated: 0 });
    expect((await load()).body).toMatchObject({ created: 0, updated: 0 });
    expect((await admin.get('/api/buyerData/items', { page: 1 })).headers['x-total-count']).toBe('264');
  });

  test('a vendor registers with its documents and is activated by the administrator', async () => {
    const form = vendorForm(5000);
    const { password, pan, gstin, ...rest } = form;
    const wire = { ...rest, passWord: password, panNo: pan, GST: gstin, isAdmin: 'true', isActive: 'true' };
    const challenge = (await api.visitor.get('/api/captcha')).body;
    const files = Object.fromEntries([...vendorDocuments('Real')].map(([slot, { name, content }]) => [slot, { name, content }]));
    const registered = await api.visitor.send('POST', '/api/auth/create', { ...wire, captcha: await solve(challenge) }, files);
    expect([registered.status, registered.body.message]).toEqual([200, 'User created successfully']);
    const id = registered.body.data._id as string;
    vendor = await api.signIn({ id, email: String(form['email']), password: password ?? '' });
    expect((await vendor.get('/api/product/get')).body).toEqual({ message: 'Sorry! Your status is inactive' });
    expect((await admin.send('PUT', `/api/auth/edit/${id}`, { isActive: 'true' })).body.message).toBe('User updated successfully');
    expect((await vendor.get('/api/product/get')).status).toBe(201);
  });

  test('the vendor looks up each of them and saves a price, and the administrator approves all', async () => {
    const ids: string[] = [];
    for (const [index, { ean, name }] of items.entries()) {
      const found = await vendor.get(`/api/product/getProductByEANCode/${ean}`);
      expect(found.body.map((item: { EANCode: string; item_name: string }) => [item.EANCode, item.item_name])).toEqual([
        [ean, name.trim()],
      ]);
      const MRP = 50 + index;
      const margin = Math.round(MRP * 20) / 100;
      const body = { EANCode: ean, shelfLifeDays: 90, quantity: 10, MRP, percentage: 20, margin, sellingPrice: (MRP - margin).toFixed(2) };
      const saved = await vendor.post('/api/product/create', body);
      expect([saved.status, saved.body.data.EANCode, saved.body.data.priceApproval]).toEqual([200, ean, false]);
      ids.push(saved.body.data._id);
    }
    const approval = await admin.put('/api/product/changeStatusPriceApproval', { productIdList: ids, priceApproval: true });
    expect(approval.body.message).toBe('Product approved successfully');
  });

  test('both see them in their lists and on their dashboards', async () => {
    for (const caller of [vendor, admin]) {
      const page = await caller.get('/api/product/get', { page: 1, pageSize: 100 });
      expect(page.headers['x-total-count']).toBe('264');
      expect(page.body.every((product: { priceApproval: boolean }) => product.priceApproval)).toBe(true);
      const counts = Object.assign({}, ...(await caller.get('/api/auth/getCountDetail')).body.countList);
      expect(counts).toMatchObject({ totalProduct: 264, last10DayProductDetail: 264 });
    }
    const names = (await vendor.get('/api/product/get')).body.map((product: { productName: string }) => product.productName).sort();
    expect(names).toEqual(items.map(({ name }) => name.trim()).sort());
  });

  test('with one digit changed in every row, every row is an error and nothing is saved', async () => {
    const wrong = items.map(({ ean, name }) => ({ ean: ean.slice(0, -1) + ((Number(ean.at(-1)) + 1) % 10), name }));
    const answer = await admin.send(
      'POST',
      '/api/buyerData/items',
      {},
      { file: { name: 'items.csv', content: Buffer.from(itemSheet(wrong)) } },
    );
    expect([answer.status, answer.body.totalErrors, answer.body.errors.length]).toEqual([201, 264, 200]);
    expect(answer.body.errors.map((error: { row: number }) => error.row)).toEqual(Array.from({ length: 200 }, (_, index) => index + 2));
    expect((await admin.get('/api/buyerData/items', { page: 1 })).headers['x-total-count']).toBe('264');
  });
});
