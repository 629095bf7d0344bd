import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { makeOrder, orderLineOf } from '../demo/factories.ts';

let api: Api;
let admin: Caller;
let vendor: Caller;
let order: string;
beforeAll(async () => {
  api = await startApi({}, () => new Date('2026-11-23T06:00:00Z'));
  admin = await api.newAdmin();
});
afterAll(() => api.close());

beforeEach(async () => {
  vendor = await api.newVendor();
  const lines = [orderLineOf({ quantity: '20000', unitPrice: '50', uom: 'BAG' })];
  order = await makeOrder(api.ctx, vendor.user.id, `EW/${api.serial()}`, { lines });
});

const SHIP_TO = { shipToAddress: 'Gate 3, Bhiwandi', shipToPlace: 'Bhiwandi', shipToPin: '421302', shipToState: '27' };

async function ready(quantity: number, more: object = {}): Promise<{ id: string; number: string }> {
  const number = `E/${api.serial()}`;
  const form = { DCNumber: number, DateOfDeliverChallan: '2026-11-23', VehicleNumber: 'MH12AB1234', TransporterDetails: 'Own vehicle' };
  const { _id: id } = (await vendor.post('/api/desPatchNote/create', form)).body.data;
  const goods = { kind: 'challan', mode: 'road', distance: 350, ...SHIP_TO, lines: [{ orderId: order, line: 1, quantity }], ...more };
  await vendor.put(`/api/dispatchGoods/save/${id}`, goods);
  await vendor.post(`/api/dispatchGoods/move/${id}`, { move: 'ready' });
  return { id, number };
}

const check = async (noteIds: string[], caller = vendor) => (await caller.post('/api/ewayBill/check', { noteIds })).body;
const result = (text: string) => vendor.post('/api/ewayBill/result', { text });
const goods = async (id: string) => {
  const { body } = await vendor.get(`/api/dispatchGoods/get/${id}`);
  // The database returns times in its configured time zone.
  return { ...body, ewayValidUntil: body.ewayValidUntil === null ? null : new Date(body.ewayValidUntil).toISOString() };
};

async function file(body: object): Promise<{ version: string; billLists: Record<string, unknown>[] }> {
  const { status, body: content, headers } = await vendor.post('/api/ewayBill/file', body);
  expect([status, headers['content-disposition']]).toEqual([200, 'attachment; filename="eway-bills-2026-11-23.json"']);
  return JSON.parse(String(content));
}

test('one of twelve dispatch notes, with a PIN code of five digits, is left out and named', async () => {
  const notes = await Promise.all(Array.from({ length: 12 }, () => ready(100 + 900)));
  notes.sort((one, other) => Number(one.id) - Number(other.id));
  const third = notes[2] ?? { id: '', number: '' };
  await api.ctx.db.execute(sql`update dispatch_goods set ship_to_pin = '56003' where note_id = ${third.id}`);
  const found = await check(notes.map(({ id }) => id));
  expect(found.map(({ included }: { included: boolean }) => included)).toEqual(notes.map(({ id }) => id !== third.id));
  expect(found[2]).toMatchObject({
    needed: true,
    words: [`Bill 3 of 12 (${third.number}): excluded from the file. PIN 56003 has 5 digits.`],
  });
  const { version, billLists } = await file({ noteIds: notes.map(({ id }) => id) });
  expect([version, billLists.length]).toEqual(['1.0.0621', 11]);
  expect(billLists[0]).toMatchObject({
    docType: 'CHL',
    docNo: notes[0]?.number,
    docDate: '23/11/2026',
    transType: 1,
    fromPincode: 411037,
    fromPlace: 'Pune',
    toPincode: 421302,
    toPlace: 'Bhiwandi',
    totalValue: 50000,
    totInvValue: 52500,
    transDistance: 350,
    vehicleNo: 'MH12AB1234',
    mainHsnCode: '10063020',
    itemList: [{ itemNo: 1, hsnCode: '10063020', quantity: 1000, taxableAmount: 50000, cgstRate: 2.5, sgstRate: 2.5, igstRate: 0 }],
  });
});

