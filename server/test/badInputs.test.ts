import { dispatchGoods } from '@aapurti/contract/dispatch-notes/dispatchGoods';
import { returnProblem } from '@aapurti/contract/dispatch-notes/dispatchRules';
import { noteRemarks, placeRemarks } from '@aapurti/contract/dispatch-notes/noteRemarks';
import { transporterProblem, vehicleRemark } from '@aapurti/contract/ground/india';
import { Decimal } from '@aapurti/contract/ground/numbers';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { makeOrder, orderLineOf } from '../src/demo/factories.ts';
import { type Api, type Caller, startApi } from './api.ts';
import { workbookOf } from './workbook.ts';
import { uncoded } from './uncoded.ts';

let api: Api;
let admin: Caller;
let vendor: Caller;
let order: string;
let number: string;
beforeAll(async () => {
  api = await startApi({}, () => new Date('2026-11-23T06:00:00Z'));
  admin = await api.newAdmin();
});
afterAll(() => api.close());
beforeEach(async () => {
  vendor = await api.newVendor();
  number = `BI/${api.serial()}`;
  order = await makeOrder(api.ctx, vendor.user.id, number, { orderedOn: '2026-11-01', lines: [rice] });
});

const rice = orderLineOf({ itemCode: 'R-1', quantity: '100', unitPrice: '50', uom: 'BAG' });
const one = (quantity = 1) => [{ orderId: order, line: 1, quantity }];
const LONG = 'DC/2026-27/000017';

async function noteOf(more: object = {}, caller = vendor): Promise<string> {
  const body = { DCNumber: `B${api.serial()}`, userID: vendor.user.id, ...more };
  const made = await caller.post('/api/desPatchNote/create', body);
  expect([made.status, made.body.errors]).toEqual([200, undefined]);
  return made.body.data._id as string;
}

/** The response of the API to goods of a vendor's note. */
const save = async (goods: object, note: object = {}) =>
  vendor.put(`/api/dispatchGoods/save/${await noteOf(note)}`, { kind: 'challan', lines: one(), ...goods });
const remarksOn = async (goods: object, note: object = {}) => {
  const { status, body } = await save(goods, note);
  expect([status, body.errors]).toEqual([200, undefined]);
  return body.data.remarks as string[];
};
const upload = async (path: string, rows: (string | number | null)[][]) => {
  const content = await workbookOf(rows);
  return (await vendor.send('POST', `${path}/excelUpload`, {}, { file: { name: 'lines.xlsx', content } })).body;
};
const LINE_HEAD = ['DC Number', 'PO Number', 'Line', 'Quantity'];

test('a challan number of 17 characters is rejected with the rule in form, API and file, and cannot be dispatched', async () => {
  const words = 'Under GST rules a challan number has at most 16 characters; this one has 17.';
  expect(LONG).toHaveLength(17);
  expect(noteRemarks({ DCNumber: LONG }).DCNumber).toBe(words);
  expect(await remarksOn({}, { DCNumber: LONG.slice(1) })).toEqual([]);
  const saved = await save({}, { DCNumber: LONG });
  expect(saved.body.data.remarks).toEqual([words]);
  const ready = await vendor.post(`/api/dispatchGoods/move/${saved.body.data._id}`, { move: 'ready' });
  expect([ready.status, ready.body.errors]).toEqual([
    422,
    { DCNumber: `Challan number ${LONG} has 17 characters. Rule 55 of the CGST Rules allows at most 16.` },
  ]);
  const other = LONG.replace('17', '18');
  expect((await upload('/api/dispatchLine', [LINE_HEAD, [other, number, 1, 1]])).remarks).toEqual([
    { row: 2, column: 'DC Number', message: words },
  ]);
});

test.each(['29AAGCB7383J1Z5', '29 aagcb7383j1z5', '29AAGCB7383J1Z0'])(
  'a transporter with a wrong check character, %s, is rejected with the correct one',
  async (transporterId) => {
    const words = "The transporter ID's check character should be 4. Please check every character.";
    expect(transporterProblem(transporterId)).toBe(words);
    const parsed = dispatchGoods.transport.body.safeParse({ transporterId });
    expect(parsed.error?.issues.map(({ path, message }) => [path, message])).toEqual([[['transporterId'], words]]);
    const refused = await save({ transporterId });
    expect([refused.status, refused.body.errors]).toEqual([422, { transporterId: words }]);
    expect(await remarksOn({ transporterId: '29AAGCB7383J1Z4' })).toEqual([]);
  },
);

test.each([
  // Registration marks from before 1988 are valid by law (section 217(2)(b) of the Motor Vehicles Act, 1988), so none is rejected.
  ['PQR 1234', null],
  ['MYX 12', 'The e-way bill portal requires all digits: MYX0012.'],
  ['DLA-7', 'The e-way bill portal requires all digits: DLA0007.'],
  ['MYXX 12', 'Check the vehicle number. It should look like KA12AP1235.'],
])('the vehicle %s of an old series is saved, with the remark %j', async (vehicle, remark) => {
  const named = remark === null ? [] : [`Vehicle ${vehicle}: ${remark}`];
  expect(vehicleRemark(vehicle)).toBe(remark);
  expect(noteRemarks({ VehicleNumber: vehicle }).VehicleNumber).toBe(remark);
  expect(await remarksOn({ vehicles: [{ number: 'KA12AP1235' }, { number: vehicle }] })).toEqual(named);
  expect(await remarksOn({}, { VehicleNumber: vehicle })).toEqual(named);
});

