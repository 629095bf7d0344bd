/** The life of an e-way bill: Part B, transporter, extension, cancellation, and distances that are requested only once. */
import sql, { type Sql } from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { meanwhile } from '../../test/overlap.ts';
import type { Database } from '../database/database.ts';
import { makeOrder, orderLineOf } from '../demo/factories.ts';

let api: Api;
let vendor: Caller;
let order: string;
beforeAll(async () => {
  api = await startApi({}, () => new Date('2026-11-23T06:00:00Z'));
});
afterAll(() => api.close());

beforeEach(async () => {
  vendor = await api.newVendor();
  order = await makeOrder(api.ctx, vendor.user.id, `EL/${api.serial()}`, { lines: [orderLineOf({ quantity: '9000', unitPrice: '50' })] });
});

const set = (id: string, column: Sql) => api.ctx.db.execute(sql`update dispatch_goods set ${column} where note_id = ${id}`);
const TO = { shipToAddress: 'Gate 3, Bhiwandi', shipToPlace: 'Bhiwandi', shipToPin: '421302', shipToState: '27' };
const ROAD = {
  mode: 'road',
  distance: 350,
  transporterId: '05AAACG2140A1ZL',
  vehicles: [{ number: 'GJ07DL9009' }, { number: 'GJ07DL9001' }],
};
const HERE = { place: 'Test City', state: '24', pin: '391510' };

let bills = 301_002_999_920;
async function billed(more: object = {}): Promise<{ id: string; number: string }> {
  const number = String((bills += 1));
  const { _id: id } = (await vendor.post('/api/desPatchNote/create', { DCNumber: `EL/${api.serial()}` })).body.data;
  await vendor.put(`/api/dispatchGoods/save/${id}`, {
    kind: 'challan',
    ...TO,
    ...ROAD,
    ...more,
    lines: [{ orderId: order, line: 1, quantity: 10 }],
  });
  await vendor.post(`/api/dispatchGoods/move/${id}`, { move: 'ready' });
  expect((await vendor.put(`/api/desPatchNote/edit/${id}`, { eWayBillNumber: number })).status).toBe(200);
  return { id, number };
}

const change = (id: string, body: object, caller = vendor) => caller.post(`/api/ewayBill/change/${id}`, body);
const until = (goods: { ewayValidUntil: string }) => new Date(goods.ewayValidUntil).toISOString();

describe('Part B', () => {
  test('of several vehicles needs one request each, and is up to date afterwards', async () => {
    const { id, number } = await billed();
    await vendor.put(`/api/dispatchGoods/transport/${id}`, { ...ROAD, transportDocument: 'LR 7' });
    const { body } = await change(id, { action: 'partB', reason: 'other', remark: 'Vehicle Info added', ...HERE });
    const same = { ewbNo: number, fromPlace: 'Test City', fromState: 24, reasonCode: 3, reasonRem: 'Vehicle Info added' };
    const carried = { transMode: 1, transDocNo: 'LR 7', transDocDate: '', vehicleType: 'R' };
    expect(body.requests).toEqual(['GJ07DL9009', 'GJ07DL9001'].map((vehicleNo) => ({ ...same, ...carried, vehicleNo })));
    expect([body.message, body.data.partBChanged]).toEqual(['Part B updated.', false]);
  });

  test('needs a reason, a place, a state and a vehicle', async () => {
    const { id } = await billed({ vehicles: [] });
    expect((await change(id, { action: 'partB' })).body.errors).toEqual({
      reason: 'Choose a reason.',
      place: 'Enter the place where the goods are.',
      state: 'Choose the state where the goods are.',
      action: 'Enter the vehicle under "Change transport" first.',
    });
    // A reason that belongs to another action is invalid.
    expect((await change(id, { action: 'partB', reason: 'calamity', ...HERE })).body.errors.reason).toBe('Choose a reason.');
  });
});

test('another transporter is sent with its checked number', async () => {
  const { id, number } = await billed();
  const wrong = await vendor.put(`/api/dispatchGoods/transport/${id}`, { ...ROAD, transporterId: '05AAACG2140A1ZX' });
  expect([wrong.status, wrong.body.errors.transporterId]).toEqual([
    422,
    "The transporter ID's check character should be L. Please check every character.",
  ]);
  expect((await change(id, { action: 'transporter' })).body.requests).toEqual([{ ewbNo: number, transporterId: '05AAACG2140A1ZL' }]);
  await vendor.put(`/api/dispatchGoods/transport/${id}`, { ...ROAD, transporterId: null });
  expect((await change(id, { action: 'transporter' })).status).toBe(422);
});

