import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { type Answer, type Api, type Caller, startApi } from '../../test/api.ts';
import { keyOf, standInOf } from '../../test/onBehalf.ts';
import { workbookOf } from '../../test/workbook.ts';
import { makeOrder, orderLineOf } from '../demo/factories.ts';

let api: Api;
let admin: Caller;
let owner: Caller;
/** The caller who sends the goods: the owner, unless a test sets another one. */
let vendor: Caller;
let order: string;
let number: string;
beforeAll(async () => {
  api = await startApi({}, () => new Date('2026-11-23T06:00:00Z'));
  admin = await api.newAdmin();
  owner = await api.newVendor();
});
afterAll(() => api.close());

const LINES = ['R-1', 'R-2'].map((itemCode) =>
  orderLineOf({ itemCode, itemName: `Rice ${itemCode}`, quantity: '100', unitPrice: '50', hsnCode: '10063020' }),
);
beforeEach(async () => {
  vendor = owner;
  number = `RN/${api.serial()}`;
  order = await makeOrder(api.ctx, owner.user.id, number, { lines: LINES, deliverBy: '2026-12-01' });
});

const take = (quantity: number, line = 1) => ({ orderId: order, line, quantity });
const move = (id: string, to: string) => vendor.post(`/api/dispatchGoods/move/${id}`, { move: to });
const save = (id: string, lines: object[]) => vendor.put(`/api/dispatchGoods/save/${id}`, { kind: 'challan', lines });
const read = async (id: string) => (await vendor.get(`/api/dispatchGoods/get/${id}`)).body;
const open = async () => (await vendor.get(`/api/dispatchGoods/open/${order}`)).body.map((line: { open: number }) => line.open);
const bare = async () => {
  const DCNumber = `RN/DC/${api.serial()}`;
  const { body } = await vendor.post('/api/desPatchNote/create', { DCNumber, DateOfDeliverChallan: '2026-11-22' });
  return { id: body.data._id as string, DCNumber };
};
const note = async (lines: object[], ...moves: string[]) => {
  const made = await bare();
  await save(made.id, lines);
  for (const each of moves) expect((await move(made.id, each)).status).toBe(200);
  return made;
};
const enter = (lines: object[], noteId: string | null = null, receiptNumber = `RN/GRN/${api.serial()}`) =>
  admin.post('/api/receipts/create', { receiptNumber, receivedOn: '2026-11-23', lines, noteId });
const told = ({ status, body }: Answer) => [status, body.message];

