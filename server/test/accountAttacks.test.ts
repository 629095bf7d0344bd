/** Attacks on vendors' accounts over HTTP, by a vendor, by one buyer user alone and by the ERP: each must change nothing or be detected. */
import { indianDay } from '@aapurti/contract/ground/fields';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { makeOrder, orderLineOf } from '../src/demo/factories.ts';
import type { Database } from '../src/database/database.ts';
import { storePayments } from '../src/payments/store.ts';
import { verifyBooks } from '../src/payments/verify.ts';
import { type Answer, type Api, type Caller, startApi } from './api.ts';
import { acceptMemo } from './books.ts';
import { newMember } from './members.ts';
import { meanwhile } from './overlap.ts';

let api: Api;
let admin: Caller;
let accounts: Caller;
let other: Caller;
let vendor: Caller;
beforeAll(async () => {
  api = await startApi({ captcha: false });
  admin = await api.newAdmin();
  accounts = await newMember(api, admin, 'accounts');
  other = await newMember(api, admin, 'accounts');
});
beforeEach(async () => {
  vendor = await api.newVendor();
  await set({});
});
afterEach(async () => {
  const { differences } = await verifyBooks(api.ctx.db);
  if (differences.length > 0) throw new Error(`the books differ: ${JSON.stringify(differences)}`);
});
afterAll(() => api.close());

interface Controls {
  duties?: boolean;
  advancePercent?: number;
  limit?: number;
  dayLimit?: number;
}
/** Sets these controls, and all others as in an existing installation. */
const set = ({ duties = false, advancePercent, limit, dayLimit }: Controls) =>
  api.ctx.db.execute(sql`
    update portal_settings set duties = ${duties}, advance_percent = ${advancePercent ?? null}, limit_accounts = ${limit ?? null},
      day_limit_accounts = ${dayLimit ?? null}, pay_only_matched = false, pay_only_approved = false`);
const done = async (answer: Promise<Answer>) => {
  const { status, body } = await answer;
  expect([status, body.errors ?? body.message]).toEqual([200, body.errors ?? body.message]);
  return body.data;
};
const codeOf = async (answer: Promise<Answer>) => {
  const { status, body } = await answer;
  return [status, body.code ?? body.errors];
};
interface Made {
  _id: string;
  invoiceNumber: string;
}

/** A user without rights who acts for someone on leave today. */
async function standIn(absent: Caller): Promise<Caller> {
  const helper = await newMember(api, admin, 'auditor');
  const day = indianDay(new Date());
  await api.ctx.db.execute(sql`
    insert into delegations (from_membership, to_membership, from_day, to_day)
    select giver.id, taker.id, ${day}::date, ${day}::date from memberships giver, memberships taker
    where giver.user_id = ${absent.user.id} and taker.user_id = ${helper.user.id}`);
  return helper;
}
const invoiced = (invoiceValue: number, more: object = {}): Promise<Made> =>
  done(vendor.post('/api/invoice/create', { invoiceNumber: String(api.serial()), invoiceValue, ...more }));
const opening = (amount: number, by = accounts) =>
  done(by.post('/api/account/openingBalances/create', { userID: vendor.user.id, amount, day: '2026-03-31', reason: 'Old ledger' }));
const acceptOpening = ({ _id }: Made, by: Caller) => by.put(`/api/account/openingBalances/${_id}/accept`);
const credit = (amount: number): Promise<Made> =>
  done(vendor.post('/api/creditMemo/AddUserCreditMemo', { productName: 'Rice', vendorInvoiceRef: 'none here', amount }));
const allocate = (body: object) => accounts.post('/api/account/allocations/create', body);
const ordered = (number: string) =>
  makeOrder(api.ctx, vendor.user.id, number, { lines: [orderLineOf({ quantity: '100', hsnCode: null })] });
const advance = (orderId: string, amount: number, by = accounts) =>
  done(by.post('/api/vendorPaymentReport/advance', { userID: vendor.user.id, paymentMode: 'online', orderId, amount }));
const confirm = ({ _id }: Made, by: Caller) => by.put(`/api/vendorPaymentReport/reported/${_id}/confirm`);
const settledBy = async (invoice: Made) =>
  (await vendor.get('/api/account/allocations', { invoiceId: invoice._id })).body.map(
    ({ paymentId, memoId, amount }: Record<string, unknown>) => [paymentId ?? memoId, amount],
  );