test('dispatch notes that need no e-way bill, have no lines, are drafts or have a number are left out, each with its reason', async () => {
  const small = await ready(10);
  const drafted = await ready(2000);
  await vendor.post(`/api/dispatchGoods/move/${drafted.id}`, { move: 'draft' });
  const { _id: plain } = (await vendor.post('/api/desPatchNote/create', { DCNumber: 'PLAIN/1', DateOfDeliverChallan: '2026-11-23' })).body
    .data;
  const words = (await check([small.id, drafted.id, plain])).map((bill: { words: string[] }) => bill.words[0]);
  expect(words).toEqual([
    `Bill 1 of 3 (${small.number}): excluded from the file. No e-way bill is needed.`,
    `Bill 2 of 3 (${drafted.number}): excluded from the file. It is a draft.`,
    'Bill 3 of 3 (PLAIN/1): excluded from the file. It has no lines.',
  ]);
  const none = await vendor.post('/api/ewayBill/file', { noteIds: [small.id] });
  expect([none.status, none.body.message]).toEqual([422, 'None of these dispatch notes can be included in the file.']);
  expect((await vendor.post('/api/ewayBill/file', {})).body.message).toBe('Choose dispatch notes or dates.');
});

test('the file has all dispatch notes of a day, and none of other vendors', async () => {
  const mine = await ready(2000);
  const stranger = await api.newVendor();
  expect((await file({ startDate: '2026-11-23', endDate: '2026-11-23' })).billLists).toHaveLength(1);
  expect(await check([mine.id], stranger)).toEqual([]);
  expect(await check([mine.id], admin)).toHaveLength(1);
});

describe('the accompanying invoice is the document of the e-way bill', () => {
  const invoiced = async (invoiceNumber: string, invoiceValue: string) => {
    const form = { invoiceNumber, invoiceDate: '2026-11-22', invoiceValue, PONumber: '1', PODate: '2026-11-01' };
    return (await vendor.post('/api/invoice/create', form)).body.data._id as string;
  };

  test('and its rounding is the other value', async () => {
    const { id } = await ready(2000, { kind: 'invoice', invoiceId: await invoiced('118', '104999.60') });
    // 2000 × 50 and 5% are 1,05,000.
    expect((await file({ noteIds: [id] })).billLists[0]).toMatchObject({
      docType: 'INV',
      docNo: '118',
      docDate: '22/11/2026',
      OthValue: -0.4,
      totInvValue: 104999.6,
    });
  });

  test('and any other difference is reported, and never becomes the other value', async () => {
    const { id, number } = await ready(2000, { kind: 'invoice', invoiceId: await invoiced('119', '104900') });
    expect(await check([id])).toMatchObject([
      {
        included: false,
        words: [
          `Bill 1 of 1 (${number}): excluded from the file. Document 119 states ₹100.00 less than its lines. Only rounding to the rupee is allowed: correct the document or the lines.`,
        ],
      },
    ]);
  });
});

test('the result of the e-way bill portal brings numbers and validity, and names rows that fit no dispatch note', async () => {
  const [one, other, gone] = [await ready(2000), await ready(2000), await ready(2000)];
  await vendor.post(`/api/dispatchGoods/move/${gone.id}`, { move: 'cancel' });
  const lines = [
    `${one.number},381009290312,25/11/2026 11:59:00 PM`,
    `${other.number.toLowerCase()},381009290313,`,
    'NONE/1,381009290314,',
    `${gone.number},381009290315,`,
  ];
  const { body } = await result(['docNo,ewbNo,validUpto', ...lines].join('\n'));
  expect(body).toEqual({
    message: '2 e-way bill numbers imported.',
    data: {
      taken: 2,
      problems: [
        'Row 4 (NONE/1): no dispatch note with lines has this number.',
        `Row 5 (${gone.number}): dispatch note ${gone.number} is cancelled.`,
      ],
    },
  });
  expect(await goods(one.id)).toMatchObject({ eWayBillNumber: '381009290312', ewayValidUntil: '2026-11-25T18:29:00.000Z' });
  // A distance of 350 km is valid for two days, including today.
  expect(await goods(other.id)).toMatchObject({ ewayValidUntil: '2026-11-25T18:29:00.000Z' });
  expect((await result(['docNo,ewbNo', ...lines].join('\n'))).body.data).toMatchObject({ taken: 0 });
});

