import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import sql from 'sql-template-tag';

import type { Database } from '../src/database/database.ts';
import { makeOrder, orderLineOf } from '../src/demo/factories.ts';
import { type Answer, type Api, type Caller, startApi } from './api.ts';
import { keyOf, standInOf } from './onBehalf.ts';
import { meanwhile } from './overlap.ts';

let api: Api;
let vendor: Caller;
let admin: Caller;
let id: string;
beforeAll(async () => {
  api = await startApi();
  [vendor, admin] = [await api.newVendor(), await api.newAdmin()];
});
afterAll(() => api.close());

beforeEach(async () => {
  const lines = [orderLineOf({ quantity: '200', unitPrice: '50' })];
  id = await makeOrder(api.ctx, vendor.user.id, `SEEN/${api.serial()}`, { lines, deliverBy: '2026-12-01' });
});

/** Proposes a price for the line, and returns the confirmations as the buyer reads them. */
async function propose(price: number): Promise<{ updatedAt: string }> {
  const line = { line: 1, decision: 'change', reason: 'price', price, promises: [{ quantity: 200, date: '2026-12-01' }] };
  const { status, body } = await vendor.post(`/api/orderAnswer/send/${id}`, { lines: [line] });
  expect([status, body.errors]).toEqual([200, undefined]);
  return (await admin.get(`/api/orderAnswer/get/${id}`)).body;
}

const agree = (more: object, by = admin): Promise<Answer> =>
  by.post(`/api/orderAnswer/decide/${id}`, { lines: [{ line: 1, decision: 'agree' }], ...more });
const withdraw = () => vendor.post(`/api/orderAnswer/withdraw/${id}`, {});
const agreedPrice = async () => (await admin.get(`/api/orderAnswer/get/${id}`)).body.lines[0].price as number;

test('the proposal that was read can be accepted', async () => {
  const { updatedAt } = await propose(51);
  expect((await agree({ updatedAt })).status).toBe(200);
  expect(await agreedPrice()).toBe(51);
});

test('a price that the vendor raised in between cannot be accepted, by form, key or delegate', async () => {
  const { updatedAt } = await propose(51);
  expect((await withdraw()).status).toBe(200);
  await propose(90);
  for (const by of [admin, await keyOf(api, admin), await standInOf(api, admin, 'auditor')]) {
    const { status, body } = await agree({ updatedAt }, by);
    expect([status, body.code]).toEqual([409, 'stale_record']);
  }
  expect(await agreedPrice()).toBe(50);
});

test.each([
  ['no version', {}, 422],
  ['a version that is no text', { updatedAt: 7 }, 422],
  ['a blank version', { updatedAt: '' }, 409],
  ['an invented version', { updatedAt: '2099-01-01T00:00:00+00:00' }, 409],
])('a decision with %s is rejected', async (_, more, expected) => {
  await propose(90);
  const { status, body } = await agree(more);
  expect([status, Object.keys(body.errors ?? {})]).toEqual([expected, expected === 422 ? ['updatedAt'] : []]);
  expect(await agreedPrice()).toBe(50);
});

test('a proposal that its vendor withdraws at the same time is not accepted', async () => {
  const { updatedAt } = await propose(51);
  const hold = (tx: Database) => tx.execute(sql`select from purchase_orders where id = ${id} for update`);
  const [withdrawn, decided] = await meanwhile<number>(api, hold, [
    async () => (await withdraw()).status,
    async () => (await agree({ updatedAt })).status,
  ]);
  expect([withdrawn, decided, await agreedPrice()]).toEqual([200, 409, 50]);
});
