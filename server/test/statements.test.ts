/** Tests of the answers that vendors give to the statements of closed months. */
import type { Statement } from '@aapurti/contract/papers/statements';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { type Api, Caller } from './api.ts';
import { done, startBooks, today } from './books.ts';
import { newMember } from './members.ts';

const PASSWORD = 'statements of the vendors';
let api: Api;
let admin: Caller;
let accounts: Caller;
let vendor: Caller;
beforeAll(async () => {
  ({ api, admin, accounts } = await startBooks());
});
beforeEach(async () => {
  vendor = await api.newVendor({ password: PASSWORD });
});
afterAll(() => api.close());

/** The month the given number of months before this one. */
function monthBefore(count: number): string {
  const [year = 0, month = 0] = today().split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 - count, 1)).toISOString().slice(0, 7);
}
const LAST = monthBefore(1);

const invoiced = (invoiceValue: number, invoiceDate: string, by = vendor) =>
  done(by.post('/api/invoice/create', { invoiceNumber: String(api.serial()), invoiceValue, invoiceDate }));
const statementsOf = async (by: Caller, query: Record<string, string> = {}): Promise<Statement[]> =>
  (await by.get('/api/account/statements', query)).body;
const answer = (closing: number, more: object = {}, { by = vendor, month = LAST } = {}) =>
  by.put(`/api/account/statements/${month}/answer`, { closing, answer: 'agreed', ...more });

describe('the statement of a closed month', () => {
  test('is agreed with the displayed balance, which the buyer sees; a later entry of that month asks again', async () => {
    await invoiced(700, `${monthBefore(2)}-10`);
    await invoiced(1000, `${LAST}-15`);
    await invoiced(50, today());
    const [last, before] = await statementsOf(vendor);
    expect(last).toMatchObject({ month: LAST, opening: 700, closing: 1700, state: 'waiting', from: `${LAST}-01` });
    expect(before).toMatchObject({ month: monthBefore(2), opening: 0, closing: 700 });
    const agreed = await answer(1700);
    expect(agreed.status).toBe(200);
    expect(agreed.body).toMatchObject({ message: 'Statement agreed.', data: { state: 'agreed', answeredClosing: 1700 } });

    const all = await statementsOf(accounts);
    expect(all.find(({ vendorId }) => vendorId === vendor.user.id)).toMatchObject({ month: LAST, state: 'agreed', answeredClosing: 1700 });
    const log = await admin.get('/api/audit/get', { userID: vendor.user.id, entity: 'statement' });
    expect(log.body).toMatchObject([{ action: 'statement.agree', after: { month: LAST, closingBalance: '1700.00' } }]);

    await invoiced(100, `${LAST}-20`);
    expect((await statementsOf(vendor))[0]).toMatchObject({ closing: 1800, state: 'changed', answeredClosing: 1700 });
    await answer(1800);
    expect((await statementsOf(accounts, { userID: vendor.user.id }))[0]).toMatchObject({ closing: 1800, state: 'agreed' });
  });

  test('is disputed with a remark, which becomes a comment on the vendor and a notification to accounts', async () => {
    await invoiced(1000, `${LAST}-15`);
    expect((await answer(1000, { answer: 'differs' })).body.errors).toEqual({
      remark: 'Describe the difference from the closing balance of ₹1,000.00.',
    });
    const differs = await answer(1000, { answer: 'differs', remark: 'Invoice 70012 is missing.' });
    expect(differs.body).toMatchObject({ data: { state: 'differs', remark: 'Invoice 70012 is missing.' } });
    const { comments } = (await admin.get('/api/comments/get', { documentKind: 'vendor', documentId: vendor.user.id })).body;
    expect(comments).toMatchObject([{ text: `Statement ${LAST}, closing balance ₹1,000.00: Invoice 70012 is missing.`, byBuyer: false }]);
    const told = (await accounts.get('/api/notices')).body.notices as { kind: string; path: string }[];
    expect(told.some(({ kind, path }) => kind === 'comments' && path.includes(vendor.user.id))).toBe(true);
    expect((await statementsOf(accounts))[0]?.state, 'those that differ come first').toBe('differs');
  });
});

