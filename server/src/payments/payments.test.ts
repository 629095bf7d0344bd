// Why so long: one domain's verbs, over the same seeded invoices.
import sql from 'sql-template-tag';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Api, type Caller, startApi, statusesOf } from '../../test/api.ts';
import { plainRows } from '../../test/workbook.ts';
import { verifyBooks } from './verify.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi({}, () => new Date('2026-11-21T06:00:00Z'));
});
afterAll(() => api.close());

async function invoice(vendor: Caller, invoiceNumber: string, invoiceValue: unknown = 100, more: Record<string, unknown> = {}) {
  const { status } = await vendor.post('/api/invoice/create', { invoiceNumber, invoiceValue, ...more });
  expect(status).toBe(200);
}

const pay = (vendor: Caller, fields: Record<string, unknown>) =>
  vendor.post('/api/vendorPaymentReport/create', { paymentMode: 'online', ...fields });

const balance = async (vendor: Caller, number: string) => (await vendor.get(`/api/invoice/getInvoiceValue/${number}`)).body;

test('a payment lowers the balance and appears in the report with its words', async () => {
  const vendor = await api.newVendor({ vendor_Code: 4242 });
  await invoice(vendor, '0071', '1180.10');
  const { status, body } = await pay(vendor, { invoiceNumber: '0071', amount: '0.10', paymentMode: 'cheque', Remarks: 'Cheque 000123' });
  expect([status, body.message]).toEqual([200, 'Payment added successfully']);
  expect(body.data).toEqual({
    _id: expect.any(String),
    vendorId: vendor.user.id,
    vendorCode: 4242,
    vendorName: expect.any(String),
    gst: expect.stringMatching(/^27/),
    paymentDate: '2026-11-21',
    tenderType: 'cheque',
    amount: 0.1,
    remarks: 'Cheque 000123',
    invoice: '0071',
    onlineKind: null,
    reference: null,
    accountLast4: null,
    onAccount: 0,
    reversalOf: null,
    reason: null,
    isReversed: false,
    poNumber: null,
  });
  expect((await vendor.post('/api/purChaseOrder/purchase_payment')).body).toEqual({ result: [body.data] });
  expect(await balance(vendor, '0071')).toEqual({
    invoiceValue: 1180,
    invoiceTotal: 1180.1,
    notes: 0,
    paid: 0.1,
    deductions: 0,
    held: 0,
    payable: 1180,
    reason: null,
    vendorPayable: null,
  });
  expect((await vendor.get('/api/invoice/get')).body[0].paymentReceived).toBe(0.1);
});

describe('the errors of section 5.5', () => {
  const amount = 'Please enter payment amount';
  test.each<[Record<string, unknown>, Record<string, string>]>([
    ...['', null, undefined, 0, '-1', 'NaN', NaN, '1e309', '0.001', '1,000', '१२', 'abc', []].map(
      (each): [Record<string, unknown>, Record<string, string>] => [{ amount: each }, { amount }],
    ),
    [{ amount: '100.01' }, { amount: 'Payment value should not be more then 100.00' }],
    [{ amount: '999999999999.99' }, { amount: 'Payment value should not be more then 100.00' }],
    [{ paymentMode: '' }, { paymentMode: 'Please select Payment Mode' }],
    [{ paymentMode: 'cash' }, { paymentMode: 'Please select Payment Mode' }],
    [
      { paymentMode: undefined, amount: '' },
      { amount, paymentMode: 'Please select Payment Mode' },
    ],
    [{ invoiceNumber: '' }, { invoiceNumber: 'Please select invoice number' }],
    [{ Remarks: 'x'.repeat(1001) }, { Remarks: 'At most 1000 characters.' }],
  ])('%j', async (fault, errors) => {
    const vendor = await api.newVendor();
    await invoice(vendor, '1');
    const { status, body } = await pay(vendor, { invoiceNumber: '1', amount: 10, ...fault });
    expect([status, body.errors]).toEqual([422, errors]);
    expect((await balance(vendor, '1')).paid).toBe(0);
  });

  test('the last paisa can be paid but not one more, and then nothing is left', async () => {
    const vendor = await api.newVendor();
    await invoice(vendor, '1', '0.03');
    await pay(vendor, { invoiceNumber: '1', amount: 0.01 });
    const more = await pay(vendor, { invoiceNumber: '1', amount: 0.03 });
    expect([more.status, more.body.errors]).toEqual([422, { amount: 'Payment value should not be more then 0.02' }]);
    expect((await pay(vendor, { invoiceNumber: '1', amount: 0.02 })).status).toBe(200);
    const none = await pay(vendor, { invoiceNumber: '1', amount: 0.01 });
    expect([none.status, none.body.errors]).toEqual([422, { amount: "You don't have any payment left for this invoice." }]);
  });
});

