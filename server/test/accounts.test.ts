// Why so long: entries, allocations, opening balances and advances of one account share their helpers.
/** Tests of vendors' accounts over HTTP: their entries, allocations and opening balances, and who may see and change them. */
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { makeOrder, orderLineOf } from '../src/demo/factories.ts';
import { type Api, Caller } from './api.ts';
import { checkBooks, codeOf, done, startBooks, today } from './books.ts';
import { plainRows } from './workbook.ts';
import { uncoded } from './uncoded.ts';

const PASSWORD = 'accounts of the vendors';
let api: Api;
let admin: Caller;
let accounts: Caller;
let other: Caller;
let vendor: Caller;
beforeAll(async () => {
  ({ api, admin, accounts, other } = await startBooks());
});
beforeEach(async () => {
  vendor = await api.newVendor({ password: PASSWORD });
  await api.ctx.db.execute(
    sql`update portal_settings set preset = 'entered', duties = false, advance_percent = null, pay_only_matched = false, pay_only_approved = false, limit_accounts = null`,
  );
});
afterEach(() => checkBooks(api));
afterAll(() => api.close());

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
const openingsOf = async () => (await vendor.get('/api/account/openingBalances')).body;
const outstanding = async () => (await vendor.post('/api/purChaseOrder/purchase_payment?ageing=true', { status: 'OS' })).body.result[0];

