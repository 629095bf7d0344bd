import { AGEING } from '@aapurti/contract/payments';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Api, startApi } from '../../test/api.ts';
import { verifyBooks } from '../books/verify.ts';
import { loadDemo } from './demo.ts';
import { DEMO_SIGN_INS } from './signIns.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi({ demo: true });
  await loadDemo(api.ctx);
});
afterAll(() => api.close());

test('everybody of the demo can sign in, two vendors work, two wait', async () => {
  const people = await Promise.all(DEMO_SIGN_INS.map(({ email, password }) => api.signIn({ id: '', email, password })));
  const statuses = await Promise.all(people.map(async (person) => (await person.get('/api/product/get', { page: 1 })).status));
  expect(statuses).toEqual([200, 200, 200, 403, 403]);
});

test('it fills every list that exists, and the administrator has something to approve', async () => {
  const admin = await api.signIn({ id: '', ...DEMO_SIGN_INS[0] });
  const total = async (path: string, query = {}) => Number((await admin.get(path, { page: 1, ...query })).headers['x-total-count']);
  expect(await total('/api/product/get')).toBe(60);
  expect(await total('/api/product/get', { priceApproval: 'false' })).toBe(20);
  expect(await total('/api/schema/get')).toBe(12);
  expect(await total('/api/debitMemo/getAllUserDebitMemo')).toBe(16);
  expect(await total('/api/creditMemo/getAllUserCreditMemo')).toBe(8);
  expect(await total('/api/desPatchNote/get')).toBe(25);
  expect(await total('/api/auth/user')).toBe(5);
  expect(await total('/api/auth/user', { synced: 'false' })).toBe(4);
  expect(await total('/api/buyerData/items')).toBeGreaterThanOrEqual(290);
  expect(await total('/api/invoice/get')).toBe(25);
  const outstanding = (await admin.post('/api/purChaseOrder/purchase_payment?ageing=true', { status: 'OS' })).body.result;
  expect(outstanding.length).toBe(2);
  for (const row of outstanding) for (const age of AGEING) expect(row[age]).toBeGreaterThan(0);
  expect((await admin.post('/api/purChaseOrder/purchase_payment')).headers['x-total-count']).toBe('15');
  expect(await total('/api/purChaseOrder/purchase_return')).toBe(12);
  const orders: Record<string, string>[] = (await admin.get('/api/purChaseOrder/get')).body;
  expect(orders.length).toBe(43);
  const states = (name: string) => new Set(orders.map((order) => order[name]));
  expect(states('status')).toEqual(new Set(['Acknowledged', 'Cancelled', 'Closed', 'Open']));
  expect(states('deliveryStatus')).toEqual(new Set(['Delivered', 'Partial', 'Pending']));
  expect(states('paymentStatus')).toEqual(new Set(['Paid', 'Partial', 'Unpaid']));
  expect(JSON.stringify(orders)).toContain('आम');
  const days = orders.map(({ poDate = '' }) => poDate);
  expect(days).toEqual([...days].sort((one, other) => other.localeCompare(one)));
  const counts = Object.assign({}, ...(await admin.get('/api/auth/getCountDetail')).body.countList);
  expect(counts.last10DayProductDetail).toBeLessThan(counts.totalProduct);
  expect(counts.last10DayProductDetail).toBeGreaterThan(0);
  expect(counts).toMatchObject({ totalInvoice: 25, last10DayInvoice: 5, totalDespatch: 25, last10DayDespatch: 5 });
  expect((await verifyBooks(api.ctx.db)).differences).toEqual([]);
});

test('its papers can be read by their links', async () => {
  const mill = await api.signIn({ id: '', ...DEMO_SIGN_INS[1] });
  const id = (await mill.get('/api/auth/user')).body[0]._id;
  const [{ panDocument }] = (await mill.get(`/api/auth/user/${id}`)).body;
  expect((await api.visitor.get(panDocument)).headers['content-type']).toBe('application/pdf');
});

test('no mail went out for it', async () => {
  expect((await api.visitor.get('/api/outbox')).body).toEqual([]);
});
