/** Tests of vendors' accounts over HTTP: their entries, allocations and opening balances, and who may see and change them. */
import { indianDay } from '@aapurti/contract/ground/fields';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { verifyBooks } from '../src/payments/verify.ts';
import { type Answer, type Api, Caller, startApi } from './api.ts';
import { newMember } from './members.ts';

const PASSWORD = 'accounts of the vendors';
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
  vendor = await api.newVendor({ password: PASSWORD });
  await api.ctx.db.execute(
    sql`update portal_settings set duties = false, pay_only_matched = false, pay_only_approved = false, limit_accounts = null`,
  );
});
afterEach(async () => {
  const { differences } = await verifyBooks(api.ctx.db);
  if (differences.length > 0) throw new Error(`the books differ: ${JSON.stringify(differences)}`);
});
afterAll(() => api.close());

const today = () => indianDay(new Date());
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
const invoiced = (invoiceValue: number, more: object = {}): Promise<Made> =>
  done(vendor.post('/api/invoice/create', { invoiceNumber: String(api.serial()), invoiceValue, ...more }));
const opening = (amount: number, more: object = {}, caller = accounts) =>
  caller.post('/api/account/openingBalances/create', { userID: vendor.user.id, amount, day: '2026-03-31', reason: 'Old ledger', ...more });
const reverse = ({ _id }: { _id: string }, caller = other) =>
  caller.put(`/api/account/openingBalances/${_id}/reverse`, { reason: 'Wrong ledger' });
const pay = (invoice: Made, amount: number) =>
  accounts.post('/api/vendorPaymentReport/create', {
    userID: vendor.user.id,
    invoiceNumber: invoice.invoiceNumber,
    invoiceId: invoice._id,
    amount,
    paymentMode: 'online',
  });
const credit = (amount: number): Promise<Made> =>
  done(vendor.post('/api/creditMemo/AddUserCreditMemo', { productName: 'Rice', vendorInvoiceRef: 'none here', amount }));
const allocate = (body: object, caller = accounts) => caller.post('/api/account/allocations/create', body);
const entriesOf = async (caller = vendor, query = {}) => (await caller.get('/api/account/entries', query)).body;
const allocationsOf = async (query: Record<string, string> = {}) => (await vendor.get('/api/account/allocations', query)).body;
const outstanding = async () => (await vendor.post('/api/purChaseOrder/purchase_payment?ageing=true', { status: 'OS' })).body.result[0];

describe('the entries of an account', () => {
  test('are its documents by day, and add up to what is owed', async () => {
    const invoice = await invoiced(1000, { invoiceDate: '2026-11-02' });
    await done(opening(250));
    await credit(40);
    await done(pay(invoice, 300));
    const entries = await entriesOf();
    expect(entries.map(({ kind, amount, day, documentId }: Record<string, unknown>) => [kind, amount, day, typeof documentId])).toEqual([
      ['opening', 250, '2026-03-31', 'string'],
      ['invoice', 1000, '2026-11-02', 'string'],
      ['credit', -40, today(), 'string'],
      ['payment', -300, today(), 'string'],
    ]);
    expect(entries.find(({ kind }: { kind: string }) => kind === 'payment')).toMatchObject({
      number: invoice.invoiceNumber,
      paymentMode: 'online',
    });
    expect(await outstanding()).toMatchObject({ owed: 910, balance: 910, opening: 250 });
    expect((await entriesOf(vendor, { startDate: '2026-11-01', endDate: '2026-11-10' })).length).toBe(1);
    expect((await entriesOf(vendor, { pageSize: 3, page: 2 })).length).toBe(1);
  });

  test('are the vendor’s own; the buyer names a vendor, and a key needs the scope of payments', async () => {
    await invoiced(1000);
    const stranger = await api.newVendor();
    expect((await stranger.get('/api/account/entries', { userID: vendor.user.id })).status).toBe(201);
    expect((await stranger.get('/api/account/allocations', { userID: vendor.user.id })).status).toBe(201);
    expect(await codeOf(accounts.get('/api/account/entries'))).toEqual([422, { userID: 'Please choose the vendor.' }]);
    expect(await codeOf(accounts.get('/api/account/allocations'))).toEqual([422, { userID: 'Please choose the vendor.' }]);
    expect((await entriesOf(accounts, { userID: vendor.user.id })).length).toBe(1);
    for (const [scope, status] of [
      ['payments:read', 200],
      ['invoices:read', 403],
    ] as const) {
      const { key } = (await vendor.post('/api/keys', { name: scope, scopes: [scope], days: 1, passWord: PASSWORD })).body;
      expect([scope, (await new Caller(api.app, key).get('/api/account/entries')).status]).toEqual([scope, status]);
    }
    const { key } = (await vendor.post('/api/keys', { name: 'write', scopes: ['payments:write'], days: 1, passWord: PASSWORD })).body;
    expect((await allocate({ paymentId: '1', invoiceId: '1', amount: 1 }, new Caller(api.app, key))).status).toBe(403);
  });

  test('leave out what the controls do not let be paid, and the feed says so', async () => {
    const invoice = await invoiced(1000);
    const entry = String(Number(invoice._id) * 8);
    const seen = async (cursor?: string) =>
      (await vendor.get('/api/changes', { entities: 'accountEntry', cursor })).body as {
        changes: { _id: string; removed: boolean; record: { amount: number } | null }[];
        cursor: string;
      };
    const followed = async (from: string | undefined, wanted: object) => {
      let cursor = from;
      let last: object | undefined;
      await expect
        .poll(
          async () => {
            const page = await seen(cursor);
            cursor = page.cursor;
            last = page.changes.findLast(({ _id }) => _id === entry) ?? last;
            return last;
          },
          { timeout: 20_000 },
        )
        .toMatchObject(wanted);
      return cursor;
    };
    let cursor = await followed(undefined, { removed: false, record: { amount: 1000, kind: 'invoice' } });
    await done(admin.put('/api/settings', { payOnlyApproved: true }));
    expect(await entriesOf()).toEqual([]);
    cursor = await followed(cursor, { removed: true, record: null });
    await done(admin.post('/api/invoice/approve', { invoiceIdList: [invoice._id] }));
    cursor = await followed(cursor, { removed: false, record: { amount: 1000 } });
    await done(pay(invoice, 400));
    const { changes } = await seen(cursor);
    // A payment that leaves a balance changes no entry of the invoice.
    expect(changes.filter(({ _id }) => _id === entry)).toEqual([]);
  });
});