test('a vendor cannot read another vendor’s reported payments and advances in the history of its own payment', async () => {
  const own = await invoiced(500);
  const paid = await done(
    vendor.post('/api/vendorPaymentReport/create', { invoiceNumber: own.invoiceNumber, amount: 100, paymentMode: 'online' }),
  );
  const thief = vendor;
  vendor = await api.newVendor();
  await set({ duties: true });
  await api.ctx.db.execute(sql`select setval(pg_get_serial_sequence('reported_payments', 'id'), ${paid._id}::bigint, false)`);
  const asked = await advance(await ordered('PO/secret'), 777);
  expect(asked._id).toBe(paid._id);
  await done(confirm(asked, other));
  const { body } = await thief.get(`/api/audit/history/${paid._id}`, { entity: 'payment' });
  expect(body.map(({ action }: { action: string }) => action)).toEqual(['payment.create']);
  const [entry] = (await admin.get('/api/audit/get', { action: 'payment.ask', userID: vendor.user.id })).body;
  expect(entry.recordName).toBeNull();
});

describe('a reversed payment', () => {
  test('settles no invoice, whoever asks and however much else is on account', async () => {
    const paid = await advance(await ordered(`PO/${api.serial()}`), 400);
    await done(accounts.post(`/api/vendorPaymentReport/reverse/${paid._id}`, { reason: 'Wrong account' }));
    const memo = await credit(400);
    const invoice = await invoiced(300);
    expect(await codeOf(allocate({ paymentId: paid._id, invoiceId: invoice._id, amount: 300 }))).toEqual([422, 'allocation_above_credit']);
    // The next payment does not set it off either.
    const next = await invoiced(10);
    await done(
      accounts.post('/api/vendorPaymentReport/transfer', {
        userID: vendor.user.id,
        paymentMode: 'online',
        invoices: [{ invoiceId: next._id, amount: 10 }],
      }),
    );
    expect(await settledBy(invoice)).toEqual([[memo._id, 300]]);
  });
});

describe('a user back from leave cannot decide alone on what the delegate entered:', () => {
  test('an advance', async () => {
    await set({ duties: true, advancePercent: 50 });
    const asked = await advance(await ordered(`PO/${api.serial()}`), 100, await standIn(accounts));
    expect(await codeOf(confirm(asked, accounts))).toEqual([403, 'you_entered']);
    await done(confirm(asked, other));
  });

  test('an opening balance', async () => {
    await set({ duties: true });
    const made = await opening(100, await standIn(accounts));
    expect(await codeOf(acceptOpening(made, accounts))).toEqual([403, 'you_entered']);
    await done(acceptOpening(made, other));
  });

  test('a memo that raises the payable amount', async () => {
    const invoice = await invoiced(1000);
    const helper = await standIn(accounts);
    const memo = await done(
      helper.post('/api/debitMemo/AddUserDebitMemo', {
        userID: vendor.user.id,
        productName: 'Rice',
        vendorInvoiceRef: invoice.invoiceNumber,
        amount: 50,
        issuer: 'vendor',
      }),
    );
    const accept = (by: Caller) => acceptMemo(api, by, 'debit', memo);
    expect((await accept(accounts)).status).toBe(403);
    expect((await accept(other)).status).toBe(200);
  });
});

