// Why so long: the answers of one order are followed through from proposal to settlement.
import { indianDay } from '@aapurti/contract/ground/fields';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { type Api, type Caller, startApi, statusesOf } from '../../test/api.ts';
import { decideLines } from '../../test/books.ts';
import { newMember } from '../../test/members.ts';
import { keyOf, standInOf } from '../../test/onBehalf.ts';
import { actAs, makeOrder, orderLineOf } from '../demo/factories.ts';
import { keptPromises } from './keptPromises.ts';

let api: Api;
let admin: Caller;
let vendor: Caller;
let id: string;
let serial = 0;
beforeAll(async () => {
  api = await startApi({}, () => new Date('2026-11-23T06:00:00Z'));
  admin = await api.newAdmin();
  vendor = await api.newVendor({ vendor_name: 'Shree Mills' });
});
afterAll(() => api.close());

const LINES = ['R-1', 'R-2', 'R-3'].map((itemCode) =>
  orderLineOf({ itemCode, itemName: `Rice ${itemCode}`, quantity: '200', unitPrice: '50' }),
);
const TERMS = { lines: LINES, deliverBy: '2026-12-01' };

beforeEach(async () => {
  serial += 1;
  id = await makeOrder(api.ctx, vendor.user.id, `PO/${serial}`, TERMS);
});

const send = (lines: object[], more: object = {}, caller = vendor) => caller.post(`/api/orderAnswer/send/${id}`, { lines, ...more });
const decide = (lines: object[], more: object = {}, caller = admin) => decideLines(api, caller, id, lines, more);
const withdraw = () => vendor.post(`/api/orderAnswer/withdraw/${id}`, {});
const read = async (caller = vendor) => (await caller.get(`/api/orderAnswer/get/${id}`)).body;
const states = async () => ((await read()).lines as { answer: { state: string } | null }[]).map(({ answer }) => answer?.state ?? 'open');
const orderStatus = async () => (await vendor.get('/api/purChaseOrder/get', { poNumber: `PO/${serial}` })).body[0].status;

/** The side that the order waits for, and whether the lists of pending decisions of the buyer and the vendor contain it. */
const awaits = async () => {
  const found = async (who: string) =>
    (await vendor.post('/api/purChaseOrder/serviceOrder', { awaits: who, code: `PO/${serial}` })).body.result;
  const [order] = (await vendor.get('/api/purChaseOrder/get', { poNumber: `PO/${serial}` })).body;
  return [order.awaits, await found('buyer'), await found('vendor')];
};

const accept = (line: number) => ({ line, decision: 'accept' });
const reject = (line: number) => ({ line, decision: 'reject', reason: 'unavailable' });
const later = (line: number, date = '2026-12-20') => ({ line, decision: 'change', reason: 'late', promises: [{ quantity: 200, date }] });

