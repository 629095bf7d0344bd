import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { type Api, type Caller, startApi, statusesOf } from '../../test/api.ts';
import { decideLines } from '../../test/books.ts';
import { addItem } from '../../test/items.ts';
import { makeOrder, orderLineOf } from '../demo/factories.ts';

let api: Api;
let admin: Caller;
let vendor: Caller;
let order: string;
let serial = 0;
beforeAll(async () => {
  api = await startApi({}, () => new Date('2026-11-23T06:00:00Z'));
  admin = await api.newAdmin();
  vendor = await api.newVendor();
});
afterAll(() => api.close());

const LINES = ['R-1', 'R-2'].map((itemCode) =>
  orderLineOf({ itemCode, itemName: `Rice ${itemCode}`, quantity: '100', unitPrice: '50', hsnCode: '10063020' }),
);

beforeEach(async () => {
  serial += 1;
  order = await makeOrder(api.ctx, vendor.user.id, `GO/${serial}`, { lines: LINES, deliverBy: '2026-12-01' });
});

const note = async (more: object = {}) =>
  (await vendor.post('/api/desPatchNote/create', { DCNumber: `G/${api.serial()}`, DateOfDeliverChallan: '2026-11-23', ...more })).body.data
    ._id as string;
const save = (id: string, lines: object[], more: object = {}) =>
  vendor.put(`/api/dispatchGoods/save/${id}`, { kind: 'challan', lines, ...more });
const move = (id: string, to: string, more: object = {}) => vendor.post(`/api/dispatchGoods/move/${id}`, { move: to, ...more });
const read = async (id: string) => (await vendor.get(`/api/dispatchGoods/get/${id}`)).body;
const take = (quantity: number, line = 1, more: object = {}) => ({ orderId: order, line, quantity, ...more });
const carrying = async (quantity: number) => {
  const id = await note();
  await save(id, [take(quantity)]);
  return id;
};
const tolerance = (percent: number) =>
  api.ctx.db.execute(sql`update match_tolerances set quantity = ${percent} where vendor_id is null and category is null`);

test('the open quantity of a line excludes what its vendor has rejected', async () => {
  const opens = async () => (await vendor.get(`/api/dispatchGoods/open/${order}`)).body.map(({ open }: { open: number }) => open);
  expect(
    (await vendor.post(`/api/orderAnswer/send/${order}`, { lines: [{ line: 2, decision: 'reject', reason: 'unavailable' }] })).status,
  ).toBe(200);
  expect(await opens()).toEqual([100, 0]);
  const change = {
    line: 1,
    decision: 'change',
    promises: [{ quantity: 60, date: '2026-12-01' }],
    rejectedQuantity: 40,
    reason: 'unavailable',
  };
  expect((await vendor.post(`/api/orderAnswer/send/${order}`, { lines: [change] })).status).toBe(200);
  // The proposal waits for the buyer.
  expect(await opens()).toEqual([100, 0]);
  expect((await decideLines(api, admin, order, [{ line: 1, decision: 'agree' }])).status).toBe(200);
  expect(await opens()).toEqual([60, 0]);
});