describe('a received dispatch note', () => {
  test.each([
    ['a draft', []],
    ['ready', ['ready']],
    ['on the way', ['ready', 'leave']],
  ])('that was %s has left and arrived, with its document, and the log has both', async (_, moves) => {
    const { id } = await note([take(80)], ...moves);
    expect((await enter([take(80)], id)).status).toBe(200);
    expect(await read(id)).toMatchObject({
      state: 'arrived',
      arrivedOn: '2026-11-23',
      leftAt: expect.any(String),
      papers: [{ no: 1 }],
    });
    const { body: log } = await admin.get('/api/audit/get', { entity: 'dispatchNote', entityId: id });
    expect(log.slice(0, 2).map(({ action }: { action: string }) => action)).toEqual(['dispatchNote.arrive', 'dispatchNote.leave']);
    expect((await move(id, 'close')).body.data.state).toBe('closed');
  });

  test.each<[string, () => Promise<[Caller, Caller]>, string[][]]>([
    ['in person', () => Promise.resolve([owner, admin]), [[], ['ready'], ['ready', 'leave']]],
    ['by stand-ins', async () => [await standInOf(api, owner), await standInOf(api, admin, 'auditor')], [['ready']]],
    ['by API keys', async () => [await keyOf(api, owner), await keyOf(api, admin)], [['ready']]],
  ])('stays unchanged, whichever way it is edited: %s', async (_, callers, begun) => {
    const [sender, buyer] = await callers();
    vendor = sender;
    for (const moves of begun) {
      const { id, DCNumber } = await note([take(10)], ...moves);
      const receipt = (await enter([take(10)], id)).body.data;
      const refused = [
        409,
        `This dispatch note was received with goods receipt ${receipt.receiptNumber}. It can no longer be changed or deleted.`,
      ];
      for (const caller of [sender, buyer]) {
        expect(told(await caller.put(`/api/desPatchNote/edit/${id}`, { VehicleNumber: 'HR38AB1235' }))).toEqual(refused);
        expect(told(await caller.delete(`/api/desPatchNote/delete/${id}`))).toEqual(refused);
      }
      expect(told(await save(id, [take(1)]))).toEqual(refused);
      expect(told(await vendor.put(`/api/dispatchGoods/transport/${id}`, { vehicles: [{ number: 'HR38AB1235' }] }))).toEqual(refused);
      for (const each of ['ready', 'draft', 'leave', 'cancel']) expect(told(await move(id, each))).toEqual(refused);
      expect(told(await buyer.post(`/api/dispatchGoods/arrive/${id}`, {}))).toEqual(refused);
      const content = await workbookOf([
        ['DC Number', 'PO Number', 'Line', 'Quantity'],
        [DCNumber, number, 1, 1],
      ]);
      const sheet = await vendor.send('POST', '/api/dispatchLine/excelUpload', {}, { file: { name: 'lines.xlsx', content } });
      expect(sheet.body.errors).toMatchObject([{ row: 2, message: refused[1] }]);
      const eway = await vendor.post('/api/ewayBill/result', { text: `docNo,ewbNo\n${DCNumber},381009290312` });
      expect(eway.body.data.problems).toEqual([`Row 2 (${DCNumber}): ${refused[1]}`]);
      expect(await read(id)).toMatchObject({ state: 'arrived', lines: [{ quantity: 10 }], eWayBillNumber: null });
      expect((await admin.get(`/api/receipts/get/${receipt._id}`)).body.DCNumber).toBe(DCNumber);
    }
  });

  test('without lines gets none, and keeps its number', async () => {
    const { id } = await bare();
    await enter([take(10)], id);
    expect([
      (await save(id, [take(1)])).status,
      (await vendor.put(`/api/desPatchNote/edit/${id}`, { DCNumber: 'RN/OTHER' })).status,
      (await vendor.delete(`/api/desPatchNote/delete/${id}`)).status,
    ]).toEqual([409, 409, 409]);
  });

  test('whose receipt is cancelled can be changed and received again, but not deleted', async () => {
    const { id, DCNumber } = await bare();
    const receipt = (await enter([take(10)], id)).body.data;
    await admin.post(`/api/receipts/cancel/${receipt._id}`, { reason: 'Counted twice' });
    expect((await vendor.put(`/api/desPatchNote/edit/${id}`, { VehicleNumber: 'HR38AB1235' })).status).toBe(200);
    expect(told(await vendor.delete(`/api/desPatchNote/delete/${id}`))).toEqual([
      409,
      'A cancelled goods receipt refers to this dispatch note, so it cannot be deleted.',
    ]);
    expect((await enter([take(10)], id)).body.data.DCNumber).toBe(DCNumber);
  });

  test.each<[string, (id: string) => Promise<Answer>]>([
    ['made a draft', (id) => move(id, 'draft')],
    ['deleted', (id) => vendor.delete(`/api/desPatchNote/delete/${id}`)],
    ['edited', (id) => vendor.put(`/api/desPatchNote/edit/${id}`, { DCNumber: `RN/NEW/${id}` })],
    ['cancelled', (id) => move(id, 'cancel')],
    ['sent off', (id) => move(id, 'leave')],
  ])('that is %s at the same moment is received, and that change is rejected', async (_, change) => {
    const { id } = await note([take(80)], 'ready');
    const [changing, entering] = await api.ctx.db
      .transaction(async (tx) => {
        const blocked = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        const waiting = async (count: number) => await expect.poll(() => api.ctx.db.rows(blocked)).toHaveLength(count);
        await tx.execute(sql`select from dispatch_notes where id = ${id} for update`);
        const received = enter([take(80)], id);
        await waiting(1);
        const changed = change(id);
        await waiting(2);
        return { both: Promise.all([changed, received]) };
      })
      .then(({ both }) => both);
    expect([entering.status, changing.status]).toEqual([200, 409]);
    expect(await read(id)).toMatchObject({ state: 'arrived', lines: [{ quantity: 80 }] });
  });
});

describe.each<[string, () => Promise<Caller>]>([
  ['in person', () => Promise.resolve(owner)],
  ['by a stand-in', () => standInOf(api, owner)],
  ['by an API key', () => keyOf(api, owner)],
])('the quantity that may still be dispatched %s', (_who, caller) => {
  beforeEach(async () => {
    vendor = await caller();
  });

  test('counts dispatched quantities and those received without a dispatch note together', async () => {
    await note([take(60)], 'ready', 'leave');
    await enter([take(40)]);
    expect(await open()).toEqual([0, 100]);
    expect((await save((await bare()).id, [take(1)])).body.message).toBe(
      'Line 1: 1 dispatched here and 100 before, 100 ordered. Remove it.',
    );
  });

  test('counts a quantity dispatched and received with a dispatch note once, and an excess as well', async () => {
    const { id } = await note([take(60)], 'ready', 'leave');
    await enter([take(70), take(5, 2)], id);
    expect(await open()).toEqual([30, 95]);
    await note([take(30)], 'ready', 'leave');
    expect(await open()).toEqual([0, 95]);
  });

  test('counts quantities that a file reports as dispatched, and ready dispatch notes besides', async () => {
    await note([take(60)], 'ready', 'leave');
    const { code } = await api.ctx.db.one<{ code: number }>(sql`select code from vendors where id = ${owner.user.id}`);
    const rows = `Vendor Code,PO Number,Item Code,Receipt Number,Receipt Date,Quantity\n${code},${number},R-1,RN-S,23-11-2026,60\n`;
    await admin.send('POST', '/api/buyerData/receipts', {}, { file: { name: 'rows.csv', content: Buffer.from(rows) } });
    expect(await open()).toEqual([40, 100]);
    await note([take(30)], 'ready');
    expect(await open()).toEqual([10, 100]);
  });

  test('excludes the quantity that the vendor has rejected', async () => {
    const rejects = { line: 2, decision: 'reject', reason: 'unavailable' };
    const { id } = await note([take(10, 2)]);
    await vendor.post(`/api/orderAnswer/send/${order}`, { lines: [rejects] });
    expect((await move(id, 'ready')).body.message).toBe('Line 1: 10 dispatched here, 100 ordered and 100 of them rejected. Remove it.');
  });
});