describe('confirmations', () => {
  test('by line settle the order once no line is open', async () => {
    const first = await send([accept(1), reject(2)]);
    expect([first.status, first.body.message]).toEqual([200, 'Confirmation sent.']);
    expect(await states()).toEqual(['accepted', 'rejected', 'open']);
    expect(await orderStatus()).toBe('Open');
    expect((await read()).lines[0].answer).toMatchObject({
      promises: [{ quantity: 200, date: '2026-12-01' }],
      rejectedQuantity: 0,
      price: null,
    });
    await send([accept(3)]);
    expect(await orderStatus()).toBe('Acknowledged');
    const { body } = await admin.get('/api/audit/get', { entity: 'purchaseOrder', entityId: id, action: 'order.answer' });
    const plain = { promises: [], price: null, rejected: 0, substituteEAN: null, reason: null, remark: null, buyerRemark: null };
    expect(body.at(-1)?.after).toEqual({
      'Line 1': { ...plain, confirmation: 'accepted', promises: [{ quantity: 200, date: '2026-12-01' }] },
      'Line 2': { ...plain, confirmation: 'rejected', reason: 'unavailable' },
    });
  });

  test('that reject every line leave the order open', async () => {
    await send([reject(1), reject(2), reject(3)]);
    expect([await states(), await orderStatus()]).toEqual([['rejected', 'rejected', 'rejected'], 'Open']);
  });

  test('within the tolerances apply immediately; others wait for the buyer, who gets one e-mail', async () => {
    const own = { daysLate: 5, quantityLess: 10, quantityMore: 0, priceMore: 0 };
    const saved = await admin.ask('PUT', '/api/answerTolerance/save', { payload: { ...own, userID: vendor.user.id } });
    expect(saved.body).toEqual({ message: 'Tolerances saved.', data: { ...own, own: true } });
    await send([
      later(1, '2026-12-06'),
      later(2, '2026-12-07'),
      { line: 3, decision: 'change', reason: 'pack_size', promises: [{ quantity: 180, date: '2026-12-01' }], rejectedQuantity: 20 },
    ]);
    const removed = await admin.ask('DELETE', `/api/answerTolerance/remove/${vendor.user.id}`, {});
    expect(removed.body.data).toEqual({ daysLate: 0, quantityLess: 0, quantityMore: 0, priceMore: 0, own: false });
    expect(await states()).toEqual(['accepted', 'proposed', 'accepted']);
    expect(await orderStatus()).toBe('Open');
    expect(await awaits()).toEqual(['buyer', [expect.objectContaining({ _id: id })], []]);
    const mails = await api.ctx.db.rows<{ content: unknown }>(sql`
      select content from mails where kind = 'answers' and user_id = ${admin.user.id} and content->'orders'->0->>'id' = ${id}`);
    expect(mails).toEqual([{ content: { count: 1, vendor: 'Shree Mills', orders: [{ id, number: `PO/${serial}`, count: 1 }] } }]);
  });

  test('with errors are rejected by line, several at once, and nothing is saved', async () => {
    const { status, body } = await send([
      accept(1),
      { line: 2, decision: 'change', reason: 'late', promises: [{ quantity: 120, date: '2026-12-01' }] },
      { line: 9, decision: 'accept' },
      accept(1),
    ]);
    expect([status, body.errors]).toEqual([
      422,
      {
        lines: `Line 2: 120 of 200 confirmed; 80 neither confirmed nor rejected. Order PO/${serial} does not have a line 9. Select one of its lines. Line 1 appears twice in this confirmation.`,
      },
    ]);
    expect(await states()).toEqual(['open', 'open', 'open']);
  });

  test.each<[string, unknown]>([
    ['Confirm at least one line.', []],
    ['Confirm at least one line.', 'all'],
    ['Line 1: Each line needs its line number.', [{ line: 0, decision: 'accept' }]],
    ['Line 1: Accept the line, propose a change or reject it.', [{ line: 1, decision: 'maybe' }]],
    [
      'Line 3: Invalid quantity. It should be a number below 100 crore.',
      [accept(1), { ...later(3), promises: [{ quantity: 1e9, date: '2026-12-01' }] }],
    ],
    ['Line 1: Invalid date. Enter an existing date.', [{ ...later(1), promises: [{ quantity: 1, date: '2026-02-30' }] }]],
    [
      'Line 1: A line can have at most 20 deliveries.',
      [{ ...later(1), promises: Array.from({ length: 21 }, () => ({ quantity: 1, date: '2026-12-01' })) }],
    ],
    ['Line 1: Choose a reason.', [{ ...later(1), reason: 'moods' }]],
    ['Line 1: Invalid price. It should be a number.', [{ ...later(1), price: -1 }]],
    ['Line 1: An EAN has 8 to 14 digits.', [{ ...later(1), substituteEAN: '12' }]],
  ])('%s', async (message, lines) => {
    const { status, body } = await vendor.post(`/api/orderAnswer/send/${id}`, { lines });
    expect([status, body.errors]).toEqual([422, { lines: message }]);
  });

  test('of an order that another user has changed in the meantime are rejected with the newer one', async () => {
    const { updatedAt } = await read();
    await send([accept(1)], { updatedAt });
    const { status, body } = await send([accept(2)], { updatedAt });
    expect([status, body.data.lines[0].answer.state]).toEqual([409, 'accepted']);
  });

  test('of a line that the buyer has removed in the meantime are rejected, and the other lines stay open', async () => {
    const { updatedAt } = await read();
    await makeOrder(api.ctx, vendor.user.id, `PO/${serial}`, { ...TERMS, version: '2', lines: LINES.slice(0, 2) });
    const { status, body } = await send([accept(1), accept(3)], { updatedAt });
    expect([status, body.data.lines.length]).toEqual([409, 2]);
    expect((await send([accept(1), accept(3)])).body.errors).toEqual({
      lines: `Order PO/${serial} does not have a line 3. Select one of its lines.`,
    });
    expect(await states()).toEqual(['open', 'open']);
  });

  test('are rejected for cancelled orders, pending lines, and goods that have arrived', async () => {
    await send([later(1)]);
    expect((await send([accept(1)])).body.message).toBe(
      `Line 1 of order PO/${serial} is waiting for the buyer. Withdraw the proposal first.`,
    );
    await api.ctx.db.execute(sql`update purchase_order_lines set received_quantity = 1 where order_id = ${id} and line = 2`);
    expect((await send([reject(2)])).body.message).toBe(
      `Line 2 of order PO/${serial}: goods have already been received. Ask the buyer to amend the order.`,
    );
    await makeOrder(api.ctx, vendor.user.id, `PO/${serial}`, { ...TERMS, version: '2', status: 'Cancelled' });
    const { status, body } = await send([accept(3)]);
    expect([status, body.message]).toEqual([
      409,
      `Only an open purchase order can be acknowledged. Order PO/${serial} is cancelled. Ask the buyer for a new order.`,
    ]);
    const refused = await decide([{ line: 1, decision: 'agree' }]);
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      409,
      body.code,
      `Order PO/${serial} is cancelled, so its confirmations can no longer be decided on. Enter a new order for goods that are still needed.`,
    ]);
  });

  test('can be repeated, and the earlier one stays as history', async () => {
    await send([accept(1), accept(2), accept(3)]);
    await send([reject(2)]);
    expect(await states()).toEqual(['accepted', 'rejected', 'accepted']);
    expect((await read()).earlier).toMatchObject([{ line: 2, decision: 'accept', state: 'replaced' }]);
    expect(await orderStatus()).toBe('Acknowledged');
  });

  test('sent twice at the same time are saved once', async () => {
    const both = await Promise.all([send([later(1)]), send([later(1)])]);
    expect(statusesOf(both)).toEqual([200, 409]);
  });

  test('of 500 lines are saved completely', async () => {
    serial += 1;
    const many = Array.from({ length: 500 }, (_, n) => orderLineOf({ itemCode: `I-${n}`, quantity: '10', unitPrice: '1' }));
    id = await makeOrder(api.ctx, vendor.user.id, `PO/${serial}`, { ...TERMS, lines: many });
    expect((await send(many.map((_, n) => accept(n + 1)))).status).toBe(200);
    expect(new Set(await states())).toEqual(new Set(['accepted']));
  });
});

