import { messages } from '@aapurti/contract/dispatch-notes/dispatchGoods';
import { DELIVERIES, DISPATCH_KINDS } from '@aapurti/contract/dispatch-notes/movements';
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
  const buyer = {
    kind: 'regular',
    GST: '27AAPFU0939F1ZV',
    legalName: 'Rivaj Retail',
    address: 'Lower Parel, Mumbai',
    postalCode: '400013',
  };
  await admin.post('/api/registrations', buyer);
});
afterAll(() => api.close());

beforeEach(async () => {
  vendor = await api.newVendor();
  const lines = [orderLineOf({ quantity: '2000', unitPrice: '50', uom: 'BAG' })];
  order = await makeOrder(api.ctx, vendor.user.id, `MV/${api.serial()}`, { lines });
});

const PLACE = { shipToAddress: 'Gate 3, Bhiwandi', shipToPlace: 'Bhiwandi', shipToPin: '421302', shipToState: '27' };
const FROM = { fromAddress: 'Dock 1, Hadapsar', fromPlace: 'Pune', fromPin: '411028', fromState: '27' };
const ROAD = { mode: 'road', distance: 150, vehicles: [{ number: 'MH12AB1234' }] };
const sheets = { itemName: 'Steel sheets', hsnCode: '7208', uom: 'KG', quantity: 40, taxable: '90000.00' };

async function noteOf(issuer: 'vendor' | 'buyer', more: object = {}): Promise<string> {
  const caller = issuer === 'buyer' ? admin : vendor;
  const body = { DCNumber: `MV/${api.serial()}`, userID: vendor.user.id, issuer, ...more };
  const { status, body: made } = await caller.post('/api/desPatchNote/create', body);
  expect(status).toBe(200);
  return made.data._id as string;
}

const save = (caller: Caller, id: string, goods: object) => caller.put(`/api/dispatchGoods/save/${id}`, { ...ROAD, ...goods });
const move = (caller: Caller, id: string, to: string) => caller.post(`/api/dispatchGoods/move/${id}`, { move: to });
const open = async () => (await vendor.get(`/api/dispatchGoods/open/${order}`)).body[0];
const numberOf = async (id: string) => (await admin.get(`/api/dispatchGoods/get/${id}`)).body.DCNumber as string;

async function receive(quantity: number, rejected: number): Promise<void> {
  const lines = [{ orderId: order, line: 1, quantity, rejected, reason: 'damaged' }];
  const { status } = await admin.post('/api/receipts/create', { receiptNumber: `G/${api.serial()}`, receivedOn: '2026-11-23', lines });
  expect(status).toBe(200);
}

async function left(caller: Caller, id: string): Promise<void> {
  expect((await move(caller, id, 'ready')).status).toBe(200);
  expect((await move(caller, id, 'leave')).status).toBe(200);
}

async function bills(caller: Caller, noteIds: string[], more: object = {}): Promise<Record<string, unknown>[]> {
  const { status, body } = await caller.post('/api/ewayBill/file', { noteIds, ...more });
  // The check gives the reason why a note is left out.
  if (status !== 200) expect((await caller.post('/api/ewayBill/check', { noteIds, ...more })).body).toEqual([]);
  return JSON.parse(String(body)).billLists;
}

test('the database knows the kinds of the contract, and which are deliveries', async () => {
  const id = await noteOf('vendor');
  await save(vendor, id, { kind: 'challan', lines: [{ orderId: order, line: 1, quantity: 1 }] });
  const delivers: string[] = [];
  for (const kind of DISPATCH_KINDS) {
    await api.ctx.db.execute(sql`update dispatch_goods set kind = ${kind} where note_id = ${id}`);
    const row = await api.ctx.db.one<{ delivers: boolean }>(sql`select delivers from dispatch_goods where note_id = ${id}`);
    if (row.delivers) delivers.push(kind);
  }
  expect(delivers).toEqual(DELIVERIES);
});

