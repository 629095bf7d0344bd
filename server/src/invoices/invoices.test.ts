import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Api, type Caller, startApi, statusesOf } from '../../test/api.ts';
import { verifyBooks } from '../payments/verify.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi({}, () => new Date('2026-11-21T20:00:00Z'));
});
afterAll(() => api.close());

const form = {
  PONumber: '007001',
  PODate: '2026-10-30',
  invoiceNumber: '001234',
  invoiceDate: '2026-11-02',
  invoiceValue: '1180.10',
  CGSTValue: 90,
  SGSTValue: '90.00',
  IGSTValue: '',
};

async function add(vendor: Caller, fields: Record<string, unknown> = {}) {
  const { status, body } = await vendor.post('/api/invoice/create', { ...form, ...fields });
  expect([status, body.errors]).toEqual([200, undefined]);
  return body.data;
}

const pay = (vendor: Caller, invoiceNumber: string, amount: unknown) =>
  vendor.post('/api/vendorPaymentReport/create', { invoiceNumber, amount, paymentMode: 'online' });

const numbers = (list: { body: { invoiceNumber: string }[] }) => list.body.map(({ invoiceNumber }) => invoiceNumber);

test('an invoice is saved as sent, exact to the paisa and with leading zeros, but without the fields that payments set', async () => {
  const vendor = await api.newVendor();
  const { status, body } = await vendor.post('/api/invoice/create', { ...form, paymentReceived: 500, _id: '1', userID: '999' });
  expect([status, body.message]).toEqual([200, 'Invoice added successfully']);
  expect(body.data).toEqual({
    IRN: null,
    _id: expect.stringMatching(/^\d+$/),
    userID: vendor.user.id,
    PONumber: '007001',
    PODate: '2026-10-30',
    invoiceNumber: '001234',
    invoiceDate: '2026-11-02',
    invoiceValue: 1180.1,
    CGSTValue: 90,
    SGSTValue: 90,
    IGSTValue: null,
    remarks: null,
    vendorGST: expect.stringMatching(/^27/),
    buyerGST: null,
    matchState: 'unmatched',
    paymentReceived: 0,
    notes: 0,
    deductions: 0,
    held: 0,
    balance: 1180.1,
    dueDate: '2026-12-02',
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });
  expect((await vendor.get('/api/invoice/get', { page: 1 })).body).toEqual([body.data]);
  expect((await vendor.get(`/api/invoice/get/${body.data._id}`)).body).toEqual([body.data]);
  expect((await (await api.newVendor()).get(`/api/invoice/get/${body.data._id}`)).status).toBe(404);
});

test('an invoice without a date is dated today, in India', async () => {
  const vendor = await api.newVendor();
  expect((await add(vendor, { invoiceDate: '', PODate: null, PONumber: undefined })).invoiceDate).toBe('2026-11-22');
});

test('the vendor’s payment terms set the due date of an invoice, and each field finds the invoice', async () => {
  const vendor = await api.newVendor({ paymentTerms: 'Net 15 days' });
  const inState = async (state: string) => numbers(await vendor.get('/api/invoice/get', { state }));
  // Today is 22 November.
  for (const [invoiceNumber, invoiceDate] of [
    ['1', '2026-11-06'],
    ['2', '2026-11-07'],
    ['3', '2026-11-13'],
    ['4', '2026-11-14'],
    ['5', '2026-01-01'],
  ]) {
    await add(vendor, { invoiceNumber, invoiceDate, PONumber: '', PODate: '', invoiceValue: 100, CGSTValue: '', SGSTValue: '' });
  }
  await pay(vendor, '5', 100);
  await pay(vendor, '1', 40);
  const all = (await vendor.get('/api/invoice/get', { sortBy: 'invoiceDate' })).body;
  expect(all.map(({ dueDate }: { dueDate: string }) => dueDate)).toEqual([
    '2026-01-16',
    '2026-11-21',
    '2026-11-22',
    '2026-11-28',
    '2026-11-29',
  ]);
  expect(await inState('overdue')).toEqual(['1']);
  expect(await inState('dueSoon')).toEqual(['3', '2']);
  expect(await inState('open')).toEqual(['4', '3', '2', '1']);
  expect(await inState('paid')).toEqual(['5']);
  expect((await vendor.get('/api/invoice/get', { state: 'late' })).status).toBe(422);

  // Filter, sort and count apply only to these; the date range covers all invoices, and none of another vendor.
  const soon = await vendor.get('/api/invoice/get', { state: 'dueSoon', sortBy: 'invoiceDate', pageSize: 1, page: 2 });
  expect([numbers(soon), soon.headers['x-total-count'], soon.headers['x-date-min'], soon.headers['x-date-max']]).toEqual([
    ['3'],
    '2',
    '2026-01-01',
    '2026-11-14',
  ]);
  const admin = await api.newAdmin();
  const late = { state: 'overdue', userID: vendor.user.id, sortBy: 'invoiceValue' };
  expect(numbers(await admin.get('/api/invoice/get', late))).toEqual(['1']);
  const other = await api.newVendor();
  expect(numbers(await other.get('/api/invoice/get', late))).toEqual([]);
});

