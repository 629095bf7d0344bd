import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { makeOrder, orderLineOf } from '../demo/factories.ts';

let api: Api;
let admin: Caller;
let vendor: Caller;
let now: Date;
const on = (day: string) => {
  now = new Date(`${day}T06:00:00Z`);
};
// The users sign in at the last date of the tests, so that no session expires.
const LAST = '2026-11-25';
on(LAST);
beforeAll(async () => {
  api = await startApi({}, () => now);
  admin = await api.newAdmin();
});
beforeEach(async () => {
  on(LAST);
  vendor = await api.newVendor();
  on('2026-11-20');
});
afterAll(() => api.close());

const save = (more: object) =>
  admin.put('/api/matchTolerance/save', { userID: vendor.user.id, quantity: 5, price: 0, priceAmount: 1, ...more });
const remove = (id: string) => admin.delete(`/api/matchTolerance/remove/${id}`);
const own = async () =>
  (await admin.get('/api/matchTolerance/get')).body.filter(({ userID }: { userID: string | null }) => userID === vendor.user.id);

/** Bills 105 of 100 accepted pieces, for a separate order of this date. */
async function excess(orderedOn: string, more: object = {}): Promise<{ id: string; lines: object[] }> {
  const order = { lines: [orderLineOf({ quantity: '200', receivedQuantity: '100' })], orderedOn };
  const orderId = await makeOrder(api.ctx, vendor.user.id, `PO/${api.serial()}`, order);
  const head = { invoiceNumber: String(api.serial()), lines: [{ orderId, line: 1, quantity: 105 }], ...more };
  const { sums } = (await vendor.post('/api/invoice/check', head)).body;
  const { body } = await vendor.post('/api/invoice/create', { ...head, ...sums });
  return { id: body.data._id, lines: head.lines };
}
const stateOf = async (id: string) => (await vendor.get(`/api/invoice/match/${id}`)).body.matchState;

test('an invoice is matched with the tolerances of its order date, even if it is matched later', async () => {
  expect((await save({ validFrom: '2026-11-22' })).body).toMatchObject({
    message: 'Tolerances saved. They apply to orders dated 22-11-2026 or later.',
    data: { validFrom: '2026-11-22', validTo: null, state: 'coming' },
  });
  on('2026-11-25');
  const before = await excess('2026-11-21');
  const since = await excess('2026-11-22');
  expect([await stateOf(before.id), await stateOf(since.id)]).toEqual(['exception', 'matched']);
  // A change for later dates does not affect either invoice, whenever it is matched.
  await save({ quantity: 0 });
  for (const { id, lines } of [before, since]) await vendor.put(`/api/invoice/edit/${id}`, { lines, remarks: 'Seen again' });
  expect([await stateOf(before.id), await stateOf(since.id)]).toEqual(['exception', 'matched']);
  expect(await stateOf((await excess('2026-11-25')).id)).toBe('exception');
  expect(
    (await own()).map(({ validFrom, validTo, state, quantity }: Record<string, unknown>) => [validFrom, validTo, state, quantity]),
  ).toEqual([
    ['2026-11-22', '2026-11-24', 'past', 5],
    ['2026-11-25', null, 'now', 0],
  ]);
});

test('a past date is rejected with what to do instead', async () => {
  expect((await save({ validFrom: '2026-11-19' })).body.errors).toEqual({
    validFrom:
      'Orders dated before today keep the tolerances in effect on their date. Choose 20-11-2026 or a later date, and release earlier invoices one by one.',
  });
});

test('a change from today matches open invoices of orders dated today again, and no earlier ones', async () => {
  const yesterday = await excess('2026-11-19');
  const today = await excess('2026-11-20');
  const { data } = (await save({})).body;
  expect([await stateOf(yesterday.id), await stateOf(today.id)]).toEqual(['exception', 'matched']);
  expect((await remove(data._id)).body.message).toBe('Tolerances removed.');
  expect(await stateOf(today.id)).toBe('exception');
  expect(await own()).toEqual([]);
});

test('tolerances in effect can be ended and stay listed; ended ones cannot be deleted', async () => {
  const { data } = (await save({})).body;
  on('2026-11-24');
  const invoice = await excess('2026-11-23');
  const ended = await remove(data._id);
  expect(ended.body.message).toBe('The default tolerances apply again to orders dated 24-11-2026 or later.');
  expect(await own()).toMatchObject([
    { validFrom: '2026-11-20', validTo: '2026-11-23', state: 'past', quantity: 5 },
    { validFrom: '2026-11-24', validTo: null, state: 'now', quantity: null, price: null, priceAmount: null },
  ]);
  expect([await stateOf(invoice.id), await stateOf((await excess('2026-11-24')).id)]).toEqual(['matched', 'exception']);
  expect(await remove(data._id)).toMatchObject({
    status: 409,
    body: {
      message: 'These tolerances ended on 23-11-2026. They stay listed because they still apply to orders dated while they were in effect.',
    },
  });
  const [entry] = (await admin.get('/api/audit/get', { action: 'settings.matchTolerances' })).body;
  expect([entry.before.quantity, entry.after.quantity]).toEqual([5, null]);
});

test.each(['2026-11-22', '2026-11-23', '2026-11-25'])('the date of an invoice never chooses its tolerances: %s', async (invoiceDate) => {
  await save({ validFrom: '2026-11-22' });
  on('2026-11-23');
  await save({ quantity: 0, validFrom: '2026-11-24' });
  on('2026-11-25');
  const states = [];
  for (const orderedOn of ['2026-11-21', '2026-11-22']) states.push(await stateOf((await excess(orderedOn, { invoiceDate })).id));
  expect(states).toEqual(['exception', 'matched']);
});

test('the default tolerances have dates too, and always exist', async () => {
  const usual = async () =>
    (await admin.get('/api/matchTolerance/get')).body.filter((each: Record<string, unknown>) => each['userID'] === null);
  const [first] = await usual();
  expect(await remove(first._id)).toMatchObject({
    status: 409,
    body: { message: 'The default tolerances cannot be removed. Change them instead.' },
  });
  const saved = await save({ userID: '', usual: true, validFrom: '2026-11-21' });
  expect(saved.body.data).toMatchObject({ userID: null, category: null, state: 'coming' });
  expect(await usual()).toMatchObject([
    { validFrom: null, validTo: '2026-11-20', quantity: 0 },
    { validFrom: '2026-11-21', quantity: 5 },
  ]);
  on('2026-11-23');
  const [before, since] = [await excess('2026-11-20'), await excess('2026-11-21')];
  expect([await stateOf(before.id), await stateOf(since.id)]).toEqual(['exception', 'matched']);
  // The vendor's own tolerances take precedence, and among these the ones for its category.
  await save({ quantity: 1 });
  expect(await stateOf((await excess('2026-11-23')).id)).toBe('exception');
});