test('numbers of other vendors, with other zeros or unknown are not found', async () => {
  const [vendor, other] = [await api.newVendor(), await api.newVendor()];
  await invoice(vendor, '0815');
  for (const [caller, invoiceNumber] of [
    [other, '0815'],
    [vendor, '815'],
    [vendor, '9'.repeat(64)],
  ] as const) {
    const { status, body } = await pay(caller, { invoiceNumber, amount: 1, userID: vendor.user.id });
    expect([status, body]).toEqual([404, { message: 'Not found.', code: 'not_found' }]);
    expect((await caller.get(`/api/invoice/getInvoiceValue/${invoiceNumber}`, { userID: vendor.user.id })).status).toBe(404);
  }
});

test('an administrator pays for the chosen vendor, because numbers repeat between vendors', async () => {
  const [one, other, admin] = [await api.newVendor(), await api.newVendor(), await api.newAdmin()];
  for (const vendor of [one, other]) await invoice(vendor, '333', 50);
  expect((await pay(admin, { invoiceNumber: '333', amount: 50, userID: other.user.id })).body.data.vendorId).toBe(other.user.id);
  expect((await pay(admin, { invoiceNumber: '333', amount: 1 })).status).toBe(404);
  expect([await balance(one, '333'), await balance(other, '333')].map(({ paid }) => paid)).toEqual([0, 50]);
  const unclear = await admin.get('/api/invoice/getInvoiceValue/333');
  expect([unclear.status, unclear.body]).toEqual([
    404,
    { message: 'Several vendors have an invoice with the number 333. Choose the vendor.', code: 'several_vendors' },
  ]);
  expect((await admin.get('/api/invoice/getInvoiceValue/333', { userID: one.user.id })).body.invoiceValue).toBe(50);
});

describe('invoice numbers', () => {
  test('of invoices with a balance are listed newest first, or those of all invoices', async () => {
    const [vendor, other] = [await api.newVendor(), await api.newVendor()];
    for (const number of ['12', '7', '120']) await invoice(vendor, number);
    await pay(vendor, { invoiceNumber: '7', amount: 100 });
    const ask = async (query = {}, caller = vendor) => {
      const { status, body, headers } = await caller.get('/api/invoice/getInvoiceNumList', query);
      return [status, body, Number(headers['x-total-count'])];
    };
    expect(await ask()).toEqual([200, ['120', '12'], 2]);
    expect(await ask({ all: 'true' })).toEqual([200, ['120', '7', '12'], 3]);
    expect(await ask({ search: '12', page: 1, pageSize: 1 })).toEqual([200, ['120'], 2]);
    expect(await ask({ search: '2' })).toEqual([201, [], 0]);
    expect(await ask({ sortBy: 'invoiceNumber' })).toEqual([200, ['12', '120'], 2]);
    expect(await ask({ userID: vendor.user.id }, other)).toEqual([201, [], 0]);
    expect(await ask({ userID: vendor.user.id }, await api.newAdmin())).toEqual([200, ['120', '12'], 2]);
  });

  test('are returned a thousand at a time out of ten thousand, and can be found by their beginning', async () => {
    const vendor = await api.newVendor();
    await api.ctx.db.execute(sql`
      insert into invoices (vendor_id, number, invoice_date, value) select ${vendor.user.id}, 100000 + n, '2026-01-01', 10 from generate_series(1, 10000) n`);
    const first = await vendor.get('/api/invoice/getInvoiceNumList');
    expect([first.body.length, first.headers['x-total-count'], first.headers['link']]).toEqual([
      1000,
      '10000',
      expect.stringMatching(/startAfter=\d+>; rel="next"$/),
    ]);
    const startAfter = /startAfter=(\d+)/.exec(String(first.headers['link']))?.[1] ?? '';
    const second = await vendor.get('/api/invoice/getInvoiceNumList', { startAfter });
    expect([second.body[0], second.body.length]).toEqual(['109000', 1000]);
    expect((await vendor.get('/api/invoice/getInvoiceNumList', { search: '104711' })).body).toEqual(['104711']);
  });
});