describe('a return of rejected goods', () => {
  const back = (quantity: number) => ({ kind: 'return', lines: [{ orderId: order, line: 1, quantity }] });

  test('leaves with a challan of the buyer, and its e-way bill is outward for the buyer and a sales return for the vendor', async () => {
    await receive(2000, 1500);
    const id = await noteOf('buyer');
    expect((await save(admin, id, { ...back(1500), ...PLACE, ...FROM })).body.message).toBe('Goods saved.');
    await left(admin, id);
    const [outward] = await bills(admin, [id]);
    expect(outward).toMatchObject({
      supplyType: 'O',
      subSupplyType: 8,
      subSupplyDesc: 'Purchase Return',
      docType: 'CHL',
      totalValue: 75000,
      totInvValue: 75000,
      fromPincode: 411028,
      toPincode: 421302,
    });
    const [inward] = await bills(vendor, [id]);
    expect(inward).toMatchObject({ supplyType: 'I', subSupplyType: 7, docType: 'CHL' });
    expect([inward?.['fromGstin'], inward?.['userGstin']]).toEqual([outward?.['fromGstin'], outward?.['toGstin']]);
    // The vendor confirms that the goods are back.
    expect((await vendor.post(`/api/dispatchGoods/arrive/${id}`, {})).body.data.state).toBe('arrived');
  });

  test('leaves under a registration of the buyer, and under none of the vendor', async () => {
    await receive(20, 10);
    const id = await noteOf('buyer');
    const [{ gstin }] = (await api.ctx.db.rows<{ gstin: string }>(sql`select gstin from vendors where id = ${vendor.user.id}`)) as [
      { gstin: string },
    ];
    const under = (fromGSTIN: string) => save(admin, id, { ...back(5), ...PLACE, ...FROM, fromGSTIN });
    expect((await under(gstin)).body.errors).toEqual({ fromGSTIN: messages.buyerGstin });
    expect((await under('27AAPFU0939F1ZV')).status).toBe(200);
  });

  test('with a credit or debit note has the tax of the invoice', async () => {
    await receive(2000, 1500);
    const id = await noteOf('buyer');
    await save(admin, id, { ...back(1500), kind: 'return_memo', ...PLACE, ...FROM });
    await left(admin, id);
    expect((await bills(admin, [id]))[0]).toMatchObject({ docType: 'OTH', totalValue: 75000, totInvValue: 78750 });
  });

  test('covers at most the rejected quantity, over all dispatch notes of the buyer together', async () => {
    await receive(10, 3);
    const [one, other] = [await noteOf('buyer'), await noteOf('buyer')];
    expect((await save(admin, one, back(4))).body.errors).toEqual({
      lines: 'Line 1: 4 returned here, 3 rejected of 10 received. At most 3 more can be returned.',
    });
    expect((await save(admin, one, back(2))).status).toBe(200);
    expect((await save(admin, other, back(2))).status).toBe(200);
    expect((await move(admin, one, 'ready')).status).toBe(200);
    const refused = await move(admin, other, 'ready');
    expect([refused.status, refused.body.errors.lines]).toEqual([
      422,
      'Line 1: 2 returned here and 2 before, 3 rejected of 10 received. At most 1 more can be returned.',
    ]);
    expect((await open()).returnable).toBe(1);
  });

  test('of goods that have not arrived is rejected', async () => {
    const id = await noteOf('buyer');
    expect((await save(admin, id, back(1))).body.errors.lines).toBe('Line 1: 1 returned here, 0 rejected of 0 received. Remove it.');
  });

  test('does not reduce the open quantity of the order, and can neither be received nor invoiced', async () => {
    await receive(10, 3);
    const before = await open();
    const id = await noteOf('buyer', { PONumber: null });
    await save(admin, id, back(3));
    await left(admin, id);
    expect(await open()).toEqual({ ...before, returnable: 0 });
    const number = await numberOf(id);
    expect((await admin.get('/api/receipts/find', { code: number })).status).toBe(404);
    const lines = [{ orderId: order, line: 1, quantity: 3 }];
    const received = await admin.post('/api/receipts/create', { receiptNumber: 'G/back', receivedOn: '2026-11-23', noteId: id, lines });
    expect([received.status, received.body.errors.noteId]).toEqual([
      422,
      `Dispatch note ${number} contains no ordered goods, so it cannot be received.`,
    ]);
    expect((await vendor.get('/api/invoiceLine/propose', { noteId: id })).status).toBe(404);
  });
});

