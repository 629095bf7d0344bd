import { noteCodes } from '@aapurti/contract/dispatch-notes/dispatchNotes';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Api, type Caller, startApi, statusesOf } from '../../test/api.ts';
import { plainRows } from '../../test/workbook.ts';
import { makeOrder } from '../demo/factories.ts';

let now = new Date('2026-11-21T06:00:00Z');
let api: Api;
let vendor: Caller;
beforeAll(async () => {
  api = await startApi({}, () => now);
  vendor = await api.newVendor();
});
afterAll(() => api.close());

const all = '/api/desPatchNote/get';
const one = (id: string) => `/api/desPatchNote/get/${id}`;
const add = '/api/desPatchNote/create';
const change = (id: string) => `/api/desPatchNote/edit/${id}`;
const remove = (id: string) => `/api/desPatchNote/delete/${id}`;

const form = {
  DateOfDeliverChallan: '2026-11-19',
  PONumber: '0004500012345',
  PODate: '2026-11-02',
  NumberOfCarton: '24',
  TransporterDetails: 'श्री बालाजी Roadlines',
  DriverName: 'Ramesh Yadav',
  DriverContact: 9812345678,
  VehicleNumber: 'HR38AB1234',
  eWayBillNumber: '381009290312',
  totalNoOfPackages: 26,
  netWeightInKgs: '1210.125',
  grossWeightInKgs: 1250.5,
  deliveryLocation: 'Bhiwandi warehouse, gate 3',
  buyerRepresentativeId: 'EMP-0042',
};
const number = () => `DC/26-27/${String(api.serial()).padStart(4, '0')}`;
/** A new e-way bill number, because a vendor can use one on only one note. */
const bill = () => String(381_009_290_312 + api.serial());
const make = async (caller: Caller, more: object = {}) =>
  (await caller.post(add, { DCNumber: number(), ...form, eWayBillNumber: bill(), ...more })).body.data;

/** An order from the buyer to this vendor. */
const order = (owner: Caller, poNumber: string) => makeOrder(api.ctx, owner.user.id, poNumber);

test('a dispatch note can be added, read, changed and deleted, each with its message and its entry in the audit log', async () => {
  const own = await api.newVendor();
  expect([(await own.get(all)).status, (await own.get(all)).body]).toEqual([201, []]);

  const added = await own.post(add, { DCNumber: ' DC/0007 ', ...form, _id: '7', createdAt: '2001-01-01', userID: vendor.user.id });
  expect([added.status, added.body.message]).toEqual([200, 'Dispatch Note added Successfully']);
  const note = added.body.data;
  expect(note).toEqual({
    ...form,
    _id: expect.stringMatching(/^\d+$/),
    userID: own.user.id,
    DCNumber: 'DC/0007',
    NumberOfCarton: 24,
    DriverContact: '9812345678',
    netWeightInKgs: 1210.125,
    state: null,
    issuer: 'vendor',
    kind: null,
    vendorGST: expect.stringMatching(/^27/),
    buyerGST: null,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });
  expect((await own.get(one(note._id))).body).toEqual([note]);
  const listed = await own.get(all);
  expect([listed.status, listed.body, listed.headers['x-total-count']]).toEqual([200, [note], '1']);

  const changed = await own.put(change(note._id), { NumberOfCarton: 25, DriverName: '', DateOfDeliverChallan: '', userID: vendor.user.id });
  expect([changed.status, changed.body.message]).toEqual([200, 'Dispatch Note updated Successfully']);
  expect(changed.body.data).toEqual({ ...note, NumberOfCarton: 25, DriverName: null, updatedAt: expect.any(String) });

  const removed = await own.delete(remove(note._id));
  expect([removed.status, removed.body]).toEqual([200, { message: 'Dispatch Note deleted Successfully' }]);
  expect((await own.get(one(note._id))).status).toBe(404);
  expect((await own.delete(remove(note._id))).status).toBe(404);
  expect((await own.get(all)).status).toBe(201);

  const log = await api.ctx.db.rows<{ action: string; before: unknown; after: unknown }>(
    sql`select action, before, after from audit_log where entity = 'dispatchNote' and entity_id = ${note._id} order by id`,
  );
  expect(log.map(({ action }) => action)).toEqual(['dispatchNote.create', 'dispatchNote.edit', 'dispatchNote.delete']);
  expect(log[0]).toMatchObject({ before: null, after: { DCNumber: 'DC/0007', challanDate: '2026-11-19' } });
  expect(log[1]).toMatchObject({
    before: { NumberOfCarton: 24, DriverName: 'Ramesh Yadav' },
    after: { NumberOfCarton: 25, DriverName: null },
  });
  expect(log[2]).toMatchObject({ before: { NumberOfCarton: 25 }, after: null });
});