describe('the daily limits', () => {
  test('count accepted opening balances of both kinds', async () => {
    await set({ duties: true, dayLimit: 1000 });
    const made = [await opening(600)];
    vendor = await api.newVendor();
    made.push(await opening(-500));
    const by = await newMember(api, admin, 'accounts');
    await done(acceptOpening(made[1], by));
    expect(await codeOf(acceptOpening(made[0], by))).toEqual([403, 'above_day_limit']);
    await done(acceptOpening(made[0], admin));
  });

  test('count opening balances that apply immediately, and not pending ones', async () => {
    await set({ dayLimit: 1000 });
    const by = await newMember(api, admin, 'accounts');
    await opening(-600, by);
    vendor = await api.newVendor();
    const body = { userID: vendor.user.id, amount: 500, day: '2026-03-31', reason: 'Old ledger' };
    expect(await codeOf(by.post('/api/account/openingBalances/create', body))).toEqual([403, 'above_day_limit']);
    await set({ duties: true, dayLimit: 1000 });
    await opening(5000, by);
  });

  test('and document limits apply to memos that raise the payable amount', async () => {
    const invoice = await invoiced(10_000);
    const raise = (amount: number): Promise<Made> =>
      done(vendor.post('/api/debitMemo/AddUserDebitMemo', { productName: 'Rice', vendorInvoiceRef: invoice.invoiceNumber, amount }));
    const memos = [await raise(1500), await raise(600), await raise(500)];
    await set({ limit: 1000, dayLimit: 1000 });
    const by = await newMember(api, admin, 'accounts');
    const accept = (memo: Made) => acceptMemo(api, by, 'debit', memo);
    expect(await codeOf(accept(memos[0]!))).toEqual([403, 'above_document_limit']);
    await done(accept(memos[1]!));
    expect(await codeOf(accept(memos[2]!))).toEqual([403, 'above_day_limit']);
  });
});

test('ERP payments without an invoice are listed as outside the rules if the controls limit advances', async () => {
  const store = (amount: string) =>
    api.ctx.db.transaction((tx) =>
      storePayments(tx, 'erp', [
        {
          externalId: `P${api.serial()}`,
          version: '1',
          ownerId: vendor.user.id,
          supplier: '',
          invoiceNumber: null,
          amount,
          mode: 'online',
          remarks: null,
          paidOn: indianDay(new Date()),
          raw: null,
        },
      ]),
    );
  const outside = async () =>
    (await accounts.get('/api/vendorPaymentReport/outside', { userID: vendor.user.id })).body.payments.map(
      ({ rule, amount, invoiceId }: Record<string, unknown>) => [rule, amount, invoiceId],
    );
  await store('900.00');
  expect(await outside()).toEqual([]);
  await set({ advancePercent: 0 });
  expect(await outside()).toEqual([['on_account', 900, null]]);
  // An amount allocated to an opening balance was owed.
  await opening(900);
  expect(await outside()).toEqual([]);
});

test('an advance is set off against the invoices of its order first, and the rest against the earliest due', async () => {
  const orderId = await ordered('PO/1/first');
  const [early, later] = [await invoiced(300, { invoiceDate: '2026-09-01' }), await invoiced(300, { invoiceDate: '2026-09-02' })];
  const own = await invoiced(250, { PONumber: 'po/1/first' });
  const paid = await advance(orderId, 300);
  const memo = await credit(270);
  const next = await invoiced(10);
  const invoices = [{ invoiceId: next._id, amount: 10 }];
  await done(accounts.post('/api/vendorPaymentReport/transfer', { userID: vendor.user.id, paymentMode: 'online', invoices }));
  expect(await settledBy(own)).toEqual([[paid._id, 250]]);
  const earlier = await settledBy(early);
  expect(earlier).toEqual(
    expect.arrayContaining([
      [paid._id, 50],
      [memo._id, 250],
    ]),
  );
  expect([earlier.length, await settledBy(later)]).toEqual([2, [[memo._id, 20]]]);
});

test('an advance for an order that is being cancelled or amended waits for it, and is then rejected', async () => {
  const pay = (orderId: string, amount: number) => () =>
    codeOf(accounts.post('/api/vendorPaymentReport/advance', { userID: vendor.user.id, paymentMode: 'online', orderId, amount }));
  const cancelled = await ordered(`PO/${api.serial()}`);
  const cancel = (tx: Database) => tx.execute(sql`update purchase_orders set status = 'Cancelled' where id = ${cancelled}`);
  expect(await meanwhile(api, cancel, [pay(cancelled, 1)])).toEqual([[409, 'order_ended']]);
  const amended = await ordered(`PO/${api.serial()}`);
  const amend = (tx: Database) => tx.execute(sql`update purchase_orders set value = 100 where id = ${amended}`);
  expect(await meanwhile(api, amend, [pay(amended, 100.01)])).toEqual([[422, 'advance_above_limit']]);
  await api.ctx.db.execute(sql`update purchase_orders set value = 10500 where id = ${amended}`);
});