describe('an extension', () => {
  const extend = { action: 'extend', reason: 'calamity', remark: 'Natural Calamity', remainingDistance: 5, ...HERE };

  test('is possible from 8 hours before the end until 8 hours after it', async () => {
    const { id, number } = await billed();
    const answers: unknown[] = [];
    for (const end of ['2026-11-23T14:01:00Z', '2026-11-22T21:59:00Z', '2026-11-22T22:00:00Z', '2026-11-23T14:00:00Z']) {
      await set(id, sql`eway_valid_until = ${end}::timestamptz`);
      const { status, body } = await change(id, extend);
      answers.push(status === 200 ? until(body.data) : body.message);
      if (status === 200)
        expect(body.requests).toEqual([
          {
            ewbNo: number,
            vehicleNo: 'GJ07DL9009',
            fromPlace: 'Test City',
            fromState: 24,
            fromPincode: 391510,
            remainingDistance: 5,
            transMode: 1,
            transDocNo: null,
            transDocDate: '',
            extnRsnCode: 1,
            extnRemarks: 'Natural Calamity',
            consignmentStatus: 'M',
            transitType: '',
          },
        ]);
    }
    expect(answers).toEqual([
      'This e-way bill can be extended from 23-11-2026 11:31 to 24-11-2026 03:31.',
      'This e-way bill can be extended from 22-11-2026 19:29 to 23-11-2026 11:29.',
      '2026-11-24T18:29:00.000Z',
      '2026-11-24T18:29:00.000Z',
    ]);
  });

  test('needs the remaining distance, which decides its length', async () => {
    const { id } = await billed();
    await set(id, sql`eway_valid_until = '2026-11-23T10:00:00Z'`);
    expect(Object.keys((await change(id, { ...extend, remainingDistance: '' })).body.errors)).toEqual(['remainingDistance']);
    expect((await change(id, { ...extend, remainingDistance: 5000 })).status).toBe(422);
    expect(until((await change(id, { ...extend, remainingDistance: 900 })).body.data)).toBe('2026-11-28T18:29:00.000Z');
    // The bill is now valid for days, so it cannot be extended again.
    expect((await change(id, extend)).status).toBe(409);
  });

  test('is imported with the end that the e-way bill portal states, and only for the bill of the dispatch note', async () => {
    const { id, number } = await billed();
    const other = await billed();
    const { DCNumber } = (await vendor.get(`/api/dispatchGoods/get/${id}`)).body;
    const result = async (bill: string, end: string) =>
      (await vendor.post('/api/ewayBill/result', { text: `docNo,ewbNo,validUpto\n${DCNumber},${bill},${end}` })).body.data;
    expect(await result(number, '30/11/2026 11:59:00 PM')).toEqual({ taken: 1, problems: [] });
    const now = (await vendor.get(`/api/dispatchGoods/get/${id}`)).body;
    expect([now.eWayBillNumber, until(now)]).toEqual([number, '2026-11-30T18:29:00.000Z']);
    const [entry] = await api.ctx.db.rows(sql`
      select before, after from audit_log where entity_id = ${id} and action = 'dispatchNote.eway' order by id desc limit 1`);
    expect(entry).toMatchObject({ after: { ewayValidUntil: '2026-11-30T18:29:00.000Z' } });
    // The same end again, no end, and the bill of another note change nothing.
    for (const [bill, end] of [
      [number, '30/11/2026 11:59:00 PM'],
      [number, ''],
      [other.number, '01/12/2026 11:59:00 PM'],
    ] as const)
      expect(await result(bill, end)).toMatchObject({ taken: 0, problems: [expect.stringMatching(/^Row 2 /)] });
    await vendor.post(`/api/dispatchGoods/move/${id}`, { move: 'cancel' });
    expect(await result(number, '02/12/2026 11:59:00 PM')).toMatchObject({ taken: 0 });
    expect(until((await vendor.get(`/api/dispatchGoods/get/${id}`)).body)).toBe('2026-11-30T18:29:00.000Z');
  });
});