test('a dispatch note needs only its number, and then has today’s date in India', async () => {
  now = new Date('2026-11-20T18:31:00Z');
  const own = await api.newVendor();
  const { status, body } = await own.post(add, { DCNumber: 'A-1' });
  const blank = Object.fromEntries(Object.keys(form).map((field) => [field, null]));
  expect([status, body.data]).toMatchObject([200, { ...blank, DCNumber: 'A-1', DateOfDeliverChallan: '2026-11-21' }]);
  now = new Date('2026-11-21T06:00:00Z');
});

test('a dispatch note is out of reach of other vendors, even if they name its owner', async () => {
  const note = await make(vendor);
  const stranger = await api.newVendor();
  const answers = [
    await stranger.get(one(note._id)),
    await stranger.put(change(note._id), { NumberOfCarton: 1 }),
    await stranger.delete(remove(note._id)),
    await stranger.get(one('nonsense')),
  ];
  expect(answers.map(({ status, body }) => [status, body])).toEqual(answers.map(() => [404, { message: 'Not found.', code: 'not_found' }]));
  expect((await stranger.get(all, { userID: vendor.user.id })).body).toEqual([]);
  expect((await vendor.get(one(note._id))).body).toEqual([note]);
});

test('administrators can read, add, change and delete the dispatch notes of a vendor, and act for themselves if they name none', async () => {
  const admin = await api.newAdmin();
  const own = await api.newVendor();
  const note = await make(admin, { userID: own.user.id });
  expect(note.userID).toBe(own.user.id);
  expect((await admin.get(all, { userID: own.user.id })).body).toEqual([note]);
  expect((await own.get(one(note._id))).body).toEqual([note]);
  expect((await admin.put(change(note._id), { NumberOfCarton: 7 })).body.data).toMatchObject({ userID: own.user.id, NumberOfCarton: 7 });
  expect((await admin.delete(remove(note._id))).status).toBe(200);
  expect((await make(admin)).userID).toBe(admin.user.id);
  const nobody = await admin.post(add, { DCNumber: number(), userID: '999999999' });
  expect([nobody.status, nobody.body.errors]).toEqual([422, { userID: 'This user does not exist.' }]);
});

describe('the DC number', () => {
  const clash = {
    message: 'Something went Wrong',
    errors: { DCNumber: 'Something went Wrong. This DC Number is already in use.' },
    code: noteCodes.numberInUse,
  };

  test('is required, and can be text of any kind', async () => {
    for (const DCNumber of [undefined, null, '', '  ']) {
      const { status, body } = await vendor.post(add, { ...form, DCNumber });
      expect([status, body]).toEqual([422, { message: 'DC Number is required.', errors: { DCNumber: 'DC Number is required.' } }]);
    }
    const own = await api.newVendor();
    for (const [sent, kept] of [
      ['SRM/26-27/0042', 'SRM/26-27/0042'],
      ['0042', '0042'],
      [42, '42'],
      ['चालान 7', 'चालान 7'],
    ] as const)
      expect((await make(own, { DCNumber: sent })).DCNumber).toBe(kept);
    expect((await vendor.post(add, { DCNumber: 'x'.repeat(101) })).body.errors).toEqual({ DCNumber: 'At most 100 characters.' });
  });

  test('is unique for the vendor, in any case of letters, on adding and on changing', async () => {
    const own = await api.newVendor();
    await make(own, { DCNumber: 'DC/7' });
    const other = await make(own, { DCNumber: 'DC/8' });
    for (const DCNumber of ['DC/7', 'dc/7', ' Dc/7 ']) {
      const answers = [await own.post(add, { DCNumber }), await own.put(change(other._id), { DCNumber })];
      expect(answers.map(({ status, body }) => [status, body])).toEqual([
        [409, clash],
        [409, clash],
      ]);
    }
    expect((await own.put(change(other._id), { DCNumber: 'dc/8' })).body.data.DCNumber).toBe('dc/8');
    expect((await vendor.post(add, { DCNumber: 'DC/7' })).status).toBe(200);
  });

  test('goes to one of many concurrent requests for it', async () => {
    const own = await api.newVendor();
    const answers = await Promise.all(Array.from({ length: 8 }, () => own.post(add, { ...form, DCNumber: 'DC/1' })));
    expect(statusesOf(answers)).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
    expect((await own.get(all)).headers['x-total-count']).toBe('1');
    const notes = await Promise.all([2, 3, 4, 5].map((place) => make(own, { DCNumber: `DC/${place}` })));
    const changes = await Promise.all(notes.map(({ _id }) => own.put(change(_id), { DCNumber: 'DC/9' })));
    expect(statusesOf(changes)).toEqual([200, 409, 409, 409]);
  });
});