describe('the payment report', () => {
  test('has the newest first, seven per page, by date and vendor', async () => {
    const [vendor, other, admin] = [await api.newVendor(), await api.newVendor(), await api.newAdmin()];
    await invoice(vendor, '5', 100);
    for (let amount = 1; amount <= 9; amount += 1) await pay(vendor, { invoiceNumber: '5', amount });
    const report = async (caller: Caller, query = '', body = {}) => {
      const { status, body: answer, headers } = await caller.post(`/api/purChaseOrder/purchase_payment?page=1${query}`, body);
      return {
        status,
        amounts: answer.result.map((row: { amount: number }) => row.amount),
        total: Number(headers['x-total-count']),
        headers,
      };
    };
    expect(await report(vendor)).toMatchObject({ status: 200, amounts: [9, 8, 7, 6, 5, 4, 3], total: 9 });
    expect((await report(vendor)).headers['x-date-max']).toBe('2026-11-21');
    expect((await report(vendor, '&sortBy=amount&pageSize=2')).amounts).toEqual([1, 2]);
    expect((await report(vendor, '&sortBy=invoice&sortOrder=desc&pageSize=1')).amounts).toEqual([9]);
    expect(await report(vendor, '&startDate=2026-11-22')).toMatchObject({ status: 200, amounts: [], total: 0 });
    expect(await report(other, `&userID=${vendor.user.id}`, { userID: vendor.user.id })).toMatchObject({ amounts: [], total: 0 });
    expect(await report(admin, `&userID=${vendor.user.id}`)).toMatchObject({ total: 9 });
    expect(await report(admin, '', { userID: vendor.user.id })).toMatchObject({ total: 9 });
    expect((await vendor.post('/api/purChaseOrder/purchase_payment?sortBy=balance')).status).toBe(422);
    expect((await vendor.post('/api/purChaseOrder/purchase_payment?startDate=2026-02-30')).status).toBe(422);
  });
});

test('the report can be limited to the payments of one invoice, for its vendor and the buyer only', async () => {
  const [vendor, other, admin] = [await api.newVendor(), await api.newVendor(), await api.newAdmin()];
  for (const number of ['1', '2']) await invoice(vendor, number);
  for (const [invoiceNumber, amount] of [
    ['1', 3],
    ['2', 4],
    ['1', 5],
  ])
    await pay(vendor, { invoiceNumber, amount });
  const [{ _id }] = (await vendor.get('/api/invoice/get', { invoiceNumber: '1' })).body;
  const amounts = async (caller: Caller, invoiceId: string) =>
    (await caller.post(`/api/purChaseOrder/purchase_payment?invoiceId=${invoiceId}`)).body.result.map(
      (row: { amount: number }) => row.amount,
    );
  expect(await amounts(vendor, _id)).toEqual([5, 3]);
  expect(await amounts(admin, _id)).toEqual([5, 3]);
  expect(await amounts(other, _id)).toEqual([]);
  expect(await amounts(vendor, 'x')).toEqual([]);
});

test('the report shows the current number of an invoice', async () => {
  const [vendor, admin] = [await api.newVendor(), await api.newAdmin()];
  await invoice(vendor, '12');
  await pay(vendor, { invoiceNumber: '12', amount: 1 });
  const [{ _id }] = (await vendor.get('/api/invoice/get', { invoiceNumber: '12' })).body;
  const { status } = await admin.put(`/api/invoice/edit/${_id}`, { invoiceNumber: '21', reason: 'Mistyped' });
  const { result } = (await vendor.post('/api/purChaseOrder/purchase_payment')).body;
  expect([status, result.map((row: { invoice: string }) => row.invoice)]).toEqual([200, ['21']]);
  expect((await verifyBooks(api.ctx.db)).differences).toEqual([]);
});