describe('own goods', () => {
  const between = (more: object = {}) => ({ kind: 'own_use', ...PLACE, ...FROM, lines: [sheets], ...more });

  test('move between two places of one GST number', async () => {
    const id = await noteOf('vendor');
    expect((await save(vendor, id, between())).body.message).toBe('Goods saved.');
    await left(vendor, id);
    const [bill] = await bills(vendor, [id]);
    expect(bill).toMatchObject({
      supplyType: 'O',
      subSupplyType: 5,
      docType: 'CHL',
      totalValue: 90000,
      totInvValue: 90000,
      transType: 1,
    });
    expect(bill?.['fromGstin']).toBe(bill?.['toGstin']);
  });

  // A note belongs to a vendor, who reads it, receives its changes and finds it in the search.
  test.each(['own_use', 'exhibition', 'exhibition_back'])(
    'of the buyer are on no dispatch note that a vendor can read: %s',
    async (kind) => {
      const id = await noteOf('buyer');
      expect((await save(admin, id, between({ kind }))).body.errors.kind).toMatch(/: only the vendor issues this dispatch note\.$/);
      expect((await admin.get(`/api/dispatchGoods/get/${id}`)).body).toMatchObject({ state: null, lines: [] });
    },
  );

  test('are sent out for job work by the buyer', async () => {
    const id = await noteOf('buyer');
    await save(admin, id, { kind: 'job_work_out', ...PLACE, ...FROM, lines: [sheets] });
    await left(admin, id);
    const [bill] = await bills(admin, [id]);
    expect(bill).toMatchObject({
      supplyType: 'O',
      subSupplyType: 4,
      docType: 'CHL',
      itemList: [{ productName: 'Steel sheets', hsnCode: '7208' }],
    });
    expect(bill?.['fromGstin']).not.toBe(bill?.['toGstin']);
  });

  test('need a name, and go to another place', async () => {
    const id = await noteOf('vendor');
    const faults = async (more: object) => (await save(vendor, id, between(more))).body.errors;
    expect(await faults({ lines: [{ ...sheets, itemName: '' }] })).toEqual({ lines: 'Line 1: enter the name of the goods.' });
    expect(await faults({ lines: [{ ...sheets, hsnCode: null }] })).toEqual({ lines: 'Line 1: enter the HSN code of the goods.' });
    expect(await faults({ lines: [{ ...sheets, taxable: '' }] })).toEqual({ lines: 'Line 1: enter the value of the goods.' });
    const same = { shipToAddress: FROM.fromAddress, shipToPin: FROM.fromPin };
    expect(await faults(same)).toEqual({
      shipToAddress: 'Enter another place of delivery: these goods move between two of your own premises.',
    });
    expect(await faults({ shipToGSTIN: '27AAPFU0939F1ZV' })).toEqual({
      shipToGSTIN: 'These goods stay with their owner. Leave this GST number blank.',
    });
  });

  test('cannot bypass an order: they cannot have its lines, and its deliveries cannot have them', async () => {
    const id = await noteOf('vendor');
    const ordered = { orderId: order, line: 1, quantity: 2000 };
    expect((await save(vendor, id, between({ lines: [ordered] }))).body.errors.lines).toBe(
      'Line 1: own goods are not part of an order. Choose another reason for transport to dispatch order lines.',
    );
    // An order or a line alone is not a valid reference.
    for (const half of [{ orderId: order }, { line: 1 }])
      expect((await save(vendor, id, between({ lines: [{ ...sheets, ...half }] }))).status).toBe(422);
    expect((await save(vendor, id, { kind: 'challan', lines: [ordered, sheets] })).body.errors.lines).toBe(
      'Line 2: enter the order and its line. Only own goods move without an order.',
    );
    expect((await open()).open).toBe(2000);
  });

  test('cannot be received, and do not make a quantity of an order arrive', async () => {
    const { number } = await api.ctx.db.one<{ number: string }>(sql`select number from purchase_orders where id = ${order}`);
    const id = await noteOf('vendor', { PONumber: number });
    await save(vendor, id, between());
    await left(vendor, id);
    const noteNumber = await numberOf(id);
    expect((await admin.get('/api/receipts/find', { code: noteNumber })).status).toBe(404);
    expect((await vendor.get('/api/invoiceLine/propose', { noteId: id })).status).toBe(404);
    const lines = [{ orderId: order, line: 1, quantity: 5 }];
    const received = await admin.post('/api/receipts/create', { receiptNumber: 'G/own', receivedOn: '2026-11-23', noteId: id, lines });
    expect([received.status, (await open()).received]).toEqual([422, 0]);
  });
});