test('a stale edit is rejected with the newer record, and one of many concurrent edits succeeds', async () => {
  const note = await make(vendor);
  const newer = (await vendor.put(change(note._id), { NumberOfCarton: 9, updatedAt: note.updatedAt })).body.data;
  const stale = await vendor.put(change(note._id), { NumberOfCarton: 10, updatedAt: note.updatedAt });
  expect([stale.status, stale.body.data]).toEqual([409, newer]);
  expect((await vendor.get(one(note._id))).body).toEqual([newer]);
  expect((await vendor.put(change(note._id), { NumberOfCarton: 10 })).status).toBe(200);

  const another = await make(vendor);
  const answers = await Promise.all(
    [1, 2, 3, 4, 5].map((NumberOfCarton) => vendor.put(change(another._id), { NumberOfCarton, updatedAt: another.updatedAt })),
  );
  expect(statusesOf(answers)).toEqual([200, 409, 409, 409, 409]);
});

test('a repeated request writes a dispatch note once', async () => {
  const own = await api.newVendor();
  const headers = { 'idempotency-key': 'note' };
  const answers = await Promise.all(Array.from({ length: 8 }, () => own.post(add, { ...form, DCNumber: 'DC/1' }, headers)));
  expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
  expect((await own.get(all)).headers['x-total-count']).toBe('1');
  expect((await own.post(add, { DCNumber: 'DC/2' }, headers)).status).toBe(422);
  // A rejected request leaves the key unused.
  const other = { 'idempotency-key': 'other' };
  expect((await own.post(add, { DCNumber: 'DC/1' }, other)).status).toBe(409);
  expect((await own.post(add, { DCNumber: 'DC/3' }, other)).status).toBe(200);
});

const WRONG = ['abc', 'NaN', '1,000', '१२', '1e3', '0x10', '12 kg', '1.2.3', '-1', -1, true, [], {}, '9'.repeat(101)];

test.each([
  ['PONumber', 'Invalid PO Number. It should be number.', ['1.5']],
  ['NumberOfCarton', 'Invalid carton number. It should be number.', ['1.5', 0.5, '1000000000']],
  ['DriverContact', 'Invalid Mobile number. Add valid number.', ['0812345678', '98123', '98123456789', '+919812345678', '98123 45678']],
  ['eWayBillNumber', 'Invalid e-way bill number. It should be number.', ['1.5', '3810 0929 0312']],
  ['totalNoOfPackages', 'Invalid total number of packages. It should be number.', ['1.5', 0.5, '1000000000']],
  ['netWeightInKgs', 'Invalid weight. It should be number.', ['0.0001', '1000000000']],
  ['grossWeightInKgs', 'Invalid gross weight. It should be number.', ['0.0001', '1000000000']],
] as const)('a dispatch note rejects text that is not a number in %s, and accepts an empty value', async (field, message, more) => {
  for (const value of [...WRONG, ...more]) {
    const { status, body } = await vendor.post(add, { DCNumber: number(), ...form, [field]: value });
    // A text may be the number of one of the vendor's orders.
    const isLookedUp = field === 'PONumber' && (typeof value === 'number' || (typeof value === 'string' && value.length <= 100));
    const code = isLookedUp ? { code: noteCodes.order } : {};
    expect([value, status, body]).toEqual([value, 422, { message, errors: { [field]: message }, ...code }]);
  }
  const payload = JSON.stringify({ DCNumber: number(), ...form, [field]: 'HUGE' }).replace('"HUGE"', '1e309');
  const huge = await vendor.ask('POST', add, { payload, headers: { 'content-type': 'application/json' } });
  expect([huge.status, huge.body.errors]).toEqual([422, { [field]: message }]);
  const note = await make(vendor);
  expect((await vendor.put(change(note._id), { [field]: 'abc' })).body.errors).toEqual({ [field]: message });
  for (const value of ['', '  ', null, undefined]) expect((await make(vendor, { [field]: value }))[field]).toBeNull();
});

