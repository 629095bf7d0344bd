import { MEMO_KINDS, type MemoKind } from '@aapurti/contract/memos/memoMessages';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Api, type Caller, startApi, statusesOf } from '../../test/api.ts';

let now = new Date('2026-11-21T06:00:00Z');
let api: Api;
let vendor: Caller;
beforeAll(async () => {
  api = await startApi({}, () => now);
  vendor = await api.newVendor();
});
afterAll(() => api.close());

const paths = (kind: MemoKind) => {
  const words = kind === 'debit' ? 'DebitMemo' : 'CreditMemo';
  return {
    all: `/api/${kind}Memo/getAllUser${words}`,
    one: (id: string) => `/api/${kind}Memo/getAllUser${words}/${id}`,
    add: `/api/${kind}Memo/AddUser${words}`,
    change: (id: string) => `/api/${kind}Memo/ChangeUser${words}/${id}`,
    remove: (id: string) => `/api/${kind}Memo/removeUser${words}/${id}`,
    words: kind === 'debit' ? 'Debit Memo' : 'Credit Memo',
  };
};

const common = {
  productName: 'Basmati Rice 5 kg',
  vendorInvoiceRef: 'INV/26-27/0042',
  vendorInvoiceRef_Date: '2026-11-02',
  buyerPORef: '4500012345',
  buyerPORef_Date: '2026-10-20',
  description: 'Two bags torn: दो बोरी फटी',
  itemQuantity: 2.5,
  HSNCode: '0401',
  unitPrice: '640.10',
  taxRate: 5,
  CGST: '40.01',
  SGST: 40,
  IGST: '',
  amount: '1680.26',
};
const forms = { debit: common, credit: { ...common, priceDifference: '-12.50' } };
const audit = async (kind: MemoKind, id: string) =>
  api.ctx.db.rows<{ action: string; before: unknown; after: unknown }>(
    sql`select action, before, after from audit_log where entity = ${`${kind}Memo`} and entity_id = ${id} order by id`,
  );