describe('acknowledging the whole order', () => {
  const acknowledge = () => vendor.post(`/api/purChaseOrder/acknowledge/${id}`, {});

  test('accepts the lines without their own confirmation', async () => {
    await send([reject(2)]);
    expect((await acknowledge()).status).toBe(200);
    expect(await states()).toEqual(['accepted', 'rejected', 'accepted']);
  });

  test('waits for pending decisions of the buyer', async () => {
    await send([later(2)]);
    const { status, body } = await acknowledge();
    expect([status, body.message]).toEqual([409, `Line 2 of order PO/${serial} is waiting for the buyer. Withdraw the proposal first.`]);
    await decide([{ line: 2, decision: 'counter', promises: [{ quantity: 200, date: '2026-12-05' }] }]);
    expect((await acknowledge()).body.message).toBe(`Line 2 of order PO/${serial}: accept or reject the buyer's counter-offer first.`);
  });
});

describe('proposals', () => {
  test('are accepted or rejected, and the vendor gets an e-mail', async () => {
    await send([later(1), later(2), accept(3)]);
    const { status: code, body } = await decide([
      { line: 1, decision: 'agree' },
      { line: 2, decision: 'decline', remark: 'Too late for the festival' },
    ]);
    expect([code, body.message]).toEqual([200, 'Decision sent.']);
    expect(await states()).toEqual(['agreed', 'declined', 'accepted']);
    expect((await read()).lines[1].answer.buyerRemark).toBe('Too late for the festival');
    expect(await orderStatus()).toBe('Open');
    await send([reject(2)]);
    expect([await states(), await orderStatus()]).toEqual([['agreed', 'rejected', 'accepted'], 'Acknowledged']);
    const mails = await api.ctx.db.rows(sql`
      select from mails where kind = 'answers' and user_id = ${vendor.user.id} and content->'orders'->0->>'id' = ${id}`);
    expect(mails).toHaveLength(1);
  });

  test('can be withdrawn until the buyer has decided', async () => {
    await send([later(1)]);
    expect((await withdraw()).body.message).toBe('Proposals withdrawn.');
    expect(await states()).toEqual(['open', 'open', 'open']);
    await send([later(1)]);
    await decide([{ line: 1, decision: 'agree' }]);
    const { status, body } = await withdraw();
    expect([status, body.message]).toEqual([
      409,
      `No lines of order PO/${serial} are waiting for the buyer. Reload the page to see their status.`,
    ]);
  });

  test('that do not exist cannot be decided on', async () => {
    const { status, body } = await decide([{ line: 1, decision: 'agree' }]);
    expect([status, body.message]).toEqual([
      409,
      `Line 1 of order PO/${serial} has no proposal to decide on. Reload the page to see its status.`,
    ]);
  });

  test('get one counter-offer, which the vendor accepts or rejects', async () => {
    await send([later(1), later(2), accept(3)]);
    const offer = { decision: 'counter', promises: [{ quantity: 200, date: '2026-12-05' }], price: 49 };
    expect((await decide([{ line: 1, decision: 'counter' }])).body.errors).toEqual({
      lines: 'Line 1: enter a price, or quantities with dates.',
    });
    await decide([
      { line: 1, ...offer },
      { line: 2, ...offer },
    ]);
    expect(await states()).toEqual(['countered', 'countered', 'accepted']);
    expect(await awaits()).toEqual(['vendor', [], [expect.objectContaining({ _id: id })]]);
    expect((await send([accept(1)])).body.message).toBe(`Line 1 of order PO/${serial}: accept or reject the buyer's counter-offer first.`);
    await send([
      { line: 1, decision: 'agree' },
      { line: 2, decision: 'decline' },
    ]);
    expect((await read()).lines[0].answer).toMatchObject({ state: 'agreed', promises: offer.promises, price: 49 });
    expect(await states()).toEqual(['agreed', 'declined', 'accepted']);
    await send([later(2)]);
    expect((await decide([{ line: 2, ...offer }])).body.errors).toEqual({
      lines: 'Line 2: a counter-offer was already made. Accept or reject the proposal.',
    });
    expect((await send([{ line: 3, decision: 'agree' }])).body.message).toBe(
      `Line 3 of order PO/${serial} has no counter-offer to respond to. Reload the page to see its status.`,
    );
  });

  describe.each<[string, () => Promise<[Caller, Caller]>]>([
    ['in person', () => Promise.resolve([vendor, admin])],
    ['by stand-ins', async () => [await standInOf(api, vendor), await standInOf(api, admin, 'auditor')]],
    ['by API keys', async () => [await keyOf(api, vendor), await keyOf(api, admin)]],
  ])('%s', (_who, callers) => {
    let [sender, buyer] = [vendor, admin];
    beforeAll(async () => {
      [sender, buyer] = await callers();
    });
    const sends = (lines: object[]) => sender.post(`/api/orderAnswer/send/${id}`, { lines });
    const decides = (lines: object[]) => decideLines(api, buyer, id, lines);

    test.each<[string, object[], number]>([
      ['all of it', [{ quantity: 200, date: '2026-12-05' }], 0],
      ['less than was proposed', [{ quantity: 60, date: '2026-12-05' }], 140],
      ['two deliveries', [30, 50].map((quantity) => ({ quantity, date: '2026-12-05' })), 120],
      ['a price alone', [], 80],
    ])('that are countered with %s: what is agreed and rejected adds up to the order', async (_, promises, rejectedQuantity) => {
      const less = { decision: 'change', reason: 'pack_size', rejectedQuantity: 80, promises: [{ quantity: 120, date: '2026-12-20' }] };
      await sends([{ line: 1, ...less }]);
      await decides([{ line: 1, decision: 'counter', promises, price: 49 }]);
      await sends([{ line: 1, decision: 'agree' }]);
      const [{ answer }] = (await read()).lines;
      expect([answer.state, answer.rejectedQuantity]).toEqual(['agreed', rejectedQuantity]);
      const confirmed = answer.promises.reduce((sum: number, each: { quantity: number }) => sum + each.quantity, 0);
      expect(confirmed + answer.rejectedQuantity).toBe(200);
    });

    describe('for dispatched goods', () => {
      const leaves = async (quantity: number) => {
        const form = { DCNumber: `LEFT/${api.serial()}`, DateOfDeliverChallan: '2026-11-23' };
        const note = (await sender.post('/api/desPatchNote/create', form)).body.data._id;
        await sender.put(`/api/dispatchGoods/save/${note}`, { kind: 'challan', lines: [{ orderId: id, line: 1, quantity }] });
        for (const move of ['ready', 'leave']) await sender.post(`/api/dispatchGoods/move/${note}`, { move });
      };
      const less = (quantity: number) => ({
        line: 1,
        decision: 'change',
        reason: 'unavailable',
        promises: [{ quantity, date: '2026-12-01' }],
        rejectedQuantity: 200 - quantity,
      });
      const late = [409, 'Line 1: 150 of 200 have already been dispatched, so at most 50 can be rejected.'];
      const told = ({ status, body }: { status: number; body: { message: string } }) => [status, body.message];

      test('reject at most the remaining quantity', async () => {
        await leaves(150);
        expect(told(await sends([reject(1)]))).toEqual(late);
        expect(told(await sends([less(149)]))).toEqual(late);
        expect((await sends([less(150)])).status).toBe(200);
      });

      test('cannot be accepted or countered if the goods were dispatched while the proposal was pending', async () => {
        await sends([less(60)]);
        await leaves(150);
        expect(told(await decides([{ line: 1, decision: 'agree' }]))).toEqual(late);
        const offer = { line: 1, decision: 'counter', promises: [{ quantity: 100, date: '2026-12-01' }] };
        expect(told(await decides([offer]))).toEqual(late);
        expect((await decides([{ line: 1, decision: 'decline' }])).status).toBe(200);
      });

      test('prevent the vendor from accepting a counter-offer that excludes them', async () => {
        await sends([less(60)]);
        await decides([{ line: 1, decision: 'counter', promises: [{ quantity: 100, date: '2026-12-01' }] }]);
        await leaves(150);
        expect(told(await sends([{ line: 1, decision: 'agree' }]))).toEqual(late);
        expect((await sends([{ line: 1, decision: 'decline' }])).status).toBe(200);
      });
    });
  });

  test('with a price above the order need an approver, within the limit', async () => {
    await send([{ line: 1, decision: 'change', reason: 'price', price: 52, promises: [{ quantity: 200, date: '2026-12-01' }] }]);
    const buyer = await newMember(api, admin, 'buyer');
    const refused = await decide([{ line: 1, decision: 'agree' }], {}, buyer);
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'Line 1: the price of ₹52.00 is above the order price of ₹50.00. An approver must decide on it.',
    ]);
    // A counter-offer for other dates leaves the price unchanged.
    const days = await decide([{ line: 1, decision: 'counter', promises: [{ quantity: 200, date: '2026-12-01' }] }], {}, buyer);
    expect([days.status, days.body.message]).toEqual([403, refused.body.message]);
    const approver = await newMember(api, admin, 'approver');
    await api.ctx.db.execute(sql`update memberships set limit_amount = 10399.99 where user_id = ${approver.user.id}`);
    const limited = await decide([{ line: 1, decision: 'agree' }], {}, await api.signIn(approver.user));
    expect([limited.status, limited.body.message]).toEqual([403, 'Line 1: ₹10,400.00 is above your limit of ₹10,399.99.']);
    await api.ctx.db.execute(sql`update memberships set limit_amount = 10400 where user_id = ${approver.user.id}`);
    expect((await decide([{ line: 1, decision: 'agree' }], {}, await api.signIn(approver.user))).status).toBe(200);
  });

  test('above the order price cannot be decided on through a delegation by the user who entered them', async () => {
    const [boss, buyer] = [await newMember(api, admin, 'administrator'), await newMember(api, admin, 'buyer')];
    const dear = { line: 1, decision: 'change', reason: 'price', price: 52, promises: [{ quantity: 200, date: '2026-12-01' }] };
    await send([dear, later(2)], {}, boss);
    const { own: to } = (await buyer.get('/api/leave')).body;
    const day = indianDay(api.ctx.clock());
    expect((await boss.post('/api/leave', { to, fromDay: day, toDay: day })).status).toBe(200);
    const refused = await decide([{ line: 1, decision: 'agree' }], {}, buyer);
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'Line 1: you entered this confirmation, so someone else must decide on it.',
    ]);
    expect((await decide([{ line: 2, decision: 'agree' }], {}, buyer)).status).toBe(200);
    expect((await decide([{ line: 1, decision: 'agree' }])).status).toBe(200);
  });

  test('cannot be decided on by the user who entered them', async () => {
    await send([later(1)], {}, admin);
    const { status, body } = await decide([{ line: 1, decision: 'agree' }]);
    expect([status, body.message]).toEqual([
      403,
      expect.stringMatching(/^Line 1: you entered this confirmation, so someone else must decide on it\./),
    ]);
  });
});