describe('the entries of an account', () => {
  test('are its documents by date, and add up to the outstanding amount', async () => {
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

  test('are the vendor’s own; the buyer chooses a vendor, and a key needs the scope payments:read', async () => {
    await invoiced(1000);
    const stranger = await api.newVendor();
    expect((await stranger.get('/api/account/entries', { userID: vendor.user.id })).status).toBe(201);
    expect((await stranger.get('/api/account/allocations', { userID: vendor.user.id })).status).toBe(201);
    for (const path of ['/api/account/entries', '/api/account/allocations']) {
      const { status, body } = await accounts.get(path);
      expect([status, body.code, body.errors]).toEqual([422, 'vendor_missing', { userID: 'Choose the vendor.' }]);
    }
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

  test('leave out what the controls do not allow to be paid, and the feed states it', async () => {
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
    // A payment that leaves a balance does not change the entry of the invoice.
    expect(changes.filter(({ _id }) => _id === entry)).toEqual([]);
  });
});

describe('an opening balance', () => {
  test('in favour of the vendor is payable, and shown everywhere', async () => {
    const made = await done(opening(5000));
    expect(made).toMatchObject({ amount: 5000, day: '2026-03-31', reason: 'Old ledger', status: 'accepted' });
    expect(await outstanding()).toMatchObject({ invoice: 0, opening: 5000, owed: 5000, balance: 5000, onAccount: -5000, over90: 5000 });
    expect((await vendor.get('/api/dashboard/overview')).body.owed).toBe(5000);
    expect((await vendor.get('/api/account/openingBalances')).body).toMatchObject([{ _id: made._id }]);
    expect((await (await api.newVendor()).get('/api/account/openingBalances', { userID: vendor.user.id })).body).toEqual([]);
    expect((await vendor.get('/api/paper/own', { kind: 'statement' })).status).toBe(200);
  });

  test('owed by the vendor is set off against its invoices, and can then no longer be reversed', async () => {
    await api.ctx.db.execute(sql`update portal_settings set pay_only_approved = true`);
    const made = await done(opening(-700));
    const [one, two] = [await invoiced(500), await invoiced(1000)];
    await done(admin.post('/api/invoice/approve', { invoiceIdList: [one._id, two._id] }));
    const payable = async ({ _id, invoiceNumber }: Made) =>
      (await vendor.get(`/api/invoice/getInvoiceValue/${invoiceNumber}`, { invoiceId: _id })).body.payable;
    // The two invoices together are payable up to 800.
    expect([await payable(one), await payable(two)]).toEqual([500, 800]);
    expect(await codeOf(pay(two, 800.01))).toEqual([422, 'payment_above_payable']);
    await done(pay(two, 300));
    expect([await payable(one), await payable(two)]).toEqual([0, 500]);
    expect(await codeOf(reverse(made))).toEqual([409, 'opening_balance_used']);
    expect(await outstanding()).toMatchObject({ owed: 500, onAccount: 200, opening: -700 });
  });

  test('exists once per vendor until it is reversed, and no credit of the vendor pays it twice', async () => {
    const made = await done(opening(600));
    expect(await codeOf(opening(1))).toEqual([409, 'opening_balance_exists']);
    // The whole credit is allocated to the opening balance, so the invoice gets none of it.
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
    [{ day: null }, 'day'],
    [{ day: ' ' }, 'day'],
    [{ day: '31-03-2026' }, 'day'],
    [{ reason: ' ' }, 'reason'],
    [{ userID: '999999999' }, 'userID'],
    [{ userID: '' }, 'userID'],
  ])('with %j is rejected', async (more, field) => {
    const { status, body } = await opening(1, more);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  test('needs two users if separation of duties is on, within their limits, and counts only then', async () => {
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

  test('in a file follows the same rules', async () => {
    const [{ vendor_Code: code }] = (await vendor.get('/api/auth/user')).body;
    const loadOpenings = async (rows: string) =>
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
    expect((await loadOpenings(`${code},0,31-03-2026,Old ledger`)).errors).toMatchObject([{ row: 2, column: 'Amount' }]);
    expect((await loadOpenings(`${code},5,31-03-2099,Old ledger`)).errors).toMatchObject([{ row: 2, column: 'Date' }]);
    expect(uncoded((await loadOpenings(`${code},5,,Old ledger`)).errors)).toEqual([
      { row: 2, column: 'Date', message: (await opening(5, { day: undefined })).body.errors.day },
    ]);
    expect(uncoded((await loadOpenings(`${code},x,31-03-2026,`)).errors)).toEqual([
      { row: 2, column: 'Amount', message: (await opening(5, { amount: 'x' })).body.errors.amount },
    ]);
    expect(uncoded((await loadOpenings(`${code},5,31-03-2026,`)).errors)).toEqual([
      { row: 2, column: 'Reason', message: (await opening(5, { reason: '' })).body.errors.reason },
    ]);
    expect((await loadOpenings(`${code},5,31-03-2026,A\n${code},5,31-03-2026,B`)).errors).toMatchObject([
      { row: 3, column: 'Vendor Code' },
    ]);
    expect(await loadOpenings(`${code},-1250.50,31-03-2026,Old ledger`)).toMatchObject({ created: 1, updated: 0 });
    // A row without kind and number is the balance of its vendor, which waits for approval like every row of a file.
    expect(await openingsOf()).toMatchObject([{ kind: 'balance', amount: -1250.5, status: 'open' }]);
    expect(await entriesOf()).toEqual([]);
    expect((await loadOpenings(`${code},5,31-03-2026,Old ledger`)).errors).toMatchObject([
      {
        row: 2,
        column: 'Vendor Code',
        message: expect.stringMatching(
          / already has an opening balance of -₹1,250\.50, dated 31-03-2026\. Reverse it before you enter another one\.$/,
        ),
      },
    ]);
  });
});

test('the file of outstanding amounts has the same figures as the screen', async () => {
  const invoice = await invoiced(1000, { invoiceDate: '2026-11-02' });
  await credit(40);
  await done(pay(invoice, 300));
  const claim = { userID: vendor.user.id, productName: 'Rice', vendorInvoiceRef: invoice.invoiceNumber, amount: 50 };
  await done(admin.post('/api/debitMemo/AddUserDebitMemo', claim));
  await done(opening(-7));
  const [headings = [], row = []] = await plainRows((await vendor.get('/api/purChaseOrder/outstanding/export')).body);
  const shown = await outstanding();
  const figure = (heading: string) => row[headings.indexOf(heading)];
  expect(['Payable', 'Held by claims', 'On account', 'Opening Balance', 'Balance Total'].map(figure)).toEqual([
    shown.owed,
    shown.held,
    shown.onAccount,
    shown.opening,
    shown.balance,
  ]);
  expect([shown.owed, shown.held, shown.onAccount]).toEqual([653, 50, 47]);
});

describe('an allocation', () => {
  test('sets off part of a credit against an invoice, and is listed', async () => {
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

  test('above either amount is rejected, and so is one for another vendor', async () => {
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

  test('an amount on account is listed with its number, without settled and reversed amounts', async () => {
    const onAccount = async (query: object = {}, caller = accounts) =>
      (await caller.get('/api/account/allocations', { userID: vendor.user.id, onAccount: 'true', ...query })).body;
    const memo = await credit(500);
    await api.ctx.db.execute(sql`update memos set number = 'CN/7' where id = ${memo._id}`);
    const invoice = await invoiced(300);
    await done(allocate({ memoId: memo._id, invoiceId: invoice._id, amount: 120 }));
    const left = await onAccount();
    expect(left.map((each: Record<string, unknown>) => [each['memoId'], each['number'], each['invoiceId'], each['amount']])).toEqual([
      [memo._id, 'CN/7', null, 500],
      [memo._id, 'CN/7', null, -120],
    ]);
    // A reversed payment is not a credit, and another vendor has none of these.
    const paid = await done(
      accounts.post('/api/vendorPaymentReport/advance', {
        userID: vendor.user.id,
        orderId: await makeOrder(api.ctx, vendor.user.id, `PO/${api.serial()}`, {
          lines: [orderLineOf({ quantity: '100', hsnCode: null })],
        }),
        amount: 40,
        paymentMode: 'online',
        reference: `UTR${api.serial()}`,
      }),
    );
    expect((await onAccount()).map((each: { number: string }) => each.number)).toEqual(['CN/7', 'CN/7', paid.reference]);
    await done(accounts.post(`/api/vendorPaymentReport/reverse/${paid._id}`, { reason: 'Wrong account' }));
    expect(
      (await onAccount()).filter((each: { paymentId: string | null; amount: number }) => each.paymentId !== null && each.amount > 0),
    ).toEqual([]);
    const stranger = await api.newVendor();
    expect(await onAccount({}, stranger)).toEqual([]);
    expect((await accounts.get('/api/account/allocations', { userID: vendor.user.id, onAccount: 'false' })).status).toBe(422);
  });

  test('made twice at the same time uses the amount once', async () => {
    const memo = await credit(100);
    const [one, two] = [await invoiced(100), await invoiced(100)];
    const answers = await Promise.all([one, two].map(({ _id }) => allocate({ memoId: memo._id, invoiceId: _id, amount: 100 })));
    expect(answers.map(({ status }) => status).toSorted((low, high) => low - high)).toEqual([200, 422]);
  });
});

describe('an advance', () => {
  const advance = (body: object, caller = accounts) =>
    caller.post('/api/vendorPaymentReport/advance', { userID: vendor.user.id, paymentMode: 'online', ...body });
  /** An order for ₹10,500 including taxes, without any goods received. */
  const ordered = (number: string) =>
    makeOrder(api.ctx, vendor.user.id, number, { lines: [orderLineOf({ quantity: '100', hsnCode: null })] });
  const limit = (percent: number, duties = false) =>
    api.ctx.db.execute(sql`update portal_settings set advance_percent = ${percent}, duties = ${duties}`);

  test('is limited to a share of its order, stays on account, and settles the next invoice that is paid', async () => {
    await limit(50);
    const orderId = await ordered('PO/adv');
    const paid = await done(advance({ orderId, amount: 4000, reference: 'UTR ADV', onlineKind: 'neft' }));
    expect(paid).toMatchObject({ amount: 4000, onAccount: 4000, poNumber: 'PO/adv', invoice: null, reference: 'UTR ADV' });
    const above = await advance({ orderId, amount: 1250.01 });
    expect([above.status, above.body.code, above.body.data]).toEqual([422, 'advance_above_limit', { payable: 1250 }]);
    await done(advance({ orderId, amount: 1250 }));
    expect(await outstanding()).toMatchObject({ owed: -5250, onAccount: 5250, amount: 5250 });
    const mails = await api.ctx.db.rows(
      sql`select from mails join users on users.id = user_id where kind = 'payments' and vendor_id = ${vendor.user.id}`,
    );
    expect(mails.length).toBeGreaterThan(0);
    const [one, two] = [await invoiced(6000), await invoiced(100)];
    await done(pay(two, 100));
    const { payable, invoiceValue } = (await vendor.get(`/api/invoice/getInvoiceValue/${one.invoiceNumber}`)).body;
    expect([payable, invoiceValue]).toEqual([750, 750]);
    // The reversed advance may be paid again; what it settled is open again.
    await done(accounts.post(`/api/vendorPaymentReport/reverse/${paid._id}`, { reason: 'Wrong account' }));
    expect((await vendor.get(`/api/invoice/getInvoiceValue/${one.invoiceNumber}`)).body.invoiceValue).toBe(4750);
    await done(advance({ orderId, amount: 4000 }));
  });

  test('is never above what is not invoiced, and is rejected for another vendor, an ended order, or a repeated reference', async () => {
    const orderId = await ordered('PO/adv/2');
    await invoiced(10_000, { PONumber: 'PO/adv/2' });
    expect(await codeOf(advance({ orderId, amount: 500.01 }))).toEqual([422, 'advance_above_limit']);
    await done(advance({ orderId, amount: 1, reference: 'UTR 7' }));
    expect(await codeOf(advance({ orderId, amount: 1, reference: 'utr  7' }))).toEqual([409, 'reference_in_use']);
    const stranger = await api.newVendor();
    expect((await advance({ userID: stranger.user.id, orderId, amount: 1 })).status).toBe(404);
    expect((await advance({ orderId, amount: 1 }, vendor)).status).toBe(403);
    expect((await advance({ orderId, amount: 1, paymentDate: '2099-01-01' })).status).toBe(422);
    expect((await advance({ orderId, amount: 0 })).status).toBe(422);
    await api.ctx.db.execute(sql`update purchase_orders set status = 'Closed' where id = ${orderId}`);
    expect(await codeOf(advance({ orderId, amount: 1 }))).toEqual([409, 'order_ended']);
  });

  test('is paid only once of two at the same time', async () => {
    await limit(50);
    const orderId = await ordered('PO/adv/4');
    const answers = await Promise.all([1, 2].map(() => advance({ orderId, amount: 5000 })));
    expect(answers.map(({ status }) => status).toSorted((low, high) => low - high)).toEqual([200, 422]);
  });

  /** Uploads a file with one row, which names neither an invoice nor an order. */
  const load = async (amount: number, reference: string) => {
    const [{ vendor_Code: code }] = (await vendor.get('/api/auth/user')).body;
    const content = Buffer.from(`Vendor Code,Payment Reference,Payment Date,Amount\n${code},${reference},02-11-2026,${amount}\n`);
    return (await accounts.send('POST', '/api/buyerData/payments', {}, { file: { name: 'payments.csv', content } })).body;
  };

  test('without an order has no limit under As entered, in form, API and file alike', async () => {
    await done(advance({ amount: 300 }));
    expect(await load(200, 'S1')).toMatchObject({ created: 1 });
    expect(await outstanding()).toMatchObject({ owed: -500, onAccount: 500, amount: 500 });
  });

  test.each([
    ['another preset, whatever its switches', sql`preset = 'matched'`],
    ['a limit of advances', sql`advance_percent = 100`],
    ['duties', sql`duties = true`],
    ['invoices that are not payable', sql`pay_only_matched = true`],
  ])('without an order pays at most the opening balance, in form, API and file alike, under %s', async (_name, change) => {
    await api.ctx.db.execute(sql`update portal_settings set ${change}`);
    expect(await codeOf(advance({ amount: 0.01 }))).toEqual([422, 'advance_above_limit']);
    expect((await load(0.01, 'S1')).errors).toMatchObject([{ row: 2, column: 'Amount', message: expect.stringContaining('₹0.00') }]);
    await api.ctx.db.execute(sql`update portal_settings set duties = false`);
    await done(opening(300));
    await api.ctx.db.execute(sql`update portal_settings set ${change}`);
    expect((await load(300.01, 'S2')).errors).toMatchObject([{ row: 2, column: 'Amount', message: expect.stringContaining('₹300.00') }]);
    expect(await load(200, 'S3')).toMatchObject({ created: 1 });
    expect(await codeOf(advance({ amount: 100.01 }))).toEqual([422, 'advance_above_limit']);
    await done(advance({ amount: 100 }));
    expect(await outstanding()).toMatchObject({ owed: 0, onAccount: 0, opening: 300, amount: 300 });
  });

  test('needs two users if separation of duties is on, and the second is limited to what is left then', async () => {
    await limit(50, true);
    await api.ctx.db.execute(sql`update portal_settings set limit_accounts = 4000`);
    const orderId = await ordered('PO/adv/3');
    const ask = (amount: number) => done(advance({ orderId, amount, reference: String(api.serial()) }));
    const confirm = ({ _id }: { _id: string }, caller: Caller) => caller.put(`/api/vendorPaymentReport/reported/${_id}/confirm`);
    const [first, second, third] = [await ask(3000), await ask(3000), await ask(4000.01)];
    expect(first).toMatchObject({ status: 'reported', poNumber: 'PO/adv/3', invoiceId: null });
    expect((await vendor.get('/api/vendorPaymentReport/reported')).body.payments).toEqual([]);
    expect(await outstanding()).toBeUndefined();
    expect(await codeOf(confirm(first, accounts))).toEqual([403, 'you_entered']);
    expect(await codeOf(confirm(third, other))).toEqual([403, 'above_document_limit']);
    await done(confirm(first, other));
    expect(await codeOf(confirm(first, other))).toEqual([409, 'report_decided']);
    expect(await codeOf(confirm(second, other))).toEqual([422, 'advance_above_limit']);
    expect(await outstanding()).toMatchObject({ owed: -3000 });
  });

  test('in a file is rejected if the controls limit advances', async () => {
    expect(await load(500, 'S1')).toMatchObject({ created: 1 });
    await limit(0);
    expect((await load(1, 'S2')).errors).toMatchObject([{ row: 2, column: 'Amount', message: expect.stringContaining('opening balance') }]);
    expect(await load(500, 'S1')).toMatchObject({ created: 0, updated: 0 });
    for (const amount of [501, 400]) expect((await load(amount, 'S1')).errors).toMatchObject([{ row: 2, column: 'Payment Reference' }]);
    await done(opening(550));
    expect(await load(50, 'S3')).toMatchObject({ created: 1 });
    expect((await load(0.01, 'S4')).errors).toMatchObject([{ row: 2, column: 'Amount' }]);
  });
});