describe('a dispatch note', () => {
  test('without lines has no status and works as before', async () => {
    const id = await note();
    expect(await read(id)).toMatchObject({ state: null, lines: [], packages: [], updatedAt: null });
    expect((await move(id, 'ready')).body.message).toBe('This dispatch note has no lines.');
    expect((await vendor.delete(`/api/desPatchNote/delete/${id}`)).status).toBe(200);
  });

  test('takes lines of an order with their value, goes to the buyer and is closed', async () => {
    const id = await note();
    const { status, body } = await save(id, [take(25, 1, { batch: 'B7', bestBefore: '2027-06-01', cartons: 2 }), take(10, 2)], {
      distance: 350,
      mode: 'road',
      vehicles: [{ number: 'HR38AB1234' }],
    });
    expect([status, body.message]).toEqual([200, 'Goods saved.']);
    expect(body.data).toMatchObject({ state: 'draft', distance: 350, vehicles: [{ number: 'HR38AB1234', over: false, lines: [] }] });
    expect(body.data.lines[0]).toMatchObject({
      no: 1,
      poNumber: `GO/${serial}`,
      quantity: 25,
      taxable: 1250,
      batch: 'B7',
      cartons: 2,
      hsnCode: '10063020',
    });
    expect((await move(id, 'ready')).body.data.state).toBe('ready');
    expect((await save(id, [take(1)])).body.message).toBe('This dispatch note is ready. Its goods can no longer be changed.');
    const { state, leftAt } = (await move(id, 'leave')).body.data;
    expect([state, new Date(leftAt).toISOString()]).toEqual(['left', '2026-11-23T06:00:00.000Z']);
    const arrived = await admin.post(`/api/dispatchGoods/arrive/${id}`, { arrivedOn: '2026-11-23' });
    expect(arrived.body.data).toMatchObject({ state: 'arrived', arrivedOn: '2026-11-23' });
    expect((await move(id, 'close')).body.data.state).toBe('closed');
    const { body: log } = await admin.get('/api/audit/get', { entity: 'dispatchNote', entityId: id });
    expect(log.map(({ action }: { action: string }) => action)).toEqual(
      ['close', 'arrive', 'leave', 'ready', 'goods', 'create'].map((action) => `dispatchNote.${action}`),
    );
  });

  test('that has left keeps its number and remains; a cancelled one releases its quantities, not its number', async () => {
    const id = await carrying(100);
    await move(id, 'ready');
    await move(id, 'leave');
    const renumbered = await vendor.put(`/api/desPatchNote/edit/${id}`, { DCNumber: 'OTHER/1' });
    expect([renumbered.status, renumbered.body.message]).toEqual([
      409,
      'The goods have been dispatched: the number, date, order and registrations of this dispatch note can no longer be changed.',
    ]);
    expect((await vendor.put(`/api/desPatchNote/edit/${id}`, { VehicleNumber: 'HR38AB1235' })).status).toBe(200);
    expect((await vendor.delete(`/api/desPatchNote/delete/${id}`)).status).toBe(409);
    expect((await move(id, 'cancel')).body.data.state).toBe('cancelled');
    expect((await save(await note(), [take(100)])).status).toBe(200);
    expect((await move(id, 'leave')).body.message).toBe('This dispatch note is already cancelled.');
  });

  test('sent twice by a double click leaves once', async () => {
    const id = await carrying(5);
    await move(id, 'ready');
    const key = { headers: { 'idempotency-key': `leave-${id}` } };
    const answers = await Promise.all(
      [1, 2].map(() => vendor.ask('POST', `/api/dispatchGoods/move/${id}`, { payload: { move: 'leave' }, ...key })),
    );
    expect(answers.map(({ status, body }) => [status, body.data.state])).toEqual([
      [200, 'left'],
      [200, 'left'],
    ]);
    expect((await move(id, 'leave')).status).toBe(409);
  });
});

describe('the dispatched quantities', () => {
  test('of twenty deliveries, each within the tolerance, may not exceed it together', async () => {
    await tolerance(2);
    const ids = await Promise.all(Array.from({ length: 20 }, () => carrying(5.1)));
    // Drafts use up no quantity, so each of them could be saved.
    const answers = await Promise.all(ids.map((id) => move(id, 'ready')));
    expect(statusesOf(answers)).toEqual(Array.from({ length: 20 }, () => 200));
    const last = await save(await note(), [take(0.001)]);
    expect([last.status, last.body.errors]).toEqual([
      422,
      { lines: 'Line 1: 0.001 dispatched here and 102 before, 100 ordered. Remove it.' },
    ]);
    await tolerance(0);
  });

  test('of dispatch notes that leave at the same time count once', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => carrying(60)));
    expect(statusesOf(await Promise.all(ids.map((id) => move(id, 'ready'))))).toEqual([200, 422, 422, 422, 422, 422]);
    const [line] = (await vendor.get(`/api/dispatchGoods/open/${order}`)).body;
    expect(line).toMatchObject({ line: 1, ordered: 100, sent: 60, open: 40 });
  });

  test('of several batches of a line count together', async () => {
    const { body } = await save(await note(), [take(60, 1, { batch: 'A' }), take(60, 1, { batch: 'B' })]);
    expect(body.errors).toEqual({ lines: 'Line 1: 120 dispatched here, 100 ordered. At most 100 more can be sent.' });
  });
});

test('a dispatch note can cover several orders of one site, but not of two', async () => {
  const at = (place: string) => makeOrder(api.ctx, vendor.user.id, `AT/${api.serial()}`, { lines: LINES, deliveryLocation: place });
  const [here, alsoHere, there] = [await at('Bhiwandi'), await at(' bhiwandi'), await at('Pune')];
  const line = (orderId: string) => ({ orderId, line: 1, quantity: 1 });
  expect((await save(await note(), [line(here), line(alsoHere)])).status).toBe(200);
  const { status, body } = await save(await note(), [line(here), line(there)]);
  expect([status, body.message]).toEqual([
    422,
    expect.stringMatching(/^Line 2: order AT\/\d+ has a different delivery location from order AT\/\d+\. Create/),
  ]);
});