describe('the errors of section 5.4', () => {
  const number = 'Invoice number is required. It should be number.';
  const value = 'Invoice value is required. It should be number.';
  const date = 'Invalid date. Enter an existing date.';
  const bad = ['-1', 'NaN', NaN, '1e309', '1e3', 0.001, '0.001', '1,000', '१२', '0x10', '1000000000000', [], {}, true];
  test.each<[Record<string, unknown>, string, string]>([
    [{ PONumber: 'PO-1' }, 'PONumber', 'Invalid PO Number. It should be number.'],
    [{ PONumber: '१२' }, 'PONumber', 'Invalid PO Number. It should be number.'],
    [{ invoiceNumber: '' }, 'invoiceNumber', number],
    [{ invoiceNumber: undefined }, 'invoiceNumber', number],
    [{ invoiceNumber: 'INV-1' }, 'invoiceNumber', number],
    [{ invoiceNumber: '12.5' }, 'invoiceNumber', number],
    [{ invoiceNumber: '-12' }, 'invoiceNumber', number],
    [{ invoiceNumber: '9'.repeat(65) }, 'invoiceNumber', number],
    [{ invoiceValue: '' }, 'invoiceValue', value],
    [{ invoiceValue: 0 }, 'invoiceValue', value],
    [{ CGSTValue: 'x' }, 'CGSTValue', 'Invalid CGST. It should be number.'],
    [{ SGSTValue: '1,000' }, 'SGSTValue', 'Invalid SGST. It should be number.'],
    [{ IGSTValue: '-0.01' }, 'IGSTValue', 'Invalid IGST. It should be number.'],
    [{ invoiceDate: '2026-02-31' }, 'invoiceDate', date],
    [{ invoiceDate: '31-01-2026' }, 'invoiceDate', date],
    [{ PODate: '2026-13-01' }, 'PODate', date],
    ...bad.map((each): [Record<string, unknown>, string, string] => [{ invoiceValue: each }, 'invoiceValue', value]),
  ])('%j', async (fault, field, message) => {
    const vendor = await api.newVendor();
    const { status, body } = await vendor.post('/api/invoice/create', { ...form, ...fault });
    expect([status, body.errors]).toEqual([422, { [field]: message }]);
  });
});

test('the largest amount and a number of 64 digits are returned unchanged', async () => {
  const vendor = await api.newVendor();
  const invoice = await add(vendor, { invoiceNumber: `0${'9'.repeat(63)}`, invoiceValue: '999999999999.99' });
  expect([invoice.invoiceNumber, invoice.invoiceValue]).toEqual([`0${'9'.repeat(63)}`, 999999999999.99]);
  expect((await add(vendor, { invoiceNumber: 4711 })).invoiceNumber).toBe('4711');
});

test('a vendor uses a number once, other vendors can use it too, and its leading zeros count', async () => {
  const [one, other] = [await api.newVendor(), await api.newVendor()];
  const first = await add(one);
  const again = await one.post('/api/invoice/create', form);
  const words = 'Invoice number should not be same or Something went wrong';
  expect([again.status, again.body]).toEqual([409, { message: words, errors: { invoiceNumber: words }, code: 'invoice_number_in_use' }]);
  await add(other);
  const second = await add(one, { invoiceNumber: '1234' });
  const taken = await one.put(`/api/invoice/edit/${second._id}`, { invoiceNumber: first.invoiceNumber });
  expect([taken.status, taken.body.message]).toEqual([409, words]);
  const replies = await Promise.all([1, 2, 3].map(() => one.post('/api/invoice/create', { ...form, invoiceNumber: '55' })));
  expect(statusesOf(replies)).toEqual([200, 409, 409]);
});