test.each([
  [{ DateOfDeliverChallan: '2026-02-31' }, 'Invalid date. Enter an existing date.'],
  [{ PODate: '31-12-2026' }, 'Invalid date. Enter an existing date.'],
  [{ TransporterDetails: 'म'.repeat(501) }, 'At most 500 characters.'],
  [{ deliveryLocation: 'x'.repeat(501) }, 'At most 500 characters.'],
  [{ DriverName: 'x'.repeat(201) }, 'At most 200 characters.'],
  [{ VehicleNumber: 'x'.repeat(31) }, 'At most 30 characters.'],
  [{ buyerRepresentativeId: 'x'.repeat(101) }, 'At most 100 characters.'],
])('a value out of bounds is rejected at its field, on adding and on changing (%#)', async (fault, message) => {
  const [field = ''] = Object.keys(fault);
  const note = await make(vendor);
  for (const answer of [await vendor.post(add, { DCNumber: number(), ...form, ...fault }), await vendor.put(change(note._id), fault)])
    expect([answer.status, answer.body.errors]).toEqual([422, { [field]: message }]);
});

test('unusual values are stored: net above gross weight, a short e-way bill number, a strange vehicle, no carton', async () => {
  const odd = { netWeightInKgs: 9, grossWeightInKgs: 8, eWayBillNumber: '0123', VehicleNumber: 'bullock cart', NumberOfCarton: 0 };
  expect(await make(vendor, odd)).toMatchObject(odd);
  const most = { NumberOfCarton: 999_999_999, netWeightInKgs: 999_999_999.999, grossWeightInKgs: '0.001' };
  expect(await make(vendor, most)).toMatchObject({ ...most, grossWeightInKgs: 0.001 });
});

describe('a PO number that is not a number', () => {
  const message = 'Invalid PO Number. It should be number.';

  test('is accepted if it is that of an order of the vendor', async () => {
    const own = await api.newVendor();
    await order(own, 'PO/26-27 #118');
    await order(vendor, 'PO/26-27 #119');
    expect((await make(own, { PONumber: ' PO/26-27 #118 ' })).PONumber).toBe('PO/26-27 #118');
    for (const PONumber of ['PO/26-27 #119', 'PO/26-27', 'PO/26-27 #1181', '%', 'PO/26-27#118']) {
      const { status, body } = await own.post(add, { DCNumber: number(), PONumber });
      expect([PONumber, status, body.errors]).toEqual([PONumber, 422, { PONumber: message }]);
    }
    const admin = await api.newAdmin();
    expect((await make(admin, { PONumber: 'PO/26-27 #118', userID: own.user.id })).PONumber).toBe('PO/26-27 #118');
    expect((await admin.post(add, { DCNumber: number(), PONumber: 'PO/26-27 #118', userID: vendor.user.id })).status).toBe(422);
  });

  test('stays after the order is gone, and can be changed to that of another order', async () => {
    const own = await api.newVendor();
    await order(own, 'PO/1');
    const note = await make(own, { PONumber: 'PO/1' });
    await api.ctx.db.execute(sql`update purchase_orders set number = 'PO/2' where vendor_id = ${own.user.id}`);
    expect((await own.put(change(note._id), { PONumber: 'PO/1', NumberOfCarton: 3 })).body.data).toMatchObject({ NumberOfCarton: 3 });
    expect((await own.put(change(note._id), { PONumber: 'PO/3' })).body.errors).toEqual({ PONumber: message });
    expect((await own.put(change(note._id), { PONumber: 'PO/2' })).body.data.PONumber).toBe('PO/2');
    expect((await own.put(change(note._id), { PONumber: '77' })).body.data.PONumber).toBe('77');
  });
});

