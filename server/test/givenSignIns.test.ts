import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { type Api, Caller } from './api.ts';
import { acceptMemo, codeOf, done, startBooks } from './books.ts';
import { startSession } from '../src/sign-in/sessions.ts';

// Tests that an administrator who set the password of a vendor's user, or replaced its e-mail, does not count as a second person beside it.

let api: Api;
let admin: Caller;
let second: Caller;
let vendor: Caller;
beforeAll(async () => {
  ({ api, admin } = await startBooks());
  second = await api.newAdmin();
  await api.ctx.db.execute(sql`
    update portal_settings set preset = 'matched', duties = true, pay_only_matched = true, bank_two_people = true, bank_wait_hours = 0`);
});
beforeEach(async () => {
  vendor = await api.newVendor({ isActive: true });
  await api.ctx.db.execute(sql`update vendors set identity_confirmed_at = now() where id = ${vendor.user.id}`);
});
afterAll(() => api.close());

const WAYS = {
  'set its password': async (by: Caller) => done(by.put(`/api/auth/edit/${vendor.user.id}`, { passWord: 'monsoon-harvest-7' })),
  'replaced its e-mail': async (by: Caller) =>
    done(by.put(`/api/auth/edit/${vendor.user.id}`, { email: `own${api.serial()}@example.com` })),
} as const;
/** The vendor's user signs in again, because a new password ends its sessions. */
async function again(): Promise<Caller> {
  const token = await startSession(api.ctx.db, vendor.user.id, { now: api.ctx.clock(), address: null, userAgent: null });
  return new Caller(api.app, token, vendor.user);
}

async function bankRequest() {
  await done((await again()).put(`/api/auth/edit/${vendor.user.id}`, { accountNumber: String(9_000_000 + api.serial()) }));
  const { requests } = (await second.get('/api/identity/requests')).body;
  return requests.find((each: { vendor: { _id: string } }) => each.vendor._id === vendor.user.id) as { _id: string; updatedAt: string };
}
const decide = (by: Caller, { _id, updatedAt }: { _id: string; updatedAt: string }) =>
  codeOf(by.put(`/api/identity/requests/${_id}`, { approve: true, updatedAt }));
const OWN = [403, 'you_entered'];

test('another user decides, and so does one who let the user choose the password by an e-mailed link afterwards', async () => {
  await WAYS['set its password'](admin);
  expect((await decide(second, await bankRequest()))[0]).toBe(200);
  await api.ctx.db.execute(sql`
    insert into audit_log (vendor_id, action, entity, entity_id) values (${vendor.user.id}, 'user.reset', 'user', ${vendor.user.id})`);
  expect((await decide(admin, await bankRequest()))[0]).toBe(200);
});

test('a user who set the password later can decide on earlier entries', async () => {
  const request = await bankRequest();
  await WAYS['set its password'](admin);
  expect((await decide(admin, request))[0]).toBe(200);
});

describe.each(Object.entries(WAYS))('an administrator who %s', (_name, take) => {
  test('cannot approve the bank details that the user enters', async () => {
    await take(admin);
    expect(await decide(admin, await bankRequest())).toEqual(OWN);
  });

  test('cannot approve the invoice either', async () => {
    await take(admin);
    const invoice = await done((await again()).post('/api/invoice/create', { invoiceNumber: String(api.serial()), invoiceValue: 100 }));
    const approve = (by: Caller) => by.post('/api/invoice/approve', { invoiceIdList: [invoice._id] });
    const { status, body } = await approve(admin);
    expect([status, body.message]).toEqual([409, expect.stringMatching(/\(whose password or e-mail you set\) entered or changed/)]);
    await done(approve(second));
  });

  test('cannot accept the memo that raises the payable amount', async () => {
    const invoice = await done((await again()).post('/api/invoice/create', { invoiceNumber: String(api.serial()), invoiceValue: 100 }));
    await take(admin);
    const memo = await done(
      (await again()).post('/api/debitMemo/AddUserDebitMemo', { productName: 'Rice', amount: 5, invoiceId: invoice._id }),
    );
    expect(await codeOf(acceptMemo(api, admin, 'debit', memo))).toEqual([403, 'own_entry']);
    await done(acceptMemo(api, second, 'debit', memo));
  });
});