describe('an amendment', () => {
  test('keeps the confirmations of unchanged lines, even if they move', async () => {
    await send([accept(1), later(2), accept(3)]);
    const [first, second, third] = LINES;
    if (first === undefined || second === undefined || third === undefined) throw new Error('there are three lines');
    await makeOrder(api.ctx, vendor.user.id, `PO/${serial}`, {
      ...TERMS,
      version: '2',
      lines: [second, { ...first, quantity: '250' }, third],
    });
    expect(await states()).toEqual(['proposed', 'open', 'accepted']);
    expect((await read()).earlier).toMatchObject([{ itemName: 'Rice R-1', state: 'outdated' }]);
    // The terms at the time of the confirmation are shown next to the current ones.
    expect((await read()).lines.map(({ was }: { was: unknown }) => was)).toEqual([
      null,
      { quantity: 200, price: Number(first.unitPrice), deliverBy: TERMS.deliverBy, endedAt: expect.any(String) },
      null,
    ]);
    await send([accept(2)]);
    expect((await read()).lines[1].was).toBeNull();
    const mails = await api.ctx.db.rows(sql`
      select from mails where kind = 'amendments' and user_id = ${vendor.user.id} and content->'orders'->0->>'number' = ${`PO/${serial}`}`);
    expect(mails).toHaveLength(1);
  });

  test('of the delivery date opens every line', async () => {
    await send([accept(1), accept(2), accept(3)]);
    await makeOrder(api.ctx, vendor.user.id, `PO/${serial}`, { ...TERMS, version: '2', deliverBy: '2026-11-30' });
    expect([await states(), await orderStatus()]).toEqual([['open', 'open', 'open'], 'Open']);
  });
});