describe('the outstanding amounts', () => {
  const outstanding = async (caller: Caller, query = '', body = {}) =>
    (await caller.post(`/api/purChaseOrder/purchase_payment?${query}`, { status: 'OS', ...body })).body.result;

  test('have one row per vendor with totals, and a vendor sees only its own', async () => {
    const [vendor, other, admin] = [await api.newVendor(), await api.newVendor(), await api.newAdmin()];
    await invoice(vendor, '1', '100.10');
    await invoice(vendor, '2', '0.20');
    await invoice(other, '1', 5);
    await pay(vendor, { invoiceNumber: '1', amount: '0.30' });
    const row = { vendorId: vendor.user.id, invoice: 100.3, amount: 0.3, balance: 100 };
    expect(await outstanding(vendor)).toEqual([expect.objectContaining(row)]);
    expect(Object.keys((await outstanding(vendor))[0])).toEqual([
      'vendorId',
      'vendorCode',
      'vendorName',
      'invoice',
      'amount',
      'notes',
      'deductions',
      'balance',
      'owed',
      'notAgreed',
      'held',
      'onAccount',
      'opening',
    ]);
    expect(await outstanding(vendor, '', { userID: other.user.id })).toEqual([expect.objectContaining(row)]);
    expect(await outstanding(await api.newVendor())).toEqual([]);
    expect(await outstanding(admin, `userID=${other.user.id}`)).toEqual([expect.objectContaining({ balance: 5 })]);
    const all = await outstanding(admin, 'sortBy=balance&sortOrder=desc');
    expect(all.map((each: { balance: number }) => each.balance)).toEqual(
      all.map((each: { balance: number }) => each.balance).sort((one: number, two: number) => two - one),
    );
    expect(all.length).toBeGreaterThan(1);
    expect((await admin.post('/api/purChaseOrder/purchase_payment?sortBy=paymentDate', { status: 'OS' })).status).toBe(422);
  });

  test('have a page far beyond the end', async () => {
    const far = await (await api.newAdmin()).post('/api/purChaseOrder/purchase_payment?page=5000', { status: 'OS' });
    expect([far.status, far.body]).toEqual([200, { result: [] }]);
  });

  test('by age follow the invoice dates to the day, and add up', async () => {
    const vendor = await api.newVendor();
    // The days before today and the amount: the first and last day of each ageing bucket, and one of tomorrow.
    const due = { '0': 2, '30': 4, '31': 8, '60': 16, '61': 32, '90': 64, '91': 128, '400': 256 };
    for (const [days, invoiceValue] of Object.entries(due)) {
      const day = new Date(Date.UTC(2026, 10, 21 - Number(days))).toISOString().slice(0, 10);
      await invoice(vendor, `${Number(days) + 1000}`, invoiceValue, { invoiceDate: day });
    }
    // Users cannot enter an invoice dated tomorrow, but one may exist.
    await invoice(vendor, '999', 1);
    await api.ctx.db.execute(sql`update invoices set invoice_date = '2026-11-22' where vendor_id = ${vendor.user.id} and number = '999'`);
    await invoice(vendor, '1', 1000, { invoiceDate: '2026-08-23' });
    await pay(vendor, { invoiceNumber: '1', amount: 1000 });
    const [row] = await outstanding(vendor, 'ageing=true');
    expect(row).toMatchObject({ days0to30: 7, days31to60: 24, days61to90: 96, over90: 384, balance: 511 });
  });
});

test('the purchase returns of a vendor are listed newest first, five per page, and only for that vendor', async () => {
  const [vendor, other] = [await api.newVendor(), await api.newVendor()];
  await api.ctx.db.execute(sql`
    insert into purchase_returns (external_id, vendor_id, po_number, po_date, invoice_number, invoice_date, item_name, received_quantity, returned_quantity, remarks)
    select 'R' || n, ${vendor.user.id}, '00' || n, '2026-09-01', '7', date '2026-10-01' + n, 'Rice', 10, n, 'Torn' from generate_series(1, 6) n`);
  const page = await vendor.get('/api/purChaseOrder/purchase_return', { page: 1 });
  expect([page.body.result.length, page.headers['x-total-count']]).toEqual([5, '6']);
  expect(page.body.result[0]).toEqual({
    _id: expect.any(String),
    userID: vendor.user.id,
    gstGrRef: '006',
    poDate: '2026-09-01',
    docRef: '7',
    docDate: '2026-10-07',
    itemName: 'Rice',
    grQty: 10,
    prQty: 6,
    remarks: 'Torn',
    receipt: null,
  });
  const sorted = await vendor.get('/api/purChaseOrder/purchase_return', { sortBy: 'prQty', startDate: '2026-10-03' });
  expect(sorted.body.result.map((row: { prQty: number }) => row.prQty)).toEqual([2, 3, 4, 5, 6]);
  const nothing = await other.get('/api/purChaseOrder/purchase_return', { userID: vendor.user.id });
  expect([nothing.status, nothing.body]).toEqual([200, { result: [] }]);
});