test('each line of another vendor’s order, or of none, is rejected', async () => {
  const stranger = await api.newVendor();
  const theirs = await makeOrder(api.ctx, stranger.user.id, `TH/${serial}`, { lines: LINES });
  const { status, body } = await save(await note(), [
    { orderId: theirs, line: 1, quantity: 1 },
    take(1, 9),
    take(1),
    { orderId: 'x', line: 1, quantity: 1 },
  ]);
  expect([status, body.errors.lines]).toEqual([
    422,
    [1, 2, 4].map((no) => `Line ${no}: the order does not have a line ${no === 2 ? 9 : 1}. Select one of its lines.`).join(' '),
  ]);
});

test('the minimum shelf life on arrival is that of the category', async () => {
  await addItem(api.ctx, { ean: '4006381333931', name: 'Paneer', code: 'P-1', category: 'Dairy' });
  order = await makeOrder(api.ctx, vendor.user.id, `SH/${serial}`, {
    lines: [orderLineOf({ itemCode: 'P-1', itemName: 'Paneer', quantity: '10' })],
  });
  expect((await admin.ask('PUT', '/api/shelfLife/save', { payload: { category: 'dairy', days: 30 } })).body.data).toMatchObject([
    { category: 'dairy', days: 30 },
  ]);
  const id = await note();
  expect((await save(id, [take(1, 1, { batch: 'B1', bestBefore: '2026-12-10' })], { expectedOn: '2026-11-25' })).body.errors).toEqual({
    lines: 'Line 1, batch B1: 15 days left on arrival (25-11-2026). Dairy must have at least 30.',
  });
  expect((await save(id, [take(1, 1, { batch: 'B1', bestBefore: '2026-12-25' })], { expectedOn: '2026-11-25' })).status).toBe(200);
  expect((await save(id, [take(1, 1, { batch: 'B1', bestBefore: '2026-11-22' })])).body.message).toContain('expired on arrival');
});

test.each([
  ['27', '27'],
  ['IN-MH', '27'],
  ['in-ka', '29'],
])('a dispatch note accepts the state code %s', async (given, code) => {
  const id = await note();
  expect((await save(id, [take(1)], { fromState: given, shipToState: given })).status).toBe(200);
  expect(await read(id)).toMatchObject({ fromState: code, shipToState: code });
});

test.each<[string, object, object]>([
  ['lines', { lines: [] }, { lines: 'Add at least one line.' }],
  [
    'a quantity',
    { lines: [{ orderId: '1', line: 1, quantity: 0 }] },
    { lines: 'Line 1: Invalid quantity. It should be a number above 0 and below 100 crore.' },
  ],
  [
    'a day',
    { lines: [{ orderId: '1', line: 1, quantity: 1, bestBefore: '2026-02-30' }] },
    { lines: 'Line 1: Invalid date. Enter an existing date.' },
  ],
  ...['fromState', 'shipToState'].flatMap((field): [string, object, object][] =>
    ['Maharashtra', 'IN-XX', '00'].map((state) => [
      `${field} ${state}`,
      { [field]: state },
      { [field]: 'Enter the GST code of a state of India, or its ISO 3166-2 code. For example: 27 or IN-MH.' },
    ]),
  ),
  ['a kind', { kind: 'gift' }, { kind: 'Choose the reason for transport.' }],
  ['a distance', { distance: 4001 }, { distance: 'Should be whole kilometres from 0 to 4000.' }],
  ['a PIN', { shipToPin: '56003' }, { shipToPin: 'A PIN code has six digits and does not start with 0.' }],
  [
    'an SSCC',
    { packages: [{ kind: 'pallet', sscc: '106141412345678907' }] },
    { packages: 'An SSCC has 18 digits. The last one is a check digit.' },
  ],
  ['an HSN', { lines: [{ orderId: '1', line: 1, quantity: 1, hsnCode: '61149' }] }, { lines: 'Line 1: An HSN code has 4, 6 or 8 digits.' }],
])('a dispatch note with a wrong value is rejected: %s', async (_, more, errors) => {
  const { status, body } = await save(await note(), [take(1)], more);
  expect([status, body.errors]).toEqual([422, errors]);
});