describe('a cancellation', () => {
  const cancel = { action: 'cancel', reason: 'data_entry', remark: 'For Test' };

  test('is possible within 24 hours, and releases the dispatch note but not the number', async () => {
    const [one, other] = [await billed(), await billed()];
    await set(one.id, sql`eway_made_at = '2026-11-22T06:00:00Z'`);
    await set(other.id, sql`eway_made_at = '2026-11-22T05:59:59Z'`);
    const { body } = await change(one.id, cancel);
    expect(body.requests).toEqual([{ ewbNo: one.number, cancelRsnCode: 3, cancelRmrk: 'For Test' }]);
    expect(body.data).toMatchObject({ eWayBillNumber: null, ewayValidUntil: null, ewayCancelled: [one.number] });
    const late = await change(other.id, cancel);
    expect([late.status, late.body.message]).toEqual([
      409,
      'An e-way bill can be cancelled within 24 hours. This one could be cancelled until 23-11-2026 11:29.',
    ]);
    // No note accepts the cancelled number, whether typed or from the portal's result.
    const typed = await vendor.put(`/api/desPatchNote/edit/${one.id}`, { eWayBillNumber: one.number });
    expect([typed.status, Object.keys(typed.body.errors)]).toEqual([422, ['eWayBillNumber']]);
    expect((await vendor.put(`/api/desPatchNote/edit/${other.id}`, { eWayBillNumber: one.number })).status).toBe(422);
    const result = await vendor.post('/api/ewayBill/result', { text: `docNo,ewbNo\n${body.data.DCNumber},${one.number}` });
    expect(result.body.data.taken).toBe(0);
    // A new bill can be created.
    expect((await vendor.put(`/api/desPatchNote/edit/${one.id}`, { eWayBillNumber: '391010000001' })).status).toBe(200);
  });

  test('of a dispatch note without a bill, or of another vendor’s, is rejected', async () => {
    const { id } = await billed();
    expect((await change(id, cancel, await api.newVendor())).status).toBe(404);
    await change(id, cancel);
    const again = await change(id, cancel);
    expect([again.status, again.body.message]).toEqual([409, 'This dispatch note has no e-way bill number.']);
  });
});

describe('two concurrent changes from one view of a bill', () => {
  const extend = { action: 'extend', reason: 'calamity', remainingDistance: 5, ...HERE };
  const cancel = { action: 'cancel', reason: 'other' };
  const seen = async (id: string) => (await vendor.get(`/api/dispatchGoods/get/${id}`)).body;
  const locked = (id: string) => (tx: Database) => tx.execute(sql`select from dispatch_notes where id = ${id} for no key update`);
  const stale = [409, 'Someone else has changed this record. Review the latest version.'];

  test.each([
    ['an extension', extend, extend],
    ['a cancellation', cancel, cancel],
    ['an extension and a cancellation', extend, cancel],
  ])('records %s once', async (_, first, second) => {
    const { id } = await billed();
    await set(id, sql`eway_valid_until = '2026-11-23T10:00:00Z'`);
    const { updatedAt } = await seen(id);
    const answers = await meanwhile(
      api,
      locked(id),
      [first, second].map((body) => () => change(id, { ...body, updatedAt })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 409]);
    const now = await seen(id);
    expect([answers[1]?.status, answers[1]?.body.message]).toEqual(stale);
    expect(answers[1]?.body.data).toEqual(now);
    expect(answers[0]?.body.data).toEqual(now);
    const entries = await api.ctx.db.rows(sql`select from audit_log where entity_id = ${id} and action like 'dispatchNote.eway.%'`);
    expect(entries).toHaveLength(1);
  });

  test('a bill that replaced the displayed one is not cancelled', async () => {
    const { id, number } = await billed();
    const { updatedAt } = await seen(id);
    for (const eWayBillNumber of [null, String(Number(number) + 500)])
      expect((await vendor.put(`/api/desPatchNote/edit/${id}`, { eWayBillNumber })).status).toBe(200);
    const late = await change(id, { ...cancel, updatedAt });
    expect([late.status, late.body.message]).toEqual(stale);
    expect(await seen(id)).toMatchObject({ eWayBillNumber: String(Number(number) + 500), ewayCancelled: [] });
  });
});

describe('the distance between two PIN codes', () => {
  const distanceOf = async (id: string) => (await vendor.get(`/api/dispatchGoods/get/${id}`)).body.distance;

  test('is entered once, in either direction, and follows the last one stated', async () => {
    await billed({ distance: 137 });
    const { id } = await billed({ distance: null });
    expect(await distanceOf(id)).toBe(137);
    const back = { fromAddress: 'Gate 3', fromPlace: 'Bhiwandi', fromPin: '421302', fromState: '27' };
    const there = { shipToAddress: 'Market Yard', shipToPlace: 'Pune', shipToPin: '411037', shipToState: '27' };
    expect(await distanceOf((await billed({ ...back, ...there, distance: null })).id)).toBe(137);
    await vendor.put(`/api/dispatchGoods/transport/${id}`, { ...ROAD, distance: 140 });
    expect(await distanceOf((await billed({ distance: null })).id)).toBe(140);
  });

  test('belongs to the vendor: no other vendor can see or change it', async () => {
    await billed({ distance: 137 });
    const mine = { vendor, order };
    vendor = await api.newVendor();
    order = await makeOrder(api.ctx, vendor.user.id, 'EL/other', { lines: [orderLineOf({ quantity: '9000' })] });
    expect(await distanceOf((await billed({ distance: null })).id)).toBeNull();
    await billed({ distance: 3999 });
    ({ vendor, order } = mine);
    expect(await distanceOf((await billed({ distance: null })).id)).toBe(137);
  });
});