describe.each(MEMO_KINDS)('a %s memo', (kind) => {
  const { all, one, add, change, remove, words } = paths(kind);
  const form = forms[kind];
  const make = async (caller: Caller, more: object = {}) => (await caller.post(add, { ...form, ...more })).body.data;

  test('is added, read as an array of one, changed and deleted, each with its message and audit log entry', async () => {
    const own = await api.newVendor();
    expect((await own.get(all)).body).toEqual([]);
    expect((await own.get(all)).status).toBe(201);

    const added = await own.post(add, { ...form, _id: '7', createdAt: '2001-01-01', userID: vendor.user.id });
    expect([added.status, added.body.message]).toEqual([200, `${words} created successfully.`]);
    const memo = added.body.data;
    expect(memo).toEqual({
      _id: expect.stringMatching(/^\d+$/),
      userID: own.user.id,
      productName: 'Basmati Rice 5 kg',
      vendorInvoiceRef: 'INV/26-27/0042',
      vendorInvoiceRef_Date: '2026-11-02',
      buyerPORef: '4500012345',
      buyerPORef_Date: '2026-10-20',
      description: 'Two bags torn: दो बोरी फटी',
      itemQuantity: 2.5,
      HSNCode: '0401',
      unitPrice: 640.1,
      ...(kind === 'credit' ? { priceDifference: -12.5 } : {}),
      taxRate: 5,
      CGST: 40.01,
      SGST: 40,
      IGST: null,
      amount: 1680.26,
      vendorGST: expect.stringMatching(/^27/),
      buyerGST: null,
      memoNumber: null,
      memoDate: '2026-11-21',
      issuer: 'vendor',
      kind: 'gst',
      status: kind === 'credit' ? 'accepted' : 'open',
      invoiceId: null,
      claimId: null,
      answered: 0,
      paymentId: null,
      lines: [],
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect((await own.get(one(memo._id))).body).toEqual([memo]);
    const listed = await own.get(all);
    expect([listed.status, listed.body, listed.headers['x-total-count']]).toEqual([200, [memo], '1']);

    const changed = await own.put(change(memo._id), {
      productName: 'Broken rice',
      amount: 85,
      taxRate: '',
      userID: vendor.user.id,
    });
    expect([changed.status, changed.body.message]).toEqual([200, `${words} updated successfully.`]);
    expect(changed.body.data).toMatchObject({
      productName: 'Broken rice',
      amount: 85,
      taxRate: null,
      HSNCode: '0401',
      userID: own.user.id,
    });

    const removed = await own.delete(remove(memo._id));
    expect([removed.status, removed.body]).toEqual([200, { message: `${words} deleted successfully.` }]);
    expect((await own.get(one(memo._id))).status).toBe(404);
    expect((await own.delete(remove(memo._id))).status).toBe(404);
    expect((await own.get(all)).status).toBe(201);

    const log = await audit(kind, memo._id);
    expect(log.map(({ action }) => action)).toEqual([`${kind}Memo.create`, `${kind}Memo.edit`, `${kind}Memo.delete`]);
    expect(log[0]).toMatchObject({ before: null, after: { amount: 1680.26 } });
    expect(log[1]).toMatchObject({ before: { amount: 1680.26, taxRate: 5 }, after: { amount: 85, taxRate: null } });
    expect(log[2]).toMatchObject({ before: { productName: 'Broken rice' }, after: null });
  });

  test('with a number of two financial years needs the date or the invoiceId', async () => {
    const own = await api.newVendor();
    const invoiceIds: string[] = [];
    for (const invoiceDate of ['2026-03-31', '2026-04-01'])
      invoiceIds.push((await own.post('/api/invoice/create', { invoiceNumber: '118', invoiceDate, invoiceValue: 100 })).body.data._id);
    const named = (more: object) => own.post(add, { ...form, amount: '', vendorInvoiceRef: '118', vendorInvoiceRef_Date: '', ...more });
    const several = 'The vendor has several invoices with the number 118, dated 31-03-2026 and 01-04-2026. Enter the date of the invoice.';
    const refusal = {
      code: 'several_invoices',
      message: several,
      errors: { vendorInvoiceRef_Date: several },
      data: [
        { _id: invoiceIds[0], invoiceNumber: '118', invoiceDate: '2026-03-31', balance: 100 },
        { _id: invoiceIds[1], invoiceNumber: '118', invoiceDate: '2026-04-01', balance: 100 },
      ],
    };
    const refused = await named({});
    expect([refused.status, refused.body]).toEqual([409, refusal]);
    const dayOf = async (answer: ReturnType<typeof named>) => (await answer).body.data?.vendorInvoiceRef_Date;
    expect(await dayOf(named({ vendorInvoiceRef_Date: '2026-03-31' }))).toBe('2026-03-31');
    expect(await dayOf(named({ invoiceId: invoiceIds[0] }))).toBe('2026-03-31');
    expect((await named({ invoiceId: '999999' })).status).toBe(404);
    expect((await named({ invoiceId: invoiceIds[0], vendorInvoiceRef: '119' })).status).toBe(404);

    const memo = (await named({ vendorInvoiceRef: 'OLD/7' })).body.data;
    expect(memo.vendorInvoiceRef_Date).toBeNull();
    const edited = await own.put(change(memo._id), { vendorInvoiceRef: '118' });
    expect([edited.status, edited.body]).toEqual([409, refusal]);
    expect(await dayOf(own.put(change(memo._id), { vendorInvoiceRef: '118', invoiceId: invoiceIds[1] }))).toBe('2026-04-01');
    const payment = { invoiceNumber: '118', invoiceId: invoiceIds[0], amount: 100, paymentMode: 'online' };
    expect((await own.post('/api/vendorPaymentReport/create', payment)).status).toBe(200);
    expect(await dayOf(named({}))).toBe('2026-04-01');
  });

  test('cannot be reached by other vendors or by the calls of the other kind', async () => {
    const memo = await make(vendor);
    const other = paths(kind === 'debit' ? 'credit' : 'debit');
    const stranger = await api.newVendor();
    for (const [caller, call] of [
      [stranger, paths(kind)],
      [vendor, other],
      [await api.newAdmin(), other],
    ] as const) {
      const answers = [
        await caller.get(call.one(memo._id)),
        await caller.put(call.change(memo._id), { amount: 1 }),
        await caller.delete(call.remove(memo._id)),
      ];
      expect(answers.map(({ status, body }) => [status, body])).toEqual(
        answers.map(() => [404, { message: 'Not found.', code: 'not_found' }]),
      );
    }
    expect((await stranger.get(all, { userID: vendor.user.id })).body).toEqual([]);
    const others = await vendor.get(other.all);
    expect(others.body.map(({ _id }: { _id: string }) => _id)).not.toContain(memo._id);
    expect((await vendor.get(one(memo._id))).body).toEqual([memo]);
  });

  test('of a vendor can be read, added, changed and deleted by administrators; without a vendor they act for themselves', async () => {
    const admin = await api.newAdmin();
    const own = await api.newVendor();
    const memo = await make(admin, { userID: own.user.id });
    expect(memo.userID).toBe(own.user.id);
    expect((await admin.get(all, { userID: own.user.id })).body).toEqual([memo]);
    expect((await own.get(one(memo._id))).body).toEqual([memo]);
    expect((await admin.put(change(memo._id), { ...form, amount: 87 })).body.data).toMatchObject({ userID: own.user.id, amount: 87 });
    expect((await admin.delete(remove(memo._id))).status).toBe(200);
    expect((await make(admin)).userID).toBe(admin.user.id);
    const nobody = await admin.post(add, { ...form, userID: '999999999' });
    expect([nobody.status, nobody.body.errors]).toEqual([422, { userID: 'This user does not exist.' }]);
  });

  test('rejects an outdated edit with the newer record', async () => {
    const memo = await make(vendor);
    const newer = (await vendor.put(change(memo._id), { ...form, amount: 89, updatedAt: memo.updatedAt })).body.data;
    const stale = await vendor.put(change(memo._id), { ...form, amount: 90, updatedAt: memo.updatedAt });
    expect([stale.status, stale.body.data]).toEqual([409, newer]);
    expect((await vendor.get(one(memo._id))).body).toEqual([newer]);
    expect((await vendor.put(change(memo._id), { ...form, amount: 90 })).status).toBe(200);
  });

  test('is changed by only one of many edits of the same version', async () => {
    const memo = await make(vendor);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => vendor.put(change(memo._id), { ...form, amount: 90 + index, updatedAt: memo.updatedAt })),
    );
    expect(statusesOf(answers)).toEqual([200, 409, 409, 409, 409, 409]);
  });

  test('is written once, however often the same request arrives', async () => {
    const own = await api.newVendor();
    const headers = { 'idempotency-key': `memo-${kind}` };
    const answers = await Promise.all(Array.from({ length: 8 }, () => own.post(add, form, headers)));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect((await own.get(all)).headers['x-total-count']).toBe('1');
    expect((await own.post(add, { ...form, amount: 1 }, headers)).status).toBe(422);
  });

  const MESSAGES: [string, string][] = [
    ['itemQuantity', 'Invalid Item Quantity. It should be number.'],
    ['HSNCode', 'Invalid HSN Code. It should be number.'],
    ['unitPrice', 'Invalid Unit Price. It should be number.'],
    ...(kind === 'credit' ? [['priceDifference', 'Invalid Price Difference. It should be number.'] as [string, string]] : []),
    ['taxRate', 'Invalid Tax rate. It should be number.'],
    ['CGST', 'Invalid CGST. It should be number.'],
    ['SGST', 'Invalid SGST. It should be number.'],
    ['IGST', 'Invalid IGST. It should be number.'],
    ['amount', 'Invalid amount. It should be number.'],
  ];
  test.each(MESSAGES)('rejects a non-number in %s with its message, and accepts it empty', async (field, message) => {
    const wrong = ['abc', 'NaN', NaN, '1,000', '१२', '1e3', '0x10', '12 kg', '1.2.3', true, [], {}, '9'.repeat(40)];
    if (field !== 'priceDifference') wrong.push('-1', -1);
    if (!['itemQuantity', 'taxRate', 'HSNCode'].includes(field)) wrong.push('0.001', 0.001, '1000000000000');
    for (const value of wrong) {
      // JSON has no NaN: it arrives as null, which means empty.
      if (Number.isNaN(value)) continue;
      const { status, body } = await vendor.post(add, { ...form, [field]: value });
      expect([value, status, body.errors, body.message]).toEqual([value, 422, { [field]: message }, message]);
    }
    const payload = JSON.stringify({ ...form, [field]: 'HUGE' }).replace('"HUGE"', '1e309');
    const huge = await vendor.ask('POST', add, { payload, headers: { 'content-type': 'application/json' } });
    expect([huge.status, huge.body.errors]).toEqual([422, { [field]: message }]);
    for (const value of ['', '  ', null, undefined]) expect((await make(vendor, { [field]: value }))[field]).toBeNull();
  });

  test.each([
    [{ taxRate: 101 }, 'taxRate', 'Invalid Tax rate. It should be number.'],
    [{ itemQuantity: '0.0001' }, 'itemQuantity', 'Invalid Item Quantity. It should be number.'],
    [{ vendorInvoiceRef_Date: '2026-02-31' }, 'vendorInvoiceRef_Date', 'Invalid date. Enter an existing date.'],
    [{ buyerPORef_Date: '31-12-2026' }, 'buyerPORef_Date', 'Invalid date. Enter an existing date.'],
    [{ description: 'म'.repeat(10_000) }, 'description', 'At most 1000 characters.'],
    [{ vendorInvoiceRef: '7'.repeat(101) }, 'vendorInvoiceRef', 'At most 100 characters.'],
  ])('%#: a value out of range is rejected at its field when adding and changing', async (fault, field, message) => {
    const memo = await make(vendor);
    for (const answer of [await vendor.post(add, { ...form, ...fault }), await vendor.put(change(memo._id), { ...form, ...fault })])
      expect([answer.status, answer.body.errors]).toEqual([422, { [field]: message }]);
  });

  test('stores zero, the smallest and the largest figures to the paisa', async () => {
    const most = '999999999999.99';
    expect(await make(vendor, { amount: most, unitPrice: most, itemQuantity: '999999999.999', IGST: 0, taxRate: '0.25' })).toMatchObject({
      amount: 999999999999.99,
      unitPrice: 999999999999.99,
      itemQuantity: 999999999.999,
      IGST: 0,
      taxRate: 0.25,
    });
    expect((await make(vendor, { itemQuantity: '0.001', amount: '0.01', CGST: '0.01', SGST: '' })).itemQuantity).toBe(0.001);
  });

  test('is never less than its taxes, which are part of the amount, even after an edit of either', async () => {
    const admin = await api.newAdmin();
    const text = 'The taxes of ₹80.01 are more than the amount of ₹80.00, which they are part of. Correct the taxes or the amount.';
    const above = await vendor.post(add, { ...form, amount: 80 });
    expect([above.status, above.body.code, above.body.errors]).toEqual([422, 'taxes_above_amount', { amount: text }]);
    expect((await admin.post(add, { ...form, userID: vendor.user.id, amount: 0, issuer: 'vendor' })).status).toBe(422);
    const memo = await make(vendor, { amount: '80.01' });
    expect((await vendor.put(change(memo._id), { amount: 80 })).body.errors).toEqual({ amount: text });
    expect((await vendor.put(change(memo._id), { IGST: '0.01' })).body.code).toBe('taxes_above_amount');
    expect((await vendor.put(change(memo._id), { amount: '' })).status).toBe(200);
  });

  test('needs at least one value', async () => {
    for (const blank of [{}, { amount: '', productName: ' ', userID: vendor.user.id }]) {
      const { status, body } = await vendor.post(add, blank);
      expect([status, body.errors]).toEqual([422, { productName: 'This memo is empty. Enter at least the product name.' }]);
    }
    const memo = await make(vendor);
    const nothing = Object.fromEntries(Object.keys(form).map((field) => [field, '']));
    expect((await vendor.put(change(memo._id), nothing)).status).toBe(422);
    expect((await vendor.post(add, { amount: 0 })).status).toBe(200);
  });

  test('is found by reference and entry date, sorted by date, number and amount, seven per page', async () => {
    const own = await api.newVendor();
    const ids: string[] = [];
    for (let place = 1; place <= 9; place += 1) {
      const memo = await make(own, { vendorInvoiceRef: `INV_${place}%`, amount: 100 - place, vendorInvoiceRef_Date: `2026-01-0${place}` });
      ids.unshift(memo._id);
      await api.ctx.db.execute(sql`update memos set created_at = ${`2026-11-0${place}T20:00:00Z`}::timestamptz where id = ${memo._id}`);
    }
    const found = async (query: Record<string, string | number>) => {
      const { body, headers } = await own.get(all, query);
      return [body.map(({ _id }: { _id: string }) => _id), headers['x-total-count'], headers['x-date-min'], headers['x-date-max']];
    };
    // Eight in the evening in London is the next day in India.
    const days = ['2026-11-02', '2026-11-10'];
    expect(await found({ page: 1 })).toEqual([ids.slice(0, 7), '9', ...days]);
    expect(await found({ page: 2 })).toEqual([ids.slice(7), '9', ...days]);
    expect(await found({ startDate: '2026-11-10' })).toEqual([ids.slice(0, 1), '1', ...days]);
    expect(await found({ endDate: '2026-11-02' })).toEqual([ids.slice(8), '1', ...days]);
    expect(await found({ vendorInvoiceRef: 'inv_3%' })).toEqual([[ids[6]], '1', ...days]);
    expect((await found({ sortBy: 'amount' }))[0]).toEqual(ids);
    expect((await found({ sortBy: 'vendorInvoiceRef_Date', sortOrder: 'desc' }))[0]).toEqual(ids);
    for (const query of [{ sortBy: 'vendor_invoice_date' }, { sortOrder: 'up' }, { startDate: '2026-02-31' }, { pageSize: 101 }])
      expect([query, (await own.get(all, query as never)).status]).toEqual([query, 422]);
  });
});