test('another transport after the number makes Part B outdated until there is a new number', async () => {
  const { id } = await ready(2000);
  const edit = (form: object) => vendor.put(`/api/desPatchNote/edit/${id}`, form);
  await edit({ VehicleNumber: 'MH12AB1235' });
  expect(await goods(id)).toMatchObject({ partBChanged: false });
  await edit({ eWayBillNumber: '381009290399' });
  expect(await goods(id)).toMatchObject({ partBChanged: false, ewayValidUntil: '2026-11-25T18:29:00.000Z' });
  await vendor.post(`/api/dispatchGoods/move/${id}`, { move: 'leave' });
  const transport = { mode: 'road', distance: 350, vehicles: [{ number: 'MH12AB1236' }, { number: 'MH12AB1237', over: true }] };
  expect((await vendor.put(`/api/dispatchGoods/transport/${id}`, transport)).body.data).toMatchObject({
    state: 'left',
    partBChanged: true,
  });
  await edit({ eWayBillNumber: '381009290400' });
  expect(await goods(id)).toMatchObject({ partBChanged: false });
  await edit({ VehicleNumber: 'MH12AB1238' });
  expect(await goods(id)).toMatchObject({ partBChanged: true });
});

describe('an e-way bill number can be on one dispatch note of a vendor', () => {
  const NUMBER = '381009290377';
  const create = (caller: Caller, more: object = {}) =>
    caller.post('/api/desPatchNote/create', { DCNumber: `N/${api.serial()}`, DateOfDeliverChallan: '2026-11-23', ...more });
  const fill = (id: string, caller = vendor) => caller.put(`/api/desPatchNote/edit/${id}`, { eWayBillNumber: NUMBER });
  const cancel = (id: string) => vendor.post(`/api/dispatchGoods/move/${id}`, { move: 'cancel' });

  test('by form, API and result, for every caller', async () => {
    const [one, other] = [await ready(2000), await ready(2000)];
    expect((await fill(one.id)).status).toBe(200);
    const words = `E-way bill ${NUMBER} is already on dispatch note ${one.number}.`;
    const refused = [
      await fill(other.id),
      await fill(other.id, admin),
      await create(vendor, { eWayBillNumber: ` ${NUMBER} ` }),
      await create(admin, { eWayBillNumber: NUMBER, userID: vendor.user.id }),
      await fill((await create(vendor)).body.data._id),
    ];
    expect(refused.map(({ status, body }) => [status, body.errors])).toEqual(refused.map(() => [422, { eWayBillNumber: words }]));
    expect((await result(`docNo,ewbNo\n${other.number},${NUMBER}`)).body.data).toEqual({
      taken: 0,
      problems: [`Row 2 (${other.number}): ${words}`],
    });
    // The note is saved again unchanged, and its own number does not count as used.
    expect((await fill(one.id)).status).toBe(200);
  });

  test('even if a dispatch note without lines has it', async () => {
    const { _id, DCNumber } = (await create(vendor, { eWayBillNumber: NUMBER })).body.data;
    const one = await ready(2000);
    expect((await fill(one.id)).body.message).toBe(`E-way bill ${NUMBER} is already on dispatch note ${DCNumber}.`);
    expect((await vendor.delete(`/api/desPatchNote/delete/${_id}`)).status).toBe(200);
    expect((await fill(one.id)).status).toBe(200);
  });

  test('but not if that dispatch note is cancelled, by form and by result', async () => {
    const [one, other, third] = [await ready(2000), await ready(2000), await ready(2000)];
    expect([(await fill(one.id)).status, (await cancel(one.id)).status]).toEqual([200, 200]);
    expect((await result(`docNo,ewbNo\n${other.number},${NUMBER}`)).body.data).toEqual({ taken: 1, problems: [] });
    expect([(await fill(third.id)).status, (await cancel(other.id)).status, (await fill(third.id)).status]).toEqual([422, 200, 200]);
  });

  test('and another vendor learns nothing of it', async () => {
    const one = await ready(2000);
    expect((await fill(one.id)).status).toBe(200);
    expect((await create(await api.newVendor(), { eWayBillNumber: NUMBER })).status).toBe(200);
  });

  test('and a dispatch note that has shared one since before can be saved unchanged', async () => {
    const [one, other] = [await ready(2000), await ready(2000)];
    await api.ctx.db.execute(sql`update dispatch_notes set eway_bill_number = ${NUMBER} where id = any(${[one.id, other.id]}::bigint[])`);
    const edit = { eWayBillNumber: NUMBER, DriverName: 'Ramesh' };
    expect((await vendor.put(`/api/desPatchNote/edit/${one.id}`, edit)).status).toBe(200);
  });
});