describe('the issuer of each kind', () => {
  test('can be a vendor for its own dispatch notes of any kind, but not for a movement of the buyer', async () => {
    const body = { DCNumber: `MV/${api.serial()}`, issuer: 'buyer' };
    const { _id: id, issuer } = (await vendor.post('/api/desPatchNote/create', body)).body.data;
    expect(issuer).toBe('vendor');
    await receive(10, 3);
    for (const [kind, words] of [
      ['return', 'Return of rejected goods, with challan: only the buyer issues this dispatch note.'],
      ['return_memo', 'Return of rejected goods, with credit or debit memo: only the buyer issues this dispatch note.'],
    ])
      expect((await save(vendor, id, { kind, lines: [{ orderId: order, line: 1, quantity: 3 }] })).body.errors).toEqual({ kind: words });
    expect((await save(vendor, id, { kind: 'job_work_out', lines: [sheets] })).status).toBe(422);
  });

  test('can be the buyer, whose own dispatch note delivers nothing', async () => {
    const id = await noteOf('buyer');
    for (const kind of DELIVERIES)
      expect((await save(admin, id, { kind, lines: [{ orderId: order, line: 1, quantity: 3 }] })).body.errors.kind).toMatch(
        /: only the vendor issues this dispatch note\.$/,
      );
  });

  test('lets the vendor read a dispatch note of the buyer and change nothing in it', async () => {
    await receive(10, 3);
    const id = await noteOf('buyer');
    const goods = { kind: 'return', lines: [{ orderId: order, line: 1, quantity: 3 }] };
    await save(admin, id, goods);
    expect((await vendor.get(`/api/dispatchGoods/get/${id}`)).body).toMatchObject({ issuer: 'buyer', kind: 'return' });
    const refused = [
      await vendor.put(`/api/desPatchNote/edit/${id}`, { eWayBillNumber: '381009290312' }),
      await save(vendor, id, goods),
      await move(vendor, id, 'ready'),
      await vendor.put(`/api/dispatchGoods/transport/${id}`, ROAD),
      await vendor.delete(`/api/desPatchNote/delete/${id}`),
    ];
    const words = 'This dispatch note is issued by the buyer, so only the buyer can change it.';
    expect(refused.map(({ status, body }) => [status, body.message])).toEqual(refused.map(() => [403, words]));
    const stranger = await api.newVendor();
    expect((await stranger.get(`/api/dispatchGoods/get/${id}`)).status).toBe(404);
  });

  test('numbers the buyer’s challans in one series for all vendors, and each vendor’s in its own', async () => {
    const DCNumber = `RN/${api.serial()}`;
    await noteOf('buyer', { DCNumber });
    await noteOf('vendor', { DCNumber });
    const other = await api.newVendor();
    const again = await admin.post('/api/desPatchNote/create', { DCNumber, userID: other.user.id, issuer: 'buyer' });
    expect([again.status, again.body.errors.DCNumber]).toEqual([409, 'Something went Wrong. This DC Number is already in use.']);
    const renamed = await noteOf('buyer');
    expect((await admin.put(`/api/desPatchNote/edit/${renamed}`, { DCNumber })).status).toBe(409);
  });

  test('an order line’s value and name come from the order, whatever the caller sends', async () => {
    const id = await noteOf('vendor');
    const line = { orderId: order, line: 1, quantity: 10, itemName: 'Gold', uom: 'KGS', taxable: '1' };
    const { data } = (await save(vendor, id, { kind: 'challan', lines: [line] })).body;
    expect(data.lines[0]).toMatchObject({ taxable: 500, uom: 'BAG' });
    expect(data.lines[0].itemName).not.toBe('Gold');
  });
});

