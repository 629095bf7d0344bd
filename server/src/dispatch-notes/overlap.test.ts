import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { type Answer, type Api, type Caller, startApi } from '../../test/api.ts';
import { meanwhile } from '../../test/overlap.ts';
import type { Database } from '../database/database.ts';
import { makeOrder, orderLineOf } from '../demo/factories.ts';

let api: Api;
let vendor: Caller;
let orderId: string;
beforeAll(async () => {
  api = await startApi({}, () => new Date('2026-11-23T06:00:00Z'));
});
afterAll(() => api.close());
beforeEach(async () => {
  vendor = await api.newVendor();
  orderId = await makeOrder(api.ctx, vendor.user.id, 'PO/1', { lines: [orderLineOf({ quantity: '100' })] });
});

const newNote = async () => {
  const { _id, DCNumber } = (await vendor.post('/api/desPatchNote/create', { DCNumber: `OV/${api.serial()}` })).body.data;
  return { id: _id as string, number: DCNumber as string };
};
const save = (id: string, more: object = {}) =>
  vendor.put(`/api/dispatchGoods/save/${id}`, { kind: 'challan', lines: [{ orderId, line: 1, quantity: 10 }], ...more });
const move = (id: string, to: string) => vendor.post(`/api/dispatchGoods/move/${id}`, { move: to });
const ready = async () => {
  const note = await newNote();
  expect([(await save(note.id)).status, (await move(note.id, 'ready')).status]).toEqual([200, 200]);
  return note;
};
/** Changes a note while holding its lock. */
const holding =
  (id: string, change: (tx: Database) => Promise<unknown>) =>
  async (tx: Database): Promise<void> => {
    await tx.execute(sql`select from dispatch_notes where id = ${id} for no key update`);
    await change(tx);
  };
const cancelled = (id: string) => holding(id, (tx) => tx.execute(sql`update dispatch_goods set state = 'cancelled' where note_id = ${id}`));
const result = (number: string) => () => vendor.post('/api/ewayBill/result', { text: `docNo,ewbNo\n${number},381009290312` });
const takenOf = (answer: Answer | undefined) => answer?.body.data;

test('a dispatch note that is cancelled in the meantime gets no e-way bill number', async () => {
  const { id, number } = await ready();
  const [answer] = await meanwhile(api, cancelled(id), [result(number)]);
  expect(takenOf(answer)).toEqual({ taken: 0, problems: [`Row 2 (${number}): dispatch note ${number} is cancelled.`] });
});

test('a dispatch note that gets another e-way bill number in the meantime keeps that one', async () => {
  const { id, number } = await ready();
  const numbered = holding(id, (tx) => tx.execute(sql`update dispatch_notes set eway_bill_number = '381009290399' where id = ${id}`));
  const [answer] = await meanwhile(api, numbered, [result(number)]);
  expect(takenOf(answer)).toEqual({
    taken: 0,
    problems: [`Row 2 (${number}): dispatch note ${number} has e-way bill 381009290399. Remove that number first.`],
  });
});

describe('only one of two dispatch notes that get one e-way bill number at the same time keeps it', () => {
  const eWayBillNumber = '381009290312';
  /** The first call waits between its check of the numbers and its end. */
  const logs = (tx: Database) => tx.execute(sql`lock table audit_log in share mode`);
  const create = () => vendor.post('/api/desPatchNote/create', { DCNumber: `OV/${api.serial()}`, eWayBillNumber });
  const noteOf = (number: unknown) => `E-way bill ${eWayBillNumber} is already on dispatch note ${String(number)}.`;

  test('by form', async () => {
    const { id } = await newNote();
    const edit = () => vendor.put(`/api/desPatchNote/edit/${id}`, { eWayBillNumber });
    const [first, second, third] = await meanwhile(api, logs, [create, create, edit]);
    expect(first?.status).toBe(200);
    const errors = { eWayBillNumber: noteOf(first?.body.data.DCNumber) };
    expect([second, third].map((answer) => [answer?.status, answer?.body.errors])).toEqual([
      [422, errors],
      [422, errors],
    ]);
  });

  test('by result', async () => {
    const [one, other] = [await ready(), await ready()];
    const [first, second] = await meanwhile(api, logs, [result(one.number), result(other.number)]);
    expect([takenOf(first), takenOf(second)]).toEqual([
      { taken: 1, problems: [] },
      { taken: 0, problems: [`Row 2 (${other.number}): ${noteOf(one.number)}`] },
    ]);
  });
});

test('the transport of a dispatch note that is cancelled in the meantime stays unchanged', async () => {
  const { id } = await ready();
  const transport = { mode: 'road', distance: 350, vehicles: [{ number: 'MH12AB1236' }] };
  const [answer] = await meanwhile(api, cancelled(id), [() => vendor.put(`/api/dispatchGoods/transport/${id}`, transport)]);
  expect([answer?.status, answer?.body.message]).toEqual([409, 'This dispatch note is cancelled. Its goods can no longer be changed.']);
});

test('only one of two dispatch notes that get one SSCC at the same time keeps it', async () => {
  const [one, other] = [await newNote(), await newNote()];
  const packages = [{ kind: 'carton', sscc: '106141412345678908', lines: [{ no: 1, quantity: 10 }] }];
  // The first call waits between its check of the codes and its end; each note is for an order of its own.
  const second = await makeOrder(api.ctx, vendor.user.id, 'PO/2', { lines: [orderLineOf({ quantity: '100' })] });
  const goods = sql`insert into dispatch_goods (note_id, vendor_id, kind) values (${one.id}, ${vendor.user.id}, 'challan')`;
  const [first, late] = await meanwhile(api, (tx) => tx.execute(goods), [
    () => save(one.id, { packages }),
    () => save(other.id, { packages, lines: [{ orderId: second, line: 1, quantity: 10 }] }),
  ]);
  expect([first?.status, late?.status]).toEqual([200, 422]);
  expect(late?.body.errors).toEqual({ packages: `Package 1: SSCC 106141412345678908 is already on dispatch note ${one.number}.` });
});

test('two first readers of a kept document get the same bytes', async () => {
  const { id, number } = await ready();
  expect((await move(id, 'leave')).status).toBe(200);
  // This version is generated for its first reader.
  expect(takenOf(await result(number)())).toMatchObject({ taken: 1 });
  const paper = (version: string) => () => vendor.get(`/api/paper/${id}`, { kind: 'dispatch-note', version });
  expect((await paper('1')()).status).toBe(200);
  const held = sql`select from dispatch_papers where note_id = ${id} and no = 2 for update`;
  const [one, other] = await meanwhile(api, (tx) => tx.execute(held), [paper('2'), paper('2')]);
  expect([one?.status, one?.body.equals(other?.body)]).toEqual([200, true]);
  expect(await api.ctx.db.rows(sql`select from files where vendor_id = ${vendor.user.id} and kind = 'challan'`)).toHaveLength(2);
});

test('a deletion of an invoice waits for the note that names it before it locks the invoice', async () => {
  const { id } = await newNote();
  const made = (await vendor.post('/api/invoice/create', { invoiceNumber: String(api.serial()), invoiceValue: 100 })).body.data;
  expect((await save(id, { kind: 'invoice', invoiceId: made._id })).status).toBe(200);
  const free = sql`select from invoices where id = ${made._id} for update skip locked`;
  const [answer] = await meanwhile(
    api,
    holding(id, () => Promise.resolve()),
    [() => vendor.delete(`/api/invoice/delete/${made._id}`)],
    async () => expect(await api.ctx.db.rows(free)).toHaveLength(1),
  );
  expect(answer?.status).toBe(200);
});
