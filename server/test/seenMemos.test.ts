import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import sql from 'sql-template-tag';

import type { Database } from '../src/database/database.ts';
import { type Api, type Caller } from './api.ts';
import { done, startBooks } from './books.ts';
import { keyOf, standInOf } from './onBehalf.ts';
import { meanwhile } from './overlap.ts';

// Tests that no user accepts a memo with another amount than the one they read, because its issuer can edit it until then.

let api: Api;
let admin: Caller;
let accounts: Caller;
let vendor: Caller;
let invoiceNumber: string;
let seen: { _id: string; updatedAt: string };
beforeAll(async () => {
  ({ api, admin, accounts } = await startBooks());
});
beforeEach(async () => {
  vendor = await api.newVendor();
  invoiceNumber = String(api.serial());
  await done(vendor.post('/api/invoice/create', { invoiceNumber, invoiceValue: 1_000 }));
  const memo = { productName: 'Rice', amount: 94, vendorInvoiceRef: invoiceNumber };
  seen = await done(vendor.post('/api/debitMemo/AddUserDebitMemo', memo));
});
afterAll(() => api.close());

const raise = (amount = 94_000) => vendor.put(`/api/debitMemo/ChangeUserDebitMemo/${seen._id}`, { amount });
const accept = async (by: Caller, updatedAt: unknown = seen.updatedAt) => {
  const { status, body } = await by.post(`/api/debitMemo/accept/${seen._id}`, { updatedAt });
  return [status, body.code ?? body.data.amount];
};
const owed = async () => (await vendor.get(`/api/invoice/getInvoiceValue/${invoiceNumber}`)).body.invoiceValue;
const STALE = [409, 'stale_record'];

test('a memo is accepted in the version that was read', async () => {
  expect([await accept(accounts), await owed()]).toEqual([[200, 94], 1_094]);
});

test.each([null, '', 0, undefined])('and not without that version: %j', async (updatedAt) => {
  await done(raise());
  const path = `/api/debitMemo/accept/${seen._id}`;
  const refused = updatedAt === '' ? [409, undefined] : [422, { updatedAt: 'Must be the updatedAt of the memo.' }];
  for (const by of [accounts, await keyOf(api, admin), await standInOf(api, admin, 'auditor')]) {
    const { status, body } = await by.post(path, { updatedAt });
    expect([status, body.errors]).toEqual(refused);
  }
  expect((await accounts.ask('POST', path)).status).toBe(422);
  expect(await owed()).toBe(1_000);
});

test('one that its vendor raised in the meantime is not accepted, by form, key or delegate, until it is read again', async () => {
  const { updatedAt } = await done(raise());
  for (const by of [accounts, await keyOf(api, admin), await standInOf(api, admin, 'auditor')]) expect(await accept(by)).toEqual(STALE);
  expect(await owed()).toBe(1_000);
  expect(await accept(accounts, updatedAt)).toEqual([200, 94_000]);
});

test('a memo that its vendor raises at the same time is not accepted', async () => {
  const hold = (tx: Database) => tx.execute(sql`select from memos where id = ${seen._id} for update`);
  const [raised, accepted] = await meanwhile<unknown[]>(api, hold, [async () => [(await raise()).status], () => accept(accounts)]);
  expect([raised, accepted, await owed()]).toEqual([[200], STALE, 1_000]);
});

test('a claim that the buyer raised after its vendor read it is not accepted', async () => {
  const claim = { userID: vendor.user.id, issuer: 'buyer', productName: 'Rice', amount: 5, vendorInvoiceRef: invoiceNumber };
  seen = await done(admin.post('/api/debitMemo/AddUserDebitMemo', claim));
  await done(admin.put(`/api/debitMemo/ChangeUserDebitMemo/${seen._id}`, { amount: 500 }));
  expect(await accept(vendor)).toEqual(STALE);
  expect((await vendor.get(`/api/debitMemo/getAllUserDebitMemo/${seen._id}`)).body[0]?.status ?? 'open').toBe('open');
});