describe('several calls at the same time', () => {
  test('save only one of two payments of the last rupee', async () => {
    const vendor = await api.newVendor();
    await invoice(vendor, '1', 1);
    const replies = await Promise.all(Array.from({ length: 6 }, () => pay(vendor, { invoiceNumber: '1', amount: 1 })));
    expect(statusesOf(replies)).toEqual([200, 422, 422, 422, 422, 422]);
    expect(await balance(vendor, '1')).toMatchObject({ invoiceValue: 0, invoiceTotal: 1, paid: 1, payable: 0 });
  });

  test('pay once for a repeated request with its key', async () => {
    const vendor = await api.newVendor();
    await invoice(vendor, '1', 10);
    const body = { invoiceNumber: '1', amount: 6, paymentMode: 'online' };
    const send = () => vendor.post('/api/vendorPaymentReport/create', body, { 'idempotency-key': 'once' });
    const replies = await Promise.all([send(), send(), send()]);
    expect(statusesOf(replies)).toEqual([200, 200, 200]);
    expect(new Set(replies.map((reply) => reply.body.data._id)).size).toBe(1);
    expect((await balance(vendor, '1')).paid).toBe(6);
  });

  test('never deadlock when invoices of two vendors are added, edited, paid and deleted', async () => {
    const vendors = [await api.newVendor(), await api.newVendor()] as const;
    const rounds = Array.from({ length: 30 }, (_, round) => round);
    const answers = await Promise.all(
      rounds.flatMap((round) =>
        vendors.map(async (vendor) => {
          const number = String(1 + (round % 5));
          const day = `2026-0${1 + (round % 9)}-15`;
          const added = await vendor.post('/api/invoice/create', { invoiceNumber: number, invoiceValue: 1000, invoiceDate: day });
          const paid = await pay(vendor, { invoiceNumber: number, amount: 100 + round });
          const [found] = (await vendor.get('/api/invoice/get', { invoiceNumber: number, page: 1 })).body;
          const edited = await vendor.put(`/api/invoice/edit/${found?._id}`, { invoiceDate: day, invoiceValue: 900 - round });
          const removed = await vendor.delete(`/api/invoice/delete/${found?._id}`);
          return [added, paid, edited, removed];
        }),
      ),
    );
    expect(answers.flat().filter(({ status }) => ![200, 404, 409, 422].includes(status))).toEqual([]);
    expect((await verifyBooks(api.ctx.db)).differences).toEqual([]);
  });

  test('leave exact sums and no balance below zero', async () => {
    const vendor = await api.newVendor();
    let serial = 0;
    const paise = fc.integer({ min: 1, max: 3000 });
    await fc.assert(
      fc.asyncProperty(paise, fc.array(paise, { minLength: 1, maxLength: 8 }), async (value, amounts) => {
        const number = String((serial += 1));
        await invoice(vendor, number, (value / 100).toFixed(2));
        const replies = await Promise.all(
          amounts.map((amount) => pay(vendor, { invoiceNumber: number, amount: (amount / 100).toFixed(2) })),
        );
        const stored = amounts.filter((_, place) => replies[place]?.status === 200).reduce((sum, amount) => sum + amount, 0);
        const { invoiceValue, paid } = await balance(vendor, number);
        expect([Math.round(paid * 100), Math.round(invoiceValue * 100)]).toEqual([stored, value - stored]);
        expect(stored).toBeLessThanOrEqual(value);
        // A rejected amount would not have fitted into the remaining balance.
        for (const [place, amount] of amounts.entries()) if (replies[place]?.status !== 200) expect(amount).toBeGreaterThan(value - stored);
      }),
      { numRuns: 25 },
    );
  });
});