describe('the e-way bill that the buyer generates', () => {
  const sale = { kind: 'challan', ...PLACE, ...FROM };

  test('of a vendor’s delivery is an inward one with the buyer’s number', async () => {
    const id = await noteOf('vendor');
    await save(vendor, id, { ...sale, kind: 'invoice', lines: [{ orderId: order, line: 1, quantity: 2000 }] });
    await left(vendor, id);
    const [outward] = await bills(vendor, [id]);
    const [inward] = await bills(admin, [id]);
    expect(outward).toMatchObject({ supplyType: 'O', subSupplyType: 1, docType: 'INV' });
    expect(inward).toMatchObject({ supplyType: 'I', subSupplyType: 1, docType: 'INV', userGstin: outward?.['toGstin'] });
  });

  test('of an unregistered vendor’s goods names it URP, and the vendor itself generates none', async () => {
    await api.ctx.db.execute(sql`
      update registrations set kind = 'unregistered', gstin = null where vendor_id = ${vendor.user.id}`);
    const id = await noteOf('vendor');
    await save(vendor, id, { ...sale, kind: 'invoice', lines: [{ orderId: order, line: 1, quantity: 2000 }] });
    await left(vendor, id);
    const [check] = (await vendor.post('/api/ewayBill/check', { noteIds: [id] })).body;
    expect(check).toMatchObject({ included: false });
    expect(check.words[0]).toMatch(/: excluded from the file\. .* has no GST number, so the other party generates this e-way bill\.$/);
    expect((await bills(admin, [id]))[0]).toMatchObject({
      fromGstin: 'URP',
      supplyType: 'I',
      docType: 'INV',
      totInvValue: 100000,
      cgstValue: 0,
    });
  });

  test('below the limit is generated on request', async () => {
    const id = await noteOf('vendor');
    await save(vendor, id, { ...sale, lines: [{ orderId: order, line: 1, quantity: 10 }] });
    await left(vendor, id);
    expect((await vendor.post('/api/ewayBill/file', { noteIds: [id] })).status).toBe(422);
    expect((await bills(vendor, [id], { voluntary: true }))[0]).toMatchObject({ totInvValue: 525, subSupplyDesc: 'Invoice to follow' });
  });

  test('does not exist for a movement within the other side', async () => {
    const id = await noteOf('vendor');
    await save(vendor, id, { kind: 'own_use', ...PLACE, ...FROM, lines: [sheets] });
    await left(vendor, id);
    const [check] = (await admin.post('/api/ewayBill/check', { noteIds: [id] })).body;
    expect(check.words[0]).toMatch(/: excluded from the file\. .*Only its issuer can create the e-way bill\.$/);
  });
});

describe('the result of the e-way bill portal', () => {
  const told = async (caller: Caller, DCNumber: string, bill: string) =>
    (await caller.post('/api/ewayBill/result', { userID: vendor.user.id, text: JSON.stringify([{ docNo: DCNumber, ewbNo: bill }]) })).body
      .data;
  const billOf = async (id: string) => (await admin.get(`/api/dispatchGoods/get/${id}`)).body.eWayBillNumber as string | null;
  const bill = () => String(331_000_000_000 + api.serial());

  test('gives the receiver of a return its number', async () => {
    await receive(10, 3);
    const id = await noteOf('buyer');
    await save(admin, id, { kind: 'return', ...PLACE, ...FROM, lines: [{ orderId: order, line: 1, quantity: 3 }] });
    await left(admin, id);
    const number = bill();
    expect(await told(vendor, await numberOf(id), number)).toMatchObject({ taken: 1 });
    expect(await billOf(id)).toBe(number);
  });

  test('means the caller’s own dispatch note if two have one number', async () => {
    const own = await noteOf('vendor');
    await save(vendor, own, { kind: 'challan', ...PLACE, ...FROM, lines: [{ orderId: order, line: 1, quantity: 1 }] });
    await left(vendor, own);
    await receive(10, 3);
    const theirs = await noteOf('buyer', { DCNumber: await numberOf(own) });
    await save(admin, theirs, { kind: 'return', ...PLACE, ...FROM, lines: [{ orderId: order, line: 1, quantity: 3 }] });
    await left(admin, theirs);
    expect(await told(vendor, await numberOf(own), bill())).toMatchObject({ taken: 1 });
    expect([(await billOf(own)) === null, await billOf(theirs)]).toEqual([false, null]);
  });
});