test('only credit memos have a price difference, and only they can be sorted by it', async () => {
  const { add, all } = paths('debit');
  for (const priceDifference of ['', 'anything', 5]) {
    const { status, body } = await vendor.post(add, { ...common, priceDifference });
    expect([status, 'priceDifference' in body.data]).toEqual([200, false]);
  }
  expect((await vendor.get(all, { sortBy: 'priceDifference' })).status).toBe(422);
  expect((await vendor.get(paths('credit').all, { sortBy: 'priceDifference' })).status).toBeLessThan(202);
});

test('the dashboard counts both kinds, and those of the last ten days in India', async () => {
  const own = await api.newVendor();
  const counts = async (caller: Caller) => Object.assign({}, ...(await caller.get('/api/auth/getCountDetail')).body.countList);
  expect(await counts(own)).toMatchObject({ totalDebit: 0, last10DayDebitDetail: 0, totalCredit: 0, last10DayCreditDetail: 0 });
  const made: string[] = [];
  for (const kind of ['debit', 'debit', 'credit', 'debit'] as const) {
    made.push((await own.post(paths(kind).add, forms[kind])).body.data._id);
  }
  // The first moment of the tenth day back, and the moment before it.
  await api.ctx.db.execute(
    sql`update memos set created_at = '2026-11-12T00:00:00+05:30'::timestamptz where id = any(${made.slice(0, 3)}::bigint[])`,
  );
  await api.ctx.db.execute(sql`update memos set created_at = '2026-11-11T23:59:59.999+05:30'::timestamptz where id = ${made[3]}`);
  now = new Date('2026-11-21T18:29:00Z');
  const late = await api.signIn(own.user);
  expect(await counts(late)).toMatchObject({ totalDebit: 3, last10DayDebitDetail: 2, totalCredit: 1, last10DayCreditDetail: 1 });
  now = new Date('2026-11-21T18:31:00Z');
  expect(await counts(late)).toMatchObject({ totalDebit: 3, last10DayDebitDetail: 0, totalCredit: 1, last10DayCreditDetail: 0 });
});