describe('an opening balance', () => {
  test('in favour of the vendor is owed, and shown everywhere', async () => {
    const made = await done(opening(5000));
    expect(made).toMatchObject({ amount: 5000, day: '2026-03-31', reason: 'Old ledger', status: 'accepted' });
    expect(await outstanding()).toMatchObject({ invoice: 0, opening: 5000, owed: 5000, balance: 5000, onAccount: -5000, over90: 5000 });
    expect((await vendor.get('/api/dashboard/overview')).body.owed).toBe(5000);
    expect((await vendor.get('/api/account/openingBalances')).body).toMatchObject([{ _id: made._id }]);
    expect((await (await api.newVendor()).get('/api/account/openingBalances', { userID: vendor.user.id })).body).toEqual([]);
    expect((await vendor.get('/api/paper/own', { kind: 'statement' })).status).toBe(200);
  });

  test('of the vendor’s debt is set off against its invoices, and can be taken back no longer', async () => {
    await api.ctx.db.execute(sql`update portal_settings set pay_only_approved = true`);
    const made = await done(opening(-700));
    const [one, two] = [await invoiced(500), await invoiced(1000)];
    await done(admin.post('/api/invoice/approve', { invoiceIdList: [one._id, two._id] }));
    const payable = async ({ _id, invoiceNumber }: Made) =>
      (await vendor.get(`/api/invoice/getInvoiceValue/${invoiceNumber}`, { invoiceId: _id })).body.payable;
    // Together the two are payable up to 800.
    expect([await payable(one), await payable(two)]).toEqual([500, 800]);
    expect(await codeOf(pay(two, 800.01))).toEqual([422, 'payment_above_payable']);
    await done(pay(two, 300));
    expect([await payable(one), await payable(two)]).toEqual([0, 500]);
    expect(await codeOf(reverse(made))).toEqual([409, 'opening_balance_used']);
    expect(await outstanding()).toMatchObject({ owed: 500, onAccount: 200, opening: -700 });
  });

  test('is one a vendor until it is reversed, and no credit of the vendor pays it twice', async () => {
    const made = await done(opening(600));
    expect(await codeOf(opening(1))).toEqual([409, 'opening_balance_exists']);
    // The credit stands against the opening balance: nothing is left of it for the invoice.
    const memo = await credit(600);
    const invoice = await invoiced(900);
    expect(await codeOf(allocate({ memoId: memo._id, invoiceId: invoice._id, amount: 0.01 }))).toEqual([422, 'allocation_above_credit']);
    await done(pay(invoice, 100));
    expect(await outstanding()).toMatchObject({ owed: 800, onAccount: 0 });
    await done(reverse(made));
    expect(await outstanding()).toMatchObject({ owed: 200, onAccount: 600, opening: 0 });
    expect(await codeOf(reverse(made))).toEqual([409, 'opening_balance_decided']);
    await done(opening(-1));
    expect(
      (await entriesOf())
        .filter(({ kind }: { kind: string }) => ['opening', 'reversal'].includes(kind))
        .map((each: { amount: number }) => each.amount),
    ).toEqual([600, -1, -600]);
  });

  test.each([
    [{ amount: 0 }, 'amount'],
    [{ amount: '1e3' }, 'amount'],
    [{ day: '2099-01-01' }, 'day'],
    [{ reason: ' ' }, 'reason'],
    [{ userID: '999999999' }, 'userID'],
    [{ userID: '' }, 'userID'],
  ])('with %j is refused', async (more, field) => {
    const { status, body } = await opening(1, more);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  test('takes two users where duties are on, within their limits, and counts only then', async () => {
    await api.ctx.db.execute(sql`update portal_settings set duties = true, limit_accounts = 1000`);
    const made = await done(opening(1000.01));
    expect(made.status).toBe('open');
    expect(await outstanding()).toBeUndefined();
    const accept = (caller: Caller) => caller.put(`/api/account/openingBalances/${made._id}/accept`);
    expect(await codeOf(accept(accounts))).toEqual([403, 'you_entered']);
    expect(await codeOf(accept(other))).toEqual([403, 'above_document_limit']);
    expect((await accept(vendor)).status).toBe(403);
    expect((await opening(1, {}, vendor)).status).toBe(403);
    await done(accept(admin));
    expect(await codeOf(accept(admin))).toEqual([409, 'opening_balance_decided']);
    expect(await outstanding()).toMatchObject({ owed: 1000.01 });
  });

  test('of a sheet follows the same rules', async () => {
    const [{ vendor_Code: code }] = (await vendor.get('/api/auth/user')).body;
    const load = async (rows: string) =>
      (
        await accounts.send(
          'POST',
          '/api/buyerData/openings',
          {},
          {
            file: { name: 'openings.csv', content: Buffer.from(`Vendor Code,Amount,Date,Reason\n${rows}\n`) },
          },
        )
      ).body;
    expect((await load(`${code},0,31-03-2026,Old ledger`)).errors).toMatchObject([{ row: 2, column: 'Amount' }]);
    expect((await load(`${code},5,31-03-2099,Old ledger`)).errors).toMatchObject([{ row: 2, column: 'Date' }]);
    expect((await load(`${code},5,31-03-2026,A\n${code},5,31-03-2026,B`)).errors).toMatchObject([{ row: 3, column: 'Vendor Code' }]);
    expect(await load(`${code},-1250.50,31-03-2026,Old ledger`)).toMatchObject({ created: 1, updated: 0 });
    expect(await outstanding()).toMatchObject({ opening: -1250.5 });
    expect((await load(`${code},5,31-03-2026,Old ledger`)).errors).toMatchObject([
      { row: 2, column: 'Vendor Code', message: expect.stringContaining('already has an opening balance') },
    ]);
  });
});

describe('an allocation', () => {
  test('sets off a part of a credit against an invoice, and is listed', async () => {
    const memo = await credit(500);
    const invoice = await invoiced(300);
    const made = await done(allocate({ memoId: memo._id, invoiceId: invoice._id, amount: 120 }));
    expect(made).toMatchObject({
      kind: 'credit',
      memoId: memo._id,
      invoiceId: invoice._id,
      invoiceNumber: invoice.invoiceNumber,
      amount: 120,
    });
    expect(await allocationsOf({ invoiceId: invoice._id })).toMatchObject([{ _id: made._id }]);
    expect((await allocationsOf({ memoId: memo._id })).map((each: { amount: number }) => each.amount)).toEqual([500, -120, 120]);
    expect(await allocationsOf({ paymentId: '1' })).toEqual([]);
    const logged = await api.ctx.db.rows(
      sql`select after ->> 'amount' as amount from audit_log where action = 'invoice.setOff' and entity_id = ${invoice._id}`,
    );
    expect(logged).toEqual([{ amount: '120.00' }]);
  });

  test('above either side is refused, and so is one for another vendor', async () => {
    const memo = await credit(100);
    const [small, large] = [await invoiced(60), await invoiced(600)];
    const above = await allocate({ memoId: memo._id, invoiceId: large._id, amount: 100.01 });
    expect([above.status, above.body.code, above.body.data]).toEqual([422, 'allocation_above_credit', { left: 100 }]);
    const beyond = await allocate({ memoId: memo._id, invoiceId: small._id, amount: 60.01 });
    expect([beyond.status, beyond.body.code, beyond.body.data]).toEqual([422, 'allocation_above_invoice', { left: 60 }]);
    const stranger = await api.newVendor();
    const foreign = await done(stranger.post('/api/invoice/create', { invoiceNumber: '1', invoiceValue: 100 }));
    expect((await allocate({ memoId: memo._id, invoiceId: foreign._id, amount: 1 })).status).toBe(404);
    expect((await allocate({ memoId: memo._id, paymentId: '1', invoiceId: small._id, amount: 1 })).status).toBe(422);
    expect((await allocate({ memoId: memo._id, invoiceId: small._id, amount: 1 }, vendor)).status).toBe(403);
    await api.ctx.db.execute(sql`update portal_settings set pay_only_approved = true`);
    expect(await codeOf(allocate({ memoId: memo._id, invoiceId: small._id, amount: 1 }))).toEqual([422, 'invoice_not_payable']);
  });

  test('twice at once takes what there is once', async () => {
    const memo = await credit(100);
    const [one, two] = [await invoiced(100), await invoiced(100)];
    const answers = await Promise.all([one, two].map(({ _id }) => allocate({ memoId: memo._id, invoiceId: _id, amount: 100 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });
});
