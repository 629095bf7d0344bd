import { messages } from '@aapurti/contract/dispatch-notes/dispatchGoods';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { makeOrder, orderLineOf } from '../demo/factories.ts';

const OWN = '29AAPFU0939F1ZR';
let api: Api;
let vendor: Caller;
beforeAll(async () => {
  api = await startApi({}, () => new Date('2026-11-23T06:00:00Z'));
  vendor = await api.newVendor();
});
afterAll(() => api.close());

async function gstinOf(caller: Caller): Promise<string> {
  return (await api.ctx.db.one<{ gstin: string }>(sql`select gstin from vendors where id = ${caller.user.id}`)).gstin;
}

/** Saves goods of a new note that are dispatched under this registration. */
async function saved(fromGSTIN: string) {
  const order = await makeOrder(api.ctx, vendor.user.id, `SE/${api.serial()}`, {
    lines: [orderLineOf({ itemCode: 'R-1', itemName: 'Rice', quantity: '100', unitPrice: '50', hsnCode: '10063020' })],
  });
  const made = await vendor.post('/api/desPatchNote/create', {
    DCNumber: `SE/${api.serial()}`,
    DateOfDeliverChallan: '2026-11-23',
    vendorGST: await gstinOf(vendor),
  });
  const lines = [{ orderId: order, line: 1, quantity: 1 }];
  return vendor.put(`/api/dispatchGoods/save/${made.body.data._id}`, { kind: 'challan', lines, fromGSTIN });
}
const register = (days: { confirmed: boolean; from: string; to: string | null }) =>
  api.ctx.db.execute(sql`
    insert into registrations (vendor_id, kind, gstin, legal_name, state_code, confirmed_at, valid_from, valid_to)
    values (${vendor.user.id}, gstin_kind(${OWN}), ${OWN}, 'Traders', '29', ${days.confirmed ? new Date() : null}, ${days.from}, ${days.to})`);

test('goods leave under a registration of their vendor', async () => {
  const own = await gstinOf(vendor);
  const answer = await saved(own.toLowerCase());
  expect([answer.status, answer.body.errors]).toEqual([200, undefined]);
  await register({ confirmed: true, from: '2026-01-01', to: null });
  expect((await saved(OWN)).status).toBe(200);
  await api.ctx.db.execute(sql`delete from registrations where gstin = ${OWN}`);
});

test.each([
  ['of another vendor', async () => gstinOf(await api.newVendor())],
  ['of nobody here', async () => OWN],
  ['that no administrator has confirmed', async () => (await register({ confirmed: false, from: '2026-01-01', to: null }), OWN)],
  ['that ended before the day of the note', async () => (await register({ confirmed: true, from: '2026-01-01', to: '2026-11-22' }), OWN)],
])('goods cannot leave under a registration %s', async (_, gstin) => {
  const { status, body } = await saved(await gstin());
  await api.ctx.db.execute(sql`delete from registrations where gstin = ${OWN}`);
  expect([status, body.errors]).toEqual([422, { fromGSTIN: messages.ownGstin }]);
});

test.each<[string, (id: string) => Promise<unknown>]>([
  [
    'the registration has ended since',
    () => api.ctx.db.execute(sql`update registrations set valid_to = '2026-11-22' where gstin = ${OWN}`),
  ],
  [
    'the note has a later day since',
    async (id) => {
      await api.ctx.db.execute(sql`update registrations set valid_to = '2026-11-23' where gstin = ${OWN}`);
      expect((await vendor.put(`/api/desPatchNote/edit/${id}`, { DateOfDeliverChallan: '2026-11-24' })).status).toBe(200);
    },
  ],
  ['the registration was removed since', () => api.ctx.db.execute(sql`delete from registrations where gstin = ${OWN}`)],
])('a dispatch note cannot become ready if %s', async (_, change) => {
  await register({ confirmed: true, from: '2026-01-01', to: null });
  const { body } = await saved(OWN);
  await change(body.data._id);
  const { status, body: refused } = await vendor.post(`/api/dispatchGoods/move/${body.data._id}`, { move: 'ready' });
  await api.ctx.db.execute(sql`delete from registrations where gstin = ${OWN}`);
  expect([status, refused.errors]).toEqual([422, { fromGSTIN: messages.ownGstin }]);
});

test('a dispatch note can name only an invoice of its vendor', async () => {
  const other = await api.newVendor();
  const bill = (caller: Caller) => caller.post('/api/invoice/create', { invoiceNumber: String(api.serial()), invoiceValue: 100 });
  const [own, theirs] = [(await bill(vendor)).body.data._id, (await bill(other)).body.data._id];
  const save = async (invoiceId: string) => {
    const { body } = await saved(await gstinOf(vendor));
    const [{ orderId, line, quantity }] = body.data.lines;
    return vendor.put(`/api/dispatchGoods/save/${body.data._id}`, { kind: 'invoice', lines: [{ orderId, line, quantity }], invoiceId });
  };
  expect((await save(own)).status).toBe(200);
  for (const invoiceId of [theirs, '999999999', 'x'])
    expect((await save(invoiceId)).body.errors).toEqual({ invoiceId: messages.notYourInvoice });
});