test('the statements of all vendors have pages in one order: each vendor once, and all are counted', async () => {
  const others = await Promise.all([1, 2].map(() => api.newVendor()));
  for (const by of [vendor, ...others]) await invoiced(1000, `${LAST}-15`, by);
  // A vendor whose first entry is in this month has no statement yet.
  const young = await api.newVendor();
  await invoiced(10, today(), young);
  await answer(1000, { answer: 'differs', remark: 'One invoice is missing.' });
  const all = await statementsOf(accounts);
  expect(all[0]).toMatchObject({ state: 'differs' });
  expect(all.map(({ vendorId }) => vendorId)).not.toContain(young.user.id);
  const paged: Statement[] = [];
  for (let page = 1; paged.length < all.length; page += 1) {
    const { body, headers } = await accounts.get('/api/account/statements', { page: String(page), pageSize: '2' });
    expect([body.length > 0, headers['x-total-count']], `page ${page}`).toEqual([true, String(all.length)]);
    expect(headers['link'] !== undefined, `page ${page}`).toBe(page * 2 < all.length);
    paged.push(...body);
  }
  expect(paged).toEqual(all);
  expect(new Set(paged.map(({ vendorId }) => vendorId)).size).toBe(all.length);
  // Paging gives no access to another vendor's statements.
  const own = await vendor.get('/api/account/statements', { page: '1', pageSize: '100' });
  expect(own.body.map(({ vendorId }: Statement) => vendorId)).toEqual([vendor.user.id]);
  expect(await statementsOf(vendor, { page: '2', pageSize: '100' })).toEqual([]);
  expect((await accounts.get('/api/account/statements', { pageSize: '101' })).status).toBe(422);
});

describe('a response is rejected', () => {
  test('for another vendor, whose statement is neither shown nor changed', async () => {
    await invoiced(1000, `${LAST}-15`);
    const stranger = await api.newVendor();
    expect(await statementsOf(stranger, { userID: vendor.user.id })).toEqual([]);
    expect((await answer(1000, { userID: vendor.user.id }, { by: stranger })).status).toBe(404);
    expect((await statementsOf(vendor))[0]?.state).toBe('waiting');
  });

  test('for a month that has not ended, and for an invalid one', async () => {
    await invoiced(1000, `${LAST}-15`);
    const open = await answer(1000, {}, { month: today().slice(0, 7) });
    expect([open.status, open.body.code]).toEqual([409, 'statement_open']);
    expect((await statementsOf(vendor)).map(({ month }) => month)).not.toContain(today().slice(0, 7));
    for (const month of ['2026-13', 'x', '2019-1']) expect((await answer(1000, {}, { month })).status).toBe(404);
  });

  test('for a balance that is no longer the statement’s, with the new one', async () => {
    await invoiced(1000, `${LAST}-15`);
    await invoiced(100, `${LAST}-20`);
    const stale = await answer(1000);
    expect(stale.body).toMatchObject({ code: 'statement_changed', data: { closing: 1100, state: 'waiting' } });
    expect(stale.status).toBe(409);
    expect((await statementsOf(vendor))[0]).toMatchObject({ state: 'waiting', answeredClosing: null });
  });

  test('from an administrator for the vendor, from its readers, and with an API key', async () => {
    await invoiced(1000, `${LAST}-15`);
    for (const by of [admin, accounts]) expect((await answer(1000, { userID: vendor.user.id }, { by })).status).toBe(403);
    const { key } = (await vendor.post('/api/keys', { name: 'ERP', scopes: ['payments:write'], days: 1, passWord: PASSWORD })).body;
    expect((await answer(1000, {}, { by: new Caller(api.app, key) })).status).toBe(403);
    const reader = await newMember(api, vendor, 'reader');
    expect((await answer(1000, {}, { by: reader })).status).toBe(403);
    const billing = await newMember(api, vendor, 'billing');
    expect((await statementsOf(billing))[0]?.state).toBe('waiting');
    expect((await answer(1000, {}, { by: billing })).status).toBe(200);
  });
});