test('packages divide the lines among them, on existing pallets', async () => {
  const id = await note();
  const pallet = { kind: 'pallet', sscc: '106141412345678908' };
  const carton = (quantity: number, parent = 1) => ({ kind: 'carton', parent, grossKg: 10.5, lines: [{ no: 1, quantity }] });
  const { body } = await save(id, [take(20)], { packages: [pallet, carton(12), carton(8)] });
  expect(body.data.packages).toMatchObject([
    { no: 1, sscc: pallet.sscc },
    { no: 2, parent: 1, lines: [{ no: 1, quantity: 12 }] },
    { no: 3 },
  ]);
  expect((await save(id, [take(20)], { packages: [pallet, carton(12), carton(9)] })).body.errors).toEqual({
    packages: 'Line 1: the packages contain 21 of 20.',
  });
  expect((await save(id, [take(20)], { packages: [carton(1, 1)] })).body.errors).toEqual({
    packages: 'Package 1: package 1 is not a pallet.',
  });
});

test('an SSCC is on one package of a vendor, the next one is proposed, and a cancelled dispatch note releases its own', async () => {
  const pallets = (...codes: string[]) => ({ packages: codes.map((sscc) => ({ kind: 'pallet', sscc })) });
  const [first, second] = ['390123456000000014', '390123456000000021'];
  const id = await note();
  expect((await save(id, [take(1)], pallets(first, first))).body.errors).toEqual({
    packages: 'Package 2: it has the SSCC of package 1.',
  });
  const { body } = await save(id, [take(1)], pallets(first));
  expect(body.data.nextSscc).toBe(second);
  // A note's own SSCC does not count as used by another one.
  expect((await save(id, [take(1)], pallets(first))).status).toBe(200);
  const other = await note();
  const refused = await save(other, [take(1)], pallets(second, first));
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    { packages: `Package 2: SSCC ${first} is already on dispatch note ${body.data.DCNumber}.` },
  ]);
  await move(id, 'cancel');
  expect((await save(other, [take(1)], pallets(first))).status).toBe(200);
  const both = await Promise.all([await note(), await note()].map((each) => save(each, [take(1)], pallets(second))));
  expect(statusesOf(both)).toEqual([200, 422]);
});

test('labels of packages are a PDF with a page each, and a dispatch note without packages has none', async () => {
  const id = await note();
  const paper = () => vendor.get(`/api/paper/${id}`, { kind: 'package-labels' });
  expect([(await paper()).status, (await paper()).body.message]).toEqual([409, 'This dispatch note has no packages.']);
  await save(id, [take(20)], {
    packages: [
      { kind: 'pallet', sscc: '390123456000000090' },
      { kind: 'carton', parent: 1, lines: [{ no: 1, quantity: 20 }] },
    ],
  });
  const pdf = await vendor.ask('GET', `/api/paper/${id}?kind=package-labels`);
  expect([pdf.status, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(pdf.headers['content-disposition']).toContain('package-labels-G-');
  await move(id, 'cancel');
  expect((await paper()).body.message).toBe('This dispatch note is cancelled and has no labels to print.');
});

test('vehicles divide the lines among them, and their loads change with the transport', async () => {
  const id = await note();
  const vehicles = (...loads: number[]) => ({
    vehicles: loads.map((quantity, index) => ({ number: `HR38AB123${index}`, lines: [{ no: 1, quantity }] })),
  });
  expect((await save(id, [take(40)], vehicles(20, 21))).body.errors).toEqual({ vehicles: 'Line 1: the vehicles contain 41 of 40.' });
  expect((await save(id, [take(40)], vehicles(20, 20))).status).toBe(200);
  await move(id, 'ready');
  await move(id, 'leave');
  const change = (more: object) => vendor.ask('PUT', `/api/dispatchGoods/transport/${id}`, { payload: more });
  expect((await change(vehicles(41))).body.errors).toEqual({ vehicles: 'Line 1: the vehicles contain 41 of 40.' });
  expect((await change(vehicles(25, 15))).body.data.vehicles).toMatchObject([{ lines: [{ quantity: 25 }] }, { lines: [{ quantity: 15 }] }]);
  expect((await vendor.ask('GET', `/api/paper/${id}?kind=dispatch-note`)).status).toBe(200);
});

test('rates follow the registrations that the dispatch note names', async () => {
  const lines = [orderLineOf({ itemCode: 'R-1', itemName: 'Rice', quantity: '10' })];
  order = await makeOrder(api.ctx, vendor.user.id, `RT/${serial}`, { lines, placeOfSupply: '29' });
  const { body } = await save(await note(), [take(1)]);
  expect(body.data.lines[0]).toMatchObject({ CGSTRate: 0, SGSTRate: 0, IGSTRate: 5 });
});