describe('tolerances', () => {
  test.each([
    [{ daysLate: 366 }, { daysLate: 'Should be a number of days from 0 to 365.' }],
    [{ daysLate: 1.5 }, { daysLate: 'Should be a number of days from 0 to 365.' }],
    [{ quantityLess: 101 }, { quantityLess: 'Should be a percentage from 0 to 100.' }],
    [{ priceMore: 'much' }, { priceMore: 'Should be a percentage from 0 to 100.' }],
  ])('%j is rejected', async (fault, errors) => {
    const usual = { daysLate: 0, quantityLess: 0, quantityMore: 0, priceMore: 0 };
    const { status, body } = await admin.ask('PUT', '/api/answerTolerance/save', { payload: { ...usual, ...fault } });
    expect([status, body.errors]).toEqual([422, errors]);
  });

  test('of an unknown vendor are not found', async () => {
    const usual = { daysLate: 0, quantityLess: 0, quantityMore: 0, priceMore: 0, userID: '999999' };
    expect((await admin.ask('PUT', '/api/answerTolerance/save', { payload: usual })).status).toBe(404);
  });
});

test('past confirmed deliveries count as on time and in full by the goods receipts', async () => {
  const mill = await api.newVendor();
  const acting = await actAs(api.ctx, mill.user.id);
  const keptBy = (day: string) => keptPromises({ reports: api.ctx.reports, clock: () => new Date(`${day}T06:00:00Z`) }, acting, null);
  const none = { promises: 0, onTime: 0, inFull: 0 };
  expect((await mill.get('/api/orderAnswer/kept')).body).toEqual(none);
  const made = await makeOrder(api.ctx, mill.user.id, 'PO/kept', { ...TERMS, deliverBy: '2026-11-23' });
  const halves = [
    { quantity: 100, date: '2026-11-23' },
    { quantity: 100, date: '2026-11-24' },
  ];
  const sent = await mill.post(`/api/orderAnswer/send/${made}`, {
    lines: [accept(1), accept(2), { line: 3, decision: 'change', reason: 'late', promises: halves }],
  });
  expect(sent.status).toBe(200);
  await decideLines(api, admin, made, [{ line: 3, decision: 'agree' }]);
  // The first line arrived on time, half of the second one too, and the third one late.
  await api.ctx.db.execute(sql`
    insert into receipt_lines (external_id, vendor_id, order_id, line, received_on, quantity) values
      ('k1', ${mill.user.id}, ${made}, 1, '2026-11-22', 200), ('k2', ${mill.user.id}, ${made}, 2, '2026-11-23', 100),
      ('k3', ${mill.user.id}, ${made}, 3, '2026-11-23', 100), ('k4', ${mill.user.id}, ${made}, 3, '2026-11-25', 100)`);
  await api.ctx.db.execute(sql`
    update purchase_order_lines set received_quantity = case line when 2 then 100 else 200 end where order_id = ${made}`);
  expect(await keptBy('2026-11-23')).toEqual(none);
  expect(await keptBy('2026-11-26')).toEqual({ promises: 4, onTime: 2, inFull: 3 });
  expect(await keptBy('2027-06-01')).toEqual(none);
});