test('dispatch notes can be found by DC number and challan date, sorted by dates and numbers, ten per page', async () => {
  const own = await api.newVendor();
  const ids: string[] = [];
  for (let index = 1; index <= 12; index += 1) {
    const day = String(index).padStart(2, '0');
    ids.unshift(
      (
        await make(own, {
          DCNumber: `DC_${day}%`,
          DateOfDeliverChallan: `2026-10-${day}`,
          NumberOfCarton: 100 - index,
          PODate: index === 1 ? '' : `2026-09-${day}`,
        })
      )._id,
    );
  }
  const found = async (query: Record<string, string | number>) => {
    const { status, body, headers } = await own.get(all, query);
    return [status, body.map(({ _id }: { _id: string }) => _id), headers['x-total-count'], headers['x-date-min'], headers['x-date-max']];
  };
  const days = ['2026-10-01', '2026-10-12'];
  expect(await found({})).toEqual([200, ids, '12', ...days]);
  expect(await found({ page: 1 })).toEqual([200, ids.slice(0, 10), '12', ...days]);
  expect(await found({ page: 2 })).toEqual([200, ids.slice(10), '12', ...days]);
  expect(await found({ page: 3 })).toEqual([201, [], '12', ...days]);
  expect(await found({ startDate: '2026-10-11' })).toEqual([200, ids.slice(0, 2), '2', ...days]);
  expect(await found({ endDate: '2026-10-02', startDate: '2026-10-02' })).toEqual([200, ids.slice(10, 11), '1', ...days]);
  expect(await found({ DCNumber: 'c_03%' })).toEqual([200, [ids[9]], '1', ...days]);
  expect(await found({ DCNumber: 'none' })).toEqual([201, [], '0', ...days]);
  const oldestFirst = ids.toReversed();
  expect((await found({ sortBy: 'NumberOfCarton' }))[1]).toEqual(ids);
  expect((await found({ sortBy: 'DateOfDeliverChallan' }))[1]).toEqual(oldestFirst);
  expect((await found({ sortBy: 'DCNumber', sortOrder: 'desc' }))[1]).toEqual(ids);
  // A note without a date is last in both directions.
  expect((await found({ sortBy: 'PODate' }))[1]).toEqual([...oldestFirst.slice(1), oldestFirst[0]]);
  expect((await found({ sortBy: 'PODate', sortOrder: 'desc' }))[1]).toEqual(ids);
  for (const query of [{ sortBy: 'challanDate' }, { sortOrder: 'up' }, { startDate: '2026-02-31' }, { pageSize: 101 }])
    expect([query, (await own.get(all, query as never)).status]).toEqual([query, 422]);
});

test('all filtered dispatch notes can be downloaded as a file, with numbers as text, and the vendor’s name for administrators', async () => {
  const own = await api.newVendor({ vendor_name: 'Malwa Oils' });
  await make(own, { DCNumber: '0001', DateOfDeliverChallan: '2026-11-01' });
  await make(own, { DCNumber: '=1+1', DateOfDeliverChallan: '2026-11-02' });
  const sheet = async (caller: Caller, query: Record<string, string> = {}) => {
    return plainRows((await caller.get('/api/desPatchNote/export', query)).body);
  };
  const [head, first, second] = await sheet(own);
  expect(head?.slice(0, 4)).toEqual(['DC Number', 'Date of Delivery Challan', 'PO Number', 'PO Date']);
  expect([first?.[0], second?.[0], second?.[2]]).toEqual(['=1+1', '0001', '0004500012345']);
  expect(await sheet(own, { endDate: '2026-11-01' })).toHaveLength(2);
  const [titles, row] = await sheet(await api.newAdmin(), { userID: own.user.id });
  expect([titles?.[1], row?.[1]]).toEqual(['Vendor Name', 'Malwa Oils']);
});

test('the dashboard counts dispatch notes, and those entered in the last ten days in India', async () => {
  const own = await api.newVendor();
  const counts = async (caller: Caller) => Object.assign({}, ...(await caller.get('/api/auth/getCountDetail')).body.countList);
  expect(await counts(own)).toMatchObject({ totalDespatch: 0, last10DayDespatch: 0 });
  const [early, late] = [await make(own), await make(own), await make(own)];
  // The first moment of the tenth day back, and the moment before it.
  for (const [note, at] of [
    [early, '2026-11-11T23:59:59.999+05:30'],
    [late, '2026-11-12T00:00:00+05:30'],
  ] as const)
    await api.ctx.db.execute(sql`update dispatch_notes set created_at = ${at}::timestamptz where id = ${note._id}`);
  expect(await counts(own)).toMatchObject({ totalDespatch: 3, last10DayDespatch: 2 });
  expect((await counts(await api.newAdmin())).totalDespatch).toBeGreaterThan(3);
});