test('the dashboard counts invoices and their value, the caller’s own and those of the last ten days', async () => {
  const vendor = await api.newVendor();
  for (const number of ['1', '2', '3']) await invoice(vendor, number, '100.10');
  const instants = { '1': '2026-11-11T18:29:59Z', '2': '2026-11-11T18:30:00Z', '3': '2026-11-21T05:00:00Z' };
  for (const [number, at] of Object.entries(instants)) {
    await api.ctx.db.execute(sql`update invoices set created_at = ${at} where vendor_id = ${vendor.user.id} and number = ${number}`);
  }
  const counts = async () => Object.assign({}, ...(await vendor.get('/api/auth/getCountDetail')).body.countList);
  expect(await counts()).toMatchObject({ totalInvoice: 3, sumOfTotalInvoice: 300.3, last10DayInvoice: 2, sumOfDaysInvoice: 200.2 });
  const [{ _id }] = (await vendor.get('/api/invoice/get', { invoiceNumber: '3' })).body;
  await vendor.delete(`/api/invoice/delete/${_id}`);
  expect(await counts()).toMatchObject({ totalInvoice: 2, sumOfTotalInvoice: 200.2, last10DayInvoice: 1, sumOfDaysInvoice: 100.1 });
});

test('a number too large for JSON is rejected like any other', async () => {
  const vendor = await api.newVendor();
  const payload = '{"invoiceNumber":"1","paymentMode":"online","amount":1e309}';
  const { status, body } = await vendor.ask('POST', '/api/vendorPaymentReport/create', {
    payload,
    headers: { 'content-type': 'application/json' },
  });
  expect([status, Object.keys(body.errors)]).toEqual([422, ['amount']]);
});

test('both reports can be downloaded as .xlsx files with the filtered rows', async () => {
  const vendor = await api.newVendor({ vendor_Code: 777 });
  await invoice(vendor, '0042', '1180.10', { invoiceDate: '2026-08-01' });
  await pay(vendor, { invoiceNumber: '0042', amount: '80.10', Remarks: '=1+1' });
  const rowsOf = async (path: string, query = {}) => {
    const { status, headers, body } = await vendor.get(path, query);
    return { status, name: headers['content-disposition'], rows: await plainRows(body) };
  };
  const paid = await rowsOf('/api/purChaseOrder/purchase_payment/export');
  expect([paid.status, paid.name]).toEqual([200, 'attachment; filename="vendor-payments.xlsx"']);
  expect(paid.rows[0]).toEqual([
    'Vendor Code',
    'Vendor GSTIN',
    'Vendor Name',
    'Payment Date',
    'Payment Mode',
    'Amount',
    'Remarks',
    'Invoice Reference',
    'Online Kind',
    'Payment Reference',
    'Paid to Account',
    'On Account',
    'Reason for Reversal',
  ]);
  expect(paid.rows[1]?.slice(4)).toEqual(['online', 80.1, '=1+1', '0042', null, null, null, 0]);
  expect((await rowsOf('/api/purChaseOrder/purchase_payment/export', { startDate: '2026-11-22' })).rows.length).toBe(1);
  const due = await rowsOf('/api/purChaseOrder/outstanding/export', { ageing: 'true' });
  expect(due.rows.map((row) => row.slice(2))).toEqual([
    [
      'Invoice Total',
      'Payment Total',
      'Notes Total',
      'Deductions Total',
      'Opening Balance',
      'Balance Total',
      'Payable',
      'Held by claims',
      'On account',
      '0-30 days',
      '31-60 days',
      '61-90 days',
      'Over 90 days',
    ],
    [1180.1, 80.1, 0, 0, 0, 1100, 1100, 0, 0, 0, 0, 0, 1100],
  ]);
  expect((await rowsOf('/api/purChaseOrder/outstanding/export')).rows[0]?.length).toBe(11);
});

test('the books agree with the rows after all these tests', async () => {
  expect((await verifyBooks(api.ctx.db)).differences).toEqual([]);
});

test('the balance states why nothing is payable, and how much the account allows in total', async () => {
  const vendor = await api.newVendor();
  await invoice(vendor, '0091', 100);
  await api.ctx.db.execute(sql`update portal_settings set pay_only_matched = true`);
  try {
    expect(await balance(vendor, '0091')).toMatchObject({ payable: 0, vendorPayable: 0, reason: expect.stringContaining('0091') });
  } finally {
    await api.ctx.db.execute(sql`update portal_settings set pay_only_matched = false`);
  }
  expect(await balance(vendor, '0091')).toMatchObject({ payable: 100, vendorPayable: null, reason: null });
});