test('a repeated request with the same Idempotency-Key writes once', async () => {
  const vendor = await api.newVendor();
  const send = () => vendor.post('/api/invoice/create', form, { 'idempotency-key': 'double-click' });
  const [first, second] = await Promise.all([send(), send()]);
  expect([first.status, second.status, second.body]).toEqual([200, 200, first.body]);
  expect((await vendor.get('/api/invoice/get', { page: 1 })).headers['x-total-count']).toBe('1');
});

describe('the list', () => {
  test('filters by number prefix and invoice date, sorts numbers numerically, and has seven rows per page', async () => {
    const vendor = await api.newVendor();
    for (const [place, invoiceNumber] of ['9', '10', '0100', '101', '1010', '7', '8', '88'].entries()) {
      await add(vendor, { invoiceNumber, invoiceDate: `2026-03-0${place + 1}`, invoiceValue: 1000 - place });
    }
    const all = await vendor.get('/api/invoice/get', { page: 1 });
    expect(numbers(all)).toEqual(['88', '8', '7', '1010', '101', '0100', '10']);
    expect([all.headers['x-total-count'], all.headers['x-date-min'], all.headers['x-date-max']]).toEqual(['8', '2026-03-01', '2026-03-08']);
    expect(numbers(await vendor.get('/api/invoice/get', { page: 2 }))).toEqual(['9']);
    const prefixed = await vendor.get('/api/invoice/get', { invoiceNumber: '10' });
    expect([numbers(prefixed), prefixed.headers['x-total-count']]).toEqual([['1010', '101', '10'], '3']);
    expect(numbers(await vendor.get('/api/invoice/get', { sortBy: 'invoiceNumber' }))).toEqual([
      '7',
      '8',
      '9',
      '10',
      '88',
      '0100',
      '101',
      '1010',
    ]);
    expect(numbers(await vendor.get('/api/invoice/get', { sortBy: 'invoiceValue' }))[0]).toBe('88');
    expect(numbers(await vendor.get('/api/invoice/get', { startDate: '2026-03-02', endDate: '2026-03-03' }))).toEqual(['0100', '10']);
    for (const nothing of ['%', '_', '1%', 'x', '00']) {
      expect((await vendor.get('/api/invoice/get', { invoiceNumber: nothing })).status).toBe(201);
    }
    const past = await vendor.get('/api/invoice/get', { page: 9 });
    expect([past.status, past.body, past.headers['x-total-count']]).toEqual([201, [], '8']);
  });

  test.each<[Record<string, string>, string]>([
    [{ startDate: '2026-02-31' }, 'startDate'],
    [{ sortBy: 'userID' }, 'sortBy'],
    [{ pageSize: '101' }, 'pageSize'],
  ])('%j is refused', async (query, field) => {
    const { status, body } = await (await api.newVendor()).get('/api/invoice/get', query);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  test('shows vendors their own invoices, and administrators those of the chosen vendor', async () => {
    const [one, other, admin] = [await api.newVendor(), await api.newVendor(), await api.newAdmin()];
    const invoice = await add(one, { invoiceNumber: '60001' });
    expect((await other.get('/api/invoice/get', { userID: one.user.id })).status).toBe(201);
    const chosen = await admin.get('/api/invoice/get', { userID: one.user.id, page: 1 });
    expect([chosen.body, chosen.headers['x-total-count']]).toEqual([[invoice], '1']);
    const everyone = await admin.get('/api/invoice/get', { page: 1, pageSize: 1 });
    expect([everyone.body, Number(everyone.headers['x-total-count']) > 1]).toEqual([[invoice], true]);
    expect((await admin.get('/api/invoice/get', { userID: 'nobody' })).status).toBe(201);
  });
});

describe('an edit', () => {
  test('changes the fields sent, keeps the others, and ignores fields that only payments or owners set', async () => {
    const vendor = await api.newVendor();
    const before = await add(vendor);
    const sent = { invoiceValue: '2000.00', PODate: null, paymentReceived: 7, userID: '1', createdAt: 'x', _id: '5' };
    const { status, body } = await vendor.put(`/api/invoice/edit/${before._id}`, sent);
    expect([status, body.message]).toEqual([200, 'Invoice updated successfully']);
    expect(body.data).toEqual({ ...before, invoiceValue: 2000, balance: 2000, PODate: null, updatedAt: expect.any(String) });
  });

  test('of an outdated form is rejected with the newer record', async () => {
    const vendor = await api.newVendor();
    const before = await add(vendor);
    const first = await vendor.put(`/api/invoice/edit/${before._id}`, { ...before, PONumber: '8' });
    const second = await vendor.put(`/api/invoice/edit/${before._id}`, { ...before, PONumber: '9' });
    expect([first.status, second.status, second.body.data]).toEqual([200, 409, first.body.data]);
    expect((await vendor.put(`/api/invoice/edit/${before._id}`, { ...first.body.data, PONumber: '9' })).status).toBe(200);
  });

  test('cannot set the value below the paid amount, or to anything that the form rejects', async () => {
    const vendor = await api.newVendor();
    const invoice = await add(vendor, { invoiceValue: 100, CGSTValue: 5, SGSTValue: 5 });
    await pay(vendor, invoice.invoiceNumber, '60.50');
    const admin = await api.newAdmin();
    const reason = 'Short delivery';
    const low = await admin.put(`/api/invoice/edit/${invoice._id}`, { invoiceValue: '60.49', reason });
    const words = `₹60.49 is less than the ₹60.50 of invoice ${invoice.invoiceNumber} that is settled. Enter at least that, or reverse a payment or memo first.`;
    expect([low.status, low.body]).toEqual([409, { message: words, errors: { invoiceValue: words }, code: 'value_below_settled' }]);
    expect((await admin.put(`/api/invoice/edit/${invoice._id}`, { invoiceValue: '60.50', reason })).status).toBe(200);
    const bad = await vendor.put(`/api/invoice/edit/${invoice._id}`, { invoiceValue: '', CGSTValue: 'x' });
    expect([bad.status, Object.keys(bad.body.errors)]).toEqual([422, ['invoiceValue', 'CGSTValue']]);
  });

  test('of fields that payments depend on is for administrators only, who give a reason', async () => {
    const [vendor, admin] = [await api.newVendor(), await api.newAdmin()];
    const invoice = await add(vendor);
    await pay(vendor, invoice.invoiceNumber, 1);
    const edit = (who: Caller, fields: object) => who.put(`/api/invoice/edit/${invoice._id}`, fields);
    const others = { PONumber: '9', PODate: '', invoiceNumber: '9', invoiceDate: '2026-11-03', invoiceValue: '1180.11' };
    const words = expect.stringContaining('has payments');
    for (const [name, value] of Object.entries(others)) {
      expect(await edit(vendor, { [name]: value, reason: 'I may' })).toEqual(
        expect.objectContaining({ status: 409, body: { message: words, errors: { [name]: words }, code: 'invoice_has_payments' } }),
      );
      expect(await edit(admin, { [name]: value, reason: ' ' })).toMatchObject({ status: 422, body: { errors: { reason: words } } });
    }
    // The whole form is unchanged except for the remarks, which no payment depends on.
    const same = { ...form, invoiceDate: '', invoiceValue: '1180.10', remarks: 'By lorry' };
    const kept = { remarks: 'By lorry', paymentReceived: 1, balance: 1179.1, updatedAt: expect.any(String) };
    expect((await edit(vendor, same)).body.data).toEqual({ ...invoice, ...kept });

    const changed = await edit(admin, { ...others, reason: 'Typed from the wrong paper' });
    expect(changed.body.data).toMatchObject({ ...others, PODate: null, invoiceValue: 1180.11 });
    const [entry] = (await admin.get('/api/audit/get', { entity: 'invoice', entityId: invoice._id })).body;
    expect(entry).toMatchObject({ action: 'invoice.edit', after: { invoiceNumber: '9', reason: 'Typed from the wrong paper' } });
  });

  test.each(['put', 'delete'] as const)('of another vendor’s invoice finds nothing: %s', async (method) => {
    const invoice = await add(await api.newVendor());
    const other = await api.newVendor();
    const path = method === 'put' ? 'edit' : 'delete';
    for (const id of [invoice._id, '999999999', 'x', '9'.repeat(30)]) {
      expect((await other[method](`/api/invoice/${path}/${id}`, {})).status).toBe(404);
    }
  });
});

test('an invoice with payments cannot be deleted; one without is deleted, and the log has both attempts', async () => {
  const [vendor, admin] = [await api.newVendor(), await api.newAdmin()];
  const [paid, free] = [await add(vendor, { invoiceNumber: '1' }), await add(vendor, { invoiceNumber: '2' })];
  await pay(vendor, '1', 1);
  const refused = await vendor.delete(`/api/invoice/delete/${paid._id}`);
  expect([refused.status, refused.body]).toEqual([
    409,
    { message: '₹1.00 of invoice 1 is settled, so it cannot be deleted. Reverse its payments first.', code: 'invoice_has_payments' },
  ]);
  const removed = await vendor.delete(`/api/invoice/delete/${free._id}`);
  expect([removed.status, removed.body]).toEqual([200, { message: 'Invoice deleted successfully' }]);
  expect((await vendor.delete(`/api/invoice/delete/${free._id}`)).status).toBe(404);
  expect(numbers(await vendor.get('/api/invoice/get', { page: 1 }))).toEqual(['1']);
  const log = await admin.get('/api/audit/get', { entity: 'invoice', entityId: free._id });
  expect(log.body.map((change: { action: string }) => change.action)).toEqual(['invoice.delete', 'invoice.create']);
});

test('an administrator adds an invoice for the vendor in the request', async () => {
  const [vendor, admin] = [await api.newVendor(), await api.newAdmin()];
  expect((await add(admin, { userID: vendor.user.id })).userID).toBe(vendor.user.id);
  expect((await add(admin)).userID).toBe(admin.user.id);
  const nobody = await admin.post('/api/invoice/create', { ...form, userID: '999999' });
  expect([nobody.status, Object.keys(nobody.body.errors)]).toEqual([422, ['userID']]);
});

describe('two calls at the same time', () => {
  test('one of a lowered value and a payment above it is rejected', async () => {
    for (let round = 0; round < 5; round += 1) {
      const vendor = await api.newVendor();
      const invoice = await add(vendor, { invoiceValue: 100, CGSTValue: 5, SGSTValue: 5 });
      const replies = await Promise.all([
        vendor.put(`/api/invoice/edit/${invoice._id}`, { invoiceValue: 50 }),
        pay(vendor, invoice.invoiceNumber, 80),
      ]);
      expect([
        [200, 409],
        [200, 422],
      ]).toContainEqual(statusesOf(replies));
      const [{ invoiceValue, paymentReceived }] = (await vendor.get(`/api/invoice/get/${invoice._id}`)).body;
      expect([
        [50, 0],
        [100, 80],
      ]).toContainEqual([invoiceValue, paymentReceived]);
    }
  });

  test('one of a deletion and a payment of the same invoice is rejected', async () => {
    for (let round = 0; round < 5; round += 1) {
      const vendor = await api.newVendor();
      const invoice = await add(vendor);
      const [removed, paid] = await Promise.all([
        vendor.delete(`/api/invoice/delete/${invoice._id}`),
        pay(vendor, invoice.invoiceNumber, 1),
      ]);
      expect([
        [200, 404],
        [409, 200],
      ]).toContainEqual([removed.status, paid.status]);
    }
  });
});

test('a number too large for JSON is rejected like any other', async () => {
  const vendor = await api.newVendor();
  const payload = '{"invoiceNumber":"1","invoiceValue":1e309}';
  const { status, body } = await vendor.ask('POST', '/api/invoice/create', { payload, headers: { 'content-type': 'application/json' } });
  expect([status, Object.keys(body.errors)]).toEqual([422, ['invoiceValue']]);
});

test('the books agree with the rows after all these tests', async () => {
  expect((await verifyBooks(api.ctx.db)).differences).toEqual([]);
});