test('300 lines are accepted with the wrong one reported in API and file; above 1,000 the limit is reported', async () => {
  const lines = Array.from({ length: 300 }, (_, place) => orderLineOf({ itemCode: `L-${place}`, quantity: '10', uom: 'BAG' }));
  const poNumber = `BI/${api.serial()}`;
  const orderId = await makeOrder(api.ctx, vendor.user.id, poNumber, { lines });
  const sent = lines.map((_, place) => ({ orderId, line: place + 1, quantity: place === 286 ? 11 : 10 }));
  const words = 'Line 287: 11 dispatched here, 10 ordered. At most 10 more can be sent.';
  expect((await save({ lines: sent })).body.errors).toEqual({ lines: words });
  expect((await save({ lines: sent.map((line) => ({ ...line, quantity: 10 })) })).body.data.lines).toHaveLength(300);
  const rows = sent.map(({ line, quantity }) => ['BI-300', poNumber, line, quantity]);
  expect(uncoded((await upload('/api/dispatchLine', [LINE_HEAD, ...rows])).errors)).toEqual([
    { row: 288, column: 'Quantity', message: words },
  ]);
  const many = Array.from({ length: 1001 }, () => ({ orderId, line: 1, quantity: 0.001 }));
  expect((await save({ lines: many })).body.errors).toEqual({ lines: 'At most 1000 lines.' });
});

test.each([
  [
    { fromPin: '411028', fromState: '24' },
    'fromPin',
    'Place of dispatch: ',
    'PIN codes that start with 411 are in Maharashtra, not in Gujarat.',
  ],
  [
    { shipToPin: '421302', shipToState: '29' },
    'shipToPin',
    'Place of delivery: ',
    'PIN codes that start with 421 are in Maharashtra, not in Karnataka.',
  ],
  [
    { shipToPin: '411028', shipToGSTIN: '29AAGCB7383J1Z4' },
    'shipToPin',
    'Place of delivery: ',
    'PIN codes that start with 411 are in Maharashtra, not in Karnataka.',
  ],
  [{ fromPin: '421302', fromState: '27' }, 'fromPin', '', null],
  [{ fromPin: '421302' }, 'fromPin', '', null],
] as const)('the PIN code of %j gets a warning if it does not belong to its state', async (place, field, what, remark) => {
  expect(placeRemarks(place)[field]).toBe(remark);
  expect(await remarksOn(place)).toEqual(remark === null ? [] : [what + remark]);
});

test.each([
  [{ netWeightInKgs: 500, grossWeightInKgs: 499.999 }, 'The net weight exceeds the gross weight.'],
  [{ netWeightInKgs: '500', grossWeightInKgs: '500.000' }, null],
  [{ netWeightInKgs: 500 }, null],
])('the weights %j get a warning if gross is below net', async (weights, remark) => {
  expect(noteRemarks(weights).netWeightInKgs).toBe(remark);
  expect(await remarksOn({}, weights)).toEqual(remark === null ? [] : [remark]);
});

test('an invoice for invoiced goods reports the line, the earlier invoice and the accepted quantity, before saving too', async () => {
  const lines = [{ orderId: order, line: 1, quantity: 92, rejected: 0 }];
  const receipt = { receiptNumber: `G/${api.serial()}`, receivedOn: '2026-11-23', lines };
  expect((await admin.post('/api/receipts/create', receipt)).status).toBe(200);
  const { sums } = (await vendor.post('/api/invoice/check', { lines: one(92) })).body;
  expect((await vendor.post('/api/invoice/create', { invoiceNumber: '101', ...sums, lines: one(92) })).status).toBe(200);
  const words = 'Line 1: invoiced 3 and 92 before (invoice 101), accepted 92.';
  expect((await vendor.post('/api/invoice/check', { lines: one(3) })).body.findings).toMatchObject([{ line: 1, message: words }]);
  const head = ['Invoice Number', 'Invoice Date', 'PO Number', 'Line', 'Quantity'];
  const sheet = await upload('/api/invoiceLine', [head, ['102', '23-11-2026', number, 1, 3]]);
  expect([...(sheet.remarks ?? []), ...(sheet.errors ?? [])]).toContainEqual({ row: 2, column: 'Quantity', message: words });
});

test('a return of more than was received reports the line and both quantities', async () => {
  const lines = [{ orderId: order, line: 1, quantity: 10, rejected: 3, reason: 'damaged' }];
  const receipt = { receiptNumber: `G/${api.serial()}`, receivedOn: '2026-11-23', lines };
  expect((await admin.post('/api/receipts/create', receipt)).status).toBe(200);
  const words = 'Line 1: 11 returned here, 3 rejected of 10 received. At most 3 more can be returned.';
  const [back, arrived, rejected, before] = [11, 10, 3, 0].map((quantity) => new Decimal(quantity)) as [Decimal, Decimal, Decimal, Decimal];
  expect(returnProblem(1, back, { arrived, rejected, before })).toBe(words);
  const note = await noteOf({ issuer: 'buyer' }, admin);
  const refused = await admin.put(`/api/dispatchGoods/save/${note}`, { kind: 'return', lines: one(11) });
  expect([refused.status, refused.body.errors]).toEqual([422, { lines: words }]);
  // The buyer's own record of a return in its ERP is a fact: its file is stored, with a warning on the row.
  const { code } = await api.ctx.db.one<{ code: number }>(sql`select code from vendors where id = ${vendor.user.id}`);
  const head = ['Vendor Code', 'Return Number', 'PO Number', 'Product Name', 'Quantity Purchased', 'Quantity Returned'];
  const content = await workbookOf([head, [code, `R/${api.serial()}`, number, 'Rice', 10, 11]]);
  const sheet = await admin.send('POST', '/api/buyerData/returns', {}, { file: { name: 'returns.xlsx', content } });
  const message = 'The returned quantity exceeds the received quantity.';
  expect([sheet.status, sheet.body.remarks]).toEqual([200, [{ row: 2, column: 'Quantity Returned', message }]]);
});
